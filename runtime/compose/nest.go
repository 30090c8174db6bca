package compose

import (
	"context"
	goruntime "runtime"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// MaxNesting is how many composites may stand inside each other.
const MaxNesting = 16

// nest is a composite that runs, and those around it.
type nest struct {
	around *nest
	of     any // the composite
	depth  int
}

type nestKey struct{}

// enter notes in the context that a composite runs. One that runs in itself, through the registry, would go on for ever, and
// one that is nested too deep nearly so: both are refused with ClassResourceExhausted.
func enter(ctx context.Context, of any) (context.Context, *runtime.Error) {
	around, _ := ctx.Value(nestKey{}).(*nest)
	n := &nest{around: around, of: of, depth: 1}
	if around != nil {
		n.depth = around.depth + 1
	}
	if n.depth > MaxNesting {
		return ctx, runtime.NewError(runtime.ClassResourceExhausted, "composites stand inside each other more than "+strconv.Itoa(MaxNesting)+" deep")
	}
	for ; around != nil; around = around.around {
		if around.of == of {
			return ctx, runtime.NewError(runtime.ClassResourceExhausted, "the tool calls itself through the tools inside it")
		}
	}
	return context.WithValue(ctx, nestKey{}, n), nil
}

// inner returns the context of one call inside a composite: the principal stays, the ID says where the call belongs, and
// what the tool reports of its progress is not that of the composite.
func inner(ctx context.Context, id string) context.Context {
	outer := runtime.CallFrom(ctx)
	call := runtime.Call{ID: id, Principal: outer.Principal, Attempt: 1}
	if outer.ID != "" {
		call.ID = outer.ID + "/" + id
	}
	return runtime.WithCall(quiet(ctx), call)
}

// quiet takes the listener away: what several tools report of their progress does not add up to that of the whole.
func quiet(ctx context.Context) context.Context {
	if runtime.ProgressFrom(ctx).Heard() {
		return runtime.WithProgress(ctx, nil)
	}
	return ctx
}

// over returns why nothing more is to be started, nil where ctx goes on.
func over(ctx context.Context) *runtime.Error {
	switch err := ctx.Err(); err {
	case nil:
		return nil
	case context.DeadlineExceeded:
		return runtime.NewError(runtime.ClassTimeout, "not run: the time for this call was over before it began").AsNotStarted().WithCause(context.Cause(ctx))
	default:
		return runtime.NewError(runtime.ClassCanceled, "not run: the call was canceled before it began").AsNotStarted().WithCause(context.Cause(ctx))
	}
}

// reachable returns an error where the caller may not call one of the tools, before any of them runs. Which tool it is, and
// whether it exists at all, is not for the caller to know.
func reachable(ctx context.Context, on Caller, steps []step) *runtime.Error {
	for i := range steps {
		if _, may := on.Visible(ctx, steps[i].tool); !may {
			return unreachable(steps[i].id)
		}
	}
	return nil
}

// unavailable is what a caller is told of a tool that it may not call, or that does not exist.
const unavailable = "the tool that it needs is not available to this caller"

func unreachable(id string) *runtime.Error {
	return runtime.NewError(runtime.ClassPermissionDenied, "step "+strconv.Quote(id)+": "+unavailable)
}

// nameless takes the name of the tool out of the answer of a registry to a name that does not exist for the caller.
func nameless(r runtime.Result) runtime.Result {
	if r.Err == nil || r.Err.Class != runtime.ClassUnknownTool {
		return r
	}
	return runtime.Result{Err: runtime.NewError(runtime.ClassPermissionDenied, unavailable).WithCause(r.Err)}
}

// panicked makes an error of what recover returned.
func panicked(recovered any) error {
	stack := make([]byte, 64<<10)
	return &runtime.PanicError{Value: recovered, Stack: stack[:goruntime.Stack(stack, false)]}
}
