package codec

import (
	"math"
	"math/bits"
	"strconv"
	"time"
)

// Forms of a duration besides Go's text (T42): numbers of a unit, and ISO 8601.

// Seconds reads a duration as a number of seconds, to the nearest nanosecond: 0.29999999999999998 is how floats write 0.3.
func (c *Cursor) Seconds() time.Duration { return c.units(someSeconds, 9) }

// Milliseconds reads a duration as a number of milliseconds, to the nearest nanosecond.
func (c *Cursor) Milliseconds() time.Duration { return c.units(someMilliseconds, 6) }

// Nanoseconds reads a duration as a whole number of nanoseconds.
func (c *Cursor) Nanoseconds() time.Duration {
	n, _ := c.wholeNumber(someNanoseconds)
	return time.Duration(n)
}

// units reads a number of a unit that is ten to the power of places nanoseconds.
func (c *Cursor) units(want kind, places int) time.Duration {
	if !c.readNumber(want) {
		return 0
	}
	d, ok := parseUnits(c.lastNumber(), places)
	if !ok {
		c.failed = true
		c.noted(append(appendNumber(c.note(c.start), c.lastNumber()), " is longer than the longest duration, 292 years"...))
	}
	return d
}

// parseUnits converts the text of a valid number. It fails only by overflow.
func parseUnits(text []byte, places int) (d time.Duration, ok bool) {
	if countDigits(text) > maxDigits {
		return 0, false
	}
	var room [32]byte
	n := parseDecimal(room[:0], text)
	up := uint64(0)
	if n.exp += places; n.exp < 0 {
		keep := len(n.digits) + n.exp
		if keep >= 0 && n.digits[keep] >= '5' {
			up = 1
		}
		n.digits = n.digits[:max(keep, 0)]
		n.exp = 0
	}
	magnitude, _, fits := n.integer()
	magnitude += up // far from the end of 64 bits, where there was a fraction
	if !fits || magnitude > longest(n.neg) {
		return 0, false
	}
	if n.neg {
		return -time.Duration(magnitude), true
	}
	return time.Duration(magnitude), true
}

// longest is the length of the longest duration of a sign, in nanoseconds.
func longest(neg bool) uint64 {
	if neg {
		return math.MaxInt64 + 1
	}
	return math.MaxInt64
}

// DurationISO reads a duration of ISO 8601, such as PT1H30M, P2W or PT0.25S. A day is 24 hours and a week seven days; years and months
// have no fixed length and are refused. Seconds alone may have a fraction, which is one of nanoseconds. A minus sign may stand
// before the P.
func (c *Cursor) DurationISO() time.Duration {
	if !c.readText(anISODuration) {
		return 0
	}
	text := c.lastText()
	d, fault := parseISO(text)
	if fault != "" {
		c.failed = true
		b := append(c.note(c.start), "expected "...)
		b = append(append(b, anISODuration.name()...), ", got string "...)
		b = appendQuoted(b, text)
		if fault != strangeISO {
			b = append(b, fault...)
		}
		c.noted(b)
	}
	return d
}

// What is wrong with a duration of ISO 8601, as the advice at the end of its problem.
const (
	strangeISO   = "strange"
	isoUnit      = `; write a unit, e.g. "PT30S"`
	goForm       = "; use ISO 8601, such as PT1H"
	noLength     = "; years and months have no fixed length, write days, such as P30D"
	smallLetters = "; use capital letters"
	lonelyWeeks  = "; weeks stand alone, as in P2W"
	behindT      = "; hours, minutes and seconds come behind a T, as in PT1H"
	secondsOnly  = "; only seconds may have a fraction"
	tooManyISO   = "; write at most 9 digits behind the point"
	tooLong      = "; at most PT2562047H is possible"
)

// parseISO reads a duration of RFC 3339 appendix A, and besides that a sign, a fraction of the seconds, and units left out between
// others. The fault is "" when it is one.
func parseISO(s []byte) (d time.Duration, fault string) {
	rest := s
	neg := len(rest) > 0 && rest[0] == '-'
	if neg {
		rest = rest[1:]
	}
	if len(rest) < 2 || rest[0] != 'P' {
		return 0, misplacedISO(s)
	}
	rest = rest[1:]
	var (
		total uint64
		inDay bool // behind the T
		last  int  // rank of the unit before
		weeks bool // such a unit was there
		some  bool // a unit was there since P or T
	)
	for len(rest) > 0 {
		if rest[0] == 'T' {
			if inDay || weeks {
				return 0, strangeISO
			}
			inDay, some = true, false
			rest = rest[1:]
			continue
		}
		end := digits(rest, 0)
		whole, ok := parseWhole(rest[:end])
		if end == 0 {
			return 0, strangeISO
		}
		nanos, exact, behind := fraction(rest[end:])
		withFraction := len(behind) < len(rest)-end
		if len(behind) == 0 {
			return 0, strangeISO
		}
		unit, rank, fault := isoUnitOf(behind[0], inDay)
		switch {
		case fault != "":
			return 0, fault
		case weeks || unit == week && last > 0:
			return 0, lonelyWeeks
		case rank <= last:
			return 0, strangeISO
		case withFraction && unit != time.Second:
			return 0, secondsOnly
		case !exact:
			return 0, tooManyISO
		}
		high, low := bits.Mul64(whole, uint64(unit))
		sum, carry := bits.Add64(total, low, 0)
		if !ok || high != 0 || carry != 0 || sum > longest(neg)-uint64(nanos) {
			return 0, tooLong
		}
		total, last, weeks, some = sum+uint64(nanos), rank, unit == week, true
		rest = behind[1:]
	}
	switch {
	case !some:
		return 0, strangeISO
	case neg:
		return -time.Duration(total), ""
	}
	return time.Duration(total), ""
}

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// isoUnitOf returns the length of a unit and its place in the order of units.
func isoUnitOf(letter byte, inDay bool) (unit time.Duration, rank int, fault string) {
	switch {
	case letter == 'Y' || letter == 'M' && !inDay:
		return 0, 0, noLength
	case letter == 'W' && !inDay:
		return week, 1, ""
	case letter == 'D' && !inDay:
		return day, 2, ""
	case letter == 'H' && inDay:
		return time.Hour, 3, ""
	case letter == 'M':
		return time.Minute, 4, ""
	case letter == 'S' && inDay:
		return time.Second, 5, ""
	case letter == 'H' || letter == 'S':
		return 0, 0, behindT
	}
	return 0, 0, strangeISO
}

// misplacedISO is the fault of a text that does not begin like a duration of ISO 8601.
func misplacedISO(s []byte) string {
	end, isNumber := number(s, 0)
	switch {
	case isNumber && end == len(s):
		return isoUnit
	case isDuration(s):
		return goForm
	case len(s) > 1 && (s[0] == 'p' || s[0] == '-' && s[1] == 'p'):
		return smallLetters
	}
	return strangeISO
}

// parseWhole converts digits; ok is false where they need more than 64 bits.
func parseWhole(text []byte) (n uint64, ok bool) {
	ok = true
	for _, digit := range text {
		high, low := bits.Mul64(n, 10)
		sum, carry := bits.Add64(low, uint64(digit-'0'), 0)
		if high != 0 || carry != 0 {
			return 0, false
		}
		n = sum
	}
	return n, ok
}

// ShortestISO checks that d, the duration just read, is not less than lo, a duration of ISO 8601.
func (c *Cursor) ShortestISO(d time.Duration, lo string) {
	if c.failed {
		return
	}
	if bound, _ := parseISO([]byte(lo)); d < bound {
		b := append(append(append(c.note(c.start), "must be at least "...), lo...), ", got "...)
		c.noted(appendShown(b, c.lastText()))
	}
}

// LongestISO checks that d, the duration just read, is not more than hi, a duration of ISO 8601.
func (c *Cursor) LongestISO(d time.Duration, hi string) {
	if c.failed {
		return
	}
	if bound, _ := parseISO([]byte(hi)); d > bound {
		b := append(append(append(c.note(c.start), "must be at most "...), hi...), ", got "...)
		c.noted(appendShown(b, c.lastText()))
	}
}

// AppendSeconds appends d as a number of seconds, exactly, such as 1.5.
func AppendSeconds(b []byte, d time.Duration) []byte { return appendUnits(b, d, 9) }

// AppendMilliseconds appends d as a number of milliseconds, exactly, such as 0.25.
func AppendMilliseconds(b []byte, d time.Duration) []byte { return appendUnits(b, d, 6) }

// AppendNanoseconds appends d as a number of nanoseconds.
func AppendNanoseconds(b []byte, d time.Duration) []byte { return AppendInt(b, int64(d)) }

func appendUnits(b []byte, d time.Duration, places int) []byte {
	n, neg := magnitudeOf(d)
	if neg {
		b = append(b, '-')
	}
	unit := uint64(1)
	for range places {
		unit *= 10
	}
	return appendPlaces(strconv.AppendUint(b, n/unit, 10), n%unit, places)
}

// appendPlaces appends a fraction that has the given number of decimal places, the zeros at its end left out; nothing for 0.
func appendPlaces(b []byte, n uint64, places int) []byte {
	if n == 0 {
		return b
	}
	for ; n%10 == 0; places-- {
		n /= 10
	}
	b = append(b, '.')
	begin := len(b)
	for range places {
		b = append(b, '0')
	}
	for i := len(b) - 1; i >= begin; i-- {
		b[i] += byte(n % 10)
		n /= 10
	}
	return b
}

// magnitudeOf parts a duration from its sign; the shortest one has no positive twin.
func magnitudeOf(d time.Duration) (n uint64, neg bool) {
	if d < 0 {
		return -uint64(d), true
	}
	return uint64(d), false
}

// AppendDurationISO appends d as quoted text of ISO 8601 such as "PT1H30M", in hours, minutes and seconds, which [Cursor.DurationISO]
// reads back.
func AppendDurationISO(b []byte, d time.Duration) []byte {
	return append(appendISO(append(b, '"'), d), '"')
}

func appendISO(b []byte, d time.Duration) []byte {
	n, neg := magnitudeOf(d)
	if neg {
		b = append(b, '-')
	}
	hours, minutes, nanos := n/uint64(time.Hour), n/uint64(time.Minute)%60, n%uint64(time.Minute)
	b = append(b, 'P', 'T')
	if hours > 0 {
		b = append(strconv.AppendUint(b, hours, 10), 'H')
	}
	if minutes > 0 || hours > 0 && nanos > 0 { // RFC 3339 leaves out no unit in the middle
		b = append(strconv.AppendUint(b, minutes, 10), 'M')
	}
	if nanos > 0 || n == 0 {
		b = strconv.AppendUint(b, nanos/uint64(time.Second), 10)
		b = append(appendPlaces(b, nanos%uint64(time.Second), 9), 'S')
	}
	return b
}
