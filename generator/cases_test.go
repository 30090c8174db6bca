package generator_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

// caseKinds are the kinds of corpus cases that a test or a scenario is named after, each by its id.
var caseKinds = []string{"directive", "gofmt", "loader", "stale-check", "schema", "decode", "types", "name-clash", "codegen", "mcp-remote", "provider", "security"}

// caseTests are the tests of a case whose name does not say so.
var caseTests = map[string]string{"Z01": "TestZ01OutputIsDeterministic"}

// Every case of the corpus has a test, a subtest or a scenario that begins with its id, so that none can go missing.
func TestEveryCaseIsATest(t *testing.T) {
	root := repository(t)
	text, err := os.ReadFile(filepath.Join(root, "..", "shared", "corpus", "cases.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("there is no corpus beside the repository:", err)
	}
	require.NoError(t, err)
	names := testNames(t, root)
	n := 0
	for line := range strings.Lines(string(text)) {
		var c struct{ ID, Kind, Expect string }
		require.NoError(t, json.Unmarshal([]byte(line), &c))
		if !slices.Contains(caseKinds, c.Kind) {
			continue
		}
		n++
		found := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !isCase(name, c.ID) && name != caseTests[c.ID] })
		if len(found) == 0 {
			t.Errorf("%s (%s) has no test; the corpus expects: %s", c.ID, c.Kind, c.Expect)
		}
		t.Logf("%s: %s", c.ID, strings.Join(found, ", "))
	}
	require.GreaterOrEqual(t, n, 95, "the corpus has fewer cases than it had")
}

// Every defect of appendix C, measured in other libraries, has a scenario that begins with its id: P1 to P15.
func TestEveryDefectIsATest(t *testing.T) {
	names := testNames(t, repository(t))
	for i := range 15 {
		id := fmt.Sprintf("P%d", i+1)
		if !slices.ContainsFunc(names, func(name string) bool {
			rest, found := strings.CutPrefix(name, id)
			return found && (rest == "" || rest[0] < '0' || rest[0] > '9')
		}) {
			t.Errorf("%s has no scenario", id)
		}
	}
}

var caseName = regexp.MustCompile(`^(?:Test(?:Case)?)?([A-Z]\d\d)(?:\D|$)`)

func isCase(name, id string) bool {
	m := caseName.FindStringSubmatch(name)
	return m != nil && m[1] == id
}

// testNames lists the scenarios, the test functions of the generator, the command and the runtime, and the subtests whose name is a
// literal.
func testNames(t *testing.T, root string) []string {
	t.Helper()
	scenarios, err := filepath.Glob(filepath.Join(root, "testdata", "*", "*.txtar"))
	require.NoError(t, err)
	var names []string
	for _, file := range scenarios {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".txtar"))
	}
	visit := func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for n := range ast.Preorder(tree) {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv == nil && strings.HasPrefix(n.Name.Name, "Test") {
					names = append(names, n.Name.Name)
				}
			case *ast.CallExpr:
				names = append(names, subtestName(n)...)
			}
		}
		return nil
	}
	for _, folder := range []string{"generator", "cmd", "runtime", "examples"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, folder), visit))
	}
	return names
}

func subtestName(call *ast.CallExpr) []string {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "Run" || len(call.Args) != 2 {
		return nil
	}
	arg := call.Args[0]
	if sum, ok := arg.(*ast.BinaryExpr); ok {
		arg = sum.Y // one of a table's rows: where + "/X08"
	}
	literal, ok := arg.(*ast.BasicLit)
	if !ok {
		return nil
	}
	name, err := strconv.Unquote(literal.Value)
	if err != nil {
		return nil
	}
	return []string{strings.TrimPrefix(name, "/")}
}

// G03 and Z09: the Go files of every scenario go through gofmt, and the generated files keep their bytes. So do the
// diagnostics, apart from their places.
func TestGofmtChangesNothing(t *testing.T) {
	t.Parallel()
	generateOnce(t)
	asWritten := written.summary
	moved := 0
	formatted := generateScenarios(t, func(src []byte) []byte {
		clean, err := format.Source(src)
		if err != nil {
			return src // a scenario about syntax errors
		}
		if !bytes.Equal(clean, src) {
			moved++
		}
		return clean
	})
	require.Greater(t, moved, 5, "gofmt had something to do")
	require.Equal(t, asWritten.files, formatted.files)
	// gofmt parts a near-miss such as //Tool: from its slashes, which is one as well, but another (K8).
	notNear := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(m string) bool { return strings.Contains(m, " K8: ") })
	}
	require.Equal(t, notNear(asWritten.messages), notNear(formatted.messages))
}

// G16: a checkout with CRLF generates the same bytes, and reports the same at the same places. Go's own parser counts the
// \r where it misses something at the end of a file, so syntax errors are left out.
func TestG16CRLF(t *testing.T) {
	t.Parallel()
	generateOnce(t)
	lf := written.summary
	crlf := generateScenarios(t, func(src []byte) []byte { return bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")) })
	for dir, text := range lf.files {
		require.NotContains(t, text, "\r", dir)
	}
	require.Equal(t, lf.files, crlf.files)
	require.Equal(t, lf.printed, crlf.printed)

	dir := module(t, map[string]string{"a.go": "package a\r\n\r\n//tool:name=f\r\n// F.\r\nfunc F(){}\r\n"})
	r := generate(t, dir)
	require.Len(t, r.Packages[0].Tools, 1)
	require.Equal(t, "f", r.Packages[0].Tools[0].Name)
	require.NotContains(t, r.Packages[0].Tools[0].Description, "\r")
}

// generated is what comes of all scenarios.
type generated struct {
	files    map[string]string // by the package's folder
	printed  string            // all diagnostics, as people see them
	messages []string          // codes and messages of the diagnostics of each folder, sorted
}

// generateScenarios generates all scenarios with their Go sources changed, except for their zz_tools.go.
func generateScenarios(t *testing.T, change func(src []byte) []byte) generated {
	t.Helper()
	_, module := layOut(t, t.TempDir())
	require.NoError(t, filepath.WalkDir(module, func(file string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".go" || filepath.Base(file) == "zz_tools.go" {
			return err
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		return os.WriteFile(file, change(src), 0o644)
	}))
	return summary(t, module, generate(t, module, "./..."))
}

// summary is what came of all scenarios in a module.
func summary(t *testing.T, module string, r *generator.Result) generated {
	t.Helper()
	sound := slices.DeleteFunc(slices.Clone(r.Diagnostics), func(d generator.Diagnostic) bool { return d.Code == "G1" })
	out := generated{files: map[string]string{}}
	for _, p := range r.Packages {
		out.files[inside(t, module, p.Dir)] = string(p.Change.Want)
	}
	for _, d := range sound {
		out.messages = append(out.messages, fmt.Sprintf("%s %s: %s", filepath.Dir(inside(t, module, d.Range.File)), d.Code, d.Message))
	}
	slices.Sort(out.messages)
	out.printed = printed(t, &generator.Result{Diagnostics: sound}, module)
	return out
}

// G18: Go's parser refuses invalid UTF-8, wherever it is, and so no byte of it gets into a description.
func TestG18InvalidUTF8(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{
		"in_directive/a.go": "package a\n\n//tool:name=f description=\"a\xffb\"\nfunc F() {}\n",
		"in_comment/a.go":   "package a\n\n// F does \xc3\x28.\n//\n//tool:name=f\nfunc F() {}\n",
		"in_tag/a.go":       "package a\n\ntype T struct {\n\tA int `json:\"\xed\xa0\x80\"`\n}\n\n// F does.\n//\n//tool:name=f\nfunc F(t T) {}\n",
	})
	r := generate(t, dir, "./...")
	for _, p := range r.Packages {
		require.True(t, p.Failed, p.Path)
	}
	text := printed(t, r, dir)
	require.Contains(t, text, "in_directive/a.go:3:29: error: syntax error: illegal UTF-8 encoding [G1]\n")
	require.Contains(t, text, "in_comment/a.go:3:11: error: syntax error: illegal UTF-8 encoding [G1]\n")
	require.Contains(t, text, "in_tag/a.go:4:15: error: syntax error: illegal UTF-8 encoding [G1]\n")
}

// L01: the scenarios testdata/stale/L01-* have the states of zz_tools.go. What was tolerated to get there is said.
func TestL01Tolerated(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{
		"a.go": "package a\n\n// F does it.\n//\n//tool:name=f\nfunc F() {}\n\nvar all = append(Tools(), OldTools()...)\n\nfunc init() { RegisterTools(all) }\n",
	})
	p := only(t, generate(t, dir))
	require.False(t, p.Failed)
	var said []string
	for _, d := range p.Tolerated {
		said = append(said, fmt.Sprintf("%s:%d:%d %s", filepath.Base(d.Range.File), d.Range.Line, d.Range.Col, d.Message))
	}
	require.Equal(t, []string{"a.go:8:18 undefined: Tools", "a.go:8:27 undefined: OldTools"}, said)
}

// L04: a package, its in-package tests and its external tests are one package; each tool is seen once. A directive in a
// test file is an error (F13), and that is said once.
func TestL04EachToolOnce(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{
		"a/a.go":             "package a\n\n// F does it.\n//\n//tool:name=f\nfunc F() {}\n",
		"a/a_test.go":        "package a\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F(); _ = Tools() }\n",
		"a/external_test.go": "package a_test\n\nimport \"example.test/app/a\"\n\nvar _ = a.Tools()\n",
		"b/b_test.go":        "package b_test\n\n//tool:name=f\nfunc F() {}\n",
		"b/b.go":             "package b\n\n// F does it.\n//\n//tool:name=f\nfunc F() {}\n",
	})
	r := generate(t, dir, "./...")
	require.Len(t, r.Packages, 2)
	require.Len(t, r.Packages[0].Tools, 1)
	require.Equal(t, "example.test/app/a", r.Packages[0].Path)
	require.Len(t, r.Diagnostics, 1)
	require.Equal(t, "F13", r.Diagnostics[0].Code)
	require.Equal(t, "b_test.go", filepath.Base(r.Diagnostics[0].Range.File))
	require.NoError(t, generator.Commit(r))
	require.FileExists(t, filepath.Join(dir, "a", "zz_tools.go"))
	require.NoFileExists(t, filepath.Join(dir, "b", "zz_tools.go"))
}
