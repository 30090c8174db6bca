package schema

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// definition is what may get an entry in $defs: a *model.StructType or a *model.UnionType.
type definition any

// definitionsIn returns what a type mentions directly, through pointers, sequences and maps.
func definitionsIn(t *model.Type) []definition {
	for ; t != nil; t = t.Elem {
		switch {
		case t.Kind == model.Struct:
			return []definition{t.Struct}
		case t.Union != nil:
			return []definition{t.Union}
		}
	}
	return nil
}

// parts are the definitions directly inside another.
func parts(d definition) []definition {
	var out []definition
	switch d := d.(type) {
	case *model.StructType:
		for _, f := range d.Object.All() {
			out = append(out, definitionsIn(f.Type)...)
		}
	case *model.UnionType:
		for _, v := range d.Variants {
			out = append(out, v.Struct)
		}
	}
	return out
}

// findRecursion names everything on a cycle that the given types reach: that alone gets a $defs entry (R2, R4). A struct by itself
// comes before its like in a union, so that the plain name is its own.
func (w *writer) findRecursion(roots ...definition) {
	var variants []definition
	for _, d := range reach(roots) {
		if w.defs[d] != "" || !slices.Contains(reach(parts(d)), d) {
			continue
		}
		if s, ok := d.(*model.StructType); ok && s.Of != nil {
			variants = append(variants, d)
			continue
		}
		w.defs[d] = w.defName(d)
	}
	for _, d := range variants {
		w.defs[d] = w.defName(d)
	}
}

// reach returns the given definitions and all inside them, each once, from the outside in.
func reach(from []definition) []definition {
	var out []definition
	seen := map[definition]bool{}
	var visit func(d definition)
	visit = func(d definition) {
		if seen[d] {
			return
		}
		seen[d] = true
		out = append(out, d)
		for _, part := range parts(d) {
			visit(part)
		}
	}
	for _, d := range from {
		visit(d)
	}
	return out
}

// defName is the $defs name of a struct or union (R6): the type's name with its arguments; where that is taken, the union
// before its variant, then the package before the type; a number where all are taken.
func (w *writer) defName(d definition) string {
	var names []string
	switch d := d.(type) {
	case *model.StructType:
		names = defNames(d.Go)
		if d.Of != nil {
			names = slices.Insert(names, 1, spelled(d.Of.Go, d.Of.Go.Pkg)+"_"+names[0])
		}
	case *model.UnionType:
		names = defNames(d.Go)
	}
	used := map[string]string{} // the packages of those that have the name
	for other, name := range w.defs {
		used[name] = packageOf(other)
	}
	for i, name := range names {
		owner, taken := used[name]
		if !taken {
			return name
		}
		if i == len(names)-2 && owner == packageOf(d) {
			names = names[:i+1] // the package would part nothing
			break
		}
	}
	last := names[len(names)-1]
	for i := 2; ; i++ {
		if _, taken := used[last+"_"+number(i)]; !taken {
			return last + "_" + number(i)
		}
	}
}

// packageOf is the import path of the package that declares a definition.
func packageOf(d definition) string {
	switch d := d.(type) {
	case *model.StructType:
		return d.Go.Pkg
	case *model.UnionType:
		return d.Go.Pkg
	}
	return ""
}

// defNames are the names that a type would have, the better first: Page_User, store_Page_User.
func defNames(g *model.GoType) []string {
	name := spelled(g, g.Pkg)
	if g.PkgName == "" {
		return []string{name}
	}
	return []string{name, plain(g.PkgName) + "_" + name}
}

// spelled writes a Go type in the letters that a $ref takes without escapes: Page_User, Page_List_int. A type argument that
// another package declares than the one at home stands behind that package's name: Page_geo_User.
func spelled(g *model.GoType, home string) string {
	argument := func(a *model.GoType) string {
		if a.Kind == model.GoNamed && a.Pkg != home {
			return plain(a.PkgName) + "_" + spelled(a, home)
		}
		return spelled(a, home)
	}
	switch g.Kind {
	case model.GoPointer:
		return argument(g.Elem)
	case model.GoSlice, model.GoArray:
		return "List_" + argument(g.Elem)
	case model.GoMap:
		return "Map_" + argument(g.Elem)
	case model.GoStruct:
		return "Struct"
	case model.GoInterface:
		return "any"
	}
	name := plain(g.Name)
	for _, a := range g.Args {
		name += "_" + argument(a)
	}
	return name
}

// plain puts _ for every character but ASCII letters, digits and _.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, name)
}
