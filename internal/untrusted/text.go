package untrusted

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/unseen"
)

// This file is what becomes of a server's text before a person or a model reads it. The rules are those by which the generator
// reads comments (D16): what nobody sees is left out, because a model would read it all the same.

// Visible returns text as it is safe to read, and reports whether there was anything to leave out. Line ends of other systems
// become line feeds.
func Visible(text string) (clean string, hidden bool) {
	clean, gone, _ := unseen.CleanLines(text)
	return clean, len(gone) > 0
}

// Escaped returns a JSON text in which the characters that Visible leaves out stand as escapes: the same value, in which nothing hides.
func Escaped(text []byte) []byte {
	whole := string(text)
	if clean, hidden := Visible(whole); !hidden && clean == whole {
		return text
	}
	b := make([]byte, 0, len(text)+16)
	prev := ' '
	for rest := whole; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		if r != '\u2028' && r != '\u2029' && (!unseen.Is(r) || unseen.Joins(prev, r, rest)) {
			b = utf8.AppendRune(b, r)
		} else {
			b = AppendEscape(b, r)
		}
		prev = r
	}
	return b
}

// AppendEscape appends a character as JSON escapes it.
func AppendEscape(b []byte, r rune) []byte {
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		return fmt.Appendf(b, `\u%04x\u%04x`, high, low)
	}
	return fmt.Appendf(b, `\u%04x`, r)
}

// Readable is Visible for text that people and models read, at most limit bytes of it, cut at the border of a character.
func Readable(text string, limit int) string {
	text, _ = Visible(text)
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

// OneLine is Readable for text that stands in the middle of other text.
func OneLine(text string, limit int) string {
	return Readable(strings.Join(strings.Fields(text), " "), limit)
}
