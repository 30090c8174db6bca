// Package mcp serves the workloads S, M and L over MCP, once as runtime/mcp does with the generated tools, once with the typed
// handlers of the official SDK, whose schemas it infers. Both are the SDK's server behind its in-memory transport, so that what
// differs is the way from a request to the function and back.
package mcp

import (
	"context"
	"encoding/json"
	"errors"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/bench/arguments"
	"github.com/toolgen/toolgen/bench/tools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
)

// Names are the tools of S, M and L.
var Names = map[string]string{"S": tools.ToolGetWeather, "M": tools.ToolFindStations, "L": tools.ToolStoreReadings}

// Generated is the server of the generated tools.
func Generated() (*sdk.Server, error) {
	reg := runtime.NewRegistry()
	if err := reg.Register(tools.Tools()); err != nil {
		return nil, err
	}
	server, err := mcp.NewServer(reg, mcp.Options{Name: "bench"})
	if err != nil {
		return nil, err
	}
	return server.SDK(), nil
}

// Typed is the server of the SDK's typed handlers.
func Typed() *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "bench", Version: "0"}, nil)
	add(s, Names["S"], arguments.Weather.Call)
	add(s, Names["M"], arguments.Stations.Call)
	add(s, Names["L"], arguments.Readings.Call)
	return s
}

func add[In, Out any](s *sdk.Server, name string, f func(In, context.Context) (Out, error)) {
	sdk.AddTool(s, &sdk.Tool{Name: name, Description: "A tool."}, func(ctx context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, Out, error) {
		out, err := f(in, ctx)
		return nil, out, err
	})
}

// Connect returns a session with the server over memory, in the newest revision.
func Connect(ctx context.Context, s *sdk.Server) (*sdk.ClientSession, error) {
	here, there := sdk.NewInMemoryTransports()
	if _, err := s.Connect(ctx, there, nil); err != nil {
		return nil, err
	}
	return sdk.NewClient(&sdk.Implementation{Name: "bench", Version: "0"}, nil).Connect(ctx, here, nil)
}

// Call makes one call. An error that the model would read is one here too.
func Call(ctx context.Context, session *sdk.ClientSession, name string, args []byte) error {
	r, err := session.CallTool(ctx, &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(args)})
	if err != nil {
		return err
	}
	if r.IsError {
		return errors.New(r.Content[0].(*sdk.TextContent).Text)
	}
	return nil
}
