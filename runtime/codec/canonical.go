package codec

import "unicode/utf8"

// Canonical returns the arguments of a call in one spelling: without white space, strings with no more escapes than JSON needs, keys
// in their order and numbers as they were written. So what is judged, shown to a person or hashed is what a decoder reads, and no
// escape hides a word. Empty arguments and null are {} (J1).
//
// It is as strict as an adapter is about what does not depend on the tool: the error is a *[Problems] where args are no object, too
// large or too deep, not JSON, not Unicode, or have a key twice in one object (J2, J3, J4, J9).
func Canonical(args []byte) ([]byte, error) {
	c := Open(args)
	b := c.canonicalObject(make([]byte, 0, len(args)))
	if err := c.Close(); err != nil {
		return nil, err
	}
	return b, nil
}

// canonical appends the value that comes next. It recurses no deeper than MaxDepth.
func (c *Cursor) canonical(b []byte) []byte {
	if c.pos < len(c.text) {
		switch c.text[c.pos] {
		case '{':
			return c.canonicalObject(b)
		case '[':
			b = append(b, '[')
			begin := len(b)
			for c.Array(); c.Item(); {
				if len(b) > begin {
					b = append(b, ',')
				}
				b = c.canonical(b)
			}
			return append(b, ']')
		case '"':
			return appendCanonicalText(b, c.Bytes())
		}
	}
	c.Skip() // a number or a literal, which have no blanks in them; or broken syntax
	return append(b, c.text[c.start:c.pos]...)
}

func (c *Cursor) canonicalObject(b []byte) []byte {
	b = append(b, '{')
	begin := len(b)
	var keys keySet
	for c.Object(); c.Field(); {
		if keys.repeats(c.Key, c.escaped) {
			c.Duplicate()
		}
		if len(b) > begin {
			b = append(b, ',')
		}
		b = append(appendCanonicalText(b, c.Key), ':')
		b = c.canonical(b)
	}
	return append(b, '}')
}

func appendCanonicalText(b, text []byte) []byte {
	return append(appendEscaped(append(b, '"'), text, utf8.Valid), '"')
}
