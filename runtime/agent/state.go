package agent

import (
	"slices"
	"time"

	"github.com/toolgen/toolgen/runtime/provider"
)

// State is all that a run has to know to go on: the conversation, the calls that wait, what was used of the limits, and the states
// of sub-agents. It has no way to change it, and is safe for concurrent use.
//
// Secrets (runtime.Spec.Secrets) are not in it: the arguments of calls have runtime.Redacted in their place, and where their values
// stand in results, or in what was said, they are replaced as runtime.RedactResult does. A call with secrets that waits can therefore be run
// by the process that has the state in memory, and after Decode only be made again by the model.
//
// What Encode writes is not protected. A host that keeps it where others write signs it: who changes a state says what was
// called and what was answered.
type State struct {
	agent    string
	who      string // Principal.ID of the caller
	skills   []string
	messages []Message
	pending  []pending // of the calls of the last message; nil where none waits
	failures []failure

	turn     int // turns of the model, ever
	steps    int // since the last Input.Text, as all that follows
	children int
	used     used
	spent    time.Duration

	reason Reason // how it ended; "" while it runs
	why    string // what Outcome.Err said
}

// failure is a call that has failed, and how often.
type failure struct {
	call  string // see callKey
	times int
}

// Agent is the name of the agent whose state it is.
func (s *State) Agent() string { return s.agent }

// Reason says how the run ended; "" for a state that Checkpoint got, of a run that goes on.
func (s *State) Reason() Reason { return s.reason }

// Messages returns the conversation, without the system message. The slice is the caller's; what the messages hold is not modified.
func (s *State) Messages() []Message { return slices.Clone(s.messages) }

// Requests returns what people are asked, in the order of the calls.
func (s *State) Requests() []Request { return s.requests(nil, "") }

// text is what the model said last.
func (s *State) text() string {
	for i := len(s.messages) - 1; i >= 0; i-- {
		switch m := &s.messages[i]; m.Role {
		case Assistant:
			return m.Text
		case User:
			return ""
		}
	}
	return ""
}

// lastCalls are the calls of the last message, which pending is about. There must be a message.
func (s *State) lastCalls() []provider.Call { return s.messages[len(s.messages)-1].Calls }

// said reports whether the model has had the last word.
func (s *State) said() bool {
	n := len(s.messages)
	return n > 0 && s.messages[n-1].Role == Assistant && len(s.messages[n-1].Calls) == 0
}

// copied returns a state that shares nothing with s that changes.
func (s *State) copied() State {
	c := *s
	c.messages, c.pending, c.failures = slices.Clone(s.messages), slices.Clone(s.pending), slices.Clone(s.failures)
	for i := range c.pending {
		c.pending[i].below = slices.Clone(c.pending[i].below)
	}
	return c
}

// count notes that a call has failed once more, and returns how often that is. A success forgets it.
func (s *State) count(call string, failed bool) int {
	i := slices.IndexFunc(s.failures, func(f failure) bool { return f.call == call })
	switch {
	case !failed && i >= 0:
		s.failures = slices.Delete(s.failures, i, i+1)
		return 0
	case !failed:
		return 0
	case i < 0:
		s.failures = append(s.failures, failure{call: call})
		i = len(s.failures) - 1
	}
	s.failures[i].times++
	return s.failures[i].times
}
