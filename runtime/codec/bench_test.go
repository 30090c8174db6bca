package codec_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A call is measured whole: bytes in, decode, check, run the function, encode, bytes out. v1 is the same call through encoding/json
// without any check; rejected are arguments with one problem, as near to their end as can be.
type workload struct {
	name         string
	args         string
	rejected     string
	problem      string
	execute, v1  func([]byte) ([]byte, error)
	allocs       float64 // of an accepted call
	rejectedCost float64 // against the accepted call: what the gate allows
}

func workloads() []workload {
	l := argumentsL()
	last := func(s, from, to string) string {
		i := strings.LastIndex(s, from)
		return s[:i] + to + s[i+len(from):]
	}
	return []workload{
		// The accepted call is so short that two allocations and a sentence weigh as much as all of it.
		{"S", argumentsS, last(argumentsS, `metric`, `metrik`), `unit: "metrik" is not one of metric, imperial; did you mean metric?`, executeS, v1S, 2, 2.2},
		{"M", argumentsM, last(argumentsM, `250`, `2500`), `filter.max: must be between 0 and 1000, got 2500`, executeM, v1M, 14, 1.2},
		{"L", l, last(l, `metric`, `metrik`), `records[499].unit: "metrik" is not one of metric, imperial; did you mean metric?`, executeL, v1L, 3*500 + 10, 1.2},
	}
}

func v1S(args []byte) ([]byte, error) {
	var in struct {
		City string `json:"city"`
		Unit unit   `json:"unit"`
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	out, err := forecast(in.City, in.Unit)
	if err != nil {
		return nil, err
	}
	return json.Marshal(out)
}

func v1M(args []byte) ([]byte, error) {
	var in search
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	return json.Marshal(find(&in))
}

func v1L(args []byte) ([]byte, error) {
	var in struct {
		Records []record `json:"records"`
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	return json.Marshal(sums(in.Records))
}

func BenchmarkCall(b *testing.B) {
	for _, w := range workloads() {
		for _, way := range []struct {
			name string
			args string
			call func([]byte) ([]byte, error)
		}{
			{w.name, w.args, w.execute},
			{w.name + "/rejected", w.rejected, w.execute},
			{w.name + "/encoding-json", w.args, w.v1},
		} {
			args := []byte(way.args)
			b.Run(way.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					way.call(args)
				}
			})
		}
	}
}

func TestWorkloads(t *testing.T) {
	for _, w := range workloads() {
		got, err := w.execute([]byte(w.args))
		require.NoError(t, err)
		want, err := w.v1([]byte(w.args))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), w.name)
		_, err = w.execute([]byte(w.rejected))
		require.EqualError(t, err, w.problem)
	}
}

// The cursor stays on the stack of the adapter, so that the allocations are those of the values and of the result alone. A problem
// adds no more than four.
func TestAllocations(t *testing.T) {
	for _, w := range workloads() {
		args, rejected := []byte(w.args), []byte(w.rejected)
		accepted := testing.AllocsPerRun(50, func() { w.execute(args) })
		if w.name == "S" {
			require.EqualValues(t, w.allocs, accepted, w.name)
		}
		require.LessOrEqual(t, accepted, w.allocs, w.name)
		require.LessOrEqual(t, testing.AllocsPerRun(50, func() { w.execute(rejected) }), accepted+4, w.name)
	}
	onlyArena := testing.AllocsPerRun(50, func() { readReport(`{"city":"a","unit":"metric"}`) })
	require.EqualValues(t, 2, onlyArena, "the test's own copy of the arguments and the arena")
	for _, args := range []string{
		`{"city":"a"}`,
		`{"city":"a","unit":"metrik"}`,
		`{"city":"a","unit":"metric","Limit":1}`,
		`{"city":"a","unit":"metric","limit":99}`,
		`{"city":"a","unit":"metric",}`,
		`{"city":"a","unit":"metric","filter":{"tags":[null],"min":1}}`,
	} {
		require.LessOrEqual(t, testing.AllocsPerRun(50, func() { readReport(args) }), onlyArena+4, args)
	}
}

// Time is gated as a ratio inside one run, with slack, because machines are shared. Where the best times are still disturbed, more
// rounds are run: what is disturbed comes down, what is slow does not. The numbers themselves go to the log.
func TestRatios(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	for _, w := range workloads() {
		args, rejected := []byte(w.args), []byte(w.rejected)
		var rejectedCost, v1Cost float64
		best := make([]float64, 3)
		for try := 0; try < 10 && (try == 0 || rejectedCost >= 1.3*w.rejectedCost || v1Cost <= 1.8); try++ {
			cheapest(best, 60, 1+40_000/len(args),
				func() { w.execute(args) },
				func() { w.execute(rejected) },
				func() { w.v1(args) })
			rejectedCost, v1Cost = best[1]/best[0], best[2]/best[0]
		}
		t.Logf("%s: rejected %.2f, encoding/json %.1f", w.name, rejectedCost, v1Cost)
		require.Less(t, rejectedCost, 1.3*w.rejectedCost, w.name)
		require.Greater(t, v1Cost, 1.8, w.name)
	}
}

// cheapest runs the functions in turn, many rounds over, and lowers best to the best time of each.
func cheapest(best []float64, rounds, calls int, functions ...func()) {
	for range rounds {
		for i, function := range functions {
			begin := time.Now()
			for range calls {
				function()
			}
			if took := float64(time.Since(begin)); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
}
