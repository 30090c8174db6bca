package wrap_test

import (
	"context"
	"math/rand/v2"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// A tool that panics, ignores its context, returns a gigabyte, ends its goroutine or writes to a closed channel never takes the
// registry down, and no call gets what belongs to another: 10,000 mixed calls from 64 goroutines, every one answered once.
//
// The clock is that of a bubble, so a tool that sleeps for an hour costs nothing and nobody is left behind unseen. The gigabyte is
// one for the limit: 1 MiB over a bound of 4 KiB, because 64 true ones at a time are more than a test machine has.
func TestMisbehavingTools(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls, callers = 10_000, 64
		closed := make(chan string)
		close(closed)
		id := func(args []byte) string { return strings.Trim(string(args), `{"id:}`) }
		huge := strings.Repeat("0123456789abcde\n", 1<<16)
		everything := func(spec runtime.Spec, fn func(ctx context.Context, args []byte) runtime.Result) runtime.Tool {
			spec.ReadOnly = true
			return wrap.Tool(tool(spec, fn), wrap.Output(4<<10), wrap.Timeout(10*time.Second, wrap.Hard(8)), wrap.Retry(2, wrap.Backoff(time.Millisecond)),
				wrap.Concurrency(8), wrap.Attempt(3*time.Second))
		}
		var ran atomic.Int64
		name := func(n string) runtime.Spec { return runtime.Spec{Name: n} }
		reg := runtime.NewRegistry()
		require.NoError(t, reg.Register(runtime.Set{
			tool(name("echo"), func(_ context.Context, args []byte) runtime.Result { ran.Add(1); return runtime.Text(id(args)) }),
			everything(name("panics"), func(_ context.Context, args []byte) runtime.Result { panic("secret of " + id(args)) }),
			tool(name("panics_bare"), func(_ context.Context, args []byte) runtime.Result { panic("secret of " + id(args)) }),
			everything(name("deaf"), func(_ context.Context, args []byte) runtime.Result {
				time.Sleep(time.Hour)
				return runtime.Text("late of " + id(args))
			}),
			everything(name("huge"), func(_ context.Context, args []byte) runtime.Result { return runtime.Text(id(args) + "\n" + huge) }),
			everything(name("exits"), func(context.Context, []byte) runtime.Result { goruntime.Goexit(); return runtime.Done() }),
			everything(name("closed"), func(_ context.Context, args []byte) runtime.Result { closed <- id(args); return runtime.Done() }),
			everything(name("flaky"), func(ctx context.Context, args []byte) runtime.Result {
				if runtime.CallFrom(ctx).Attempt < 3 {
					return runtime.Failed(ctx, unavailable())
				}
				return runtime.Text(id(args))
			}),
			everything(name("slow"), func(ctx context.Context, args []byte) runtime.Result {
				time.Sleep(time.Duration(len(args)) * time.Millisecond)
				return runtime.Text(id(args))
			}),
		}))

		answers := make([]atomic.Int32, calls)
		next := make(chan int)
		var wg sync.WaitGroup
		for caller := range callers {
			random := rand.New(rand.NewPCG(1, uint64(caller)))
			wg.Go(func() {
				args := make([]byte, 0, 64) // used again for each call
				for i := range next {
					mine := strconv.Itoa(i)
					args = append(append(append(args[:0], `{"id":"`...), mine...), `"}`...)
					kind := []string{"echo", "panics", "panics_bare", "deaf", "huge", "exits", "closed", "flaky", "slow", "nothing"}[random.IntN(10)]
					r := reg.Call(context.Background(), kind, args)
					answers[i].Add(1)
					text := r.Output()
					switch kind {
					case "echo", "flaky", "slow":
						if r.Err == nil || kind == "echo" {
							require.Equal(t, mine, text, kind)
						} else {
							require.Equal(t, runtime.ClassResourceExhausted, r.Err.Class, kind) // all places taken by slow ones
						}
					case "huge":
						if r.Err == nil {
							require.True(t, strings.HasPrefix(text, mine+"\n"))
							require.LessOrEqual(t, len(text), 4<<10)
						}
					case "deaf":
						require.True(t, r.Err.Class == runtime.ClassTimeout || r.Err.Class == runtime.ClassResourceExhausted, text)
					case "nothing":
						require.Equal(t, runtime.ClassUnknownTool, r.Err.Class)
					default:
						require.True(t, r.Err.Class == runtime.ClassInternal || r.Err.Class == runtime.ClassResourceExhausted, text)
						require.NotContains(t, text, "secret")
					}
				}
			})
		}
		for i := range calls {
			next <- i
		}
		close(next)
		wg.Wait()
		for i := range answers {
			require.Equal(t, int32(1), answers[i].Load(), "call %d", i)
		}
		require.Equal(t, "last", reg.Call(context.Background(), "echo", []byte(`{"id":"last"}`)).Text, "the registry serves on")
		time.Sleep(2 * time.Hour) // those that were abandoned return; any other goroutine would be reported as a deadlock
	})
}
