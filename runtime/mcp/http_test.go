package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// served is a server over HTTP, at the URL that is returned.
func served(t testing.TB, reg *runtime.Registry, o HTTPOptions) (url string, log *lines) {
	t.Helper()
	server, log := serverOf(t, reg, o.Options)
	handler, err := server.Handler(o)
	require.NoError(t, err)
	web := httptest.NewServer(handler)
	t.Cleanup(web.Close)
	return web.URL, log
}

// dialHTTP returns a session over HTTP in that revision, with that token unless it is "".
func dialHTTP(t testing.TB, url, revision, token string, o *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "client", Version: "1"}, o)
	transport := &sdk.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true, HTTPClient: &http.Client{Transport: bearer{token}}}
	session, err := client.Connect(context.WithoutCancel(t.Context()), transport, &sdk.ClientSessionOptions{ProtocolVersion: revision})
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// bearer sends a token.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	if b.token != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+b.token)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// verify knows tokens that say their role themselves: "role:admin".
func verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	role, ok := strings.CutPrefix(token, "role:")
	switch {
	case token == "broken":
		return nil, errors.New("the database at 10.0.0.1 is down")
	case !ok:
		return nil, fmt.Errorf("%w: it is not among the 17 that are known", auth.ErrInvalidToken)
	}
	return &auth.TokenInfo{Extra: map[string]any{"role": role}, Scopes: []string{"read"}, UserID: "ada", Expiration: time.Now().Add(time.Hour)}, nil
}

// post sends one request as it stands and returns the status and the body.
func post(t testing.TB, url string, body io.Reader, header map[string]string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, body)
	require.NoError(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for name, value := range header {
		r.Header.Set(name, value)
		if name == "Host" {
			r.Host = value
		}
	}
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(text)
}

// callOf is the body of a call in the old revision, which needs no more than this.
func callOf(name, args string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + args + `}}`
}

// Web pages of others reach nothing: neither by their Origin nor by a Host that they have made to mean this machine.
func TestForeignHostAndOrigin(t *testing.T) {
	for name, o := range map[string]HTTPOptions{"stateless": {}, "stateful": {Stateful: true}} {
		t.Run(name, func(t *testing.T) {
			o.Origins = []string{"https://chat.example"}
			url, _ := served(t, registryOf(t, says("hello", "Hello.")), o)
			own := strings.TrimPrefix(url, "http://")
			_, port, _ := strings.Cut(own, ":")
			initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
			for header, want := range map[[2]string]int{
				{"X-Nothing", "x"}:                      200,
				{"Host", "evil.example"}:                403,
				{"Host", "evil.example:" + port}:        403,
				{"Host", "localhost:" + port}:           200,
				{"Origin", "http://" + own}:             200,
				{"Origin", "https://chat.example"}:      200,
				{"Origin", "https://evil.example"}:      403,
				{"Origin", "https://chat.example.evil"}: 403,
				{"Origin", "null"}:                      403,
				{"Sec-Fetch-Site", "cross-site"}:        403,
				{"Sec-Fetch-Site", "same-site"}:         403,
				{"Sec-Fetch-Site", "same-origin"}:       200,
			} {
				status, body := post(t, url, strings.NewReader(initialize), map[string]string{header[0]: header[1]})
				require.Equal(t, want, status, "%v: %s", header, body)
			}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
			require.NoError(t, err)
			r.Header.Set("Origin", "https://evil.example")
			answer, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			require.Equal(t, 403, answer.StatusCode, "streams are opened by GET")
			require.NoError(t, answer.Body.Close())
		})
	}
	_, err := NewServer(registryOf(t), Options{Name: "x"})
	require.NoError(t, err)
	_, err = Handler(registryOf(t), HTTPOptions{Options: Options{Name: "x"}, Origins: []string{"chat.example"}})
	require.ErrorContains(t, err, "Origins")
}

// A role comes from the verified token alone.
func TestForgedRole(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		reg := registryOf(t, leveled("public", runtime.Public), leveled("secret", runtime.Admin))
		url, _ := served(t, reg, HTTPOptions{Options: Options{Local: runtime.Principal{Role: runtime.System}}, Verify: verify})
		for token, want := range map[string][]string{
			"": {"public"}, "role:public": {"public"}, "role:root": {"public"}, "role:ADMIN": {"public"}, "role:admin": {"public", "secret"},
		} {
			session := dialHTTP(t, url, revision, token, nil)
			require.Equal(t, want, names(t, session), token)
			_, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "secret", Arguments: map[string]any{},
				Meta: sdk.Meta{"role": "admin", "principal": map[string]any{"role": "admin"}}})
			require.Equal(t, len(want) == 1, err != nil, "%s: %v", token, err)
		}
		forged := map[string]string{"Role": "admin", "X-Role": "admin", "X-User-Role": "admin", "Mcp-Param-Role": "admin"}
		status, body := post(t, url, strings.NewReader(callOf("secret", `{"role":"admin"}`)), forged)
		require.Equal(t, 200, status)
		require.Contains(t, body, `unknown tool`)
	})
}

// A token that is not good is refused, in words that say nothing of why; none is public, unless one is required.
func TestBearer(t *testing.T) {
	reg := registryOf(t, says("hello", "Hello."))
	hello := callOf("hello", "{}")
	url, log := served(t, reg, HTTPOptions{Verify: verify})
	strict, _ := served(t, reg, HTTPOptions{Verify: verify, RequireToken: true})
	for _, row := range []struct {
		url, authorization string
		status             int
	}{
		{url, "Bearer role:public", 200}, {url, "Bearer role:admin", 200},
		{url, "Bearer nonsense", 401}, {url, "Basic cm9sZTphZG1pbg==", 401}, {url, "Bearer", 401}, {url, "", 401}, {url, "Bearer broken", 500},
		{strict, "Bearer role:public", 200}, {strict, "Bearer nonsense", 401},
	} {
		status, body := post(t, row.url, strings.NewReader(hello), map[string]string{"Authorization": row.authorization})
		require.Equal(t, row.status, status, row.authorization)
		require.NotContains(t, body, "17")
		require.NotContains(t, body, "10.0.0.1")
	}
	require.Contains(t, log.String(), "10.0.0.1", "the host is told")
	status, _ := post(t, url, strings.NewReader(hello), nil)
	require.Equal(t, 200, status)
	status, _ = post(t, strict, strings.NewReader(hello), nil)
	require.Equal(t, 401, status)
	_, err := Handler(reg, HTTPOptions{Options: Options{Name: "x"}, RequireToken: true})
	require.ErrorContains(t, err, "Verify")
}

// A body of 100 MB is refused after the first, and none of its bytes is kept.
func TestHugeBody(t *testing.T) {
	for name, o := range map[string]HTTPOptions{"stateless": {}, "stateful": {Stateful: true}} {
		t.Run(name, func(t *testing.T) {
			url, _ := served(t, registryOf(t, says("hello", "Hello.")), o)
			server := strings.TrimPrefix(url, "http://")
			begin := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hello","arguments":{"a":"`
			body := io.MultiReader(strings.NewReader(begin), io.LimitReader(letters{}, 100<<20), strings.NewReader(`"}}}`))
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+server, body)
			require.NoError(t, err)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			if answer, err := http.DefaultClient.Do(r); err == nil { // the server may hang up before it is asked to the end
				require.Equal(t, http.StatusRequestEntityTooLarge, answer.StatusCode)
				require.NoError(t, answer.Body.Close())
			}
			status, _ := post(t, url, bytes.NewReader(make([]byte, 1<<20+1)), nil)
			require.Equal(t, http.StatusRequestEntityTooLarge, status)
			if !o.Stateful {
				status, _ = post(t, url, strings.NewReader(callOf("hello", "{}")), nil)
				require.Equal(t, 200, status)
			}
		})
	}
}

// letters is a text without end.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// What the client's giving up reaches, by transport and revision (mcp.md 4.11). Where it does not reach the tool, the time of the
// call does.
func TestCancelTable(t *testing.T) {
	for name, row := range map[string]struct {
		http, stateful bool
		revision       string
		reaches        bool
	}{
		"memory, 2026":         {revision: latest, reaches: true},
		"memory, 2025":         {revision: older, reaches: true},
		"HTTP stateful, 2025":  {http: true, stateful: true, revision: older, reaches: true},
		"HTTP stateless, 2026": {http: true, revision: latest, reaches: true},
		"HTTP stateless, 2025": {http: true, revision: older, reaches: false},
	} {
		t.Run(name, func(t *testing.T) {
			running, ended := make(chan struct{}), make(chan error, 1)
			reg := registryOf(t, tool("waits", func(ctx context.Context, _ []byte) runtime.Result {
				close(running)
				<-ctx.Done()
				ended <- ctx.Err()
				return runtime.Failed(ctx, ctx.Err())
			}))
			o := Options{Timeout: 60 * time.Second}
			if !row.reaches {
				o.Timeout = 2 * time.Second
			}
			var session *sdk.ClientSession
			if row.http {
				url, _ := served(t, reg, HTTPOptions{Options: o, Stateful: row.stateful})
				session = dialHTTP(t, url, row.revision, "", nil)
			} else {
				server, _ := serverOf(t, reg, o)
				session = connect(t, server, row.revision, nil)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go func() { <-running; cancel() }()
			_, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "waits", Arguments: map[string]any{}})
			require.ErrorIs(t, err, context.Canceled)
			want := context.Canceled
			if !row.reaches {
				want = context.DeadlineExceeded
			}
			require.ErrorIs(t, <-ended, want)
		})
	}
}

// Progress reaches a caller that asked for it, by its own token, only while it grows, over every transport.
func TestProgress(t *testing.T) {
	reports := tool("reports", func(ctx context.Context, _ []byte) runtime.Result {
		p := runtime.ProgressFrom(ctx)
		for _, done := range []int{0, 50, 50, 20, 100} {
			p.Report(done, 100, fmt.Sprint(done))
		}
		return runtime.Text(fmt.Sprint(p.Heard()))
	})
	for name, row := range map[string]struct{ http, stateful bool }{"memory": {}, "stateless": {http: true}, "stateful": {http: true, stateful: true}} {
		both(t, func(t *testing.T, revision string) {
			if row.stateful && revision == latest {
				return // a stateful server speaks the old one
			}
			t.Run(name, func(t *testing.T) {
				heard := make(chan *sdk.ProgressNotificationParams, 10)
				o := &sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, req *sdk.ProgressNotificationClientRequest) { heard <- req.Params }}
				var session *sdk.ClientSession
				if row.http {
					url, _ := served(t, registryOf(t, reports), HTTPOptions{Stateful: row.stateful})
					session = dialHTTP(t, url, revision, "", o)
				} else {
					server, _ := serverOf(t, registryOf(t, reports), Options{})
					session = connect(t, server, revision, o)
				}
				params := &sdk.CallToolParams{Name: "reports", Arguments: map[string]any{}}
				params.SetProgressToken("my token")
				r, err := session.CallTool(t.Context(), params)
				require.NoError(t, err)
				require.Equal(t, "true", text(t, r))
				for _, want := range []float64{0, 50, 100} {
					p := <-heard
					require.Equal(t, []any{"my token", want, 100.0, fmt.Sprint(want)}, []any{p.ProgressToken, p.Progress, p.Total, p.Message})
				}
				require.Equal(t, "false", text(t, call(t, session, "reports", nil)), "who does not ask is not told")
				require.Empty(t, heard)
			})
		})
	}
}

// A stateful server asks for approvals by itself, as the old revisions have it.
func TestApprovalOverHTTP(t *testing.T) {
	for name, row := range map[string]struct {
		stateful bool
		revision string
		want     string
	}{
		"stateless, 2026": {false, latest, "wiped {}"},
		"stateful, 2025":  {true, older, "wiped {}"},
		"stateless, 2025": {false, older, "a person must approve this call of wipe first; it was not made"},
	} {
		t.Run(name, func(t *testing.T) {
			reg, _ := careful(t)
			url, _ := served(t, reg, HTTPOptions{Stateful: row.stateful})
			session := dialHTTP(t, url, row.revision, "", answers(yes))
			require.Equal(t, row.want, text(t, call(t, session, "wipe", nil)))
		})
	}
}
