package provider

import (
	"bytes"

	"github.com/toolgen/toolgen/runtime/codec"
)

// content is a member of a chat message, or of a call in it, that goes back to the provider as it came: the text, what was
// thought, signatures of it.
type content struct {
	name string
	kind byte   // of its value
	data []byte // of a text what it says, of a list the items, of all others the value
}

// maxContent is how many of them a message has.
const maxContent = 32

// add takes the next piece of a member: texts and lists grow. null says nothing.
func add(list []content, name []byte, p *scanner[[]byte]) []content {
	kind := p.peek()
	i := 0
	for i < len(list) && list[i].name != string(name) {
		i++
	}
	switch {
	case kind == 'n', i == maxContent:
		p.skip()
		return list
	case i == len(list):
		list = append(list, content{name: string(name), kind: kind})
	}
	switch c := &list[i]; {
	case kind != c.kind:
		p.skip() // a member is of one kind
	case kind == '"':
		c.data = p.appendString(c.data)
	case kind == '[':
		if items := bytes.TrimSpace(p.raw()); len(items) > 2 {
			if items = items[1 : len(items)-1]; len(c.data) > 0 {
				c.data = append(c.data, ',')
			}
			c.data = append(c.data, items...)
		}
	default:
		c.data = append(c.data[:0], p.raw()...)
	}
	return list
}

// append writes the member's value.
func (c *content) append(b []byte) []byte {
	switch c.kind {
	case '"':
		return codec.AppendUTF8(b, whole(c.data))
	case '[':
		return append(append(append(b, '['), c.data...), ']')
	}
	return append(b, c.data...)
}

// delta takes a piece of a message of Chat Completions and of those who speak like it.
func (s *Stream) delta(e *event) {
	text := e.candidate
	if text == nil {
		text = e.delta // Ollama's message
	}
	if text == nil {
		return
	}
	p := scanner[[]byte]{text: text}
	p.eachMember(func(name []byte) {
		switch string(name) {
		case "role", "annotations":
			p.skip()
		case "tool_calls":
			p.eachItem(func(int) { s.toolCall(&p) })
		default:
			s.message = add(s.message, name, &p)
		}
	})
}

// toolCall takes a piece of a call. Some servers leave the index out, or send it as 0 for all: an id that is new begins a new
// call. Ollama sends whole calls. A name may come in pieces, which are put together; servers that repeat the whole name in every piece
// of a call exist as well, so that a piece which is what the name is already adds nothing.
func (s *Stream) toolCall(p *scanner[[]byte]) {
	var id, name, args []byte
	var more []content
	index := -1
	p.eachMember(func(member []byte) {
		switch string(member) {
		case "index":
			index = p.int(-1)
		case "id":
			id = p.word()
		case "type":
			p.skip()
		case "function":
			p.eachMember(func(member []byte) {
				switch string(member) {
				case "name":
					name = p.word()
				case "arguments":
					args = p.raw()
				default:
					p.skip()
				}
			})
		default:
			more = add(more, member, p)
		}
	})
	b := s.at(index)
	if index < 0 && len(s.blocks) > 0 {
		b = s.blocks[len(s.blocks)-1]
	}
	object := len(args) > 0 && args[0] == '{'
	if b == nil || s.format == Ollama || object && b.done || len(id) > 0 && b.id != "" && string(id) != b.id ||
		index < 0 && len(name) > 0 && (len(id) == 0 && b.id == "" || object) {
		if b != nil {
			b.done = true
		}
		if old := s.at(index); old != nil {
			old.index = -1 // the index is the new call's
		}
		b = s.begin(&block{index: index, call: true, done: s.format == Ollama})
		b.position = len(s.blocks) - 1
	}
	if b.id == "" {
		b.id = string(id)
	}
	if string(name) != b.name { // a piece of it, and not all of it once more
		b.name += string(name)
	}
	if more != nil {
		b.more = more
	}
	switch {
	case object:
		b.data, b.done = append(b.data[:0], args...), true
	case len(args) > 0 && args[0] == '"':
		b.data = appendPiece(b.data, args[1:len(args)-1])
	case len(args) > 0 && args[0] != 'n':
		b.data = append(b.data[:0], args...)
	}
}

// appendMessage writes the message that has been streamed.
func (s *Stream) appendMessage(b []byte) []byte {
	b = append(b, `{"role":"assistant"`...)
	said := false
	for i := range s.message {
		said = said || s.message[i].name == "content"
	}
	if !said {
		b = append(b, `,"content":""`...)
	}
	for i := range s.message {
		c := &s.message[i]
		b = c.append(append(append(append(b, `,"`...), c.name...), `":`...))
	}
	for i, block := range s.blocks {
		c := s.made(block, i == len(s.blocks)-1)
		if i == 0 {
			b = append(b, `,"tool_calls":[`...)
		}
		b = append(separated(b), '{')
		if c.ID != "" || s.format != Ollama {
			b = append(codec.AppendString(append(b, `"id":`...), c.ID), `,"type":"function",`...)
		}
		for i := range block.more {
			m := &block.more[i]
			b = append(m.append(append(append(append(b, '"'), m.name...), `":`...)), ',')
		}
		b = codec.AppendString(append(b, `"function":{"name":`...), c.Name)
		b = append(b, `,"arguments":`...)
		if s.format == Ollama {
			b = append(b, c.object()...)
		} else {
			b = codec.AppendUTF8(b, c.Args)
		}
		b = append(b, '}', '}')
	}
	if len(s.blocks) > 0 {
		b = append(b, ']')
	}
	return append(b, '}')
}
