package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/declared"
	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
	"github.com/toolgen/toolgen/runtime/codec"
)

// Declared schemas (T22, T51, O12) stand in the output as composite literals, one for each distinct one, which the cursor and the
// encoder hold values against.

// shape is a package-level variable that holds one declared schema.
type shape struct {
	source string // without names of patterns: what parts it from others
	name   string
	of     *codec.Shape
	use    string
}

// shapeOf returns a pointer to the variable that holds the declared schema of a type, called after its first use; nil where nothing is
// declared, or nothing that is not checked without it.
func (b *body) shapeOf(t *model.Type) *jen.Statement {
	if !checksShape(t) {
		return nil
	}
	return jen.Op("&").Id(b.mention(b.page.shape(declared.MustParse(t.Schema).Shape, b.owner)))
}

// checksShape reports whether values of a type must be held against its declared schema. That a container is one is checked where it is
// read and true where it is written.
func checksShape(t *model.Type) bool {
	if t.Schema == "" {
		return false
	}
	s := declared.MustParse(t.Schema)
	if !s.Checks() {
		return false
	}
	if t.Kind != model.Slice && t.Kind != model.Map {
		return true
	}
	rest := *s.Shape
	rest.Type = nil
	return (&declared.Schema{Shape: &rest}).Checks()
}

func (pg *page) shape(s *codec.Shape, use string) string {
	source := (&shapeWriter{pattern: quoted}).literal("", s)
	for _, known := range pg.declared {
		if known.source == source {
			return known.name
		}
	}
	one := shape{source: source, name: pg.block.Name(names.Unexported(use) + "Schema"), of: s, use: use}
	pg.declared = append(pg.declared, one)
	return one.name
}

// shapeVars writes the variables of the declared schemas, in the order they were asked for.
func (pg *page) shapeVars() {
	w := &shapeWriter{codec: pg.imports[codecPath] + "."}
	for _, s := range pg.declared {
		w.pattern = func(expr string) string { return pg.pattern(expr, s.use) }
		pg.file.Line()
		pg.file.Var().Id(s.name).Op("=").Qual(codecPath, "Shape").Id(w.literal("", s.of))
	}
}

// shapeWriter spells a codec.Shape in Go.
type shapeWriter struct {
	codec   string // the qualifier
	pattern func(expr string) string
}

// literal spells a Shape behind the name of its type, which composite literals leave out.
func (w *shapeWriter) literal(typ string, s *codec.Shape) string {
	var parts []string
	put := func(field, value string) {
		if value != "" {
			parts = append(parts, field+": "+value)
		}
	}
	flag := func(field string, set bool) {
		if set {
			put(field, "true")
		}
	}
	text := func(field, value string) {
		if value != "" {
			put(field, quoted(value))
		}
	}
	flag("Never", s.Never)
	put("Type", texted(s.Type))
	put("Enum", texted(s.Enum))
	text("Minimum", s.Minimum)
	text("ExclusiveMinimum", s.ExclusiveMinimum)
	text("Maximum", s.Maximum)
	text("ExclusiveMaximum", s.ExclusiveMaximum)
	text("MultipleOf", s.MultipleOf)
	put("Length", w.bounds(s.Length))
	if s.Pattern != nil {
		put("Pattern", w.pattern(s.Pattern.String()))
	}
	text("Format", s.Format)
	if s.Syntax != nil {
		put("Syntax", w.codec+"RegexSyntax") // there is no other
	}
	put("PrefixItems", w.shapes(s.PrefixItems))
	put("Items", w.pointer(s.Items))
	put("Count", w.bounds(s.Count))
	flag("Unique", s.Unique)
	put("Contains", w.pointer(s.Contains))
	put("Contained", w.bounds(s.Contained))
	put("Properties", w.properties(s.Properties))
	put("PatternProperties", w.list("PatternProperty", len(s.PatternProperties), func(i int) string {
		p := s.PatternProperties[i]
		return braced("", []string{"Pattern: " + w.pattern(p.Pattern.String()), "Shape: " + w.pointer(p.Shape)})
	}))
	put("AdditionalProperties", w.pointer(s.AdditionalProperties))
	flag("Closed", s.Closed)
	put("PropertyNames", w.pointer(s.PropertyNames))
	put("Required", texted(s.Required))
	put("Size", w.bounds(s.Size))
	put("DependentRequired", w.list("Dependency", len(s.DependentRequired), func(i int) string {
		d := s.DependentRequired[i]
		return braced("", []string{"Name: " + strconv.Quote(d.Name), "Needs: " + texted(d.Needs)})
	}))
	put("DependentSchemas", w.properties(s.DependentSchemas))
	put("AllOf", w.shapes(s.AllOf))
	put("AnyOf", w.shapes(s.AnyOf))
	put("OneOf", w.shapes(s.OneOf))
	put("Not", w.pointer(s.Not))
	put("If", w.pointer(s.If))
	put("Then", w.pointer(s.Then))
	put("Else", w.pointer(s.Else))
	text("Ref", s.Ref)
	put("Defs", w.properties(s.Defs))
	return braced(typ, parts)
}

// longShape is how long a composite literal may be to stand on one line.
const longShape = 80

// braced spells a composite literal, on one line if that is short.
func braced(typ string, parts []string) string {
	one := typ + "{" + strings.Join(parts, ", ") + "}"
	if len(one) <= longShape && !strings.Contains(one, "\n") {
		return one
	}
	return typ + "{\n" + strings.Join(parts, ",\n") + ",\n}"
}

func texted(list []string) string {
	if list == nil {
		return ""
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quoted(s)
	}
	return braced("[]string", out)
}

func (w *shapeWriter) pointer(s *codec.Shape) string {
	if s == nil {
		return ""
	}
	return w.literal("&"+w.codec+"Shape", s)
}

func (w *shapeWriter) bounds(r *codec.Range) string {
	if r == nil {
		return ""
	}
	parts := []string{"Max: " + strconv.Itoa(r.Max)}
	if r.Min != 0 {
		parts = slices.Insert(parts, 0, "Min: "+strconv.Itoa(r.Min))
	}
	return braced("&"+w.codec+"Range", parts)
}

func (w *shapeWriter) properties(list []codec.Property) string {
	return w.list("Property", len(list), func(i int) string {
		return braced("", []string{"Name: " + strconv.Quote(list[i].Name), "Shape: " + w.pointer(list[i].Shape)})
	})
}

func (w *shapeWriter) shapes(list []codec.Shape) string {
	return w.list("Shape", len(list), func(i int) string { return w.literal("", &list[i]) })
}

func (w *shapeWriter) list(typ string, n int, item func(i int) string) string {
	if n == 0 {
		return ""
	}
	out := make([]string, n)
	for i := range out {
		out[i] = item(i)
	}
	return braced("[]"+w.codec+typ, out)
}
