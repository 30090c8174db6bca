package provider

import (
	"bytes"

	"github.com/toolgen/toolgen/runtime/codec"
)

// item takes an event of Responses.
func (s *Stream) item(e *event) {
	switch string(e.kind) {
	case "response.output_item.added", "response.output_item.done":
		if e.item == nil {
			return
		}
		var f fields[[]byte]
		f.read(&scanner[[]byte]{text: e.item})
		b := s.at(e.index)
		if b == nil {
			b = s.begin(&block{index: e.index})
		}
		b.take(&f)
		b.call, b.key = f.kind == "function_call", f.id
		if string(e.kind) == "response.output_item.done" {
			b.raw, b.done = bytes.Clone(e.item), true
			if !f.blank() || len(b.data) == 0 {
				b.arguments(f.args)
			}
		} else {
			b.begun = bytes.Clone(e.item)
			b.arguments(f.args) // where no pieces of them follow
			b.preset = len(b.data) > 0
		}
	case "response.function_call_arguments.delta", "response.function_call_arguments.done", "response.output_text.delta", "response.refusal.delta":
		b := s.at(e.index)
		if b == nil {
			for _, other := range s.blocks {
				if len(e.itemID) > 0 && other.key == string(e.itemID) {
					b = other
				}
			}
		}
		switch {
		case b == nil:
		case e.arguments != nil:
			b.arguments(e.arguments)
			b.done = true
		case len(e.text) > 1:
			if b.preset {
				b.preset, b.data = false, b.data[:0]
			}
			b.data = appendPiece(b.data, e.text[1:len(e.text)-1])
		}
	}
}

// arguments takes all of them, which stand in a string.
func (b *block) arguments(raw []byte) {
	if b.data = b.data[:0]; len(raw) > 1 && raw[0] == '"' {
		b.data = appendUnquoted(b.data, raw[1:len(raw)-1])
	} else {
		b.data = append(b.data, raw...)
	}
}

// appendItem writes an item as it was when it was done. What broke off before, or came from a server that does not say so, is
// written as it began, with what has come since: a call, because it is answered, and a text. Other items are of no use in part.
func (s *Stream) appendItem(out []byte, b *block, last bool) []byte {
	if b.raw != nil {
		return append(separated(out), b.raw...)
	}
	switch {
	case b.call:
		c := s.made(b, last)
		out = append(separated(out), '{')
		p := scanner[[]byte]{text: b.begun}
		p.eachMember(func(name []byte) {
			value := p.raw()
			if string(name) != "arguments" && string(name) != "status" {
				out = append(append(append(append(append(out, '"'), name...), `":`...), value...), ',')
			}
		})
		return append(codec.AppendUTF8(append(out, `"arguments":`...), c.Args), '}')
	case b.kind == "message" && len(b.data) > 0:
		out = codec.AppendString(append(separated(out), `{"type":"message","id":`...), b.key)
		out = codec.AppendUTF8(append(out, `,"role":"assistant","content":[{"type":"output_text","annotations":[],"text":`...), whole(b.data))
		return append(out, `}]}`...)
	}
	return out
}
