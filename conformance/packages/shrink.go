package packages

import (
	"fmt"
	"testing"
)

// Shrink makes a failing source smaller, as long as it fails in the same way: pieces are left out one by one, many tries in
// one batch. It returns the smallest source that it found, as text, with what is said of it.
func Shrink(tb testing.TB, v Verdict, cases int) (string, Verdict) {
	wanted := v.kind()
	gone := map[int]bool{}
	best := v
	for round := 0; round < 12; round++ {
		var tries []variant
		var numbers []int
		for _, n := range v.Source.Numbers() {
			if gone[n] || len(tries) == 60 {
				continue
			}
			without := map[int]bool{n: true}
			for n := range gone {
				without[n] = true
			}
			tries = append(tries, variant{v.Source.At(fmt.Sprintf("p%d", len(tries))), without})
			numbers = append(numbers, n)
		}
		if len(tries) == 0 {
			break
		}
		// What can go alone may well go together: halves of it are tried until something works.
		alone := []int{}
		for i, w := range batch(tb, tries, cases) {
			if w.kind() == wanted {
				alone = append(alone, numbers[i])
			}
		}
		if len(alone) == 0 {
			break
		}
		progress := false
		for size := len(alone); size > 0 && !progress; size /= 2 {
			without := map[int]bool{}
			for n := range gone {
				without[n] = true
			}
			for _, n := range alone[:size] {
				without[n] = true
			}
			w := batch(tb, []variant{{v.Source.At("p0"), without}}, cases)[0]
			if w.kind() == wanted {
				gone, best, progress = without, w, true
			}
		}
		if !progress {
			break
		}
	}
	return show(v.Source.Packages(gone)), best
}
