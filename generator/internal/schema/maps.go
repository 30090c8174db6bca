package schema

import (
	"github.com/toolgen/toolgen/generator/internal/model"
)

// mapKeywords are those of a map: what its keys must be, how many there are, and the schema of each value (T33 to T35); or those of
// the list that a set is sent as (T37).
func (w *writer) mapKeywords(t *model.Type, r model.Rules) {
	if t.IsSet() {
		w.key("items")
		w.value(node{typ: t.Elem, rules: t.Items()}, nil)
		w.sizes(r, "minItems", "maxItems")
		w.member("uniqueItems", "true") // true of a result too: a Go map has no key twice
		return
	}
	if names := keySchema(t.Key); names != "" && w.dir == arguments {
		w.member("propertyNames", names)
	}
	w.sizes(r, "minProperties", "maxProperties")
	if t.Elem.Kind == model.Any && t.Elem.Schema == "" {
		return // T24: a schema that says nothing is refused by some clients
	}
	w.key("additionalProperties")
	w.value(node{typ: t.Elem, rules: t.Items()}, nil)
}

// keySchema is what propertyNames says of the keys of a map; "" for nothing. Their text is not a number to a schema, so that the
// range of a Go type does not appear in it (X14).
func keySchema(t *model.Type) string {
	switch {
	case t.Enum != nil:
		return `{"enum":` + keyList(t.Enum) + `}` // T33
	case t.Kind == model.Int, t.Kind == model.Uint:
		return `{"pattern":` + model.Quote(wholePattern(t)) + `}` // T34
	}
	return ""
}

// wholePattern is the one plain form of a whole number.
func wholePattern(t *model.Type) string {
	if t.Kind == model.Uint {
		return `^(0|[1-9][0-9]*)$`
	}
	return `^(0|-?[1-9][0-9]*)$`
}

// quotedKeywords are those of a number or boolean that is sent as a string (S6). A result promises no more than the string (O20).
func (w *writer) quotedKeywords(t *model.Type) {
	if w.dir == results {
		return
	}
	pattern := wholePattern(t)
	switch t.Kind {
	case model.Bool:
		pattern = `^(true|false)$`
	case model.Float:
		pattern = `^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`
	}
	w.member("pattern", model.Quote(pattern))
}
