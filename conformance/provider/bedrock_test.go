package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/document"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime/types"
	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// wire stands in for the network of an AWS client: it keeps what is asked and gives one answer.
type wire struct {
	asked  struct{ Messages, ToolConfig json.RawMessage }
	kind   string // content type of the answer
	answer string
}

func (w *wire) Do(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {w.kind}}, Body: io.NopCloser(strings.NewReader(w.answer))}, json.Unmarshal(body, &w.asked)
}

func (w *wire) client() *bedrockruntime.Client {
	return bedrockruntime.New(bedrockruntime.Options{Region: "nowhere-1", HTTPClient: w, Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
		return aws.Credentials{AccessKeyID: "none", SecretAccessKey: "none"}, nil
	})})
}

// What the client of AWS makes of tools is what Tools makes of them.
func TestConverseTools(t *testing.T) {
	definitions := fixtures(t)
	for _, mode := range []provider.Strictness{provider.StrictOff, provider.StrictAuto} {
		theirs := &types.ToolConfiguration{}
		var taken []provider.Definition
		for _, d := range definitions {
			d.Strict = mode
			tool, _, err := provider.Define(d, provider.Bedrock, provider.Options{})
			if err != nil || isStrict(tool) && len(taken) > 10 { // no more strict tools than a request may have
				continue
			}
			taken = append(taken, d)
			var ours struct {
				ToolSpec struct{ InputSchema struct{ JSON any } }
			}
			require.NoError(t, json.Unmarshal(tool, &ours))
			spec := types.ToolSpecification{Name: aws.String(d.Name), InputSchema: &types.ToolInputSchemaMemberJson{Value: document.NewLazyDocument(ours.ToolSpec.InputSchema.JSON)}}
			if d.Description != "" {
				spec.Description = aws.String(d.Description)
			}
			if isStrict(tool) {
				spec.Strict = aws.Bool(true)
			}
			theirs.Tools = append(theirs.Tools, &types.ToolMemberToolSpec{Value: spec})
		}
		w := &wire{kind: "application/json", answer: `{"output":{"message":{"role":"assistant","content":[]}},"stopReason":"end_turn"}`}
		_, err := w.client().Converse(context.Background(), &bedrockruntime.ConverseInput{ModelId: aws.String("m"), ToolConfig: theirs})
		require.NoError(t, err)
		ours, err := provider.Tools(taken, provider.Bedrock, provider.Options{})
		require.NoError(t, err)
		require.True(t, same(t, w.asked.ToolConfig, ours), mode)
	}
}

// A loop of the client, and one of ours, over the same answers: what is read and what is sent is alike.
func TestConverse(t *testing.T) {
	for _, want := range answers(30) {
		blocks := `{"text":"Let me see."},{"reasoningContent":{"reasoningText":{"text":"so","signature":"sig"}}}`
		if len(want) > 0 {
			blocks += "," + each(want, `{"toolUse":{"toolUseId":%[1]q,"name":%[2]q,"input":%[3]s}}`)
		}
		response := `{"output":{"message":{"role":"assistant","content":[` + blocks + `]}},"stopReason":"tool_use"}`
		w := &wire{kind: "application/json", answer: response}
		answer, err := w.client().Converse(context.Background(), &bedrockruntime.ConverseInput{ModelId: aws.String("m")})
		require.NoError(t, err)
		turn := answer.Output.(*types.ConverseOutputMemberMessage).Value

		calls, err := provider.Calls(provider.Bedrock, []byte(response))
		require.NoError(t, err)
		var results []runtime.Result
		reply := types.Message{Role: types.ConversationRoleUser}
		for _, block := range turn.Content {
			use, is := block.(*types.ContentBlockMemberToolUse)
			if !is {
				continue
			}
			i := len(results)
			require.Equal(t, want[i].id, calls[i].ID)
			require.Equal(t, []string{calls[i].ID, calls[i].Name}, []string{*use.Value.ToolUseId, *use.Value.Name})
			var theirs any
			require.NoError(t, use.Value.Input.UnmarshalSmithyDocument(&theirs))
			result, content := resultOf(i)
			results = append(results, result)
			status := types.ToolResultStatusSuccess
			if result.Err != nil {
				status = types.ToolResultStatusError
			}
			reply.Content = append(reply.Content, &types.ContentBlockMemberToolResult{Value: types.ToolResultBlock{ToolUseId: use.Value.ToolUseId, Content: content, Status: status}})
		}
		require.Len(t, results, len(want))
		if len(want) == 0 {
			continue
		}
		_, err = w.client().Converse(context.Background(), &bedrockruntime.ConverseInput{ModelId: aws.String("m"), Messages: []types.Message{turn, reply}})
		require.NoError(t, err)
		ourTurn, err := provider.Turn(provider.Bedrock, []byte(response))
		require.NoError(t, err)
		ourReply, err := provider.Results(provider.Bedrock, calls, results)
		require.NoError(t, err)
		require.JSONEq(t, string(w.asked.Messages), string(ourTurn[:len(ourTurn)-1])+","+string(ourReply[1:]))
	}
}

// resultOf is a result of each kind, in turn, and what it is in the words of the SDK.
func resultOf(i int) (runtime.Result, []types.ToolResultContentBlock) {
	switch i % 4 {
	case 0:
		return runtime.Result{Text: "two\n\"lines\""}, []types.ToolResultContentBlock{&types.ToolResultContentBlockMemberText{Value: "two\n\"lines\""}}
	case 1:
		return runtime.Result{JSON: []byte(`{"n":1,"list":["a"]}`)}, []types.ToolResultContentBlock{&types.ToolResultContentBlockMemberJson{Value: document.NewLazyDocument(map[string]any{"n": 1, "list": []string{"a"}})}}
	case 2:
		return runtime.Result{Err: runtime.NewError(runtime.ClassFailed, "no luck")}, []types.ToolResultContentBlock{&types.ToolResultContentBlockMemberText{Value: "no luck"}}
	}
	return runtime.Result{Text: "a chart", Parts: []runtime.Part{{Kind: runtime.ImagePart, MIME: "image/png", Data: []byte("png")}}}, []types.ToolResultContentBlock{
		&types.ToolResultContentBlockMemberText{Value: "a chart"},
		&types.ToolResultContentBlockMemberImage{Value: types.ImageBlock{Format: types.ImageFormatPng, Source: &types.ImageSourceMemberBytes{Value: []byte("png")}}},
	}
}

// The events of a stream, in the frames of AWS: the client reads them, and we read their payloads.
func TestConverseStream(t *testing.T) {
	for _, want := range answers(20) {
		var frames bytes.Buffer
		stream, encoder := provider.NewStream(provider.Bedrock), eventstream.NewEncoder()
		event := func(kind, payload string) {
			m := eventstream.Message{Payload: []byte(payload)}
			m.Headers.Set(":message-type", eventstream.StringValue("event"))
			m.Headers.Set(":event-type", eventstream.StringValue(kind))
			m.Headers.Set(":content-type", eventstream.StringValue("application/json"))
			require.NoError(t, encoder.Encode(&frames, m))
			require.NoError(t, stream.Event([]byte(payload)))
		}
		event("messageStart", `{"role":"assistant"}`)
		for i, c := range want {
			at := `{"contentBlockIndex":` + string(rune('0'+i))
			event("contentBlockStart", at+`,"start":{"toolUse":{"toolUseId":"`+c.id+`","name":"`+c.name+`"}}}`)
			for piece := range pieces(c.args) {
				event("contentBlockDelta", at+`,"delta":{"toolUse":{"input":`+piece+`}}}`)
			}
			event("contentBlockStop", at+`}`)
		}
		event("messageStop", `{"stopReason":"tool_use"}`)
		w := &wire{kind: "application/vnd.amazon.eventstream", answer: frames.String()}
		answer, err := w.client().ConverseStream(context.Background(), &bedrockruntime.ConverseStreamInput{ModelId: aws.String("m")})
		require.NoError(t, err)
		var seen []asked
		for e := range answer.GetStream().Events() {
			switch e := e.(type) {
			case *types.ConverseStreamOutputMemberContentBlockStart:
				use := e.Value.Start.(*types.ContentBlockStartMemberToolUse).Value
				seen = append(seen, asked{*use.ToolUseId, *use.Name, ""})
			case *types.ConverseStreamOutputMemberContentBlockDelta:
				seen[len(seen)-1].args += *e.Value.Delta.(*types.ContentBlockDeltaMemberToolUse).Value.Input
			}
		}
		require.NoError(t, answer.GetStream().Err())
		require.Equal(t, want, seen)
		agree(t, stream.Calls(), want)
	}
}
