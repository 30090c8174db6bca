package agent

import (
	"bytes"
	"encoding/base64"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// A state is written as lines of JSON, each an object of at most codec.MaxSize bytes:
//
//	{"state":1,"agent":"…",…}      the head
//	{"message":{"role":"user",…}}  and so on, one for each message
//	{"call":{…}}                   behind an assistant's message, one for each call
//	{"result":{…}}                 behind a message of tools, one for each result
//	{"pending":{…}}                one for each call of the last message where they are not all answered
//	{"child":{"key":"0"}}          behind a pending call, one for each sub-agent, and the lines of its state behind that
//	{"lines":7}                    the end: how many lines came before
//
// Members that have nothing to say are left out. The same state is the same bytes.

// stateVersion is the version of that format.
const stateVersion = 1

// Encode writes the state for [Decode]. The same state is the same bytes.
func (s *State) Encode() []byte {
	return append(bytes.Join(s.lines(nil), []byte("\n")), '\n')
}

// lines appends the lines of a state, to its end.
func (s *State) lines(list [][]byte) [][]byte {
	before := len(list)
	h := begin("state")
	h.b = codec.AppendInt(h.b, stateVersion)
	h.text("agent", s.agent)
	h.text("who", s.who)
	h.texts("skills", s.skills)
	h.number("turn", int64(s.turn))
	h.number("steps", int64(s.steps))
	h.number("calls", int64(s.used.calls))
	h.number("input", s.used.usage.Input)
	h.number("output", s.used.usage.Output)
	h.number("children", int64(s.children))
	h.number("spawned", int64(s.used.spawned))
	h.number("spent", int64(s.spent))
	h.text("reason", string(s.reason))
	h.text("why", s.why)
	list = append(list, h.end())
	for _, f := range s.failures {
		w := begin("failure")
		w.b = append(w.b, '{')
		w.text("call", f.call)
		w.number("times", int64(f.times))
		list = append(list, append(w.end(), '}'))
	}
	for i := range s.messages {
		list = s.messages[i].lines(list)
	}
	for i := range s.pending {
		p := &s.pending[i]
		w := begin("pending")
		w.b = append(w.b, '{')
		w.text("status", string(p.status))
		w.text("reason", p.reason)
		w.text("shown", p.shown)
		w.flag("hidden", p.hidden)
		if p.status == answered {
			w.key("result")
			w.b = appendResult(w.b, &p.result)
		}
		list = append(list, append(w.end(), '}'))
		for _, c := range p.below {
			w := begin("child")
			w.b = append(w.b, '{')
			w.text("key", c.key)
			list = append(list, append(w.end(), '}'))
			list = c.state.lines(list)
		}
	}
	end := begin("lines")
	end.b = codec.AppendInt(end.b, int64(len(list)-before))
	return append(list, end.end())
}

// lines appends the lines of a message.
func (m *Message) lines(list [][]byte) [][]byte {
	w := begin("message")
	w.b = append(w.b, '{')
	w.text("role", string(m.Role))
	w.text("text", m.Text)
	w.text("format", string(m.Format))
	w.text("raw", string(m.Raw))
	list = append(list, append(w.end(), '}'))
	for i := range m.Calls {
		c := &m.Calls[i]
		w := begin("call")
		w.b = append(w.b, '{')
		w.text("id", c.ID)
		w.text("name", c.Name)
		w.text("args", string(c.Args))
		w.failure(c.Err)
		list = append(list, append(w.end(), '}'))
	}
	for i := range m.Results {
		w := begin("result")
		w.b = appendResult(w.b, &m.Results[i])
		list = append(list, w.end())
	}
	return list
}

func appendResult(b []byte, r *runtime.Result) []byte {
	w := line{b: append(b, '{')}
	w.text("text", r.Text)
	if r.JSON != nil {
		w.key("json")
		w.b = codec.AppendString(w.b, string(r.JSON)) // a string, because tools return what is no JSON too
	}
	w.failure(r.Err)
	if len(r.Parts) > 0 {
		w.key("parts")
		w.b = append(w.b, '[')
		for i := range r.Parts {
			if i > 0 {
				w.b = append(w.b, ',')
			}
			p := &r.Parts[i]
			inner := line{b: append(w.b, '{')}
			inner.text("kind", string(p.Kind))
			inner.text("mime", p.MIME)
			inner.text("uri", p.URI)
			inner.text("text", p.Text)
			inner.text("data", base64.StdEncoding.EncodeToString(p.Data))
			w.b = inner.end()
		}
		w.b = append(w.b, ']')
	}
	return w.end()
}

// line is an object that is being written.
type line struct{ b []byte }

// begin begins a line with the member that says what it is.
func begin(kind string) line { return line{append(codec.AppendString([]byte{'{'}, kind), ':')} }

func (w *line) key(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(codec.AppendString(w.b, name), ':')
}

// text writes a member, unless it is empty.
func (w *line) text(name, value string) {
	if value != "" {
		w.key(name)
		w.b = codec.AppendString(w.b, value)
	}
}

func (w *line) texts(name string, values []string) {
	if len(values) == 0 {
		return
	}
	w.key(name)
	w.b = append(w.b, '[')
	for i, value := range values {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.b = codec.AppendString(w.b, value)
	}
	w.b = append(w.b, ']')
}

// number writes a member, unless it is zero.
func (w *line) number(name string, value int64) {
	if value != 0 {
		w.key(name)
		w.b = codec.AppendInt(w.b, value)
	}
}

func (w *line) flag(name string, value bool) {
	if value {
		w.key(name)
		w.b = codec.AppendBool(w.b, true)
	}
}

func (w *line) failure(err *runtime.Error) {
	if err == nil {
		return
	}
	w.key("error")
	inner := line{append(w.b, '{')}
	inner.text("class", string(err.Class))
	inner.text("message", err.Message)
	w.b = inner.end()
}

func (w *line) end() []byte { return append(w.b, '}') }
