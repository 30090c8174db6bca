package untrusted

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime/codec"
)

// maxPattern is how many bytes of a regular expression a server may have checked: enough for any, too few for a machine of
// hundreds of megabytes.
const maxPattern = 1 << 10

// ShapeOf makes of a server's schema what values are held against. A keyword that does not stand for a check here
// (format, unevaluatedProperties, a pattern that is no RE2, a reference to somewhere else) checks nothing: a server's schema is not
// ours to refuse, and what it says of its own results protects nobody but its callers. nil takes every value.
func ShapeOf(schema *Value) *codec.Shape {
	if schema == nil {
		return nil
	}
	c := compiler{root: schema, names: map[*Value]string{}}
	shape := c.schema(schema)
	for i := 0; i < len(c.targets); i++ { // which grow meanwhile
		target := c.targets[i]
		shape.Defs = append(shape.Defs, codec.Property{Name: c.names[target], Shape: c.schema(target)})
	}
	return shape
}

type compiler struct {
	root    *Value
	names   map[*Value]string // of the schemas that references go to
	targets []*Value          // the same, in the order in which they were met
}

// schema reads one schema.
func (c *compiler) schema(v *Value) *codec.Shape {
	s := &codec.Shape{Never: v.Kind == 'f'}
	for i, key := range v.Keys {
		part := v.Parts[i]
		if read, known := keywordsOf[part.Kind][key]; known {
			read(c, s, part)
		}
	}
	if v.Get("then") == nil && v.Get("else") == nil {
		s.If = nil
	}
	if s.If == nil {
		s.Then, s.Else = nil, nil
	}
	return s
}

// keywordsOf is what each keyword means, by the kind of JSON value that it must have: with any other it means nothing.
var keywordsOf map[byte]map[string]func(*compiler, *codec.Shape, *Value)

func init() { // its functions come back to it
	type read = func(*compiler, *codec.Shape, *Value)
	single := func(field func(*codec.Shape) **codec.Shape) read {
		return func(c *compiler, s *codec.Shape, v *Value) { *field(s) = c.schema(v) }
	}
	several := func(field func(*codec.Shape) *[]codec.Shape) read {
		return func(c *compiler, s *codec.Shape, v *Value) {
			if len(v.Parts) > 0 { // an empty list is no choice at all
				*field(s) = append(*field(s), c.list(v)...)
			}
		}
	}
	number := func(field func(*codec.Shape) *string) read {
		return func(_ *compiler, s *codec.Shape, v *Value) { *field(s) = v.Text }
	}
	lowest := func(field func(*codec.Shape) **codec.Range) read {
		return func(_ *compiler, s *codec.Shape, v *Value) { rangeIn(field(s)).Min = count(v, 0) }
	}
	highest := func(field func(*codec.Shape) **codec.Range) read {
		return func(_ *compiler, s *codec.Shape, v *Value) { rangeIn(field(s)).Max = count(v, -1) }
	}
	contained := func(s *codec.Shape) **codec.Range {
		if s.Contained == nil {
			s.Contained = &codec.Range{Min: 1, Max: -1}
		}
		return &s.Contained
	}
	constant := func(_ *compiler, s *codec.Shape, v *Value) {
		s.AllOf = append(s.AllOf, codec.Shape{Enum: []string{v.String()}})
	}
	additional := func(c *compiler, s *codec.Shape, v *Value) {
		shape := c.schema(v)
		if s.Closed = shape.Never; !s.Closed {
			s.AdditionalProperties = shape
		}
	}
	length := func(s *codec.Shape) **codec.Range { return &s.Length }
	items := func(s *codec.Shape) **codec.Range { return &s.Count }
	size := func(s *codec.Shape) **codec.Range { return &s.Size }
	onItems := single(func(s *codec.Shape) **codec.Shape { return &s.Items })

	schemas := map[string]read{ // objects, and true and false
		"items":                onItems,
		"contains":             single(func(s *codec.Shape) **codec.Shape { return &s.Contains }),
		"additionalProperties": additional,
		"propertyNames":        single(func(s *codec.Shape) **codec.Shape { return &s.PropertyNames }),
		"not":                  single(func(s *codec.Shape) **codec.Shape { return &s.Not }),
		"if":                   single(func(s *codec.Shape) **codec.Shape { return &s.If }),
		"then":                 single(func(s *codec.Shape) **codec.Shape { return &s.Then }),
		"else":                 single(func(s *codec.Shape) **codec.Shape { return &s.Else }),
		"const":                constant,
	}
	truth := map[string]read{"uniqueItems": func(_ *compiler, s *codec.Shape, _ *Value) { s.Unique = true }}
	objects := map[string]read{
		"properties": func(c *compiler, s *codec.Shape, v *Value) { s.Properties = c.properties(v) },
		"patternProperties": func(c *compiler, s *codec.Shape, v *Value) {
			for _, p := range c.properties(v) {
				if pattern := patternOf(p.Name); pattern != nil {
					s.PatternProperties = append(s.PatternProperties, codec.PatternProperty{Pattern: pattern, Shape: p.Shape})
				}
			}
		},
		"dependentSchemas": func(c *compiler, s *codec.Shape, v *Value) { s.DependentSchemas = c.properties(v) },
		"dependentRequired": func(_ *compiler, s *codec.Shape, v *Value) {
			for i, key := range v.Keys {
				s.DependentRequired = append(s.DependentRequired, codec.Dependency{Name: key, Needs: texts(v.Parts[i])})
			}
		},
	}
	for key, f := range schemas {
		objects[key], truth[key] = f, f
	}
	keywordsOf = map[byte]map[string]read{
		'{': objects, 't': truth, 'f': schemas,
		'n': {"const": constant},
		'[': {
			"type":        func(_ *compiler, s *codec.Shape, v *Value) { s.Type = texts(v) },
			"enum":        enumeration,
			"const":       constant,
			"required":    func(_ *compiler, s *codec.Shape, v *Value) { s.Required = texts(v) },
			"allOf":       several(func(s *codec.Shape) *[]codec.Shape { return &s.AllOf }),
			"anyOf":       several(func(s *codec.Shape) *[]codec.Shape { return &s.AnyOf }),
			"oneOf":       several(func(s *codec.Shape) *[]codec.Shape { return &s.OneOf }),
			"prefixItems": several(func(s *codec.Shape) *[]codec.Shape { return &s.PrefixItems }),
		},
		'"': {
			"type":    func(_ *compiler, s *codec.Shape, v *Value) { s.Type = []string{v.Text} },
			"const":   constant,
			"$ref":    (*compiler).reference,
			"pattern": func(_ *compiler, s *codec.Shape, v *Value) { s.Pattern = patternOf(v.Text) },
		},
		'0': {
			"const":            constant,
			"minimum":          number(func(s *codec.Shape) *string { return &s.Minimum }),
			"maximum":          number(func(s *codec.Shape) *string { return &s.Maximum }),
			"exclusiveMinimum": number(func(s *codec.Shape) *string { return &s.ExclusiveMinimum }),
			"exclusiveMaximum": number(func(s *codec.Shape) *string { return &s.ExclusiveMaximum }),
			"multipleOf": func(_ *compiler, s *codec.Shape, v *Value) {
				if f, err := strconv.ParseFloat(v.Text, 64); err == nil && f > 0 && len(v.Text) <= 15 {
					s.MultipleOf = v.Text
				}
			},
			"minLength": lowest(length), "maxLength": highest(length),
			"minItems": lowest(items), "maxItems": highest(items),
			"minContains": lowest(contained), "maxContains": highest(contained),
			"minProperties": lowest(size), "maxProperties": highest(size),
		},
	}
}

func enumeration(_ *compiler, s *codec.Shape, v *Value) {
	s.Enum = []string{} // an empty one takes nothing
	for _, part := range v.Parts {
		s.Enum = append(s.Enum, part.String())
	}
}

func (c *compiler) reference(s *codec.Shape, v *Value) {
	target, err := resolve(c.root, v.Text)
	if err != nil {
		return
	}
	if _, known := c.names[target]; !known {
		c.names[target] = strconv.Itoa(len(c.targets))
		c.targets = append(c.targets, target)
	}
	s.Ref = c.names[target]
}

func (c *compiler) list(v *Value) []codec.Shape {
	shapes := make([]codec.Shape, len(v.Parts))
	for i, part := range v.Parts {
		shapes[i] = *c.schema(part)
	}
	return shapes
}

func (c *compiler) properties(v *Value) []codec.Property {
	properties := make([]codec.Property, len(v.Keys))
	for i, key := range v.Keys {
		properties[i] = codec.Property{Name: key, Shape: c.schema(v.Parts[i])}
	}
	return properties
}

// rangeIn returns the range in a field, a new one without bounds where there is none.
func rangeIn(field **codec.Range) *codec.Range {
	if *field == nil {
		*field = &codec.Range{Max: -1}
	}
	return *field
}

// count is a number of things, in whatever way it is written; otherwise where it is none.
func count(v *Value, otherwise int) int {
	if len(v.Text) > 24 {
		return otherwise
	}
	f, _, err := big.ParseFloat(v.Text, 10, 64, big.ToZero)
	if err != nil || !f.IsInt() || f.Sign() < 0 {
		return otherwise
	}
	n, exact := f.Int64()
	if exact != big.Exact || n > math.MaxInt32 {
		return otherwise
	}
	return int(n)
}

// texts are the strings of a list, each once.
func texts(v *Value) []string {
	list := []string{}
	for _, part := range v.Parts {
		if part.Kind == '"' && !slices.Contains(list, part.Text) {
			list = append(list, part.Text)
		}
	}
	return list
}

// patternOf returns a regular expression that can be checked at a price that is fine, else nil.
func patternOf(expr string) (p *codec.Pattern) {
	if len(expr) > maxPattern {
		return nil
	}
	defer func() {
		if recover() != nil { // what codec says of one that does not compile
			p = nil
		}
	}()
	p = codec.NewPattern(expr)
	c := codec.Open([]byte(`{"text":""}`))
	for c.Object(); c.Field(); {
		c.Bytes()
		c.Match(p) // compiles it
	}
	return p
}
