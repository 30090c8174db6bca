package runtime_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// Every mistake of one Register is in its one error, with the places of every tool involved, and nothing is registered.
func TestRegisterAllOrNone(t *testing.T) {
	of := func(pkg, name string) runtime.Tool {
		return runtime.Func(runtime.Spec{Name: name, Package: pkg}, func(context.Context, []byte) runtime.Result { return runtime.Done() })
	}
	var nilPointer *named
	for _, row := range []struct {
		name   string
		before runtime.Set
		sets   []runtime.Set
		want   []string // lines of the error; nil: no error
	}{
		{name: "nothing", sets: nil},
		{name: "empty sets", sets: []runtime.Set{nil, {}}},
		{name: "names that differ in case", sets: []runtime.Set{{tool("get"), tool("Get")}}},
		{name: "the longest name", sets: []runtime.Set{{tool(strings.Repeat("x", 64)), tool("a-B_9")}}},
		{
			name: "N05 two packages", sets: []runtime.Set{{of("example.com/a", "get")}, {of("example.com/b", "list"), of("example.com/b", "get")}},
			want: []string{`the name "get" is taken more than once: sets[0][0] of package example.com/a, sets[1][1] of package example.com/b`},
		},
		{
			name: "N05 registered before", before: runtime.Set{of("example.com/a", "get")}, sets: []runtime.Set{{tool("get")}},
			want: []string{`the name "get" is taken more than once: sets[0][0] of package example.com/a (registered before), sets[0][0]`},
		},
		{
			name: "thrice", before: runtime.Set{tool("a"), tool("get")}, sets: []runtime.Set{{tool("b"), tool("get")}, {tool("get")}},
			want: []string{`the name "get" is taken more than once: sets[0][1] (registered before), sets[0][1], sets[1][0]`},
		},
		{
			name: "nil tools", sets: []runtime.Set{{nil, nilPointer, noSpec{}}},
			want: []string{
				`sets[0][0]: the tool is nil or has no Spec`,
				`sets[0][1]: the tool is nil or has no Spec`,
				`sets[0][2]: the tool is nil or has no Spec`,
			},
		},
		{
			name: "names", sets: []runtime.Set{{tool(""), tool("a b"), tool("été"), tool(strings.Repeat("x", 65)), of("example.com/a", "a.b")}},
			want: []string{
				`sets[0][0]: the name "" is not ^[a-zA-Z0-9_-]{1,64}$`,
				`sets[0][1]: the name "a b" is not ^[a-zA-Z0-9_-]{1,64}$`,
				`sets[0][2]: the name "été" is not ^[a-zA-Z0-9_-]{1,64}$`,
				`sets[0][3]: the name "` + strings.Repeat("x", 64) + `"… is not ^[a-zA-Z0-9_-]{1,64}$`,
				`sets[0][4] of package example.com/a: the name "a.b" is not ^[a-zA-Z0-9_-]{1,64}$`,
			},
		},
		{
			name: "all kinds at once", before: runtime.Set{tool("x")},
			sets: []runtime.Set{{tool("y"), nil}, {tool("bad name"), tool("y"), tool("x"), tool("fine")}},
			want: []string{
				`sets[0][1]: the tool is nil or has no Spec`,
				`sets[1][0]: the name "bad name" is not ^[a-zA-Z0-9_-]{1,64}$`,
				`the name "x" is taken more than once: sets[0][0] (registered before), sets[1][2]`,
				`the name "y" is taken more than once: sets[0][0], sets[1][1]`,
			},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			reg := registryOf(t, row.before)
			before := slices.Collect(reg.All())
			err := reg.Register(row.sets...)
			if row.want == nil {
				require.NoError(t, err)
				require.Len(t, slices.Collect(reg.All()), len(slices.Concat(row.sets...)))
				return
			}
			lines := strings.Split(err.Error(), "\n\t")
			require.Equal(t, row.want, lines[1:])
			require.Contains(t, lines[0], "nothing was registered")
			require.Equal(t, before, slices.Collect(reg.All()), "all or none")
		})
	}
}

// noSpec is a tool that breaks the contract.
type noSpec struct{ runtime.Tool }

func (noSpec) Spec() *runtime.Spec { return nil }

// However the sets are ordered, the registry is sorted, and a name that stands more than once is found with all its places in the
// order of the arguments.
func TestRegisterInAnyOrder(t *testing.T) {
	order := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		want := names(specs(numbered(40)))
		first, second := numbered(20), numbered(40)[20:]
		for _, set := range []runtime.Set{first, second} {
			order.Shuffle(len(set), func(i, j int) { set[i], set[j] = set[j], set[i] })
		}
		var reg runtime.Registry
		require.NoError(t, reg.Register(second[:10], second[10:]))
		require.NoError(t, reg.Register(first))
		require.Equal(t, want, names(reg.Specs(context.Background())))

		again := runtime.Set{tool("z"), first[3], tool("a"), first[3], tool("z")}
		err := reg.Register(again)
		require.ErrorContains(t, err, strconv.Quote(first[3].Spec().Name)+` is taken more than once: sets[0][3] (registered before), sets[0][1], sets[0][3]`)
		require.ErrorContains(t, err, `"z" is taken more than once: sets[0][0], sets[0][4]`)
		require.Equal(t, want, names(reg.Specs(context.Background())))
	}
}

func specs(set runtime.Set) (all []*runtime.Spec) {
	for _, t := range set {
		all = append(all, t.Spec())
	}
	return all
}

func TestReplace(t *testing.T) {
	reg := registryOf(t, runtime.Set{tool("a"), tool("b")})
	other := doing("a", func(context.Context, []byte) runtime.Result { return runtime.Text("new") })
	require.NoError(t, reg.Replace(other))
	require.Equal(t, "new", reg.Call(context.Background(), "a", nil).Text)
	require.Equal(t, []string{"a", "b"}, names(reg.Specs(context.Background())))

	require.EqualError(t, reg.Replace(tool("c")), `runtime: nothing was replaced: no tool "c" is registered`)
	require.EqualError(t, reg.Replace(nil), `runtime: nothing was replaced: the tool is nil or has no Spec`)
	require.EqualError(t, reg.Register(runtime.Set{tool("a")}), "runtime: nothing was registered, because of 1 problem:\n\t"+
		`the name "a" is taken more than once: Replace (registered before), sets[0][0]`)
}

// C03: what remains is callable, what is gone is advertised nowhere.
func TestUnregister(t *testing.T) {
	reg := registryOf(t, runtime.Set{tool("a"), tool("b"), tool("c")})
	require.True(t, reg.Unregister("b"))
	require.False(t, reg.Unregister("b"))
	require.Equal(t, []string{"a", "c"}, names(reg.Specs(context.Background())))
	require.Equal(t, "c", reg.Call(context.Background(), "c", nil).Text)
	require.Equal(t, runtime.ClassUnknownTool, reg.Call(context.Background(), "b", nil).Err.Class)
	_, found := reg.Lookup("b")
	require.False(t, found)
	require.NoError(t, reg.Register(runtime.Set{tool("b")}))
	require.Equal(t, []string{"a", "b", "c"}, names(reg.Specs(context.Background())))
}

func TestListings(t *testing.T) {
	hidden := tool("hidden")
	hidden.spec.Hidden = true
	secret := tool("secret")
	secret.spec.Access = runtime.Admin
	set := runtime.Set{tool("z"), hidden, secret, tool("a")}

	t.Run("for the process itself", func(t *testing.T) {
		reg := registryOf(t, set)
		require.Equal(t, []string{"a", "secret", "z"}, names(reg.Specs(context.Background())), "sorted, without hidden ones")
		require.Equal(t, "hidden", reg.Call(context.Background(), "hidden", nil).Text, "which are served all the same")
	})
	t.Run("for a caller", func(t *testing.T) {
		reg := registryOf(t, set, runtime.Authorize(levels))
		require.Equal(t, []string{"a", "z"}, names(reg.Specs(as(runtime.Public))))
		require.Equal(t, []string{"a", "secret", "z"}, names(reg.Specs(as(runtime.System))))
		require.Equal(t, []string{}, names(reg.Specs(context.Background())), "nobody vouches for this caller")
	})
	t.Run("for the host", func(t *testing.T) {
		reg := registryOf(t, set, runtime.Authorize(levels))
		var all []string
		for tool := range reg.All() {
			all = append(all, tool.Spec().Name)
		}
		require.Equal(t, []string{"a", "hidden", "secret", "z"}, all)
		for range reg.All() {
			break
		}
		got, found := reg.Lookup("secret")
		require.True(t, found)
		require.Same(t, secret, got)
	})
	t.Run("the zero registry", func(t *testing.T) {
		var reg runtime.Registry
		require.NotNil(t, reg.Specs(context.Background()))
		require.Empty(t, slices.Collect(reg.All()))
		require.False(t, reg.Unregister("a"))
		require.EqualError(t, reg.Call(context.Background(), "a", nil).Err, `unknown tool "a"`)
		require.NoError(t, reg.Register(set))
		require.Equal(t, "a", reg.Call(context.Background(), "a", nil).Text)
	})
}

func TestRequire(t *testing.T) {
	reg := registryOf(t, runtime.Set{tool("a"), tool("b")})
	require.NoError(t, reg.Require())
	require.NoError(t, reg.Require("a", "b", "a"))
	require.EqualError(t, reg.Require("c"), `runtime: 1 required tool not registered: "c"`)
	require.EqualError(t, reg.Require("d", "a", "c", "d"), `runtime: 2 required tools not registered: "d", "c"`)
}

func TestOptionsRefuseNil(t *testing.T) {
	require.Panics(t, func() { runtime.Authorize(nil) })
	require.Panics(t, func() { runtime.Use(nil) })
	require.Panics(t, func() { runtime.Observe(nil) })
	require.PanicsWithValue(t, "runtime.NewRegistry: middleware 0 returned no Handler", func() {
		runtime.NewRegistry(runtime.Use(func(runtime.Handler) runtime.Handler { return nil }))
	})
}

// What is denied and what does not exist are one answer to a caller; a tool that listings leave out by courtesy is not denied.
func TestRegistryVisible(t *testing.T) {
	levels := runtime.AuthorizerFunc(func(_ context.Context, p runtime.Principal, tool *runtime.Spec) error {
		if !p.Role.Covers(tool.Access) {
			return errors.New("level too low")
		}
		return nil
	})
	reg := runtime.NewRegistry(runtime.Authorize(levels))
	require.NoError(t, reg.Register(runtime.Set{
		runtime.Func(runtime.Spec{Name: "open", Access: runtime.Public, Hidden: true}, nop),
		runtime.Func(runtime.Spec{Name: "shut", Access: runtime.Admin}, nop),
	}))
	public := runtime.WithPrincipal(t.Context(), runtime.Principal{Role: runtime.Public})
	admin := runtime.WithPrincipal(t.Context(), runtime.Principal{Role: runtime.Admin})

	spec, may := reg.Visible(public, "open")
	require.True(t, may)
	require.Equal(t, "open", spec.Name)
	for _, name := range []string{"shut", "absent", ""} {
		spec, may = reg.Visible(public, name)
		require.False(t, may, name)
		require.Nil(t, spec, name)
	}
	_, may = reg.Visible(admin, "shut")
	require.True(t, may)
}

// Every name is found, and no other, however many tools there are and whatever came and went.
func TestFind(t *testing.T) {
	for n := range 40 {
		reg := registryOf(t, numbered(n))
		found := func(want ...int) {
			for i := range n {
				got, is := reg.Lookup("tool_" + strconv.Itoa(1000+i))
				require.Equal(t, slices.Contains(want, i), is, "%d of %d", i, n)
				require.True(t, !is || got.Spec().Name == "tool_"+strconv.Itoa(1000+i))
			}
			_, is := reg.Lookup("tool_")
			require.False(t, is)
		}
		var left []int
		for i := range n {
			left = append(left, i)
		}
		found(left...)
		for i := 0; i < n; i += 3 {
			require.True(t, reg.Unregister("tool_"+strconv.Itoa(1000+i)))
			left = slices.DeleteFunc(left, func(l int) bool { return l == i })
			found(left...)
		}
		for _, i := range left {
			require.NoError(t, reg.Replace(tool("tool_"+strconv.Itoa(1000+i))))
		}
		found(left...)
	}
}

// Exchange is one step for all who look: tools go and come together, or nothing happens.
func TestExchange(t *testing.T) {
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(runtime.Set{tool("keep"), tool("old"), tool("changed")}))
	names := func() (all []string) {
		for tool := range reg.All() {
			all = append(all, tool.Spec().Name+tool.Spec().Title)
		}
		return all
	}
	changed := runtime.Func(runtime.Spec{Name: "changed", Title: "!"}, nop)
	err := reg.Exchange([]string{"old", "changed"}, runtime.Set{changed, tool("keep")})
	require.ErrorContains(t, err, `the name "keep" is taken more than once: sets[0][0] (registered before), sets[0][1]`)
	require.Equal(t, []string{"changed", "keep", "old"}, names(), "all or nothing")
	require.NoError(t, reg.Exchange([]string{"old", "changed", "gone already"}, runtime.Set{changed}, runtime.Set{tool("new")}))
	require.Equal(t, []string{"changed!", "keep", "new"}, names())
	require.NoError(t, reg.Exchange([]string{"new"}))
	require.Equal(t, []string{"changed!", "keep"}, names())

	many := make(runtime.Set, 40) // past the size from which there is a table of names
	for i := range many {
		many[i] = tool("t" + strconv.Itoa(i))
	}
	require.NoError(t, reg.Exchange(nil, many))
	require.NoError(t, reg.Exchange([]string{"t7"}, runtime.Set{tool("t40")}))
	for i := range 41 {
		_, found := reg.Lookup("t" + strconv.Itoa(i))
		require.Equal(t, i != 7, found, i)
	}
}
