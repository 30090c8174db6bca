package generator_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"unicode"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

// The tools under testdata/real are those of two public servers (github/github-mcp-server at 64a49f34 and
// hashicorp/terraform-mcp-server at 42b9fe7d), written anew as annotated functions. What the servers say of them, fact
// by fact, is in testdata/real/facts.txt, an extract of the corpus.
var realTools = []struct{ corpus, src, name string }{
	{githubCorpus, "pkg/github/__toolsnaps__/actions_list.snap", "actions_list"},
	{githubCorpus, "pkg/github/__toolsnaps__/create_pull_request.snap", "create_pull_request"},
	{githubCorpus, "pkg/github/__toolsnaps__/list_global_security_advisories.snap", "list_global_security_advisories"},
	{githubCorpus, "pkg/github/__toolsnaps__/list_issues.snap", "list_issues"},
	{githubCorpus, "pkg/github/__toolsnaps__/set_issue_fields.snap", "set_issue_fields"},
	{terraformCorpus, "pkg/tools/tfe/create_project.go:26", "create_project"},
	{terraformCorpus, "pkg/tools/tfe/create_run.go:24", "create_run"},
	{terraformCorpus, "pkg/tools/tfe/workspace_variables.go:83", "create_workspace_variable"},
	{terraformCorpus, "pkg/tools/tfe/list_runs.go:23", "list_runs"},
	{terraformCorpus, "pkg/tools/tfe/search_private_providers.go:22", "search_private_providers"},
}

const (
	githubCorpus    = "github+github-mcp-server.json"
	terraformCorpus = "hashicorp+terraform-mcp-server.json"
	realModule      = "real.test"
)

// fractions are the numbers that may have a fraction. Every other "number" of the facts is an int to a Go author.
var fractions = []string{"set_issue_fields fields[].number_value type"}

func TestRealTools(t *testing.T) {
	root := repository(t)
	folder := filepath.Join(root, "testdata", "real")
	t.Run("corpus", func(t *testing.T) { compareTable(t, root, filepath.Join(folder, "facts.txt")) })
	table := readTable(t, filepath.Join(folder, "facts.txt"))

	module := t.TempDir()
	require.NoError(t, os.CopyFS(module, os.DirFS(folder)))
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
	command(t, module, "go", "vet", "./...")

	ours := facts{}
	for _, p := range result.Packages {
		for _, tool := range p.Tools {
			ours.addOurs(t, tool, p.Schemas[tool.Name])
		}
	}
	for _, tool := range realTools {
		t.Run(tool.name, func(t *testing.T) { compareFacts(t, table.of(tool.name), ours.of(tool.name)) })
	}
	t.Log("lines that a tool takes\n" + lineTable(t, table, result.Packages))
	t.Run("calls", func(t *testing.T) { compareRealCalls(t, module, filepath.Join(folder, "calls.txt")) })
}

// compareFacts holds a tool of ours against what the facts say, after exactly two normalisations: an int where they say
// number, and no word about additionalProperties. Hints that they do not give are ours alone.
func compareFacts(t *testing.T, theirs, ours facts) {
	for _, key := range slices.Sorted(maps.Keys(theirs)) {
		want := theirs[key]
		if strings.Contains(key, " . lines.") {
			continue
		}
		if want == `"number"` && strings.HasSuffix(key, " type") && !slices.Contains(fractions, key) {
			want = `"integer"`
		}
		if got := ours[key]; got != want {
			t.Errorf("%s: want %s, got %s", key, want, cmp.Or(got, "nothing"))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(ours)) {
		if _, ok := theirs[key]; !ok && !strings.HasSuffix(key, "Hint") {
			t.Errorf("%s: %s is not in the facts", key, ours[key])
		}
	}
}

// facts say everything about tools one by one. A key is "TOOL PLACE KEYWORD", such as "list_issues fields[] enum"; the
// place . is the tool itself, or its arguments object. A value is compact JSON.
type facts map[string]string

func (f facts) of(tool string) facts {
	out := facts{}
	for key, value := range f {
		if strings.HasPrefix(key, tool+" ") {
			out[key] = value
		}
	}
	return out
}

func (f facts) add(t *testing.T, tool, place, keyword string, value any) {
	t.Helper()
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(value))
	f[tool+" "+place+" "+keyword] = strings.TrimSpace(text.String())
}

// addSchema takes a schema apart. Of a description it keeps that there is one: the wording is no fact.
func (f facts) addSchema(t *testing.T, tool, place string, schema map[string]any) {
	for keyword, value := range schema {
		switch keyword {
		case "properties":
			for name, property := range value.(map[string]any) {
				f.addSchema(t, tool, strings.TrimPrefix(place+"."+name, ".."), property.(map[string]any))
			}
		case "items":
			f.addSchema(t, tool, place+"[]", value.(map[string]any))
		case "required":
			for _, name := range value.([]any) {
				f.add(t, tool, strings.TrimPrefix(place+"."+name.(string), ".."), "required", true)
			}
		case "description", "desc_len":
			if !strings.HasSuffix(place, "[]") {
				f.add(t, tool, place, "described", true)
			}
		case "additionalProperties":
		default:
			f.add(t, tool, place, keyword, value)
		}
	}
}

func (f facts) addOurs(t *testing.T, tool *generator.Tool, schema generator.Schema) {
	f.addSchema(t, tool.Name, ".", decodeNumbers[map[string]any](t, []byte(schema.InputText())))
	f.add(t, tool.Name, ".", "readOnlyHint", tool.ReadOnly)
	f.add(t, tool.Name, ".", "destructiveHint", !tool.Additive)
	f.add(t, tool.Name, ".", "idempotentHint", tool.Idempotent)
	f.add(t, tool.Name, ".", "openWorldHint", !tool.ClosedWorld)
}

// compareTable holds the table against the corpus that it is an extract of; -update makes it anew.
func compareTable(t *testing.T, root, file string) {
	corpus := filepath.Join(root, "..", "shared", "corpus", "facts")
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("there is no corpus beside the repository:", err)
	}
	all := facts{}
	for _, tool := range realTools {
		text, err := os.ReadFile(filepath.Join(corpus, tool.corpus))
		require.NoError(t, err)
		for _, described := range decodeNumbers[struct{ Tools []theirTool }](t, text).Tools {
			if described.Name == tool.name && described.Src == tool.src {
				all.addTheirs(t, described)
			}
		}
		require.NotEmpty(t, all.of(tool.name), "%s has no tool %s at %s", tool.corpus, tool.name, tool.src)
	}
	var table strings.Builder
	for _, key := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&table, "%s %s\n", key, all[key])
	}
	if *update {
		write(t, file, table.String())
	}
	committed, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, table.String(), string(committed))
}

func readTable(t *testing.T, file string) facts {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	table := facts{}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 4)
		require.Len(t, parts, 4, line)
		table[strings.Join(parts[:3], " ")] = parts[3]
	}
	return table
}

// theirTool is a tool as the corpus describes it. One server's parameters are a schema, the other's the options of a
// builder; its hints are text.
type theirTool struct {
	Name, Src           string
	Annotations, Params any
	Lines               map[string]int
}

func (f facts) addTheirs(t *testing.T, tool theirTool) {
	switch params := tool.Params.(type) {
	case map[string]any:
		f.addSchema(t, tool.Name, ".", params)
	case []any:
		f.add(t, tool.Name, ".", "type", "object")
		for _, p := range params {
			f.addOptions(t, tool.Name, p.(map[string]any))
		}
	}
	switch hints := tool.Annotations.(type) {
	case map[string]any:
		for hint, value := range hints {
			f.add(t, tool.Name, ".", hint, value)
		}
	case []any:
		for _, text := range hints {
			hint, value, _ := strings.Cut(text.(string), "=")
			f.add(t, tool.Name, ".", string(unicode.ToLower(rune(hint[0])))+hint[1:], value == "true")
		}
	}
	for part, n := range tool.Lines {
		f.add(t, tool.Name, ".", "lines."+part, n)
	}
}

// addOptions translates the options of a builder; one that is not known here stays as it is, and so will not be met.
func (f facts) addOptions(t *testing.T, tool string, options map[string]any) {
	place := options["name"].(string)
	for option, value := range options {
		if list, ok := value.([]any); ok && len(list) == 1 {
			value = list[0]
		}
		switch option {
		case "name":
		case "desc_len":
			f.add(t, tool, place, "described", true)
		case "min", "max":
			f.add(t, tool, place, option+"imum", value)
		case "defaultString", "defaultBool", "defaultNumber":
			f.add(t, tool, place, "default", value)
		case "withStringEnumItems":
			f.add(t, tool, place+"[]", "type", "string")
			f.add(t, tool, place+"[]", "enum", value)
		default:
			f.add(t, tool, place, option, value)
		}
	}
}

// decodeNumbers decodes JSON and keeps the text of numbers.
func decodeNumbers[T any](t *testing.T, text []byte) T {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v T
	require.NoError(t, dec.Decode(&v))
	return v
}

// lineTable shows what a tool costs: theirs to declare (the schema included), register and decode; ours the comments,
// directives and signature of the function, and the types of its parameters with theirs. Decoding and registering are
// generated.
func lineTable(t *testing.T, table facts, packages []generator.Package) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "tool\ttheirs: declare, register\tdecode\tsum\tours: function\ttypes\tdecode, register\tsum\t")
	var theirSum, ourSum int
	for _, p := range packages {
		source := parseFolder(t, p.Dir)
		for _, tool := range p.Tools {
			lines := func(part string) int {
				n, _ := strconv.Atoi(table[tool.Name+" . lines."+part])
				return n
			}
			declare, decode := lines("registration")+lines("schema_literal_apart"), lines("decode")
			require.Equal(t, lines("total"), declare+decode)
			function, types := source.lines(tool.Func)
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t0\t%d\t\n", tool.Name, declare, decode, declare+decode, function, types, function+types)
			theirSum, ourSum = theirSum+declare+decode, ourSum+function+types
		}
	}
	fmt.Fprintf(w, "all\t\t\t%d\t\t\t\t%d\t\n", theirSum, ourSum)
	w.Flush()
	return b.String()
}

// declarations are those of one package, by name; constants by their type.
type declarations struct {
	fset      *token.FileSet
	functions map[string]*ast.FuncDecl
	types     map[string]*ast.GenDecl
	constants map[string]*ast.GenDecl
}

func parseFolder(t *testing.T, dir string) declarations {
	d := declarations{token.NewFileSet(), map[string]*ast.FuncDecl{}, map[string]*ast.GenDecl{}, map[string]*ast.GenDecl{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	for _, name := range files {
		file, err := parser.ParseFile(d.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				d.functions[decl.Name.Name] = decl
			case *ast.GenDecl:
				switch spec := decl.Specs[0].(type) {
				case *ast.TypeSpec:
					d.types[spec.Name.Name] = decl
				case *ast.ValueSpec:
					if name, ok := spec.Type.(*ast.Ident); ok {
						d.constants[name.Name] = decl
					}
				}
			}
		}
	}
	return d
}

// lines counts those of a function down to its body, and those of the types that its parameters are made of.
func (d declarations) lines(function string) (own, types int) {
	fn := d.functions[function]
	seen := map[string]bool{}
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		name, ok := n.(*ast.Ident)
		if !ok || seen[name.Name] || d.types[name.Name] == nil {
			return true
		}
		seen[name.Name] = true
		types += d.span(d.types[name.Name].Doc, d.types[name.Name])
		if values := d.constants[name.Name]; values != nil {
			types += d.span(values.Doc, values)
		}
		ast.Inspect(d.types[name.Name], visit)
		return true
	}
	ast.Inspect(fn.Type.Params, visit)
	return d.span(fn.Doc, fn.Type), types
}

func (d declarations) span(doc *ast.CommentGroup, n ast.Node) int {
	from := n.Pos()
	if doc != nil {
		from = doc.Pos()
	}
	return d.fset.Position(n.End()).Line - d.fset.Position(from).Line + 1
}

// compareRealCalls makes the calls of a file through one registry, in order, and holds the answers against those that
// stand behind > (a result) or ! (an error). Every tool must be called rightly and wrongly.
func compareRealCalls(t *testing.T, module, file string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var calls []call
	for line := range strings.Lines(string(text)) {
		if name, args, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " "); ok && !strings.ContainsAny(name, "#>!") {
			calls = append(calls, call{Scenario: "real", Tool: name, Args: args})
		}
	}
	imports := fmt.Sprintf("\t%q\n\t%q\n", realModule+"/github", realModule+"/terraform")
	sets := `"real": {github.Tools(), github.ClientTools(github.NewClient()), terraform.Tools(), terraform.CloudTools(terraform.NewCloud())},`
	write(t, filepath.Join(module, "caller", "main.go"), fmt.Sprintf(callerProgram, imports, sets))
	input, err := json.Marshal(calls)
	require.NoError(t, err)
	write(t, filepath.Join(module, "calls.json"), string(input))
	output := command(t, module, "go", "run", "./caller", "calls.json")
	require.NoError(t, json.Unmarshal([]byte(output), &calls))

	var got strings.Builder
	answered := map[string]bool{}
	for i, c := range calls {
		if i > 0 && c.Tool != calls[i-1].Tool {
			got.WriteString("\n")
		}
		fmt.Fprintf(&got, "%s %s\n%s", c.Tool, c.Args, c.Answer)
		answered[c.Tool+c.Answer[:1]] = true
	}
	for _, tool := range realTools {
		require.True(t, answered[tool.name+">"], "no right call of %s", tool.name)
		require.True(t, answered[tool.name+"!"], "no wrong call of %s", tool.name)
	}
	if *update {
		write(t, file, got.String())
		return
	}
	require.Equal(t, string(text), got.String())
}
