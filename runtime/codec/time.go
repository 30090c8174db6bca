package codec

import (
	"strings"
	"time"
)

// Time reads a date and time of RFC 3339 (T40). An offset is required; a lower-case t or z is taken. Fractions beyond nanoseconds
// are dropped, a leap second (:60) is refused. The result is in UTC when the offset is zero, else in a fixed zone without a name.
func (c *Cursor) Time() time.Time {
	if !c.readText(aTime) {
		return time.Time{}
	}
	t, fault := parseTime(c.lastText())
	if fault != "" {
		c.failed = true
		b := append(c.note(c.start), "expected "...)
		b = append(append(b, aTime.name()...), "; "...)
		if b = append(b, fault...); fault == strangeTime {
			b = appendQuoted(b, c.lastText())
		}
		c.noted(b)
	}
	return t
}

// What is wrong with a time, as the last part of its problem.
const (
	strangeTime  = "got string "
	dateOnly     = "got a date"
	noZone       = "add Z or an offset"
	noT          = "write T between date and time"
	oneDigit     = "write hours with two digits"
	leapSecond   = "second 60 is not accepted"
	notOnTheDial = "there is no such date or time"
)

// parseTime reads a date-time of RFC 3339 section 5.6. The fault is "" when it is one.
func parseTime(s []byte) (t time.Time, fault string) {
	const date, clock = len("2006-01-02"), len("2006-01-02T15:04:05")
	if len(s) < date || s[4] != '-' || s[7] != '-' {
		return t, strangeTime
	}
	year, month, day := number4(s), number2(s[5:]), number2(s[8:])
	switch {
	case year < 0 || month < 0 || day < 0:
		return t, strangeTime
	case len(s) == date:
		return t, dateOnly
	case len(s) >= clock && s[date] == ' ' && s[13] == ':':
		return t, noT
	case s[date]|0x20 != 't':
		return t, strangeTime
	case len(s) > 12 && s[12] == ':' && isDigit(s[11]):
		return t, oneDigit
	case len(s) < clock || s[13] != ':' || s[16] != ':':
		return t, strangeTime
	}
	hour, minute, second := number2(s[11:]), number2(s[14:]), number2(s[17:])
	if hour < 0 || minute < 0 || second < 0 {
		return t, strangeTime
	}
	nanos, rest := fraction(s[clock:])
	offset := 0
	switch {
	case len(rest) == 0:
		return t, noZone
	case len(rest) == 1 && rest[0]|0x20 == 'z':
	case len(rest) == 6 && (rest[0] == '+' || rest[0] == '-') && rest[3] == ':':
		hours, minutes := number2(rest[1:]), number2(rest[4:])
		switch {
		case hours < 0 || minutes < 0:
			return t, strangeTime
		case hours > 23 || minutes > 59:
			return t, notOnTheDial
		}
		offset = hours*3600 + minutes*60
		if rest[0] == '-' {
			offset = -offset
		}
	default:
		return t, strangeTime
	}
	switch {
	case second == 60:
		return t, leapSecond
	case month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59:
		return t, notOnTheDial
	}
	zone := time.UTC
	if offset != 0 {
		zone = time.FixedZone("", offset)
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, nanos, zone), ""
}

// number2 and number4 read the two or four digits that s begins with, or return a negative number.
func number2(s []byte) int {
	if _ = s[1]; !isDigit(s[0]) || !isDigit(s[1]) {
		return -1
	}
	return int(s[0]-'0')*10 + int(s[1]-'0')
}

func number4(s []byte) int {
	high, low := number2(s), number2(s[2:])
	if high < 0 || low < 0 {
		return -1
	}
	return high*100 + low
}

// fraction reads the fraction of a second that s may begin with, in nanoseconds.
func fraction(s []byte) (nanos int, rest []byte) {
	if len(s) < 2 || s[0] != '.' || !isDigit(s[1]) {
		return 0, s
	}
	i, unit := 1, 100_000_000
	for ; i < len(s) && isDigit(s[i]); i++ {
		nanos += int(s[i]-'0') * unit
		unit /= 10
	}
	return nanos, s[i:]
}

func daysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// Duration reads a duration in Go's form, such as 1h30m or 250ms (T42). The text must have the form that the schema's pattern
// gives, or be "0"; the odder spellings of time.ParseDuration are refused.
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
		if err == nil {
			return d
		}
		advice = "; at most 2562047h is possible"
	} else if end, isNumber := number(text, 0); isNumber && end == len(text) {
		advice = `; write a unit, e.g. "30s"`
	} else if len(text) > 1 && (text[0]|0x20 == 'p' || text[0] == '-' && text[1]|0x20 == 'p') {
		advice = "; use Go form 1h, not ISO 8601"
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

// Earliest checks that t, the time just read, is not before lo, a time of RFC 3339.
func (c *Cursor) Earliest(t time.Time, lo string) {
	if c.failed {
		return
	}
	if bound, _ := parseTime([]byte(lo)); t.Before(bound) {
		b := append(append(append(c.note(c.start), "must be "...), lo...), " or later, got "...)
		c.noted(t.AppendFormat(b, time.RFC3339Nano))
	}
}

// Latest checks that t, the time just read, is not after hi, a time of RFC 3339.
func (c *Cursor) Latest(t time.Time, hi string) {
	if c.failed {
		return
	}
	if bound, _ := parseTime([]byte(hi)); t.After(bound) {
		b := append(append(append(c.note(c.start), "must be "...), hi...), " or earlier, got "...)
		c.noted(t.AppendFormat(b, time.RFC3339Nano))
	}
}
