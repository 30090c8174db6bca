package provider_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// Law: whatever a server sends, complete or as events, nothing panics; a call is an object or is marked; what goes back is JSON; and
// every id is answered once, in order.
func FuzzCalls(f *testing.F) {
	for _, row := range streams {
		f.Add(row.events)
	}
	for _, row := range responses {
		f.Add(strings.Replace(row.response, "@", row.turn, 1))
	}
	for format := range answered {
		f.Add(string(answer(format, true, [3]string{"1", "a", `{}`}, [3]string{"1", "", `[]`}, [3]string{"", "b", "raw:null"})))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for format := range answered {
			s := provider.NewStream(format)
			for event := range strings.Lines(text) {
				_ = s.Event([]byte(event))
			}
			calls, err := provider.Calls(format, []byte(text))
			require.True(t, err == nil || calls == nil)
			turn, err := provider.Turn(format, []byte(text))
			lawful(t, format, text, calls, turn, err)
			turn, err = s.Turn()
			lawful(t, format, text, s.Calls(), turn, err)
		}
	})
}

func lawful(t *testing.T, f provider.Format, text string, calls []provider.Call, turn []byte, err error) {
	require.True(t, err != nil || !utf8.ValidString(text) || json.Valid(turn), "%s: %s", f, turn)
	var want []string
	for _, c := range calls {
		require.True(t, c.Err != nil || c.Name != "" && json.Valid([]byte(strings.ToValidUTF8(string(c.Args), "?"))) && strings.TrimLeft(string(c.Args), " \t\r\n")[0] == '{', "%s: %s", f, c.Args)
		if id := strings.ToValidUTF8(c.ID, "\uFFFD"); c.ID != "" && !slices.Contains(want, id) {
			want = append(want, id)
		}
	}
	results, err := provider.Results(f, calls, make([]runtime.Result, len(calls)))
	require.NoError(t, err)
	var messages any
	require.NoError(t, json.Unmarshal(results, &messages), "%s", results)
	require.ElementsMatch(t, want, slices.Compact(answeredIDs(messages, nil)), "%s: %s", f, results)
}

// answeredIDs are the ids that messages with results name.
func answeredIDs(v any, list []string) []string {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			list = answeredIDs(item, list)
		}
	case map[string]any:
		for name, value := range v {
			id, is := value.(string)
			if is && id != "" && slices.Contains([]string{"tool_call_id", "call_id", "tool_use_id", "toolUseId", "id"}, name) {
				list = append(list, id)
			} else {
				list = answeredIDs(value, list)
			}
		}
	}
	return list
}

// Law: arguments arrive byte for byte, complete or in pieces; they are run where they are one JSON object, and nowhere else.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{big, `{}`, ``, ` `, `null`, `[1]`, `{"a":`, `{"a":1}x`, `{"a":"😀\ud800"}`, "{\"a\":\"<&>\u2028\"}", `{"a":1e400,"a":2}`} {
		f.Add(seed, uint8(3), uint8(7))
	}
	f.Fuzz(func(t *testing.T, arguments string, first, second uint8) {
		if !utf8.ValidString(arguments) {
			return
		}
		blank := strings.Trim(arguments, " \t\r\n")
		object := json.Valid([]byte(arguments)) && blank[0] == '{'
		for format, form := range answered {
			if !form.text && !object {
				continue // an answer like that is not JSON
			}
			calls, err := provider.Calls(format, answer(format, false, [3]string{"1", "a", arguments}))
			require.NoError(t, err)
			exact(t, arguments, blank, object, calls)
		}
		a, b := min(int(first), len(arguments)), min(int(second), len(arguments))
		pieces := []string{arguments[:min(a, b)], arguments[min(a, b):max(a, b)], arguments[max(a, b):]}
		if !utf8.ValidString(pieces[0]) || !utf8.ValidString(pieces[1]) || !utf8.ValidString(pieces[2]) {
			return
		}
		for format, events := range inPieces {
			s := streamed(t, format, events[0])
			for _, piece := range pieces {
				require.NoError(t, s.Event(fmt.Appendf(nil, events[1], quoted(piece))))
			}
			require.NoError(t, s.Event([]byte(events[2])))
			exact(t, arguments, blank, object, s.Calls())
		}
	})
}

func exact(t *testing.T, arguments, blank string, object bool, calls []provider.Call) {
	require.Len(t, calls, 1)
	if blank == "" || blank == "null" {
		arguments, object = "{}", true // J1
	}
	require.Equal(t, arguments, string(calls[0].Args))
	require.Equal(t, object, calls[0].Err == nil, "%s: %v", arguments, calls[0].Err)
}

// inPieces are how a call begins, goes on and ends in the formats that stream its arguments as text.
var inPieces = map[provider.Format][3]string{
	provider.OpenAI: {`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":""}}]}}]}`,
		`{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":%s}}]}}]}`, `[DONE]`},
	provider.Responses: {`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"1","name":"a","arguments":""}}`,
		`{"type":"response.function_call_arguments.delta","output_index":0,"delta":%s}`, `{"type":"response.completed","response":{"status":"completed"}}`},
	provider.Anthropic: {`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"a","input":{}}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":%s}}`, `{"type":"content_block_stop","index":0}`},
	provider.Bedrock: {`{"contentBlockStart":{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"1","name":"a"}}}}`,
		`{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"toolUse":{"input":%s}}}}`, `{"contentBlockStop":{"contentBlockIndex":0}}`},
}
