// Package mcpgo answers calls as tools of mark3labs/mcp-go: its structured handler alone, which checks nothing, and its
// server's whole way from message to message, with the validation of arguments that an option turns on.
package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toolgen/toolgen/bench/arguments"
)

type calls = func(context.Context, []byte) ([]byte, error)

// Typed returns the calls of the workloads S, M and L through the handlers alone.
func Typed() (s, m, l calls) {
	typed := func(h server.ToolHandlerFunc) calls {
		return func(ctx context.Context, args []byte) ([]byte, error) {
			var r mcp.CallToolRequest
			r.Params.RawArguments = args
			return text(h(ctx, r))
		}
	}
	return typed(handler(arguments.Weather.Call)), typed(handler(arguments.Stations.Call)), typed(handler(arguments.Readings.Call))
}

// Messages returns the calls of the workloads S, M and L through a server, checked against the schemas given.
func Messages(schema func(name string) json.RawMessage) (s, m, l calls) {
	srv := server.NewMCPServer("bench", "1", server.WithInputSchemaValidation())
	named := func(name string) mcp.Tool { return mcp.NewToolWithRawSchema(name, "A tool.", schema(name)) }
	srv.AddTool(named("get_weather"), handler(arguments.Weather.Call))
	srv.AddTool(named("find_stations"), handler(arguments.Stations.Call))
	srv.AddTool(named("store_readings"), handler(arguments.Readings.Call))
	return message(srv, "get_weather"), message(srv, "find_stations"), message(srv, "store_readings")
}

// Registering returns a function that registers the tools of the three workloads, with schemas inferred from their arguments.
func Registering() func() {
	srv := server.NewMCPServer("bench", "1")
	return func() {
		srv.AddTool(mcp.NewTool("get_weather", mcp.WithInputSchema[arguments.Weather]()), handler(arguments.Weather.Call))
		srv.AddTool(mcp.NewTool("find_stations", mcp.WithInputSchema[arguments.Stations]()), handler(arguments.Stations.Call))
		srv.AddTool(mcp.NewTool("store_readings", mcp.WithInputSchema[arguments.Readings]()), handler(arguments.Readings.Call))
	}
}

func handler[In, Out any](f func(In, context.Context) (Out, error)) server.ToolHandlerFunc {
	return mcp.NewStructuredToolHandler(func(ctx context.Context, _ mcp.CallToolRequest, in In) (Out, error) { return f(in, ctx) })
}

// message puts arguments into a message, has the server handle it, and takes the result out of the answer, which is not
// encoded any more.
func message(srv *server.MCPServer, name string) calls {
	before := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":`
	return func(ctx context.Context, args []byte) ([]byte, error) {
		b := append(make([]byte, 0, len(before)+len(args)+2), before...)
		b = append(append(b, args...), "}}"...)
		answer, is := srv.HandleMessage(ctx, b).(mcp.JSONRPCResponse)
		if !is {
			return nil, errors.New("the message was refused")
		}
		switch r := answer.Result.(type) {
		case *mcp.CallToolResult:
			return text(r, nil)
		case mcp.CallToolResult:
			return text(&r, nil)
		}
		return nil, fmt.Errorf("a result of type %T", answer.Result)
	}
}

// text is the JSON that the handler has put into its result as text.
func text(r *mcp.CallToolResult, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	content := r.Content[0].(mcp.TextContent).Text
	if r.IsError {
		return nil, errors.New(content)
	}
	return []byte(content), nil
}
