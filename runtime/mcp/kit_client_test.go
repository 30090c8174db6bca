package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
	"github.com/toolgen/toolgen/runtime/policy"
)

// scripted is a server that says what a test wants, byte by byte: it is what no SDK would be. It speaks 2025-11-25 over pipes, one
// message a line.
type scripted struct {
	list func(cursor string) string                     // the result of tools/list
	call func(n int, name string, args string) string   // the result of the nth tools/call, from 1; "" for no answer at all
	line func(n int, id json.RawMessage) (whole string) // in place of call: the whole line that answers, and "" to end the connection

	sessions atomic.Int32
	calls    atomic.Int32
	canceled atomic.Int32
	seen     sync.Map // the nth call's arguments

	mu    sync.Mutex
	write io.Writer // of the last session
	end   func()
}

// tools is the result of a tools/list of one page.
func tools(definitions ...string) func(string) string {
	return func(string) string { return `{"tools":[` + join(definitions) + `]}` }
}

func join(list []string) string { return strings.Join(list, ",") }

// anyTool is the definition of a tool that takes anything.
func anyTool(name string) string {
	return `{"name":` + quoted(name) + `,"description":"Does it.","inputSchema":{"type":"object"}}`
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// says is the result of a call that says something.
func says(text string) string { return `{"content":[{"type":"text","text":` + quoted(text) + `}]}` }

// transport begins a session.
func (s *scripted) transport(context.Context) (sdk.Transport, error) {
	s.sessions.Add(1)
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	end := func() { _ = fromClient.Close(); _ = toClient.Close() }
	s.mu.Lock()
	s.write, s.end = toClient, end
	s.mu.Unlock()
	go s.serve(fromClient, toClient, end)
	return &sdk.IOTransport{Reader: fromServer, Writer: toServer}, nil
}

// drop ends the session from the server's side.
func (s *scripted) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
}

// notify sends a notification.
func (s *scripted) notify(method, params string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.write, `{"jsonrpc":"2.0","method":%q,"params":%s}`+"\n", method, params)
}

func (s *scripted) serve(in io.Reader, out io.Writer, end func()) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 32<<20)
	for lines.Scan() {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				Cursor    string
				Name      string
				Arguments json.RawMessage
			}
		}
		if json.Unmarshal(lines.Bytes(), &m) != nil {
			continue
		}
		answer := ""
		switch m.Method {
		case "initialize":
			answer = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"scripted","version":"1"}}`
		case "tools/list":
			answer = s.list(m.Params.Cursor)
		case "tools/call":
			n := int(s.calls.Add(1))
			s.seen.Store(n, string(m.Params.Arguments))
			if s.line != nil {
				whole := s.line(n, m.ID)
				if whole == "" {
					end()
					return
				}
				s.mu.Lock()
				_, _ = io.WriteString(out, whole+"\n")
				s.mu.Unlock()
				continue
			}
			if answer = s.call(n, m.Params.Name, string(m.Params.Arguments)); answer == "" {
				continue
			}
		case "notifications/cancelled":
			s.canceled.Add(1)
			continue
		default:
			if m.ID != nil {
				s.mu.Lock()
				fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`+"\n", m.ID)
				s.mu.Unlock()
			}
			continue
		}
		s.mu.Lock()
		_, err := fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", m.ID, answer)
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// dial connects to s.
func (s *scripted) dial(t testing.TB, remote mcp.Remote) *mcp.Client {
	t.Helper()
	remote.Transport = s.transport
	return dial(t, remote)
}

func dial(t testing.TB, remote mcp.Remote) *mcp.Client {
	t.Helper()
	if remote.DialTimeout == 0 {
		remote.DialTimeout = 30 * time.Second
	}
	if remote.Timeout == 0 {
		remote.Timeout = 30 * time.Second
	}
	client, err := mcp.Dial(t.Context(), remote)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	return client
}

// registered has the tools of client, and everything is allowed.
func registered(t testing.TB, client *mcp.Client) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry()
	require.NoError(t, client.Register(t.Context(), reg))
	return reg
}

// guarded decides by c.
func guarded(t testing.TB, c policy.Config, sets ...runtime.Set) *runtime.Registry {
	t.Helper()
	p, err := policy.New(c, sets...)
	require.NoError(t, err)
	return runtime.NewRegistry(runtime.Authorize(p))
}

// as is a caller of that level.
func as(t testing.TB, level runtime.Access) context.Context {
	return runtime.WithPrincipal(t.Context(), runtime.Principal{Role: level})
}

// local is a tool of this process.
func local(name string) runtime.Tool {
	return runtime.Func(runtime.Spec{Name: name, Access: runtime.Public}, func(context.Context, []byte) runtime.Result { return runtime.Text("local " + name) })
}

// namesOf are the names of all tools of a registry.
func namesOf(reg *runtime.Registry) []string {
	names := []string{}
	for tool := range reg.All() {
		names = append(names, tool.Spec().Name)
	}
	return names
}

func sorted(names []string) []string { slices.Sort(names); return names }
