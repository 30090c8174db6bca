package provider_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// streams are answers with two calls in events, one a line, and the turn that they come to.
var streams = []struct {
	name   string
	format provider.Format
	events string
	turn   string
	ids    [2]string
}{
	{"OpenAI", provider.OpenAI, `
{"choices":[{"index":0,"delta":{"role":"assistant","content":null}}]}
{"choices":[{"index":0,"delta":{"content":"Hm"}}]}
{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"1","type":"function","function":{"name":"a","arguments":""}}]}}]}
{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{ \"id\":900719"}}]}}]}
{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"2","type":"function","function":{"name":"b","arguments":""}}]}}]}
{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"9254740993,\"x\":1.50,\"s\":\"\\u00e9\\n\" }"}}]}}]}
{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}
{"choices":[],"usage":{}}
[DONE]`, `[{"role":"assistant","content":"Hm","tool_calls":[{"id":"1","type":"function","function":{"name":"a","arguments":` + quoted(big) + `}},{"id":"2","type":"function","function":{"name":"b","arguments":"{}"}}]}]`, [2]string{"1", "2"}},
	{"no index, whole calls", provider.Mistral, `
{"choices":[{"delta":{"content":"","tool_calls":[{"id":"1","function":{"name":"a","arguments":` + quoted(big) + `}},{"id":"2","function":{"name":"b","arguments":"{}"}}]}}]}`,
		`[{"role":"assistant","content":"","tool_calls":[{"id":"1","type":"function","function":{"name":"a","arguments":` + quoted(big) + `}},{"id":"2","type":"function","function":{"name":"b","arguments":"{}"}}]}]`, [2]string{"1", "2"}},
	{"every index is 0", provider.OpenAI, `
{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":` + quoted(big) + `}}]}}]}
{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"2","function":{"name":"b","arguments":"{}"}}]}}]}`,
		`[{"role":"assistant","content":"","tool_calls":[{"id":"1","type":"function","function":{"name":"a","arguments":` + quoted(big) + `}},{"id":"2","type":"function","function":{"name":"b","arguments":"{}"}}]}]`, [2]string{"1", "2"}},
	{"Ollama", provider.Ollama, `
{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"a","arguments":` + big + `}}]},"done":false}
{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"b","arguments":{}}}]},"done":false}
{"model":"m","message":{"role":"assistant","content":""},"done":true}`,
		`[{"role":"assistant","content":"","tool_calls":[{"function":{"name":"a","arguments":` + big + `}},{"function":{"name":"b","arguments":{}}}]}]`, [2]string{"", ""}},
	{"Responses", provider.Responses, `
{"type":"response.created","response":{"id":"r","error":null}}
{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"fc","call_id":"1","name":"a","arguments":""}}
{"type":"response.function_call_arguments.delta","output_index":0,"item_id":"fc","delta":"{ \"id\":9007199254740993,\"x\":"}
{"type":"response.function_call_arguments.delta","item_id":"fc","delta":"1.50,\"s\":\"\\u00e9\\n\" }"}
{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"fc","call_id":"1","name":"a","arguments":` + quoted(big) + `}}
{"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","id":"fd","call_id":"2","name":"b","arguments":""}}
{"type":"response.function_call_arguments.done","output_index":1,"arguments":"{}"}
{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","id":"fd","call_id":"2","name":"b","arguments":"{}"}}`,
		`[{"type":"function_call","id":"fc","call_id":"1","name":"a","arguments":` + quoted(big) + `},{"type":"function_call","id":"fd","call_id":"2","name":"b","arguments":"{}"}]`, [2]string{"1", "2"}},
	{"Anthropic", provider.Anthropic, `
{"type":"message_start","message":{"id":"m","content":[]}}
{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"so"}}
{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"sig"}}
{"type":"content_block_stop","index":0}
{"type":"ping"}
{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"1","name":"a","input":{}}}
{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":""}}
{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{ \"id\":9007199254740993,\"x\":1.5"}}
{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"0,\"s\":\"\\u00e9\\n\" }"}}
{"type":"content_block_stop","index":1}
{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"2","name":"b","input":{}}}
{"type":"content_block_stop","index":2}
{"type":"message_delta","delta":{"stop_reason":"tool_use"}}
{"type":"message_stop"}`, `[{"role":"assistant","content":[{"type":"thinking","thinking":"so","signature":"sig"},{"type":"tool_use","id":"1","name":"a","input":` + big + `},{"type":"tool_use","id":"2","name":"b","input":{}}]}]`, [2]string{"1", "2"}},
	{"Gemini", provider.Gemini, `
{"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"}}]}
{"candidates":[{"content":{"parts":[{"functionCall":{"name":"a","args":` + big + `},"thoughtSignature":"sig"}],"role":"model"}}]}
{"candidates":[{"content":{"parts":[{"functionCall":{"name":"b"}}]},"finishReason":"STOP"}]}`,
		`[{"role":"model","parts":[{"text":"a"},{"functionCall":{"name":"a","args":` + big + `},"thoughtSignature":"sig"},{"functionCall":{"name":"b"}}]}]`, [2]string{"", ""}},
	{"Bedrock", provider.Bedrock, `
{"messageStart":{"role":"assistant"}}
{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"a"}}}
{"contentBlockStart":{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"1","name":"a"}}}}
{"contentBlockDelta":{"contentBlockIndex":1,"delta":{"toolUse":{"input":"{ \"id\":9007199254740993,"}}}}
{"contentBlockIndex":1,"delta":{"toolUse":{"input":"\"x\":1.50,\"s\":\"\\u00e9\\n\" }"}}}
{"contentBlockStop":{"contentBlockIndex":1}}
{"contentBlockIndex":2,"start":{"toolUse":{"toolUseId":"2","name":"b"}}}
{"contentBlockStop":{"contentBlockIndex":2}}
{"messageStop":{"stopReason":"tool_use"}}`, `[{"role":"assistant","content":[{"text":"a"},{"toolUse":{"toolUseId":"1","name":"a","input":` + big + `}},{"toolUse":{"toolUseId":"2","name":"b","input":{}}}]}]`, [2]string{"1", "2"}},
}

func TestStream(t *testing.T) {
	for _, row := range streams {
		t.Run(row.name, func(t *testing.T) {
			s := provider.NewStream(row.format)
			_, err := s.Turn()
			require.EqualError(t, err, "provider: the stream has no message of a model")
			for event := range strings.Lines(row.events) {
				require.NoError(t, s.Event([]byte(event)))
			}
			calls := s.Calls()
			require.Len(t, calls, 2)
			for i, name := range []string{"a", "b"} {
				require.Equal(t, name, calls[i].Name)
				require.Equal(t, row.ids[i], calls[i].ID)
				require.Nil(t, calls[i].Err)
			}
			require.Less(t, calls[0].Index, calls[1].Index)
			require.Equal(t, big, string(calls[0].Args))
			require.Equal(t, "{}", string(calls[1].Args), "J1")
			turn, err := s.Turn()
			require.NoError(t, err)
			require.Equal(t, row.turn, string(turn))
		})
	}
}

// A stream that breaks off leaves calls that are not to be run; what was whole before stays whole.
func TestStreamBreaksOff(t *testing.T) {
	for _, row := range streams {
		for upto := range strings.Count(row.events, "\n") {
			s, whole := provider.NewStream(row.format), 0
			for event := range strings.Lines(row.events) {
				if whole++; whole > upto {
					break
				}
				require.NoError(t, s.Event([]byte(event)))
			}
			for _, c := range s.Calls() {
				require.True(t, c.Err != nil || string(c.Args) == map[string]string{"a": big, "b": "{}"}[c.Name], "%s after %d events: %s", row.name, upto, c.Args)
			}
		}
	}
	s := provider.NewStream(provider.Anthropic)
	require.NoError(t, s.Event([]byte(`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"rm","input":{}}}`)))
	require.NoError(t, s.Event([]byte(`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"path\":\"/"}}`)))
	require.Equal(t, runtime.ClassInvalidArguments, s.Calls()[0].Err.Class)
	turn, err := s.Turn()
	require.NoError(t, err)
	require.Equal(t, `[{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"rm","input":{}}]}]`, string(turn), "an object, as the API wants it")
	require.EqualError(t, s.Event([]byte(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)), "provider: the server answers: Overloaded")
	require.EqualError(t, s.Event([]byte(`{"type":`)), "provider: the event is not JSON at byte 8")
	require.EqualError(t, s.Event([]byte(`7`)), "provider: the event is not JSON at byte 1")
	require.EqualError(t, provider.NewStream("telex").Event(nil), "provider: there is no format telex")
	big := []byte(`{"type":"content_block_delta","index":0,"delta":{"partial_json":"` + strings.Repeat("x", 1<<20) + `"}}`)
	for err = nil; err == nil; err = s.Event(big) {
	}
	require.EqualError(t, err, "provider: the streamed answer is too large")
}
