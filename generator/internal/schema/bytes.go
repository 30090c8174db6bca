package schema

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// bytesKeywords are those of bytes as text (T20, T21). What the encoding allows is in a pattern where its keyword alone would let
// something else pass: hexadecimal digits, and text of a fixed length.
func (w *writer) bytesKeywords(t *model.Type, r model.Rules) {
	switch t.Form {
	case "utf8":
		w.stringKeywords(t, r)
		return
	case "hex":
		w.member("contentEncoding", `"base16"`)
	default:
		w.member("contentEncoding", model.Quote(t.Form))
	}
	if pattern := encodedPattern(t); pattern != "" && w.dir == arguments {
		w.member("pattern", model.Quote(pattern))
	}
}

// encodedPattern matches exactly the text that the decoder takes; "" where contentEncoding says enough.
func encodedPattern(t *model.Type) string {
	n := int(t.Len)
	switch {
	case t.Form == "hex" && !t.Sized():
		return "^([0-9A-Fa-f]{2})*$"
	case t.Form == "hex":
		return "^[0-9A-Fa-f]{" + strconv.Itoa(2*n) + "}$"
	case !t.Sized():
		return ""
	}
	alphabet, padding := "[A-Za-z0-9+/]", strings.Repeat("=", (3-n%3)%3)
	if t.Form == "base64url" {
		alphabet = "[A-Za-z0-9_-]"
		if padding != "" {
			padding = "(" + padding + ")?"
		}
	}
	return "^" + alphabet + "{" + strconv.Itoa((8*n+5)/6) + "}" + padding + "$"
}

// encodingNote says in words what the text of bytes is; models see text better than contentEncoding.
func encodingNote(t *model.Type) string {
	switch {
	case t.Form == "utf8":
		return ""
	case t.Sized():
		return "(" + t.Form + ", " + strconv.FormatInt(t.Len, 10) + " bytes)"
	}
	return "(" + t.Form + ")"
}
