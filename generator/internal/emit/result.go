package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// call writes the call of the function and the return of what it gives.
func (x *execution) call(g *jen.Group) {
	t := x.tool
	x.inject(g)
	args := make([]jen.Code, len(t.Params))
	for i, p := range t.Params {
		args[i] = x.argument(p)
	}
	fn := jen.Id(x.mention(t.Func))
	if x.recv != "" {
		fn = jen.Id(x.recv).Dot(recvField).Dot(t.Func)
	}
	call := fn.Call(args...)

	if t.Result != nil {
		for _, name := range t.Result.Names {
			x.outs = append(x.outs, x.scope.Name(name))
		}
	}
	var results []jen.Code
	for _, out := range x.outs {
		results = append(results, jen.Id(out))
	}
	wrong := jen.Id(x.err).Op("!=").Nil()
	switch {
	case t.Error && len(results) == 0:
		g.If(jen.Id(x.err).Op(":=").Add(call), wrong).Block(x.failed())
	case t.Error:
		g.List(append(results, jen.Id(x.err))...).Op(":=").Add(call)
		if x.keeps() {
			wrong = x.andNothing(wrong)
		}
		if wrong != nil {
			g.If(wrong).Block(x.failed())
		}
	case len(results) == 0:
		g.Add(call)
	default:
		g.List(results...).Op(":=").Add(call)
	}
	if t.Result == nil {
		g.Return(x.noted(x.runtime("Done").Call())) // O1
		return
	}
	x.answer(g)
}

// keeps reports whether a value that the function returns beside an error is kept (O19). A reader or a sequence beside an
// error is not begun: there the key is for errors that come later.
func (x *execution) keeps() bool {
	r := x.tool.Result
	return r != nil && r.KeepPartial && r.Form != model.ReaderResult && r.Form != model.SequenceResult
}

// single is the local of the one result that is no content.
func (x *execution) single() string {
	for i, out := range x.outs {
		if x.contentAt(i) == nil {
			return out
		}
	}
	return ""
}

// contentAt is the content that the i-th result is; nil for a value.
func (x *execution) contentAt(i int) *model.Content {
	contents := x.tool.Result.Contents
	for c := range contents {
		if contents[c].At == i {
			return &contents[c]
		}
	}
	return nil
}

// give returns a runtime.Result: with the pictures and sounds beside the value (O7), and the error beside a value that is kept
// (O19).
func (x *execution) give(g *jen.Group, answer *jen.Statement) {
	r := x.tool.Result
	if len(r.Contents) > 0 && r.Form != model.ContentResult {
		answer.Dot("With").Call(x.parts()...)
	}
	if x.keeps() {
		answer = x.partial(answer)
	}
	g.Return(x.noted(answer))
}

// partial is a value with the error that came with it.
func (x *execution) partial(answer jen.Code) *jen.Statement {
	return x.runtime("Partial").Call(jen.Id(x.ctx), answer, x.said())
}

// parts are the contents among the results, each as a list of parts.
func (x *execution) parts() []jen.Code {
	var out []jen.Code
	for _, c := range x.tool.Result.Contents {
		one := jen.Id(x.outs[c.At])
		if c.List {
			one.Op("...")
		}
		out = append(out, x.runtime("Parts").Call(one))
	}
	return out
}

// answer writes the return of the results, by their form.
func (x *execution) answer(g *jen.Group) {
	r := x.tool.Result
	switch r.Form {
	case model.TextResult:
		how := "Text" // O2
		if r.Structured {
			how = "Structured"
		}
		x.give(g, x.runtime(how).Call(x.plain(x.single(), r.Type)))
	case model.BytesResult:
		x.give(g, x.runtime("Bytes").Call(jen.Id(x.single()), jen.Id(quoted(r.MIME))))
	case model.ReaderResult:
		x.answerReader(g)
	case model.SequenceResult:
		x.answerSequence(g)
	case model.PassedResult:
		x.give(g, jen.Id(x.single()))
	case model.ContentResult:
		x.answerContents(g)
	default:
		x.answerValue(g)
	}
}

// answerContents returns what is no JSON at all. One list of parts needs no joining.
func (x *execution) answerContents(g *jen.Group) {
	answer, parts := x.runtime("Result"), x.parts()
	if len(parts) == 1 {
		answer.Values(jen.Id("Parts").Op(":").Add(parts[0]))
	} else {
		answer.Values().Dot("With").Call(parts...)
	}
	x.give(g, answer)
}

// answerReader reads the reader to its end (O8). What came before an error is kept where keep-partial says so.
func (x *execution) answerReader(g *jen.Group) {
	r := x.tool.Result
	data := x.scope.Name("data")
	g.List(jen.Id(data), jen.Id(x.err)).Op(":=").Add(x.runtime("ReadAll").Call(jen.Id(x.ctx), jen.Id(x.single())))
	answer := x.runtime("Bytes").Call(jen.Id(data), jen.Id(quoted(r.MIME)))
	if r.KeepPartial {
		answer = x.partial(answer)
	} else {
		g.If(jen.Id(x.err).Op("!=").Nil()).Block(x.failed())
	}
	x.give(g, answer)
}

// answerSequence collects a sequence into an array (O9). It stops at the first error, and where the context is over. A
// sequence of plain items cannot say that it gave up because of the context, so that is looked at once more behind it.
func (x *execution) answerSequence(g *jen.Group) {
	r, out := x.tool.Result, x.single()
	list := func() jen.Code { return x.runtime("JSON").Call(jen.Append(jen.Id(x.buffer), jen.Id("']'"))) }
	n := x.scope.Name("n")
	stop := jen.Return(x.runtime("Stopped").Call(jen.Id(x.ctx), x.said(), jen.Id(n)))
	if r.KeepPartial {
		stop = jen.Return(x.partial(list()))
	}
	over := func(op string) *jen.Statement { return jen.Id(x.err).Op(op).Id(x.ctx).Dot("Err").Call() }
	wrong := jen.Id(x.err).Op("!=").Nil()

	g.If(jen.Id(out).Op("==").Nil()).BlockFunc(func(g *jen.Group) { // O5
		x.give(g, x.runtime("JSON").Call(jen.Index().Byte().Parens(jen.Lit("[]"))))
	})
	g.Id(x.buffer).Op(":=").Append(jen.Make(jen.Index().Byte(), jen.Lit(0), jen.Lit(256)), jen.Id("'['"))
	g.Id(n).Op(":=").Lit(0)
	in := x.inner()
	item := in.scope.Name("item")
	each := &encoder{body: in}
	each.value(item, r.Type.Elem)
	vars := []jen.Code{jen.Id(item)}
	if r.Pairs {
		vars = append(vars, jen.Id(x.err))
	}
	g.For(jen.List(vars...).Op(":=").Range().Id(out)).BlockFunc(func(g *jen.Group) {
		if r.Pairs {
			g.If(jen.Id(x.err).Op("==").Nil()).Block(over("="))
			g.If(wrong).Block(stop)
		} else {
			g.If(over(":="), wrong).Block(stop)
		}
		g.If(jen.Id(n).Op(">").Lit(0)).Block(jen.Id(x.buffer).Op("=").Append(jen.Id(x.buffer), jen.Id("','")))
		put(g, each.done())
		g.Id(n).Op("++")
	})
	if !r.Pairs {
		g.If(over(":="), wrong).Block(stop)
	}
	x.give(g, list().(*jen.Statement))
}

// answerValue returns JSON: of the one value, or of the object that several make.
func (x *execution) answerValue(g *jen.Group) {
	r := x.tool.Result
	if r.Type == nil {
		locals := map[string]string{}
		for i, name := range r.Names {
			locals[name] = x.outs[i]
		}
		place := func(path []model.Step) string { return join(locals[path[0].Name], path[1:]) }
		x.answerJSON(g, sizeOfFields(r.Fields, place), func(e *encoder) { e.object(&model.Object{Fields: r.Fields}, place) })
		return
	}
	place, t := x.single(), r.Type
	if elem := t.Pointee(); elem != nil {
		// O6: a nil pointer is null.
		g.If(jen.Id(place).Op("==").Nil()).BlockFunc(func(g *jen.Group) {
			x.give(g, x.runtime("JSON").Call(jen.Index().Byte().Parens(jen.Lit("null"))))
		})
		place, t = "*"+place, elem
	}
	if oneCall(t) {
		buffer := jen.Make(jen.Index().Byte(), jen.Lit(0), x.room(sizeOf(t, place)))
		x.give(g, x.runtime("JSON").Call(x.appendCall(buffer, place, t)))
		return
	}
	x.answerJSON(g, sizeOf(t, place), func(e *encoder) {
		if r.Type.Kind == model.Pointer {
			e.pointed(x.single(), r.Type)
		} else {
			e.value(place, t)
		}
	})
}

// answerJSON returns what write appends.
func (x *execution) answerJSON(g *jen.Group, room size, write func(e *encoder)) {
	e := &encoder{body: x.body}
	write(e)
	statements, result := e.result()
	g.Id(x.buffer).Op(":=").Make(jen.Index().Byte(), jen.Lit(0), x.room(room))
	put(g, statements)
	x.give(g, x.runtime("JSON").Call(result))
}

// oneCall reports whether a value is encoded by one call of an append function.
// A value that is held against a declared schema afterwards needs a name for its buffer.
func oneCall(t *model.Type) bool {
	return t.Kind.Scalar() && !((t.Kind == model.Any || isRawMessage(t)) && checksShape(t)) || t.Kind == model.Struct
}

// needsBuffer reports whether a result is encoded by statements.
func needsBuffer(r *model.Result) bool {
	switch {
	case r == nil:
		return false
	case r.Form == model.SequenceResult:
		return true
	case r.Form != model.ValueResult:
		return false
	case r.Type == nil:
		return true
	case r.Type.Kind == model.Pointer:
		return !oneCall(r.Type.Elem)
	}
	return !oneCall(r.Type)
}

// andNothing is the condition that there is an error and nothing beside it that could be kept: what is zero or empty is no
// value (O19). It is nil where a result cannot be compared; then whatever comes is kept.
func (x *execution) andNothing(wrong *jen.Statement) *jen.Statement {
	r := x.tool.Result
	field := 0
	for i, out := range x.outs {
		var nothing *jen.Statement
		switch c := x.contentAt(i); {
		case c != nil && c.List:
			nothing = jen.Len(jen.Id(out)).Op("==").Lit(0)
		case c != nil && c.Pointer:
			nothing = jen.Id(out).Op("==").Nil()
		case c != nil:
			nothing = jen.Len(jen.Id(out).Dot("Data")).Op("==").Lit(0)
		case r.Form == model.BytesResult:
			nothing = jen.Len(jen.Id(out)).Op("==").Lit(0)
		case r.Type != nil && r.Form != model.PassedResult:
			nothing = x.isZero(out, r.Type)
		case r.Type == nil && field < len(r.Fields):
			nothing = x.isZero(out, r.Fields[field].Type)
			field++
		}
		if nothing == nil {
			return nil
		}
		wrong.Op("&&").Add(nothing)
	}
	return wrong
}

// isZero is the condition that a value is zero or has no items; nil where it cannot be compared.
func (b *body) isZero(place string, t *model.Type) *jen.Statement {
	switch t.Kind {
	case model.Bool:
		return jen.Op("!").Id(place)
	case model.String:
		return jen.Id(place).Op("==").Lit("")
	case model.Int, model.Uint, model.Float, model.Duration, model.Names:
		return jen.Id(place).Op("==").Lit(0)
	case model.Slice, model.Map:
		return jen.Len(jen.Id(place)).Op("==").Lit(0)
	case model.Pointer, model.Any, model.Union:
		return jen.Id(place).Op("==").Nil()
	case model.Text:
		switch {
		case t.Text.Empty == "len":
			return jen.Len(jen.Id(place)).Op("==").Lit(0)
		case t.Text.Empty != "":
			return jen.Id(place).Op("==").Id(t.Text.Empty)
		case t.Go.Comparable:
			return jen.Id(place).Op("==").Parens(b.typ(t.Go).Values())
		}
	case model.Time:
		return jen.Id(place).Dot("IsZero").Call()
	case model.Struct, model.Array:
		if t.Go.Comparable {
			return jen.Id(place).Op("==").Parens(b.typ(t.Go).Values())
		}
	}
	return nil
}
