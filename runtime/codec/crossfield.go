package codec

import "math/bits"

// Rules across the fields of one object (R18): how many of some optional fields must be given. An adapter keeps one word for each
// rule and sets a bit of it where it reads the value of a field, in the order of names, which are at most 64; null for absent is not
// given. The checks stand behind the loop over Field, as Need does, and do nothing where the object itself was wrong.

// ExactlyOne notes that none of the names was given, or more than one.
func (c *Cursor) ExactlyOne(given uint64, names ...string) {
	if given == 0 || given&(given-1) != 0 {
		c.across("give exactly one of ", given, names)
	}
}

// AtLeastOne notes that none of the names was given.
func (c *Cursor) AtLeastOne(given uint64, names ...string) {
	if given == 0 {
		c.across("give at least one of ", given, names)
	}
}

// AtMostOne notes that more than one of the names was given.
func (c *Cursor) AtMostOne(given uint64, names ...string) {
	if given&(given-1) != 0 {
		c.across("give at most one of ", given, names)
	}
}

// across appends what is asked for, what came, and what to leave out.
func (c *Cursor) across(rule string, given uint64, names []string) {
	if c.failed {
		return
	}
	b := append(c.note(c.pos-1), rule...)
	b = appendPlain(b, names, 1<<len(names)-1, ", ")
	if given == 0 {
		c.noted(append(b, "; got none"...))
		return
	}
	b = appendPlain(append(b, "; got "...), names, given, " and ")
	if bits.OnesCount64(given) == 2 {
		c.noted(append(b, "; leave out one"...))
		return
	}
	c.noted(append(b, "; leave out all but one"...))
}

// appendPlain appends those of names whose bit is set, the last behind another word than a comma; of very many only the first. As in a
// path, a name that is a plain word has no quotes.
func appendPlain(b []byte, names []string, which uint64, last string) []byte {
	for named := 0; which != 0; named++ {
		name := []byte(names[bits.TrailingZeros64(which)])
		which &= which - 1
		switch {
		case named == maxNamed:
			return append(b, ", …"...)
		case named > 0 && which == 0:
			b = append(b, last...)
		case named > 0:
			b = append(b, ", "...)
		}
		if isPlainName(name) {
			b = append(b, name...)
		} else {
			b = appendQuoted(b, name)
		}
	}
	return b
}
