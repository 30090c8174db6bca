package schema

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// structsOf returns the structs that a type mentions directly, through pointers, sequences, maps and unions.
func structsOf(t *model.Type) []*model.StructType {
	for ; t != nil; t = t.Elem {
		switch {
		case t.Kind == model.Struct:
			return []*model.StructType{t.Struct}
		case t.Union != nil:
			var all []*model.StructType
			for _, v := range t.Union.Variants {
				all = append(all, v.Struct)
			}
			return all
		}
	}
	return nil
}

// findRecursion names every struct on a cycle that the given ones reach: those alone get a $defs entry (R2, R4).
func (w *writer) findRecursion(roots ...*model.StructType) {
	var reached []*model.StructType
	seen := map[*model.StructType]bool{}
	var visit func(s *model.StructType)
	visit = func(s *model.StructType) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		reached = append(reached, s)
		for _, f := range s.Object.Fields {
			for _, next := range structsOf(f.Type) {
				visit(next)
			}
		}
	}
	for _, r := range roots {
		visit(r)
	}
	for _, s := range reached {
		if w.defs[s] == "" && reaches(s, s) {
			w.defs[s] = w.defName(s)
		}
	}
}

// reaches reports whether a struct's fields lead to another one.
func reaches(from, to *model.StructType) bool {
	seen := map[*model.StructType]bool{}
	var walk func(s *model.StructType) bool
	walk = func(s *model.StructType) bool {
		for _, f := range s.Object.Fields {
			for _, next := range structsOf(f.Type) {
				if next == to {
					return true
				}
				if !seen[next] {
					seen[next] = true
					if walk(next) {
						return true
					}
				}
			}
		}
		return false
	}
	return walk(from)
}

// defName is the $defs name of a struct (R6): the type's name with its arguments, the package before it where two
// packages clash, a number where that clashes too.
func (w *writer) defName(s *model.StructType) string {
	taken := func(name string) bool {
		for _, used := range w.defs {
			if used == name {
				return true
			}
		}
		return false
	}
	name := typeName(s.Go)
	if taken(name) && s.Go.PkgName != "" {
		name = s.Go.PkgName + "_" + name
	}
	unique := name
	for i := 2; taken(unique); i++ {
		unique = name + "_" + number(i)
	}
	return unique
}

// typeName spells a Go type in the letters that a $ref takes without escapes: Page_User, Page_List_int.
func typeName(g *model.GoType) string {
	name := g.Name
	switch g.Kind {
	case model.GoPointer:
		return typeName(g.Elem)
	case model.GoSlice, model.GoArray:
		return "List_" + typeName(g.Elem)
	case model.GoMap:
		return "Map_" + typeName(g.Elem)
	case model.GoStruct:
		name = "Struct"
	case model.GoInterface:
		name = "any"
	}
	name = strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, name)
	args := slices.Collect(func(yield func(string) bool) {
		for _, a := range g.Args {
			if !yield(typeName(a)) {
				return
			}
		}
	})
	return strings.Join(append([]string{name}, args...), "_")
}
