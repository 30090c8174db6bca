package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
)

// The test program is the server's program as well, when it is called like this.
const asServer = "be-a-server"

func init() {
	if len(os.Args) > 1 && os.Args[1] == asServer {
		serveProcess(slices.Contains(os.Args, "stubborn"))
		os.Exit(3)
	}
}

func serveProcess(stubborn bool) {
	var in io.ReadCloser = os.Stdin
	if stubborn { // neither the end of its input nor a polite signal ends it
		signal.Ignore(syscall.SIGTERM)
		forever, _ := io.Pipe()
		in = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(os.Stdin, forever), os.Stdin}
	}
	server := sdk.NewServer(&sdk.Implementation{Name: "process", Version: "1"}, nil)
	add := func(name string, run func() string) {
		server.AddTool(&sdk.Tool{Name: name, InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: run()}}}, nil
		})
	}
	add("environment", func() string {
		names, _ := json.Marshal(os.Environ())
		return string(names)
	})
	add("die", func() string { os.Exit(7); return "" })
	add("pid", func() string { b, _ := json.Marshal(os.Getpid()); return string(b) })
	_ = server.Run(context.Background(), &sdk.IOTransport{Reader: in, Writer: os.Stdout})
}

func process(args ...string) []string { return append([]string{os.Args[0], asServer}, args...) }

// A server's process gets what a program needs to run, and no secret of this one.
func TestProcessEnvironment(t *testing.T) {
	t.Setenv("API_KEY", "secret")
	t.Setenv("HOME", "/home/ann")
	reg := registered(t, dial(t, mcp.Remote{Command: process()}))
	environment := reg.Call(t.Context(), "environment", nil).Output()
	require.NotContains(t, environment, "secret")
	require.Contains(t, environment, "HOME=/home/ann")
	reg = registered(t, dial(t, mcp.Remote{Command: process(), Env: []string{"API_KEY=for the server"}}))
	require.JSONEq(t, `["API_KEY=for the server"]`, reg.Call(t.Context(), "environment", nil).Output())
}

// A process that dies in the middle of a call is begun anew for the next one, and the call is not made again.
func TestProcessDies(t *testing.T) {
	client := dial(t, mcp.Remote{Command: process()})
	reg := registered(t, client)
	first := reg.Call(t.Context(), "pid", nil).Output()
	result := reg.Call(t.Context(), "die", nil)
	require.Equal(t, runtime.ClassUnavailable, result.Err.Class)
	require.False(t, result.Err.NotStarted)
	second := reg.Call(t.Context(), "pid", nil)
	require.Nil(t, second.Err)
	require.NotEqual(t, first, second.Output())
}

// Close ends the process, however it holds out, and what is called afterwards is answered.
func TestProcessIsEnded(t *testing.T) {
	for _, args := range [][]string{nil, {"stubborn"}} {
		client := dial(t, mcp.Remote{Command: process(args...)})
		reg := registered(t, client)
		var pid int
		require.NoError(t, json.Unmarshal([]byte(reg.Call(t.Context(), "pid", nil).Output()), &pid))
		require.NoError(t, syscall.Kill(pid, 0))
		require.NoError(t, client.Close())
		require.ErrorIs(t, syscall.Kill(pid, 0), syscall.ESRCH)
		result := reg.Call(t.Context(), "pid", nil)
		require.Equal(t, runtime.ClassUnavailable, result.Err.Class)
		require.True(t, result.Err.NotStarted)
		_, err := client.Tools(t.Context())
		require.ErrorContains(t, err, "closed")
		require.NoError(t, client.Close())
	}
}

// A program that is none, or that is no server, is an error within the time that there is.
func TestProcessThatIsNoServer(t *testing.T) {
	_, err := mcp.Dial(t.Context(), mcp.Remote{Command: []string{"/there/is/no/such/program"}})
	require.ErrorContains(t, err, "no such file")
	_, err = mcp.Dial(t.Context(), mcp.Remote{Command: []string{"echo", "Hello!"}})
	require.Error(t, err)
	began := time.Now()
	_, err = mcp.Dial(t.Context(), mcp.Remote{Command: []string{"sleep", "60"}, DialTimeout: 100 * time.Millisecond})
	require.ErrorContains(t, err, "no answer within 100ms")
	require.Less(t, time.Since(began), 30*time.Second)
}

// What is wrong with a Remote is said at once, all of it.
func TestDialChecks(t *testing.T) {
	for want, remote := range map[string]mcp.Remote{
		"set one of Command, URL and Transport":         {},
		"set one of Command, URL and Transport ":        {URL: "http://localhost", Command: []string{"x"}},
		"the Command names no program":                  {Command: []string{}},
		"the URL is not an http or https address":       {URL: "localhost:80"},
		"the URL is not an http or https address with ": {URL: "file:///etc/passwd"},
		"the Limits have a negative number":             {URL: "http://localhost", Limits: mcp.RemoteLimits{Pages: -1}},
		"the Prefix is not":                             {URL: "http://localhost", Prefix: "a b"},
		"the Prefix is not ":                            {URL: "http://localhost", Prefix: strings.Repeat("x", 33)},
		"an empty pattern":                              {URL: "http://localhost", Exclude: []string{""}},
	} {
		_, err := mcp.Dial(t.Context(), remote)
		require.ErrorContains(t, err, "mcp.Dial: ")
		require.ErrorContains(t, err, strings.TrimSpace(want))
	}
}
