package generator

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bigPackage is a package with many tools spread over many files (case Z01). Whichever tool comes first, the functions for the
// struct without a name are called alike.
func bigPackage(move bool) map[string]string {
	files := map[string]string{"types.go": "package many\n\ntype Filter struct {\n\tTags []string `json:\"tags\"` // labels\n\tLimit int `json:\"limit,omitempty\"` // how many\n\tNear struct {\n\t\tLat float64 // north\n\t} // a struct without a name\n}\n\ntype Level string\n\nconst (\n\tLow Level = \"low\"\n\tHigh Level = \"high\"\n)\n\ntype Doc struct {\n\tID string `json:\"id\"`\n\tMeta map[string]Level `json:\"meta\"`\n}\n"}
	var bodies [50]string
	for i := range bodies {
		bodies[i] = fmt.Sprintf("// Find%[1]d finds documents of kind %[1]d.\n//\n//tool:readonly\nfunc Find%[1]d(ctx context.Context,\n\tquery string, // the words\n\tlevel Level, // how hard\n\tfilters%[1]d []Filter, // narrowing\n\tsince *time.Time, // not older\n) (map[string]Doc, error) {\n\treturn nil, nil\n}\n", i)
	}
	if move { // other files, other order
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(bodies), func(i, j int) { bodies[i], bodies[j] = bodies[j], bodies[i] })
	}
	for f := range 10 {
		files[fmt.Sprintf("tools%d.go", f)] = "package many\n\nimport (\n\t\"context\"\n\t\"time\"\n)\n\n" + strings.Join(bodies[f*5:f*5+5], "\n")
	}
	return files
}

func layOutModule(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	files["go.mod"] = "module determinism.test/many\n\ngo 1.26.0\n\nrequire github.com/toolgen/toolgen v0.0.0\n\nreplace github.com/toolgen/toolgen => " + root + "\n"
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

func outputOf(t *testing.T, opt Options) string {
	t.Helper()
	r, err := Generate(context.Background(), opt)
	require.NoError(t, err)
	require.Len(t, r.Packages, 1)
	require.False(t, r.Packages[0].Failed, "%v", r.Diagnostics)
	require.Len(t, r.Packages[0].Tools, 50)
	return string(r.Packages[0].Change.Want)
}

var runs = flag.Int("z01.runs", 20, "how many times TestZ01OutputIsDeterministic generates with the files in another order")

// The same input gives the same bytes: run after run, in another folder, with the file lists in another order (Z01, Z04),
// and with functions moved to other files (Z09).
func TestZ01OutputIsDeterministic(t *testing.T) {
	here, there := layOutModule(t, bigPackage(false)), layOutModule(t, bigPackage(false))
	want := outputOf(t, Options{Dir: here})
	require.Equal(t, want, outputOf(t, Options{Dir: there}), "another folder")
	require.Equal(t, want, outputOf(t, Options{Dir: layOutModule(t, bigPackage(true))}), "functions moved")
	for i := range *runs {
		random := rand.New(rand.NewPCG(uint64(i), 7))
		permute := func(names []string) {
			random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		}
		require.Equal(t, want, outputOf(t, Options{Dir: here, permute: permute}), "run %d", i)
	}
	for _, trace := range []string{here, filepath.Base(here), "20" + "26-", "v0.0.0"} {
		require.NotContains(t, want, trace, "no path, time or version in the output")
	}
}
