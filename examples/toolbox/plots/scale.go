package plots

import (
	"math"
	"strconv"

	"github.com/go-analyze/charts"
)

// limit is how far from zero a value may be: far enough for any quantity, and near enough that sums and differences of what is
// drawn are numbers.
const limit = 1e100

// scale is an axis of numbers, whose ticks are round: lo, lo+step, … hi.
type scale struct {
	lo, hi, step float64
	ticks        int // of which there are at least two
}

// newScale returns a scale that holds lo to hi, with about n ticks. It is the labelling of Paul Heckbert, "Nice Numbers for
// Graph Labels", Graphics Gems, 1990. What is too near to each other for numbers between them is moved apart.
func newScale(lo, hi float64, n int) scale {
	if least := max(1e-9*max(math.Abs(lo), math.Abs(hi)), 1e-100); hi-lo < least {
		apart := max(math.Abs(lo)*0.1, least)
		if lo == 0 {
			apart = 1
		}
		lo, hi = lo-apart, hi+apart
	}
	step := roundStep((hi - lo) / float64(max(n-1, 1)))
	first, last := math.Floor(lo/step+1e-9), math.Ceil(hi/step-1e-9)
	return scale{first * step, last * step, step, int(last-first) + 1}
}

// withZero begins or ends at zero where that is not far away, because lengths are compared from there.
func withZero(lo, hi float64) (float64, float64) {
	switch span := hi - lo; {
	case lo > 0 && lo <= span:
		return 0, hi
	case hi < 0 && -hi <= span:
		return lo, 0
	}
	return lo, hi
}

// roundStep returns the round number nearest to step: 1, 2, 2.5 or 5 times a power of ten.
func roundStep(step float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(step)))
	switch f := step / power; {
	case f < 1.5:
		return power
	case f < 2.25:
		return 2 * power
	case f < 3.5:
		return 2.5 * power
	case f < 7.5:
		return 5 * power
	}
	return 10 * power
}

// tick returns the value of tick i.
func (s scale) tick(i int) float64 {
	if v := s.lo + float64(i)*s.step; math.Abs(v) > s.step*1e-6 {
		return v
	}
	return 0 // and not what is left of a sum
}

// at says where v is between the ends, from 0 to 1.
func (s scale) at(v float64) float64 { return (v - s.lo) / (s.hi - s.lo) }

// text writes a value with as many digits as tell ticks apart.
func (s scale) text(v float64) string {
	if math.Abs(v) < s.step*1e-6 {
		return "0"
	}
	digits := -int(math.Floor(math.Log10(s.step) + 1e-9))
	if f := s.step * math.Pow(10, float64(digits)); math.Abs(f-math.Round(f)) > 1e-6 {
		digits++ // of a step of 2.5
	}
	switch most := max(math.Abs(s.lo), math.Abs(s.hi)); {
	case most >= 1e15 || digits > 9:
		return strconv.FormatFloat(v, 'e', max(int(math.Floor(math.Log10(math.Abs(v))+1e-9))+digits, 0), 64)
	case most < 10_000: // and years have no comma in them
		return strconv.FormatFloat(v, 'f', max(digits, 0), 64)
	}
	return charts.FormatValueHumanize(v, max(digits, 0), true)
}
