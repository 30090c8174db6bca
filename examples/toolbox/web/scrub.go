package web

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf16"

	"github.com/toolgen/toolgen/runtime"
)

// scrubber takes secrets out of what a server says, which may echo what it was sent: as they are, in base64 and hex, and with any of
// their characters as URLs, JSON and HTML spell them.
type scrubber struct {
	any     *regexp.Regexp // nil where there is no secret
	longest int            // bytes of the longest spelling
}

func newScrubber(secrets ...string) *scrubber {
	s := new(scrubber)
	var all []string
	for _, secret := range secrets {
		pattern, most := spelled(secret)
		all = append(all, pattern)
		s.longest = max(s.longest, most)
		all = append(all, "(?i:"+hex.EncodeToString([]byte(secret))+")")
		for _, text := range inBase64(secret) {
			all = append(all, regexp.QuoteMeta(text))
		}
	}
	if all != nil {
		s.any = regexp.MustCompile(strings.Join(all, "|"))
		s.any.Longest()
	}
	return s
}

// spelled is a pattern for a text in which each character may be written in its own way, and how long such a text can be.
func spelled(secret string) (pattern string, most int) {
	var b strings.Builder
	named := map[rune]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&quot;", '\'': "&apos;"}
	for _, r := range secret {
		longest := 0
		b.WriteString("(?:")
		either := func(pattern string, size int) {
			if longest > 0 {
				b.WriteByte('|')
			}
			b.WriteString(pattern)
			longest = max(longest, size)
		}
		either(`\\{0,3}`+regexp.QuoteMeta(string(r)), 7) // JSON, also in JSON
		percent := ""
		for _, c := range []byte(string(r)) {
			percent += fmt.Sprintf("%%(?:25)?%02x", c)
		}
		either("(?i:"+percent+")", 20)
		escape := ""
		units := []uint16{uint16(r)}
		if r > 0xffff {
			high, low := utf16.EncodeRune(r)
			units = []uint16{uint16(high), uint16(low)}
		}
		for _, u := range units {
			escape += fmt.Sprintf(`\\{1,3}u%04x`, u)
		}
		either("(?i:"+escape+")", 18)
		either(fmt.Sprintf("(?i:&#(?:0{0,4}%d|x0{0,4}%x);)", r, r), 16)
		if r == ' ' {
			either(`\+`, 1)
		}
		if name := named[r]; name != "" {
			either(name, len(name))
		}
		b.WriteString(")")
		most += longest
	}
	return b.String(), most
}

// inBase64 is what a text looks like in base64, by where it begins among three bytes. The first and the last characters depend on
// what is beside it, and are not among them.
func inBase64(secret string) (all []string) {
	for shift, lost := range []int{0, 2, 3} {
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			s := enc.EncodeToString(append(make([]byte, shift), secret...))
			if (shift+len(secret))%3 != 0 {
				s = s[:len(s)-1]
			}
			all = append(all, s[lost:], url.QueryEscape(s[lost:]))
		}
	}
	return all
}

// bytes returns the first n bytes of data with runtime.Redacted in the place of every secret that begins there. What stands behind them
// is there so that a secret across the end is found; see longest.
func (s *scrubber) bytes(data []byte, n int) []byte {
	n = min(n, len(data))
	if s.any == nil {
		return data[:n]
	}
	var out []byte
	at := 0
	for _, found := range s.any.FindAllIndex(data, -1) {
		if found[0] >= n {
			break
		}
		out = append(append(out, data[at:found[0]]...), runtime.Redacted...)
		at = found[1]
	}
	return append(out, data[min(at, n):n]...)
}

func (s *scrubber) text(text string) string { return string(s.bytes([]byte(text), len(text))) }
