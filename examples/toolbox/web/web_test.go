package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

// turn is held by the handlers of serve, one after the other, so that tests and handlers can share variables.
var turn sync.Mutex

// settle waits until no handler runs.
func settle() {
	turn.Lock()
	defer turn.Unlock()
}

// serve starts a server on this machine and returns its address.
func serve(t testing.TB, handler http.HandlerFunc) (address string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		turn.Lock()
		defer turn.Unlock()
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// client makes a Client that may reach these addresses of this machine, and does not wait between retries.
func client(t testing.TB, o Options, private ...string) *Client {
	t.Helper()
	o.Private = append(o.Private, private...)
	c, err := New(o)
	kit.Try(t, err)
	c.wait = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	t.Cleanup(c.transport.CloseIdleConnections)
	return c
}

// call calls a tool of sets through a registry, as a model does.
func call(t testing.TB, set runtime.Set, args any) runtime.Result {
	t.Helper()
	reg := runtime.NewRegistry()
	kit.Try(t, reg.Register(set))
	data, err := json.Marshal(args)
	kit.Try(t, err)
	settle()
	defer settle()
	return reg.Call(context.Background(), set[0].Spec().Name, data)
}

type object = map[string]any

func TestNewRefuses(t *testing.T) {
	for _, address := range []string{"localhost", "", ":80", "localhost:"} {
		if _, err := New(Options{Private: []string{address}}); err == nil {
			t.Errorf("%q is taken", address)
		}
	}
}

func TestRequest(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/echo":
			body := make([]byte, r.ContentLength)
			r.Body.Read(body)
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Set-Cookie", "a=b")
			w.WriteHeader(http.StatusCreated)
			json.NewEncoder(w).Encode(object{"method": r.Method, "body": string(body), "x": r.Header.Get("X-Test"), "agent": r.UserAgent(), "cookie": r.Header.Get("Cookie")})
		case "/binary":
			w.Write([]byte("\x00\xff"))
		case "/cut":
			w.Write([]byte("aäöü"))
		}
	})
	c := client(t, Options{}, address)
	r := kit.Want[Response](t, call(t, ClientTools(c), object{"url": "http://" + address + "/echo#part", "method": "POST", "body": "hello", "headers": object{"x-test": "1"}}))
	if r.Status != 201 || r.URL != "http://"+address+"/echo" || r.Encoding != UTF8 || r.Truncated ||
		r.Body != `{"agent":"toolbox","body":"hello","cookie":"","method":"POST","x":"1"}`+"\n" {
		t.Errorf("%+v", r)
	}
	if r.Headers["content-type"] != "application/json" || r.Headers["set-cookie"] != "" {
		t.Errorf("headers %v", r.Headers)
	}
	if r := kit.Want[Response](t, call(t, ClientTools(c), object{"url": "http://" + address + "/binary"})); r.Encoding != Base64 || r.Body != "AP8=" {
		t.Errorf("%+v", r)
	}
	if r := kit.Want[Response](t, call(t, ClientTools(c), object{"url": "http://" + address + "/cut", "max_bytes": 4})); r.Encoding != UTF8 || r.Body != "aä" || !r.Truncated {
		t.Errorf("%+v", r)
	}

	for _, c := range []struct {
		args  object
		class runtime.Class
		text  string
	}{
		{object{"url": "ftp://example.com/"}, runtime.ClassInvalidArguments, "https://"},
		{object{"url": "file:///etc/passwd"}, runtime.ClassInvalidArguments, "https://"},
		{object{"url": "http://user:pw@example.com/"}, runtime.ClassInvalidArguments, "without a user"},
		{object{"url": "http:example.com"}, runtime.ClassInvalidArguments, "with a host"},
		{object{"url": "http://"}, runtime.ClassInvalidArguments, "with a host"},
		{object{"url": "http://example.com:22/"}, runtime.ClassPermissionDenied, "port"},
		{object{"url": "http://example.com/", "body": "x"}, runtime.ClassInvalidArguments, "body: expected none with GET"},
		{object{"url": "http://example.com/", "headers": object{"Host": "x"}}, runtime.ClassInvalidArguments, "leave it out"},
		{object{"url": "http://example.com/", "headers": object{"proxy-authorization": "x"}}, runtime.ClassInvalidArguments, "leave it out"},
		{object{"url": "http://example.com/", "headers": object{"a": "x\r\nhost: y"}}, runtime.ClassInvalidArguments, "line breaks"},
		{object{"url": "http://example.com/", "headers": object{"a b": "x"}}, runtime.ClassInvalidArguments, "name of a header"},
		{object{"url": "http://example.com/", "headers": object{"a": "x", "A": "y"}}, runtime.ClassInvalidArguments, "given twice"},
	} {
		kit.Refused(t, call(t, ClientTools(client(t, Options{})), c.args), c.class, c.text)
	}
	kit.Refused(t, call(t, ClientTools(client(t, Options{Methods: []string{"GET"}})), object{"url": "http://example.com/", "method": "PUT"}), runtime.ClassPermissionDenied, "method: PUT", "GET")
	kit.Refused(t, call(t, ClientTools(client(t, Options{Send: 3})), object{"url": "http://example.com/", "method": "PUT", "body": "1234"}), runtime.ClassResourceExhausted, "at most 3")
}

// No proxy of the environment is used: it would make the connection that the guard judges. (Go reads the environment once, so the test
// looks at what the transport would ask.)
func TestNoProxy(t *testing.T) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"} {
		t.Setenv(name, "http://127.0.0.1:1")
	}
	if client(t, Options{}).transport.Proxy != nil {
		t.Error("there is a proxy")
	}
	hits := 0
	address := serve(t, func(http.ResponseWriter, *http.Request) { hits++ })
	t.Setenv("NO_PROXY", "")
	if r := kit.Want[Response](t, call(t, ClientTools(client(t, Options{}, address)), object{"url": "http://" + address})); r.Status != 200 || hits != 1 {
		t.Errorf("%+v, %d hits", r, hits)
	}
}

func TestRedirects(t *testing.T) {
	var other string
	loops := 0
	one := func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case path == "/there":
			w.Write([]byte(r.Method + " one auth=" + r.Header.Get("Authorization") + " accept=" + r.Header.Get("Accept")))
		case path == "/loop":
			loops++
			http.Redirect(w, r, "/loop", http.StatusFound)
		case strings.HasPrefix(path, "/to/"):
			status := map[string]int{"301": 301, "302": 302, "303": 303, "307": 307, "308": 308}[path[4:7]]
			w.Header().Set("Location", strings.ReplaceAll(r.URL.Query().Get("l"), "OTHER", other))
			w.WriteHeader(status)
		}
	}
	address := serve(t, one)
	other = serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte(r.Method + " two auth=" + r.Header.Get("Authorization") + " accept=" + r.Header.Get("Accept")))
	})
	c := client(t, Options{}, address, other)
	for _, row := range []struct {
		method, status, location string
		want                     string // the body; "" where the redirect is the result
	}{
		{"GET", "302", "/there", "GET one auth=secret accept=text/plain"},
		{"GET", "308", "there/../../there", "GET one auth=secret accept=text/plain"},
		{"GET", "302", "http://OTHER/", "GET two auth= accept=text/plain"},
		{"GET", "307", "//OTHER/", "GET two auth= accept=text/plain"},
		{"POST", "303", "/there", "GET one auth=secret accept=text/plain"},
		{"POST", "302", "/there", "GET one auth=secret accept=text/plain"},
		{"POST", "303", "http://OTHER/", "GET two auth= accept=text/plain"},
		{"POST", "307", "/there", "POST one auth=secret accept=text/plain"},
		{"POST", "307", "http://OTHER/", ""},
		{"PUT", "302", "/there", ""},
		{"DELETE", "308", "http://OTHER/", ""},
	} {
		args := object{"method": row.method, "url": "http://" + address + "/to/" + row.status + "?l=" + row.location,
			"headers": object{"Authorization": "secret", "Accept": "text/plain"}}
		if row.method == "POST" {
			args["body"] = "x"
		}
		r := kit.Want[Response](t, call(t, ClientTools(c), args))
		if r.Body != row.want || row.want == "" && (r.Status < 300 || r.Headers["location"] == "") {
			t.Errorf("%s %s %s: %+v", row.method, row.status, row.location, r)
		}
	}
	kit.Refused(t, call(t, ClientTools(c), object{"url": "http://" + address + "/loop"}), runtime.ClassResourceExhausted, "more than 5 redirects")
	if loops != 6 {
		t.Errorf("%d requests for 5 redirects", loops)
	}
	for _, location := range []string{"ftp://example.com/", "http://u:p@" + other + "/", "file:///etc/passwd", "http://example.com:22/"} {
		r := call(t, ClientTools(c), object{"url": "http://" + address + "/to/302?l=" + location})
		if r.Err == nil || !strings.Contains(r.Err.Message, "url: redirects to") {
			t.Errorf("%s: %s", location, r.Output())
		}
	}
	none := client(t, Options{Redirects: -1}, address)
	if r := kit.Want[Response](t, call(t, ClientTools(none), object{"url": "http://" + address + "/loop"})); r.Status != 302 {
		t.Errorf("%+v", r)
	}
}

func TestNoDowngrade(t *testing.T) {
	hits := 0
	plain := serve(t, func(http.ResponseWriter, *http.Request) { hits++ })
	server := httptest.NewTLSServer(http.RedirectHandler("http://"+plain, http.StatusFound))
	defer server.Close()
	address := server.Listener.Addr().String()
	c := client(t, Options{}, address, plain)
	kit.Refused(t, call(t, ClientTools(c), object{"url": "https://" + address}), runtime.ClassFailed, "certificate")
	c.transport.TLSClientConfig.RootCAs = server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	if r := kit.Want[Response](t, call(t, ClientTools(c), object{"url": "https://" + address})); r.Status != 302 || hits != 0 {
		t.Errorf("%+v, %d hits", r, hits)
	}
}

func TestRetries(t *testing.T) {
	hits, fails, after := 0, 0, ""
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if hits++; hits > fails {
			return
		}
		if r.URL.Path == "/break" {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Retry-After", after)
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	c := client(t, Options{}, address)
	c.transport.DisableKeepAlives = true // for exact counts: on a connection that was used before, net/http repeats what is idempotent by itself
	var waited []time.Duration
	c.wait = func(_ context.Context, d time.Duration) error { waited = append(waited, d); return nil }
	for _, row := range []struct {
		method, path string
		fails        int
		after        string
		hits, status int // status 0 is an error
	}{
		{"GET", "/", 2, "", 3, 200},
		{"GET", "/", 9, "", 3, 503},
		{"PUT", "/", 1, "7", 2, 200},
		{"DELETE", "/", 1, "45", 1, 503}, // longer than anybody waits
		{"POST", "/", 1, "", 1, 503},
		{"PATCH", "/", 1, "", 1, 503},
		{"GET", "/break", 2, "", 3, 200},
		{"GET", "/break", 9, "", 3, 0},
		{"POST", "/break", 1, "", 1, 0},
	} {
		hits, fails, after, waited = 0, row.fails, row.after, nil
		r := call(t, ClientTools(c), object{"method": row.method, "url": "http://" + address + row.path})
		var status int
		if r.Err == nil {
			status = kit.Want[Response](t, r).Status
		} else {
			kit.Refused(t, r, runtime.ClassUnavailable)
			if r.Err.Transient != (row.method == "GET") || r.Err.NotStarted {
				t.Errorf("%s %s: transient %v, not started %v", row.method, row.path, r.Err.Transient, r.Err.NotStarted)
			}
		}
		if hits != row.hits || status != row.status {
			t.Errorf("%s %s failing %d times: %d hits and status %d, want %d and %d", row.method, row.path, row.fails, hits, status, row.hits, row.status)
		}
		if row.after == "7" && (len(waited) != 1 || waited[0] < 7*time.Second) {
			t.Errorf("waited %v", waited)
		}
	}

	// Nobody is there: also a POST may be repeated, by who calls the tool.
	gone := httptest.NewServer(nil)
	gone.Close()
	u, err := url.Parse(gone.URL)
	kit.Try(t, err)
	r := call(t, ClientTools(client(t, Options{}, u.Host)), object{"method": "POST", "url": gone.URL})
	kit.Refused(t, r, runtime.ClassUnavailable, "does not answer")
	if !r.Err.NotStarted || !r.Err.Transient {
		t.Errorf("%+v", r.Err)
	}
	// Retry-After as a date.
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if d := retryAfter(now.Add(9*time.Second).Format(http.TimeFormat), now); d != 9*time.Second {
		t.Errorf("%v", d)
	}
}
