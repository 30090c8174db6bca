package generator_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

// realServer is a public server whose tools stand under testdata/real/NAME, written anew as annotated functions. What
// the server itself says of them, fact by fact, is in testdata/real/NAME/facts.txt, an extract of the corpus; where ours
// differ, and which row of the mapping forbids better, in testdata/real/NAME/differences.txt.
type realServer struct {
	name   string
	corpus string
	tools  int // how many it has
	equal  int // how many of them must be equal at least
}

var realServers = []realServer{
	{"github", "github+github-mcp-server.json", 117, 112},        // github/github-mcp-server at 64a49f34
	{"terraform", "hashicorp+terraform-mcp-server.json", 62, 62}, // hashicorp/terraform-mcp-server at 42b9fe7d
}

const realModule = "real.test"

// fractions are the numbers that may have a fraction. Every other "number" of the facts is an int to a Go author.
var fractions = []string{
	"find_duplicate confidence_threshold type",
	"set_issue_fields fields[].number_value type",
}

func TestRealTools(t *testing.T) {
	root := repository(t)
	module := t.TempDir()
	result := generateReal(t, root, module)
	command(t, module, "go", "vet", "./...")
	all := facts{}
	for _, server := range realServers {
		folder := filepath.Join(root, "testdata", "real", server.name)
		t.Run(server.name+"/corpus", func(t *testing.T) { compareTable(t, root, server, filepath.Join(folder, "facts.txt")) })
		theirs, ours := readTable(t, filepath.Join(folder, "facts.txt")), facts{}
		packages := packagesOf(result, server)
		for _, p := range packages {
			for _, tool := range p.Tools {
				ours.addOurs(t, tool, p.Schemas[tool.Name])
			}
		}
		compareServer(t, server, filepath.Join(folder, "differences.txt"), theirs, ours)
		t.Logf("lines that a tool of %s takes\n%s", server.name, lineTable(t, theirs, packages))
		maps.Copy(all, theirs)
	}
	calls := filepath.Join(root, "testdata", "real", "calls.txt")
	t.Run("calls", func(t *testing.T) { compareRealCalls(t, module, calls) })
	t.Run("sampled calls", func(t *testing.T) { compareSampledCalls(t, module, calls, all) })
}

// generateReal generates what testdata/real needs, in a module of its own.
func generateReal(t *testing.T, root, module string) *generator.Result {
	require.NoError(t, os.CopyFS(module, os.DirFS(filepath.Join(root, "testdata", "real"))))
	write(t, filepath.Join(module, "go.mod"), moduleFile(t, realModule, root))
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	write(t, filepath.Join(module, "go.sum"), string(sums))
	result, err := generator.Generate(context.Background(), generator.Options{Dir: module, Patterns: []string{"./..."}})
	require.NoError(t, err)
	var problems bytes.Buffer
	require.NoError(t, generator.PrintText(&problems, result.Diagnostics, module))
	require.Empty(t, problems.String())
	require.NoError(t, generator.Commit(result))
	return result
}

// packagesOf returns the packages that the tools of a server are in, the server's own first.
func packagesOf(result *generator.Result, server realServer) []generator.Package {
	var out []generator.Package
	for _, p := range result.Packages {
		if path := realModule + "/" + server.name; p.Path == path || strings.HasPrefix(p.Path, path+"/") {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b generator.Package) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// compareServer compares every tool of a server. What is different must be exactly what the table of differences says;
// -update rewrites the differences of the tools that stand there.
func compareServer(t *testing.T, server realServer, file string, theirs, ours facts) {
	require.Len(t, theirs.tools(), server.tools)
	listed := readDeviations(t, file)
	equal, table := 0, strings.Builder{}
	for _, tool := range theirs.tools() {
		found := differences(tool, theirs.of(tool), ours.of(tool))
		known := listed[tool]
		delete(listed, tool)
		t.Run(server.name+"/"+tool, func(t *testing.T) {
			switch {
			case known.row == "":
				for _, difference := range found {
					t.Error(difference)
				}
			case len(found) == 0:
				t.Errorf("equal now: take it out of %s", file)
			case !*update:
				require.Equal(t, known.differences, found)
			}
		})
		if len(found) == 0 {
			equal++
		} else if known.row != "" {
			fmt.Fprintf(&table, "%s %s %s\n\t%s\n", tool, known.row, known.reason, strings.Join(found, "\n\t"))
		}
	}
	require.Empty(t, listed, "%s has no such tools", server.name)
	for _, tool := range ours.tools() {
		require.Contains(t, theirs.tools(), tool, "%s has no such tool", server.name)
	}
	t.Logf("%s: %d of %d tools are equal", server.name, equal, server.tools)
	if equal < server.equal {
		t.Errorf("at least %d tools of %s must be equal", server.equal, server.name)
	}
	if *update && table.Len() > 0 {
		write(t, file, table.String())
	}
}

// A deviation says why a tool of ours differs: the row of the mapping that forbids what theirs has, and the reason. In
// the table it is a line "TOOL ROW REASON" with the differences beneath, each behind a tab.
type deviation struct {
	row, reason string
	differences []string
}

func readDeviations(t *testing.T, file string) map[string]deviation {
	out := map[string]deviation{}
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return out
	}
	require.NoError(t, err)
	var tool string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		d := out[tool]
		if difference, ok := strings.CutPrefix(line, "\t"); ok {
			d.differences = append(d.differences, difference)
		} else {
			words := strings.SplitN(line, " ", 3)
			require.Len(t, words, 3, line)
			require.Regexp(t, regexp.MustCompile(`^[A-Z][0-9]+[a-z]?$`), words[1], line)
			tool, d = words[0], deviation{row: words[1], reason: words[2]}
		}
		out[tool] = d
	}
	return out
}

// differences holds a tool of ours against what the facts say, after exactly two normalisations: an int where they say
// number, and no word about additionalProperties. Hints that they do not give are ours alone.
func differences(tool string, theirs, ours facts) []string {
	var out []string
	differ := func(key, want, got string) {
		out = append(out, fmt.Sprintf("%s: want %s, got %s", strings.TrimPrefix(key, tool+" "), cmp.Or(want, "nothing"), cmp.Or(got, "nothing")))
	}
	for _, key := range slices.Sorted(maps.Keys(theirs)) {
		want := theirs[key]
		if strings.Contains(key, " . lines.") {
			continue
		}
		if want == `"number"` && strings.HasSuffix(key, " type") && !slices.Contains(fractions, key) {
			want = `"integer"`
		}
		if got := ours[key]; got != want {
			differ(key, want, got)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(ours)) {
		if _, ok := theirs[key]; !ok && !strings.HasSuffix(key, "Hint") {
			differ(key, "", ours[key])
		}
	}
	return out
}
