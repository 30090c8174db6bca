// Package declared reads the JSON Schemas that authors declare of values whose Go types say too little (T22, T51, O12).
//
// The text of a directive comes in; out go a codec.Shape, which generated code carries and the decoder holds values against, or what is
// wrong with the text. Every keyword is one that the decoder enforces, or an annotation, or it is refused: a schema that promises what
// nobody checks would make schema and decoder disagree. The rooms of the generator call it; it is pure.
package declared

import (
	"errors"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/runtime/codec"
)

// Schema is a declared schema that is fine.
type Schema struct {
	Text  string       // compact JSON, in the author's order
	Shape *codec.Shape // what of it refuses anything
	Notes []Fault      // what an author may want to know, and which is no error

	root *tree
	refs []*tree // the values of all $ref
}

// Fault is one thing that is wrong with a declared schema.
type Fault struct {
	Message string // the way to the keyword, such as properties.size.minimum, and what is wrong with it
	Fix     string // text to write in its place
}

// Parse reads a declared schema. It returns nil and everything that is wrong with the text where something is.
func Parse(text string) (*Schema, []Fault) {
	root, err := parse(text)
	switch {
	case err != nil:
		return nil, []Fault{{err.Error(), `write one JSON object, such as {"type":"object"}`}}
	case !root.isObject():
		return nil, []Fault{{"expected a JSON object, got " + text, `write one JSON object, such as {"type":"object"}`}}
	}
	r := reader{root: root}
	shape := r.schema("", root, 0)
	r.references(shape)
	if r.faults != nil {
		return nil, r.faults
	}
	return &Schema{Text: compact(text), Shape: shape, Notes: r.notes, root: root, refs: r.refs}, nil
}

// MustParse is Parse for a text that is known to be fine: one that collect has kept.
func MustParse(text string) *Schema {
	s, faults := Parse(text)
	if s == nil {
		panic("declared schema " + text + ": " + faults[0].Message)
	}
	return s
}

// Checks reports whether the schema refuses anything at all.
func (s *Schema) Checks() bool { return !takesAll(s.Shape) }

// Accept holds a JSON value against the schema, as a running tool will. The error names what is wrong in its words.
func (s *Schema) Accept(value string) error {
	c := codec.Open([]byte(`{"value":` + value + `}`))
	for c.Object(); c.Field(); {
		c.RawAs(s.Shape)
	}
	var problems *codec.Problems
	if !errors.As(c.Close(), &problems) {
		return nil
	}
	var all []string
	for _, p := range problems.List {
		if path := strings.TrimPrefix(strings.TrimPrefix(p.Path, "value"), "."); path != "" {
			all = append(all, path+" "+p.Message)
		} else {
			all = append(all, p.Message)
		}
	}
	return errors.New(strings.Join(all, "; "))
}

// Member is one keyword of a schema, or one of its definitions, with its value as compact JSON.
type Member struct{ Key, Value string }

// Members are the keywords of the schema but for $defs, in the author's order. named says what its definitions are called where they are
// put.
func (s *Schema) Members(named func(name string) string) []Member {
	return s.members(s.root, named, func(key string) bool { return key != "$defs" })
}

// Definitions are the $defs of the schema, in the author's order.
func (s *Schema) Definitions(named func(name string) string) []Member {
	defs := s.root.member("$defs")
	if defs == nil {
		return nil
	}
	return s.members(defs, named, func(string) bool { return true })
}

// DefinitionsText is the JSON of all $defs, "" for none.
func (s *Schema) DefinitionsText() string {
	if defs := s.root.member("$defs"); defs != nil && len(defs.keys) > 0 {
		return defs.String()
	}
	return ""
}

func (s *Schema) members(of *tree, named func(name string) string, keep func(key string) bool) []Member {
	before := make([]string, len(s.refs))
	for i, ref := range s.refs {
		before[i] = ref.text
		*ref = tree{text: model.Quote(defsPrefix + named(strings.TrimPrefix(ref.str(), defsPrefix)))}
	}
	var out []Member
	for i, key := range of.keys {
		if keep(key) {
			out = append(out, Member{key, of.parts[i].String()})
		}
	}
	for i, ref := range s.refs {
		ref.text = before[i]
	}
	return out
}
