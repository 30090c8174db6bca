package remote

import (
	"context"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// A follower is a registry that is kept as the server is.
type follower struct {
	reg  *runtime.Registry
	ours map[string]runtime.Tool // by name, as they were put there
}

// Follow registers the tools that can be called in reg, all or none, and keeps reg as the other side is from
// now on, with each listing: tools come, go and change there in one step. A tool that would take the name of another one is
// an error now and refused later on. Tools that the host has replaced or removed itself are left alone.
func (c *Tools) Follow(ctx context.Context, reg *runtime.Registry) error {
	if err := c.Enter(ctx); err != nil {
		return err
	}
	defer c.Leave()
	set := c.Offered()
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
func (c *Tools) follow() (refused []Refusal) {
	c.mu.Lock()
	followers := slices.Clone(c.followers)
	c.mu.Unlock()
	set := c.Offered()
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
				refused = append(refused, Refusal{want[name].(*Tool).definition.name, "a tool of the name " + name + " is registered already"})
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
