package agents_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/examples/toolbox/agents"
	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/policy"
	"github.com/toolgen/toolgen/runtime/provider"
)

var errKilled = errors.New("the process has died")

// host keeps states as bytes, and dies at one of them: before it has kept it, or late, behind that. Then nothing happens any more until
// it lives again.
type host struct {
	at    int // 0: never
	late  bool
	seen  int
	kept  []byte
	alive bool
}

func (h *host) checkpoint(_ context.Context, s *agent.State) error {
	if !h.alive {
		return errKilled
	}
	h.seen++
	dies := h.seen == h.at
	h.alive = !dies
	if !dies || h.late {
		h.kept = s.Encode()
	}
	if dies {
		return errKilled
	}
	return nil
}

// ears hear what models are told.
type ears struct {
	mu sync.Mutex
	of map[string]string // by agent: the tools of which it is told that nobody knows
}

func (e *ears) by(name string, m agent.Model) agent.Model {
	return agent.ModelFunc(func(ctx context.Context, conversation []agent.Message, tools []provider.Definition) (agent.Turn, error) {
		var unknown []string
		for i, m := range conversation {
			for k, r := range m.Results {
				if strings.Contains(said(r), "it is not known whether this call was carried out") {
					unknown = append(unknown, conversation[i-1].Calls[k].Name)
				}
			}
		}
		e.mu.Lock()
		e.of[name] = strings.Join(unknown, " ")
		e.mu.Unlock()
		return m.Next(ctx, conversation, tools)
	})
}

// unknown are the tools of which models were told that nobody knows whether they were carried out, with a space between.
func (e *ears) unknown() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return strings.Join(slices.DeleteFunc(slices.Sorted(maps.Values(e.of)), func(s string) bool { return s == "" }), " ")
}

// An agent that delegates, has agents work side by side, and waits for people's consent at three levels is killed and resumed at every
// step. No call is made twice, and none is lost without the model being told that it is not known.
func TestKilledAtEveryStep(t *testing.T) {
	n := func(i int) Object { return Object{"n": i} }
	models := map[string]script{
		"boss": {
			calls(call("write", n(1)), delegate("solo", "do it"), call("write", n(2))),
			calls(parallel("left go", "right go", "lead go", "nobody go"), call("ask", n(3))),
			says("all is done"),
		},
		"solo":  {calls(call("write", n(10)), call("ask", n(11))), calls(call("write", n(12))), says("solo is done")},
		"left":  {calls(call("write", n(20))), calls(call("ask", n(21))), says("left is done")},
		"right": {calls(call("read", n(30))), calls(call("write", n(31))), says("right is done")},
		"lead":  {calls(delegate("deep", "go")), says("lead is done")},
		"deep":  {calls(call("ask", n(40))), calls(call("write", n(41))), says("deep is done")},
	}
	wanted := []string{`write {"n":1}`, `write {"n":2}`, `ask {"n":3}`, `write {"n":10}`, `ask {"n":11}`, `write {"n":12}`, `write {"n":20}`, `ask {"n":21}`, `write {"n":31}`, `ask {"n":40}`, `write {"n":41}`}
	var j *journal
	heard := ears{of: map[string]string{}}
	world := func(t *testing.T, h *host) *agent.Agent { // as a process builds it when it starts
		set := runtime.Set{
			j.tool(runtime.Spec{Name: "write", Access: runtime.Trusted}), j.tool(runtime.Spec{Name: "ask", Access: runtime.Trusted}),
			j.tool(runtime.Spec{Name: "read", Access: runtime.Trusted, ReadOnly: true}),
		}
		rules, err := policy.New(policy.Config{Layers: []policy.Layer{{Name: "care", Ask: []string{"ask"}}}}, set)
		Try(t, err)
		reg := registry(t, set, runtime.Authorize(rules))
		var members []agent.Config
		for _, name := range []string{"solo", "left", "right", "lead", "deep"} {
			members = append(members, agent.Config{Name: name, Model: heard.by(name, models[name])})
		}
		crew(t, reg, agents.Options{}, members...)
		return build(t, agent.Config{Registry: reg, Model: heard.by("boss", models["boss"]), Checkpoint: h.checkpoint})
	}
	ctx := runtime.WithPrincipal(t.Context(), runtime.Principal{ID: "ann", Role: runtime.Trusted})
	steps, pauses := 0, 0
	for at := 0; at <= steps; at++ {
		for _, late := range []bool{false, true} {
			name := fmt.Sprintf("killed at %d, late %v", at, late)
			h := &host{at: at, late: late, alive: true}
			j, heard.of = new(journal), map[string]string{}
			o := world(t, h).Run(ctx, "go")
			for o.Reason == agent.Paused || errors.Is(o.Err, errKilled) {
				if h.alive {
					pauses++
				}
				h.alive = true
				if h.kept == nil { // nothing was kept, so nothing has happened
					if len(j.done) > 0 {
						t.Fatal(name, j.done)
					}
					o = world(t, h).Run(ctx, "go")
					continue
				}
				state, err := agent.Decode(h.kept)
				Try(t, err)
				var in agent.Input
				for i, q := range state.Requests() {
					if i == 0 || at%2 == 1 { // one after the other, or all at once
						in.Decisions = append(in.Decisions, agent.Decision{Request: q.ID, Approved: true, By: "eve"})
					}
				}
				o = world(t, h).Resume(ctx, state, in)
			}
			if o.Reason != agent.Done || o.Text != "all is done" {
				t.Fatal(name, o.Reason, o.Err, o.Text)
			}
			lost := 0
			for _, what := range wanted {
				switch n := j.count(what); {
				case n > 1:
					t.Errorf("%s: %s was done %d times", name, what, n)
				case n == 0:
					lost++
				}
			}
			told := results(o.State)
			if len(told) != 5 {
				t.Errorf("%s: %d results", name, len(told))
			}
			if at == 0 {
				if lost > 0 || heard.unknown() != "" {
					t.Errorf("%s: lost %d, unknown %q: %v", name, lost, heard.unknown(), j.done)
				}
				equal(t, said(told[1]), "solo is done")
				equal(t, lines(replies(t, told[3])), []string{"left: left is done", "right: right is done", "lead: lead is done",
					`nobody! invalid_arguments: agent: there is no agent "nobody"; the agents are solo, left, right, lead, deep`})
				steps = h.seen
				break
			}
			// A call that ran when the process died may be unknown to its own model. One that hands work on is so only where it had begun
			// nothing at all: then none of that work is done.
			switch unknown := heard.unknown(); {
			case unknown == "" && lost > 0:
				t.Errorf("%s: %d calls were lost without a word: %v", name, lost, j.done)
			case (unknown == "write" || unknown == "ask") && lost > 1:
				t.Errorf("%s: %d calls were lost, and one is unknown: %v", name, lost, j.done)
			case strings.Contains(unknown, " "):
				t.Errorf("%s: unknown are %s", name, unknown)
			}
		}
	}
	if steps < 40 || pauses < 3*steps {
		t.Error(steps, "steps,", pauses, "pauses")
	}
	t.Log(steps, "steps, each killed in two ways,", pauses, "pauses")
}
