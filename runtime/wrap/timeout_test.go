package wrap_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		got := wrap.Tool(takes(writes(), time.Hour), wrap.Timeout(5*time.Second)).Execute(context.Background(), nil)
		require.Equal(t, 5*time.Second, time.Since(start))
		require.Equal(t, runtime.ClassTimeout, got.Err.Class)
		require.Equal(t, "the tool did not finish within its timeout of 5s", got.Output())
		require.True(t, got.Err.Transient)
		require.ErrorIs(t, got.Err, context.DeadlineExceeded, "what the tool said is behind it")

		got = wrap.Tool(takes(writes(), time.Second), wrap.Timeout(5*time.Second)).Execute(context.Background(), nil)
		require.Equal(t, runtime.Result{Text: "done"}, got)
	})
}

// A cooperative timeout passes on what was done too late, and says so; nothing is hidden, and nothing is lost.
func TestTimeoutLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := wrap.Tool(deaf(writes(), 7*time.Second), wrap.Timeout(5*time.Second)).Execute(context.Background(), nil)
		require.Equal(t, "done", got.Text)
		require.Equal(t, []runtime.Note{{Kind: "late", Path: "result", Text: "the tool took 7s; its limit is 5s"}}, got.Notes)

		own := runtime.NewError(runtime.ClassFailed, "no such city")
		stubborn := tool(writes(), func(ctx context.Context, _ []byte) runtime.Result {
			time.Sleep(7 * time.Second)
			return runtime.Failed(ctx, own)
		})
		got = wrap.Tool(stubborn, wrap.Timeout(5*time.Second)).Execute(context.Background(), nil)
		require.Equal(t, own, got.Err, "an error of its own speaks for itself")
	})
}

// A tool that returns the cause of its context is understood too.
func TestTimeoutCause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		causing := tool(writes(), func(ctx context.Context, _ []byte) runtime.Result {
			<-ctx.Done()
			return runtime.Failed(ctx, context.Cause(ctx))
		})
		got := wrap.Tool(causing, wrap.Timeout(time.Second)).Execute(context.Background(), nil)
		require.Equal(t, runtime.ClassTimeout, got.Err.Class)
		require.Equal(t, "the tool did not finish within its timeout of 1s", got.Output())
	})
}

func TestT08_NestedDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		retrying := func(limit time.Duration) runtime.Tool {
			return wrap.Tool(takes(reads(), time.Hour), wrap.Timeout(limit), wrap.Retry(3, wrap.Backoff(0)))
		}
		start := time.Now()
		outer, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		got := retrying(time.Second).Execute(outer, nil)
		require.Equal(t, 100*time.Millisecond, time.Since(start), "the outer deadline ends all")
		require.Equal(t, runtime.ClassTimeout, got.Err.Class)
		require.Equal(t, "the time for this call is over; the tool did not finish", got.Output(), "it was the caller's limit")

		start = time.Now()
		got = retrying(time.Second).Execute(context.Background(), nil)
		require.Equal(t, time.Second, time.Since(start))
		require.Equal(t, runtime.ClassTimeout, got.Err.Class)
		require.Equal(t, "the tool did not finish within its timeout of 1s", got.Output(), "it was the tool's")

		gone, give := context.WithCancel(context.Background())
		time.AfterFunc(30*time.Millisecond, give)
		start = time.Now()
		got = retrying(time.Second).Execute(gone, nil)
		require.Equal(t, 30*time.Millisecond, time.Since(start))
		require.Equal(t, runtime.ClassCanceled, got.Err.Class, "it was the caller")

		for _, none := range []time.Duration{0, -time.Second} {
			start = time.Now()
			got = wrap.Tool(takes(reads(), time.Hour), wrap.Timeout(none), wrap.Attempt(none)).Execute(context.Background(), nil)
			require.Equal(t, "done", got.Text, "none, not over already")
			require.Equal(t, time.Hour, time.Since(start))
		}
	})
}

// Two deadlines that end at the same moment, and one inside the other of the same Wrapper, are each told apart.
func TestTimeoutOfAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := wrap.Timeout(time.Second)
		inner := wrap.Tool(takes(reads(), time.Hour), shared)
		outer := wrap.Tool(tool(reads(), func(ctx context.Context, args []byte) runtime.Result {
			time.Sleep(300 * time.Millisecond)
			r := inner.Execute(ctx, args)
			require.Equal(t, "the time for this call is over; the tool did not finish", r.Output(), "it had 700ms left, not 1s")
			return r
		}), shared)
		require.Equal(t, "the tool did not finish within its timeout of 1s", outer.Execute(context.Background(), nil).Output())
	})
}

func TestT03_BackgroundRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got runtime.Result
		var call runtime.Call
		slow := tool(writes(), func(ctx context.Context, _ []byte) runtime.Result {
			call = runtime.CallFrom(ctx)
			select {
			case <-time.After(time.Minute):
				return runtime.Done()
			case <-ctx.Done():
				return runtime.Failed(ctx, ctx.Err())
			}
		})
		job := wrap.Tool(slow, wrap.Timeout(5*time.Minute))
		request, flushed := context.WithCancel(runtime.WithCall(context.Background(), runtime.Call{ID: "c1", Principal: runtime.Principal{ID: "ann"}}))
		over := make(chan struct{})
		go func() { // what a handler does that answers at once
			defer close(over)
			got = job.Execute(context.WithoutCancel(request), nil)
		}()
		flushed()
		<-over
		require.Equal(t, "ok", got.Text, "the response that was flushed did not cancel it")
		require.Equal(t, "c1", call.ID)
		require.Equal(t, "ann", call.Principal.ID, "the values stay")

		start := time.Now()
		got = wrap.Tool(slow, wrap.Timeout(time.Second)).Execute(context.WithoutCancel(request), nil)
		require.Equal(t, runtime.ClassTimeout, got.Err.Class, "it has a deadline of its own")
		require.Equal(t, time.Second, time.Since(start))
	})
}

func TestT04_CallersContextIsPassed(t *testing.T) {
	type key struct{}
	var seen context.Context
	look := tool(writes(), func(ctx context.Context, _ []byte) runtime.Result { seen = ctx; return runtime.Done() })
	all := wrap.Tool(look, wrap.Output(100), wrap.Timeout(time.Second, wrap.Hard(1)), wrap.Breaker(3, time.Second), wrap.Rate(10, time.Second), wrap.Concurrency(2), wrap.Attempt(time.Second))
	all.Execute(context.WithValue(context.Background(), key{}, "value"), nil)
	require.Equal(t, "value", seen.Value(key{}))
}

func TestT05_OneHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := runtime.NewRegistry()
		named := func(name string, t runtime.Tool) runtime.Tool {
			return tool(runtime.Spec{Name: name}, t.Execute)
		}
		limit := func(t runtime.Tool) runtime.Tool { return wrap.Tool(t, wrap.Timeout(2*time.Second, wrap.Hard(1))) }
		require.NoError(t, reg.Register(runtime.Set{
			limit(named("a", takes(writes(), time.Second))), limit(named("b", deaf(writes(), time.Hour))), limit(named("c", takes(writes(), 500*time.Millisecond))),
		}))
		start := time.Now()
		results := make([]runtime.Result, 3)
		var wg sync.WaitGroup
		for i, name := range []string{"a", "b", "c"} {
			wg.Go(func() { results[i] = reg.Call(context.Background(), name, nil) })
		}
		wg.Wait()
		require.Equal(t, 2*time.Second, time.Since(start))
		require.Equal(t, "done", results[0].Text)
		require.Equal(t, runtime.ClassTimeout, results[1].Err.Class)
		require.Equal(t, "done", results[2].Text)
		time.Sleep(time.Hour) // until the hung one is gone
	})
}

func TestT01_AbandonedAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int32
		blocks := tool(writes(), func(context.Context, []byte) runtime.Result {
			n := running.Add(1)
			defer running.Add(-1)
			for {
				if known := most.Load(); n <= known || most.CompareAndSwap(known, n) {
					break
				}
			}
			time.Sleep(10 * time.Second)
			return runtime.Text("late")
		})
		wrapped := wrap.Tool(blocks, wrap.Timeout(50*time.Millisecond, wrap.Hard(0)))
		start := time.Now()
		var wg sync.WaitGroup
		var timedOut, refused atomic.Int32
		for range 1000 {
			wg.Go(func() {
				r := wrapped.Execute(context.Background(), []byte(`{}`))
				switch r.Err.Class {
				case runtime.ClassTimeout:
					timedOut.Add(1)
				case runtime.ClassResourceExhausted:
					refused.Add(1)
					require.True(t, r.Err.NotStarted)
					require.True(t, r.Err.Transient)
				}
			})
		}
		wg.Wait()
		require.Equal(t, 50*time.Millisecond, time.Since(start), "every caller is answered in time")
		require.Equal(t, int32(8), timedOut.Load())
		require.Equal(t, int32(992), refused.Load())
		require.Equal(t, int32(8), running.Load(), "these are left behind, and no more")

		r := wrapped.Execute(context.Background(), nil)
		require.Equal(t, 50*time.Millisecond, time.Since(start), "with every place lost there is nothing to wait for")
		require.Equal(t, "the tool is busy: 8 calls of it are running, 8 past their timeout; try again later", r.Output())

		time.Sleep(10 * time.Second)
		synctest.Wait()
		require.Zero(t, running.Load(), "the late results were dropped and the goroutines are gone")
		require.Equal(t, int32(8), most.Load())
		r = wrapped.Execute(context.Background(), nil)
		require.Equal(t, runtime.ClassTimeout, r.Err.Class, "the places came back")
		time.Sleep(10 * time.Second)
	})
}

// The order of the prototype: two places, Timeout, Timeout, then resource_exhausted, and places come back one by one.
func TestHardPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wrapped := wrap.Tool(deaf(writes(), 10*time.Second), wrap.Timeout(time.Second, wrap.Hard(2)))
		class := func() runtime.Class { return wrapped.Execute(context.Background(), nil).Err.Class }
		require.Equal(t, runtime.ClassTimeout, class())                           // 1s
		require.Equal(t, runtime.ClassTimeout, class())                           // 2s
		require.Equal(t, runtime.ClassResourceExhausted, class(), "2s, at once")  //
		time.Sleep(8*time.Second + time.Millisecond)                              // the first is back at 10s
		require.Equal(t, runtime.ClassTimeout, class(), "one place is free")      // 11s
		require.Equal(t, runtime.ClassTimeout, class(), "and now the other one")  // 12s
		require.Equal(t, runtime.ClassResourceExhausted, class(), "both, again!") //
		time.Sleep(time.Minute)
	})
}

// A place that a body still uses in time is waited for.
func TestHardWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wrapped := wrap.Tool(deaf(writes(), 600*time.Millisecond), wrap.Timeout(time.Second, wrap.Hard(1)))
		start := time.Now()
		results := make([]runtime.Result, 3)
		var wg sync.WaitGroup
		for i := range results {
			wg.Go(func() { time.Sleep(time.Duration(i)); results[i] = wrapped.Execute(context.Background(), nil) })
		}
		wg.Wait()
		require.Equal(t, "done", results[0].Text)
		require.Equal(t, runtime.ClassTimeout, results[1].Err.Class, "its time includes the wait: it had 400ms left")
		require.Equal(t, runtime.ClassResourceExhausted, results[2].Err.Class)
		require.Equal(t, "the tool is busy: 1 call of it is running, 1 past its timeout; try again later", results[2].Output())
		require.Equal(t, time.Second+2, time.Since(start))
		time.Sleep(time.Second)
	})
}

// A hard timeout answers a caller who gives up, for what never returns, what panics late, and what ends its goroutine.
func TestHardAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hard := func(fn func(context.Context, []byte) runtime.Result) runtime.Tool {
			return wrap.Tool(tool(writes(), fn), wrap.Timeout(time.Second, wrap.Hard(1)))
		}
		gone, give := context.WithCancel(context.Background())
		time.AfterFunc(100*time.Millisecond, give)
		start := time.Now()
		r := wrap.Tool(deaf(writes(), 3*time.Second), wrap.Timeout(time.Second, wrap.Hard(1))).Execute(gone, nil)
		require.Equal(t, runtime.ClassCanceled, r.Err.Class)
		require.Equal(t, 100*time.Millisecond, time.Since(start))

		late := hard(func(context.Context, []byte) runtime.Result { time.Sleep(2 * time.Second); panic("late") })
		require.Equal(t, runtime.ClassTimeout, late.Execute(context.Background(), nil).Err.Class)
		time.Sleep(3 * time.Second) // the panic came, and nothing happened
		require.Equal(t, runtime.ClassTimeout, late.Execute(context.Background(), nil).Err.Class, "its place came back")

		soon := hard(func(context.Context, []byte) runtime.Result { panic("soon") })
		require.Equal(t, runtime.ClassInternal, soon.Execute(context.Background(), nil).Err.Class)

		ends := hard(func(context.Context, []byte) runtime.Result { goruntime.Goexit(); return runtime.Done() })
		require.Equal(t, runtime.ClassInternal, ends.Execute(context.Background(), nil).Err.Class, "promise 6")
		require.Equal(t, runtime.ClassInternal, ends.Execute(context.Background(), nil).Err.Class, "its place came back")

		obeys := hard(takes(writes(), time.Hour).Execute)
		require.Equal(t, "the tool did not finish within its timeout of 1s", obeys.Execute(context.Background(), nil).Output())
		time.Sleep(10 * time.Second)
	})
}

// A body that is left behind reads a copy of the arguments: its caller may use the bytes for another call.
func TestHardCopiesArguments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var read string
		slow := tool(writes(), func(_ context.Context, args []byte) runtime.Result {
			time.Sleep(2 * time.Second)
			read = string(args)
			return runtime.Done()
		})
		args := []byte(`{"a":1}`)
		wrap.Tool(slow, wrap.Timeout(time.Second, wrap.Hard(1))).Execute(context.Background(), args)
		copy(args, `{"b":2}`)
		time.Sleep(5 * time.Second)
		synctest.Wait()
		require.Equal(t, `{"a":1}`, read)
	})
}

// An attempt has its own time: it does not count the queue, the total does.
func TestAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wrapped := wrap.Tool(takes(reads(), 900*time.Millisecond), wrap.Timeout(10*time.Second), wrap.Concurrency(1), wrap.Attempt(time.Second))
		var wg sync.WaitGroup
		start := time.Now()
		for range 5 {
			wg.Go(func() { require.Equal(t, "done", wrapped.Execute(context.Background(), nil).Text) })
		}
		wg.Wait()
		require.Equal(t, 4500*time.Millisecond, time.Since(start))

		got := wrap.Tool(takes(reads(), time.Hour), wrap.Timeout(10*time.Second), wrap.Attempt(time.Second)).Execute(context.Background(), nil)
		require.Equal(t, "this attempt of the tool did not finish within 1s", got.Output())
		require.True(t, got.Err.Transient)
		require.False(t, errors.Is(got.Err, context.Canceled))
	})
}
