package runtime

import "context"

// Authorizer decides which tools a caller may see and call. The registry asks it before anything of a tool runs, and for
// every listing, so the two cannot differ: a tool that is denied is left out of listings and proposals, and a call of it
// is answered with the very bytes of a name that does not exist.
type Authorizer interface {
	// Authorize returns nil if p may see and call tool, else the reason why not, which observers get and callers never.
	// A panic denies too. It is called often and concurrently, and should neither wait nor look at anything but its
	// arguments and its own state; it does not modify tool. Where p has a Parent the registry asks for that one as well.
	Authorize(ctx context.Context, p Principal, tool *Spec) error
}

// AuthorizerFunc is a function that is an Authorizer.
type AuthorizerFunc func(ctx context.Context, p Principal, tool *Spec) error

// Authorize calls f.
func (f AuthorizerFunc) Authorize(ctx context.Context, p Principal, tool *Spec) error {
	return f(ctx, p, tool)
}

// Judge is an Authorizer that has more to say than yes and no: a tool that the caller sees may be refused for want of a
// scope, for its arguments, or until a person agrees. The registry calls Judge in place of Authorize, under the same terms.
// Whoever writes one says so to the compiler (var _ runtime.Judge = rules{}): with any other signature it is an Authorizer and no
// more.
type Judge interface {
	Authorizer
	// Judge returns nil where the call may go on, whatever its arguments are. It neither keeps nor changes what p points to.
	Judge(ctx context.Context, p *Principal, tool *Spec) *Verdict
}

// Verdict is what a Judge says of a caller and a tool before anything is known of the arguments, where there is anything to
// say. It is not modified.
type Verdict struct {
	Hidden  error    // not nil: the tool does not exist for this caller, as when Authorize returns it
	Refused *Error   // not nil: the caller sees the tool and may not call it
	Review  Reviewer // what judges the arguments of each call; nil: nothing does, and they are not looked at
	Limits  *Limits  // bounds on each call that the tool itself does not know of; nil for none. See Enforce
}

// Reviewer judges one call by its arguments.
type Reviewer interface {
	// Review judges call, whose Args are in canonical form (see codec.Canonical): they are what the tool will get, byte by
	// byte. p is whom the judgment is about: the caller, or one of those that it acts for; it is neither kept nor changed. A
	// panic refuses.
	Review(ctx context.Context, p *Principal, call *Call) Opinion
}

// Opinion is what a Reviewer says of one call. The zero Opinion lets it go on.
type Opinion struct {
	Refused *Error // not nil: the call is not made
	Ask     error  // not nil: a person must agree first; why
}

// judge makes a Judge of any Authorizer.
func judge(a Authorizer) Judge {
	if j, ok := a.(Judge); ok {
		return j
	}
	return plainJudge{a}
}

type plainJudge struct{ Authorizer }

func (j plainJudge) Judge(ctx context.Context, p *Principal, tool *Spec) *Verdict {
	if err := j.Authorize(ctx, *p, tool); err != nil {
		return &Verdict{Hidden: err}
	}
	return nil
}

const (
	errUndecided cause = "no decision was reached"
	errEndless   cause = "the caller acts for itself, or for more principals than may stand in one line"
)

// denied returns why the caller in ctx may not see tool, or nil if it may.
func (r *Registry) denied(ctx context.Context, tool *Spec) error {
	if r.ask != nil {
		if v := r.ask(r, ctx, tool); v != nil {
			return v.Hidden
		}
	}
	return nil
}

// judge asks everyone who has a say; nil means that nobody has anything against the call. It fails closed: until all have
// agreed the answer is no, and a panic does not change it.
func (r *Registry) judge(ctx context.Context, tool *Spec) (v *Verdict) {
	decided := false
	defer func() {
		if !decided {
			v = undecided(recover())
		}
	}()
	p := principalIn(ctx)
	if len(r.judges) == 1 && p.Parent == nil {
		v = r.judges[0].Judge(ctx, p, tool)
	} else {
		v = r.judgeAll(ctx, p, tool)
	}
	decided = true
	return v
}

// undecided is the verdict where a Judge did not return.
func undecided(recovered any) *Verdict {
	if recovered == nil {
		return &Verdict{Hidden: errUndecided}
	}
	return &Verdict{Hidden: panicked(recovered)}
}

// judgeAll is the verdict on which all agree, for the caller and for all those it acts for: the first no is the answer, all
// reviews must pass, and of two limits the lower counts.
func (r *Registry) judgeAll(ctx context.Context, caller *Principal, tool *Spec) *Verdict {
	if !caller.Ends() {
		return &Verdict{Hidden: errEndless}
	}
	var all Verdict
	var reviews reviewers
	for p := caller; p != nil; p = p.Parent {
		for _, j := range r.judges {
			v := j.Judge(ctx, p, tool)
			if v == nil {
				continue
			}
			if v.Hidden != nil {
				return v // before any refusal, which would tell that the tool exists
			}
			if all.Refused == nil {
				all.Refused = v.Refused
			}
			if v.Review != nil {
				reviews = append(reviews, review{v.Review, p})
			}
			if v.Limits != nil {
				all.Limits = all.Limits.lower(v.Limits)
			}
		}
	}
	if len(reviews) > 0 {
		all.Review = reviews
	}
	if all.Refused == nil && all.Review == nil && all.Limits == nil {
		return nil
	}
	return &all
}

// reviewers are several Reviewers, each with whom it judges.
type reviewers []review

type review struct {
	by  Reviewer
	who *Principal
}

// Review lets the first refusal decide, then the first that wants to ask.
func (all reviewers) Review(ctx context.Context, _ *Principal, call *Call) (opinion Opinion) {
	for _, r := range all {
		switch o := r.by.Review(ctx, r.who, call); {
		case o.Refused != nil:
			return o
		case opinion.Ask == nil:
			opinion.Ask = o.Ask
		}
	}
	return opinion
}

// lower returns limits under which a call keeps to both; nil is no limit.
func (l *Limits) lower(m *Limits) *Limits {
	if l == nil {
		return m
	}
	both := Limits{
		Timeout: least(l.Timeout, m.Timeout),
		Memory:  least(l.Memory, m.Memory),
		Disk:    least(l.Disk, m.Disk),
		Output:  least(l.Output, m.Output),
	}
	return &both
}

// least returns the lesser of two bounds, of which zero is none.
func least[T ~int64](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}
