package codec

import (
	"bytes"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"
)

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
		c.noted(fault.describe(c.note(i), c.text, what))
	}
	return end
}

// scan looks for the quote that ends the string whose first byte is text[i]. A string is plain when it is ASCII without escapes and
// control characters; any other must be read by unquote.
func scan(text []byte, i int) (end int, plain bool) {
	end, ascii, stop := run(text, i)
	return end, ascii && stop == '"'
}

// run returns the end of the run of bytes, from text[i] on, that stand for themselves in a string: up to a quote, a backslash, a
// control character, which is stop, or the end of text; stop is 0 then.
func run[T ~[]byte | ~string](text T, i int) (end int, ascii bool, stop byte) {
	high := uint64(0)
	for i+8 <= len(text) {
		word := load64(text[i : i+8])
		if ends := specials(word); ends != 0 {
			high |= word & (ends&-ends - 1)
			i += bits.TrailingZeros64(ends) / 8
			return i, high&highs == 0, text[i]
		}
		high |= word
		i += 8
	}
	for ; i < len(text); i++ {
		if stop = text[i]; stop < ' ' || stop == '"' || stop == '\\' {
			return i, high&highs == 0, stop
		}
		high |= uint64(stop)
	}
	return i, high&highs == 0, 0
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// specials sets the high bit of the bytes of word that end a run. The lowest that is set is right; those above it may not be.
// (The zero-byte test of Alan Mycroft, 1987.)
func specials(word uint64) uint64 {
	quote := word ^ ones*'"'
	slash := word ^ ones*'\\'
	return ((quote-ones)&^quote | (slash-ones)&^slash | (word-ones*' ')&^word) & highs
}

// load64 reads eight bytes, the first as the lowest. The compiler makes one load of it.
func load64[T ~[]byte | ~string](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// unescape appends the text of the string whose opening quote is text[i] to dst, and returns the index of its closing quote, or
// len(text) when it has none. A fault does not end the string, so that its end is found; the first one is returned.
func unescape(dst, text []byte, i int) (out []byte, end int, first fault) {
	i++
	begin, ascii := i, true
	dst = slices.Grow(dst, max(bytes.IndexByte(text[i:], '"'), 0))
	for i < len(text) {
		stop, plain, _ := run(text, i)
		ascii = ascii && plain
		dst = append(dst, text[i:stop]...)
		if i = stop; i == len(text) {
			break
		}
		found := fault{at: i}
		switch char := text[i]; char {
		case '"':
			if bad := invalidUTF8(text[begin:i]); !ascii && bad >= 0 && (first.what == sound || begin+bad < first.at) {
				first = fault{notUnicode, begin + bad}
			}
			return dst, i, first
		case '\\':
			r, size := escape(text[i:])
			switch r {
			case unknownEscape:
				found.what = badEscape
			case loneSurrogate:
				found.what = notUnicode
			}
			dst = utf8.AppendRune(dst, r)
			i += size
		default:
			found.what = rawControl
			i++
		}
		if first.what == sound && found.what != sound {
			first = found
		}
	}
	return dst, len(text), first
}

// unquoted is the text of the string whose opening quote is text[i], for use in a problem.
func unquoted(text []byte, i int) []byte {
	if end, plain := scan(text, i+1); plain {
		return text[i+1 : end]
	}
	out, _, _ := unescape(nil, text, i)
	return out
}

// Results of escape that are no characters. utf8.AppendRune writes U+FFFD for them.
const (
	unknownEscape rune = -1
	loneSurrogate rune = -2
)

// escape reads the escape sequence at the start of text.
func escape(text []byte) (r rune, size int) {
	if len(text) < 2 {
		return unknownEscape, len(text)
	}
	switch text[1] {
	case '"', '\\', '/':
		return rune(text[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r = hex4(text)
		switch {
		case r < 0:
			return unknownEscape, 2
		case r < 0xD800 || r > 0xDFFF:
			return r, 6
		case r < 0xDC00:
			if low := hex4(text[6:]); 0xDC00 <= low && low <= 0xDFFF {
				return 0x10000 + (r-0xD800)<<10 + (low - 0xDC00), 12
			}
		}
		return loneSurrogate, 6
	}
	return unknownEscape, 2
}

// hex4 reads the number of a \uXXXX sequence, or returns -1.
func hex4(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	r := rune(0)
	for _, char := range text[2:6] {
		switch {
		case isDigit(char):
			r = r<<4 + rune(char-'0')
		case (char|0x20)-'a' < 6:
			r = r<<4 + rune((char|0x20)-'a'+10)
		default:
			return -1
		}
	}
	return r
}

// invalidUTF8 returns the index of the first byte of text that is not UTF-8, or -1.
func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// fault is what makes a string no text (T2, J7, J8).
type fault struct {
	what faultKind
	at   int
}

type faultKind uint8

const (
	sound faultKind = iota
	notUnicode
	rawControl
	badEscape
)

// describe appends the problem, for a string value or for a key.
func (f fault) describe(b, text []byte, what kind) []byte {
	r, _ := utf8.DecodeRune(text[f.at:])
	switch f.what {
	case notUnicode:
		b = append(b, "not valid Unicode text"...)
	case rawControl:
		b = append(b, "raw control character"...)
	case badEscape:
		r, _ = utf8.DecodeRune(text[f.at+1:])
		b = appendRune(append(b, `unknown escape \`...), r)
	}
	if what == aKey {
		b = append(b, " in a key"...)
	}
	b = append(b, " (at offset "...)
	b = strconv.AppendInt(b, int64(f.at), 10)
	b = append(b, ')')
	switch f.what {
	case rawControl:
		b = appendRune(append(b, "; write "...), r)
	case badEscape:
		b = append(b, `; write \\ for a backslash`...)
	}
	return b
}
