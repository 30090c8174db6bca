package wrap

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Timeout gives a call at most d, with everything that is inside this wrapper: waiting, retries and the pauses between them. It
// is cooperative: it ends the context, makes no goroutine, and returns when the tool does. A tool that looks at its context stops
// in time; a Result that a tool gives all the same, after its time, is passed on with a note of kind "late", because what was done
// is done. See [Hard] for tools that do not stop.
//
// The error is of ClassTimeout, transient, and says which limit it was; a caller who gave up gets ClassCanceled, and one whose own
// deadline was earlier gets ClassTimeout in other words. d sets Limits.Timeout of the tool.
func Timeout(d time.Duration, options ...TimeoutOption) Wrapper {
	if d <= 0 {
		return Wrapper{}
	}
	t := &timeout{limit: d, over: newOver("the tool did not finish within its timeout of " + d.String())}
	for _, option := range options {
		option(t)
	}
	w := Wrapper{around: t.around, timeout: d}
	if t.places != nil {
		w.around = t.aroundHard
	}
	return w
}

// TimeoutOption is an option of [Timeout].
type TimeoutOption func(*timeout)

// Attempt gives each attempt at most d: it is a Timeout that stands inside [Retry], and inside the limits of rate and concurrency,
// whose queues do not count. It is cooperative. Limits.Timeout stays as it is.
func Attempt(d time.Duration) Wrapper {
	if d <= 0 {
		return Wrapper{}
	}
	t := &timeout{limit: d, over: newOver("this attempt of the tool did not finish within " + d.String())}
	return Wrapper{around: t.around}
}

type timeout struct {
	limit  time.Duration
	over   *over
	places *places // of a hard timeout; nil for a cooperative one
}

// over is the cause of a context that a timeout has ended.
type over struct{ err *runtime.Error }

func newOver(message string) *over {
	return &over{runtime.NewError(runtime.ClassTimeout, message).AsTransient(0)}
}

func (o *over) Error() string { return o.err.Message }

// Is makes it an error like those of other deadlines, for tools that return the cause.
func (o *over) Is(target error) bool { return target == context.DeadlineExceeded }

func (t *timeout) around(next runtime.Handler) runtime.Handler {
	return func(ctx context.Context, call *runtime.Call) runtime.Result {
		own, cancel := context.WithTimeoutCause(ctx, t.limit, t.over)
		defer cancel()
		began := time.Now()
		r := next(own, call)
		return t.judge(ctx, own, began, r)
	}
}

// judge says of a result what it means for this limit. own is the context that the limit ends, ctx the one around it.
func (t *timeout) judge(ctx, own context.Context, began time.Time, r runtime.Result) runtime.Result {
	if own.Err() == nil || ctx.Err() != nil || context.Cause(own) != t.over {
		return r // in time, or the end was somebody else's
	}
	switch {
	case r.Err == nil:
		took := time.Since(began).Round(time.Millisecond)
		return r.Noted([]runtime.Note{{Kind: "late", Path: "result", Text: "the tool took " + took.String() + "; its limit is " + t.limit.String()}})
	case r.Err.Class == runtime.ClassTimeout || r.Err.Class == runtime.ClassCanceled:
		r.Err = t.timedOut(r.Err)
	}
	return r
}

// timedOut is the error of this limit, with what the tool said behind it.
func (t *timeout) timedOut(said *runtime.Error) *runtime.Error {
	err := t.over.err.WithCause(t.over)
	if said != nil {
		err = err.WithCause(said)
		err.NotStarted = said.NotStarted
	}
	return err
}
