package codec

import (
	"bytes"
	"math/bits"
	"strings"
	"time"
)

// Duration reads a duration in Go's form, such as 1h30m or 250ms (T42). The text must have the form that the schema's pattern
// gives, or be "0"; the odder spellings of time.ParseDuration are refused,
// and fractions that nanoseconds do not hold.
func (c *Cursor) Duration() time.Duration {
	if !c.readText(aDuration) {
		return 0
	}
	text := c.lastText()
	if string(text) == "0" {
		return 0
	}
	advice := ""
	if isDuration(text) {
		d, err := time.ParseDuration(string(text))
		if err == nil && wholeNanoseconds(text) {
			return d
		}
		advice = "; at most 2562047h is possible"
		if err == nil {
			advice = "; nanoseconds are the smallest part"
		}
	} else if end, isNumber := number(text, 0); isNumber && end == len(text) {
		advice = goUnit
	} else if len(text) > 1 && (text[0]|0x20 == 'p' || text[0] == '-' && text[1]|0x20 == 'p') {
		advice = "; write it like 1h, not in ISO 8601"
	}
	c.failed = true
	b := append(c.note(c.start), "expected "...)
	b = append(append(b, aDuration.name()...), ", got string "...)
	c.noted(append(appendQuoted(b, text), advice...))
	return 0
}

// isDuration reports whether text matches ^-?([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$.
func isDuration(text []byte) bool {
	i := 0
	if len(text) > 0 && text[0] == '-' {
		i = 1
	}
	for {
		end := digits(text, i)
		if end == i {
			return false
		}
		if i = end; i < len(text) && text[i] == '.' {
			if end = digits(text, i+1); end == i+1 {
				return false
			}
			i = end
		}
		unit := unitAt(text[i:])
		if unit == 0 {
			return false
		}
		if i += unit; i == len(text) {
			return true
		}
	}
}

// wholeNanoseconds reports whether every fraction in text, which isDuration, is a whole number of nanoseconds.
func wholeNanoseconds(text []byte) bool {
	for point := bytes.IndexByte(text, '.'); point >= 0; point = bytes.IndexByte(text, '.') {
		text = text[point+1:]
		end := digits(text, 0)
		fraction := bytes.TrimRight(text[:end], "0")
		if text = text[end:]; len(fraction) == 0 {
			continue
		}
		n, ok := parseWhole(fraction)
		high, low := bits.Mul64(n, nanosecondsOf(text))
		scale := uint64(1)
		for range min(len(fraction), 19) {
			scale *= 10
		}
		if !ok || len(fraction) > 19 || bits.Rem64(high, low, scale) != 0 {
			return false
		}
	}
	return true
}

// nanosecondsOf is the length of the unit that text begins with.
func nanosecondsOf(text []byte) uint64 {
	switch {
	case text[0] == 'n':
		return 1
	case text[0] == 'h':
		return uint64(time.Hour)
	case text[0] == 's':
		return uint64(time.Second)
	case text[0] != 'm':
		return uint64(time.Microsecond)
	case len(text) > 1 && text[1] == 's':
		return uint64(time.Millisecond)
	}
	return uint64(time.Minute)
}

// unitAt returns the length in bytes of the unit that text begins with, or 0.
func unitAt(text []byte) int {
	for _, unit := range [...]string{"ns", "us", "µs", "ms", "s", "m", "h"} {
		if len(text) >= len(unit) && string(text[:len(unit)]) == unit {
			return len(unit)
		}
	}
	return 0
}

// Shortest checks that d, the duration just read, is not less than lo.
func (c *Cursor) Shortest(d, lo time.Duration) {
	if !c.failed && d < lo {
		b := appendShort(append(c.note(c.start), "must be at least "...), lo)
		c.noted(appendShort(append(b, ", got "...), d))
	}
}

// Longest checks that d, the duration just read, is not more than hi.
func (c *Cursor) Longest(d, hi time.Duration) {
	if !c.failed && d > hi {
		b := appendShort(append(c.note(c.start), "must be at most "...), hi)
		c.noted(appendShort(append(b, ", got "...), d))
	}
}

// appendShort appends a duration without the zero units that Go writes at its end: 1h for 1h0m0s.
func appendShort(b []byte, d time.Duration) []byte {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return append(b, s...)
}

// goUnit is the advice for a bare number in the place of a duration.
const goUnit = `; write a unit, e.g. "30s"`
