package provider

import (
	"bytes"

	"github.com/toolgen/toolgen/runtime/codec"
)

// block takes an event of Anthropic's Messages.
func (s *Stream) block(e *event) {
	switch string(e.kind) {
	case "content_block_start":
		if e.block == nil {
			return
		}
		b := s.begin(&block{index: e.index, raw: bytes.Clone(e.block)})
		var f fields[[]byte]
		f.read(&scanner[[]byte]{text: e.block})
		b.take(&f)
		b.call = f.kind == "tool_use"
		p := scanner[[]byte]{text: e.block}
		p.eachMember(func(name []byte) {
			switch string(name) {
			case "text", "thinking":
				b.data = p.appendString(b.data)
			default:
				p.skip()
			}
		})
		if b.call && len(f.args) > 2 && f.args[0] == '{' {
			b.data = append(b.data, f.args...) // some servers send all of it at once
		}
	case "content_block_delta":
		b := s.at(e.index)
		if b == nil || e.delta == nil {
			return
		}
		p := scanner[[]byte]{text: e.delta}
		p.eachMember(func(name []byte) {
			switch string(name) {
			case "text", "thinking", "partial_json":
				b.data = p.appendString(b.data)
			case "signature":
				b.signature = p.appendString(b.signature)
			case "citation":
				if len(b.citations) > 0 {
					b.citations = append(b.citations, ',')
				}
				b.citations = append(b.citations, p.raw()...)
			default:
				p.skip()
			}
		})
	case "content_block_stop":
		if b := s.at(e.index); b != nil {
			b.done = true
		}
	}
}

// appendAnthropic writes a block as it began, with what has come since.
func (s *Stream) appendAnthropic(out []byte, b *block) []byte {
	p := scanner[[]byte]{text: b.raw}
	if p.peek() != '{' {
		return append(out, b.raw...)
	}
	out = append(out, '{')
	first, signed := true, false
	member := func(name string) {
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(append(append(out, '"'), name...), `":`...)
	}
	p.eachMember(func(name []byte) {
		member(string(name))
		value := p.raw()
		switch {
		case string(name) == b.kind && (b.kind == "text" || b.kind == "thinking"):
			out = codec.AppendUTF8(out, whole(b.data))
		case string(name) == "signature" && b.signature != nil:
			signed = true
			out = codec.AppendUTF8(out, b.signature)
		case string(name) == "citations" && b.citations != nil:
			out = append(append(append(out, '['), b.citations...), ']')
		case string(name) == "input" && len(b.data) > 0: // also of calls that the provider runs
			c := s.made(b, false)
			out = append(out, c.object()...)
		default:
			out = append(out, value...)
		}
	})
	if b.signature != nil && !signed {
		member("signature")
		out = codec.AppendUTF8(out, b.signature)
	}
	return append(out, '}')
}

// converse takes an event of Bedrock. What its servers have run themselves does not go back: the stream has not all of it.
func (s *Stream) converse(e *event) {
	b := s.at(e.index)
	if e.start != nil {
		var f fields[[]byte]
		f.read(&scanner[[]byte]{text: e.start})
		if b == nil {
			b = s.begin(&block{index: e.index})
		}
		b.take(&f)
		b.kind = ""
		if b.call = f.isCall(Bedrock); b.call {
			b.kind = "toolUse"
		}
	}
	if b != nil && (e.stop || e.start == nil && e.delta == nil) {
		b.done = true
	}
	if e.delta == nil {
		return
	}
	if b == nil {
		b = s.begin(&block{index: e.index})
	}
	p := scanner[[]byte]{text: e.delta}
	p.eachMember(func(name []byte) {
		switch string(name) {
		case "text":
			b.kind = "text"
			b.data = p.appendString(b.data)
		case "toolUse":
			p.eachMember(func(name []byte) {
				if string(name) == "input" {
					b.data = p.appendString(b.data)
				} else {
					p.skip()
				}
			})
		case "reasoningContent":
			if b.kind == "" {
				b.kind = "reasoningText"
			}
			p.eachMember(func(name []byte) {
				switch string(name) {
				case "text":
					b.data = p.appendString(b.data)
				case "redactedContent":
					b.kind = "redactedContent"
					b.data = p.appendString(b.data)
				case "signature":
					b.signature = p.appendString(b.signature)
				default:
					p.skip()
				}
			})
		default:
			p.skip()
		}
	})
}

func (s *Stream) appendBedrock(out []byte, b *block) []byte {
	switch b.kind {
	case "toolUse":
		c := s.made(b, false)
		out = codec.AppendString(append(out, `{"toolUse":{"toolUseId":`...), c.ID)
		out = codec.AppendString(append(out, `,"name":`...), c.Name)
		out = append(append(out, `,"input":`...), c.object()...)
		return append(out, '}', '}')
	case "redactedContent":
		return append(codec.AppendUTF8(append(out, `{"reasoningContent":{"redactedContent":`...), whole(b.data)), '}', '}')
	case "reasoningText":
		out = codec.AppendUTF8(append(out, `{"reasoningContent":{"reasoningText":{"text":`...), whole(b.data))
		if b.signature != nil {
			out = codec.AppendUTF8(append(out, `,"signature":`...), b.signature)
		}
		return append(out, '}', '}', '}')
	}
	return append(codec.AppendUTF8(append(out, `{"text":`...), whole(b.data)), '}')
}
