package emit

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// typ spells a type in the function that b writes, type arguments in full (K12).
func (b *body) typ(g *model.GoType) *jen.Statement {
	switch g.Kind {
	case model.GoBasic:
		return jen.Id(b.mention(g.Name))
	case model.GoNamed:
		s := b.named(g.Pkg, g.Name)
		if len(g.Args) > 0 {
			s.Types(b.types(g.Args)...)
		}
		return s
	case model.GoPointer:
		return jen.Op("*").Add(b.typ(g.Elem))
	case model.GoSlice:
		return jen.Index().Add(b.typ(g.Elem))
	case model.GoArray:
		return jen.Index(jen.Lit(int(g.Len))).Add(b.typ(g.Elem))
	case model.GoMap:
		return jen.Map(b.typ(g.Key)).Add(b.typ(g.Elem))
	case model.GoStruct:
		if len(g.Fields) == 1 && g.Fields[0].Tag == "" {
			return jen.Id("struct").Custom(oneLine, b.structFields(g.Fields)...)
		}
		return jen.Struct(b.structFields(g.Fields)...)
	case model.GoFunc:
		return jen.Func().Add(b.signature(nil, g))
	case model.GoChan:
		elem := b.typ(g.Elem)
		if g.Elem.Kind == model.GoChan {
			elem = jen.Parens(elem) // chan (<-chan T) is not chan<- chan T
		}
		return jen.Id(g.Name).Add(elem)
	}
	if len(g.Fields) == 0 {
		return jen.Id(b.mention("any"))
	}
	var methods []jen.Code
	for _, m := range g.Fields {
		methods = append(methods, jen.Id(m.Name).Add(b.signature(nil, m.Type)))
	}
	return jen.Interface(methods...)
}

func (b *body) types(list []*model.GoType) []jen.Code {
	out := make([]jen.Code, len(list))
	for i, g := range list {
		out[i] = b.typ(g)
	}
	return out
}

// signature spells a function's parameters and results; recv, where there is one, is the first parameter.
func (b *body) signature(recv jen.Code, g *model.GoType) *jen.Statement {
	params := b.types(g.Params)
	if g.Variadic {
		last := len(params) - 1
		params[last] = jen.Op("...").Add(b.typ(g.Params[last].Elem))
	}
	if recv != nil {
		params = append([]jen.Code{recv}, params...)
	}
	s := jen.Params(params...)
	switch len(g.Results) {
	case 0:
	case 1:
		s.Add(b.typ(g.Results[0]))
	default:
		s.Params(b.types(g.Results)...)
	}
	return s
}

func (b *body) structFields(fields []model.GoField) []jen.Code {
	out := make([]jen.Code, len(fields))
	for i, f := range fields {
		s := jen.Id(f.Name)
		if f.Embedded {
			s = jen.Null()
		}
		s.Add(b.typ(f.Type))
		if f.Tag != "" {
			s.Op(raw(f.Tag))
		}
		out[i] = s
	}
	return out
}

// named spells a package-level identifier: qualified where it is another package's.
func (b *body) named(path, name string) *jen.Statement {
	if path == b.page.pkg.Path || path == "" {
		return jen.Id(b.mention(name))
	}
	b.mention(b.page.imports[path])
	return jen.Qual(path, name)
}

// key is a text that two types share if and only if they are identical.
func key(g *model.GoType) string {
	var b strings.Builder
	writeKey(&b, g)
	return b.String()
}

func writeKey(b *strings.Builder, g *model.GoType) {
	list := func(open string, types []*model.GoType, end string) {
		b.WriteString(open)
		for _, t := range types {
			writeKey(b, t)
			b.WriteByte(',')
		}
		b.WriteString(end)
	}
	switch g.Kind {
	case model.GoBasic, model.GoNamed:
		b.WriteString(strconv.Quote(g.Pkg) + g.Name)
		list("[", g.Args, "]")
	case model.GoPointer:
		list("*", []*model.GoType{g.Elem}, "")
	case model.GoSlice:
		list("[]", []*model.GoType{g.Elem}, "")
	case model.GoArray:
		list("["+strconv.FormatInt(g.Len, 10)+"]", []*model.GoType{g.Elem}, "")
	case model.GoMap:
		list("map", []*model.GoType{g.Key, g.Elem}, "")
	case model.GoStruct:
		for _, f := range g.Fields {
			list("{"+f.Name+" ", []*model.GoType{f.Type}, strconv.Quote(f.Tag)+"}")
		}
	case model.GoFunc:
		list("func(", g.Params, ")")
		list("(", g.Results, ")")
	case model.GoChan:
		list(g.Name+" ", []*model.GoType{g.Elem}, "")
	default:
		b.WriteString("any")
		for _, m := range g.Fields {
			list("{"+m.Name+" ", []*model.GoType{m.Type}, "}")
		}
	}
}

// mentioned lists the other packages that the model's types are declared in, whether or not a line will name them: an
// alias must not depend on that.
func mentioned(p *model.Package) []names.Import {
	var out []names.Import
	seen := map[string]bool{p.Path: true, "": true}
	var visit func(g *model.GoType)
	visit = func(g *model.GoType) {
		if g == nil {
			return
		}
		if g.Kind == model.GoNamed && !seen[g.Pkg] {
			seen[g.Pkg] = true
			out = append(out, names.Import{Path: g.Pkg, Name: g.PkgName})
		}
		visit(g.Elem)
		visit(g.Key)
		for _, list := range [][]*model.GoType{g.Args, g.Params, g.Results} {
			for _, t := range list {
				visit(t)
			}
		}
		for _, f := range g.Fields {
			visit(f.Type)
		}
	}
	types := func(t *model.Type) {
		visit(t.Go)
		if t.Enum != nil {
			visit(t.Enum.Type)
			for _, k := range t.Enum.Values {
				visit(&model.GoType{Kind: model.GoNamed, Pkg: k.Pkg, PkgName: k.PkgName})
			}
		}
		if t.Struct != nil {
			visit(t.Struct.Go)
			visit(t.Struct.Shape)
			for _, f := range t.Struct.Object.All() {
				for _, step := range f.Path {
					visit(step.Alloc)
					visit(step.Embedded)
				}
			}
		}
	}
	for _, t := range p.Tools {
		visit(t.Signature)
		for _, param := range t.Params {
			visit(param.Go)
			if param.Source != nil {
				visit(param.Source.Func)
			}
		}
		for _, f := range t.Input.All() {
			for _, step := range f.Path {
				visit(step.Alloc)
				visit(step.Embedded)
			}
		}
		walk(argumentTypes(t), types)
		walk(resultTypes(t), types)
	}
	return out
}
