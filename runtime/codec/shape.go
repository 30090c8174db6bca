package codec

import (
	"bytes"
	"slices"
)

// A Shape is a JSON Schema (draft 2020-12) as static data: what the author of a tool declares of a value whose Go type says too little
// (T22, T51, O12). Generated code spells it as one composite literal, so that it costs nothing before it is asked. The zero Shape takes
// every value. A Shape is not modified once it is in use, and is safe for concurrent use then.
//
// Its fields are the keywords of the schema that refuse anything. Numbers are JSON texts, because their comparisons are exact.
type Shape struct {
	Never bool     // the schema false: no value at all
	Type  []string // such as "object" and "null"; nil for any type
	Enum  []string // the values, each as JSON text; nil for any value. A const is an enum of one

	Minimum, ExclusiveMinimum, Maximum, ExclusiveMaximum string // "" for none
	MultipleOf                                           string // positive, of at most 19 digits; "" for none

	Length  *Range                           // of a text, in Unicode code points
	Pattern *Pattern                         // of a text
	Format  string                           // of a text, as in Cursor.Format
	Syntax  func(text []byte) (fault string) // of a text with a grammar of its own: RegexSyntax for the format regex

	PrefixItems []Shape // of the first items
	Items       *Shape  // of all others
	Count       *Range  // of items
	Unique      bool    // no two items are equal
	Contains    *Shape  // of some items
	Contained   *Range  // how many those are; nil for at least one

	Properties           []Property
	PatternProperties    []PatternProperty
	AdditionalProperties *Shape   // of the values whose key is none of the two above
	Closed               bool     // there are no such keys
	PropertyNames        *Shape   // of the keys
	Required             []string // keys
	Size                 *Range   // of keys
	DependentRequired    []Dependency
	DependentSchemas     []Property // of the whole object, where it has the key

	AllOf, AnyOf, OneOf []Shape
	Not, If, Then, Else *Shape
	Ref                 string     // the name of one of the Defs of the outermost Shape; "" for none
	Defs                []Property // of the outermost Shape alone
}

// A Range bounds a number of parts. A negative Max is no bound.
type Range struct{ Min, Max int }

// A Property is the Shape of what has a name.
type Property struct {
	Name  string
	Shape *Shape
}

// A PatternProperty is the Shape of the values whose key matches.
type PatternProperty struct {
	Pattern *Pattern
	Shape   *Shape
}

// A Dependency says which keys an object must have if it has one of them.
type Dependency struct {
	Name  string
	Needs []string
}

// takes reports whether values of a JSON Schema type, as typeAt names them, may be right.
func (s *Shape) takes(kind string) bool { return takes(s.Type, kind) }

// defined returns the definition of a name.
func (s *Shape) defined(name string) *Shape {
	for _, d := range s.Defs {
		if d.Name == name {
			return d.Shape
		}
	}
	panic("codec: a Shape refers to " + name + ", which its Defs do not have")
}

// Conforms checks the value that comes next against s, at every depth, and leaves it to be read; a value that does not conform is a
// problem, or several, and skipped.
//
//	if c.Conforms(&labelsSchema) {
//		for c.Object(); c.Field(); {
func (c *Cursor) Conforms(s *Shape) bool {
	if !c.conforms(s) {
		return false
	}
	c.pos = c.start
	return true
}

// RawAs is Raw for a value that must conform to s.
func (c *Cursor) RawAs(s *Shape) []byte {
	if !c.conforms(s) {
		return nil
	}
	return appendCompact(make([]byte, 0, c.pos-c.start), c.text[c.start:c.pos])
}

// AnyAs is Any for a value that must conform to s.
func (c *Cursor) AnyAs(s *Shape) any {
	if !c.Conforms(s) {
		return nil
	}
	return c.any()
}

// conforms reads the value that comes next, from start to pos, and reports whether it is sound and conforms. What is wrong in both ways
// is noted together.
func (c *Cursor) conforms(s *Shape) bool {
	if c.pos >= len(c.text) {
		c.Skip()
		return false
	}
	if len(s.Type) == 1 && !s.takes(typeAt(c.text, c.pos)) {
		c.relax(kindOf(s.Type[0]))
	}
	begin, before := c.pos, c.problemCount()
	fine := c.sound()
	if c.phase == broken {
		return false
	}
	c.start = begin
	j := judge{text: c.text[:c.pos], root: s}
	if j.holds(s, begin, false) {
		return fine
	}
	c.failed = true
	if c.full() {
		return false
	}
	j.holds(s, begin, true)
	for _, f := range j.found {
		c.noted(append(c.note(f.at), j.words[f.from:f.to]...))
	}
	slices.SortStableFunc(c.report.marks[before:], func(a, b mark) int { return int(a.at - b.at) })
	return false
}

// Conform checks the value that an append function has put behind the first from bytes of b against s (O12). One that does not conform
// is marked, so that Finish makes the result an error that names its place.
//
//	b = codec.Conform(codec.AppendAny(b, v), len(b), &labelsSchema)
func Conform(b []byte, from int, s *Shape) []byte {
	j := judge{text: b, root: s}
	if bytes.IndexByte(b[from:], marker) >= 0 {
		if _, _, err := Finish(bytes.Clone(b[from:])); err != nil {
			return b // it is marked already
		}
	}
	if j.holds(s, from, false) {
		return b
	}
	j.holds(s, from, true)
	first := j.found[0]
	message := append([]byte("is not what the tool's output schema says: "), j.words[first.from:first.to]...)
	return appendFailure(b[:first.value], string(message))
}

// ConformOrNull is Conform for a value that may be nil, which is written as null and which the output schema says besides s.
func ConformOrNull(b []byte, from int, s *Shape) []byte {
	if string(b[from:]) == "null" {
		return b
	}
	return Conform(b, from, s)
}
