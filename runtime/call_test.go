package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

func TestUnknownTool(t *testing.T) {
	hidden := tool("get_forecasts")
	hidden.spec.Hidden = true
	reg := registryOf(t, runtime.Set{tool("get_forecast"), tool("get_weather"), tool("list_cities"), tool("ping"), hidden})
	for name, want := range map[string]string{
		"get_forcast":               `; did you mean "get_forecast"?`,
		"getForecast":               `; did you mean "get_forecast"?`,
		"GET-FORECAST":              `; did you mean "get_forecast"?`,
		"forecast":                  `; did you mean "get_forecast"?`,
		"functions.get_forecast":    `; did you mean "get_forecast"?`,
		"get_waether":               `; did you mean "get_weather"?`,
		"pnig":                      `; did you mean "ping"?`,
		"delete_all":                ``,
		"":                          ``,
		"x":                         ``,
		"sing":                      `; did you mean "ping"?`,
		strings.Repeat("ping", 100): ``,
	} {
		got := reg.Call(context.Background(), name, nil)
		require.Equal(t, runtime.ClassUnknownTool, got.Err.Class)
		if len(name) < 64 {
			require.Equal(t, "unknown tool "+strconv.Quote(name)+want, got.Output())
		}
		require.Less(t, len(got.Output()), 200, "an endless name is not repeated")
	}
	many := registryOf(t, runtime.Set{tool("get_a"), tool("get_b"), tool("get_c"), tool("get_d"), tool("gets_e")})
	require.Equal(t, `unknown tool "GetD"; did you mean "get_d" or "get_a" or "get_b"?`,
		many.Call(context.Background(), "GetD", nil).Output(), "the nearest first, three at most")
	require.Equal(t, `unknown tool "a\n\x00é`+strings.Repeat("é", 29)+`"…`,
		reg.Call(context.Background(), "a\n\x00"+strings.Repeat("é", 40), nil).Output())
}

// Promise 7: a tool the caller may not see answers exactly like a name that does not exist, and nothing of it runs.
func TestDeniedIsUnknown(t *testing.T) {
	ran := false
	secret := runtime.Func(runtime.Spec{Name: "wipe_disk", Access: runtime.Admin},
		func(context.Context, []byte) runtime.Result { ran = true; return runtime.Done() })
	open := runtime.Set{tool("wipe_dish"), tool("read_disk")}
	middleware := func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result { ran = true; return next(ctx, call) }
	}
	without := registryOf(t, open, runtime.Authorize(levels), runtime.Use(middleware))
	with := registryOf(t, append(open, secret), runtime.Authorize(levels), runtime.Use(middleware))

	for _, name := range []string{"wipe_disk", "wipe_disc", "wipe-disk", "wipedisk", "disk", "nothing"} {
		for _, role := range []runtime.Access{runtime.Undeclared, runtime.Public, runtime.Trusted, 9} {
			require.Equal(t, without.Call(as(role), name, []byte("{")), with.Call(as(role), name, []byte("{")), "%s as %s", name, role)
		}
		require.Equal(t, without.Call(context.Background(), name, nil), with.Call(context.Background(), name, nil))
	}
	require.False(t, ran)
	require.Equal(t, "ok", with.Call(as(runtime.Admin), "wipe_disk", nil).Text)
	require.Contains(t, with.Call(as(runtime.Admin), "wipe_disc", nil).Output(), `"wipe_disk"`)
}

// Promise 7: an authorizer that errs or panics denies.
func TestAuthorizerFailsClosed(t *testing.T) {
	allow := runtime.AuthorizerFunc(func(context.Context, runtime.Principal, *runtime.Spec) error { return nil })
	for name, a := range map[string]runtime.AuthorizerFunc{
		"error": func(context.Context, runtime.Principal, *runtime.Spec) error { return errors.New("store down") },
		"panic": func(context.Context, runtime.Principal, *runtime.Spec) error { panic("secret detail") },
		"nil pointer": func(context.Context, runtime.Principal, *runtime.Spec) error {
			var none *named
			return errors.New(none.spec.Name)
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, options := range [][]runtime.Option{
				{runtime.Authorize(a)},
				{runtime.Authorize(allow), runtime.Authorize(a)}, // every one must agree
				{runtime.Authorize(a), runtime.Authorize(allow)},
			} {
				reg := registryOf(t, runtime.Set{tool("one")}, options...)
				require.Equal(t, runtime.NewRegistry().Call(as(runtime.System), "one", nil), reg.Call(as(runtime.System), "one", nil))
				require.Empty(t, reg.Specs(as(runtime.System)))
			}
		})
	}
	reg := registryOf(t, runtime.Set{tool("one")}, runtime.Authorize(allow), runtime.Authorize(allow))
	require.Equal(t, "one", reg.Call(context.Background(), "one", nil).Text)
}

// Promise 6, C04, F21: a panic is one error result; its text is for the host alone.
func TestPanicIsContained(t *testing.T) {
	cause := errors.New("secret cause")
	for name, value := range map[string]any{
		"text": "secret text", "error": cause, "int": 42, "struct": struct{ secret string }{"secret"}, "nil": nil,
		"own error": runtime.NewError(runtime.ClassFailed, "secret"), "unreadable": unreadable{},
	} {
		for where, reg := range map[string]*runtime.Registry{
			"tool": registryOf(t, runtime.Set{doing("one", func(context.Context, []byte) runtime.Result { panic(value) })}),
			"tool under middleware": registryOf(t, runtime.Set{doing("one", func(context.Context, []byte) runtime.Result { panic(value) })},
				runtime.Use(func(next runtime.Handler) runtime.Handler {
					return func(ctx context.Context, call *runtime.Call) runtime.Result {
						result := next(ctx, call)
						require.True(t, result.IsError(), "middleware sees a result, not a panic")
						return result
					}
				})),
			"middleware": registryOf(t, runtime.Set{tool("one")}, runtime.Use(func(runtime.Handler) runtime.Handler {
				return func(_ context.Context, call *runtime.Call) runtime.Result { call.Tool = nil; panic(value) }
			})),
		} {
			t.Run(name+" in "+where, func(t *testing.T) {
				got := reg.Call(context.Background(), "one", nil)
				require.Equal(t, runtime.ClassInternal, got.Err.Class)
				require.Equal(t, "internal error in tool one", got.Output())
				require.False(t, got.Err.Transient)
				var p *runtime.PanicError
				require.ErrorAs(t, got.Err, &p)
				require.Contains(t, string(p.Stack), "TestPanicIsContained")
				require.True(t, strings.HasPrefix(p.Error(), "panic"))
				if err, ok := value.(error); ok && name != "unreadable" {
					require.ErrorIs(t, p, err)
					require.Equal(t, "panic: "+err.Error(), p.Error())
				}
			})
		}
	}
}

// unreadable is an error that cannot be read.
type unreadable struct{}

func (unreadable) Error() string { panic("again") }

// Promise 6: Goexit ends the goroutine; what was held is released and the call is recorded as internal.
func TestGoexit(t *testing.T) {
	slots := make(chan struct{}, 1)
	limit := func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			slots <- struct{}{}
			defer func() { <-slots }()
			return next(ctx, call)
		}
	}
	var log recorder
	reg := registryOf(t, runtime.Set{doing("one", func(context.Context, []byte) runtime.Result { goruntime.Goexit(); return runtime.Done() })},
		runtime.Use(limit), runtime.Observe(&log))
	done := make(chan bool, 1)
	go func() {
		answered := false
		defer func() { done <- answered }()
		reg.Call(context.Background(), "one", nil)
		answered = true
	}()
	require.False(t, <-done, "the goroutine ended")
	require.Empty(t, slots)
	require.Equal(t, []string{"one internal"}, log.lines())
	require.EqualError(t, errors.Unwrap(log.outcomes[0].Result.Err), "the tool called runtime.Goexit")
}

func TestMiddleware(t *testing.T) {
	var order []string
	mark := func(name string) runtime.Middleware {
		return func(next runtime.Handler) runtime.Handler {
			return func(ctx context.Context, call *runtime.Call) runtime.Result {
				order = append(order, name+"("+call.Tool.Name)
				defer func() { order = append(order, ")"+name) }()
				return next(ctx, call)
			}
		}
	}
	reg := registryOf(t, runtime.Set{tool("one")}, runtime.Use(mark("a"), mark("b")), runtime.Use(mark("c")))
	require.Equal(t, "one", reg.Call(context.Background(), "one", nil).Text)
	require.Equal(t, "a(one b(one c(one )c )b )a", strings.Join(order, " "), "the first outermost")

	t.Run("sees and changes the call", func(t *testing.T) {
		echo := doing("echo", func(ctx context.Context, args []byte) runtime.Result {
			call := runtime.CallFrom(ctx)
			return runtime.Text(call.ID + " " + call.Principal.ID + " " + strconv.Itoa(call.Attempt) + " " + string(args))
		})
		twice := func(next runtime.Handler) runtime.Handler {
			return func(ctx context.Context, call *runtime.Call) runtime.Result {
				first := next(ctx, call)
				again := *call
				again.Attempt++
				again.Args = []byte("[]")
				return runtime.Text(first.Text + "; " + next(ctx, &again).Text)
			}
		}
		reg := registryOf(t, runtime.Set{echo}, runtime.Use(twice))
		ctx := runtime.WithCall(context.Background(), runtime.Call{ID: "c1", Principal: runtime.Principal{ID: "ann"}})
		require.Equal(t, "c1 ann 1 {}; c1 ann 2 []", reg.Call(ctx, "echo", []byte("{}")).Text)
	})
	t.Run("answers by itself", func(t *testing.T) {
		reg := registryOf(t, runtime.Set{tool("one")}, runtime.Use(func(runtime.Handler) runtime.Handler {
			return func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("cached") }
		}))
		require.Equal(t, "cached", reg.Call(context.Background(), "one", nil).Text)
	})
	t.Run("loses the call", func(t *testing.T) {
		for _, call := range []*runtime.Call{{}, nil} {
			reg := registryOf(t, runtime.Set{tool("one")}, runtime.Use(func(next runtime.Handler) runtime.Handler {
				return func(ctx context.Context, _ *runtime.Call) runtime.Result { return next(ctx, call) }
			}))
			require.Equal(t, runtime.ClassInternal, reg.Call(context.Background(), "one", nil).Err.Class)
		}
	})
}

func TestCallFrom(t *testing.T) {
	bare := context.Background()
	require.Equal(t, runtime.Call{Attempt: 1}, runtime.CallFrom(bare))
	require.Equal(t, runtime.Principal{}, runtime.PrincipalFrom(bare))

	ann := runtime.Principal{Role: runtime.Trusted, ID: "ann", Agent: "planner", Scopes: []string{"read"}}
	call := runtime.WithCall(bare, runtime.Call{ID: "c1", Principal: ann, Attempt: 3})
	require.Equal(t, runtime.Call{ID: "c1", Principal: ann, Attempt: 3}, runtime.CallFrom(call))

	bob := runtime.WithPrincipal(call, runtime.Principal{ID: "bob"})
	require.Equal(t, runtime.Call{ID: "c1", Principal: runtime.Principal{ID: "bob"}, Attempt: 3}, runtime.CallFrom(bob))
	require.Equal(t, "ann", runtime.PrincipalFrom(call).ID)

	inner, cancel := context.WithCancelCause(context.WithValue(bob, ctxKey{}, "v"))
	require.Equal(t, "bob", runtime.PrincipalFrom(inner).ID)
	require.Equal(t, "v", runtime.WithPrincipal(inner, ann).Value(ctxKey{}), "other values stay")
	cause := errors.New("stop")
	cancel(cause)
	require.Equal(t, cause, context.Cause(runtime.WithPrincipal(inner, ann)), "and so do cancellation and its cause")
}

type ctxKey struct{}

// recorder is an observer that remembers.
type recorder struct {
	mu       sync.Mutex
	begun    int
	outcomes []runtime.Outcome
}

func (r *recorder) Begin(ctx context.Context, _ string, _ []byte) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begun++
	return context.WithValue(ctx, ctxKey{}, "span")
}

func (r *recorder) End(_ context.Context, o *runtime.Outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.outcomes = append(r.outcomes, *o)
}

func (r *recorder) lines() (lines []string) {
	for _, o := range r.outcomes {
		class := "ok"
		if o.Result.IsError() {
			class = string(o.Result.Err.Class)
		}
		lines = append(lines, o.Name+" "+class)
	}
	return lines
}

func TestObserver(t *testing.T) {
	secret := tool("secret")
	secret.spec.Access = runtime.Admin
	span := doing("span", func(ctx context.Context, _ []byte) runtime.Result {
		text, _ := ctx.Value(ctxKey{}).(string)
		return runtime.Text(text)
	})
	var log recorder
	reg := registryOf(t, runtime.Set{tool("one"), secret, span, doing("bad", func(context.Context, []byte) runtime.Result { panic("x") })},
		runtime.Authorize(levels), runtime.Observe(&log))
	ctx := runtime.WithCall(context.Background(), runtime.Call{ID: "c1", Principal: runtime.Principal{Role: runtime.Public, ID: "ann"}})
	for _, name := range []string{"one", "secret", "nothing", "bad", "span"} {
		reg.Call(ctx, name, []byte("{}"))
	}
	require.Equal(t, []string{"one ok", "secret unknown_tool", "nothing unknown_tool", "bad internal", "span ok"}, log.lines())
	require.Equal(t, "span", log.outcomes[4].Result.Text, "the context of Begin is the call's")
	for i, o := range log.outcomes {
		require.Equal(t, "c1", o.Call.ID)
		require.Equal(t, "ann", o.Call.Principal.ID)
		require.Equal(t, 1, o.Call.Attempt)
		require.Equal(t, "{}", string(o.Call.Args))
		require.False(t, o.Began.IsZero())
		require.GreaterOrEqual(t, o.Elapsed, time.Duration(0))
		require.Equal(t, i == 1, o.Denied != nil, "the record has the truth")
		require.Equal(t, i == 2, o.Call.Tool == nil)
	}
	require.EqualError(t, log.outcomes[1].Denied, "public does not cover admin")
}

// hooks is an observer made of functions.
type hooks struct {
	begin func(context.Context) context.Context
	end   func(context.Context)
}

func (h hooks) Begin(ctx context.Context, _ string, _ []byte) context.Context { return h.begin(ctx) }
func (h hooks) End(ctx context.Context, _ *runtime.Outcome)                   { h.end(ctx) }

func TestObserverOrderAndPanics(t *testing.T) {
	var order []string
	mark := func(name string, begins bool) hooks {
		return hooks{
			begin: func(context.Context) context.Context {
				order = append(order, name+"(")
				if !begins {
					panic("disk full")
				}
				return nil // keeps the context
			},
			end: func(context.Context) { order = append(order, ")"+name); panic("disk full") },
		}
	}
	ran := false
	one := doing("one", func(context.Context, []byte) runtime.Result { ran = true; return runtime.Text("one") })

	reg := registryOf(t, runtime.Set{one}, runtime.Observe(mark("a", true), mark("b", true)), runtime.Observe(mark("c", true)))
	require.Equal(t, "one", reg.Call(context.Background(), "one", nil).Text, "a panic of End leaves the result alone")
	require.Equal(t, "a( b( c( )c )b )a", strings.Join(order, " "))

	order, ran = nil, false
	reg = registryOf(t, runtime.Set{one}, runtime.Observe(mark("a", true), mark("b", false), mark("c", true)))
	got := reg.Call(context.Background(), "one", nil)
	require.Equal(t, runtime.ClassInternal, got.Err.Class)
	require.NotContains(t, got.Output(), "disk full")
	require.False(t, ran, "what cannot be recorded does not run")
	require.Equal(t, "a( b( )a", strings.Join(order, " "), "every Begin that returned has its End")
}
