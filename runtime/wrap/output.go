package wrap

import (
	"context"

	"github.com/toolgen/toolgen/runtime"
)

// Output bounds a result to n bytes of Text, JSON and Parts together. It sets Limits.Output of the tool.
//
// [runtime.Bound] says how: text is cut, parts are left out, and a value that is too long is an error.
//
// It bounds what goes on to the model and what is kept, not what the tool holds in memory while it runs.
func Output(n int64) Wrapper {
	if n <= 0 {
		return Wrapper{}
	}
	around := func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			return runtime.Bound(next(ctx, call), n)
		}
	}
	return Wrapper{around: around, output: n}
}
