package codec_test

import (
	"encoding/json"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func checkFormat(name string) func(*codec.Cursor) {
	return func(c *codec.Cursor) {
		c.Bytes()
		if name == "regex" {
			c.Regex()
		} else {
			c.Format(name)
		}
	}
}

// hasFormat reports whether a text has a format.
func hasFormat(name, text string) bool {
	quoted, _ := json.Marshal(text)
	return readField(`{"x":`+string(quoted)+`}`, checkFormat(name)) == nil
}

func TestX5FormatMessages(t *testing.T) {
	for name, want := range map[string]string{
		"date":      `expected date such as 2026-01-02, got string "no"`,
		"time":      `expected time of day with zone such as 15:04:05Z, got string "no"`,
		"date-time": `expected date and time with zone such as 2026-01-02T15:04:05Z, got string "no"`,
		"email":     `expected email address such as name@example.com, got string "no"`,
		"hostname":  ``,
		"ipv4":      `expected IPv4 address such as 192.0.2.1, got string "no"`,
		"ipv6":      `expected IPv6 address such as 2001:db8::1, got string "no"`,
		"uri":       `expected URI with a scheme such as https://example.com/a, got string "no"`,
		"uuid":      `expected UUID such as 123e4567-e89b-12d3-a456-426614174000, got string "no"`,
		"idn-email": ``,
	} {
		runRows(t, checkFormat(name), []row{
			{name, `"no"`, want},
			{name + " of a number", `5`, `expected string, got number 5; put quotes around it`},
		})
	}
	runRows(t, checkFormat("hostname"), []row{{"hostname", `"a b"`, `expected host name such as www.example.com, got string "a b"`}})
	runRows(t, checkFormat("regex"), []row{
		{"regex", `"^(a|b)+$"`, ``},
		{"regex not closed", `"(a"`, "expected regular expression in RE2 syntax: \"missing closing ): `(a`\""},
		{"regex of ECMA-262 alone", `"(?=a)"`, "expected regular expression in RE2 syntax: \"invalid or unsupported Perl syntax: `(?=…\""},
	})
}

func TestX5Formats(t *testing.T) {
	for name, texts := range map[string][2][]string{
		"date":      {{"2026-01-02", "2024-02-29", "0000-01-01"}, {"", "2026-1-2", "2026-02-29", "2026-00-01", "2026-01-02T", "२026-01-0"}},
		"time":      {{"15:04:05Z", "15:04:05.1z", "15:04:05+23:59", "23:59:60Z", "01:29:60+01:30", "15:59:60-08:00"}, {"", "15:04:05", "15:04Z", "24:00:00Z", "15:04:60Z", "15:04:05+24:00", "15:04:05.Z", "15:04:05,1Z"}},
		"date-time": {{"2026-01-02T15:04:05Z", "2026-01-02t15:04:05.25-01:00", "1998-12-31T23:59:60Z"}, {"2026-01-02", "2026-01-02 15:04:05Z", "2026-02-30T15:04:05Z", "2026-01-02T15:04:05"}},
		"email":     {{"a@b", "a.b+c@example.com", `"a b"@example.com`, `"a\"b"@example.com`, "a@[127.0.0.1]", "a@[ipv6:::1]"}, {"", "@", "a@", "@b", "a", ".a@b", "a.@b", "a..b@c", "a b@c", "a@b@c", `"a"b"@c`, `"a\"@c`, "a@[1]", "a@b_c", strings.Repeat("a", 65) + "@b"}},
		"hostname":  {{"a", "a.b-c.d1", "1a", "xn--bcher-kva.example"}, {"", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "ab--c", "é", strings.Repeat("a", 64), strings.Repeat("a.", 127) + "a"}},
		"ipv4":      {{"0.0.0.0", "255.255.255.255"}, {"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.1.1.1", "1.1.1.1 ", "1.1.1.", "1..1.1", "1.1.1.1000"}},
		"ipv6":      {{"::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4", "::ffff:1.2.3.4", "1:2:3:4:5:6:7::"}, {"", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:", ":1::2", "::1%eth0", "12345::", "g::", "1::2::3", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:6:7:8::", "1.2.3.4"}},
		"uri":       {{"http://a", "mailto:a@b", "urn:a:b", "http://u:p@h:80/p;x?q#f", "http://[::1]:8080/", "http://[v1.a:b]/", "file:///a", "a:", "http://a/%41"}, {"", "a", "/a", "//a", "1a:b", ":a", "http://a b", "http://é/", "http://[::1", "http://[a]/", "http://a:b/", "http://a/%4", "http://a/#b#c", "http://a/[b]", "a:\n"}},
		"uuid":      {{"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"}, {"", "123e4567e89b12d3a456426614174000", "{123e4567-e89b-12d3-a456-426614174000}", "123e4567-e89b-12d3-a456-42661417400g"}},
	} {
		for _, text := range texts[0] {
			require.True(t, hasFormat(name, text), "%s %q", name, text)
		}
		for _, text := range texts[1] {
			require.False(t, hasFormat(name, text), "%s %q", name, text)
		}
	}
}

// netip is the oracle of both kinds of addresses.
func FuzzIPFormat(f *testing.F) {
	for _, seed := range []string{"1.2.3.4", "::1", "1:2::3", "::ffff:1.2.3.4", "1::%a", "1:2:3:4:5:6:7:8", "01.2.3.4", "::1.2.3.4:5"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, err := netip.ParseAddr(text)
		require.Equal(t, err == nil && address.Is4(), hasFormat("ipv4", text), "%q", text)
		require.Equal(t, err == nil && !address.Is4() && address.Zone() == "", hasFormat("ipv6", text), "%q", text)
	})
}

// Whatever is taken for a URI can be parsed as one by the package that tools use, but for the userinfo and hosts that it is stricter with.
func FuzzURIFormat(f *testing.F) {
	for _, seed := range []string{"http://a:1/b?c#d", "mailto:x", "http://[::1]/", "a:%41", "http://%41/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !hasFormat("uri", text) {
			return
		}
		u, err := url.Parse(text)
		if err != nil {
			require.Contains(t, text, "//", "only an authority may differ: %v", err)
			return
		}
		require.NotEmpty(t, u.Scheme, "%q", text)
	})
}

func TestFormatsDoNotAllocate(t *testing.T) {
	args := []byte(`{"date":"2026-01-02","time":"15:04:05Z","date-time":"2026-01-02T15:04:05Z","email":"a@[IPv6:::1]","hostname":"a.b","ipv4":"1.2.3.4","ipv6":"::1","uri":"http://a:b@c/d","uuid":"123e4567-e89b-12d3-a456-426614174000"}`)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		c := codec.Open(args)
		for c.Object(); c.Field(); {
			name := string(c.Key)
			c.Bytes()
			c.Format(name)
		}
		if c.Close() != nil {
			t.Fail()
		}
	}))
}
