package compose

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/codec"
)

// schema is a JSON Schema as far as composites are checked by it. What it does not know only ever makes it say less: a
// keyword that is not read never refuses a value here, the tool itself still does.
type schema struct {
	text     []byte             // as it stands in the tool's Spec, compact; nil where it stands nowhere
	defined  map[string]*schema // what $ref may point at
	target   *schema            // what $ref does point at
	types    types              // of the values; anyType where the schema does not say
	may      types              // the same, choices and references looked into
	members  []property
	required []string
	closed   bool    // no other members
	extra    *schema // of other members; nil where the schema does not say
	items    *schema // nil where the schema does not say
	enum     [][]byte
	anyOf    []*schema
	pattern  *codec.Pattern // nil where there is none, or none that Go can run
	rules    []rule         // all other keywords that bear on values, pattern included
}

type property struct {
	name   string
	schema *schema
}

// rule is a keyword that is compared by its text, and checked where check.go knows it.
type rule struct {
	keyword string
	text    []byte
}

// types is a set of JSON Schema types. An integer is a number too, so "number" is two bits.
type types uint8

const (
	nullType types = 1 << iota
	booleanType
	integerType
	fractionType
	stringType
	arrayType
	objectType

	numberType       = integerType | fractionType
	anyType    types = 1<<7 - 1
)

var typeNames = []struct {
	name string
	bits types
}{{"string", stringType}, {"number", numberType}, {"integer", integerType}, {"boolean", booleanType}, {"array", arrayType}, {"object", objectType}, {"null", nullType}}

// String lists the types, as in "string or null".
func (t types) String() string {
	var names []string
	for _, n := range typeNames {
		if t&n.bits == n.bits {
			names = append(names, n.name)
			t &^= n.bits
		}
	}
	return strings.Join(names, " or ")
}

// list returns the names of the types; nil for any.
func (t types) list() []string {
	if t == anyType {
		return nil
	}
	var names []string
	for _, n := range typeNames {
		if t&n.bits == n.bits {
			names = append(names, n.name)
			t &^= n.bits
		}
	}
	return names
}

// typesOf returns the types that a value has; two of them for a whole number written with a fraction or an exponent, which
// nobody here decides.
func typesOf(value []byte) types {
	switch kind(value) {
	case "object":
		return objectType
	case "array":
		return arrayType
	case "string":
		return stringType
	case "boolean":
		return booleanType
	case "null":
		return nullType
	}
	if strings.ContainsAny(string(value), ".eE") {
		return numberType
	}
	return integerType
}

// anything is the schema that says nothing.
var anything = &schema{text: []byte(`{}`), types: anyType, may: anyType}

// noArguments is the schema of a tool without parameters, as Spec.Input "" means it.
const noArguments = `{"type":"object","properties":{},"additionalProperties":false}`

// readSchema reads the schema of a Spec.
func readSchema(text string) (*schema, error) {
	raw, err := compact([]byte(text))
	if err != nil {
		return nil, errors.New("the schema is " + err.Error())
	}
	if raw[0] != '{' {
		return nil, errors.New("the schema is not a JSON object but " + article(kind(raw)))
	}
	r := reader{defined: map[string]*schema{"#": new(schema)}}
	for keyword, value := range members(raw) {
		if keyword == "$defs" {
			for name := range members(value) {
				r.defined["#/$defs/"+name] = new(schema)
			}
			for name, definition := range members(value) {
				r.read(r.defined["#/$defs/"+name], definition)
			}
		}
	}
	root := r.defined["#"]
	r.read(root, raw)
	r.settle()
	return root, nil
}

type reader struct {
	defined map[string]*schema // what $ref may point at, filled in while reading goes on
	all     []*schema
}

// settle finds which types the values of each schema may have: the least solution, which is reached after a few rounds.
func (r *reader) settle() {
	for changed := true; changed; {
		changed = false
		for _, s := range r.all {
			may := s.types
			if s.target != nil {
				may &= s.target.may
			}
			if len(s.anyOf) > 0 {
				var choices types
				for _, choice := range s.anyOf {
					choices |= choice.may
				}
				may &= choices
			}
			if may != s.may {
				s.may, changed = may, true
			}
		}
	}
}

func (r *reader) schema(text []byte) *schema {
	s := new(schema)
	r.read(s, text)
	return s
}

func (r *reader) list(text []byte) (all []*schema) {
	for item := range items(text) {
		all = append(all, r.schema(item))
	}
	return all
}

// read fills s in. A schema that is true or false says nothing here.
func (r *reader) read(s *schema, text []byte) {
	r.all = append(r.all, s)
	s.text, s.defined, s.types = text, r.defined, anyType
	for keyword, value := range members(text) {
		switch keyword {
		case "type":
			s.types = readTypes(value)
		case "properties":
			for name, member := range members(value) {
				s.members = append(s.members, property{name, r.schema(member)})
			}
		case "required":
			for item := range items(value) {
				s.required = append(s.required, unquoteAny(item))
			}
		case "additionalProperties":
			if s.closed = string(value) == "false"; !s.closed {
				s.extra = r.schema(value)
			}
		case "items":
			s.items = r.schema(value)
		case "enum":
			s.enum = slices.Collect(items(value))
		case "const":
			s.enum = [][]byte{value}
		case "anyOf":
			s.anyOf = r.list(value)
		case "pattern":
			if expr := unquoteAny(value); compiles(expr) {
				s.pattern = codec.NewPattern(expr)
			}
			s.rules = append(s.rules, rule{keyword, value})
		case "$ref":
			s.target = r.defined[unquoteAny(value)]
		case "$defs", "$schema", "$id", "$comment", "title", "description", "default", "examples", "format", "deprecated", "readOnly",
			"writeOnly", "contentEncoding", "contentMediaType": // nothing that bears on values, or what the tool itself decides
		default:
			s.rules = append(s.rules, rule{keyword, value})
		}
	}
}

// compiles reports whether Go can run the pattern; a schema from elsewhere may have one that it cannot (X7).
func compiles(expr string) bool {
	_, err := regexp.Compile(expr)
	return err == nil
}

// readTypes reads the value of "type"; what it does not know means any.
func readTypes(value []byte) (t types) {
	names := []string{unquoteAny(value)}
	if value[0] == '[' {
		names = names[:0]
		for item := range items(value) {
			names = append(names, unquoteAny(item))
		}
	}
	for _, name := range names {
		i := slices.IndexFunc(typeNames, func(n struct {
			name string
			bits types
		}) bool {
			return n.name == name
		})
		if i < 0 {
			return anyType
		}
		t |= typeNames[i].bits
	}
	if t == 0 {
		return anyType
	}
	return t
}

// unquoteAny returns what a JSON string stands for, "" for anything else.
func unquoteAny(value []byte) string {
	if value[0] != '"' {
		return ""
	}
	return unquote(value)
}

// resolve follows $ref. A chain of references that leads back to itself says nothing.
func (s *schema) resolve() *schema {
	for range 64 {
		if s.target == nil {
			return s
		}
		s = s.target
	}
	return anything
}

// member returns the schema of a member: nil where there can be none of that name.
func (s *schema) member(name string) *schema {
	for _, p := range s.members {
		if p.name == name {
			return p.schema
		}
	}
	switch {
	case s.closed && s.rule("patternProperties") == nil:
		return nil
	case s.extra != nil:
		return s.extra
	}
	return anything
}

// rule returns the text of a keyword, nil where the schema does not have it.
func (s *schema) rule(keyword string) []byte {
	for _, r := range s.rules {
		if r.keyword == keyword {
			return r.text
		}
	}
	return nil
}

// whole returns the value of a keyword that is a whole number, such as minItems.
func (s *schema) whole(keyword string, absent int) int {
	if text := s.rule(keyword); text != nil {
		if n, err := strconv.Atoi(string(text)); err == nil {
			return n
		}
	}
	return absent
}

// place is what a schema says of a place in its values.
type place struct {
	schema *schema // anything where it does not say
	absent bool    // there are values that have nothing in that place
}

// at goes down a path. Its error says why there is never anything in that place. here is what leads to s.
func (s *schema) at(path []element, here string) (place, error) {
	p := place{schema: s}
	budget := maxCompare
	for i, e := range path {
		next, err := p.schema.step(e, here+reference{path: path}.upTo(i), &budget)
		if err != nil {
			return place{}, err
		}
		p = place{next.schema, p.absent || next.absent}
	}
	return p, nil
}

// step goes to one member or item.
func (s *schema) step(e element, here string, budget *int) (place, error) {
	s = s.resolve()
	if *budget--; *budget < 0 {
		return place{schema: anything}, nil
	}
	if len(s.anyOf) > 0 {
		return s.stepAny(e, here, budget)
	}
	within := s.types &^ nullType
	absent := s.types != within // null has neither members nor items
	if e.index >= 0 {
		if within&arrayType == 0 {
			return place{}, errors.New(here + " is not an array but " + article(s.types.String()))
		}
		if most := s.whole("maxItems", -1); 0 <= most && most <= e.index {
			return place{}, errors.New(here + " has at most " + count(most, "item"))
		}
		items := s.items
		if items == nil || s.rule("prefixItems") != nil {
			items = anything
		}
		return place{items, absent || s.whole("minItems", 0) <= e.index}, nil
	}
	if within&objectType == 0 {
		return place{}, errors.New(here + " is not an object but " + article(s.types.String()))
	}
	member := s.member(e.name)
	if member == nil {
		return place{}, errors.New(here + " has no member " + strconv.Quote(e.name) + s.names())
	}
	return place{member, absent || !slices.Contains(s.required, e.name)}, nil
}

// stepAny goes on in every choice that has such a place.
func (s *schema) stepAny(e element, here string, budget *int) (place, error) {
	var found []place
	var first error
	for _, choice := range s.anyOf {
		p, err := choice.step(e, here, budget)
		if err == nil {
			found = append(found, p)
		} else if first == nil {
			first = err
		}
	}
	switch {
	case len(found) == 0:
		return place{}, first
	case len(found) == 1:
		return place{found[0].schema, found[0].absent || first != nil}, nil
	}
	all := place{schema: &schema{types: anyType, may: anyType}, absent: first != nil}
	for _, p := range found {
		all.schema.anyOf = append(all.schema.anyOf, p.schema)
		all.absent = all.absent || p.absent
	}
	return all, nil
}

// names lists the members that an object has, for a message.
func (s *schema) names() string {
	if len(s.members) == 0 {
		return ""
	}
	var names []string
	for _, p := range s.members {
		if len(names) == 30 {
			names = append(names, "…")
			break
		}
		names = append(names, strconv.Quote(p.name))
	}
	return "; known are " + strings.Join(names, ", ")
}
