package law

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// source makes values. Everything random comes from it, so that a seed says all.
type source struct{ *rand.Rand }

// newSource returns the source of one case.
func newSource(seed uint64, n int) source {
	return source{rand.New(rand.NewPCG(seed, uint64(n)))}
}

// chance is true once in n times.
func (r source) chance(n int) bool { return r.IntN(n) == 0 }

// one of several.
func one[T any](r source, of ...T) T { return of[r.IntN(len(of))] }

// any is a JSON value of no particular shape.
func (r source) any(depth int) *node {
	kinds := []kind{null, yes, no, number, number, text, text, array, object}
	k := one(r, kinds...)
	if depth <= 0 {
		k = one(r, kinds[:7]...)
	}
	v := &node{kind: k}
	switch k {
	case number:
		v.text = r.number()
	case text:
		v.text = r.text()
	case array, object:
		for range r.IntN(4) {
			if k == object {
				v.keys = append(v.keys, r.key())
			}
			v.items = append(v.items, r.any(depth-1))
		}
	}
	return v
}

// numbers are spellings and values that something may stumble over.
var numbers = strings.Fields(`0 -0 1 -1 5 5.0 5e0 50e-1 0.5e1 -0.0 0e0 1.5 -1.5 0.1 100 1e2 1E+2 127 128 -128 -129 255 256 32767 32768 -32768 65535 65536
	2147483647 2147483648 -2147483648 -2147483649 4294967295 4294967296 9007199254740991 9007199254740992 9007199254740993
	9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809 18446744073709551615 18446744073709551616
	9223372036854775807.0 9223372036854775807000e-3 12345678901234567890 123456789012345678901234567890 0.30000000000000004
	3.4028234663852886e38 3.4028236e38 1e39 1.7976931348623157e308 1.7976931348623159e308 1e309 1e400 -1e400 5e-324 1e-400 0e400
	1e401 1e500 0.00000000000000000001 1e-7 1e1000000 1e-1000000 0e99999999999999999999 1.0000000000000000000000000001 99999999999999.99`)

// number is the literal of some number.
func (r source) number() string {
	switch r.IntN(4) {
	case 0:
		return one(r, numbers...)
	case 1:
		return strconv.Itoa(r.IntN(21) - 10)
	case 2:
		return strconv.FormatInt(int64(r.Uint64())>>r.IntN(64), 10)
	}
	return strconv.FormatFloat(r.NormFloat64()*pow10(r.IntN(40)-20), one(r, byte('g'), 'f', 'e'), -1, 64)
}

func pow10(n int) float64 {
	f, _ := strconv.ParseFloat("1e"+strconv.Itoa(n), 64)
	return f
}

// words are texts that something may stumble over: other kinds of JSON in quotes, and characters that are more, or less,
// than they look.
var words = []string{
	"", " ", "a", "b", "ab", "abc", "A", "x y", "0", "1", "-1", "5.0", "1e3", "true", "false", "null", "NaN", "unknown", "none", "[]", "{}", `["a"]`, `[1,2]`, `{"a":1}`, `[1,1]`,
	"é", "e\u0301", "ß", "ſ", "K", "日本語", "😀", "👨‍👩‍👧", "\u0000", "\u001f", "\u007f", "\u0080", "\u00a0", "\u2028", "\ufeff", "\ufffd", "\U0010ffff", "\uffff", "\u200b",
	`"`, `\`, "/", "<b>&</b>", "a\nb", "\t", "a\r\n", " a", "a ", "\\u0041", "%", "$", "'", "`", "-", "--", ".", "..", "a.b", "a[0]", "__proto__", "$ref", "#",
}

// text is the value of some string.
func (r source) text() string {
	switch r.IntN(5) {
	case 0:
		return one(r, words...)
	case 1:
		return one(r, samples...)
	case 2:
		return one(r, words...) + one(r, words...)
	}
	var b strings.Builder
	for range r.IntN(8) {
		b.WriteRune(r.char())
	}
	return b.String()
}

// char is some character, a letter mostly.
func (r source) char() rune {
	switch r.IntN(8) {
	case 0:
		return rune(r.IntN(0x80))
	case 1:
		return one(r, 'é', 'ß', 'ſ', '\u212a', '日', '😀', '\u0301', '\u2028', '\U0010ffff')
	case 2:
		return rune('0' + r.IntN(10))
	}
	return rune('a' + r.IntN(26))
}

// key is the name of some property.
func (r source) key() string {
	if r.chance(3) {
		return r.text()
	}
	return one(r, "a", "b", "c", "x", "y", "name", "type", "value", "id", "items", "0", "1", "-1", "01", "k", "extra")
}

// samples are texts of the forms that types with a text form of their own take, right and nearly right.
var samples = []string{
	"1.2.3.4", "::1", "0:0:0:0:0:0:0:1", "fe80::1%eth0", "1.2.3", "1.2.3.4:80", "[::1]:80", "10.0.0.0/8", "10.0.0.1/8", "2001:db8::/32", "01:23:45:67:89:ab", "0123.4567.89ab", "01-23-45-67-89-ab",
	"6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8", "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", "6ba7b8109dad11d180b400c04fd430c8",
	"https://example.com/a?b=c#d", "http://[::1]:80/", "mailto:a@example.com", "/relative", "//host/path", "a b", "http://a b/", "http://%zz", "HTTP://EXAMPLE.COM", "urn:a:b", "file:///etc/passwd", "http://example.com:port/",
	"1h30m", "250ms", "1.5h", "0", "0s", "-1s", "+1s", ".5s", "1us", "1µs", "1μs", "1d", "10s", "1h1h", "2562047h47m16.854775807s", "2562047h47m16.854775808s", "PT1H", "P1D", "P1W", "PT0.5S", "P1Y", "PT", "1", "0.1ns", "1.0000000001s",
	"2026-01-02T15:04:05Z", "2026-01-02t15:04:05z", "2026-01-02T15:04:05.123456789+01:00", "2026-01-02T15:04:60Z", "2016-12-31T23:59:60Z", "2026-01-02T15:04:05", "2026-01-02", "2026-02-30", "2024-02-29", "2026-02-29", "0000-01-01", "9999-12-31", "10000-01-01",
	"0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "2026-01-02T24:00:00Z", "2026-01-02T15:04:05+24:00", "2026-01-02T15:04:05-23:59", "2026-01-02T15:04:05.1234567891Z", "2026-01-02 15:04", "2026-01-02 15:04:05Z", "15:04:05Z", "15:04:05", "23:59:60Z", "15:04:05.5+02:00", "15:04", "3:04PM", "Mon, 02 Jan 2006 15:04:05 MST", "Mon, 02 Jan 2006 15:04:05 +0000",
	"aGk=", "aGk", "aGl=", "aGkh", "YQ==", "YR==", "_-8=", "/+8=", "_-8", "aG k=", "aGk=\n", "====", "68692a", "6869", "686", "68 69", "DEADBEEF", "00112233", "AAECAw==",
	"a@example.com", "a@", "@b", "\"a b\"@example.com", "example.com", "-a.example", "a..b", "localhost", "xn--nxasmq6b", "a_b.example", "EXAMPLE.COM.",
	"123", "-123", "+123", "007", "-0", "12345678901234567890123", "1.5", "1/3", "-1/3", "1/0", "1e10", "1e9999", "0x10", "1_000", "Inf", "-Inf", "NaN",
	"INFO", "info", "WARN+1", "DEBUG-4", "red", "green", "blue", "Red", "RED", "low", "high", "Low", "LOW", "medium", "january", "January", "monday", "circle", "square", "box", "^[a-z]+$", "a(b", "(?i)a", "[", "\\d+", "a{1001}", "(?=a)",
}
