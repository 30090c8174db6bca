package wrap

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sony/gobreaker/v2"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// A pair is one call through both breakers, under way until it is told its outcome.
type pair struct {
	outcome [2]chan *runtime.Error
	over    [2]chan bool // whether the call was let through
}

// The same calls are let through and refused as by gobreaker: random scripts of calls that overlap, succeed, fail, or say nothing
// about the other side, with pauses around the time that a breaker stays open. Both have a threshold of failures in a row and one
// probe.
func TestBreakerAgainstGobreaker(t *testing.T) {
	const cases, steps = 1500, 120
	decisions, refusals := 0, 0
	for seed := range uint64(cases) {
		random := rand.New(rand.NewPCG(seed, 9))
		threshold := 1 + random.IntN(4)
		cooldown := 100*time.Millisecond + 500*time.Microsecond // no pause ends with it: gobreaker opens up a moment after, we at it
		synctest.Test(t, func(t *testing.T) {
			theirs := gobreaker.NewCircuitBreaker[any](gobreaker.Settings{
				MaxRequests: 1, Timeout: cooldown,
				ReadyToTrip:  func(c gobreaker.Counts) bool { return int(c.ConsecutiveFailures) >= threshold },
				IsSuccessful: func(err error) bool { return classOf(err) == "" || classOf(err) == runtime.ClassFailed },
				IsExcluded: func(err error) bool {
					c := classOf(err)
					return c != "" && c != runtime.ClassFailed && c != runtime.ClassUnavailable && c != runtime.ClassTimeout
				},
			})
			type throughKey struct{}
			type outcomeKey struct{}
			ours := wrap.Tool(runtime.Func(runtime.Spec{Name: "t"}, func(ctx context.Context, _ []byte) runtime.Result {
				*ctx.Value(throughKey{}).(*bool) = true
				return runtime.Result{Err: <-ctx.Value(outcomeKey{}).(chan *runtime.Error)}
			}), wrap.Breaker(threshold, cooldown))

			var open []*pair
			for step := range steps {
				switch random.IntN(5) {
				case 0, 1: // another call
					p := &pair{}
					for i := range p.outcome {
						p.outcome[i], p.over[i] = make(chan *runtime.Error), make(chan bool, 1)
					}
					go func() {
						through := false
						ctx := context.WithValue(context.WithValue(context.Background(), throughKey{}, &through), outcomeKey{}, p.outcome[0])
						ours.Execute(ctx, nil)
						p.over[0] <- through
					}()
					go func() {
						through := false
						_, _ = theirs.Execute(func() (any, error) {
							through = true
							if err := <-p.outcome[1]; err != nil {
								return nil, err
							}
							return nil, nil
						})
						p.over[1] <- through
					}()
					synctest.Wait()
					decisions++
					require.Equal(t, len(p.over[1]), len(p.over[0]), "seed %d, step %d: one lets the call through and the other does not", seed, step)
					if len(p.over[0]) == 1 {
						require.False(t, <-p.over[0])
						require.False(t, <-p.over[1])
						refusals++
						continue
					}
					open = append(open, p)
				case 2, 3: // one of them is over
					if len(open) == 0 {
						continue
					}
					i := random.IntN(len(open))
					p := open[i]
					open = append(open[:i], open[i+1:]...)
					var err *runtime.Error
					if class := []runtime.Class{"", runtime.ClassUnavailable, runtime.ClassTimeout, runtime.ClassUnavailable, runtime.ClassFailed,
						runtime.ClassInvalidArguments, runtime.ClassCanceled}[random.IntN(7)]; class != "" {
						err = runtime.NewError(class, "x")
					}
					p.outcome[0] <- err
					p.outcome[1] <- err
					require.True(t, <-p.over[0])
					require.True(t, <-p.over[1])
				default:
					time.Sleep(time.Duration(random.IntN(80)) * time.Millisecond)
				}
			}
			for _, p := range open {
				p.outcome[0] <- nil
				p.outcome[1] <- nil
			}
			synctest.Wait()
		})
	}
	t.Logf("%d scripts, %d decisions, %d refusals, no difference", cases, decisions, refusals)
	require.Greater(t, decisions, 20*cases)
	require.Greater(t, refusals, cases)
}

func classOf(err error) runtime.Class {
	if e, ok := errors.AsType[*runtime.Error](err); ok {
		return e.Class
	}
	return ""
}
