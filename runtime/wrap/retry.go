package wrap

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// What Retry does where nobody says.
const (
	defaultBackoff    = 100 * time.Millisecond
	defaultMaxBackoff = 10 * time.Second
	defaultBudget     = time.Minute
)

// Retry repeats a call that failed at most retries times, so that there are at most retries+1 attempts. It does so only where
// repeating helps and does no harm: the error is Transient, and the tool is ReadOnly or Idempotent, and not Remote, or the error says NotStarted.
// What was invalid, denied, rejected, canceled or a panic is never repeated, whatever its error says. [Tool] panics where the tool
// has neither of the two marks, or is Remote.
//
// Before attempt n+1 it waits for a random time between zero and Backoff*2^(n-1), at most MaxBackoff ("full jitter"), and for the
// error's RetryAfter at least. It does not wait where the deadline of the context, or the Budget, would be met before the wait is
// over: the error is returned at once then. A caller who gives up while it waits gets ClassCanceled at once.
//
// Attempts have the ID of the call and its Attempt counts them; observers are told ([runtime.Attempted]). Where a failure may have
// been carried out and is not repeated for that, the result has a note of kind "outcome_unknown".
func Retry(retries int, options ...RetryOption) Wrapper {
	if retries <= 0 {
		return Wrapper{}
	}
	r := &retry{retries: retries, base: defaultBackoff, limit: defaultMaxBackoff, budget: defaultBudget, random: rand.Uint64N}
	for _, option := range options {
		option(r)
	}
	return Wrapper{around: r.around, refuse: refuseRetries, repeats: true}
}

// RetryOption is an option of [Retry].
type RetryOption func(*retry)

// Backoff sets the longest wait before the first retry; it doubles with each one. Zero and less mean no wait. The default is 100ms.
func Backoff(base time.Duration) RetryOption { return func(r *retry) { r.base = base } }

// MaxBackoff bounds the wait as it grows; what the other side asks for (RetryAfter) may be longer. Zero and less mean no bound. The
// default is 10s.
func MaxBackoff(limit time.Duration) RetryOption { return func(r *retry) { r.limit = limit } }

// Budget bounds the time from the start of the first attempt to that of the last. Zero and less mean no bound. The default is 1m, so
// that nobody is kept waiting by a RetryAfter of a day.
func Budget(d time.Duration) RetryOption { return func(r *retry) { r.budget = d } }

type retry struct {
	retries             int
	base, limit, budget time.Duration
	random              func(n uint64) uint64 // a number below n
}

// refuseRetries says why a tool cannot be repeated (R04).
func refuseRetries(tool *runtime.Spec) string {
	if tool.Repeatable() {
		return ""
	}
	if tool.Remote {
		return "retries are for tools that are read-only or idempotent, and that this one is so is only what another process says"
	}
	return "retries are for tools that are read-only or idempotent: a write that failed may have been carried out"
}

func (r *retry) around(next runtime.Handler) runtime.Handler {
	return func(ctx context.Context, call *runtime.Call) runtime.Result {
		began, first := time.Now(), max(call.Attempt, 1)
		for n := 0; ; n++ {
			attempt := *call // what an attempt does to its Call does not reach the next one
			attempt.Attempt = first + n
			if n > 0 {
				runtime.Attempted(ctx, attempt.Attempt)
			}
			result := next(ctx, &attempt)
			if !passing(result.Err) {
				return result
			}
			if !call.Tool.Repeatable() && !result.Err.NotStarted {
				result.Notes = append(result.Notes, runtime.Note{Kind: "outcome_unknown", Path: "result",
					Text: "the call may have been carried out although it failed, so it was not repeated; check before calling again"})
				return result
			}
			if n == r.retries || ctx.Err() != nil {
				return result
			}
			wait := max(r.jitter(n), result.Err.RetryAfter)
			if r.budget > 0 && (wait > r.budget || time.Since(began) > r.budget-wait) {
				return result
			}
			if deadline, has := ctx.Deadline(); has && time.Until(deadline) <= wait {
				return result
			}
			if !sleep(ctx, wait) {
				gone := runtime.Failed(ctx, ctx.Err())
				gone.Err = gone.Err.WithCause(result.Err)
				return gone
			}
		}
	}
}

// passing reports whether an error is of a kind that may pass (R07).
func passing(err *runtime.Error) bool {
	if err == nil || !err.Transient {
		return false
	}
	switch err.Class {
	case runtime.ClassTimeout, runtime.ClassUnavailable, runtime.ClassResourceExhausted, runtime.ClassFailed:
		return true
	}
	return false
}

// jitter returns the wait before retry n, counted from 0: uniform over [0, min(limit, base*2^n)] (R02).
func (r *retry) jitter(n int) time.Duration {
	most := r.base
	if most <= 0 {
		return 0
	}
	if n >= 63 || most > math.MaxInt64>>n {
		most = math.MaxInt64
	} else {
		most <<= n
	}
	if r.limit > 0 {
		most = min(most, r.limit)
	}
	return time.Duration(r.random(uint64(most) + 1)) // unsigned: the longest time and one more is still a number
}

// sleep waits for d, and reports whether ctx let it.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
