package runtime_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// C02: readers take no lock and see the tools as they were at one moment, whatever others register meanwhile. The tools
// a_1 and a_2 come and go together, so no listing may have one of them; base is always there.
func TestConcurrentUse(t *testing.T) {
	reg := registryOf(t, runtime.Set{tool("base")}, runtime.Authorize(levels),
		runtime.Use(func(next runtime.Handler) runtime.Handler { return next }), runtime.Observe(new(recorder)))
	ctx := as(runtime.Public)
	const rounds = 300
	var wg sync.WaitGroup
	loop := func(body func(i int)) {
		wg.Go(func() {
			for i := range rounds {
				body(i)
			}
		})
	}
	pair := runtime.Set{tool("a_1"), tool("a_2")}
	for range 2 {
		loop(func(int) {
			if reg.Register(pair) == nil {
				reg.Unregister("a_2")
				reg.Unregister("a_1")
			}
		})
		loop(func(i int) {
			if err := reg.Replace(tool("base")); err != nil {
				t.Errorf("replace: %v", err)
			}
			own := numbered(i % 5)
			if err := reg.Register(runtime.Prefix("b_", own), runtime.Set{tool("base")}); err == nil {
				t.Error("a duplicate was registered")
			}
		})
		loop(func(int) {
			if got := reg.Call(ctx, "base", nil); got.Text != "base" {
				t.Errorf("base: %v", got)
			}
			if got := reg.Call(ctx, "a_1", nil); got.IsError() && got.Err.Class != runtime.ClassUnknownTool {
				t.Errorf("a_1: %v", got)
			}
		})
		loop(func(int) {
			listed := names(reg.Specs(ctx))
			if !slices.IsSorted(listed) || !slices.Contains(listed, "base") {
				t.Errorf("listed %v", listed)
			}
			if slices.Contains(listed, "a_2") && !slices.Contains(listed, "a_1") {
				t.Errorf("half a set: %v", listed)
			}
			for range reg.All() {
			}
			_ = reg.Require("base", "a_1")
		})
	}
	wg.Wait()
	require.Equal(t, []string{"base"}, names(reg.Specs(ctx)))
}

// Sets registered at the same time all arrive.
func TestConcurrentRegister(t *testing.T) {
	var reg runtime.Registry
	var wg sync.WaitGroup
	for _, prefix := range []string{"a_", "b_", "c_", "d_"} {
		wg.Go(func() {
			for _, one := range runtime.Prefix(prefix, numbered(50)) {
				if err := reg.Register(runtime.Set{one}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	require.Len(t, reg.Specs(context.Background()), 200)
}
