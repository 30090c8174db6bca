package generator_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

// lineTable shows what a tool costs: theirs to declare (the schema included), register and decode, as the corpus has
// counted; ours the comments, directives and signature of the function down to its body, and the types that its
// parameters are made of: their comments, constants and tags, the methods by which a type reads itself, and what those
// call. All other decoding, and registering, is generated. A type counts for every tool that uses it, and once in the
// line of all. Tools that the corpus has not counted are left out.
func lineTable(t *testing.T, table facts, packages []generator.Package) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "tool\ttheirs: declare, register\tdecode\tsum\tours: function\ttypes, their readers\tdecode, register\tsum\t")
	var all struct{ tools, declare, decode, function, types int }
	named := facts{}
	for _, p := range packages {
		source := parseFolder(t, p.Dir)
		once := map[string]bool{}
		for _, tool := range p.Tools {
			name := named.name(tool.Name)
			named.add(t, name, ".", "type", "object")
			lines := func(part string) int {
				n, _ := strconv.Atoi(table[name+" . lines."+part])
				return n
			}
			declare, decode := lines("registration")+lines("schema_literal_apart"), lines("decode")
			require.Equal(t, lines("total"), declare+decode)
			if declare == 0 {
				continue
			}
			function, types := source.lines(tool.Func, map[string]bool{})
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t0\t%d\t\n", name, declare, decode, declare+decode, function, types, function+types)
			_, new := source.lines(tool.Func, once)
			all.tools, all.declare, all.decode = all.tools+1, all.declare+declare, all.decode+decode
			all.function, all.types = all.function+function, all.types+new
		}
	}
	fmt.Fprintf(w, "all %d\t%d\t%d\t%d\t%d\t%d\t0\t%d\t\n", all.tools, all.declare, all.decode, all.declare+all.decode, all.function, all.types, all.function+all.types)
	w.Flush()
	return b.String()
}

// declarations are those of one package, by name; constants and methods by their type.
type declarations struct {
	fset      *token.FileSet
	functions map[string]*ast.FuncDecl
	types     map[string]*ast.GenDecl
	constants map[string]*ast.GenDecl
	readers   map[string]*ast.FuncDecl // UnmarshalJSON by its type
}

func parseFolder(t *testing.T, dir string) declarations {
	d := declarations{token.NewFileSet(), map[string]*ast.FuncDecl{}, map[string]*ast.GenDecl{}, map[string]*ast.GenDecl{}, map[string]*ast.FuncDecl{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	for _, name := range files {
		file, err := parser.ParseFile(d.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				d.functions[decl.Name.Name] = decl
				if decl.Name.Name == "UnmarshalJSON" {
					d.readers[decl.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name] = decl
				}
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

// lines counts those of a function down to its body, and those of the types that its parameters are made of, but for
// types seen before.
func (d declarations) lines(function string, seen map[string]bool) (own, types int) {
	fn := d.functions[function]
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok { // its names are no types
			ast.Inspect(field.Type, visit)
			return false
		}
		name, ok := n.(*ast.Ident)
		if !ok || seen[name.Name] || d.types[name.Name] == nil {
			return true
		}
		seen[name.Name] = true
		types += d.span(d.types[name.Name].Doc, d.types[name.Name])
		if values := d.constants[name.Name]; values != nil {
			types += d.span(values.Doc, values)
		}
		if reader := d.readers[name.Name]; reader != nil {
			types += d.span(reader.Doc, reader) + d.called(reader, seen)
		}
		ast.Inspect(d.types[name.Name], visit)
		return true
	}
	ast.Inspect(fn.Type.Params, visit)
	return d.span(fn.Doc, fn.Type), types
}

// called counts the lines of the package's functions that a function calls, but for those seen before.
func (d declarations) called(fn *ast.FuncDecl, seen map[string]bool) (lines int) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			name, _ := call.Fun.(*ast.Ident)
			if name != nil && d.functions[name.Name] != nil && !seen[name.Name] {
				seen[name.Name] = true
				lines += d.span(d.functions[name.Name].Doc, d.functions[name.Name])
			}
		}
		return true
	})
	return lines
}

func (d declarations) span(doc *ast.CommentGroup, n ast.Node) int {
	from := n.Pos()
	if doc != nil {
		from = doc.Pos()
	}
	return d.fset.Position(n.End()).Line - d.fset.Position(from).Line + 1
}
