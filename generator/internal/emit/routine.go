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
	base  string // the wanted name
	order string // parts equal bases
	name  string

	structure *model.StructType // nil for an enum
	enum      *model.Enum
	asKey     bool // the enum is read as a map's key

	asked bool
	code  jen.Code // nil until it is written
}

// structKey and enumKey identify a routine. A named type has one, an anonymous struct one for each place it stands in:
// the comments on its fields belong to the place.
func structKey(s *model.StructType) any {
	if s.Go.Kind == model.GoNamed {
		return key(s.Go)
	}
	return s
}

func enumKey(e *model.Enum, asKey bool) any {
	if asKey {
		return key(e.Type) + " key"
	}
	return key(e.Type)
}

// findRoutines names every shared function that the tools may need, and every struct.
func (pg *page) findRoutines() {
	pg.decode = &routines{byKey: map[any]*routine{}}
	pg.encode = &routines{byKey: map[any]*routine{}}
	seen := map[any]bool{}
	meet := func(s *model.StructType) {
		if !seen[structKey(s)] {
			seen[structKey(s)] = true
			pg.structs = append(pg.structs, s)
		}
	}
	for _, t := range pg.pkg.Tools {
		for _, param := range t.Params {
			if param.Type != nil && param.Type.Struct != nil {
				meet(param.Type.Struct)
			}
		}
		walk(argumentTypes(t), func(t *model.Type) {
			if t.Struct != nil {
				meet(t.Struct)
				pg.decode.add(structKey(t.Struct), &routine{base: pg.verb("decode", t.Struct.Go, t.Struct.Hint), order: key(t.Struct.Go), structure: t.Struct})
			}
			if t.Enum != nil {
				e, base := t.Enum, pg.verb("decode", t.Enum.Type, t.Enum.Type.Name)
				pg.decode.add(enumKey(e, false), &routine{base: base, order: key(e.Type), enum: e})
				pg.decode.add(enumKey(e, true), &routine{base: base + "Key", order: key(e.Type), enum: e, asKey: true})
			}
		})
		walk(resultTypes(t), func(t *model.Type) {
			if t.Struct != nil {
				meet(t.Struct)
				pg.encode.add(structKey(t.Struct), &routine{base: pg.verb("append", t.Struct.Go, t.Struct.Hint), order: key(t.Struct.Go), structure: t.Struct})
			}
		})
	}
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

func (r *routines) add(key any, one *routine) {
	if r.byKey[key] == nil {
		r.byKey[key] = one
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
func (r *routines) write(write func(*routine) jen.Code) {
	for again := true; again; {
		again = false
		for _, one := range r.all {
			if one.asked && one.code == nil {
				one.code = write(one)
				again = true
			}
		}
	}
}

// sharedFunctions writes the decode functions, then the append functions, each sorted by name.
func (pg *page) sharedFunctions() {
	pg.decode.write(pg.decodeFunction)
	pg.encode.write(pg.appendFunction)
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
	return fieldTypes(t.Input.Fields)
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
	enter = func(t *model.Type) {
		if t == nil {
			return
		}
		visit(t)
		enter(t.Key)
		enter(t.Elem)
		if t.Struct != nil && !seen[t.Struct] {
			seen[t.Struct] = true
			for _, f := range t.Struct.Object.Fields {
				enter(f.Type)
			}
		}
	}
	for _, t := range types {
		enter(t)
	}
}
