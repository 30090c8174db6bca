package codec

import (
	"time"
	"unicode/utf8"
)

// Forms of a time besides RFC 3339 (T41): a date, a time of day, Unix seconds, a layout of Go.

// Date reads a date such as 2026-01-02 as midnight of that day in UTC.
func (c *Cursor) Date() time.Time {
	if !c.readText(aDate) {
		return time.Time{}
	}
	t, fault := parseDate(c.lastText())
	if fault != "" {
		c.noTime(aDate, fault)
	}
	return t
}

// What is wrong with a date or a time of day, besides what is wrong with a time.
const (
	withClock    = "send the date alone"
	oneDigitDate = "write month and day with two digits"
	noSuchDate   = "there is no such date"
	withDate     = "send the time alone"
	noSeconds    = "add the seconds"
	noSuchTime   = "there is no such time"
)

// parseDate reads a full-date of RFC 3339 section 5.6. The fault is "" when it is one.
func parseDate(s []byte) (t time.Time, fault string) {
	const date = len("2006-01-02")
	if len(s) < len("2006-1-2") || s[4] != '-' {
		return t, strangeTime
	}
	year := number4(s)
	switch {
	case year < 0:
		return t, strangeTime
	case len(s) < date:
		return t, oneDigitDate
	case s[7] != '-':
		return t, strangeTime
	}
	month, day := number2(s[5:]), number2(s[8:])
	switch {
	case month < 0 || day < 0:
		return t, strangeTime
	case len(s) > date && (s[date]|0x20 == 't' || s[date] == ' '):
		return t, withClock
	case len(s) > date:
		return t, strangeTime
	case month < 1 || month > 12 || day < 1 || day > daysIn(year, month):
		return t, noSuchDate
	}
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC), ""
}

// Clock reads a time of day such as 15:04:05Z or 15:04:05.25+02:00, as RFC 3339 and the format "time" of JSON Schema have it: with an
// offset. The day of the result is the first of January of the year 0, as in package time. A lower-case z is taken; a leap second
// (:60) and a fraction that nanoseconds do not hold are refused.
func (c *Cursor) Clock() time.Time {
	if !c.readText(aClock) {
		return time.Time{}
	}
	t, fault := parseClock(c.lastText())
	if fault != "" {
		c.noTime(aClock, fault)
	}
	return t
}

// parseClock reads a full-time of RFC 3339 section 5.6. The fault is "" when it is one.
func parseClock(s []byte) (t time.Time, fault string) {
	const minutes, clock = len("15:04"), len("15:04:05")
	switch _, afterDate := parseTime(s); {
	case afterDate == "" || afterDate == noZone:
		return t, withDate
	case len(s) > 1 && isDigit(s[0]) && s[1] == ':':
		return t, oneDigit
	case len(s) < minutes || s[2] != ':':
		return t, strangeTime
	}
	hour, minute := number2(s), number2(s[3:])
	switch {
	case hour < 0 || minute < 0:
		return t, strangeTime
	case len(s) == minutes || s[minutes] != ':' && isZone(s[minutes:]):
		return t, noSeconds
	case len(s) < clock || s[minutes] != ':':
		return t, strangeTime
	}
	second := number2(s[6:])
	if second < 0 {
		return t, strangeTime
	}
	nanos, exact, rest := fraction(s[clock:])
	zone, fault := parseZone(rest)
	switch {
	case fault == notOnTheDial:
		return t, noSuchTime
	case fault != "":
		return t, fault
	case !exact:
		return t, tooFine
	case second == 60:
		return t, leapSecond
	case hour > 23 || minute > 59 || second > 59:
		return t, noSuchTime
	}
	return time.Date(0, time.January, 1, hour, minute, second, nanos, zone), ""
}

func isZone(s []byte) bool {
	_, fault := parseZone(s)
	return fault == ""
}

// The seconds from 1970 to the ends of the years that RFC 3339 can write.
const (
	firstSecond = -62_167_219_200 // 0000-01-01T00:00:00Z
	lastSecond  = 253_402_300_799 // 9999-12-31T23:59:59Z
)

// UnixTime reads a time as the whole number of seconds since 1970-01-01T00:00:00Z, in UTC. Numbers outside the years 0 to 9999 are
// problems: they are milliseconds nearly always.
func (c *Cursor) UnixTime() time.Time {
	seconds, ok := c.wholeNumber(aUnixTime)
	switch {
	case !ok:
		return time.Time{}
	case seconds < firstSecond || seconds > lastSecond:
		c.failed = true
		b := appendNumber(c.note(c.start), c.lastNumber())
		c.noted(append(b, " is outside the years 0 to 9999; send seconds, not milliseconds"...))
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// wholeNumber reads an int64 that is called by another name in its problems.
func (c *Cursor) wholeNumber(want kind) (n int64, ok bool) {
	if c.pos >= len(c.text) || c.text[c.pos] != '-' && !isDigit(c.text[c.pos]) && !c.relax(want) {
		c.wrong(want)
		return 0, false
	}
	n = c.Int64()
	return n, !c.failed && c.phase != broken
}

// TimeIn reads a time in a layout of package time, in UTC where the layout has no offset. The name of a zone, MST in a layout, does
// not say an offset: the generator refuses such layouts.
func (c *Cursor) TimeIn(layout string) time.Time {
	if !c.readText(aString) {
		return time.Time{}
	}
	t, err := time.ParseInLocation(layout, string(c.lastText()), time.UTC)
	if err != nil {
		c.failed = true
		b := append(c.note(c.start), "expected time such as "...)
		b = append(sample().AppendFormat(b, layout), ", got string "...)
		c.noted(appendQuoted(b, c.lastText()))
		return time.Time{}
	}
	return t
}

// sample shows a layout: every part of it differs from every other.
func sample() time.Time { return time.Date(2026, time.December, 31, 23, 59, 58, 0, time.UTC) }

// EarliestIn checks that t, the time just read, is not before lo, which is written in the same layout of package time.
func (c *Cursor) EarliestIn(layout string, t time.Time, lo string) {
	if c.failed {
		return
	}
	if bound, err := time.ParseInLocation(layout, lo, time.UTC); err == nil && t.Before(bound) {
		b := append(append(append(c.note(c.start), "must be "...), lo...), " or later, got "...)
		c.noted(appendShown(b, c.lastText()))
	}
}

// LatestIn checks that t, the time just read, is not after hi, which is written in the same layout of package time.
func (c *Cursor) LatestIn(layout string, t time.Time, hi string) {
	if c.failed {
		return
	}
	if bound, err := time.ParseInLocation(layout, hi, time.UTC); err == nil && t.After(bound) {
		b := append(append(append(c.note(c.start), "must be "...), hi...), " or earlier, got "...)
		c.noted(appendShown(b, c.lastText()))
	}
}

// appendShown appends a text that was read well, so that it needs no quotes unless it is odd.
func appendShown(b, text []byte) []byte {
	if end, ascii, _ := run(text, 0); ascii && end == len(text) && end <= maxShown {
		return append(b, text...)
	}
	return appendQuoted(b, text)
}

// ClockLayout is the layout of what [Cursor.Clock] reads.
const ClockLayout = "15:04:05.999999999Z07:00"

// AppendDate appends the date of t, where t is, as quoted text such as "2026-01-02". A year outside 0 to 9999 is marked (O15).
func AppendDate(b []byte, t time.Time) []byte { return AppendTimeIn(b, time.DateOnly, t) }

// AppendClock appends the time of day of t as quoted text such as "15:04:05Z", which [Cursor.Clock] reads back. An offset that
// RFC 3339 cannot spell becomes Z.
func AppendClock(b []byte, t time.Time) []byte {
	b = append(b, '"')
	b = spellable(t).AppendFormat(b, ClockLayout)
	return append(b, '"')
}

// AppendUnixTime appends t as the number of seconds since 1970-01-01T00:00:00Z. Fractions of a second are dropped.
func AppendUnixTime(b []byte, t time.Time) []byte { return AppendInt(b, t.Unix()) }

// AppendTimeIn appends t, where t is, as quoted text in a layout of package time. A year outside 0 to 9999 is marked (O15).
func AppendTimeIn(b []byte, layout string, t time.Time) []byte {
	if year := t.Year(); year < 0 || year > 9999 {
		return append(b, marker, markYear)
	}
	begin := len(b)
	b = append(b, '"')
	b = t.AppendFormat(b, layout)
	if text := b[begin+1:]; !isPlain(text) {
		return AppendString(b[:begin], string(text))
	}
	return append(b, '"')
}

// isPlain reports whether text is valid UTF-8 that needs no escapes.
func isPlain(text []byte) bool {
	end, ascii, _ := run(text, 0)
	return end == len(text) && (ascii || utf8.Valid(text))
}
