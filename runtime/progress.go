package runtime

import "context"

// Progress is how a tool says how far it is, to whoever waits for the call. A tool takes it as a parameter, which is
// injected and stands in no schema (F6), or asks for it with [ProgressFrom]. The zero Progress drops what it is told, so a
// tool never asks whether somebody listens. It is a small value, safe to copy and, as far as the listener is, for
// concurrent use.
type Progress struct {
	listen func(Step)
}

// Step is one report of a Progress.
type Step struct {
	Done    int    // how much is done, in a unit of the tool's own; it should grow from report to report
	Total   int    // how much there is, in the same unit; 0 where nobody knows
	Message string // what is being done, one line for a person; "" where there is nothing to say
}

// Report tells the listener how far the call is; see [Step] for the values. It returns when the listener does, and costs no
// allocation.
func (p Progress) Report(done, total int, message string) {
	if p.listen != nil {
		p.listen(Step{Done: done, Total: total, Message: message})
	}
}

// Heard reports whether somebody listens, for a message that is expensive to make.
func (p Progress) Heard() bool { return p.listen != nil }

// WithProgress returns a context whose calls report to listen. Hosts set it for a caller who asked for progress. Tools
// call listen from any of their goroutines, and one that goes on in the background may do so after its call is over. A nil
// listen silences the calls of a context that had a listener.
func WithProgress(ctx context.Context, listen func(Step)) context.Context {
	return context.WithValue(ctx, progressKey{}, listen)
}

// ProgressFrom returns the Progress of the call that ctx belongs to; the zero one where nobody listens.
func ProgressFrom(ctx context.Context) Progress {
	listen, _ := ctx.Value(progressKey{}).(func(Step))
	return Progress{listen: listen}
}

type progressKey struct{}
