package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

// Answers as a SearXNG and the API of Brave give them, made up but for their shape.
const searxAnswer = `{"query": "go", "number_of_results": 0, "results": [
	{"url": "https://go.dev/", "title": "The Go <b>Programming</b> Language", "content": "Go is an open source\n programming language &amp; more", "engine": "one", "parsed_url": ["https", "go.dev", "/", "", "", ""], "score": 4.0},
	{"url": "javascript:alert(1)", "title": "bad", "content": ""},
	{"url": "https://pkg.go.dev/", "title": "Packages", "content": null},
	{"url": "https://example.com/3", "title": "Three"}],
	"answers": [], "suggestions": ["golang"], "unresponsive_engines": [["two", "timeout"], ["three", "access denied"]]}`

const braveAnswer = `{"type": "search", "query": {"original": "go"}, "web": {"type": "search", "results": [
	{"title": "The Go Programming Language", "url": "https://go.dev/", "description": "<strong>Go</strong> is fast &#x27;n small", "age": "2 days", "language": "en"},
	{"title": "echo brave-key-12345678", "url": "https://example.com/?k=brave-key-12345678", "description": "x"}]}}`

func TestSearXNG(t *testing.T) {
	status, answer := 200, searxAnswer
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/search" || r.URL.Query().Get("format") != "json" || r.URL.Query().Get("q") != "go & more" {
			t.Errorf("asked %s", r.URL)
		}
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(status)
		w.Write([]byte(answer))
	})
	tools := SearchTools(NewSearch(&SearXNG{Client: client(t, Options{}, address), Base: "http://" + address + "/"}))
	hits := kit.Want[Hits](t, call(t, tools, object{"query": "go & more", "count": 2}))
	if len(hits.Hits) != 2 || hits.Hits[0] != (Hit{"The Go Programming Language", "https://go.dev/", "Go is an open source programming language & more"}) ||
		hits.Hits[1].URL != "https://pkg.go.dev/" || strings.Join(hits.Notes, "; ") != "two did not answer; three did not answer" {
		t.Errorf("%+v", hits)
	}
	answer = `{"results": []}`
	if hits := kit.Want[Hits](t, call(t, tools, object{"query": "go & more"})); hits.Hits == nil || len(hits.Hits) > 0 {
		t.Errorf("%+v", hits)
	}
	for _, c := range []struct {
		status int
		answer string
		class  runtime.Class
		text   string
	}{
		{403, "", runtime.ClassUnavailable, "does not serve programs"},
		{429, "", runtime.ClassResourceExhausted, "wait"},
		{500, "secret words", runtime.ClassUnavailable, "status 500"},
		{200, "<html>secret words", runtime.ClassUnavailable, "cannot be read"},
		{200, `{"results": [` + strings.Repeat(" ", 3<<20) + `]}`, runtime.ClassUnavailable, "cannot be read"},
	} {
		status, answer = c.status, c.answer
		r := call(t, tools, object{"query": "go & more"})
		kit.Refused(t, r, c.class, c.text)
		if errors.Is(r.Err, ErrJSONOff) != (c.status == 403) || strings.Contains(r.Output(), "secret words") {
			t.Errorf("%d: %v", c.status, r.Err)
		}
	}
}

// An instance of a private network is reached because its host was named, and not otherwise.
func TestSearchPrivate(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{}`)) })
	c, err := New(Options{})
	kit.Try(t, err)
	kit.Refused(t, call(t, SearchTools(NewSearch(&SearXNG{Client: c, Base: "http://" + address})), object{"query": "x"}), runtime.ClassInternal, "address")
	kit.Want[Hits](t, call(t, SearchTools(NewSearch(&SearXNG{Client: client(t, Options{}, address), Base: "http://" + address})), object{"query": "x"}))
}

func TestBrave(t *testing.T) {
	const key = "brave-key-12345678"
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/res/v1/web/search" || r.Header.Get("X-Subscription-Token") != key || r.URL.Query().Get("count") != "5" {
			t.Errorf("asked %s", r.URL)
			w.WriteHeader(http.StatusUnauthorized)
		}
		w.Write([]byte(braveAnswer))
	})
	b := &Brave{Client: client(t, Options{}, address), Base: "http://" + address, Key: func(context.Context) (string, error) { return key, nil }}
	r := call(t, SearchTools(NewSearch(b)), object{"query": "go"})
	hits := kit.Want[Hits](t, r)
	if len(hits.Hits) != 2 || hits.Hits[0] != (Hit{"The Go Programming Language", "https://go.dev/", "Go is fast 'n small"}) || strings.Contains(r.Output(), key) {
		t.Errorf("%+v", hits)
	}
	b.Key = Env("TOOLBOX_WEB_NO_SUCH_VARIABLE")
	kit.Refused(t, call(t, SearchTools(NewSearch(b)), object{"query": "go"}), runtime.ClassUnavailable, "no key")
}

func TestNoBackend(t *testing.T) {
	kit.Refused(t, call(t, SearchTools(NewSearch(nil)), object{"query": "go"}), runtime.ClassUnavailable, "no search engine here")
}
