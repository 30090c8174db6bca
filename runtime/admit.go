package runtime

import (
	"context"

	"github.com/toolgen/toolgen/runtime/codec"
)

// This file is what happens between the decision by name and the call, for the few calls where anything has to: a refusal
// that the caller may know of, the review of arguments, a person's approval, and limits that are not the tool's own.

// Enforce says how calls are held to the limits that a Verdict sets: limit returns the middleware that does it, which goes
// around all that Use adds, or nil where it cannot hold a call to one of them. Such a call, and any with limits in a registry
// without Enforce, is refused: a limit is enforced or the tool does not run. The last Enforce counts. It panics on nil.
func Enforce(limit func(Limits) Middleware) Option {
	if limit == nil {
		panic("runtime.Enforce: the function is nil")
	}
	return func(c *config) { c.enforce = limit }
}

// cause is an error of fixed words. As a constant it costs a program that does not use it nothing.
type cause string

func (c cause) Error() string { return string(c) }

const (
	errNoEnforcer cause = "the policy sets limits and the registry has nothing to enforce them: give it runtime.Enforce"
	errNoLimit    cause = "runtime.Enforce cannot hold this tool to the limits that the policy sets"
)

// admitted is a call that may be made.
type admitted struct {
	args     []byte     // what the tool gets
	around   Middleware // nil where there is nothing
	approval *Approval  // nil where nobody was asked
}

// callGuarded makes a call that v says something of.
func (r *Registry) callGuarded(ctx context.Context, e *entry, args []byte, v *Verdict) Result {
	a, refusal := r.admit(ctx, e, args, v)
	if refusal != nil {
		return Result{Err: refusal}
	}
	return r.run(ctx, e, a.args, a.around)
}

// admit does what v asks for before the tool may run. Its error is the answer to the caller.
func (r *Registry) admit(ctx context.Context, e *entry, args []byte, v *Verdict) (admitted, *Error) {
	a := admitted{args: args}
	if v.Refused != nil {
		return a, v.Refused
	}
	if v.Limits != nil {
		if r.enforce == nil {
			return a, unenforced(errNoEnforcer)
		}
		if a.around = limiting(r.enforce, *v.Limits); a.around == nil {
			return a, unenforced(errNoLimit)
		}
	}
	if v.Review == nil {
		return a, nil
	}
	canonical, err := codec.Canonical(args)
	if err != nil {
		return a, Invalid(err).Err
	}
	a.args = canonical[:len(canonical):len(canonical)]
	call := CallFrom(ctx)
	call.Tool, call.Args, call.body = e.spec, a.args, e
	opinion := reviewed(ctx, v.Review, &call)
	if opinion.Refused == nil && opinion.Ask != nil {
		call.Args = a.args // whatever a Reviewer has set
		a.approval, opinion.Refused = r.approved(ctx, &call, opinion.Ask)
	}
	return a, opinion.Refused
}

// limiting returns the middleware for limits, or nil where there is none or the host's function panics.
func limiting(enforce func(Limits) Middleware, limits Limits) (m Middleware) {
	defer func() { _ = recover() }()
	return enforce(limits)
}

func unenforced(why error) *Error {
	return NewError(ClassInternal, "this tool may only run within limits that cannot be enforced here; it was not run").WithCause(why)
}

// reviewed contains a panic of a Reviewer, as a refusal.
func reviewed(ctx context.Context, r Reviewer, call *Call) (opinion Opinion) {
	who := call.Principal
	decided := false
	defer func() {
		if decided {
			return
		}
		var why error = errUndecided
		if v := recover(); v != nil {
			why = panicked(v)
		}
		opinion = Opinion{Refused: NewError(ClassPermissionDenied, "the call could not be judged and was not made").WithCause(why)}
	}()
	opinion = r.Review(ctx, &who, call)
	decided = true
	return opinion
}
