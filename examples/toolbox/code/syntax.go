package code

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/printer"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// file is a parsed file of a package.
type file struct {
	name string // relative to the copy
	fset *token.FileSet
	tree *ast.File
	errs scanner.ErrorList
	in   bool // whether it belongs to the build
}

// parse parses the files of the packages, those that belong to another build too.
func (w *worker) parse() []file {
	platform := build.Default
	platform.CgoEnabled = false
	var files []file
	fset := token.NewFileSet()
	for _, dir := range w.Dirs {
		folder := filepath.Join(w.Dir, filepath.FromSlash(dir))
		entries, _ := os.ReadDir(folder)
		for _, e := range entries {
			if w.ctx.Err() != nil {
				return nil
			}
			name := e.Name()
			if path.Ext(name) != ".go" || !w.Tests && strings.HasSuffix(name, "_test.go") {
				continue
			}
			full := filepath.Join(folder, name)
			src, err := os.ReadFile(full)
			if err != nil {
				continue
			}
			tree, err := parser.ParseFile(fset, full, src, parser.ParseComments|parser.SkipObjectResolution)
			errs, _ := err.(scanner.ErrorList)
			in, matchErr := platform.MatchFile(folder, name)
			if tree == nil {
				continue
			}
			files = append(files, file{path.Join(dir, name), fset, tree, errs, in || matchErr != nil})
		}
	}
	return files
}

// at is a position as results show it: of the file that was read, whatever a //line comment says.
func (f *file) at(pos token.Pos) string {
	p := f.fset.PositionFor(pos, false)
	return f.name + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

// atOffset is the position of a byte of the file.
func (f *file) atOffset(offset int) string {
	tf := f.fset.File(f.tree.FileStart)
	return f.at(tf.Pos(min(offset, tf.Size())))
}

// complexity finds the functions whose complexity is above the bound.
func (w *worker) complexity(files []file) {
	for i := range files {
		f := &files[i]
		for _, d := range f.tree.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := cyclomatic(fn); n > w.Over {
				w.answer.Complexity = append(w.answer.Complexity, Function{f.at(fn.Name.Pos()), funcName(fn), n})
			}
		}
	}
	slices.SortStableFunc(w.answer.Complexity, func(a, b Function) int { return b.Complexity - a.Complexity })
}

// cyclomatic is the number of independent paths through a function, after McCabe (IEEE Transactions on Software Engineering 2 (4),
// 1976): 1 and the number of decisions.
func cyclomatic(fn *ast.FuncDecl) int {
	n := 1
	ast.Inspect(fn, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// funcName is the name of a function, with that of its receiver's type before it.
func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	if name := receiver(fn.Recv.List[0].Type); name != "" {
		return name + "." + fn.Name.Name
	}
	return fn.Name.Name
}

func receiver(t ast.Expr) string {
	for {
		switch of := t.(type) {
		case *ast.ParenExpr:
			t = of.X
		case *ast.StarExpr:
			t = of.X
		case *ast.IndexExpr:
			t = of.X
		case *ast.IndexListExpr:
			t = of.X
		case *ast.Ident:
			return of.Name
		default:
			return ""
		}
	}
}

// symbols finds what the packages declare.
func (w *worker) symbols(files []file) {
	for i := range files {
		f := &files[i]
		add := func(id *ast.Ident, name, kind string, exported bool, code string) {
			if id.Name != "_" && (exported || !w.Exported) {
				w.answer.Symbols = append(w.answer.Symbols, Symbol{f.at(id.Pos()), name, kind, code})
			}
		}
		for _, d := range f.tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name, kind, exported := funcName(d), "func", d.Name.IsExported()
				if d.Recv != nil {
					kind = "method"
					of, _, _ := strings.Cut(name, ".")
					exported = exported && ast.IsExported(of)
				}
				add(d.Name, name, kind, exported, w.code(f, &ast.FuncDecl{Recv: d.Recv, Name: d.Name, Type: d.Type}))
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						add(s.Name, s.Name.Name, "type", s.Name.IsExported(), w.typeCode(f, s))
					case *ast.ValueSpec:
						for _, id := range s.Names {
							add(id, id.Name, d.Tok.String(), id.IsExported(), "")
						}
					}
				}
			}
		}
	}
}

// typeCode is a type declaration in one line: of structs and interfaces no more than that they are.
func (w *worker) typeCode(f *file, s *ast.TypeSpec) string {
	short := *s
	short.Doc, short.Comment = nil, nil
	kind := ""
	switch s.Type.(type) {
	case *ast.StructType:
		short.Type, kind = &ast.Ident{Name: "struct"}, " {…}"
	case *ast.InterfaceType:
		short.Type, kind = &ast.Ident{Name: "interface"}, " {…}"
	}
	return w.code(f, &ast.GenDecl{Tok: token.TYPE, Specs: []ast.Spec{&short}}) + kind
}

// code prints a declaration in one line.
func (w *worker) code(f *file, node any) string {
	var b bytes.Buffer
	if err := (&printer.Config{Mode: printer.RawFormat}).Fprint(&b, f.fset, node); err != nil {
		return ""
	}
	return w.text(strings.Join(strings.Fields(b.String()), " "))
}

// imports finds what the packages import.
func (w *worker) imports(files []file) {
	for _, dir := range w.Dirs {
		one := Import{Package: dir, Imports: []string{}}
		for i := range files {
			f := &files[i]
			if path.Dir(f.name) != dir {
				continue
			}
			test := strings.HasSuffix(f.name, "_test.go")
			if !test || one.Name == "" {
				one.Name = f.tree.Name.Name
			}
			for _, s := range f.tree.Imports {
				p, err := strconv.Unquote(s.Path.Value)
				switch {
				case err != nil:
				case test:
					one.TestImports = append(one.TestImports, w.text(p))
				default:
					one.Imports = append(one.Imports, w.text(p))
				}
			}
		}
		slices.Sort(one.Imports)
		one.Imports = slices.Compact(one.Imports)
		slices.Sort(one.TestImports)
		one.TestImports = slices.DeleteFunc(slices.Compact(one.TestImports), func(p string) bool { return slices.Contains(one.Imports, p) })
		w.answer.Imports = append(w.answer.Imports, one)
	}
}
