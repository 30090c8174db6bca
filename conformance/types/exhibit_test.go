package types

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
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

// An exhibit is one package with one tool, made for a value or a symbol of the corpus. Beside the tool it may declare
//
//	Value      what encoding/json encodes, and the tool is called with
//	Got        what the tool was last called with
//	Row, Ours  the row of the mapping by which ours is other JSON for Value, and that JSON
//	Back       what comes back for Ours; without it, Ours itself
//	Except     the row of the closed list (schema.md 9.4) by which the schema takes what the decoder refuses
//	Becomes    what the decoder makes of Ours; without it, Value
//	Args, Want a call of a function, and its answer
//	Recv       what a method is called on; without it, the zero value
//
// A package beneath it called declared is the same tool with the lines that its refusal asks for.
type exhibit struct {
	about    string            // the value or symbol, by its package comment
	path     string            // import path
	name     string            // package name, and the folder's
	declares map[string]bool   // its variables and constants
	consts   map[string]string // values of the constants
	declared *exhibit          // nil for none
	pkg      generator.Package
	problems []generator.Diagnostic
}

const modulePath = "github.com/toolgen/toolgen/conformance/types"

// subject is the sentence of an exhibit's package comment that says what it is about.
var subject = regexp.MustCompile(`^Package \w+ (?:takes and returns a value of type (.*)|takes (\S+ \S+) as a parameter|wraps (\S+ \S+))\.`)

// exhibits reads the packages beneath a folder, by what they are about.
func exhibits(t *testing.T, folder string) map[string]*exhibit {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	out := map[string]*exhibit{}
	for _, entry := range entries {
		e := readExhibit(t, folder+"/"+entry.Name())
		if _, err := os.Stat(filepath.Join(folder, entry.Name(), "declared")); err == nil {
			e.declared = readExhibit(t, folder+"/"+entry.Name()+"/declared")
			require.Equal(t, e.about, e.declared.about)
		}
		require.NotContains(t, out, e.about, e.path)
		out[e.about] = e
	}
	return out
}

func readExhibit(t *testing.T, folder string) *exhibit {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	require.Len(t, files, 1, folder)
	tree, err := parser.ParseFile(token.NewFileSet(), files[0], nil, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	about := subject.FindStringSubmatch(tree.Doc.Text())
	require.NotNil(t, about, "%s: the package comment does not say what it is about", folder)
	e := &exhibit{about: strings.Join(about[1:], ""), path: modulePath + "/" + folder, name: tree.Name.Name, declares: map[string]bool{}, consts: map[string]string{}}
	for _, decl := range tree.Decls {
		if g, ok := decl.(*ast.GenDecl); ok {
			for _, spec := range g.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					for i, name := range v.Names {
						e.declares[name.Name] = true
						if g.Tok == token.CONST {
							e.consts[name.Name] = literal(t, v.Values[i])
						}
					}
				}
			}
		}
	}
	return e
}

func literal(t *testing.T, expr ast.Expr) string {
	t.Helper()
	lit, ok := expr.(*ast.BasicLit)
	require.True(t, ok, "a constant is no literal")
	text, err := strconv.Unquote(lit.Value)
	require.NoError(t, err)
	return text
}

// generate makes the tools of exhibits in memory.
func generate(t *testing.T, all []*exhibit) {
	t.Helper()
	byPath := map[string]*exhibit{}
	opt := generator.Options{Env: append(os.Environ(), "GOWORK=off")}
	for _, e := range all {
		byPath[e.path] = e
		opt.Patterns = append(opt.Patterns, e.path)
	}
	r, err := generator.Generate(context.Background(), opt)
	require.NoError(t, err)
	for _, p := range r.Packages {
		byPath[p.Path].pkg = p
	}
	for _, d := range r.Diagnostics {
		e := byPath[d.Package]
		require.NotNil(t, e, "%s: %s: %s", d.Package, d.Code, d.Message)
		e.problems = append(e.problems, d)
	}
	for _, e := range all {
		require.NotEmpty(t, e.pkg.Path, "%s was not generated", e.path)
		if !e.pkg.Failed {
			require.Len(t, e.pkg.Tools, 1, e.path)
		}
	}
	for _, phase := range r.Phases {
		t.Logf("%s took %v", phase.Name, phase.Took)
	}
}

// said lists the problems of a severity, each "ROW: message" once, as a cell of a table.
func (e *exhibit) said(severity string) []string {
	var out []string
	for _, d := range e.problems {
		if line := d.Code + ": " + d.Message; d.Severity.String() == severity && !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}

// flat is all exhibits with their declared twins, sorted by path.
func flat(sets ...map[string]*exhibit) []*exhibit {
	var out []*exhibit
	for _, set := range sets {
		for _, e := range set {
			out = append(out, e)
			if e.declared != nil {
				out = append(out, e.declared)
			}
		}
	}
	slices.SortFunc(out, func(a, b *exhibit) int { return strings.Compare(a.path, b.path) })
	return out
}

// constructor spells the call that makes an exhibit's tools.
func (e *exhibit) constructor(alias string) string {
	if recv := e.pkg.Tools[0].Recv; recv != nil {
		if e.declares["Recv"] {
			return fmt.Sprintf("%s.%sTools(%s.Recv)", alias, recv.Type.Name, alias)
		}
		return fmt.Sprintf("%s.%sTools(new(%s.%s))", alias, recv.Type.Name, alias, recv.Type.Name)
	}
	return alias + ".Tools()"
}
