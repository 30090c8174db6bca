package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/tooltest"
)

// api makes an API without pauses.
func api(t testing.TB, endpoints ...Endpoint) *API {
	t.Helper()
	a, err := NewAPI(Options{}, endpoints...)
	kit.Try(t, err)
	a.client.wait = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	t.Cleanup(a.client.transport.CloseIdleConnections)
	return a
}

func fixed(secret string) Secret { return func(context.Context) (string, error) { return secret, nil } }

func TestCall(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		json.NewEncoder(w).Encode(map[string]string{"request": r.Method + " " + r.URL.EscapedPath() + "?" + r.URL.RawQuery, "body": string(body),
			"type": r.Header.Get("Content-Type"), "x-lang": r.Header.Get("X-Lang"), "fixed": r.Header.Get("X-Fixed")})
	})
	tools := api(t, Endpoint{
		Name: "items", Does: "changes an item", Method: PUT, URL: "http://" + address + "/v1/a%20b/{id}/x?fixed=1", Private: true, Header: map[string]string{"X-Fixed": "yes"},
		Params: []Param{
			{Name: "id", In: InPath, Does: "which item"},
			{Name: "lang", Enum: []string{"en", "no"}},
			{Name: "X-Lang", In: InHeader},
			{Name: "count", In: InBody, Kind: Integer, Required: true},
			{Name: "price", In: InBody, Kind: Number},
			{Name: "sold", In: InBody, Kind: Boolean},
			{Name: "name", In: InBody, Pattern: regexp.MustCompile(`[a-z]+`), Max: 5},
		},
	}, Endpoint{Name: "other", Does: "does nothing", URL: "https://example.com/"}).Tools()

	r := kit.Want[Answer](t, call(t, tools, object{"endpoint": "items", "params": object{"id": "../ä?b#c", "lang": "no", "X-Lang": "de", "count": "3", "price": "1.50", "sold": "true", "name": "abc"}}))
	var got map[string]string
	kit.Try(t, json.Unmarshal([]byte(r.Body), &got))
	if got["request"] != "PUT /v1/a%20b/..%2F%C3%A4%3Fb%23c/x?fixed=1&lang=no" || got["body"] != `{"count":3,"name":"abc","price":1.50,"sold":true}` ||
		got["type"] != "application/json" || got["x-lang"] != "de" || got["fixed"] != "yes" {
		t.Errorf("%v", got)
	}

	bad := call(t, tools, object{"endpoint": "items", "params": object{"id": "..", "lang": "de", "X-Lang": "a\nb", "price": "1,5", "sold": "yes", "name": "abc1", "url": "http://x"}})
	kit.Refused(t, bad, runtime.ClassInvalidArguments, `params.id: expected a name`, "params.lang: expected one of en, no", "params.X-Lang", `params: missing required "count"`,
		"params.price: expected a text that is one number", "params.sold: expected true or false", "params.name: expected a text that matches [a-z]+", `unknown parameter "url"`)
	if len(bad.Err.Problems) != 8 {
		t.Errorf("%d problems", len(bad.Err.Problems))
	}
	for _, count := range []string{"+3", "3.0", "03", "", " 3", "9223372036854775808", "3,\"x\":1"} {
		kit.Refused(t, call(t, tools, object{"endpoint": "items", "params": object{"id": "a", "count": count}}), runtime.ClassInvalidArguments, "params.count")
	}
	for _, price := range []string{"NaN", "Inf", "0x1", "1_0", ".5", "1e9999"} {
		kit.Refused(t, call(t, tools, object{"endpoint": "items", "params": object{"id": "a", "count": "1", "price": price}}), runtime.ClassInvalidArguments, "params.price")
	}
	kit.Refused(t, call(t, tools, object{"endpoint": "items", "params": object{"id": "a", "count": "1", "name": "abcdef"}}), runtime.ClassInvalidArguments, "at most 5 bytes")
	kit.Refused(t, call(t, tools, object{"endpoint": "http://" + address}), runtime.ClassInvalidArguments, "expected one of items, other")
	kit.Refused(t, call(t, api(t).Tools(), object{"endpoint": "x"}), runtime.ClassInvalidArguments, "none, because no endpoint is set up here")

	if d := tools[0].Spec().Description; !strings.Contains(d, "items: changes an item\n  id, required: which item\n  lang, one of en, no\n") || !strings.Contains(d, "other: does nothing") {
		t.Errorf("description: %s", d)
	}
	if strings.Contains(APITools(api(t))[0].Spec().Description, "items") {
		t.Error("the generated Spec was changed")
	}
}

// An endpoint of a public name is judged like any other address, and what is named for api_call is not for http_request.
func TestCallGuarded(t *testing.T) {
	hits := 0
	address := serve(t, func(http.ResponseWriter, *http.Request) { hits++ })
	kit.Refused(t, call(t, api(t, Endpoint{Name: "a", URL: "http://" + address}).Tools(), object{"endpoint": "a"}), runtime.ClassPermissionDenied, "not on the public internet")
	if hits != 0 {
		t.Error("it was reached")
	}
}

func TestNewAPIRefuses(t *testing.T) {
	secret := []Credential{{In: InHeader, Name: "Authorization", Secret: fixed("0123456789")}}
	for name, e := range map[string]Endpoint{
		"name":                   {Name: "A b", URL: "https://example.com"},
		"scheme":                 {Name: "a", URL: "ftp://example.com"},
		"user":                   {Name: "a", URL: "https://u:p@example.com"},
		"host from a parameter":  {Name: "a", URL: "https://{host}/", Params: []Param{{Name: "host", In: InPath}}},
		"query of a parameter":   {Name: "a", URL: "https://example.com/?q={q}", Params: []Param{{Name: "q", In: InPath}}},
		"part of an element":     {Name: "a", URL: "https://example.com/x{q}", Params: []Param{{Name: "q", In: InPath}}},
		"no such place":          {Name: "a", URL: "https://example.com/", Params: []Param{{Name: "q", In: InPath}}},
		"no such parameter":      {Name: "a", URL: "https://example.com/{q}"},
		"twice":                  {Name: "a", URL: "https://example.com/", Params: []Param{{Name: "q"}, {Name: "q", In: InHeader}}},
		"body of GET":            {Name: "a", URL: "https://example.com/", Params: []Param{{Name: "q", In: InBody}}},
		"kind":                   {Name: "a", URL: "https://example.com/", Params: []Param{{Name: "q", Kind: "date"}}},
		"method":                 {Name: "a", URL: "https://example.com/", Method: "TRACE"},
		"secret in clear":        {Name: "a", URL: "http://example.com/", Auth: secret},
		"secret as a parameter":  {Name: "a", URL: "https://example.com/", Auth: secret, Params: []Param{{Name: "authorization", In: InHeader}}},
		"no secret":              {Name: "a", URL: "https://example.com/", Auth: []Credential{{In: InHeader, Name: "X"}}},
		"secret without a place": {Name: "a", URL: "https://example.com/", Auth: []Credential{{Name: "X", Secret: fixed("0123456789")}}},
	} {
		if _, err := NewAPI(Options{}, e); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if _, err := NewAPI(Options{}, Endpoint{Name: "a", URL: "https://example.com"}, Endpoint{Name: "a", URL: "https://example.com"}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("%v", err)
	}
}

func TestContract(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(r.URL.Path)) })
	weather := Endpoint{Name: "weather", URL: "http://" + address + "/{city}", Private: true, Params: []Param{{Name: "city", In: InPath}, {Name: "days", Kind: Integer}}}
	for _, set := range []runtime.Set{api(t, weather).Tools(), SearchTools(NewSearch(nil)), ClientTools(offline(t))} {
		t.Run(set[0].Spec().Name, func(t *testing.T) { tooltest.Contract(t, set[0]) })
	}
}

// offline is a Client that reaches nobody: it answers as where there is no name server.
func offline(t testing.TB) *Client {
	c := client(t, Options{Retries: -1})
	c.o.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("offline") }}
	c.o.Ports = []uint16{0} // and where an address was made by a changed argument, that is closed too
	return c
}
