package declared

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/runtime/codec"
)

// reader reads the keywords of one declared schema.
type reader struct {
	root          *tree
	refs          []*tree
	faults, notes []Fault
}

// maxDepth is how deep the schemas in a declared schema may lie inside each other.
const maxDepth = 64

// types are the types of JSON Schema.
var types = []string{"string", "number", "integer", "boolean", "object", "array", "null"}

// keyword reads the value of one keyword, which stands at a way such as properties.size.minimum, into the Shape. around is the schema
// that has the keyword.
type keyword func(r *reader, way string, v, around *tree, s *codec.Shape, depth int)

// keywords are all that are known: those that the decoder enforces, and annotations.
var keywords map[string]keyword

func init() { // its functions come back to it
	keywords = map[string]keyword{
		"type": (*reader).typeKeyword,
		"enum": (*reader).enum,
		"const": func(r *reader, way string, v, around *tree, s *codec.Shape, depth int) {
			if s.Enum == nil && around.member("enum") == nil {
				s.Enum = []string{v.String()}
				return
			}
			s.AllOf = append(s.AllOf, codec.Shape{Enum: []string{v.String()}})
		},

		"minimum":          number(func(s *codec.Shape) *string { return &s.Minimum }),
		"exclusiveMinimum": number(func(s *codec.Shape) *string { return &s.ExclusiveMinimum }),
		"maximum":          number(func(s *codec.Shape) *string { return &s.Maximum }),
		"exclusiveMaximum": number(func(s *codec.Shape) *string { return &s.ExclusiveMaximum }),
		"multipleOf":       (*reader).multipleOf,

		"minLength": lowest(func(s *codec.Shape) **codec.Range { return &s.Length }),
		"maxLength": highest(func(s *codec.Shape) **codec.Range { return &s.Length }),
		"pattern":   (*reader).pattern,
		"format":    (*reader).format,

		"items":       single(func(s *codec.Shape) **codec.Shape { return &s.Items }),
		"prefixItems": several(func(s *codec.Shape) *[]codec.Shape { return &s.PrefixItems }),
		"minItems":    lowest(func(s *codec.Shape) **codec.Range { return &s.Count }),
		"maxItems":    highest(func(s *codec.Shape) **codec.Range { return &s.Count }),
		"uniqueItems": func(r *reader, way string, v, _ *tree, s *codec.Shape, _ int) { s.Unique = r.flag(way, v) },
		"contains":    single(func(s *codec.Shape) **codec.Shape { return &s.Contains }),
		"minContains": within("contains", lowest(func(s *codec.Shape) **codec.Range { return &s.Contained })),
		"maxContains": within("contains", highest(contained)),

		"properties":           named(func(s *codec.Shape) *[]codec.Property { return &s.Properties }),
		"patternProperties":    (*reader).patternProperties,
		"additionalProperties": (*reader).additionalProperties,
		"propertyNames":        single(func(s *codec.Shape) **codec.Shape { return &s.PropertyNames }),
		"required": func(r *reader, way string, v, _ *tree, s *codec.Shape, _ int) {
			s.Required = r.names(way, v)
		},
		"minProperties":     lowest(func(s *codec.Shape) **codec.Range { return &s.Size }),
		"maxProperties":     highest(func(s *codec.Shape) **codec.Range { return &s.Size }),
		"dependentRequired": (*reader).dependentRequired,
		"dependentSchemas":  named(func(s *codec.Shape) *[]codec.Property { return &s.DependentSchemas }),

		"allOf": func(r *reader, way string, v, _ *tree, s *codec.Shape, depth int) {
			s.AllOf = append(s.AllOf, r.list(way, v, depth)...)
		},
		"anyOf": several(func(s *codec.Shape) *[]codec.Shape { return &s.AnyOf }),
		"oneOf": several(func(s *codec.Shape) *[]codec.Shape { return &s.OneOf }),
		"not":   single(func(s *codec.Shape) **codec.Shape { return &s.Not }),
		"if":    (*reader).condition,
		"then":  within("if", single(func(s *codec.Shape) **codec.Shape { return &s.Then })),
		"else":  within("if", single(func(s *codec.Shape) **codec.Shape { return &s.Else })),

		"$ref":  (*reader).reference,
		"$defs": (*reader).definitions,

		"title": note, "description": note, "$comment": note, "contentEncoding": note, "contentMediaType": note,
		"default": silent, "examples": silent, "contentSchema": silent,
		"deprecated": mark, "readOnly": mark, "writeOnly": mark,
	}
}

// refused are keywords that are no part of a declared schema, with what to do.
var refused = map[string]string{
	"unevaluatedProperties": `list all properties in one place, and say "additionalProperties":false there`,
	"unevaluatedItems":      `say "items":false behind "prefixItems", in the schema that has them`,
	"$dynamicRef":           `use {"$ref":"#/$defs/NAME"}`,
	"$dynamicAnchor":        `put the schema under "$defs", and refer to it by {"$ref":"#/$defs/NAME"}`,
	"$anchor":               `put the schema under "$defs", and refer to it by {"$ref":"#/$defs/NAME"}`,
	"$recursiveRef":         `use {"$ref":"#/$defs/NAME"}`,
	"$recursiveAnchor":      `put the schema under "$defs", and refer to it by {"$ref":"#/$defs/NAME"}`,
	"$id":                   "remove it: the schema becomes a part of the tool's",
	"$schema":               "remove it: the schema becomes a part of the tool's, which is draft 2020-12",
	"$vocabulary":           "remove it",
	"id":                    "remove it: the schema becomes a part of the tool's",
	"definitions":           `call it "$defs"`,
	"dependencies":          `use "dependentRequired" or "dependentSchemas"`,
	"additionalItems":       `use "prefixItems" for the first items and "items" for all others`,
	"nullable":              `say it in the type: "type":["string","null"]`,
	"example":               `use "examples":[...]`,
	"discriminator":         `remove it, and give each choice a property with "const"`,
}

// schema reads one schema.
func (r *reader) schema(way string, t *tree, depth int) *codec.Shape {
	s := &codec.Shape{}
	switch {
	case t.isBool() && way != "":
		s.Never = t.text == "false"
		return s
	case !t.isObject():
		r.fault(way, "must be a schema, which is an object", `write {"type":"string"} or the like`)
		return s
	case depth > maxDepth:
		r.fault(way, fmt.Sprintf("lies deeper than %d schemas", maxDepth), `put it under "$defs", and refer to it`)
		return s
	}
	for i, key := range t.keys {
		at := strings.TrimPrefix(way+"."+key, ".")
		read, known := keywords[key]
		switch {
		case known:
			read(r, at, t.parts[i], t, s, depth)
		case strings.HasPrefix(key, "x-"):
		case refused[key] != "":
			r.fault(at, "is not supported in a declared schema", refused[key])
		default:
			r.unknown(at, key)
		}
	}
	return s
}

func (r *reader) unknown(way, key string) {
	all := make([]string, 0, len(keywords))
	for known := range keywords {
		all = append(all, known)
	}
	fix := "remove it, or call it x-" + strings.TrimLeft(key, "$") + " if it is a note to others"
	if near := diag.Nearest(key, all); near != "" {
		fix = "did you mean " + near + "?"
	}
	r.fault(way, "is no keyword of JSON Schema", fix)
}

func (r *reader) fault(way, problem, fix string) {
	if way != "" {
		way += " "
	}
	r.faults = append(r.faults, Fault{way + problem, fix})
}

// The keywords that hold schemas.

func single(field func(*codec.Shape) **codec.Shape) keyword {
	return func(r *reader, way string, v, _ *tree, s *codec.Shape, depth int) {
		if v.isArray() && strings.HasSuffix(way, "items") {
			r.fault(way, "must be one schema, got a list", `call the list "prefixItems"`)
			return
		}
		*field(s) = r.schema(way, v, depth+1)
	}
}

func several(field func(*codec.Shape) *[]codec.Shape) keyword {
	return func(r *reader, way string, v, _ *tree, s *codec.Shape, depth int) { *field(s) = r.list(way, v, depth) }
}

func (r *reader) list(way string, v *tree, depth int) []codec.Shape {
	if !v.isArray() || len(v.parts) == 0 {
		r.fault(way, "must be a list of schemas", `write [{"type":"string"}] or the like`)
		return nil
	}
	var out []codec.Shape
	for i, part := range v.parts {
		out = append(out, *r.schema(fmt.Sprintf("%s[%d]", way, i), part, depth+1))
	}
	return out
}

func named(field func(*codec.Shape) *[]codec.Property) keyword {
	return func(r *reader, way string, v, _ *tree, s *codec.Shape, depth int) {
		*field(s) = r.properties(way, v, depth)
	}
}

func (r *reader) properties(way string, v *tree, depth int) []codec.Property {
	if !v.isObject() {
		r.fault(way, "must be an object of schemas", `write {"name":{"type":"string"}} or the like`)
		return nil
	}
	var out []codec.Property
	for i, key := range v.keys {
		out = append(out, codec.Property{Name: key, Shape: r.schema(way+"."+key, v.parts[i], depth+1)})
	}
	return out
}

func (r *reader) patternProperties(way string, v, _ *tree, s *codec.Shape, depth int) {
	for _, p := range r.properties(way, v, depth) {
		if r.isPattern(way+"."+p.Name, p.Name) {
			s.PatternProperties = append(s.PatternProperties, codec.PatternProperty{Pattern: codec.NewPattern(p.Name), Shape: p.Shape})
		}
	}
}

func (r *reader) additionalProperties(way string, v, _ *tree, s *codec.Shape, depth int) {
	shape := r.schema(way, v, depth+1)
	if s.Closed = shape.Never; !s.Closed && v.text != "true" {
		s.AdditionalProperties = shape
	}
}

// within is a keyword that means something only beside another one.
func within(other string, read keyword) keyword {
	return func(r *reader, way string, v, around *tree, s *codec.Shape, depth int) {
		if around.member(other) == nil {
			r.fault(way, "means nothing without "+other, "remove it")
			return
		}
		read(r, way, v, around, s, depth)
	}
}

func (r *reader) condition(way string, v, around *tree, s *codec.Shape, depth int) {
	if around.member("then") == nil && around.member("else") == nil {
		r.fault(way, "means nothing without then or else", "remove it")
		return
	}
	s.If = r.schema(way, v, depth+1)
}
