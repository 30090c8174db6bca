package policy

import (
	"context"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// verdict is all that a snapshot says of one tool, worked out once, so that a decision is a look at the caller.
type verdict struct {
	level       runtime.Access
	levelless   *Reason // step 1: the tool has no level; nil where it has one
	stops       []stop  // steps 3 and 4, in the order in which they are looked at
	low         *Reason // step 5
	permissions []string
	rules       []bound // step 7
	asks        []stop
	careful     *Reason // not nil: a careful policy asks, unless it is excused
	excused     []*who  // by a layer that applies to one of these
	limits      *runtime.Limits
	allowed     Decision
	plain       bool // nothing is left to be looked at after step 5
}

// stop is a reason that holds for some callers.
type stop struct {
	who *who // nil for everyone
	why *Reason
}

// bound is a rule of a layer.
type bound struct {
	who  *who
	rule *rule
	why  *Reason
}

// The reasons that are the same for all tools.
var (
	noLevel     = &Reason{Decision{Rule: "no level"}}
	unknownRole = &Reason{Decision{Rule: "unknown role"}}
)

// work works out what s says of a tool.
func (s *snapshot) work(tool *runtime.Spec) *verdict {
	v := &verdict{level: s.level(tool)}
	if v.level == runtime.Undeclared {
		v.levelless = noLevel
	}
	for i := range s.layers { // step 3
		l := &s.layers[i]
		if text, fits := first(l.deny, tool); fits {
			v.stops = append(v.stops, stop{l.who, l.because(Deny, false, "deny "+text)})
		}
	}
	for i := range s.layers { // step 4
		l := &s.layers[i]
		if _, fits := first(l.allow, tool); !l.open && !fits {
			v.stops = append(v.stops, stop{l.who, l.because(Deny, false, "not on the allow list")})
		}
	}
	v.low = &Reason{Decision{Rule: "level " + v.level.String()}}
	v.permissions = s.scopes(tool)
	for i := range s.layers {
		l := &s.layers[i]
		for _, r := range l.rules {
			if _, fits := first(r.tools, tool); fits {
				effect := Deny
				if r.Ask {
					effect = Ask
				}
				v.rules = append(v.rules, bound{l.who, r, l.because(effect, true, "arguments "+r.Name)})
			}
		}
		if text, fits := first(l.ask, tool); fits {
			v.asks = append(v.asks, stop{l.who, l.because(Ask, true, "ask "+text)})
		}
		if anyNames(l.allow, tool) {
			v.excused = append(v.excused, l.who)
		}
	}
	if s.config.Careful && (tool.Remote || !tool.ReadOnly && !tool.Additive) {
		v.careful = &Reason{Decision{Effect: Ask, Rule: "careful", Visible: true}}
	}
	v.limits = s.limit(tool)
	v.allowed = Decision{Effect: Allow, Rule: "level " + v.level.String(), Visible: true}
	v.plain = len(v.permissions) == 0 && len(v.rules) == 0 && len(v.asks) == 0 && v.careful == nil && v.limits == nil
	return v
}

func (l *layer) because(effect Effect, visible bool, rule string) *Reason {
	return &Reason{Decision{Effect: effect, Rule: rule, Layer: l.name, Visible: visible}}
}

// level is the level of a tool, Undeclared for none: step 1.
func (s *snapshot) level(tool *runtime.Spec) runtime.Access {
	highest := runtime.Undeclared
	for i := range s.levels {
		l := &s.levels[i]
		if l.text == tool.Name {
			return l.level
		}
		if (!tool.Remote || l.names(tool)) && l.fits(tool) {
			highest = max(highest, l.level)
		}
	}
	switch {
	case highest != runtime.Undeclared:
		return highest
	case tool.Remote:
		for i := range s.layers {
			if anyNames(s.layers[i].allow, tool) || anyNames(s.layers[i].ask, tool) {
				return runtime.Admin
			}
		}
		return runtime.Undeclared
	case runtime.Public <= tool.Access && tool.Access <= runtime.System:
		return tool.Access
	case tool.Access == runtime.Undeclared:
		return s.config.Undeclared
	}
	return runtime.Undeclared // what it declares is no level
}

// scopes are those that a tool demands, in order.
func (s *snapshot) scopes(tool *runtime.Spec) []string {
	scopes := slices.Clone(tool.Permissions)
	for i := range s.permissions {
		if p := &s.permissions[i]; p.fits(tool) {
			scopes = append(scopes, p.scopes...)
		}
	}
	slices.Sort(scopes)
	return slices.Compact(scopes)
}

// limit is the lowest of the limits that fit a tool, nil for none.
func (s *snapshot) limit(tool *runtime.Spec) *runtime.Limits {
	var all *runtime.Limits
	for i := range s.limits {
		if l := &s.limits[i]; l.fits(tool) {
			if all == nil {
				all = new(runtime.Limits)
			}
			all.Timeout = lower(all.Timeout, l.limits.Timeout)
			all.Output = lower(all.Output, l.limits.Output)
		}
	}
	return all
}

// lower returns the lesser of two bounds, of which zero is none.
func lower[T ~int64](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// hidden returns why the tool does not exist for a caller: steps 1 to 5. nil means that the caller sees it.
func (v *verdict) hidden(s *snapshot, p *runtime.Principal) *Reason {
	if v.levelless != nil {
		return v.levelless
	}
	level := s.rank(p)
	if level == runtime.Undeclared {
		return unknownRole
	}
	for i := range v.stops {
		if v.stops[i].who.fits(p) {
			return v.stops[i].why
		}
	}
	if !level.Covers(v.level) {
		return v.low
	}
	return nil
}

// rank is the level of a caller, Undeclared for none: step 2. A role of the host's own has the level that the policy gives it,
// but no higher one than the caller has by itself.
func (s *snapshot) rank(p *runtime.Principal) runtime.Access {
	level := p.Role
	if p.RoleName != "" {
		level = s.roles[p.RoleName]
		if p.Role != runtime.Undeclared && level != runtime.Undeclared {
			level = min(level, p.Role)
			if p.Role > runtime.System {
				level = runtime.Undeclared
			}
		}
	}
	if level == runtime.Undeclared || level > runtime.System {
		return s.config.UnknownRoles
	}
	return level
}

// missing returns a scope that the caller lacks: step 6.
func (v *verdict) missing(p *runtime.Principal) (scope string, missing bool) {
	for _, scope := range v.permissions {
		if !slices.Contains(p.Scopes, scope) {
			return scope, true
		}
	}
	return "", false
}

func (v *verdict) noScope(scope string) *runtime.Error {
	reason := &Reason{Decision{Rule: "scope " + scope, Visible: true}}
	return runtime.NewError(runtime.ClassPermissionDenied,
		"this tool needs the permission "+scope+", which the caller does not have; the call was not made").WithCause(reason)
}

// reviews reports whether a call by p must be looked at: step 7.
func (v *verdict) reviews(p *runtime.Principal) bool {
	if v.cautious(p) {
		return true
	}
	for i := range v.asks {
		if v.asks[i].who.fits(p) {
			return true
		}
	}
	for i := range v.rules {
		if v.rules[i].who.fits(p) {
			return true
		}
	}
	return false
}

// cautious reports whether a careful policy asks before p calls the tool.
func (v *verdict) cautious(p *runtime.Principal) bool {
	return v.careful != nil && !slices.ContainsFunc(v.excused, func(w *who) bool { return w.fits(p) })
}

// Review judges one call: step 7. It implements runtime.Reviewer.
func (v *verdict) Review(_ context.Context, p *runtime.Principal, call *runtime.Call) (opinion runtime.Opinion) {
	ask := func(why *Reason) {
		if opinion.Ask == nil {
			opinion.Ask = why
		}
	}
	for i := range v.rules {
		b := &v.rules[i]
		if !b.who.fits(p) {
			continue
		}
		if problem := b.rule.judge(call.Args); problem != "" {
			if !b.rule.Ask {
				return runtime.Opinion{Refused: runtime.NewError(runtime.ClassPermissionDenied, problem).WithCause(b.why)}
			}
			ask(b.why)
		}
	}
	for i := range v.asks {
		if v.asks[i].who.fits(p) {
			ask(v.asks[i].why)
		}
	}
	if v.cautious(p) {
		ask(v.careful)
	}
	return opinion
}
