package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// recvField is the field of a method's adapter that holds the receiver.
const recvField = "recv"

// constructor writes Tools() or ServiceTools(s *Service).
func (pg *page) constructor(set *model.Set) {
	b := pg.outside()
	pg.file.Line()
	if set.Recv == nil {
		pg.file.Commentf("%s returns the tools of this package, sorted by name.", set.Func)
		pg.file.Func().Id(set.Func).Params().Qual(runtimePath, "Set").Block(
			jen.Return(pg.setLiteral(set, func(t *model.Tool) *jen.Statement {
				return pg.wrapped(t, jen.Id(pg.adapters[t]).Values())
			})),
		)
		return
	}
	typ := set.Recv.Type
	pg.file.Commentf("%s returns the tools of s, sorted by name. It panics if s is nil.", set.Func)
	pg.file.Func().Id(set.Func).Params(jen.Id("s").Op("*").Add(b.typ(typ))).Qual(runtimePath, "Set").Block(
		jen.If(jen.Id("s").Op("==").Nil()).Block(
			jen.Panic(jen.Lit(pg.pkg.Name+"."+set.Func+": the *"+typ.Name+" is nil")),
		),
		jen.Return(pg.setLiteral(set, func(t *model.Tool) *jen.Statement {
			return pg.wrapped(t, jen.Id(pg.adapters[t]).Values(jen.Id("s")))
		})),
	)
}

// setLiteral lists the tools, one a line, so that a new tool is a new line in a diff.
func (pg *page) setLiteral(set *model.Set, tool func(*model.Tool) *jen.Statement) *jen.Statement {
	items := make([]jen.Code, len(set.Tools))
	for i, t := range set.Tools {
		items[i] = tool(t)
	}
	return jen.Qual(runtimePath, "Set").Custom(lines("{", "}"), items...)
}

// lines lays out a composite literal with one element a line, in the order given.
func lines(open, end string) jen.Options {
	return jen.Options{Open: open, Close: end, Separator: ",", Multi: true}
}
