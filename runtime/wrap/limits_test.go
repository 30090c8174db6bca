package wrap_test

import (
	"context"
	"math"
	goruntime "runtime"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// starts is a tool that notes when it starts, counted from begin.
func starts(begin time.Time, log *[]time.Duration, mu *sync.Mutex) runtime.Tool {
	return tool(reads(), func(context.Context, []byte) runtime.Result {
		mu.Lock()
		defer mu.Unlock()
		*log = append(*log, time.Since(begin))
		return runtime.Done()
	})
}

func TestRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log []time.Duration
		var mu sync.Mutex
		wrapped := wrap.Tool(starts(time.Now(), &log, &mu), wrap.Rate(3, time.Second))
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { require.False(t, wrapped.Execute(context.Background(), nil).IsError()) })
		}
		wg.Wait()
		s := time.Second
		require.Equal(t, []time.Duration{0, 0, 0, s, s, s, 2 * s, 2 * s}, log)
		time.Sleep(1500 * time.Millisecond) // 3.5s: all starts but none are in the window
		for range 4 {
			wg.Go(func() { wrapped.Execute(context.Background(), nil) })
		}
		wg.Wait()
		require.Equal(t, []time.Duration{3500 * time.Millisecond, 3500 * time.Millisecond, 3500 * time.Millisecond, 4500 * time.Millisecond}, log[8:])
	})
}

// No window of the length has more starts than the limit, whatever the arrivals.
func TestRateWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log []time.Duration
		var mu sync.Mutex
		wrapped := wrap.Tool(starts(time.Now(), &log, &mu), wrap.Rate(5, 100*time.Millisecond))
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				time.Sleep(time.Duration(i*i*7919%997) * time.Millisecond)
				wrapped.Execute(context.Background(), nil)
			})
		}
		wg.Wait()
		require.Len(t, log, 200)
		for i := 5; i < len(log); i++ {
			require.GreaterOrEqual(t, log[i]-log[i-5], 100*time.Millisecond, "start %d", i)
		}
	})
}

// A call whose deadline cannot be met is refused at once, and exactly those are.
func TestRateFailsFast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wrapped := wrap.Tool(takes(reads(), 0), wrap.Rate(2, time.Second))
		for range 2 {
			wrapped.Execute(context.Background(), nil)
		}
		start := time.Now()
		with := func(d time.Duration) (runtime.Result, time.Duration) {
			ctx, cancel := context.WithTimeout(context.Background(), d)
			defer cancel()
			begin := time.Now()
			return wrapped.Execute(ctx, nil), time.Since(begin)
		}
		got, took := with(time.Second)
		require.Zero(t, took)
		require.Equal(t, runtime.ClassResourceExhausted, got.Err.Class)
		require.Equal(t, "too many calls: the tool takes 2 in 1s; try again after 1s", got.Output())
		require.True(t, got.Err.Transient)
		require.True(t, got.Err.NotStarted)
		require.Equal(t, time.Second, got.Err.RetryAfter)

		var wg sync.WaitGroup
		for i := range 5 { // their turns come after 1s, 1s, 2s, 2s, 3s
			wg.Go(func() {
				time.Sleep(time.Duration(i)) // in this order
				got, took := with(2500 * time.Millisecond)
				if i < 4 {
					require.Equal(t, "done", got.Output())
				} else {
					require.Equal(t, runtime.ClassResourceExhausted, got.Err.Class)
					require.Zero(t, took)
				}
			})
		}
		wg.Wait()
		require.Equal(t, 2*time.Second, time.Since(start))
	})
}

// A caller who gives up leaves the line, and those behind move up.
func TestRateCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log []time.Duration
		var mu sync.Mutex
		wrapped := wrap.Tool(starts(time.Now(), &log, &mu), wrap.Rate(1, time.Second))
		wrapped.Execute(context.Background(), nil)
		var wg sync.WaitGroup
		for i := range 3 {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if i < 2 {
				time.AfterFunc(100*time.Millisecond, cancel)
			}
			wg.Go(func() {
				time.Sleep(time.Duration(i))
				got := wrapped.Execute(ctx, nil)
				if i < 2 {
					require.Equal(t, runtime.ClassCanceled, got.Err.Class)
					require.True(t, got.Err.NotStarted)
				}
			})
		}
		wg.Wait()
		require.Equal(t, []time.Duration{0, time.Second}, log)
		over, cancel := context.WithCancel(context.Background())
		cancel()
		require.Equal(t, runtime.ClassCanceled, wrapped.Execute(over, nil).Err.Class)
		require.Len(t, log, 2)
	})
}

func TestConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wrapped := wrap.Tool(takes(reads(), time.Second), wrap.Concurrency(2))
		start := time.Now()
		var wg sync.WaitGroup
		for range 5 {
			wg.Go(func() { require.Equal(t, "done", wrapped.Execute(context.Background(), nil).Text) })
		}
		wg.Wait()
		require.Equal(t, 3*time.Second, time.Since(start))
	})
}

// Who waits in vain is told that nothing was started, and a slot comes back however a call ends.
func TestConcurrencySlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		mode := ""
		odd := tool(reads(), func(ctx context.Context, _ []byte) runtime.Result {
			switch mode {
			case "panic":
				panic("x")
			case "goexit":
				goruntime.Goexit()
			case "hang":
				<-ctx.Done()
			}
			return runtime.Done()
		})
		wrapped := wrap.Tool(odd, wrap.Concurrency(1))
		for _, mode = range []string{"panic", "goexit", ""} {
			over := make(chan struct{})
			go func() {
				defer close(over)
				wrapped.Execute(context.Background(), nil)
			}()
			<-over
		}
		mode = "hang"
		ctx, cancel := context.WithCancel(context.Background())
		go wrapped.Execute(ctx, nil)
		synctest.Wait()
		short, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		start := time.Now()
		got := wrapped.Execute(short, nil)
		require.Equal(t, time.Second, time.Since(start))
		require.Equal(t, runtime.ClassTimeout, got.Err.Class)
		require.True(t, got.Err.NotStarted)
		cancel()
		synctest.Wait()
		mode = ""
		require.Equal(t, "ok", wrapped.Execute(context.Background(), nil).Text)
		require.Equal(t, runtime.ClassCanceled, wrapped.Execute(ctx, nil).Err.Class)
	})
}

// One Wrapper around several tools is one limit; two constructors make two.
func TestStateBelongsToTheWrapper(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		took := func(a, b wrap.Wrapper) time.Duration {
			start := time.Now()
			var wg sync.WaitGroup
			for _, w := range []wrap.Wrapper{a, b} {
				wg.Go(func() { wrap.Tool(takes(reads(), time.Second), w).Execute(context.Background(), nil) })
			}
			wg.Wait()
			return time.Since(start)
		}
		shared := wrap.Concurrency(1)
		require.Equal(t, 2*time.Second, took(shared, shared))
		require.Equal(t, time.Second, took(wrap.Concurrency(1), wrap.Concurrency(1)))
	})
}

// answers is a tool that answers as it is told.
type answers struct {
	calls int
	err   error
}

func (a *answers) tool() runtime.Tool {
	return tool(reads(), func(ctx context.Context, _ []byte) runtime.Result {
		a.calls++
		if a.err != nil {
			return runtime.Failed(ctx, a.err)
		}
		return runtime.Done()
	})
}

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a answers
		wrapped := wrap.Tool(a.tool(), wrap.Breaker(3, 10*time.Second))
		call := func(err error) runtime.Result { a.err = err; return wrapped.Execute(context.Background(), nil) }

		for _, err := range []error{unavailable(), unavailable(), nil, unavailable(), runtime.NewError(runtime.ClassTimeout, "slow")} {
			call(err)
		}
		require.Equal(t, 5, a.calls, "a success begins the count anew")
		for _, class := range []runtime.Class{runtime.ClassInvalidArguments, runtime.ClassCanceled, runtime.ClassInternal, runtime.ClassResourceExhausted} {
			call(runtime.NewError(class, "says nothing of the other side"))
		}
		call(unavailable().AsNotStarted())
		require.Equal(t, 10, a.calls)
		call(unavailable()) // the third in a row: open
		got := call(nil)
		require.Equal(t, 11, a.calls)
		require.Equal(t, runtime.ClassUnavailable, got.Err.Class)
		require.Equal(t, "what the tool needs has not answered several times; try again after 10s", got.Output())
		require.Equal(t, 10*time.Second, got.Err.RetryAfter)
		require.True(t, got.Err.NotStarted)
		require.False(t, got.Err.Transient, "a retry around it ends")

		time.Sleep(10 * time.Second)
		call(runtime.NewError(runtime.ClassInvalidArguments, "no")) // a probe that says nothing: the next one is the probe
		call(unavailable())                                         // a probe that fails: open again
		require.Equal(t, 13, a.calls)
		time.Sleep(9 * time.Second)
		call(nil)
		require.Equal(t, 13, a.calls)
		time.Sleep(time.Second)
		call(runtime.NewError(runtime.ClassFailed, "an answer is an answer")) // closed
		call(unavailable())
		call(unavailable())
		require.False(t, call(nil).IsError())
		require.Equal(t, 17, a.calls)
	})
}

// Half-open lets one probe through, also where a probe ends its goroutine, and late answers of before count for nothing.
func TestBreakerProbe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		mode := make(chan string)
		waiting := tool(reads(), func(ctx context.Context, _ []byte) runtime.Result {
			calls++
			switch <-mode {
			case "down":
				return runtime.Failed(ctx, unavailable())
			case "goexit":
				goruntime.Goexit()
			}
			return runtime.Done()
		})
		wrapped := wrap.Tool(waiting, wrap.Breaker(1, time.Second))
		results := make(chan runtime.Result, 10)
		launch := func() {
			go func() { results <- wrapped.Execute(context.Background(), nil) }()
			synctest.Wait()
		}
		launch() // an early call that answers late
		launch()
		mode <- "down" // one of the two: open
		require.True(t, (<-results).IsError())
		time.Sleep(time.Second)
		launch() // the probe
		launch() // not a second one
		require.Equal(t, "what the tool needs has not answered several times; try again later", (<-results).Output())
		require.Equal(t, 3, calls)
		mode <- "down" // the early one, or the probe: whichever it is, the other one follows
		mode <- "down"
		synctest.Wait()
		<-results
		<-results
		launch()
		require.Equal(t, runtime.ClassUnavailable, (<-results).Err.Class, "open: the early one did not count, the probe did")
		time.Sleep(time.Second)
		launch()
		mode <- "goexit"
		synctest.Wait()
		launch() // the next one is the probe
		mode <- "up"
		require.False(t, (<-results).IsError())
		require.Equal(t, 5, calls)
	})
}

// An open breaker inside retries ends them at once, and takes no token of the rate limit behind it.
func TestBreakerInsideRetry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls, start := 0, time.Now()
		wrapped := wrap.Tool(fails(reads(), unavailable(), &calls), wrap.Retry(9, wrap.Backoff(0)), wrap.Breaker(3, time.Minute), wrap.Rate(4, time.Hour))
		got := wrapped.Execute(context.Background(), nil)
		require.Equal(t, 3, calls)
		require.Contains(t, got.Output(), "has not answered several times")
		require.Zero(t, time.Since(start))
		time.Sleep(time.Minute)
		wrapped.Execute(context.Background(), nil)
		require.Equal(t, 4, calls, "there was a token left for the probe: "+strconv.Itoa(calls))
	})
}

// Spans that no clock can count are limits all the same.
func TestRateOfAVeryLongTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limit := wrap.Rate(1, math.MaxInt64)
		time.Sleep(time.Hour)
		tool := wrap.Tool(runtime.Func(runtime.Spec{Name: "t"}, func(context.Context, []byte) runtime.Result { return runtime.Done() }), limit)
		require.Nil(t, tool.Execute(t.Context(), nil).Err)
		waiting, leave := context.WithCancel(t.Context())
		defer leave()
		for range 10 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			r := tool.Execute(ctx, nil)
			require.Equal(t, runtime.ClassResourceExhausted, r.Err.Class)
			require.NotContains(t, r.Err.Message, "-", r.Err.Message)
			require.Positive(t, r.Err.RetryAfter)
			go tool.Execute(waiting, nil) // and one more in line
			synctest.Wait()
		}
	})
}
