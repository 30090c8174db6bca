package provider

import "bytes"

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
			b.arguments(f.args)
		}
	case "response.function_call_arguments.delta", "response.function_call_arguments.done":
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
			b.data = appendUnquoted(b.data, e.text[1:len(e.text)-1])
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
