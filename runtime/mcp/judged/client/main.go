// Client is what the official conformance suite of MCP judges of the client side of package mcp. The suite starts it for one scenario,
// with the address of its server as the last argument, and watches what it sends:
//
//	MCP_CONFORMANCE_SCENARIO=tools_call client http://localhost:1234/mcp
//
// Every call goes through a registry, as in any program that uses remote tools.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
)

// call is one call of a scenario.
type call struct {
	Name      string
	Arguments json.RawMessage
}

// scenario is what the client does once it is connected and has listed the tools.
type scenario struct {
	calls  func(reg *runtime.Registry) []call // nil: nothing
	answer map[string]any                     // what a person says to the server's questions; nil: there is nobody to ask
}

var scenarios = map[string]scenario{
	"initialize":               {},
	"request-metadata":         {answer: map[string]any{}}, // so that there is a capability to be declared
	"json-schema-ref-no-deref": {},
	"tools_call":               {calls: these(call{"add_numbers", json.RawMessage(`{"a":5,"b":3}`)})},
	"sse-retry":                {calls: these(call{Name: "test_reconnection"})},
	"elicitation-sep1034-client-defaults": {
		calls:  these(call{Name: "test_client_elicitation_defaults"}),
		answer: map[string]any{}, // all of it is left to the defaults
	},
	"sep-2322-client-request-state": {
		calls: these(call{Name: "test_mrtr_echo_state"}, call{Name: "test_mrtr_no_state"}, call{Name: "test_mrtr_unrelated"},
			call{Name: "test_mrtr_no_result_type"}),
		answer: map[string]any{"confirmed": true},
	},
	"http-standard-headers":     {calls: each(`{}`)},
	"http-custom-headers":       {calls: given},
	"http-invalid-tool-headers": {calls: each(`{"region":"us-west1"}`)},
}

func these(calls ...call) func(*runtime.Registry) []call {
	return func(*runtime.Registry) []call { return calls }
}

// each calls every tool that there is.
func each(arguments string) func(*runtime.Registry) []call {
	return func(reg *runtime.Registry) (calls []call) {
		for tool := range reg.All() {
			calls = append(calls, call{tool.Spec().Name, json.RawMessage(arguments)})
		}
		return calls
	}
}

// given are the calls that the suite itself asks for.
func given(*runtime.Registry) []call {
	var wanted struct{ ToolCalls []call }
	if err := json.Unmarshal([]byte(os.Getenv("MCP_CONFORMANCE_CONTEXT")), &wanted); err != nil {
		log.Print("MCP_CONFORMANCE_CONTEXT: ", err)
	}
	return wanted.ToolCalls
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("client: ")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Getenv("MCP_CONFORMANCE_SCENARIO"), os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, name string, args []string) error {
	s, known := scenarios[name]
	if !known || len(args) != 1 {
		return fmt.Errorf("usage: MCP_CONFORMANCE_SCENARIO=NAME client URL, where NAME is one of\n\t%s", strings.Join(slices.Sorted(maps.Keys(scenarios)), "\n\t"))
	}
	client, err := mcp.Dial(ctx, mcp.Remote{URL: args[0], Name: "judged", Version: "1", Elicit: s.elicit()})
	if err != nil {
		return err
	}
	defer client.Close()
	reg := runtime.NewRegistry()
	if err := client.Register(ctx, reg); err != nil {
		return err
	}
	for _, refused := range client.Refused() {
		log.Printf("%s is not taken: %s", refused.Name, refused.Reason)
	}
	if s.calls == nil {
		return nil
	}
	for _, c := range s.calls(reg) {
		result := reg.Call(ctx, c.Name, c.Arguments)
		log.Printf("%s: %s", c.Name, result.Output()) // an error too is an answer, of which the suite thinks its own part
	}
	return nil
}

// elicit answers the server's questions to a person.
func (s scenario) elicit() func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
	if s.answer == nil {
		return nil
	}
	return func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		return &sdk.ElicitResult{Action: "accept", Content: maps.Clone(s.answer)}, nil
	}
}
