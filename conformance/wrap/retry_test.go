package wrap

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// An attempt of a script: how long it takes and how it ends.
type attempt struct {
	takes time.Duration
	err   *runtime.Error // nil: it succeeds
}

// A run is what a retrying caller did with a script.
type run struct {
	starts []time.Duration // of each attempt
	end    time.Duration
	class  runtime.Class // of the last error; "" for success
}

// play makes the function that a script is of, and notes its starts.
func play(script []attempt, r *run, began time.Time) func() *runtime.Error {
	return func() *runtime.Error {
		a := script[min(len(r.starts), len(script)-1)]
		r.starts = append(r.starts, time.Since(began))
		time.Sleep(a.takes)
		return a.err
	}
}

// ours runs a script through wrap.Retry, theirs through a retry policy of failsafe-go that waits as RetryAfter says.
func ours(ctx context.Context, script []attempt, retries int, options ...wrap.RetryOption) (r run) {
	began := time.Now()
	fn := play(script, &r, began)
	tool := runtime.Func(runtime.Spec{Name: "t", ReadOnly: true}, func(context.Context, []byte) runtime.Result { return runtime.Result{Err: fn()} })
	result := wrap.Tool(tool, wrap.Retry(retries, append(options, wrap.Budget(0))...)).Execute(ctx, nil)
	r.end = time.Since(began)
	if result.Err != nil {
		r.class = result.Err.Class
	}
	return r
}

func theirs(ctx context.Context, script []attempt, builder retrypolicy.Builder[any]) (r run) {
	began := time.Now()
	fn := play(script, &r, began)
	policy := builder.AbortIf(func(_ any, err error) bool {
		e, _ := errors.AsType[*runtime.Error](err)
		return e == nil || !e.Transient
	}).ReturnLastFailure().Build()
	err := failsafe.With(policy).WithContext(ctx).Run(func() error {
		if err := fn(); err != nil {
			return err
		}
		return nil
	})
	r.end = time.Since(began)
	if e, ok := errors.AsType[*runtime.Error](err); ok {
		r.class = e.Class
	} else if err != nil {
		r.class = runtime.ClassCanceled
	}
	return r
}

func randomScript(random *rand.Rand) []attempt {
	classes := []runtime.Class{runtime.ClassUnavailable, runtime.ClassTimeout, runtime.ClassFailed, runtime.ClassResourceExhausted}
	script := make([]attempt, 1+random.IntN(8))
	for i := range script {
		script[i].takes = time.Duration(random.IntN(50)) * time.Millisecond
		switch random.IntN(8) {
		case 0:
		case 1:
			script[i].err = runtime.NewError(runtime.ClassFailed, "for good")
		default:
			script[i].err = runtime.NewError(classes[random.IntN(len(classes))], "later").AsTransient(time.Duration(random.IntN(200)) * time.Millisecond)
		}
	}
	return script
}

// The attempts, their times and the outcome are those of failsafe-go, for random scripts with waits that the other side asks for,
// and callers who give up at random times.
func TestRetryAgainstFailsafe(t *testing.T) {
	const cases = 4000
	attempts, canceled := 0, 0
	for seed := range uint64(cases) {
		random := rand.New(rand.NewPCG(seed, 5))
		script, retries := randomScript(random), 1+random.IntN(6)
		giveUp := time.Duration(0)
		if random.IntN(3) == 0 {
			giveUp = time.Duration(random.IntN(600))*time.Millisecond + 500*time.Microsecond // never at the moment of another event
		}
		synctest.Test(t, func(t *testing.T) {
			each := func(fn func(ctx context.Context) run) run {
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				if giveUp > 0 {
					time.AfterFunc(giveUp, cancel)
				}
				return fn(ctx)
			}
			mine := each(func(ctx context.Context) run { return ours(ctx, script, retries, wrap.Backoff(0)) })
			other := each(func(ctx context.Context) run {
				after := func(exec failsafe.ExecutionAttempt[any]) time.Duration {
					e, _ := errors.AsType[*runtime.Error](exec.LastError())
					return e.RetryAfter
				}
				return theirs(ctx, script, retrypolicy.NewBuilder[any]().WithMaxRetries(retries).WithDelayFunc(after))
			})
			if giveUp > 0 && giveUp < other.end || other.class == runtime.ClassCanceled {
				// Canceled while it ran: they answer with the cancel, we with what the attempt said. While it waited: both cancel.
				canceled++
				mine.class, other.class = "", ""
			}
			require.Equal(t, other, mine, "seed %d", seed)
			attempts += len(mine.starts)
		})
	}
	t.Logf("%d scripts, %d attempts, %d callers gave up, no difference", cases, attempts, canceled)
	require.Greater(t, attempts, 2*cases)
	require.Greater(t, canceled, cases/20)
}

// No wait of full jitter is longer than the wait of failsafe-go's exponential backoff without jitter at the same place, and there
// are as many.
func TestBackoffWithinFailsafe(t *testing.T) {
	always := []attempt{{err: runtime.NewError(runtime.ClassUnavailable, "down").AsTransient(0)}}
	longest := make([]float64, 8) // as shares of theirs
	for range 300 {
		synctest.Test(t, func(t *testing.T) {
			base, limit := 100*time.Millisecond, 3*time.Second
			mine := ours(context.Background(), always, len(longest), wrap.Backoff(base), wrap.MaxBackoff(limit))
			other := theirs(context.Background(), always, retrypolicy.NewBuilder[any]().WithMaxRetries(len(longest)).WithBackoff(base, limit))
			require.Len(t, mine.starts, len(other.starts))
			for i := 1; i < len(mine.starts); i++ {
				wait, most := mine.starts[i]-mine.starts[i-1], other.starts[i]-other.starts[i-1]
				require.LessOrEqual(t, wait, most, "wait %d", i)
				longest[i-1] = max(longest[i-1], float64(wait)/float64(most))
			}
		})
	}
	for i, share := range longest {
		require.Greater(t, share, 0.95, "the whole range is used at wait %d", i+1)
	}
}
