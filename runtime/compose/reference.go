package compose

import (
	"errors"
	"strconv"
	"strings"
)

// input is the ID that stands for the arguments of the composite.
const input = "input"

// reference is a place in what another step returned, or in the arguments: $ID.path.
type reference struct {
	id   string
	path []element
}

// element is one step of a path: a member's name, or the index of an item where name is "" and index is not negative.
// Members called "" exist; their index is -1.
type element struct {
	name  string
	index int
}

// validID reports whether an ID is 1 to 64 letters, digits, - and _.
func validID(id string) bool { return 0 < len(id) && len(id) <= 64 && idEnd(id) == len(id) }

// idEnd returns the length of the ID that s begins with.
func idEnd(s string) (n int) {
	for n < len(s) {
		switch c := s[n]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-':
			n++
		default:
			return n
		}
	}
	return n
}

// parseReference reads $ID, and behind it .name, [0] and ["name"] any number of times. A plain name is of the characters of
// an ID; every other one stands in quotes, so that the text around a reference is never taken for a part of it.
func parseReference(text string) (reference, error) {
	rest, dollar := strings.CutPrefix(text, "$")
	n := idEnd(rest)
	if !dollar || !validID(rest[:n]) {
		return reference{}, errors.New(strconv.Quote(text) + " is no reference; write $input.name or $ID.name")
	}
	r := reference{id: rest[:n]}
	for rest = rest[n:]; rest != ""; {
		e, length := pathElement(rest)
		if length == 0 {
			return reference{}, errors.New(strconv.Quote(text) + " has no path that can be read from " + strconv.Quote(rest) +
				` on; write .name, [0] or ["a name"]`)
		}
		r.path = append(r.path, e)
		rest = rest[length:]
	}
	return r, nil
}

// pathElement reads the first element of a path and returns its length; 0 where there is none.
func pathElement(text string) (e element, length int) {
	if text[0] == '.' {
		n := idEnd(text[1:])
		if n == 0 {
			return e, 0
		}
		return element{name: text[1 : 1+n], index: -1}, 1 + n
	}
	if len(text) < 3 || text[0] != '[' {
		return e, 0
	}
	if text[1] == '"' {
		for stop := 2; stop < len(text)-1; stop++ {
			switch {
			case text[stop] == '\\':
				stop++
			case text[stop] == '"' && text[stop+1] == ']':
				quoted, err := compact([]byte(text[1 : stop+1]))
				if err != nil || quoted[0] != '"' {
					return e, 0
				}
				return element{name: unquote(quoted), index: -1}, stop + 2
			case text[stop] == '"':
				return e, 0
			}
		}
		return e, 0
	}
	digits, _, closed := strings.Cut(text[1:], "]")
	index, err := strconv.ParseUint(digits, 10, 31)
	if !closed || err != nil || digits[0] == '0' && len(digits) > 1 {
		return e, 0
	}
	return element{index: int(index)}, len(digits) + 2
}

// String writes the reference as it is read.
func (r reference) String() string { return "$" + r.id + r.upTo(len(r.path)) }

// upTo writes the first n elements of the path.
func (r reference) upTo(n int) string {
	var b strings.Builder
	for _, e := range r.path[:n] {
		switch {
		case e.index >= 0:
			b.WriteString("[" + strconv.Itoa(e.index) + "]")
		case e.name == "" || idEnd(e.name) < len(e.name):
			b.WriteString("[" + quote(e.name) + "]")
		default:
			b.WriteString("." + e.name)
		}
	}
	return b.String()
}

// errAbsent is where a path ends before its value: a member or an item that is not there, or a null on the way.
type errAbsent string

func (e errAbsent) Error() string { return string(e) }

// find returns the place in value, which is compact JSON. Its error is an errAbsent where there is nothing in that place, and
// another one where the path leads through what has no members or no items.
func (r reference) find(value []byte) ([]byte, error) {
	for i, e := range r.path {
		here := "$" + r.id + r.upTo(i)
		var next []byte
		switch {
		case value[0] == 'n':
			return nil, errAbsent(r.String() + ": " + here + " is null")
		case e.index >= 0 && value[0] == '[':
			n := 0
			for item := range items(value) {
				if n++; n > e.index {
					next = item
					break
				}
			}
			if next == nil {
				return nil, errAbsent(r.String() + ": " + here + " has only " + count(n, "item"))
			}
		case e.index < 0 && value[0] == '{':
			for name, member := range members(value) {
				if name == e.name {
					next = member
					break
				}
			}
			if next == nil {
				return nil, errAbsent(r.String() + ": " + here + " has no member " + strconv.Quote(e.name))
			}
		case e.index >= 0:
			return nil, errors.New(r.String() + ": " + here + " is not an array but " + article(kind(value)))
		default:
			return nil, errors.New(r.String() + ": " + here + " is not an object but " + article(kind(value)))
		}
		value = next
	}
	return value, nil
}

// article puts the indefinite article before the name of a kind of value.
func article(kind string) string {
	switch kind {
	case "null":
		return kind
	case "object", "array", "integer":
		return "an " + kind
	}
	return "a " + kind
}

// count words a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
