package provider

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/codec"
)

// node is one value of a JSON text. A projection changes a tree of nodes instead of text; what it leaves alone is written
// as it was read, members in their order, numbers and strings to the letter.
type node struct {
	kind    byte     // '{', '[', '"' or, for numbers and literals, 0
	text    string   // what stands there; for strings with quotes and escapes; "" for objects and arrays
	members []member // of an object
	items   []node   // of an array
}

// member is one member of an object. The name is its JSON text without the quotes.
type member struct {
	name  string
	value node
}

// get returns the member of that name, or nil.
func (n *node) get(name string) *node {
	for i := range n.members {
		if n.members[i].name == name {
			return &n.members[i].value
		}
	}
	return nil
}

// set gives the member of that name a value, in its place or at the end.
func (n *node) set(name string, value node) {
	if old := n.get(name); old != nil {
		*old = value
		return
	}
	n.members = append(n.members, member{name, value})
}

// remove takes the member of that name away.
func (n *node) remove(name string) {
	n.members = slices.DeleteFunc(n.members, func(m member) bool { return m.name == name })
}

// without returns n without the members of those names; n stays as it is.
func (n *node) without(names ...string) node {
	c := node{kind: '{', members: make([]member, 0, len(n.members))}
	for _, m := range n.members {
		if !slices.Contains(names, m.name) {
			c.members = append(c.members, m)
		}
	}
	return c
}

// append writes the node compactly.
func (n *node) append(b []byte) []byte {
	switch n.kind {
	case '{':
		b = append(b, '{')
		for i := range n.members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, '"')
			b = append(b, n.members[i].name...)
			b = append(b, '"', ':')
			b = n.members[i].value.append(b)
		}
		return append(b, '}')
	case '[':
		b = append(b, '[')
		for i := range n.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = n.items[i].append(b)
		}
		return append(b, ']')
	}
	return append(b, n.text...)
}

// String is the node as compact JSON.
func (n *node) String() string {
	if n.kind == 0 || n.kind == '"' {
		return n.text
	}
	return string(n.append(nil))
}

// is reports whether n is that literal; a node that is not there is none.
func (n *node) is(text string) bool { return n != nil && n.kind == 0 && n.text == text }

// value is what a string node says; "" for all others.
func (n *node) value() string {
	if n == nil || n.kind != '"' {
		return ""
	}
	return unquote(n.text)
}

// textNode is the node of a string.
func textNode(s string) node {
	return node{kind: '"', text: string(codec.AppendString(nil, strings.ToValidUTF8(s, "\uFFFD")))}
}

func textList(list []string) node {
	n := node{kind: '['}
	for _, s := range list {
		n.items = append(n.items, textNode(s))
	}
	return n
}

func object(members ...member) node { return node{kind: '{', members: members} }

func literal(text string) node { return node{text: text} }

// nameOf is the name of a member that says s.
func nameOf(s string) string {
	quoted := textNode(s).text
	return quoted[1 : len(quoted)-1]
}

// unquote returns what a JSON string with its quotes says. Half of a surrogate pair says U+FFFD.
func unquote(text string) string {
	text = text[1 : len(text)-1]
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	return string(appendUnquoted(make([]byte, 0, len(text)), text))
}

// appendUnquoted appends what stands between the quotes of a JSON string.
func appendUnquoted[T string | []byte](b []byte, text T) []byte {
	for {
		i := 0
		for i < len(text) && text[i] != '\\' {
			i++
		}
		b = append(b, text[:i]...)
		if i == len(text) {
			return b
		}
		c := text[i+1]
		text = text[i+2:]
		switch c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r := hex4(text)
			text = text[4:]
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if len(text) >= 6 && text[0] == '\\' && text[1] == 'u' {
					low = hex4(text[2:])
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					text = text[6:]
				}
			}
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, c)
		}
	}
}

// appendPiece is appendUnquoted for a text that comes in pieces, each a string of its own: some servers cut between the two escapes
// that are one character. Half of a character at the end of b waits there, in the three bytes that UTF-8 would have for it.
func appendPiece[T string | []byte](b []byte, text T) []byte {
	if len(text) == 0 {
		return b
	}
	if high := halfAt(b); high != 0 {
		b = b[:len(b)-3]
		r := rune(utf8.RuneError)
		if len(text) >= 6 && text[0] == '\\' && text[1] == 'u' {
			r = utf16.DecodeRune(high, hex4(text[2:]))
		}
		if r != utf8.RuneError {
			text = text[6:]
		}
		b = utf8.AppendRune(b, r)
	}
	b = appendUnquoted(b, text)
	if n := len(text) - 6; n >= 0 && text[n] == '\\' && text[n+1] == 'u' {
		before := n // a backslash that is escaped itself begins nothing
		for before > 0 && text[before-1] == '\\' {
			before--
		}
		if r := hex4(text[n+2:]); (n-before)%2 == 0 && 0xD800 <= r && r < 0xDC00 {
			b = append(b[:len(b)-3], 0xED, byte(0x80|r>>6&0x3F), byte(0x80|r&0x3F))
		}
	}
	return b
}

// halfAt returns the half of a character that waits at the end of b; 0 where there is none.
func halfAt(b []byte) rune {
	n := len(b) - 3
	if n < 0 || b[n] != 0xED || b[n+1] < 0xA0 || b[n+1] > 0xAF {
		return 0
	}
	return 0xD000 | rune(b[n+1]&0x3F)<<6 | rune(b[n+2]&0x3F)
}

// whole is a text of pieces without the half of a character at its end, whose other half has not come.
func whole(b []byte) []byte {
	if halfAt(b) == 0 {
		return b
	}
	return utf8.AppendRune(b[:len(b)-3:len(b)-3], utf8.RuneError)
}

// hex4 reads four hexadecimal digits, which the parser has seen to be such.
func hex4[T string | []byte](s T) (r rune) {
	for i := range 4 {
		c := s[i]
		switch {
		case c >= 'a':
			c -= 'a' - 10
		case c >= 'A':
			c -= 'A' - 10
		default:
			c -= '0'
		}
		r = r<<4 | rune(c)
	}
	return r
}

func itoa(n int) string { return strconv.Itoa(n) }

// clean gives every name its plain spelling and every half of a surrogate pair U+FFFD, so that two names are alike where
// their text is, and no reader stumbles. Of members whose names become alike the first stays.
func (n *node) clean() {
	if n.kind == '"' && strings.Contains(n.text, `\u`) {
		*n = textNode(unquote(n.text))
	}
	renamed := false
	for i := range n.members {
		m := &n.members[i]
		if strings.IndexByte(m.name, '\\') >= 0 {
			name := nameOf(unquote(`"` + m.name + `"`))
			renamed = renamed || name != m.name
			m.name = name
		}
		m.value.clean()
	}
	if renamed {
		seen := make(map[string]bool, len(n.members))
		n.members = slices.DeleteFunc(n.members, func(m member) bool {
			twice := seen[m.name]
			seen[m.name] = true
			return twice
		})
	}
	for i := range n.items {
		n.items[i].clean()
	}
}
