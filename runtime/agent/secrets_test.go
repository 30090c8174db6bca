package agent_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

const hunter = `hunter2"pass`

// A secret that a model writes is in no state, whoever else says it: not in arguments, results, errors, words of users and models,
// requests, or the states of sub-agents. The model itself reads the conversation as it was.
func TestSecretsAreInNoState(t *testing.T) {
	var l log
	var team *agent.Team
	reg := registry(t, append(handing(&team),
		does(runtime.Spec{Name: "login", Secrets: []string{"password"}}, func(_ context.Context, args []byte) runtime.Result {
			l.add(string(args))
			return runtime.Result{Text: "welcome, " + hunter, JSON: []byte(`{"echo":"hunter2\"pass"}`)}
		}),
		does(runtime.Spec{Name: "fails", Secrets: []string{"password"}}, func(ctx context.Context, args []byte) runtime.Result {
			return runtime.Failed(ctx, errors.New("wrong: "+hunter))
		}),
		does(runtime.Spec{Name: "ask_login", Secrets: []string{"password"}}, func(_ context.Context, args []byte) runtime.Result {
			l.add(string(args))
			return runtime.Text("in " + hunter)
		}),
		l.tool(runtime.Spec{Name: "write"}),
	), runtime.Authorize(asking{}))
	secret := `{"user":"ann","password":"hunter2\"pass"}`
	hidden := `{"user":"ann","password":"[redacted]"}`
	sub := build(t, agent.Config{Name: "sub", Registry: reg, Model: answers(func(context.Context, string) (agent.Turn, error) { return says("I used " + hunter), nil })})
	team = teamOf(t, sub)
	first := calls("a login "+secret, "b fails "+secret, `c write {"text":"hunter2\"pass"}`, "d delegate sub the word is "+hunter)
	first.Text, first.Raw, first.Format = "I log in with "+hunter, []byte(`[{"say":"hunter2\"pass"}]`), provider.OpenAI
	turns := script{first, calls("e ask_login " + secret), says("all with " + hunter)}
	read := 0
	var states []string
	a := build(t, agent.Config{Registry: reg,
		Model: agent.ModelFunc(func(ctx context.Context, c []agent.Message, d []provider.Definition) (agent.Turn, error) {
			if c[0].Text == "my password is "+hunter {
				read++
			}
			return turns.Next(ctx, c, d)
		}),
		Checkpoint: func(_ context.Context, s *agent.State) error {
			if text := string(s.Encode()); len(s.Messages()) > 1 { // before that nobody knows that it is a secret
				states = append(states, text)
			}
			return nil
		}})
	o := a.Run(t.Context(), "my password is "+hunter)
	require.Equal(t, agent.Paused, o.Reason)
	require.Equal(t, 2, read, "the model reads what was said")
	require.Equal(t, hidden, string(o.Requests[0].Args))
	for _, state := range append(states, string(o.State.Encode())) {
		require.NotContains(t, state, "hunter2")
	}
	require.Greater(t, len(states), 8)
	m := o.State.Messages()
	require.Equal(t, "my password is [redacted]", m[0].Text)
	require.Equal(t, "I log in with [redacted]", m[1].Text)
	require.Nil(t, m[1].Raw)
	require.Equal(t, hidden, string(m[1].Calls[0].Args))
	require.Equal(t, "welcome, [redacted]", m[2].Results[0].Text)
	require.Equal(t, `{"echo":"[redacted]"}`, string(m[2].Results[0].JSON))
	require.Equal(t, "wrong: [redacted]", m[2].Results[1].Err.Message)
	require.Equal(t, `did write {"text":"[redacted]"}`, m[2].Results[2].Text)
	require.Equal(t, "I used [redacted]", m[2].Results[3].Text)

	// The process that has the state in memory can still make the call; another one cannot, and says so.
	yes := agent.Input{Decisions: []agent.Decision{{Request: o.Requests[0].ID, Approved: true}}}
	l.done = nil
	here := a.Resume(t.Context(), o.State, yes)
	require.Equal(t, agent.Done, here.Reason)
	require.Equal(t, []string{secret}, l.done)
	require.NotContains(t, string(here.State.Encode()), "hunter2")
	l.done = nil
	there := a.Resume(t.Context(), reread(t, o.State), agent.Input{})
	require.Equal(t, agent.Done, there.Reason)
	require.Empty(t, l.done)
	require.Contains(t, transcript(there.State), "  failed: not run: its arguments had secrets in them, which are not kept while a run is paused; make the call again")
}

// A secret that comes to light later is hidden in what was said before, one that only a sub-agent knows is not handed up, and no error
// says one.
func TestSecretsThatComeLater(t *testing.T) {
	var team *agent.Team
	login := func(ctx context.Context, args []byte) runtime.Result {
		return runtime.Failed(ctx, errors.New("refused: "+string(args)))
	}
	reg := registry(t, append(handing(&team), does(runtime.Spec{Name: "login", Secrets: []string{"password"}}, login)))
	sub := build(t, agent.Config{Name: "sub", Registry: reg, Model: script{calls(`s login {"password":"below-secret"}`), says("it was below-secret")}})
	team = teamOf(t, sub)
	var read []string
	turns := script{calls(`a login {"password":"first-secret"}`), calls(`b login {"password":"second-secret"}`), calls("c delegate sub x"),
		calls(`d login {"password":"first-secret"}`), says("x")}
	a := build(t, agent.Config{Registry: reg, Limits: agent.Limits{Repeats: 2}, Checkpoint: func(context.Context, *agent.State) error { return nil }, Model: agent.ModelFunc(
		func(ctx context.Context, c []agent.Message, d []provider.Definition) (agent.Turn, error) {
			for _, r := range c[len(c)-1].Results {
				read = append(read, r.Output())
			}
			return turns.Next(ctx, c, d)
		})})
	o := a.Run(t.Context(), "try first-secret, then second-secret")
	require.Equal(t, agent.Repeating, o.Reason)
	text := string(o.State.Encode()) + o.Err.Error()
	for _, secret := range []string{"first-secret", "second-secret", "below-secret"} {
		require.NotContains(t, text, secret)
	}
	require.Equal(t, "try [redacted], then [redacted]", o.State.Messages()[0].Text)
	require.Equal(t, []string{`refused: {"password":"[redacted]"}`, `refused: {"password":"[redacted]"}`, "it was [redacted]"}, read)
}
