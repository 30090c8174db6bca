package policy_test

import (
	"context"
	"math"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

func TestSwap(t *testing.T) {
	p := policyOf(t, policy.Config{Layers: []policy.Layer{{Name: "l", Deny: []string{"echo"}}}})
	require.Error(t, p.Swap(policy.Config{Layers: []policy.Layer{{Name: "l", Deny: []string{"ecko"}}}}))
	require.Equal(t, "deny: deny echo in layer l", decide(p, role(runtime.Public), echo), "nothing was changed")
	require.NoError(t, p.Swap(policy.Config{Layers: []policy.Layer{{Name: "l", Deny: []string{"mail"}}}}))
	require.Equal(t, kept, decide(p, role(runtime.Public), echo))
	require.NoError(t, p.Load([]byte(`{"layers": [{"name": "l", "deny": ["echo"]}]}`)))
	require.Equal(t, "deny: deny echo in layer l", decide(p, role(runtime.Public), echo))
	require.Error(t, p.Load([]byte(`{"layers": [{"name": "l", "deny": ["late"]}]}`)))

	late := &runtime.Spec{Name: "late", Access: runtime.Public}
	require.Equal(t, kept, decide(p, role(runtime.Public), late), "registered later: the same rules")
	require.NoError(t, p.Load([]byte(`{"layers": [{"name": "l", "deny": ["late"]}]}`), tools(), runtime.Set{tool{late}}))
	require.Equal(t, "deny: deny late in layer l", decide(p, role(runtime.Public), late))
	another := &runtime.Spec{Name: "late", Access: runtime.Public}
	require.Equal(t, "deny: deny late in layer l", decide(p, role(runtime.Public), another), "by its name, whichever it is")
}

// What was given may change afterwards; the policy does not.
func TestConfigIsCopied(t *testing.T) {
	c := policy.Config{
		Groups: map[string][]string{"g": {"echo"}},
		Layers: []policy.Layer{{Name: "l", Deny: []string{"@g"}, Args: []policy.Rule{{Name: "r", Tools: []string{"mail"}, Path: "a", Max: bound(1)}}}},
	}
	p := policyOf(t, c)
	c.Groups["g"][0], c.Layers[0].Deny[0], c.Layers[0].Args[0].Path, *c.Layers[0].Args[0].Max = "mail", "mail", "b", 2
	got := p.Config()
	require.Equal(t, "echo", got.Groups["g"][0])
	require.Equal(t, "@g", got.Layers[0].Deny[0])
	require.Equal(t, 1.0, *got.Layers[0].Args[0].Max)
	got.Layers[0].Deny[0] = "mail"
	require.Equal(t, "@g", p.Config().Layers[0].Deny[0])
}

// Every decision is made by one Config: the two that take turns deny two tools together or none, and a third always.
func TestSwapIsAtomic(t *testing.T) {
	open := policy.Config{Layers: []policy.Layer{{Name: "a", Allow: []string{"echo", "mail"}}, {Name: "b", Allow: []string{"echo", "mail", "file_read"}}}}
	shut := policy.Config{Layers: []policy.Layer{{Name: "a", Allow: []string{"echo", "mail", "file_read"}}, {Name: "b", Allow: []string{"echo", "mail"}}}}
	p := policyOf(t, open)
	reg := runtime.NewRegistry(runtime.Authorize(p))
	require.NoError(t, reg.Register(tools()))
	ctx := runtime.WithPrincipal(t.Context(), role(runtime.System))
	var group sync.WaitGroup
	stop := make(chan struct{})
	group.Go(func() {
		defer close(stop)
		for i := range 200 {
			c := open
			if i%2 == 0 {
				c = shut
			}
			if p.Swap(c) != nil || p.SetAccessLevel("echo", runtime.Public) != nil {
				t.Error("swap")
			}
		}
	})
	for range 4 {
		group.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				late := &runtime.Spec{Name: "late" + strconv.Itoa(i%50), Access: runtime.Public}
				if !reg.Call(ctx, "file_read", nil).IsError() || reg.Call(ctx, "echo", nil).IsError() ||
					p.Authorize(ctx, role(runtime.System), late) == nil || p.CanExecute("file_read", "system") {
					t.Error("a decision by parts of two policies")
					return
				}
				reg.Specs(ctx)
			}
		})
	}
	group.Wait()
}

// Tools that come and go do not stay in memory for ever, and are decided about all the same.
func TestManyTools(t *testing.T) {
	p := policyOf(t, policy.Config{Layers: []policy.Layer{{Name: "l", Deny: []string{"*"}}}})
	for i := range 300 {
		require.Error(t, p.Authorize(t.Context(), role(runtime.System), &runtime.Spec{Name: "t" + strconv.Itoa(i), Access: runtime.Public}))
	}
}

// The seed's own failures are refusals: an unknown role is nobody, an unknown tool is not public.
func TestSeedFailures(t *testing.T) {
	p := policyOf(t, policy.Config{})
	require.False(t, p.CanExecute("bash_exec", "nobody"), "can_execute was True for every tool that nobody had configured")
	require.False(t, p.CanExecute("bash_exec", "system"), "an unknown tool is not public")
	require.False(t, p.CanExecute("echo", "nobody"), "nor does every role reach what is public")
	require.False(t, p.CanExecute("echo", ""))
	require.False(t, p.CanExecute("bare", "system"), "no level is no level")
	require.Error(t, p.SetAccessLevel("bash_exec", runtime.Admin), "a level for a name that was misspelt")
	require.ErrorContains(t, p.SetAccessLevel("file_wip", runtime.Admin), `did you mean "file_wipe"?`)
	require.Error(t, p.SetAccessLevel("echo", runtime.Undeclared))
	require.Error(t, p.SetAccessLevel("echo", 9))
	require.ErrorContains(t, p.SetResourceLimit("echo", runtime.Limits{Memory: 1 << 20}), "only one that runs in a sandbox")
	require.ErrorContains(t, p.SetResourceLimit("echo", runtime.Limits{Disk: 1 << 20}), "only one that runs in a sandbox")
	require.Error(t, p.SetResourceLimit("echo", runtime.Limits{Timeout: -1}))
}

func TestSeedShape(t *testing.T) {
	p := policyOf(t, policy.Config{Roles: map[string]runtime.Access{"support": runtime.Trusted}})
	for _, level := range []runtime.Access{runtime.System, runtime.Admin, runtime.Trusted, runtime.Public} {
		require.NoError(t, p.SetAccessLevel("bare", level))
		for rank, name := range map[runtime.Access]string{1: "public", 2: "trusted", 3: "admin", 4: "system"} {
			require.Equal(t, rank >= level, p.CanExecute("bare", name), "%s %s", level, name)
		}
		require.Equal(t, runtime.Trusted >= level, p.CanExecute("bare", "support"))
		require.False(t, p.CanExecute("bare", "nobody"))
	}
	require.False(t, p.CanExecute("mail", "system"), "a role has no scopes")

	require.NoError(t, p.SetResourceLimit("echo", runtime.Limits{Timeout: time.Second}))
	require.Equal(t, runtime.Limits{Timeout: time.Second}, p.Limits(echo))
	require.Zero(t, p.Limits(mail))
	require.NoError(t, p.SetResourceLimit("echo", runtime.Limits{}))
	require.Zero(t, p.Limits(echo))

	asks := policy.Careful()
	asks.Layers = []policy.Layer{{Name: "l", Ask: []string{"echo"}}}
	p = policyOf(t, asks)
	require.False(t, p.CanExecute("echo", "system"), "not without asking")
	require.False(t, p.CanExecute("file_wipe", "system"))
	require.True(t, p.CanExecute("file_read", "system"))

	p = policyOf(t, policy.SeedCompatible())
	require.True(t, p.CanExecute("bash_exec", "nobody"))
	require.True(t, p.CanExecute("bare", ""))
	require.False(t, p.CanExecute("file_wipe", "nobody"))
	require.Equal(t, kept, decide(p, runtime.Principal{}, echo))
	require.Equal(t, "deny: unknown tool", decide(p, runtime.Principal{}, nil))
	require.Equal(t, "deny: no level", decide(p, role(runtime.System), remote), "what runs elsewhere must be named all the same")
}

// A limit of a policy is enforced or the tool does not run.
func TestLimits(t *testing.T) {
	p := policyOf(t, policy.Config{Limits: map[string]runtime.Limits{
		"*": {Timeout: time.Minute}, "echo": {Timeout: time.Hour, Output: 100}, "remote:*": {Output: 1},
	}})
	require.Equal(t, runtime.Limits{Timeout: time.Minute, Output: 100}, p.Limits(echo), "the lowest of each")
	require.Equal(t, runtime.Limits{Timeout: time.Minute}, p.Limits(bare))
	ctx := runtime.WithPrincipal(t.Context(), role(runtime.Public))

	reg := runtime.NewRegistry(runtime.Authorize(p))
	require.NoError(t, reg.Register(tools()))
	require.Equal(t, runtime.ClassInternal, reg.Call(ctx, "echo", nil).Err.Class)

	var got runtime.Limits
	reg = runtime.NewRegistry(runtime.Authorize(p), runtime.Enforce(func(l runtime.Limits) runtime.Middleware {
		got = l
		return func(next runtime.Handler) runtime.Handler { return next }
	}))
	require.NoError(t, reg.Register(tools()))
	require.False(t, reg.Call(ctx, "echo", nil).IsError())
	require.Equal(t, runtime.Limits{Timeout: time.Minute, Output: 100}, got)
}

// What New refuses of Go values that no file can hold.
func TestGoProblems(t *testing.T) {
	for want, c := range map[string]policy.Config{
		"undeclared: there is no such level":       {Undeclared: 9},
		"unknownRoles: there is no such level":     {UnknownRoles: 9},
		"levels.echo: there is no such level":      {Levels: map[string]runtime.Access{"echo": 0}},
		"roles.a: there is no such level":          {Roles: map[string]runtime.Access{"a": 9}},
		"roles[\"\"]: ":                            {Roles: map[string]runtime.Access{"": 1}},
		"roles.undeclared: ":                       {Roles: map[string]runtime.Access{"undeclared": 1}},
		"groups[\"a b\"]: ":                        {Groups: map[string][]string{"a b": nil}},
		"absent[0]: ":                              {Absent: []string{"a*"}},
		"permissions.echo: there is no scope":      {Permissions: map[string][]string{"echo": {}}},
		"permissions.echo[0]: a scope cannot":      {Permissions: map[string][]string{"echo": {""}}},
		"layers[0].name: a layer needs a name":     {Layers: []policy.Layer{{}}},
		"limits.echo: a limit cannot be negative":  {Limits: map[string]runtime.Limits{"echo": {Output: -1}}},
		"layers[0].args[0]: a bound is a number":   oneRule(policy.Rule{Path: "a", Max: bound(math.NaN())}),
		"layers[0].args[0].oneOf: the list is":     oneRule(policy.Rule{Path: "a", OneOf: []any{}}),
		"layers[0].args[0].oneOf[0]: a value is a": oneRule(policy.Rule{Path: "a", OneOf: []any{uint8(1)}}),
		"oneOf[0]: a value is a string":            oneRule(policy.Rule{Path: "a", OneOf: []any{1<<53 + 1}}),
		"path: there is no path":                   oneRule(policy.Rule{OneOf: []any{1}}),
		"path: a [ is not closed":                  oneRule(policy.Rule{Path: "a[0", OneOf: []any{1}}),
		"path: [\"\\x\"] is no key":                oneRule(policy.Rule{Path: `a["\x"]`, OneOf: []any{1}}),
		"path: expected . or [ before \"b\"":       oneRule(policy.Rule{Path: "a[0]b", OneOf: []any{1}}),
	} {
		_, err := policy.New(c, tools())
		var problems *policy.Error
		require.ErrorAs(t, err, &problems, want)
		require.ErrorContains(t, err, want)
		require.Zero(t, problems.Problems[0].Line)
	}
	_, err := policy.New(policy.Config{Layers: []policy.Layer{{Name: "l", Deny: []string{"echo"}}}})
	require.ErrorContains(t, err, `unknown tool "echo"`, "without tools no name is known")
}

func oneRule(r policy.Rule) policy.Config {
	r.Name, r.Tools = "r", []string{"echo"}
	return policy.Config{Layers: []policy.Layer{{Name: "l", Args: []policy.Rule{r}}}}
}

// performance.md: deciding makes no allocation, with ten layers, own roles and scopes.
func TestDecisionAllocates(t *testing.T) {
	c := policy.Config{Roles: map[string]runtime.Access{"support": runtime.Trusted}}
	for i := range 10 {
		c.Layers = append(c.Layers, policy.Layer{Name: "l" + strconv.Itoa(i), Allow: []string{"*"}, Deny: []string{"halt"}, For: policy.For{IDs: []string{"a*"}}})
	}
	p := policyOf(t, c)
	reg := runtime.NewRegistry(runtime.Authorize(p))
	require.NoError(t, reg.Register(runtime.Set{quiet{mail}}))
	ctx := runtime.WithPrincipal(t.Context(), runtime.Principal{RoleName: "support", ID: "ann", Scopes: []string{"mail.send"}})
	require.False(t, reg.Call(ctx, "mail", nil).IsError())
	require.Zero(t, testing.AllocsPerRun(100, func() { reg.Call(ctx, "mail", nil) }))
}

type quiet struct{ spec *runtime.Spec }

func (q quiet) Spec() *runtime.Spec                          { return q.spec }
func (quiet) Execute(context.Context, []byte) runtime.Result { return runtime.Done() }
