package agent

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/provider"
)

// maxBelow is how deep states stand in each other at most.
const maxBelow = 16

// Decode reads what [State.Encode] wrote, and nothing else: an unknown or repeated member, a value that Encode would have left out,
// a line too many or too few, and a conversation that no run has, are errors that name the line. It does not know who wrote it, see
// [State].
func Decode(text []byte) (*State, error) {
	r := stateReader{}
	if len(text) == 0 || text[len(text)-1] != '\n' {
		return nil, errors.New("agent: not a state, or the end of one is missing")
	}
	r.lines = bytes.Split(text[:len(text)-1], []byte("\n"))
	s := r.state(0)
	if r.err == nil && r.at < len(r.lines) {
		r.fail("there is something behind the end")
	}
	if r.err == nil && !bytes.Equal(s.Encode(), text) {
		r.at = 0
		r.err = errors.New("agent: not a state as Encode writes it: the spelling differs")
	}
	if r.err != nil {
		return nil, r.err
	}
	return s, nil
}

// stateReader walks over the lines of a state. After an error it reads nothing more.
type stateReader struct {
	lines [][]byte
	at    int
	err   error
}

func (r *stateReader) fail(why string) {
	if r.err == nil {
		r.err = errors.New("agent: not a state: line " + strconv.Itoa(r.at+1) + ": " + why)
	}
}

// kind is what the next line is: the name of its first member; "" behind the last.
func (r *stateReader) kind() string {
	if r.err != nil || r.at == len(r.lines) {
		return ""
	}
	name, found := bytes.CutPrefix(r.lines[r.at], []byte(`{"`))
	end := bytes.IndexByte(name, '"')
	if !found || end < 0 {
		return ""
	}
	return string(name[:end])
}

// next reads the next line, which is of that kind; read reads its members, and the value of the first in whole where head is set.
func (r *stateReader) next(kind string, read func(f *fields)) {
	if r.err != nil {
		return
	}
	if r.kind() != kind {
		r.fail("expected " + kind)
		return
	}
	c := codec.Open(r.lines[r.at])
	f := fields{c: &c, seen: map[string]bool{}}
	read(&f)
	if err := c.Close(); err != nil {
		r.fail(err.Error())
	}
	if f.wrong != "" {
		r.fail(f.wrong)
	}
	if r.err == nil {
		r.at++
	}
}

// object reads a line that has one member, an object.
func (r *stateReader) object(kind string, member func(f *fields)) {
	r.next(kind, func(f *fields) {
		f.each(func() {
			if f.name != kind {
				f.unknown()
				return
			}
			f.in(member)
		})
	})
}

func (r *stateReader) state(below int) *State {
	s := &State{}
	if below > maxBelow {
		r.fail("too many states stand in each other")
		return s
	}
	first := r.at
	r.next("state", func(f *fields) {
		f.each(func() {
			switch f.name {
			case "state":
				if version := f.c.Int(); version != stateVersion {
					f.refuse("version " + strconv.Itoa(version) + " of states is not known here")
				}
			case "agent":
				s.agent = f.text()
			case "who":
				s.who = f.text()
			case "skills":
				for f.c.Array(); f.c.Item(); {
					s.skills = append(s.skills, f.c.String())
				}
			case "turn":
				s.turn = f.count()
			case "steps":
				s.steps = f.count()
			case "calls":
				s.used.calls = f.count()
			case "input":
				s.used.usage.Input = f.number()
			case "output":
				s.used.usage.Output = f.number()
			case "children":
				s.children = f.count()
			case "spawned":
				s.used.spawned = f.count()
			case "spent":
				s.spent = time.Duration(f.number())
			case "reason":
				s.reason = Reason(f.text())
			case "why":
				s.why = f.text()
			default:
				f.unknown()
			}
		})
	})
	for r.kind() == "failure" {
		var one failure
		r.object("failure", func(f *fields) {
			switch f.name {
			case "call":
				one.call = f.text()
			case "times":
				one.times = f.count()
			default:
				f.unknown()
			}
		})
		s.failures = append(s.failures, one)
	}
	for r.kind() == "message" {
		s.messages = append(s.messages, r.message())
	}
	for r.kind() == "pending" {
		s.pending = append(s.pending, r.pending(below))
	}
	if r.err == nil {
		if why := s.problem(); why != "" {
			r.fail(why)
		}
	}
	want := r.at - first
	r.next("lines", func(f *fields) {
		f.each(func() {
			if f.name != "lines" {
				f.unknown()
			} else if n := f.count(); n != want {
				f.refuse("the state has " + strconv.Itoa(want) + " lines, and was written with " + strconv.Itoa(n))
			}
		})
	})
	return s
}

func (r *stateReader) message() Message {
	var m Message
	r.object("message", func(f *fields) {
		switch f.name {
		case "role":
			m.Role = Role(f.text())
		case "text":
			m.Text = f.text()
		case "format":
			m.Format = provider.Format(f.text())
		case "raw":
			m.Raw = []byte(f.text())
		default:
			f.unknown()
		}
	})
	for r.kind() == "call" {
		c := provider.Call{Index: len(m.Calls), Args: []byte{}}
		r.object("call", func(f *fields) {
			switch f.name {
			case "id":
				c.ID = f.text()
			case "name":
				c.Name = f.text()
			case "args":
				c.Args = []byte(f.text())
			case "error":
				c.Err = f.failure()
			default:
				f.unknown()
			}
		})
		m.Calls = append(m.Calls, c)
	}
	for r.kind() == "result" {
		var result runtime.Result
		r.next("result", func(f *fields) {
			f.each(func() {
				if f.name != "result" {
					f.unknown()
					return
				}
				result = f.result()
			})
		})
		m.Results = append(m.Results, result)
	}
	return m
}

func (r *stateReader) pending(below int) pending {
	var p pending
	r.object("pending", func(f *fields) {
		switch f.name {
		case "status":
			p.status = status(f.text())
		case "reason":
			p.reason = f.text()
		case "shown":
			p.shown = f.text()
		case "hidden":
			p.hidden = f.c.Bool()
		case "result":
			p.result = f.result()
		default:
			f.unknown()
		}
	})
	for r.kind() == "child" {
		var c child
		r.object("child", func(f *fields) {
			if f.name != "key" {
				f.unknown()
				return
			}
			c.key = f.text()
		})
		c.state = r.state(below + 1)
		if p.find(c.key) != nil {
			r.fail("a sub-agent stands twice")
		}
		p.below = append(p.below, c)
	}
	return p
}

// problem says why no run has such a state; "" where one may have it.
func (s *State) problem() string {
	calls := 0
	for i := range s.messages {
		m := &s.messages[i]
		known := m.Role == User || m.Role == Assistant || m.Role == Tool
		if !known || m.Role != Assistant && (len(m.Calls) > 0 || m.Raw != nil || m.Format != "") || m.Role != Tool && len(m.Results) > 0 || m.Role == Tool && m.Text != "" {
			return "message " + strconv.Itoa(i+1) + " has what its role has not"
		}
		if (m.Role == Tool) != (calls > 0) || len(m.Results) != calls {
			return "message " + strconv.Itoa(i+1) + ": the results are not behind their calls"
		}
		calls = len(m.Calls)
	}
	if len(s.pending) != calls {
		return strconv.Itoa(calls) + " calls of the last message have " + strconv.Itoa(len(s.pending)) + " lines of what became of them"
	}
	for i := range s.pending {
		p, call := &s.pending[i], &s.lastCalls()[i]
		switch p.status {
		case waiting, begun, answered:
			if p.reason != "" || p.status == answered && (p.shown != "" || len(p.below) > 0) {
				return "a call that is " + string(p.status) + " has what only others have"
			}
		case asking:
			if (p.reason == "") == (len(p.below) == 0) {
				return "a call that asks has either a reason or sub-agents"
			}
		default:
			return "there is no status " + quoted(string(p.status))
		}
		if p.status != answered && (call.Err != nil || object(call.Args) != nil) {
			return "a call that is broken, which is answered and never run, has no answer"
		}
	}
	if !slices.Contains([]Reason{"", Done, Paused, OutOfSteps, OutOfCalls, OutOfTokens, OutOfBytes, OutOfTime, Repeating, Cut, Failed, Canceled}, s.reason) {
		return "there is no reason " + quoted(string(s.reason))
	}
	if !validName(s.agent) {
		return "the name of the agent is none"
	}
	return ""
}
