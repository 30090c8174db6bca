package law

import (
	"strconv"
	"strings"
)

// place is one value of the arguments, with all that the schema says about it.
type place struct {
	v        *node
	schemas  []*schema // those that speak about the value, choices included
	optional bool      // a property that may be left out
	twice    bool      // its key, or one on the way, comes twice: judges see the last one alone
	at       []string  // keys and indexes on the way
	key      string    // of the value; "" for items and the whole
	around   *schema   // of the object around it
}

// step is one part of a problem's path.
type step struct {
	key   string
	cut   bool // the key is longer than what is shown
	index int  // -1 for a key
}

// steps takes a path apart, such as items[2]["odd key"].price. cut says that only the beginning of the path is there.
func steps(path string) (out []step, cut, ok bool) {
	if path, cut = strings.CutSuffix(path, "…"); path == "" {
		return nil, cut, cut
	}
	for path != "" {
		switch {
		case strings.HasPrefix(path, `["`):
			end := 2
			for end < len(path) && path[end] != '"' {
				if path[end] == '\\' {
					end++
				}
				end++
			}
			if end+1 >= len(path) || path[end+1] != ']' {
				return nil, cut, false
			}
			quoted, short := path[1:end], false
			if quoted, short = strings.CutSuffix(quoted, "…"); !short {
				quoted = path[1:end]
			}
			v, err := read([]byte(quoted + `"`))
			if err != nil {
				return nil, cut, false
			}
			out = append(out, step{key: v.text, cut: short, index: -1})
			path = path[end+2:]
		case path[0] == '[':
			digits, rest, found := strings.Cut(path[1:], "]")
			n, err := strconv.Atoi(digits)
			if !found || err != nil {
				return nil, cut, false
			}
			out = append(out, step{index: n})
			path = rest
		default:
			if len(out) > 0 {
				if path[0] != '.' {
					return nil, cut, false
				}
				path = path[1:]
			}
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			if end == 0 {
				return nil, cut, false
			}
			out = append(out, step{key: path[:end], index: -1})
			path = path[end:]
		}
	}
	return out, cut, true
}

// find returns the places that a path may mean: more than one where keys come twice or are shown cut. "arguments" is the
// whole, and a parameter of that name.
func (e *engine) find(path string, root *node) (out []place) {
	whole := place{v: root, schemas: e.schema.candidates()}
	if path == "arguments" {
		out = append(out, whole)
	}
	way, cut, ok := steps(path)
	if !ok {
		return out
	}
	found := walk(whole, way, e.allowed[X9])
	if len(found) == 0 && e.allowed[X9] && len(root.items) == 1 { // the object around the arguments was left out
		found = walk(place{v: root.items[0], schemas: whole.schemas}, way, true)
	}
	if cut { // what is meant lies below
		for i := range found {
			found[i].schemas = append(found[i].schemas, anything)
		}
	}
	return append(out, found...)
}

func walk(p place, way []step, coerced bool) []place {
	if len(way) == 0 {
		return []place{p}
	}
	var out []place
	if coerced && p.v.kind == text { // JSON in a text
		if inner, err := read([]byte(p.v.text)); err == nil && inner.kind != text {
			unpacked := p
			unpacked.v = inner
			out = walk(unpacked, way, coerced)
		}
	}
	next := way[0]
	switch {
	case next.index >= 0 && p.v.kind == array && next.index < len(p.v.items):
		out = append(out, walk(p.item(next.index), way[1:], coerced)...)
	case next.index == 0 && coerced && p.v.kind != array: // one value is read as a list of it
		inner := p.item(0)
		inner.v = p.v
		out = append(out, walk(inner, way[1:], coerced)...)
	case next.index < 0 && p.v.kind == object:
		for i, key := range p.v.keys {
			if key == next.key || next.cut && strings.HasPrefix(key, next.key) {
				out = append(out, walk(p.field(i), way[1:], coerced)...)
			}
		}
	}
	return out
}

// item is the place of an item.
func (p place) item(i int) place {
	inner := place{at: append(p.at[:len(p.at):len(p.at)], strconv.Itoa(i)), twice: p.twice}
	if p.v.kind == array {
		inner.v = p.v.items[i]
	}
	for _, s := range p.schemas {
		inner.schemas = append(inner.schemas, s.at(i).candidates()...)
	}
	return inner
}

// field is the place of a property's value.
func (p place) field(i int) place {
	key := p.v.keys[i]
	inner := place{v: p.v.items[i], key: key, at: append(p.at[:len(p.at):len(p.at)], key), twice: p.twice || p.v.times(key) > 1}
	for _, s := range p.schemas {
		if prop := s.property(key); prop != nil {
			inner.schemas = append(inner.schemas, prop.candidates()...)
			if s.props[key] != nil {
				inner.optional, inner.around = inner.optional || !s.required[key], s
			}
		}
	}
	return inner
}

// anywhere calls f for the value and all below it until f returns true.
func (p place) anywhere(f func(place) bool) bool {
	if f(p) {
		return true
	}
	for i := range p.v.items {
		inner := place{}
		if p.v.kind == array {
			inner = p.item(i)
		} else {
			inner = p.field(i)
		}
		if inner.anywhere(f) {
			return true
		}
	}
	return false
}
