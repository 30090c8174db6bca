package emit

import (
	"cmp"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// enumReader is the function that reads one value of a closed set into the user's own constants (T70, T72). A deprecated
// constant decodes, but is not proposed (X2).
func (pg *page) enumReader(t *model.Type) *routine {
	e := t.Enum
	return &routine{key: routineKey(t), base: pg.verb("decode", e.Type, e.Type.Name), order: key(e.Type), write: func(b *body, name string) jen.Code {
		function := jen.Func().Id(name).Params(b.readsCursor(name)).Add(b.typ(e.Type))
		if t.Kind == model.Int || t.Kind == model.Uint {
			return function.Block(b.readNumbers(t)...)
		}
		return function.Block(
			jen.Switch(jen.String().Parens(b.choice(proposed(e)))).Block(b.constants(e)...),
			b.on("OneOf", words(10, proposed(e))...),
			jen.Return(zero(t)),
		)
	}}
}

// readNumbers reads a number and checks that it is one of a closed set.
func (b *body) readNumbers(t *model.Type) []jen.Code {
	v := b.scope.Name("v")
	whole := *t
	whole.Enum = nil
	allowed := []jen.Code{b.ref(), jen.Id(v)}
	var old *jen.Statement
	for _, k := range t.Enum.Values {
		if !k.Deprecated {
			allowed = append(allowed, b.constant(t.Enum.Type, k))
			continue
		}
		if old == nil {
			old = jen.Id(v).Op("!=").Add(b.constant(t.Enum.Type, k))
		} else {
			old.Op("&&").Id(v).Op("!=").Add(b.constant(t.Enum.Type, k))
		}
	}
	check := b.codec("Among").Call(allowed...)
	if old != nil {
		check = jen.If(old).Block(check)
	}
	return []jen.Code{jen.Id(v).Op(":=").Add(b.value(&whole, model.NoRules)), check, jen.Return(jen.Id(v))}
}

// enumKeyReader is the function that reads an object's key as one of a closed set; it reports false where it is none of
// them.
func (pg *page) enumKeyReader(t *model.Type) *routine {
	e := t.Enum
	return &routine{key: keyKey(t), base: pg.verb("decode", e.Type, e.Type.Name) + "Key", order: key(e.Type), write: func(b *body, name string) jen.Code {
		return jen.Func().Id(name).Params(b.readsCursor(name)).Params(b.typ(e.Type), jen.Bool()).Block(
			jen.Switch(jen.String().Parens(jen.Id(b.cursor).Dot("Key"))).Block(b.constants(e, jen.True())...),
			b.on("UnknownKey", words(10, proposed(e))...),
			jen.Return(zero(t), jen.False()),
		)
	}}
}

// readSome reads a name into a place that takes only some of a type's constants.
func (b *body) readSome(place string, t *model.Type, r model.Rules) []jen.Code {
	var cases []jen.Code
	for _, v := range r.Enum {
		constant, _ := b.literal(v, t)
		cases = append(cases, jen.Case(jen.Lit(v.Text)).Block(jen.Id(place).Op("=").Add(constant)))
	}
	cases = append(cases, jen.Default().Block(b.on("OneOf", words(10, texts(r.Enum))...)))
	return []jen.Code{jen.Switch(jen.String().Parens(b.choice(texts(r.Enum)))).Block(cases...)}
}

// namesWriter is the function that writes the name of a constant. Any other value is written as its number, in quotes: the
// result stays text (O20).
func (pg *page) namesWriter(t *model.Type) *routine {
	e := t.Enum
	return &routine{key: routineKey(t), base: pg.verb("append", e.Type, e.Type.Name), order: key(e.Type), write: func(b *body, name string) jen.Code {
		buffer, v := b.scope.Name("b"), b.scope.Name("v")
		var cases []jen.Code
		for _, k := range e.Values {
			text := jen.Id(raw(model.Quote(k.Value))).Op("...")
			cases = append(cases, jen.Case(b.constant(e.Type, k)).Block(jen.Return(jen.Append(jen.Id(buffer), text))))
		}
		return jen.Func().Id(name).Params(jen.Id(buffer).Index().Byte(), jen.Id(v).Add(b.typ(e.Type))).Index().Byte().Block(
			jen.Switch(jen.Id(v)).Block(cases...),
			jen.Return(b.codec("AppendNumberText").Call(jen.Id(buffer), jen.Id(v))),
		)
	}}
}

// constants are the cases of a switch over an enum's texts; each returns the constant and what stands behind it.
func (b *body) constants(e *model.Enum, more ...jen.Code) []jen.Code {
	var cases []jen.Code
	for _, k := range e.Values {
		result := append([]jen.Code{b.constant(e.Type, k)}, more...)
		cases = append(cases, jen.Case(jen.Lit(k.Value)).Block(jen.Return(result...)))
	}
	return cases
}

// constant spells a constant of a type.
func (b *body) constant(of *model.GoType, k model.Const) *jen.Statement {
	return b.named(cmp.Or(k.Pkg, of.Pkg), k.Name)
}

// zero is the zero value of an enum.
func zero(t *model.Type) *jen.Statement {
	if t.Kind == model.String {
		return jen.Lit("")
	}
	return jen.Lit(0)
}

// proposed are the values that a model is told.
func proposed(e *model.Enum) []string {
	var out []string
	for _, k := range e.Values {
		if !k.Deprecated {
			out = append(out, k.Value)
		}
	}
	return out
}
