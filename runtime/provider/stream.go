package provider

import (
	"bytes"
	"errors"
	"strings"

	"github.com/toolgen/toolgen/runtime/codec"
)

// maxStreamed is how many bytes of arguments and text a Stream keeps, and maxBlocks how many blocks: a server that never
// ends its answer does not fill the memory.
const (
	maxStreamed = 16 << 20
	maxBlocks   = 4096
)

// Stream puts the tool calls of a streamed answer together. It is for one answer, and not for concurrent use.
type Stream struct {
	format Format
	blocks []*block // in the order in which they began
	kept   int
	text   []byte // of a message whose text is no block
}

// block is one piece of the answer: a call, a text, or what else a provider sends and wants back.
type block struct {
	index     int // as the provider counts; -1 where it does not
	call      bool
	fields    fields
	key       string // item_id of Responses
	data      []byte // arguments or text, as far as they have come
	signature []byte
	raw       string // what the provider wants back as it is
	kind      string
}

// NewStream returns a Stream for an answer in that format.
func NewStream(f Format) *Stream { return &Stream{format: f} }

// Event takes the next event: the data of a server-sent event, a line of Ollama's answer, or the payload of an event of
// Bedrock, with or without the member that says its type. Empty data and [DONE] say nothing. The error says that data is
// not JSON, that the server reports a failure, or that the answer grows beyond 16 MiB; what has come before stays.
func (s *Stream) Event(data []byte) error {
	if err := speaks(s.format); err != nil {
		return err
	}
	data = bytes.TrimSpace(data)
	if len(data) == 0 || string(data) == "[DONE]" {
		return nil
	}
	if s.kept += len(data); s.kept > maxStreamed || len(s.blocks) > maxBlocks {
		return errors.New("provider: the streamed answer is too large")
	}
	p := parser{text: string(data)}
	if p.skip(); p.peek() != 0 || p.failed || data[0] != '{' {
		return errors.New("provider: the event is not JSON at byte " + itoa(p.at))
	}
	e := event{index: -1}
	p = parser{text: string(data)}
	e.read(&p)
	if e.failure != "" {
		return errors.New("provider: the server answers: " + short(e.failure))
	}
	switch s.format {
	case Responses:
		s.item(&e)
	case Anthropic:
		s.block(&e)
	case Bedrock:
		s.converse(&e)
	case Gemini, GeminiLegacy:
		s.parts(&e)
	default:
		s.delta(&e)
	}
	return nil
}

// event is what an event of any format may have, as it is written.
type event struct {
	kind                                 string // type
	index                                int    // index, output_index, contentBlockIndex
	itemID                               string
	text                                 string // of a delta that is a string
	arguments                            string
	delta, start, block, item, candidate string // the objects inside
	failure                              string
}

func (e *event) read(p *parser) {
	p.eachMember(func(name string) {
		switch name {
		case "type":
			e.kind = p.string()
		case "index", "output_index", "contentBlockIndex":
			e.index = p.int(e.index)
		case "item_id":
			e.itemID = p.string()
		case "arguments":
			e.arguments = p.string()
		case "delta":
			if p.peek() == '"' {
				e.text = p.string()
			} else {
				e.delta = p.raw()
			}
		case "start":
			e.start = p.raw()
		case "content_block":
			e.block = p.raw()
		case "item":
			e.item = p.raw()
		case "message":
			if p.peek() == '{' {
				e.delta = p.raw()
			} else {
				p.skip()
			}
		case "choices", "candidates":
			p.eachItem(func(i int) {
				if i > 0 {
					p.skip()
					return
				}
				p.eachMember(func(name string) {
					switch name {
					case "delta", "message", "content":
						e.candidate = p.raw()
					default:
						p.skip()
					}
				})
			})
		case "contentBlockStart", "contentBlockDelta", "contentBlockStop":
			e.read(p)
		case "error", "internalServerException", "modelStreamErrorException", "throttlingException", "validationException", "serviceUnavailableException":
			e.failure = failure(p.raw())
		case "response":
			p.eachMember(func(name string) {
				if name == "error" {
					e.failure = failure(p.raw())
				} else {
					p.skip()
				}
			})
		default:
			p.skip()
		}
	})
}

// at returns the block of that index; nil where there is none.
func (s *Stream) at(index int) *block {
	for i := len(s.blocks) - 1; i >= 0; i-- {
		if s.blocks[i].index == index {
			return s.blocks[i]
		}
	}
	return nil
}

func (s *Stream) begin(b *block) *block {
	b.fields.index = b.index
	if b.index < 0 {
		b.fields.index = len(s.blocks)
	}
	s.blocks = append(s.blocks, b)
	return b
}

// delta takes a piece of a message of Chat Completions and of those who speak like it.
func (s *Stream) delta(e *event) {
	text := e.candidate
	if text == "" {
		text = e.delta // Ollama's message
	}
	p := parser{text: text}
	if text == "" {
		return
	}
	p.eachMember(func(name string) {
		switch name {
		case "content":
			s.text = append(s.text, p.string()...)
		case "tool_calls":
			p.eachItem(func(int) {
				index := -1
				start := p
				start.eachMember(func(name string) {
					if name == "index" {
						index = start.int(-1)
					} else {
						start.skip()
					}
				})
				var f fields
				f.read(&p)
				s.toolCall(index, f)
			})
		default:
			p.skip()
		}
	})
}

// toolCall takes a piece of a call. Some servers leave the index out, or send it as 0 for all: an id that is new begins a
// new call. Ollama sends whole calls.
func (s *Stream) toolCall(index int, f fields) {
	b := s.at(index)
	if index < 0 && len(s.blocks) > 0 {
		b = s.blocks[len(s.blocks)-1]
	}
	whole := strings.HasPrefix(f.args, "{")
	switch {
	case b == nil, f.id != "" && b.fields.id != "" && f.id != b.fields.id, index < 0 && f.name != "" && (f.id == "" && b.fields.id == "" || whole):
		if s.at(index) != nil {
			index = -1
		}
		b = s.begin(&block{index: index, call: true})
	case s.format == Ollama:
		b = s.begin(&block{index: -1, call: true})
	}
	if b.fields.id == "" {
		b.fields.id = f.id
	}
	if b.fields.name == "" {
		b.fields.name = f.name
	}
	switch {
	case strings.HasPrefix(f.args, `"`):
		b.data = append(b.data, unquote(f.args)...)
	case f.args != "" && f.args != "null":
		b.data = append(b.data[:0], f.args...)
	}
}

// item takes an event of Responses.
func (s *Stream) item(e *event) {
	switch e.kind {
	case "response.output_item.added", "response.output_item.done":
		p := parser{text: e.item}
		f := fields{}
		if e.item == "" {
			return
		}
		f.read(&p)
		b := s.at(e.index)
		if b == nil {
			b = s.begin(&block{index: e.index})
		}
		b.call, b.key = f.kind == "function_call", f.id
		f.index = b.fields.index
		if e.kind == "response.output_item.done" {
			b.raw = e.item
			b.data = append(b.data[:0], args(f.args)...)
		}
		b.fields = f
	case "response.function_call_arguments.delta", "response.function_call_arguments.done":
		b := s.at(e.index)
		if b == nil {
			for _, other := range s.blocks {
				if e.itemID != "" && other.key == e.itemID {
					b = other
				}
			}
		}
		switch {
		case b == nil:
		case e.kind == "response.function_call_arguments.done":
			b.data = append(b.data[:0], e.arguments...)
		default:
			b.data = append(b.data, e.text...)
		}
	}
}

// args is the text of arguments that may stand in a string.
func args(raw string) string {
	if strings.HasPrefix(raw, `"`) {
		return unquote(raw)
	}
	return raw
}

// block takes an event of Anthropic's Messages.
func (s *Stream) block(e *event) {
	switch e.kind {
	case "content_block_start":
		if e.block == "" {
			return
		}
		p := parser{text: e.block}
		b := s.begin(&block{index: e.index})
		index := b.fields.index
		p.eachMember(func(name string) {
			switch name {
			case "text", "thinking":
				b.data = append(b.data, p.string()...)
			default:
				p.skip()
			}
		})
		p = parser{text: e.block}
		b.fields.read(&p)
		b.fields.index = index
		b.kind, b.raw, b.call = b.fields.kind, e.block, b.fields.kind == "tool_use"
		if whole := b.fields.args; b.call && len(whole) > 2 && whole != "null" {
			b.data = append(b.data, whole...) // some servers send all of it at once
		}
	case "content_block_delta":
		b := s.at(e.index)
		if b == nil || e.delta == "" {
			return
		}
		p := parser{text: e.delta}
		p.eachMember(func(name string) {
			switch name {
			case "text", "thinking", "partial_json":
				b.data = append(b.data, p.string()...)
			case "signature":
				b.signature = append(b.signature, p.string()...)
			default:
				p.skip()
			}
		})
	}
}

// converse takes an event of Bedrock.
func (s *Stream) converse(e *event) {
	b := s.at(e.index)
	if e.start != "" {
		f := fields{}
		p := parser{text: e.start}
		f.read(&p)
		if b == nil {
			b = s.begin(&block{index: e.index, kind: "toolUse"})
		}
		f.index, b.call = b.fields.index, f.inner
		b.fields = f
	}
	if e.delta == "" {
		return
	}
	if b == nil {
		b = s.begin(&block{index: e.index})
	}
	p := parser{text: e.delta}
	p.eachMember(func(name string) {
		switch name {
		case "text":
			b.kind = "text"
			b.data = append(b.data, p.string()...)
		case "toolUse":
			p.eachMember(func(name string) {
				if name == "input" {
					b.data = append(b.data, p.string()...)
				} else {
					p.skip()
				}
			})
		case "reasoningContent":
			b.kind = "reasoningContent"
			p.eachMember(func(name string) {
				switch name {
				case "text":
					b.data = append(b.data, p.string()...)
				case "signature":
					b.signature = append(b.signature, p.string()...)
				default:
					p.skip()
				}
			})
		default:
			p.skip()
		}
	})
}

// parts takes a piece of Gemini's answer, which has whole parts.
func (s *Stream) parts(e *event) {
	if e.candidate == "" {
		return
	}
	p := parser{text: e.candidate}
	p.eachMember(func(name string) {
		if name != "parts" {
			p.skip()
			return
		}
		p.eachItem(func(int) {
			raw := p.raw()
			b := s.begin(&block{index: len(s.blocks), raw: raw})
			index := b.fields.index
			q := parser{text: raw}
			b.fields.read(&q)
			b.fields.index, b.call = index, b.fields.inner
			b.data = append(b.data, b.fields.args...)
		})
	})
}

// Calls returns the calls that have come so far, in the order in which they began. After the last event a call whose
// arguments have not come to their end has an Err, and is not to be run.
func (s *Stream) Calls() []Call {
	var calls []Call
	for _, b := range s.blocks {
		if b.call {
			calls = append(calls, b.made())
		}
	}
	return settle(calls)
}

func (b *block) made() Call {
	id := b.fields.id
	if b.fields.callID != "" {
		id = b.fields.callID
	}
	return newCall(b.fields.index, id, b.fields.name, string(b.data), true)
}

// Turn is the function [Turn] for a streamed answer, after its last event.
func (s *Stream) Turn() ([]byte, error) {
	if err := speaks(s.format); err != nil {
		return nil, err
	}
	if len(s.blocks) == 0 && len(s.text) == 0 {
		return nil, errors.New("provider: the stream has no message of a model")
	}
	var b []byte
	switch s.format {
	case Responses:
		b = append(b, '[')
		for _, item := range s.blocks {
			if item.raw != "" {
				b = append(separated(b), item.raw...)
			}
		}
	case Gemini, GeminiLegacy:
		b = append(b, `[{"role":"model","parts":[`...)
		for _, part := range s.blocks {
			b = append(separated(b), part.raw...)
		}
		b = append(b, ']', '}')
	case Anthropic, Bedrock:
		b = append(b, `[{"role":"assistant","content":[`...)
		for _, part := range s.blocks {
			if s.format == Anthropic {
				b = part.appendAnthropic(separated(b))
			} else {
				b = part.appendBedrock(separated(b))
			}
		}
		b = append(b, ']', '}')
	default:
		b = codec.AppendString(append(b, `[{"role":"assistant","content":`...), string(s.text))
		if calls := s.Calls(); len(calls) > 0 {
			b = append(b, `,"tool_calls":[`...)
			for _, c := range calls {
				b = append(separated(b), '{')
				if c.ID != "" || s.format != Ollama {
					b = append(codec.AppendString(append(b, `"id":`...), c.ID), `,"type":"function",`...)
				}
				b = codec.AppendString(append(b, `"function":{"name":`...), c.Name)
				b = append(b, `,"arguments":`...)
				if s.format == Ollama {
					b = append(b, c.object()...)
				} else {
					b = codec.AppendString(b, string(c.Args))
				}
				b = append(b, '}', '}')
			}
			b = append(b, ']')
		}
		b = append(b, '}')
	}
	b, _, err := codec.Finish(append(b, ']'))
	return b, err
}

// separated puts a comma between items.
func separated(b []byte) []byte {
	if b[len(b)-1] != '[' {
		b = append(b, ',')
	}
	return b
}

// object is the arguments where an API wants an object, whatever the model wrote.
func (c *Call) object() []byte {
	p := parser{text: string(c.Args)}
	if p.peek() != '{' {
		return []byte("{}")
	}
	if p.skip(); p.failed {
		return []byte("{}")
	}
	return c.Args
}

func (b *block) appendAnthropic(out []byte) []byte {
	switch b.kind {
	case "text":
		out = codec.AppendString(append(out, `{"type":"text","text":`...), string(b.data))
	case "thinking":
		out = codec.AppendString(append(out, `{"type":"thinking","thinking":`...), string(b.data))
		out = codec.AppendString(append(out, `,"signature":`...), string(b.signature))
	case "tool_use":
		c := b.made()
		out = codec.AppendString(append(out, `{"type":"tool_use","id":`...), c.ID)
		out = codec.AppendString(append(out, `,"name":`...), c.Name)
		out = append(append(out, `,"input":`...), c.object()...)
	default:
		return append(out, b.raw...)
	}
	return append(out, '}')
}

func (b *block) appendBedrock(out []byte) []byte {
	switch {
	case b.call:
		c := b.made()
		out = codec.AppendString(append(out, `{"toolUse":{"toolUseId":`...), c.ID)
		out = codec.AppendString(append(out, `,"name":`...), c.Name)
		out = append(append(out, `,"input":`...), c.object()...)
		return append(out, '}', '}')
	case b.kind == "reasoningContent":
		out = codec.AppendString(append(out, `{"reasoningContent":{"reasoningText":{"text":`...), string(b.data))
		out = codec.AppendString(append(out, `,"signature":`...), string(b.signature))
		return append(out, '}', '}', '}')
	}
	return append(codec.AppendString(append(out, `{"text":`...), string(b.data)), '}')
}
