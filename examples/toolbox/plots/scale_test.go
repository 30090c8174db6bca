package plots

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The law of a scale: it holds its ends, has few ticks, and no two of them have the same text.
func holds(t *testing.T, lo, hi float64, n int) {
	t.Helper()
	s := newScale(lo, hi, n)
	if !(s.lo <= lo+s.step*1e-6 && s.hi >= hi-s.step*1e-6 && s.lo < s.hi && s.step > 0) || s.ticks < 2 || s.ticks > 2*n+3 {
		t.Fatalf("%v to %v with about %d ticks: %+v", lo, hi, n, s)
	}
	if a, b := s.at(lo), s.at(hi); a < -1e-6 || b > 1+1e-6 || a > b {
		t.Fatalf("%v to %v: from %v to %v of %+v", lo, hi, a, b, s)
	}
	seen := map[string]bool{}
	for i := range s.ticks {
		text := s.text(s.tick(i))
		if seen[text] || len(text) > 26 {
			t.Fatalf("%v to %v: tick %d of %+v is %q, like another or too long", lo, hi, i, s, text)
		}
		seen[text] = true
	}
}

func TestScale(t *testing.T) {
	for _, c := range [][2]float64{{0, 0}, {5, 5}, {-1, 1}, {1e100, 1e100}, {-1e100, 1e100}, {1e15, 1e15 + 1}, {0, 5e-324}, {1e-300, 2e-300}, {1e-99, 3e-99}, {99.9, 100.1}, {-7e-9, 3e-9}, {0, 1e14}, {2024, 2026}} {
		for n := 2; n <= 10; n++ {
			holds(t, c[0], c[1], n)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		lo := (rng.Float64() - 0.5) * math.Pow(10, float64(rng.IntN(200)-100))
		hi := lo + rng.Float64()*math.Pow(10, float64(rng.IntN(200)-100))
		holds(t, lo, min(hi, limit), 2+rng.IntN(9))
	}
	for _, c := range []struct {
		lo, hi float64
		n      int
		texts  string
	}{
		{0, 1234, 6, "0 250 500 750 1000 1250 "},
		{-4.1, 19, 6, "-5 0 5 10 15 20 "},
		{0.001, 0.004, 4, "0.001 0.002 0.003 0.004 "},
		{0, 9, 5, "0 2.5 5.0 7.5 10.0 "},
		{0, 40000, 5, "0 10,000 20,000 30,000 40,000 "},
		{0, 3e20, 4, "0 1e+20 2e+20 3e+20 "},
		{2024, 2026, 3, "2024 2025 2026 "},
	} {
		got := ""
		s := newScale(c.lo, c.hi, c.n)
		for i := range s.ticks {
			got += s.text(s.tick(i)) + " "
		}
		if got != c.texts {
			t.Errorf("%v to %v: %s, want %s", c.lo, c.hi, got, c.texts)
		}
	}
}
