package policy

import (
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// who is a For made ready. A nil who is everyone.
type who struct{ roles, ids, agents []string }

func whoOf(f For) *who {
	if len(f.Roles) == 0 && len(f.IDs) == 0 && len(f.Agents) == 0 {
		return nil
	}
	return &who{f.Roles, f.IDs, f.Agents}
}

// fits reports whether p is one of those that are meant.
func (w *who) fits(p *runtime.Principal) bool {
	if w == nil {
		return true
	}
	return (len(w.roles) == 0 || slices.Contains(w.roles, roleOf(p))) &&
		(len(w.ids) == 0 || globAny(w.ids, p.ID)) &&
		(len(w.agents) == 0 || globAny(w.agents, p.Agent))
}

// roleOf is the name of a caller's role: the host's own, or that of the level.
func roleOf(p *runtime.Principal) string {
	if p.RoleName != "" {
		return p.RoleName
	}
	return p.Role.String()
}
