package audit_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/audit"
)

// lines is a registry with some tools and what its audit wrote.
func lines(t *testing.T, options []audit.Option, calls func(reg *runtime.Registry)) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	reg := registry(t, slog.New(slog.NewJSONHandler(&out, nil)), options...)
	calls(reg)
	var all []map[string]any
	for line := range bytes.Lines(out.Bytes()) {
		var one map[string]any
		require.NoError(t, json.Unmarshal(line, &one))
		require.Equal(t, "tool call", one["msg"])
		delete(one, "msg")
		all = append(all, one)
	}
	return all
}

func registry(t *testing.T, log *slog.Logger, options ...audit.Option) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry(runtime.Observe(audit.To(log, options...)), runtime.Authorize(rules{}))
	require.NoError(t, reg.Register(runtime.Set{
		runtime.Func(runtime.Spec{Name: "login", Secrets: []string{"password"}}, func(ctx context.Context, _ []byte) runtime.Result {
			runtime.Attempted(ctx, 3)
			time.Sleep(1500 * time.Millisecond)
			return runtime.Text("hello")
		}),
		runtime.Func(runtime.Spec{Name: "wipe", Access: runtime.Admin}, func(context.Context, []byte) runtime.Result { return runtime.Done() }),
		runtime.Func(runtime.Spec{Name: "exec", Permissions: []string{"shell"}}, func(context.Context, []byte) runtime.Result { return runtime.Done() }),
		runtime.Func(runtime.Spec{Name: "panics"}, func(context.Context, []byte) runtime.Result { panic("hunter22") }),
		runtime.Func(runtime.Spec{Name: "exits"}, func(context.Context, []byte) runtime.Result { goruntime.Goexit(); return runtime.Done() }),
	}))
	return reg
}

// rules is a policy of its own: admin tools are hidden, exec is refused.
type rules struct{}

func (r rules) Authorize(ctx context.Context, p runtime.Principal, tool *runtime.Spec) error {
	return r.Judge(ctx, &p, tool).Hidden
}
func (rules) Judge(_ context.Context, _ *runtime.Principal, tool *runtime.Spec) *runtime.Verdict {
	var v runtime.Verdict
	switch tool.Name {
	case "wipe":
		v.Hidden = errors.New("rule 4 denies\n\"wipe\"")
	case "exec":
		v.Refused = runtime.NewError(runtime.ClassPermissionDenied, "exec needs a scope").WithCause(errors.New("rule 7: scope shell"))
	}
	return &v
}

func sha(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// A principal that acts for itself is recorded all the same.
func TestRecordsOfEndlessLines(t *testing.T) {
	circle := runtime.Principal{ID: "ann", Role: runtime.Admin}
	circle.Parent = &circle
	got := lines(t, nil, func(reg *runtime.Registry) { reg.Call(runtime.WithPrincipal(t.Context(), circle), "login", nil) })
	require.Len(t, got, 1)
	require.Equal(t, "a line without an end", got[0]["for"])
	require.Equal(t, "hidden", got[0]["decision"])
}

// One line for each call, whatever came of it.
func TestRecords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now().Format(time.RFC3339Nano)
		got := lines(t, nil, func(reg *runtime.Registry) {
			boss := runtime.Principal{ID: "ann", Role: runtime.Admin}
			helper := boss.Sub(runtime.Principal{ID: "bot", Agent: "planner", Role: runtime.Trusted})
			ctx := runtime.WithCall(context.Background(), runtime.Call{ID: "c7", Principal: helper})
			reg.Call(ctx, "login", []byte(` {"user":"ann", "password":"hunter22"}`))
			reg.Call(context.Background(), "wipe", nil)
			reg.Call(context.Background(), "exec", []byte(`{}`))
			reg.Call(context.Background(), "nothing", []byte(`[`))
			reg.Call(context.Background(), "panics", nil)
			over := make(chan struct{})
			go func() {
				defer close(over)
				reg.Call(context.Background(), "exits", nil)
			}()
			<-over
		})
		require.Len(t, got, 6)
		shown := `{"user":"ann","password":"[redacted]"}`
		require.Equal(t, map[string]any{
			"time": began, "level": "INFO", "call": "c7", "tool": "login", "principal": "bot", "role": "trusted", "agent": "planner", "for": "ann",
			"decision": "allowed", "args_sha256": sha(shown), "attempts": 3.0, "class": "ok", "duration": 1.5e9, "bytes_in": float64(len(shown)), "bytes_out": 5.0,
		}, got[0])
		require.Equal(t, "hidden", got[1]["decision"])
		require.Equal(t, `rule 4 denies\n"wipe"`, got[1]["rule"], "the truth, where the caller saw an unknown tool")
		require.Equal(t, "unknown_tool", got[1]["class"])
		require.Equal(t, "WARN", got[1]["level"])
		require.Equal(t, 0.0, got[1]["attempts"])
		require.Equal(t, "undeclared", got[1]["role"])
		require.NotContains(t, got[1], "principal")
		require.Equal(t, "refused", got[2]["decision"])
		require.Equal(t, "rule 7: scope shell", got[2]["rule"])
		require.Equal(t, "permission_denied", got[2]["class"])
		require.Equal(t, "unknown", got[3]["decision"])
		require.Equal(t, sha("["), got[3]["args_sha256"])
		require.Equal(t, sha("{}"), got[1]["args_sha256"], "no arguments are {}")
		for _, line := range got[4:] {
			require.Equal(t, "ERROR", line["level"])
			require.Equal(t, "internal", line["class"])
			require.Equal(t, "allowed", line["decision"])
			require.NotContains(t, fmt.Sprint(line), "hunter22")
		}
	})
}

// Arguments are written where asked for, without secrets and without what could forge a line.
func TestArgs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		args := `{"user":"a` + "\u202e" + `nn","password":"hunter22","note":"` + strings.Repeat("x", 100) + `"}`
		got := lines(t, []audit.Option{audit.Args(60)}, func(reg *runtime.Registry) {
			reg.Call(context.Background(), "login", []byte(args))
			reg.Call(context.Background(), "login", []byte(`{"password":"hunter22"`))
			reg.Call(context.Background(), "logn", []byte(`{"password":"hunter22"}`))
		})
		require.Equal(t, `{"user":"a\u202enn","password":"[redacted]","note":"xxxxxxxxxxx…`, got[0]["args"])
		require.Equal(t, `"[unreadable]"`, got[1]["args"])
		require.NotContains(t, got[2], "args", "nobody knows what is secret in a call of no tool")
		for _, line := range lines(t, []audit.Option{audit.Args(0)}, func(reg *runtime.Registry) { reg.Call(context.Background(), "login", []byte(args)) }) {
			require.NotContains(t, line, "args")
		}
	})
}

// A name, an ID or a scope is any text: none of it ends the line, whatever handler writes it.
func TestControlCharacters(t *testing.T) {
	var out bytes.Buffer
	reg := registry(t, slog.New(&naive{out: &out}), audit.Args(1000))
	nasty := "x\n2026-01-01 INFO tool=login \r\x00\x1b[31m\u0085\u2028\u2029\u200b\xff" + strings.Repeat("y", 1000)
	ctx := runtime.WithCall(context.Background(), runtime.Call{ID: nasty, Principal: runtime.Principal{ID: nasty, Agent: nasty, RoleName: nasty, Parent: &runtime.Principal{ID: nasty}}})
	reg.Call(ctx, nasty, []byte(`{"a":"`+nasty+`"}`))
	line := strings.TrimSuffix(out.String(), "\n")
	require.NotEmpty(t, line)
	for _, r := range line {
		require.True(t, r >= 0x20 && r != 0x7f && (r < 0x80 || r == '…' || r > 0x9f && r != '\u2028' && r != '\u2029' && r != '\u200b' && r != '\uFFFD'), "%q", r)
	}
	require.Contains(t, line, `tool=x\n2026-01-01 INFO tool=login \r\x00\x1b[31m\u0085\u2028\u2029\u200b\xffyyy`)
	require.Less(t, len(line), 4000)
}

// naive is a handler that escapes nothing.
type naive struct {
	slog.Handler
	out *bytes.Buffer
}

func (naive) Enabled(context.Context, slog.Level) bool { return true }
func (n naive) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		fmt.Fprintf(n.out, "%s=%s ", a.Key, a.Value)
		return true
	})
	fmt.Fprintln(n.out)
	return nil
}

func TestLevelsAndNil(t *testing.T) {
	var out bytes.Buffer
	reg := registry(t, slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelError})))
	reg.Call(context.Background(), "nothing", nil)
	require.Empty(t, out.String(), "a level that is not wanted costs no line")
	reg.Call(context.Background(), "panics", nil)
	require.Equal(t, 1, strings.Count(out.String(), "\n"))
	require.PanicsWithValue(t, "audit.To: the logger is nil", func() { audit.To(nil) })
}

func ExampleTo() {
	stable := func(_ []string, a slog.Attr) slog.Attr { // what changes from run to run is left out here
		if a.Key == slog.TimeKey || a.Key == audit.KeyDuration || a.Key == audit.KeyHash {
			return slog.Attr{}
		}
		return a
	}
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: stable}))
	reg := runtime.NewRegistry(runtime.Observe(audit.To(log, audit.Args(1000))))
	login := runtime.Func(runtime.Spec{Name: "login", Secrets: []string{"password"}},
		func(context.Context, []byte) runtime.Result { return runtime.Text("welcome") })
	if err := reg.Register(runtime.Set{login}); err != nil {
		panic(err)
	}
	ctx := runtime.WithCall(context.Background(), runtime.Call{ID: "c1", Principal: runtime.Principal{ID: "ann", Role: runtime.Trusted}})
	reg.Call(ctx, "login", []byte(`{"user":"ann","password":"hunter22"}`))
	// Output:
	// level=INFO msg="tool call" call=c1 tool=login principal=ann role=trusted decision=allowed args="{\"user\":\"ann\",\"password\":\"[redacted]\"}" attempts=1 class=ok bytes_in=38 bytes_out=7
}
