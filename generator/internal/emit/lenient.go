package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// What a directive asks to be put right is said to the cursor, in one place for the tool and around a property that has its own
// say (section 10). Nothing is written where nothing is asked for.

// leniencies are the names of the bits in package codec, by the words of the directive.
var leniencies = map[string]string{
	"json": "JSONText", "number": "NumberText", "bool": "BoolText", "scalar-to-string": "ScalarAsText",
	"enum": "FoldedEnum", "single": "SingleItem", "empty": "EmptyAsAbsent", "wrapper": "WrappedArgs",
}

// leniency spells a set of bits.
func (b *body) leniency(set model.Coercion, more ...string) *jen.Statement {
	var names []string
	for _, word := range model.Coercions {
		if set.Has(word) {
			names = append(names, leniencies[word])
		}
	}
	names = append(names, more...)
	if len(names) == 0 {
		return jen.Lit(0)
	}
	out := b.codec(names[0])
	for _, name := range names[1:] {
		out.Op("|").Add(b.codec(name))
	}
	return out
}

// loosen writes what the cursor is told before it reads the first argument.
func (x *execution) loosen(g *jen.Group) {
	t := x.tool
	var more []string
	switch t.Unknown {
	case "ignore":
		more = append(more, "IgnoreUnknown")
	case "warn":
		more = append(more, "WarnUnknown")
	}
	if t.Coerce == 0 && more == nil {
		return
	}
	g.Add(x.on("Lenient", x.leniency(t.Coerce, more...)))
	if t.Coerce.Has("wrapper") {
		known := make([]string, len(t.Input.Fields))
		for i, f := range t.Input.Fields {
			known[i] = f.Name
		}
		g.Add(x.on("Unwrap", words(20, known)...))
	}
}

// loosely puts the reading of a property that has its own say between what holds there and what holds around it.
func (b *body) loosely(f *model.Field, read []jen.Code) []jen.Code {
	if f.Coerce == nil {
		return read
	}
	outer := b.scope.Name("outer")
	out := []jen.Code{jen.Id(outer).Op(":=").Add(b.on("Lenient", b.leniency(*f.Coerce)))}
	return append(append(out, read...), b.on("Lenient", jen.Id(outer)))
}

// noted adds to a result what was put right in the arguments, where anything may be.
func (x *execution) noted(answer *jen.Statement) *jen.Statement {
	if lenient(x.tool) {
		answer.Dot("Noted").Call(x.on("Notes"))
	}
	return answer
}

// lenient reports whether a call of a tool may put something right, and has notes then.
func lenient(t *model.Tool) bool { return t.Unknown == "warn" || asked(t) != 0 }

// asked is all that a tool asks to be put right: by its own word, and by those of its properties, at any depth.
func asked(t *model.Tool) model.Coercion {
	all := t.Coerce
	ask := func(fields []*model.Field) {
		for _, f := range fields {
			if f.Coerce != nil {
				all |= *f.Coerce
			}
		}
	}
	ask(t.Input.Fields)
	walk(argumentTypes(t), func(t *model.Type) {
		if t.Struct != nil {
			ask(t.Struct.Object.Fields)
		}
		if t.Union != nil {
			for _, v := range t.Union.Variants {
				ask(v.Struct.Object.Fields)
			}
		}
	})
	return all
}

// choice reads a text of a closed set, in other spellings of its values too where that is put right (L8).
func (b *body) choice(values []string) *jen.Statement {
	if b.page.coerced.Has("enum") {
		return b.on("Folded", words(30, values)...)
	}
	return b.on("Bytes")
}

// nothing asks the cursor whether an optional value is absent: null says so, and empty text where that is put right (L2, L10).
func (b *body) nothing(t *model.Type) *jen.Statement {
	if b.coercesEmpty(t) {
		return b.on("Absent")
	}
	return b.on("Null")
}

// coercesEmpty reports whether empty text may have to be read as no value of the type.
func (b *body) coercesEmpty(t *model.Type) bool {
	return b.page.coerced.Has("empty") && !takesEmpty(t.Deref())
}

// takesEmpty reports whether empty text may be a value of the type.
func takesEmpty(t *model.Type) bool {
	switch t.Kind {
	case model.String:
		return t.Enum == nil || slices.ContainsFunc(t.Enum.Values, func(c model.Const) bool { return c.Value == "" })
	case model.Optional:
		return takesEmpty(t.Elem.Deref())
	case model.Bytes, model.Raw, model.Any:
		return true
	case model.Text:
		return t.Text.Name == ""
	}
	return false
}
