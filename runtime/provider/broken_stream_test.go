package provider_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/provider"
)

// streamed feeds events, one a line.
func streamed(t *testing.T, f provider.Format, events string) *provider.Stream {
	t.Helper()
	s := provider.NewStream(f)
	for event := range strings.Lines(events) {
		require.NoError(t, s.Event([]byte(event)))
	}
	return s
}

// A call of which nothing has come but its name may be a call without arguments, or the first of a long one: it is run only
// where the server has said that it is whole.
func TestStreamWithoutArguments(t *testing.T) {
	for _, row := range []struct {
		format             provider.Format
		begin, whole, stop string
	}{
		{provider.OpenAI, `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":""}}]}}]}`, `[DONE]`, `{"choices":[{"delta":{},"finish_reason":"length"}]}`},
		{provider.OpenAI, `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":""}}]}}]}`, `{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`, `{"choices":[{"delta":{},"finish_reason":null}]}`},
		{provider.Responses, `{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":"","status":"in_progress"}}`,
			`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":"","status":"completed"}}`,
			`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":"","status":"incomplete"}}`},
		{provider.Anthropic, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"a","input":{}}}`, `{"type":"content_block_stop","index":0}`, `{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}`},
		{provider.Bedrock, `{"contentBlockStart":{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"1","name":"a"}}}}`, `{"contentBlockStop":{"contentBlockIndex":0}}`, `{"messageStop":{"stopReason":"max_tokens"}}`},
		{provider.Bedrock, `{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"1","name":"a"}}}`, `{"contentBlockIndex":0}`, `{"stopReason":"max_tokens"}`},
		{provider.Gemini, `{"candidates":[{"content":{"parts":[{"functionCall":{"id":"1","name":"a","willContinue":true}}]}}]}`, `{"candidates":[{"content":{"parts":[{"functionCall":{}}]}}]}`, `{"candidates":[{"finishReason":"MAX_TOKENS"}]}`},
	} {
		s := streamed(t, row.format, row.begin)
		require.Len(t, s.Calls(), 1)
		require.NotNil(t, s.Calls()[0].Err, "%s: nothing is known of the rest", row.format)
		s = streamed(t, row.format, row.begin+"\n"+row.stop)
		require.NotNil(t, s.Calls()[0].Err, "%s: cut", row.format)
		s = streamed(t, row.format, row.begin+"\n"+row.whole)
		require.Equal(t, []provider.Call{{ID: "1", Name: "a", Args: []byte("{}")}}, s.Calls(), row.format)
	}
}

// What servers do that the documentation does not say.
func TestStreamsInTheWild(t *testing.T) {
	type call struct {
		id, name, args string
		index          int
	}
	for _, row := range []struct {
		name   string
		format provider.Format
		events string
		want   []call
		turn   string // "" where it is not of interest
	}{
		{"every index is 0, arguments in pieces", provider.OpenAI, `
{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":""}}]}}]}
{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"x\":"}}]}}]}
{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]}
{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"2","function":{"name":"b","arguments":""}}]}}]}
{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`, []call{{"1", "a", `{"x":1}`, 0}, {"2", "b", `{}`, 1}}, ""},
		{"the id in every piece", provider.OpenAI, `
{"choices":[{"delta":{"tool_calls":[{"index":1,"id":"1","function":{"name":"a","arguments":"{"}}]}}]}
{"choices":[{"delta":{"tool_calls":[{"index":1,"id":"1","function":{"name":"","arguments":"}"}}]}}]}`, []call{{"1", "a", `{}`, 0}}, ""},
		{"no index and no ids, whole objects", provider.OpenAI, `
{"choices":[{"delta":{"tool_calls":[{"function":{"name":"a","arguments":{"x":1}}},{"function":{"name":"a","arguments":{"x":2}}}]}}]}`, []call{{"", "a", `{"x":1}`, 0}, {"", "a", `{"x":2}`, 1}}, ""},
		{"signatures beside a call, and thoughts, go back", provider.OpenAI, `
{"choices":[{"delta":{"role":"assistant","content":null,"reasoning_content":"so "}}]}
{"choices":[{"delta":{"reasoning_content":"so","reasoning_details":[{"a":1}]}}]}
{"choices":[{"delta":{"content":"Hm","reasoning_details":[{"b":2}],"refusal":null,"annotations":[]}}]}
{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","extra_content":{"google":{"thought_signature":"s"}},"function":{"name":"a","arguments":"{}"}}]},"finish_reason":"stop"}]}`, []call{{"1", "a", `{}`, 0}},
			`[{"role":"assistant","reasoning_content":"so so","reasoning_details":[{"a":1},{"b":2}],"content":"Hm","tool_calls":[{"id":"1","type":"function","extra_content":{"google":{"thought_signature":"s"}},"function":{"name":"a","arguments":"{}"}}]}]`},
		{"Mistral's content is a list of chunks", provider.Mistral, `
{"choices":[{"delta":{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"so"}]}]}}]}
{"choices":[{"delta":{"content":[{"type":"text","text":"Hm"}]},"finish_reason":"stop"}]}`, nil,
			`[{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"so"}]},{"type":"text","text":"Hm"}]}]`},
		{"Ollama thinks", provider.Ollama, `
{"message":{"role":"assistant","content":"","thinking":"s"},"done":false}
{"message":{"role":"assistant","content":"","thinking":"o","tool_calls":[{"id":"c1","function":{"index":0,"name":"a","arguments":{}}}]},"done":false}
{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}`, []call{{"c1", "a", `{}`, 0}},
			`[{"role":"assistant","content":"","thinking":"so","tool_calls":[{"id":"c1","type":"function","function":{"name":"a","arguments":{}}}]}]`},
		{"Anthropic runs a tool itself, and cites", provider.Anthropic, `
{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}
{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"query\":\"x\"}"}}
{"type":"content_block_stop","index":0}
{"type":"content_block_start","index":1,"content_block":{"type":"web_search_tool_result","tool_use_id":"s","content":[{"url":"u"}]}}
{"type":"content_block_start","index":2,"content_block":{"type":"text","text":"","citations":[]}}
{"type":"content_block_delta","index":2,"delta":{"type":"citations_delta","citation":{"url":"u"}}}
{"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"Hm"}}
{"type":"content_block_start","index":3,"content_block":{"type":"redacted_thinking","data":"x"}}
{"type":"content_block_start","index":4,"content_block":{"type":"tool_use","id":"1","name":"a","input":{},"caller":{"type":"direct"}}}
{"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"{\"x\":1}"}}
{"type":"message_stop"}`, []call{{"1", "a", `{"x":1}`, 4}},
			`[{"role":"assistant","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{"query":"x"}},{"type":"web_search_tool_result","tool_use_id":"s","content":[{"url":"u"}]},` +
				`{"type":"text","text":"Hm","citations":[{"url":"u"}]},{"type":"redacted_thinking","data":"x"},{"type":"tool_use","id":"1","name":"a","input":{"x":1},"caller":{"type":"direct"}}]}]`},
		{"Bedrock thinks, and hides it", provider.Bedrock, `
{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"reasoningContent":{"text":"so"}}}}
{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"reasoningContent":{"signature":"sig"}}}}
{"contentBlockDelta":{"contentBlockIndex":1,"delta":{"reasoningContent":{"redactedContent":"eA=="}}}}
{"contentBlockStart":{"contentBlockIndex":2,"start":{"toolUse":{"toolUseId":"g","name":"nova_grounding","type":"server_tool_use"}}}}
{"contentBlockDelta":{"contentBlockIndex":2,"delta":{"toolUse":{"input":"{}"}}}}
{"contentBlockDelta":{"contentBlockIndex":3,"delta":{"text":"Hm"}}}`, nil,
			`[{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"so","signature":"sig"}}},{"reasoningContent":{"redactedContent":"eA=="}},{"text":"Hm"}]}]`},
		{"Vertex streams arguments", provider.Gemini, `
{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"1","name":"a","willContinue":true},"thoughtSignature":"c2ln"}]}}]}
{"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.n","numberValue":9007199254740993},{"jsonPath":"$.list[0].on","boolValue":true}],"willContinue":true}}]}}]}
{"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$['a b']","stringValue":"wa\n","willContinue":true}],"willContinue":true}}]}}]}
{"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$['a b']","stringValue":"rm"},{"jsonPath":"$.list[1]","nullValue":"NULL_VALUE"}],"willContinue":true}}]}}]}
{"candidates":[{"content":{"parts":[{"functionCall":{}}]}}]}
{"candidates":[{"content":{"parts":[{"functionCall":{"name":"b","partialArgs":[{"jsonPath":"$.x","stringValue":"y"}],"willContinue":false}}]},"finishReason":"STOP"}]}`,
			[]call{{"1", "a", `{"n":9007199254740993,"list":[{"on":true},null],"a b":"wa\nrm"}`, 0}, {"", "b", `{"x":"y"}`, 1}},
			`[{"role":"model","parts":[{"functionCall":{"id":"1","name":"a","args":{"n":9007199254740993,"list":[{"on":true},null],"a b":"wa\nrm"}},"thoughtSignature":"c2ln"},{"functionCall":{"name":"b","args":{"x":"y"}}}]}]`},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := streamed(t, row.format, row.events)
			var got []call
			for _, c := range s.Calls() {
				require.Nil(t, c.Err)
				got = append(got, call{c.ID, c.Name, string(c.Args), c.Index})
			}
			require.Equal(t, row.want, got)
			turn, err := s.Turn()
			require.NoError(t, err)
			if row.turn != "" {
				require.Equal(t, row.turn, string(turn))
			}
		})
	}
}

// Bits of arguments that have no place, or contradict each other, leave a call that is not run.
func TestStreamedArgumentsWithoutAPlace(t *testing.T) {
	for _, bits := range []string{
		`{"jsonPath":"x","stringValue":"a"}`, `{"jsonPath":"$","stringValue":"a"}`, `{"jsonPath":"$.a[1]","stringValue":"a"}`, `{"jsonPath":"$..a","stringValue":"a"}`,
		`{"jsonPath":"$[0]","numberValue":1}`, `{"jsonPath":"$.a","stringValue":7}`, `{"jsonPath":"$['a","numberValue":1}`, `{"jsonPath":"$[a]","numberValue":1}`,
		`{"jsonPath":"$.a","numberValue":1},{"jsonPath":"$.a.b","numberValue":1}`, `{"jsonPath":"$.a.b","numberValue":1},{"jsonPath":"$.a","numberValue":1}`,
		`{"jsonPath":"$` + strings.Repeat(".a", 100) + `","numberValue":1}`, `{"jsonPath":"$.a[9999999]","numberValue":1}`, `{}`,
	} {
		s := streamed(t, provider.Gemini, `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"a","partialArgs":[`+bits+`]}}]}}]}`)
		require.Len(t, s.Calls(), 1)
		require.NotNil(t, s.Calls()[0].Err, bits)
		_, err := s.Turn()
		require.NoError(t, err)
	}
}

// A failure that comes as an event of its own.
func TestStreamFailures(t *testing.T) {
	for f, event := range map[provider.Format]string{
		provider.Responses: `{"type":"error","code":"rate_limit","message":"slow down","param":null}`,
		provider.OpenAI:    `{"error":{"message":"slow down"}}`,
		provider.Anthropic: `{"type":"error","error":{"type":"overloaded_error","message":"slow down"}}`,
		provider.Gemini:    `{"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED"}}`,
		provider.Bedrock:   `{"throttlingException":{"message":"slow down"}}`,
		provider.Ollama:    `{"error":"slow down"}`,
	} {
		require.EqualError(t, provider.NewStream(f).Event([]byte(event)), "provider: the server answers: slow down", f)
	}
	require.EqualError(t, provider.NewStream(provider.Responses).Event([]byte(`{"type":"response.failed","response":{"status":"failed","error":{"code":"x","message":"slow down"}}}`)), "provider: the server answers: slow down")
}
