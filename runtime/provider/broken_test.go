package provider_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/provider"
)

// answered is how each format writes an answer with calls: whole around all of them, call around one, whose id is %[1]q, name
// %[2]q and arguments %[3]s; limit says that it ended for want of tokens.
var answered = map[provider.Format]struct {
	whole, call string
	text        bool   // arguments stand in a string
	stop, limit string // the member that says why it ended
}{
	provider.OpenAI:       {`{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[%s]}%s}]}`, `{"id":%[1]q,"type":"function","function":{"name":%[2]q,"arguments":%[3]s}}`, true, `,"finish_reason":"tool_calls"`, `,"finish_reason":"length"`},
	provider.Mistral:      {`{"choices":[{"message":{"role":"assistant","content":"","tool_calls":[%s]}%s}]}`, `{"id":%[1]q,"function":{"name":%[2]q,"arguments":%[3]s}}`, true, `,"finish_reason":"tool_calls"`, `,"finish_reason":"model_length"`},
	provider.Responses:    {`{"output":[%s]%s}`, `{"type":"function_call","call_id":%[1]q,"name":%[2]q,"arguments":%[3]s}`, true, `,"status":"completed"`, `,"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}`},
	provider.Anthropic:    {`{"role":"assistant","content":[%s]%s}`, `{"type":"tool_use","id":%[1]q,"name":%[2]q,"input":%[3]s}`, false, `,"stop_reason":"tool_use"`, `,"stop_reason":"max_tokens"`},
	provider.Gemini:       {`{"candidates":[{"content":{"role":"model","parts":[%s]}%s}]}`, `{"functionCall":{"id":%[1]q,"name":%[2]q,"args":%[3]s}}`, false, `,"finishReason":"STOP"`, `,"finishReason":"MAX_TOKENS"`},
	provider.GeminiLegacy: {`{"candidates":[{"content":{"role":"model","parts":[%s]}%s}]}`, `{"functionCall":{"id":%[1]q,"name":%[2]q,"args":%[3]s}}`, false, `,"finishReason":"STOP"`, `,"finishReason":"MAX_TOKENS"`},
	provider.Bedrock:      {`{"output":{"message":{"role":"assistant","content":[%s]}}%s}`, `{"toolUse":{"toolUseId":%[1]q,"name":%[2]q,"input":%[3]s}}`, false, `,"stopReason":"tool_use"`, `,"stopReason":"max_tokens"`},
	provider.Ollama:       {`{"message":{"role":"assistant","content":"","tool_calls":[%s]}%s,"done":true}`, `{"id":%[1]q,"function":{"name":%[2]q,"arguments":%[3]s}}`, false, `,"done_reason":"stop"`, `,"done_reason":"length"`},
}

// answer is a complete response with calls of id, name and arguments.
func answer(f provider.Format, limited bool, calls ...[3]string) []byte {
	form := answered[f]
	var list []string
	for _, c := range calls {
		if form.text && !strings.HasPrefix(c[2], "raw:") {
			c[2] = quoted(c[2])
		}
		list = append(list, fmt.Sprintf(form.call, c[0], c[1], strings.TrimPrefix(c[2], "raw:")))
	}
	end := form.stop
	if limited {
		end = form.limit
	}
	return fmt.Appendf(nil, form.whole, strings.Join(list, ","), end)
}

// What is broken in a call, in every format: each is a call with its answer, in its place, and only a whole one is run.
func TestBrokenCallsOfEveryFormat(t *testing.T) {
	for f, form := range answered {
		cut, textOnly := "arguments: the answer ended before the call did; send the whole call again", "arguments: the JSON ends in the middle; send the whole object"
		for _, row := range []struct {
			name    string
			limited bool
			calls   [][3]string
			want    []string // "" for a call that can be run
		}{
			{"parallel", false, [][3]string{{"1", "a", `{"x":1}`}, {"2", "b", `{}`}, {"3", "a", ` {"x" : 1e2} `}}, []string{"", "", ""}},
			{"no name", false, [][3]string{{"1", "", `{}`}, {"2", "b", `{}`}}, []string{"the call names no tool", ""}},
			{"an id twice", false, [][3]string{{"1", "a", `{}`}, {"1", "b", `{}`}, {"2", "b", `{}`}}, []string{"", "the id of this call has been used before; only the first call of that id counts", ""}},
			{"no id", false, [][3]string{{"", "a", `{}`}, {"", "b", `{}`}}, []string{"", ""}},
			{"J1 null", false, [][3]string{{"1", "a", "raw:null"}}, []string{""}},
			{"a list", false, [][3]string{{"1", "a", `[{}]`}}, []string{"arguments: must be a JSON object, got array"}},
			{"a number", false, [][3]string{{"1", "a", `1.5`}}, []string{"arguments: must be a JSON object, got number"}},
			{"a boolean", false, [][3]string{{"1", "a", `true`}}, []string{"arguments: must be a JSON object, got boolean"}},
			{"an object where a text is due, or the other way round", false, [][3]string{{"1", "a", "raw:" + map[bool]string{true: `{"x":1}`, false: quoted(`{"x":1}`)}[form.text]}}, []string{""}},
			{"a text that is no JSON", false, [][3]string{{"1", "a", "raw:" + quoted("x=1")}}, []string{"arguments: not valid JSON at byte 0; send one JSON object"}},
			{"a text that is cut", false, [][3]string{{"1", "a", "raw:" + quoted(`{"x":"`)}, {"2", "b", `{}`}}, []string{textOnly, ""}},
			{"the limit before the arguments", true, [][3]string{{"1", "a", `{}`}, {"2", "b", "raw:null"}}, []string{"", cut}},
		} {
			t.Run(string(f)+"/"+row.name, func(t *testing.T) {
				response := answer(f, row.limited, row.calls...)
				require.True(t, json.Valid(response), "%s", response)
				calls, err := provider.Calls(f, response)
				require.NoError(t, err)
				var got []string
				for i, c := range calls {
					require.Equal(t, i, c.Index)
					require.Equal(t, row.calls[i][:2], []string{c.ID, c.Name})
					why := ""
					if c.Err != nil {
						why = c.Err.Message
					}
					got = append(got, why)
				}
				require.Equal(t, row.want, got)
			})
		}
	}
	for _, f := range []provider.Format{provider.Anthropic, provider.Bedrock} { // whose objects are whole JSON, wherever they were cut
		calls, err := provider.Calls(f, answer(f, true, [3]string{"1", "rm", `{"path":"/tmp"}`}))
		require.NoError(t, err)
		require.NotNil(t, calls[0].Err, f)
	}
	calls, err := provider.Calls(provider.OpenAI, answer(provider.OpenAI, true, [3]string{"1", "ls", `{"path":"/tmp"}`}))
	require.NoError(t, err)
	require.Nil(t, calls[0].Err, "a text that is a whole object is whole")
	calls, err = provider.Calls(provider.Responses, []byte(`{"output":[{"type":"function_call","call_id":"1","name":"a","arguments":"{}","status":"incomplete"}]}`))
	require.NoError(t, err)
	require.NotNil(t, calls[0].Err)
}

// Calls of tools that the provider runs itself are none of the program's.
func TestCallsOfTheProvider(t *testing.T) {
	for f, response := range map[provider.Format]string{
		provider.Anthropic: `{"content":[{"type":"server_tool_use","id":"1","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"1","content":[]},{"type":"mcp_tool_use","id":"2","name":"x","input":{}}]}`,
		provider.Bedrock:   `{"output":{"message":{"content":[{"toolUse":{"toolUseId":"1","name":"nova_grounding","type":"server_tool_use","input":{}}}]}}}`,
		provider.Responses: `{"output":[{"type":"web_search_call","id":"1","status":"completed"},{"type":"mcp_call","id":"2","name":"x","arguments":"{}"}]}`,
		provider.Gemini:    `{"candidates":[{"content":{"parts":[{"executableCode":{"code":"1"}},{"toolCall":{"id":"1"}}]}}]}`,
	} {
		calls, err := provider.Calls(f, []byte(response))
		require.NoError(t, err)
		require.Empty(t, calls, f)
	}
}

// What is no call any more is an error, so that a loop does not end as though the model had nothing to call.
func TestCallsThatGeminiDrops(t *testing.T) {
	_, err := provider.Calls(provider.Gemini, []byte(`{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","index":0}]}`))
	require.EqualError(t, err, "provider: the server answers: MALFORMED_FUNCTION_CALL")
}

// Turn gives back what a provider has put into its answer; a request has no place for one member of OpenAI's messages.
func TestTurnKeeps(t *testing.T) {
	for _, row := range []struct {
		format         provider.Format
		response, want string
	}{
		{provider.OpenAI, `{"choices":[{"message":{"annotations":[],"role":"assistant","content":"a","refusal":null,"annotations":[]}}]}`, `[{"role":"assistant","content":"a","refusal":null}]`},
		{provider.OpenAI, `{"choices":[{"message":{"role":"assistant","content":"","reasoning_content":"so","tool_calls":[{"id":"1","extra_content":{"google":{"thought_signature":"s"}},"function":{"name":"a","arguments":"{}"}}]}}]}`,
			`[{"role":"assistant","content":"","reasoning_content":"so","tool_calls":[{"id":"1","extra_content":{"google":{"thought_signature":"s"}},"function":{"name":"a","arguments":"{}"}}]}]`},
		{provider.Anthropic, `{"content":[{"type":"thinking","thinking":"so","signature":"sig"},{"type":"redacted_thinking","data":"x"}]}`,
			`[{"role":"assistant","content":[{"type":"thinking","thinking":"so","signature":"sig"},{"type":"redacted_thinking","data":"x"}]}]`},
		{provider.Gemini, `{"candidates":[{"content":{"role":"model","parts":[{"text":"so","thought":true},{"text":"a","thoughtSignature":"c2ln"}]}}]}`,
			`[{"role":"model","parts":[{"text":"so","thought":true},{"text":"a","thoughtSignature":"c2ln"}]}]`},
		{provider.Bedrock, `{"output":{"message":{"role":"assistant","content":[{"reasoningContent":{"redactedContent":"eA=="}}]}}}`,
			`[{"role":"assistant","content":[{"reasoningContent":{"redactedContent":"eA=="}}]}]`},
		{provider.Responses, `{"output":[{"type":"reasoning","id":"r","encrypted_content":"x","summary":[]}]}`, `[{"type":"reasoning","id":"r","encrypted_content":"x","summary":[]}]`},
		{provider.Ollama, `{"message":{"role":"assistant","content":"","thinking":"so"},"done":true}`, `[{"role":"assistant","content":"","thinking":"so"}]`},
	} {
		got, err := provider.Turn(row.format, []byte(row.response))
		require.NoError(t, err)
		require.Equal(t, row.want, string(got), row.format)
	}
}
