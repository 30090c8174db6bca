package mcp

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// The revisions that tests speak.
const (
	latest = "2026-07-28"
	older  = "2025-11-25"
)

// tool is a public tool with the schema of no arguments.
func tool(name string, fn func(ctx context.Context, args []byte) runtime.Result) runtime.Tool {
	return runtime.Func(runtime.Spec{Name: name, Description: "A tool.", Access: runtime.Public}, fn)
}

// says is a public tool that answers with text.
func says(name, text string) runtime.Tool {
	return tool(name, func(context.Context, []byte) runtime.Result { return runtime.Text(text) })
}

// registryOf has the tools, and decides by what mcp decides by itself.
func registryOf(t testing.TB, tools ...runtime.Tool) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(tools))
	return reg
}

// serverOf serves reg with quiet logs; they are in the buffer.
func serverOf(t testing.TB, reg *runtime.Registry, o Options) (*Server, *lines) {
	t.Helper()
	log := &lines{}
	if o.Name == "" {
		o.Name = "test"
	}
	o.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	server, err := NewServer(reg, o)
	require.NoError(t, err)
	return server, log
}

// lines is a log that several goroutines write.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// connect returns the session of a client of that revision over memory.
func connect(t testing.TB, server *Server, revision string, o *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	go func() { _ = server.Run(context.WithoutCancel(t.Context()), there) }()
	client := sdk.NewClient(&sdk.Implementation{Name: "client", Version: "1"}, o)
	session, err := client.Connect(context.WithoutCancel(t.Context()), here, &sdk.ClientSessionOptions{ProtocolVersion: revision})
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// call calls a tool and returns its result; a protocol error fails the test.
func call(t testing.TB, session *sdk.ClientSession, name string, args any) *sdk.CallToolResult {
	t.Helper()
	if args == nil {
		args = map[string]any{}
	}
	r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
	require.NoError(t, err)
	return r
}

// text is the text of the first block of content.
func text(t testing.TB, r *sdk.CallToolResult) string {
	t.Helper()
	require.NotEmpty(t, r.Content)
	block, ok := r.Content[0].(*sdk.TextContent)
	require.True(t, ok, "%T", r.Content[0])
	return block.Text
}

// names are those of the tools that a session lists.
func names(t testing.TB, session *sdk.ClientSession) (names []string) {
	t.Helper()
	for tool, err := range session.Tools(t.Context(), nil) {
		require.NoError(t, err)
		names = append(names, tool.Name)
	}
	return names
}

// both runs a test in the revisions before and after results of any shape.
func both(t *testing.T, test func(t *testing.T, revision string)) {
	for _, revision := range []string{latest, older} {
		t.Run(revision, func(t *testing.T) { test(t, revision) })
	}
}
