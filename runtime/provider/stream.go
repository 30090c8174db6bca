package provider

import (
	"bytes"
	"errors"

	"github.com/toolgen/toolgen/runtime/codec"
)

// maxStreamed is how many bytes of events a Stream takes, and maxBlocks how many blocks: a server that never ends its answer
// does not fill the memory.
const (
	maxStreamed = 16 << 20
	maxBlocks   = 4096
)

// Stream puts the tool calls of a streamed answer together. It is for one answer, and not for concurrent use.
type Stream struct {
	format  Format
	blocks  []*block // in the order in which they began
	kept    int
	message []content // of a chat message, beside its calls
	growing *block    // Gemini's call whose arguments come bit by bit
	ended   bool      // the server has said that the answer is whole
	cut     bool      // because its limit of tokens was reached
	stopped string    // why the provider took the answer back; "" where it did not
}

// block is one piece of the answer: a call, a text, or what else a provider sends and wants back.
type block struct {
	index     int // as the provider counts; -1 where it does not
	position  int // in the answer, as Call.Index has it
	call      bool
	done      bool   // nothing more comes
	status    string // of an item of Responses
	kind      string // type
	id, name  string
	key       string // item_id of Responses
	data      []byte // arguments or text, as far as they have come
	signature []byte
	citations []byte
	raw       []byte    // what the provider wants back as it is
	begun     []byte    // of Responses: the item before it was done
	preset    bool      // data is what stood in begun
	more      []content // what it wants back besides
	tree      *node     // arguments that come bit by bit
	broken    bool      // a bit had no place in tree
}

// NewStream returns a Stream for an answer in that format.
func NewStream(f Format) *Stream { return &Stream{format: f} }

// Event takes the next event: the data of a server-sent event, a line of Ollama's answer, or the payload of an event of
// Bedrock, with or without the member that says its type. Empty data and [DONE] say nothing but, the latter, that the answer
// is whole. The error says that data is not JSON, that the server reports a failure, or that the answer grows beyond 16 MiB;
// what has come before stays. The data is the caller's again when Event returns.
func (s *Stream) Event(data []byte) error {
	if err := speaks(s.format); err != nil {
		return err
	}
	data = bytes.TrimSpace(data)
	switch string(data) {
	case "[DONE]":
		s.ended = true
		return nil
	case "":
		return nil
	}
	if s.kept += len(data); s.kept > maxStreamed || len(s.blocks) > maxBlocks {
		return errors.New("provider: the streamed answer is too large")
	}
	p := scanner[[]byte]{text: data}
	if p.skip(); p.peek() != 0 || p.failed || data[0] != '{' {
		return errors.New("provider: the event is " + p.trouble())
	}
	e := event{format: s.format, index: -1}
	e.read(&scanner[[]byte]{text: data})
	if string(e.kind) == "error" && e.failure == "" { // of Responses
		e.failure = string(e.text)
	}
	if e.failure != "" {
		return errors.New("provider: the server answers: " + short(e.failure))
	}
	s.ended = s.ended || e.whole
	if len(e.reason) > 0 {
		s.ended = true
		s.cut = s.cut || limitReached(string(e.reason))
	}
	if stopped(string(e.reason)) {
		s.stopped = string(e.reason)
	} else if stopped(string(e.details)) {
		s.stopped = string(e.details)
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

// event is what an event of any format may have: parts of its bytes.
type event struct {
	format                               Format
	kind                                 []byte // type
	index                                int    // index, output_index, contentBlockIndex
	itemID                               []byte
	text                                 []byte // of a delta that is a string, as it is written; what an error says
	arguments                            []byte // as they are written
	delta, start, block, item, candidate []byte // the objects inside
	stop                                 bool   // of a block of Bedrock
	reason                               []byte // why the answer ended
	details                              []byte // and more exactly, of Responses
	whole                                bool   // nothing more comes
	failure                              string
}

func (e *event) read(p *scanner[[]byte]) {
	p.eachMember(func(name []byte) {
		switch string(name) {
		case "type":
			switch e.kind = p.word(); string(e.kind) {
			case "message_stop", "response.completed", "response.incomplete":
				e.whole = true
			}
		case "index", "output_index", "contentBlockIndex":
			e.index = p.int(e.index)
		case "item_id":
			e.itemID = p.word()
		case "arguments":
			e.arguments = p.raw()
		case "delta":
			if p.peek() == '"' {
				e.text = p.raw()
				return
			}
			e.delta = p.raw()
			inner := scanner[[]byte]{text: e.delta} // why Anthropic's answer ended
			inner.eachMember(func(name []byte) { e.end(&inner, name) })
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
				e.text = p.word()
			}
		case "choices", "candidates":
			p.eachItem(func(i int) {
				one := scanner[[]byte]{text: p.raw()}
				if choice(one, i) != 0 {
					return
				}
				one.eachMember(func(name []byte) {
					switch string(name) {
					case "delta", "message", "content":
						e.candidate = one.raw()
					default:
						e.end(&one, name)
					}
				})
			})
		case "contentBlockStart", "contentBlockDelta", "messageStop":
			e.read(p)
		case "contentBlockStop":
			e.stop = true
			e.read(p)
		case "error", "internalServerException", "modelStreamErrorException", "throttlingException", "validationException", "serviceUnavailableException":
			e.failure = failure(p.raw())
		case "response":
			p.eachMember(func(name []byte) {
				if string(name) == "error" {
					e.failure = failure(p.raw())
				} else {
					e.end(p, name)
				}
			})
		default:
			e.end(p, name)
		}
	})
}

// end reads why the answer ended, in the words of all formats; null says nothing.
func (e *event) end(p *scanner[[]byte], name []byte) {
	switch string(name) {
	case "finish_reason", "finishReason", "stop_reason", "stopReason", "done_reason":
		if reason := p.word(); len(reason) > 0 {
			e.reason = reason
		}
	case "incomplete_details":
		p.eachMember(func(name []byte) {
			if string(name) == "reason" {
				e.details = p.word()
			} else {
				p.skip()
			}
		})
	case "status": // of a response that is complete or incomplete
		if status := p.word(); e.format == Responses && string(status) != "in_progress" && string(status) != "queued" {
			e.reason = status
		}
	case "done":
		if e.format == Ollama && p.peek() == 't' {
			e.reason = []byte("done")
		}
		p.skip()
	default:
		p.skip()
	}
}

// choice is the number of the choice that item i of a list of them belongs to: events of several come in any order, and only
// those of the first, 0, are read. Where none is said it is the place in the list.
func choice(p scanner[[]byte], i int) int {
	p.eachMember(func(name []byte) {
		if string(name) == "index" {
			i = p.int(i)
		} else {
			p.skip()
		}
	})
	return i
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
	b.position = b.index
	if b.index < 0 {
		b.position = len(s.blocks)
	}
	s.blocks = append(s.blocks, b)
	return b
}

// take keeps what the fields say of a call.
func (b *block) take(f *fields[[]byte]) {
	b.kind, b.id, b.name, b.status = f.kind, f.identity(), f.name, f.status
}

// Calls returns the calls that have come so far, in the order in which they began. After the last event a call whose
// arguments have not come to their end has an Err, and is not to be run.
func (s *Stream) Calls() []Call {
	n := 0
	for _, b := range s.blocks {
		if b.call {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	calls := make([]Call, 0, n)
	for i, b := range s.blocks {
		if b.call {
			calls = append(calls, s.made(b, i == len(s.blocks)-1))
		}
	}
	return settle(calls)
}

// Whole reports whether the server has said that the answer is complete: by the reason why it ended, by message_stop,
// response.completed or response.incomplete, messageStop, "done":true or [DONE], as its format has it. A stream that ends
// without one has broken off, whatever has come of it: its text may be half a sentence, and calls may be missing. An answer that
// a limit of tokens has cut is whole in this sense; [Account] tells.
func (s *Stream) Whole() bool { return s.ended }

// made is the call of a block. Arguments of which nothing has come are none only where nothing more could have come: servers close
// the block of a call that a limit of tokens has cut.
func (s *Stream) made(b *block, last bool) Call {
	if b.tree != nil {
		b.data = b.tree.append(b.data[:0])
	}
	c := newCall(b.position, b.id, b.name, bytes.Clone(whole(b.data)), false)
	over := b.done && !(s.cut && last) || s.ended && !s.cut
	nothing := len(bytes.TrimSpace(b.data)) == 0 || b.tree != nil && len(b.tree.members) == 0
	switch {
	case s.stopped != "":
		c.Err = takenBack(s.stopped)
	case c.Err != nil:
	case b.status == "incomplete", nothing && !over, b.tree != nil && !b.done:
		c.refuse(cutShort)
	case b.broken:
		c.refuse("a value has no place in them; send the whole call again")
	}
	return c
}

// Turn is the function [Turn] for a streamed answer, after its last event.
func (s *Stream) Turn() ([]byte, error) {
	if err := speaks(s.format); err != nil {
		return nil, err
	}
	if len(s.blocks) == 0 && len(s.message) == 0 {
		return nil, errors.New("provider: the stream has no message of a model")
	}
	b := make([]byte, 0, s.kept/4+64)
	switch s.format {
	case Responses:
		b = append(b, '[')
		for i, item := range s.blocks {
			b = s.appendItem(b, item, i == len(s.blocks)-1)
		}
	case Gemini, GeminiLegacy:
		b = append(b, `[{"role":"model","parts":[`...)
		for _, part := range s.blocks {
			b = s.appendPart(separated(b), part)
		}
		b = append(b, ']', '}')
	case Anthropic:
		b = append(b, `[{"role":"assistant","content":[`...)
		for _, part := range s.blocks {
			b = s.appendAnthropic(separated(b), part)
		}
		b = append(b, ']', '}')
	case Bedrock:
		b = append(b, `[{"role":"assistant","content":[`...)
		for _, part := range s.blocks {
			if part.kind != "" {
				b = s.appendBedrock(separated(b), part)
			}
		}
		b = append(b, ']', '}')
	default:
		b = s.appendMessage(append(b, '['))
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
	p := scanner[[]byte]{text: c.Args}
	if p.peek() != '{' {
		return []byte("{}")
	}
	if p.skip(); p.peek() != 0 || p.failed {
		return []byte("{}")
	}
	return c.Args
}
