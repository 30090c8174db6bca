package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// there is the condition under which a property of a result is written, or nil where it always is (S5). It follows
// encoding/json v1: omitempty leaves out false, 0, nil and what has no items; omitzero leaves out the zero value, or what
// the type's own IsZero says. A struct that holds a value or none is left out like a nil
// pointer, and runtime.Opt always where it is absent (N7, N8).
func (b *body) there(f *model.Field, place string) *jen.Statement {
	if f.Type.Kind == model.Optional {
		if f.OmitEmpty || f.OmitZero || f.Type.MayBeAbsent() {
			return jen.Id(place + "." + f.Type.Hold.Valid)
		}
		return nil
	}
	var empty, zero *jen.Statement
	if f.OmitEmpty {
		empty = notEmpty(place, f.Type)
	}
	switch {
	case f.OmitZero && f.Zero != nil:
		zero = b.someNotZero(place, f.Zero)
	case f.OmitZero && !(empty != nil && sameAsEmpty(f.Type)):
		zero = b.notZero(place, f.Type)
	}
	switch {
	case empty == nil || zero != nil && f.Type.Go.HasIsZero && nilable(f.Type): // zero asks for nil first
		return zero
	case zero == nil:
		return empty
	}
	return empty.Op("&&").Add(zero)
}

// nilable reports whether a method must not be called on the zero value: it would be on nothing.
func nilable(t *model.Type) bool { return t.Kind == model.Pointer || t.Kind == model.Union }

// sameAsEmpty reports whether the value that omitzero leaves out is one that omitempty leaves out too.
func sameAsEmpty(t *model.Type) bool { return !t.Go.HasIsZero && t.Kind != model.Array }

// notEmpty is v1's rule of omitempty turned around; nil for what is never empty: structs, times and arrays with items.
func notEmpty(place string, t *model.Type) *jen.Statement {
	switch t.Kind {
	case model.Slice, model.Map, model.Bytes:
		return jen.Len(jen.Id(place)).Op(">").Lit(0)
	case model.Array:
		if t.Len == 0 {
			return jen.Len(jen.Id(place)).Op(">").Lit(0)
		}
		return nil
	case model.Struct, model.Time:
		return nil
	case model.Text:
		switch t.Text.Empty {
		case "":
			return nil
		case "len":
			return jen.Len(jen.Id(place)).Op(">").Lit(0)
		}
	}
	if t.Form == "list" {
		return jen.Len(jen.Id(place)).Op(">").Lit(0)
	}
	return notZeroValue(place, t)
}

// notZero is v1's rule of omitzero turned around.
func (b *body) notZero(place string, t *model.Type) *jen.Statement {
	switch {
	case t.Kind == model.Text && !t.Go.HasIsZero && t.Text.Empty != "":
		return notZeroValue(place, t)
	case t.Go.HasIsZero && nilable(t):
		return notZeroValue(place, t).Op("&&").Op("!").Id(place).Dot("IsZero").Call()
	case t.Go.HasIsZero || t.Kind == model.Time:
		return jen.Op("!").Id(place).Dot("IsZero").Call()
	case t.Kind == model.Raw && t.Form != "list":
		return jen.Id(place).Op("!=").Op("*").New(b.typ(t.Go))
	case t.Kind != model.Struct && t.Kind != model.Array && t.Kind != model.Text && !t.Sized():
		return notZeroValue(place, t)
	case !t.Go.Comparable:
		b.page.fail("omitzero on type %s, which cannot be compared", key(t.Go))
	}
	return jen.Id(place).Op("!=").Parens(b.typ(t.Go).Values())
}

// someNotZero is the condition that a part of a value is not zero.
func (b *body) someNotZero(place string, parts []model.ZeroPart) *jen.Statement {
	var out *jen.Statement
	for _, part := range parts {
		at := jen.Id(place + part.Path)
		switch part.Zero {
		case "false":
		case "{}":
			at.Op("!=").Parens(b.typ(part.Go).Values())
		default:
			at.Op("!=").Id(part.Zero)
		}
		if out == nil {
			out = at
		} else {
			out.Op("||").Add(at)
		}
	}
	return out
}

func notZeroValue(place string, t *model.Type) *jen.Statement {
	switch t.Kind {
	case model.Bool:
		return jen.Id(place)
	case model.String, model.Number:
		return jen.Id(place).Op("!=").Lit("")
	case model.Raw:
		return ownNotZero(place, t)
	case model.Slice, model.Map, model.Pointer, model.Union, model.Bytes, model.Any:
		return jen.Id(place).Op("!=").Nil()
	case model.Text:
		switch t.Text.Empty {
		case "len":
			return jen.Id(place).Op("!=").Nil()
		case "false":
			return jen.Id(place)
		}
		return jen.Id(place).Op("!=").Id(t.Text.Empty)
	}
	return jen.Id(place).Op("!=").Lit(0)
}
