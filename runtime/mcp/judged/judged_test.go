package judged_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/mcp/judged"
)

// wire is what a connection has carried.
type wire struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *wire) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

func connect(t *testing.T, revision string) (*sdk.ClientSession, *wire) {
	t.Helper()
	server, err := judged.NewServer()
	require.NoError(t, err)
	here, there := sdk.NewInMemoryTransports()
	go func() { _ = server.Run(context.WithoutCancel(t.Context()), there) }()
	carried := new(wire)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).
		Connect(t.Context(), &sdk.LoggingTransport{Transport: here, Writer: carried}, &sdk.ClientSessionOptions{ProtocolVersion: revision})
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session, carried
}

// The suites of others do not look at what a server does with wrong arguments. Each is a result that a model can read, with the path
// first, and what fits goes through exactly.
func TestArguments(t *testing.T) {
	for _, revision := range []string{"2026-07-28", "2025-11-25"} {
		session, carried := connect(t, revision)
		for name, row := range map[string]struct {
			args string
			want string // an error's, or the value
		}{
			"all":               {`{"id":1,"kind":"small","note":"x"}`, `{"id":1,"kind":"small","note":"x"}`},
			"optional left out": {`{"id":1,"kind":"small"}`, `{"id":1,"kind":"small","note":""}`},
			"big int":           {`{"id":9007199254740993,"kind":"large"}`, `{"id":9007199254740993,"kind":"large","note":""}`},
			"biggest int":       {`{"id":-9223372036854775808,"kind":"large"}`, `{"id":-9223372036854775808,"kind":"large","note":""}`},
			"angle brackets":    {`{"id":1,"kind":"small","note":"<a> & \"b\""}`, `{"id":1,"kind":"small","note":"<a> & \"b\""}`},
			"unknown key":       {`{"id":1,"kind":"small","nota":"x"}`, `arguments: unknown key "nota"`},
			"required":          {`{"kind":"small"}`, `missing required "id"`},
			"enum":              {`{"id":1,"kind":"tiny"}`, `kind: `},
			"type":              {`{"id":"1","kind":"small"}`, `id: `},
			"no int":            {`{"id":1.5,"kind":"small"}`, `id: `},
			"key twice":         {`{"id":1,"id":2,"kind":"small"}`, `id`},
			"case of a key":     {`{"ID":1,"kind":"small"}`, `unknown key "ID"`},
		} {
			t.Run(revision+" "+name, func(t *testing.T) {
				r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "echo", Arguments: json.RawMessage(row.args)})
				require.NoError(t, err)
				text := r.Content[0].(*sdk.TextContent).Text
				if !strings.HasPrefix(row.want, "{") {
					require.True(t, r.IsError)
					require.Contains(t, text, row.want)
					require.Nil(t, r.StructuredContent)
					return
				}
				require.False(t, r.IsError, text)
				require.Equal(t, row.want, text)
				escaped := strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(row.want)
				require.Contains(t, carried.String(), `"structuredContent":`+escaped, "as it goes over the wire, whatever the client makes of it")
			})
		}
		r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "echo"})
		require.NoError(t, err)
		require.True(t, r.IsError, "no arguments at all")
	}
}

// Every tool of the list answers with content, whatever else it does.
func TestEveryToolAnswers(t *testing.T) {
	session, _ := connect(t, "2026-07-28")
	n := 0
	for tool, err := range session.Tools(t.Context(), nil) {
		require.NoError(t, err)
		n++
		if tool.Name == "test_missing_capability" || tool.Name == "test_input_required_result_elicitation" {
			continue // they want a client of their own kind
		}
		args := map[string]any{"message": "x", "prompt": "x", "id": 1, "kind": "small"}
		for name := range args {
			if properties, _ := tool.InputSchema.(map[string]any)["properties"].(map[string]any); properties[name] == nil {
				delete(args, name)
			}
		}
		r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: args})
		require.NoError(t, err, tool.Name)
		require.NotEmpty(t, r.Content, tool.Name)
	}
	require.Equal(t, 20, n)
}
