package policy_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

// The tools of these tests: one of each level, one without, one that demands a scope, one of another process.
var (
	echo     = &runtime.Spec{Name: "echo", Access: runtime.Public, ReadOnly: true}
	fileRead = &runtime.Spec{Name: "file_read", Access: runtime.Trusted, ReadOnly: true}
	wipe     = &runtime.Spec{Name: "file_wipe", Access: runtime.Admin}
	halt     = &runtime.Spec{Name: "halt", Access: runtime.System}
	bare     = &runtime.Spec{Name: "bare"}
	mail     = &runtime.Spec{Name: "mail", Access: runtime.Public, Additive: true, Permissions: []string{"mail.send"}}
	remote   = &runtime.Spec{Name: "git_push", Access: runtime.Public, ReadOnly: true, Remote: true}
	specs    = []*runtime.Spec{echo, fileRead, wipe, halt, bare, mail, remote}
)

func tools() runtime.Set {
	set := make(runtime.Set, len(specs))
	for i, spec := range specs {
		set[i] = tool{spec}
	}
	return set
}

// tool says its arguments.
type tool struct{ spec *runtime.Spec }

func (t tool) Spec() *runtime.Spec { return t.spec }
func (t tool) Execute(_ context.Context, args []byte) runtime.Result {
	return runtime.Text(t.spec.Name + " " + string(args))
}

func role(level runtime.Access) runtime.Principal { return runtime.Principal{Role: level} }

func own(name string) runtime.Principal { return runtime.Principal{RoleName: name} }

func decide(p *policy.Policy, who runtime.Principal, spec *runtime.Spec, args ...string) string {
	call := runtime.Call{Tool: spec, Principal: who}
	if len(args) > 0 {
		call.Args = []byte(args[0])
	}
	return p.Decide(context.Background(), who, call).String()
}

func policyOf(t *testing.T, c policy.Config) *policy.Policy {
	t.Helper()
	p, err := policy.New(c, tools())
	require.NoError(t, err)
	return p
}

// runtime.md 2.2, step by step.
func TestSteps(t *testing.T) {
	p := policyOf(t, policy.Config{
		Roles:  map[string]runtime.Access{"support": runtime.Trusted, "operator": runtime.Admin},
		Groups: map[string][]string{"files": {"file_*"}, "mails": {"mail"}},
		Layers: []policy.Layer{
			{Name: "company", Deny: []string{"halt"}, Ask: []string{"file_wipe"}},
			{Name: "desk", For: policy.For{Roles: []string{"support"}}, Allow: []string{"@files", "@mails"}},
			{Name: "shut", For: policy.For{IDs: []string{"eve@*"}}, Allow: []string{}},
		},
	})
	scoped := runtime.Principal{Role: runtime.Public, Scopes: []string{"x", "mail.send"}}
	eve := runtime.Principal{Role: runtime.System, ID: "eve@example.com"}
	for name, row := range map[string]struct{ got, want string }{
		"1 no such tool":        {decide(p, role(runtime.System), nil), "deny: unknown tool"},
		"1 no level":            {decide(p, role(runtime.System), bare), "deny: no level"},
		"1 no level of a name":  {decide(p, role(runtime.System), remote), "deny: no level"},
		"2 empty role":          {decide(p, runtime.Principal{}, echo), "deny: unknown role"},
		"2 unknown role":        {decide(p, own("nobody"), echo), "deny: unknown role"},
		"2 undeclared by name":  {decide(p, own("undeclared"), echo), "deny: unknown role"},
		"2 no level at all":     {decide(p, role(9), echo), "deny: unknown role"},
		"2 case counts":         {decide(p, own("Support"), fileRead), "deny: unknown role"},
		"3 deny":                {decide(p, role(runtime.System), halt), "deny: deny halt in layer company"},
		"4 allowed by a group":  {decide(p, own("support"), fileRead), "allow: level trusted"},
		"4 not allowed":         {decide(p, own("support"), echo), "deny: not on the allow list in layer desk"},
		"4 of another role":     {decide(p, role(runtime.Trusted), echo), "allow: level public"},
		"4 an empty list":       {decide(p, eve, echo), "deny: not on the allow list in layer shut"},
		"5 too low":             {decide(p, role(runtime.Public), fileRead), "deny: level trusted"},
		"5 by name":             {decide(p, own("admin"), fileRead), "allow: level trusted"},
		"5 of an own name":      {decide(p, own("operator"), fileRead), "allow: level trusted"},
		"5 lower than its name": {decide(p, runtime.Principal{Role: runtime.Public, RoleName: "operator"}, fileRead), "deny: level trusted"},
		"6 no scope":            {decide(p, role(runtime.System), mail), "deny: scope mail.send"},
		"6 scope":               {decide(p, scoped, mail), "allow: level public"},
		"7 ask":                 {decide(p, role(runtime.Admin), wipe), "ask: ask file_wipe in layer company"},
		"7 after the level":     {decide(p, role(runtime.Trusted), wipe), "deny: level admin"},
	} {
		require.Equal(t, row.want, row.got, name)
	}
	visible := func(who runtime.Principal, spec *runtime.Spec) bool {
		return p.Decide(t.Context(), who, runtime.Call{Tool: spec}).Visible
	}
	require.True(t, visible(role(runtime.System), mail), "a scope that is missing hides nothing")
	require.True(t, visible(role(runtime.Admin), wipe))
	require.False(t, visible(role(runtime.Public), fileRead))
	require.False(t, visible(role(runtime.System), halt))
}

// Section 5, remote tools: denied until named, then admin unless the policy says otherwise; their own word counts for nothing.
func TestRemoteToolsMustBeNamed(t *testing.T) {
	for name, row := range map[string]struct {
		config policy.Config
		want   string // for admin
	}{
		"nothing":          {policy.Config{}, "deny: no level"},
		"a pattern":        {policy.Config{Layers: []policy.Layer{{Name: "l", Allow: []string{"*", "git_*"}}}}, "deny: no level"},
		"level of pattern": {policy.Config{Levels: map[string]runtime.Access{"*": runtime.Public}}, "deny: no level"},
		"undeclared":       {policy.Config{Undeclared: runtime.Public}, "deny: no level"},
		"a name":           {policy.Config{Layers: []policy.Layer{{Name: "l", Allow: []string{"git_push"}}}}, "allow: level admin"},
		"asked":            {policy.Config{Layers: []policy.Layer{{Name: "l", Ask: []string{"git_push"}}}}, "ask: ask git_push in layer l"},
		"denied":           {policy.Config{Layers: []policy.Layer{{Name: "l", Deny: []string{"git_push"}}}}, "deny: no level"},
		"remote:":          {policy.Config{Layers: []policy.Layer{{Name: "l", Allow: []string{"remote:git_*"}}}}, "allow: level admin"},
		"in a group": {policy.Config{Groups: map[string][]string{"g": {"remote:git_*"}},
			Layers: []policy.Layer{{Name: "l", Allow: []string{"@g"}}}}, "allow: level admin"},
		"a level":          {policy.Config{Levels: map[string]runtime.Access{"git_push": runtime.Trusted}}, "allow: level trusted"},
		"remote: level":    {policy.Config{Levels: map[string]runtime.Access{"remote:*": runtime.System}}, "deny: level system"},
		"careful":          {policy.Config{Careful: true, Levels: map[string]runtime.Access{"git_push": runtime.Public}}, "ask: careful"},
		"careful, a name":  {policy.Config{Careful: true, Layers: []policy.Layer{{Name: "l", Allow: []string{"git_push"}}}}, "allow: level admin"},
		"remote: is no *":  {policy.Config{Layers: []policy.Layer{{Name: "l", Deny: []string{"remote:*"}}}}, "deny: no level"},
		"denied by prefix": {policy.Config{Levels: map[string]runtime.Access{"git_push": 1}, Layers: []policy.Layer{{Name: "l", Deny: []string{"git_*"}}}}, "deny: deny git_* in layer l"},
	} {
		p := policyOf(t, row.config)
		require.Equal(t, row.want, decide(p, role(runtime.Admin), remote), name)
	}
	p := policyOf(t, policy.Config{Layers: []policy.Layer{{Name: "l", Deny: []string{"remote:*"}}}})
	require.Equal(t, "allow: level public", decide(p, role(runtime.Admin), echo), "remote: fits no tool of this process")
}

func TestLevels(t *testing.T) {
	p := policyOf(t, policy.Config{
		Levels: map[string]runtime.Access{"file_*": runtime.System, "file_read": runtime.Public, "*": runtime.Trusted},
	})
	require.Equal(t, "allow: level public", decide(p, role(runtime.Public), fileRead), "an exact name decides")
	require.Equal(t, "deny: level system", decide(p, role(runtime.Admin), wipe), "else the highest")
	require.Equal(t, "allow: level trusted", decide(p, role(runtime.Trusted), bare), "a level where there was none")

	p = policyOf(t, policy.Config{Permissions: map[string][]string{"file_*": {"files"}, "mail": {"mail.send", "b"}}})
	require.Equal(t, "deny: scope files", decide(p, role(runtime.System), wipe))
	require.Equal(t, "deny: scope b", decide(p, runtime.Principal{Role: runtime.Public, Scopes: []string{"mail.send"}}, mail))
}

func TestCareful(t *testing.T) {
	c := policy.Careful()
	c.Layers = []policy.Layer{{Name: "ops", For: policy.For{Agents: []string{"ops-*"}}, Allow: []string{"*", "file_wipe"}}}
	p := policyOf(t, c)
	require.Equal(t, "allow: level trusted", decide(p, role(runtime.Admin), fileRead), "read-only")
	require.Equal(t, "allow: level public", decide(p, runtime.Principal{Role: runtime.Public, Scopes: []string{"mail.send"}}, mail), "additive")
	require.Equal(t, "ask: careful", decide(p, role(runtime.Admin), wipe), "the layer is for others")
	ops := runtime.Principal{Role: runtime.System, Agent: "ops-1"}
	require.Equal(t, "allow: level admin", decide(p, ops, wipe), "allowed by its name")
	require.Equal(t, "ask: careful", decide(p, ops, halt), "a pattern is not enough")
}

func TestZeroAndBuiltIn(t *testing.T) {
	var zero policy.Policy
	for _, p := range []*policy.Policy{&zero, policy.BuiltIn()} {
		require.Equal(t, "allow: level public", decide(p, role(runtime.Public), echo))
		require.Equal(t, "deny: level trusted", decide(p, role(runtime.Public), fileRead))
		require.Equal(t, "deny: no level", decide(p, role(runtime.System), remote))
		require.Equal(t, "allow: level admin", decide(p, role(runtime.Admin), wipe), "nobody is asked")
	}
}

// A policy is a Judge, and a registry asks it: C08, denied by every way, in listings and in calls.
func TestC08EveryPath(t *testing.T) {
	p := policyOf(t, policy.Config{Layers: []policy.Layer{{Name: "desk", For: policy.For{Roles: []string{"public"}}, Deny: []string{"halt"}}}})
	reg := runtime.NewRegistry(runtime.Authorize(p))
	require.NoError(t, reg.Register(tools(), runtime.Prefix("alias_", tools())))
	// A tool that calls another by the registry, with the context that it got.
	chain := runtime.Func(runtime.Spec{Name: "chain", Access: runtime.Public}, func(ctx context.Context, args []byte) runtime.Result {
		return reg.Call(ctx, "file_wipe", args)
	})
	require.NoError(t, reg.Register(runtime.Set{chain}))
	public := runtime.WithPrincipal(t.Context(), role(runtime.Public))
	for _, name := range []string{"file_wipe", "alias_file_wipe", "halt", "alias_halt", "git_push", "alias_git_push", "bare", "chain"} {
		got := reg.Call(public, name, []byte("{}"))
		require.NotNil(t, got.Err, name)
		require.Equal(t, runtime.ClassUnknownTool, got.Err.Class, name)
	}
	var listed []string
	for _, spec := range reg.Specs(public) {
		listed = append(listed, spec.Name)
	}
	require.Equal(t, []string{"alias_echo", "alias_mail", "chain", "echo", "mail"}, listed)
	admin := runtime.WithPrincipal(t.Context(), role(runtime.Admin))
	require.Equal(t, "file_wipe {}", reg.Call(admin, "chain", []byte("{}")).Text, "the test can fail")

	got := reg.Call(public, "mail", []byte("{"))
	require.Equal(t, runtime.ClassPermissionDenied, got.Err.Class, "visible, and refused before the arguments are looked at")
	require.Equal(t, "this tool needs the permission mail.send, which the caller does not have; the call was not made", got.Output())
}

// The record has the truth.
func TestReasonsForObservers(t *testing.T) {
	p := policyOf(t, policy.Config{Layers: []policy.Layer{{Name: "l", Deny: []string{"file_*"}, Ask: []string{"echo"}}}})
	var log outcomes
	reg := runtime.NewRegistry(runtime.Authorize(p), runtime.Observe(&log))
	require.NoError(t, reg.Register(tools()))
	admin := runtime.WithPrincipal(t.Context(), role(runtime.Admin))
	reg.Call(admin, "file_wipe", nil)
	reg.Call(admin, "mail", nil)
	reg.Call(admin, "echo", nil)
	var reason *policy.Reason
	require.ErrorAs(t, log[0].Denied, &reason)
	require.Equal(t, policy.Decision{Effect: policy.Deny, Rule: "deny file_*", Layer: "l"}, reason.Decision)
	require.EqualError(t, reason, "policy: deny: deny file_* in layer l")
	require.ErrorAs(t, log[1].Result.Err, &reason)
	require.Equal(t, "scope mail.send", reason.Rule)
	require.Equal(t, runtime.ClassApprovalRequired, log[2].Result.Err.Class)
	var needed *runtime.Needed
	require.ErrorAs(t, log[2].Result.Err, &needed)
	require.Equal(t, "policy: ask: ask echo in layer l", needed.Request.Reason)
}

type outcomes []runtime.Outcome

func (*outcomes) Begin(ctx context.Context, _ string, _ []byte) context.Context { return ctx }
func (o *outcomes) End(_ context.Context, outcome *runtime.Outcome)             { *o = append(*o, *outcome) }

// 2.2: a sub-principal gets the intersection, by whatever its parent is held down.
func TestSubPrincipals(t *testing.T) {
	p := policyOf(t, policy.Config{
		Roles: map[string]runtime.Access{"support": runtime.Trusted},
		Layers: []policy.Layer{
			{Name: "desk", For: policy.For{Roles: []string{"support"}}, Deny: []string{"echo"}},
			{Name: "coder", For: policy.For{Agents: []string{"coder"}}, Ask: []string{"file_read"}},
		},
	})
	support := own("support")
	coder := support.Sub(runtime.Principal{Role: runtime.System, Agent: "coder"})
	helper := coder.Sub(runtime.Principal{Role: runtime.System, Agent: "helper"})
	for _, who := range []runtime.Principal{coder, helper} {
		require.Equal(t, "deny: deny echo in layer desk", decide(p, who, echo))
		require.Equal(t, "ask: ask file_read in layer coder", decide(p, who, fileRead))
		require.Equal(t, "deny: level admin", decide(p, who, wipe))
	}
	require.Equal(t, "allow: level trusted", decide(p, support, fileRead))
	require.Equal(t, "allow: level public", decide(p, runtime.Principal{Role: runtime.System, Agent: "helper"}, echo))

	reg := runtime.NewRegistry(runtime.Authorize(p))
	require.NoError(t, reg.Register(tools()))
	as := func(p runtime.Principal) context.Context { return runtime.WithPrincipal(t.Context(), p) }
	require.Equal(t, runtime.ClassUnknownTool, reg.Call(as(helper), "echo", nil).Err.Class)
	require.Equal(t, runtime.ClassApprovalRequired, reg.Call(as(helper), "file_read", nil).Err.Class)
	require.False(t, reg.Call(as(support), "file_read", nil).IsError())

	circle := support
	circle.Parent = &circle
	require.Equal(t, "deny: a line of principals without an end", decide(p, circle, fileRead))
}

// Step 9: what panics denies. A nil tool in a registry of another's is one way.
func TestPanicsDeny(t *testing.T) {
	p := policyOf(t, policy.Config{})
	var none *policy.Policy
	require.Equal(t, "deny: the policy panicked", none.Decide(t.Context(), role(runtime.System), runtime.Call{Tool: echo}).String())
	require.Equal(t, "deny: unknown tool", p.Decide(t.Context(), role(runtime.System), runtime.Call{}).String())
}
