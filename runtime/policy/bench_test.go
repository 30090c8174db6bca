package policy_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

// What a registry of a hundred tools adds to a call, without and with a policy of ten layers.
func BenchmarkCall(b *testing.B) {
	set := make(runtime.Set, 100)
	for i := range set {
		set[i] = quiet{&runtime.Spec{Name: "tool_" + strconv.Itoa(1000+i), Access: runtime.Public}}
	}
	var c policy.Config
	for i := range 10 {
		c.Layers = append(c.Layers, policy.Layer{Name: "l" + strconv.Itoa(i), Allow: []string{"*"}, Deny: []string{"tool_109" + strconv.Itoa(i)}})
	}
	p, err := policy.New(c, set)
	if err != nil {
		b.Fatal(err)
	}
	ctx := runtime.WithPrincipal(context.Background(), runtime.Principal{Role: runtime.Trusted})
	b.Run("execute", func(b *testing.B) {
		for b.Loop() {
			set[42].Execute(ctx, nil)
		}
	})
	for _, row := range []struct {
		name    string
		options []runtime.Option
	}{{"registry", nil}, {"policy", []runtime.Option{runtime.Authorize(p)}}} {
		reg := runtime.NewRegistry(row.options...)
		if err := reg.Register(set); err != nil {
			b.Fatal(err)
		}
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				reg.Call(ctx, "tool_1042", nil)
			}
		})
	}
}
