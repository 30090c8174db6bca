package policy

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

// naive decides by the steps of the specification, one after the other and over everything each time. It shares no code with
// runtime/policy.
func naive(c policy.Config, p runtime.Principal, tool *runtime.Spec) (effect policy.Effect, visible bool, layer string) {
	// 1. unknown tool or no level
	if tool == nil || tool.Access == runtime.Undeclared {
		return policy.Deny, false, ""
	}
	// 2. unknown or empty role
	rank := 0
	role := p.RoleName
	switch role {
	case "public":
		rank = 1
	case "trusted":
		rank = 2
	case "admin":
		rank = 3
	case "system":
		rank = 4
	default:
		for name, level := range c.Roles {
			if name == role {
				rank = int(level)
			}
		}
	}
	if rank == 0 {
		return policy.Deny, false, ""
	}
	var layers []policy.Layer
	for _, l := range c.Layers {
		if len(l.For.Roles) == 0 || has(l.For.Roles, role, false) {
			layers = append(layers, l)
		}
	}
	// 3. any deny in any layer
	for _, l := range layers {
		if has(l.Deny, tool.Name, true) {
			return policy.Deny, false, l.Name
		}
	}
	// 4. every layer that has an allow list must allow
	for _, l := range layers {
		if l.Allow != nil && !has(l.Allow, tool.Name, true) {
			return policy.Deny, false, l.Name
		}
	}
	// 5. rank of the role at least that of the level
	if rank < int(tool.Access) {
		return policy.Deny, false, ""
	}
	// 6. permissions among the scopes
	for _, permission := range tool.Permissions {
		if !has(p.Scopes, permission, false) {
			return policy.Deny, true, ""
		}
	}
	// 7. ask, and what a careful policy adds
	for _, l := range layers {
		if has(l.Ask, tool.Name, true) {
			return policy.Ask, true, l.Name
		}
	}
	if c.Careful && !tool.ReadOnly && !tool.Additive {
		explicit := false
		for _, l := range layers {
			explicit = explicit || has(l.Allow, tool.Name, false)
		}
		if !explicit {
			return policy.Ask, true, ""
		}
	}
	return policy.Allow, true, ""
}

// has reports whether a list has name, by its letters or by a pattern.
func has(list []string, name string, byPattern bool) bool {
	for _, entry := range list {
		if entry == name || byPattern && matches(entry, name) {
			return true
		}
	}
	return false
}

func matches(pattern, name string) bool {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == name
	}
	if !strings.HasPrefix(name, before) {
		return false
	}
	for i := len(before); i <= len(name); i++ {
		if matches(after, name[i:]) {
			return true
		}
	}
	return false
}

// Everything that up to three layers of this alphabet can say, about four tools and five roles.
func TestNaive(t *testing.T) {
	specs := []*runtime.Spec{
		{Name: "read", Access: runtime.Public, ReadOnly: true},
		{Name: "file_put", Access: runtime.Trusted, Permissions: []string{"files"}},
		{Name: "file_wipe", Access: runtime.Admin},
		{Name: "bare"},
	}
	var tools runtime.Set
	for _, spec := range specs {
		tools = append(tools, runtime.Func(*spec, func(context.Context, []byte) runtime.Result { return runtime.Done() }))
	}
	roles := []runtime.Principal{
		{RoleName: "public"}, {RoleName: "support", Scopes: []string{"files"}}, {RoleName: "system"}, {RoleName: "nobody"}, {},
	}
	var alphabet []policy.Layer
	for _, who := range [][]string{nil, {"support"}} {
		for _, allow := range [][]string{nil, {}, {"read"}, {"file_*"}, {"*", "file_wipe"}} {
			for _, deny := range [][]string{nil, {"read"}, {"*_wipe"}} {
				for _, ask := range [][]string{nil, {"file_put"}, {"*"}} {
					alphabet = append(alphabet, policy.Layer{For: policy.For{Roles: who}, Allow: allow, Deny: deny, Ask: ask})
				}
			}
		}
	}
	configs, decisions := 0, 0
	effects := map[policy.Effect]int{}
	judge := func(careful bool, layers ...policy.Layer) {
		for i := range layers {
			layers[i].Name = "abc"[i : i+1]
		}
		c := policy.Config{Roles: map[string]runtime.Access{"support": runtime.Trusted}, Layers: layers, Careful: careful}
		p, err := policy.New(c, tools)
		require.NoError(t, err)
		configs++
		for _, role := range roles {
			for _, tool := range tools {
				effect, visible, layer := naive(c, role, tool.Spec())
				got := p.Decide(t.Context(), role, runtime.Call{Tool: tool.Spec()})
				if got.Effect != effect || got.Visible != visible || got.Layer != layer {
					t.Fatalf("%+v: %q calls %s: policy says %v, visible %v; naive says %v, visible %v, layer %q", c, role.RoleName,
						tool.Spec().Name, got, got.Visible, effect, visible, layer)
				}
				if (p.Authorize(t.Context(), role, tool.Spec()) == nil) != visible {
					t.Fatalf("%+v: %q, %s: Authorize and Decide differ", c, role.RoleName, tool.Spec().Name)
				}
				decisions++
				effects[effect]++
			}
		}
	}
	for _, careful := range []bool{false, true} {
		judge(careful)
		for i, one := range alphabet {
			judge(careful, one)
			for j, two := range alphabet { // in both orders: the reason is that of the first
				judge(careful, one, two)
				if j < i || underRace || testing.Short() {
					continue
				}
				for _, three := range alphabet[j:] {
					judge(careful, one, two, three)
				}
			}
		}
	}
	t.Logf("%d policies, %d decisions: %v", configs, decisions, effects)
	for _, effect := range []policy.Effect{policy.Allow, policy.Ask, policy.Deny} {
		require.NotZero(t, effects[effect])
	}
}
