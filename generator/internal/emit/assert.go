package emit

import (
	"cmp"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// changed is the end of the names whose compile error is its own help.
const changed = "_changed_run_go_generate"

// signature writes the assertion that a tool's function still has the type that the adapter was made for. A method is
// asserted through the pointer, which has the methods of the value too.
func (pg *page) signature(t *model.Tool) {
	b := pg.outside()
	name, fn, recv := names.Unexported(t.Func), jen.Id(t.Func), jen.Code(nil)
	if t.Recv != nil {
		name = names.Unexported(t.Recv.Type.Name) + names.Camel(t.Func)
		recv = jen.Op("*").Add(b.typ(t.Recv.Type))
		fn = jen.Parens(jen.Op("*").Add(b.typ(t.Recv.Type))).Dot(t.Func)
	}
	pg.assert(name, jen.Func().Add(b.signature(recv, t.Signature)), fn)
}

// shapes writes the assertions that the package's own structs still have their fields and tags. An assignment compares
// tags; a conversion would not.
func (pg *page) shapes() {
	var own []*model.StructType
	for _, s := range pg.structs {
		for _, s := range append([]*model.StructType{s}, s.Embeds...) {
			same := func(o *model.StructType) bool { return key(o.Go) == key(s.Go) }
			if s.Fixed && s.Shape != nil && !slices.ContainsFunc(own, same) {
				own = append(own, s)
			}
		}
	}
	slices.SortFunc(own, func(a, b *model.StructType) int {
		return cmp.Or(cmp.Compare(a.Hint, b.Hint), cmp.Compare(key(a.Go), key(b.Go)))
	})
	for _, s := range own {
		b := pg.outside()
		pg.assert(names.Unexported(s.Hint), b.typ(s.Shape), b.typ(s.Go).Values())
	}
}

func (pg *page) assert(name string, typ, value jen.Code) {
	alias := pg.block.Name(name + changed)
	pg.file.Line()
	pg.file.Type().Id(alias).Op("=").Add(typ)
	pg.file.Line()
	pg.file.Var().Id("_").Id(alias).Op("=").Add(value)
}
