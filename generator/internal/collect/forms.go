package collect

import (
	"slices"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// formKey is a key that chooses how a type is written. typeOf reads it, from the place, because the type depends on it;
// here is only which types have a use for it.
type formKey struct {
	applies string // the types, for messages
	uses    func(*model.Type) bool
}

// formKeys are all of them, by name. A key on a type that has no use for it is refused (K17).
var formKeys = map[string]formKey{
	"open": {"types with constants", func(t *model.Type) bool { // T80
		return t.Enum != nil || t.Known != nil || t.Kind == model.Text && t.Text.Empty == "0" // an integer's own texts, T73
	}},
	"union": {"interfaces", func(t *model.Type) bool { return t.Kind == model.Union }},
	"format": {"strings, times and IP addresses", // section 5, T41, T44
		func(t *model.Type) bool {
			return t.Kind == model.String || t.Kind == model.Time || isText("addr", "ip")(t)
		}},
	"layout":   {"times", func(t *model.Type) bool { return t.Kind == model.Time }},         // T41
	"duration": {"durations", func(t *model.Type) bool { return t.Kind == model.Duration }}, // T42
	"encoding": {"bytes and big integers", // T20, T21, T48
		func(t *model.Type) bool {
			return t.Kind == model.Bytes || t.Kind == model.Array && t.Form == "array" || isText("bigint")(t)
		}},
	"schema": {"any, json.RawMessage, maps and slices of any, and types that read their own JSON", // T22 to T25, T51
		func(t *model.Type) bool { return t.Schema != "" }},
	"ref": {"URLs", isText("url")},
	"set": {"a map[T]struct{}", (*model.Type).IsSet}, // T37
}

// isText reports types that are one of the known text forms.
func isText(names ...string) func(*model.Type) bool {
	return func(t *model.Type) bool { return t.Kind == model.Text && slices.Contains(names, t.Text.Name) }
}

// form refuses a key that the property's type had no use for.
func (r *ruling) form(s setting) {
	k, known := formKeys[s.Key.Text]
	if !known || k.uses(r.typ) {
		return
	}
	if elem := r.typ.Elem; elem != nil && k.uses(elem.Deref()) {
		r.fail(s, "K17", itemPrefix+s.String(), "%s applies to %s, and this is %s of them", s.Key.Text, k.applies, kindName(r.typ))
		return
	}
	r.mismatch(s, k.applies)
}

// choosesForm reports whether any of the keys makes another type of a value.
func choosesForm(set settings) bool {
	for _, s := range set {
		if _, known := formKeys[s.Key.Text]; known {
			return true
		}
	}
	return len(set.items()) > 0
}

// origin is the struct field that a property of a flat or root struct was made from: a //tool:param line may make it anew.
type origin struct {
	field candidate
	place place
}
