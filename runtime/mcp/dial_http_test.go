package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
)

// web is a server over HTTP that says what a test wants: it speaks 2025-11-25 without sessions.
type web struct {
	*httptest.Server
	call  func(w http.ResponseWriter, r *http.Request, n int, id json.RawMessage) // answers the nth tools/call
	calls atomic.Int32
	auth  atomic.Value // the Authorization of the last request
}

func newWeb(t testing.TB, list string) *web {
	s := &web{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.auth.Store(r.Header.Get("Authorization"))
		var m struct {
			ID     json.RawMessage
			Method string
		}
		body, _ := io.ReadAll(r.Body)
		if json.Unmarshal(body, &m) != nil {
			http.Error(w, "no", http.StatusMethodNotAllowed)
			return
		}
		switch m.Method {
		case "initialize":
			reply(w, m.ID, `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"web","version":"1"}}`)
		case "tools/list":
			reply(w, m.ID, list)
		case "tools/call":
			s.call(w, r, int(s.calls.Add(1)), m.ID)
		case "server/discover":
			fmt.Fprint(w, "What?") // as older servers do, which then take initialize
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(s.Server.Close)
	return s
}

func reply(w http.ResponseWriter, id json.RawMessage, result string) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
}

func event(w http.ResponseWriter, id json.RawMessage, result string) {
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, ": hello\r\nevent: message\r\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":1}}\r\n\r\n"+
		"data: {\"jsonrpc\":\"2.0\",\"id\":%s,\ndata:  \"result\":%s}\n\n", id, result)
}

// respelt has members besides that only a reader who takes no notice of case would take for those of the protocol.
func respelt(w http.ResponseWriter, id json.RawMessage, result string) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s,"ID":"another","RESULT":{"content":[]},"ERROR":{"code":1,"message":"no"}}`, id, result)
}

// What comes over HTTP is read from its very bytes, whether it is one message or a stream of events.
func TestHTTPKeepsNumbers(t *testing.T) {
	const value = `{"z":9007199254740993,"a":1.10,"big":123456789012345678901234567890}`
	for name, send := range map[string]func(http.ResponseWriter, json.RawMessage, string){"a message": reply, "events": event, "respelt": respelt} {
		t.Run(name, func(t *testing.T) {
			s := newWeb(t, `{"tools":[{"name":"get","inputSchema":{"type":"object","properties":{"z":{"const":9007199254740993},"a":{}}}}]}`)
			s.call = func(w http.ResponseWriter, _ *http.Request, _ int, id json.RawMessage) {
				send(w, id, `{"content":[],"structuredContent":`+value+`}`)
			}
			reg := registered(t, dial(t, mcp.Remote{URL: s.URL}))
			require.Equal(t, `{"type":"object","properties":{"z":{"const":9007199254740993},"a":{}}}`, reg.Specs(t.Context())[0].Input)
			require.Equal(t, value, string(reg.Call(t.Context(), "get", nil).JSON))
		})
	}
}

// The status of an answer says whether a call can have been carried out, and so whether it may be sent again.
func TestHTTPStatus(t *testing.T) {
	for name, row := range map[string]struct {
		answer     func(w http.ResponseWriter, r *http.Request)
		class      runtime.Class
		notStarted bool
		after      time.Duration
		calls      int32 // how often it was sent
	}{
		"unauthorized": {status(http.StatusUnauthorized), runtime.ClassUnavailable, true, 0, 2},
		"forbidden":    {status(http.StatusForbidden), runtime.ClassUnavailable, true, 0, 2},
		"not there":    {status(http.StatusNotFound), runtime.ClassUnavailable, true, 0, 2},
		"too many": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
		}, runtime.ClassResourceExhausted, true, 7 * time.Second, 2},
		"bad gateway": {status(http.StatusBadGateway), runtime.ClassUnavailable, false, 0, 1},
		"unavailable": {status(http.StatusServiceUnavailable), runtime.ClassUnavailable, false, 0, 1},
		"teapot":      {status(http.StatusTeapot), runtime.ClassUnavailable, false, 0, 1},
		"accepted":    {status(http.StatusAccepted), runtime.ClassUnavailable, false, 0, 1},
		"a page":      {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>Welcome!") }, runtime.ClassUnavailable, false, 0, 1},
		"broken":      {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, runtime.ClassUnavailable, false, 0, 1},
		"half an answer": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, `{"jsonrpc"`)
		}, runtime.ClassUnavailable, false, 0, 1},
		"no JSON": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"jsonrpc":"2.0",}`)
		}, runtime.ClassUnavailable, false, 0, 1},
		"events without an answer": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n")
		}, runtime.ClassUnavailable, false, 0, 1},
		"events that are none": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "data: {]\n\n")
		}, runtime.ClassUnavailable, false, 0, 1},
		"a giant message": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":"`+strings.Repeat("x", 17<<20))
		}, runtime.ClassResourceExhausted, false, 0, 1},
		"a giant event": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, `data: {"jsonrpc":"2.0","id":1,"result":"`+strings.Repeat("x", 17<<20))
		}, runtime.ClassResourceExhausted, false, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := newWeb(t, `{"tools":[`+anyTool("pay")+`]}`)
			s.call = func(w http.ResponseWriter, r *http.Request, n int, id json.RawMessage) {
				if n <= int(row.calls) {
					row.answer(w, r)
				} else {
					reply(w, id, says("paid"))
				}
			}
			reg := registered(t, dial(t, mcp.Remote{URL: s.URL, Timeout: 60 * time.Second}))
			result := reg.Call(t.Context(), "pay", nil)
			require.NotNil(t, result.Err)
			require.Equal(t, row.class, result.Err.Class, "%s: %v", result.Err.Message, errors.Unwrap(result.Err))
			require.Equal(t, row.notStarted, result.Err.NotStarted)
			require.Equal(t, row.after, result.Err.RetryAfter)
			require.Equal(t, row.calls, s.calls.Load())
			require.Equal(t, "paid", reg.Call(t.Context(), "pay", nil).Output(), "the next call is another one")
		})
	}
}

func status(code int) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// Where nobody listens nothing was sent, and the tries to connect become fewer.
func TestHTTPNobodyThere(t *testing.T) {
	_, err := mcp.Dial(t.Context(), mcp.Remote{URL: "http://127.0.0.1:1/mcp"})
	require.ErrorContains(t, err, "mcp.Dial: ")
	s := newStateful(t, "pay")
	reg := registered(t, dial(t, mcp.Remote{URL: s.URL, HTTP: &http.Transport{DisableKeepAlives: true}})) // each request has to find it
	require.NoError(t, s.Server.Listener.Close())
	result := reg.Call(t.Context(), "pay", nil)
	require.Equal(t, runtime.ClassUnavailable, result.Err.Class)
	require.True(t, result.Err.NotStarted && result.Err.Transient, "%v", errors.Unwrap(result.Err))
	require.Zero(t, s.ran.Load())
}

// A token and the headers of the host go to the server's own origin and nowhere else.
func TestHTTPSecretsStayAtHome(t *testing.T) {
	var elsewhere atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	defer other.Close()
	s := newWeb(t, `{"tools":[`+anyTool("pay")+`]}`)
	s.call = func(w http.ResponseWriter, r *http.Request, n int, id json.RawMessage) {
		switch n {
		case 1:
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		case 2:
			http.Redirect(w, r, "/elsewhere", http.StatusPermanentRedirect) // the same origin
		default:
			require.Equal(t, "acme", r.Header.Get("X-Tenant"))
			reply(w, id, says("paid"))
		}
	}
	n := 0
	var failing atomic.Bool
	client := dial(t, mcp.Remote{URL: s.URL, Header: http.Header{"x-tenant": {"acme"}}, Token: func(context.Context) (string, error) {
		if failing.Load() {
			return "", errors.New("the vault is closed")
		}
		n++
		return fmt.Sprint("secret-", n), nil
	}})
	reg := registered(t, client)
	var result runtime.Result
	for n := range 2 { // to elsewhere, and to the same origin: it is not sent again
		result = reg.Call(t.Context(), "pay", nil)
		require.Equal(t, runtime.ClassUnavailable, result.Err.Class)
		require.Contains(t, result.Err.Message, "may have been carried out")
		require.ErrorContains(t, errors.Unwrap(result.Err), "sends a message on to another address")
		require.Zero(t, elsewhere.Load())
		require.EqualValues(t, n+1, s.calls.Load())
		require.False(t, result.Err.NotStarted, "who knows what the server did before")
	}

	require.Equal(t, "paid", reg.Call(t.Context(), "pay", nil).Output())
	require.Equal(t, fmt.Sprint("Bearer secret-", n), s.auth.Load(), "a token is asked for each time")

	failing.Store(true)
	calls := s.calls.Load()
	result = reg.Call(t.Context(), "pay", nil)
	require.Equal(t, runtime.ClassUnavailable, result.Err.Class)
	require.True(t, result.Err.NotStarted)
	require.NotContains(t, result.Err.Message, "vault")
	require.Equal(t, calls, s.calls.Load())
	failing.Store(false)
	require.Equal(t, "paid", reg.Call(t.Context(), "pay", nil).Output())
}

// A server that takes the request to listen and says nothing keeps nobody waiting, and is used without.
func TestHTTPListenIsNeverAnswered(t *testing.T) {
	done := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage
			Method string
		}
		body, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(body, &m)
		switch m.Method {
		case "server/discover":
			reply(w, m.ID, `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}}`)
		case "tools/list":
			reply(w, m.ID, `{"resultType":"complete","tools":[`+anyTool("pay")+`]}`)
		case "tools/call":
			reply(w, m.ID, `{"resultType":"complete","content":[{"type":"text","text":"paid"}]}`)
		case "subscriptions/listen":
			select {
			case <-r.Context().Done():
			case <-done:
			}
		}
	}))
	defer s.Close()
	defer close(done)
	reg := registered(t, dial(t, mcp.Remote{URL: s.URL, Listen: true, DialTimeout: 500 * time.Millisecond}))
	require.Equal(t, "paid", reg.Call(t.Context(), "pay", nil).Output())
}
