package agent_test

import (
	"context"
	"errors"
	"math/rand/v2"
	goruntime "runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// storm is a random world: a model that calls at random, and tools that do at random what tools do.
type storm struct {
	*rand.Rand
	limits agent.Limits
	turns  int
	calls  atomic.Int64 // bodies that were run
	active atomic.Int64
	peak   atomic.Int64
}

func (s *storm) Next(ctx context.Context, conversation []agent.Message, tools []provider.Definition) (agent.Turn, error) {
	s.turns++
	turn := agent.Turn{Text: "t", Usage: agent.Usage{Input: s.Int64N(50), Output: s.Int64N(50)}}
	switch s.IntN(30) {
	case 0:
		return turn, errors.New("503")
	case 1:
		panic("model")
	case 2:
		return turn, nil
	}
	for range s.IntN(7) {
		name := "nothing"
		if len(tools) > 0 && s.IntN(8) > 0 {
			name = tools[s.IntN(len(tools))].Name
		}
		c := provider.Call{ID: "c" + number(s.IntN(12)), Name: name, Args: []byte([]string{`{}`, `{"n":1}`, `{`, ``, `null`, `[1]`}[s.IntN(6)])}
		if s.IntN(15) == 0 {
			c.Err = runtime.NewError(runtime.ClassInvalidArguments, "broken")
		}
		turn.Calls = append(turn.Calls, c)
	}
	return turn, nil
}

// tool makes a tool of which every call does something else. Its random source is its own: calls run side by side.
func (s *storm) tool(spec runtime.Spec, seed uint64) runtime.Tool {
	var n atomic.Uint64
	return runtime.Func(spec, func(ctx context.Context, args []byte) runtime.Result {
		r := rand.New(rand.NewPCG(seed, n.Add(1)))
		s.calls.Add(1)
		for now := s.active.Add(1); ; {
			if peak := s.peak.Load(); now <= peak || s.peak.CompareAndSwap(peak, now) {
				break
			}
		}
		defer s.active.Add(-1)
		select {
		case <-time.After(time.Duration(r.IntN(5)) * time.Second):
		case <-ctx.Done():
			return runtime.Failed(ctx, ctx.Err())
		}
		switch r.IntN(8) {
		case 0:
			panic("tool")
		case 1:
			goruntime.Goexit()
		case 2:
			return runtime.Failed(ctx, errors.New("failed"))
		case 3:
			<-ctx.Done()
			return runtime.Failed(ctx, ctx.Err())
		case 4:
			return runtime.Bytes(make([]byte, r.IntN(2000)), "")
		}
		return runtime.Text("result\xff of " + string(args))
	})
}

// The laws, in random worlds: every call of every turn has one result, in order, or waits in the state; no limit is exceeded; every
// state can be written and read; approvals and cancels are gone on from until the end; nothing is left running.
func TestLaws(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 50
	}
	ends := map[agent.Reason]int{}
	for seed := range uint64(n) {
		synctest.Test(t, func(t *testing.T) {
			s := &storm{Rand: rand.New(rand.NewPCG(seed, 1))}
			s.limits = agent.Limits{Steps: 1 + s.IntN(12), Calls: 1 + s.IntN(30), Tokens: 1 + s.Int64N(800), Time: time.Duration(10+s.IntN(200)) * time.Second,
				Result: 256 + s.IntN(1000), Repeats: 1 + s.IntN(6), Parallel: 1 + s.IntN(4)}
			timed := wrap.Timeout(time.Duration(1+s.IntN(6)) * time.Second)
			reg := registry(t, runtime.Set{
				wrap.Tool(s.tool(runtime.Spec{Name: "read", ReadOnly: true}, seed), timed), s.tool(runtime.Spec{Name: "write"}, seed+1),
				s.tool(runtime.Spec{Name: "ask"}, seed+2), wrap.Tool(s.tool(runtime.Spec{Name: "same", Idempotent: true}, seed+3), timed),
			}, runtime.Authorize(asking{}))
			checkpoints := 0
			a := build(t, agent.Config{Registry: reg, Model: s, Limits: s.limits, Checkpoint: func(_ context.Context, state *agent.State) error {
				checkpoints++
				reread(t, state)
				return nil
			}})
			ctx, cancel := context.WithCancel(t.Context())
			if s.IntN(3) == 0 {
				time.AfterFunc(time.Duration(s.IntN(20))*time.Second, cancel)
			}
			began, spent := time.Now(), time.Duration(0)
			o := a.Run(ctx, "go")
			for resumed := 0; ; resumed++ {
				spent += time.Since(began)
				require.Less(t, resumed, 100, "it goes on for ever")
				if o.Reason != agent.Paused && o.Reason != agent.Canceled && o.Reason != agent.Failed {
					break
				}
				state := reread(t, o.State)
				var in agent.Input
				for _, q := range state.Requests() {
					if s.IntN(4) > 0 || o.Reason == agent.Paused {
						in.Decisions = append(in.Decisions, agent.Decision{Request: q.ID, Approved: s.IntN(3) > 0})
					}
				}
				time.Sleep(time.Hour) // which is not the run's
				began = time.Now()
				o = a.Resume(t.Context(), state, in)
			}
			cancel()
			ends[o.Reason]++
			require.LessOrEqual(t, spent, s.limits.Time+time.Millisecond)
			require.LessOrEqual(t, s.turns, s.limits.Steps)
			require.LessOrEqual(t, s.calls.Load(), int64(s.limits.Calls))
			require.LessOrEqual(t, s.peak.Load(), int64(max(s.limits.Parallel, 1)))
			require.Zero(t, s.active.Load())
			if o.Reason == agent.OutOfTime {
				o = a.Resume(t.Context(), o.State, agent.Input{Text: "stop"}) // which answers what waits
			}
			answered(t, o.State, s.limits.Result)
			require.Greater(t, checkpoints, 1)
			synctest.Wait()
		})
	}
	for _, reason := range []agent.Reason{agent.Done, agent.OutOfSteps, agent.OutOfCalls, agent.OutOfTokens, agent.OutOfTime, agent.Repeating} {
		require.NotZero(t, ends[reason], "%s never happened: %v", reason, ends)
	}
	t.Log(ends)
}

// answered checks the laws of a conversation that may still wait for calls of its last message.
func answered(t *testing.T, s *agent.State, most int) {
	t.Helper()
	messages := s.Messages()
	for i, m := range messages {
		if m.Role == agent.Tool {
			require.Len(t, m.Results, len(messages[i-1].Calls))
		}
		require.False(t, len(m.Calls) > 0 && i+1 < len(messages) && messages[i+1].Role != agent.Tool)
		seen := map[string]bool{}
		for j := range m.Results {
			r, c := m.Results[j], messages[i-1].Calls[j]
			require.LessOrEqual(t, r.Size(), int64(most))
			if seen[c.ID] && c.Err == nil {
				require.Equal(t, runtime.ClassSkipped, r.Err.Class, "the second call of an ID")
			}
			seen[c.ID] = true
			if c.Err != nil {
				require.Equal(t, "broken", r.Err.Message)
			}
		}
	}
}
