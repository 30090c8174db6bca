package collect_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/generator/internal/collect"
	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/load"
)

// loaded is a package of one file without imports, as load brings it.
func loaded(t *testing.T, source string) *load.Package {
	t.Helper()
	p := &load.Package{Path: "example.com/p", Name: "p", Dir: "/p", Module: "example.com/p", Fset: token.NewFileSet(), FileNames: []string{"/p/p.go"}}
	file, err := parser.ParseFile(p.Fset, "/p/p.go", source, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	p.Files = []*ast.File{file}
	p.Src = map[string][]byte{"/p/p.go": []byte(source)}
	p.Info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	p.Types, err = new(types.Config).Check(p.Path, p.Fset, p.Files, p.Info)
	require.NoError(t, err)
	return p
}

// An enormous graph of types ends in one clear error, soon and in little memory (R5, R8, R9). Each of these would fill any memory
// when it is written out.
func TestEnormousTypes(t *testing.T) {
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i, i+1)
		}
		return b.String()
	}
	leaf := "struct {\n\tX int // it\n}\n"
	both := func(of string) string { return "struct {\n\tX " + of + " // one\n\tY " + of + " // two\n}\n" }
	for _, c := range []struct{ name, code, message, source string }{
		{"2^40 paths", "R5", "the schema would be too large for any model: about 1073741824 properties",
			lines(40, "type T%[1]d "+both("*T%[2]d")) + "type T40 " + leaf},
		{"2^60 paths through unions", "R5", "the schema would be too large for any model: about 1073741824 properties",
			lines(30, "type T%[1]d struct {\n\tX I%[1]d // it\n}\ntype I%[1]d interface{ is%[1]d() }\ntype A%[1]d "+both("T%[2]d")+"type B%[1]d "+both("*T%[2]d")+
				"func (A%[1]d) is%[1]d() {}\nfunc (*B%[1]d) is%[1]d() {}\n") + "type T30 " + leaf},
		{"20,000 types", "R9", "in.F499: here the tool has more than 500 types",
			"type T0 struct {\n" + lines(5_000, "\tF%[1]d U%[1]d // it\n") + "}\n" + lines(20_000, "type U%[1]d "+leaf)},
		{"20,000 variants", "R9", "in.X: Shape may be one of 20000 structs, and a tool has at most 500 types",
			"type T0 struct {\n\tX Shape // it\n}\ntype Shape interface{ isShape() }\n" + lines(20_000, "type S%[1]d "+leaf+"func (S%[1]d) isShape() {}\n")},
		{"a chain of 20,000 types", "R8", "nested deeper than 64",
			lines(20_000, "type T%[1]d struct {\n\tX *T%[2]d // it\n}\n") + "type T20000 " + leaf},
		{"a circle of 600 types", "R8", "nested deeper than 64",
			lines(600, "type T%[1]d struct {\n\tX []T%[2]d // it\n}\n") + "type T600 struct {\n\tX []T0 // it\n}\n"},
		{"2^40 struct literals in aliases", "R9", "Take: written out in full its type has more than 20000 parts",
			lines(40, "type T%[1]d = "+both("*T%[2]d")) + "type T40 = " + leaf},
		{"2^40 struct literals in a field", "R9", "in: written out in full the type has more than 20000 parts",
			"type T0 struct {\n\tX struct {\n\t\tX A0 // it\n\t} // it\n}\n" + lines(40, "type A%[1]d = "+both("*A%[2]d")) + "type A40 = " + leaf},
		{"2^10 struct literals in aliases", "R9", "here the tool has more than 500 types",
			"type T0 struct {\n\tX A0 // it\n}\n" + lines(10, "type A%[1]d = "+both("*A%[2]d")) + "type A10 = " + leaf},
		{"2^15 type arguments", "R9", "Take: written out in full its type has more than 20000 parts",
			"type P[A, B any] struct {\n\tX A // one\n\tY B // two\n}\n" + lines(15, "type T%[1]d = P[T%[2]d, T%[2]d]\n") + "type T15 = int\n"},
		{"6,000 properties", "R5", "about 6000 properties",
			"type T0 struct {\n" + lines(6_000, "\tF%[1]d int // it\n") + "}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := loaded(t, "package p\n\n"+c.source+"\n// Take takes it.\n//\n//tool:name=take\nfunc Take(in T0) {}\n")
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begin := time.Now()
			_, ds := collect.Package(p, nil)
			took := time.Since(begin)
			runtime.ReadMemStats(&after)

			require.NotEmpty(t, ds)
			require.LessOrEqual(t, len(ds), 2, "it is said once, %s", ds[min(3, len(ds)-1)].Message)
			require.Equal(t, diag.Error, ds[0].Severity, ds[0].Message)
			require.Equal(t, c.code, ds[0].Code, ds[0].Message)
			require.Contains(t, ds[0].Message, c.message)
			require.Less(t, len(ds[0].Message), 300)
			megabytes := (after.TotalAlloc - before.TotalAlloc) >> 20
			t.Logf("%v, %d MB", took, megabytes)
			require.Less(t, took, 20*time.Second, "below one on an idle machine")
			require.Less(t, megabytes, uint64(800), "in all, most of it the comments of 20,000 declarations: some 200, and more under the race detector")
		})
	}
}

// The arguments and the result are two schemas, each of which may be large (R5).
func TestSizeIsOfOneSchema(t *testing.T) {
	source := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "\tF%d int // it\n", i)
		}
		return "package p\n\ntype T struct {\n" + b.String() + "}\n\n// Take takes it.\n//\n//tool:name=take\nfunc Take(in T) T { return in }\n"
	}
	tools, ds := collect.Package(loaded(t, source(3_000)), nil)
	require.NotNil(t, tools, "%v", ds)
	_, ds = collect.Package(loaded(t, source(5_100)), nil)
	require.Equal(t, "R5", ds[0].Code)
	require.Contains(t, ds[0].Message, "about 5101 properties")
}
