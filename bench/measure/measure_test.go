package measure

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var kept []byte

func TestAllocations(t *testing.T) {
	allocs, bytes := Allocations(func() { kept = make([]byte, 64); kept = make([]byte, 128) })
	require.Equal(t, 2, allocs)
	require.Equal(t, 192, bytes)
	allocs, bytes = Allocations(func() { clear(kept) })
	require.Zero(t, allocs)
	require.Zero(t, bytes)
}

// The ratios are those of the work: here with a wide margin, and at best of five, because others use the machine too.
func TestRatios(t *testing.T) {
	buffer := make([]byte, 64<<10)
	work := func(times int) func() {
		return func() {
			for range times {
				clear(buffer)
			}
		}
	}
	var ratios []float64
	for range 5 {
		ratios = Plan{Rounds: 9, Slice: time.Millisecond}.Ratios(work(1), work(10))
		require.InDelta(t, 1, ratios[0], 0)
		if math.Abs(ratios[1]-10) < 6 {
			return
		}
	}
	require.InDelta(t, 10, ratios[1], 6)
}
