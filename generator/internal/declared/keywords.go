package declared

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/model"
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

// The keywords that hold values.

func (r *reader) typeKeyword(way string, v, _ *tree, s *codec.Shape, _ int) {
	names := []*tree{v}
	if v.isArray() {
		names = v.parts
	}
	for _, name := range names {
		if !name.isText() || !slices.Contains(types, name.str()) || slices.Contains(s.Type, name.str()) {
			r.fault(way, "must be one of "+strings.Join(types, ", ")+", or a list of them, got "+v.String(), `write "type":"object" or the like`)
			return
		}
		s.Type = append(s.Type, name.str())
	}
	if len(names) == 0 {
		r.fault(way, "must name a type", `write "type":"object" or the like`)
	}
}

func (r *reader) enum(way string, v, _ *tree, s *codec.Shape, _ int) {
	if !v.isArray() || len(v.parts) == 0 {
		r.fault(way, "must be a list of values", `write ["a","b"] or the like`)
		return
	}
	for _, value := range v.parts {
		s.Enum = append(s.Enum, value.String())
	}
}

func number(field func(*codec.Shape) *string) keyword {
	return func(r *reader, way string, v, _ *tree, s *codec.Shape, _ int) {
		if !v.isNumber() {
			fix := "write a number"
			if v.isBool() {
				fix = "write the bound itself, a number"
			}
			r.fault(way, "must be a number", fix)
			return
		}
		*field(s) = v.text
	}
}

func (r *reader) multipleOf(way string, v, _ *tree, s *codec.Shape, _ int) {
	const mostDigits = 19
	digits, _, _ := strings.Cut(strings.ToLower(v.text), "e")
	digits = strings.Trim(strings.Replace(digits, ".", "", 1), "0")
	switch {
	case !v.isNumber() || digits == "" || digits[0] == '-':
		r.fault(way, "must be a number greater than 0", "write a number such as 0.01")
	case len(digits) > mostDigits:
		r.fault(way, fmt.Sprintf("must have at most %d digits", mostDigits), "write a number such as 0.01")
	}
	s.MultipleOf = v.text
}

func lowest(field func(*codec.Shape) **codec.Range) keyword {
	return func(r *reader, way string, v, _ *tree, s *codec.Shape, _ int) {
		n, ok := r.count(way, v)
		if at := field(s); !ok {
			return
		} else if *at != nil {
			(*at).Min = n
		} else {
			*at = &codec.Range{Min: n, Max: -1}
		}
	}
}

func highest(field func(*codec.Shape) **codec.Range) keyword {
	return func(r *reader, way string, v, _ *tree, s *codec.Shape, _ int) {
		n, ok := r.count(way, v)
		if at := field(s); !ok {
			return
		} else if *at != nil {
			(*at).Max = n
		} else {
			*at = &codec.Range{Max: n}
		}
	}
}

// contained is how many items contains must find: at least one, unless minContains says otherwise.
func contained(s *codec.Shape) **codec.Range {
	if s.Contained == nil {
		s.Contained = &codec.Range{Min: 1, Max: -1}
	}
	return &s.Contained
}

func (r *reader) count(way string, v *tree) (int, bool) {
	if v.isNumber() && len(v.text) <= 24 {
		if _, exponent, found := strings.Cut(strings.ToLower(v.text), "e"); !found || len(exponent) <= 3 {
			exact, ok := new(big.Rat).SetString(v.text)
			if ok && exact.IsInt() && exact.Sign() >= 0 && exact.Num().IsInt64() && exact.Num().Int64() <= math.MaxInt32 {
				return int(exact.Num().Int64()), true
			}
		}
	}
	r.fault(way, fmt.Sprintf("must be a whole number from 0 to %d", math.MaxInt32), "write a number such as 1")
	return 0, false
}

func (r *reader) flag(way string, v *tree) bool {
	if !v.isBool() {
		r.fault(way, "must be true or false", "write true")
	}
	return v.text == "true"
}

// names reads a list of different names.
func (r *reader) names(way string, v *tree) []string {
	var out []string
	for _, part := range v.parts {
		if !v.isArray() || !part.isText() || slices.Contains(out, part.str()) {
			r.fault(way, "must be a list of different names", `write ["name"] or the like`)
			return nil
		}
		out = append(out, part.str())
	}
	if !v.isArray() {
		r.fault(way, "must be a list of different names", `write ["name"] or the like`)
	}
	return out
}

func (r *reader) dependentRequired(way string, v, _ *tree, s *codec.Shape, _ int) {
	if !v.isObject() {
		r.fault(way, "must be an object of lists of names", `write {"card":["address"]} or the like`)
		return
	}
	for i, key := range v.keys {
		if needs := r.names(way+"."+key, v.parts[i]); len(needs) > 0 {
			s.DependentRequired = append(s.DependentRequired, codec.Dependency{Name: key, Needs: needs})
		}
	}
}

func (r *reader) pattern(way string, v, _ *tree, s *codec.Shape, _ int) {
	if !v.isText() {
		r.fault(way, "must be a text", `write "^[a-z]+$" or the like`)
		return
	}
	if r.isPattern(way, v.str()) {
		s.Pattern = codec.NewPattern(v.str())
	}
}

func (r *reader) isPattern(way, expr string) bool {
	err := CheckPattern(expr)
	if err != nil {
		r.faults = append(r.faults, Fault{way + ": " + err.Error(), "write what both RE2 and ECMA-262 read alike, such as ^[a-z]+$"})
	}
	return err == nil
}

// format is a check for the formats that the decoder knows, else an annotation (X5).
func (r *reader) format(way string, v, _ *tree, s *codec.Shape, _ int) {
	name := v.str()
	switch {
	case !v.isText():
		r.fault(way, "must be a text", `write "date-time" or the like`)
	case name == "regex":
		s.Syntax = codec.RegexSyntax
	case model.IsChecked(name):
		s.Format = name
	case !slices.Contains(model.Formats(), name):
		r.notes = append(r.notes, Fault{way + ": JSON Schema knows no format " + name + ", so it is a note to readers alone", nearestFormat(name)})
	}
}

func nearestFormat(name string) string {
	if near := diag.Nearest(name, model.Formats()); near != "" {
		return "did you mean " + near + "?"
	}
	return "one of the checked ones: date-time, date, time, email, hostname, ipv4, ipv6, uri, uuid, regex"
}

// The annotations.

func note(r *reader, way string, v, _ *tree, _ *codec.Shape, _ int) {
	if !v.isText() {
		r.fault(way, "must be a text", "put it in quotes")
	}
}

func mark(r *reader, way string, v, _ *tree, _ *codec.Shape, _ int) { r.flag(way, v) }

func silent(*reader, string, *tree, *tree, *codec.Shape, int) {}
