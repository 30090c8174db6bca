package mcp

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	goruntime "runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// gauge counts who is inside, and how many there were at most, and how much memory was in use then. Its first calls wait until
// all places are taken, since calls that take no time hardly meet.
type gauge struct {
	places       int64
	full         chan struct{}
	inside, most atomic.Int64
	memory       atomic.Uint64
	calls        atomic.Int64
}

func newGauge(places int64) *gauge { return &gauge{places: places, full: make(chan struct{})} }

func (g *gauge) execute(context.Context, []byte) runtime.Result {
	n := g.inside.Add(1)
	defer g.inside.Add(-1)
	for {
		most := g.most.Load()
		if n <= most {
			break
		}
		if g.most.CompareAndSwap(most, n) {
			if n == g.places {
				close(g.full)
			}
			break
		}
	}
	<-g.full
	if g.calls.Add(1)%500 == 0 {
		var m goruntime.MemStats
		goruntime.ReadMemStats(&m)
		g.memory.Store(max(g.memory.Load(), m.HeapAlloc))
	}
	return runtime.Text("done")
}

// Ten thousand calls that come at once are all answered, while as many run as may, and no more bodies are in memory than that: what
// the SDK needs for one is more than 64 KiB, which for all of them would be 640 MB.
func TestTenThousandCallsOverHTTP(t *testing.T) {
	const calls, places, size = 10_000, 64, 8 << 10
	g := newGauge(places)
	server, _ := serverOf(t, registryOf(t, tool("count", g.execute)), Options{MaxCalls: places, Timeout: -1})
	handler, err := server.Handler(HTTPOptions{})
	require.NoError(t, err)
	begin, end := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count","arguments":{"a":"`, `"}}}`
	var before goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&before)
	var answered atomic.Int64
	var all sync.WaitGroup
	for range calls {
		all.Go(func() {
			body := io.MultiReader(strings.NewReader(begin), io.LimitReader(letters{}, size), strings.NewReader(end)) // made as it is read
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", body)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code == 200 && strings.Contains(w.Body.String(), `"text":"done"`) {
				answered.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, calls, answered.Load())
	require.EqualValues(t, calls, g.calls.Load(), "none ran twice")
	require.EqualValues(t, places, g.most.Load())
	used := int64(g.memory.Load()) - int64(before.HeapAlloc)
	t.Logf("%d calls, at most %d at once, %d MiB in use", calls, g.most.Load(), used>>20)
	require.Less(t, used, int64(200<<20))
}

// The same over one connection, as a host over stdio would send them.
func TestTenThousandCallsOverOneConnection(t *testing.T) {
	const calls, places = 10_000, 16
	g := newGauge(places)
	server, _ := serverOf(t, registryOf(t, tool("count", g.execute)), Options{MaxCalls: places, Timeout: -1})
	session := connect(t, server, latest, nil)
	var answered atomic.Int64
	var all sync.WaitGroup
	for range calls {
		all.Go(func() {
			r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "count", Arguments: map[string]any{}})
			if err == nil && !r.IsError {
				answered.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, calls, answered.Load())
	require.EqualValues(t, calls, g.calls.Load())
	require.EqualValues(t, places, g.most.Load())
}

// A full server that stays full turns the rest away with 503, and says when to come back.
func TestFullServer(t *testing.T) {
	release, running := make(chan struct{}), make(chan struct{})
	reg := registryOf(t, tool("waits", func(context.Context, []byte) runtime.Result { close(running); <-release; return runtime.Done() }))
	url, _ := served(t, reg, HTTPOptions{Options: Options{MaxCalls: 1, Timeout: 200 * time.Millisecond}})
	defer close(release)
	first := make(chan struct{})
	go func() {
		defer close(first)
		post(t, url, strings.NewReader(callOf("waits", "{}")), nil)
	}()
	<-running
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(callOf("waits", "{}")))
	require.NoError(t, err)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	require.Equal(t, http.StatusServiceUnavailable, answer.StatusCode)
	require.Equal(t, "1", answer.Header.Get("Retry-After"))
	require.NoError(t, answer.Body.Close())
	<-first
}

// replica is one of several servers behind a proxy.
type replica struct {
	*http.Server
	address string
	calls   atomic.Int64
}

func newReplica(t *testing.T, secret []byte) *replica {
	t.Helper()
	r := &replica{}
	reg := registryOf(t, tool("count", func(context.Context, []byte) runtime.Result { r.calls.Add(1); return runtime.Text("done") }))
	server, _ := serverOf(t, reg, Options{Secret: secret})
	handler, err := server.Handler(HTTPOptions{AnyHost: true})
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	r.Server, r.address = &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}, listener.Addr().String()
	go func() { _ = r.Serve(listener) }()
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// roundRobin sends each request to the next replica that takes any, as a proxy does that is told before one stops.
type roundRobin struct {
	replicas []*replica
	through  http.RoundTripper

	mu   sync.Mutex
	next int
	out  map[*replica]bool
	busy map[*replica]*sync.WaitGroup
}

// pick returns the next replica, and what to call when it has answered.
func (p *roundRobin) pick() (*replica, func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		r := p.replicas[p.next%len(p.replicas)]
		p.next++
		if !p.out[r] {
			p.busy[r].Add(1)
			return r, p.busy[r].Done
		}
	}
}

// drain sends nothing to r from now on, and returns when it has answered what it was sent.
func (p *roundRobin) drain(r *replica) {
	p.mu.Lock()
	p.out[r] = true
	p.mu.Unlock()
	p.busy[r].Wait()
}

func (p *roundRobin) RoundTrip(r *http.Request) (*http.Response, error) {
	to, done := p.pick()
	r.URL.Scheme, r.URL.Host = "http", to.address
	answer, err := p.through.RoundTrip(r)
	if err != nil {
		done()
		return nil, err
	}
	answer.Body = finishing{answer.Body, sync.OnceFunc(done)}
	return answer, nil
}

// finishing tells when a body has been read and closed.
type finishing struct {
	io.ReadCloser
	done func()
}

func (f finishing) Close() error {
	defer f.done()
	return f.ReadCloser.Close()
}

// Three stateless replicas share the calls of a client, in both revisions; when one stops, no call is lost.
func TestThreeReplicas(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		const calls = 300
		secret := []byte(strings.Repeat("s", 32))
		replicas := []*replica{newReplica(t, secret), newReplica(t, secret), newReplica(t, secret)}
		robin := &roundRobin{replicas: replicas, through: &http.Transport{DisableKeepAlives: true}, out: map[*replica]bool{}, busy: map[*replica]*sync.WaitGroup{}}
		for _, r := range replicas {
			robin.busy[r] = new(sync.WaitGroup)
		}
		proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.Host = r.In.Host }, Transport: robin, FlushInterval: -1})
		t.Cleanup(proxy.Close)
		session := dialHTTP(t, proxy.URL, revision, "", nil)

		counts := func() (n [3]int64) {
			for i, r := range replicas {
				n[i] = r.calls.Load()
			}
			return n
		}
		for range calls {
			require.Equal(t, "done", text(t, call(t, session, "count", nil)))
		}
		require.Equal(t, [3]int64{calls / 3, calls / 3, calls / 3}, counts())

		var answered atomic.Int64
		var all sync.WaitGroup
		half := make(chan struct{})
		for range 10 {
			all.Go(func() {
				for range calls / 10 {
					r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "count", Arguments: map[string]any{}})
					if err == nil && !r.IsError && answered.Add(1) == calls/2 {
						close(half)
					}
				}
			})
		}
		<-half
		robin.drain(replicas[1])
		require.NoError(t, replicas[1].Shutdown(t.Context()))
		all.Wait()
		require.EqualValues(t, calls, answered.Load(), "no call is lost")
		n := counts()
		require.EqualValues(t, 2*calls, n[0]+n[1]+n[2], "and none is made twice")
		require.Greater(t, n[0], n[1])
		require.Greater(t, n[2], n[1])
	})
}
