package agent_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

// A turn that no state can hold is shortened, and the run goes on; what is kept can be stored.
func TestLargeTurns(t *testing.T) {
	long := strings.Repeat("x", 1200000)
	whole := strings.Repeat("\x01", 100000) // six bytes each in JSON
	var done log
	reg := registry(t, runtime.Set{does(runtime.Spec{Name: "work"}, func(ctx context.Context, args []byte) runtime.Result {
		done.add(runtime.CallFrom(ctx).ID)
		return runtime.Done()
	})})
	turn := calls("1 work", "2 work "+long, "3 work "+strings.Repeat(`"`, 400000), "4 work "+strings.Repeat("y", 300000), strings.Repeat("5", 9000)+" work", "6 "+strings.Repeat("z", 9000), "7 work")
	turn.Text, turn.Raw, turn.Format = long, []byte(`["`+long+`"]`), provider.OpenAI
	o := build(t, agent.Config{Registry: reg, Model: script{turn, {Text: whole, Raw: []byte(strings.Repeat("r", 600000)), Format: provider.OpenAI}}}).Run(t.Context(), "go")
	require.NoError(t, o.Err)
	require.Equal(t, agent.Done, o.Reason)
	require.Equal(t, []string{"1", "4", "7"}, done.done)
	require.Equal(t, whole, o.Text, "it has room")
	messages := o.State.Messages()
	require.Nil(t, messages[1].Raw)
	require.True(t, strings.HasSuffix(messages[1].Text, "x\n[cut: the text had 1200000 bytes]"))
	for i, want := range map[int]string{1: "arguments: 1200008 bytes are more than a call may have", 2: "arguments: 800008 bytes are more", 4: "not run: the id or the name", 5: "not run: the id or the name"} {
		require.Equal(t, runtime.ClassResourceExhausted, messages[2].Results[i].Err.Class)
		require.Contains(t, messages[2].Results[i].Err.Message, want)
	}
	require.Nil(t, messages[3].Raw, "not beside so much text")
	again, err := agent.Decode(o.State.Encode())
	require.NoError(t, err)
	require.Equal(t, o.State.Encode(), again.Encode())
}

// Whoever says yes and no to one request has said nothing.
func TestTwoDecisionsForOneRequest(t *testing.T) {
	var done log
	o := asked(t, &done)
	id := o.Requests[0].ID
	for _, second := range []bool{true, false} {
		again := askedAgent(t, &done).Resume(t.Context(), o.State, agent.Input{Decisions: []agent.Decision{{Request: id, Approved: true}, {Request: id, Approved: second}}})
		require.Equal(t, agent.Refused, again.Reason)
		require.ErrorContains(t, again.Err, `there are two decisions for the request "1.0"`)
	}
	require.Empty(t, done.done)
}

// Calls that a live run answers without running them do not wait in a state, whoever has edited it.
func TestDecodeRefusesBrokenCalls(t *testing.T) {
	var done log
	text := string(asked(t, &done).State.Encode())
	for _, args := range []string{`" }"`, `"{ ]"`, `"5"`, `"[]"`, `"{}{}"`, `"{\"a\":}"`, `"\u0022"`} {
		edited := strings.Replace(text, `"args":"{\"n\":1}"`, `"args":`+strings.ReplaceAll(args, `\u0022`, `\"`), 1)
		require.NotEqual(t, text, edited)
		_, err := agent.Decode([]byte(edited))
		require.ErrorContains(t, err, "a call that is broken, which is answered and never run, has no answer", args)
	}
	edited := strings.Replace(text, `"args":"{\"n\":1}"`, `"args":"{\"n\":1}","error":{"class":"skipped"}`, 1)
	_, err := agent.Decode([]byte(edited))
	require.ErrorContains(t, err, "a call that is broken")
}

func askedAgent(t *testing.T, done *log) *agent.Agent {
	set := runtime.Set{does(runtime.Spec{Name: "ask"}, func(context.Context, []byte) runtime.Result {
		done.add("pay")
		return runtime.Done()
	})}
	return build(t, agent.Config{Registry: registry(t, set, runtime.Authorize(asking{})), Model: script{calls(`c ask {"n":1}`), says("paid")}})
}

// asked is a run that waits for a person.
func asked(t *testing.T, done *log) *agent.Outcome {
	o := askedAgent(t, done).Run(t.Context(), "go")
	require.Equal(t, agent.Paused, o.Reason)
	return o
}

// A stream that breaks off is no answer.
func TestStreamsThatBreakOff(t *testing.T) {
	var done log
	for name, row := range map[string]struct {
		format provider.Format
		events []string
	}{
		"text":                {provider.OpenAI, []string{`{"choices":[{"index":0,"delta":{"content":"half of a sen"}}]}`}},
		"text of Anthropic":   {provider.Anthropic, []string{`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"I will"}}`}},
		"behind a whole call": {provider.OpenAI, []string{`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"pay","arguments":"{}"}}]}}]}`}},
		"at once":             {provider.Ollama, nil},
	} {
		model, err := agent.NewAPI(agent.API{Format: row.format, Stream: func(_ context.Context, _ []byte, event func([]byte) error) error {
			for _, e := range row.events {
				if err := event([]byte(e)); err != nil {
					return err
				}
			}
			return nil
		}})
		require.NoError(t, err)
		o := build(t, agent.Config{Model: model, Registry: registry(t, runtime.Set{does(runtime.Spec{Name: "pay"}, func(context.Context, []byte) runtime.Result {
			done.add("pay")
			return runtime.Done()
		})})}).Run(t.Context(), "go")
		require.Equal(t, agent.Failed, o.Reason, name)
		require.EqualError(t, o.Err, "agent: the streamed answer broke off: it ended without saying that it was whole")
	}
	require.Empty(t, done.done)
}

// An answer that the provider takes back ends the run, which says why, and none of its calls is run.
func TestStoppedAnswers(t *testing.T) {
	for f, response := range map[provider.Format]string{
		provider.OpenAI:    `{"choices":[{"message":{"role":"assistant","content":null},"finish_reason":"content_filter"}]}`,
		provider.Anthropic: `{"role":"assistant","stop_reason":"refusal","content":[{"type":"tool_use","id":"1","name":"pay","input":{}}]}`,
	} {
		var done log
		model, err := agent.NewAPI(agent.API{Format: f, Send: func(context.Context, []byte) ([]byte, error) { return []byte(response), nil }})
		require.NoError(t, err)
		a := build(t, agent.Config{Model: model, Registry: registry(t, runtime.Set{does(runtime.Spec{Name: "pay"}, func(context.Context, []byte) runtime.Result {
			done.add("pay")
			return runtime.Done()
		})})})
		o := a.Run(t.Context(), "go")
		require.Equal(t, agent.Cut, o.Reason)
		require.ErrorContains(t, o.Err, "agent: the provider has stopped what the model said: ")
		require.Empty(t, done.done)
	}
}
