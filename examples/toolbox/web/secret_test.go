package web

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/audit"
	"github.com/toolgen/toolgen/runtime/otel"
	"github.com/toolgen/toolgen/runtime/provider"
)

// secrets of three credentials, with characters that are spelled differently in URLs, JSON, HTML and base64.
var secrets = []string{`s3cr3t+/<&>"key=header`, "query-secret %&?#/ä", "basic:password/+9"}

// echo answers with all that it was sent, in every spelling that it knows.
func echo(w http.ResponseWriter, r *http.Request) {
	var all strings.Builder
	r.Write(&all)
	_, password, _ := r.BasicAuth()
	for _, s := range []string{r.Header.Get("X-Key"), strings.TrimPrefix(r.Header.Get("X-Key"), "Key "), r.URL.Query().Get("token"), password} {
		quoted, _ := json.Marshal(s)
		for _, text := range []string{s, string(quoted), url.QueryEscape(s), url.PathEscape(s), strings.ToLower(url.QueryEscape(s)), html.EscapeString(s), hex.EncodeToString([]byte(s)),
			strings.ReplaceAll(s, "/", `\/`),
			base64.StdEncoding.EncodeToString([]byte(s)), base64.StdEncoding.EncodeToString([]byte("x" + s)), base64.URLEncoding.EncodeToString([]byte("xy" + s + "z"))} {
			all.WriteString("\n" + text)
			if !strings.ContainsAny(text, "\r\n") {
				w.Header().Add("Link", text)
			}
		}
	}
	w.Header().Set("Etag", r.Header.Get("X-Key"))
	switch r.URL.Path {
	case "/ok":
	case "/fail":
		w.WriteHeader(http.StatusForbidden)
	case "/redirect":
		http.Redirect(w, r, "http://example.com/?"+r.URL.RawQuery, http.StatusTemporaryRedirect)
		return
	case "/redirect-bad":
		w.Header().Set("Location", "ftp://"+r.URL.RawQuery)
		w.WriteHeader(http.StatusFound)
		return
	case "/break":
		w.Header().Set("Content-Length", "100000")
	case "/coded":
		w.Header().Set("Content-Encoding", "br")
	}
	w.Write([]byte(all.String()))
}

// leaks returns what of the secrets is found in a text, as it is or in another spelling.
func leaks(text string) (found []string) {
	for _, secret := range secrets {
		quoted, _ := json.Marshal(secret)
		twice, _ := json.Marshal(string(quoted))
		for _, s := range []string{secret, strings.Trim(string(quoted), `"`), strings.Trim(string(twice), `\"`), url.QueryEscape(secret), url.PathEscape(secret), html.EscapeString(secret),
			hex.EncodeToString([]byte(secret)), base64.StdEncoding.EncodeToString([]byte(secret))[:16]} {
			if strings.Contains(text, s) {
				found = append(found, s)
			}
		}
	}
	for _, part := range []string{"s3cr3t", "query-secret", "basic:pass", "password/"} { // parts that no spelling changes, but base64 and hex
		if strings.Contains(text, part) {
			found = append(found, part)
		}
	}
	return found
}

// Secrets of api_call stand in no result, error, audit record, span or transcript of an agent, whatever the server does with them.
func TestSecrets(t *testing.T) {
	if leaks("a "+secrets[0]) == nil || leaks("basic:pass") == nil {
		t.Fatal("the search finds nothing")
	}
	sent := 0
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		if r.Header.Get("X-Key") == "Key "+secrets[0] && r.URL.Query().Get("token") == secrets[1] && password == secrets[2] {
			sent++
		}
		echo(w, r)
	})
	auth := []Credential{
		{In: InHeader, Name: "X-Key", Prefix: "Key ", Secret: fixed(secrets[0])},
		{In: InQuery, Name: "token", Secret: fixed(secrets[1])},
		{In: AsBasic, Name: "user", Secret: fixed(secrets[2])},
	}
	var endpoints []Endpoint
	for _, path := range []string{"ok", "fail", "redirect", "redirect-bad", "break", "coded"} {
		endpoints = append(endpoints, Endpoint{Name: strings.ReplaceAll(path, "-", "_"), URL: "http://" + address + "/" + path, Private: true, Auth: auth, Params: []Param{{Name: "q"}}})
	}
	endpoints = append(endpoints,
		Endpoint{Name: "gone", URL: "http://127.0.0.1:1/", Private: true, Auth: auth},
		Endpoint{Name: "blocked", URL: "https://127.0.0.1/", Auth: auth},
		Endpoint{Name: "no_host", URL: "https://no-such-host.invalid/", Auth: auth},
		Endpoint{Name: "keeper", URL: "http://" + address + "/ok", Private: true, Auth: []Credential{{In: InHeader, Name: "X-Key", Secret: func(context.Context) (string, error) {
			return "", errors.New("cannot open the drawer " + secrets[0])
		}}}},
		Endpoint{Name: "control", URL: "http://" + address + "/ok", Private: true, Auth: []Credential{{In: InHeader, Name: "X-Key", Secret: fixed("s3cr3t\r\nkey")}}},
		Endpoint{Name: "short", URL: "http://" + address + "/ok", Private: true, Auth: []Credential{{In: InHeader, Name: "X-Key", Secret: fixed("s3cr3t")}}},
	)

	var log bytes.Buffer
	spans := tracetest.NewInMemoryExporter()
	observer, err := otel.New(otel.Options{Tracer: trace.NewTracerProvider(trace.WithSyncer(spans)), Content: 1 << 20})
	kit.Try(t, err)
	reg := runtime.NewRegistry(
		runtime.Observe(audit.To(slog.New(slog.NewJSONHandler(&log, nil)), audit.Args(10_000))),
		runtime.Observe(observer),
	)
	a := api(t, endpoints...)
	kit.Try(t, reg.Register(a.Tools()))

	everything := map[string]string{"description": a.Tools()[0].Spec().Description, "config": fmt.Sprintf("%+v", endpoints[0].Auth)}
	var turns [][]provider.Call
	for _, e := range endpoints {
		for _, size := range []int{1, 7, 50, 119, 120, 121, 200, 500, 65536} { // where a body is cut, a secret may be
			args := fmt.Sprintf(`{"endpoint":%q,"max_bytes":%d}`, e.Name, size)
			r := reg.Call(context.Background(), "api_call", []byte(args))
			text := r.Text + string(r.JSON) + fmt.Sprint(r.Notes)
			if r.Err != nil {
				for err := error(r.Err); err != nil; err = errors.Unwrap(err) {
					text += fmt.Sprintf("%v %+v %#v\n", err, err, err)
				}
			} else {
				var answer Answer
				kit.Try(t, json.Unmarshal(r.JSON, &answer))
				text += answer.Body
				if len(answer.Body) > 16*size && size > 10 {
					t.Errorf("%s: %d bytes where %d were wanted", e.Name, len(answer.Body), size)
				}
			}
			everything[args] = text
			answered := e.Name == "ok" || e.Name == "fail" || e.Name == "redirect" || e.Name == "break" && size < 1000
			if answered != (r.Err == nil) {
				t.Errorf("%s: %s", e.Name, r.Output())
			}
		}
		turns = append(turns, []provider.Call{{ID: e.Name, Name: "api_call", Args: fmt.Appendf(nil, `{"endpoint":%q}`, e.Name)}})
	}
	settle()
	if sent < 40 {
		t.Errorf("the server was sent the secrets %d times", sent)
	}
	if body := everything[`{"endpoint":"ok","max_bytes":65536}`]; strings.Count(body, runtime.Redacted) < 20 {
		t.Errorf("what the server echoes is not there: %s", body)
	}

	everything["transcript"] = transcript(t, reg, turns)
	everything["log"] = log.String()
	everything["spans"] = fmt.Sprintf("%+v", spans.GetSpans().Snapshots())
	if len(everything["log"]) < 1000 || len(everything["spans"]) < 1000 || len(everything["transcript"]) < 1000 {
		t.Error("something was not recorded")
	}
	for where, text := range everything {
		if found := leaks(text); found != nil {
			t.Errorf("%s: %q in %.2000s", where, found, text)
		}
	}
}

// transcript is all that a model and a host's store get of a run that makes these calls.
func transcript(t *testing.T, reg *runtime.Registry, turns [][]provider.Call) string {
	t.Helper()
	var seen strings.Builder
	a, err := agent.New(agent.Config{
		Name: "caller", Registry: reg, Limits: agent.Limits{Steps: len(turns) + 1, Repeats: 100},
		Model: agent.ModelFunc(func(_ context.Context, conversation []agent.Message, tools []provider.Definition) (agent.Turn, error) {
			fmt.Fprintf(&seen, "%+v %+v\n", conversation, tools)
			for _, m := range conversation {
				for _, r := range m.Results {
					fmt.Fprintf(&seen, "%s %s\n", r.Output(), r.JSON)
				}
			}
			if len(turns) == 0 {
				return agent.Turn{Text: "done"}, nil
			}
			turn := agent.Turn{Calls: turns[0]}
			turns = turns[1:]
			return turn, nil
		}),
		Checkpoint: func(_ context.Context, s *agent.State) error {
			seen.Write(s.Encode())
			return nil
		},
	})
	kit.Try(t, err)
	if out := a.Run(context.Background(), "call them all"); out.Reason != agent.Done {
		t.Fatalf("the run ended with %s: %v", out.Reason, out.Err)
	}
	return seen.String()
}

func TestScrub(t *testing.T) {
	s := newScrubber("0123456789")
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"a 0123456789 b", 14, "a [redacted] b"},
		{"01234567890123456789", 20, "[redacted][redacted]"},
		{"a 0123456789 b", 5, "a [redacted]"}, // across the end
		{"a 0123456789 b", 2, "a "},
		{`%30%31\u0032345&#54;&#x037;8\9`, 100, "[redacted]"},
		{"nothing", 100, "nothing"},
		{"", 0, ""},
		{hex.EncodeToString([]byte("x0123456789")), 100, "78[redacted]"},
	} {
		if got := string(s.bytes([]byte(c.text), c.n)); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
	for shift := range 6 { // wherever it begins in base64
		text := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", shift) + "0123456789" + strings.Repeat("y", shift)))
		got := s.text(text)
		if !strings.Contains(got, runtime.Redacted) {
			t.Errorf("%s is left as %s", text, got)
		}
	}
	if s := newScrubber(); s.text("as it was") != "as it was" {
		t.Error("changed without secrets")
	}
}
