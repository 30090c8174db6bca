// Package policy decides who may see and call which tools, with which arguments, and when a person must agree.
//
// A policy comes from a file ([Load]) or from Go ([New]): levels, roles, and layers of allow, deny and ask. What goes out is
// one [Decision] for a caller and a call. A [Policy] is a runtime.Judge: given to a registry by runtime.Authorize it is
// asked before anything of a tool runs, and for every listing. The decision, in this order:
//
//  1. A tool without a level is denied. A level is what the policy says, else what the tool declares; a remote tool's word
//     does not count: it has none until the policy names it, and is admin then unless the policy says otherwise.
//  2. A caller whose role is unknown or empty is denied.
//  3. A tool on the deny list of any layer that applies to the caller is denied. Nothing makes an exception.
//  4. Every layer that applies and has an allow list must have the tool on it. An empty list allows nothing.
//  5. The level of the caller must cover the level of the tool.
//  6. The caller must have all scopes that the tool demands, by itself or by the policy. From here on the caller sees the
//     tool, and refusals say why.
//  7. The arguments must keep every argument rule of the layers that apply. Then, if a layer asks, or the policy is careful
//     and the tool may destroy something, a person must agree.
//
// Whatever cannot be decided is denied: an error in a policy keeps it from loading, a panic denies the call, and without a
// person's yes what is asked for is not done (runtime.Ask). So layers can only narrow, whatever their order.
//
// The package is part of the core: the standard library alone, without reflect and fmt.
package policy

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// Policy decides by the rules of one [Config], which Swap replaces as a whole: each decision is made by one of them, never by
// parts of two. The zero Policy is the one of an empty Config, which knows levels and scopes alone. It is safe for
// concurrent use; deciding takes no lock and, unless something is refused, makes no allocation. It must not be copied.
type Policy struct {
	now     atomic.Pointer[snapshot]
	changes sync.Mutex // held by those who replace now
}

var _ runtime.Judge = (*Policy)(nil)

// New returns the policy of c. known are the tools that the program has, as they are registered: a name or a pattern in c
// that fits none of them is an error, because a misspelt deny list denies nothing. The error is an *[Error] with all that is
// wrong. c is not kept.
func New(c Config, known ...runtime.Set) (*Policy, error) {
	p := new(Policy)
	if err := p.Swap(c, known...); err != nil {
		return nil, err
	}
	return p, nil
}

// BuiltIn returns the policy of adapters to the outside that were given none: levels and scopes alone, no layer, nobody is
// asked. Their callers have the role public unless the host says otherwise.
func BuiltIn() *Policy { return new(Policy) }

// Swap makes p decide by c from now on, or changes nothing and returns what is wrong, as New does. Where no tools are given
// those that p knows already are meant.
func (p *Policy) Swap(c Config, known ...runtime.Set) error {
	p.changes.Lock()
	defer p.changes.Unlock()
	return p.swap(c, known)
}

func (p *Policy) swap(c Config, known []runtime.Set) error {
	tools := p.snapshot().known
	if len(known) > 0 {
		tools = specsOf(known)
	}
	next, err := compile(c, tools)
	if err != nil {
		return err
	}
	p.now.Store(next)
	return nil
}

// snapshot returns what p decides by at this moment.
func (p *Policy) snapshot() *snapshot {
	if s := p.now.Load(); s != nil {
		return s
	}
	return empty
}

// Effect is what a decision comes to.
type Effect uint8

// The effects. The zero Effect is the safe one.
const (
	Deny Effect = iota
	Ask         // a person must agree first
	Allow
)

// String returns deny, ask or allow.
func (e Effect) String() string {
	switch e {
	case Allow:
		return "allow"
	case Ask:
		return "ask"
	}
	return "deny"
}

// Decision is what a policy says of a call, and why.
type Decision struct {
	Effect  Effect
	Rule    string // what decided, such as "deny file_*", "level admin" or "unknown role"
	Layer   string // the name of the layer that Rule stands in; "" where it is in none
	Visible bool   // the caller may know of the tool: it is listed, and a refusal says why
}

// String returns the effect, the rule and the layer, as in "deny: deny file_* in layer visitors".
func (d Decision) String() string {
	text := d.Effect.String() + ": " + d.Rule
	if d.Layer != "" {
		text += " in layer " + d.Layer
	}
	return text
}

// Reason is the error that says which decision kept a call from being made. It is for the host: observers find it in
// Outcome.Denied and behind Outcome.Result.Err, by errors.As.
type Reason struct{ Decision }

// Error returns the decision in words.
func (r *Reason) Error() string { return "policy: " + r.String() }

// Decide returns what p says of a call by who: of its Tool, nil being one that does not exist, and of its Args. Where who acts
// for others the strictest of the decisions about them all counts. A registry asks by itself; Decide is for hosts and tests.
func (p *Policy) Decide(ctx context.Context, who runtime.Principal, call runtime.Call) (decision Decision) {
	decided := false
	defer func() {
		if !decided {
			_ = recover()
			decision = Decision{Rule: "the policy panicked"}
		}
	}()
	if !who.Ends() {
		decided = true
		return Decision{Rule: "a line of principals without an end"}
	}
	s := p.snapshot()
	decision = s.decide(ctx, &who, &call)
	for up := who.Parent; up != nil; up = up.Parent {
		if d := s.decide(ctx, up, &call); d.Effect < decision.Effect || d.Effect == decision.Effect && decision.Visible && !d.Visible {
			decision = d
		}
	}
	decided = true
	return decision
}

// decide is Decide for who alone.
func (s *snapshot) decide(ctx context.Context, who *runtime.Principal, call *runtime.Call) Decision {
	if call.Tool == nil {
		return Decision{Rule: "unknown tool"}
	}
	v := s.verdict(call.Tool)
	if reason := v.hidden(s, who); reason != nil {
		return reason.Decision
	}
	if scope, missing := v.missing(who); missing {
		return Decision{Rule: "scope " + scope, Visible: true}
	}
	if v.reviews(who) {
		args, err := codec.Canonical(call.Args)
		if err != nil {
			return Decision{Rule: "arguments that are not valid", Visible: true}
		}
		judged := runtime.Call{ID: call.ID, Tool: call.Tool, Args: args, Principal: call.Principal, Attempt: call.Attempt}
		switch o := v.Review(ctx, who, &judged); {
		case o.Refused != nil:
			return reasonOf(o.Refused)
		case o.Ask != nil:
			return reasonOf(o.Ask)
		}
	}
	return v.allowed
}

func reasonOf(err error) Decision {
	if r, ok := errors.AsType[*Reason](err); ok {
		return r.Decision
	}
	return Decision{Rule: "no reason given"}
}

// Authorize reports whether who may know of tool, as runtime.Authorizer wants it: the error is a *[Reason].
func (p *Policy) Authorize(_ context.Context, who runtime.Principal, tool *runtime.Spec) error {
	s := p.snapshot()
	if reason := s.verdict(tool).hidden(s, &who); reason != nil {
		return reason
	}
	return nil
}

// Judge is Authorize for a registry, which also wants to know what there is to be judged besides.
func (p *Policy) Judge(_ context.Context, who *runtime.Principal, tool *runtime.Spec) *runtime.Verdict {
	s := p.snapshot()
	v := s.verdict(tool)
	switch reason := v.hidden(s, who); {
	case reason != nil:
		return &runtime.Verdict{Hidden: reason}
	case v.plain:
		return nil
	}
	return v.more(who)
}

// more is what there is to be said to a caller that sees a tool of which the level is not all.
func (v *verdict) more(who *runtime.Principal) *runtime.Verdict {
	scope, missing := v.missing(who)
	switch {
	case missing:
		return &runtime.Verdict{Refused: v.noScope(scope)}
	case v.reviews(who):
		return &runtime.Verdict{Review: v, Limits: v.limits}
	case v.limits != nil:
		return &runtime.Verdict{Limits: v.limits}
	}
	return nil
}

// Limits returns the limits that p sets for calls of tool, besides those of its own. A registry has them enforced by what
// runtime.Enforce names.
func (p *Policy) Limits(tool *runtime.Spec) runtime.Limits {
	if l := p.snapshot().verdict(tool).limits; l != nil {
		return *l
	}
	return runtime.Limits{}
}

// Config returns a copy of what p decides by at this moment, to be looked at, or changed and given to Swap.
func (p *Policy) Config() Config {
	c := p.snapshot().config.clone()
	c.at = nil
	return c
}
