package law

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// fancy writes JSON in all the ways that are allowed: blanks, and escapes in texts and keys.
type fancy struct{ source }

func (f fancy) space(b []byte) []byte {
	if f.chance(3) {
		return append(b, one(f.source, " ", "\n", "\t", "\r\n", "   ")...)
	}
	return b
}

func (f fancy) quote(b []byte, s string) []byte {
	b = append(b, '"')
	for _, char := range s {
		switch {
		case f.chance(4):
			for _, unit := range utf16.Encode([]rune{char}) {
				b = fmt.Appendf(b, one(f.source, `\u%04x`, `\u%04X`), unit)
			}
		case char == '/' && f.chance(2):
			b = append(b, `\/`...)
		default:
			quoted := plain{}.quote(nil, string(char))
			b = append(b, quoted[1:len(quoted)-1]...)
		}
	}
	return append(b, '"')
}

// damage breaks a JSON text, mostly.
func (r source) damage(b []byte) []byte {
	at := r.IntN(len(b) + 1)
	insert := func(s string) []byte { return slices.Concat(b[:at], []byte(s), b[at:]) }
	switch r.IntN(12) {
	case 0:
		return b[:at]
	case 1:
		if at < len(b) {
			return slices.Concat(b[:at], b[at+1:])
		}
	case 2:
		return insert(string([]byte{byte(r.Uint32())}))
	case 3:
		return append(b, one(r, " ", "x", "{}", ",", "}", "null", "\x00", "\n//", "//", "]")...)
	case 4:
		return slices.Concat([]byte(one(r, "\ufeff", " ", "x", "[", "{", "\n\t", "/**/")), b)
	case 5:
		return bytes.Replace(b, []byte(`"`), []byte(one(r, `"\ud800`, `"\udc00\ud800`, "\"\xff", "\"\xed\xa0\x80", "\"\x01", `"\x`, "'", `"\u00`, "\"\xc0\x80")), 1)
	case 6:
		return bytes.Replace(b, []byte(one(r, "}", "]", ":", ",", "{", "[")), []byte(one(r, ",}", ",]", "::", ",,", "", "{,", "/**/")), 1)
	case 7:
		return bytes.Replace(b, []byte(one(r, "1", "2", "0", "5")), []byte(one(r, "01", "+1", ".5", "1.", "NaN", "Infinity", "0x1", "1e", "-", "--1", "1_0")), 1)
	case 8:
		return bytes.Replace(b, []byte(one(r, "true", "false", "null")), []byte(one(r, "True", "tru", "None", "nul", "undefined", "TRUE")), 1)
	case 9:
		deep := one(r, 10, 60, 61, 62, 63, 64, 65, 66, 100, 1000)
		return bytes.Replace(b, []byte(":"), []byte(":"+strings.Repeat("[", deep)+strings.Repeat("]", deep)+one(r, ",", "")), 1)
	case 10:
		return one(r, []byte(""), []byte(" \n"), []byte("null"), []byte(" null "), []byte("nul"), []byte("nullx"), []byte("[]"), []byte("0"), []byte(`""`), []byte("true"), []byte("{}"), []byte(`"{}"`), []byte("{"))
	case 11:
		if r.chance(200) {
			return slices.Concat(bytes.Repeat([]byte(" "), 1<<20-len(b)+r.IntN(3)-1), b)
		}
	}
	return insert(one(r, "\\", "\"", "{", "}", "[", "]", ",", ":", "\x00", "\x7f", "\u2028", "0"))
}
