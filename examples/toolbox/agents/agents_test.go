package agents_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/agents"
	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
	"github.com/toolgen/toolgen/runtime/tooltest"
)

func TestNewRefuses(t *testing.T) {
	reg := runtime.NewRegistry()
	good := agent.Config{Name: "echo", Model: answers(echo)}
	for name, row := range map[string]struct {
		reg     *runtime.Registry
		o       agents.Options
		members []agent.Config
		want    string
	}{
		"no registry":       {nil, agents.Options{}, []agent.Config{good}, "the registry is nil"},
		"no agent":          {reg, agents.Options{}, nil, "there is no agent"},
		"too many tasks":    {reg, agents.Options{Tasks: 17}, []agent.Config{good}, "Tasks is not between 1 and 16"},
		"negative tasks":    {reg, agents.Options{Tasks: -1}, []agent.Config{good}, "Tasks is not between"},
		"no room":           {reg, agents.Options{Reply: 1023}, []agent.Config{good}, "Reply is less than 1024"},
		"two of a name":     {reg, agents.Options{}, []agent.Config{good, good}, "two agents of the team are called echo"},
		"no model":          {reg, agents.Options{}, []agent.Config{{Name: "x"}, {Name: "y"}}, `"y" cannot be built`},
		"a tool is missing": {reg, agents.Options{}, []agent.Config{{Name: "x", Model: answers(echo), Tools: []string{"file_read"}}}, "file_read"},
		"a name is taken":   {registry(t, runtime.Set{new(journal).tool(runtime.Spec{Name: "parallel_agents"})}), agents.Options{}, []agent.Config{good}, "parallel_agents"},
	} {
		before := 0
		if row.reg != nil {
			before = len(row.reg.Specs(t.Context()))
		}
		c, err := agents.New(row.reg, row.o, row.members...)
		if c != nil || err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", name, err)
		}
		if row.reg != nil && len(row.reg.Specs(t.Context())) != before {
			t.Errorf("%s: the registry has changed", name)
		}
	}
}

// The descriptions say which agents there are; an agent whose Tools name the tools of this package is one of them.
func TestDescription(t *testing.T) {
	reg := runtime.NewRegistry()
	c := crew(t, reg, agents.Options{},
		agent.Config{Name: "scout", Does: "Looks things up.", Model: answers(echo)},
		agent.Config{Name: "lead", Model: answers(echo), Tools: []string{agents.ToolDelegateToAgent}})
	if len(c.Tools()) != 2 {
		t.Fatal(c.Tools())
	}
	for _, tool := range c.Tools() {
		spec, visible := reg.Visible(t.Context(), tool.Spec().Name)
		if !visible || !strings.HasSuffix(spec.Description, "\nAgents:\n- scout: Looks things up.\n- lead\n") || spec.Description != tool.Spec().Description {
			t.Errorf("%v %q", visible, tool.Spec().Description)
		}
	}
}

func TestContract(t *testing.T) {
	c := crew(t, runtime.NewRegistry(), agents.Options{}, agent.Config{Name: "scout", Model: answers(echo)})
	for _, tool := range c.Tools() {
		t.Run(tool.Spec().Name, func(t *testing.T) { tooltest.Contract(t, tool) })
	}
}

// Replies stand in the order of the tasks whoever is done first, a failure holds up nobody, and no more run at once than may.
func TestParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := runtime.NewRegistry()
		crew(t, reg, agents.Options{Tasks: 8},
			agent.Config{Name: "slow", Model: answers(func(_ context.Context, task string) (agent.Turn, error) {
				d, err := time.ParseDuration(task)
				time.Sleep(d)
				return says("slept " + task), err
			})},
			agent.Config{Name: "panics", Model: answers(func(context.Context, string) (agent.Turn, error) { panic("the secret of the host") })},
			agent.Config{Name: "fails", Model: answers(func(context.Context, string) (agent.Turn, error) { return agent.Turn{}, errors.New("no network") })},
			agent.Config{Name: "cut", Model: answers(func(context.Context, string) (agent.Turn, error) {
				return agent.Turn{Text: "half a", Cut: true}, nil
			})})
		began := time.Now()
		o := build(t, agent.Config{Registry: reg, Limits: agent.Limits{Concurrent: 2, Children: 7},
			Model: script{calls(parallel("slow 3s", "panics now", "slow 1s", "fails now", "cut now", "nobody now", "slow 2s")), says("x")}}).Run(t.Context(), "go")
		if o.Reason != agent.Done {
			t.Fatal(o.Reason, o.Err)
		}
		got := replies(t, results(o.State)[0])
		equal(t, lines(got), []string{
			"slow: slept 3s",
			"panics! failed: agent panics did not finish: failed",
			"slow: slept 1s",
			"fails! failed: agent fails did not finish: failed",
			"cut! resource_exhausted: agent cut did not finish: cut (half a)",
			`nobody! invalid_arguments: agent: there is no agent "nobody"; the agents are slow, panics, fails, cut`,
			"slow: slept 2s",
		})
		equal(t, got.Failed, 4)
		equal(t, time.Since(began), 3*time.Second) // two at a time
		if strings.Contains(string(o.State.Encode()), "secret of the host") {
			t.Error("what was panicked with is in the state")
		}
	})
}

// A parent that is canceled ends all; what has ended keeps its answer, and the others go on from where they were when it is resumed.
func TestCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		reg := registry(t, runtime.Set{j.tool(runtime.Spec{Name: "write"})})
		patience := time.Hour
		var running atomic.Int32
		patient := agent.ModelFunc(func(ctx context.Context, conversation []agent.Message, tools []provider.Definition) (agent.Turn, error) {
			turn, err := script{calls(call("write", Object{"n": conversation[0].Text})), says("wrote " + conversation[0].Text)}.Next(ctx, conversation, tools)
			if conversation[0].Text == "quick" {
				return turn, err
			}
			if turn.Calls == nil {
				running.Add(1)
				defer running.Add(-1)
				select {
				case <-ctx.Done():
					return agent.Turn{}, ctx.Err()
				case <-time.After(patience):
				}
			}
			return turn, err
		})
		crew(t, reg, agents.Options{}, agent.Config{Name: "worker", Model: patient})
		boss := build(t, agent.Config{Registry: reg, Limits: agent.Limits{Concurrent: 3}, Model: script{calls(parallel("worker a", "worker quick", "worker b", "worker c")), says("x")}})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Minute, cancel)
		began := time.Now()
		o := boss.Run(ctx, "go")
		equal(t, o.Reason, agent.Canceled)
		equal(t, time.Since(began), time.Minute)
		equal(t, running.Load(), 0)
		patience = time.Second
		o = boss.Resume(t.Context(), reread(t, o.State), agent.Input{})
		if o.Reason != agent.Done {
			t.Fatal(o.Reason, o.Err)
		}
		equal(t, lines(replies(t, results(o.State)[0])), []string{"worker: wrote a", "worker: wrote quick", "worker: wrote b", "worker: wrote c"})
		for _, n := range []string{"a", "b", "c", "quick"} {
			equal(t, j.count(`write {"n":"`+n+`"}`), 1)
		}
	})
}

// More tasks than the host lets a call have are refused before one begins; more agents than the limits let a run have are refused one by one.
func TestBreadth(t *testing.T) {
	var began atomic.Int32
	member := agent.Config{Name: "echo", Model: answers(func(ctx context.Context, task string) (agent.Turn, error) {
		began.Add(1)
		return echo(ctx, task)
	})}
	reg := runtime.NewRegistry()
	crew(t, reg, agents.Options{Tasks: 2}, member)
	o := build(t, agent.Config{Registry: reg, Model: script{calls(parallel("echo a", "echo b", "echo c")), says("x")}}).Run(t.Context(), "go")
	equal(t, said(results(o.State)[0]), "invalid_arguments: tasks: expected at most 2, got 3; call again with the others")
	equal(t, began.Load(), 0)
	o = build(t, agent.Config{Registry: reg, Limits: agent.Limits{Children: 3}, Model: script{calls(parallel("echo a", "echo b"), parallel("echo c", "echo d")), says("x")}}).Run(t.Context(), "go")
	const refused = "echo! resource_exhausted: the limit of 3 sub-agents is reached; do this part of the work yourself"
	if got := lines(replies(t, results(o.State)[1])); !slices.Equal(got, []string{"echo: did c", refused}) && !slices.Equal(got, []string{refused, "echo: did d"}) {
		t.Error(got) // which of two that begin at once is the third is nobody's promise
	}
	o = build(t, agent.Config{Registry: reg, Model: script{calls(parallel(strings.Split(strings.Repeat("echo a,", 17), ",")[:17]...)), says("x")}}).Run(t.Context(), "go")
	if r := results(o.State)[0]; r.Err == nil || r.Err.Class != runtime.ClassInvalidArguments || !strings.Contains(r.Err.Message, "tasks") {
		t.Error(said(r))
	}
}

// Recursion ends by itself, and a cycle is named.
func TestRecursion(t *testing.T) {
	for name, row := range map[string]struct {
		limits agent.Limits
		next   map[string]string // whom each hands its work to
		want   string
		began  int
	}{
		"itself":          {agent.Limits{}, map[string]string{"boss": "a", "a": "a"}, "agents hand work on no deeper than this; a is at work above already: boss > a > a > a", 2},
		"two in a circle": {agent.Limits{Depth: 4}, map[string]string{"boss": "a", "a": "b", "b": "a"}, "agents hand work on no deeper than this; a is at work above already: boss > a > b > a > b > a", 4},
		"three in a line": {agent.Limits{}, map[string]string{"boss": "a", "a": "b", "b": "c"}, "agents hand work on no deeper than this; do", 2},
		"not at all":      {agent.Limits{Depth: -1}, map[string]string{"boss": "a"}, "agents hand work on no deeper than this; do", 0},
		"many in depth":   {agent.Limits{Depth: 100, Spawns: 6}, map[string]string{"boss": "a", "a": "a"}, "the limit of sub-agents of the whole task is reached; a is at work above already: boss > a > a > a", 6},
	} {
		t.Run(name, func(t *testing.T) {
			reg := runtime.NewRegistry()
			began := -1
			member := func(name string) agent.Config {
				return agent.Config{Name: name, Registry: reg, Limits: row.limits, Model: answers(func(context.Context, string) (agent.Turn, error) {
					began++
					return calls(delegate(row.next[name], "go on")), nil
				})}
			}
			crew(t, reg, agents.Options{}, member("a"), member("b"), member("c"))
			o := build(t, member("boss")).Run(t.Context(), "go")
			if o.Reason != agent.Done || !strings.Contains(o.Text, row.want) {
				t.Errorf("%s %q", o.Reason, o.Text)
			}
			equal(t, began, row.began)
		})
	}
}

// What comes back is bounded, whatever the agents say: the short answers are whole, the long ones share what is left.
func TestBounded(t *testing.T) {
	const room = 2000
	reg := runtime.NewRegistry()
	crew(t, reg, agents.Options{Reply: room}, agent.Config{Name: "talks", Model: answers(func(_ context.Context, task string) (agent.Turn, error) {
		word, n, _ := strings.Cut(task, "*")
		times := map[string]int{"1": 1, "80": 80, "100": 100, "100000": 100_000}[n]
		turn := says(strings.Repeat(word, times))
		turn.Cut = word == "cut "
		return turn, nil
	})})
	run := func(c ...provider.Call) []runtime.Result {
		o := build(t, agent.Config{Registry: reg, Model: script{calls(c...), says("x")}}).Run(t.Context(), "go")
		if o.Reason != agent.Done {
			t.Fatal(o.Reason, o.Err)
		}
		return results(o.State)
	}
	for _, r := range run(delegate("talks", "words *100000"), delegate("talks", "\x01*100000"), delegate("talks", "ä\"\n*100000"), delegate("talks", "cut *100000")) {
		if len(r.Output()) > room+200 || !strings.Contains(r.Output(), "[cut: ") {
			t.Errorf("%d bytes: %.100q", len(r.Output()), r.Output())
		}
	}
	equal(t, run(delegate("talks", "word *100"))[0].Output(), strings.Repeat("word ", 100))
	r := run(parallel("talks short*1", "talks words *100000", "talks \"\x01*100000", "talks word *80", "talks cut *100000"))[0]
	if len(r.JSON) > room+500 {
		t.Errorf("%d bytes", len(r.JSON))
	}
	got := replies(t, r)
	equal(t, got.Replies[0].Text, "short")
	for _, i := range []int{1, 2, 4} {
		if text := got.Replies[i].Text; !strings.Contains(text, "\n[cut: ") || len(text) < 60 {
			t.Errorf("%d: %q", i, text)
		}
	}
	equal(t, got.Replies[3].Text, strings.Repeat("word ", 80))
	if err := got.Replies[4].Error; err == nil || err.Class != "resource_exhausted" {
		t.Error(err)
	}
}
