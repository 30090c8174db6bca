// Package mcpgo has the client of mark3labs/mcp-go, which shares no code with the SDK below runtime/mcp, judge the server of
// examples/mcpserver as a host would meet it: a program that is started, or a URL.
package mcpgo

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/stretchr/testify/require"
)

// built is the example's program.
func built(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "mcpserver")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "./mcpserver")
	build.Dir, build.Env = filepath.Join("..", "..", "examples"), append(os.Environ(), "GOWORK=off")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}

// Over stdio the caller is who started the server, and sees all of its tools.
func TestStdio(t *testing.T) {
	c, err := client.NewStdioMCPClient(built(t), nil)
	judge(t, c, err, []string{"book", "cancel_all", "weather"}, 9)
}

// Over HTTP it is anybody.
func TestHTTP(t *testing.T) {
	address := freeAddress(t)
	server := exec.CommandContext(t.Context(), built(t), "-http", address)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	require.Eventually(t, func() bool {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	}, 30*time.Second, 20*time.Millisecond)
	c, err := client.NewStreamableHttpClient("http://" + address + "/mcp")
	if err == nil {
		err = c.Start(t.Context())
	}
	judge(t, c, err, []string{"book", "weather"}, 8)
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// judge makes so many checks of a server that shows these tools. All are made, whatever one finds.
func judge(t *testing.T, c *client.Client, err error, tools []string, checks int) {
	made := 0
	check := func(what string, holds bool, seen any) {
		t.Helper()
		made++
		if !holds {
			t.Errorf("%s: %s", what, fmt.Sprint(seen))
		}
	}
	check("start", err == nil, err)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	defer func() { _ = c.Close() }()

	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: "judge", Version: "1"}
	init, err := c.Initialize(ctx, hello)
	check("initialize", err == nil && init.ServerInfo.Name == "desk", err)

	list, err := c.ListTools(ctx, mcp.ListToolsRequest{})
	require.NoError(t, err)
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	check("list", fmt.Sprint(names) == fmt.Sprint(tools), names)
	for _, tool := range list.Tools {
		check(tool.Name+" schema", tool.InputSchema.Type == "object" && len(tool.InputSchema.Required) > 0, tool.InputSchema)
	}

	call := func(name string, args map[string]any) (*mcp.CallToolResult, error) {
		var r mcp.CallToolRequest
		r.Params.Name, r.Params.Arguments = name, args
		return c.CallTool(ctx, r)
	}
	r, err := call("book", map[string]any{"city": "Oslo", "travellers": 2})
	require.NoError(t, err)
	value, err := json.Marshal(r.StructuredContent)
	check("a value", err == nil && !r.IsError && string(value) == `{"advice":"by card","total":25800}`, string(value))
	r, err = call("weather", map[string]any{"city": "Rome"})
	check("an error that a model reads", err == nil && r.IsError, err)
	_, err = call("no_such_tool", nil)
	check("an unknown tool", err != nil, "no error")
	require.Equal(t, checks, made)
}
