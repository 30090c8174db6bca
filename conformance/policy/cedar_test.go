package policy

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cedar-policy/cedar-go"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

// A world is a policy and the tools under it, as data that can be said in both languages.
type world struct {
	tools  []*runtime.Spec
	config policy.Config
}

var (
	toolNames = []string{"file_read", "file_write", "file", "http_get", "http_post", "mail_send", "mail", "wipe"}
	patterns  = []string{"*", "file*", "file_*", "*_get", "*_*", "m*l", "m*l*", "http_*t"}
	scopes    = []string{"read", "write", "send"}
	ownRoles  = []string{"support", "operator", "guest"}
	inputs    = []string{`{"sql":"SELECT 1","n":5}`, `{"sql":"DROP x","n":50}`, `{"sql":"SELECT","n":100}`, `{"n":101}`, `{"sql":7,"n":"5"}`, `{}`}
)

// invent makes up a world.
func invent(r *rand.Rand) world {
	pick := func(from []string, most int) (out []string) {
		for range r.IntN(most + 1) {
			out = append(out, from[r.IntN(len(from))])
		}
		return out
	}
	entries := func(most int) []string { return append(pick(toolNames, most), pick(patterns, most-1)...) }
	w := world{config: policy.Config{Roles: map[string]runtime.Access{}, Levels: map[string]runtime.Access{}}}
	for _, role := range ownRoles {
		w.config.Roles[role] = runtime.Access(1 + r.IntN(4))
	}
	for _, name := range toolNames {
		w.tools = append(w.tools, &runtime.Spec{Name: name, Access: runtime.Access(r.IntN(5)), Permissions: pick(scopes, 1)})
		if r.IntN(4) == 0 {
			w.config.Levels[name] = runtime.Access(1 + r.IntN(4))
		}
	}
	for i := range r.IntN(5) {
		l := policy.Layer{Name: "layer " + strconv.Itoa(i)}
		if r.IntN(2) == 0 {
			l.For.Roles = append(pick(append(ownRoles, "public", "trusted", "admin", "system"), 2), "support")
		}
		if r.IntN(3) == 0 {
			l.For.IDs = append(pick([]string{"ann@a.example", "bob@b.example", "*@a.example"}, 1), "a*")
		}
		if r.IntN(2) == 0 {
			l.Allow = append([]string{}, entries(4)...)
		}
		if r.IntN(2) == 0 {
			l.Deny = entries(2)
		}
		if r.IntN(4) == 0 {
			low, high := 1.0, float64(50*(1+r.IntN(2)))
			l.Args = append(l.Args, policy.Rule{Name: "n", Tools: []string{patterns[r.IntN(len(patterns))]}, Path: "n", Min: &low, Max: &high})
		}
		if r.IntN(4) == 0 {
			l.Args = append(l.Args, policy.Rule{Name: "sql", Tools: []string{toolNames[r.IntN(len(toolNames))]}, Path: "sql", Glob: []string{"SELECT*"}})
		}
		w.config.Layers = append(w.config.Layers, l)
	}
	return w
}

// caller makes up who calls.
func caller(r *rand.Rand) runtime.Principal {
	p := runtime.Principal{ID: []string{"ann@a.example", "bob@b.example", "eve@e.example", ""}[r.IntN(4)]}
	for _, scope := range scopes {
		if r.IntN(2) == 0 {
			p.Scopes = append(p.Scopes, scope)
		}
	}
	if r.IntN(2) == 0 {
		p.Role = runtime.Access(r.IntN(6)) // 0 and 5 are none
	} else {
		p.RoleName = append(ownRoles, "nobody", "Support", "admin", "public", "")[r.IntN(8)]
	}
	return p
}

// cedar says the world in Cedar: levels are groups within groups, so that who is in a level covers it; the lists forbid.
func (w world) cedar() string {
	var b strings.Builder
	for level := runtime.Public; level <= runtime.System; level++ {
		fmt.Fprintf(&b, "permit (principal in Level::%q, action, resource) when { resource.level == %q && principal.scopes.containsAll(resource.permissions) };\n", level, level)
	}
	list := func(attribute string, texts []string) string {
		var parts []string
		for _, text := range texts {
			parts = append(parts, fmt.Sprintf("%s like %q", attribute, text))
		}
		if len(parts) == 0 {
			return "false"
		}
		return "(" + strings.Join(parts, " || ") + ")"
	}
	for _, l := range w.config.Layers {
		who := "true"
		if l.For.Roles != nil {
			who += " && " + list("principal.role", l.For.Roles)
		}
		if l.For.IDs != nil {
			who += " && " + list("principal.id", l.For.IDs)
		}
		fmt.Fprintf(&b, "forbid (principal, action, resource) when { %s && %s };\n", who, list("resource.name", l.Deny))
		if l.Allow != nil {
			fmt.Fprintf(&b, "forbid (principal, action, resource) when { %s && !%s };\n", who, list("resource.name", l.Allow))
		}
		for _, r := range l.Args {
			kept := `(context has sql && context.sql like "SELECT*")`
			if r.Max != nil {
				kept = fmt.Sprintf(`(context has n && context.n >= 1 && context.n <= %d)`, int(*r.Max))
			}
			fmt.Fprintf(&b, "forbid (principal, action, resource) when { %s && %s && !%s };\n", who, list("resource.name", r.Tools), kept)
		}
	}
	return b.String()
}

// contexts are the inputs in Cedar, those that have a value of another type without it: a policy that meets one is an error
// there, which Cedar ignores, and a refusal here.
var contexts = []cedar.RecordMap{
	{"sql": cedar.String("SELECT 1"), "n": cedar.Long(5)},
	{"sql": cedar.String("DROP x"), "n": cedar.Long(50)},
	{"sql": cedar.String("SELECT"), "n": cedar.Long(100)},
	{"n": cedar.Long(101)},
	{},
	{},
}

func uid(kind, id string) cedar.EntityUID {
	return cedar.NewEntityUID(cedar.EntityType(kind), cedar.String(id))
}

func set(texts []string) cedar.Value {
	var values []cedar.Value
	for _, text := range texts {
		values = append(values, cedar.String(text))
	}
	return cedar.NewSet(values...)
}

// entities are what Cedar knows of the world; the caller is added to them.
func (w world) entities() cedar.EntityMap {
	m := cedar.EntityMap{}
	for level := runtime.Public; level <= runtime.System; level++ {
		e := cedar.Entity{UID: uid("Level", level.String())}
		if level > runtime.Public {
			e.Parents = cedar.NewEntityUIDSet(uid("Level", (level - 1).String()))
		}
		m[e.UID] = e
	}
	for _, spec := range w.tools {
		level, own := w.config.Levels[spec.Name]
		if !own {
			level = spec.Access
		}
		m[uid("Tool", spec.Name)] = cedar.Entity{UID: uid("Tool", spec.Name), Attributes: cedar.NewRecord(cedar.RecordMap{
			"name": cedar.String(spec.Name), "level": cedar.String(level.String()), "permissions": set(spec.Permissions),
		})}
	}
	return m
}

func (w world) principal(p runtime.Principal) cedar.Entity {
	level, role := p.Role, p.Role.String()
	if p.RoleName != "" {
		role = p.RoleName
		level = w.config.Roles[role]
		if l, is := runtime.ParseAccess(role); is {
			level = l
		}
	}
	e := cedar.Entity{UID: uid("User", "caller"), Attributes: cedar.NewRecord(cedar.RecordMap{
		"role": cedar.String(role), "id": cedar.String(p.ID), "scopes": set(p.Scopes),
	})}
	if level >= runtime.Public && level <= runtime.System {
		e.Parents = cedar.NewEntityUIDSet(uid("Level", level.String()))
	}
	return e
}

// Levels, roles, denies, allow lists, patterns, scopes and argument rules decide as Cedar does.
func TestCedar(t *testing.T) {
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 0))
	worlds := 1500
	if testing.Short() {
		worlds = 150
	}
	decisions, allowed, refused := 0, 0, 0
	for n := range worlds {
		w := invent(r)
		text := w.cedar()
		policies, err := cedar.NewPolicySetFromBytes("world", []byte(text))
		require.NoError(t, err, "%s", text)
		var tools runtime.Set
		for _, spec := range w.tools {
			tools = append(tools, runtime.Func(*spec, func(context.Context, []byte) runtime.Result { return runtime.Done() }))
		}
		p, err := policy.New(w.config, tools)
		require.NoError(t, err)
		entities := w.entities()
		for range 40 {
			who, input := caller(r), r.IntN(len(inputs))
			user := w.principal(who)
			entities[user.UID] = user
			at := r.IntN(len(tools) + 1)
			call, resource := runtime.Call{Args: []byte(inputs[input])}, uid("Tool", "nothing")
			if at < len(tools) {
				call.Tool = tools[at].Spec()
				resource = uid("Tool", call.Tool.Name)
			}
			want, _ := cedar.Authorize(policies, entities, cedar.Request{
				Principal: user.UID, Action: uid("Action", "call"), Resource: resource, Context: cedar.NewRecord(contexts[input]),
			})
			got := p.Decide(t.Context(), who, call)
			if (want == cedar.Allow) != (got.Effect == policy.Allow) {
				t.Fatalf("seed %d, world %d: %v calls %s with %s: cedar says %v, policy says %s\n%s\nroles %v levels %v", seed, n, who,
					resource, inputs[input], want, got, text, w.config.Roles, slices.Sorted(maps.Keys(w.config.Levels)))
			}
			decisions++
			if want == cedar.Allow {
				allowed++
			} else if got.Visible {
				refused++
			}
		}
	}
	t.Logf("%d decisions, %d allowed, %d refused to a caller that sees the tool", decisions, allowed, refused)
	require.Greater(t, allowed, decisions/20, "a comparison of denials alone shows nothing")
	require.Greater(t, refused, decisions/50)
}
