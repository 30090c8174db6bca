package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// variants are the structs that a union may be; none for another type.
func variants(t *model.Type) []*model.StructType {
	if t.Union == nil {
		return nil
	}
	out := make([]*model.StructType, len(t.Union.Variants))
	for i, v := range t.Union.Variants {
		out[i] = v.Struct
	}
	return out
}

// functionHint names the functions of a struct, those of a variant behind its union's name.
func functionHint(s *model.StructType) string {
	if s.Of == nil {
		return s.Hint
	}
	return s.Of.Hint + "_" + s.Hint
}

// unionOrder parts two choices of one interface.
func unionOrder(u *model.UnionType) string {
	parts := []string{key(u.Go), u.Key}
	for _, v := range u.Variants {
		parts = append(parts, v.Value, key(v.Struct.Go))
	}
	return strings.Join(parts, " ")
}

// recursiveUnion reports whether a union contains itself.
func recursiveUnion(u *model.UnionType) bool {
	for _, v := range u.Variants {
		if recursive(v.Struct) {
			return true
		}
	}
	return false
}

// unionReader is the function that reads a union: the property that tells its variants apart is found first, wherever it
// stands, then the same bytes are read as that variant (R13).
func (pg *page) unionReader(t *model.Type) *routine {
	u := t.Union
	return &routine{key: routineKey(t), base: pg.verb("decode", u.Go, u.Hint), order: unionOrder(u), write: func(b *body, name string) jen.Code {
		cursor := b.readsCursor(name)
		values := make([]string, len(u.Variants))
		for i, v := range u.Variants {
			values[i] = v.Value
		}
		found := b.on("Variant", append([]jen.Code{jen.Lit(u.Key)}, words(20+len(u.Key), values)...)...)
		cases := make([]jen.Code, len(u.Variants))
		for i, v := range u.Variants {
			cases[i] = jen.Case(jen.Lit(v.Value)).Block(b.inner().readVariant(v)...)
		}
		return jen.Func().Id(name).Params(cursor).Add(b.typ(u.Go)).Block(
			jen.Switch(found).Block(cases...),
			jen.Return(jen.Id(b.mention("nil"))),
		)
	}}
}

// readVariant reads one variant and returns it, as a pointer where the struct itself is no variant (R14).
func (b *body) readVariant(v *model.Variant) []jen.Code {
	local := b.scope.Name("v")
	read := b.shared(b.page.decode, structKey(v.Struct))
	if v.Pointer {
		return []jen.Code{
			jen.Id(local).Op(":=").New(b.typ(v.Struct.Go)),
			read.Call(b.ref(), jen.Id(local)),
			jen.Return(jen.Id(local)),
		}
	}
	return []jen.Code{
		jen.Var().Id(local).Add(b.typ(v.Struct.Go)),
		read.Call(b.ref(), jen.Op("&").Id(local)),
		jen.Return(jen.Id(local)),
	}
}

// unionWriter is the function that encodes a union by its dynamic type, which may be a struct or, whatever is read, a
// pointer to it. A nil interface and a nil pointer are null (O6). Any other type is marked: the call is an error then.
func (pg *page) unionWriter(t *model.Type) *routine {
	u := t.Union
	return &routine{key: routineKey(t), base: pg.verb("append", u.Go, u.Hint), order: unionOrder(u), write: func(b *body, name string) jen.Code {
		b.buffer = b.scope.Name("b")
		value := b.scope.Name("v")
		params := []jen.Code{jen.Id(b.buffer).Index().Byte(), jen.Id(value).Add(b.typ(u.Go))}
		if recursiveUnion(u) {
			b.depth = b.scope.Name("depth")
			params = append(params, jen.Id(b.depth).Op("*").Int())
		}
		write := func(value jen.Code, v *model.Variant) jen.Code {
			return jen.Return(b.appendByFunction(jen.Id(b.buffer), value, structKey(v.Struct), recursive(v.Struct)))
		}
		var cases []jen.Code
		for _, v := range u.Variants {
			if !v.Pointer {
				cases = append(cases, jen.Case(b.typ(v.Struct.Go)).Block(write(jen.Op("&").Id(value), v)))
			}
			cases = append(cases, jen.Case(jen.Op("*").Add(b.typ(v.Struct.Go))).Block(
				jen.If(jen.Id(value).Op("!=").Nil()).Block(write(jen.Id(value), v)),
			))
		}
		cases = append(cases,
			jen.Case(jen.Nil()).Block(),
			jen.Default().Block(jen.Return(b.codec("AppendNoVariant").Call(jen.Id(b.buffer)))),
		)
		return jen.Func().Id(name).Params(params...).Index().Byte().Block(
			jen.Switch(jen.Id(value).Op(":=").Id(value).Assert(jen.Type())).Block(cases...),
			jen.Return(jen.Append(jen.Id(b.buffer), jen.Id(raw("null")).Op("..."))),
		)
	}}
}
