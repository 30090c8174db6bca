package packages

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"
)

var (
	count  = flag.Int("packages.n", 20, "how many random packages are made")
	seed   = flag.Uint64("packages.seed", 1, "the first of their seeds; they count up from it")
	cases  = flag.Int("packages.cases", 100, "how many cases the law judges for each tool")
	shrink = flag.Bool("packages.shrink", true, "whether failing packages are made small")
)

// TestPackages: random packages are accepted, or refused with a code that is explained; what is generated is formatted, vetted,
// compiled and run under the law; generated again in another order, no byte differs.
func TestPackages(t *testing.T) {
	var all []Verdict
	const atOnce = 60
	for first := 0; first < *count; first += atOnce {
		var sources []*Source
		for i := first; i < min(*count, first+atOnce); i++ {
			sources = append(sources, Random(*seed+uint64(i), fmt.Sprintf("p%d", i)))
		}
		all = append(all, Batch(t, sources, *cases)...)
	}
	t.Logf("seed %d: %s", *seed, Tally(all))
	report(t, all)
	refused := 0
	for _, v := range all {
		if v.Stage == StageRefused {
			refused++
		}
	}
	if refused*10 > len(all) {
		t.Errorf("%d of %d packages are refused: the packages are not random but valid", refused, len(all))
	}
}

// report fails for every verdict that is a failure, the first few of them made small.
func report(t *testing.T, all []Verdict) {
	small := 0
	for _, v := range all {
		if !v.Failed() {
			if v.Stage == StageRefused {
				t.Logf("seed %d is refused:\n%s", v.Source.Seed, v.Text)
			}
			continue
		}
		source := v.Source.String()
		if *shrink && small < 3 {
			small++
			source, v = Shrink(t, v, *cases)
		}
		t.Errorf("seed %d: %s\n%s\n%s", v.Source.Seed, v.Stage, v.Text, source)
	}
}

// TestMistakes: a random package with one wrong ingredient is refused for that, and for nothing else.
func TestMistakes(t *testing.T) {
	names := slices.Sorted(maps.Keys(mistakes))
	var plain, wrong []*Source
	for i := range max(len(names), *count/4) {
		plain = append(plain, Random(*seed+uint64(i), fmt.Sprintf("p%d", i)))
		wrong = append(wrong, Wrong(*seed+uint64(i), fmt.Sprintf("w%d", i), names[i%len(names)]))
	}
	verdicts := Batch(t, slices.Concat(plain, wrong), 0)
	judged := 0
	for i, v := range verdicts[len(plain):] {
		if verdicts[i].Stage != StageFine {
			continue // it is refused for something else besides
		}
		judged++
		if v.Failed() {
			t.Errorf("seed %d, %s: %s, want %s, got %v\n%s", v.Source.Seed, names[i%len(names)], v.Stage, v.Source.Want, v.Codes, v.Text)
		}
	}
	t.Logf("seed %d: %d of %d packages with one mistake were judged", *seed, judged, len(wrong))
	if judged < len(wrong)*3/4 {
		t.Errorf("only %d of %d packages would be fine without the mistake", judged, len(wrong))
	}
}
