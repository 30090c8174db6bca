// Package measure compares functions by the CPU time that they take, garbage collection included, in one process.
//
// On a machine that others use too, times say little and ratios much: what slows one function slows the next one as well.
// So functions run in turn, in rounds of short slices whose order changes. What disturbs a slice makes it longer, never
// shorter, so that what counts of each function is the slice that a quarter of them do not exceed.
//
// They run on one processor: with more, idle threads help with the collection as they find time, and what they burn
// depends on who else is there.
package measure

import (
	"runtime"
	"runtime/debug"
	"slices"
	"time"
)

// Plan says how much is measured.
type Plan struct {
	Rounds int           // at least 1
	Slice  time.Duration // how much CPU time a function is given in a round
}

// Ratios returns the CPU time of each function as a multiple of the first one's.
func (p Plan) Ratios(functions ...func()) []float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // whatever GOGC says
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	calls := make([]int, len(functions))
	for i, f := range functions {
		calls[i] = p.calibrate(f)
	}
	costs := make([][]float64, len(functions))
	for round := range p.Rounds {
		for i := range functions {
			// The order is rotated, and every second round runs backwards.
			at := (i + round/2) % len(functions)
			if round%2 == 1 {
				at = len(functions) - 1 - at
			}
			costs[at] = append(costs[at], float64(cost(functions[at], calls[at]))/float64(calls[at]))
		}
	}
	ratios := make([]float64, len(functions))
	for i, all := range costs {
		slices.Sort(all)
		ratios[i] = all[len(all)/4] / costs[0][len(costs[0])/4]
	}
	return ratios
}

// calibrate returns how many calls fill a slice. The cheapest of some tries counts: with too few calls, which is what a
// disturbed one would ask for, a slice holds too few collections for a fair share of them.
func (p Plan) calibrate(f func()) int {
	for calls := 1; ; calls *= 2 {
		if took := cost(f, calls); took >= p.Slice/4 {
			for range 4 {
				took = min(took, cost(f, calls))
			}
			return max(1, int(float64(calls)*float64(p.Slice)/float64(max(took, 1))))
		}
	}
}

// cost is the CPU time of some calls and of the garbage collections that they cause. A full collection before them takes
// away what others have left behind.
func cost(f func(), calls int) time.Duration {
	runtime.GC()
	begin := cpu()
	for range calls {
		f()
	}
	return cpu() - begin
}

// Allocations returns how many allocations one call makes and how many bytes they have.
func Allocations(f func()) (allocs, bytes int) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // no other goroutine's allocations
	const calls = 64
	for range 4 {
		f()
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		f()
	}
	runtime.ReadMemStats(&after)
	return int(after.Mallocs-before.Mallocs) / calls, int(after.TotalAlloc-before.TotalAlloc) / calls
}
