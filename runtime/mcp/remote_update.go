package mcp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Change is a tool that is not what was accepted.
type Change struct {
	Name   string        // what it is called here
	Was    *runtime.Spec // as it was accepted; nil where this process has not seen that, and knows only its pin, or nothing
	Is     *runtime.Spec // as the server describes it now; not modified
	Digest string        // of Is: what Client.Accept wants
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

// Tools lists the tools of the server and returns those that can be called, sorted by name, for a registry to take. They stay bound
// to the Client: one that the server drops or changes later answers with an error, and a registry learns of that by
// [Client.Register] only. A registry with a policy denies all of them until the policy names them.
func (c *Client) Tools(ctx context.Context) (runtime.Set, error) {
	if _, err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	return c.offered(), nil
}

// Refresh lists the tools of the server and brings the Client, and the registries that follow it, up to date, each in one step. An
// error leaves everything as it was.
func (c *Client) Refresh(ctx context.Context) (Update, error) {
	if err := c.enter(ctx); err != nil {
		return Update{}, err
	}
	defer c.leave()
	s, update, err := c.connect(ctx)
	if err == nil && update == nil { // else it is new, and has just been asked
		update, err = c.relist(ctx, s)
	}
	if err != nil {
		return Update{}, fmt.Errorf("mcp: %w", err)
	}
	return *update, nil
}

// Refused returns the tools that the server offered in its last listing and that were not taken.
func (c *Client) Refused() []Refusal {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.refused)
}

// relist is Refresh for one who has entered.
func (c *Client) relist(ctx context.Context, s *session) (*Update, error) {
	l, err := c.list(ctx, s)
	if err != nil {
		return nil, err
	}
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
	return &update, nil
}

// candidate is a tool that cannot be taken unless the host accepts it.
type candidate struct {
	Change
	definition *definition
}

// waiting returns those of a listing that are not what was accepted, and about which the host has not been asked yet.
func (c *Client) waiting(l *listing) (all []candidate) {
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
func (c *Client) trusts(d *definition) bool {
	pin, pinned := c.pins[d.name]
	return pinned && pin == d.digest || !pinned && !c.remote.Closed
}

func (c *Client) change(d *definition) Change {
	change := Change{Name: d.spec.Name, Is: &d.spec, Digest: d.digest}
	if old := c.tools[d.name]; old != nil {
		change.Was = old.Spec()
	}
	return change
}

// asks asks the host about a change. Whatever is no clear yes is none.
func (c *Client) asks(change candidate) (yes bool) {
	if c.remote.Accept == nil {
		return false
	}
	defer func() {
		if v := recover(); v != nil {
			c.remote.Logger.Error("the function that accepts tools panicked", "tool", change.Name, "panic", v)
			yes = false
		}
	}()
	return c.remote.Accept(change.Change)
}

// apply makes the state of c what a listing says, in one step, and returns the difference.
func (c *Client) apply(l *listing, accepted map[*definition]bool) (u Update) {
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
		if len(c.pins) >= manyNames*c.remote.Limits.Tools && c.pins[d.name] == "" {
			l.refused = append(l.refused, Refusal{oneLine(d.name, 100), "the server has shown too many names in its time"})
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
func (c *Client) take(d *definition, u *Update) {
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
	c.tools[d.name] = &remoteTool{client: c, definition: d, repeatable: fitsAny(c.remote.Repeatable, d.name)}
}

// offered returns the tools that can be called.
func (c *Client) offered() runtime.Set {
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

// tell tells the host of an update.
func (c *Client) tell(u Update) {
	for _, change := range u.Held {
		c.remote.Logger.Warn("a tool of a server waits to be accepted", "tool", change.Name, "digest", change.Digest)
	}
	if c.remote.OnUpdate != nil && !u.Empty() {
		c.remote.OnUpdate(u)
	}
}

// isKnown reports whether the tools of the server have been listed before.
func (c *Client) isKnown() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known
}

// A follower is a registry that is kept as the server is.
type follower struct {
	reg  *runtime.Registry
	ours map[string]runtime.Tool // by name, as they were put there
}

// Register lists the tools of the server, registers those that can be called in reg, all or none, and keeps reg as the server is from
// now on, whenever the Client lists: tools come, go and change there in one step. A tool that would take the name of another one is
// an error now and refused later on. Tools that the host has replaced or removed itself are left alone.
func (c *Client) Register(ctx context.Context, reg *runtime.Registry) error {
	if _, err := c.Refresh(ctx); err != nil {
		return err
	}
	if err := c.enter(ctx); err != nil {
		return err
	}
	defer c.leave()
	set := c.offered()
	if err := reg.Register(set); err != nil {
		return err
	}
	f := &follower{reg: reg, ours: map[string]runtime.Tool{}}
	for _, tool := range set {
		f.ours[tool.Spec().Name] = tool
	}
	c.mu.Lock()
	c.followers = append(c.followers, f)
	c.mu.Unlock()
	return nil
}

// follow brings all followers up to date, for one who has entered, and returns what they have no name for.
func (c *Client) follow() (refused []Refusal) {
	c.mu.Lock()
	followers := slices.Clone(c.followers)
	c.mu.Unlock()
	set := c.offered()
	for _, f := range followers {
		refused = append(refused, f.sync(set)...)
	}
	return refused
}

func (f *follower) sync(set runtime.Set) (refused []Refusal) {
	want := make(map[string]runtime.Tool, len(set))
	for _, tool := range set {
		want[tool.Spec().Name] = tool
	}
	for range 3 { // unless others change the registry at the same moment
		var gone []string
		var add runtime.Set
		refused = nil
		next := map[string]runtime.Tool{}
		for name, tool := range f.ours {
			switch now, is := f.reg.Lookup(name); {
			case want[name] == tool: // also where the host has removed or replaced it, which is not undone
				next[name] = tool
			case is && now == tool:
				gone = append(gone, name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(want)) {
			_, taken := f.reg.Lookup(name)
			switch {
			case next[name] != nil:
			case taken && !slices.Contains(gone, name):
				refused = append(refused, Refusal{want[name].(*remoteTool).definition.name, "a tool of the name " + name + " is registered already"})
			default:
				add, next[name] = append(add, want[name]), want[name]
			}
		}
		if len(gone)+len(add) == 0 || f.reg.Exchange(gone, add) == nil {
			f.ours = next
			return refused
		}
	}
	return append(refused, Refusal{"*", "the registry is being changed by others"})
}
