package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/mcp"
)

// forecast is a tool with an output schema.
const forecast = `{"name":"forecast","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"days":{"type":"array","items":{"$ref":"#/$defs/Day"}}},"required":["days"],` +
	`"$defs":{"Day":{"type":"object","properties":{"low":{"type":"integer","minimum":-9007199254740993},"sky":{"enum":["sun","rain"]}},"required":["low"],"additionalProperties":false}}}}`

// An answer that is not what it must be is one error, whatever it is, and the next call is a new one.
func TestHostileResults(t *testing.T) {
	day := func(day string) string {
		return `{"content":[],"structuredContent":{"days":[{"low":1},` + day + `]}}`
	}
	for name, row := range map[string]struct {
		result string
		class  runtime.Class
		says   string // part of the message
	}{
		"null":                   {`null`, runtime.ClassInternal, "answer"},
		"a text":                 {`"done"`, runtime.ClassInternal, "answer"},
		"a list":                 {`[]`, runtime.ClassInternal, "answer"},
		"empty":                  {`{}`, runtime.ClassInternal, "it has no content"},
		"content is a text":      {`{"content":"done"}`, runtime.ClassInternal, "answer"},
		"content is null":        {`{"content":null}`, runtime.ClassInternal, "it has no content"},
		"content of numbers":     {`{"content":[1,2]}`, runtime.ClassInternal, "answer"},
		"unknown content":        {`{"content":[{"type":"hologram"}]}`, runtime.ClassInternal, "answer"},
		"no base64":              {`{"content":[{"type":"image","data":"!!","mimeType":"image/png"}]}`, runtime.ClassInternal, "answer"},
		"a key twice":            {`{"content":[],"structuredContent":{"days":[],"days":[{"low":1}]}}`, runtime.ClassInternal, `the key "days" stands twice`},
		"no value":               {says("sunny"), runtime.ClassInternal, "it has no structured content, which the tool's output schema promises"},
		"value of another type":  {`{"content":[],"structuredContent":{"days":"many"}}`, runtime.ClassInternal, "result.days is not what the tool's output schema says: expected"},
		"value without a key":    {`{"content":[],"structuredContent":{}}`, runtime.ClassInternal, "days"},
		"value with another key": {day(`{"low":1,"hight":2}`), runtime.ClassInternal, `result.days[1] is not what the tool's output schema says: unknown key "hight"`},
		"value out of bounds":    {day(`{"low":-9007199254740994}`), runtime.ClassInternal, "result.days[1].low is not what the tool's output schema says: must be at least -9007199254740993, got -9007199254740994"},
		"value out of an enum":   {day(`{"low":1,"sky":"reign"}`), runtime.ClassInternal, "result.days[1].sky is not what"},
		"giant value":            {`{"content":[],"structuredContent":{"days":[` + strings.Repeat(`{"low":1},`, 120_000) + `{"low":1}]}}`, runtime.ClassResourceExhausted, "at most 1048576 are taken"},
		"giant text":             {`{"structuredContent":{"days":[]},"content":[{"type":"text","text":"` + strings.Repeat("x", 2<<20) + `"}]}`, runtime.ClassResourceExhausted, "at most 1048576 are taken"},
		"giant file":             {`{"structuredContent":{"days":[]},"content":[{"type":"audio","mimeType":"audio/wav","data":"` + strings.Repeat("AAAA", 400_000) + `"}]}`, runtime.ClassResourceExhausted, "1200011 bytes"},
		"endless value":          {`{"content":[],"structuredContent":{"days":[` + strings.Repeat("1,", 500_000) + `1]}}`, runtime.ClassInternal, "more than 262144 values"},
		"far too long":           {`{"content":[],"structuredContent":{"days":[` + strings.Repeat("1,", 5_000_000) + `1]}}`, runtime.ClassResourceExhausted, "longer than anything that is taken"},
		"deep value":             {`{"content":[],"structuredContent":{"days":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + `}}`, runtime.ClassInternal, "nested deeper than 128"},
		"error without a word":   {`{"content":[],"isError":true}`, runtime.ClassFailed, "did not say why"},
	} {
		t.Run(name, func(t *testing.T) {
			fine := `{"content":[],"structuredContent":{"days":[{"low":-9007199254740993,"sky":"sun"}]}}`
			s := &scripted{list: tools(forecast), call: func(n int, _, _ string) string {
				if n == 1 {
					return row.result
				}
				return fine
			}}
			reg := registered(t, s.dial(t, mcp.Remote{}))
			result := reg.Call(t.Context(), "forecast", nil)
			require.NotNil(t, result.Err)
			require.Equal(t, row.class, result.Err.Class, result.Err.Message)
			require.Contains(t, result.Err.Message, row.says)
			require.Less(t, len(result.Err.Message), 700)
			require.Empty(t, result.JSON)
			require.Empty(t, result.Text)
			require.False(t, result.Err.NotStarted)
			require.False(t, result.Err.Transient)
			require.EqualValues(t, 1, s.calls.Load(), "it is not sent again")
			require.Equal(t, `{"days":[{"low":-9007199254740993,"sky":"sun"}]}`, string(reg.Call(t.Context(), "forecast", nil).JSON))
		})
	}
}

// A schema and a value that are each within bounds, and too much work together, are a result that says so.
func TestHostileWork(t *testing.T) {
	choices := make([]string, 3000)
	for i := range choices {
		choices[i] = fmt.Sprintf(`{"const":%d}`, i+10)
	}
	s := &scripted{list: tools(`{"name":"list","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"n":{"type":"array","items":{"anyOf":[` + join(choices) + `]}}}}}`),
		call: func(int, string, string) string {
			return `{"content":[],"structuredContent":{"n":[` + strings.Repeat("1,", 200_000) + `1]}}`
		}}
	reg := registered(t, s.dial(t, mcp.Remote{}))
	began := time.Now()
	result := reg.Call(t.Context(), "list", nil)
	require.Equal(t, runtime.ClassResourceExhausted, result.Err.Class, result.Err.Message)
	require.Less(t, time.Since(began), 60*time.Second)
}

// A line that is no message, and a connection that ends, lose the session and no more than that: the call is answered, is not sent a
// second time, and the next one has a new session.
func TestHostileLines(t *testing.T) {
	for name, row := range map[string]struct {
		line  func(id json.RawMessage) string
		class runtime.Class
	}{
		"no JSON":             {func(json.RawMessage) string { return "Starting up..." }, runtime.ClassUnavailable},
		"half a message":      {func(id json.RawMessage) string { return `{"jsonrpc":"2.0","id":` + string(id) + `,"result":` }, runtime.ClassTimeout},
		"another version":     {func(id json.RawMessage) string { return `{"jsonrpc":"1.0","id":` + string(id) + `,"result":{}}` }, runtime.ClassUnavailable},
		"an empty batch":      {func(json.RawMessage) string { return `[]` }, runtime.ClassUnavailable},
		"an object for an id": {func(json.RawMessage) string { return `{"jsonrpc":"2.0","id":{},"result":{}}` }, runtime.ClassUnavailable},
		"a giant message": {func(id json.RawMessage) string {
			return `{"jsonrpc":"2.0","id":` + string(id) + `,"result":{"content":[{"type":"text","text":"` + strings.Repeat("x", 17<<20) + `"}]}}`
		}, runtime.ClassUnavailable},
		"too deep a message": {func(id json.RawMessage) string {
			return `{"jsonrpc":"2.0","id":` + string(id) + `,"result":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`
		}, runtime.ClassUnavailable},
		"the connection ends": {func(json.RawMessage) string { return "" }, runtime.ClassUnavailable},
		"result and error": {func(id json.RawMessage) string {
			return `{"jsonrpc":"2.0","id":` + string(id) + `,"result":{"content":[]},"error":{"code":-32000,"message":"no"}}`
		}, runtime.ClassFailed},
		"the answer to another call": {func(json.RawMessage) string { return `{"jsonrpc":"2.0","id":4711,"result":{"content":[]}}` }, runtime.ClassTimeout},
		"an id of text": {func(id json.RawMessage) string {
			return `{"jsonrpc":"2.0","id":"` + string(id) + `","result":{"content":[]}}`
		}, runtime.ClassTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scripted{list: tools(anyTool("pay"))}
			s.line = func(n int, id json.RawMessage) string {
				if n == 1 {
					return row.line(id)
				}
				return `{"jsonrpc":"2.0","id":` + string(id) + `,"result":` + says("paid") + `}`
			}
			ctx, wait := t.Context(), 60*time.Second
			if row.class == runtime.ClassTimeout {
				wait = 200 * time.Millisecond
			}
			reg := registered(t, s.dial(t, mcp.Remote{Timeout: wait}))
			result := reg.Call(t.Context(), "pay", nil)
			require.NotNil(t, result.Err)
			require.Equal(t, row.class, result.Err.Class, "%s: %v", result.Err.Message, errors.Unwrap(result.Err))
			require.False(t, result.Err.NotStarted, "it may have been done")
			require.EqualValues(t, 1, s.calls.Load(), "and is not sent again")
			if name == "half a message" { // takes the next answers into itself, until it cannot be mended by any
				made := int32(1)
				require.Eventually(t, func() bool { made++; return reg.Call(ctx, "pay", nil).Output() == "paid" }, 60*time.Second, time.Millisecond)
				require.LessOrEqual(t, made, int32(4))
				require.Equal(t, made, s.calls.Load())
				return
			}
			require.Equal(t, "paid", reg.Call(t.Context(), "pay", nil).Output())
			require.EqualValues(t, 2, s.calls.Load())
			sessions := int32(1)
			if row.class == runtime.ClassUnavailable {
				sessions = 2
			}
			require.Equal(t, sessions, s.sessions.Load())
		})
	}
}

// A server that does not answer is told that nobody waits any more; the call ends when its time is over, or when its caller gives up.
func TestHostileSilence(t *testing.T) {
	for name, row := range map[string]struct {
		of    func(ctx context.Context) (context.Context, context.CancelFunc)
		own   time.Duration
		class runtime.Class
	}{
		"the tool's time": {func(ctx context.Context) (context.Context, context.CancelFunc) { return ctx, func() {} }, 50 * time.Millisecond, runtime.ClassTimeout},
		"the caller's time": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 50*time.Millisecond)
		}, -1, runtime.ClassTimeout},
		"the caller gives up": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(50*time.Millisecond, cancel)
			return ctx, cancel
		}, -1, runtime.ClassCanceled},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scripted{list: tools(anyTool("wait")), call: func(n int, _, _ string) string {
				if n == 1 {
					return ""
				}
				return says("there")
			}}
			reg := registered(t, s.dial(t, mcp.Remote{Timeout: row.own, Repeatable: []string{"wait"}}))
			ctx, cancel := row.of(t.Context())
			defer cancel()
			result := reg.Call(ctx, "wait", nil)
			require.Equal(t, row.class, result.Err.Class)
			require.False(t, result.Err.NotStarted)
			require.Eventually(t, func() bool { return s.canceled.Load() == 1 }, 30*time.Second, time.Millisecond, "the server hears of it")
			require.Equal(t, "there", reg.Call(t.Context(), "wait", nil).Output())
			require.EqualValues(t, 2, s.calls.Load())
			require.EqualValues(t, 1, s.sessions.Load())
		})
	}
}

// A tool that its server repeats at the host's word is sent twice at most; no other one is, whatever the server says of it.
func TestRepeatable(t *testing.T) {
	hints := func(name string) string {
		return `{"name":"` + name + `","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"idempotentHint":true}}`
	}
	s := &scripted{list: tools(hints("read_it"), hints("write_it")), line: func(int, json.RawMessage) string { return "" }}
	reg := registered(t, s.dial(t, mcp.Remote{Repeatable: []string{"read_*"}}))
	require.Equal(t, runtime.ClassUnavailable, reg.Call(t.Context(), "write_it", nil).Err.Class)
	require.EqualValues(t, 1, s.calls.Load())
	require.Equal(t, runtime.ClassUnavailable, reg.Call(t.Context(), "read_it", nil).Err.Class)
	require.EqualValues(t, 3, s.calls.Load())
}

// A session that died while nobody looked costs nothing: the call has not been sent, so it is sent on a new one.
func TestDeadSession(t *testing.T) {
	s := &scripted{list: tools(anyTool("pay")), call: func(int, string, string) string { return says("paid") }}
	client := s.dial(t, mcp.Remote{})
	reg := registered(t, client)
	for n := int32(1); n <= 3; n++ {
		require.Equal(t, "paid", reg.Call(t.Context(), "pay", nil).Output())
		require.Equal(t, n, s.calls.Load())
		require.Equal(t, n, s.sessions.Load())
		s.drop()
		<-mcp.SessionEnded(client)
	}
}

// A server that lets one call after the other run out of time is begun anew; one that answers in between is only slow.
func TestSilentSession(t *testing.T) {
	s := &scripted{list: tools(anyTool("wait"))}
	s.call = func(n int, _, args string) string {
		if args == "{}" {
			return ""
		}
		return says("there")
	}
	client := s.dial(t, mcp.Remote{Timeout: 20 * time.Millisecond})
	reg := registered(t, client)
	wait := func(n int) {
		for range n {
			require.Equal(t, runtime.ClassTimeout, reg.Call(t.Context(), "wait", nil).Err.Class)
		}
	}
	wait(2)
	ctx := t.Context()
	require.Eventually(t, func() bool { return !reg.Call(ctx, "wait", []byte(`{"now":true}`)).IsError() }, 30*time.Second, time.Millisecond)
	wait(2)
	require.EqualValues(t, 1, s.sessions.Load())
	wait(1)
	require.Eventually(t, func() bool { return !reg.Call(ctx, "wait", []byte(`{"now":true}`)).IsError() }, 30*time.Second, time.Millisecond)
	require.EqualValues(t, 2, s.sessions.Load())
}

// Arguments that two readers would read in two ways never leave.
func TestArgumentsAreCheckedBeforeTheyLeave(t *testing.T) {
	s := &scripted{list: tools(anyTool("pay")), call: func(int, string, string) string { return says("paid") }}
	reg := registered(t, s.dial(t, mcp.Remote{}))
	for _, args := range []string{`[]`, `"x"`, `{"a":1,"a":2}`, `{"a":{"b":1,"\u0062":2}}`, `{"a":1} {}`, `{"a":01}`, "{\"a\":\"\xff\"}", `{"a":"` + strings.Repeat("x", codec.MaxSize) + `"}`} {
		result := reg.Call(t.Context(), "pay", []byte(args))
		require.Equal(t, runtime.ClassInvalidArguments, result.Err.Class, args[:min(len(args), 40)])
	}
	require.Zero(t, s.calls.Load())
	for args, sent := range map[string]string{"": `{}`, `null`: `{}`, ` {"n":12345678901234567890.10e5, "a":"\u0062<&>"} `: `{"n":12345678901234567890.10e5,"a":"b<&>"}`} {
		require.Equal(t, "paid", reg.Call(t.Context(), "pay", []byte(args)).Output())
		got, _ := s.seen.Load(int(s.calls.Load()))
		require.JSONEq(t, sent, got.(string))
		require.Equal(t, sent, strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(got.(string)), "numbers and order are as they were")
	}
}

// What a server answers in place of a result becomes an error of the class that says what to do.
func TestProtocolErrors(t *testing.T) {
	for name, row := range map[string]struct {
		code    int
		message string
		class   runtime.Class
	}{
		"unknown tool":  {-32602, "unknown tool \\\"pay\\\"", runtime.ClassUnknownTool},
		"not found":     {-32602, "Tool pay not found", runtime.ClassUnknownTool},
		"invalid":       {-32602, "amount: expected integer", runtime.ClassInvalidArguments},
		"no tools":      {-32601, "Method not found", runtime.ClassUnavailable},
		"internal":      {-32603, "oops", runtime.ClassInternal},
		"invalid JSON":  {-32700, "oops", runtime.ClassInternal},
		"of its own":    {-31999, "the till is closed", runtime.ClassFailed},
		"without words": {0, "", runtime.ClassFailed},
		"hidden words":  {-1, "closed\\u202e\\u200b\\u001b[2Jfor now", runtime.ClassFailed},
		"many words":    {-1, strings.Repeat("x", 100_000), runtime.ClassFailed},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scripted{list: tools(anyTool("pay")), line: func(_ int, id json.RawMessage) string {
				return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"%s"}}`, id, row.code, row.message)
			}}
			client := s.dial(t, mcp.Remote{Repeatable: []string{"*"}})
			reg := registered(t, client)
			result := reg.Call(t.Context(), "pay", nil)
			require.Equal(t, row.class, result.Err.Class, result.Err.Message)
			require.LessOrEqual(t, len(result.Err.Message), 4<<10)
			require.NotRegexp(t, `[\x{202e}\x{200b}\x1b]`, result.Err.Message)
			require.EqualValues(t, 1, s.calls.Load())
			require.EqualValues(t, 1, s.sessions.Load())
		})
	}
}
