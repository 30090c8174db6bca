package wrap_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// reads is the description of a tool that may be repeated and whose results may be kept.
func reads() runtime.Spec { return runtime.Spec{Name: "look", ReadOnly: true, Additive: true} }

// writes is that of a tool that has no marks.
func writes() runtime.Spec { return runtime.Spec{Name: "pay"} }

func tool(spec runtime.Spec, fn func(ctx context.Context, args []byte) runtime.Result) runtime.Tool {
	return runtime.Func(spec, fn)
}

// takes is a tool that needs so long, unless its context ends before.
func takes(spec runtime.Spec, d time.Duration) runtime.Tool {
	return tool(spec, func(ctx context.Context, _ []byte) runtime.Result {
		select {
		case <-time.After(d):
			return runtime.Text("done")
		case <-ctx.Done():
			return runtime.Failed(ctx, ctx.Err())
		}
	})
}

// deaf is a tool that needs so long whatever its context says.
func deaf(spec runtime.Spec, d time.Duration) runtime.Tool {
	return tool(spec, func(context.Context, []byte) runtime.Result {
		time.Sleep(d)
		return runtime.Text("done")
	})
}

// fails is a tool that always answers with an error, and counts how often.
func fails(spec runtime.Spec, err error, calls *int) runtime.Tool {
	return tool(spec, func(ctx context.Context, _ []byte) runtime.Result {
		*calls++
		return runtime.Failed(ctx, err)
	})
}

func unavailable() *runtime.Error {
	return runtime.NewError(runtime.ClassUnavailable, "the other side is down").AsTransient(0)
}

// trace is a middleware that notes when it is entered and left.
func trace(name string, log *[]string) wrap.Wrapper {
	return wrap.Around(func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			*log = append(*log, name+strconv.Itoa(call.Attempt))
			r := next(ctx, call)
			*log = append(*log, "/"+name)
			return r
		}
	})
}

func TestToolOrder(t *testing.T) {
	var log []string
	inner := tool(reads(), func(ctx context.Context, args []byte) runtime.Result {
		call := runtime.CallFrom(ctx)
		log = append(log, "tool "+call.ID+" "+call.Principal.ID+" "+string(args))
		return runtime.Done()
	})
	wrapped := wrap.Tool(inner, trace("a", &log), trace("b", &log), trace("c", &log))
	ctx := runtime.WithCall(context.Background(), runtime.Call{ID: "c7", Principal: runtime.Principal{ID: "ann"}})
	require.Equal(t, "ok", wrapped.Execute(ctx, []byte(`{"a":1}`)).Text)
	require.Equal(t, []string{"a1", "b1", "c1", `tool c7 ann {"a":1}`, "/c", "/b", "/a"}, log)
}

// What is not asked for costs nothing: the tool is the same, and so is its Spec.
func TestToolWithoutWrappers(t *testing.T) {
	inner := takes(reads(), 0)
	none := []wrap.Wrapper{{}, wrap.Timeout(0), wrap.Timeout(-1, wrap.Hard(3)), wrap.Attempt(0), wrap.Retry(0), wrap.Retry(-1), wrap.Rate(0, time.Second),
		wrap.Rate(1, 0), wrap.Concurrency(0), wrap.Breaker(0, time.Second), wrap.Breaker(3, 0), wrap.Cache(0), wrap.Output(0), wrap.Output(-1)}
	require.Same(t, inner, wrap.Tool(inner))
	require.Same(t, inner, wrap.Tool(inner, none...))
	for _, w := range none {
		reg := runtime.NewRegistry(runtime.Use(w.Middleware()))
		require.NoError(t, reg.Register(runtime.Set{takes(writes(), 0)}))
		require.Equal(t, "done", reg.Call(context.Background(), "pay", nil).Text)
	}
}

func TestToolLimits(t *testing.T) {
	inner := takes(runtime.Spec{Name: "look", ReadOnly: true, Limits: runtime.Limits{Timeout: 3 * time.Second, Memory: 5}}, 0)
	limits := func(w ...wrap.Wrapper) runtime.Limits { return wrap.Tool(inner, w...).Spec().Limits }
	require.Equal(t, runtime.Limits{Timeout: time.Second, Memory: 5, Output: 100}, limits(wrap.Output(100), wrap.Timeout(time.Second)))
	require.Equal(t, runtime.Limits{Timeout: 3 * time.Second, Memory: 5}, limits(wrap.Timeout(time.Minute)), "the stricter one holds")
	require.Equal(t, runtime.Limits{Timeout: 3 * time.Second, Memory: 5}, limits(wrap.Attempt(time.Second)), "it bounds one attempt")
	require.Equal(t, runtime.Limits{Timeout: 3 * time.Second, Memory: 5}, limits(wrap.Retry(2), wrap.Timeout(time.Second)), "so does this")
	require.Same(t, inner.Spec(), wrap.Tool(inner, wrap.Timeout(3*time.Second)).Spec(), "the Spec says it already")
	require.Equal(t, runtime.Limits{Timeout: 3 * time.Second, Memory: 5}, inner.Spec().Limits, "the tool's own stays as it is")
}

func TestToolRefuses(t *testing.T) {
	require.PanicsWithValue(t, "wrap.Tool: the tool is nil or has no Spec", func() { wrap.Tool(nil) })
	require.PanicsWithValue(t, "wrap.Around: the middleware is nil", func() { wrap.Around(nil) })
	require.PanicsWithValue(t, "wrap.Tool: tool look: a middleware returned no Handler", func() {
		wrap.Tool(takes(reads(), 0), wrap.Around(func(runtime.Handler) runtime.Handler { return nil }))
	})
	require.PanicsWithValue(t, "wrap.Tool: tool pay: a cache is for tools that are read-only: a call that does something must be done each time",
		func() { wrap.Tool(takes(writes(), 0), wrap.Cache(time.Second)) })
}

// A panic is a Result for the wrappers, and a Goexit lets go of what they hold.
func TestPanicInside(t *testing.T) {
	var seen runtime.Result
	look := wrap.Around(func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result { seen = next(ctx, call); return seen }
	})
	broken := tool(reads(), func(context.Context, []byte) runtime.Result { panic("secret detail") })
	got := wrap.Tool(broken, look, wrap.Timeout(time.Second)).Execute(context.Background(), nil)
	require.Equal(t, runtime.ClassInternal, got.Err.Class)
	require.Equal(t, seen, got)
	require.Equal(t, "internal error in tool look", got.Output())
	_, is := errors.AsType[*runtime.PanicError](got.Err)
	require.True(t, is)
}

// The fixed order of runtime.md 2.3, everything at once: the cache answers without a token, an attempt has a slot of its own, and
// what waits holds none.
func TestWholeOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		flaky := tool(reads(), func(ctx context.Context, _ []byte) runtime.Result {
			if calls++; calls == 1 {
				<-ctx.Done() // the attempt's time
				return runtime.Failed(ctx, ctx.Err())
			}
			return runtime.JSON([]byte(`{"n":` + strconv.Itoa(calls) + `}`))
		})
		wrapped := wrap.Tool(flaky, wrap.Redact(), wrap.Output(100), wrap.Cache(time.Minute), wrap.Timeout(10*time.Second),
			wrap.Retry(2, wrap.Backoff(0)), wrap.Breaker(3, time.Minute), wrap.Rate(2, time.Hour), wrap.Concurrency(1), wrap.Attempt(time.Second))
		start := time.Now()
		for range 3 {
			got := wrapped.Execute(context.Background(), nil)
			require.Equal(t, `{"n":2}`, got.Output())
			require.Equal(t, time.Second, time.Since(start))
		}
		require.Equal(t, 2, calls, "two attempts took two tokens, and two hits none")
		got := wrapped.Execute(runtime.WithPrincipal(context.Background(), runtime.Principal{ID: "bob"}), nil)
		require.Equal(t, runtime.ClassResourceExhausted, got.Err.Class, "the third attempt in an hour")
		require.Equal(t, time.Second, time.Since(start), "it is refused at once: its deadline is earlier")
	})
}
