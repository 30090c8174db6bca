package load

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// Every syntax error of a run, each in its place; the other packages are loaded as if nothing had happened (L05).
func TestG1SyntaxErrors(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app
-- bad/a.go --
package bad

//tool:name=a
func A( {}

var x = = 1
-- bad/b.go --
package bad

import "fmt

func B() {
	if {
}
-- bad/zz_tools.go --
HEADER

package bad

func {
-- clause/c.go --
pakage clause

//tool:name=c
-- good/g.go --
package good

import "example.com/app/bad"

//tool:name=g
func G(n int) {}

var _ bad.T
`)
	res := mustLoad(t, dir, "./...")
	require.Equal(t, []string{
		`G1 bad/a.go:4:9 syntax error: expected ')', found '{'`,
		`G1 bad/a.go:6:1 syntax error: expected ')', found 'var'`,
		`G1 bad/b.go:3:8 syntax error: string literal not terminated`,
		`G1 bad/b.go:6:5 syntax error: missing condition in if statement`,
		`G1 bad/b.go:7:3 syntax error: expected ';', found 'EOF'`,
		`G1 clause/c.go:1:1 syntax error: expected 'package', found pakage`,
	}, report(dir, res))
	broken := map[string]bool{}
	for _, p := range res.Packages {
		broken[p.Name] = p.Broken
		require.True(t, filepath.IsAbs(p.Dir))
	}
	require.Equal(t, map[string]bool{"bad": true, "": true, "good": false}, broken)
	for _, d := range res.Diagnostics {
		require.NotEmpty(t, d.Fix)
		require.NotEmpty(t, d.Package)
	}
}

func TestG3TwoPackages(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app

go 1.26
-- a.go --
package a

//tool:name=a
func A() {}
-- b.go --
package b
-- c.go --
package a
`)
	res := mustLoad(t, dir)
	require.Equal(t, []string{"G3 b.go:1:9 b.go is of package b, and a.go of package a"}, report(dir, res))
	require.True(t, res.Packages[0].Broken)
	require.Len(t, res.Diagnostics[0].Related, 1)
}

// Fact 3: type errors are kept with their places and stop nothing. What the user's bodies say does not even come up.
func TestTypeErrorsTolerated(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app

go 1.26
-- a.go --
package a

import (
	"fmt"
	"strings"
)

//tool:name=good
func Good(n int) { return undefinedInBody + "x" }

//tool:name=bad
func Bad(n Missing, s strings.Nope) error { return nil }

var elsewhere int = "text"

func generic[T any](t T) { var unused int }
-- zz_tools.go --
HEADER

package a

import "os"

var elsewhere = nope
`)
	res := mustLoad(t, dir)
	require.Empty(t, res.Diagnostics)
	p := res.Packages[0]
	var got []string
	for _, e := range p.TypeErrors {
		got = append(got, e.Message)
		require.Equal(t, filepath.Join(dir, "a.go"), e.Range.File)
		require.True(t, e.Pos.IsValid())
	}
	require.Equal(t, []string{
		"undefined: Missing",
		"undefined: strings.Nope",
		`cannot use "text" (untyped string constant) as int value in variable declaration`,
	}, got)
	require.Equal(t, "func(n int)", signature(t, p, "Good"))
	require.Equal(t, "func(n invalid type, s invalid type) error", signature(t, p, "Bad"))

	bad := p.Files[0].Decls[2].(*ast.FuncDecl)
	within := p.Why(bad)
	require.Len(t, within, 2)
	require.Equal(t, 12, within[0].Range.Line)
	require.Equal(t, 12, within[0].Range.Col)
	good := p.Files[0].Decls[1].(*ast.FuncDecl)
	require.Empty(t, p.Why(good))
}

// An import that cannot be found has its reason, in the import's place, besides the uses that are undefined.
func TestMissingImport(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app

go 1.26
-- a.go --
package a

import "example.net/gone/x"

//tool:name=bad
func Bad(v x.T) error { return nil }

//tool:name=good
func Good(n int) {}
`)
	res := mustLoad(t, dir)
	require.Empty(t, res.Diagnostics)
	p := res.Packages[0]
	require.NotEmpty(t, p.TypeErrors)
	require.Equal(t, "no required module provides package example.net/gone/x; run go get example.net/gone/x", p.TypeErrors[0].Message)
	require.Equal(t, 3, p.TypeErrors[0].Range.Line)
	require.Equal(t, 8, p.TypeErrors[0].Range.Col)
	bad := p.Files[0].Decls[1].(*ast.FuncDecl)
	require.Len(t, p.Why(bad), 1)
	require.Equal(t, "func(n int)", signature(t, p, "Good"))
}

// What the type checker says in two parts keeps its first where only the second is at a place that matters.
func TestTwoPartErrors(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app
-- a.go --
package a

import "text/template"
import "html/template"

//tool:name=f
func F(t template.Template) {}
`)
	p := mustLoad(t, dir, ".").Packages[0]
	why := p.Why(p.Files[0].Decls[2])
	require.Len(t, why, 1)
	require.Equal(t, 3, why[0].Range.Line)
	require.Equal(t, "template redeclared in this block: other declaration of template", why[0].Message)
}

// A cycle of the user's own is tolerated like other errors, and said once.
func TestImportCycle(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app
-- a/a.go --
package a

import "example.com/app/b"

//tool:name=a
func A(n int, t b.T) {}
-- b/b.go --
package b

import "example.com/app/a"

type T int

var _ = a.A
`)
	res := mustLoad(t, dir, "./a")
	require.Empty(t, res.Diagnostics)
	require.Empty(t, res.Packages[0].TypeErrors, "no tool needs what closes the cycle, so it is not looked at")

	whole := options(dir, "./a")
	whole.Env = append(whole.Env, loaderVariable+"=packages")
	res, err := Load(context.Background(), whole)
	require.NoError(t, err)
	require.Empty(t, res.Diagnostics)
	require.NotEmpty(t, res.Packages[0].TypeErrors)
	require.Contains(t, res.Packages[0].TypeErrors[0].Message, "import cycle not allowed")
}

// G4: a toolgen that is older than the module's Go says so, rather than what it stumbles over.
func TestG4OlderToolgen(t *testing.T) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "/src/a.go", "package a\n", 0)
	require.NoError(t, err)
	l := &loader{Options: Options{Dir: "/src"}, fset: fset}
	p := &Package{Fset: fset, Files: []*ast.File{tree}, FileNames: []string{"/src/a.go"}, OutputPath: "/src/zz_tools.go"}
	const note = "This application uses version go1.26 of the source-processing packages but runs version go1.99 of 'go list'."
	ds := l.complaints(&folder{}, p, &packages.Package{
		Name:       "a",
		Errors:     []packages.Error{{Msg: note, Pos: "-"}},
		TypeErrors: []types.Error{{Fset: fset, Pos: tree.Package, Msg: "package requires newer Go version go1.99 (application built with go1.26)"}},
	})
	require.Len(t, ds, 1)
	require.Equal(t, "G4", ds[0].Code)
	require.Empty(t, p.TypeErrors)

	ds = l.complaints(&folder{}, p, &packages.Package{
		Name:   "a",
		Errors: []packages.Error{{Msg: "expected 'x'", Pos: "a.go:3:1", Kind: packages.ParseError}, {Msg: note, Pos: "-"}},
	})
	require.Len(t, ds, 1)
	require.Equal(t, "G1", ds[0].Code)
	require.Contains(t, ds[0].Fix, "build toolgen again")
	require.Empty(t, l.complaints(&folder{}, p, &packages.Package{Name: "a", Errors: []packages.Error{{Msg: note, Pos: "-"}}}))
}

func TestPlace(t *testing.T) {
	l := &loader{Options: Options{Dir: filepath.FromSlash("/src")}}
	for _, row := range []struct {
		pos       string
		file      string
		line, col int
	}{
		{"a.go:3:8", "/src/a.go", 3, 8},
		{"a/b.go:3", "/src/a/b.go", 3, 0},
		{"/x/b.go:3:1", "/x/b.go", 3, 1},
		{"a.go", "/src/a.go", 0, 0},
		{"-", "", 0, 0},
		{"", "", 0, 0},
	} {
		got := l.place(row.pos)
		require.Equal(t, row.file, filepath.ToSlash(got.File), row.pos)
		require.Equal(t, [2]int{row.line, row.col}, [2]int{got.Line, got.Col}, row.pos)
	}
}

func TestDropped(t *testing.T) {
	l := &loader{Options: Options{Dir: filepath.FromSlash("/src")}}
	p := &Package{OutputPath: filepath.FromSlash("/src/zz_tools.go")}
	for _, row := range []struct {
		pos, msg string
		want     bool
	}{
		{"", "# example.com/app\n./a.go:1:1: undefined: x", true},
		{"zz_tools.go:1:1", "expected 'package', found 'EOF'", true},
		{"", "found packages a (a.go) and old (zz_tools.go) in /work", true},
		{"", "build constraints exclude all Go files in /work", true},
		{"a.go:3:8", "use of internal package example.com/x/internal/y not allowed", false},
		{"a.go:5:12", "pattern *.txt: no matching files found", false},
	} {
		require.Equal(t, row.want, l.dropped(p, packages.Error{Pos: row.pos, Msg: row.msg, Kind: packages.ListError}), row.msg)
	}
}
