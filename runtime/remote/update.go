package remote

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
)

// Change is a tool that is not what was accepted.
type Change struct {
	Name   string        // what it is called here
	Was    *runtime.Spec // as it was accepted; nil where this process has not seen that, and knows only its pin, or nothing
	Is     *runtime.Spec // as the server describes it now; not modified
	Digest string        // of Is: what Tools.Accept wants
}

// Update is what a listing has changed. Names are those that the tools have here, sorted.
type Update struct {
	Added   []string  // can be called now, among them those that are there again
	Removed []string  // are not offered any more
	Changed []Change  // are something else now, which the host has accepted
	Held    []Change  // are something else now, or are new and have no pin, and wait for the host; they cannot be called
	Refused []Refusal // are offered and not taken
}

// Empty reports whether a listing has changed nothing. What is refused does not count: it is refused each time.
func (u *Update) Empty() bool {
	return len(u.Added) == 0 && len(u.Removed) == 0 && len(u.Changed) == 0 && len(u.Held) == 0
}

// Refused returns the tools that the server offered in its last listing and that were not taken.
func (c *Tools) Refused() []Refusal {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.refused)
}

// List makes what the other side offers the state that counts, and brings the registries that follow up to date, each in one step. It is for
// one who has entered.
func (c *Tools) List(offered []Listed) Update {
	l := c.sift(offered)
	accepted := map[*definition]bool{} // by the host, right now
	for _, change := range c.waiting(l) {
		if c.asks(change) {
			accepted[change.definition] = true
		}
	}
	update := c.apply(l, accepted)
	update.Refused = append(l.refused, c.follow()...)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused, c.news = update.Refused, append(c.news, update)
	return update
}

// candidate is a tool that cannot be taken unless the host accepts it.
type candidate struct {
	Change
	definition *definition
}

// waiting returns those of a listing that are not what was accepted, and about which the host has not been asked yet.
func (c *Tools) waiting(l *listing) (all []candidate) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range l.taken {
		if h := c.held[d.name]; !c.trusts(d) && (h == nil || h.digest != d.digest) {
			all = append(all, candidate{c.change(d), d})
		}
	}
	return all
}

// trusts reports whether a tool is what was accepted, or is taken as it is seen first.
func (c *Tools) trusts(d *definition) bool {
	pin, pinned := c.pins[d.name]
	return pinned && pin == d.digest || !pinned && !c.options.Closed
}

func (c *Tools) change(d *definition) Change {
	change := Change{Name: d.spec.Name, Is: &d.spec, Digest: d.digest}
	if old := c.tools[d.name]; old != nil {
		change.Was = old.Spec()
	}
	return change
}

// asks asks the host about a change. Whatever is no clear yes is none.
func (c *Tools) asks(change candidate) (yes bool) {
	if c.options.Accept == nil {
		return false
	}
	defer func() {
		if v := recover(); v != nil {
			c.options.Logger.Error("the function that accepts tools panicked", "tool", change.Name, "panic", v)
			yes = false
		}
	}()
	return c.options.Accept(change.Change)
}

// apply makes the state of c what a listing says, in one step, and returns the difference.
func (c *Tools) apply(l *listing, accepted map[*definition]bool) (u Update) {
	c.mu.Lock()
	defer c.mu.Unlock()
	present := map[string]bool{}
	held := map[string]*definition{}
	for _, d := range l.taken {
		if !c.trusts(d) && !accepted[d] {
			held[d.name] = d
			if h := c.held[d.name]; h == nil || h.digest != d.digest {
				u.Held = append(u.Held, c.change(d))
			}
			if old := c.tools[d.name]; old != nil {
				old.barred.Store(errChanged)
			}
			continue
		}
		if len(c.pins) >= manyNames*c.options.Limits.Tools && c.pins[d.name] == "" {
			l.refused = append(l.refused, Refusal{untrusted.OneLine(d.name, 100), "the server has shown too many names in its time"})
			continue
		}
		present[d.name] = true
		c.take(d, &u)
	}
	for name, tool := range c.tools {
		if !present[name] && held[name] == nil && tool.barred.Swap(errToolGone) == nil {
			u.Removed = append(u.Removed, tool.Spec().Name)
		}
	}
	c.held, c.known = held, true
	slices.Sort(u.Removed)
	return u
}

// manyNames is how many times as many names are remembered as there may be tools. A server whose names never come again would fill
// the memory of the process.
const manyNames = 8

// take makes a definition the one that counts.
func (c *Tools) take(d *definition, u *Update) {
	c.pins[d.name] = d.digest
	old := c.tools[d.name]
	switch {
	case old != nil && old.definition.digest == d.digest:
		if old.barred.Swap(nil) != nil {
			u.Added = append(u.Added, d.spec.Name)
		}
		return
	case old != nil:
		u.Changed = append(u.Changed, c.change(d))
		old.barred.Store(errChanged)
	default:
		u.Added = append(u.Added, d.spec.Name)
	}
	c.tools[d.name] = &Tool{of: c, definition: d, repeatable: fitsAny(c.options.Repeatable, d.name)}
}

// Offered returns the tools that can be called, sorted by name, for a registry to take. They stay bound to c: one that the other side drops or
// changes later answers with an error, and a registry learns of that by [Tools.Follow] only.
func (c *Tools) Offered() runtime.Set {
	c.mu.Lock()
	defer c.mu.Unlock()
	set := runtime.Set{}
	for _, tool := range c.tools {
		if tool.barred.Load() == nil {
			set = append(set, tool)
		}
	}
	slices.SortFunc(set, func(a, b runtime.Tool) int { return strings.Compare(a.Spec().Name, b.Spec().Name) })
	return set
}
