package mcp_test

import (
	"context"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/bench"
	"github.com/toolgen/toolgen/bench/mcp"
)

func sessions(t testing.TB) (generated, typed *sdk.ClientSession) {
	server, err := mcp.Generated()
	require.NoError(t, err)
	generated, err = mcp.Connect(t.Context(), server)
	require.NoError(t, err)
	typed, err = mcp.Connect(t.Context(), mcp.Typed())
	require.NoError(t, err)
	return generated, typed
}

// A call over MCP is at least as fast as the SDK's own typed handler. The two are measured in turn, so that both see the same
// machine, and the fastest rounds compared, since what else a machine does only adds; the slack is for what is left of that, and where it
// is not enough more rounds are run.
func TestCallIsAsFastAsTyped(t *testing.T) {
	const rounds, slack = 40, 1.10
	generated, typed := sessions(t)
	for _, w := range bench.Workloads() {
		calls := map[string]int{"S": 50, "M": 40, "L": 4}[w.Name]
		round := func(session *sdk.ClientSession) time.Duration {
			began := time.Now()
			for range calls {
				require.NoError(t, mcp.Call(t.Context(), session, mcp.Names[w.Name], w.Args))
			}
			return time.Since(began)
		}
		round(generated)
		round(typed)
		best, typedBest, ratio := time.Hour, time.Hour, slack
		for try := 0; try < 10 && ratio >= slack; try++ {
			for range rounds {
				best, typedBest = min(best, round(generated)), min(typedBest, round(typed))
			}
			ratio = float64(best) / float64(typedBest)
		}
		t.Logf("%s: %v a call, typed %v: %.2f of it", w.Name, best/time.Duration(calls), typedBest/time.Duration(calls), ratio)
		require.Less(t, ratio, slack, w.Name)
	}
}

func BenchmarkCall(b *testing.B) {
	generated, typed := sessions(b)
	for _, w := range bench.Workloads() {
		for name, session := range map[string]*sdk.ClientSession{"generated": generated, "typed": typed} {
			b.Run(w.Name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := mcp.Call(context.Background(), session, mcp.Names[w.Name], w.Args); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
