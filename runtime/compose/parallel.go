package compose

import (
	"cmp"
	"context"

	"github.com/toolgen/toolgen/runtime"
)

// Call is one of several calls that were asked for at once, as a model asks for them in one turn.
type Call struct {
	ID       string // the caller's name for the call; two calls may have the same
	Tool     string
	Args     []byte   // as sent: nothing in it is a reference
	Keys     []string // what the call uses that must not be used twice at the same time, such as a file
	Parallel bool     // may run beside others although its tool changes things
}

// Parallel makes the calls on behalf of the caller in ctx, at most limit at a time (0 means [DefaultLimit]), and returns one
// answer for each, in their order, when all are over, whichever ends first.
//
// Calls of tools that change things, or that this caller cannot see, run alone, and calls with a common key one after the
// other, both in the order of calls, as in a [Plan]. A call that fails holds up nothing. The calls that have not begun when
// ctx ends are canceled, or timeouts; those that run are awaited. A tool that panics or ends its goroutine is answered as
// internal.
func Parallel(ctx context.Context, on Caller, limit int, calls ...Call) []Answer {
	g := graph{needs: make([][]int32, len(calls))}
	g.sort()
	g.link(func(i int32) []string { return calls[i].Keys }, func(i int32) bool {
		if calls[i].Parallel {
			return false
		}
		spec, may := on.Visible(ctx, calls[i].Tool)
		return !may || !spec.OnlyReads()
	})
	answers := make([]Answer, len(calls))
	progress, settled := runtime.ProgressFrom(ctx), 0
	s := schedule{
		graph:    g,
		limit:    limit,
		tolerant: func(int32) bool { return true },
		name:     func(i int32) string { return cmp.Or(calls[i].ID, calls[i].Tool) },
		start: func(i int32) func(context.Context) runtime.Result {
			return func(ctx context.Context) runtime.Result {
				call := runtime.CallFrom(ctx)
				call.ID, call.Attempt = calls[i].ID, 1
				return on.Call(runtime.WithCall(quiet(ctx), call), calls[i].Tool, calls[i].Args)
			}
		},
		settled: func(i int32, _ runtime.Result) {
			settled++
			progress.Report(settled, len(calls), calls[i].ID)
		},
	}
	for i, r := range s.run(ctx) {
		answers[i] = Answer{calls[i].ID, r}
	}
	return answers
}
