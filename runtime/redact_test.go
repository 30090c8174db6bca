package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

func TestRedactArgs(t *testing.T) {
	spec := &runtime.Spec{Name: "sign", Secrets: []string{"token", "auth.password", "keys[].secret", "headers.*", `["odd name"]`, "list[]"}}
	for _, row := range [][2]string{
		{``, ``},
		{`{"city":"Paris"}`, `{"city":"Paris"}`},
		{`{ "token" : "hunter22" , "city" : "Paris" }`, `{"token":"[redacted]","city":"Paris"}`},
		{`{"auth":{"user":"ann","password":"x"}}`, `{"auth":{"user":"ann","password":"[redacted]"}}`},
		{`{"keys":[{"id":1,"secret":"a"},{"secret":{"deep":[1]}}]}`, `{"keys":[{"id":1,"secret":"[redacted]"},{"secret":"[redacted]"}]}`},
		{`{"headers":{"A":"1","B":null}}`, `{"headers":{"A":"[redacted]","B":"[redacted]"}}`},
		{`{"odd name":1}`, `{"odd name":"[redacted]"}`},
		{`{"list":["a","b"]}`, `{"list":["[redacted]","[redacted]"]}`},
		{`{"tok\u0065n":"hunter22"}`, `{"token":"[redacted]"}`},

		// What models get wrong is hidden too.
		{`{"Token":"hunter22","TO-KEN":1}`, `{"Token":"[redacted]","TO-KEN":"[redacted]"}`},
		{`{"auth":"{\"password\":\"hunter22\"}"}`, `{"auth":"[redacted]"}`},
		{`{"auth":["hunter22"]}`, `{"auth":["[redacted]"]}`},
		{`{"auth":[{"password":"hunter22"},[{"password":"hunter22","user":"ann"}]]}`, `{"auth":[{"password":"[redacted]"},[{"password":"[redacted]","user":"ann"}]]}`},
		{`{"auth":null}`, `{"auth":null}`},
		{`{"list":"hunter22"}`, `{"list":"[redacted]"}`},
		{`{"keys":{"secret":"a"}}`, `{"keys":{"secret":"[redacted]"}}`},
		{`{"keys":{"0":{"secret":"a","id":1}}}`, `{"keys":{"0":{"secret":"[redacted]","id":1}}}`},
		{`{"list":{"0":"hunter22"}}`, `{"list":{"0":"[redacted]"}}`},
		{"{\"to\u212aen\":\"hunter22\"}", "{\"to\u212aen\":\"[redacted]\"}"}, // encoding/json reads the Kelvin sign as a k
		{`{"arguments":{"token":"hunter22"}}`, `{"arguments":{"token":"[redacted]"}}`},
		{`{"token":"hunter22"`, `"[unreadable]"`},
		{`{"token":"hunter22","token":"hunter22"}`, `{"token":"[redacted]","token":"[redacted]"}`},
		{`{"city":{"a":1,"a":2},"token":"hunter22"}`, `"[unreadable]"`},
		{`["hunter22"]`, `"[unreadable]"`},
		{`"hunter22"`, `"[unreadable]"`},
		{`hunter22`, `"[unreadable]"`},
	} {
		require.Equal(t, row[1], string(runtime.RedactArgs(spec, []byte(row[0]))), row[0])
	}
	args := []byte(` {"token":1}`)
	require.Equal(t, args, runtime.RedactArgs(&runtime.Spec{}, args), "nothing is secret")
	require.Equal(t, args, runtime.RedactArgs(nil, args))
	require.Equal(t, `{"token":"[redacted]","a":"[redacted]"}`,
		string(runtime.RedactArgs(&runtime.Spec{Secrets: []string{"[broken"}}, []byte(`{"token":1,"a":2}`))), "a path that cannot be read may be any")
}

func TestRedactResult(t *testing.T) {
	spec := &runtime.Spec{Name: "sign", Secrets: []string{"token", "pin", "short"}}
	secret := "hunt\"er é/22+x"
	args := []byte(`{"token":` + string(codec.AppendString(nil, secret)) + `,"pin":12345,"short":"abc"}`)
	r := runtime.RedactResult(spec, args, runtime.Result{
		Text:  "token " + secret + ", abc, pin 12345, again " + secret,
		JSON:  []byte(`{"echo":"` + `hunt\"er \u00e9\/22+x` + `","n":12345,"m":123456,"hunt":["x12345y"],"plain":"abc"}`),
		Parts: []runtime.Part{{Text: secret, URI: "https://example.com/?t=hunt%22er+%C3%A9%2F22%2Bx&u=hunt%22er%20%C3%A9%2F22%2Bx", Data: []byte("data")}},
		Err:   runtime.NewError(runtime.ClassFailed, `parse "hunt\"er é/22+x": bad`).WithCause(errors.New(secret)),
		Notes: []runtime.Note{{Kind: "coerced", Text: "was " + secret}},
	})
	require.Equal(t, "token [redacted], abc, pin [redacted], again [redacted]", r.Text)
	require.Equal(t, `{"echo":"[redacted]","n":"[redacted]","m":123456,"hunt":["x[redacted]y"],"plain":"abc"}`, string(r.JSON))
	require.True(t, json.Valid(r.JSON))
	require.Equal(t, []runtime.Part{{Text: "[redacted]", URI: "https://example.com/?t=[redacted]&u=[redacted]", Data: []byte("data")}}, r.Parts)
	require.Equal(t, `parse "[redacted]": bad`, r.Err.Message)
	require.EqualError(t, errors.Unwrap(r.Err), secret, "for the host")
	require.Equal(t, []runtime.Note{{Kind: "coerced", Text: "was [redacted]"}, {Kind: "redacted", Path: "result", Text: "a secret argument stood in the result"}}, r.Notes)

	clean := runtime.Result{Text: "nothing here", JSON: []byte(`{"a":[1,"b\\",{"c":-1.5e3}]}`)}
	got := runtime.RedactResult(spec, args, clean)
	require.Equal(t, clean.Text, got.Text)
	require.Equal(t, string(clean.JSON), string(got.JSON))
	require.Empty(t, got.Notes)
	require.Equal(t, clean, runtime.RedactResult(&runtime.Spec{}, args, clean))
	require.Equal(t, "[redacted] [redacted]x", runtime.RedactResult(&runtime.Spec{Secrets: []string{"a", "b"}},
		[]byte(`{"a":"hunter","b":"hunter22"}`), runtime.Result{Text: "hunter22 hunterx"}).Text, "the longer one first")
	require.Equal(t, "it is [redacted]", runtime.RedactResult(&runtime.Spec{Secrets: []string{"auth.password"}},
		[]byte(`{"auth":"{\"password\":\"hunter22\"}"}`), runtime.Result{Text: "it is hunter22"}).Text, "in the JSON of a text")
}

// The problems of refused arguments say what was expected of a secret, and never what came.
func TestRedactProblems(t *testing.T) {
	spec := &runtime.Spec{Name: "sign", Secrets: []string{"token", "keys[].secret", "auth.password"}}
	execute := func(args string) runtime.Result {
		c := codec.Open([]byte(args))
		var seen uint64
		for c.Object(); c.Field(); {
			switch string(c.Key) {
			case "token":
				seen = c.Once(seen, 1)
				c.IntIn(1, 100)
			case "day":
				c.Date()
			case "keys":
				for c.Array(); c.Item(); {
					for c.Object(); c.Field(); {
						c.Reject(errors.New("cannot parse " + c.String()))
					}
				}
			case "auth":
				for c.Object(); c.Field(); {
					c.Choice("a", "b")
				}
			default:
				c.Unknown("token", "day", "keys", "auth")
			}
		}
		c.Need(seen, 1, "token")
		return runtime.RedactResult(spec, []byte(args), runtime.Invalid(c.Close()))
	}
	require.Contains(t, execute(`{"day":"monday","token":1}`).Output(), "monday", "which is no secret")
	for _, row := range [][2]string{
		{`{"token":"hunter22"}`, "token: expected whole number"},
		{`{"token":777777}`, "token: must be between 1 and 100"},
		{`{"token":-3}`, "token: must be between 1 and 100"},
		{`{"token":1,"keys":[{"secret":"hunter22"},{"secret":"x"}]}`, "keys[0].secret: is not accepted\nkeys[1].secret: is not accepted"},
		{`{"token":1,"auth":"hunter22"}`, "auth: expected object"},
		{`{"token":1,"auth":{"password":"hunter22"}}`, `auth.password: is not accepted`},
		{`{"Token":"hunter22"}`, "arguments: unknown key \"Token\"; did you mean \"token\"?\narguments: missing required \"token\""},
		{`"hunter22"`, "arguments: must be a JSON object"},
		{`["hunter22"]`, "arguments: must be a JSON object, got array"},
		{`{"token":["hunter22"]}`, "token: expected whole number, got array"},
	} {
		got := execute(row[0])
		require.Equal(t, row[1], got.Output(), row[0])
		lines := make([]string, len(got.Err.Problems))
		for i, p := range got.Err.Problems {
			lines[i] = p.String()
		}
		require.Equal(t, row[1], strings.Join(lines, "\n"))
	}
}

// Observers see arguments without secrets, from the first moment on; the tool sees them as they are.
func TestObserversSeeNoSecrets(t *testing.T) {
	var seen []string
	watch := observer{
		begin: func(_ context.Context, _ string, args []byte) { seen = append(seen, "begin "+string(args)) },
		end:   func(o *runtime.Outcome) { seen = append(seen, "end "+string(o.Call.Args)+" "+o.Result.Output()) },
	}
	sign := runtime.Func(runtime.Spec{Name: "sign", Secrets: []string{"token"}, Access: runtime.Admin}, func(_ context.Context, args []byte) runtime.Result {
		seen = append(seen, "tool "+string(args))
		return runtime.Text("signed")
	})
	reg := registryOf(t, runtime.Set{sign, tool("ping")}, runtime.Observe(watch), runtime.Authorize(levels))
	reg.Call(as(runtime.Admin), "sign", []byte(`{"token":"hunter22"}`))
	reg.Call(as(runtime.Public), "sign", []byte(`{"token":"hunter22"}`))
	reg.Call(as(runtime.Admin), "ping", []byte(`{"token":"hunter22"}`))
	require.Equal(t, []string{
		`begin {"token":"[redacted]"}`, `tool {"token":"hunter22"}`, `end {"token":"[redacted]"} signed`,
		`begin {"token":"[redacted]"}`, `end {"token":"[redacted]"} unknown tool "sign"`,
		`begin {"token":"hunter22"}`, `end {"token":"hunter22"} ping`,
	}, seen)
}

type observer struct {
	begin func(context.Context, string, []byte)
	end   func(*runtime.Outcome)
}

func (o observer) Begin(ctx context.Context, name string, args []byte) context.Context {
	o.begin(ctx, name, args)
	return nil
}
func (o observer) End(_ context.Context, outcome *runtime.Outcome) { o.end(outcome) }

// One value has many spellings.
func TestRedactSpellings(t *testing.T) {
	spec := &runtime.Spec{Name: "sign", Secrets: []string{"token"}}
	const hidden = runtime.Redacted
	key := strings.Repeat("QZ", 50)
	for _, row := range []struct {
		what, token string // token is JSON
		text, want  string
	}{
		{"as encoding/json writes it", `"a&b<c>d\u2028"`, `x "a\u0026b\u003cc\u003ed\u2028" y`, `x "` + hidden + `" y`},
		{"in ASCII alone", `"pässwörd😀"`, `{"p":"p\u00e4ssw\u00F6rd\ud83d\ude00"}`, `{"p":"` + hidden + `"}`},
		{"as Go quotes it", `"pässwörd\u0001"`, `"p\u00e4ssw\u00f6rd\x01"`, `"` + hidden + `"`},
		{"with slashes escaped", `"a/b/c/d"`, `"a\/b\/c\/d"`, `"` + hidden + `"`},
		{"in a query", `"a b&c+d/é"`, "?t=a+b%26c%2bd%2F%c3%a9&x", "?t=" + hidden + "&x"},
		{"in a path", `"a b&c+d/é"`, "/x/a%20b&c+d%2F%C3%A9/y", "/x/" + hidden + "/y"},
		{"without its ends", `" hunter22\n"`, "bad token: hunter22", "bad token: " + hidden},
		{"in one line", `"-----BEGIN\nline\r\n\tend"`, "bad key -----BEGIN line end", "bad key " + hidden},
		{"with control characters replaced", `"ab\u0001cd"`, "ab\uFFFDcd", hidden},
		{"cut", `"` + key + `"`, "bad key " + key[:60] + "…", "bad key " + hidden + "…"},
		{"cut by a limit", `"` + key + `"`, "bad key " + key[:60] + "\n[cut: 1000 bytes in all]", "bad key " + hidden + "\n[cut: 1000 bytes in all]"},
		{"too little of it to know", `"` + key + `"`, "bad key QZQ…", "bad key QZQ…"},
		{"not cut", `"` + key + `"`, key[:60], key[:60]},
		{"a number", `1234.50`, "1234.50 1234.5", hidden + " " + hidden},
		{"a large number", `1.5e6`, "1500000", hidden},
		{"overlapping", `["abcdef","defghi"]`, "abcdefghi abcdef defghi", hidden + " " + hidden + " " + hidden},
		{"one in another", `["abcd","abcdef"]`, "abcdef abcd", hidden + " " + hidden},
		{"twice", `"abcd"`, "abcdabcd", hidden + hidden},
		{"an escape that is none", `"a\\qb"`, `a\qb \ \u12 %zz %`, hidden + ` \ \u12 %zz %`},
		{"a percent sign of its own", `"100%25x"`, "100%25x 100%2525x", hidden + " " + hidden},
	} {
		args := []byte(`{"token":` + row.token + `}`)
		require.Equal(t, row.want, runtime.RedactResult(spec, args, runtime.Result{Text: row.text}).Text, row.what)
	}

	for _, row := range [][3]string{
		{`1234.50`, `{"a":1234.5,"b":[12345e-1,1234.51]}`, `{"a":"[redacted]","b":["[redacted]",1234.51]}`},
		{`"hunter22"`, `{"a":hunter22`, `{"a":[redacted]`}, // which is no JSON
		{`"hunter22"`, `{"a":"hunter22`, `{"a":"[redacted]`},
		{`"hunter22"`, `{"a":"\q","b":"hunter22"}`, `{"a":"\q","b":"[redacted]"}`},
		{`"hunter22"`, `{"a":"` + strings.Repeat("x", codec.MaxSize) + `hunter22"}`, `{"a":"` + strings.Repeat("x", codec.MaxSize) + `[redacted]"}`},
		{`"hunter22"`, `{"a":true,"b":null,"c":[false,-1.5e3]}`, `{"a":true,"b":null,"c":[false,-1.5e3]}`},
	} {
		r := runtime.RedactResult(spec, []byte(`{"token":`+row[0]+`}`), runtime.Result{JSON: []byte(row[1])})
		require.True(t, row[2] == string(r.JSON), "%.100s: %.200s", row[1], r.JSON)
	}

	r := runtime.RedactResult(spec, []byte(`{"token":"line1\nline2"}`), runtime.Failed(t.Context(), errors.New("bad key line1\nline2, "+strings.Repeat("x", 5000))))
	require.True(t, strings.HasPrefix(r.Err.Message, "bad key [redacted], x"), r.Err.Message)
	r = runtime.RedactResult(spec, []byte(`{"token":"hunter22"}`), runtime.Result{Notes: []runtime.Note{{Kind: "k", Path: `result["hunter22"]`, Text: "t"}}})
	require.Equal(t, `result["[redacted]"]`, r.Notes[0].Path)
}

// A long value and a long text take time that grows with their sum and not with their product.
func TestRedactIsLinear(t *testing.T) {
	half := strings.Repeat("a", codec.MaxSize/2)
	spec := &runtime.Spec{Name: "sign", Secrets: []string{"token"}}
	text := strings.Repeat("a", codec.MaxSize/2-1) + "%c+\\q" + strings.Repeat("a", codec.MaxSize/2-1) + "…"
	r := runtime.RedactResult(spec, []byte(`{"token":"`+half+`b"}`), runtime.Result{Text: text})
	require.Equal(t, strings.Repeat("a", codec.MaxSize/2-1)+"%c+\\q"+runtime.Redacted+"…", r.Text)
}
