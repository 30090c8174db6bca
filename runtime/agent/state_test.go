package agent_test

import (
	"context"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

var update = flag.Bool("update", false, "rewrite testdata with what comes out")

// rich is the state of a run in which much has happened, as bytes.
func rich(t testing.TB) []byte {
	var l log
	var team *agent.Team
	reg := registry(t, runtime.Set{
		l.tool(runtime.Spec{Name: "ask"}),
		does(runtime.Spec{Name: "fails"}, func(context.Context, []byte) runtime.Result {
			return runtime.Result{Err: runtime.NewError(runtime.ClassUnavailable, "try \"later\"")}
		}),
		does(runtime.Spec{Name: "image"}, func(context.Context, []byte) runtime.Result {
			return runtime.Result{JSON: []byte(`{"a":[1]}`), Parts: []runtime.Part{{Kind: runtime.ImagePart, MIME: "image/png", URI: "u", Text: "t", Data: []byte{0, 255}}, {}}}
		}),
		does(runtime.Spec{Name: "team"}, func(ctx context.Context, _ []byte) runtime.Result {
			_, err := team.Delegate(ctx, agent.Task{Agent: "sub", Text: "do"})
			return runtime.Failed(ctx, err)
		}),
	}, runtime.Authorize(asking{}))
	sub := build(t, agent.Config{Name: "sub", Registry: reg, Model: script{calls("s ask {}")}})
	team, err := agent.NewTeam(sub)
	require.NoError(t, err)
	first := calls("a image", "b fails")
	first.Text, first.Raw, first.Format, first.Usage = "Hm\u2028\n", []byte(`[{"x": 1}]`), provider.OpenAI, agent.Usage{Input: 5, Output: 6}
	second := calls("c team", "d ask {}", " fails")
	second.Calls[2].Err = runtime.NewError(runtime.ClassInvalidArguments, "arguments: no")
	a := build(t, agent.Config{Registry: reg, Model: script{first, second}, Skills: []agent.Skill{{Name: "s"}}})
	ctx := runtime.WithPrincipal(t.Context(), runtime.Principal{ID: "ann"})
	o := a.Resume(ctx, nil, agent.Input{Text: "gö", Skills: []string{"s"}})
	require.Equal(t, agent.Paused, o.Reason)
	require.Len(t, o.Requests, 1, "the second waits for the first")
	return o.State.Encode()
}

// The format is a promise to those who keep states: this file is what version 1 looks like.
func TestStateGolden(t *testing.T) {
	got := string(rich(t))
	got = spentAway(got)
	if *update {
		require.NoError(t, os.WriteFile("testdata/state-1.jsonl", []byte(got), 0o644))
	}
	want, err := os.ReadFile("testdata/state-1.jsonl")
	require.NoError(t, err)
	require.Equal(t, string(want), got)
	_, err = agent.Decode(want)
	require.NoError(t, err)
}

// spentAway takes out how long a run took, which differs from run to run.
func spentAway(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if head, rest, found := strings.Cut(line, `,"spent":`); found {
			lines[i] = head + strings.TrimLeft(rest, "0123456789")
		}
	}
	return strings.Join(lines, "\n")
}

// What Encode did not write is no state.
func TestDecodeIsStrict(t *testing.T) {
	text := string(rich(t))
	lines := strings.SplitAfter(text, "\n")
	lines = lines[:len(lines)-1]
	_, err := agent.Decode([]byte(text))
	require.NoError(t, err)
	for i := range lines {
		for name, other := range map[string][]string{
			"left out": slices.Delete(slices.Clone(lines), i, i+1),
			"twice":    slices.Insert(slices.Clone(lines), i, lines[i]),
			"cut":      lines[:i],
		} {
			_, err := agent.Decode([]byte(strings.Join(other, "")))
			require.Error(t, err, "line %d %s", i+1, name)
		}
	}
	for name, row := range map[string]struct{ old, new, err string }{
		"version":            {`{"state":1`, `{"state":2`, "line 1: version 2 of states is not known here"},
		"unknown member":     {`"who":`, `"wo":`, `line 1: there is no member "wo"`},
		"member twice":       {`"who":"ann"`, `"who":"ann","who":"ann"`, `line 1: the member "who" stands twice`},
		"another type":       {`"steps":2`, `"steps":"2"`, "line 1: steps: expected whole number"},
		"below zero":         {`"steps":2`, `"steps":-2`, "line 1: steps is below zero"},
		"too large":          {`"steps":2`, `"steps":2000000000`, "line 1: steps is too large"},
		"a zero":             {`"steps":2`, `"steps":0`, "the spelling differs"},
		"a blank":            {`"steps":2`, `"steps": 2`, "the spelling differs"},
		"another escape":     {`"agent":"bot"`, `"agent":"b\u006ft"`, "the spelling differs"},
		"role":               {`{"role":"user","text":"gö"}`, `{"role":"system","text":"gö"}`, "has what its role has not"},
		"agent":              {`"agent":"bot"`, `"agent":"my bot"`, "the name of the agent is none"},
		"reason":             {`"reason":"paused"`, `"reason":"tired"`, `there is no reason "tired"`},
		"status":             {`"status":"answered"`, `"status":"ready"`, `there is no status "ready"`},
		"status and reason":  {`"status":"waiting"`, `"status":"waiting","reason":"x"`, "a call that is waiting has what only others have"},
		"base64":             {`"data":"AP8="`, `"data":"AP9="`, "data is not base64"},
		"what is in a child": {`"text":"do"`, `"txt":"do"`, `there is no member "txt"`},
		"the end":            {"\n", "\r\n", "the spelling differs"},
	} {
		require.Contains(t, text, row.old, name)
		_, err := agent.Decode([]byte(strings.Replace(text, row.old, row.new, 1)))
		require.ErrorContains(t, err, row.err, name)
	}
	for _, text := range []string{"", "\n", "{}", "{}\n", "null\n", strings.TrimSuffix(text, "\n"), text + "\n", text + text} {
		_, err := agent.Decode([]byte(text))
		require.Error(t, err, "%.40q", text)
	}
}

// States stand in each other as deep as agents do, and not as deep as an attacker likes.
func TestDecodeIsBounded(t *testing.T) {
	deep := strings.Repeat("{\"state\":1,\"agent\":\"a\"}\n{\"message\":{\"role\":\"assistant\"}}\n{\"call\":{\"name\":\"x\"}}\n{\"pending\":{\"status\":\"waiting\"}}\n{\"child\":{\"key\":\"0\"}}\n", 1000)
	_, err := agent.Decode([]byte(deep))
	require.ErrorContains(t, err, "too many states stand in each other")
}

// The law of states: what is read is written the same, and can be gone on from: whatever it says, a run ends, and what it says was
// answered is not run.
func FuzzDecode(f *testing.F) {
	f.Add(rich(f))
	golden, err := os.ReadFile("testdata/state-1.jsonl")
	require.NoError(f, err)
	f.Add(golden)
	f.Add([]byte("{\"state\":1,\"agent\":\"bot\"}\n{\"lines\":1}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		state, err := agent.Decode(text)
		if err != nil {
			return
		}
		require.Equal(t, string(text), string(state.Encode()))
		state.Requests()
		var l log
		reg := registry(t, runtime.Set{l.tool(runtime.Spec{Name: "ask"}), l.tool(runtime.Spec{Name: "team"}), l.tool(runtime.Spec{Name: "fails"})})
		waits := 0
		if messages := state.Messages(); len(messages) > 0 {
			waits = len(messages[len(messages)-1].Calls)
		}
		a := build(t, agent.Config{Name: "bot", Registry: reg, Skills: []agent.Skill{{Name: "s"}}, Model: agent.ModelFunc(
			func(context.Context, []agent.Message, []provider.Definition) (agent.Turn, error) {
				return says("x"), nil
			})})
		ctx := runtime.WithPrincipal(t.Context(), runtime.Principal{ID: "ann"})
		o := a.Resume(ctx, state, agent.Input{})
		require.LessOrEqual(t, len(l.done), waits)
		if o.State != nil {
			reread(t, o.State)
		}
	})
}
