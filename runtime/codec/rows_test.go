package codec_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

// readField reads arguments whose field x is read by the function, and any other is unknown.
func readField(args string, read func(c *codec.Cursor)) error {
	var seen uint64
	c := codec.Open([]byte(args))
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "x":
			seen = c.Once(seen, 1<<0)
			read(&c)
		default:
			c.Unknown("x")
		}
	}
	c.Need(seen, 1<<0, "x")
	return c.Close()
}

// problemsOf is the text of an error of Close, "" for none.
func problemsOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A row is one value of x and the problems that reading it makes; none where it is accepted.
type row struct {
	id   string
	x    string // JSON
	want string // without the path "x: "
}

func runRows(t *testing.T, read func(c *codec.Cursor), rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.id, func(t *testing.T) {
			want := r.want
			if want != "" {
				want = "x: " + want
			}
			require.Equal(t, want, problemsOf(readField(`{"x":`+r.x+`}`, read)), "x is %s", r.x)
		})
	}
}

func TestBool(t *testing.T) {
	var got bool
	runRows(t, func(c *codec.Cursor) { got = c.Bool() }, []row{
		{"T1 false", `false`, ``},
		{"T1 true", `true`, ``},
		{"T1 string", `"true"`, `expected true or false, got string "true"; send the bare value`},
		{"T1 other string", `"yes"`, `expected true or false, got string "yes"`},
		{"T1 number", `1`, `expected true or false, got number 1`},
		{"T1 null", `null`, `expected true or false, got null`},
		{"T1 array", `[true]`, `expected true or false, got array`},
		{"T1 object", `{}`, `expected true or false, got object`},
	})
	require.NoError(t, readField(`{"x":true}`, func(c *codec.Cursor) { got = c.Bool() }))
	require.True(t, got)
}

func TestString(t *testing.T) {
	runRows(t, func(c *codec.Cursor) { _ = c.String() }, []row{
		{"T2 text", `"a"`, ``},
		{"T2 empty", `""`, ``},
		{"T2 NUL", `"\u0000"`, ``},
		{"T2 number", `5`, `expected string, got number 5; put quotes around it`},
		{"T2 boolean", `true`, `expected string, got boolean true; put quotes around it`},
		{"T2 null", `null`, `expected string, got null`},
		{"T2 array", `["a"]`, `expected string, got array`},
		{"T2 object", `{"a":1}`, `expected string, got object`},
		{"T2 invalid UTF-8", "\"ab\xffc\"", `not valid Unicode text (at offset 8)`},
		{"T2 lone surrogate", `"ab\ud800c"`, `not valid Unicode text (at offset 8)`},
		{"T2 surrogate before bytes", "\"\\ud800\xff\"", `not valid Unicode text (at offset 6)`},
		{"T2 bytes before surrogate", "\"\xff\\ud800\"", `not valid Unicode text (at offset 6)`},
		{"J8 newline", "\"a\nb\"", `raw control character (at offset 7); write \n`},
		{"J8 other", "\"a\x01b\"", `raw control character (at offset 7); write \u0001`},
		{"J3 escape", `"C:\Users"`, `unknown escape \U (at offset 8); write \\ for a backslash`},
		{"J3 escape, hex", `"\u12"`, `unknown escape \u (at offset 6); write \\ for a backslash`},
		{"only the first fault counts", "\"\n\xff\\q\"", `raw control character (at offset 6); write \n`},
	})
	long := strings.Repeat("é", 41)
	require.Equal(t, `x: expected true or false, got string "`+long[:80]+`…"`,
		problemsOf(readField(`{"x":"`+long+`"}`, func(c *codec.Cursor) { c.Bool() })), "a value is cut to 40 characters")
	require.Equal(t, `x: expected string, got number `+strings.Repeat("1", 40)+"…; put quotes around it",
		problemsOf(readField(`{"x":`+strings.Repeat("1", 41)+`}`, func(c *codec.Cursor) { _ = c.String() })))
}

func TestStringIsOwned(t *testing.T) {
	for _, filler := range []int{0, 8 << 10} { // with one copy for all, and with a copy for each
		args := []byte(`{"a":"one","b":"t\u0077o","c":{"three":"` + strings.Repeat("x", filler) + `"}}`)
		var got []string
		c := codec.Open(args)
		for c.Object(); c.Field(); {
			if string(c.Key) == "c" {
				for c.Object(); c.Field(); {
					got = append(got, c.Name())
					c.Skip()
				}
				continue
			}
			got = append(got, c.String())
		}
		require.NoError(t, c.Close())
		clear(args)
		require.Equal(t, []string{"one", "two", "three"}, got)
	}
}

func TestInt(t *testing.T) {
	runRows(t, func(c *codec.Cursor) { c.Int64() }, []row{
		{"T3 zero", `0`, ``},
		{"T3 minus zero", `-0`, ``},
		{"T3 point zero", `5.0`, ``},
		{"T3 exponent", `1e3`, ``},
		{"T3 exponent and fraction", `1.50e1`, ``},
		{"T3 negative exponent", `500e-2`, ``},
		{"T3 zero with exponent", `0e400`, ``},
		{"T3 largest", `9223372036854775807`, ``},
		{"T3 smallest", `-9223372036854775808`, ``},
		{"T3 largest, with exponent", `9.223372036854775807e18`, ``},
		{"T3 one too large", `9223372036854775808`, `9223372036854775808 does not fit in 64 bits`},
		{"T3 one too small", `-9223372036854775809`, `-9223372036854775809 does not fit in 64 bits`},
		{"T3 beyond 64 bits", `99999999999999999999999`, `99999999999999999999999 does not fit in 64 bits`},
		{"T3 far out", `1e300`, `1e300 does not fit in 64 bits`},
		{"T3 fits but not with its sign", `-9223372036854775809.0`, `-9223372036854775809.0 does not fit in 64 bits`},
		{"T3 fraction", `5.5`, `expected whole number, got number 5.5`},
		{"T3 small fraction", `1e-1`, `expected whole number, got number 1e-1`},
		{"T3 string", `"5"`, `expected whole number, got string "5"; send the bare value`},
		{"T3 other string", `"five"`, `expected whole number, got string "five"`},
		{"T3 null", `null`, `expected whole number, got null`},
		{"T3 boolean", `true`, `expected whole number, got boolean true`},
		{"T3 array", `[5]`, `expected whole number, got array`},
		{"J11 exponent 400", `1e399`, `1e399 does not fit in 64 bits`},
		{"J11 exponent beyond", `1e400`, `1e400 has more than 400 digits`},
		{"J11 exponent far beyond", `1e999999999999999999999`, `1e999999999999999999999 has more than 400 digits`},
		{"J11 negative exponent beyond", `1e-401`, `1e-401 has more than 400 digits`},
		{"J11 400 digits", `1.` + strings.Repeat("0", 399), ``},
		{"J11 401 digits", `1.` + strings.Repeat("0", 400), `1.` + strings.Repeat("0", 38) + `… has more than 400 digits`},
	})
	runRows(t, func(c *codec.Cursor) { c.Int8() }, []row{
		{"T4 largest", `127`, ``},
		{"T4 smallest", `-128`, ``},
		{"T4 too large", `300`, `must be between -128 and 127, got 300`},
		{"T4 too small", `-129`, `must be between -128 and 127, got -129`},
		{"T4 far out", `1e30`, `must be between -128 and 127, got 1e30`},
	})
	runRows(t, func(c *codec.Cursor) { c.Int16() }, []row{{"T4 int16", `32768`, `must be between -32768 and 32767, got 32768`}})
	runRows(t, func(c *codec.Cursor) { c.Int32() }, []row{{"T4 int32", `2147483648`, `must be between -2147483648 and 2147483647, got 2147483648`}})
	runRows(t, func(c *codec.Cursor) { c.Uint64() }, []row{
		{"T5 minus zero", `-0`, ``},
		{"T5 minus zero point", `-0.0`, ``},
		{"T5 largest", `18446744073709551615`, ``},
		{"T5 too large", `18446744073709551616`, `18446744073709551616 does not fit in 64 bits`},
		{"T5 far out", `1e20`, `1e20 does not fit in 64 bits`},
		{"T5 negative", `-1`, `must be 0 or more, got -1`},
		{"T5 negative, far out", `-1e30`, `must be 0 or more, got -1e30`},
		{"T5 fraction", `0.5`, `expected whole number, got number 0.5`},
	})
	runRows(t, func(c *codec.Cursor) { c.Uint8() }, []row{
		{"T10 largest", `255`, ``},
		{"T10 too large", `256`, `must be between 0 and 255, got 256`},
		{"T10 negative", `-1`, `must be 0 or more, got -1`},
	})
	runRows(t, func(c *codec.Cursor) { c.Uint16() }, []row{{"T5 uint16", `65536`, `must be between 0 and 65535, got 65536`}})
	runRows(t, func(c *codec.Cursor) { c.Uint32() }, []row{{"T5 uint32", `4294967296`, `must be between 0 and 4294967295, got 4294967296`}})
}

func TestIntIn(t *testing.T) {
	runRows(t, func(c *codec.Cursor) { c.IntIn(1, 14) }, []row{
		{"min", `1`, ``},
		{"max", `14`, ``},
		{"below", `0`, `must be between 1 and 14, got 0`},
		{"above", `500`, `must be between 1 and 14, got 500`},
		{"above, far out", `1e30`, `must be between 1 and 14, got 1e30`},
		{"as a fraction", `14.0`, ``},
		{"above, as a fraction", `15.0`, `must be between 1 and 14, got 15.0`},
		{"below, as a fraction", `0.0`, `must be between 1 and 14, got 0.0`},
	})
	const most, least = 1<<63 - 1, -1 << 63
	runRows(t, func(c *codec.Cursor) { c.Int64In(1, most) }, []row{
		{"at least", `0`, `must be at least 1, got 0`},
		{"at least, far out", `-1e30`, `must be at least 1, got -1e30`},
		{"at least, too large", `9223372036854775808`, `9223372036854775808 does not fit in 64 bits`},
	})
	runRows(t, func(c *codec.Cursor) { c.Int64In(least, 100) }, []row{
		{"at most", `500`, `must be at most 100, got 500`},
		{"at most, too small", `-9223372036854775809`, `-9223372036854775809 does not fit in 64 bits`},
	})
	runRows(t, func(c *codec.Cursor) { c.Int8In(1, 127) }, []row{
		{"at least, of a width", `0`, `must be at least 1, got 0`},
		{"at least, too large for the width", `128`, `must be between 1 and 127, got 128`},
	})
	runRows(t, func(c *codec.Cursor) { c.UintIn(0, 10) }, []row{
		{"unsigned at most", `11`, `must be at most 10, got 11`},
		{"unsigned at most, negative", `-1`, `must be between 0 and 10, got -1`},
	})
	runRows(t, func(c *codec.Cursor) { c.Uint64In(5, 1<<64-1) }, []row{
		{"unsigned at least", `4`, `must be at least 5, got 4`},
		{"unsigned at least, negative", `-4`, `must be at least 5, got -4`},
		{"unsigned at least, as a fraction", `4.0`, `must be at least 5, got 4.0`},
	})
	runRows(t, func(c *codec.Cursor) {
		c.Int16In(1, 2)
	}, []row{{"int16", `3`, `must be between 1 and 2, got 3`}})
	runRows(t, func(c *codec.Cursor) { c.Int32In(1, 2) }, []row{{"int32", `3`, `must be between 1 and 2, got 3`}})
	runRows(t, func(c *codec.Cursor) { c.Uint8In(1, 2) }, []row{{"uint8", `3`, `must be between 1 and 2, got 3`}})
	runRows(t, func(c *codec.Cursor) { c.Uint16In(1, 2) }, []row{{"uint16", `3`, `must be between 1 and 2, got 3`}})
	runRows(t, func(c *codec.Cursor) { c.Uint32In(1, 2) }, []row{{"uint32", `3`, `must be between 1 and 2, got 3`}})
	runRows(t, func(c *codec.Cursor) { c.UintptrIn(1, 2) }, []row{{"uintptr", `3`, `must be between 1 and 2, got 3`}})
	runRows(t, func(c *codec.Cursor) { c.Uintptr() }, []row{{"T5 uintptr", `-3`, `must be 0 or more, got -3`}})
}

func TestFloat(t *testing.T) {
	runRows(t, func(c *codec.Cursor) { c.Float64() }, []row{
		{"T7 any", `-1.5e-3`, ``},
		{"T7 largest", `1.7976931348623157e308`, ``},
		{"T7 underflow", `1e-400`, ``},
		{"T7 overflow", `1e400`, `1e400 is too large for a 64-bit number`},
		{"T7 negative overflow", `-1e400`, `-1e400 is too large for a 64-bit number`},
		{"T7 NaN as text", `"NaN"`, `expected number, got string "NaN"`},
		{"T7 number as text", `"1.5"`, `expected number, got string "1.5"; send the bare value`},
		{"T7 null", `null`, `expected number, got null`},
	})
	runRows(t, func(c *codec.Cursor) { c.Float32() }, []row{
		{"T8 any", `0.1`, ``},
		{"T8 overflow", `1e39`, `1e39 is too large for a 32-bit number`},
	})
}

func TestNumberChecks(t *testing.T) {
	runRows(t, func(c *codec.Cursor) { c.Float64(); c.AtLeast(0.1) }, []row{
		{"min equal", `0.1`, ``},
		{"min equal, longer", `0.100`, ``},
		{"min above", `0.2`, ``},
		{"min below", `0.05`, `must be at least 0.1, got 0.05`},
		{"min below by less than a float64 tells", `0.09999999999999999999999`, `must be at least 0.1, got 0.09999999999999999999999`},
		{"min above by less than a float64 tells", `0.10000000000000000000001`, ``},
		{"min after a failed read", `"a"`, `expected number, got string "a"`},
	})
	runRows(t, func(c *codec.Cursor) { c.Float64(); c.AtMost(100) }, []row{
		{"max equal", `1e2`, ``},
		{"max above", `500`, `must be at most 100, got 500`},
		{"max above by little", `100.00000000000000000001`, `must be at most 100, got 100.00000000000000000001`},
	})
	runRows(t, func(c *codec.Cursor) { c.Float64(); c.Above(0) }, []row{
		{"gt above", `1e-400`, ``},
		{"gt equal", `0`, `must be greater than 0, got 0`},
		{"gt equal, minus zero", `-0.0`, `must be greater than 0, got -0.0`},
		{"gt below", `-1`, `must be greater than 0, got -1`},
		{"gt below by little", `-1e-400`, `must be greater than 0, got -1e-400`},
	})
	runRows(t, func(c *codec.Cursor) { c.Float64(); c.Below(1.5) }, []row{
		{"lt below", `1.49`, ``},
		{"lt equal", `15e-1`, `must be less than 1.5, got 15e-1`},
	})
	runRows(t, func(c *codec.Cursor) { c.Int64(); c.Above(-3); c.Below(9007199254740993) }, []row{
		{"gt, integer", `-2`, ``},
		{"gt, integer, equal", `-3`, `must be greater than -3, got -3`},
		{"lt, integer", `9007199254740991`, ``},
		{"lt, integer, both checks stand for themselves", `9007199254740993`, `must be less than 9007199254740992, got 9007199254740993`},
	})
	runRows(t, func(c *codec.Cursor) { c.Float64(); c.MultipleOf("0.01") }, []row{
		{"multipleOf", `0.07`, ``},
		{"multipleOf, where binary division fails", `1.13`, ``},
		{"multipleOf, zero", `0`, ``},
		{"multipleOf, negative", `-19.99`, ``},
		{"multipleOf, large", `1e300`, ``},
		{"multipleOf, not", `0.075`, `must be a multiple of 0.01, got 0.075`},
		{"multipleOf, not by very little", `1e-300`, `must be a multiple of 0.01, got 1e-300`},
		{"multipleOf after a failed read", `1e999`, `1e999 is too large for a 64-bit number`},
	})
	runRows(t, func(c *codec.Cursor) { c.Int(); c.MultipleOf("7") }, []row{
		{"multipleOf, integer", `49`, ``},
		{"multipleOf, integer, not", `50`, `must be a multiple of 7, got 50`},
	})
	runRows(t, func(c *codec.Cursor) { codec.Among(c, c.Int(), 1, 2, -3) }, []row{
		{"enum", `-3`, ``},
		{"enum, 2.0 is 2", `2.0`, ``},
		{"enum, none", `5`, `5 is not one of 1, 2, -3`},
		{"enum after a failed read", `null`, `expected whole number, got null`},
	})
	many := make([]int, 40)
	err := readField(`{"x":1}`, func(c *codec.Cursor) { codec.Among(c, c.Int(), many...) })
	require.ErrorContains(t, err, `0, …`)
	runRows(t, func(c *codec.Cursor) { codec.Among(c, c.Float64(), 0.1, 2) }, []row{
		{"enum, float64", `0.1`, ``},
		{"enum, float64, none", `0.5`, `0.5 is not one of 0.1, 2`},
	})
	runRows(t, func(c *codec.Cursor) { codec.Among(c, c.Float32(), 0.1, 2) }, []row{
		{"enum, float32", `0.1`, ``},
		{"enum, float32, none", `0.5`, `0.5 is not one of 0.1, 2`},
	})
	runRows(t, func(c *codec.Cursor) { codec.Among(c, c.Uint64(), 1<<64-1) }, []row{
		{"enum, uint64", `18446744073709551615`, ``},
		{"enum, uint64, none", `1`, `1 is not one of 18446744073709551615`},
	})
}

func TestStringChecks(t *testing.T) {
	runRows(t, func(c *codec.Cursor) { _ = c.String(); c.Length(1, 10) }, []row{
		{"length, min", `"a"`, ``},
		{"length, max", `"abcdefghij"`, ``},
		{"length, code points, not bytes", `"éééééééééé"`, ``},
		{"length, code points of escapes", `"\ud834\udd1e\n\n\n\n\n\n\n\n\n"`, ``},
		{"length, too short", `""`, `must have at least 1 character`},
		{"length, too long", `"abcdefghijkl"`, `must be at most 10 characters, has 12`},
		{"length, a grapheme of two", `"💩💩💩💩💩e\u0301e\u0301e\u0301"`, `must be at most 10 characters, has 11`},
		{"length after a failed read", `5`, `expected string, got number 5; put quotes around it`},
		{"length after a fault", `"\q"`, `unknown escape \q (at offset 6); write \\ for a backslash`},
	})
	runRows(t, func(c *codec.Cursor) { c.Bytes(); c.Length(3, -1) }, []row{
		{"length, no maximum", `"` + strings.Repeat("a", 500) + `"`, ``},
		{"length, too short, not empty", `"éé"`, `must have at least 3 characters, has 2`},
	})
	runRows(t, func(c *codec.Cursor) { _ = c.String(); c.Length(0, 1) }, []row{
		{"length, nothing is fine", `""`, ``},
		{"length, one", `"ab"`, `must be at most 1 character, has 2`},
	})
	pattern := codec.NewPattern(`^[a-z]+$`)
	runRows(t, func(c *codec.Cursor) { _ = c.String(); c.Match(pattern) }, []row{
		{"pattern", `"abc"`, ``},
		{"pattern, escapes", `"\u0061"`, ``},
		{"pattern, none", `"ABC"`, `must match ^[a-z]+$, got string "ABC"`},
		{"pattern after a failed read", `[]`, `expected string, got array`},
	})
	// X7: the blanks and the dot of ECMA-262, not those of RE2; the problem shows the pattern as it was written.
	for _, r := range []struct{ expr, good, bad string }{
		{`^\s$`, `"\u00a0"`, `"a"`},
		{`^[a\s]$`, `"\u2003"`, `"b"`},
		{`^[^\s]$`, `"a"`, `"\ufeff"`},
		{`^\S$`, `"a"`, `"\u000b"`},
		{`^.$`, `"\u0085"`, `"\u2028"`},
		{`^a.c$`, `"abc"`, `"a\rc"`},
		{`^[.]\.$`, `".."`, `".a"`},
		{`^\\s\[\s\]$`, `"\\s[ ]"`, `"\\s[s]"`},
	} {
		blank := codec.NewPattern(r.expr)
		runRows(t, func(c *codec.Cursor) { _ = c.String(); c.Match(blank) }, []row{
			{"pattern " + r.expr, r.good, ``},
			{"pattern " + r.expr + ", not", r.bad, `must match ` + r.expr + `, got string ` + r.bad},
		})
	}
	part := codec.NewPattern(`b`)
	runRows(t, func(c *codec.Cursor) { _ = c.String(); c.Match(part) }, []row{{"pattern is not anchored", `"abc"`, ``}})
	runRows(t, func(c *codec.Cursor) { _ = c.String(); c.Length(4, -1); c.Match(pattern) }, []row{
		{"two checks, two problems", `"A"`, "must have at least 4 characters, has 1\nx: must match ^[a-z]+$, got string \"A\""},
	})
}

func TestEnum(t *testing.T) {
	level := func(c *codec.Cursor) {
		switch string(c.Bytes()) {
		case "low", "high":
			return
		}
		c.OneOf("low", "high")
	}
	runRows(t, level, []row{
		{"T70", `"low"`, ``},
		{"T70 escaped", `"\u006cow"`, ``},
		{"T70 other", `"hi"`, `"hi" is not one of low, high; did you mean high?`},
		{"T70 case", `"LOW"`, `"LOW" is not one of low, high; did you mean low?`},
		{"T70 nothing near", `"medium"`, `"medium" is not one of low, high`},
		{"T70 empty", `""`, `"" is not one of low, high`},
		{"T70 what would break the line is escaped", `"a\n\u2028\u202e\u0085é"`, `"a\n\u2028\u202e\u0085é" is not one of low, high`},
		{"T70 kind", `5`, `expected one of low, high, got number 5`},
		{"T70 null", `null`, `expected one of low, high, got null`},
	})
	var got string
	runRows(t, func(c *codec.Cursor) { got = c.Choice("asc", "desc", "a, b", "") }, []row{
		{"choice none", `"up"`, `"up" is not one of asc, desc, "a, b", ""`},
		{"choice near", `"dsc"`, `"dsc" is not one of asc, desc, "a, b", ""; did you mean desc?`},
		{"choice kind", `null`, `expected one of asc, desc, "a, b", "", got null`},
		{"choice", `"desc"`, ``},
	})
	require.Equal(t, "desc", got)

	many := make([]string, 40)
	for i := range many {
		many[i] = strings.Repeat("v", i+1)
	}
	got = problemsOf(readField(`{"x":"w"}`, func(c *codec.Cursor) { c.Choice(many...) }))
	require.True(t, strings.HasSuffix(got, many[29]+", …"), got)
}

func TestTime(t *testing.T) {
	const form = `expected date and time with zone such as 2026-01-02T15:04:05Z, got string `
	var got time.Time
	runRows(t, func(c *codec.Cursor) { got = c.Time() }, []row{
		{"T40", `"2026-01-02T15:04:05Z"`, ``},
		{"T40 lower case", `"2026-01-02t15:04:05z"`, ``},
		{"T40 offset", `"2026-01-02T15:04:05+01:00"`, ``},
		{"T40 offset, minus zero", `"2026-01-02T15:04:05-00:00"`, ``},
		{"T40 fraction", `"2026-01-02T15:04:05.123456789000Z"`, ``},
		{"X1 below a nanosecond", `"2026-01-02T15:04:05.123456789123Z"`, form + `"2026-01-02T15:04:05.123456789123Z"; write at most 9 digits behind the second`},
		{"T40 escaped", `"2026\u002d01-02T15:04:05Z"`, ``},
		{"T40 leap day", `"2024-02-29T00:00:00Z"`, ``},
		{"T40 year 0", `"0000-01-01T00:00:00Z"`, ``},
		{"T40 date only", `"2026-01-02"`, form + `"2026-01-02"; add the time and the zone`},
		{"T40 no zone", `"2026-01-02T15:04:05"`, form + `"2026-01-02T15:04:05"; add Z or an offset`},
		{"T40 no zone, fraction", `"2026-01-02T15:04:05.5"`, form + `"2026-01-02T15:04:05.5"; add Z or an offset`},
		{"T40 number", `1767366245`, `expected date and time with zone such as 2026-01-02T15:04:05Z, got number 1767366245; timestamps are not accepted`},
		{"T40 null", `null`, `expected date and time with zone such as 2026-01-02T15:04:05Z, got null`},
		{"T40 array", `[]`, `expected date and time with zone such as 2026-01-02T15:04:05Z, got array`},
		{"T40 other text", `"tomorrow"`, form + `"tomorrow"`},
		{"T40 long text", `"the day after tomorrow"`, form + `"the day after tomorrow"`},
		{"T40 number as text", `"1767366245"`, form + `"1767366245"`},
		{"T40 blank for T", `"2026-01-02 15:04:05Z"`, form + `"2026-01-02 15:04:05Z"; write T between date and time`},
		{"T40 one-digit hour", `"2026-01-02T3:04:05Z"`, form + `"2026-01-02T3:04:05Z"; write hours with two digits`},
		{"T40 one-digit month", `"2026-1-02T03:04:05Z"`, form + `"2026-1-02T03:04:05Z"`},
		{"T40 comma", `"2026-01-02T15:04:05,5Z"`, form + `"2026-01-02T15:04:05,5Z"`},
		{"T40 point only", `"2026-01-02T15:04:05.Z"`, form + `"2026-01-02T15:04:05.Z"`},
		{"T40 no seconds", `"2026-01-02T15:04Z"`, form + `"2026-01-02T15:04Z"`},
		{"T40 offset without colon", `"2026-01-02T15:04:05+0100"`, form + `"2026-01-02T15:04:05+0100"`},
		{"T40 offset of a day", `"2026-01-02T15:04:05+24:00"`, form + `"2026-01-02T15:04:05+24:00"; there is no such date or time`},
		{"T40 offset letters", `"2026-01-02T15:04:05+aa:00"`, form + `"2026-01-02T15:04:05+aa:00"`},
		{"T40 text after", `"2026-01-02T15:04:05Zx"`, form + `"2026-01-02T15:04:05Zx"`},
		{"T40 letter for T", `"2026-01-02x15:04:05Z"`, form + `"2026-01-02x15:04:05Z"`},
		{"T40 letters in date", `"20x6-01-02T15:04:05Z"`, form + `"20x6-01-02T15:04:05Z"`},
		{"T40 letters in time", `"2026-01-02T15:0x:05Z"`, form + `"2026-01-02T15:0x:05Z"`},
		{"T40 month 13", `"2026-13-02T15:04:05Z"`, form + `"2026-13-02T15:04:05Z"; there is no such date or time`},
		{"T40 day 0", `"2026-01-00T15:04:05Z"`, form + `"2026-01-00T15:04:05Z"; there is no such date or time`},
		{"T40 29 February", `"2026-02-29T15:04:05Z"`, form + `"2026-02-29T15:04:05Z"; there is no such date or time`},
		{"T40 31 April", `"2026-04-31T15:04:05Z"`, form + `"2026-04-31T15:04:05Z"; there is no such date or time`},
		{"T40 hour 24", `"2026-01-02T24:00:00Z"`, form + `"2026-01-02T24:00:00Z"; there is no such date or time`},
		{"T40 minute 60", `"2026-01-02T15:60:00Z"`, form + `"2026-01-02T15:60:00Z"; there is no such date or time`},
		{"T40 second 61", `"2026-01-02T15:04:61Z"`, form + `"2026-01-02T15:04:61Z"; there is no such date or time`},
		{"X1 leap second", `"2016-12-31T23:59:60Z"`, form + `"2016-12-31T23:59:60Z"; second 60 is not accepted`},
	})

	require.NoError(t, readField(`{"x":"2026-01-02T15:04:05.25+02:30"}`, func(c *codec.Cursor) { got = c.Time() }))
	require.Equal(t, "2026-01-02T15:04:05.25+02:30", got.Format(time.RFC3339Nano))
	require.True(t, got.Equal(time.Date(2026, 1, 2, 12, 34, 5, 250_000_000, time.UTC)))
	require.NoError(t, readField(`{"x":"2026-01-02T15:04:05Z"}`, func(c *codec.Cursor) { got = c.Time() }))
	require.Equal(t, time.UTC, got.Location())

	runRows(t, func(c *codec.Cursor) {
		x := c.Time()
		c.Earliest(x, "2026-01-01T00:00:00Z")
		c.Latest(x, "2026-12-31T23:59:59Z")
	}, []row{
		{"time, min", `"2026-01-01T00:00:00Z"`, ``},
		{"time, min in another zone", `"2026-01-01T01:00:00+01:00"`, ``},
		{"time, below", `"2026-01-01T00:59:59+01:00"`, `must be 2026-01-01T00:00:00Z or later, got 2026-01-01T00:59:59+01:00`},
		{"time, max", `"2026-12-31T23:59:59Z"`, ``},
		{"time, above", `"2027-01-01T00:00:00Z"`, `must be 2026-12-31T23:59:59Z or earlier, got 2027-01-01T00:00:00Z`},
		{"time, after a failed read", `"2027"`, form + `"2027"`},
	})
}

func TestDuration(t *testing.T) {
	const form = `expected duration such as 1h30m or 250ms, got `
	runRows(t, func(c *codec.Cursor) { c.Duration() }, []row{
		{"T42", `"1h30m"`, ``},
		{"T42 all units", `"1h2m3s4ms5us6µs7ns"`, ``},
		{"T42 fraction", `"1.5h"`, ``},
		{"T42 negative", `"-1.5s"`, ``},
		{"T42 fractions of nanoseconds", `"0.000000001s0.000001ms0.001us0.00000000005m0.0000000000025h5.0ns"`, ``},
		{"X11 below a nanosecond", `"1.0000000001s"`, form + `string "1.0000000001s"; nanoseconds are the smallest part`},
		{"X11 part of a nanosecond", `"0.1ns"`, form + `string "0.1ns"; nanoseconds are the smallest part`},
		{"X11 hours", `"0.000000000001h"`, form + `string "0.000000000001h"; nanoseconds are the smallest part`},
		{"X11 many digits", `"0.00000000000000000000001h"`, form + `string "0.00000000000000000000001h"; nanoseconds are the smallest part`},
		{"T42 longest", `"2562047h47m16.854775807s"`, ``},
		{"X10 zero", `"0"`, ``},
		{"T42 number", `30`, form + `number 30; write a unit, e.g. "30s"`},
		{"T42 number as text", `"30"`, form + `string "30"; write a unit, e.g. "30s"`},
		{"T42 fraction as text", `"1.5"`, form + `string "1.5"; write a unit, e.g. "30s"`},
		{"T42 ISO 8601", `"PT1H"`, form + `string "PT1H"; write it like 1h, not in ISO 8601`},
		{"T42 ISO 8601, negative", `"-P1D"`, form + `string "-P1D"; write it like 1h, not in ISO 8601`},
		{"T42 words", `"1 hour"`, form + `string "1 hour"`},
		{"T42 days", `"1d"`, form + `string "1d"`},
		{"T42 empty", `""`, form + `string ""`},
		{"T42 sign only", `"-"`, form + `string "-"`},
		{"T42 unit only", `"h"`, form + `string "h"`},
		{"T42 point first", `".5s"`, form + `string ".5s"`},
		{"T42 point last", `"5.s"`, form + `string "5.s"`},
		{"T42 plus", `"+5s"`, form + `string "+5s"`},
		{"T42 Greek mu", `"5μs"`, form + `string "5μs"`},
		{"T42 unit missing at the end", `"1h30"`, form + `string "1h30"`},
		{"T42 out of range", `"2562048h"`, form + `string "2562048h"; at most 2562047h is possible`},
		{"T42 null", `null`, `expected duration such as 1h30m or 250ms, got null`},
		{"T42 object", `{}`, form + `object`},
	})
	var got time.Duration
	require.NoError(t, readField(`{"x":"-1h2m3.5s"}`, func(c *codec.Cursor) { got = c.Duration() }))
	require.Equal(t, -(time.Hour + 2*time.Minute + 3500*time.Millisecond), got)

	runRows(t, func(c *codec.Cursor) { d := c.Duration(); c.Shortest(d, time.Second); c.Longest(d, time.Hour) }, []row{
		{"duration, min", `"1s"`, ``},
		{"duration, max", `"60m"`, ``},
		{"duration, below", `"500ms"`, `must be at least 1s, got 500ms`},
		{"duration, above", `"90m"`, `must be at most 1h, got 1h30m`},
		{"duration, after a failed read", `"1"`, form + `string "1"; write a unit, e.g. "30s"`},
	})
}

func TestArray(t *testing.T) {
	ints := func(c *codec.Cursor) {
		list := make([]int, 0, c.Hint())
		for c.Array(); c.Item(); {
			list = append(list, c.Int())
		}
		c.Count(len(list), 1, 3)
		codec.Unique(c, list)
	}
	runRows(t, ints, []row{
		{"T30", `[1,2,3]`, ``},
		{"T30 null", `null`, `expected array, got null; send at least 1 item`},
		{"T30 object", `{"0":1}`, `expected array, got object`},
		{"T30 string", `"a"`, `expected array, got string "a"; put it in [ ]`},
		{"T30 number", `1`, `expected array, got number 1; put it in [ ]`},
		{"L4 hint", `"[1,2]"`, `expected array, got a string that contains JSON; send the array itself`},
		{"L4 hint, blanks", `" [ ] "`, `expected array, got a string that contains JSON; send the array itself`},
		{"L4 no hint for another kind", `"{}"`, `expected array, got string "{}"; put it in [ ]`},
		{"L4 no hint for broken JSON", `"[1,]"`, `expected array, got string "[1,]"; send each item by itself, in [ ]`},
		{"minItems", `[]`, `must have at least 1 item`},
		{"maxItems", `[1,2,3,4]`, `must have at most 3 items, has 4`},
		{"uniqueItems", `[1,2,1.0]`, `must not repeat an item; items 0 and 2 are equal`},
	})
	require.Equal(t, "x[0]: expected whole number, got string \"a\"\nx[1]: expected whole number, got string \"b\"",
		problemsOf(readField(`{"x":["a","b"]}`, ints)), "failed items are not compared")
	require.Equal(t, "x[0]: expected whole number, got string \"a\"\nx: must have at most 3 items, has 4\nx: must not repeat an item; items 1 and 2 are equal",
		problemsOf(readField(`{"x":["a",7,7,7]}`, ints)), "beside a failed item the text of the others is compared")
	require.Equal(t, "x: must have at most 3 items, has 4\nx: must not repeat an item; items 1 and 2 are equal",
		problemsOf(readField(`{"x":[1,7,7,7]}`, ints)), "two mistakes of one array are two problems")
	require.Equal(t, "x[1]: expected whole number, got null; leave it out", problemsOf(readField(`{"x":[1,null]}`, ints)))

	// More items than are compared each with each.
	many := func(c *codec.Cursor) {
		var list []string
		for c.Array(); c.Item(); {
			list = append(list, c.String())
		}
		codec.Unique(c, list)
	}
	letters := `"a","b","c","d","e","f","g","h","i","j","k","l","m","n","o","p","q"`
	runRows(t, many, []row{
		{"uniqueItems, many", `[` + letters + `]`, ``},
		{"uniqueItems, many, repeated", `[` + letters + `,"c"]`, `must not repeat an item; items 2 and 17 are equal`},
	})

	pair := func(c *codec.Cursor) {
		var v [2]int
		n := 0
		for c.Array(); c.Item(); n++ {
			if n < len(v) {
				v[n] = c.Int()
			} else {
				c.Skip()
			}
		}
		c.Exactly(n, 2)
	}
	runRows(t, pair, []row{
		{"T31", `[1,2]`, ``},
		{"T31 too many", `[1,2,3]`, `expected exactly 2 items, got 3`},
		{"T31 too few", `[1]`, `expected exactly 2 items, got 1`},
		{"T31 kind", `{}`, `expected array of 2 items, got object`},
	})
}

func TestMap(t *testing.T) {
	labels := func(c *codec.Cursor) {
		m := make(map[string]int)
		for c.Object(); c.Field(); {
			key := c.Name()
			if _, found := m[key]; found {
				c.Duplicate()
			}
			m[key] = c.Int()
		}
		c.Entries(len(m), 1, 2)
	}
	runRows(t, labels, []row{
		{"T33", `{"a":1,"b":2}`, ``},
		{"T33 null", `null`, `expected object, got null`},
		{"T33 array", `[]`, `expected object, got array`},
		{"T33 JSON as text", `"{\"a\":1}"`, `expected object, got a string that contains JSON; send the object itself`},
		{"T33 duplicate", `{"a":1,"a":2}`, `duplicate key "a"; send it once`},
		{"T33 duplicate, escaped", `{"a":1,"\u0061":2}`, `duplicate key "a"; send it once`},
		{"minProperties", `{}`, `must have at least 1 entry`},
		{"maxProperties", `{"a":1,"b":2,"c":3}`, `must have at most 2 entries, has 3`},
		{"J7 key", "{\"a\xff\":1}", `not valid Unicode text in a key (at offset 8)`},
		{"J7 key twice, which is not two more problems", "{\"a\xff\":1,\"a\xff\":2}", "not valid Unicode text in a key (at offset 8)\nx: not valid Unicode text in a key (at offset 15)"},
		{"J8 key", "{\"a\n\":1}", `raw control character in a key (at offset 8); write \n`},
		{"J3 key escape", `{"a\q":1}`, `unknown escape \q in a key (at offset 8); write \\ for a backslash`},
	})
}

func TestNull(t *testing.T) {
	optional := func(c *codec.Cursor) {
		if !c.Null() {
			c.IntIn(1, 14)
		}
	}
	runRows(t, optional, []row{
		{"N2 null", `null`, ``},
		{"N2 value", `3`, ``},
		{"N2 wrong value", `"a"`, `expected whole number, got string "a"`},
		{"N2 out of bounds", `15`, `must be between 1 and 14, got 15`},
	})
	require.Equal(t, `arguments: not valid JSON at offset 5: expected a value, got "nul"`, problemsOf(readField(`{"x":nul}`, optional)))
}
