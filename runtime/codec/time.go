package codec

import "time"

// Time reads a date and time of RFC 3339 (T40). An offset is required; a lower-case t or z is taken. A leap second (:60) and
// a fraction that nanoseconds do not hold are refused (X1). The result is in UTC when the offset is zero, else in a fixed zone without a name.
func (c *Cursor) Time() time.Time {
	if !c.readText(aTime) {
		return time.Time{}
	}
	t, fault := parseTime(c.lastText())
	if fault != "" {
		c.noTime(aTime, fault)
	}
	return t
}

// noTime notes why the text just read is not of the wanted form of time.
func (c *Cursor) noTime(want kind, fault string) {
	c.failed = true
	b := append(c.note(c.start), "expected "...)
	b = appendQuoted(append(append(b, want.name()...), ", got string "...), c.lastText())
	if fault != strangeTime {
		b = append(append(b, "; "...), fault...)
	}
	c.noted(b)
}

// What is wrong with a time, as the last part of its problem.
const (
	strangeTime  = "strange" // nothing more is said
	dateOnly     = "add the time and the zone"
	noZone       = "add Z or an offset"
	noT          = "write T between date and time"
	oneDigit     = "write hours with two digits"
	leapSecond   = "second 60 is not accepted"
	tooFine      = "write at most 9 digits behind the second"
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
	nanos, exact, rest := fraction(s[clock:])
	zone, fault := parseZone(rest)
	switch {
	case fault != "":
		return t, fault
	case !exact:
		return t, tooFine
	case second == 60:
		return t, leapSecond
	case month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59:
		return t, notOnTheDial
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, nanos, zone), ""
}

// parseZone reads the end of a time of RFC 3339: Z, or an offset from UTC.
func parseZone(s []byte) (zone *time.Location, fault string) {
	switch {
	case len(s) == 0:
		return nil, noZone
	case len(s) == 1 && s[0]|0x20 == 'z':
		return time.UTC, ""
	case len(s) != 6 || s[0] != '+' && s[0] != '-' || s[3] != ':':
		return nil, strangeTime
	}
	hours, minutes := number2(s[1:]), number2(s[4:])
	offset := hours*3600 + minutes*60
	switch {
	case hours < 0 || minutes < 0:
		return nil, strangeTime
	case hours > 23 || minutes > 59:
		return nil, notOnTheDial
	case offset == 0:
		return time.UTC, ""
	case s[0] == '-':
		offset = -offset
	}
	return time.FixedZone("", offset), ""
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

// fraction reads the fraction of a second that s may begin with, in nanoseconds; exact is false where it has more.
func fraction(s []byte) (nanos int, exact bool, rest []byte) {
	exact = true
	if len(s) < 2 || s[0] != '.' || !isDigit(s[1]) {
		return 0, true, s
	}
	i, unit := 1, 100_000_000
	for ; i < len(s) && isDigit(s[i]); i++ {
		exact = exact && (unit > 0 || s[i] == '0')
		nanos += int(s[i]-'0') * unit
		unit /= 10
	}
	return nanos, exact, s[i:]
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
