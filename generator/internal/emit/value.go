package emit

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// longLiteral is the length of the JSON of a value beyond which its literal has a line for each part.
const longLiteral = 60

// literal spells a value that is known at generation as Go. typed says that the expression has type t by itself, so that
// a variable needs no type besides.
func (b *body) literal(v model.Value, t *model.Type) (value *jen.Statement, typed bool) {
	basic := func(name string) bool { return t.Go.Kind == model.GoBasic && t.Go.Name == name }
	switch {
	case t.Kind == model.Pointer:
		return b.pointerLiteral(v, t)
	case t.Kind == model.Optional:
		return b.optionalLiteral(v, t), true
	case t.Kind == model.Any:
		return b.freeLiteral(v), false
	case t.Kind == model.Bytes:
		return b.bytesLiteral(v.Text, t), true
	case isRawMessage(t):
		return b.typ(t.Go).Call(jen.Id(raw(v.JSON))), true
	case t.Kind == model.Number:
		return jen.Id(quoted(v.Text)), false
	case v.Const != nil:
		return b.constant(t.Go, *v.Const), true
	case t.Kind == model.Text:
		return b.textLiteral(v, t), true
	}
	switch v.Kind {
	case model.TrueValue:
		return jen.Id(b.mention("true")), basic("bool")
	case model.FalseValue:
		return jen.Id(b.mention("false")), basic("bool")
	case model.TextValue:
		if t.Kind == model.String {
			return jen.Id(quoted(v.Text)), basic("string")
		}
	case model.NumberValue:
		if n, ok := number(v.Text, t); ok {
			return jen.Id(n), basic("int") || basic("float64") && strings.ContainsAny(n, ".eE")
		}
	case model.TimeValue:
		if at, err := time.Parse(time.RFC3339Nano, v.Text); err == nil {
			return b.moment(at), true
		}
	case model.DurationValue:
		return b.duration(v.Span), v.Span != 0
	case model.ListValue, model.EntriesValue:
		if items, ok := b.elements(v, t); ok {
			if len(v.JSON) > longLiteral && len(items) > 1 {
				return b.typ(t.Go).Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, items...), true
			}
			return b.typ(t.Go).Values(items...), true
		}
	}
	b.page.fail("the default %s of type %s is no Go literal", v.JSON, key(t.Go))
	return jen.Nil(), false
}

// pointerLiteral is a new variable with the value.
func (b *body) pointerLiteral(v model.Value, t *model.Type) (*jen.Statement, bool) {
	if v.Kind == model.NullValue {
		return jen.Id(b.mention("nil")), false
	}
	elem, typed := b.literal(v, t.Elem)
	if v.Kind == model.EntriesValue || v.Kind == model.ListValue {
		return jen.Op("&").Add(elem), t.Go.Kind == model.GoPointer
	}
	if !typed {
		elem = b.typ(t.Elem.Go).Call(elem)
	}
	return jen.New(elem), t.Go.Kind == model.GoPointer
}

// elements are the inside of a composite literal, the types of inner ones left out as gofmt -s does.
func (b *body) elements(v model.Value, t *model.Type) ([]jen.Code, bool) {
	list := v.Kind == model.ListValue && (t.Kind == model.Slice || t.Kind == model.Array)
	switch {
	case v.Kind == model.EntriesValue && t.Kind == model.Struct:
		return b.fieldElements(b.fieldValues(v, t.Struct.Object), 0), true
	case v.Kind == model.ListValue && t.IsSet():
		return b.setElements(v, t), true
	case !list && (v.Kind != model.EntriesValue || t.Kind != model.Map):
		return nil, false
	}
	var out []jen.Code
	for i, item := range v.Items {
		var value *jen.Statement
		if (item.Kind == model.ListValue || item.Kind == model.EntriesValue) && t.Elem.Kind != model.Any {
			inner, ok := b.elements(item, t.Elem.Deref()) // of pointers too: &T is left out like T
			if !ok {
				return nil, false
			}
			value = jen.Values(inner...)
		} else if t.Elem.Kind == model.Optional {
			value = b.optionalElements(item, t.Elem)
		} else {
			value, _ = b.literal(item, t.Elem)
		}
		if !list {
			value = b.keyLiteral(v.Keys[i], t.Key).Op(":").Add(value)
		}
		out = append(out, value)
	}
	return out, true
}

func (b *body) keyLiteral(text string, t *model.Type) *jen.Statement {
	if t.Enum != nil {
		for _, c := range t.Enum.Values {
			if c.Value == text {
				return b.constant(t.Enum.Type, c)
			}
		}
	}
	if t.Kind == model.Int || t.Kind == model.Uint {
		return jen.Id(text)
	}
	return jen.Id(quoted(text))
}

// number spells a JSON number as a literal of type t: a whole one for integers, and for floats as it was written, which
// Go reads alike.
func number(text string, t *model.Type) (string, bool) {
	if t.Kind == model.Float {
		return text, true
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok || !r.IsInt() || t.Kind != model.Int && t.Kind != model.Uint {
		return "", false
	}
	return r.Num().String(), true
}

// duration spells a duration in the largest unit that measures it: 90 * time.Second.
func (b *body) duration(d time.Duration) *jen.Statement {
	if d == 0 {
		return jen.Lit(0)
	}
	for _, unit := range []struct {
		span time.Duration
		name string
	}{
		{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"},
		{time.Microsecond, "Microsecond"}, {time.Nanosecond, "Nanosecond"},
	} {
		switch n := d / unit.span; {
		case d%unit.span != 0:
		case n == 1:
			return b.named("time", unit.name)
		default:
			return jen.Id(strconv.FormatInt(int64(n), 10)).Op("*").Add(b.named("time", unit.name))
		}
	}
	return nil // a nanosecond measures everything
}

// moment spells a point in time.
func (b *body) moment(t time.Time) *jen.Statement {
	zone := b.named("time", "UTC")
	if _, offset := t.Zone(); offset != 0 {
		zone = b.named("time", "FixedZone").Call(jen.Lit(""), jen.Lit(offset))
	}
	return b.named("time", "Date").Call(
		jen.Lit(t.Year()), b.named("time", t.Month().String()), jen.Lit(t.Day()),
		jen.Lit(t.Hour()), jen.Lit(t.Minute()), jen.Lit(t.Second()), jen.Lit(t.Nanosecond()), zone,
	)
}
