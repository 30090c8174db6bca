package agents_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/agents"
	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

// What a sub-agent may use is the least of what it and all above it have left, whatever its own limits say. The agents below are greedy:
// each has two calls a turn and uses ten tokens, until it is stopped.
func TestBudgets(t *testing.T) {
	const much = 1000
	generous := agent.Limits{Calls: much, Tokens: much, Steps: much, Time: time.Hour}
	for name, row := range map[string]struct {
		boss, lead, worker agent.Limits
		writes             int // that were done below
		turns              int // that the worker had
		why                string
	}{
		// The two calls that hand the work on are counted as well: of boss's calls both, of lead's one.
		"calls of the first":      {agent.Limits{Calls: 8}, generous, generous, 6, 4, "out_of_calls"},
		"calls in between":        {generous, agent.Limits{Calls: 5}, generous, 4, 3, "out_of_calls"},
		"calls of its own":        {generous, generous, agent.Limits{Calls: 4}, 4, 3, "out_of_calls"},
		"the least of the calls":  {agent.Limits{Calls: 20}, agent.Limits{Calls: 5}, agent.Limits{Calls: 10}, 4, 3, "out_of_calls"},
		"tokens of the first":     {agent.Limits{Tokens: 45}, generous, generous, 6, 3, "out_of_tokens"}, // boss and lead have had one turn each
		"tokens in between":       {generous, agent.Limits{Tokens: 35}, generous, 6, 3, "out_of_tokens"},
		"tokens of its own":       {generous, generous, agent.Limits{Tokens: 35}, 8, 4, "out_of_tokens"},
		"steps of the first":      {agent.Limits{Steps: 3}, generous, generous, 6, 3, "out_of_steps"},
		"steps in between":        {generous, agent.Limits{Steps: 2}, generous, 4, 2, "out_of_steps"},
		"steps of its own":        {agent.Limits{Steps: 9}, agent.Limits{Steps: 8}, agent.Limits{Steps: 5}, 10, 5, "out_of_steps"},
		"a negative report":       {agent.Limits{Tokens: 45, Steps: 5}, generous, generous, 6, 3, "out_of_tokens"},
		"defaults are limits too": {agent.Limits{}, agent.Limits{}, agent.Limits{}, 64, 32, "out_of_steps"},
	} {
		t.Run(name, func(t *testing.T) {
			var j journal
			reg := registry(t, runtime.Set{j.tool(runtime.Spec{Name: "write"})})
			turns, told := 0, "" // what lead is told of the worker
			spends := func(m agent.Model, n *int) agent.Model {
				return agent.ModelFunc(func(ctx context.Context, c []agent.Message, d []provider.Definition) (agent.Turn, error) {
					*n++
					for _, r := range c[len(c)-1].Results {
						told += said(r)
					}
					turn, err := m.Next(ctx, c, d)
					turn.Usage = agent.Usage{Input: 9, Output: 1}
					if name == "a negative report" && len(c) == 1 && n != &turns {
						turn.Usage = agent.Usage{Input: 10, Output: -1000}
					}
					return turn, err
				})
			}
			greedy := agent.ModelFunc(func(context.Context, []agent.Message, []provider.Definition) (agent.Turn, error) {
				return calls(call("write", Object{}), call("write", Object{})), nil
			})
			crew(t, reg, agents.Options{},
				agent.Config{Name: "lead", Limits: row.lead, Model: spends(script{calls(delegate("worker", "work")), says("x")}, new(int))},
				agent.Config{Name: "worker", Limits: row.worker, Model: spends(greedy, &turns)})
			o := build(t, agent.Config{Registry: reg, Limits: row.boss, Model: spends(script{calls(delegate("lead", "work")), says("x")}, new(int))}).Run(t.Context(), "go")
			if text := told + string(o.State.Encode()); !strings.Contains(text, row.why) {
				t.Errorf("%s: %s", o.Reason, text)
			}
			equal(t, len(j.done), row.writes)
			equal(t, turns, row.turns)
		})
	}
}

// The time of a sub-agent ends with that of whoever stands above it, at the same moment.
func TestTime(t *testing.T) {
	for name, row := range map[string]struct {
		boss, lead, worker, want time.Duration
		reason                   agent.Reason
	}{
		"of the first":   {time.Minute, time.Hour, time.Hour, time.Minute, agent.OutOfTime},
		"in between":     {time.Hour, time.Minute, time.Hour, time.Minute, agent.Done},
		"of its own":     {time.Hour, time.Hour, time.Minute, time.Minute, agent.Done},
		"of the tool":    {3 * time.Hour, 2 * time.Hour, 2 * time.Hour, 30 * time.Minute, agent.Done},
		"of none at all": {0, 0, 0, 30 * time.Minute, agent.Done},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				reg := runtime.NewRegistry()
				crew(t, reg, agents.Options{},
					agent.Config{Name: "lead", Limits: agent.Limits{Time: row.lead}, Model: answers(func(context.Context, string) (agent.Turn, error) {
						return calls(parallel("worker wait", "worker wait")), nil
					})},
					agent.Config{Name: "worker", Limits: agent.Limits{Time: row.worker}, Model: answers(func(ctx context.Context, _ string) (agent.Turn, error) {
						<-ctx.Done()
						return agent.Turn{}, ctx.Err()
					})})
				began := time.Now()
				o := build(t, agent.Config{Registry: reg, Limits: agent.Limits{Time: row.boss}, Model: script{calls(delegate("lead", "work")), says("x")}}).Run(t.Context(), "go")
				equal(t, o.Reason, row.reason)
				equal(t, time.Since(began), row.want)
				if row.reason == agent.Done && !strings.Contains(said(results(o.State)[0]), "timeout") {
					t.Error(said(results(o.State)[0]))
				}
			})
		})
	}
}
