package runtime_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// performance.md: a package of n unwrapped tools costs at most 3 allocations to register, the Set itself included.
func TestRegisterAllocates(t *testing.T) {
	for _, n := range []int{1, 10, 200} {
		tools := numbered(n)
		const runs = 20
		registries := make([]runtime.Registry, runs+1) // AllocsPerRun runs once more, to warm up
		i := 0
		got := testing.AllocsPerRun(runs, func() {
			set := make(runtime.Set, n) // what a generated constructor's literal is
			copy(set, tools)
			if err := registries[i].Register(set); err != nil {
				t.Fatal(err)
			}
			i++
		})
		require.LessOrEqual(t, got, 3.0, "%d tools", n)
	}
}

// nothing is a tool that costs nothing itself.
type nothing struct{ spec *runtime.Spec }

func (t nothing) Spec() *runtime.Spec                                 { return t.spec }
func (nothing) Execute(context.Context, []byte) (none runtime.Result) { return none }

func costless(n int) runtime.Set {
	set := make(runtime.Set, n)
	for i := range set {
		set[i] = nothing{&runtime.Spec{Name: "tool_" + strconv.Itoa(1000+i), Access: runtime.Public}}
	}
	return set
}

// performance.md: Registry.Call adds no allocation to Execute, with an authorizer neither; middleware costs one, the Call.
func TestCallAllocates(t *testing.T) {
	pass := func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result { return next(ctx, call) }
	}
	for name, row := range map[string]struct {
		options []runtime.Option
		most    float64
	}{
		"plain":      {nil, 0},
		"authorizer": {[]runtime.Option{runtime.Authorize(levels)}, 0},
		"middleware": {[]runtime.Option{runtime.Authorize(levels), runtime.Use(pass)}, 1},
	} {
		reg := registryOf(t, costless(100), row.options...)
		ctx := runtime.WithCall(context.Background(), runtime.Call{ID: "c1", Principal: runtime.Principal{Role: runtime.Trusted, Scopes: []string{"read"}}})
		require.LessOrEqual(t, testing.AllocsPerRun(100, func() { reg.Call(ctx, "tool_1042", nil) }), row.most, name)
	}
}

// What the runtime adds to a call that an adapter answers.
func TestResultsAllocate(t *testing.T) {
	ctx, b := context.Background(), []byte(`{"a":1}`)
	require.Zero(t, testing.AllocsPerRun(100, func() { runtime.JSON(b) }))
	require.Zero(t, testing.AllocsPerRun(100, func() { runtime.Text("text") }))
	require.Zero(t, testing.AllocsPerRun(100, func() { _ = runtime.Done() }))
	require.Zero(t, testing.AllocsPerRun(100, func() { runtime.CallFrom(ctx) }))
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() { runtime.WithPrincipal(ctx, runtime.Principal{}) }), 1.0)
	own := runtime.NewError(runtime.ClassUnavailable, "closed")
	require.Zero(t, testing.AllocsPerRun(100, func() { runtime.Failed(ctx, own) }))
}

// The difference of registry and execute is what the registry adds.
func BenchmarkCall(b *testing.B) {
	ctx := runtime.WithPrincipal(context.Background(), runtime.Principal{Role: runtime.Trusted})
	pass := func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result { return next(ctx, call) }
	}
	for _, n := range []int{10, 100, 1000} {
		set := costless(n)
		one := set[n/3]
		name := one.Spec().Name
		b.Run(strconv.Itoa(n)+"/execute", func(b *testing.B) {
			for b.Loop() {
				one.Execute(ctx, nil)
			}
		})
		for kind, options := range map[string][]runtime.Option{
			"registry":   nil,
			"authorizer": {runtime.Authorize(levels)},
			"middleware": {runtime.Use(pass)},
			"observer":   {runtime.Observe(hooks{func(ctx context.Context) context.Context { return ctx }, func(context.Context) {}})},
		} {
			reg := runtime.NewRegistry(options...)
			if err := reg.Register(set); err != nil {
				b.Fatal(err)
			}
			b.Run(strconv.Itoa(n)+"/"+kind, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					reg.Call(ctx, name, nil)
				}
			})
		}
	}
}

func BenchmarkRegister(b *testing.B) {
	for _, n := range []int{10, 200} {
		tools := costless(n)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var reg runtime.Registry
				if err := reg.Register(tools); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
