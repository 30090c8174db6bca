package codec

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// Raw reads any one value and returns its text, white space taken out (T22): for json.RawMessage, and for types that read their own
// JSON (T51). Null is a value here. Syntax, strings and duplicate keys are checked at every depth. The result stands on its own; it
// is nil where something was wrong.
//
// types are the JSON Schema types that the value may have, such as "object" and "null"; none means any. [Cursor.RawAs] takes a whole
// schema.
func (c *Cursor) Raw(types ...string) []byte {
	begin := c.pos
	if !c.typed(types) || !c.sound() {
		return nil
	}
	c.start = begin
	return appendCompact(make([]byte, 0, c.pos-begin), c.text[begin:c.pos])
}

// sound reads any one value, keeping nothing, and reports whether it was right at every depth.
func (c *Cursor) sound() bool {
	before, key := c.problemCount(), c.keyAt
	c.inspect()
	c.keyAt = key // what is said of the value later is said of its own key
	c.failed = c.failed || c.problemCount() > before
	return !c.failed
}

func (c *Cursor) problemCount() int {
	if c.report == nil {
		return 0
	}
	return len(c.report.marks)
}

// inspect reads any one value for its faults. It recurses no deeper than MaxDepth.
func (c *Cursor) inspect() {
	if c.pos >= len(c.text) {
		c.Skip()
		return
	}
	switch c.text[c.pos] {
	case '{':
		var keys keySet
		for c.Object(); c.Field(); {
			if keys.repeats(c.Key, c.escaped) {
				c.Duplicate()
			}
			c.inspect()
		}
	case '[':
		for c.Array(); c.Item(); {
			c.inspect()
		}
	default:
		c.Skip()
	}
}

// A keySet holds the keys of one object, so that a second one of a name is found (J4). Most objects have few.
type keySet struct {
	few  [12][]byte
	n    int
	many map[string]struct{} // all keys, when there are more
}

// repeats adds a key and reports whether it was there. passing says that the key must be copied to be kept.
func (s *keySet) repeats(key []byte, passing bool) bool {
	if s.many == nil {
		for _, earlier := range s.few[:s.n] {
			if string(earlier) == string(key) {
				return true
			}
		}
		if s.n < len(s.few) {
			if passing {
				key = slices.Clone(key)
			}
			s.few[s.n] = key
			s.n++
			return false
		}
		s.many = make(map[string]struct{}, 4*len(s.few))
		for _, earlier := range s.few {
			s.many[string(earlier)] = struct{}{}
		}
	}
	if _, found := s.many[string(key)]; found {
		return true
	}
	s.many[string(key)] = struct{}{}
	return false
}

// typed reports whether the value that comes next is of one of the JSON Schema types, or of any when there are none. A value of
// another type is a problem, and skipped.
func (c *Cursor) typed(types []string) bool {
	if c.pos >= len(c.text) || takes(types, typeAt(c.text, c.pos)) {
		return true
	}
	c.start, c.failed = c.pos, false
	if !c.skip() || c.failed {
		return false
	}
	c.failed = true
	c.noted(appendWrongType(c.note(c.start), c.text, c.start, types, nil))
	return false
}

// takes reports whether a JSON Schema type, as typeAt names it, is one of some; nil is all of them.
func takes(types []string, kind string) bool {
	return len(types) == 0 || kind == "" || slices.Contains(types, kind) || kind == "integer" && slices.Contains(types, "number")
}

// appendWrongType appends the problem of the value at text[i], which is of none of the types. r, which may be nil, is how many items it
// must have if it is an array.
func appendWrongType(b, text []byte, i int, types []string, r *Range) []byte {
	raw := rawAt(text, i)
	if len(types) == 1 {
		return appendWrongKind(b, kindOf(types[0]), raw, before(text, i) != ':', r)
	}
	b = append(b, "expected "...)
	for n, name := range types {
		switch {
		case n == 0:
		case n == len(types)-1:
			b = append(b, " or "...)
		default:
			b = append(b, ", "...)
		}
		b = append(b, kindOf(name).name()...)
	}
	return appendGot(append(b, ", got "...), raw, func(kind string) bool { return takes(types, kind) })
}

// appendWrongKind appends the problem of a value that is not of the kind that it must be. isItem says that it stands in an array.
func appendWrongKind(b []byte, want kind, raw []byte, isItem bool, r *Range) []byte {
	switch {
	case raw[0] != 'n':
		return appendMismatch(b, want, raw)
	case want == anArray && r != nil && r.Min > 0:
		return appendSome(append(b, "expected array, got null; "...), r.Min)
	}
	return appendNullProblem(b, want, isItem)
}

// appendGot appends a value of none of the JSON Schema types that are taken. A text that holds what is wanted is said to (L4).
func appendGot(b, raw []byte, takes func(kind string) bool) []byte {
	if raw[0] == '"' {
		text := unquoted(raw, 0)
		for _, k := range [...]kind{anObject, anArray} {
			if isDocument(text, k.opening()) && takes(k.name()) {
				b = append(append(b, "a string that contains JSON; send the "...), k.name()...)
				return append(b, " itself"...)
			}
		}
	}
	return appendValue(b, raw)
}

// rawAt is the text of the value at text[i], which is sound.
func rawAt(text []byte, i int) []byte { return bytes.TrimRight(text[i:pastValue(text, i)], " \t\r\n") }

// typeAt is the JSON Schema type of the value at text[i], integer for a number without a fraction; "" for none.
func typeAt(text []byte, i int) string {
	switch text[i] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	end, valid := number(text, i)
	if !valid {
		return ""
	}
	var room [32]byte
	if parseDecimal(room[:0], text[i:end]).exp < 0 {
		return "number"
	}
	return "integer"
}

// kindOf is what a JSON Schema type is called in a problem.
func kindOf(schemaType string) kind {
	switch schemaType {
	case "object":
		return anObject
	case "array":
		return anArray
	case "boolean":
		return aBool
	case "integer":
		return aWhole
	case "number":
		return aNumber
	case "null":
		return aNull
	}
	return aString
}

// appendCompact appends a text that is known to be one JSON value, white space taken out.
func appendCompact(b, text []byte) []byte {
	for i := 0; i < len(text); {
		end := i + 1
		switch {
		case isSpace(text[i]):
			i = end
			continue
		case text[i] == '"':
			end = skipString(text, i)
		default:
			for end < len(text) && text[end] != '"' && !isSpace(text[end]) {
				end++
			}
		}
		b = append(b, text[i:end]...)
		i = end
	}
	return b
}

// AppendRaw appends raw, which must be one JSON value, white space taken out; nil is null (T22). Text in it that is not Unicode is
// mended as in AppendString; anything that is not JSON, or nested deeper than MaxResultDepth, is marked.
func AppendRaw(b, raw []byte) []byte {
	if raw == nil {
		return append(b, "null"...)
	}
	s := sieve{text: raw, out: b}
	end := s.value(space(raw, 0))
	switch {
	case s.depth > MaxResultDepth:
		return AppendDepth(b)
	case end < 0 || space(raw, end) < len(raw):
		return appendFailure(b, "is not one JSON value")
	}
	return s.out
}

// AppendMarshaled appends what a MarshalJSON method returned (O12), as AppendRaw does. An error is marked: it ends the result.
func AppendMarshaled(b, raw []byte, err error) []byte {
	switch {
	case err != nil:
		return AppendError(b, err)
	case raw == nil:
		raw = []byte{} // nothing is no value
	}
	return AppendRaw(b, raw)
}

// A sieve copies one JSON value from text to out, checks its grammar, and leaves out white space.
type sieve struct {
	text, out []byte
	depth     int // never taken back after it has passed MaxResultDepth
}

// value copies the value at text[i] and returns the index after it, or -1.
func (s *sieve) value(i int) int {
	if i >= len(s.text) {
		return -1
	}
	switch s.text[i] {
	case '{', '[':
		if s.depth++; s.depth > MaxResultDepth {
			return -1
		}
		if i = s.container(i, s.text[i]); i >= 0 {
			s.depth--
		}
		return i
	case '"':
		return s.string(i)
	case 't':
		return s.literal(i, "true")
	case 'f':
		return s.literal(i, "false")
	case 'n':
		return s.literal(i, "null")
	}
	end, valid := number(s.text, i)
	if !valid {
		return -1
	}
	s.out = append(s.out, s.text[i:end]...)
	return end
}

func (s *sieve) literal(i int, name string) int {
	end := i + len(name)
	if end > len(s.text) || string(s.text[i:end]) != name {
		return -1
	}
	s.out = append(s.out, name...)
	return end
}

// container copies the object or array whose opening bracket is text[i].
func (s *sieve) container(i int, opening byte) int {
	s.out = append(s.out, opening)
	closing := opening + 2
	i = space(s.text, i+1)
	if i < len(s.text) && s.text[i] == closing {
		s.out = append(s.out, closing)
		return i + 1
	}
	for {
		if opening == '{' {
			if i >= len(s.text) || s.text[i] != '"' {
				return -1
			}
			if i = s.string(i); i < 0 {
				return -1
			}
			if i = space(s.text, i); i >= len(s.text) || s.text[i] != ':' {
				return -1
			}
			s.out = append(s.out, ':')
			i = space(s.text, i+1)
		}
		if i = s.value(i); i < 0 {
			return -1
		}
		if i = space(s.text, i); i >= len(s.text) || s.text[i] != ',' && s.text[i] != closing {
			return -1
		}
		s.out = append(s.out, s.text[i])
		if s.text[i] == closing {
			return i + 1
		}
		i = space(s.text, i+1)
	}
}

// string copies the string whose opening quote is text[i], and marks what is no Unicode (O17).
func (s *sieve) string(i int) int {
	s.out = append(s.out, '"')
	for i++; ; {
		end, ascii, stop := run(s.text, i)
		if plain := s.text[i:end]; ascii || utf8.Valid(plain) {
			s.out = append(s.out, plain...)
		} else {
			s.out = appendMarked(s.out, string(plain))
		}
		switch i = end; stop {
		case '"':
			s.out = append(s.out, '"')
			return i + 1
		case '\\':
			r, size := escape(s.text[i:])
			switch r {
			case unknownEscape:
				return -1
			case loneSurrogate:
				s.out = append(s.out, marker)
			default:
				s.out = append(s.out, s.text[i:i+size]...)
			}
			i += size
		default:
			return -1
		}
	}
}
