package law

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// textFor makes a text for a schema.
func (m *maker) textFor(s *schema) string {
	if pool := m.pool[s]; len(pool) > 0 && m.chance(2) {
		return one(m.source, pool...)
	}
	if len(m.good) > 0 && m.chance(2) {
		return one(m.source, m.good...)
	}
	for range 8 {
		if t := m.oneText(s); within(s.length, utf8.RuneCountInString(t)) {
			return t
		}
	}
	t := []rune(m.oneText(s))
	for len(t) < s.length[0] {
		t = append(t, m.char())
	}
	if s.length[1] >= 0 && len(t) > s.length[1] {
		t = t[:s.length[1]]
	}
	return string(t)
}

func within(of [2]int, n int) bool { return n >= of[0] && (of[1] < 0 || n <= of[1]) }

func (m *maker) oneText(s *schema) string {
	switch {
	case strings.Contains(s.source, "(ns|us|") && m.chance(30):
		return "0" // the one spelling that no pattern matches (X10)
	case s.pattern != nil && !m.chance(20):
		var b strings.Builder
		m.match(&b, s.pattern)
		return b.String()
	case s.encoding != "" && !m.chance(20):
		return m.encoded(s.encoding)
	case s.format != "" && !m.chance(10):
		return m.formatted(s.format)
	case s.length[1] > 0 && m.chance(2):
		t := make([]rune, s.length[0]+m.IntN(min(s.length[1]-s.length[0], 200)+1))
		for i := range t {
			t[i] = m.char()
		}
		return string(t)
	}
	return m.text()
}

// match writes a text that a regular expression matches.
func (m *maker) match(b *strings.Builder, e *syntax.Regexp) {
	switch e.Op {
	case syntax.OpLiteral:
		b.WriteString(string(e.Rune))
	case syntax.OpCharClass:
		pair := 2 * m.IntN(len(e.Rune)/2)
		low, high := e.Rune[pair], e.Rune[pair+1]
		char := low + rune(m.IntN(int(min(high-low, 0x2FF))+1))
		switch m.IntN(4) {
		case 0:
			char = low
		case 1:
			char = high
		}
		if 0xD800 <= char && char <= 0xDFFF {
			char = low
		}
		b.WriteRune(char)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune(m.char())
	case syntax.OpCapture:
		m.match(b, e.Sub[0])
	case syntax.OpConcat:
		for _, part := range e.Sub {
			m.match(b, part)
		}
	case syntax.OpAlternate:
		m.match(b, one(m.source, e.Sub...))
	case syntax.OpStar:
		m.repeat(b, e.Sub[0], 0, -1)
	case syntax.OpPlus:
		m.repeat(b, e.Sub[0], 1, -1)
	case syntax.OpQuest:
		m.repeat(b, e.Sub[0], 0, 1)
	case syntax.OpRepeat:
		m.repeat(b, e.Sub[0], e.Min, e.Max)
	}
}

func (m *maker) repeat(b *strings.Builder, e *syntax.Regexp, low, high int) {
	if high < 0 {
		high = low + 3
		if m.chance(20) {
			high = low + 20
		}
	}
	for range low + m.IntN(high-low+1) {
		m.match(b, e)
	}
}

// encoded is bytes as text.
func (m *maker) encoded(encoding string) string {
	raw := make([]byte, m.IntN(7))
	for i := range raw {
		raw[i] = byte(m.Uint32())
	}
	switch encoding {
	case "base16":
		return hex.EncodeToString(raw)
	case "base64url":
		if m.chance(2) {
			return base64.RawURLEncoding.EncodeToString(raw)
		}
		return base64.URLEncoding.EncodeToString(raw)
	}
	return base64.StdEncoding.EncodeToString(raw)
}

// formatted is a text of a format, mostly.
func (m *maker) formatted(format string) string {
	switch format {
	case "date-time":
		return m.date() + one(m.source, "T", "T", "t") + m.clock()
	case "date":
		return m.date()
	case "time":
		return m.clock()
	case "duration":
		return one(m.source, "PT", "P1DT", "PT1H") + fmt.Sprint(m.IntN(100)) + one(m.source, "S", "M", "H", ".5S")
	case "uuid":
		raw := make([]byte, 16)
		for i := range raw {
			raw[i] = byte(m.Uint32())
		}
		s := hex.EncodeToString(raw)
		return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
	case "ipv4":
		return fmt.Sprintf("%d.%d.%d.%d", m.IntN(256), m.IntN(256), m.IntN(256), m.IntN(257))
	case "ipv6":
		return one(m.source, "::", "::1", "fe80::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1::", "2001:DB8::a")
	case "email":
		return one(m.source, "a", "a.b", "x+y") + "@" + one(m.source, "example.com", "b", "[1.2.3.4]")
	case "hostname":
		return one(m.source, "example.com", "a", "a-b.c", "xn--a", "1.2.3.4")
	case "uri", "uri-reference":
		return one(m.source, "https://", "http://", "ftp://", "urn:", "x:") + one(m.source, "example.com", "[::1]", "a:b", "u@h:80") + one(m.source, "", "/", "/a%20b", "?q=1", "#f", "/é", "/a b")
	case "regex":
		return one(m.source, "a", "^a$", "[a-z]+", "(a|b)*", `\d{2,3}`, "(?i)x", "(", `\p{L}`, "(?=a)", "a{2000}", `\pN`, `(?<n>a)`)
	}
	return one(m.source, samples...)
}

func (m *maker) date() string {
	day := fmt.Sprintf("%04d-%02d-%02d", one(m.source, 0, 1, 1600, 1970, 1999, 2000, 2024, 2026, 9999), 1+m.IntN(12), 1+m.IntN(31))
	if m.chance(20) {
		return one(m.source, "2026-02-29", "2024-02-29", "2026-00-10", "2026-13-01", "2026-1-1", "02026-01-01", "-001-01-01")
	}
	return day
}

func (m *maker) clock() string {
	clock := fmt.Sprintf("%02d:%02d:%02d", m.IntN(24), m.IntN(60), m.IntN(60))
	if m.chance(10) {
		clock = one(m.source, "23:59:60", "24:00:00", "00:00:00", "12:60:00", "7:00:00", "00:00:61", "15:59:60")
	}
	if m.chance(3) {
		clock += one(m.source, ".5", ".123", ".123456789", ".1234567891", ".0000000001", ".", ",5", ".000000000", ".9999999999999")
	}
	return clock + one(m.source, "Z", "Z", "z", "+00:00", "-00:00", "+01:30", "-23:59", "+23:59", "+24:00", "+01", "+0100", "", "-08:00")
}
