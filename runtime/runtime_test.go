package runtime_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// named is the smallest tool: it says its own name. A pointer to it is what a generated stateful adapter is.
type named struct{ spec runtime.Spec }

func tool(name string) *named { return &named{runtime.Spec{Name: name, Access: runtime.Public}} }

func (t *named) Spec() *runtime.Spec { return &t.spec }

func (t *named) Execute(context.Context, []byte) runtime.Result {
	return runtime.Result{Text: t.spec.Name}
}

// doing is a tool with a body.
func doing(name string, body func(context.Context, []byte) runtime.Result) runtime.Tool {
	return runtime.Func(runtime.Spec{Name: name, Access: runtime.Public}, body)
}

// numbered returns n tools in order of their names.
func numbered(n int) runtime.Set {
	set := make(runtime.Set, n)
	for i := range set {
		set[i] = tool("tool_" + strconv.Itoa(1000+i))
	}
	return set
}

func names(specs []*runtime.Spec) []string {
	out := []string{}
	for _, s := range specs {
		out = append(out, s.Name)
	}
	return out
}

func registryOf(t *testing.T, set runtime.Set, options ...runtime.Option) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry(options...)
	require.NoError(t, reg.Register(set))
	return reg
}

// levels lets a caller reach what its role covers.
var levels = runtime.AuthorizerFunc(func(_ context.Context, p runtime.Principal, tool *runtime.Spec) error {
	if !p.Role.Covers(tool.Access) {
		return runtime.NewError(runtime.ClassPermissionDenied, p.Role.String()+" does not cover "+tool.Access.String())
	}
	return nil
})

func as(role runtime.Access) context.Context {
	return runtime.WithPrincipal(context.Background(), runtime.Principal{Role: role})
}

func TestPrefix(t *testing.T) {
	one := tool("one")
	set := runtime.Prefix("beta_", runtime.Set{one, nil})
	require.Equal(t, "beta_one", set[0].Spec().Name)
	require.Equal(t, runtime.Public, set[0].Spec().Access, "the rest of the Spec stays")
	require.Same(t, set[0].Spec(), set[0].Spec(), "static")
	require.Equal(t, "one", set[0].Execute(context.Background(), nil).Text)
	require.Equal(t, "one", one.Spec().Name, "the tool itself is untouched")
	require.Nil(t, set[1], "what has no Spec is Register's to report")

	require.Empty(t, runtime.Prefix("x_", nil))
	require.Equal(t, "a_b_one", runtime.Prefix("a_", runtime.Prefix("b_", runtime.Set{one}))[0].Spec().Name)
}

func TestDescribe(t *testing.T) {
	one := runtime.Func(runtime.Spec{Name: "one", Description: "Does one thing.", Access: runtime.Public}, func(context.Context, []byte) runtime.Result { return runtime.Done() })
	set := runtime.Describe("It knows:\na", runtime.Set{one, nil})
	require.Equal(t, "Does one thing.\nIt knows:\na", set[0].Spec().Description)
	require.Equal(t, "one", set[0].Spec().Name, "the rest of the Spec stays")
	require.Equal(t, "ok", set[0].Execute(context.Background(), nil).Text)
	require.Equal(t, "Does one thing.", one.Spec().Description, "the tool itself is untouched")
	require.Nil(t, set[1], "what has no Spec is Register's to report")
}

func TestFunc(t *testing.T) {
	spec := runtime.Spec{Name: "one"}
	tool := runtime.Func(spec, func(_ context.Context, args []byte) runtime.Result { return runtime.Text(string(args)) })
	spec.Name = "changed"
	require.Equal(t, "one", tool.Spec().Name, "the Spec is a copy")
	require.Same(t, tool.Spec(), tool.Spec())
	require.Equal(t, "{}", tool.Execute(context.Background(), []byte("{}")).Text)
	require.PanicsWithValue(t, "runtime.Func: the function of tool one is nil", func() { runtime.Func(runtime.Spec{Name: "one"}, nil) })
}

func TestAccess(t *testing.T) {
	for name, want := range map[string]runtime.Access{
		"public": runtime.Public, "trusted": runtime.Trusted, "admin": runtime.Admin, "system": runtime.System,
	} {
		got, ok := runtime.ParseAccess(name)
		require.True(t, ok)
		require.Equal(t, want, got)
		require.Equal(t, name, got.String())
	}
	for _, name := range []string{"", "undeclared", "Public", "root", " admin"} {
		got, ok := runtime.ParseAccess(name)
		require.False(t, ok, name)
		require.Equal(t, runtime.Undeclared, got)
	}
	require.Equal(t, "undeclared", runtime.Undeclared.String())
	require.Equal(t, "access 9", runtime.Access(9).String())

	// Promise 7: unknown roles fail closed, and so do levels that were not declared.
	order := []runtime.Access{runtime.Public, runtime.Trusted, runtime.Admin, runtime.System}
	for i, role := range order {
		for j, need := range order {
			require.Equal(t, i >= j, role.Covers(need), "%s covers %s", role, need)
		}
		require.False(t, role.Covers(runtime.Undeclared))
		require.False(t, runtime.Undeclared.Covers(role))
		require.False(t, runtime.Access(9).Covers(role))
		require.False(t, role.Covers(9))
	}
	require.False(t, runtime.Undeclared.Covers(runtime.Undeclared))
	require.False(t, runtime.Access(9).Covers(9))
}
