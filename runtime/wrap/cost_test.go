package wrap_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// nothing is a tool that costs nothing itself.
type nothing struct{ spec *runtime.Spec }

func (t nothing) Spec() *runtime.Spec                                 { return t.spec }
func (nothing) Execute(context.Context, []byte) (none runtime.Result) { return none }

// costs are the wrappers one by one, with what each adds to a call in allocations: at most.
var costs = []struct {
	name string
	most float64
	w    func() []wrap.Wrapper
}{
	{"none", 0, func() []wrap.Wrapper { return nil }},
	{"absent", 0, func() []wrap.Wrapper {
		return []wrap.Wrapper{wrap.Timeout(0), wrap.Retry(0), wrap.Rate(0, 0), wrap.Cache(0)}
	}},
	{"Redact", 1, func() []wrap.Wrapper { return []wrap.Wrapper{wrap.Redact()} }}, // of a tool without secrets: the Call
	{"Output", 1, func() []wrap.Wrapper { return []wrap.Wrapper{wrap.Output(1 << 10)} }},
	{"Concurrency", 1, func() []wrap.Wrapper { return []wrap.Wrapper{wrap.Concurrency(4)} }},
	{"Breaker", 1, func() []wrap.Wrapper { return []wrap.Wrapper{wrap.Breaker(3, time.Second)} }},
	{"Rate", 1, func() []wrap.Wrapper { return []wrap.Wrapper{wrap.Rate(1_000_000, time.Microsecond)} }},
	{"Retry", 2, func() []wrap.Wrapper { return []wrap.Wrapper{wrap.Retry(3)} }}, // a Call for each attempt
	{"Cache", 6, func() []wrap.Wrapper { return []wrap.Wrapper{wrap.Cache(time.Hour)} }},
	{"Attempt", 5, func() []wrap.Wrapper { return []wrap.Wrapper{wrap.Attempt(time.Hour)} }}, // a context with a timer
	{"Timeout", 5, func() []wrap.Wrapper { return []wrap.Wrapper{wrap.Timeout(time.Hour)} }},
	{"Hard", 15, func() []wrap.Wrapper { return []wrap.Wrapper{wrap.Timeout(time.Hour, wrap.Hard(8))} }}, // and a goroutine
}

func TestCost(t *testing.T) {
	ctx, args := context.Background(), []byte(`{"city":"Paris"}`)
	for _, row := range costs {
		tool := wrap.Tool(nothing{&runtime.Spec{Name: "look", ReadOnly: true}}, row.w()...)
		tool.Execute(ctx, args)
		require.LessOrEqual(t, testing.AllocsPerRun(100, func() { tool.Execute(ctx, args) }), row.most, row.name)
	}
}

// The difference of a row and none is what its wrapper adds.
func BenchmarkWrappers(b *testing.B) {
	ctx, args := context.Background(), []byte(`{"city":"Paris"}`)
	for _, row := range costs {
		tool := wrap.Tool(nothing{&runtime.Spec{Name: "look", ReadOnly: true}}, row.w()...)
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tool.Execute(ctx, args)
			}
		})
	}
}
