package mcp

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// This file is what becomes of a server's text before a person or a model reads it. The rules are those by which the generator
// reads comments (D16): what nobody sees is left out, because a model would read it all the same.

// visible returns text without control characters, terminal escapes, directional marks, zero-width and tag characters, and bytes
// that are no UTF-8. Line ends of other systems become blanks. A joiner or selector that does its work in emoji, or in a script
// that needs it, stays. hidden reports whether there was anything to leave out.
func visible(text string) (clean string, hidden bool) {
	var b strings.Builder
	prev := ' '
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case r == '\x1b', r == '\u009b':
			i += escapeLength(r, text[i:])
			hidden = true
			continue
		case r == '\v', r == '\f', r == '\u0085', r == '\u2028', r == '\u2029':
			hidden = true
			r = ' '
		case r == '\r': // half of a line end
			if i == len(text) || text[i] != '\n' {
				b.WriteByte('\n')
			}
			continue
		case r == utf8.RuneError && size == 1, isHidden(r) && !joins(prev, r, text[i:]):
			hidden = true
			continue
		}
		b.WriteRune(r)
		prev = r
	}
	return b.String(), hidden
}

// escaped returns a JSON text in which the characters that visible leaves out stand as escapes: the same value, in which nothing hides.
func escaped(text []byte) []byte {
	whole := string(text)
	if clean, hidden := visible(whole); !hidden && clean == whole {
		return text
	}
	b := make([]byte, 0, len(text)+16)
	prev := ' '
	for i, r := range whole {
		rest := whole[i+utf8.RuneLen(r):]
		switch {
		case r != '\u2028' && r != '\u2029' && (!isHidden(r) || joins(prev, r, rest)):
			b = utf8.AppendRune(b, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
		prev = r
	}
	return b
}

// escapeLength is the length of a terminal escape sequence after its first character. It ends with its line at the latest.
func escapeLength(start rune, rest string) int {
	line, _, _ := strings.Cut(rest, "\n")
	opening, n := byte('['), 0
	if start == '\x1b' {
		if line == "" {
			return 0
		}
		opening, n = line[0], 1
	}
	switch {
	case opening == '[': // parameters, then one letter
		for n < len(line) && line[n] >= 0x20 && line[n] <= 0x3f {
			n++
		}
		if n < len(line) && line[n] >= 0x40 && line[n] <= 0x7e {
			n++
		}
		return n
	case opening == ']': // up to BEL or ESC \
		for _, end := range []string{"\a", "\x1b\\"} {
			if i := strings.Index(line, end); i >= 0 {
				return i + len(end)
			}
		}
		return len(line)
	case opening >= utf8.RuneSelf:
		return 0
	}
	return n
}

// isHidden reports whether a character takes no place or changes the order of others.
func isHidden(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case 0x0600 <= r && r <= 0x0605, r == 0x06dd, r == 0x070f, r == 0x08e2, r == 0x110bd:
		return false // signs of Arabic, Syriac and Kaithi that are format characters and visible
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r):
		return true
	case 0xfe00 <= r && r <= 0xfe0f, 0xe0100 <= r && r <= 0xe01ef: // variation selectors
		return true
	case 0x180b <= r && r <= 0x180f, r == 0x034f: // Mongolian selectors, the grapheme joiner
		return true
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0: // Hangul fillers
		return true
	}
	return 0xe0000 <= r && r <= 0xe0fff // tags: text in disguise
}

// joins reports whether a hidden character does its honest work between prev and rest.
func joins(prev, r rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	switch r {
	case 0xfe0e, 0xfe0f:
		return isSymbol(prev) || strings.ContainsRune("0123456789#*", prev) && next == 0x20e3
	case 0x200d:
		return isSymbol(prev) && isSymbol(next) || needsJoiners(prev) && needsJoiners(next)
	case 0x200c:
		return needsJoiners(prev) && needsJoiners(next)
	}
	return false
}

func isSymbol(r rune) bool {
	return r > 0x7f && unicode.IsSymbol(r) || r == 0xfe0f || r == 0x203c || r == 0x2049
}

func needsJoiners(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
		unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer)
}

// readable is visible for text that people and models read, at most limit bytes of it, cut at the border of a character.
func readable(text string, limit int) string {
	text, _ = visible(text)
	text = strings.TrimSpace(text)
	if len(text) <= limit {
		return text
	}
	const ellipsis = "…"
	cut := max(limit-len(ellipsis), 0)
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + ellipsis
}

// oneLine is readable for text that stands in the middle of other text.
func oneLine(text string, limit int) string {
	return readable(strings.Join(strings.Fields(text), " "), limit)
}
