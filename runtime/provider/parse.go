package provider

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// parse reads one JSON value and nothing after it. It is strict (RFC 8259, no duplicate names), because a schema that is
// not JSON makes a provider refuse a whole request.
func parse(text string) (node, error) {
	if !utf8.ValidString(text) {
		return node{}, errors.New("not valid UTF-8")
	}
	p := parser{text: text}
	n := p.value()
	if p.peek(); p.at < len(p.text) {
		p.fail()
	}
	if p.failed {
		return node{}, errors.New("not JSON at byte " + strconv.Itoa(p.at))
	}
	return n, nil
}

// maxDepth is more than any schema nests, and little enough for the stack: a schema may come from a remote server.
const maxDepth = 1000

// scanner reads on until something is wrong, and then nothing more: at stays there. It reads a text that is kept, or bytes that
// belong to somebody else, of which nothing is copied that is not wanted.
type scanner[T string | []byte] struct {
	text   T
	at     int
	depth  int
	failed bool
	deep   bool // it failed because arrays and objects stand deeper in each other than maxDepth
}

// trouble is what is wrong with a text that has failed, in words that go on behind "is".
func (p *scanner[T]) trouble() string {
	if p.deep {
		return "nested deeper than " + itoa(maxDepth) + " levels"
	}
	return "not JSON at byte " + itoa(p.at)
}

// parser reads a text.
type parser = scanner[string]

func (p *scanner[T]) fail() { p.failed = true }

// peek skips blanks and returns the next byte; 0 at the end and after a failure.
func (p *scanner[T]) peek() byte {
	for ; !p.failed && p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// take consumes the next byte after blanks if it is c.
func (p *scanner[T]) take(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

func (p *scanner[T]) value() node {
	if p.depth++; p.depth > maxDepth {
		p.fail()
	}
	defer func() { p.depth-- }()
	switch c := p.peek(); c {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		return node{kind: '"', text: string(p.str())}
	default:
		return node{text: string(p.literal())}
	}
}

func (p *scanner[T]) object() node {
	n := node{kind: '{'}
	p.take('{')
	if p.take('}') {
		return n
	}
	var seen map[string]bool // where there are many: a search through all of them would take the square of their number
	for {
		if p.peek() != '"' {
			p.fail()
			return n
		}
		start := p.at
		name := string(p.str())
		switch {
		case p.failed:
			return n
		case seen == nil && n.get(name[1:len(name)-1]) != nil || seen[name]:
			p.at = start
			p.fail()
			return n
		case !p.take(':'):
			p.fail()
			return n
		}
		n.members = append(n.members, member{name[1 : len(name)-1], p.value()})
		if len(n.members) == 32 {
			seen = make(map[string]bool)
			for _, m := range n.members {
				seen[`"`+m.name+`"`] = true
			}
		} else if seen != nil {
			seen[name] = true
		}
		if !p.take(',') {
			break
		}
	}
	if !p.take('}') {
		p.fail()
	}
	return n
}

func (p *scanner[T]) array() node {
	n := node{kind: '['}
	p.take('[')
	if p.take(']') {
		return n
	}
	for {
		n.items = append(n.items, p.value())
		if !p.take(',') {
			break
		}
	}
	if !p.take(']') {
		p.fail()
	}
	return n
}

// str reads a string and returns it as it is written.
func (p *scanner[T]) str() T {
	start := p.at
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			return p.text[start:p.at]
		case c < 0x20:
			p.fail()
			return p.text[:0]
		case c == '\\':
			p.at++
			if !p.escape() {
				p.fail()
				return p.text[:0]
			}
		}
	}
	p.fail()
	return p.text[:0]
}

// escape moves to the last byte of what follows a backslash, and reports whether it is an escape.
func (p *scanner[T]) escape() bool {
	if p.at >= len(p.text) {
		return false
	}
	if p.text[p.at] != 'u' {
		return strings.IndexByte(`"\/bfnrt`, p.text[p.at]) >= 0
	}
	for range 4 {
		p.at++
		if p.at >= len(p.text) || !isHex(p.text[p.at]) {
			return false
		}
	}
	return true
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// literal reads true, false, null or a number.
func (p *scanner[T]) literal() T {
	start := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n,:]}[{\"", p.text[p.at]) < 0 {
		p.at++
	}
	text := p.text[start:p.at]
	if string(text) != "true" && string(text) != "false" && string(text) != "null" && !isNumber(text) {
		p.at = start
		p.fail()
	}
	return text
}

// isNumber reports whether s is a number of RFC 8259.
func isNumber[T string | []byte](s T) bool {
	if len(s) > 0 && s[0] == '-' {
		s = s[1:]
	}
	whole := digits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	if s = s[whole:]; len(s) > 0 && s[0] == '.' {
		fraction := digits(s[1:])
		if fraction == 0 {
			return false
		}
		s = s[1+fraction:]
	}
	if len(s) == 0 || s[0] != 'e' && s[0] != 'E' {
		return len(s) == 0
	}
	if s = s[1:]; len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return len(s) > 0 && digits(s) == len(s)
}

// digits counts the digits that s begins with.
func digits[T string | []byte](s T) (n int) {
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
