package schema

import (
	"math"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// durationPattern is what T42 accepts: Go's own duration text.
const durationPattern = `^-?([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$`

// jsonType is the value of a schema's "type" for a type; "" where it has none.
func jsonType(t *model.Type) string {
	switch {
	case t.Form == model.QuotedForm:
		return "string" // S6
	case t.IsSet():
		return "array" // T37
	case t.WholeForm():
		return "integer" // T41, T42
	case t.NumberForm():
		return "number" // T42
	}
	switch t.Kind {
	case model.Bool:
		return "boolean" // T1
	case model.Int, model.Uint:
		return "integer" // T3 to T6
	case model.Float, model.Number:
		return "number" // T7, T8, T14
	case model.Raw, model.Any:
		return "" // T22, T23
	case model.Slice, model.Array:
		return "array" // T30, T31
	case model.Map, model.Struct:
		return "object"
	case model.Text:
		if t.Form == "number" {
			return "integer" // T48
		}
	}
	return "string" // T2, T40, T42
}

// typeKeywords writes what follows type, title and description: the constraints, and the schemas of what is inside.
func (w *writer) typeKeywords(t *model.Type, r model.Rules) {
	if t.Form == model.QuotedForm {
		w.quotedKeywords(t)
		return
	}
	switch t.Kind {
	case model.String, model.Names:
		w.stringKeywords(t, r)
	case model.Int, model.Uint:
		w.integerKeywords(t, r)
	case model.Float, model.Number:
		w.numberKeywords(t, r)
	case model.Bytes:
		w.bytesKeywords(t, r)
	case model.Time, model.Duration:
		w.timeKeywords(t, r)
	case model.Text:
		w.textKeywords(t, r)
	case model.Slice, model.Array:
		w.key("items") // T30
		w.value(node{typ: t.Elem, rules: t.Items()}, nil)
		if t.Kind == model.Array {
			n := strconv.FormatInt(t.Len, 10)
			w.member("minItems", n) // T31
			w.member("maxItems", n)
		} else {
			w.sizes(r, "minItems", "maxItems")
		}
		if r.Unique && w.dir == arguments {
			w.member("uniqueItems", "true")
		}
	case model.Map:
		w.mapKeywords(t, r)
	case model.Struct:
		w.objectBody(t.Struct.Object)
	}
}

func (w *writer) stringKeywords(t *model.Type, r model.Rules) {
	if w.dir == results {
		return // O20
	}
	w.enumKeyword(t, r)
	if r.Format != "" {
		w.member("format", model.Quote(r.Format))
	}
	if r.Pattern != "" {
		w.member("pattern", model.Quote(r.Pattern))
	}
	w.sizes(r, "minLength", "maxLength")
}

// textKeywords are those of a type with a text form of its own (T43 to T50).
func (w *writer) textKeywords(t *model.Type, r model.Rules) {
	switch {
	case t.Form == "number":
		w.integerKeywords(t, r)
	case w.dir == results && !t.Text.Settled: // O20
	default:
		if w.dir == arguments {
			w.enumKeyword(t, r)
		}
		w.members(t.Text.Keywords)
	}
}

// integerKeywords joins the bounds of the width (T4, T5) with those of the directive; the narrower counts.
func (w *writer) integerKeywords(t *model.Type, r model.Rules) {
	low, high := widthBounds(t)
	if w.dir == arguments {
		w.enumKeyword(t, r)
		if t.Enum != nil {
			low, high = "", "" // the values say it
		}
		if r.Min != "" || r.Above != "" {
			low = r.Min
		}
		if r.Max != "" || r.Below != "" {
			high = r.Max
		}
	}
	r.Min, r.Max = low, high
	w.numberBounds(r)
}

func (w *writer) numberKeywords(t *model.Type, r model.Rules) {
	if w.dir == results {
		return
	}
	w.enumKeyword(t, r)
	w.numberBounds(r)
}

func (w *writer) numberBounds(r model.Rules) {
	for _, k := range []struct{ key, value string }{
		{"minimum", r.Min}, {"exclusiveMinimum", r.Above}, {"maximum", r.Max}, {"exclusiveMaximum", r.Below}, {"multipleOf", r.MultipleOf},
	} {
		if k.value != "" && (w.dir == arguments || k.key == "minimum" || k.key == "maximum") {
			w.member(k.key, k.value)
		}
	}
}

// widthBounds are the bounds that the Go type itself sets; the 64-bit and platform widths show none above (T3, T6, C17).
func widthBounds(t *model.Type) (low, high string) {
	switch {
	case t.Kind == model.Uint && (t.Bits == 0 || t.Bits == 64):
		return "0", ""
	case t.Kind == model.Uint:
		return "0", strconv.FormatUint(math.MaxUint64>>(64-t.Bits), 10)
	case t.Bits == 0 || t.Bits == 64:
		return "", ""
	}
	limit := int64(1) << (t.Bits - 1)
	return strconv.FormatInt(-limit, 10), strconv.FormatInt(limit-1, 10)
}

func (w *writer) sizes(r model.Rules, low, high string) {
	if w.dir == results {
		return
	}
	if r.MinLen > 0 {
		w.member(low, number(r.MinLen))
	}
	if r.MaxLen >= 0 {
		w.member(high, number(r.MaxLen))
	}
}

func valueList(values []model.Value) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = v.JSON
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// describe is the description of one use: its own text, else the type's, and what the keywords cannot say.
func (w *writer) describe(n node) string {
	t := n.typ
	text := n.description
	if text == "" {
		text = t.Doc
	}
	t = t.Deref()
	switch t.Kind {
	case model.Time, model.Duration:
		text = join(text, " ", w.timeNote(t))
	case model.Bytes:
		text = join(text, " ", encodingNote(t))
	case model.String, model.Names, model.Int, model.Uint:
		text = w.describeValues(text, t, n.rules)
	case model.Struct:
		text = w.grouped(text, t.Struct.Object)
	case model.Text:
		text = w.describeValues(join(text, " ", t.Text.Note), t, n.rules)
	}
	if w.dir == arguments && (t.Kind == model.Duration || t.Kind == model.Time) && !t.NumberForm() {
		text = join(text, " ", span(n.rules)) // X15: no keyword says it
	}
	return text
}

// span says the bounds of a Duration or Time in words.
func span(r model.Rules) string {
	switch {
	case r.Min != "" && r.Max != "":
		return "(from " + r.Min + " to " + r.Max + ")"
	case r.Min != "":
		return "(at least " + r.Min + ")"
	case r.Max != "":
		return "(at most " + r.Max + ")"
	}
	return ""
}

func join(a, sep, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + sep + b
}
