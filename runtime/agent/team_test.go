package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// handing makes the tools that a team is called with: delegate takes NAME TASK, parallel the same with semicolons between.
func handing(team **agent.Team) runtime.Set {
	task := func(words string) agent.Task {
		name, text, _ := strings.Cut(strings.TrimSpace(words), " ")
		return agent.Task{Agent: name, Text: text}
	}
	return runtime.Set{
		does(runtime.Spec{Name: "delegate"}, func(ctx context.Context, args []byte) runtime.Result {
			text, err := (*team).Delegate(ctx, task(words(args)))
			return runtime.Partial(ctx, runtime.Text(text), err)
		}),
		does(runtime.Spec{Name: "parallel"}, func(ctx context.Context, args []byte) runtime.Result {
			var tasks []agent.Task
			for words := range strings.SplitSeq(words(args), ";") {
				tasks = append(tasks, task(words))
			}
			replies, err := (*team).Parallel(ctx, tasks...)
			if err != nil {
				return runtime.Failed(ctx, err)
			}
			var lines []string
			for _, r := range replies {
				line := r.Agent + ": " + r.Text
				if r.Err != nil {
					line = r.Agent + "! " + string(r.Err.Class) + ": " + r.Err.Message
				}
				lines = append(lines, line)
			}
			return runtime.Text(strings.Join(lines, "\n"))
		}),
	}
}

// answers is a model that answers a task by its words: an echo, or what do says.
func answers(do func(ctx context.Context, task string) (agent.Turn, error)) agent.Model {
	return agent.ModelFunc(func(ctx context.Context, c []agent.Message, _ []provider.Definition) (agent.Turn, error) {
		if m := c[len(c)-1]; m.Role == agent.Tool {
			var texts []string
			for _, r := range m.Results {
				texts = append(texts, r.Output())
			}
			return says(strings.Join(texts, "|")), nil
		}
		return do(ctx, c[len(c)-1].Text)
	})
}

func echo(_ context.Context, task string) (agent.Turn, error) { return says("did " + task), nil }

func teamOf(t *testing.T, agents ...*agent.Agent) *agent.Team {
	team, err := agent.NewTeam(agents...)
	require.NoError(t, err)
	return team
}

// Replies stand in the order of the tasks, a failure holds up nobody, and no more run at once than may.
func TestParallelAgents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var team *agent.Team
		reg := registry(t, handing(&team))
		slow := build(t, agent.Config{Name: "slow", Registry: reg, Model: answers(func(ctx context.Context, task string) (agent.Turn, error) {
			d, err := time.ParseDuration(task)
			time.Sleep(d)
			return says("slept " + task), err
		})})
		team = teamOf(t, slow, build(t, agent.Config{Name: "panics", Model: answers(func(context.Context, string) (agent.Turn, error) { panic("x") })}))
		began := time.Now()
		boss := build(t, agent.Config{Registry: reg, Limits: agent.Limits{Concurrent: 2},
			Model: script{calls("a parallel slow 3s; panics now; slow 1s; nobody x; slow ; slow 1s"), says("x")}})
		o := boss.Run(t.Context(), "go")
		require.NoError(t, o.Err)
		require.Equal(t, []string{
			"slow: slept 3s",
			"panics! failed: agent panics did not finish: failed",
			"slow: slept 1s",
			`nobody! invalid_arguments: agent: there is no agent "nobody"; the agents are slow, panics`,
			"slow! invalid_arguments: task: must say what to do, and is empty",
			"slow: slept 1s",
		}, strings.Split(o.State.Messages()[2].Results[0].Text, "\n"))
		require.Equal(t, 3*time.Second, time.Since(began), "two at a time")
	})
}

// Depth, children and spawns end with resource_exhausted, and the model goes on.
func TestSubAgentsAreLimited(t *testing.T) {
	var team *agent.Team
	reg := registry(t, handing(&team))
	for depth, limit := range map[int]int{0: -1, 1: 1, 2: 0, 3: 3} {
		seen := 0
		a := build(t, agent.Config{Name: "deep", Registry: reg, Limits: agent.Limits{Depth: limit}, Model: answers(func(_ context.Context, task string) (agent.Turn, error) {
			seen = max(seen, strings.Count(task, "!"))
			return calls("a delegate deep " + task + "!"), nil
		})})
		team = teamOf(t, a)
		o := a.Run(t.Context(), "go")
		require.NoError(t, o.Err)
		require.Equal(t, "agents hand work on no deeper than this; deep is at work above already: "+strings.Repeat("deep > ", depth+1)+"deep; do this part of the work yourself", o.Text)
		require.Equal(t, depth, seen)
	}

	// A line without a cycle is refused without naming one.
	team = teamOf(t, build(t, agent.Config{Name: "echo", Model: answers(echo)}))
	o := build(t, agent.Config{Registry: reg, Limits: agent.Limits{Depth: -1}, Model: script{calls("a delegate echo x"), says("x")}}).Run(t.Context(), "go")
	require.Equal(t, "  resource_exhausted: agents hand work on no deeper than this; do this part of the work yourself", transcript(o.State)[2])

	many := strings.TrimSuffix(strings.Repeat("echo x;", 7), ";")
	o = build(t, agent.Config{Registry: reg, Model: script{calls("a parallel "+many, "b delegate echo y"), says("x")}}).Run(t.Context(), "go")
	text := o.State.Messages()[2].Results[0].Text
	require.Equal(t, 5, strings.Count(text, "echo: did x"))
	require.Equal(t, 2, strings.Count(text, "echo! resource_exhausted: the limit of 5 sub-agents is reached; do this part of the work yourself"))
	require.Equal(t, runtime.ClassResourceExhausted, o.State.Messages()[2].Results[1].Err.Class)

	o = build(t, agent.Config{Registry: reg, Limits: agent.Limits{Spawns: 3}, Model: script{calls("a parallel " + many), says("x")}}).Run(t.Context(), "go")
	require.Equal(t, 3, strings.Count(o.State.Messages()[2].Results[0].Text, "echo: did x"))
	require.Contains(t, o.State.Messages()[2].Results[0].Text, "the limit of sub-agents of the whole task is reached")
}

// What a sub-agent uses counts for all above it: calls, tokens and time only shrink.
func TestBudgetsShrink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		var team *agent.Team
		reg := registry(t, append(handing(&team), l.tool(runtime.Spec{Name: "write"})))
		greedy := build(t, agent.Config{Name: "greedy", Registry: reg, Limits: agent.Limits{Calls: 1000, Tokens: 1e9, Steps: 1000, Time: time.Hour},
			Model: agent.ModelFunc(func(ctx context.Context, c []agent.Message, _ []provider.Definition) (agent.Turn, error) {
				if c[0].Text == "sleep" {
					<-ctx.Done()
					return agent.Turn{}, ctx.Err()
				}
				turn := calls("a write", "b write")
				turn.Usage = agent.Usage{Input: 9, Output: 1}
				return turn, nil
			})})
		team = teamOf(t, greedy)
		boss := func(limits agent.Limits, task string) *agent.Outcome {
			l.done = nil
			return build(t, agent.Config{Registry: reg, Limits: limits, Model: script{calls("a delegate greedy " + task), calls("b write", "c write"), says("x")}}).Run(t.Context(), "go")
		}
		o := boss(agent.Limits{Calls: 6}, "work")
		require.Equal(t, agent.OutOfCalls, o.Reason)
		require.Len(t, l.done, 5, "with the one that handed the work on")
		require.Contains(t, transcript(o.State)[2], "resource_exhausted: agent greedy did not finish: out_of_calls")

		o = boss(agent.Limits{Tokens: 35}, "work")
		require.Equal(t, agent.OutOfTokens, o.Reason)
		require.Equal(t, agent.Usage{Input: 36, Output: 4}, o.Usage)

		o = boss(agent.Limits{Steps: 4}, "work")
		require.Contains(t, transcript(o.State)[2], "agent greedy did not finish: out_of_steps")
		require.Len(t, l.done, 8+2)

		began := time.Now()
		o = boss(agent.Limits{Time: time.Minute}, "sleep")
		require.Equal(t, agent.OutOfTime, o.Reason)
		require.Equal(t, time.Minute, time.Since(began))
	})
}

// A sub-agent may call what its own Tools have, what whoever stands above it may call, and what the policy allows for the whole line of
// principals: no more of any.
func TestPolicyIsTheIntersection(t *testing.T) {
	var l log
	var team *agent.Team
	seen := map[string][]string{}
	var lines []string
	policy := runtime.AuthorizerFunc(func(_ context.Context, p runtime.Principal, tool *runtime.Spec) error {
		if p.ID == "ann" && p.Agent == "" && tool.Name == "notann" || p.Agent == "bot" && tool.Name == "notbot" || p.Agent == "sub" && tool.Name == "notsub" ||
			!p.Role.Covers(max(tool.Access, runtime.Public)) {
			return errors.New("no")
		}
		return nil
	})
	var tools runtime.Set
	for _, name := range []string{"free", "notann", "notbot", "notsub", "outside", "own"} {
		tools = append(tools, does(runtime.Spec{Name: name, Access: runtime.Trusted}, func(ctx context.Context, _ []byte) runtime.Result {
			p := runtime.PrincipalFrom(ctx)
			line := p.Role.String()
			for up := &p; up != nil; up = up.Parent {
				line += " " + up.ID + "/" + up.Agent
			}
			lines = append(lines, line)
			return runtime.Done()
		}))
	}
	reg := registry(t, append(append(handing(&team), tools...), l.tool(runtime.Spec{Name: "admin", Access: runtime.Admin})), runtime.Authorize(policy))
	watching := func(name string, then script) agent.Model {
		return agent.ModelFunc(func(ctx context.Context, c []agent.Message, tools []provider.Definition) (agent.Turn, error) {
			seen[name] = nil
			for _, tool := range tools {
				seen[name] = append(seen[name], tool.Name)
			}
			return then.Next(ctx, c, tools)
		})
	}
	allButOutside := []string{"free", "notann", "notbot", "notsub", "own", "admin", "delegate"}
	sub := build(t, agent.Config{Name: "sub", Registry: reg, Tools: []string{"free", "notann", "notbot", "notsub", "outside", "admin"},
		Own:   runtime.Principal{Role: runtime.System, Scopes: []string{"much"}},
		Model: watching("sub", script{calls("a free", "b notann", "c notbot", "d notsub", "e outside", "f own", "g admin", "h delegate sub x", "i nonsense"), says("x")})})
	team = teamOf(t, sub)
	boss := build(t, agent.Config{Registry: reg, Tools: allButOutside, Model: watching("bot", script{calls("a delegate sub go"), says("x")})})
	o := boss.Run(runtime.WithPrincipal(t.Context(), runtime.Principal{ID: "ann", Role: runtime.Trusted}), "go")
	require.NoError(t, o.Err)
	require.Equal(t, []string{"delegate", "free", "notsub", "own"}, seen["bot"])
	require.Equal(t, []string{"free"}, seen["sub"])
	require.Equal(t, []string{"trusted ann/sub ann/bot ann/"}, lines)
	require.Empty(t, l.done)
}

// Where people must agree to calls of sub-agents, all above pause. What has ended gives its answer again, and nothing runs twice.
func TestApprovalsOfSubAgents(t *testing.T) {
	var l log
	var team *agent.Team
	reg := registry(t, append(handing(&team), l.tool(runtime.Spec{Name: "ask"}), l.tool(runtime.Spec{Name: "write"})), runtime.Authorize(asking{}))
	one := build(t, agent.Config{Name: "one", Registry: reg, Model: script{calls("o1 write 1"), calls(`o2 ask {"n":1}`), calls("o3 write 2"), says("one is done")}})
	two := build(t, agent.Config{Name: "two", Registry: reg, Model: script{calls("t1 write 3"), says("two is done")}})
	three := build(t, agent.Config{Name: "three", Registry: reg, Model: script{calls("h1 delegate one deep"), says("three is done")}})
	team = teamOf(t, one, two, three)
	boss := build(t, agent.Config{Registry: reg, Limits: agent.Limits{Calls: 12, Children: 3, Spawns: 4}, Model: script{calls("a write 0", "b parallel one x; two x; three x"), says("x")}})
	o := boss.Run(t.Context(), "go")
	require.Equal(t, agent.Paused, o.Reason)
	var ids []string
	for _, q := range o.Requests {
		ids = append(ids, q.ID+" "+q.Agent+" "+q.Tool)
	}
	require.Equal(t, []string{"1.1/0/2.0 one ask", "1.1/2/1.0/0/2.0 one ask"}, ids)
	ran := len(l.done)
	o = boss.Resume(t.Context(), reread(t, o.State), agent.Input{Decisions: []agent.Decision{{Request: "1.1/0/2.0", Approved: true}}})
	require.Equal(t, agent.Paused, o.Reason)
	require.Len(t, o.Requests, 1)
	require.Len(t, l.done, ran+2)
	o = boss.Resume(t.Context(), reread(t, o.State), agent.Input{Decisions: []agent.Decision{{Request: "1.1/2/1.0/0/2.0"}}})
	require.NoError(t, o.Err)
	require.Equal(t, "one: one is done\ntwo: two is done\nthree: three is done", o.State.Messages()[2].Results[1].Text)
	require.ElementsMatch(t, []string{"write 0", "write 1", "write 1", "write 3", `ask {"n":1}`, "write 2", "write 2"}, l.done)
}

// A sub-agent that has come to an end, whatever end, is not begun again when its siblings go on; one that was canceled goes on.
func TestSubAgentsGoOn(t *testing.T) {
	var l log
	var team *agent.Team
	ctx, cancel := context.WithCancel(t.Context())
	reg := registry(t, append(handing(&team), l.tool(runtime.Spec{Name: "ask"}), l.tool(runtime.Spec{Name: "write"}),
		does(runtime.Spec{Name: "stops"}, func(context.Context, []byte) runtime.Result { cancel(); return runtime.Text("stopped") })), runtime.Authorize(asking{}))
	asked := 0
	cut := build(t, agent.Config{Name: "cut", Model: answers(func(context.Context, string) (agent.Turn, error) {
		asked++
		return agent.Turn{Text: "half", Cut: true}, nil
	})})
	waits := build(t, agent.Config{Name: "waits", Registry: reg, Model: script{calls("a ask {}"), says("agreed")}})
	stopped := build(t, agent.Config{Name: "stopped", Registry: reg, Model: script{calls("a write 1"), calls("b stops"), calls("c write 2"), says("went on")}})
	team = teamOf(t, cut, waits, stopped)
	a := build(t, agent.Config{Registry: reg, Model: script{calls("a parallel cut x; waits x"), calls("b delegate stopped x"), says("x")}})
	o := a.Run(ctx, "go")
	require.Equal(t, agent.Paused, o.Reason)
	o = a.Resume(ctx, reread(t, o.State), agent.Input{Decisions: []agent.Decision{{Request: "1.0/1/1.0", Approved: true}}})
	require.Equal(t, agent.Canceled, o.Reason)
	require.Equal(t, 1, asked)
	require.Equal(t, "cut! resource_exhausted: agent cut did not finish: cut\nwaits: agreed", o.State.Messages()[2].Results[0].Text)
	require.Equal(t, []string{"ask {}", "write 1"}, l.done)
	o = a.Resume(t.Context(), reread(t, o.State), agent.Input{})
	require.NoError(t, o.Err)
	require.Equal(t, []string{"ask {}", "write 1", "write 2"}, l.done)
	require.Equal(t, "went on", o.State.Messages()[4].Results[0].Text)
}

// A team outside of an agent: the agents are the first of their line. An agent that was given up goes on with nothing.
func TestTeamsOutside(t *testing.T) {
	team := teamOf(t, build(t, agent.Config{Name: "echo", Does: "Repeats.", Model: answers(echo)}), build(t, agent.Config{Name: "other", Model: answers(echo)}))
	require.Equal(t, "- echo: Repeats.\n- other\n", team.Describe())
	text, err := team.Delegate(t.Context(), agent.Task{Agent: "echo", Text: "x"})
	require.NoError(t, err)
	require.Equal(t, "did x", text)

	synctest.Test(t, func(t *testing.T) {
		var l log
		reg := registry(t, append(handing(&team), l.tool(runtime.Spec{Name: "write"})))
		late := build(t, agent.Config{Name: "late", Registry: reg, Model: agent.ModelFunc(func(_ context.Context, c []agent.Message, _ []provider.Definition) (agent.Turn, error) {
			time.Sleep(time.Minute) // deaf to its context
			return calls("a write"), nil
		})})
		team = teamOf(t, late)
		delegate, _ := reg.Lookup("delegate")
		require.NoError(t, reg.Replace(wrap.Tool(delegate, wrap.Timeout(time.Second, wrap.Hard(4)))))
		require.NoError(t, reg.Register(runtime.Set{does(runtime.Spec{Name: "long"}, func(context.Context, []byte) runtime.Result { time.Sleep(time.Hour); return runtime.Done() })}))
		boss := build(t, agent.Config{Registry: reg, Model: script{calls("a delegate late x"), calls("b long"), says("x")}, Checkpoint: func(_ context.Context, s *agent.State) error {
			if text := string(s.Encode()); strings.Contains(text, "long") {
				require.NotContains(t, text, `{"child"`, "it belongs to a call that is over")
			}
			return nil
		}})
		o := boss.Run(t.Context(), "go")
		require.Equal(t, agent.Done, o.Reason)
		require.Equal(t, runtime.ClassTimeout, o.State.Messages()[2].Results[0].Err.Class)
		require.Empty(t, l.done)
	})

	_, err = agent.NewTeam(nil)
	require.EqualError(t, err, "agent: agent 0 of the team is nil")
	a := build(t, agent.Config{Model: answers(echo)})
	_, err = agent.NewTeam(a, a)
	require.EqualError(t, err, "agent: two agents of the team are called bot")
}
