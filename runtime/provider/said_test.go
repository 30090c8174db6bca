package provider_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/provider"
)

// What a model said, what it cost and whether it was cut, in the words of every API.
func TestSaid(t *testing.T) {
	for _, row := range []struct {
		name     string
		format   provider.Format
		response string
		said     string
		account  provider.Account
	}{
		{"a text", provider.OpenAI, `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"Hi\n","tool_calls":[]}},{"message":{"content":"other"}}],"usage":{"prompt_tokens":11,"completion_tokens":2,"completion_tokens_details":{"reasoning_tokens":1}}}`,
			"Hi\n", provider.Account{Input: 11, Output: 2}},
		{"a refusal", provider.OpenAI, `{"choices":[{"finish_reason":"length","message":{"role":"assistant","content":null,"refusal":"No."}}]}`, "No.", provider.Account{Cut: true}},
		{"items", provider.Responses, `{"status":"incomplete","output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]},{"type":"message","content":[{"type":"output_text","text":"A"},{"type":"output_text","text":"B"}]},{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}],"usage":{"input_tokens":5,"input_tokens_details":{"cached_tokens":4},"output_tokens":6}}`,
			"AB", provider.Account{Input: 5, Output: 6, Cut: true}},
		{"blocks", provider.Anthropic, `{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"A"},{"type":"tool_use","id":"t","name":"f","input":{"text":"no"}},{"type":"text","text":"B"}],"stop_reason":"max_tokens","usage":{"input_tokens":5,"cache_read_input_tokens":100,"cache_creation_input_tokens":10,"output_tokens":6}}`,
			"AB", provider.Account{Input: 115, Output: 6, Cut: true}},
		{"parts", provider.Gemini, `{"candidates":[{"content":{"role":"model","parts":[{"text":"hm","thought":true},{"text":"A"},{"functionCall":{"name":"f","args":{"text":"no"}}}]},"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":4,"thoughtsTokenCount":5,"totalTokenCount":12}}`,
			"A", provider.Account{Input: 3, Output: 9, Cut: true}},
		{"bedrock", provider.Bedrock, `{"output":{"message":{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"hm","signature":"s"}}},{"text":"A"},{"toolUse":{"toolUseId":"t","name":"f","input":{}}}]}},"stopReason":"max_tokens","usage":{"inputTokens":1,"outputTokens":2,"cacheReadInputTokens":7}}`,
			"A", provider.Account{Input: 8, Output: 2, Cut: true}},
		{"chunks", provider.Mistral, `{"choices":[{"message":{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"A"}]},"finish_reason":"model_length"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`,
			"A", provider.Account{Input: 1, Output: 2, Cut: true}},
		{"ollama", provider.Ollama, `{"message":{"role":"assistant","thinking":"hm","content":"A"},"done":true,"done_reason":"length","prompt_eval_count":3,"eval_count":4}`,
			"A", provider.Account{Input: 3, Output: 4, Cut: true}},
		{"numbers nobody means", provider.OpenAI, `{"choices":[{"message":{"role":"assistant","content":7}}],"usage":{"prompt_tokens":-1,"completion_tokens":"x","output_tokens":99999999999999999}}`, "", provider.Account{}},
	} {
		turn, err := provider.Turn(row.format, []byte(row.response))
		require.NoError(t, err, row.name)
		require.Equal(t, row.said, provider.Said(turn), row.name)
		var account provider.Account
		account.Read([]byte(row.response))
		require.Equal(t, row.account, account, row.name)
	}
	for _, broken := range []string{``, `{`, `[`, `[1]`, `[{"text":`, `{"text":"x"}`} {
		require.Empty(t, provider.Said([]byte(broken)), broken)
	}
}

// The counts of a stream grow from event to event, or come in pieces.
func TestAccountOfStreams(t *testing.T) {
	for name, row := range map[string]struct {
		events []string
		want   provider.Account
	}{
		"openai":    {[]string{`{"choices":[{"delta":{"content":"A"},"finish_reason":null}],"usage":null}`, `{"choices":[{"delta":{},"finish_reason":"length"}]}`, `{"choices":[],"usage":{"prompt_tokens":4,"completion_tokens":2}}`, `[DONE]`}, provider.Account{Input: 4, Output: 2, Cut: true}},
		"responses": {[]string{`{"type":"response.created","response":{"status":"in_progress","usage":null}}`, `{"type":"response.incomplete","response":{"status":"incomplete","usage":{"input_tokens":4,"output_tokens":2}}}`}, provider.Account{Input: 4, Output: 2, Cut: true}},
		"anthropic": {[]string{`{"type":"message_start","message":{"usage":{"input_tokens":4,"output_tokens":1}}}`, `{"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":9}}`}, provider.Account{Input: 4, Output: 9, Cut: true}},
		"bedrock":   {[]string{`{"messageStop":{"stopReason":"max_tokens"}}`, `{"metadata":{"usage":{"inputTokens":4,"outputTokens":2}}}`}, provider.Account{Input: 4, Output: 2, Cut: true}},
		"broken":    {[]string{`{"usage":{"input_tokens":4}}`, `{"usage":{"input_tokens":5}`}, provider.Account{Input: 4}},
	} {
		var account provider.Account
		for _, event := range row.events {
			account.Read([]byte(event))
		}
		require.Equal(t, row.want, account, name)
	}
}
