package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/ollama/ollama/api"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
	"google.golang.org/genai"
)

// asked is one call that a model makes.
type asked struct{ id, name, args string }

// answers makes n answers of up to four calls. Of the arguments some are as an SDK would not write them: spellings and
// integers that no float holds.
func answers(n int) [][]asked {
	args := []string{`{}`, `{"city":"Oslo"}`, ` { "n" : 9007199254740993 , "x":1.50 } `, `{"text":"a \"word\"\n<&> \u00e9 😀","list":[1,[],{}],"deep":{"a":{"b":null}}}`, `{"a.b|c#d":true}`}
	r := rand.New(rand.NewPCG(1, 2))
	all := make([][]asked, n)
	for i := range all {
		for range r.IntN(5) {
			all[i] = append(all[i], asked{"call_" + strconv.Itoa(i) + "_" + strconv.Itoa(len(all[i])), "tool_" + strconv.Itoa(r.IntN(3)), args[r.IntN(len(args))]})
		}
	}
	return all
}

// each writes what format makes of every call, with commas between.
func each(calls []asked, format string) string {
	var list []string
	for _, c := range calls {
		quoted, _ := json.Marshal(c.args) // where Go's %q is no JSON
		list = append(list, fmt.Sprintf(strings.ReplaceAll(format, "%[3]q", "%[4]s"), c.id, c.name, c.args, quoted))
	}
	return strings.Join(list, ",")
}

// read holds what provider reads of an answer against the calls that are in it; turn and results are what goes back.
func read(t *testing.T, f provider.Format, response string, want []asked) (turn, results []byte) {
	t.Helper()
	calls, err := provider.Calls(f, []byte(response))
	require.NoError(t, err)
	agree(t, calls, want)
	turn, err = provider.Turn(f, []byte(response))
	require.NoError(t, err)
	return turn, answeredBy(t, f, calls)
}

func agree(t *testing.T, calls []provider.Call, want []asked) {
	t.Helper()
	var got []asked
	for _, c := range calls {
		require.Nil(t, c.Err)
		got = append(got, asked{c.ID, c.Name, string(c.Args)})
	}
	require.Equal(t, want, got)
}

// answeredBy are the results of calls: one of each kind, in turn.
func answeredBy(t *testing.T, f provider.Format, calls []provider.Call) []byte {
	t.Helper()
	kinds := []runtime.Result{
		{Text: "two\n\"lines\""}, {JSON: []byte(`{"n":1,"list":["a"]}`)}, {Err: runtime.NewError(runtime.ClassFailed, "no luck")}, {},
		{Text: "a chart", Parts: []runtime.Part{{Kind: runtime.ImagePart, MIME: "image/png", Data: []byte("png")}}}, {JSON: []byte(`[1,2]`)},
	}
	list := make([]runtime.Result, len(calls))
	for i := range list {
		list[i] = kinds[(i+len(calls[i].ID)+len(calls[i].Args))%len(kinds)]
	}
	results, err := provider.Results(f, calls, list)
	require.NoError(t, err)
	return results
}

func TestChatCompletions(t *testing.T) {
	for _, want := range answers(60) {
		list := each(want, `{"id":%[1]q,"type":"function","function":{"name":%[2]q,"arguments":%[3]q}}`)
		response := `{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"tool_calls","logprobs":null,"message":{"role":"assistant","content":"Let me see.","refusal":null,"annotations":[],"tool_calls":[` + list + `]}}],"usage":{"total_tokens":1}}`
		var theirs openai.ChatCompletion
		require.NoError(t, json.Unmarshal([]byte(response), &theirs))
		var seen []asked
		for _, c := range theirs.Choices[0].Message.ToolCalls {
			call := c.AsFunction()
			seen = append(seen, asked{call.ID, call.Function.Name, call.Function.Arguments})
		}
		require.Equal(t, want, seen)
		turn, results := read(t, provider.OpenAI, response, want)
		messages := carried[[]openai.ChatCompletionMessageParamUnion](t, turn)
		require.NotNil(t, messages[0].OfAssistant)
		require.Len(t, messages[0].OfAssistant.ToolCalls, len(want))
		for i, m := range carried[[]openai.ChatCompletionMessageParamUnion](t, results) {
			require.Equal(t, want[i].id, m.OfTool.ToolCallID)
		}
	}
}

func TestChatCompletionsStreamed(t *testing.T) {
	for _, want := range answers(60) {
		stream, acc := provider.NewStream(provider.OpenAI), openai.ChatCompletionAccumulator{}
		event := func(delta, reason string) {
			text := []byte(`{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":` + delta + `,"finish_reason":` + reason + `}]}`)
			var chunk openai.ChatCompletionChunk
			require.NoError(t, json.Unmarshal(text, &chunk))
			require.True(t, acc.AddChunk(chunk))
			require.NoError(t, stream.Event(text))
		}
		event(`{"role":"assistant","content":"Let "}`, "null")
		event(`{"content":"me see."}`, "null")
		for i, c := range want {
			event(fmt.Sprintf(`{"tool_calls":[{"index":%d,"id":%q,"type":"function","function":{"name":%q,"arguments":""}}]}`, i, c.id, c.name), "null")
			for piece := range pieces(c.args) {
				event(fmt.Sprintf(`{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}`, i, piece), "null")
			}
		}
		event(`{}`, `"tool_calls"`)
		var seen []asked
		for _, c := range acc.Choices[0].Message.ToolCalls {
			seen = append(seen, asked{c.ID, c.Function.Name, c.Function.Arguments})
		}
		require.Equal(t, want, seen)
		agree(t, stream.Calls(), want)
		turn, err := stream.Turn()
		require.NoError(t, err)
		messages := carried[[]openai.ChatCompletionMessageParamUnion](t, turn)
		require.Equal(t, "Let me see.", messages[0].OfAssistant.Content.OfString.Value)
		require.Len(t, messages[0].OfAssistant.ToolCalls, len(want))
	}
}

// pieces cuts a text into JSON strings of a few characters.
func pieces(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		runes := []rune(text)
		for len(runes) > 0 {
			n := min(3, len(runes))
			quoted, _ := json.Marshal(string(runes[:n]))
			if runes = runes[n:]; !yield(string(quoted)) {
				return
			}
		}
	}
}

func TestResponses(t *testing.T) {
	for _, want := range answers(60) {
		items := `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"}`
		if len(want) > 0 {
			items += "," + each(want, `{"type":"function_call","id":"fc_%[1]s","call_id":%[1]q,"name":%[2]q,"arguments":%[3]q,"status":"completed"}`)
		}
		response := `{"id":"r","object":"response","created_at":1,"error":null,"model":"m","output":[` + items + `],"status":"completed","tools":[]}`
		var theirs responses.Response
		require.NoError(t, json.Unmarshal([]byte(response), &theirs))
		var seen []asked
		for _, item := range theirs.Output {
			if c, is := item.AsAny().(responses.ResponseFunctionToolCall); is {
				seen = append(seen, asked{c.CallID, c.Name, c.Arguments})
			}
		}
		require.Equal(t, want, seen)
		turn, results := read(t, provider.Responses, response, want)
		require.Len(t, carried[[]responses.ResponseInputItemUnionParam](t, turn), len(want)+1)
		for i, item := range carried[[]responses.ResponseInputItemUnionParam](t, results) {
			require.Equal(t, want[i].id, item.OfFunctionCallOutput.CallID.Value)
		}
		streamedItems(t, want, turn)
	}
}

// streamedItems sends the same answer as events.
func streamedItems(t *testing.T, want []asked, turn []byte) {
	stream, seen := provider.NewStream(provider.Responses), []asked(nil)
	n := 0
	event := func(text string) {
		var theirs responses.ResponseStreamEventUnion
		text = strings.Replace(text, `{`, `{"sequence_number":`+strconv.Itoa(n)+`,`, 1)
		n++
		require.NoError(t, json.Unmarshal([]byte(text), &theirs), text)
		if done, is := theirs.AsAny().(responses.ResponseOutputItemDoneEvent); is {
			if c, is := done.Item.AsAny().(responses.ResponseFunctionToolCall); is {
				seen = append(seen, asked{c.CallID, c.Name, c.Arguments})
			}
		}
		require.NoError(t, stream.Event([]byte(text)))
	}
	event(`{"type":"response.created","response":{"id":"r","status":"in_progress"}}`)
	event(`{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"}}`)
	for i, c := range want {
		at := strconv.Itoa(i + 1)
		event(`{"type":"response.output_item.added","output_index":` + at + `,"item":` + each([]asked{{c.id, c.name, ""}}, `{"type":"function_call","id":"fc_%[1]s","call_id":%[1]q,"name":%[2]q,"arguments":%[3]q,"status":"in_progress"}`) + `}`)
		for piece := range pieces(c.args) {
			event(`{"type":"response.function_call_arguments.delta","item_id":"fc_` + c.id + `","output_index":` + at + `,"delta":` + piece + `}`)
		}
		event(`{"type":"response.output_item.done","output_index":` + at + `,"item":` + each([]asked{c}, `{"type":"function_call","id":"fc_%[1]s","call_id":%[1]q,"name":%[2]q,"arguments":%[3]q,"status":"completed"}`) + `}`)
	}
	event(`{"type":"response.completed","response":{"id":"r","status":"completed"}}`)
	require.Equal(t, want, seen)
	agree(t, stream.Calls(), want)
	got, err := stream.Turn()
	require.NoError(t, err)
	require.JSONEq(t, string(turn), string(got))
}

func TestMessages(t *testing.T) {
	for _, want := range answers(60) {
		blocks := `{"type":"thinking","thinking":"so","signature":"c2ln"},{"type":"text","text":"Let me see.","citations":null}`
		if len(want) > 0 {
			blocks += "," + each(want, `{"type":"tool_use","id":%[1]q,"name":%[2]q,"input":%[3]s,"caller":{"type":"direct"}}`)
		}
		response := `{"id":"m","type":"message","role":"assistant","model":"c","content":[` + blocks + `],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`
		var theirs anthropic.Message
		require.NoError(t, json.Unmarshal([]byte(response), &theirs))
		var seen []asked
		for _, block := range theirs.Content {
			if c, is := block.AsAny().(anthropic.ToolUseBlock); is {
				seen = append(seen, asked{c.ID, c.Name, string(c.Input)})
			}
		}
		trimmed := make([]asked, 0, len(want)) // what stands between values of the response is of no call
		for _, c := range want {
			trimmed = append(trimmed, asked{c.id, c.name, strings.TrimSpace(c.args)})
		}
		if len(trimmed) == 0 {
			trimmed = nil
		}
		require.Equal(t, trimmed, seen)
		turn, results := read(t, provider.Anthropic, response, trimmed)
		turn = bytes.ReplaceAll(turn, []byte(`,"citations":null`), nil) // the SDK does not tell null from nothing
		require.Len(t, carried[[]anthropic.MessageParam](t, turn)[0].Content, len(want)+2)
		if len(want) == 0 {
			require.Equal(t, "[]", string(results))
		} else {
			var messages []anthropic.MessageParam // which know no text in place of a list of texts
			require.NoError(t, json.Unmarshal(results, &messages))
			require.Equal(t, anthropic.MessageParamRoleUser, messages[0].Role)
			for i, block := range messages[0].Content {
				require.Equal(t, want[i].id, block.OfToolResult.ToolUseID)
				require.NotEmpty(t, block.OfToolResult.Content[0].OfText.Text)
				block.OfToolResult.Content = nil
				back, err := json.Marshal(block)
				require.NoError(t, err)
				require.JSONEq(t, `{"type":"tool_result","tool_use_id":"`+want[i].id+`"`+map[bool]string{true: `,"is_error":true`}[block.OfToolResult.IsError.Value]+`}`, string(back))
			}
		}
		streamedBlocks(t, want)
	}
}

// streamedBlocks sends the same answer as events, which the SDK accumulates too.
func streamedBlocks(t *testing.T, want []asked) {
	stream, acc := provider.NewStream(provider.Anthropic), anthropic.Message{}
	event := func(text string) {
		var theirs anthropic.MessageStreamEventUnion
		require.NoError(t, json.Unmarshal([]byte(text), &theirs), text)
		require.NoError(t, acc.Accumulate(theirs))
		require.NoError(t, stream.Event([]byte(text)))
	}
	event(`{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"c","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}`)
	event(`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`)
	event(`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"so"}}`)
	event(`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}`)
	event(`{"type":"content_block_stop","index":0}`)
	event(`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}`)
	event(`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Let me see."}}`)
	event(`{"type":"content_block_stop","index":1}`)
	for i, c := range want {
		at := strconv.Itoa(i + 2)
		event(`{"type":"content_block_start","index":` + at + `,"content_block":{"type":"tool_use","id":"` + c.id + `","name":"` + c.name + `","input":{}}}`)
		for piece := range pieces(c.args) {
			event(`{"type":"content_block_delta","index":` + at + `,"delta":{"type":"input_json_delta","partial_json":` + piece + `}}`)
		}
		event(`{"type":"content_block_stop","index":` + at + `}`)
	}
	event(`{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":1}}`)
	event(`{"type":"message_stop"}`)
	agree(t, stream.Calls(), want)
	ours, err := stream.Turn()
	require.NoError(t, err)
	carried[[]anthropic.MessageParam](t, ours)
	theirs, err := json.Marshal([]anthropic.MessageParam{acc.ToParam()})
	require.NoError(t, err)
	require.JSONEq(t, string(theirs), string(ours))
}

func TestGenerateContent(t *testing.T) {
	for _, f := range []provider.Format{provider.Gemini, provider.GeminiLegacy} {
		for _, want := range answers(60) {
			content := &genai.Content{Role: "model", Parts: []*genai.Part{{Text: "so", Thought: true}, {Text: "Let me see.", ThoughtSignature: []byte("sig")}}}
			stream := provider.NewStream(f)
			var written []asked
			for _, c := range want {
				call := &genai.FunctionCall{ID: c.id, Name: c.name}
				require.NoError(t, json.Unmarshal([]byte(c.args), &call.Args))
				args, err := json.Marshal(call.Args) // as the SDK writes them, which leaves {} out
				require.NoError(t, err)
				written = append(written, asked{c.id, c.name, string(args)})
				content.Parts = append(content.Parts, &genai.Part{FunctionCall: call, ThoughtSignature: []byte("sig")})
			}
			for _, part := range content.Parts {
				chunk, err := json.Marshal(&genai.GenerateContentResponse{Candidates: []*genai.Candidate{{Content: &genai.Content{Role: "model", Parts: []*genai.Part{part}}}}})
				require.NoError(t, err)
				require.NoError(t, stream.Event(chunk))
			}
			response, err := json.Marshal(&genai.GenerateContentResponse{Candidates: []*genai.Candidate{{Content: content, FinishReason: genai.FinishReasonStop}}})
			require.NoError(t, err)
			turn, results := read(t, f, string(response), written)
			require.Len(t, carried[[]*genai.Content](t, turn)[0].Parts, len(want)+2)
			theirs, err := json.Marshal([]*genai.Content{content})
			require.NoError(t, err)
			require.JSONEq(t, string(theirs), string(turn))
			agree(t, stream.Calls(), written)
			streamed, err := stream.Turn()
			require.NoError(t, err)
			require.JSONEq(t, string(turn), string(streamed))
			if len(want) > 0 {
				for i, part := range carried[[]*genai.Content](t, results)[0].Parts {
					require.Equal(t, want[i].id, part.FunctionResponse.ID)
					require.Equal(t, want[i].name, part.FunctionResponse.Name)
				}
			}
		}
	}
}

// Vertex streams arguments where it is asked to (streamFunctionCallArguments).
func TestGenerateContentStreamsArguments(t *testing.T) {
	yes, no, number := true, false, 50.0
	stream := provider.NewStream(provider.Gemini)
	for _, call := range []*genai.FunctionCall{
		{ID: "1", Name: "control_light", WillContinue: &yes},
		{PartialArgs: []*genai.PartialArg{{JsonPath: "$.brightness", NumberValue: &number}, {JsonPath: "$.rooms[0].on", BoolValue: &yes}}, WillContinue: &yes},
		{PartialArgs: []*genai.PartialArg{{JsonPath: "$.color", StringValue: "wa", WillContinue: &yes}}, WillContinue: &yes},
		{PartialArgs: []*genai.PartialArg{{JsonPath: "$.color", StringValue: "rm"}, {JsonPath: "$.rest", NULLValue: "NULL_VALUE"}}, WillContinue: &yes},
		{WillContinue: &no},
	} {
		require.Len(t, stream.Calls(), min(1, len(stream.Calls())))
		chunk, err := json.Marshal(&genai.GenerateContentResponse{Candidates: []*genai.Candidate{{Content: &genai.Content{Role: "model", Parts: []*genai.Part{{FunctionCall: call}}}}}})
		require.NoError(t, err)
		require.NoError(t, stream.Event(chunk))
	}
	agree(t, stream.Calls(), []asked{{"1", "control_light", `{"brightness":50,"rooms":[{"on":true}],"color":"warm","rest":null}`}})
	turn, err := stream.Turn()
	require.NoError(t, err)
	require.Equal(t, map[string]any{"brightness": 50.0, "rooms": []any{map[string]any{"on": true}}, "color": "warm", "rest": nil}, carried[[]*genai.Content](t, turn)[0].Parts[0].FunctionCall.Args)
}

// Ollama's own package has the types that its server reads and writes.
func TestOllama(t *testing.T) {
	for _, want := range answers(60) {
		message := api.Message{Role: "assistant", Content: "Let me see.", Thinking: "so"}
		stream := provider.NewStream(provider.Ollama)
		var written []asked
		for i, c := range want {
			call := api.ToolCall{ID: c.id, Function: api.ToolCallFunction{Index: i, Name: c.name}}
			require.NoError(t, json.Unmarshal([]byte(c.args), &call.Function.Arguments))
			args, err := json.Marshal(call.Function.Arguments)
			require.NoError(t, err)
			written = append(written, asked{c.id, c.name, string(args)})
			message.ToolCalls = append(message.ToolCalls, call)
			chunk, err := json.Marshal(api.ChatResponse{Message: api.Message{Role: "assistant", ToolCalls: []api.ToolCall{call}}})
			require.NoError(t, err)
			require.NoError(t, stream.Event(chunk))
		}
		response, err := json.Marshal(api.ChatResponse{Message: message, Done: true, DoneReason: "stop"})
		require.NoError(t, err)
		turn, results := read(t, provider.Ollama, string(response), written)
		agree(t, stream.Calls(), written)
		require.Len(t, carried[[]api.Message](t, turn)[0].ToolCalls, len(want))
		for i, m := range carried[[]api.Message](t, results) {
			require.Equal(t, []string{"tool", want[i].id, want[i].name}, []string{m.Role, m.ToolCallID, m.ToolName})
		}
	}
}

// Its server reads every definition. What it does not keep of a schema is said in descriptions only where the schema is flat:
// see docs/providers.md.
func TestOllamaReadsDefinitions(t *testing.T) {
	for _, d := range fixtures(t) {
		tool, _, err := provider.Define(d, provider.Ollama, provider.Options{})
		require.NoError(t, err)
		var theirs api.Tool
		require.NoError(t, json.Unmarshal(tool, &theirs), "%s", tool)
		require.Equal(t, d.Name, theirs.Function.Name)
		require.Equal(t, d.Description, theirs.Function.Description)
		require.Equal(t, "object", theirs.Function.Parameters.Type)
	}
}
