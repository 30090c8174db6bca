package conformance

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

// A declared schema is enforced in full (T22, T51, O12): the law of this file is that codec.Shape and a judge of others say the same of
// every value, and that a value which does not conform is told at least one problem, in text that stands on its own.

// maker makes random Shapes and values out of few words, so that they meet.
type maker struct {
	*rand.Rand
	defs []string // the definitions that a Shape may refer to
}

var (
	someKeys     = []string{"a", "b", "xa", "é \""}
	someTexts    = []string{"", "a", "b", "abc", "é", "xa", "\n"}
	someNumbers  = []string{"0", "-0", "1", "1.0", "1e0", "2", "-1", "0.5", "3.00", "10", "1e2", "9007199254740993", "9007199254740992", "0.1", "0.30"}
	somePatterns = []string{"^a", "a$", "^[a-c]*$", "^x", "é", ""}
	someTypes    = []string{"null", "boolean", "integer", "number", "string", "array", "object"}
)

func pick[T any](m *maker, from []T) T { return from[m.IntN(len(from))] }

// some picks a few different ones.
func some(m *maker, from []string) []string {
	var out []string
	for _, i := range m.Perm(len(from))[:1+m.IntN(2)] {
		out = append(out, from[i])
	}
	return out
}

func (m *maker) bounds() *codec.Range {
	r := &codec.Range{Min: m.IntN(3), Max: -1}
	if m.IntN(2) == 0 {
		r.Max = m.IntN(4)
	}
	return r
}

// shape makes a Shape with a few keywords.
func (m *maker) shape(depth int) *codec.Shape {
	s := &codec.Shape{}
	if m.IntN(16) == 0 {
		s.Never = true
		return s
	}
	for range m.IntN(3) + depth/2 {
		m.keyword(s, depth)
	}
	return s
}

func (m *maker) keyword(s *codec.Shape, depth int) {
	inner := func() *codec.Shape { return m.shape(depth - 1) }
	several := func() []codec.Shape {
		var out []codec.Shape
		for range 1 + m.IntN(3) {
			out = append(out, *inner())
		}
		return out
	}
	properties := func() []codec.Property {
		var out []codec.Property
		for _, key := range some(m, someKeys) {
			out = append(out, codec.Property{Name: key, Shape: inner()})
		}
		return out
	}
	n := 30
	if depth == 0 {
		n = 13 // the keywords without schemas in them
	}
	switch m.IntN(n) {
	case 0, 1:
		s.Type = some(m, someTypes)
	case 2:
		for range 1 + m.IntN(3) {
			s.Enum = append(s.Enum, compact(m.value(2)))
		}
	case 3:
		s.Minimum, s.ExclusiveMaximum = pick(m, someNumbers), pick(m, someNumbers)
	case 4:
		s.Maximum, s.ExclusiveMinimum = pick(m, someNumbers), pick(m, someNumbers)
	case 5:
		s.MultipleOf = pick(m, []string{"1", "0.1", "2", "0.5", "3", "1e1"})
	case 6:
		s.Length = m.bounds()
	case 7:
		s.Pattern = codec.NewPattern(pick(m, somePatterns))
	case 8:
		s.Count = m.bounds()
	case 9:
		s.Unique = true
	case 10:
		s.Required = some(m, someKeys)
	case 11:
		s.Size = m.bounds()
	case 12:
		s.DependentRequired = []codec.Dependency{{Name: pick(m, someKeys), Needs: some(m, someKeys)}}
	case 13:
		s.PrefixItems = several()
	case 14:
		s.Items = inner()
	case 15:
		s.Contains = inner()
		if m.IntN(2) == 0 {
			s.Contained = m.bounds()
		}
	case 16, 17:
		s.Properties = properties()
	case 18:
		s.PatternProperties = []codec.PatternProperty{{Pattern: codec.NewPattern(pick(m, somePatterns)), Shape: inner()}}
	case 19:
		s.AdditionalProperties = inner()
	case 20:
		s.Closed = true
	case 21:
		s.PropertyNames = inner()
	case 22:
		s.DependentSchemas = properties()
	case 23:
		s.AllOf = several()
	case 24, 25:
		s.AnyOf = several()
	case 26:
		s.OneOf = several()
	case 27:
		s.Not = inner()
	case 28:
		s.If, s.Then = inner(), inner()
		if m.IntN(2) == 0 {
			s.Else = inner()
		}
	case 29:
		if m.defs != nil {
			s.Ref = pick(m, m.defs)
		}
	}
}

// document makes a Shape with definitions. Each definition steps into the value before it refers to another.
func (m *maker) document() *codec.Shape {
	if m.IntN(3) > 0 {
		return m.shape(3)
	}
	m.defs = []string{"p", "q"}
	root := m.shape(3)
	for _, name := range m.defs {
		d := &codec.Shape{Items: m.shape(2), AdditionalProperties: m.shape(2)}
		m.keyword(d, 0)
		root.Defs = append(root.Defs, codec.Property{Name: name, Shape: d})
	}
	return root
}

// value makes a JSON text, with white space here and there.
func (m *maker) value(depth int) string {
	n := 10
	if depth == 0 {
		n = 6
	}
	blank := pick(m, []string{"", "", "", " ", "\n"})
	switch m.IntN(n) {
	case 0:
		return "null"
	case 1:
		return pick(m, []string{"true", "false"})
	case 2, 3:
		return pick(m, someNumbers)
	case 4, 5:
		return m.text(pick(m, someTexts))
	case 6, 7:
		var items []string
		for range m.IntN(4) {
			items = append(items, m.value(depth-1))
		}
		return "[" + blank + strings.Join(items, blank+","+blank) + "]"
	}
	var fields []string
	for _, i := range m.Perm(len(someKeys))[:m.IntN(len(someKeys))] {
		fields = append(fields, m.text(someKeys[i])+blank+":"+blank+m.value(depth-1))
	}
	return "{" + strings.Join(fields, ","+blank) + blank + "}"
}

// text spells a string, sometimes with escapes where none are needed.
func (m *maker) text(s string) string {
	b, _ := json.Marshal(s)
	if m.IntN(4) > 0 {
		return string(b)
	}
	return strings.NewReplacer("a", `\u0061`, "é", `\u00e9`).Replace(string(b))
}

func compact(text string) string {
	var b bytes.Buffer
	_ = json.Compact(&b, []byte(text)) // it was made right
	return b.String()
}

// schemaOf is the JSON Schema that a Shape stands for.
func schemaOf(s *codec.Shape) any {
	if s.Never {
		return false
	}
	out := map[string]any{}
	raw := func(key, text string) {
		if text != "" {
			out[key] = json.RawMessage(text)
		}
	}
	bounds := func(r *codec.Range, low, high string) {
		if r != nil {
			out[low] = r.Min
			if r.Max >= 0 {
				out[high] = r.Max
			}
		}
	}
	one := func(key string, s *codec.Shape) {
		if s != nil {
			out[key] = schemaOf(s)
		}
	}
	several := func(key string, list []codec.Shape) {
		var all []any
		for i := range list {
			all = append(all, schemaOf(&list[i]))
		}
		if all != nil {
			out[key] = all
		}
	}
	named := func(key string, list []codec.Property) {
		all := map[string]any{}
		for _, p := range list {
			all[p.Name] = schemaOf(p.Shape)
		}
		if len(all) > 0 {
			out[key] = all
		}
	}
	if s.Type != nil {
		out["type"] = s.Type
	}
	if s.Enum != nil {
		raw("enum", "["+strings.Join(s.Enum, ",")+"]")
	}
	raw("minimum", s.Minimum)
	raw("maximum", s.Maximum)
	raw("exclusiveMinimum", s.ExclusiveMinimum)
	raw("exclusiveMaximum", s.ExclusiveMaximum)
	raw("multipleOf", s.MultipleOf)
	bounds(s.Length, "minLength", "maxLength")
	if s.Pattern != nil {
		out["pattern"] = s.Pattern.String()
	}
	several("prefixItems", s.PrefixItems)
	one("items", s.Items)
	bounds(s.Count, "minItems", "maxItems")
	if s.Unique {
		out["uniqueItems"] = true
	}
	one("contains", s.Contains)
	bounds(s.Contained, "minContains", "maxContains")
	named("properties", s.Properties)
	for _, p := range s.PatternProperties {
		out["patternProperties"] = map[string]any{p.Pattern.String(): schemaOf(p.Shape)}
	}
	one("additionalProperties", s.AdditionalProperties)
	if s.Closed {
		out["additionalProperties"] = false
	}
	one("propertyNames", s.PropertyNames)
	if s.Required != nil {
		out["required"] = s.Required
	}
	bounds(s.Size, "minProperties", "maxProperties")
	for _, d := range s.DependentRequired {
		out["dependentRequired"] = map[string]any{d.Name: d.Needs}
	}
	named("dependentSchemas", s.DependentSchemas)
	several("allOf", s.AllOf)
	several("anyOf", s.AnyOf)
	several("oneOf", s.OneOf)
	one("not", s.Not)
	one("if", s.If)
	one("then", s.Then)
	one("else", s.Else)
	if s.Ref != "" {
		out["$ref"] = "#/$defs/" + s.Ref
	}
	named("$defs", s.Defs)
	return out
}

// verdicts counts what the judge said.
type verdicts struct{ valid, invalid int }

// judgeShapes holds some random values against one random Shape.
func judgeShapes(t require.TestingT, seed uint64, count *verdicts) {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 4))}
	shape := m.document()
	text, err := json.Marshal(schemaOf(shape))
	require.NoError(t, err)
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("shape.json", tree))
	judge, err := compiler.Compile("shape.json")
	require.NoError(t, err, "%s", text)

	for range 16 {
		value := m.value(3)
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(value))
		require.NoError(t, err, value)
		said := judge.Validate(instance)

		c := codec.Open([]byte(`{"x":` + value + `}`))
		for c.Object(); c.Field(); {
			if raw := c.RawAs(shape); raw != nil && string(raw) != compact(value) {
				require.Equal(t, compact(value), string(raw))
			}
		}
		told := c.Close()
		if (said == nil) != (told == nil) {
			require.Fail(t, "judge and codec disagree", "seed %d\nschema %s\nvalue %s\njudge %v\ncodec %v", seed, text, value, said, told)
		}
		if told != nil {
			count.invalid++
			for _, p := range told.(*codec.Problems).List {
				require.NotEmpty(t, p.Message, "%s %s", text, value)
				require.True(t, strings.HasPrefix(p.Path, "x"), "path %s of %s under %s", p.Path, value, text)
				require.NotContains(t, p.Message, "\n")
			}
		} else {
			count.valid++
		}

		_, _, err = codec.Finish(codec.Conform(codec.AppendRaw(nil, []byte(value)), 0, shape))
		require.Equal(t, said == nil, err == nil, "a result: seed %d, %s, %s: %v", seed, text, value, err)
	}
}

func TestShapesByTheJudge(t *testing.T) {
	var count verdicts
	for seed := range uint64(4000) {
		judgeShapes(t, seed, &count)
	}
	t.Logf("%d values conform, %d do not", count.valid, count.invalid)
	require.Greater(t, count.valid, 10000)
	require.Greater(t, count.invalid, 10000)
}

func FuzzShapes(f *testing.F) {
	f.Add(uint64(0))
	f.Fuzz(func(t *testing.T, seed uint64) { judgeShapes(t, seed, &verdicts{}) })
}
