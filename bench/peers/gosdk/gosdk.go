// Package gosdk answers calls as tools of the official MCP SDK for Go: its typed handler, which checks arguments and result
// against their schemas. A middleware hands out the method handler, so that no transport and no JSON-RPC is in the way.
package gosdk

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/bench/arguments"
)

// Schemas says the schemas of a tool's arguments and result; nil has the SDK infer them.
type Schemas func(name string) (in, out json.RawMessage)

// Calls returns the calls of the workloads S, M and L, checked against the schemas given.
func Calls(schemas Schemas) (s, m, l func(context.Context, []byte) ([]byte, error)) {
	var handle mcp.MethodHandler
	server := register(newServer(), schemas)
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler { handle = next; return next })
	_, end := mcp.NewInMemoryTransports()
	session, err := server.Connect(context.Background(), end, nil)
	if err != nil {
		panic(err)
	}
	call := func(name string) func(context.Context, []byte) ([]byte, error) {
		return func(ctx context.Context, args []byte) ([]byte, error) {
			result, err := handle(ctx, "tools/call", &mcp.CallToolRequest{Session: session, Params: &mcp.CallToolParamsRaw{Name: name, Arguments: args}})
			if err != nil {
				return nil, err
			}
			r := result.(*mcp.CallToolResult)
			if r.IsError {
				return nil, errors.New(r.Content[0].(*mcp.TextContent).Text)
			}
			return r.StructuredContent.(json.RawMessage), nil
		}
	}
	return call("get_weather"), call("find_stations"), call("store_readings")
}

// Registering returns a function that registers the tools of the three workloads, with schemas inferred from their arguments.
func Registering() func() {
	server := newServer()
	return func() { register(server, nil) }
}

func newServer() *mcp.Server {
	return mcp.NewServer(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
}

func register(s *mcp.Server, schemas Schemas) *mcp.Server {
	add(s, schemas, "get_weather", arguments.Weather.Call)
	add(s, schemas, "find_stations", arguments.Stations.Call)
	add(s, schemas, "store_readings", arguments.Readings.Call)
	return s
}

func add[In, Out any](s *mcp.Server, schemas Schemas, name string, f func(In, context.Context) (Out, error)) {
	t := &mcp.Tool{Name: name, Description: "A tool."}
	if schemas != nil {
		in, out := schemas(name)
		t.InputSchema, t.OutputSchema = in, out
	}
	mcp.AddTool(s, t, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := f(in, ctx)
		return nil, out, err
	})
}
