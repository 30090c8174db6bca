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
		for _, f := range d.Object.Fields {
			out = append(out, definitionsIn(f.Type)...)
		}
	case *model.UnionType:
		for _, v := range d.Variants {
			out = append(out, v.Struct)
		}
	}
	return out
}

// findRecursion names everything on a cycle that the given types reach: that alone gets a $defs entry (R2, R4).
func (w *writer) findRecursion(roots ...definition) {
	for _, d := range reach(roots) {
		if w.defs[d] == "" && slices.Contains(reach(parts(d)), d) {
			w.defs[d] = w.defName(d)
		}
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
// before its variant, the packages of the arguments, the package of the type; a number where all are taken.
func (w *writer) defName(d definition) string {
	var names []string
	switch d := d.(type) {
	case *model.StructType:
		names = defNames(d.Go)
		if d.Of != nil {
			names = slices.Insert(names, 1, spelled(d.Of.Go, false)+"_"+names[0])
		}
	case *model.UnionType:
		names = defNames(d.Go)
	}
	taken := func(name string) bool {
		for _, used := range w.defs {
			if used == name {
				return true
			}
		}
		return false
	}
	for _, name := range names {
		if !taken(name) {
			return name
		}
	}
	last := names[len(names)-1]
	for i := 2; ; i++ {
		if name := last + "_" + number(i); !taken(name) {
			return name
		}
	}
}

// defNames are the names that a type would have, the best first: Page_User, Page_geo_User, store_Page_geo_User.
func defNames(g *model.GoType) []string {
	qualified := spelled(g, true)
	return slices.Compact([]string{spelled(g, false), qualified, strings.TrimPrefix(plain(g.PkgName)+"_"+qualified, "_")})
}

// spelled writes a Go type in the letters that a $ref takes without escapes: Page_User, Page_List_int; qualified, with their
// packages before the names of its type arguments.
func spelled(g *model.GoType, qualified bool) string {
	argument := func(a *model.GoType) string {
		if qualified && a.Kind == model.GoNamed {
			return plain(a.PkgName) + "_" + spelled(a, true)
		}
		return spelled(a, qualified)
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
