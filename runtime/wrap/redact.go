package wrap

import (
	"context"

	"github.com/toolgen/toolgen/runtime"
)

// Redact hides the secrets of a call ([runtime.Spec.Secrets]) in what comes back: in text, in the strings of JSON, in errors and in
// notes; see [runtime.RedactResult]. It belongs outermost, so that no other wrapper adds to the result behind it. Around a tool
// without secrets it does nothing.
func Redact() Wrapper {
	return Wrapper{around: func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			if len(call.Tool.Secrets) == 0 {
				return next(ctx, call)
			}
			tool, args := call.Tool, call.Args // as they came, whatever is inside does to the Call
			return runtime.RedactResult(tool, args, next(ctx, call))
		}
	}}
}
