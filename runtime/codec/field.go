package codec

import "math/bits"

// maxNamed is how many names a problem lists.
const maxNamed = 30

// Once notes a duplicate of Key (J4) when bit is set in seen already, and returns seen with bit set. An adapter keeps one such word
// for each object it reads, and gives each field a bit of its own; an object of more than 64 fields has several words.
func (c *Cursor) Once(seen, bit uint64) uint64 {
	if seen&bit != 0 {
		c.Duplicate()
	}
	return seen | bit
}

// Duplicate notes that Key stands in its object for the second time (J4). It must be called before the value is read.
func (c *Cursor) Duplicate() {
	if c.failed {
		return
	}
	c.noted(append(appendQuoted(append(c.note(c.keyAt), "duplicate key "...), c.Key), "; send it once"...))
}

// Unknown notes that Key is none of the known keys of its object (J5, J6), and skips the value. The problem names the known key
// that was likely meant, or else lists them. Where unknown keys are to be ignored it only skips the value (L11).
func (c *Cursor) Unknown(known ...string) {
	if c.lenient&unknownKeys != 0 {
		c.skipUnknown()
		return
	}
	c.UnknownKey(known...)
}

// UnknownKey is Unknown for the keys of a map, of which the schema names all: none is ignored.
func (c *Cursor) UnknownKey(known ...string) {
	if !c.failed && !c.full() {
		if c.depth == 1 && isWrapper(c.Key) && c.pos < len(c.text) && c.text[c.pos] == '{' {
			b := appendQuoted(append(c.note(c.keyAt), "unknown key "...), c.Key)
			c.noted(append(b, "; send what is inside it without the object around it"...))
		} else {
			c.noted(appendUnknown(c.note(c.keyAt), c.Key, known))
		}
	}
	c.Skip()
}

// appendUnknown appends the problem of a key that is none of the known ones.
func appendUnknown(b, key []byte, known []string) []byte {
	b = appendQuoted(append(b, "unknown key "...), key)
	if name, found := nearest(key, known); found {
		b = appendQuoted(append(b, "; did you mean "...), []byte(name))
		return append(b, '?')
	}
	if len(known) == 0 {
		return append(b, "; remove it, no keys are known here"...)
	}
	return appendNames(append(b, "; known are "...), known, 1<<len(known)-1)
}

// Need notes, in one problem, all fields that are in want and not in seen (J13, N1). names are the names of all fields of the
// object, or of the 64 that the two words stand for, in the order of their bits. It must be called right after the loop over Field.
func (c *Cursor) Need(seen, want uint64, names ...string) {
	if want&^seen != 0 {
		c.missing(want&^seen, names)
	}
}

func (c *Cursor) missing(fields uint64, names []string) {
	if c.failed {
		return
	}
	c.noted(appendNames(append(c.note(c.pos-1), "missing required "...), names, fields))
}

// appendNames appends those of names, quoted, whose bit is set; of very many only the first.
func appendNames(b []byte, names []string, which uint64) []byte {
	named := 0
	for which != 0 {
		i := bits.TrailingZeros64(which)
		which &= which - 1
		if named > 0 {
			b = append(b, ", "...)
		}
		if named == maxNamed {
			return append(b, "…"...)
		}
		b = appendQuoted(b, []byte(names[i]))
		named++
	}
	return b
}
