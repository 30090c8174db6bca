package schema

import "github.com/toolgen/toolgen/generator/internal/model"

// choice writes the variants of a union (R10). It is anyOf because several providers refuse oneOf, and each variant begins with
// an enum of one value because some know no const; with that property the two mean the same (R11). A result may be a nil
// interface or a nil pointer in one: null (O20); an argument may be null where the directive says so (N6).
func (w *writer) choice(u *model.UnionType, orNull bool) {
	w.key("anyOf")
	w.text("[")
	for i, v := range u.Variants {
		if i > 0 {
			w.text(",")
		}
		w.cut() // a variant a line, so that a new one is a readable diff
		if name := w.defs[v.Struct]; name != "" {
			w.text(`{"$ref":` + model.Quote("#/$defs/"+name) + "}")
		} else {
			w.structure(v.Struct)
		}
	}
	if orNull {
		w.text(",")
		w.cut()
		w.text(`{"type":"null"}`)
	}
	w.text("]")
}

// fixed writes the property that tells a variant apart. The encoder always writes it, so that a result promises it too.
func (w *writer) fixed(value string) {
	w.text(`{"type":"string","enum":[` + model.Quote(value) + "]}")
}
