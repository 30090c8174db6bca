package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// readMap reads an object into a map (T33 to T35), or a list into a set (T37).
func (b *body) readMap(place, op string, t *model.Type, r model.Rules) []jen.Code {
	if t.IsSet() {
		return b.readSet(place, op, t, r)
	}
	return append([]jen.Code{
		jen.Id(place).Op(op).Make(b.typ(t.Go)),
		jen.For(b.on("Object"), b.on("Field"), jen.Empty()).Block(b.inner().readEntry(place, t)...),
	}, b.checks(place, t, r)...)
}

// readEntry reads one field of an object into a map. A key that is none of the map's is a problem of its own, and its value is
// skipped.
func (b *body) readEntry(place string, t *model.Type) []jen.Code {
	key := b.scope.Name("key")
	each := b.readKey(key, t.Key)
	twice := "Duplicate" // J4
	if t.Key.Kind == model.Text {
		twice = "SameKey" // two texts may be one key (X14)
	}
	at := place + "[" + key + "]"
	each = append(each, b.ifFound(at, b.on(twice)))
	if value := b.item(t); value != nil {
		return append(each, jen.Id(at).Op("=").Add(value))
	}
	item, statements := b.readItem(t)
	return append(each, append(statements, jen.Id(at).Op("=").Id(item))...)
}

// ifFound does something where a map has a key already.
func (b *body) ifFound(at string, then jen.Code) *jen.Statement {
	found := b.inner().scope.Name("found")
	return jen.If(jen.List(jen.Id("_"), jen.Id(found)).Op(":=").Id(at), jen.Id(found)).Block(then)
}

// readKey reads an object's key into a new variable, and goes on to the next field where it cannot.
func (b *body) readKey(key string, t *model.Type) []jen.Code {
	var read jen.Code
	ok := b.inner().scope.Name("found")
	switch {
	case t.Enum != nil: // T33
		read = b.shared(b.page.decode, keyKey(t)).Call(b.ref())
	case t.Kind == model.Int || t.Kind == model.Uint: // T34
		ok = b.inner().scope.Name("ok")
		read = b.codec("IntKey").Index(b.typ(t.Go)).Call(b.ref())
	case t.Kind == model.Text: // T35
		taken := b.on("TakeKey", jen.Id(key).Dot("UnmarshalText").Call(jen.Id(b.cursor).Dot("Key")))
		return []jen.Code{
			jen.Var().Id(key).Add(b.typ(t.Go)),
			jen.If(jen.Op("!").Add(taken)).Block(jen.Continue()),
		}
	default:
		return []jen.Code{jen.Id(key).Op(":=").Add(b.convert(t, b.on("Name")))}
	}
	return []jen.Code{
		jen.List(jen.Id(key), jen.Id(ok)).Op(":=").Add(read),
		jen.If(jen.Op("!").Id(ok)).Block(jen.Continue()),
	}
}

// readSet reads a list into the keys of a map.
func (b *body) readSet(place, op string, t *model.Type, r model.Rules) []jen.Code {
	in := b.inner()
	item, each := in.readNew("item", t.Elem, t.Items())
	at := place + "[" + item + "]"
	keep := jen.If(in.on("Valid")).Block(jen.Id(at).Op("=").Struct().Values())
	each = append(each, in.ifFound(at, in.on("RepeatedItem")).Else().Add(keep))
	return append([]jen.Code{
		jen.Id(place).Op(op).Make(b.typ(t.Go), b.on("Hint")),
		b.loop(each...),
	}, b.checks(place, t, r)...)
}

// entries appends a map, its keys sorted (T38); a nil map is {} (O5). A set is the list of its keys.
func (e *encoder) entries(place string, t *model.Type) {
	opening, closing := "{", "}"
	if t.IsSet() {
		opening, closing = "[", "]"
	}
	e.text(opening)
	names := e.inner().scope
	i, key := names.Name("i"), names.Name("key")
	if t.IsSet() {
		key = names.Name("item")
	}
	each := e.block(func(in *encoder) {
		in.scope.Use(i, key)
		in.comma(i)
		if t.IsSet() {
			in.value(key, t.Elem)
			return
		}
		in.entry(place, key, t)
	})
	e.add(jen.For(jen.List(jen.Id(i), jen.Id(key)).Op(":=").Range().Add(e.sortedKeys(place, t.Key))).Block(each...))
	e.text(closing)
}

// entry appends one key of a map and its value.
func (e *encoder) entry(place, key string, t *model.Type) {
	value := place + "[" + key + "]"
	if t.Key.Kind == model.Text {
		value = place + "[" + key + ".Key]"
	}
	if !t.Elem.Kind.Scalar() || t.Elem.Sized() || t.Elem.Kind == model.Text {
		item := e.scope.Name("item") // a map's value has no address
		e.aside(jen.Id(item).Op(":=").Id(value))
		value = item
	}
	e.set(e.appendKey(key, t.Key))
	e.text(":")
	e.nilOr(value, t.Elem, t.Items())
}

// sortedKeys are the keys of a map, sorted bytewise by their text.
func (b *body) sortedKeys(place string, t *model.Type) *jen.Statement {
	function := "Keys"
	switch t.Kind {
	case model.Int, model.Uint:
		function = "IntKeys"
	case model.Text:
		function = "TextKeys"
	case model.Names:
		return b.codec("NameKeys").Call(jen.Id(place), b.shared(b.page.encode, routineKey(t)))
	}
	return b.codec(function).Call(jen.Id(place))
}

// appendKey appends a key as a string.
func (b *body) appendKey(key string, t *model.Type) *jen.Statement {
	buffer := jen.Id(b.buffer)
	switch t.Kind {
	case model.Int:
		return b.codec("AppendQuotedInt").Call(buffer, b.as("int64", key, t))
	case model.Uint:
		return b.codec("AppendQuotedUint").Call(buffer, b.as("uint64", key, t))
	case model.Text:
		return jen.Id(key).Dot("Append").Call(buffer)
	case model.Names:
		return b.appendCall(buffer, key, t)
	}
	return b.codec("AppendString").Call(buffer, b.as("string", key, t))
}
