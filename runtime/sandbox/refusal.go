package sandbox

import "github.com/toolgen/toolgen/runtime"

// Refusal is why a program was not run: a limit that this machine cannot hold it to. Nothing of it was started. A tool may return
// it as it is; a model reads the limit and the reason, with [runtime.ClassUnavailable].
type Refusal struct {
	Limit  Limit
	Reason string
}

// Error names the limit and the reason.
func (r *Refusal) Error() string {
	return "sandbox: not run, because the limit " + string(r.Limit) + " cannot be enforced here: " + r.Reason
}

// Unwrap returns what a model is shown.
func (r *Refusal) Unwrap() error {
	return runtime.NewError(runtime.ClassUnavailable, "not run: the limit "+string(r.Limit)+" cannot be enforced on this machine: "+r.Reason).AsNotStarted()
}
