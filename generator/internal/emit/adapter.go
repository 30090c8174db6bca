package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// adapter writes the type that makes a tool of a function: Spec and Execute.
func (pg *page) adapter(t *model.Tool) {
	name := pg.adapters[t]
	pg.file.Line()
	pg.file.Commentf("%s is the tool %q: %s.", name, t.Name, funcName(t))
	if t.Recv == nil {
		pg.file.Type().Id(name).Struct()
	} else {
		pg.file.Type().Id(name).Id("struct").Custom(oneLine, jen.Id(recvField).Op("*").Add(pg.outside().typ(t.Recv.Type)))
	}
	pg.file.Line()
	pg.file.Func().Params(jen.Id(name)).Id("Spec").Params().Op("*").Qual(runtimePath, "Spec").Custom(oneLine,
		jen.Return(jen.Op("&").Id(pg.specs[t].spec)))
	pg.file.Line()
	pg.file.Add(pg.function(name, func(b *body) jen.Code { return b.execute(t) }))
}

// oneLine lays out a block of one short statement or field.
var oneLine = jen.Options{Open: "{ ", Close: " }"}

// funcName is how Go people call a tool's function: Forecast, (*Service).Save, Kind.String.
func funcName(t *model.Tool) string {
	switch {
	case t.Recv == nil:
		return t.Func
	case t.RecvPointer:
		return "(*" + t.Recv.Type.Name + ")." + t.Func
	}
	return t.Recv.Type.Name + "." + t.Func
}

// execution is Execute in the making: the names of its locals.
type execution struct {
	*body
	tool   *model.Tool
	recv   string // the adapter; "" for a function
	ctx    string
	args   string
	err    string
	out    string            // the one result; "" where there is none
	locals map[string]string // the parameters' names to those of the locals that hold them
	seen   []string          // the words that remember which properties came
}

// execute writes Execute: declare, read, check, call, in this order with the same words, so that a reader learns the
// shape once. Its own locals are named before the parameters', for the same reason.
func (b *body) execute(t *model.Tool) jen.Code {
	x := &execution{body: b, tool: t, locals: map[string]string{}}
	if t.Recv != nil {
		x.recv = b.scope.Name("t")
	}
	x.ctx, x.args = b.scope.Name("ctx"), b.scope.Name("args")
	b.cursor = b.scope.Name("c")
	x.err = b.scope.Name("err")
	if t.Result != nil && t.Result.Type != nil {
		x.out = b.scope.Name("out")
	}
	if needsBuffer(t.Result) {
		b.buffer = b.scope.Name("b")
	}
	x.seen = b.seenWords(t.Input)
	for _, p := range t.Params {
		if p.Role != model.Context {
			x.locals[p.Name] = b.scope.Name(p.Name)
		}
	}

	header := jen.Func()
	if x.recv == "" {
		header.Params(jen.Id(b.page.adapters[t]))
	} else {
		header.Params(jen.Id(x.recv).Id(b.page.adapters[t]))
	}
	header.Id("Execute").Params(
		jen.Id(x.ctx).Qual("context", "Context"), jen.Id(x.args).Index().Byte(),
	).Qual(runtimePath, "Result")
	return header.BlockFunc(func(g *jen.Group) {
		// F4: a call that is over does nothing.
		g.If(jen.Id(x.err).Op(":=").Id(x.ctx).Dot("Err").Call(), jen.Id(x.err).Op("!=").Nil()).Block(x.failed())
		x.declare(g)
		x.read(g)
		g.If(jen.Id(x.err).Op(":=").Add(b.on("Close")), jen.Id(x.err).Op("!=").Nil()).Block(
			jen.Return(b.runtime("Invalid").Call(jen.Id(x.err))),
		)
		g.Line()
		x.call(g)
	})
}

// failed returns the function's error, or the context's.
func (x *execution) failed() jen.Code {
	return jen.Return(x.runtime("Failed").Call(jen.Id(x.ctx), jen.Id(x.err)))
}

// declare writes the variables: the parameters with their defaults, and the words that remember what came.
func (x *execution) declare(g *jen.Group) {
	var vars []jen.Code
	for _, p := range x.tool.Params {
		switch p.Role {
		case model.Property:
			vars = append(vars, x.variable(x.locals[p.Name], p.Go, x.property(p)))
		case model.Root, model.Flat:
			vars = append(vars, jen.Id(x.locals[p.Name]).Add(x.typ(p.Type.Struct.Go)))
		}
	}
	for _, word := range x.seen {
		vars = append(vars, jen.Id(word).Id(x.mention("uint64")))
	}
	switch {
	case len(vars) == 1:
		g.Var().Add(vars[0])
	case len(vars) > 1:
		g.Var().Defs(vars...)
	}
	for _, f := range x.tool.Input.Fields {
		if len(f.Path) > 1 {
			put(g, x.setDefault(f, x.place))
		}
	}
}

// property is the field of the arguments that fills a parameter.
func (x *execution) property(p *model.Param) *model.Field {
	for _, f := range x.tool.Input.Fields {
		if len(f.Path) == 1 && f.Path[0].Name == p.Name {
			return f
		}
	}
	x.page.fail("tool %s: no property fills the parameter %s", x.tool.Name, p.Name)
	return &model.Field{Type: p.Type, Rules: model.NoRules}
}

// variable declares a parameter's variable. Where the default says the type, the type is left out.
func (x *execution) variable(name string, g *model.GoType, f *model.Field) jen.Code {
	if f.Default == nil {
		return jen.Id(name).Add(x.typ(g))
	}
	value, typed := x.literal(*f.Default, f.Type)
	if typed {
		return jen.Id(name).Op("=").Add(value)
	}
	return jen.Id(name).Add(x.typ(g)).Op("=").Add(value)
}

// place is where a property's value goes.
func (x *execution) place(path []model.Step) string {
	return join(x.locals[path[0].Name], path[1:])
}

// read writes the loop over the arguments and the check that all required ones came.
func (x *execution) read(g *jen.Group) {
	g.Id(x.cursor).Op(":=").Add(x.codec("Open").Call(jen.Id(x.args)))
	x.readObject(g, x.tool.Input, x.seen, x.place)
}

// call writes the call of the function and the return of what it gives.
func (x *execution) call(g *jen.Group) {
	t := x.tool
	var args []jen.Code
	for _, p := range t.Params {
		arg := jen.Id(x.locals[p.Name])
		switch {
		case p.Role == model.Context:
			arg = jen.Id(x.ctx)
		case p.Pointer:
			arg = jen.Op("&").Add(arg)
		case p.Variadic:
			arg.Op("...")
		}
		args = append(args, arg)
	}
	fn := jen.Id(x.mention(t.Func))
	if x.recv != "" {
		fn = jen.Id(x.recv).Dot(recvField).Dot(t.Func)
	}
	call := fn.Call(args...)

	var results []jen.Code
	places := map[string]string{} // the results' names to those of the locals
	switch {
	case t.Result == nil:
	case t.Result.Type != nil:
		results = append(results, jen.Id(x.out))
	default:
		for _, f := range t.Result.Fields {
			places[f.Path[0].Name] = x.scope.Name(f.Path[0].Name)
			results = append(results, jen.Id(places[f.Path[0].Name]))
		}
	}
	wrong := jen.Id(x.err).Op("!=").Nil()
	switch {
	case t.Error && len(results) == 0:
		g.If(jen.Id(x.err).Op(":=").Add(call), wrong).Block(x.failed())
	case t.Error:
		g.List(append(results, jen.Id(x.err))...).Op(":=").Add(call)
		g.If(wrong).Block(x.failed())
	case len(results) == 0:
		g.Add(call)
	default:
		g.List(results...).Op(":=").Add(call)
	}
	x.answer(g, places)
}

// answer writes the return of the results: ok for none (O1), text for a string (O2), JSON for everything else.
func (x *execution) answer(g *jen.Group, places map[string]string) {
	r := x.tool.Result
	switch {
	case r == nil:
		g.Return(x.runtime("Done").Call())
	case r.Type == nil:
		place := func(path []model.Step) string { return join(places[path[0].Name], path[1:]) }
		x.answerJSON(g, sizeOfFields(r.Fields, place), func(e *encoder) { e.object(r.Fields, place) })
	case r.Type.Kind == model.String:
		g.Return(x.runtime("Text").Call(x.plain(x.out, r.Type)))
	case r.Type.Kind == model.Pointer:
		// O6: a nil pointer is null.
		g.If(jen.Id(x.out).Op("==").Nil()).Block(
			jen.Return(x.runtime("JSON").Call(jen.Index().Byte().Parens(jen.Lit("null")))),
		)
		x.answerValue(g, "*"+x.out, r.Type.Elem)
	default:
		x.answerValue(g, x.out, r.Type)
	}
}

// answerValue returns one value as JSON: through one call where that does it.
func (x *execution) answerValue(g *jen.Group, place string, t *model.Type) {
	if !oneCall(t) {
		x.answerJSON(g, sizeOf(t, place), func(e *encoder) {
			if t := x.tool.Result.Type; t.Kind == model.Pointer {
				e.pointed(x.out, t)
				return
			}
			e.value(place, t)
		})
		return
	}
	buffer := jen.Make(jen.Index().Byte(), jen.Lit(0), x.room(sizeOf(t, place)))
	g.Return(x.runtime("JSON").Call(x.appendCall(buffer, place, t)))
}

// answerJSON returns what write appends.
func (x *execution) answerJSON(g *jen.Group, room size, write func(e *encoder)) {
	e := &encoder{body: x.body}
	write(e)
	statements, result := e.result()
	g.Id(x.buffer).Op(":=").Make(jen.Index().Byte(), jen.Lit(0), x.room(room))
	put(g, statements)
	g.Return(x.runtime("JSON").Call(result))
}

// oneCall reports whether a value is encoded by one call of an append function.
func oneCall(t *model.Type) bool { return t.Kind.Scalar() || t.Kind == model.Struct }

// needsBuffer reports whether a result is encoded by statements.
func needsBuffer(r *model.Result) bool {
	switch {
	case r == nil:
		return false
	case r.Type == nil:
		return true
	case r.Type.Kind == model.Pointer:
		return !oneCall(r.Type.Elem)
	}
	return !oneCall(r.Type)
}
