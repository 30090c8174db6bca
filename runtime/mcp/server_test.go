package mcp

import (
	"context"
	goruntime "runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// wireError is the protocol error of a call that has one.
func wireError(t *testing.T, session *sdk.ClientSession, name string) *jsonrpc.Error {
	t.Helper()
	_, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: map[string]any{}})
	var wire *jsonrpc.Error
	require.ErrorAs(t, err, &wire)
	return wire
}

func TestTextAndUnknown(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		server, _ := serverOf(t, registryOf(t, says("hello", "Hello.")), Options{})
		session := connect(t, server, revision, nil)
		require.Equal(t, []string{"hello"}, names(t, session))
		r := call(t, session, "hello", nil)
		require.False(t, r.IsError)
		require.Equal(t, "Hello.", text(t, r))
		wire := wireError(t, session, "helo")
		require.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
		require.Equal(t, `unknown tool "helo"; did you mean "hello"?`, wire.Message)
	})
}

// A tool that returns the zero Result has succeeded and has nothing to say; a nil *Error behind an error is no success.
func TestNilResult(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		server, _ := serverOf(t, registryOf(t,
			tool("nothing", func(context.Context, []byte) runtime.Result { return runtime.Result{} }),
			tool("broken", func(context.Context, []byte) runtime.Result {
				var err *runtime.Error
				return runtime.Failed(context.Background(), err)
			}),
			tool("no_json", func(context.Context, []byte) runtime.Result { return runtime.Result{JSON: []byte("{")} }),
		), Options{})
		session := connect(t, server, revision, nil)
		r := call(t, session, "nothing", nil)
		require.False(t, r.IsError)
		require.Empty(t, text(t, r))
		require.True(t, call(t, session, "broken", nil).IsError)
		require.Equal(t, "internal error in tool no_json: its value is no JSON", text(t, call(t, session, "no_json", nil)))
	})
}

// A tool that panics, or ends its goroutine, is answered for, and the server goes on. The words are the host's to know.
func TestPanic(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		server, log := serverOf(t, registryOf(t,
			tool("panics", func(context.Context, []byte) runtime.Result { panic("the password is 1234") }),
			tool("exits", func(context.Context, []byte) runtime.Result { goruntime.Goexit(); return runtime.Done() }),
			says("hello", "Hello."),
		), Options{})
		session := connect(t, server, revision, nil)
		for _, name := range []string{"panics", "exits"} {
			r := call(t, session, name, nil)
			require.True(t, r.IsError)
			require.Equal(t, "internal error in tool "+name, text(t, r))
		}
		require.Equal(t, "Hello.", text(t, call(t, session, "hello", nil)))
		require.Contains(t, log.String(), "the password is 1234")
		require.Contains(t, log.String(), "server_test.go", "the stack")
	})
}

// A host's Identity that panics makes a caller that may nothing, and ends no process.
func TestPanicOfIdentity(t *testing.T) {
	server, _ := serverOf(t, registryOf(t, says("hello", "Hello.")), Options{
		Identity: func(context.Context, sdk.Request) runtime.Principal { panic("no") },
	})
	session := connect(t, server, latest, nil)
	require.Empty(t, names(t, session))
	require.Equal(t, `unknown tool "hello"`, wireError(t, session, "hello").Message)
}

// The time of a call is the tool's own, else that of the options. A tool that takes no notice is answered for a second later.
func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		heeds := func(ctx context.Context, _ []byte) runtime.Result {
			<-ctx.Done()
			return runtime.Failed(ctx, ctx.Err())
		}
		server, log := serverOf(t, registryOf(t,
			tool("default", heeds),
			runtime.Func(runtime.Spec{Name: "own", Access: runtime.Public, Limits: runtime.Limits{Timeout: 5 * time.Second}}, heeds),
			tool("deaf", func(context.Context, []byte) runtime.Result { time.Sleep(time.Hour); return runtime.Done() }),
		), Options{Timeout: 20 * time.Second})
		session := connect(t, server, latest, nil)
		for name, want := range map[string]time.Duration{"default": 20 * time.Second, "own": 5 * time.Second, "deaf": 21 * time.Second} {
			began := time.Now()
			r := call(t, session, name, nil)
			require.True(t, r.IsError)
			require.Contains(t, text(t, r), "time", name)
			require.Equal(t, "timeout", r.Meta[metaError].(map[string]any)["class"])
			require.Equal(t, want, time.Since(began), name)
		}
		require.Contains(t, log.String(), "goes on after its time")
		time.Sleep(time.Hour) // the deaf one ends
		require.NoError(t, session.Close())
	})
}

// Only so many tools run at once; the rest wait in their own time, and are told that they were not started.
func TestMaxCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, _ := serverOf(t, registryOf(t,
			runtime.Func(runtime.Spec{Name: "deaf", Access: runtime.Public, Limits: runtime.Limits{Timeout: time.Second}},
				func(context.Context, []byte) runtime.Result { time.Sleep(time.Hour); return runtime.Done() }),
			says("hello", "Hello."),
		), Options{Timeout: 10 * time.Second, MaxCalls: 2})
		session := connect(t, server, latest, nil)
		for range 2 {
			require.True(t, call(t, session, "deaf", nil).IsError)
		}
		r := call(t, session, "hello", nil)
		require.True(t, r.IsError)
		require.Contains(t, text(t, r), "busy")
		require.Equal(t, map[string]any{"class": "resource_exhausted", "transient": true, "retryAfterMs": 1000.0, "notStarted": true}, r.Meta[metaError])
		time.Sleep(time.Hour)
		require.Equal(t, "Hello.", text(t, call(t, session, "hello", nil)))
		require.NoError(t, session.Close())
	})
}

// What cannot be a server is said when it is made.
func TestNewServerRefuses(t *testing.T) {
	reg := registryOf(t)
	_, err := NewServer(reg, Options{})
	require.ErrorContains(t, err, "set Options.Name")
	_, err = NewServer(nil, Options{Name: "x"})
	require.ErrorContains(t, err, "registry is nil")
	_, err = NewServer(reg, Options{Name: "x", Secret: []byte("short")})
	require.ErrorContains(t, err, "too short")
	for input, want := range map[string]string{
		`{"type":"string"}`: "odd",
		`{`:                 "odd",
		`{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"not a token"}}}`: "odd",
	} {
		odd := runtime.Func(runtime.Spec{Name: "odd", Input: input}, func(context.Context, []byte) runtime.Result { return runtime.Done() })
		_, err = NewServer(registryOf(t, odd), Options{Name: "x"})
		require.ErrorContains(t, err, want, input)
	}
}
