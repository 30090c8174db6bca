package runtime

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxMessage is how many bytes of an error's text a model is shown: enough for any explanation, too little to flood a
// conversation.
const maxMessage = 4 << 10

// What modelText keeps of line breaks and tabs.
const (
	oneLine      = false
	severalLines = true
)

// modelText makes any text fit to be shown to a model: valid UTF-8, without control characters, at most maxMessage bytes,
// cut with an ellipsis at a rune border. Every run of line breaks and tabs is one space, unless several lines are
// wanted. Text that is fit already is returned as it is.
func modelText(s string, keep bool) string {
	s = strings.TrimSpace(s)
	if len(s) <= maxMessage && fit(s, keep) {
		return s
	}
	const ellipsis = "…"
	b := make([]byte, 0, min(len(s), maxMessage)+len(ellipsis))
	cut := 0 // the length of b up to which there is room for the ellipsis
	for rest := s; rest != ""; {
		var r rune
		r, rest = shown(rest, keep)
		b = utf8.AppendRune(b, r)
		if len(b) > maxMessage {
			return string(append(b[:cut], ellipsis...))
		}
		if len(b) <= maxMessage-len(ellipsis) {
			cut = len(b)
		}
	}
	return string(b)
}

// shown returns what the beginning of s is shown as, and what comes after it.
func shown(s string, keep bool) (rune, string) {
	r, size := utf8.DecodeRuneInString(s)
	s = s[size:]
	switch {
	case keep && (r == '\n' || r == '\t'):
	case breaks(r):
		return ' ', strings.TrimLeftFunc(s, breaks)
	case control(r):
		return utf8.RuneError, s
	}
	return r, s
}

// fit reports whether s can stay as it is, whatever its length.
func fit(s string, keep bool) bool {
	for _, r := range s {
		if control(r) && !(keep && (r == '\n' || r == '\t')) {
			return false
		}
	}
	return utf8.ValidString(s)
}

// invalidAt returns the offset of the first byte of s that is not UTF-8; len(s) where there is none.
func invalidAt(s string) int {
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return i
		}
	}
	return len(s)
}

// counted says how many there are: 1 byte, 2 bytes.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// breaks reports whether r ends a line or moves over it.
func breaks(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
}

// control reports whether r is a C0 or C1 control character or a line separator.
func control(r rune) bool {
	return r < 0x20 || 0x7F <= r && r < 0xA0 || r == '\u2028' || r == '\u2029'
}
