package codec

import "unicode/utf8"

// String reads a string (T2). The result stands on its own: it does not change with the arguments.
func (c *Cursor) String() string {
	if !c.readText(aString) {
		return ""
	}
	if c.escaped {
		return string(c.scratch)
	}
	return c.own(c.start+1, c.pos-1)
}

// Bytes reads a string and returns its text, escapes resolved. The slice is valid until the next read and must not be changed.
func (c *Cursor) Bytes() []byte {
	if !c.readText(aString) {
		return nil
	}
	return c.lastText()
}

// Name returns Key as a string of its own, for use as the key of a map. It must be called before the value is read.
func (c *Cursor) Name() string {
	if c.escaped {
		return string(c.Key)
	}
	return c.own(c.keyAt+1, c.keyAt+1+len(c.Key))
}

// own returns a part of the arguments as a string.
func (c *Cursor) own(from, to int) string {
	if len(c.text) > maxArena {
		return string(c.text[from:to])
	}
	if c.arena == "" {
		c.arena = string(c.text)
	}
	return c.arena[from:to]
}

// readText reads the string that comes next and reports whether it is one. Its text is lastText then.
func (c *Cursor) readText(want kind) bool {
	text, i := c.text, c.pos
	if i >= len(text) || text[i] != '"' {
		if c.scalarText(want) {
			return true
		}
		c.wrong(want)
		return false
	}
	c.start, c.escaped = i, false
	end, plain := scan(text, i+1)
	if !plain {
		end = c.unquote(i, end, want)
	}
	c.pos = min(end+1, len(text))
	return !c.failed
}

// lastText is the text of the string just read.
func (c *Cursor) lastText() []byte {
	if c.escaped {
		return c.scratch
	}
	return c.text[c.start+1 : c.pos-1]
}

// unquote reads the string whose opening quote is at i and which is not plain; scan stopped at stop. It returns the index of the
// closing quote. The text stands in the arguments, or in scratch if it had escapes. The first fault of a string is noted; without
// a closing quote the syntax is broken.
func (c *Cursor) unquote(i, stop int, what kind) (end int) {
	if stop < len(c.text) && c.text[stop] == '"' && utf8.Valid(c.text[i+1:stop]) {
		return stop
	}
	text, end, fault := unescape(c.scratch[:0], c.text, i)
	c.scratch, c.escaped = text, true
	if end == len(c.text) {
		c.breakAt(end, "a closing quote")
	} else if fault.what != sound {
		c.failed = true
		c.noted(fault.describe(c.note(i), c.text, what, c.sent(fault.at)))
	}
	return end
}
