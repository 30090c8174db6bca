package law

import (
	"fmt"
	"math/big"
	"regexp/syntax"
	"strings"
)

// schema is a JSON Schema as far as values are made from it and places are looked up in it. It covers the keywords that
// canonical schemas use, and those that authors are likely to declare; what it does not know only makes fewer of its values
// valid. Whether a value is valid is never asked of it.
type schema struct {
	never    bool
	types    []string // none: any
	enum     []*node
	low      bound
	high     bound
	multiple *big.Rat
	length   [2]int // of texts; -1 for no end
	items    [2]int
	entries  [2]int
	pattern  *syntax.Regexp
	source   string // of the pattern
	format   string
	encoding string
	unique   bool
	prefix   []*schema
	item     *schema
	names    []string // of properties, in order
	props    map[string]*schema
	required map[string]bool
	rest     *schema // additionalProperties; nil: anything
	key      *schema // propertyNames
	choices  []*schema
	all      []*schema
	ref      string
	target   *schema
	note     string // its description
}

// bound is one end of a range; nil for none.
type bound struct {
	at   *big.Rat
	open bool // at itself is outside
}

// parseSchema takes a schema apart.
func parseSchema(s string) (*schema, error) {
	v, err := read([]byte(s))
	if err != nil {
		return nil, err
	}
	p := &schemaParser{defs: map[string]*schema{}}
	root := p.schema(v)
	p.defs["#"] = root
	if defs := v.get("$defs"); defs != nil {
		for i, name := range defs.keys {
			p.defs["#/$defs/"+name] = p.schema(defs.items[i])
		}
	}
	for _, s := range p.refs {
		if s.target = p.defs[s.ref]; s.target == nil {
			return nil, fmt.Errorf("no %s", s.ref)
		}
	}
	return root, nil
}

type schemaParser struct {
	defs map[string]*schema
	refs []*schema
}

func (p *schemaParser) schema(v *node) *schema {
	s := &schema{length: [2]int{0, -1}, items: [2]int{0, -1}, entries: [2]int{0, -1}, never: v.kind == no}
	for i, key := range v.keys {
		p.keyword(s, key, v.items[i])
	}
	return s
}

func (p *schemaParser) keyword(s *schema, key string, v *node) {
	switch key {
	case "$ref":
		s.ref = v.text
		p.refs = append(p.refs, s)
	case "type":
		if s.types = []string{v.text}; v.kind == array {
			s.types = textsOf(v)
		}
	case "enum":
		s.enum = v.items
	case "const":
		s.enum = []*node{v}
	case "minimum", "exclusiveMinimum":
		s.low = bound{rat(v.text), key != "minimum"}
	case "maximum", "exclusiveMaximum":
		s.high = bound{rat(v.text), key != "maximum"}
	case "multipleOf":
		s.multiple = rat(v.text)
	case "minLength", "minItems", "minProperties":
		s.size(key)[0] = count(v)
	case "maxLength", "maxItems", "maxProperties":
		s.size(key)[1] = count(v)
	case "pattern":
		s.source = v.text
		s.pattern, _ = syntax.Parse(v.text, syntax.Perl) // nil: no text is made from it
	case "format":
		s.format = v.text
	case "contentEncoding":
		s.encoding = v.text
	case "uniqueItems":
		s.unique = v.kind == yes
	case "items":
		s.item = p.schema(v)
	case "prefixItems":
		for _, item := range v.items {
			s.prefix = append(s.prefix, p.schema(item))
		}
	case "properties":
		s.props = map[string]*schema{}
		for i, name := range v.keys {
			s.names, s.props[name] = append(s.names, name), p.schema(v.items[i])
		}
	case "required":
		s.required = map[string]bool{}
		for _, name := range textsOf(v) {
			s.required[name] = true
		}
	case "additionalProperties":
		s.rest = p.schema(v)
	case "propertyNames":
		s.key = p.schema(v)
	case "anyOf", "oneOf":
		for _, choice := range v.items {
			s.choices = append(s.choices, p.schema(choice))
		}
	case "allOf":
		for _, part := range v.items {
			s.all = append(s.all, p.schema(part))
		}
	case "description":
		s.note = v.text
	}
}

func (s *schema) size(key string) *[2]int {
	switch strings.TrimLeft(key, "minax") {
	case "Length":
		return &s.length
	case "Items":
		return &s.items
	}
	return &s.entries
}

func textsOf(v *node) (out []string) {
	for _, item := range v.items {
		out = append(out, item.text)
	}
	return out
}

func count(v *node) int {
	r := rat(v.text)
	if r == nil || !r.IsInt() || !r.Num().IsInt64() {
		return 0
	}
	return int(r.Num().Int64())
}

// rat is the exact value of a number's literal.
func rat(literal string) *big.Rat {
	r, ok := new(big.Rat).SetString(tame(literal))
	if !ok {
		return nil
	}
	return r
}

// real is s behind its references.
func (s *schema) real() *schema {
	for s.target != nil {
		s = s.target
	}
	return s
}

// has reports whether a type is allowed by name.
func (s *schema) has(name string) bool {
	for _, t := range s.types {
		if t == name {
			return true
		}
	}
	return false
}

// open reports whether s says nothing of a value's kind.
func (s *schema) open() bool {
	return len(s.types) == 0 && s.enum == nil && s.choices == nil && s.all == nil && !s.never
}

// candidates are all schemas that speak about one value: s, and what stands in its references and choices.
func (s *schema) candidates() []*schema {
	s = s.real()
	out := []*schema{s}
	for _, c := range append(s.choices[:len(s.choices):len(s.choices)], s.all...) {
		out = append(out, c.candidates()...)
	}
	return out
}

// property is the schema of a key's value; nil where the key is not allowed. anything stands for none.
func (s *schema) property(key string) *schema {
	switch p := s.props[key]; {
	case p != nil:
		return p
	case s.rest == nil:
		return anything
	case s.rest.never:
		return nil
	}
	return s.rest
}

// at is the schema of an item.
func (s *schema) at(i int) *schema {
	switch {
	case i < len(s.prefix):
		return s.prefix[i]
	case s.item == nil:
		return anything
	}
	return s.item
}

var anything = &schema{length: [2]int{0, -1}, items: [2]int{0, -1}, entries: [2]int{0, -1}}
