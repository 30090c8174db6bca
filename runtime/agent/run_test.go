package agent_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

// 2.7: every call of a turn is answered once and in order, whatever is wrong with it and whatever the tool does.
func TestEveryCallIsAnswered(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{
		l.tool(runtime.Spec{Name: "write"}),
		does(runtime.Spec{Name: "panics"}, func(context.Context, []byte) runtime.Result { panic("secret") }),
		does(runtime.Spec{Name: "exits"}, func(context.Context, []byte) runtime.Result { goruntime.Goexit(); return runtime.Done() }),
		does(runtime.Spec{Name: "fails"}, func(ctx context.Context, _ []byte) runtime.Result { return runtime.Failed(ctx, errors.New("no disk")) }),
		does(runtime.Spec{Name: "nothing"}, func(context.Context, []byte) runtime.Result { return runtime.Result{} }),
	})
	turn := calls("c1 write {}", "c2 wrote {}", "c3 panics", "c4 exits", "c1 write {}", "c5 fails", "c6 nothing", "c7 write {}", "c8 write {", "c9 write {}")
	turn.Calls[9].Args = []byte("[]")
	turn.Calls[6].Err = runtime.NewError(runtime.ClassInvalidArguments, "arguments: the JSON ends in the middle")
	a := build(t, agent.Config{Registry: reg, Model: script{turn, says("all done")}})
	o := a.Run(t.Context(), "go")
	require.NoError(t, o.Err)
	require.Equal(t, agent.Done, o.Reason)
	require.Equal(t, "all done", o.Text)
	complete(t, o.State)
	require.Equal(t, []string{
		"user: go",
		"model: [c1 write][c2 wrote][c3 panics][c4 exits][c1 write][c5 fails][c6 nothing][c7 write][c8 write][c9 write]",
		"  did write {}",
		`  unknown_tool: unknown tool "wrote"; did you mean "write"?`,
		"  internal: internal error in tool panics",
		"  internal: internal error in tool exits",
		"  skipped: the id of this call has been used before; only the first call of that id counts",
		"  failed: no disk",
		"  invalid_arguments: arguments: the JSON ends in the middle",
		"  did write {}",
		`  invalid_arguments: arguments: not valid JSON at offset 1: expected a key in double quotes, got the end of the text; send the arguments in full`,
		"  invalid_arguments: arguments: must be a JSON object, got array",
		"model: all done",
	}, transcript(o.State))
	require.Equal(t, 2, l.count("write {}"))
}

// Every limit ends the run with its reason, and the conversation is complete behind it.
func TestLimits(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{
		l.tool(runtime.Spec{Name: "write"}),
		does(runtime.Spec{Name: "fails"}, func(ctx context.Context, _ []byte) runtime.Result { return runtime.Failed(ctx, errors.New("no disk")) }),
		does(runtime.Spec{Name: "slow"}, func(ctx context.Context, _ []byte) runtime.Result {
			<-ctx.Done()
			return runtime.Failed(ctx, ctx.Err())
		}),
	})
	forever := func(turn agent.Turn) agent.ModelFunc {
		return func(context.Context, []agent.Message, []provider.Definition) (agent.Turn, error) { return turn, nil }
	}
	costly := calls("a write")
	costly.Usage = agent.Usage{Input: 60, Output: 40}
	cut := says("It is")
	cut.Cut = true
	for name, row := range map[string]struct {
		model  agent.Model
		limits agent.Limits
		reason agent.Reason
		err    string
		last   string // of the transcript
		ran    int
	}{
		"steps":  {forever(calls("a write")), agent.Limits{Steps: 3}, agent.OutOfSteps, "Limits.Steps", "  did write", 3},
		"calls":  {forever(calls("a write", "b write")), agent.Limits{Calls: 3}, agent.OutOfCalls, "Limits.Calls", "  resource_exhausted: not run: the limit of tool calls is reached", 3},
		"tokens": {forever(costly), agent.Limits{Tokens: 150}, agent.OutOfTokens, "Limits.Tokens", "  did write", 2},
		"bytes":  {forever(calls("a write " + strings.Repeat(" ", 400))), agent.Limits{Bytes: 800}, agent.OutOfBytes, "Limits.Bytes", "  did write", 2},
		"repeats": {forever(calls("a fails {}")), agent.Limits{}, agent.Repeating, `the same call of "fails" has failed 3 times: no disk`,
			"  failed: no disk", 0},
		"repeats, another spelling": {script{calls("a fails {}"), calls("a fails { }"), says("x")}, agent.Limits{Repeats: 2}, agent.Repeating, "has failed 2 times", "  failed: no disk", 0},
		"repeats of nothing":        {forever(calls("a nothing")), agent.Limits{}, agent.Repeating, "3 times", `  unknown_tool: unknown tool "nothing"; the tools are fails, slow, write`, 0},
		"time":                      {forever(calls("a slow")), agent.Limits{Time: time.Minute}, agent.OutOfTime, "the time of the run is over", "  timeout: the time for this call is over; the tool did not finish", 0},
		"cut":                       {forever(cut), agent.Limits{}, agent.Cut, "stopped", "model: It is", 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l.done = nil
				o := build(t, agent.Config{Registry: reg, Model: row.model, Limits: row.limits}).Run(t.Context(), "go")
				require.Equal(t, row.reason, o.Reason)
				require.ErrorContains(t, o.Err, row.err)
				complete(t, o.State)
				lines := transcript(o.State)
				require.Equal(t, row.last, strings.TrimRight(lines[len(lines)-1], " "))
				require.Len(t, l.done, row.ran)
				require.Equal(t, row.reason, reread(t, o.State).Reason())
			})
		})
	}
}

// What the model does wrong ends the run, and the run can be resumed.
func TestModelsFail(t *testing.T) {
	for name, row := range map[string]struct {
		model agent.ModelFunc
		err   string
	}{
		"error": {func(context.Context, []agent.Message, []provider.Definition) (agent.Turn, error) {
			return agent.Turn{Text: "lost"}, errors.New("503")
		}, "503"},
		"panic": {func(context.Context, []agent.Message, []provider.Definition) (agent.Turn, error) { panic("secret") }, "the Model panicked or ended its goroutine"},
		"Goexit": {func(context.Context, []agent.Message, []provider.Definition) (agent.Turn, error) {
			goruntime.Goexit()
			return agent.Turn{}, nil
		}, "the Model panicked"},
		"no text": {func(context.Context, []agent.Message, []provider.Definition) (agent.Turn, error) {
			return agent.Turn{Raw: []byte("\xff")}, nil
		}, "not UTF-8"},
	} {
		o := build(t, agent.Config{Model: row.model}).Run(t.Context(), "go")
		require.Equal(t, agent.Failed, o.Reason, name)
		require.ErrorContains(t, o.Err, row.err, name)
		require.NotContains(t, o.Err.Error(), "secret")
		require.Equal(t, []string{"user: go"}, transcript(o.State), name)
		o = build(t, agent.Config{Model: script{says("now")}}).Resume(t.Context(), reread(t, o.State), agent.Input{})
		require.Equal(t, "now", o.Text, name)
		require.NoError(t, o.Err)
	}
}

// P01: results stand in the order of the calls, whichever ends first, and the same tool twice keeps two ids. What changes nothing
// runs side by side, what changes things alone and in order (P03).
func TestCallsSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		slow := func(name string, readonly bool) runtime.Tool {
			return does(runtime.Spec{Name: name, ReadOnly: readonly}, func(ctx context.Context, args []byte) runtime.Result {
				d, _ := time.ParseDuration(strings.Trim(words(args), `"`))
				l.add("begin " + name + words(args))
				time.Sleep(d)
				l.add("end " + name + words(args))
				return runtime.Text(runtime.CallFrom(ctx).ID + " " + runtime.PrincipalFrom(ctx).Agent)
			})
		}
		reg := registry(t, runtime.Set{slow("read", true), slow("write", false)})
		began := time.Now()
		o := build(t, agent.Config{Registry: reg, Model: script{calls(`a read "3s"`, `b read "1s"`, `c write "2s"`, ` read "1s"`), says("x")}}).Run(t.Context(), "go")
		require.Equal(t, []string{"  a bot", "  b bot", "  c bot", "  1.3 bot"}, transcript(o.State)[2:6])
		require.Equal(t, 6*time.Second, time.Since(began))
		require.Equal(t, []string{`end read"1s"`, `end read"3s"`, `begin write"2s"`, `end write"2s"`, `begin read"1s"`, `end read"1s"`}, l.done[2:])

		// Schedule says more: two files may be written at once, one file not.
		l.done, began = nil, time.Now()
		schedule := func(c provider.Call, _ *runtime.Spec) ([]string, bool) {
			if c.ID == "panic" {
				panic("schedule")
			}
			return []string{c.ID[:1]}, true
		}
		o = build(t, agent.Config{Registry: reg, Schedule: schedule,
			Model: script{calls(`x1 write "1s"`, `y write "2s"`, `x2 write "1s"`, `panic write "1s"`), says("x")}}).Run(t.Context(), "go")
		require.NoError(t, o.Err)
		require.Equal(t, 3*time.Second, time.Since(began))
	})
}

// A result is bounded before it stands in the conversation, and a model never reads notes.
func TestResultsAreBounded(t *testing.T) {
	long := strings.Repeat("x", 4000)
	reg := registry(t, runtime.Set{
		does(runtime.Spec{Name: "text"}, func(context.Context, []byte) runtime.Result { return runtime.Text(long) }),
		does(runtime.Spec{Name: "json"}, func(context.Context, []byte) runtime.Result { return runtime.Result{JSON: []byte(`"` + long + `"`)} }),
		does(runtime.Spec{Name: "fails"}, func(ctx context.Context, _ []byte) runtime.Result { return runtime.Failed(ctx, errors.New(long)) }),
		does(runtime.Spec{Name: "image"}, func(context.Context, []byte) runtime.Result {
			return runtime.Bytes([]byte("\x89PNG\r\n\x1a\n"+long), "")
		}),
	})
	o := build(t, agent.Config{Registry: reg, Limits: agent.Limits{Result: 500}, Model: script{calls("a text", "b json", "c fails", "d image"), says("x")}}).Run(t.Context(), "go")
	results := o.State.Messages()[2].Results
	for i, want := range []string{"\n[cut: 4000 bytes in all]", "the tool is done, and its result is too large", "\n[cut: 4000 bytes in all]", ""} {
		require.Contains(t, results[i].Output(), want)
		require.LessOrEqual(t, results[i].Size(), int64(500))
		require.LessOrEqual(t, len(results[i].Output()), 500)
		require.Empty(t, results[i].Notes)
	}
	require.Empty(t, results[3].Parts)
	reread(t, o.State)
}

// The context ends: what runs is awaited, what has not begun waits in the state, and runs when it is resumed.
func TestCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		ctx, cancel := context.WithCancelCause(t.Context())
		reg := registry(t, runtime.Set{l.tool(runtime.Spec{Name: "write"}), does(runtime.Spec{Name: "stops"}, func(ctx context.Context, _ []byte) runtime.Result {
			cancel(errors.New("the host goes down"))
			<-ctx.Done()
			return runtime.Failed(ctx, ctx.Err())
		})})
		a := build(t, agent.Config{Registry: reg, Model: script{calls("a write", "b stops", "c write {}"), says("x")}})
		o := a.Run(ctx, "go")
		require.Equal(t, agent.Canceled, o.Reason)
		require.ErrorContains(t, o.Err, "the host goes down")
		require.Equal(t, []string{"write"}, l.done)
		o = a.Resume(t.Context(), reread(t, o.State), agent.Input{})
		require.Equal(t, agent.Done, o.Reason)
		require.Equal(t, []string{"write", "write {}"}, l.done)
		require.Equal(t, []string{"  did write", "  canceled: the call was canceled before the tool finished", "  did write {}", "model: x"}, transcript(o.State)[2:])
	})
}

// A user who goes on leaves no call without an answer, and begins new budgets.
func TestGoingOn(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{l.tool(runtime.Spec{Name: "ask"}), l.tool(runtime.Spec{Name: "write"})}, runtime.Authorize(asking{}))
	a := build(t, agent.Config{Registry: reg, Limits: agent.Limits{Steps: 1, Calls: 1}, Model: script{calls("a ask", "b write"), says("fine"), says("again")}})
	o := a.Run(t.Context(), "go")
	require.Equal(t, agent.Paused, o.Reason)
	o = a.Resume(t.Context(), reread(t, o.State), agent.Input{Text: "never mind"})
	require.Equal(t, agent.Done, o.Reason)
	require.Equal(t, []string{"user: go", "model: [a ask][b write]",
		"  approval_rejected: nobody agreed to this call before the user went on; it was not made", "  canceled: not run: the user went on",
		"user: never mind", "model: fine"}, transcript(o.State))
	require.Empty(t, l.done)

	same := a.Resume(t.Context(), o.State, agent.Input{})
	require.Equal(t, agent.Done, same.Reason, "a state that has come to its end")
	require.Equal(t, "fine", same.Text)
	require.Equal(t, o.State.Messages(), same.State.Messages())
	require.Equal(t, "again", a.Resume(t.Context(), o.State, agent.Input{Text: "and"}).Text)
}

// Where the model has had the last word, and the host could not store it or the word was cut, it is not asked again without a new one.
func TestTheLastWord(t *testing.T) {
	broken := true
	cut := says("It is")
	cut.Cut = true
	for _, row := range []struct {
		turn   agent.Turn
		reason agent.Reason
	}{{says("fine"), agent.Done}, {cut, agent.Cut}} {
		asked := 0
		a := build(t, agent.Config{Model: agent.ModelFunc(func(context.Context, []agent.Message, []provider.Definition) (agent.Turn, error) {
			asked++
			return row.turn, nil
		}), Checkpoint: func(_ context.Context, s *agent.State) error {
			if broken && len(s.Messages()) > 1 {
				return errors.New("disk full")
			}
			return nil
		}})
		broken = true
		o := a.Run(t.Context(), "go")
		require.Equal(t, agent.Failed, o.Reason)
		require.Equal(t, row.turn.Text, o.Text)
		if row.reason == agent.Cut {
			broken = false
			o = a.Run(t.Context(), "go")
			require.Equal(t, agent.Cut, o.Reason)
		}
		broken, asked = false, 0
		o = a.Resume(t.Context(), reread(t, o.State), agent.Input{})
		require.Equal(t, row.reason, o.Reason)
		require.Equal(t, row.turn.Text, o.Text)
		require.Zero(t, asked)
		require.Equal(t, row.reason, a.Resume(t.Context(), o.State, agent.Input{Text: "more"}).Reason)
		require.Equal(t, 1, asked)
	}
}

// Compact shortens the conversation, and cannot break it.
func TestCompact(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{l.tool(runtime.Spec{Name: "write"})})
	seen := 0
	model := agent.ModelFunc(func(_ context.Context, conversation []agent.Message, _ []provider.Definition) (agent.Turn, error) {
		require.LessOrEqual(t, len(conversation), 5)
		require.Equal(t, agent.Message{Role: agent.System, Text: "Be good."}, conversation[0])
		if seen++; seen == 10 {
			return says("enough"), nil
		}
		return calls("a write"), nil
	})
	last := func(_ context.Context, c []agent.Message) ([]agent.Message, error) {
		if len(c) < 5 {
			return c, nil
		}
		return append([]agent.Message{{Role: agent.User, Text: "so far: much"}}, c[len(c)-2:]...), nil
	}
	o := build(t, agent.Config{Registry: reg, System: "Be good.", Model: model, Compact: last}).Run(t.Context(), "go")
	require.NoError(t, o.Err)
	require.Equal(t, "enough", o.Text)
	require.Len(t, l.done, 9)
	complete(t, o.State)
	reread(t, o.State)

	for name, compact := range map[string]func([]agent.Message) ([]agent.Message, error){
		"an error":      func([]agent.Message) ([]agent.Message, error) { return nil, errors.New("down") },
		"a panic":       func([]agent.Message) ([]agent.Message, error) { panic("secret") },
		"nothing":       func([]agent.Message) ([]agent.Message, error) { return nil, nil },
		"no results":    func(c []agent.Message) ([]agent.Message, error) { return c[:len(c)-1], nil },
		"results alone": func(c []agent.Message) ([]agent.Message, error) { return c[len(c)-1:], nil },
		"a system message": func(c []agent.Message) ([]agent.Message, error) {
			return append([]agent.Message{{Role: agent.System}}, c...), nil
		},
		"too few results": func(c []agent.Message) ([]agent.Message, error) { c[2].Results = nil; return c, nil },
		"no such role":    func(c []agent.Message) ([]agent.Message, error) { c[0].Role = "x"; return c, nil },
		"the model's words": func(c []agent.Message) ([]agent.Message, error) {
			return append(c, agent.Message{Role: agent.Assistant, Text: "x"}), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			broken := func(_ context.Context, c []agent.Message) ([]agent.Message, error) {
				if len(c) == 1 {
					return c, nil
				}
				return compact(c)
			}
			o := build(t, agent.Config{Registry: reg, Model: script{calls("a write"), says("x")}, Compact: broken}).Run(t.Context(), "go")
			require.Equal(t, agent.Failed, o.Reason)
			require.Error(t, o.Err)
			complete(t, o.State)
		})
	}
}

// New says everything that is wrong at once.
func TestNew(t *testing.T) {
	var l log
	reg := registry(t, runtime.Set{l.tool(runtime.Spec{Name: "read"})})
	_, err := agent.New(agent.Config{
		Name: "my bot", Registry: reg, Tools: []string{"read", "wirte", "rm"}, Limits: agent.Limits{Steps: -1, Result: 9},
		Skills: []agent.Skill{{Name: "csv", Tools: []string{"plot", "read"}}, {Name: "csv"}, {Name: ""}},
	})
	require.EqualError(t, err, `agent: "my bot" cannot be built:
	the name "my bot" is not ^[a-zA-Z0-9_-]{1,64}$
	there is no Model
	a limit is below zero
	Limits.Result is not between 256 and 131072 bytes
	Tools: 2 required tools not registered: "wirte", "rm"
	skill "csv": 1 required tool not registered: "plot"
	skill "csv": it needs "plot", which Tools leaves out
	skill "csv": the name is taken more than once
	skill "": the name is not ^[a-zA-Z0-9_-]{1,64}$`)
	_, err = agent.New(agent.Config{Name: "bot", Model: script{}})
	require.EqualError(t, err, "agent: \"bot\" cannot be built:\n\tthere is no Registry")
}
