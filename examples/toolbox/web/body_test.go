package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

// X13: a body without end, and what ends up as one.
func TestX13HugeBodies(t *testing.T) {
	zeros := make([]byte, 1<<20)
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var to io.Writer = w
		switch r.URL.Path {
		case "/bomb": // 1 GiB of zeros is 1 MiB
			w.Header().Set("Content-Encoding", "gzip")
			to = gzip.NewWriter(w)
		case "/empty": // gzip without end that says nothing
			w.Header().Set("Content-Encoding", "gzip")
			var member bytes.Buffer
			gzip.NewWriter(&member).Close()
			for {
				if _, err := w.Write(bytes.Repeat(member.Bytes(), 1000)); err != nil {
					return
				}
			}
		case "/headers":
			for i := range 2000 {
				w.Header().Add("X-"+strings.Repeat("a", i%100), strings.Repeat("x", 100))
			}
			return
		}
		for range 10 << 10 { // 10 GiB
			if _, err := to.Write(zeros); err != nil {
				return
			}
		}
	})
	c := client(t, Options{Body: 10_000, Retries: -1}, address)
	for _, path := range []string{"/", "/bomb"} {
		r := kit.Want[Response](t, call(t, ClientTools(c), object{"url": "http://" + address + path, "max_bytes": 1 << 20}))
		if !r.Truncated || r.Encoding != Base64 || len(r.Body) != (10_000+2)/3*4 {
			t.Errorf("%s: %d bytes, truncated %v", path, len(r.Body), r.Truncated)
		}
	}
	kit.Refused(t, call(t, ClientTools(c), object{"url": "http://" + address + "/empty"}), runtime.ClassUnavailable, "broke off")
	kit.Refused(t, call(t, ClientTools(c), object{"url": "http://" + address + "/headers"}), runtime.ClassUnavailable, "no valid answer")
}

func TestCodings(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		coding := r.URL.Query().Get("coding")
		w.Header().Set("Content-Encoding", coding)
		switch r.URL.Path {
		case "/good":
			z := gzip.NewWriter(w)
			z.Write([]byte("hello"))
			z.Close()
		case "/bad":
			w.Write([]byte("not gzip, and long enough to be looked at"))
		}
	})
	c := client(t, Options{Retries: -1}, address)
	get := func(query string) runtime.Result {
		return call(t, ClientTools(c), object{"url": "http://" + address + query})
	}
	if r := kit.Want[Response](t, get("/good?coding=gzip")); r.Body != "hello" || r.Headers["content-encoding"] != "" {
		t.Errorf("%+v", r)
	}
	if r := kit.Want[Response](t, get("/good?coding=br")); r.Encoding != Base64 || r.Headers["content-encoding"] != "br" {
		t.Errorf("%+v", r)
	}
	if r := kit.Want[Response](t, call(t, ClientTools(c), object{"method": "HEAD", "url": "http://" + address + "/none?coding=gzip"})); r.Body != "" {
		t.Errorf("%+v", r)
	}
	kit.Refused(t, get("/bad?coding=gzip"), runtime.ClassFailed, "no valid gzip")
}

// A server that says a byte now and then is left when the time of the call is over.
func TestSlowBody(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte("a"))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	c := client(t, Options{}, address)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	reg := runtime.NewRegistry()
	kit.Try(t, reg.Register(ClientTools(c)))
	kit.Refused(t, reg.Call(ctx, "http_request", []byte(`{"url":"http://`+address+`/"}`)), runtime.ClassTimeout)
}

// What is no HTTP is no answer.
func TestNoHTTP(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	kit.Try(t, err)
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.Write([]byte("SSH-2.0-secret\r\n"))
			conn.Close()
		}
	}()
	r := call(t, ClientTools(client(t, Options{}, l.Addr().String())), object{"url": "http://" + l.Addr().String()})
	kit.Refused(t, r, runtime.ClassUnavailable)
	if strings.Contains(r.Output(), "SSH") {
		t.Errorf("says what came: %s", r.Output())
	}
}
