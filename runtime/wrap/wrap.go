// Package wrap is what can stand around a tool: a timeout, retries, limits of rate and of concurrency, a circuit breaker, a cache,
// a bound for the result, and the redaction of secrets. A tool goes in, with what it is to be wrapped in, and a tool comes out:
//
//	wrap.Tool(getForecast{}, wrap.Timeout(5*time.Second), wrap.Retry(3))
//
// Generated code writes that line for the keys of a directive; people write it for tools of their own, or put a wrapper around
// every tool of a registry with [Wrapper.Middleware].
//
// # Order
//
// Wrappers act in the order in which they are written, the first outermost, so the order is a decision: Timeout before Retry is
// one deadline for all attempts, Timeout behind Retry a new one for each. Generated code keeps to this order:
//
//	Redact > Output > Cache > Timeout > Retry > Breaker > Rate > Concurrency > Attempt > the tool
//
// A cache hit costs no token and no slot. The time for the whole call includes all waiting, that for one attempt none. An open
// breaker ends the retries at once and takes no token. Rate and concurrency are per attempt, because they protect the other side,
// and a call that waits before its next attempt holds no slot.
//
// # State
//
// What a wrapper must remember, such as tokens or cached results, belongs to the Wrapper: the tools that one Wrapper is given to
// share it, and each call of a constructor here makes new state. So the state behind generated tools belongs to the Set that one
// call of Tools() returned.
//
// Zero and negative limits mean that there is no limit; such a wrapper does nothing and costs nothing. Everything here is safe for
// concurrent use. No wrapper makes a goroutine, except for a [Hard] timeout.
package wrap

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Wrapper is one thing that stands around tools. The functions of this package make them. The zero Wrapper does nothing.
type Wrapper struct {
	around runtime.Middleware // nil: nothing

	refuse func(*runtime.Spec) string // why a tool of that description cannot have it, or ""; nil: every tool can

	// What it does to the limits that a tool declares.
	timeout time.Duration
	output  int64
	repeats bool // what is inside it runs several times in one call
}

// Tool returns t with the wrappers around it, the first outermost. The Spec of what it returns is that of t with the limits that
// the wrappers set: the timeout and the bytes of output. Without a wrapper that does something it is t itself.
//
// Tool panics on a wrapper that t cannot have, such as retries around a tool that is neither read-only nor idempotent: that is a
// mistake of the program.
func Tool(t runtime.Tool, wrappers ...Wrapper) runtime.Tool {
	if t == nil || t.Spec() == nil {
		panic("wrap.Tool: the tool is nil or has no Spec")
	}
	spec := t.Spec()
	limits, repeated := spec.Limits, false
	for _, w := range wrappers {
		if w.refuse != nil {
			if why := w.refuse(spec); why != "" {
				panic("wrap.Tool: tool " + spec.Name + ": " + why)
			}
		}
		if w.timeout > 0 && !repeated && (limits.Timeout == 0 || w.timeout < limits.Timeout) {
			limits.Timeout = w.timeout
		}
		if w.output > 0 && (limits.Output == 0 || w.output < limits.Output) {
			limits.Output = w.output
		}
		repeated = repeated || w.repeats
	}
	wrapped := &tool{spec: spec, inner: t}
	wrapped.chain = wrapped.run
	bare := true
	for i := len(wrappers) - 1; i >= 0; i-- {
		if around := wrappers[i].around; around != nil {
			bare = false
			if wrapped.chain = around(wrapped.chain); wrapped.chain == nil {
				panic("wrap.Tool: tool " + spec.Name + ": a middleware returned no Handler")
			}
		}
	}
	if bare {
		return t
	}
	if limits != spec.Limits {
		changed := *spec
		changed.Limits = limits
		wrapped.spec = &changed
	}
	return wrapped
}

// Around makes a Wrapper of a middleware. It panics on nil.
func Around(m runtime.Middleware) Wrapper {
	if m == nil {
		panic("wrap.Around: the middleware is nil")
	}
	return Wrapper{around: m}
}

// Middleware returns what [runtime.Use] puts around every tool of a registry. Nothing is refused there, because tools may come
// later: retries and cache act on the tools that have the marks they ask for, and on no others.
func (w Wrapper) Middleware() runtime.Middleware {
	if w.around == nil {
		return func(next runtime.Handler) runtime.Handler { return next }
	}
	return w.around
}

// tool is a tool with wrappers around it.
type tool struct {
	spec  *runtime.Spec
	inner runtime.Tool
	chain runtime.Handler
}

func (t *tool) Spec() *runtime.Spec { return t.spec }

func (t *tool) Execute(ctx context.Context, args []byte) runtime.Result {
	call := runtime.CallFrom(ctx)
	call.Tool, call.Args = t.spec, args
	return t.chain(ctx, &call)
}

// run is the innermost Handler. It contains a panic of the tool, so that wrappers see a Result like any other.
func (t *tool) run(ctx context.Context, call *runtime.Call) runtime.Result {
	return runtime.Run(runtime.Carry(ctx, call), t.inner, call.Args)
}

// refused is the result of a call that a wrapper did not let through.
func refused(class runtime.Class, message string) runtime.Result {
	return runtime.Result{Err: runtime.NewError(class, message).AsNotStarted()}
}

// ended is the result of a call whose time was over, or which was canceled, before the tool was reached.
func ended(ctx context.Context) runtime.Result {
	r := runtime.Failed(ctx, ctx.Err())
	r.Err = r.Err.AsNotStarted()
	return r
}
