package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// readRest reads a property that no field names into the map that takes them (S16).
func (b *body) readRest(o *model.Object, place func([]model.Step) string) []jen.Code {
	m := place(o.Rest.Path)
	statements := b.allocate(o, o.Rest, place)
	statements = append(statements, jen.If(jen.Id(m).Op("==").Nil()).Block(jen.Id(m).Op("=").Make(b.typ(o.Rest.Type.Go))))
	return append(statements, b.readEntry(m, o.Rest.Type)...)
}

// rest appends the entries of the remainder beside the fields: behind a comma each, or where no field is always there with a comma
// behind each, which EndObject takes away. An entry that is called like a field makes the result an error.
func (e *encoder) rest(o *model.Object, commaBehind bool, place func([]model.Step) string) {
	if guard, _ := e.guarded([]*model.Field{o.Rest}, place); guard != nil {
		e.add(jen.If(guard).Block(e.block(func(in *encoder) { in.restEntries(o, commaBehind, place) })...))
		return
	}
	e.restEntries(o, commaBehind, place)
}

func (e *encoder) restEntries(o *model.Object, commaBehind bool, place func([]model.Step) string) {
	m, t := place(o.Rest.Path), o.Rest.Type
	if len(o.Fields) > 0 {
		names := make([]string, len(o.Fields))
		for i, f := range o.Fields {
			names[i] = f.Name
		}
		e.set(e.codec("AppendClash").Call(append([]jen.Code{jen.Id(e.buffer), jen.Id(m)}, words(40, names)...)...))
	}
	key := e.inner().scope.Name("key")
	each := e.block(func(in *encoder) {
		in.scope.Use(key)
		if !commaBehind {
			in.text(",")
		}
		in.entry(m, key, t)
		if commaBehind {
			in.text(",")
		}
	})
	e.add(jen.For(jen.List(jen.Id("_"), jen.Id(key)).Op(":=").Range().Add(e.sortedKeys(m, t.Key))).Block(each...))
}
