package runtime

import (
	"context"
	"errors"
)

// Authorizer decides which tools a caller may see and call. The registry asks it before anything of a tool runs, and for
// every listing, so the two cannot differ: a tool that is denied is left out of listings and proposals, and a call of it
// is answered with the very bytes of a name that does not exist.
type Authorizer interface {
	// Authorize returns nil if p may see and call tool, else the reason why not, which observers get and callers never.
	// A panic denies too. It is called often and concurrently, and should neither wait nor look at anything but its
	// arguments and its own state; it does not modify tool.
	Authorize(ctx context.Context, p Principal, tool *Spec) error
}

// AuthorizerFunc is a function that is an Authorizer.
type AuthorizerFunc func(ctx context.Context, p Principal, tool *Spec) error

// Authorize calls f.
func (f AuthorizerFunc) Authorize(ctx context.Context, p Principal, tool *Spec) error {
	return f(ctx, p, tool)
}

var errUndecided = errors.New("no decision was reached")

// denied returns why the caller in ctx may not see and call tool, or nil if it may. Every authorizer must agree.
func (r *Registry) denied(ctx context.Context, tool *Spec) error {
	if len(r.authorizers) == 0 {
		return nil
	}
	return r.ask(ctx, tool)
}

// ask fails closed: until all have agreed the answer is no, and a panic does not change it.
func (r *Registry) ask(ctx context.Context, tool *Spec) (reason error) {
	agreed := false
	reason = errUndecided
	defer func() {
		if !agreed {
			if v := recover(); v != nil {
				reason = panicked(v)
			}
		}
	}()
	principal := PrincipalFrom(ctx)
	for _, a := range r.authorizers {
		if err := a.Authorize(ctx, principal, tool); err != nil {
			return err
		}
	}
	agreed = true
	return nil
}
