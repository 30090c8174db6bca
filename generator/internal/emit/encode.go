package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// encoder writes the statements that append values to a buffer. Literal text is held back until a value or a block comes,
// so that separators, names and brackets end up in one append.
type encoder struct {
	*body
	statements []jen.Code
	pending    string   // literal text that is not yet appended
	last       jen.Code // the call whose result the last statement assigns to the buffer; nil for another statement
}

// text appends literal JSON text.
func (e *encoder) text(s string) { e.pending += s }

// set appends a value: call takes the buffer and returns the longer one.
func (e *encoder) set(call jen.Code) {
	e.add(jen.Id(e.buffer).Op("=").Add(call))
	e.last = call
}

// add appends a statement behind the text before it.
func (e *encoder) add(statement jen.Code) {
	e.flush()
	e.statements, e.last = append(e.statements, statement), nil
}

// aside writes a statement that does not touch the buffer, so that the text before it may come later.
func (e *encoder) aside(statement jen.Code) {
	e.statements, e.last = append(e.statements, statement), nil
}

// flush appends the pending text.
func (e *encoder) flush() {
	if e.pending == "" {
		return
	}
	text := e.pending
	e.pending = ""
	literal := jen.Id(raw(text)).Op("...")
	if len(text) == 1 {
		literal = jen.Id(strconv.QuoteRune(rune(text[0])))
	}
	e.set(jen.Append(jen.Id(e.buffer), literal))
}

// done returns the statements, all text appended.
func (e *encoder) done() []jen.Code {
	e.flush()
	return e.statements
}

// result returns the statements but for a last append, and the expression that is the buffer behind it.
func (e *encoder) result() ([]jen.Code, jen.Code) {
	e.flush()
	if e.last == nil {
		return e.statements, jen.Id(e.buffer)
	}
	return e.statements[:len(e.statements)-1], e.last
}

// block writes a block inside e's.
func (e *encoder) block(write func(in *encoder)) []jen.Code {
	in := &encoder{body: e.inner()}
	write(in)
	return in.done()
}

// value appends the value at a place.
func (e *encoder) value(place string, t *model.Type) {
	switch t.Kind {
	case model.Slice, model.Array, model.Map:
		switch {
		case checksShape(t):
			e.conforming(place, t)
		case t.Kind == model.Map:
			e.entries(place, t)
		default:
			e.list(place, t)
		}
	case model.Optional:
		e.optional(place, t)
	default:
		if t.Pointee() != nil { // O6: a nil pointer is null.
			null := e.block(func(in *encoder) { in.text("null") })
			value := e.block(func(in *encoder) { in.pointed(place, t) })
			e.add(jen.If(jen.Id(place).Op("==").Nil()).Block(null...).Else().Block(value...))
			return
		}
		e.set(e.appendCall(jen.Id(e.buffer), place, t))
	}
}

// pointed appends what a pointer that is not nil points to.
func (e *encoder) pointed(place string, t *model.Type) {
	if t.Kind == model.Text {
		e.set(e.appendCall(jen.Id(e.buffer), place, t))
		return
	}
	switch t.Elem.Kind {
	case model.Slice, model.Array, model.Map:
		name := e.scope.Name("value")
		e.aside(jen.Id(name).Op(":=").Op("*").Id(place))
		e.value(name, t.Elem)
	default:
		e.value("*"+place, t.Elem)
	}
}

// appendCall appends a scalar or a struct to a buffer.
func (b *body) appendCall(buffer *jen.Statement, place string, t *model.Type) *jen.Statement {
	if t.Form == model.QuotedForm {
		return b.appendQuoted(buffer, place, t)
	}
	switch t.Kind {
	case model.Struct:
		return b.appendByFunction(buffer, address(place), routineKey(t), recursive(t.Struct))
	case model.Union:
		return b.appendByFunction(buffer, jen.Id(place), routineKey(t), recursiveUnion(t.Union))
	case model.Names:
		return b.appendByFunction(buffer, jen.Id(place), routineKey(t), false)
	case model.Text:
		return b.appendText(buffer, place, t)
	case model.Int:
		return b.codec("AppendInt").Call(buffer, b.as("int64", place, t))
	case model.Uint:
		return b.codec("AppendUint").Call(buffer, b.as("uint64", place, t))
	case model.Time, model.Duration:
		return b.appendTime(buffer, place, t)
	}
	if call := b.appendOwn(buffer, place, t); call != nil {
		return call
	}
	method := map[model.Kind]string{
		model.Bool: "AppendBool", model.String: "AppendString", model.Float: "AppendFloat" + bitsOf(t),
	}[t.Kind]
	return b.codec(method).Call(buffer, b.plain(place, t))
}

// appendByFunction appends a value through the function that its type shares. One that is recursive is told how deep it is.
func (b *body) appendByFunction(buffer, value jen.Code, key any, recursive bool) *jen.Statement {
	args := []jen.Code{buffer, value}
	if recursive {
		depth := jen.Id(b.depth)
		if b.depth == "" {
			depth = jen.New(jen.Id(b.mention("int")))
		}
		args = append(args, depth)
	}
	return b.shared(b.page.encode, key).Call(args...)
}

// plain is a value as its predeclared type.
func (b *body) plain(place string, t *model.Type) *jen.Statement {
	switch t.Kind {
	case model.Bool:
		return b.as("bool", place, t)
	case model.String:
		return b.as("string", place, t)
	case model.Float:
		return b.as("float"+bitsOf(t), place, t)
	}
	return jen.Id(place)
}

// as is a value converted to a predeclared type, unless it has that type.
func (b *body) as(name, place string, t *model.Type) *jen.Statement {
	if t.Go.Kind == model.GoBasic && t.Go.Name == name {
		return jen.Id(place)
	}
	return jen.Id(b.mention(name)).Call(jen.Id(place))
}

// list appends a slice or an array; a nil slice is [] (O5).
func (e *encoder) list(place string, t *model.Type) {
	e.text("[")
	i := e.inner().scope.Name("i")
	each := e.block(func(in *encoder) {
		in.scope.Use(i)
		in.comma(i)
		in.nilOr(place+"["+i+"]", t.Elem, t.Items())
	})
	e.add(jen.For(jen.Id(i).Op(":=").Range().Id(place)).Block(each...))
	e.text("]")
}

// comma parts an item from the one before it.
func (e *encoder) comma(i string) {
	e.add(jen.If(jen.Id(i).Op(">").Lit(0)).Block(jen.Id(e.buffer).Op("=").Append(jen.Id(e.buffer), jen.Id("','"))))
}

// object appends properties as an object. Up to the first property that is always there, those that may be left out bring
// their comma behind them; all later ones bring it before them. Where none is always there, EndObject takes the last
// comma away.
func (e *encoder) object(o *model.Object, place func([]model.Step) string) {
	fields := o.Fields
	first := len(fields) // the first that is always there
	for i := len(fields) - 1; i >= 0; i-- {
		if always(fields[i]) {
			first = i
		}
	}
	e.text("{")
	for i := 0; i < len(fields); {
		guard, n := e.guarded(fields[i:], place)
		if guard == nil {
			e.property(fields[i], i-first, place)
			i++
			continue
		}
		e.add(jen.If(guard).Block(e.block(func(in *encoder) {
			for j, f := range fields[i : i+n] {
				in.property(f, i+j-first, place)
			}
		})...))
		i += n
	}
	if o.Rest != nil {
		e.rest(o, first == len(fields), place)
	}
	if first == len(fields) && (first > 0 || o.Rest != nil) {
		e.set(e.codec("EndObject").Call(jen.Id(e.buffer)))
		return
	}
	e.text("}")
}

// property appends one property. side is below, at or above zero for one before, at or after the first that is always
// there.
func (e *encoder) property(f *model.Field, side int, place func([]model.Step) string) {
	at := place(f.Path)
	if f.Fixed != "" {
		e.text(model.Quote(f.Name) + ":" + model.Quote(f.Fixed)) // the first property, always there
		return
	}
	write := func(e *encoder, value func(string, *model.Type)) {
		if side > 0 {
			e.text(",")
		}
		e.text(model.Quote(f.Name) + ":")
		value(at, f.Type)
		if side < 0 {
			e.text(",")
		}
	}
	there := e.there(f, at)
	if there == nil {
		write(e, func(at string, t *model.Type) { e.nilOr(at, t, f.Rules) })
		return
	}
	e.add(jen.If(there).Block(e.block(func(in *encoder) {
		switch {
		case f.Type.Pointee() != nil:
			write(in, in.pointed)
		case f.Type.Kind == model.Optional && f.Type.Hold.Null == "":
			write(in, in.held)
		default:
			write(in, in.value)
		}
	})...))
}

// always reports whether a property is never left out.
func always(f *model.Field) bool {
	neverEmpty := notEmpty("", f.Type) == nil
	return (!f.OmitEmpty || neverEmpty) && !f.OmitZero && lastAlloc(f) < 0 && !f.Type.MayBeAbsent()
}

// guarded returns the condition that the embedded pointers on a property's path are not nil, or nil where there are none,
// and how many of the properties share it: like encoding/json, a nil embedded pointer has no properties.
func (e *encoder) guarded(fields []*model.Field, place func([]model.Step) string) (guard *jen.Statement, n int) {
	pointers := func(f *model.Field) string {
		var all []string
		for i, step := range f.Path {
			if step.Alloc != nil {
				all = append(all, place(f.Path[:i+1])+" != nil")
			}
		}
		return strings.Join(all, " && ")
	}
	condition := pointers(fields[0])
	if condition == "" {
		return nil, 0
	}
	for n = 1; n < len(fields) && pointers(fields[n]) == condition; n++ {
	}
	return jen.Id(condition), n
}

// structWriter is the function that encodes one struct. That of a struct which contains itself counts how deep it
// is; a cycle of pointers ends as a mark that makes the result an error (O18). The count is not taken back at the mark, so
// that everything around it ends too.
func (pg *page) structWriter(s *model.StructType) *routine {
	return &routine{key: structKey(s), base: pg.verb("append", s.Go, functionHint(s)), order: key(s.Go), write: func(b *body, name string) jen.Code {
		b.buffer = b.scope.Name("b")
		v := b.scope.Name("v")
		e := &encoder{body: b}
		params := []jen.Code{
			jen.Id(b.buffer).Index().Byte(),
			jen.Id(v).Op("*").Add(b.typ(s.Go)),
		}
		if recursive(s) {
			b.depth = b.scope.Name("depth")
			params = append(params, jen.Id(b.depth).Op("*").Int())
			e.add(jen.If(
				jen.Op("*").Id(b.depth).Op("++"),
				jen.Op("*").Id(b.depth).Op(">").Add(b.codec("MaxResultDepth")),
			).Block(jen.Return(b.codec("AppendDepth").Call(jen.Id(b.buffer)))))
		}
		e.object(s.Object, func(path []model.Step) string { return join(v, path) })
		if b.depth != "" {
			e.aside(jen.Op("*").Id(b.depth).Op("--"))
		}
		statements, result := e.result()
		return jen.Func().Id(name).Params(params...).Index().Byte().Block(append(statements, jen.Return(result))...)
	}}
}

// recursive reports whether a struct contains itself.
func recursive(s *model.StructType) bool {
	found := false
	walk(fieldTypes(s.Object.All()), func(t *model.Type) {
		found = found || t.Struct != nil && structKey(t.Struct) == structKey(s) || slices.Contains(variants(t), s)
	})
	return found
}
