package policy

import (
	"errors"
	"maps"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// This file is the API in the form in which the first design of the project had it: levels and limits set one by one, and
// a question by the names of a tool and a role.

// SetAccessLevel gives a tool that p knows a level, whatever it declares. An unknown tool is an error: a level that was set for
// a misspelt name would leave the tool as it was. Each call replaces the whole policy, as Swap does.
func (p *Policy) SetAccessLevel(tool string, level runtime.Access) error {
	return p.edit(tool, func(c *Config) {
		c.Levels = maps.Clone(c.Levels)
		if c.Levels == nil {
			c.Levels = map[string]runtime.Access{}
		}
		c.Levels[tool] = level
	})
}

// SetResourceLimit bounds the calls of a tool that p knows, in place of what was set by that name before; zero limits take
// the bound away. Amounts of memory and disk are refused, because nothing can hold a function of this process to them. What
// is set is enforced by what runtime.Enforce names, or the tool is not run.
func (p *Policy) SetResourceLimit(tool string, limits runtime.Limits) error {
	return p.edit(tool, func(c *Config) {
		c.Limits = maps.Clone(c.Limits)
		if c.Limits == nil {
			c.Limits = map[string]runtime.Limits{}
		}
		c.Limits[tool] = limits
		if limits == (runtime.Limits{}) {
			delete(c.Limits, tool)
		}
	})
}

// edit swaps in a changed copy of what p decides by.
func (p *Policy) edit(tool string, change func(*Config)) error {
	p.changes.Lock()
	defer p.changes.Unlock()
	s := p.snapshot()
	if _, known := s.known[tool]; !known {
		return errors.New("policy: unknown tool " + strconv.Quote(tool) + didYouMean(tool, sortedKeys(s.known), "the policy was made without it"))
	}
	c := s.config
	c.at = nil // what is changed stands in no file
	change(&c)
	next, err := compile(c, s.known)
	if err != nil {
		return err
	}
	p.now.Store(next)
	return nil
}

// CanExecute reports whether a caller of that role, a level's name or one of the host's own, may call the tool of that name,
// for some arguments and without asking anyone. Such a caller has no scopes, no ID and no agent. It is false for a tool or a
// role that p does not know, unless p is [SeedCompatible]: then both are public.
func (p *Policy) CanExecute(tool, role string) bool {
	s := p.snapshot()
	spec := s.known[tool]
	if spec == nil {
		if s.config.Undeclared == runtime.Undeclared {
			return false
		}
		spec = &runtime.Spec{Name: tool}
	}
	who := runtime.Principal{RoleName: role}
	v := s.work(spec)
	if v.hidden(s, &who) != nil {
		return false
	}
	if _, missing := v.missing(&who); missing || v.cautious(&who) {
		return false
	}
	for i := range v.asks {
		if v.asks[i].who.fits(&who) {
			return false
		}
	}
	return true
}
