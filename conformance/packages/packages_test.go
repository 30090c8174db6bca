package packages

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
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
		if *count > atOnce {
			t.Logf("so far: %s", Tally(all))
		}
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
	var wrong, plain []*Source
	for i := range max(len(names), *count/4) {
		wrong = append(wrong, Wrong(*seed+uint64(i), fmt.Sprintf("p%d", i), names[i%len(names)]))
	}
	var failed []Verdict
	for _, v := range Batch(t, wrong, 0) {
		if v.Failed() {
			failed = append(failed, v)
			plain = append(plain, Random(v.Source.Seed, v.Source.Dir))
		}
	}
	others := 0
	for i, v := range Batch(t, plain, 0) {
		if v.Stage != StageFine {
			others++ // it would be refused without the mistake too
			continue
		}
		f := failed[i]
		t.Errorf("seed %d, %s: %s, want %s, got %v\n%s", f.Source.Seed, names[(f.Source.Seed-*seed)%uint64(len(names))], f.Stage, f.Source.Want, f.Codes, f.Text)
	}
	t.Logf("seed %d: %d packages with one mistake, %d of them refused for more than that", *seed, len(wrong), others)
	if others*10 > len(wrong) {
		t.Errorf("%d of %d packages would be refused without the mistake", others, len(wrong))
	}
}

// TestShrink: what a failing package is made small to has the mistake and next to nothing else.
func TestShrink(t *testing.T) {
	source := Wrong(3, "p0", "a channel")
	before := Batch(t, []*Source{source}, 0)[0]
	if !slices.Equal(before.Codes, []string{"T9"}) {
		t.Fatalf("%s: %s", before.Stage, before.Text)
	}
	text, after := Shrink(t, before, 0)
	if after.kind() != before.kind() || !strings.Contains(text, "func WrongTool") {
		t.Errorf("it has become another failure: %s\n%s", after.Text, text)
	}
	if was, is := strings.Count(source.String(), "\n"), strings.Count(text, "\n"); is > 30 || is >= was {
		t.Errorf("%d lines have become %d:\n%s", was, is, text)
	}
}

// TestSeeds: a seed makes the same source again, and other seeds make others.
func TestSeeds(t *testing.T) {
	seen := map[string]uint64{}
	for i := range uint64(200) {
		text := Random(i, "p0").String()
		if text != Random(i, "p0").String() {
			t.Fatalf("seed %d makes two sources", i)
		}
		if other, twice := seen[text]; twice {
			t.Fatalf("seeds %d and %d make one source", other, i)
		}
		seen[text] = i
	}
}
