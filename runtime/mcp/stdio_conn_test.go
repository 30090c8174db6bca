package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

const (
	beginning   = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
)

// overLines serves reg over pipes, line by line. ended has the error of the server when the input has ended.
func overLines(t *testing.T, reg *runtime.Registry) (in io.WriteCloser, out *bufio.Reader, ended chan error) {
	t.Helper()
	server, log := serverOf(t, reg, Options{})
	fromClient, in := io.Pipe()
	answers, toClient := io.Pipe()
	ended = make(chan error, 1)
	go func() {
		err := server.Run(context.WithoutCancel(t.Context()), &lineTransport{in: fromClient, out: toClient, log: server.log})
		_ = toClient.Close()
		ended <- err
	}()
	t.Cleanup(func() {
		_ = in.Close()
		if t.Failed() {
			t.Log(log.String())
		}
	})
	return in, bufio.NewReader(answers), ended
}

func nested(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

// A line that is no message is answered with an error, and neither the session nor the call that runs meanwhile ends.
func TestBadLines(t *testing.T) {
	release := make(chan struct{})
	running := make(chan struct{})
	waits := tool("waits", func(context.Context, []byte) runtime.Result { close(running); <-release; return runtime.Text("waited") })
	in, out, ended := overLines(t, registryOf(t, waits, says("hello", "Hello.")))
	write := func(text string) {
		t.Helper()
		_, err := io.WriteString(in, text+"\n")
		require.NoError(t, err)
	}
	read := func() string {
		t.Helper()
		text, err := out.ReadString('\n')
		require.NoError(t, err)
		return strings.TrimSpace(text)
	}
	refused := func(id string, code int, text string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, mustJSON(text))
	}
	const notJSON = "the message is not one JSON value"
	const notID = "id: expected a string or a whole number of at most 9007199254740991, got "
	write(callOf("hello", "{}"))
	early := read()
	require.Contains(t, early, `"id":1`)
	require.NotContains(t, early, `"code":0`)
	write(beginning)
	require.Contains(t, read(), `"id":0,"result"`)
	write(initialized)
	write(strings.Replace(callOf("waits", "{}"), `"id":1`, `"id":"w"`, 1))
	<-running
	for name, row := range map[string]struct{ line, want string }{
		"no JSON":               {`hello`, refused("null", -32700, notJSON)},
		"half a message":        {`{"jsonrpc":"2.0","id":1,`, refused("null", -32700, notJSON)},
		"NUL":                   {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\x00\"}", refused("null", -32700, notJSON)},
		"not UTF-8":             {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\xff\"}", refused("null", -32700, "the message is not UTF-8")},
		"two on a line":         {callOf("hello", "{}") + callOf("hello", "{}"), refused("null", -32700, notJSON)},
		"an empty object":       {`{}`, refused("null", -32600, `jsonrpc: expected "2.0"`)},
		"an empty batch":        {`[]`, refused("null", -32600, "batches are not served here: send one message a line")},
		"a batch":               {"[" + callOf("hello", "{}") + "]", refused("null", -32600, "batches are not served here: send one message a line")},
		"a number":              {`5`, refused("null", -32600, "the message: expected a JSON object, got a number")},
		"version":               {`{"jsonrpc":"1.0","id":7,"method":"ping"}`, refused("7", -32600, `jsonrpc: expected "2.0"`)},
		"method is a number":    {`{"jsonrpc":"2.0","id":7,"method":5}`, refused("7", -32600, "method: expected the name of a method, got a number")},
		"no method":             {`{"jsonrpc":"2.0","id":7}`, refused("7", -32600, "method: expected the name of a method, got nothing")},
		"id is an object":       {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, refused("null", -32600, notID+"an object")},
		"id is null":            {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, refused("null", -32600, notID+"null")},
		"id that is rounded":    {`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, refused("null", -32600, notID+"a number")},
		"id with a fraction":    {`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, refused("null", -32600, notID+"a number")},
		"id that is waited for": {`{"jsonrpc":"2.0","id":"w","method":"ping"}`, refused("null", -32600, "id: a request with this id is not answered yet")},
		"params":                {`{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}`, refused("7", -32602, "params: expected a JSON object, got an array")},
		"name":                  {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":5}}`, refused("7", -32602, "params.name: expected a string, got a number")},
		"no name":               {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{}}`, refused("7", -32602, "params.name: expected a string, got nothing")},
		"no params":             {`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`, refused("7", -32602, "params.name: expected a string, got nothing")},
		"_meta":                 {`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":true}}`, refused("7", -32602, "params._meta: expected an object, got a boolean")},
		"cursor":                {`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":1}}`, refused("7", -32602, "params.cursor: expected a string, got a number")},
		"deep":                  {strings.Replace(callOf("hello", nested(600)), `"id":1`, `"id":"d"`, 1), refused(`"d"`, -32600, "the message is nested deeper than 500")},
		"very deep":             {callOf("hello", `{"a":`+nested(20000)+`}`), refused("1", -32600, "the message is nested deeper than 500")},
		"very deep, then an id": {`{"params":` + nested(20000) + `,"id":3,"method":"ping","jsonrpc":"2.0"}`, refused("3", -32600, "the message is nested deeper than 500")},
		"only brackets":         {strings.Repeat("[", 100000), refused("null", -32600, "the message is nested deeper than 500")},
		"20 MB":                 {strings.Replace(callOf("hello", `{"a":"`+strings.Repeat("x", 20<<20)+`"}`), `"id":1`, `"id":4`, 1), refused("4", -32600, "the message is longer than 16777216 bytes")},
		"meaningless cursor":    {`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"enp6"}}`, refused("7", -32602, "params.cursor: this cursor is none of this server; leave it out to begin anew")},
	} {
		write(row.line)
		require.JSONEq(t, row.want, read(), name)
	}
	for _, silent := range []string{"", "  \r", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`, `{"jsonrpc":"2.0","method":"notifications/progress","params":[]}`, `{"jsonrpc":"2.0","id":99,"result":{}}`} {
		write(silent)
	}
	write(callOf("hello", "{}"))
	require.Contains(t, read(), "Hello.", "the session goes on")
	write(`{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{"uri":5}}`)
	require.NotContains(t, read(), "Go ")
	close(release)
	require.Contains(t, read(), "waited", "and so did the call")
	require.NoError(t, in.Close())
	require.NoError(t, <-ended)
}

func mustJSON(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// What was read before the end of the input is answered, and a call that does not end does not hold the process for ever.
func TestEndOfInput(t *testing.T) {
	for name, row := range map[string]struct {
		takes time.Duration
		after time.Duration // of the end of the input
		want  string
	}{
		"at once": {0, 0, "slept"},
		"a while": {5 * time.Second, 5 * time.Second, "slept"},
		"long":    {50 * time.Second, drainTime, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sleeps := tool("sleeps", func(ctx context.Context, _ []byte) runtime.Result {
					select {
					case <-time.After(row.takes):
						return runtime.Text("slept")
					case <-ctx.Done():
						return runtime.Failed(ctx, ctx.Err())
					}
				})
				server, _ := serverOf(t, registryOf(t, sleeps), Options{})
				var out lines
				begun := time.Now()
				input := strings.NewReader(beginning + "\n" + initialized + "\r\n" + callOf("sleeps", "{}")) // without a line end
				require.NoError(t, server.Run(t.Context(), &lineTransport{in: input, out: &out, log: server.log}))
				require.Equal(t, row.after, time.Since(begun))
				require.Contains(t, out.String(), `"serverInfo"`)
				require.Equal(t, row.want != "", strings.Contains(out.String(), `"slept"`), out.String())
			})
		})
	}
}
