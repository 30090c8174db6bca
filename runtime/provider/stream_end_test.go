package provider_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// A call that the limit of tokens cut before its arguments is not one without arguments, although servers close its block.
func TestStreamCutBeforeArguments(t *testing.T) {
	const begin = `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":" "}}]}}]}` + "\n"
	for name, row := range map[string]struct {
		format provider.Format
		events string
	}{
		"Anthropic": {provider.Anthropic, `
{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"a","input":{}}}
{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}
{"type":"message_stop"}`},
		"Bedrock": {provider.Bedrock, `
{"contentBlockStart":{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"1","name":"a"}}}}
{"contentBlockStop":{"contentBlockIndex":0}}
{"messageStop":{"stopReason":"max_tokens"}}`},
		"OpenAI":  {provider.OpenAI, begin + `{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}` + "\n[DONE]"},
		"Mistral": {provider.Mistral, begin + `{"choices":[{"index":0,"delta":{},"finish_reason":"model_length"}]}` + "\n[DONE]"},
		"OpenAI, a call behind it": {provider.OpenAI, begin + `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"2","function":{"name":"b","arguments":"{"}}]}}]}
{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}`},
		"Responses": {provider.Responses, `
{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":""}}
{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":""}}
{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}`},
		"Gemini": {provider.Gemini, `
{"candidates":[{"content":{"parts":[{"functionCall":{"id":"1","name":"a"}}]}}]}
{"candidates":[{"finishReason":"MAX_TOKENS"}]}`},
		"Vertex": {provider.Gemini, `
{"candidates":[{"content":{"parts":[{"functionCall":{"id":"1","name":"a","willContinue":true}}]}}]}
{"candidates":[{"content":{"parts":[{"functionCall":{}}]},"finishReason":"MAX_TOKENS"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			s := streamed(t, row.format, row.events)
			for _, c := range s.Calls() {
				require.NotNil(t, c.Err)
			}
			require.Equal(t, "arguments: the answer ended before the call did; send the whole call again", s.Calls()[0].Err.Message)
			require.True(t, s.Whole(), "the server has said how it ended")
			turn, err := s.Turn()
			require.NoError(t, err)
			require.True(t, json.Valid(turn))
		})
	}
}

// Nothing of an answer is run that the provider has taken back.
func TestStoppedAnswer(t *testing.T) {
	for format, row := range map[provider.Format][2]string{
		provider.Anthropic: {`{"role":"assistant","stop_reason":"refusal","content":[{"type":"tool_use","id":"1","name":"a","input":{}}]}`, `
{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"1","name":"a","input":{}}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"refusal"}}`},
		provider.OpenAI: {`{"choices":[{"message":{"tool_calls":[{"id":"1","function":{"name":"a","arguments":"{}"}}]},"finish_reason":"content_filter"}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":"{}"}}]},"finish_reason":"content_filter"}]}`},
		provider.Responses: {`{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[{"type":"function_call","call_id":"1","name":"a","arguments":"{}"}]}`, `
{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"1","name":"a","arguments":"{}"}}
{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}}`},
		provider.Gemini: {`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"a","args":{}}}]},"finishReason":"SAFETY"}]}`,
			`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"a","args":{}}}]},"finishReason":"SAFETY"}]}`},
		provider.Bedrock: {`{"output":{"message":{"content":[{"toolUse":{"toolUseId":"1","name":"a","input":{}}}]}},"stopReason":"guardrail_intervened"}`, `
{"contentBlockStart":{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"1","name":"a"}}}}
{"contentBlockStop":{"contentBlockIndex":0}}
{"messageStop":{"stopReason":"guardrail_intervened"}}`},
	} {
		calls, err := provider.Calls(format, []byte(row[0]))
		require.NoError(t, err)
		for _, calls := range [][]provider.Call{calls, streamed(t, format, row[1]).Calls()} {
			require.Len(t, calls, 1, format)
			require.Equal(t, runtime.ClassSkipped, calls[0].Err.Class)
			require.Contains(t, calls[0].Err.Message, "not run: the provider has stopped the answer that this call stands in: ")
		}
		var complete, events provider.Account
		complete.Read([]byte(row[0]))
		for event := range strings.Lines(row[1]) {
			events.Read([]byte(event))
		}
		require.NotEmpty(t, complete.Stopped, format)
		require.Equal(t, complete.Stopped, events.Stopped)
	}
}

// Of several choices the first counts, in whatever order their events come.
func TestStreamOfSeveralChoices(t *testing.T) {
	openai := func(index, name string) string {
		return `{` + index + `"delta":{"content":"` + name + `","tool_calls":[{"index":0,"id":"` + name + `","function":{"name":"` + name + `","arguments":"{}"}}]}}`
	}
	gemini := func(index, name string) string {
		return `{"content":{"parts":[{"text":"` + name + `"},{"functionCall":{"name":"` + name + `","args":{}}}]},` + index + `"finishReason":"STOP"}`
	}
	for _, row := range []struct {
		format provider.Format
		events string
	}{
		{provider.OpenAI, `{"choices":[` + openai(`"index":0,`, "first") + `]}` + "\n" + `{"choices":[` + openai(`"index":1,`, "second") + `]}`},
		{provider.OpenAI, `{"choices":[` + openai(`"index":1,`, "second") + `]}` + "\n" + `{"choices":[` + openai(`"index":0,`, "first") + `]}`},
		{provider.Mistral, `{"choices":[` + openai(`"index":1,`, "second") + `,` + openai(`"index":0,`, "first") + `]}`},
		{provider.OpenAI, `{"choices":[` + openai(``, "first") + `,` + openai(``, "second") + `]}`},
		{provider.Gemini, `{"candidates":[` + gemini(`"index":1,`, "second") + `]}` + "\n" + `{"candidates":[` + gemini(`"index":0,`, "first") + `]}`},
		{provider.Gemini, `{"candidates":[` + gemini(``, "first") + `]}` + "\n" + `{"candidates":[` + gemini(`"index":1,`, "second") + `]}`},
		{provider.GeminiLegacy, `{"candidates":[` + gemini(`"index":1,`, "second") + `,` + gemini(``, "none") + `,` + gemini(`"index":0,`, "first") + `]}`},
	} {
		s := streamed(t, row.format, row.events+"\n[DONE]")
		require.Len(t, s.Calls(), 1, row.events)
		require.Equal(t, "first", s.Calls()[0].Name)
		require.Nil(t, s.Calls()[0].Err)
		turn, err := s.Turn()
		require.NoError(t, err)
		require.Equal(t, "first", provider.Said(turn))
	}
	var account provider.Account
	account.Read([]byte(`{"choices":[{"index":1,"delta":{},"finish_reason":"length"}]}`))
	require.False(t, account.Cut, "of the second")
}

// A stream of Responses without the events that end an item has every call in its turn.
func TestStreamOfItemsThatAreNotDone(t *testing.T) {
	const added = `{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":"","status":"in_progress"}}` + "\n"
	for name, row := range map[string]struct{ events, turn, failure string }{
		"added":                {added, `[{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":"{}"}]`, "arguments: the answer ended before the call did; send the whole call again"},
		"deltas":               {added + `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"x\":1}"}`, `[{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":"{\"x\":1}"}]`, ""},
		"arguments done":       {added + `{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"x\":1}"}`, `[{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":"{\"x\":1}"}]`, ""},
		"cut":                  {added + `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"x"}` + "\n" + `{"type":"response.incomplete","response":{"status":"incomplete"}}`, `[{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":"{\"x"}]`, "arguments: the JSON ends in the middle; send the whole object"},
		"all of it with added": {`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"1","name":"a","arguments":"{\"x\":1}"}}` + "\n" + `{"type":"response.completed","response":{"status":"completed"}}`, `[{"type":"function_call","call_id":"1","name":"a","arguments":"{\"x\":1}"}]`, ""},
		"text before it":       {`{"type":"response.output_item.added","output_index":1,"item":{"type":"message","id":"m","content":[]}}` + "\n" + `{"type":"response.output_text.delta","output_index":1,"delta":"Hm"}` + "\n" + added, `[{"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","annotations":[],"text":"Hm"}]},{"type":"function_call","id":"f","call_id":"1","name":"a","arguments":"{}"}]`, "arguments: the answer ended before the call did; send the whole call again"},
		"done without arguments": {added + `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"x\":1}"}` + "\n" + `{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"1","name":"a"}}`,
			`[{"type":"function_call","call_id":"1","name":"a"}]`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := streamed(t, provider.Responses, row.events)
			require.Len(t, s.Calls(), 1)
			turn, err := s.Turn()
			require.NoError(t, err)
			require.Equal(t, row.turn, string(turn))
			if row.failure != "" {
				require.EqualError(t, s.Calls()[0].Err, row.failure)
				return
			}
			require.Nil(t, s.Calls()[0].Err)
			require.Equal(t, `{"x":1}`, string(s.Calls()[0].Args))
		})
	}
}

// A stream says whether its answer is whole.
func TestStreamIsWhole(t *testing.T) {
	for _, row := range streams {
		s := provider.NewStream(row.format)
		require.False(t, s.Whole())
	}
	for format, row := range map[provider.Format][2]string{
		provider.OpenAI:    {`{"status":"ok","done":true,"choices":[{"index":0,"delta":{"content":"Hm"},"finish_reason":null},{"index":1,"delta":{},"finish_reason":"stop"}]}`, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`},
		provider.Mistral:   {`{"choices":[{"index":0,"delta":{"content":"Hm"}}]}`, `[DONE]`},
		provider.Responses: {`{"type":"response.in_progress","response":{"status":"in_progress"}}`, `{"type":"response.completed","response":{}}`},
		provider.Anthropic: {`{"type":"message_start","message":{"content":[],"stop_reason":null}}`, `{"type":"message_stop"}`},
		provider.Gemini:    {`{"candidates":[{"content":{"parts":[{"text":"Hm"}]}}]}`, `{"candidates":[{"finishReason":"STOP"}]}`},
		provider.Bedrock:   {`{"contentBlockStop":{"contentBlockIndex":0}}`, `{"messageStop":{"stopReason":"end_turn"}}`},
		provider.Ollama:    {`{"message":{"content":"Hm"},"done":false}`, `{"message":{"content":""},"done":true}`},
	} {
		s := streamed(t, format, row[0])
		require.False(t, s.Whole(), format)
		require.NoError(t, s.Event([]byte(row[1])))
		require.True(t, s.Whole(), format)
	}
}

// Servers that count in UTF-16 cut a character in two.
func TestStreamCutsACharacter(t *testing.T) {
	for format, events := range inPieces {
		for _, row := range []struct {
			pieces []string
			want   string
		}{
			{[]string{`"{\"a\":\"x\ud83d"`, `"\ude00y\"}"`}, "{\"a\":\"x😀y\"}"},
			{[]string{`"{\"a\":\"x\ud83d"`, `""`, `"\ude00\ud83d"`, `"\ude00\"}"`}, "{\"a\":\"x😀😀\"}"},
			{[]string{`"{\"a\":\"x\ud83d"`, `"y\"}"`}, "{\"a\":\"x\uFFFDy\"}"},
			{[]string{`"{\"a\":\"x\ud83d"`, `"\ud83d"`, `"\ude00\"}"`}, "{\"a\":\"x\uFFFD😀\"}"},
			{[]string{`"{\"a\":\"x\ude00"`, `"\ud83d\"}"`}, "{\"a\":\"x\uFFFD\uFFFD\"}"},
			{[]string{`"{\"a\":\"x\\\\ud83d"`, `"\ude00\"}"`}, `{"a":"x\\ud83d` + "\uFFFD\"}"},
		} {
			s := streamed(t, format, events[0])
			for _, piece := range row.pieces {
				require.NoError(t, s.Event([]byte(strings.Replace(events[1], "%s", piece, 1))))
				_ = s.Calls() // which must not spoil what comes
			}
			require.NoError(t, s.Event([]byte(events[2])))
			require.Equal(t, row.want, string(s.Calls()[0].Args), "%s %s", format, row.pieces)
			require.Nil(t, s.Calls()[0].Err)
		}
	}
	for format, piece := range map[provider.Format]string{
		provider.OpenAI: `{"choices":[{"delta":{"content":%s}}]}`, provider.Mistral: `{"choices":[{"delta":{"content":[{"type":"text","text":%s}]}}]}`,
		provider.Ollama: `{"message":{"content":%s}}`, provider.Bedrock: `{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":%s}}}`,
		provider.Anthropic: `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":%s}}`,
		provider.Gemini:    `{"candidates":[{"content":{"parts":[{"text":%s}]}}]}`,
		provider.Responses: `{"type":"response.output_text.delta","output_index":0,"delta":%s}`,
	} {
		begin := map[provider.Format]string{
			provider.Anthropic: `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
			provider.Responses: `{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m"}}`,
		}[format]
		s := streamed(t, format, begin)
		said := func() string {
			turn, err := s.Turn()
			require.NoError(t, err)
			return provider.Said(turn)
		}
		require.NoError(t, s.Event([]byte(strings.Replace(piece, "%s", `"x\ud83d"`, 1))))
		require.Equal(t, "x\uFFFD", said(), format)
		require.NoError(t, s.Event([]byte(strings.Replace(piece, "%s", `"\ude00y"`, 1))))
		require.Equal(t, "x😀y", said(), format)
	}
}

// A name may come in pieces, and whole ones again and again.
func TestStreamedNames(t *testing.T) {
	for want, names := range map[string][]string{"get_weather": {"get_", "weather", ""}, "weather": {"weather", "weather", "weather"}, "a": {"", "a"}} {
		s := provider.NewStream(provider.OpenAI)
		for i, name := range names {
			require.NoError(t, s.Event([]byte(`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"`+name+`","arguments":"`+[]string{"", "{", "}"}[i+3-len(names)]+`"}}]}}]}`)))
		}
		require.NoError(t, s.Event([]byte(`[DONE]`)))
		require.Equal(t, []provider.Call{{ID: "1", Name: want, Args: []byte("{}")}}, s.Calls())
	}
	s := streamed(t, provider.OpenAI, `
{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"a","arguments":{"x":1}}}]}}]}
{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"b","arguments":{"x":2}}}]}}]}
[DONE]`)
	require.Len(t, s.Calls(), 2, "no call gets the arguments of another")
	require.Equal(t, "b", s.Calls()[1].Name)
}

// What is nested too deep is said to be, and not to be no JSON.
func TestTooDeep(t *testing.T) {
	deep := `{"a":` + strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + `}`
	s := streamed(t, provider.OpenAI, `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"a","arguments":`+quoted(deep)+`}}]}}]}`)
	require.EqualError(t, s.Calls()[0].Err, "arguments: nested deeper than 1000 levels; send less of it, or flatter")
	require.EqualError(t, s.Event([]byte(deep)), "provider: the event is nested deeper than 1000 levels")
	_, err := provider.Calls(provider.Ollama, []byte(deep))
	require.EqualError(t, err, "provider: the response is nested deeper than 1000 levels")
}
