package load

import (
	"go/ast"
	"go/token"
	"strings"
	"unicode"
)

// Which declarations the tools of a run depend on, by name alone and before any type is known: annotated declarations,
// what their signatures name, the methods of those types, and so on through the packages of one's own modules. A name is
// taken for all that it may stand for, so that too much is reached now and then and never too little. Of the imports
// those count that a reached declaration uses: in controller-runtime 12 of the 82 packages that its 8 annotated ones import.

// reachRoot begins at everything in a package that carries a directive.
func (p *pruner) reachRoot(u *unit) {
	for _, f := range u.files {
		for _, group := range f.tree.Comments {
			for _, comment := range group.List {
				if strings.HasPrefix(comment.Text, "//tool:") {
					p.reachAround(u, f, comment)
				}
			}
		}
	}
}

// reachAround reaches the declaration that a comment stands in or above.
func (p *pruner) reachAround(u *unit, f *unitFile, comment *ast.Comment) {
	for _, decl := range f.tree.Decls {
		from, to := decl.Pos(), decl.End()
		var names []string
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Doc != nil {
				from = decl.Doc.Pos()
			}
			names = []string{decl.Name.Name}
			if decl.Recv != nil && len(decl.Recv.List) > 0 {
				names = []string{baseName(decl.Recv.List[0].Type)} // its methods come along
			}
		case *ast.GenDecl:
			if decl.Doc != nil {
				from = decl.Doc.Pos()
			}
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						names = append(names, id.Name)
					}
				}
			}
		}
		if from <= comment.Pos() && comment.Pos() < to {
			for _, name := range names {
				p.reachName(u, f, name)
			}
		}
	}
}

// enter reaches what counts in a package whatever its tools name: the constants, which close their types (T70), what its
// directives name, and what dot-imports may bring in.
func (p *pruner) enter(u *unit) {
	for _, d := range u.consts {
		p.reach(u, d)
	}
	for _, f := range u.files {
		for _, dot := range f.dots {
			p.need(u, dot)
		}
		for _, importPath := range f.unsure {
			p.need(u, importPath)
		}
		for _, group := range f.tree.Comments {
			for _, comment := range group.List {
				if text, found := strings.CutPrefix(comment.Text, "//tool:"); found {
					p.reachWords(u, f, text)
				}
			}
		}
	}
}

// reachWords reaches whatever a directive may name: the functions of from=, the structs of a union, the type of a result.
// Imports that it spells out are noted for all packages, since a directive may stand in another one (T76).
func (p *pruner) reachWords(u *unit, f *unitFile, text string) {
	p.directives = append(p.directives, text)
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '.' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if first, rest, qualified := strings.Cut(word, "."); qualified {
			p.reachQualified(u, f, first, rest)
		} else {
			p.reachName(u, f, word)
		}
	}
}

// reachName reaches what a name may stand for in a file: something of the package, or of a package imported with a dot.
func (p *pruner) reachName(u *unit, f *unitFile, name string) {
	if p.reachDeclared(u, name) {
		return
	}
	for _, dot := range f.dots {
		if other := p.unit(dot); other != nil {
			p.reachDeclared(other, name)
		}
	}
}

// reachDeclared reaches what a package declares by a name, methods included. It reports whether it declares it.
func (p *pruner) reachDeclared(u *unit, name string) bool {
	for _, d := range u.methods[name] {
		p.reach(u, d)
	}
	for _, d := range u.declared[name] {
		p.reach(u, d)
	}
	return len(u.declared[name]) > 0
}

// reachQualified reaches name in the package that the file imports as pkg. It reports whether there is such an import.
func (p *pruner) reachQualified(u *unit, f *unitFile, pkg, name string) bool {
	importPath, found := f.imports[pkg]
	if !found {
		return false
	}
	p.need(u, importPath)
	if other := p.unit(importPath); other != nil {
		p.reachDeclared(other, name)
	}
	return true
}

func (p *pruner) need(u *unit, importPath string) {
	if u.needed[importPath] {
		return
	}
	u.needed[importPath] = true
	if p.unit(importPath) == nil && importPath != "unsafe" {
		p.listed[importPath] = nil
	}
}

// reach puts a declaration on the list of those to look into.
func (p *pruner) reach(u *unit, d *declaration) {
	if !d.reached {
		d.reached = true
		u.reached = append(u.reached, d)
		p.open = append(p.open, reached{u, d})
	}
}

// closure looks into reached declarations until there are no more.
func (p *pruner) closure() {
	for len(p.open) > 0 {
		last := len(p.open) - 1
		next := p.open[last]
		p.open = p.open[:last]
		for _, part := range next.decl.parts {
			ast.Walk(names{p, next.unit, next.decl.file}, part)
		}
	}
}

// names is a visitor that reaches what a syntax tree names. Names of fields, parameters and methods are none.
type names struct {
	p    *pruner
	unit *unit
	file *unitFile
}

func (v names) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.Ident:
		v.p.reachName(v.unit, v.file, n.Name)
	case *ast.SelectorExpr:
		if id, ok := n.X.(*ast.Ident); ok && v.p.reachQualified(v.unit, v.file, id.Name, n.Sel.Name) {
			return nil
		}
		ast.Walk(v, n.X)
		return nil
	case *ast.Field:
		ast.Walk(v, n.Type)
		if n.Tag != nil && strings.Contains(n.Tag.Value, "tool:") {
			v.p.reachWords(v.unit, v.file, n.Tag.Value)
		}
		return nil
	case *ast.InterfaceType:
		if sealed(n) {
			for _, d := range v.unit.types {
				v.p.reach(v.unit, d) // any of them may implement it (R10)
			}
			for _, all := range v.unit.methods {
				for _, d := range all {
					v.p.reach(v.unit, d)
				}
			}
		}
	}
	return v
}

// sealed reports whether an interface may have a method that only its own package can implement.
func sealed(t *ast.InterfaceType) bool {
	for _, f := range t.Methods.List {
		if _, elsewhere := f.Type.(*ast.SelectorExpr); elsewhere {
			return true // what it embeds may be; one of this package is reached by itself
		}
		for _, name := range f.Names {
			if !token.IsExported(name.Name) {
				return true
			}
		}
	}
	return false
}
