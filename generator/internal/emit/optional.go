package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// readOptional reads a value into a struct that holds it and says that there is one (T56, T57).
func (b *body) readOptional(place string, t *model.Type, r model.Rules) []jen.Code {
	held, valid := place+"."+t.Hold.Value, place+"."+t.Hold.Valid
	if value := b.value(t.Elem, r); value != nil {
		both := jen.List(jen.Id(held), jen.Id(valid)).Op("=").List(value, jen.True())
		return append([]jen.Code{both}, b.checks(held, t.Elem, r)...)
	}
	return append(b.read(held, "=", t.Elem, r), jen.Id(valid).Op("=").True())
}

// null is the statement for a null that is a value, where the place does not say null by itself: nil where there is a
// default (N6), and the third state of runtime.Opt (N7).
func (b *body) null(f *model.Field, place string) jen.Code {
	hold := f.Type.Hold
	switch {
	case hold != nil && hold.Null != "": // null is its third state, whether the schema offers it or not
		return jen.List(jen.Id(place+"."+hold.Valid), jen.Id(place+"."+hold.Null)).Op("=").List(jen.True(), jen.True())
	case !f.Rules.Nullable || f.Default == nil:
		return nil
	case hold != nil:
		return jen.Id(place + "." + hold.Valid).Op("=").False()
	}
	return jen.Id(place).Op("=").Nil()
}

// takesNull reports whether an item of a list or a value of a map may be null (T32, T56).
func takesNull(t *model.Type, r model.Rules) bool { return r.Nullable || t.Kind == model.Optional }

// item is an expression that reads one item of a list or value of a map; nil where that takes statements.
func (b *body) item(of *model.Type) *jen.Statement {
	rules := of.Items()
	if takesNull(of.Elem, rules) || len(b.checks("", of.Elem, rules)) > 0 {
		return nil
	}
	return b.value(of.Elem, rules)
}

// readItem reads one item of a list or value of a map into a new variable, and returns the expression that is the value.
func (b *body) readItem(of *model.Type) (value string, statements []jen.Code) {
	if !takesNull(of.Elem, of.Items()) {
		return b.readNew("item", of.Elem, of.Items())
	}
	name := b.scope.Name("item")
	return name, append([]jen.Code{jen.Var().Id(name).Add(b.typ(of.Elem.Go))}, b.unlessNull(name, of.Elem, of.Items())...)
}

// unlessNull reads a value into a place that holds its zero value, which stays there for null where that is allowed.
func (b *body) unlessNull(place string, t *model.Type, r model.Rules) []jen.Code {
	if !takesNull(t, r) {
		return b.read(place, "=", t, r)
	}
	return []jen.Code{jen.If(jen.Op("!").Add(b.on("Null"))).Block(b.inner().read(place, "=", t, r)...)}
}

// optionalLiteral is a composite literal of a struct that holds a value.
func (b *body) optionalLiteral(v model.Value, t *model.Type) *jen.Statement {
	return b.typ(t.Go).Add(b.optionalElements(v, t))
}

// optionalElements are its braces.
func (b *body) optionalElements(v model.Value, t *model.Type) *jen.Statement {
	if v.Kind == model.NullValue {
		return jen.Values()
	}
	value, _ := b.literal(v, t.Elem)
	return jen.Values(jen.Id(t.Hold.Value).Op(":").Add(value), jen.Id(t.Hold.Valid).Op(":").True())
}

// optional appends what a struct holds, or null.
func (e *encoder) optional(place string, t *model.Type) {
	value := e.block(func(in *encoder) { in.held(place, t) })
	null := e.block(func(in *encoder) { in.text("null") })
	if t.Hold.Null != "" { // that it is set has been asked before
		e.add(jen.If(jen.Id(place + "." + t.Hold.Null)).Block(null...).Else().Block(value...))
		return
	}
	e.add(jen.If(jen.Id(place + "." + t.Hold.Valid)).Block(value...).Else().Block(null...))
}

// held appends what a struct that is known to hold a value holds.
func (e *encoder) held(place string, t *model.Type) { e.value(place+"."+t.Hold.Value, t.Elem) }

// nilOr appends a slice, map or bytes, a nil one as null where the directive has made that a value (N6); else it is empty (O5).
func (e *encoder) nilOr(place string, t *model.Type, r model.Rules) {
	if !r.Nullable || t.Kind != model.Slice && t.Kind != model.Map && t.Kind != model.Bytes {
		e.value(place, t)
		return
	}
	null := e.block(func(in *encoder) { in.text("null") })
	value := e.block(func(in *encoder) { in.value(place, t) })
	e.add(jen.If(jen.Id(place).Op("==").Nil()).Block(null...).Else().Block(value...))
}
