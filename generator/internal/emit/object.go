package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// word is how many properties one word of seen remembers.
const word = 64

// put adds statements to a block, one a line.
func put(g *jen.Group, statements []jen.Code) {
	for _, s := range statements {
		g.Add(s)
	}
}

// join spells the selectors of a path behind a variable.
func join(variable string, path []model.Step) string {
	for _, step := range path {
		variable += "." + step.Name
	}
	return variable
}

// presence names the words of 64 bits that remember what came.
type presence struct {
	seen  []string // one for each 64 properties
	given []string // one for each rule across properties (R18), whose properties it counts from its first bit on
}

// presence names the words for an object: none without properties.
func (b *body) presence(o *model.Object) presence {
	var out presence
	for range (len(o.Fields) + word - 1) / word {
		out.seen = append(out.seen, b.scope.Name("seen"))
	}
	for range o.Groups {
		out.given = append(out.given, b.scope.Name("given"))
	}
	return out
}

// all are the words, in the order of their declaration.
func (p presence) all() []string { return slices.Concat(p.seen, p.given) }

// readObject writes the loop over an object's properties, the check that the required ones came (J13), and its rules across
// properties (R18). place says where a property's value goes.
func (b *body) readObject(g *jen.Group, o *model.Object, came presence, place func([]model.Step) string) {
	seen := came.seen
	known := make([]string, len(o.Fields))
	for i, f := range o.Fields {
		known[i] = f.Name
	}
	unknown := []jen.Code{b.on("Unknown", words(20, known)...)}
	if o.Rest != nil {
		unknown = b.inner().readRest(o, place)
	}
	loop := g.For(b.on("Object"), b.on("Field"), jen.Empty())
	if len(o.Fields) == 0 {
		loop.Block(unknown...)
		return
	}
	loop.Block(jen.Switch(jen.String().Parens(jen.Id(b.cursor).Dot("Key"))).BlockFunc(func(g *jen.Group) {
		for i, f := range o.Fields {
			in := b.inner()
			in.owner += "_" + f.Name
			bit := jen.Lit(1).Op("<<").Lit(i % word)
			once := jen.Id(seen[i/word]).Op("=").Add(b.on("Once", jen.Id(seen[i/word]), bit)) // J4
			g.Case(jen.Lit(f.Name)).Block(append([]jen.Code{once}, in.readField(o, f, came.give(o, f), place)...)...)
		}
		g.Default().Block(unknown...)
	}))
	for i, w := range seen {
		from, to := i*word, min(len(known), (i+1)*word)
		if want := required(o.Fields[from:to]); want != "" {
			args := []jen.Code{jen.Id(w), jen.Id(want)}
			g.Add(b.on("Need", append(args, words(20+len(want), known[from:to])...)...))
		}
	}
	b.checkGroups(g, o, came)
}

// required is the mask of the required ones among up to 64 properties, or "".
func required(fields []*model.Field) string {
	var bits []string
	for i, f := range fields {
		if !f.Optional && f.Fixed == "" {
			bits = append(bits, "1<<"+strconv.Itoa(i))
		}
	}
	return strings.Join(bits, "|")
}

// readField reads one property into its place. For an optional one null means absent (L2, X3), for a nullable one it is a
// value (N6). given are statements that note that it was given.
func (b *body) readField(o *model.Object, f *model.Field, given []jen.Code, place func([]model.Step) string) []jen.Code {
	if f.Fixed != "" {
		return []jen.Code{b.on("Skip")} // Variant has read it
	}
	target := place(f.Path)
	if !f.Optional && !f.Rules.Nullable {
		return b.loosely(f, append(b.allocate(o, f, place), b.read(target, "=", f.Type, f.Rules)...))
	}
	in := b.inner()
	statements := append(slices.Clone(given), in.allocate(o, f, place)...)
	statements = append(statements, in.forget(f, target)...)
	statements = append(statements, in.read(target, "=", f.Type, f.Rules)...)
	absent := b.on("Null")
	if f.Optional {
		absent = b.nothing(f.Type)
	}
	read := jen.If(jen.Op("!").Add(absent)).Block(statements...)
	var null []jen.Code
	if set := b.null(f, target); set != nil {
		null = append(append(slices.Clone(given), b.inner().allocate(o, f, place)...), set)
	} else if f.Rules.Nullable {
		null = given
	}
	if len(null) > 0 {
		otherwise := jen.Block(statements...)
		if f.Optional && b.coercesEmpty(f.Type) {
			otherwise = read
		}
		read = jen.If(b.on("Null")).Block(null...).Else().Add(otherwise)
	}
	return b.loosely(f, []jen.Code{read})
}

// forget takes the default out of a place that is read part by part: nothing of it may shine through.
func (b *body) forget(f *model.Field, place string) []jen.Code {
	t := f.Type
	if t.Kind == model.Array || t.Kind == model.Optional {
		t = t.Elem
	}
	if f.Default == nil || t.Kind != model.Struct && t.Kind != model.Array {
		return nil
	}
	return []jen.Code{jen.Id(place).Op("=").Add(b.typ(f.Type.Go)).Values()}
}

// allocate makes the embedded structs that a property lies in and that nothing has set yet (S9), with the defaults of
// their own properties: a default never applies inside a struct that is absent.
func (b *body) allocate(o *model.Object, f *model.Field, place func([]model.Step) string) []jen.Code {
	var out []jen.Code
	for i, step := range f.Path {
		if step.Alloc == nil {
			continue
		}
		pointer := place(f.Path[:i+1])
		set := []jen.Code{jen.Id(pointer).Op("=").New(b.typ(step.Alloc))}
		for _, other := range o.Fields {
			if lastAlloc(other) == i && place(other.Path[:i+1]) == pointer {
				set = append(set, b.assignDefault(other, place)...)
			}
		}
		out = append(out, jen.If(jen.Id(pointer).Op("==").Nil()).Block(set...))
	}
	return out
}

// lastAlloc is the index of the innermost embedded pointer on a property's path, or -1.
func lastAlloc(f *model.Field) int {
	for i := len(f.Path) - 1; i >= 0; i-- {
		if f.Path[i].Alloc != nil {
			return i
		}
	}
	return -1
}

// setDefault gives a property of a struct its default before the arguments are read (N4). One that lies behind an
// embedded pointer gets it when that is allocated.
func (b *body) setDefault(f *model.Field, place func([]model.Step) string) []jen.Code {
	if lastAlloc(f) >= 0 {
		return nil
	}
	return b.assignDefault(f, place)
}

func (b *body) assignDefault(f *model.Field, place func([]model.Step) string) []jen.Code {
	if f.Default == nil {
		return nil
	}
	value, _ := b.literal(*f.Default, f.Type)
	return []jen.Code{jen.Id(place(f.Path)).Op("=").Add(value)}
}

// structReader is the function that reads one struct.
func (pg *page) structReader(s *model.StructType) *routine {
	return &routine{key: structKey(s), base: pg.verb("decode", s.Go, functionHint(s)), order: key(s.Go), write: func(b *body, name string) jen.Code {
		cursor := b.readsCursor(name)
		v := b.scope.Name("v")
		came := b.presence(s.Object)
		place := func(path []model.Step) string { return join(v, path) }
		return jen.Func().Id(name).Params(cursor, jen.Id(v).Op("*").Add(b.typ(s.Go))).BlockFunc(func(g *jen.Group) {
			for _, w := range came.all() {
				g.Var().Id(w).Uint64()
			}
			for _, f := range s.Object.Fields {
				put(g, b.setDefault(f, place))
			}
			b.readObject(g, s.Object, came, place)
		})
	}}
}

// readsCursor makes b the body of a decode function, and returns its first parameter.
func (b *body) readsCursor(name string) jen.Code {
	b.owner = strings.TrimPrefix(name, "decode")
	b.cursor, b.pointer = b.scope.Name("c"), true
	return jen.Id(b.cursor).Op("*").Add(b.codec("Cursor"))
}
