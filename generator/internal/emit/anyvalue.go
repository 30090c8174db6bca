package emit

import (
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// isRawMessage reports whether a type is the JSON text itself (T22); any other of its kind reads or writes its own JSON (T51, O12).
func isRawMessage(t *model.Type) bool {
	return t.Kind == model.Raw && t.Go.Kind == model.GoNamed && t.Go.Pkg == "encoding/json"
}

func readsOwnJSON(t *model.Type) bool { return t.Kind == model.Raw && !isRawMessage(t) }

// readRaw reads the text of a value, or gives it to the type's own UnmarshalJSON.
func (b *body) readRaw(t *model.Type) *jen.Statement {
	if isRawMessage(t) {
		return b.readAs("Raw", t)
	}
	return b.readByFunction(t)
}

// readAs calls Raw or Any, or its twin that holds the value against a declared schema.
func (b *body) readAs(method string, t *model.Type) *jen.Statement {
	if shape := b.shapeOf(t); shape != nil {
		return b.on(method+"As", shape)
	}
	return b.on(method)
}

// conforming reads a container only where it conforms to its declared schema.
func (b *body) conforming(place, op string, t *model.Type, r model.Rules) []jen.Code {
	var out []jen.Code
	if op == ":=" {
		out = append(out, jen.Var().Id(place).Add(b.typ(t.Go)))
	}
	plain := *t
	plain.Schema = ""
	return append(out, jen.If(b.on("Conforms", b.shapeOf(t))).Block(b.inner().read(place, "=", &plain, r)...))
}

// conform holds what a call has appended to the buffer against the declared schema of its type.
func (b *body) conform(buffer, call *jen.Statement, t *model.Type) *jen.Statement {
	shape := b.shapeOf(t)
	if shape == nil {
		return call
	}
	function := "Conform"
	if t.Kind == model.Any || isRawMessage(t) {
		function = "ConformOrNull" // nil is null
	}
	return b.codec(function).Call(call, jen.Len(buffer), shape)
}

// conformingList appends a container, and holds it against its declared schema.
func (e *encoder) conforming(place string, t *model.Type) {
	start := e.scope.Name("start")
	e.add(jen.Id(start).Op(":=").Len(jen.Id(e.buffer)))
	plain := *t
	plain.Schema = ""
	e.value(place, &plain)
	e.flush()
	e.set(e.codec("Conform").Call(jen.Id(e.buffer), jen.Id(start), e.shapeOf(t)))
}

// exactly is an expression with the very type t, where a variable of that type would take it as it is.
func (b *body) exactly(t *model.Type, value *jen.Statement) *jen.Statement {
	if t.Go.Kind == model.GoNamed && (t.Kind == model.Bytes || t.Kind == model.Any || isRawMessage(t)) {
		return b.typ(t.Go).Call(value)
	}
	return value
}

// ownReader is the function that reads a type by its own UnmarshalJSON. It makes a pointer of one that must not be copied (T60).
func (pg *page) ownReader(t *model.Type) *routine {
	return &routine{key: routineKey(t), base: pg.verb("decode", t.Go, t.Go.Name), order: key(t.Go), write: func(b *body, name string) jen.Code {
		cursor := b.readsCursor(name)
		v, raw := b.scope.Name("v"), b.scope.Name("raw")
		result, made := jen.Id(v).Add(b.typ(t.Go)), jen.Null()
		if t.ByPointer {
			result = jen.Op("*").Add(b.typ(t.Go))
			made = jen.Id(v).Op(":=").New(b.typ(t.Go))
		}
		return jen.Func().Id(name).Params(cursor).Params(result).Block(
			made,
			jen.If(jen.Id(raw).Op(":=").Add(b.readAs("Raw", t)), jen.Id(raw).Op("!=").Nil()).Block(
				b.on("Reject", jen.Id(v).Dot("UnmarshalJSON").Call(jen.Id(raw))),
			),
			jen.Return(jen.Id(v)),
		)
	}}
}

// ownWriter is the function that writes a type by its own MarshalJSON. It takes a pointer to one that must not be copied (T60).
func (pg *page) ownWriter(t *model.Type) *routine {
	return &routine{key: routineKey(t), base: pg.verb("append", t.Go, t.Go.Name), order: key(t.Go), write: func(b *body, name string) jen.Code {
		buffer, v := b.scope.Name("b"), b.scope.Name("v")
		raw, err := b.scope.Name("raw"), b.scope.Name("err")
		typ := b.typ(t.Go)
		if t.ByPointer {
			typ = jen.Op("*").Add(typ)
		}
		return jen.Func().Id(name).Params(jen.Id(buffer).Index().Byte(), jen.Id(v).Add(typ)).Index().Byte().Block(
			jen.List(jen.Id(raw), jen.Id(err)).Op(":=").Id(v).Dot("MarshalJSON").Call(),
			jen.Return(b.conform(jen.Id(buffer), b.codec("AppendMarshaled").Call(jen.Id(buffer), jen.Id(raw), jen.Id(err)), t)),
		)
	}}
}

// appendOwn appends a value whose form its kind does not tell: bytes, numbers as text, JSON, any; nil for other kinds.
func (b *body) appendOwn(buffer *jen.Statement, place string, t *model.Type) *jen.Statement {
	switch {
	case t.Kind == model.Number:
		return b.codec("AppendNumber").Call(buffer, jen.Id(b.mention("string")).Call(jen.Id(place)))
	case t.Kind == model.Bytes:
		return b.appendBytes(buffer, place, t)
	case isRawMessage(t):
		return b.conform(buffer, b.codec("AppendRaw").Call(buffer, jen.Id(place)), t)
	case t.Kind == model.Raw:
		if t.ByPointer {
			place = strings.TrimPrefix(place, "*")
		}
		return b.shared(b.page.encode, routineKey(t)).Call(buffer, jen.Id(place))
	case t.Kind == model.Any && len(b.page.nameable) == 0:
		return b.conform(buffer, b.codec("AppendAny").Call(buffer, jen.Id(place)), t)
	case t.Kind == model.Any:
		return b.conform(buffer, b.codec("AppendAnyOf").Call(buffer, jen.Id(place), b.shared(b.page.encode, namedValue)), t)
	}
	return nil
}

// namedValue is the key of the function that appends values of the package's own types where an any holds them (O13).
const namedValue = "a value of a named type"

// findNameable finds the named types of results that have a JSON form here, if some result may hold anything. Types that hold
// anything themselves are left out, and so are recursive ones: both count their depth in another way.
func (pg *page) findNameable() {
	found := map[string]*model.Type{}
	free := false
	for _, t := range pg.pkg.Tools {
		walk(resultTypes(t), func(t *model.Type) {
			free = free || t.Kind == model.Any
			if t.Go.Kind == model.GoNamed && isNameable(t) {
				found[key(t.Go)] = t
			}
		})
	}
	if !free {
		return
	}
	for _, k := range slices.Sorted(maps.Keys(found)) {
		pg.nameable = append(pg.nameable, found[k])
	}
	if len(pg.nameable) > 0 {
		pg.encode.add(&routine{key: namedValue, base: "appendNamed", order: "", write: pg.namedWriter})
	}
}

func isNameable(t *model.Type) bool {
	switch t.Kind {
	case model.Bool, model.String, model.Int, model.Uint, model.Float, model.Names:
		return true
	case model.Struct:
		free := false
		walk([]*model.Type{t}, func(t *model.Type) { free = free || t.Kind == model.Any || t.Kind == model.Union })
		return !free && !recursive(t.Struct)
	}
	return false
}

// namedWriter writes the function that appends a value of a named type, and reports whether it is one.
func (pg *page) namedWriter(b *body, name string) jen.Code {
	buffer, v := b.scope.Name("b"), b.scope.Name("v")
	var cases []jen.Code
	for _, t := range pg.nameable {
		one := func(place string) jen.Code {
			return jen.Return(b.appendCall(jen.Id(buffer), place, t), jen.True())
		}
		cases = append(cases, jen.Case(b.typ(t.Go)).Block(one(v)))
		if t.Kind == model.Struct {
			cases = append(cases, jen.Case(jen.Op("*").Add(b.typ(t.Go))).Block(jen.If(jen.Id(v).Op("!=").Nil()).Block(one("*"+v)),
				jen.Return(jen.Append(jen.Id(buffer), jen.Id(raw("null")).Op("...")), jen.True())))
		}
	}
	return jen.Func().Id(name).Params(jen.Id(buffer).Index().Byte(), jen.Id(v).Id(b.mention("any"))).Params(jen.Index().Byte(), jen.Bool()).Block(
		jen.Switch(jen.Id(v).Op(":=").Id(v).Assert(jen.Type())).Block(cases...),
		jen.Return(jen.Id(buffer), jen.False()),
	)
}

// ownNotZero is the condition that a value with its own JSON is not the zero value of what it is underneath.
func ownNotZero(place string, t *model.Type) *jen.Statement {
	switch t.Form {
	case "bool":
		return jen.Id(place).Op("==").True()
	case "string":
		return jen.Id(place).Op("!=").Lit("")
	case "number":
		return jen.Id(place).Op("!=").Lit(0)
	}
	return jen.Id(place).Op("!=").Nil()
}

// freeLiteral spells a value that is known at generation, for a place of type any.
func (b *body) freeLiteral(v model.Value) *jen.Statement {
	switch v.Kind {
	case model.TrueValue:
		return jen.Id(b.mention("true"))
	case model.FalseValue:
		return jen.Id(b.mention("false"))
	case model.TextValue:
		return jen.Id(quoted(v.Text))
	case model.NumberValue:
		if strings.ContainsAny(v.Text, ".eE") {
			return jen.Id(v.Text) // a float64 as it stands
		}
		return jen.Id(b.mention("float64")).Call(jen.Id(v.Text))
	case model.ListValue:
		items := make([]jen.Code, len(v.Items))
		for i, item := range v.Items {
			items[i] = b.freeLiteral(item)
		}
		return jen.Index().Id(b.mention("any")).Values(items...)
	case model.EntriesValue:
		items := make([]jen.Code, len(v.Items))
		for i, item := range v.Items {
			items[i] = jen.Id(quoted(v.Keys[i])).Op(":").Add(b.freeLiteral(item))
		}
		return jen.Map(jen.Id(b.mention("string"))).Id(b.mention("any")).Values(items...)
	}
	return jen.Id(b.mention("nil"))
}
