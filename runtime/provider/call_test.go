package provider_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// big is arguments whose bytes must arrive as they are: an integer that no float holds, and spellings that a parser changes.
const big = `{ "id":9007199254740993,"x":1.50,"s":"\u00e9\n" }`

// quoted is text in a JSON string.
func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// responses are complete answers with two calls, and what the model's turn is in the next request.
var responses = []struct {
	format         provider.Format
	response, turn string
	first, second  int // indexes
	anonymous      bool
}{
	{provider.OpenAI, `{"id":"c","choices":[{"index":0,"message":@,"finish_reason":"tool_calls"},{"message":{"tool_calls":[{"id":"other","function":{"name":"z"}}]}}]}`,
		`{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"a","arguments":` + quoted(big) + `}},{"id":"2","type":"function","function":{"name":"b","arguments":""}}]}`, 0, 1, false},
	{provider.Mistral, `{"choices":[{"message":@}]}`,
		`{"role":"assistant","content":"","tool_calls":[{"id":"1","function":{"name":"a","arguments":` + quoted(big) + `}},{"id":"2","function":{"name":"b","arguments":{}}}]}`, 0, 1, false},
	{provider.Ollama, `{"model":"m","message":@,"done":true}`,
		`{"role":"assistant","content":"","tool_calls":[{"function":{"name":"a","arguments":` + big + `}},{"function":{"name":"b"}}]}`, 0, 1, true},
	{provider.Responses, `{"id":"r","error":null,"output":@,"status":"completed"}`,
		`[{"type":"reasoning","id":"rs","summary":[]},{"type":"function_call","id":"fc_1","call_id":"1","name":"a","arguments":` + quoted(big) + `},{"type":"function_call","call_id":"2","name":"b","arguments":"  "}]`, 1, 2, false},
	{provider.Anthropic, `{"type":"message","role":"assistant","content":@,"stop_reason":"tool_use"}`,
		`[{"type":"text","text":"I \"look\"."},{"type":"tool_use","id":"1","name":"a","input":` + big + `},{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"tool_use","id":"2","name":"b","input":{}}]`, 1, 3, false},
	{provider.Gemini, `{"candidates":[{"content":@,"finishReason":"STOP"}]}`,
		`{"role":"model","parts":[{"text":"x"},{"functionCall":{"id":"1","name":"a","args":` + big + `},"thoughtSignature":"sig"},{"functionCall":{"id":"2","name":"b"}}]}`, 1, 2, false},
	{provider.Bedrock, `{"output":{"message":@},"stopReason":"tool_use"}`,
		`{"role":"assistant","content":[{"toolUse":{"toolUseId":"1","name":"a","input":` + big + `}},{"toolUse":{"toolUseId":"2","name":"b","input":{}}}]}`, 0, 1, false},
}

func TestCalls(t *testing.T) {
	for _, row := range responses {
		t.Run(string(row.format), func(t *testing.T) {
			response := []byte(strings.Replace(row.response, "@", row.turn, 1))
			calls, err := provider.Calls(row.format, response)
			require.NoError(t, err)
			want := []provider.Call{{Index: row.first, ID: "1", Name: "a", Args: []byte(big)}, {Index: row.second, ID: "2", Name: "b", Args: []byte("{}")}}
			if row.anonymous {
				want[0].ID, want[1].ID = "", ""
			}
			require.Equal(t, want, calls, "J1: nothing is {}")

			turn, err := provider.Turn(row.format, response)
			require.NoError(t, err)
			switch {
			case row.format == provider.Responses:
				require.Equal(t, row.turn, string(turn))
			case row.format == provider.Anthropic:
				require.Equal(t, `[{"role":"assistant","content":`+row.turn+`}]`, string(turn))
			default:
				require.Equal(t, "["+row.turn+"]", string(turn))
			}

			// The text, the list, and arguments: once out of the response and, where they stand in a string, once out of that.
			require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = provider.Calls(row.format, response) }), 2.0+2+2)
			for end := range response {
				_, err := provider.Calls(row.format, response[:end])
				require.Error(t, err, "a response that has been cut")
			}
		})
	}
}

func TestCallsRefuses(t *testing.T) {
	for _, row := range []struct{ response, want string }{
		{``, "provider: the response is not JSON at byte 0"}, {`[]`, "provider: the response is not JSON at byte 0"},
		{`{} {}`, "provider: the response is not JSON at byte 3"}, {`{"a":tru}`, "provider: the response is not JSON at byte 5"},
		{strings.Repeat(`{"a":`, 2000), "provider: the response is nested deeper than 1000 levels"},
		{`{"error":{"message":"no \"key\"","type":"auth"}}`, `provider: the server answers: no "key"`}, {`{"error":"gone"}`, "provider: the server answers: gone"},
	} {
		_, err := provider.Calls(provider.OpenAI, []byte(row.response))
		require.EqualError(t, err, row.want, "%.50s", row.response)
	}
	_, err := provider.Calls("telex", nil)
	require.EqualError(t, err, "provider: there is no format telex")
	_, err = provider.Calls(provider.MCPNov2025, nil)
	require.EqualError(t, err, "provider: calls and results of mcp-2025-11-25 are the protocol's business")
	calls, err := provider.Calls(provider.OpenAI, []byte(`{"choices":[{"message":{"content":"hi","tool_calls":null}}]}`))
	require.NoError(t, err)
	require.Empty(t, calls)
	_, err = provider.Turn(provider.OpenAI, []byte(`{"choices":[]}`))
	require.EqualError(t, err, "provider: the response has no message of a model")
}

// Broken calls are calls, with an answer of their own, and nothing is run for them.
func TestBrokenCalls(t *testing.T) {
	for _, row := range []struct{ name, arguments, want string }{
		{"cut", `{"path":"/`, "arguments: the JSON ends in the middle; send the whole object"},
		{"cut before a name", `{"path":1,`, "arguments: the JSON ends in the middle; send the whole object"},
		{"words", `path = 1`, "arguments: not valid JSON at byte 0; send one JSON object"},
		{"two", `{"a":1}{"a":1}`, "arguments: not valid JSON at byte 7; send one JSON object"},
		{"a fence", "```json\n{}\n```", "arguments: not valid JSON at byte 0; send one JSON object"},
		{"a list", `[1]`, "arguments: must be a JSON object, got array"},
		{"a number", `12`, "arguments: must be a JSON object, got number"},
		{"J1 null", `null`, ""}, {"J1 nothing", ``, ""}, {"J1 blanks", " \n", ""}, {"blanks around", " {} ", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			calls, err := provider.Calls(provider.OpenAI, []byte(`{"choices":[{"message":{"tool_calls":[{"id":"1","function":{"name":"a","arguments":`+quoted(row.arguments)+`}}]}}]}`))
			require.NoError(t, err)
			require.Len(t, calls, 1)
			if row.want == "" {
				require.Nil(t, calls[0].Err)
				require.Equal(t, "{}", strings.TrimSpace(string(calls[0].Args)))
				return
			}
			require.Equal(t, runtime.ClassInvalidArguments, calls[0].Err.Class)
			require.Equal(t, row.want, calls[0].Err.Message)
			require.Equal(t, row.arguments, string(calls[0].Args), "as the model wrote them")
		})
	}
	calls, err := provider.Calls(provider.Anthropic, []byte(`{"content":[{"type":"tool_use","id":"1","name":"a","input":[1]},{"type":"tool_use","id":"2"},{"type":"tool_use","id":"1","name":"a","input":{}}]}`))
	require.NoError(t, err)
	require.Equal(t, []string{"arguments: must be a JSON object, got array", "the call names no tool", "the id of this call has been used before; only the first call of that id counts"},
		[]string{calls[0].Err.Message, calls[1].Err.Message, calls[2].Err.Message})
}

// One result for each call ID, in order, whatever becomes of the calls.
func TestRunAndResults(t *testing.T) {
	var ran []string
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(runtime.Set{
		runtime.Func(runtime.Spec{Name: "echo"}, func(ctx context.Context, args []byte) runtime.Result {
			ran = append(ran, runtime.CallFrom(ctx).ID+runtime.PrincipalFrom(ctx).ID)
			return runtime.Result{JSON: args}
		}),
		runtime.Func(runtime.Spec{Name: "panics"}, func(context.Context, []byte) runtime.Result { panic("x") }),
	}))
	calls, err := provider.Calls(provider.Anthropic, []byte(`{"content":[{"type":"tool_use","id":"1","name":"echo","input":`+big+`},{"type":"tool_use","id":"2","name":"nothing","input":{}},`+
		`{"type":"tool_use","id":"1","name":"echo","input":{}},{"type":"tool_use","id":"3","name":"panics","input":{}},{"type":"tool_use","id":"4","name":"echo","input":7}]}`))
	require.NoError(t, err)
	results := provider.Run(runtime.WithPrincipal(context.Background(), runtime.Principal{ID: "ann"}), reg, calls)
	require.Equal(t, []string{"1ann"}, ran)
	messages, err := provider.Results(provider.Anthropic, calls, results)
	require.NoError(t, err)
	require.Equal(t, `[{"role":"user","content":[`+
		`{"type":"tool_result","tool_use_id":"1","content":`+quoted(big)+`},`+
		`{"type":"tool_result","tool_use_id":"2","content":"unknown tool \"nothing\"","is_error":true},`+
		`{"type":"tool_result","tool_use_id":"3","content":"internal error in tool panics","is_error":true},`+
		`{"type":"tool_result","tool_use_id":"4","content":"arguments: must be a JSON object, got number","is_error":true}]}]`, string(messages))
	_, err = provider.Results(provider.Anthropic, calls, results[1:])
	require.EqualError(t, err, "provider: 5 calls have 4 results")
}

// How each API is told what came out.
func TestResults(t *testing.T) {
	picture := runtime.Part{Kind: runtime.ImagePart, MIME: "image/png", Data: []byte("png")}
	sound := runtime.Part{Kind: runtime.AudioPart, MIME: "audio/wav", Data: []byte("wav")}
	calls := []provider.Call{{ID: "1", Name: "a"}, {ID: "2", Name: "b"}, {ID: "3", Name: "c"}, {ID: "4", Name: "d"}, {ID: "5", Name: "e"}, {ID: "6", Name: "f"}}
	results := []runtime.Result{
		{JSON: []byte(`{"n":9007199254740993}`)}, {Text: "two\n\"lines\""}, {}, {Err: runtime.NewError(runtime.ClassFailed, "no luck")},
		{Text: "a chart", Parts: []runtime.Part{picture, sound}}, {JSON: []byte(`[1]`)},
	}
	chat := func(name func(string) string, caption string) string {
		return `[{"role":"tool","tool_call_id":"1"` + name("a") + `,"content":"{\"n\":9007199254740993}"},{"role":"tool","tool_call_id":"2"` + name("b") + `,"content":"two\n\"lines\""},` +
			`{"role":"tool","tool_call_id":"3"` + name("c") + `,"content":"ok"},{"role":"tool","tool_call_id":"4"` + name("d") + `,"content":"Error: no luck"},` +
			`{"role":"tool","tool_call_id":"5"` + name("e") + `,"content":"` + caption + `"},{"role":"tool","tool_call_id":"6"` + name("f") + `,"content":"[1]"}]`
	}
	const words = `a chart\n[image image/png, 3 bytes]\n[audio audio/wav, 3 bytes]`
	for format, want := range map[provider.Format]string{
		provider.OpenAI:  chat(func(string) string { return "" }, words),
		provider.Mistral: chat(func(n string) string { return `,"name":"` + n + `"` }, words),
		provider.Ollama: `[{"role":"tool","tool_name":"a","tool_call_id":"1","content":"{\"n\":9007199254740993}"},{"role":"tool","tool_name":"b","tool_call_id":"2","content":"two\n\"lines\""},` +
			`{"role":"tool","tool_name":"c","tool_call_id":"3","content":"ok"},{"role":"tool","tool_name":"d","tool_call_id":"4","content":"Error: no luck"},` +
			`{"role":"tool","tool_name":"e","tool_call_id":"5","content":"a chart\n[audio audio/wav, 3 bytes]","images":["cG5n"]},{"role":"tool","tool_name":"f","tool_call_id":"6","content":"[1]"}]`,
		provider.Responses: `[{"type":"function_call_output","call_id":"1","output":"{\"n\":9007199254740993}"},{"type":"function_call_output","call_id":"2","output":"two\n\"lines\""},` +
			`{"type":"function_call_output","call_id":"3","output":"ok"},{"type":"function_call_output","call_id":"4","output":"Error: no luck"},` +
			`{"type":"function_call_output","call_id":"5","output":[{"type":"input_text","text":"a chart\n[audio audio/wav, 3 bytes]"},{"type":"input_image","image_url":"data:image/png;base64,cG5n"}]},` +
			`{"type":"function_call_output","call_id":"6","output":"[1]"}]`,
		provider.Anthropic: `[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"{\"n\":9007199254740993}"},{"type":"tool_result","tool_use_id":"2","content":"two\n\"lines\""},` +
			`{"type":"tool_result","tool_use_id":"3","content":"ok"},{"type":"tool_result","tool_use_id":"4","content":"no luck","is_error":true},` +
			`{"type":"tool_result","tool_use_id":"5","content":[{"type":"text","text":"a chart\n[audio audio/wav, 3 bytes]"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"cG5n"}}]},` +
			`{"type":"tool_result","tool_use_id":"6","content":"[1]"}]}]`,
		provider.Gemini: `[{"role":"user","parts":[{"functionResponse":{"id":"1","name":"a","response":{"output":{"n":9007199254740993}}}},{"functionResponse":{"id":"2","name":"b","response":{"output":"two\n\"lines\""}}},` +
			`{"functionResponse":{"id":"3","name":"c","response":{"output":"ok"}}},{"functionResponse":{"id":"4","name":"d","response":{"error":"no luck"}}},` +
			`{"functionResponse":{"id":"5","name":"e","response":{"output":"a chart\n[audio audio/wav, 3 bytes]"},"parts":[{"inlineData":{"mimeType":"image/png","data":"cG5n"}}]}},` +
			`{"functionResponse":{"id":"6","name":"f","response":{"output":[1]}}}]}]`,
		provider.Bedrock: `[{"role":"user","content":[{"toolResult":{"toolUseId":"1","content":[{"json":{"n":9007199254740993}}],"status":"success"}},{"toolResult":{"toolUseId":"2","content":[{"text":"two\n\"lines\""}],"status":"success"}},` +
			`{"toolResult":{"toolUseId":"3","content":[{"text":"ok"}],"status":"success"}},{"toolResult":{"toolUseId":"4","content":[{"text":"no luck"}],"status":"error"}},` +
			`{"toolResult":{"toolUseId":"5","content":[{"text":"a chart\n[audio audio/wav, 3 bytes]"},{"image":{"format":"png","source":{"bytes":"cG5n"}}}],"status":"success"}},` +
			`{"toolResult":{"toolUseId":"6","content":[{"json":{"result":[1]}}],"status":"success"}}]}]`,
	} {
		got, err := provider.Results(format, calls, results)
		require.NoError(t, err)
		require.Equal(t, want, string(got), format)
		require.True(t, json.Valid(got))
		none, err := provider.Results(format, nil, nil)
		require.NoError(t, err)
		require.Equal(t, "[]", string(none))
		plain := results[:3:3]
		require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = provider.Results(format, calls[:3], plain) }), 3.0, format)
		broken, err := provider.Results(format, calls[:2], []runtime.Result{{JSON: []byte("{\"a\":\xff")}, {Text: "\xff"}})
		require.NoError(t, err)
		require.True(t, json.Valid(broken), "%s", broken)
	}
}
