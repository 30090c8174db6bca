package agent

import (
	"bytes"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// secrets is how a run keeps secrets out of its states. The model wrote them, so the conversation that it reads in this process has
// them; a state is written without.
type secrets struct {
	of    []secretCall // calls with secrets, of the whole conversation
	clean []Message    // the messages that have been cleaned, from the first on
}

// secretCall is a call of a tool that has secrets.
type secretCall struct {
	spec *runtime.Spec
	args []byte
}

// learn remembers a call's secrets. Everything that was said before is cleaned again: a user may have said the secret first.
func (s *secrets) learn(spec *runtime.Spec, args []byte) {
	if spec == nil || len(spec.Secrets) == 0 {
		return
	}
	s.of = append(s.of, secretCall{spec, bytes.Clone(args)})
	s.clean = nil
}

// result hides them in a result.
func (s *secrets) result(r runtime.Result) runtime.Result {
	for _, c := range s.of {
		r = runtime.RedactResult(c.spec, c.args, r)
	}
	r.Notes = nil // the one that says so
	return r
}

// text hides them in a text.
func (s *secrets) text(text string) string { return s.result(runtime.Result{Text: text}).Text }

// messages returns the conversation without secrets. It does not change what it is given.
func (s *secrets) messages(conversation []Message, specs func(name string) *runtime.Spec) []Message {
	if len(s.of) == 0 {
		return slices.Clone(conversation)
	}
	s.clean = s.clean[:min(len(s.clean), len(conversation))]
	for _, m := range conversation[len(s.clean):] {
		s.clean = append(s.clean, s.message(m, specs))
	}
	return slices.Clone(s.clean)
}

func (s *secrets) message(m Message, specs func(name string) *runtime.Spec) Message {
	m.Text = s.text(m.Text)
	m.Calls, m.Results = slices.Clone(m.Calls), slices.Clone(m.Results)
	found := false
	for i := range m.Calls {
		c := &m.Calls[i]
		args := c.Args
		if spec := specs(c.Name); spec != nil {
			args = runtime.RedactArgs(spec, args)
		}
		args = s.result(runtime.Result{JSON: args}).JSON
		found = found || !bytes.Equal(args, c.Args)
		c.Args = args
	}
	for i := range m.Results {
		m.Results[i] = s.result(m.Results[i])
	}
	if found || s.text(string(m.Raw)) != string(m.Raw) {
		m.Raw, m.Format = nil, ""
	}
	return m
}
