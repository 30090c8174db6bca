package wrap

import (
	"context"

	"github.com/toolgen/toolgen/runtime"
)

// Concurrency lets at most n calls, or attempts where it stands inside [Retry], run at once. Others wait until one is over or their
// context is; who waits in vain gets ClassTimeout or ClassCanceled, and the error says that nothing was started. A slot comes back
// however the call ends, also where the tool ends its goroutine; that of a body that a [Hard] timeout has left behind when it
// returns.
func Concurrency(n int) Wrapper {
	if n <= 0 {
		return Wrapper{}
	}
	slots := make(chan struct{}, n)
	return Wrapper{around: func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			if ctx.Err() != nil {
				return ended(ctx)
			}
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				return ended(ctx)
			}
			defer func() { <-slots }()
			return next(ctx, call)
		}
	}}
}
