package codec

import (
	"regexp/syntax"
	"strings"
)

// The formats of text that a schema names and an adapter checks (section 5 of the mapping; X5: to JSON Schema they are annotations).
// The address formats stand in address.go.

// Format checks that the string just read has the format that JSON Schema calls by the name: date, time, date-time (RFC 3339), email
// (RFC 5321), hostname (RFC 1123), ipv4, ipv6, uri (RFC 3986) or uuid. Any other name is an annotation and checks nothing; the format
// regex is checked by Regex.
func (c *Cursor) Format(name string) {
	if c.failed {
		return
	}
	if wanted := breaksFormat(c.lastText(), name); wanted != "" {
		c.noted(appendNotOfFormat(c.note(c.start), wanted, c.lastText()))
	}
}

// breaksFormat returns what a text should have been, or "" where it has the format.
func breaksFormat(text []byte, name string) (wanted string) {
	valid := true
	switch name {
	case "date":
		valid = isDate(text)
	case "time":
		valid = isClock(text)
	case "date-time":
		valid = isDateTime(text)
	case "email":
		valid = isEmail(text)
	case "hostname":
		valid = isHostname(text)
	case "ipv4":
		valid = isIPv4(text)
	case "ipv6":
		valid = isIPv6(text)
	case "uri":
		valid = isURI(text)
	case "uuid":
		valid = isUUID(text)
	}
	if valid {
		return ""
	}
	return formatName(name)
}

// formatName is what a problem calls a text of a format that is checked; "" for any other name.
func formatName(name string) string {
	switch name {
	case "date":
		return "date such as 2026-01-02"
	case "time":
		return "time of day with zone such as 15:04:05Z"
	case "date-time":
		return aTime.name()
	case "email":
		return "email address such as name@example.com"
	case "hostname":
		return "host name such as www.example.com"
	case "ipv4":
		return "IPv4 address such as 192.0.2.1"
	case "ipv6":
		return "IPv6 address such as 2001:db8::1"
	case "uri":
		return "URI with a scheme such as https://example.com/a"
	case "uuid":
		return "UUID such as 123e4567-e89b-12d3-a456-426614174000"
	}
	return ""
}

// appendNotOfFormat appends the problem of a text that has not the wanted format.
func appendNotOfFormat(b []byte, wanted string, text []byte) []byte {
	b = append(append(b, "expected "...), wanted...)
	return appendQuoted(append(b, ", got string "...), text)
}

// Regex checks that the string just read is a regular expression, in the RE2 syntax that Go runs (format regex). It is a method of its
// own so that a program without one does not carry the parser.
func (c *Cursor) Regex() {
	if c.failed {
		return
	}
	if fault := RegexSyntax(c.lastText()); fault != "" {
		c.noted(append(c.note(c.start), fault...))
	}
}

// RegexSyntax says what is wrong with a regular expression in the RE2 syntax that Go runs; "" for nothing. It is for [Shape].
func RegexSyntax(text []byte) (fault string) {
	_, err := syntax.Parse(string(text), syntax.Perl)
	if err == nil {
		return ""
	}
	return string(appendQuoted([]byte(notRegex), []byte(strings.TrimPrefix(err.Error(), "error parsing regexp: "))))
}

// notRegex is the problem of a broken regular expression, before what is wrong with it.
const notRegex = "expected regular expression in RE2 syntax: "

const fullDate = len("2006-01-02")

// isDate reports whether text is a full-date of RFC 3339.
func isDate(text []byte) bool {
	if len(text) != fullDate || text[4] != '-' || text[7] != '-' {
		return false
	}
	year, month, day := number4(text), number2(text[5:]), number2(text[8:])
	return year >= 0 && 1 <= month && month <= 12 && 1 <= day && day <= daysIn(year, month)
}

// isDateTime reports whether text is a date-time of RFC 3339.
func isDateTime(text []byte) bool {
	return len(text) > fullDate && text[fullDate]|0x20 == 't' && isDate(text[:fullDate]) && isClock(text[fullDate+1:])
}

// isClock reports whether text is a full-time of RFC 3339. Second 60 is right in the last minute of a day of UTC alone.
func isClock(text []byte) bool {
	const clock = len("15:04:05")
	if len(text) <= clock || text[2] != ':' || text[5] != ':' {
		return false
	}
	hour, minute, second := number2(text), number2(text[3:]), number2(text[6:])
	_, _, zone := fraction(text[clock:])
	offset, ok := zoneOffset(zone)
	if !ok || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60 {
		return false
	}
	const day = 24 * 60
	return second < 60 || (hour*60+minute-offset+day)%day == day-1
}

// zoneOffset reads Z or an offset such as +01:30, in minutes.
func zoneOffset(zone []byte) (minutes int, ok bool) {
	if len(zone) == 1 {
		return 0, zone[0]|0x20 == 'z'
	}
	if len(zone) != len("+01:30") || zone[0] != '+' && zone[0] != '-' || zone[3] != ':' {
		return 0, false
	}
	hour, minute := number2(zone[1:]), number2(zone[4:])
	minutes = hour*60 + minute
	if zone[0] == '-' {
		minutes = -minutes
	}
	return minutes, 0 <= hour && hour <= 23 && 0 <= minute && minute <= 59
}

// isUUID reports whether text is a UUID as RFC 9562 spells it, of any version.
func isUUID(text []byte) bool {
	if len(text) != 36 {
		return false
	}
	for i, char := range text {
		switch i {
		case 8, 13, 18, 23:
			if char != '-' {
				return false
			}
		default:
			if !isHexDigit(char) {
				return false
			}
		}
	}
	return true
}

func isHexDigit(char byte) bool { return isDigit(char) || (char|0x20)-'a' < 6 }

// isHostname reports whether text is a host name of RFC 1123: labels of letters, digits and hyphens. That a label which begins with xn--
// is a word of some script (RFC 5891) is not looked at.
func isHostname(text []byte) bool {
	if len(text) > 253 {
		return false
	}
	begin := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != '.' {
			if !isLetter(text[i]) && !isDigit(text[i]) && text[i] != '-' {
				return false
			}
			continue
		}
		label := text[begin:i]
		if len(label) == 0 || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		if len(label) > 3 && label[2] == '-' && label[3] == '-' && (label[0]|0x20 != 'x' || label[1]|0x20 != 'n') {
			return false
		}
		begin = i + 1
	}
	return true
}

// isEmail reports whether text is a Mailbox of RFC 5321: a dotted word or a quoted text, and a host name or an address in brackets.
func isEmail(text []byte) bool {
	at := len(text) - 1
	for at >= 0 && text[at] != '@' {
		at--
	}
	if at < 1 || at > 64 {
		return false
	}
	local, domain := text[:at], text[at+1:]
	if local[0] == '"' {
		if !isQuotedLocal(local) {
			return false
		}
	} else if !isDotted(local) {
		return false
	}
	if n := len(domain); n > 2 && domain[0] == '[' && domain[n-1] == ']' {
		literal := domain[1 : n-1]
		if len(literal) > 5 && strings.EqualFold(string(literal[:5]), "IPv6:") {
			return isIPv6(literal[5:])
		}
		return isIPv4(literal)
	}
	return isHostname(domain)
}

// isDotted reports whether text is words of the usual characters with single dots between.
func isDotted(text []byte) bool {
	dot := true
	for _, char := range text {
		switch {
		case char == '.':
			if dot {
				return false
			}
		case !isLetter(char) && !isDigit(char) && strings.IndexByte("!#$%&'*+-/=?^_`{|}~", char) < 0:
			return false
		}
		dot = char == '.'
	}
	return !dot
}

// isQuotedLocal reports whether text is a Quoted-string of RFC 5321.
func isQuotedLocal(text []byte) bool {
	last := len(text) - 1
	if last < 1 || text[last] != '"' {
		return false
	}
	for i := 1; i < last; i++ {
		switch char := text[i]; {
		case char == '"' || char < ' ' || char > '~':
			return false
		case char == '\\':
			if i++; i == last || text[i] < ' ' || text[i] > '~' {
				return false
			}
		}
	}
	return true
}
