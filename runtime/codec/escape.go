package codec

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"
)

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
			if raw := text[begin:i]; !ascii && !utf8.Valid(raw) {
				if bad := begin + invalidUTF8(raw); first.what == sound || bad < first.at {
					first = fault{notUnicode, bad}
				}
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
		digit := hexDigit(char)
		if digit < 0 {
			return -1
		}
		r = r<<4 + digit
	}
	return r
}

// hexDigit returns the value of a hexadecimal digit, or -1.
func hexDigit(char byte) rune {
	switch {
	case isDigit(char):
		return rune(char - '0')
	case (char|0x20)-'a' < 6:
		return rune((char | 0x20) - 'a' + 10)
	}
	return -1
}

// invalidUTF8 returns the index of the first byte of text that is not UTF-8, or len(text).
func invalidUTF8(text []byte) int {
	i := 0
	for i < len(text) {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return i
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

// describe appends the problem, for a string value or for a key; sent is its offset as the caller knows the arguments.
func (f fault) describe(b, text []byte, what kind, sent int) []byte {
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
	b = strconv.AppendInt(b, int64(sent), 10)
	b = append(b, ')')
	switch f.what {
	case rawControl:
		b = appendRune(append(b, "; write "...), r)
	case badEscape:
		b = append(b, `; write \\ for a backslash`...)
	}
	return b
}
