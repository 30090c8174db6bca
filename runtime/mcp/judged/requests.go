package judged

//lint:file-ignore SA1019 the suites ask for logging and sampling, which the protocol means to give up

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// handler is a tool that knows its session.
type handler = func(context.Context, *sdk.CallToolRequest) (string, error)

// capabilities are what a server of tools alone does not have.
func capabilities() *sdk.ServerCapabilities {
	return &sdk.ServerCapabilities{Logging: &sdk.LoggingCapabilities{}}
}

// addRequests adds the tools that ask the client something, or log to it. They stand beside those of the registry, as tools of a
// host's own do.
func addRequests(s *sdk.Server) {
	add := func(name, description, input string, run sdk.ToolHandler) {
		s.AddTool(&sdk.Tool{Name: name, Description: description, InputSchema: json.RawMessage(input)}, run)
	}
	const nothing = `{"type":"object","properties":{},"additionalProperties":false}`
	text := func(name string) string {
		return `{"type":"object","properties":{"` + name + `":{"type":"string","description":"what to say"}},"required":["` + name + `"],"additionalProperties":false}`
	}
	add("test_tool_with_logging", "Logs three messages to the client.", nothing, answer(logThrice))
	add("test_logging_tool", "Logs one message to a client that wants it.", nothing, answer(logOnce))
	add("test_sampling", "Has the model of the client answer a prompt.", text("prompt"), answer(sample))
	add("test_elicitation", "Asks the user for a name.", text("message"), answer(elicit(
		`{"type":"object","properties":{"username":{"type":"string","description":"a name of your choice"}},"required":["username"]}`)))
	add("test_elicitation_sep1034_defaults", "Asks the user with defaults of every type.", nothing, answer(elicit(
		`{"type":"object","properties":{"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},`+
			`"score":{"type":"number","default":95.5},"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},`+
			`"verified":{"type":"boolean","default":true}}}`)))
	add("test_elicitation_sep1330_enums", "Asks the user with enums of every form.", nothing, answer(elicit(
		`{"type":"object","properties":{"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},`+
			`"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First"},{"const":"value2","title":"Second"},{"const":"value3","title":"Third"}]},`+
			`"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["One","Two","Three"]},`+
			`"untitledMulti":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"string","enum":["option1","option2","option3"]}},`+
			`"titledMulti":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"string",`+
			`"anyOf":[{"const":"value1","title":"First"},{"const":"value2","title":"Second"},{"const":"value3","title":"Third"}]}}}}`)))
	add("test_missing_capability", "Runs for clients that can sample alone.", nothing, needSampling)
	add("test_input_required_result_elicitation", "Greets the user, whose name it asks for.", nothing, greet)
}

// answer makes a tool of one that has a text to say.
func answer(run handler) sdk.ToolHandler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		said, err := run(ctx, req)
		result := new(sdk.CallToolResult)
		if err != nil {
			result.SetError(err)
			return result, nil
		}
		result.Content = []sdk.Content{&sdk.TextContent{Text: said}}
		return result, nil
	}
}

func logThrice(ctx context.Context, req *sdk.CallToolRequest) (string, error) {
	for _, message := range []string{"beginning", "in the middle", "at the end"} {
		if err := req.Session.Log(ctx, &sdk.LoggingMessageParams{Level: "info", Data: message}); err != nil {
			return "", err
		}
		time.Sleep(50 * time.Millisecond) // messages of one moment may overtake each other
	}
	return "Three messages were logged.", nil
}

func logOnce(ctx context.Context, req *sdk.CallToolRequest) (string, error) {
	return "One message was logged, if it was wanted.", req.Session.Log(ctx, &sdk.LoggingMessageParams{Level: "info", Data: "here"})
}

func sample(ctx context.Context, req *sdk.CallToolRequest) (string, error) {
	var args struct{ Prompt string }
	if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
		return "", err
	}
	result, err := req.Session.CreateMessage(ctx, &sdk.CreateMessageParams{
		Messages: []*sdk.SamplingMessage{{Role: "user", Content: &sdk.TextContent{Text: args.Prompt}}}, MaxTokens: 100,
	})
	if err != nil {
		return "", err
	}
	said, ok := result.Content.(*sdk.TextContent)
	if !ok {
		return "", fmt.Errorf("the model answered with %T", result.Content)
	}
	return "The model says: " + said.Text, nil
}

// elicit asks the user with that schema.
func elicit(schema string) handler {
	return func(ctx context.Context, req *sdk.CallToolRequest) (string, error) {
		args := struct{ Message string }{"Please fill this in."}
		if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
			return "", err
		}
		result, err := req.Session.Elicit(ctx, &sdk.ElicitParams{Message: args.Message, RequestedSchema: json.RawMessage(schema)})
		if err != nil {
			return "", err
		}
		content, err := json.Marshal(result.Content)
		return "The user's answer: action=" + result.Action + ", content=" + string(content), err
	}
}

func needSampling(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	if c := req.ClientCapabilities(); c == nil || c.Sampling == nil {
		data, err := json.Marshal(sdk.MissingRequiredClientCapabilityData{
			RequiredCapabilities: &sdk.ClientCapabilities{Sampling: &sdk.SamplingCapabilities{}},
		})
		if err != nil {
			return nil, err
		}
		return nil, &jsonrpc.Error{Code: sdk.CodeMissingRequiredClientCapabilities, Message: "this tool needs a client that can sample", Data: data}
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "The client can sample."}}}, nil
}

// greet asks for a name in one answer and gets it with the next request.
func greet(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	if given, ok := req.Params.InputResponses["user_name"].(*sdk.ElicitResult); ok && given.Action == "accept" {
		if name, ok := given.Content["name"].(string); ok && name != "" {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "Hello, " + name + "!"}}}, nil
		}
	}
	return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{"user_name": &sdk.ElicitParams{
		Message: "What is your name?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`),
	}}}, nil
}
