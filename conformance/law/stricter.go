package law

import (
	"encoding/base64"
	"math"
	"math/big"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// stricter returns the exceptions that the place of a problem bears out: why the decoder may refuse there what the schema
// accepts. The evidence is the schema, the value and its nature, never the decoder's word.
func (e *engine) stricter(p place) (found []X) {
	add := func(x X, holds bool) {
		if holds && e.allowed[x] && !slices.Contains(found, x) {
			found = append(found, x)
		}
	}
	add(X4, p.twice || p.v.kind == object && p.v.repeats())
	add(X11, e.subject.OwnJSON)
	add(X13, p.v.kind == number && manyDigits(p.v.text))
	add(X13, (p.v.kind == array || p.v.kind == object) && len(p.at) >= maxDepth)
	for _, s := range p.schemas {
		switch p.v.kind {
		case number:
			add(X6, s.has("integer") && outsideWidth(s, p.v.text))
			add(X1, strings.Contains(s.note, "(Unix seconds)") && outsideYears(p.v.text))
			add(X12, s.has("number") && outsideFloat(p.v.text, e.subject.Float32))
			add(X12, (s.has("number") || s.has("integer")) && len(s.types) > 1 && inexact(p.v.text)) // an any, whose schema is declared
			add(X12, e.subject.Dynamic && inexact(p.v.text))
			add(X12, strings.Contains(s.note, "(seconds)") && outsideSpan(p.v.text, 1e9))
			add(X12, strings.Contains(s.note, "(milliseconds)") && outsideSpan(p.v.text, 1e6))
			add(X12, s.open() && (outsideFloat(p.v.text, false) || inexact(p.v.text)))
		case text:
			e.stricterText(s, p.v.text, add)
		case object:
			add(X8, e.breaksRule(s, p.v))
			if len(s.names) == 0 || s.rest != nil && !s.rest.never {
				add(X14, e.badKeys(s, p.v))
			}
		case array:
			// The items of a set are the keys of a Go map.
			add(X14, s.unique && len(p.v.items) > 1 && s.item != nil && s.item.real().has("string"))
		}
	}
	return found
}

// maxDepth is the number of containers that arguments may have around a value (J9).
const maxDepth = 64

// manyDigits reports whether a number has more than 400 digits when it is written out (J11).
func manyDigits(literal string) bool {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(literal), "e")
	n, err := strconv.Atoi(exponent)
	return exponent != "" && err != nil || n > 390 || n < -390 || len(mantissa) > 390
}

// outsideWidth reports whether an integer is outside the Go type although the schema sets no such bound.
func outsideWidth(s *schema, literal string) bool {
	r := rat(literal)
	if r == nil || !r.IsInt() {
		return false
	}
	n := r.Num()
	if s.low.at != nil && s.low.at.Sign() >= 0 && n.Sign() >= 0 {
		return !n.IsUint64() || !n.IsInt64()
	}
	return !n.IsInt64()
}

// outsideYears reports whether a number of seconds lies outside the years 0 to 9999, which RFC 3339 has.
func outsideYears(literal string) bool {
	r := rat(literal)
	year := func(y int) *big.Rat { return new(big.Rat).SetInt64(time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC).Unix()) }
	return r != nil && (r.Cmp(year(0)) < 0 || r.Cmp(year(10000)) >= 0)
}

// outsideSpan reports whether a number of so many nanoseconds is no time.Duration: too long, or not whole.
func outsideSpan(literal string, unit int64) bool {
	r := rat(literal)
	if r == nil {
		return false
	}
	r.Mul(r, new(big.Rat).SetInt64(unit))
	return !r.IsInt() || !r.Num().IsInt64()
}

func outsideFloat(literal string, single bool) bool {
	r := rat(literal)
	if r == nil {
		return false
	}
	f, _ := r.Float64()
	if single {
		return math.Abs(f) > math.MaxFloat32
	}
	return math.IsInf(f, 0)
}

// inexact reports whether an integer cannot be kept in a float64.
func inexact(literal string) bool {
	r := rat(literal)
	if r == nil || !r.IsInt() {
		return false
	}
	_, exact := r.Float64()
	return !exact
}

func (e *engine) stricterText(s *schema, t string, add func(X, bool)) {
	holds := true // the text is one that Go has a value for
	switch s.format {
	case "date-time":
		holds = parses(time.RFC3339, strings.ToUpper(t))
	case "date":
		holds = parses(time.DateOnly, t)
	case "time":
		holds = parses("15:04:05Z07:00", strings.ToUpper(t))
	}
	holds = holds && !tooFine.MatchString(t)
	add(X1, !holds && e.formatHolds(s.format, t))
	if s.format != "" {
		add(X5, !e.formatHolds(s.format, t))
	}
	switch s.encoding {
	case "base64":
		_, err := base64.StdEncoding.Strict().DecodeString(t)
		add(X5, err != nil || strings.ContainsAny(t, "\r\n"))
	case "base64url":
		_, padded := base64.URLEncoding.Strict().DecodeString(t)
		_, raw := base64.RawURLEncoding.Strict().DecodeString(t)
		add(X5, padded != nil && raw != nil || strings.ContainsAny(t, "\r\n"))
	}
	if strings.Contains(s.source, "(ns|us|") {
		d, err := time.ParseDuration(t)
		holds = err == nil && !longer(t, d)
		add(X11, !holds)
	}
	if s.format == "duration" {
		holds = iso.MatchString(t)
		add(X11, !holds)
	}
	bounds := strings.Contains(s.note, "(from ") || strings.Contains(s.note, "(at least ") || strings.Contains(s.note, "(at most ")
	add(X15, bounds && holds)
	add(X11, s.format == "duration") // too long
	if s.source != "" {              // a number or an integer in quotes (S6)
		if r, ok := new(big.Rat).SetString(tame(t)); ok && strings.Trim(t, "0123456789+-.eE") == "" {
			float := !strings.HasSuffix(s.source, "*)$")
			add(X6, !float && r.IsInt())
			add(X12, float && outsideFloat(t, e.subject.Float32))
			add(X13, manyDigits(t))
		}
	}
	if s.has("string") || s.open() {
		parse := e.subject.Parse
		add(X11, parse == nil || parse(t) != nil)
		add(X13, utf8.RuneCountInString(t) > 1000)
	}
}

// longer reports whether a duration has digits below the nanosecond, which Go cuts.
func longer(t string, d time.Duration) bool { return strings.Contains(t, ".") || d == 0 }

// badKeys reports whether the keys of a map are out of range, or two of them may be one once decoded.
func (e *engine) badKeys(s *schema, v *node) bool {
	if s.key == nil {
		return e.allowed[X14]
	}
	for _, key := range v.keys {
		if n, ok := new(big.Int).SetString(key, 10); ok && n.BitLen() >= 8 {
			return true
		}
	}
	return false
}

// tooFine is a fraction of a second that nanoseconds do not hold, reserved a name that is none for a host (RFC 5891, section
// 4.2.3.1, and a dot at the end), mail an address as RFC 5321 has it.
var (
	iso      = regexp.MustCompile(`^-?P([0-9]+W|([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\.[0-9]{1,9}0*)?S)?)?)$`) // of fixed length
	tooFine  = regexp.MustCompile(`:[0-9]{2}\.[0-9]{9}[0-9]*[1-9]`)
	reserved = regexp.MustCompile(`(^|\.)..--|\.$`)
	mail     = regexp.MustCompile(`^([A-Za-z0-9!#$%&'*+/=?^_\x60{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_\x60{|}~-]+)*|"([^"\\]|\\.)*")@([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[^\[\]@]*\])$`)
)

// uri is RFC 3986, appendix A, a little wider inside brackets.
var uri = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:(//((([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})|:)*@)?(\[[0-9A-Za-z:._~!$&'()*+,;=-]+\]|([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(:[0-9]*)?(/(([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})|[:@])*)*|/?((([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})|[:@])+(/(([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})|[:@])*)*)?)(\?(([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})|[:@/?])*)?(#(([A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})|[:@/?])*)?$`)

// parses reports whether a text is a time in a layout.
func parses(layout, t string) bool {
	_, err := time.Parse(layout, t)
	return err == nil
}

// formatHolds asks the judge of formats, and where that lets pass what the format's own specification has no place for, that.
func (e *engine) formatHolds(format, t string) bool {
	switch {
	case format == "uri" && !uri.MatchString(t),
		format == "hostname" && reserved.MatchString(t),
		format == "email" && !mail.MatchString(t):
		return false
	case format == "ipv4" || format == "ipv6":
		a, err := netip.ParseAddr(t)
		return err == nil && a.Is4() == (format == "ipv4") && a.Zone() == ""
	case format == "email":
		if _, literal, found := strings.Cut(t, "@["); found {
			_, err := netip.ParseAddr(strings.TrimPrefix(strings.TrimSuffix(literal, "]"), "IPv6:"))
			return err == nil
		}
	}
	j := e.formats[format]
	if j == nil {
		var err error
		if j, err = compile(`{"type":"string","format":"`+format+`"}`, true); err != nil {
			return true
		}
		e.formats[format] = j
	}
	return j.valid(&node{kind: text, text: t})
}
