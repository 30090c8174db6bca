package provider_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// weather is a registry with one tool.
func weather() *runtime.Registry {
	reg := runtime.NewRegistry()
	err := reg.Register(runtime.Set{runtime.Func(runtime.Spec{
		Name: "forecast", Description: "Says tomorrow's weather.", ReadOnly: true,
		Input: `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`,
	}, func(_ context.Context, args []byte) runtime.Result {
		return runtime.Result{Text: "sun for " + string(args)}
	})})
	if err != nil {
		panic(err)
	}
	return reg
}

// scripted is a server that gives its answers in turn, and prints what it is asked after the first time.
func scripted(answers ...string) *httptest.Server {
	asked := 0
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if asked > 0 {
			fmt.Println(r.URL.Path, string(body))
		}
		if asked++; asked <= len(answers) {
			_, _ = io.WriteString(w, answers[asked-1])
		}
	}))
}

// loop asks a model until it calls no more tools. history is the first message; request builds the body, which is all that differs
// from API to API: messages is a JSON array, tools the value of the tools of that API.
func loop(url string, f provider.Format, history string, request func(messages, tools []byte) string) error {
	ctx, reg := context.Background(), weather()
	offer := provider.NewOffer(reg, f, provider.Options{})
	messages := []json.RawMessage{json.RawMessage(history)}
	for range 10 {
		tools, err := offer.Tools(ctx)
		if err != nil {
			return err
		}
		list, err := json.Marshal(messages)
		if err != nil {
			return err
		}
		answer, err := http.Post(url, "application/json", strings.NewReader(request(list, tools)))
		if err != nil {
			return err
		}
		response, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil {
			return err
		}
		calls, err := provider.Calls(f, response)
		if err != nil || len(calls) == 0 {
			return err
		}
		turn, err := provider.Turn(f, response)
		if err != nil {
			return err
		}
		results, err := provider.Results(f, calls, provider.Run(ctx, reg, calls))
		if err != nil {
			return err
		}
		for _, more := range [][]byte{turn, results} {
			var list []json.RawMessage
			if err := json.Unmarshal(more, &list); err != nil {
				return err
			}
			messages = append(messages, list...)
		}
	}
	return nil
}

func Example_openAI() {
	server := scripted(`{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"forecast","arguments":"{\"city\":\"Oslo\"}"}}]}}]}`,
		`{"choices":[{"message":{"role":"assistant","content":"Sun."}}]}`)
	defer server.Close()
	err := loop(server.URL+"/v1/chat/completions", provider.OpenAI, `{"role":"user","content":"Oslo?"}`, func(messages, tools []byte) string {
		return fmt.Sprintf(`{"model":"gpt","messages":%s,"tools":%s}`, messages, tools)
	})
	fmt.Println(err)
	// Output:
	// /v1/chat/completions {"model":"gpt","messages":[{"role":"user","content":"Oslo?"},{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"forecast","arguments":"{\"city\":\"Oslo\"}"}}]},{"role":"tool","tool_call_id":"call_1","content":"sun for {\"city\":\"Oslo\"}"}],"tools":[{"type":"function","function":{"name":"forecast","description":"Says tomorrow's weather.","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false},"strict":true}}]}
	// <nil>
}

func Example_responses() {
	server := scripted(`{"output":[{"type":"function_call","id":"fc_1","call_id":"call_1","name":"forecast","arguments":"{\"city\":\"Oslo\"}"}]}`,
		`{"output":[{"type":"message","content":[{"type":"output_text","text":"Sun."}]}]}`)
	defer server.Close()
	err := loop(server.URL+"/v1/responses", provider.Responses, `{"role":"user","content":"Oslo?"}`, func(messages, tools []byte) string {
		return fmt.Sprintf(`{"model":"gpt","input":%s,"tools":%s}`, messages, tools)
	})
	fmt.Println(err)
	// Output:
	// /v1/responses {"model":"gpt","input":[{"role":"user","content":"Oslo?"},{"type":"function_call","id":"fc_1","call_id":"call_1","name":"forecast","arguments":"{\"city\":\"Oslo\"}"},{"type":"function_call_output","call_id":"call_1","output":"sun for {\"city\":\"Oslo\"}"}],"tools":[{"type":"function","name":"forecast","description":"Says tomorrow's weather.","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false},"strict":true}]}
	// <nil>
}

func Example_anthropic() {
	server := scripted(`{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"forecast","input":{"city":"Oslo"}}],"stop_reason":"tool_use"}`,
		`{"role":"assistant","content":[{"type":"text","text":"Sun."}],"stop_reason":"end_turn"}`)
	defer server.Close()
	err := loop(server.URL+"/v1/messages", provider.Anthropic, `{"role":"user","content":"Oslo?"}`, func(messages, tools []byte) string {
		return fmt.Sprintf(`{"model":"claude","max_tokens":1000,"messages":%s,"tools":%s}`, messages, tools)
	})
	fmt.Println(err)
	// Output:
	// /v1/messages {"model":"claude","max_tokens":1000,"messages":[{"role":"user","content":"Oslo?"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"forecast","input":{"city":"Oslo"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"sun for {\"city\":\"Oslo\"}"}]}],"tools":[{"name":"forecast","description":"Says tomorrow's weather.","input_schema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}]}
	// <nil>
}

func Example_gemini() {
	server := scripted(`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"forecast","args":{"city":"Oslo"}}}]}}]}`,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"Sun."}]}}]}`)
	defer server.Close()
	err := loop(server.URL+"/v1beta/models/gemini:generateContent", provider.Gemini, `{"role":"user","parts":[{"text":"Oslo?"}]}`, func(messages, tools []byte) string {
		return fmt.Sprintf(`{"contents":%s,"tools":%s}`, messages, tools)
	})
	fmt.Println(err)
	// Output:
	// /v1beta/models/gemini:generateContent {"contents":[{"role":"user","parts":[{"text":"Oslo?"}]},{"role":"model","parts":[{"functionCall":{"name":"forecast","args":{"city":"Oslo"}}}]},{"role":"user","parts":[{"functionResponse":{"name":"forecast","response":{"output":"sun for {\"city\":\"Oslo\"}"}}}]}],"tools":[{"functionDeclarations":[{"name":"forecast","description":"Says tomorrow's weather.","parametersJsonSchema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false,"propertyOrdering":["city"]}}]}]}
	// <nil>
}

func Example_geminiLegacy() {
	server := scripted(`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"f1","name":"forecast","args":{"city":"Oslo"}}}]}}]}`,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"Sun."}]}}]}`)
	defer server.Close()
	err := loop(server.URL+"/v1/models/gemini:generateContent", provider.GeminiLegacy, `{"role":"user","parts":[{"text":"Oslo?"}]}`, func(messages, tools []byte) string {
		return fmt.Sprintf(`{"contents":%s,"tools":%s}`, messages, tools)
	})
	fmt.Println(err)
	// Output:
	// /v1/models/gemini:generateContent {"contents":[{"role":"user","parts":[{"text":"Oslo?"}]},{"role":"model","parts":[{"functionCall":{"id":"f1","name":"forecast","args":{"city":"Oslo"}}}]},{"role":"user","parts":[{"functionResponse":{"id":"f1","name":"forecast","response":{"output":"sun for {\"city\":\"Oslo\"}"}}}]}],"tools":[{"functionDeclarations":[{"name":"forecast","description":"Says tomorrow's weather.","parameters":{"type":"OBJECT","properties":{"city":{"type":"STRING"}},"required":["city"],"propertyOrdering":["city"]}}]}]}
	// <nil>
}

func Example_bedrock() {
	server := scripted(`{"output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"t1","name":"forecast","input":{"city":"Oslo"}}}]}},"stopReason":"tool_use"}`,
		`{"output":{"message":{"role":"assistant","content":[{"text":"Sun."}]}},"stopReason":"end_turn"}`)
	defer server.Close()
	err := loop(server.URL+"/model/m/converse", provider.Bedrock, `{"role":"user","content":[{"text":"Oslo?"}]}`, func(messages, tools []byte) string {
		return fmt.Sprintf(`{"messages":%s,"toolConfig":%s}`, messages, tools)
	})
	fmt.Println(err)
	// Output:
	// /model/m/converse {"messages":[{"role":"user","content":[{"text":"Oslo?"}]},{"role":"assistant","content":[{"toolUse":{"toolUseId":"t1","name":"forecast","input":{"city":"Oslo"}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"t1","content":[{"text":"sun for {\"city\":\"Oslo\"}"}],"status":"success"}}]}],"toolConfig":{"tools":[{"toolSpec":{"name":"forecast","description":"Says tomorrow's weather.","inputSchema":{"json":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}}}]}}
	// <nil>
}

func Example_mistral() {
	server := scripted(`{"choices":[{"message":{"role":"assistant","content":"","tool_calls":[{"id":"D681PevKs","function":{"name":"forecast","arguments":"{\"city\":\"Oslo\"}"}}]}}]}`,
		`{"choices":[{"message":{"role":"assistant","content":"Sun."}}]}`)
	defer server.Close()
	err := loop(server.URL+"/v1/chat/completions", provider.Mistral, `{"role":"user","content":"Oslo?"}`, func(messages, tools []byte) string {
		return fmt.Sprintf(`{"model":"mistral","messages":%s,"tools":%s}`, messages, tools)
	})
	fmt.Println(err)
	// Output:
	// /v1/chat/completions {"model":"mistral","messages":[{"role":"user","content":"Oslo?"},{"role":"assistant","content":"","tool_calls":[{"id":"D681PevKs","function":{"name":"forecast","arguments":"{\"city\":\"Oslo\"}"}}]},{"role":"tool","tool_call_id":"D681PevKs","name":"forecast","content":"sun for {\"city\":\"Oslo\"}"}],"tools":[{"type":"function","function":{"name":"forecast","description":"Says tomorrow's weather.","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}}]}
	// <nil>
}

func Example_ollama() {
	server := scripted(`{"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"forecast","arguments":{"city":"Oslo"}}}]},"done":true}`,
		`{"message":{"role":"assistant","content":"Sun."},"done":true}`)
	defer server.Close()
	err := loop(server.URL+"/api/chat", provider.Ollama, `{"role":"user","content":"Oslo?"}`, func(messages, tools []byte) string {
		return fmt.Sprintf(`{"model":"llama","stream":false,"messages":%s,"tools":%s}`, messages, tools)
	})
	fmt.Println(err)
	// Output:
	// /api/chat {"model":"llama","stream":false,"messages":[{"role":"user","content":"Oslo?"},{"role":"assistant","content":"","tool_calls":[{"function":{"name":"forecast","arguments":{"city":"Oslo"}}}]},{"role":"tool","tool_name":"forecast","content":"sun for {\"city\":\"Oslo\"}"}],"tools":[{"type":"function","function":{"name":"forecast","description":"Says tomorrow's weather.","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}}]}
	// <nil>
}

// A streamed answer: the data of each server-sent event goes into a Stream.
func ExampleStream() {
	server := scripted("event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"forecast\",\"input\":{}}}\n\n" +
		"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"city\\\":\"}}\n\n" +
		"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\\\"Oslo\\\"}\"}}\n\n" +
		"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n")
	defer server.Close()
	answer, err := http.Post(server.URL, "application/json", strings.NewReader(`{"stream":true}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer answer.Body.Close()
	stream := provider.NewStream(provider.Anthropic)
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if data, found := bytes.CutPrefix(lines.Bytes(), []byte("data:")); found {
			if err := stream.Event(data); err != nil {
				fmt.Println(err)
				return
			}
		}
	}
	calls := stream.Calls()
	results, err := provider.Results(provider.Anthropic, calls, provider.Run(context.Background(), weather(), calls))
	fmt.Println(string(results), err)
	turn, err := stream.Turn()
	fmt.Println(string(turn), err)
	// Output:
	// [{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"sun for {\"city\":\"Oslo\"}"}]}] <nil>
	// [{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"forecast","input":{"city":"Oslo"}}]}] <nil>
}

func ExampleProject() {
	p, err := provider.Project(`{"type":"object","properties":{"query":{"type":"string","minLength":1},"limit":{"type":"integer","default":10}},"required":["query"],"additionalProperties":false}`, provider.OpenAI, true)
	fmt.Println(string(p.Schema), err)
	for _, loss := range p.Lost {
		fmt.Println(loss)
	}
	// Output:
	// {"type":"object","properties":{"query":{"type":"string","description":"At least 1 character"},"limit":{"type":["integer","null"],"description":"Default 10"}},"required":["query","limit"],"additionalProperties":false} <nil>
	// query: minLength 1 (described)
	// limit: default 10 (described)
}
