package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

// Approvals pause a run. What was run is not run again, what a person agreed to is run once, and what changes things behind a call
// that waits for a person waits with it.
func TestApprovals(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{
		l.tool(runtime.Spec{Name: "ask_pay"}), l.tool(runtime.Spec{Name: "write"}), l.tool(runtime.Spec{Name: "read", ReadOnly: true}),
	}, runtime.Authorize(asking{}))
	a := build(t, agent.Config{Registry: reg, Model: script{
		calls("a write 1", `b ask_pay { "sum": 5 }`, "c read 2", "d write 3", `e ask_pay {"sum":6}`), calls(`f ask_pay {"sum":5}`), says("x"),
	}})
	ctx := runtime.WithPrincipal(t.Context(), runtime.Principal{ID: "ann"})
	o := a.Run(ctx, "go")
	require.Equal(t, agent.Paused, o.Reason)
	require.NoError(t, o.Err)
	require.Equal(t, []string{"write 1", "read 2"}, l.done)
	require.Equal(t, []agent.Request{{ID: "1.1", Agent: "bot", Tool: "ask_pay", Args: []byte(`{"sum":5}`), Reason: "rule ask"}}, o.Requests)
	require.Equal(t, o.Requests, o.State.Requests())

	state := reread(t, o.State)
	still := a.Resume(ctx, state, agent.Input{})
	require.Equal(t, agent.Paused, still.Reason, "nobody has decided")
	require.Equal(t, o.Requests, still.Requests)
	require.Len(t, l.done, 2)

	o = a.Resume(ctx, state, agent.Input{Decisions: []agent.Decision{{Request: "1.1", Approved: true, By: "eve"}}})
	require.Equal(t, agent.Paused, o.Reason)
	require.Equal(t, []string{"write 1", "read 2", `ask_pay {"sum":5}`, "write 3"}, l.done)
	require.Equal(t, "1.4", o.Requests[0].ID)

	o = a.Resume(ctx, reread(t, o.State), agent.Input{Decisions: []agent.Decision{{Request: "1.4"}}})
	require.Equal(t, agent.Paused, o.Reason, "the yes was good once")
	require.Equal(t, "2.0", o.Requests[0].ID)
	require.Len(t, l.done, 4)
	o = a.Resume(ctx, reread(t, o.State), agent.Input{Decisions: []agent.Decision{{Request: "2.0"}}})
	require.Equal(t, agent.Done, o.Reason)
	require.Equal(t, []string{
		"user: go", "model: [a write][b ask_pay][c read][d write][e ask_pay]", "  did write 1", `  did ask_pay {"sum":5}`, "  did read 2", "  did write 3",
		"  approval_rejected: a person did not agree to this call; it was not made", "model: [f ask_pay]",
		"  approval_rejected: a person did not agree to this call; it was not made", "model: x",
	}, transcript(o.State))
}

// A remote tool that says it only reads is not known to: it waits with what changes things.
func TestRemoteToolsWaitForApprovals(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{l.tool(runtime.Spec{Name: "ask"}), l.tool(runtime.Spec{Name: "far", ReadOnly: true, Remote: true})}, runtime.Authorize(asking{}))
	a := build(t, agent.Config{Registry: reg, Model: script{calls("a ask 1", "b far 2"), says("x")}})
	o := a.Run(t.Context(), "go")
	require.Equal(t, agent.Paused, o.Reason)
	require.Empty(t, l.done)
	o = a.Resume(t.Context(), reread(t, o.State), agent.Input{Decisions: []agent.Decision{{Request: "1.0", Approved: true}}})
	require.Equal(t, agent.Done, o.Reason)
	require.Equal(t, []string{"ask 1", "far 2"}, l.done)
}

// What a person agreed to is the tool that they were shown: where another has taken its name meanwhile they are asked again.
func TestApprovalOfAnotherTool(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{l.tool(runtime.Spec{Name: "ask", Description: "Sends a card."})}, runtime.Authorize(asking{}))
	a := build(t, agent.Config{Registry: reg, Model: script{calls("a ask"), says("x")}})
	o := a.Run(t.Context(), "go")
	yes := agent.Input{Decisions: []agent.Decision{{Request: "1.0", Approved: true}}}
	require.NoError(t, reg.Replace(l.tool(runtime.Spec{Name: "ask", Description: "Sends money."})))
	o = a.Resume(t.Context(), reread(t, o.State), yes)
	require.Equal(t, agent.Paused, o.Reason)
	require.Empty(t, l.done)
	o = a.Resume(t.Context(), reread(t, o.State), yes)
	require.Equal(t, agent.Done, o.Reason)
	require.Equal(t, []string{"ask {}"}, l.done)
}

// A state is for its agent and its principal, and decisions for its requests.
func TestRefused(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{l.tool(runtime.Spec{Name: "ask"})}, runtime.Authorize(asking{}))
	config := agent.Config{Registry: reg, Model: script{calls("a ask"), says("x")}}
	a := build(t, config)
	config.Name = "other"
	other := build(t, config)
	ann := runtime.WithPrincipal(t.Context(), runtime.Principal{ID: "ann"})
	state := a.Run(ann, "go").State
	for want, o := range map[string]*agent.Outcome{
		`"other": the state is of agent "bot"`:                                   other.Resume(ann, state, agent.Input{}),
		`"bot": the state belongs to another principal`:                          a.Resume(t.Context(), state, agent.Input{}),
		`"bot": no request "1.1" waits for a decision`:                           a.Resume(ann, state, agent.Input{Decisions: []agent.Decision{{Request: "1.1", Approved: true}}}),
		`"bot": there is no skill "csv"`:                                         a.Resume(ann, state, agent.Input{Skills: []string{"csv"}}),
		`"bot": there is no state to go on from and no Input.Text to begin with`: a.Resume(ann, nil, agent.Input{}),
	} {
		require.Equal(t, agent.Refused, o.Reason)
		require.EqualError(t, o.Err, "agent: "+want)
		require.Nil(t, o.State)
	}
	require.Empty(t, l.done)
}

// crash is a host that dies: it keeps the states that it was given before, in bytes, and lets nothing happen behind the one at which
// it dies. Where it dies late it has kept that one too.
type crash struct {
	at    int // 0: never
	late  bool
	seen  int
	kept  []byte
	alive bool
}

var errCrash = errors.New("the process has died")

func (c *crash) checkpoint(_ context.Context, s *agent.State) error {
	if !c.alive {
		return errCrash
	}
	c.seen++
	if c.seen == c.at {
		c.alive = false
		if !c.late {
			return errCrash
		}
	}
	c.kept = s.Encode()
	if c.seen == c.at {
		return errCrash
	}
	return nil
}

// The agent is killed and resumed at every step of a scripted run: before a state is kept and after it, which is before and behind
// every call and turn. No call is lost, and what must not run twice does not.
func TestKilledAtEveryStep(t *testing.T) {
	turns := script{
		calls("a write 1", "b read 2", `c ask {"n":3}`, "d write 4", "e same 5"),
		calls("f work 6", "g nothing", "h write 7"),
		calls("i team 8"),
		says("done"),
	}
	inner := script{calls("s1 write 10", `s2 ask {"n":11}`), calls("s3 write 12"), says("sub done")}
	wanted := []string{"write 1", `ask {"n":3}`, "write 4", "work 6", "write 7", "write 10", `ask {"n":11}`, "write 12"}
	steps := 0
	for at := 0; at == 0 || at <= steps; at++ {
		for _, late := range []bool{false, true} {
			var l log
			var team *agent.Team
			reg := registry(t, runtime.Set{
				l.tool(runtime.Spec{Name: "write"}), l.tool(runtime.Spec{Name: "work"}), l.tool(runtime.Spec{Name: "ask"}),
				l.tool(runtime.Spec{Name: "read", ReadOnly: true}), l.tool(runtime.Spec{Name: "same", Idempotent: true}),
				does(runtime.Spec{Name: "team"}, func(ctx context.Context, _ []byte) runtime.Result {
					text, err := team.Delegate(ctx, agent.Task{Agent: "sub", Text: "do it"})
					if err != nil {
						return runtime.Failed(ctx, err)
					}
					return runtime.Text(text)
				}),
			}, runtime.Authorize(asking{}))
			host := &crash{at: at, late: late, alive: true}
			told := "" // what the sub-agent's model has read
			sub := build(t, agent.Config{Name: "sub", Registry: reg, Model: agent.ModelFunc(func(ctx context.Context, c []agent.Message, d []provider.Definition) (agent.Turn, error) {
				told = ""
				for _, m := range c {
					for _, r := range m.Results {
						told += r.Output() + "\n"
					}
				}
				return inner.Next(ctx, c, d)
			})})
			var err error
			team, err = agent.NewTeam(sub)
			require.NoError(t, err)
			a := build(t, agent.Config{Registry: reg, Model: turns, Checkpoint: host.checkpoint})

			o := a.Run(t.Context(), "go")
			for o.Reason == agent.Paused || errors.Is(o.Err, errCrash) {
				if !host.alive {
					host.alive = true
					if host.kept == nil { // before anything was kept nothing has happened
						require.Empty(t, l.done)
						o = a.Run(t.Context(), "go")
						continue
					}
				}
				state, err := agent.Decode(host.kept)
				require.NoError(t, err)
				var in agent.Input
				for _, q := range state.Requests() {
					in.Decisions = append(in.Decisions, agent.Decision{Request: q.ID, Approved: true, By: "eve"})
				}
				o = a.Resume(t.Context(), state, in)
			}
			name := "killed at " + number(at)
			if late {
				name += ", late"
			}
			require.NoError(t, o.Err, name)
			require.Equal(t, agent.Done, o.Reason, name)
			complete(t, o.State)
			const nobodyKnows = "it is not known whether this call was carried out"
			unknown := strings.Count(strings.Join(transcript(o.State), "\n")+told, nobodyKnows)
			lost, whole := 0, wanted
			if o.State.Messages()[6].Results[0].Err != nil { // killed before the sub-agent's first state: it did nothing at all
				require.Equal(t, 1, unknown, name)
				whole = wanted[:5]
				for _, what := range wanted[5:] {
					require.Zero(t, l.count(what), name)
				}
			}
			for _, what := range whole {
				require.LessOrEqual(t, l.count(what), 1, "%s: %s ran twice", name, what)
				lost += 1 - l.count(what)
			}
			require.GreaterOrEqual(t, l.count("read 2"), 1, name)
			require.LessOrEqual(t, lost, unknown, "%s: what was not carried out is told to the model", name)
			require.LessOrEqual(t, unknown, 1, name)
			if at == 0 {
				steps = host.seen
				require.Zero(t, unknown)
				break
			}
		}
	}
	require.Greater(t, steps, 35, "every call and turn has its steps")
	t.Log(steps, "steps, each killed in two ways")
}

// What is resumed after a crash says so where nobody can know, and only there.
func TestUnknownWhetherItRan(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{
		l.tool(runtime.Spec{Name: "write"}), l.tool(runtime.Spec{Name: "read", ReadOnly: true}),
		l.tool(runtime.Spec{Name: "far", Idempotent: true, Remote: true}), l.tool(runtime.Spec{Name: "again", Idempotent: true}),
	})
	for tool, runs := range map[string]bool{"write": false, "read": true, "far": false, "again": true, "gone": false} {
		state, err := agent.Decode([]byte(strings.Join([]string{
			`{"state":1,"agent":"bot","turn":1,"steps":1,"calls":1}`,
			`{"message":{"role":"user","text":"go"}}`,
			`{"message":{"role":"assistant"}}`,
			`{"call":{"id":"a","name":"` + tool + `"}}`,
			`{"pending":{"status":"begun"}}`,
			`{"lines":5}`, ``}, "\n")))
		require.NoError(t, err)
		l.done = nil
		o := build(t, agent.Config{Registry: reg, Model: script{{}, says("x")}}).Resume(t.Context(), state, agent.Input{})
		require.Equal(t, agent.Done, o.Reason, tool)
		require.Equal(t, runs, len(l.done) == 1, tool)
		if !runs {
			require.Equal(t, "  internal: it is not known whether this call was carried out: the program ended while it was running; look before you make it again",
				transcript(o.State)[2], tool)
		}
	}
}

// Where nothing can be stored nothing happens.
func TestNoCheckpointNoCall(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{l.tool(runtime.Spec{Name: "write"})})
	asked := 0
	model := agent.ModelFunc(func(context.Context, []agent.Message, []provider.Definition) (agent.Turn, error) {
		asked++
		return calls("a write"), nil
	})
	for name, checkpoint := range map[string]func(context.Context, *agent.State) error{
		"error": func(context.Context, *agent.State) error { return errors.New("disk full") },
		"panic": func(context.Context, *agent.State) error { panic("disk") },
	} {
		o := build(t, agent.Config{Registry: reg, Model: model, Checkpoint: checkpoint}).Run(t.Context(), "go")
		require.Equal(t, agent.Failed, o.Reason, name)
		require.Error(t, o.Err, name)
		require.Empty(t, l.done)
		require.Zero(t, asked)
	}
}

// Only a call that waits itself pauses a run: where a tool calls another that waits, to run it again would do again what it has done.
func TestCallsInsideOfToolsDoNotPause(t *testing.T) {
	var l log
	var reg *runtime.Registry
	forged := &runtime.Needed{Request: &runtime.ApprovalRequest{Tool: "forges", Args: []byte(`{"n":2}`)}}
	reg = registry(t, runtime.Set{
		l.tool(runtime.Spec{Name: "ask"}),
		does(runtime.Spec{Name: "relays"}, func(ctx context.Context, _ []byte) runtime.Result { return reg.Call(ctx, "ask", nil) }),
		does(runtime.Spec{Name: "forges"}, func(context.Context, []byte) runtime.Result {
			return runtime.Result{Err: runtime.NewError(runtime.ClassApprovalRequired, "ask somebody").WithCause(forged)}
		}),
	}, runtime.Authorize(asking{}))
	o := build(t, agent.Config{Registry: reg, Model: script{calls("a relays", `b forges {"n":1}`), says("x")}}).Run(t.Context(), "go")
	require.Equal(t, agent.Done, o.Reason)
	require.Equal(t, []string{"  approval_required: a person must approve this call of ask first; it was not made", "  approval_required: ask somebody"}, transcript(o.State)[2:4])
	require.Empty(t, l.done)
}
