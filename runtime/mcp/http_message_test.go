package mcp

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// A body that is no message is refused in the protocol's words, and a batch can be no larger than the host wants.
func TestBadBodies(t *testing.T) {
	var ran atomic.Int32
	reg := registryOf(t, tool("counts", func(context.Context, []byte) runtime.Result { ran.Add(1); return runtime.Text("counted") }))
	batch := func(n int) string {
		calls := make([]string, n)
		for i := range calls {
			calls[i] = strings.Replace(callOf("counts", "{}"), `"id":1`, `"id":"c`+strings.Repeat("i", i)+`"`, 1)
		}
		return "[" + strings.Join(calls, ",") + "]"
	}
	url, _ := served(t, reg, HTTPOptions{})
	for name, row := range map[string]struct {
		body   string
		status int
		want   string // in the answer
		ran    int32
	}{
		"a call":               {callOf("counts", "{}"), 200, "counted", 1},
		"a batch":              {batch(50), 200, "counted", 50},
		"a batch of 51":        {batch(51), 400, `"id":null,"error":{"code":-32600,"message":"the batch has 51 messages, and at most 50 are taken"}`, 0},
		"an empty batch":       {"[]", 400, `"code":-32600,"message":"the batch is empty"`, 0},
		"a batch with a fault": {"[" + callOf("counts", "{}") + `,{"jsonrpc":"2.0","id":{},"method":"ping"}]`, 400, `"code":-32600,"message":"id: expected`, 0},
		"no JSON":              {"hello", 400, `"id":null,"error":{"code":-32700`, 0},
		"deep":                 {callOf("counts", `{"a":`+nested(2000)+`}`), 400, `"id":1,"error":{"code":-32600,"message":"the message is nested deeper than 500"}`, 0},
		"a deep batch":         {nested(2000), 400, `"code":-32600`, 0},
		"name":                 {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":5}}`, 200, `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"params.name: expected a string, got a number"}}`, 0},
		"id that is rounded":   {strings.Replace(callOf("counts", "{}"), `"id":1`, `"id":9007199254740993`, 1), 400, `"code":-32600,"message":"id: expected`, 0},
		"meaningless cursor":   {`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"enp6"}}`, 200, `"code":-32602,"message":"params.cursor: `, 0},
	} {
		ran.Store(0)
		status, body := post(t, url, strings.NewReader(row.body), nil)
		require.Equal(t, row.status, status, "%s: %s", name, body)
		require.Contains(t, body, row.want, name)
		require.Equal(t, row.ran, ran.Load(), name)
	}
	few, _ := served(t, reg, HTTPOptions{MaxBatch: 2})
	status, _ := post(t, few, strings.NewReader(batch(3)), nil)
	require.Equal(t, 400, status)
	status, body := post(t, few, strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":5}}`), map[string]string{"Mcp-Protocol-Version": latest})
	require.Equal(t, 400, status, body)
}

// A stateful server keeps so many sessions, and for so long.
func TestManySessions(t *testing.T) {
	url, log := served(t, registryOf(t, says("hello", "Hello.")), HTTPOptions{Stateful: true, MaxSessions: 2, SessionTimeout: time.Hour})
	first := dialHTTP(t, url, older, "", nil)
	second := dialHTTP(t, url, older, "", nil)
	status, body := post(t, url, strings.NewReader(beginning), nil)
	require.Equal(t, http.StatusServiceUnavailable, status, body)
	require.Contains(t, log.String(), "HTTPOptions.MaxSessions")
	require.Equal(t, "Hello.", text(t, call(t, first, "hello", nil)), "those that are there are served")
	require.NoError(t, second.Close())
	status, body = post(t, url, strings.NewReader(beginning), nil)
	require.Equal(t, http.StatusOK, status, body)

	url, _ = served(t, registryOf(t), HTTPOptions{Stateful: true, MaxSessions: 1, SessionTimeout: 20 * time.Millisecond})
	status, _ = post(t, url, strings.NewReader(beginning), nil)
	require.Equal(t, http.StatusOK, status)
	require.Eventually(t, func() bool {
		status, _ := post(t, url, strings.NewReader(beginning), nil)
		return status == http.StatusOK
	}, 10*time.Second, 20*time.Millisecond, "a session that is idle makes place")
}

// A Verify that panics, or says nothing, is an answer like others, and lets nobody in.
func TestPanicOfVerify(t *testing.T) {
	for name, verify := range map[string]auth.TokenVerifier{
		"panic":   func(context.Context, string, *http.Request) (*auth.TokenInfo, error) { panic("secret of the host") },
		"nothing": func(context.Context, string, *http.Request) (*auth.TokenInfo, error) { return nil, nil },
	} {
		t.Run(name, func(t *testing.T) {
			url, log := served(t, registryOf(t, says("hello", "Hello.")), HTTPOptions{Verify: verify})
			status, body := post(t, url, strings.NewReader(callOf("hello", "{}")), map[string]string{"Authorization": "Bearer x"})
			require.Equal(t, http.StatusInternalServerError, status)
			require.NotContains(t, body, "secret of the host")
			require.NotContains(t, body, "Hello.")
			require.Contains(t, log.String(), "HTTPOptions.Verify")
			session := dialHTTP(t, url, latest, "", &sdk.ClientOptions{})
			require.Equal(t, "Hello.", text(t, call(t, session, "hello", nil)))
		})
	}
}
