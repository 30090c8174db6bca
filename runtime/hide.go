package runtime

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/codec"
)

// A hider replaces secret values in texts. It looks for each value as it is and as it is in one line, in the text, in the text
// without the escapes of JSON and of Go, and in the text without those of URLs: one value has many spellings, a text has one.
type hider struct {
	values []string // what is looked for, at least shortest bytes each
	spaced []string // the same with + for every space, as URLs may have it
	hidden bool     // something was replaced
}

func newHider(values []string) *hider {
	h := &hider{}
	add := func(value string) {
		if len(value) >= shortest && !slices.Contains(h.values, value) {
			h.values = append(h.values, value)
			h.spaced = append(h.spaced, strings.ReplaceAll(value, " ", "+"))
		}
	}
	for _, value := range values {
		add(value)
		value = strings.TrimSpace(value) // as the ends of a message are
		add(value)
		if !fit(value, oneLine) {
			add(flat(value))
		}
		if f, err := strconv.ParseFloat(value, 64); err == nil && len(value) <= 40 && strings.Trim(value, "+-.eE0123456789") == "" {
			add(strconv.FormatFloat(f, 'f', -1, 64))
		}
	}
	return h
}

// flat is a value as it stands in a message, which has one line and no control characters, see modelText.
func flat(value string) string {
	b := make([]byte, 0, len(value))
	for rest := value; rest != ""; {
		var r rune
		r, rest = shown(rest, oneLine)
		b = utf8.AppendRune(b, r)
	}
	return string(b)
}

// span is a part of a text.
type span struct{ from, to int }

// text returns s with Redacted in the place of each value. Where values overlap it stands once.
func (h *hider) text(s string) string {
	whole, isCut := s, false
	if head, ok := strings.CutSuffix(s, "…"); ok {
		s, isCut = head, true
	} else if i := strings.LastIndex(s, "\n[cut: "); i >= 0 && strings.IndexByte(s[i+1:], '\n') < 0 {
		s, isCut = s[:i], true
	}
	spans := find(nil, s, nil, h.values, isCut)
	if strings.IndexByte(s, '\\') >= 0 {
		plain, at := decode(s, escaped)
		spans = find(spans, plain, at, h.values, isCut)
	}
	if strings.IndexByte(s, '%') >= 0 || strings.IndexByte(s, '+') >= 0 {
		plain, at := decode(s, percent)
		spans = find(spans, plain, at, h.spaced, isCut)
	}
	if len(spans) == 0 {
		return whole
	}
	h.hidden = true
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var b strings.Builder
	end := 0 // of what was replaced last
	for i, found := range spans {
		if i == 0 || found.from >= end {
			b.WriteString(s[end:found.from])
			b.WriteString(Redacted)
		}
		end = max(end, found.to)
	}
	b.WriteString(whole[end:])
	return b.String()
}

// find adds where the values stand in text. at says where its bytes come from; nil: it is the text itself. Where it was cut, the
// beginning of a value at its end counts too.
func find(spans []span, text string, at []int, values []string, isCut bool) []span {
	add := func(from, to int) {
		if at != nil {
			from, to = at[from], at[to]
		}
		spans = append(spans, span{from, to})
	}
	for _, value := range values {
		from := 0
		for {
			i := strings.Index(text[from:], value)
			if i < 0 {
				break
			}
			add(from+i, from+i+len(value))
			from += i + len(value)
		}
		if isCut {
			if n := begun(text[from:], value); n >= shortest {
				add(len(text)-n, len(text))
			}
		}
	}
	return spans
}

// begun returns how many bytes of value, from its first on, stand at the end of text.
func begun(text, value string) int {
	text = text[max(0, len(text)-len(value)+1):]
	// Knuth, Morris and Pratt: border[i] is the length of the longest beginning of value that ends before value[i+1] too.
	border := make([]int, len(value))
	for i, n := 1, 0; i < len(value); i++ {
		for n > 0 && value[i] != value[n] {
			n = border[n-1]
		}
		if value[i] == value[n] {
			n++
		}
		border[i] = n
	}
	n := 0
	for i := range len(text) {
		for n > 0 && text[i] != value[n] {
			n = border[n-1]
		}
		if text[i] == value[n] {
			n++
		}
	}
	return n
}

// decode returns a text without its escapes, and for each byte of that, and for its end, where it comes from. one reads the escape
// that text begins with, and returns what it stands for and its length, 0 where there is none.
func decode(text string, one func(b []byte, text string) ([]byte, int)) (plain string, at []int) {
	b := make([]byte, 0, len(text))
	at = make([]int, 0, len(text)+1)
	for i := 0; i < len(text); {
		before := len(b)
		var n int
		if b, n = one(b, text[i:]); n == 0 {
			b, n = append(b, text[i]), 1
		}
		for range len(b) - before {
			at = append(at, i)
		}
		i += n
	}
	return string(b), append(at, len(text))
}

// percent reads an escape of a URL. A space is a + there, and so it is here.
func percent(b []byte, text string) ([]byte, int) {
	if text[0] == ' ' {
		return append(b, '+'), 1
	}
	if text[0] != '%' || len(text) < 3 {
		return b, 0
	}
	c, err := strconv.ParseUint(text[1:3], 16, 8)
	if err != nil {
		return b, 0
	}
	if c == ' ' {
		c = '+'
	}
	return append(b, byte(c)), 3
}

// escaped reads an escape of JSON or of Go.
func escaped(b []byte, text string) ([]byte, int) {
	if text[0] != '\\' || len(text) < 2 {
		return b, 0
	}
	if text[1] == '/' {
		return append(b, '/'), 2
	}
	if hi, ok := unit(text); ok { // two of them may be one character
		if lo, ok := unit(text[6:]); ok && 0xD800 <= hi && hi < 0xDC00 && 0xDC00 <= lo && lo < 0xE000 {
			return utf8.AppendRune(b, 0x10000+(hi-0xD800)<<10+(lo-0xDC00)), 12
		}
		return utf8.AppendRune(b, hi), 6
	}
	quote := byte('"')
	if text[1] == '\'' {
		quote = '\''
	}
	r, isRune, rest, err := strconv.UnquoteChar(text, quote)
	switch {
	case err != nil:
		return b, 0
	case isRune:
		b = utf8.AppendRune(b, r)
	default:
		b = append(b, byte(r))
	}
	return b, len(text) - len(rest)
}

// unit reads \uXXXX.
func unit(text string) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	r, err := strconv.ParseUint(text[2:6], 16, 16)
	return rune(r), err == nil
}

// json replaces values in the strings of a JSON text, and numbers that are one.
func (h *hider) json(text []byte) []byte {
	if len(text) == 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		end := i + 1
		switch c := text[i]; {
		case c == '"':
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
			c := codec.Open(text[i:end])
			value := c.String()
			if c.Close() != nil { // it is broken, or too long to be read
				return []byte(h.text(string(text)))
			}
			if clean := h.text(value); clean != value {
				out = codec.AppendString(out, clean)
				i = end
				continue
			}
		case c == '-' || '0' <= c && c <= '9':
			for end < len(text) && bytes.IndexByte([]byte("+-.eE0123456789"), text[end]) >= 0 {
				end++
			}
			if h.number(string(text[i:end])) {
				out = codec.AppendString(out, Redacted)
				h.hidden = true
				i = end
				continue
			}
		case bytes.IndexByte([]byte("{}[]:, \t\r\n"), c) < 0:
			for end < len(text) && 'a' <= text[end] && text[end] <= 'z' {
				end++
			}
			if word := string(text[i:end]); word != "true" && word != "false" && word != "null" { // this is no JSON
				return []byte(h.text(string(text)))
			}
		}
		out = append(out, text[i:end]...)
		i = end
	}
	return out
}

// number reports whether a number of a JSON text is one of the values.
func (h *hider) number(text string) bool {
	if slices.Contains(h.values, text) {
		return true
	}
	f, err := strconv.ParseFloat(text, 64)
	return err == nil && slices.Contains(h.values, strconv.FormatFloat(f, 'f', -1, 64))
}
