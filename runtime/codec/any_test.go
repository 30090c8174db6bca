package codec

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"
)

// readAny reads any value with the public methods, each part by the method for its kind, and checks what only a reader of that kind
// can: duplicate keys and numbers that are too large.
func readAny(c *Cursor) any {
	if c.pos >= len(c.text) {
		c.Skip()
		return nil
	}
	switch c.text[c.pos] {
	case '{':
		object := map[string]any{}
		for c.Object(); c.Field(); {
			name := c.Name()
			if _, found := object[name]; found {
				c.Duplicate()
			}
			object[name] = readAny(c)
		}
		return object
	case '[':
		array := make([]any, 0, c.Hint())
		for c.Array(); c.Item(); {
			array = append(array, readAny(c))
		}
		return array
	case '"':
		return c.String()
	case 't', 'f':
		return c.Bool()
	case 'n':
		c.Null()
		return nil
	}
	return c.Float64()
}

// readDocument reads a text whose top level may be any value.
func readDocument(text []byte) (any, error) {
	c := Cursor{text: text, pos: space(text, 0)}
	v := readAny(&c)
	return v, c.Close()
}

// skipDocument skips over a text whose top level may be any value.
func skipDocument(text []byte) error {
	c := Cursor{text: text, pos: space(text, 0)}
	c.Skip()
	return c.Close()
}

// An oracle says what encoding/json thinks of a text, and what it does not look at.
type oracle struct {
	value      any
	syntax     bool // the text is one JSON value
	numbers    bool // and every number fits into a float64
	unicode    bool // every string is text: valid UTF-8 and no lone surrogates
	duplicates bool // some object has a key twice
	depth      int
}

func ask(text []byte) oracle {
	o := oracle{syntax: json.Valid(text), unicode: utf8.Valid(text) && !loneSurrogates(string(text))}
	o.numbers = json.Unmarshal(text, &o.value) == nil
	if !o.syntax {
		return o
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var keys []map[string]bool // nil for an array
	var wantKey []bool
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return o
		}
		if err != nil {
			panic(err)
		}
		top := len(keys) - 1
		switch delim, isDelim := token.(json.Delim); {
		case isDelim && (delim == '}' || delim == ']'):
			keys, wantKey = keys[:top], wantKey[:top]
			continue
		case top >= 0 && keys[top] != nil && wantKey[top]:
			key := token.(string)
			o.duplicates = o.duplicates || keys[top][key]
			keys[top][key] = true
			wantKey[top] = false
			continue
		case isDelim && delim == '{':
			keys, wantKey = append(keys, map[string]bool{}), append(wantKey, true)
		case isDelim:
			keys, wantKey = append(keys, nil), append(wantKey, false)
		}
		if top >= 0 {
			wantKey[top] = true
		}
		o.depth = max(o.depth, len(keys))
	}
}

// loneSurrogates reports whether an escape sequence in a string of text is half of a surrogate pair without its other half.
func loneSurrogates(text string) bool {
	for {
		i := strings.IndexByte(text, '\\')
		if i < 0 || i+1 >= len(text) {
			return false
		}
		text = text[i:]
		switch {
		case text[1] != 'u' || len(text) < 6:
			text = text[2:]
		case strings.ContainsRune("dD", rune(text[2])) && strings.ContainsRune("cdefCDEF", rune(text[3])):
			return true
		case strings.ContainsRune("dD", rune(text[2])) && strings.ContainsRune("89abAB", rune(text[3])):
			rest := text[6:]
			if len(rest) < 6 || rest[:2] != `\u` || !strings.ContainsRune("dD", rune(rest[2])) || !strings.ContainsRune("cdefCDEF", rune(rest[3])) {
				return true
			}
			text = rest[6:]
		default:
			text = text[6:]
		}
	}
}
