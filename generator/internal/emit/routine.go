package emit

import (
	"cmp"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// routines are the functions of one direction that the adapters share: one for each struct and enum of the package's
// tools, never one for each use. All get their names first; those that are asked for are written.
type routines struct {
	all   []*routine
	byKey map[any]*routine
}

// routine is one shared function.
type routine struct {
	key   any    // what it is for: one function for each
	base  string // the wanted name
	order string // parts equal bases
	name  string
	write func(b *body, name string) jen.Code

	asked bool
	code  jen.Code // nil until it is written
}

// routineKey identifies the function that reads or writes a type: one for each Go type and form. A named struct has one,
// an anonymous one has one for each place it stands in: the comments on its fields belong to the place. A struct that is a
// variant of a union has another one there: it has one property more.
func routineKey(t *model.Type) any {
	switch {
	case t.Union != nil:
		return t.Union
	case t.Kind == model.Struct:
		return structKey(t.Struct)
	case t.Kind == model.Text:
		return key(valueType(t)) + " " + t.Form
	case t.Enum != nil:
		return key(t.Enum.Type)
	case t.Kind == model.Raw:
		return key(t.Go) + " " + t.Schema // the same for every use but for what is declared of it
	}
	return key(t.Go) + " " + t.Form + " " + t.Layout
}

func structKey(s *model.StructType) any {
	if s.Go.Kind == model.GoNamed && s.Of == nil {
		return key(s.Go)
	}
	return s
}

// keyKey identifies the function that reads a type as a map's key.
func keyKey(t *model.Type) any { return [2]any{routineKey(t), "key"} }

// reader is the function that reads values of a type; nil where they are read in place.
func (pg *page) reader(t *model.Type) *routine {
	switch {
	case t.Kind == model.Struct:
		return pg.structReader(t.Struct)
	case t.Kind == model.Text:
		return pg.textReader(t)
	case t.Enum != nil:
		return pg.enumReader(t)
	case t.Union != nil:
		return pg.unionReader(t)
	case readsOwnJSON(t):
		return pg.ownReader(t)
	}
	return nil
}

// keyReader is the function that reads a map's keys; nil where they are read in place.
func (pg *page) keyReader(t *model.Type) *routine {
	if t.Enum != nil {
		return pg.enumKeyReader(t)
	}
	return nil
}

// writer is the function that writes values of a type; nil where they are written in place.
func (pg *page) writer(t *model.Type) *routine {
	switch {
	case t.Kind == model.Struct:
		return pg.structWriter(t.Struct)
	case t.Kind == model.Names:
		return pg.namesWriter(t)
	case t.Kind == model.Union:
		return pg.unionWriter(t)
	case readsOwnJSON(t):
		return pg.ownWriter(t)
	case t.Kind == model.Text:
		return pg.textWriter(t)
	}
	return nil
}

// findRoutines names every shared function that the tools may need, and every struct.
func (pg *page) findRoutines() {
	pg.decode = &routines{byKey: map[any]*routine{}}
	pg.encode = &routines{byKey: map[any]*routine{}}
	seen := map[any]bool{}
	meet := func(s *model.StructType) {
		if s != nil && !seen[structKey(s)] {
			seen[structKey(s)] = true
			pg.structs = append(pg.structs, s)
		}
	}
	for _, t := range pg.pkg.Tools {
		for _, param := range t.Params {
			if param.Type != nil {
				meet(param.Type.Struct)
			}
		}
		walk(argumentTypes(t), func(t *model.Type) {
			meet(t.Struct)
			pg.decode.add(pg.reader(t))
			for _, s := range variants(t) {
				meet(s)
				pg.decode.add(pg.structReader(s))
			}
			if t.Key != nil {
				pg.decode.add(pg.keyReader(t.Key))
			}
		})
		walk(resultTypes(t), func(t *model.Type) {
			meet(t.Struct)
			pg.encode.add(pg.writer(t))
			for _, s := range variants(t) {
				meet(s)
				pg.encode.add(pg.structWriter(s))
			}
		})
	}
	pg.findNameable()
	pg.decode.name(pg.block)
	pg.encode.name(pg.block)
}

// verb is the wanted name of a routine: decodeFilter, and decodeCorev1Filter for a Filter of the package that is imported
// as corev1, always, so that a Filter of this package which is added later renames nothing (Z06).
func (pg *page) verb(verb string, g *model.GoType, hint string) string {
	if g.Kind == model.GoNamed && g.Pkg != pg.pkg.Path {
		verb += names.Camel(pg.imports[g.Pkg])
	}
	return verb + names.Camel(hint)
}

func (r *routines) add(one *routine) {
	if one != nil && r.byKey[one.key] == nil {
		r.byKey[one.key] = one
		r.all = append(r.all, one)
	}
}

func (r *routines) name(block *names.Scope) {
	slices.SortStableFunc(r.all, func(a, b *routine) int {
		return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.order, b.order))
	})
	for _, one := range r.all {
		one.name = block.Name(one.base)
	}
}

// ask returns the name of the routine under key and sees to it that it will be written.
func (r *routines) ask(key any) string {
	one := r.byKey[key]
	one.asked = true
	return one.name
}

// write writes every routine that is asked for, and those that these ask for.
func (r *routines) write(pg *page) {
	for again := true; again; {
		again = false
		for _, one := range r.all {
			if one.asked && one.code == nil {
				one.code = pg.function(one.name, func(b *body) jen.Code { return one.write(b, one.name) })
				again = true
			}
		}
	}
}

// sharedFunctions writes the decode functions, then the append functions, each sorted by name.
func (pg *page) sharedFunctions() {
	pg.decode.write(pg)
	pg.encode.write(pg)
	for _, r := range []*routines{pg.decode, pg.encode} {
		slices.SortFunc(r.all, func(a, b *routine) int { return cmp.Compare(a.name, b.name) })
		for _, one := range r.all {
			if one.code != nil {
				pg.file.Line()
				pg.file.Add(one.code)
			}
		}
	}
}

// argumentTypes and resultTypes are the types that a tool's JSON is made of, top level.
func argumentTypes(t *model.Tool) []*model.Type {
	return fieldTypes(t.Input.All())
}

func resultTypes(t *model.Tool) []*model.Type {
	switch {
	case t.Result == nil:
		return nil
	case t.Result.Type != nil:
		return []*model.Type{t.Result.Type}
	}
	return fieldTypes(t.Result.Fields)
}

func fieldTypes(fields []*model.Field) []*model.Type {
	out := make([]*model.Type, len(fields))
	for i, f := range fields {
		out[i] = f.Type
	}
	return out
}

// walk visits types and everything inside them, each struct once.
func walk(types []*model.Type, visit func(*model.Type)) {
	seen := map[*model.StructType]bool{}
	var enter func(t *model.Type)
	enterStruct := func(s *model.StructType) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		for _, f := range s.Object.All() {
			enter(f.Type)
		}
	}
	enter = func(t *model.Type) {
		if t == nil {
			return
		}
		visit(t)
		enter(t.Key)
		enter(t.Elem)
		enterStruct(t.Struct)
		for _, s := range variants(t) {
			enterStruct(s)
		}
	}
	for _, t := range types {
		enter(t)
	}
}
