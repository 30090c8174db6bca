package policy

import (
	"maps"
	"slices"
	"sync/atomic"

	"github.com/toolgen/toolgen/runtime"
)

// snapshot is a Config made ready. It never changes but for what it remembers of tools.
type snapshot struct {
	config      Config // a copy of its own
	known       map[string]*runtime.Spec
	roles       map[string]runtime.Access // by name, those of the levels included
	levels      []leveled
	permissions []permitted
	limits      []limited
	layers      []layer

	// verdicts holds what has been worked out for each tool. Whoever adds one puts a longer copy in its place.
	verdicts atomic.Pointer[map[*runtime.Spec]*verdict]
}

type leveled struct {
	entry
	level runtime.Access
}

type permitted struct {
	entry
	scopes []string
}

type limited struct {
	entry
	limits runtime.Limits
}

// layer is a Layer made ready.
type layer struct {
	name  string
	who   *who // nil for everyone
	allow []entry
	open  bool // there is no allow list
	deny  []entry
	ask   []entry
	rules []*rule
}

// maxVerdicts is how many tools a snapshot remembers; with more, as where remote ones come and go, it begins anew.
const maxVerdicts = 1 << 14

// empty is the snapshot of the zero Policy.
var empty = must(compile(Config{}, nil))

func must(s *snapshot, err error) *snapshot {
	if err != nil {
		panic(err)
	}
	return s
}

// compile makes a Config ready, or returns an *Error with all that is wrong with it.
func compile(c Config, known map[string]*runtime.Spec) (*snapshot, error) {
	c = c.clone()
	rules, err := check(&c, known)
	if err != nil {
		return nil, err
	}
	s := &snapshot{config: c, known: known, roles: map[string]runtime.Access{}}
	maps.Copy(s.roles, c.Roles)
	for level := runtime.Public; level <= runtime.System; level++ {
		s.roles[level.String()] = level
	}
	for _, text := range sortedKeys(c.Levels) {
		s.levels = append(s.levels, leveled{parseEntry(text, c.Groups), c.Levels[text]})
	}
	for _, text := range sortedKeys(c.Permissions) {
		s.permissions = append(s.permissions, permitted{parseEntry(text, c.Groups), c.Permissions[text]})
	}
	for _, text := range sortedKeys(c.Limits) {
		s.limits = append(s.limits, limited{parseEntry(text, c.Groups), c.Limits[text]})
	}
	for i := range c.Layers {
		l := &c.Layers[i]
		s.layers = append(s.layers, layer{
			name:  l.Name,
			who:   whoOf(l.For),
			open:  l.Allow == nil,
			allow: parseEntries(l.Allow, c.Groups),
			deny:  parseEntries(l.Deny, c.Groups),
			ask:   parseEntries(l.Ask, c.Groups),
			rules: rules[i],
		})
	}
	verdicts := make(map[*runtime.Spec]*verdict, len(known))
	for _, spec := range known {
		verdicts[spec] = s.work(spec)
	}
	s.verdicts.Store(&verdicts)
	return s, nil
}

// verdict returns what has been worked out for a tool, also for one that was registered later.
func (s *snapshot) verdict(tool *runtime.Spec) *verdict {
	if v := (*s.verdicts.Load())[tool]; v != nil {
		return v
	}
	return s.remember(tool)
}

func (s *snapshot) remember(tool *runtime.Spec) *verdict {
	v := s.work(tool)
	for {
		old := s.verdicts.Load()
		if other := (*old)[tool]; other != nil {
			return other
		}
		next := make(map[*runtime.Spec]*verdict, len(*old)+1)
		if len(*old) < maxVerdicts {
			maps.Copy(next, *old)
		}
		next[tool] = v
		if s.verdicts.CompareAndSwap(old, &next) {
			return v
		}
	}
}

// specsOf returns the tools of sets by name, without those that a registry would not take.
func specsOf(sets []runtime.Set) map[string]*runtime.Spec {
	specs := map[string]*runtime.Spec{}
	for _, set := range sets {
		for _, tool := range set {
			if tool == nil {
				continue
			}
			if spec := tool.Spec(); spec != nil {
				specs[spec.Name] = spec
			}
		}
	}
	return specs
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// clone returns a copy that shares nothing that its owner may change.
func (c Config) clone() Config {
	c.Roles, c.Levels, c.Limits = maps.Clone(c.Roles), maps.Clone(c.Levels), maps.Clone(c.Limits)
	c.Groups, c.Permissions = cloneLists(c.Groups), cloneLists(c.Permissions)
	c.Absent = slices.Clone(c.Absent)
	c.Layers = slices.Clone(c.Layers)
	for i := range c.Layers {
		l := &c.Layers[i]
		l.For = For{slices.Clone(l.For.Roles), slices.Clone(l.For.IDs), slices.Clone(l.For.Agents)}
		l.Allow, l.Deny, l.Ask = slices.Clone(l.Allow), slices.Clone(l.Deny), slices.Clone(l.Ask)
		l.Args = slices.Clone(l.Args)
		for j := range l.Args {
			r := &l.Args[j]
			r.Tools, r.OneOf = slices.Clone(r.Tools), slices.Clone(r.OneOf)
			r.Prefix, r.Glob, r.Words = slices.Clone(r.Prefix), slices.Clone(r.Glob), slices.Clone(r.Words)
			r.Min, r.Max = clonePointer(r.Min), clonePointer(r.Max)
		}
	}
	return c
}

func cloneLists(m map[string][]string) map[string][]string {
	m = maps.Clone(m)
	for key, list := range m {
		m[key] = slices.Clone(list)
	}
	return m
}

func clonePointer(p *float64) *float64 {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}
