package emit

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// read writes the statements that read one value of type t, under the rules r, into a place. op is "=", or ":=" where the
// place is a new variable; then t is no struct, no array and no Optional.
func (b *body) read(place, op string, t *model.Type, r model.Rules) []jen.Code {
	if value := b.value(t, r); value != nil {
		return append([]jen.Code{jen.Id(place).Op(op).Add(value)}, b.checks(place, t, r)...)
	}
	if checksShape(t) {
		return b.conforming(place, op, t, r)
	}
	switch t.Kind {
	case model.Names:
		return b.readSome(place, t, r)
	case model.Bytes:
		return []jen.Code{b.fillBytes(place, t)}
	case model.Slice:
		return b.readSlice(place, op, t, r)
	case model.Array:
		return b.readArray(place, t, r)
	case model.Map:
		return b.readMap(place, op, t, r)
	case model.Struct:
		return []jen.Code{b.readStruct(place, t)}
	case model.Optional:
		return b.readOptional(place, t, r)
	}
	return b.readPointer(place, op, t, r)
}

// value is an expression that reads one value of type t, or nil where that takes statements.
func (b *body) value(t *model.Type, r model.Rules) *jen.Statement {
	if t.Form == model.QuotedForm {
		return b.quotedValue(t)
	}
	switch t.Kind {
	case model.Bool:
		return b.convert(t, b.on("Bool"))
	case model.String:
		switch {
		case r.Enum != nil:
			return b.convert(t, b.on("Choice", words(40, texts(r.Enum))...))
		case t.Enum != nil:
			return b.readByFunction(t)
		}
		return b.convert(t, b.on("String"))
	case model.Names:
		if r.Enum != nil {
			return nil // readSome
		}
		return b.readByFunction(t)
	case model.Int, model.Uint:
		if t.Enum != nil && r.Enum == nil {
			return b.readByFunction(t)
		}
		method := strings.ToUpper(integer(t)[:1]) + integer(t)[1:]
		if low, high := bounds(t, r); low != nil || high != nil {
			return b.convert(t, b.on(method+"In", b.bound(t, low, "Min"), b.bound(t, high, "Max")))
		}
		return b.convert(t, b.on(method))
	case model.Float:
		return b.convert(t, b.on("Float"+bitsOf(t)))
	case model.Number:
		return b.typ(t.Go).Call(b.on("NumberText"))
	case model.Bytes:
		return b.readBytes(t)
	case model.Raw:
		return b.readRaw(t)
	case model.Any:
		return b.readAs("Any", t)
	case model.Time, model.Duration:
		return b.readTime(t)
	case model.Union:
		return b.readByFunction(t)
	case model.Text:
		return b.readText(t)
	case model.Pointer:
		if t.Elem.ByPointer {
			return b.readByFunction(t.Elem)
		}
		if elem := b.value(t.Elem, r); elem != nil {
			return jen.New(b.exactly(t.Elem, elem))
		}
	}
	return nil
}

// readByFunction reads a value through the function that its type shares.
func (b *body) readByFunction(t *model.Type) *jen.Statement {
	return b.shared(b.page.decode, routineKey(t)).Call(b.ref())
}

// convert wraps a value of the predeclared type where t is a named one (T12).
func (b *body) convert(t *model.Type, value *jen.Statement) *jen.Statement {
	if !t.Converted() {
		return value
	}
	return b.typ(t.Go).Call(value)
}

// integer is the predeclared integer type that t is, or is read as.
func integer(t *model.Type) string {
	switch {
	case t.Kind == model.Int:
		return "int" + bitsOf(t)
	case t.Go.Kind == model.GoBasic && t.Go.Name == "uintptr":
		return "uintptr"
	}
	return "uint" + bitsOf(t)
}

// readStruct reads a struct through its function.
func (b *body) readStruct(place string, t *model.Type) jen.Code {
	return b.shared(b.page.decode, routineKey(t)).Call(b.ref(), address(place))
}

// readPointer reads what a pointer points to, where that is no scalar.
func (b *body) readPointer(place, op string, t *model.Type, r model.Rules) []jen.Code {
	if t.Elem.Kind == model.Struct {
		return []jen.Code{
			jen.Id(place).Op(op).New(b.typ(t.Elem.Go)),
			b.readStruct("*"+place, t.Elem),
		}
	}
	value, statements := b.readNew("value", t, r)
	return append(statements, jen.Id(place).Op(op).Id(value))
}

// readNew reads a value into a new variable, called as wanted where that is free, and returns the expression that is the
// value: the variable, or a pointer to it.
func (b *body) readNew(want string, t *model.Type, r model.Rules) (value string, statements []jen.Code) {
	if t.Kind == model.Pointer && t.Elem.Kind != model.Struct {
		value, statements = b.readNew(want, t.Elem, r)
		return "&" + value, statements
	}
	name := b.scope.Name(want)
	if t.Kind == model.Struct || t.Kind == model.Array || t.Kind == model.Optional || t.Sized() || t.Kind == model.Names && r.Enum != nil {
		declared := jen.Var().Id(name).Add(b.typ(t.Go))
		return name, append([]jen.Code{declared}, b.read(name, "=", t, r)...)
	}
	return name, b.read(name, ":=", t, r)
}

// loop is the loop over an array's items; each runs once an item.
func (b *body) loop(each ...jen.Code) jen.Code {
	return jen.For(b.on("Array"), b.on("Item"), jen.Empty()).Block(each...)
}

func (b *body) readSlice(place, op string, t *model.Type, r model.Rules) []jen.Code {
	first := jen.Id(place).Op(op).Make(b.typ(t.Go), jen.Lit(0), b.on("Hint"))
	in := b.inner()
	var each []jen.Code
	if value := in.item(t); value != nil {
		each = []jen.Code{jen.Id(place).Op("=").Append(jen.Id(place), value)}
	} else if t.Elem.Kind == model.Struct {
		each = []jen.Code{
			jen.Id(place).Op("=").Append(jen.Id(place), in.typ(t.Elem.Go).Values()),
			in.readStruct(place+"[len("+place+")-1]", t.Elem),
		}
	} else {
		var item string
		item, each = in.readItem(t)
		each = append(each, jen.Id(place).Op("=").Append(jen.Id(place), jen.Id(item)))
	}
	statements := append(b.distinct(t, r), first, b.loop(each...))
	return append(statements, b.checks(place, t, r)...)
}

// readArray reads exactly as many items as there are (T31).
func (b *body) readArray(place string, t *model.Type, r model.Rules) []jen.Code {
	in := b.inner()
	n := in.scope.Name("n")
	item := in.inner().unlessNull(place+"["+n+"]", t.Elem, t.Items())
	statements := append(b.distinct(t, r),
		jen.Id(n).Op(":=").Lit(0),
		jen.For(b.on("Array"), b.on("Item"), jen.Id(n).Op("++")).Block(
			jen.If(jen.Id(n).Op("<").Len(jen.Id(place))).Block(item...).Else().Block(in.on("Skip")),
		),
		b.on("Exactly", jen.Id(n), jen.Lit(int(t.Len))),
	)
	b.scope.Use(n) // two arrays in one block
	return append(statements, b.checks(place, t, r)...)
}

func texts(values []model.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.Text
	}
	return out
}
