package codec_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func TestDurationUnits(t *testing.T) {
	const tooLong = ` is longer than the longest duration, 292 years`
	var got time.Duration
	runRows(t, func(c *codec.Cursor) { got = c.Seconds() }, []row{
		{"T42 seconds, zero", `0`, ``},
		{"T42 seconds, whole", `90`, ``},
		{"T42 seconds, negative", `-1.5`, ``},
		{"T42 seconds, longest", `9223372036.854775807`, ``},
		{"T42 seconds, shortest", `-9223372036.854775808`, ``},
		{"X12 seconds, too long", `9223372036.854775808`, `9223372036.854775808` + tooLong},
		{"X12 seconds, far out", `1e300`, `1e300` + tooLong},
		{"X12 seconds, huge exponent", `1e999999999999`, `1e999999999999` + tooLong},
		{"T42 seconds, text with a unit", `"30s"`, `expected number of seconds, got string "30s"; send a number, without a unit`},
		{"T42 seconds, number as text", `"30"`, `expected number of seconds, got string "30"; send the bare value`},
		{"T42 seconds, words", `"a while"`, `expected number of seconds, got string "a while"`},
		{"T42 seconds, null", `null`, `expected number of seconds, got null`},
		{"T42 seconds, object", `{}`, `expected number of seconds, got object`},
	})
	for text, want := range map[string]time.Duration{
		"0.1": 100 * time.Millisecond, "1.000000001": time.Second + 1, "1e-9": 1, "15e-10": 2, "14e-10": 1, "1e-10": 0, "5e-10": 1, "-5e-10": -1, "0.29999999999999998": 300 * time.Millisecond, "-0.0": 0, "1.5e1": 15 * time.Second,
		"-9223372036.854775808": math.MinInt64, "1e-99999999999": 0,
	} {
		require.NoError(t, readField(`{"x":`+text+`}`, func(c *codec.Cursor) { got = c.Seconds() }), text)
		require.Equal(t, want, got, text)
	}

	runRows(t, func(c *codec.Cursor) { got = c.Milliseconds() }, []row{
		{"T42 ms, text", `"250ms"`, `expected number of milliseconds, got string "250ms"; send a number, without a unit`},
		{"T42 ms", `250.5`, ``},
	})
	require.Equal(t, 250500*time.Microsecond, got)
	runRows(t, func(c *codec.Cursor) { got = c.Nanoseconds() }, []row{
		{"T42 ns, fraction", `0.5`, `expected whole number, got number 0.5`},
		{"T42 ns, text", `"5ns"`, `expected whole number of nanoseconds, got string "5ns"; send a number, without a unit`},
		{"X6 ns, too large", `9223372036854775808`, `9223372036854775808 does not fit in 64 bits`},
		{"T42 ns", `1e3`, ``},
	})
	require.Equal(t, time.Microsecond, got)

	runRows(t, func(c *codec.Cursor) { c.Seconds(); c.AtLeast(1); c.AtMost(2.5) }, []row{
		{"T42 seconds, bounds", `2.5`, ``},
		{"T42 seconds, below", `0.999999999`, `must be at least 1, got 0.999999999`},
		{"T42 seconds, above", `2.5000000001`, `must be at most 2.5, got 2.5000000001`},
		{"T42 seconds, bounds after a failed read", `"1s"`, `expected number of seconds, got string "1s"; send a number, without a unit`},
	})
}

func TestDurationISO(t *testing.T) {
	const form = `expected ISO 8601 duration such as PT1H30M, got `
	const fixed = `; years and months have no fixed length, write days, such as P30D`
	const behindT = `; hours, minutes and seconds come behind a T, as in PT1H`
	runRows(t, func(c *codec.Cursor) { c.DurationISO() }, []row{
		{"T42 iso8601", `"PT1H30M"`, ``},
		{"T42 iso8601, zero", `"PT0S"`, ``},
		{"T42 iso8601, a unit left out", `"PT1H30S"`, ``},
		{"T42 iso8601, sign", `"-PT1H"`, ``},
		{"T42 iso8601, years", `"P1Y"`, form + `string "P1Y"` + fixed},
		{"T42 iso8601, months", `"P1M"`, form + `string "P1M"` + fixed},
		{"T42 iso8601, years and more", `"P4YT1S"`, form + `string "P4YT1S"` + fixed},
		{"T42 iso8601, years behind the T", `"PT1Y"`, form + `string "PT1Y"` + fixed},
		{"T42 iso8601, Go form", `"1h30m"`, form + `string "1h30m"; use ISO 8601, such as PT1H`},
		{"T42 iso8601, number", `30`, form + `number 30; write a unit, e.g. "PT30S"`},
		{"T42 iso8601, number as text", `"30"`, form + `string "30"; write a unit, e.g. "PT30S"`},
		{"T42 iso8601, lower case", `"pt1h"`, form + `string "pt1h"; use capital letters`},
		{"T42 iso8601, lower case with sign", `"-pt1h"`, form + `string "-pt1h"; use capital letters`},
		{"T42 iso8601, lower-case unit", `"PT1h"`, form + `string "PT1h"`},
		{"T42 iso8601, weeks and days", `"P1W2D"`, form + `string "P1W2D"; weeks stand alone, as in P2W`},
		{"T42 iso8601, weeks and hours", `"P1WT2H"`, form + `string "P1WT2H"`},
		{"T42 iso8601, hours before the T", `"P1H"`, form + `string "P1H"` + behindT},
		{"T42 iso8601, seconds before the T", `"P1S"`, form + `string "P1S"` + behindT},
		{"T42 iso8601, days behind the T", `"PT1D"`, form + `string "PT1D"`},
		{"T42 iso8601, out of order", `"PT1M1H"`, form + `string "PT1M1H"`},
		{"T42 iso8601, twice", `"PT1H1H"`, form + `string "PT1H1H"`},
		{"T42 iso8601, two Ts", `"PT1HT1M"`, form + `string "PT1HT1M"`},
		{"T42 iso8601, nothing", `"P"`, form + `string "P"`},
		{"T42 iso8601, nothing behind the T", `"P1DT"`, form + `string "P1DT"`},
		{"T42 iso8601, no number", `"PTH"`, form + `string "PTH"`},
		{"T42 iso8601, no unit", `"PT1"`, form + `string "PT1"`},
		{"T42 iso8601, fraction of hours", `"PT1.5H"`, form + `string "PT1.5H"; only seconds may have a fraction`},
		{"T42 iso8601, below a nanosecond", `"PT1.0000000019S"`, form + `string "PT1.0000000019S"; write at most 9 digits behind the point`},
		{"T42 iso8601, comma", `"PT1,5S"`, form + `string "PT1,5S"`},
		{"T42 iso8601, text behind", `"PT1Hx"`, form + `string "PT1Hx"`},
		{"T42 iso8601, empty", `""`, form + `string ""`},
		{"T42 iso8601, too long", `"PT2562048H"`, form + `string "PT2562048H"; at most PT2562047H is possible`},
		{"T42 iso8601, more than 64 bits", `"PT99999999999999999999H"`, form + `string "PT99999999999999999999H"; at most PT2562047H is possible`},
		{"T42 iso8601, sum too long", `"P106751DT23H47M16.854775808S"`, form + `string "P106751DT23H47M16.854775808S"; at most PT2562047H is possible`},
		{"T42 iso8601, kind", `[]`, form + `array`},
	})
	for text, want := range map[string]time.Duration{
		"P1D": 24 * time.Hour, "P2W": 14 * 24 * time.Hour, "P1DT12H": 36 * time.Hour, "PT36H": 36 * time.Hour, "PT0.25S": 250 * time.Millisecond,
		"-PT1.5S": -1500 * time.Millisecond, "PT1.0000000010S": time.Second + 1, "P0D": 0,
		"P106751DT23H47M16.854775807S": math.MaxInt64, "-PT2562047H47M16.854775808S": math.MinInt64,
	} {
		var got time.Duration
		require.NoError(t, readField(`{"x":"`+text+`"}`, func(c *codec.Cursor) { got = c.DurationISO() }), text)
		require.Equal(t, want, got, text)
	}

	runRows(t, func(c *codec.Cursor) {
		x := c.DurationISO()
		c.ShortestISO(x, "PT1M")
		c.LongestISO(x, "P1DT12H")
	}, []row{
		{"X15 iso8601, min", `"PT60S"`, ``},
		{"X15 iso8601, max", `"P1DT12H"`, ``},
		{"X15 iso8601, below", `"PT59S"`, `must be at least PT1M, got PT59S`},
		{"X15 iso8601, above", `"P2D"`, `must be at most P1DT12H, got P2D`},
		{"X15 iso8601, after a failed read", `"P"`, form + `string "P"`},
	})
}

func TestAppendDurationForms(t *testing.T) {
	for _, r := range []struct {
		d                    time.Duration
		seconds, ms, ns, iso string
	}{
		{0, `0`, `0`, `0`, `"PT0S"`},
		{90 * time.Minute, `5400`, `5400000`, `5400000000000`, `"PT1H30M"`},
		{1500 * time.Millisecond, `1.5`, `1500`, `1500000000`, `"PT1.5S"`},
		{time.Hour + time.Second, `3601`, `3601000`, `3601000000000`, `"PT1H0M1S"`},
		{-time.Nanosecond, `-0.000000001`, `-0.000001`, `-1`, `"-PT0.000000001S"`},
		{math.MaxInt64, `9223372036.854775807`, `9223372036854.775807`, `9223372036854775807`, `"PT2562047H47M16.854775807S"`},
		{math.MinInt64, `-9223372036.854775808`, `-9223372036854.775808`, `-9223372036854775808`, `"-PT2562047H47M16.854775808S"`},
	} {
		require.Equal(t, r.seconds, string(codec.AppendSeconds(nil, r.d)))
		require.Equal(t, r.ms, string(codec.AppendMilliseconds(nil, r.d)))
		require.Equal(t, r.ns, string(codec.AppendNanoseconds(nil, r.d)))
		require.Equal(t, r.iso, string(codec.AppendDurationISO(nil, r.d)))
	}
}

// What the encoders write, the cursor reads back as it was.
func FuzzDurationForms(f *testing.F) {
	for _, d := range []int64{0, 1, -1, 999_999_999, 1_000_000_000, 3_600_000_000_001, math.MaxInt64, math.MinInt64} {
		f.Add(d)
	}
	f.Fuzz(func(t *testing.T, n int64) {
		d := time.Duration(n)
		for _, form := range []struct {
			write func([]byte, time.Duration) []byte
			read  func(*codec.Cursor) time.Duration
		}{
			{codec.AppendSeconds, (*codec.Cursor).Seconds},
			{codec.AppendMilliseconds, (*codec.Cursor).Milliseconds},
			{codec.AppendNanoseconds, (*codec.Cursor).Nanoseconds},
			{codec.AppendDurationISO, (*codec.Cursor).DurationISO},
			{codec.AppendDuration, (*codec.Cursor).Duration},
		} {
			args := string(form.write([]byte(`{"x":`), d)) + "}"
			got := time.Duration(-42)
			require.NoError(t, readField(args, func(c *codec.Cursor) { got = form.read(c) }), args)
			require.Equal(t, d, got, args)
		}
	})
}
