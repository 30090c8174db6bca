package policy_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

func bound(v float64) *float64 { return &v }

// ruled is a policy with one rule for echo.
func ruled(t *testing.T, r policy.Rule) *policy.Policy {
	t.Helper()
	r.Name, r.Tools = "r", []string{"echo"}
	return policyOf(t, policy.Config{Layers: []policy.Layer{{Name: "l", Args: []policy.Rule{r}}}})
}

const (
	kept   = "allow: level public"
	broken = "deny: arguments r in layer l"
)

func TestArgumentRules(t *testing.T) {
	limit := policy.Rule{Path: "limit", Min: bound(1), Max: bound(100)}
	method := policy.Rule{Path: "method", OneOf: []any{"GET", 3, true, nil, 0.1}}
	url := policy.Rule{Path: "url", Prefix: []string{"https://a.example/", "https://b.example/"}}
	name := policy.Rule{Path: "file.name", Glob: []string{"*.txt", "note-*"}}
	each := policy.Rule{Path: "files[*].name", Glob: []string{"*.txt"}}
	second := policy.Rule{Path: `["odd key"][1]`, OneOf: []any{"x"}}
	optional := policy.Rule{Path: "a.b", OneOf: []any{1}, Optional: true}
	for _, row := range []struct {
		rule policy.Rule
		args string
		want string
	}{
		{limit, `{"limit":1}`, kept},
		{limit, `{"limit":1e2}`, kept},
		{limit, `{"limit":100.0}`, kept},
		{limit, `{"limit":100.00000000000000000000000000001}`, broken}, // exactly
		{limit, `{"limit":0.999}`, broken},
		{limit, `{"limit":1e999}`, broken},
		{limit, `{"limit":"50"}`, broken}, // another type, whatever a decoder would make of it
		{limit, `{"limit":null}`, broken},
		{limit, `{"limit":[50]}`, broken},
		{limit, `{}`, broken}, // missing: fails closed
		{limit, ``, broken},
		{limit, `{"Limit":50}`, broken},
		{limit, `{"limit":50,"LIMIT":5000}`, broken}, // encoding/json would take the last of them
		{limit, `{"limit":50,"l_i-mit":5000}`, broken},
		{limit, "{\"limit\":50,\"l\u0131mit\":5000}", kept},                                 // dotless i is another letter to all decoders
		{policy.Rule{Path: "sk", OneOf: []any{1}}, "{\"sk\":1,\"\u017f\u212a\":2}", broken}, // long s and the Kelvin sign fold
		{limit, `{"limit":50,"x":{"LIMIT":5000}}`, kept},
		{method, `{"method":"GET"}`, kept},
		{method, `{"method":"\u0047ET"}`, kept},
		{method, `{"method":"get"}`, broken},
		{method, `{"method":3.0}`, kept},
		{method, `{"method":0.10}`, kept},
		{method, `{"method":0.1000000000000000055511151231257827}`, broken},
		{method, `{"method":true}`, kept},
		{method, `{"method":false}`, broken},
		{method, `{"method":null}`, kept},
		{method, `{"method":"3"}`, broken},
		{method, `{"method":["GET"]}`, broken},
		{url, `{"url":"https://b.example/x"}`, kept},
		{url, `{"url":"https://a.example.evil/"}`, broken},
		{url, `{"url":"HTTPS://a.example/"}`, broken},
		{url, `{"url":"https://a.example/../x"}`, kept}, // a prefix of bytes, as the documentation says
		{name, `{"file":{"name":"a/b\n.txt"}}`, kept},
		{name, `{"file":{"name":"note-"}}`, kept},
		{name, `{"file":{"name":"a.txt.exe"}}`, broken},
		{name, `{"file":{}}`, broken},
		{name, `{"file":"a.txt"}`, broken},
		{name, `{"file":{"name":"a.txt"},"File":{"name":"x"}}`, broken},
		{name, `{"file":[{"name":"a.txt"}]}`, broken},
		{each, `{"files":[{"name":"a.txt"},{"name":"b.txt"}]}`, kept},
		{each, `{"files":[{"name":"a.txt"},{"name":"b.exe"}]}`, broken},
		{each, `{"files":[{"name":"a.txt"},{}]}`, broken},
		{each, `{"files":[{"name":"a.txt"},null]}`, broken},
		{each, `{"files":[]}`, kept},
		{each, `{"files":{}}`, broken},
		{each, `{}`, broken},
		{second, `{"odd key":[0,"x"]}`, kept},
		{second, `{"odd key":[0]}`, broken},
		{second, `{"odd key":{"1":"x"}}`, broken},
		{optional, `{}`, kept},
		{optional, `{"a":null}`, kept},
		{optional, `{"a":{}}`, kept},
		{optional, `{"a":{"b":null}}`, kept},
		{optional, `{"a":{"b":2}}`, broken},
		{optional, `{"a":[]}`, broken},
		{optional, `{"A":{"b":2}}`, broken},
		{limit, `{"limit":50,"limit":50}`, "deny: arguments that are not valid"},
		{limit, `[]`, "deny: arguments that are not valid"},
	} {
		require.Equal(t, row.want, decide(ruled(t, row.rule), role(runtime.Public), echo, row.args), "%s %s", row.rule.Path, row.args)
	}
}

// The rule of a command line: what X08 to X10 ask of an argument rule. A line that a shell would make more of is refused, and so
// is an option that the pattern does not have.
func TestX08X09X10CommandLines(t *testing.T) {
	r := policy.Rule{Path: "command", Words: []string{"ls", "ls *", "ls -l *", "echo ...", "git log ...", "find * -name *"}}
	p := ruled(t, r)
	for command, want := range map[string]bool{
		"ls":                       true,
		"ls src":                   true,
		"ls -l src/a.go":           true,
		"echo":                     true,
		"echo a b,c @d":            true,
		"git log main..x":          true,
		"find . -name go.mod":      true,
		"echo x > ~/.bashrc":       false, // X08
		"echo $(id)":               false,
		"echo `id`":                false,
		"echo ${IFS}":              false,
		"ls && curl evil":          false, // X09
		"ls $(id)":                 false,
		"ls | sh":                  false,
		"ls\nrm x":                 false,
		`"l""s;id"`:                false,
		"ls;id":                    false,
		"ls &":                     false,
		"ls\tx":                    false,
		"ls  x":                    false,
		" ls":                      false,
		"":                         false,
		"find . -exec rm {} +":     false, // X10
		"find . -delete":           false,
		"find . -name -delete":     false,
		"git -c core.pager=id log": false,
		"git log --output=x":       false,
		"git log -p":               false,
		"env X=1 sh -c id":         false,
		"X=1 ls":                   false,
		"ls *":                     false,
		"ls ~":                     false,
		"ls -la x":                 false,
		"ls a b":                   false,
		"lsof":                     false,
		"ls \u00a0x":               false,
		"ｌｓ":                       false,
	} {
		got := decide(p, role(runtime.Public), echo, `{"command":`+quote(command)+`}`) == kept
		require.Equal(t, want, got, "%q", command)
	}
	// argv without a shell: each argument for itself.
	argv := policyOf(t, policy.Config{Layers: []policy.Layer{{Name: "l", Args: []policy.Rule{
		{Name: "program", Tools: []string{"echo"}, Path: "argv[0]", OneOf: []any{"git"}},
		{Name: "verb", Tools: []string{"echo"}, Path: "argv[1]", OneOf: []any{"log", "status"}},
	}}}})
	require.Equal(t, kept, decide(argv, role(runtime.Public), echo, `{"argv":["git","log","$(id)"]}`))
	require.Equal(t, "deny: arguments verb in layer l", decide(argv, role(runtime.Public), echo, `{"argv":["git","-c","core.pager=id","log"]}`))
	require.Equal(t, "deny: arguments program in layer l", decide(argv, role(runtime.Public), echo, `{"argv":["env","log"]}`))
}

func quote(s string) string {
	b := []byte{'"'}
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, string(r)...)
		}
	}
	return string(append(b, '"'))
}

// What a model reads: the path first, then what must be.
func TestRuleMessages(t *testing.T) {
	for want, row := range map[string]struct {
		rule policy.Rule
		args string
	}{
		`limit: must be a number from 1 to 100`:                                                      {policy.Rule{Path: "limit", Min: bound(1), Max: bound(100)}, `{"limit":0}`},
		`limit: must be a number of at most 0.5`:                                                     {policy.Rule{Path: "limit", Max: bound(.5)}, `{"limit":1}`},
		`a[1].b: must be one of "x", 2, true, null`:                                                  {policy.Rule{Path: "a[*].b", OneOf: []any{"x", 2, true, nil}}, `{"a":[{"b":2},{"b":3}]}`},
		`a: missing; the policy wants it here, must be a string that fits "*x*"`:                     {policy.Rule{Path: "a", Glob: []string{"*x*"}}, `{}`},
		`a: must be a string that begins with "x" or "y"`:                                            {policy.Rule{Path: "a", Prefix: []string{"x", "y"}}, `{"a":"z"}`},
		`a: the arguments have a key "A" as well, which may be read for it; remove that key`:         {policy.Rule{Path: "a", OneOf: []any{1}}, `{"a":1,"A":2}`},
		`c: must be a command of plain words, without quotes and shell characters, that fits "ls *"`: {policy.Rule{Path: "c", Words: []string{"ls *"}}, `{"c":"rm"}`},
		`["odd key"]: must be one of 1`:                                                              {policy.Rule{Path: `["odd key"]`, OneOf: []any{1}}, `{"odd key":2}`},
	} {
		reg := runtime.NewRegistry(runtime.Authorize(ruled(t, row.rule)))
		require.NoError(t, reg.Register(tools()))
		got := reg.Call(runtime.WithPrincipal(t.Context(), role(runtime.Public)), "echo", []byte(row.args))
		require.Equal(t, runtime.ClassPermissionDenied, got.Err.Class)
		require.Equal(t, want, got.Output())
	}
}

// Rules that ask, rules of layers for others, and the bytes that go on.
func TestRulesInARegistry(t *testing.T) {
	p := policyOf(t, policy.Config{Layers: []policy.Layer{
		{Name: "all", Args: []policy.Rule{{Name: "host", Tools: []string{"echo"}, Path: "host", OneOf: []any{"a"}, Ask: true}}},
		{Name: "agents", For: policy.For{Agents: []string{"*-bot"}}, Args: []policy.Rule{{Name: "n", Tools: []string{"e*"}, Path: "n", Max: bound(1)}}},
	}})
	reg := runtime.NewRegistry(runtime.Authorize(p))
	require.NoError(t, reg.Register(tools()))
	call := func(agent, args string) string {
		ctx := runtime.WithPrincipal(t.Context(), runtime.Principal{Role: runtime.Public, Agent: agent})
		if r := reg.Call(ctx, "echo", []byte(args)); r.IsError() {
			return string(r.Err.Class)
		} else {
			return r.Text
		}
	}
	require.Equal(t, `echo {"host":"a","n":9}`, call("", `{ "host" : "\u0061", "n":9 }`))
	require.Equal(t, "approval_required", call("", `{"host":"b"}`))
	require.Equal(t, "approval_required", call("", `{}`))
	require.Equal(t, "permission_denied", call("a-bot", `{"host":"a","n":9}`))
	require.Equal(t, "permission_denied", call("a-bot", `{"host":"b","n":9}`), "a refusal before an ask")
	require.Equal(t, "invalid_arguments", call("a-bot", `{"host":"a","host":"b"}`))
	require.Equal(t, `echo {"host":"a","n":1}`, call("a-bot", `{"host":"a","n":1}`))

	// No rule, no cost: the arguments of other tools are not looked at.
	admin := runtime.WithPrincipal(t.Context(), role(runtime.Admin))
	require.Equal(t, "file_read { not JSON", reg.Call(admin, "file_read", []byte("{ not JSON")).Text)
}

// The operators of Glob, without a registry.
func TestGlobs(t *testing.T) {
	for _, row := range []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true}, {"*", "", true}, {"**", "abc", true}, {"a*c", "abc", true}, {"a*c", "ac", true}, {"a*c", "abd", false},
		{"*b*", "abc", true}, {"*bc", "abcbc", true}, {"a*b*c", "a1b2b3c", true}, {"a*b*c", "a1c2c", false}, {"A*", "ab", false},
		{"a?c", "abc", false}, {"[a]", "a", false}, {"*aab", "aaaaab", true},
	} {
		p := ruled(t, policy.Rule{Path: "a", Glob: []string{row.pattern + "|"}})
		got := decide(p, role(runtime.Public), echo, `{"a":`+quote(row.text+"|")+`}`) == kept
		require.Equal(t, row.want, got, "%s %s", row.pattern, row.text)
	}
}

// A key that the caller made as long as it liked is not sent back as a whole.
func TestLongKeyIsCut(t *testing.T) {
	set := runtime.Set{runtime.Func(runtime.Spec{Name: "t", Access: runtime.Public}, func(context.Context, []byte) runtime.Result { return runtime.Done() })}
	p, err := policy.New(policy.Config{Layers: []policy.Layer{{Name: "l", Args: []policy.Rule{{Name: "r", Tools: []string{"t"}, Path: "a", OneOf: []any{"x"}}}}}}, set)
	require.NoError(t, err)
	reg := runtime.NewRegistry(runtime.Authorize(p))
	require.NoError(t, reg.Register(set))
	ctx := runtime.WithPrincipal(t.Context(), runtime.Principal{Role: runtime.Public})
	r := reg.Call(ctx, "t", []byte(`{"a":"x","a`+strings.Repeat("_", 100_000)+`":1}`))
	require.Equal(t, runtime.ClassPermissionDenied, r.Err.Class)
	require.Less(t, len(r.Err.Message), 300)
}
