package wrap_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

func TestRetry(t *testing.T) {
	calls := 0
	flaky := tool(reads(), func(ctx context.Context, args []byte) runtime.Result {
		call := runtime.CallFrom(ctx)
		calls++
		require.Equal(t, "c1", call.ID, "the same call")
		require.Equal(t, calls, call.Attempt)
		require.Equal(t, `{"a":1}`, string(args))
		if calls < 3 {
			return runtime.Failed(ctx, unavailable())
		}
		return runtime.Text("there")
	})
	ctx := runtime.WithCall(context.Background(), runtime.Call{ID: "c1"})
	wrapped := wrap.Tool(flaky, wrap.Retry(2, wrap.Backoff(0)))
	require.Equal(t, runtime.Result{Text: "there"}, wrapped.Execute(ctx, []byte(`{"a":1}`)))
	require.Equal(t, 3, calls)

	calls = 0
	got := wrap.Tool(flaky, wrap.Retry(1, wrap.Backoff(0))).Execute(ctx, []byte(`{"a":1}`))
	require.Equal(t, "the other side is down", got.Output())
	require.Equal(t, 2, calls, "one retry is two attempts")
}

// What a middleware does to the Call of one attempt does not reach the next one.
func TestRetryStartsAgain(t *testing.T) {
	var seen []string
	calls := 0
	spoils := wrap.Around(func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			seen = append(seen, string(call.Args))
			call.Args, call.ID = []byte("spoilt"), "other"
			return next(ctx, call)
		}
	})
	wrap.Tool(fails(reads(), unavailable(), &calls), wrap.Retry(2, wrap.Backoff(0)), spoils).Execute(context.Background(), []byte(`{}`))
	require.Equal(t, []string{`{}`, `{}`, `{}`}, seen)
}

func TestR03_OutcomeUnknown(t *testing.T) {
	eof := runtime.NewError(runtime.ClassUnavailable, "the connection was lost").AsTransient(0).WithCause(io.ErrUnexpectedEOF)
	everywhere := func(spec runtime.Spec, err error) (runtime.Result, int) {
		calls := 0
		reg := runtime.NewRegistry(runtime.Use(wrap.Retry(2, wrap.Backoff(0)).Middleware()))
		require.NoError(t, reg.Register(runtime.Set{fails(spec, err, &calls)}))
		return reg.Call(context.Background(), spec.Name, nil), calls
	}
	got, calls := everywhere(writes(), eof)
	require.Equal(t, 1, calls, "not repeated: it may have been carried out")
	require.Equal(t, runtime.ClassUnavailable, got.Err.Class)
	require.Equal(t, []runtime.Note{{Kind: "outcome_unknown", Path: "result",
		Text: "the call may have been carried out although it failed, so it was not repeated; check before calling again"}}, got.Notes)

	_, calls = everywhere(writes(), eof.AsNotStarted())
	require.Equal(t, 3, calls, "nothing was sent")
	for _, spec := range []runtime.Spec{reads(), {Name: "put", Idempotent: true}} {
		got, calls = everywhere(spec, eof)
		require.Equal(t, 3, calls)
		require.Empty(t, got.Notes)
	}
}

func TestR04_RefusedAtBuild(t *testing.T) {
	calls := 0
	require.PanicsWithValue(t, "wrap.Tool: tool pay: retries are for tools that are read-only or idempotent: a write that failed may have been carried out",
		func() { wrap.Tool(fails(writes(), unavailable(), &calls), wrap.Timeout(time.Second), wrap.Retry(1)) })
	wrap.Tool(fails(writes(), unavailable(), &calls), wrap.Retry(0)).Execute(context.Background(), nil)
	require.Equal(t, 1, calls)
}

// What another process says of its tool is no reason to do a call twice, or not at all.
func TestR04_RemoteHintsAreNotTrusted(t *testing.T) {
	remote := runtime.Spec{Name: "there", ReadOnly: true, Idempotent: true, Remote: true}
	calls := 0
	require.PanicsWithValue(t, "wrap.Tool: tool there: retries are for tools that are read-only or idempotent, and that this one is so is only what another process says",
		func() { wrap.Tool(fails(remote, unavailable(), &calls), wrap.Retry(1)) })
	require.PanicsWithValue(t, "wrap.Tool: tool there: a cache is for tools that are read-only, and that this one is so is only what another process says",
		func() { wrap.Tool(fails(remote, unavailable(), &calls), wrap.Cache(time.Second)) })
	around := func(w wrap.Wrapper, err error) int {
		calls = 0
		reg := runtime.NewRegistry(runtime.Use(w.Middleware()))
		require.NoError(t, reg.Register(runtime.Set{fails(remote, err, &calls)}))
		reg.Call(t.Context(), "there", nil)
		reg.Call(t.Context(), "there", nil)
		return calls
	}
	require.Equal(t, 2, around(wrap.Retry(2, wrap.Backoff(0)), unavailable()))
	require.Equal(t, 6, around(wrap.Retry(2, wrap.Backoff(0)), unavailable().AsNotStarted()), "nothing was sent: that is the host's own word")
	require.Equal(t, 2, around(wrap.Cache(time.Minute), nil))
}

func TestR07_NeverRetried(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, err := range map[string]error{
		"invalid arguments": runtime.NewError(runtime.ClassInvalidArguments, "no").AsTransient(0),
		"unknown tool":      runtime.NewError(runtime.ClassUnknownTool, "no").AsTransient(0),
		"permission denied": runtime.NewError(runtime.ClassPermissionDenied, "no").AsTransient(0),
		"approval required": runtime.NewError(runtime.ClassApprovalRequired, "no").AsTransient(0),
		"approval rejected": runtime.NewError(runtime.ClassApprovalRejected, "no").AsTransient(0),
		"internal":          runtime.NewError(runtime.ClassInternal, "no").AsTransient(0),
		"skipped":           runtime.NewError(runtime.ClassSkipped, "no").AsTransient(0),
		"canceled":          runtime.NewError(runtime.ClassCanceled, "no").AsTransient(0),
		"plain":             errors.New("no such city"),
		"context.Canceled":  context.Canceled,
		"not transient":     runtime.NewError(runtime.ClassUnavailable, "gone for good"),
	} {
		calls := 0
		ctx := context.Background()
		if name == "context.Canceled" {
			ctx = canceled
		}
		wrap.Tool(fails(reads(), err, &calls), wrap.Retry(5, wrap.Backoff(0))).Execute(ctx, nil)
		require.Equal(t, 1, calls, name)
	}
	calls := 0
	panics := tool(reads(), func(context.Context, []byte) runtime.Result { calls++; panic("x") })
	wrap.Tool(panics, wrap.Retry(5, wrap.Backoff(0))).Execute(context.Background(), nil)
	require.Equal(t, 1, calls, "a panic")
}

// One shared deadline where the timeout is outside, one for each attempt where it is inside.
func TestR08_OrderOfTimeoutAndRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		hangs := tool(reads(), func(ctx context.Context, _ []byte) runtime.Result {
			calls++
			<-ctx.Done()
			return runtime.Failed(ctx, ctx.Err())
		})
		start := time.Now()
		got := wrap.Tool(hangs, wrap.Timeout(2*time.Second), wrap.Retry(2, wrap.Backoff(0))).Execute(context.Background(), nil)
		require.Equal(t, 2*time.Second, time.Since(start))
		require.Equal(t, 1, calls, "the first attempt took all the time there was")
		require.Equal(t, "the tool did not finish within its timeout of 2s", got.Output())

		calls, start = 0, time.Now()
		got = wrap.Tool(hangs, wrap.Retry(2, wrap.Backoff(0)), wrap.Timeout(2*time.Second)).Execute(context.Background(), nil)
		require.Equal(t, 6*time.Second, time.Since(start))
		require.Equal(t, 3, calls)
		require.Equal(t, "the tool did not finish within its timeout of 2s", got.Output())

		calls, start = 0, time.Now()
		got = wrap.Tool(hangs, wrap.Timeout(5*time.Second), wrap.Retry(9, wrap.Backoff(0)), wrap.Attempt(2*time.Second)).Execute(context.Background(), nil)
		require.Equal(t, 5*time.Second, time.Since(start), "2s, 2s, 1s: the total wins")
		require.Equal(t, 3, calls)
		require.Equal(t, "the tool did not finish within its timeout of 5s", got.Output())
	})
}

// RetryAfter is a floor, and neither the deadline nor the budget is slept through.
func TestRetryWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		took := func(ctx context.Context, err error, options ...wrap.RetryOption) (time.Duration, int, runtime.Result) {
			calls, start := 0, time.Now()
			got := wrap.Tool(fails(reads(), err, &calls), wrap.Retry(3, options...)).Execute(ctx, nil)
			return time.Since(start), calls, got
		}
		after := unavailable().AsTransient(7 * time.Second)
		d, calls, _ := took(context.Background(), after, wrap.Backoff(0))
		require.Equal(t, 21*time.Second, d)
		require.Equal(t, 4, calls)

		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		d, calls, got := took(ctx, after, wrap.Backoff(0))
		require.Equal(t, 7*time.Second, d, "the second wait would end behind the deadline")
		require.Equal(t, 2, calls)
		require.Equal(t, runtime.ClassUnavailable, got.Err.Class, "the error is what the tool said")

		d, calls, _ = took(context.Background(), after, wrap.Backoff(0), wrap.Budget(14*time.Second))
		require.Equal(t, 14*time.Second, d)
		require.Equal(t, 3, calls)
		d, calls, _ = took(context.Background(), unavailable().AsTransient(24*time.Hour), wrap.Backoff(0))
		require.Zero(t, d, "a day is over the budget of a minute")
		require.Equal(t, 1, calls)
		d, calls, _ = took(context.Background(), unavailable().AsTransient(24*time.Hour), wrap.Backoff(0), wrap.Budget(0))
		require.Equal(t, 72*time.Hour, d)
		require.Equal(t, 4, calls)

		exact, stop := context.WithTimeout(context.Background(), 7*time.Second)
		defer stop()
		d, calls, _ = took(exact, after, wrap.Backoff(0))
		require.Zero(t, d, "a wait that ends with the deadline leaves no time for the attempt")
		require.Equal(t, 1, calls)
	})
}

func TestRetryCanceledWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Second, cancel)
		calls, start := 0, time.Now()
		got := wrap.Tool(fails(reads(), unavailable().AsTransient(30*time.Second), &calls), wrap.Retry(3)).Execute(ctx, nil)
		require.Equal(t, time.Second, time.Since(start), "at once")
		require.Equal(t, 1, calls)
		require.Equal(t, runtime.ClassCanceled, got.Err.Class)
		require.ErrorContains(t, errors.Unwrap(got.Err), "the other side is down", "the host sees why it waited")
	})
}

// Observers learn of every attempt.
func TestRetryCountsForObservers(t *testing.T) {
	calls, attempts := 0, 0
	reg := runtime.NewRegistry(runtime.Observe(ends(func(o *runtime.Outcome) { attempts = o.Attempts })))
	require.NoError(t, reg.Register(runtime.Set{wrap.Tool(fails(reads(), unavailable(), &calls), wrap.Retry(2, wrap.Backoff(0)))}))
	reg.Call(context.Background(), "look", nil)
	require.Equal(t, 3, attempts)
}

// ends is an Observer of outcomes.
type ends func(*runtime.Outcome)

func (ends) Begin(context.Context, string, []byte) context.Context { return nil }
func (f ends) End(_ context.Context, o *runtime.Outcome)           { f(o) }
