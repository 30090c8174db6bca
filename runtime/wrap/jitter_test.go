package wrap

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestR02_Jitter(t *testing.T) {
	for _, base := range []time.Duration{math.MinInt64, -1, 0, 1, time.Second, math.MaxInt64 - 1, math.MaxInt64} {
		for _, limit := range []time.Duration{math.MinInt64, 0, 1, 10 * time.Second, math.MaxInt64} {
			for n := range 200 {
				for name, random := range map[string]func(uint64) uint64{
					"least": func(uint64) uint64 { return 0 },
					"most":  func(n uint64) uint64 { return n - 1 },
					"any":   rand.Uint64N,
				} {
					got := (&retry{base: base, limit: limit, random: random}).jitter(n)
					require.GreaterOrEqual(t, got, time.Duration(0))
					if limit > 0 {
						require.LessOrEqual(t, got, limit)
					}
					want := time.Duration(math.MaxInt64)
					if n < 63 && base <= math.MaxInt64>>n {
						want = base << n
					}
					if limit > 0 {
						want = min(want, limit)
					}
					if name == "most" && base > 0 {
						require.Equal(t, want, got, "%d*2^%d, at most %d", base, n, limit)
					}
				}
			}
		}
	}
}

// Full jitter is uniform: every tenth of the range is met about as often, its ends are reached.
func TestJitterIsUniform(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	r := &retry{base: 100, limit: 1599, random: random.Uint64N}
	const draws = 160_000
	var tenths [10]int
	least, most := time.Duration(math.MaxInt64), time.Duration(0)
	for range draws {
		d := r.jitter(4) // 1600, cut to 1599
		least, most = min(least, d), max(most, d)
		tenths[d*10/1600]++
	}
	require.Zero(t, least)
	require.Equal(t, time.Duration(1599), most)
	for i, n := range tenths {
		require.InDelta(t, draws/10, n, 600, "tenth %d", i) // five standard deviations
	}
}
