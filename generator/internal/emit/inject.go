package emit

import (
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// inject writes the calls of the functions that supply parameters (F6). They stand behind the check of the arguments: no
// code of the user's runs for a call that is not well formed.
func (x *execution) inject(g *jen.Group) {
	for _, p := range x.tool.Params {
		if p.Role != model.Injected || p.Source.Func == nil {
			continue
		}
		g.List(jen.Id(x.locals[p.Name]), jen.Id(x.err)).Op(":=").
			Add(x.named(p.Source.Func.Pkg, p.Source.Func.Name)).Call(jen.Id(x.ctx))
		g.If(jen.Id(x.err).Op("!=").Nil()).Block(x.failed())
	}
}

// argument is what the function gets for a parameter.
func (x *execution) argument(p *model.Param) jen.Code {
	if p.Role == model.Injected && p.Source.Func == nil {
		return x.runtime(suppliers[p.Source.Injected]).Call(jen.Id(x.ctx))
	}
	arg := jen.Id(x.locals[p.Name])
	switch {
	case p.Role == model.Context:
		return jen.Id(x.ctx)
	case p.Pointer:
		return jen.Op("&").Add(arg)
	case p.Variadic:
		return arg.Op("...")
	}
	return arg
}

// suppliers are the functions of the runtime that supply what is injected by type.
var suppliers = map[string]string{"principal": "PrincipalFrom", "progress": "ProgressFrom"}

// sources writes the assertions that the functions which supply parameters are still what they were: one for each, in the
// order of their names.
func (pg *page) sources() {
	byName := map[string]*model.Param{}
	for _, t := range pg.pkg.Tools {
		for _, p := range t.Params {
			if p.Source != nil && p.Source.Func != nil {
				byName[key(p.Source.Func)] = p
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		p, b := byName[name], pg.outside()
		fn := p.Source.Func
		base := fn.Name
		if fn.Pkg != pg.pkg.Path {
			base = pg.imports[fn.Pkg] + names.Camel(base)
		}
		pg.assert(names.Unexported(base), jen.Func().Params(b.named("context", "Context")).Params(b.typ(p.Go), jen.Error()), b.named(fn.Pkg, fn.Name))
	}
}
