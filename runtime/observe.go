package runtime

import (
	"context"
	"sync/atomic"
	"time"
)

// Observer is told of every call of a registry, the denied and the unknown ones too, for logs, audits and traces. It is
// called concurrently. It neither keeps nor changes args: they are the caller's, or a copy in which secrets are hidden, see
// [RedactArgs].
type Observer interface {
	// Begin is told that a call came in, before anything is decided. The context it returns is the call's from then on
	// and carries on what ctx carries; nil means ctx. If Begin panics the call is refused: what cannot be recorded does
	// not run.
	Begin(ctx context.Context, name string, args []byte) context.Context

	// End is told what became of it, once for each Begin, also where the tool ended its goroutine. ctx is the call's.
	// If End panics the result stands, and the other observers are told all the same.
	End(ctx context.Context, outcome *Outcome)
}

// Outcome is a call that is over. It belongs to the registry: observers copy what they keep, and modify nothing.
type Outcome struct {
	Name     string // as the caller spelt it: any text of any length
	Call     Call   // Call.Tool is nil where no such tool is registered; secrets are hidden in Call.Args
	Denied   error  // why the authorizer said no; nil where it said yes or no such tool is registered. The caller sees an unknown tool
	Approver string // who agreed to the call, where a person had to
	Result   Result // what the caller got, with secrets hidden
	Began    time.Time
	Elapsed  time.Duration
	// Attempts is how often the tool was tried, where a middleware repeats calls and says so with [Attempted]; else 1 for a call
	// that was allowed, and 0 for one that was not.
	Attempts int
}

// Attempted tells the observers of the call in ctx that its attempt n begins, counted from 1. A middleware that repeats calls
// says so of each repetition. Where nobody observes it does nothing.
func Attempted(ctx context.Context, n int) {
	if o, ok := ctx.Value(observedKey{}).(*observed); ok {
		for {
			known := o.attempts.Load()
			if int32(n) <= known || o.attempts.CompareAndSwap(known, int32(n)) {
				return
			}
		}
	}
}

// observed is the context of a call that is observed, and what is known of it: one allocation for all.
type observed struct {
	context.Context
	outcome  Outcome
	attempts atomic.Int32 // apart from outcome: a body that was abandoned may go on trying after the end
}

type observedKey struct{}

func (o *observed) Value(key any) any {
	if key == (observedKey{}) {
		return o
	}
	return o.Context.Value(key)
}

// callObserved is Call with observers around it.
func (r *Registry) callObserved(ctx context.Context, name string, args []byte) Result {
	w := &observed{outcome: Outcome{Name: name, Call: Call{Args: args}, Began: time.Now()}}
	o := &w.outcome
	e := r.find(name)
	if e != nil {
		o.Call.Args = RedactArgs(e.spec, args)
	}
	shown := o.Call.Args
	begun, answered := 0, false
	defer func() {
		if !answered { // the tool ended the goroutine, and panics are contained already
			o.Result = broken(name, errGoexit)
		}
		o.Elapsed = time.Since(o.Began)
		o.Attempts = int(w.attempts.Load())
		if o.Call.Tool != nil {
			o.Result = RedactResult(o.Call.Tool, args, o.Result)
		}
		for i := begun - 1; i >= 0; i-- {
			tell(ctx, r.observers[i], o)
		}
	}()
	for _, observer := range r.observers {
		var err error
		if ctx, err = begin(ctx, observer, name, shown); err != nil {
			o.Result = Result{Err: NewError(ClassInternal, "the call could not be recorded and was not run").WithCause(err)}
			answered = true
			return o.Result
		}
		begun++
	}
	w.Context = ctx
	ctx = w
	o.Call = CallFrom(ctx)
	o.Call.Args = shown
	o.Result = r.recorded(ctx, e, name, args, w)
	answered = true
	return o.Result
}

// recorded decides about a call, writes down what was decided, and makes it.
func (r *Registry) recorded(ctx context.Context, e *entry, name string, args []byte, w *observed) Result {
	if e == nil {
		return r.unknown(ctx, name)
	}
	o := &w.outcome
	o.Call.Tool = e.spec
	a := admitted{args: args}
	if r.ask != nil {
		if v := r.judge(ctx, e.spec); v != nil {
			if o.Denied = v.Hidden; o.Denied != nil {
				return r.unknown(ctx, name)
			}
			var refusal *Error
			if a, refusal = r.admit(ctx, e, args, v); refusal != nil {
				return Result{Err: refusal}
			}
			if a.approval != nil {
				o.Approver = a.approval.by
			}
		}
	}
	w.attempts.Store(1)
	return r.run(ctx, e, a.args, a.around)
}

// begin contains a panic of an observer, as an error.
func begin(ctx context.Context, observer Observer, name string, args []byte) (out context.Context, err error) {
	out = ctx
	defer func() {
		if v := recover(); v != nil {
			out, err = ctx, panicked(v)
		}
	}()
	if inner := observer.Begin(ctx, name, args); inner != nil {
		out = inner
	}
	return out, nil
}

// tell contains a panic of an observer; there is nobody left to report it to.
func tell(ctx context.Context, observer Observer, o *Outcome) {
	defer func() { _ = recover() }()
	observer.End(ctx, o)
}
