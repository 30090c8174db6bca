package codec

import (
	"strconv"
	"unicode/utf8"
)

// Broken syntax ends the reading: nothing after it can be trusted. It is one problem of the whole arguments, with the offset of
// the first byte that does not fit, counted in bytes from 0 (J3).

// breakAt notes that the byte at the offset is not what the grammar wants there, and returns false.
func (c *Cursor) breakAt(at int, want string) bool {
	if c.phase == broken {
		return false
	}
	message := append(c.note(whole), "not valid JSON at offset "...)
	c.report.spot = int32(at)
	message = strconv.AppendInt(message, int64(c.sent(at)), 10)
	message = append(message, ": expected "...)
	message = append(message, want...)
	message = append(message, ", got "...)
	if at < len(c.text) {
		message = append(appendPiece(message, c.text[at:]), adviceAt(c.text, at)...)
	} else {
		message = append(message, "the end of the text; send the arguments in full"...)
	}
	c.noted(message)
	return c.stop()
}

// lost is breakAt for a place between two values of a container.
func (c *Cursor) lost(at int, container kind) bool {
	return c.lostAt(at, container, c.phase == opened)
}

func (c *Cursor) lostAt(at int, container kind, first bool) bool {
	switch {
	case container == anArray:
		return c.breakAt(at, `"," or "]"`)
	case first || before(c.text, at) == ',':
		return c.breakAt(at, "a key in double quotes")
	}
	return c.breakAt(at, `"," or "}"`)
}

// breakNumber is breakAt for a number that began at start and went wrong at the offset.
func (c *Cursor) breakNumber(start, at int) bool {
	if at == start {
		return c.breakAt(at, "a value")
	}
	if at < len(c.text) && isDigit(c.text[at]) {
		return c.breakAt(at, "no digit after a leading 0")
	}
	return c.breakAt(at, "a digit")
}

// before returns the last byte before text[i] that is not white space, or 0.
func before(text []byte, i int) byte {
	for i--; i >= 0; i-- {
		if !isSpace(text[i]) {
			return text[i]
		}
	}
	return 0
}

// adviceAt returns what to do about the byte at the offset, where a common mistake explains it.
func adviceAt(text []byte, at int) string {
	switch char := text[at]; {
	case (char == '}' || char == ']') && before(text, at) == ',':
		return "; remove the comma before it"
	case isDigit(char) && at > 0 && text[at-1] == '0':
		return "; remove the 0 before it"
	case char == '\'':
		return "; use double quotes"
	case char == '/' || char == '#':
		return "; comments are not allowed"
	case char == '+' || char == '.':
		return `; a number starts with a digit or "-"`
	case char == 'I' || char == 'N' && at+1 < len(text) && text[at+1] == 'a':
		return "; JSON has no NaN and no Infinity"
	case char == 'T' || char == 'F' || char == 'N' || char == 'u':
		return "; write true, false or null"
	}
	return ""
}

// appendPiece appends the first of text in quotes: one structural byte, or the word that begins there.
func appendPiece(b, text []byte) []byte {
	const longest = 16
	end := 0
	for end < len(text) && end < longest && isLetter(text[end]) {
		end++
	}
	if end == 0 {
		_, end = utf8.DecodeRune(text)
	}
	return appendQuoted(b, text[:end])
}

// tooDeep ends the reading at a container that stands deeper than MaxDepth, and returns false (J9).
func (c *Cursor) tooDeep() bool {
	c.noted(strconv.AppendInt(append(c.note(whole), "nested deeper than "...), MaxDepth, 10))
	return c.stop()
}

// tooLarge ends the reading before it begins (J9).
func (c *Cursor) tooLarge() {
	message := append(c.note(whole), "must be at most 1 MiB, has "...)
	message = strconv.AppendInt(message, int64(len(c.text)), 10)
	c.noted(append(message, " bytes"...))
	c.stop()
}

// stop ends the reading, and returns false.
func (c *Cursor) stop() bool {
	c.phase, c.failed = broken, true
	c.pos = len(c.text)
	return false
}
