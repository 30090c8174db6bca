package sandbox

import (
	"context"

	"github.com/toolgen/toolgen/runtime"
)

// Enforce is for [runtime.Enforce] where some tools run all they do in a sandbox of this package: it holds those to the limits of
// memory and disk that a policy sets, which nothing can do for a function, and leaves all else to inner.
//
//	runtime.Enforce(sandbox.Enforce(wrap.Enforce(64), sandboxed))
//
// sandboxed says for which tools that is so: by the host's word, because no tool can be trusted to say it. For every other tool
// limits of memory and disk are refused, as inner refuses them. inner gets the limits without memory and disk; nil means that only
// these two can be set. The limits reach [Command.Run] and the tools of [Load] through the context of the call.
func Enforce(inner func(runtime.Limits) runtime.Middleware, sandboxed func(*runtime.Spec) bool) func(runtime.Limits) runtime.Middleware {
	if sandboxed == nil {
		panic("sandbox.Enforce: nobody says which tools run in a sandbox")
	}
	return func(limits runtime.Limits) runtime.Middleware {
		rest := limits
		rest.Memory, rest.Disk = 0, 0
		var around runtime.Middleware
		if rest != (runtime.Limits{}) {
			if inner == nil {
				return nil
			}
			if around = inner(rest); around == nil {
				return nil
			}
		}
		return func(next runtime.Handler) runtime.Handler {
			held := func(ctx context.Context, call *runtime.Call) runtime.Result {
				if limits.Memory <= 0 && limits.Disk <= 0 {
					return next(ctx, call)
				}
				if !sandboxed(call.Tool) {
					return runtime.Result{Err: runtime.NewError(runtime.ClassInternal,
						"this tool may only run within limits that cannot be enforced here; it was not run").AsNotStarted()}
				}
				return next(context.WithValue(ctx, demandKey{}, narrowed(demandedBy(ctx), limits)), call)
			}
			if around == nil {
				return held
			}
			return around(held)
		}
	}
}

type demandKey struct{}

// demandedBy returns the limits that a policy sets for the call of ctx; none where nothing was set.
func demandedBy(ctx context.Context) runtime.Limits {
	limits, _ := ctx.Value(demandKey{}).(runtime.Limits)
	return limits
}

func narrowed(a, b runtime.Limits) runtime.Limits {
	lower(&a.Timeout, b.Timeout)
	lower(&a.Memory, b.Memory)
	lower(&a.Disk, b.Disk)
	lower(&a.Output, b.Output)
	return a
}
