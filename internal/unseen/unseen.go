// Package unseen knows the characters that a person does not see and a model reads all the same: controls, terminal escapes,
// directional marks, zero-width and tag characters (D16). Comments of the source and texts of other servers are read by it.
package unseen

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean returns the text without unseen characters and terminal escapes, the characters that went, and the offset of the first of
// them. Bytes that are no UTF-8 count as U+FFFD. Line separators of other systems become blanks.
func Clean(text string) (cleaned string, gone []rune, first int) { return clean(text, false) }

// CleanLines is Clean for text that may come from systems which end lines with carriage returns: those become line feeds, and do
// not count as gone.
func CleanLines(text string) (cleaned string, gone []rune, first int) { return clean(text, true) }

func clean(text string, lines bool) (_ string, gone []rune, first int) {
	var b strings.Builder
	prev := ' '
	hide := func(r rune, at int) {
		if len(gone) == 0 {
			first = at
		}
		gone = append(gone, r)
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		at, rest := i, text[i+size:]
		i += size
		switch {
		case r == '\x1b', r == '\u009b':
			i += escape(r, rest)
			hide(r, at)
			continue
		case r == '\v', r == '\f', r == '\u0085', r == '\u2028', r == '\u2029':
			hide(r, at)
			r = ' '
		case r == '\r' && lines:
			if !strings.HasPrefix(rest, "\n") { // else it is half of a line end
				b.WriteByte('\n')
			}
			continue
		case r == utf8.RuneError && size == 1, Is(r) && !Joins(prev, r, rest):
			hide(r, at)
			continue
		}
		b.WriteRune(r)
		prev = r
	}
	return b.String(), gone, first
}

// escape is the length of a terminal escape sequence after its first character. It ends with its line at the latest.
func escape(start rune, rest string) int {
	line, _, _ := strings.Cut(rest, "\n")
	kind := byte('[')
	n := 0
	if start == '\x1b' {
		if line == "" {
			return 0
		}
		kind, n = line[0], 1
	}
	switch kind {
	case '[': // CSI: parameters, then one letter
		for n < len(line) && line[n] >= 0x20 && line[n] <= 0x3f {
			n++
		}
		if n < len(line) && line[n] >= 0x40 && line[n] <= 0x7e {
			n++
		}
	case ']': // OSC: up to BEL or ESC \
		for _, end := range []string{"\a", "\x1b\\"} {
			if i := strings.Index(line, end); i >= 0 {
				return i + len(end)
			}
		}
		return len(line)
	default:
		if kind >= utf8.RuneSelf {
			return 0
		}
	}
	return n
}

// Is reports whether a character takes no place or changes the order of others.
func Is(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r == 0x0600, r == 0x0601, r == 0x0602, r == 0x0603, r == 0x0604, r == 0x0605, r == 0x06dd, r == 0x070f, r == 0x08e2, r == 0x110bd:
		return false // signs of Arabic, Syriac and Kaithi, in Cf and yet visible
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r):
		return true
	}
	switch {
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef: // variation selectors
		return true
	case r >= 0x180b && r <= 0x180f, r == 0x034f: // Mongolian selectors, grapheme joiner
		return true
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0: // Hangul fillers
		return true
	case r >= 0xe0000 && r <= 0xe0fff: // tags: text in disguise
		return true
	}
	return false
}

// Joins reports whether an unseen character does its honest work between prev and rest: it joins emoji into one (👩‍💻), picks an emoji's
// form (☀️), or parts and joins letters where a script needs it (Persian, Hindi).
func Joins(prev, r rune, rest string) bool {
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
