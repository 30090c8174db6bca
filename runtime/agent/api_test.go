package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

// dialogs are two responses of each API, a call and an answer, and what the second request has to say.
var dialogs = map[provider.Format]struct{ request, call, answer, second string }{
	provider.OpenAI: {`{"model":"m"}`,
		`{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"forecast","arguments":"{\"city\":\"Oslo\"}"}}]}}],"usage":{"prompt_tokens":5,"completion_tokens":2}}`,
		`{"choices":[{"message":{"role":"assistant","content":"Sun."}}],"usage":{"prompt_tokens":9,"completion_tokens":1}}`,
		`{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Oslo?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"forecast","arguments":"{\"city\":\"Oslo\"}"}}]},{"role":"tool","tool_call_id":"c1","content":"sun"}],"tools":`},
	provider.Mistral: {`{"model":"m"}`,
		`{"choices":[{"message":{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"name":"forecast","arguments":"{\"city\":\"Oslo\"}"}}]}}],"usage":{"prompt_tokens":5,"completion_tokens":2}}`,
		`{"choices":[{"message":{"role":"assistant","content":"Sun."}}],"usage":{"prompt_tokens":9,"completion_tokens":1}}`,
		`{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Oslo?"},{"role":"assistant","content":"","tool_calls":[{"id":"c1","function":{"name":"forecast","arguments":"{\"city\":\"Oslo\"}"}}]},{"role":"tool","tool_call_id":"c1","name":"forecast","content":"sun"}],"tools":`},
	provider.Ollama: {`{"model":"m"}`,
		`{"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"forecast","arguments":{"city":"Oslo"}}}]},"done":true,"prompt_eval_count":5,"eval_count":2}`,
		`{"message":{"role":"assistant","content":"Sun."},"done":true,"prompt_eval_count":9,"eval_count":1}`,
		`{"model":"m","stream":false,"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Oslo?"},{"role":"assistant","content":"","tool_calls":[{"function":{"name":"forecast","arguments":{"city":"Oslo"}}}]},{"role":"tool","tool_name":"forecast","content":"sun"}],"tools":`},
	provider.Responses: {`{"model":"m"}`,
		`{"output":[{"type":"reasoning","id":"r","encrypted_content":"x"},{"type":"function_call","id":"f","call_id":"c1","name":"forecast","arguments":"{\"city\":\"Oslo\"}"}],"usage":{"input_tokens":5,"output_tokens":2}}`,
		`{"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Sun."}]}],"usage":{"input_tokens":9,"output_tokens":1}}`,
		`{"model":"m","instructions":"Be brief.","input":[{"role":"user","content":"Oslo?"},{"type":"reasoning","id":"r","encrypted_content":"x"},{"type":"function_call","id":"f","call_id":"c1","name":"forecast","arguments":"{\"city\":\"Oslo\"}"},{"type":"function_call_output","call_id":"c1","output":"sun"}],"tools":`},
	provider.Anthropic: {`{"model":"m","max_tokens":9}`,
		`{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"tool_use","id":"c1","name":"forecast","input":{"city":"Oslo"}}],"stop_reason":"tool_use","usage":{"input_tokens":5,"output_tokens":2}}`,
		`{"role":"assistant","content":[{"type":"text","text":"Sun."}],"stop_reason":"end_turn","usage":{"input_tokens":9,"output_tokens":1}}`,
		`{"model":"m","max_tokens":9,"system":"Be brief.","messages":[{"role":"user","content":[{"type":"text","text":"Oslo?"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"tool_use","id":"c1","name":"forecast","input":{"city":"Oslo"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"sun"}]}],"tools":`},
	provider.Bedrock: {``,
		`{"output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"c1","name":"forecast","input":{"city":"Oslo"}}}]}},"stopReason":"tool_use","usage":{"inputTokens":5,"outputTokens":2}}`,
		`{"output":{"message":{"role":"assistant","content":[{"text":"Sun."}]}},"stopReason":"end_turn","usage":{"inputTokens":9,"outputTokens":1}}`,
		`{"system":[{"text":"Be brief."}],"messages":[{"role":"user","content":[{"text":"Oslo?"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"c1","name":"forecast","input":{"city":"Oslo"}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[{"text":"sun"}],"status":"success"}}]}],"toolConfig":`},
	provider.Gemini: {``,
		`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"forecast","args":{"city":"Oslo"}},"thoughtSignature":"x"}]}}],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":2}}`,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"Sun."}]}}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":1}}`,
		`{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"Oslo?"}]},{"role":"model","parts":[{"functionCall":{"name":"forecast","args":{"city":"Oslo"}},"thoughtSignature":"x"}]},{"role":"user","parts":[{"functionResponse":{"name":"forecast","response":{"output":"sun"}}}]}],"tools":`},
}

func weather(t testing.TB, l *log) *runtime.Registry {
	return registry(t, runtime.Set{does(runtime.Spec{Name: "forecast", Description: "Says tomorrow's weather.", ReadOnly: true,
		Input: `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`},
		func(_ context.Context, args []byte) runtime.Result { l.add(string(args)); return runtime.Text("sun") })})
}

// A run over every API that has calls: the requests are those of the API, the turn goes back as it came, and tokens are counted.
func TestEveryAPI(t *testing.T) {
	for _, f := range provider.Formats() {
		if strings.HasPrefix(string(f), "mcp-") {
			_, err := agent.NewAPI(agent.API{Format: f, Send: func(context.Context, []byte) ([]byte, error) { return nil, nil }})
			require.ErrorContains(t, err, "no API has the format")
			continue
		}
		d, found := dialogs[f]
		if f == provider.GeminiLegacy {
			d, found = dialogs[provider.Gemini]
		}
		require.True(t, found, f)
		t.Run(string(f), func(t *testing.T) {
			var l log
			var requests []string
			model, err := agent.NewAPI(agent.API{Format: f, Request: []byte(d.request), Send: func(_ context.Context, request []byte) ([]byte, error) {
				require.True(t, json.Valid(request), "%s", request)
				requests = append(requests, string(request))
				return []byte([]string{d.call, d.answer, d.answer}[len(requests)-1]), nil
			}})
			require.NoError(t, err)
			a := build(t, agent.Config{Registry: weather(t, &l), System: "Be brief.", Model: model})
			o := a.Run(t.Context(), "Oslo?")
			require.NoError(t, o.Err)
			require.Equal(t, "Sun.", o.Text)
			require.Equal(t, []string{`{"city":"Oslo"}`}, l.done)
			require.Equal(t, agent.Usage{Input: 14, Output: 3}, o.Usage)
			require.True(t, strings.HasPrefix(requests[1], d.second), "%s\n%s", d.second, requests[1])
			require.Contains(t, requests[1], `"name":"forecast"`)

			// Another turn of the user, from a state that was written.
			o = a.Resume(t.Context(), reread(t, o.State), agent.Input{Text: "Rome?"})
			require.NoError(t, o.Err)
			require.True(t, strings.HasPrefix(requests[2], strings.TrimSuffix(d.second[:strings.LastIndex(d.second, `],"`)], "")), "%s", requests[2])
			require.Contains(t, requests[2], "Rome?")
		})
	}
}

// A conversation that another model has had: each API writes it in its own words, and what one side says in a row is one message.
func TestConversationsOfOthers(t *testing.T) {
	turn := calls("c1 forecast {\"city\":\"Oslo\"}", "c1 forecast {}", " forecast {")
	turn.Text, turn.Raw, turn.Format = "Hm.", []byte(`["another API"]`), "other"
	for f, want := range map[provider.Format]string{
		provider.OpenAI:    `{"messages":[{"role":"user","content":"Oslo?"},{"role":"assistant","content":"Hm.","tool_calls":[{"id":"c1","type":"function","function":{"name":"forecast","arguments":"{\"city\":\"Oslo\"}"}},{"id":"call_1_2","type":"function","function":{"name":"forecast","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"sun"},{"role":"tool","tool_call_id":"call_1_2","content":"Error: broken"},{"role":"user","content":"Well?"}]`,
		provider.Responses: `{"input":[{"role":"user","content":"Oslo?"},{"role":"assistant","content":"Hm."},{"type":"function_call","call_id":"c1","name":"forecast","arguments":"{\"city\":\"Oslo\"}"},{"type":"function_call","call_id":"call_1_2","name":"forecast","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"sun"},{"type":"function_call_output","call_id":"call_1_2","output":"Error: broken"},{"role":"user","content":"Well?"}]`,
		provider.Anthropic: `{"messages":[{"role":"user","content":[{"type":"text","text":"Oslo?"}]},{"role":"assistant","content":[{"type":"text","text":"Hm."},{"type":"tool_use","id":"c1","name":"forecast","input":{"city":"Oslo"}},{"type":"tool_use","id":"call_1_2","name":"forecast","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"sun"},{"type":"tool_result","tool_use_id":"call_1_2","content":"broken","is_error":true},{"type":"text","text":"Well?"}]}]`,
		provider.Bedrock:   `{"messages":[{"role":"user","content":[{"text":"Oslo?"}]},{"role":"assistant","content":[{"text":"Hm."},{"toolUse":{"toolUseId":"c1","name":"forecast","input":{"city":"Oslo"}}},{"toolUse":{"toolUseId":"call_1_2","name":"forecast","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"c1","content":[{"text":"sun"}],"status":"success"}},{"toolResult":{"toolUseId":"call_1_2","content":[{"text":"broken"}],"status":"error"}},{"text":"Well?"}]}]`,
		provider.Gemini:    `{"contents":[{"role":"user","parts":[{"text":"Oslo?"}]},{"role":"model","parts":[{"text":"Hm."},{"functionCall":{"id":"c1","name":"forecast","args":{"city":"Oslo"}}},{"functionCall":{"name":"forecast","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"forecast","response":{"output":"sun"}}},{"functionResponse":{"name":"forecast","response":{"error":"broken"}}},{"text":"Well?"}]}]`,
		provider.Ollama:    `{"stream":false,"messages":[{"role":"user","content":"Oslo?"},{"role":"assistant","content":"Hm.","tool_calls":[{"function":{"name":"forecast","arguments":{"city":"Oslo"}}},{"function":{"name":"forecast","arguments":{}}}]},{"role":"tool","tool_name":"forecast","tool_call_id":"c1","content":"sun"},{"role":"tool","tool_name":"forecast","content":"Error: broken"},{"role":"user","content":"Well?"}]`,
	} {
		t.Run(string(f), func(t *testing.T) {
			request := ""
			model, err := agent.NewAPI(agent.API{Format: f, Send: func(_ context.Context, r []byte) ([]byte, error) {
				request = string(r)
				return nil, errors.New("enough")
			}})
			require.NoError(t, err)
			conversation := []agent.Message{{Role: agent.User, Text: "Oslo?"}, {Role: agent.Assistant, Text: turn.Text, Calls: turn.Calls, Raw: turn.Raw, Format: turn.Format},
				{Role: agent.Tool, Results: []runtime.Result{runtime.Text("sun"), runtime.Text("twice"), {Err: runtime.NewError(runtime.ClassFailed, "broken")}}},
				{Role: agent.Assistant}, {Role: agent.User, Text: "Well?"}}
			_, err = model.Next(t.Context(), conversation, nil)
			require.EqualError(t, err, "enough")
			require.True(t, json.Valid([]byte(request)))
			require.Equal(t, want+"}", request)
		})
	}
}

// A streamed turn is the same as one that comes at once.
func TestStreams(t *testing.T) {
	events := []string{
		`{"type":"message_start","message":{"usage":{"input_tokens":5,"output_tokens":1}}}`,
		`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hm."}}`,
		`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c1","name":"forecast","input":{}}}`,
		`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"city\":\"Oslo\"}"}}`,
		`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":7}}`,
	}
	model, err := agent.NewAPI(agent.API{Format: provider.Anthropic, Request: []byte(`{"model":"m"}`),
		Stream: func(_ context.Context, request []byte, event func([]byte) error) error {
			require.Contains(t, string(request), `{"model":"m","stream":true,`)
			for _, e := range events {
				if err := event([]byte(e)); err != nil {
					return err
				}
			}
			return nil
		}})
	require.NoError(t, err)
	turn, err := model.Next(t.Context(), []agent.Message{{Role: agent.User, Text: "Oslo?"}}, nil)
	require.NoError(t, err)
	require.Equal(t, "Hm.", turn.Text)
	require.Equal(t, agent.Usage{Input: 5, Output: 7}, turn.Usage)
	require.Equal(t, "forecast", turn.Calls[0].Name)
	require.Equal(t, `{"city":"Oslo"}`, string(turn.Calls[0].Args))
	require.False(t, turn.Cut)
}

// What cannot be an API, what its server reports, and what it cannot offer.
func TestAPIErrors(t *testing.T) {
	send := func(context.Context, []byte) ([]byte, error) {
		return []byte(`{"error":{"message":"overloaded"}}`), nil
	}
	for want, api := range map[string]agent.API{
		`agent: no API has the format "soap"`:                                           {Format: "soap", Send: send},
		"agent: API has neither Send nor Stream":                                        {Format: provider.OpenAI},
		"agent: API.Request: arguments: must be a JSON object, got array":               {Format: provider.OpenAI, Send: send, Request: []byte(`[]`)},
		`agent: API.Request has the member "messages", which the Model writes`:          {Format: provider.OpenAI, Send: send, Request: []byte(`{"messages":[]}`)},
		`agent: API.Request has the member "toolConfig", which the Model writes`:        {Format: provider.Bedrock, Send: send, Request: []byte(`{"toolConfig":{}}`)},
		`agent: API.Request has the member "systemInstruction", which the Model writes`: {Format: provider.Gemini, Send: send, Request: []byte(`{"systemInstruction":{}}`)},
	} {
		_, err := agent.NewAPI(api)
		require.EqualError(t, err, want)
	}
	told := 0
	model, err := agent.NewAPI(agent.API{Format: provider.OpenAI, Send: send, Unoffered: func(err error) { told++; require.ErrorContains(t, err, "bad") }})
	require.NoError(t, err)
	a := build(t, agent.Config{Model: model, Registry: registry(t, runtime.Set{does(runtime.Spec{Name: "bad", Input: `{`}, func(context.Context, []byte) runtime.Result { return runtime.Done() })})})
	for range 2 {
		o := a.Run(t.Context(), "go")
		require.Equal(t, agent.Failed, o.Reason)
		require.ErrorContains(t, o.Err, "overloaded")
	}
	require.Equal(t, 1, told)
}
