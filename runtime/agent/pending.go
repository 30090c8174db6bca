package agent

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/provider"
)

// pending is what is known of one call of the model's last turn, until all of its calls are answered.
type pending struct {
	status status
	reason string         // of asking: why a person is asked; "" where a sub-agent asks
	shown  string         // of asking: the fingerprint of the tool that a person is shown
	result runtime.Result // of answered
	hidden bool           // the state has the call's arguments without their secrets
	args   []byte         // what the tool gets; nil in a state that was read, where the message has them
	below  []child        // sub-agents that the call has begun, by key

	approved string // a person said yes, and this is who; not part of a state
	yes      bool
}

// status is how far a call is.
type status string

const (
	waiting  status = "waiting"  // not run yet
	begun    status = "begun"    // it runs; in a state that was read: nobody knows what became of it
	asking   status = "asking"   // not run: a person must agree, to it or to a call of a sub-agent of it
	answered status = "answered" // it has its result
)

// child is one sub-agent that a call has begun.
type child struct {
	key   string // which of those of the call: digits
	state *State
}

// find returns the sub-agent of that key, or nil.
func (p *pending) find(key string) *State {
	for i := range p.below {
		if p.below[i].key == key {
			return p.below[i].state
		}
	}
	return nil
}

// keep notes how far the sub-agent of that key is.
func (p *pending) keep(key string, state *State) {
	for i := range p.below {
		if p.below[i].key == key {
			p.below[i].state = state
			return
		}
	}
	p.below = append(p.below[:len(p.below):len(p.below)], child{key, state})
	slices.SortFunc(p.below, func(a, b child) int { // whichever began first
		return cmp.Or(cmp.Compare(len(a.key), len(b.key)), cmp.Compare(a.key, b.key))
	})
}

// place names call i of a turn within the run.
func place(turn, i int) string { return strconv.Itoa(turn) + "." + strconv.Itoa(i) }

// requests are the calls that people are asked for, those of sub-agents under the place of the call that began them.
func (s *State) requests(list []Request, prefix string) []Request {
	if len(s.pending) == 0 {
		return list
	}
	calls := s.lastCalls()
	for i := range s.pending {
		p, at := &s.pending[i], prefix+place(s.turn, i)
		if p.status != asking {
			continue
		}
		if p.reason != "" {
			list = append(list, Request{ID: at, Agent: s.agent, Tool: calls[i].Name, Args: shownArgs(calls[i].Args), Reason: p.reason})
			continue
		}
		for _, c := range p.below {
			list = c.state.requests(list, at+"/"+c.key+"/")
		}
	}
	return list
}

// shownArgs is the arguments in canonical form, or as they came where they have none.
func shownArgs(args []byte) []byte {
	if canonical, err := codec.Canonical(args); err == nil {
		return canonical
	}
	return args
}

// pendingCalls is what is known of the calls of a turn that has just come: those that are broken, those whose ID another call of the
// turn has, and those whose arguments are no JSON object, are answered already.
func pendingCalls(calls []provider.Call) []pending {
	list := make([]pending, len(calls))
	seen := make(map[string]bool, len(calls))
	for i := range calls {
		call, p := &calls[i], &list[i]
		p.status, p.args = waiting, call.Args
		switch {
		case call.Err != nil:
			p.answer(runtime.Result{Err: call.Err})
		case call.ID != "" && seen[call.ID]:
			p.answer(runtime.Result{Err: runtime.NewError(runtime.ClassSkipped,
				"the id of this call has been used before; only the first call of that id counts")})
		}
		if err := object(call.Args); err != nil && p.status == waiting {
			p.answer(runtime.Invalid(err))
		}
		seen[call.ID] = true
	}
	return list
}

// object says why arguments are no JSON object; nil where they are one, or stand for one (J1).
func object(args []byte) error {
	c := codec.Open(args)
	for c.Object(); c.Field(); {
		c.Skip()
	}
	return c.Close()
}

// answer gives the call its result.
func (p *pending) answer(r runtime.Result) {
	*p = pending{status: answered, result: r, hidden: p.hidden, args: p.args}
}
