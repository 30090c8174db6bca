package runtime

import (
	"context"
	"slices"
)

// Principal is on whose behalf a call is made. The host sets it in the context, from what it has verified; it never comes
// from arguments or from a model's text. The zero Principal is a caller nobody vouches for.
type Principal struct {
	Role     Access     // the level this caller has
	RoleName string     // the host's own name for its role, which a policy gives a level; "" where Role says it all
	ID       string     // who: a user or a service
	Agent    string     // which agent calls in that name; "" where none stands between
	Scopes   []string   // what the caller may do besides; not modified
	Parent   *Principal // who handed the work on, see Sub; nil for the first in line. Not modified
}

// Sub returns the principal of an agent, or of any other helper, to which p hands work on: own, with no level and no scope
// that p does not have, and p's ID where own has none. A registry demands of every authorizer that it allows a call for p
// as well, so that what holds p down holds a helper down too, whatever its own name, role or agent.
func (p Principal) Sub(own Principal) Principal {
	switch {
	case p.Role == Undeclared && p.RoleName != "": // p's level is a policy's to say, which is asked for p as well
	case own.Role == Undeclared && own.RoleName != "":
		own.Role = p.Role // the level of its name, and no more than this
	default:
		own.Role = min(own.Role, p.Role)
	}
	if own.ID == "" {
		own.ID = p.ID
	}
	var scopes []string
	for _, scope := range own.Scopes {
		if slices.Contains(p.Scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	own.Scopes = scopes
	own.Parent = &p
	return own
}

// Ends reports whether the line of those that p acts for, by Parent, comes to an end, within 64 of them. A line that does not, such
// as one that leads back to p, sees no tool where there is an authorizer, and no approval is good for it.
func (p *Principal) Ends() bool {
	for range 64 + 1 {
		if p == nil {
			return true
		}
		p = p.Parent
	}
	return false
}

// Call is one call on its way to a tool, as middleware sees it.
type Call struct {
	ID        string    // the caller's name for this call; "" where it gave none
	Tool      *Spec     // not modified
	Args      []byte    // as sent; a middleware that wants others sets another slice
	Principal Principal // who calls
	Attempt   int       // 1 for the first

	body *entry // what the registry runs at the end of the chain
}

// Handler answers one call.
type Handler func(ctx context.Context, call *Call) Result

// Middleware stands around a Handler. It gets the next one when the registry is built, and may answer by itself, call the
// next one once, or call it again. It runs after the decision who may call, so it never sees a call that is denied.
// What it must give back, such as a slot, it gives back in a deferred function: a tool may end the goroutine.
type Middleware func(next Handler) Handler

// WithCall returns a context that carries the ID, the Principal and the Attempt of call, for [Registry.Call] and for
// [CallFrom]. Hosts set the first two for each call that comes in; a middleware that repeats calls sets the third.
func WithCall(ctx context.Context, call Call) context.Context {
	return &callContext{Context: ctx, id: call.ID, principal: call.Principal, attempt: call.Attempt}
}

// CallFrom returns the ID, the Principal and the Attempt of the call that ctx belongs to; Tool and Args are not set. It
// works in the tool's own code and all around it. Where nothing was set, ID is empty, the Principal zero and Attempt 1.
//
// It reads what the host put into the context with [WithCall] or [WithPrincipal], so Registry.Call makes no context of its
// own for it, with one exception: where a middleware has changed one of the three in its Call.
func CallFrom(ctx context.Context) Call {
	c := callIn(ctx)
	return Call{ID: c.id, Principal: c.principal, Attempt: max(c.attempt, 1)}
}

// WithPrincipal returns a context on behalf of p; a call's ID and Attempt that ctx carries stay.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	call := CallFrom(ctx)
	call.Principal = p
	return WithCall(ctx, call)
}

// PrincipalFrom returns on whose behalf ctx is; the zero Principal, which no level covers, where nobody said.
func PrincipalFrom(ctx context.Context) Principal { return *principalIn(ctx) }

// principalIn is PrincipalFrom without a copy.
func principalIn(ctx context.Context) *Principal { return &callIn(ctx).principal }

// callIn is what ctx carries of a call, without a copy. It is not to be modified.
func callIn(ctx context.Context) *callContext {
	c, ok := ctx.(*callContext) // as where a host has just set it
	if !ok {
		c, ok = ctx.Value(callKey{}).(*callContext)
	}
	if !ok {
		return &unset
	}
	return c
}

// unset is what a context carries in which nothing was set.
var unset callContext

// callContext carries what is known of a call in one step of a context chain: one allocation to set all of it.
type callContext struct {
	context.Context
	id        string
	principal Principal
	attempt   int
}

type callKey struct{}

func (c *callContext) Value(key any) any {
	if key == (callKey{}) {
		return c
	}
	return c.Context.Value(key)
}

// Carry returns ctx where it carries of the call what call says already, else what [WithCall] makes: it is for handlers that pass
// a call on which a middleware may have changed.
func Carry(ctx context.Context, call *Call) context.Context {
	known := callIn(ctx)
	if known.id == call.ID && max(known.attempt, 1) == call.Attempt && known.principal.equal(&call.Principal) {
		return ctx
	}
	return WithCall(ctx, *call)
}

func (p *Principal) equal(q *Principal) bool {
	return p.Role == q.Role && p.RoleName == q.RoleName && p.ID == q.ID && p.Agent == q.Agent && p.Parent == q.Parent &&
		slices.Equal(p.Scopes, q.Scopes)
}
