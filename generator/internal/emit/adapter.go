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
	outs   []string          // the results but the error, in order
	locals map[string]string // the parameters' names to those of the locals that hold them
	came   presence          // the words that remember which properties came
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
	if t.Result != nil && t.Result.Names == nil {
		x.outs = []string{b.scope.Name("out")}
	}
	if needsBuffer(t.Result) {
		b.buffer = b.scope.Name("b")
	}
	x.came = b.presence(t.Input)
	for _, p := range t.Params {
		if p.Role != model.Context && (p.Source == nil || p.Source.Func != nil) {
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
		g.If(jen.Id(x.err).Op(":=").Id(x.ctx).Dot("Err").Call(), jen.Id(x.err).Op("!=").Nil()).Block(
			jen.Return(x.runtime("Failed").Call(jen.Id(x.ctx), jen.Id(x.err))),
		)
		x.declare(g)
		x.read(g)
		g.If(jen.Id(x.err).Op(":=").Add(b.on("Close")), jen.Id(x.err).Op("!=").Nil()).Block(
			jen.Return(b.runtime("Invalid").Call(jen.Id(x.err))),
		)
		g.Line()
		x.call(g)
	})
}

// failed returns the function's error.
func (x *execution) failed() jen.Code {
	return jen.Return(x.runtime("Failed").Call(jen.Id(x.ctx), x.said()))
}

// said is the function's error as models may read it.
func (x *execution) said() jen.Code {
	if x.tool.Opaque {
		return x.runtime("Opaque").Call(jen.Id(x.err))
	}
	return jen.Id(x.err)
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
	for _, word := range x.came.all() {
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
	x.loosen(g)
	x.readObject(g, x.tool.Input, x.came, x.place)
}
