package provider

import (
	"bytes"
	"strings"

	"github.com/toolgen/toolgen/runtime/codec"
)

// parts takes a piece of Gemini's answer: whole parts, but for calls of Vertex whose arguments were asked to be streamed
// (streamFunctionCallArguments).
func (s *Stream) parts(e *event) {
	if e.candidate == nil {
		return
	}
	p := scanner[[]byte]{text: e.candidate}
	p.eachMember(func(name []byte) {
		if string(name) != "parts" {
			p.skip()
			return
		}
		p.eachItem(func(int) { s.part(p.raw()) })
	})
}

func (s *Stream) part(raw []byte) {
	var f fields[[]byte]
	f.read(&scanner[[]byte]{text: raw})
	if !f.inner {
		s.begin(&block{index: -1, raw: bytes.Clone(raw)})
		return
	}
	bits, more, continues := streamed(raw)
	b := s.growing
	if b == nil || f.name != "" {
		b = s.begin(&block{index: -1, call: true, raw: bytes.Clone(raw)})
		b.take(&f)
		b.data = append(b.data, f.args...)
	} else {
		b.more = append(b.more, more...)
	}
	if (continues || bits != nil) && b.tree == nil {
		root := object()
		b.tree, b.more = &root, more
	}
	if b.tree != nil && bits != nil {
		p := scanner[[]byte]{text: bits}
		p.eachItem(func(int) { b.broken = !b.grow(&p) || b.broken })
	}
	s.growing = nil
	if b.done = !continues; continues {
		s.growing = b
	}
}

// streamed takes a part with a call apart: bits of arguments, what stands beside the call, and whether more of it comes.
func streamed(part []byte) (bits []byte, more []content, continues bool) {
	p := scanner[[]byte]{text: part}
	p.eachMember(func(name []byte) {
		if string(name) != "functionCall" {
			more = add(more, name, &p)
			return
		}
		p.eachMember(func(name []byte) {
			switch string(name) {
			case "partialArgs":
				bits = p.raw()
			case "willContinue":
				continues = p.peek() == 't'
				p.skip()
			default:
				p.skip()
			}
		})
	})
	return bits, more, continues
}

// grow puts one bit of the arguments at its place, and reports whether it has one.
func (b *block) grow(p *scanner[[]byte]) bool {
	path, value := "", node{text: "null"}
	p.eachMember(func(name []byte) {
		switch string(name) {
		case "jsonPath":
			path = p.string()
		case "stringValue":
			value = node{kind: '"', text: string(p.raw())}
		case "numberValue", "boolValue":
			value = node{text: string(p.raw())}
		default: // nullValue, willContinue
			p.skip()
		}
	})
	if value.kind == '"' && !strings.HasPrefix(value.text, `"`) {
		return false
	}
	place := b.tree.follow(path)
	switch {
	case place == nil || place == b.tree || place.kind == '{' || place.kind == '[':
		return false
	case place.kind == '"' && value.kind == '"': // the text goes on
		place.text = place.text[:len(place.text)-1] + value.text[1:]
	default:
		*place = value
	}
	return true
}

// follow goes a JSON path of names and indexes (RFC 9535), such as $.a['b c'][0], and makes what is not there yet; nil for
// any other path, and where something else stands in its way.
func (n *node) follow(path string) *node {
	rest, rooted := strings.CutPrefix(path, "$")
	if !rooted {
		return nil
	}
	for depth := 0; rest != ""; depth++ {
		name, index, after, ok := step(rest)
		if !ok || depth == maxNesting {
			return nil
		}
		rest = after
		kind := byte('{')
		if index >= 0 {
			kind = '['
		}
		if n.kind == 0 && n.text == "" {
			n.kind = kind
		}
		if n.kind != kind {
			return nil
		}
		switch {
		case index > len(n.items):
			return nil
		case index == len(n.items):
			n.items = append(n.items, node{})
		case index < 0 && n.get(name) == nil:
			n.members = append(n.members, member{name: name})
		}
		if index >= 0 {
			n = &n.items[index]
		} else {
			n = n.get(name)
		}
	}
	return n
}

// step reads one step of a path: the JSON text of a name, or an index that is not -1.
func step(path string) (name string, index int, rest string, ok bool) {
	if after, dotted := strings.CutPrefix(path, "."); dotted {
		end := strings.IndexAny(after, ".[")
		if end < 0 {
			end = len(after)
		}
		return nameOf(after[:end]), -1, after[end:], end > 0
	}
	inside, bracketed := strings.CutPrefix(path, "[")
	if !bracketed || inside == "" {
		return "", 0, "", false
	}
	if quote := inside[0]; quote == '\'' || quote == '"' {
		var text []byte
		for i := 1; i < len(inside); i++ {
			switch {
			case inside[i] == '\\' && i+1 < len(inside):
				i++
				text = append(text, inside[i])
			case inside[i] == quote:
				rest, ok = strings.CutPrefix(inside[i+1:], "]")
				return nameOf(string(text)), -1, rest, ok
			default:
				text = append(text, inside[i])
			}
		}
		return "", 0, "", false
	}
	n := digits(inside)
	if n == 0 || n > 6 {
		return "", 0, "", false
	}
	for _, c := range []byte(inside[:n]) {
		index = 10*index + int(c-'0')
	}
	rest, ok = strings.CutPrefix(inside[n:], "]")
	return "", index, rest, ok
}

// appendPart writes a part as it came; a call that came bit by bit as one that came whole.
func (s *Stream) appendPart(out []byte, b *block) []byte {
	if b.tree == nil {
		return append(out, b.raw...)
	}
	c := s.made(b, false)
	out = append(out, `{"functionCall":{`...)
	if c.ID != "" {
		out = append(codec.AppendString(append(out, `"id":`...), c.ID), ',')
	}
	out = append(append(codec.AppendString(append(out, `"name":`...), c.Name), `,"args":`...), c.object()...)
	out = append(out, '}')
	for i := range b.more {
		m := &b.more[i]
		out = m.append(append(append(append(out, `,"`...), m.name...), `":`...))
	}
	return append(out, '}')
}
