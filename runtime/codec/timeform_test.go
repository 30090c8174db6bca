package codec_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func TestDate(t *testing.T) {
	const form = `expected date such as 2026-01-02, got string `
	var got time.Time
	runRows(t, func(c *codec.Cursor) { got = c.Date() }, []row{
		{"T41 date, leap day", `"2024-02-29"`, ``},
		{"T41 date, year 0", `"0000-01-01"`, ``},
		{"T41 date, with a time", `"2026-01-02T15:04:05Z"`, form + `"2026-01-02T15:04:05Z"; send the date alone`},
		{"T41 date, with a time and a blank", `"2026-01-02 15:04"`, form + `"2026-01-02 15:04"; send the date alone`},
		{"T41 date, text behind", `"2026-01-02x"`, form + `"2026-01-02x"`},
		{"T41 date, one digit", `"2026-1-2"`, form + `"2026-1-2"; write month and day with two digits`},
		{"T41 date, one-digit day", `"2026-01-2"`, form + `"2026-01-2"; write month and day with two digits`},
		{"T41 date, slashes", `"2026/01/02"`, form + `"2026/01/02"`},
		{"T41 date, one dash", `"2026-01/02"`, form + `"2026-01/02"`},
		{"T41 date, letters", `"2026-xx-02"`, form + `"2026-xx-02"`},
		{"T41 date, letters in the year", `"20x6-01-02"`, form + `"20x6-01-02"`},
		{"T41 date, words", `"tomorrow"`, form + `"tomorrow"`},
		{"T41 date, empty", `""`, form + `""`},
		{"T41 date, day 30 of February", `"2026-02-30"`, form + `"2026-02-30"; there is no such date`},
		{"T41 date, month 13", `"2026-13-01"`, form + `"2026-13-01"; there is no such date`},
		{"T41 date, number", `20260102`, `expected date such as 2026-01-02, got number 20260102`},
		{"T41 date, null", `null`, `expected date such as 2026-01-02, got null`},
		{"T41 date", `"2026-01-02"`, ``},
	})
	require.Equal(t, time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), got)

	runRows(t, func(c *codec.Cursor) {
		x := c.Date()
		c.EarliestIn(time.DateOnly, x, "2026-01-01")
		c.LatestIn(time.DateOnly, x, "2026-12-31")
	}, []row{
		{"X15 date, min", `"2026-01-01"`, ``},
		{"X15 date, max", `"2026-12-31"`, ``},
		{"X15 date, below", `"2025-12-31"`, `must be 2026-01-01 or later, got 2025-12-31`},
		{"X15 date, above", `"2027-01-01"`, `must be 2026-12-31 or earlier, got 2027-01-01`},
		{"X15 date, after a failed read", `"2027"`, form + `"2027"`},
	})
}

func TestClock(t *testing.T) {
	const form = `expected time with zone such as 15:04:05Z, got string `
	var got time.Time
	runRows(t, func(c *codec.Cursor) { got = c.Clock() }, []row{
		{"T41 time", `"15:04:05Z"`, ``},
		{"T41 time, lower case", `"15:04:05z"`, ``},
		{"T41 time, midnight", `"00:00:00Z"`, ``},
		{"T41 time, date too", `"2026-01-02T15:04:05Z"`, form + `"2026-01-02T15:04:05Z"; send the time alone`},
		{"T41 time, date too, no zone", `"2026-01-02T15:04:05"`, form + `"2026-01-02T15:04:05"; send the time alone`},
		{"T41 time, no zone", `"15:04:05"`, form + `"15:04:05"; add Z or an offset`},
		{"T41 time, no zone, fraction", `"15:04:05.5"`, form + `"15:04:05.5"; add Z or an offset`},
		{"T41 time, no seconds", `"15:04"`, form + `"15:04"; add the seconds`},
		{"T41 time, no seconds, zone", `"15:04Z"`, form + `"15:04Z"; add the seconds`},
		{"T41 time, one-digit hour", `"5:04:05Z"`, form + `"5:04:05Z"; write hours with two digits`},
		{"T41 time, afternoon", `"03:04 PM"`, form + `"03:04 PM"`},
		{"T41 time, hour 24", `"24:00:00Z"`, form + `"24:00:00Z"; there is no such time`},
		{"T41 time, offset of a day", `"15:04:05+24:00"`, form + `"15:04:05+24:00"; there is no such time`},
		{"T41 time, letters", `"15:xx:05Z"`, form + `"15:xx:05Z"`},
		{"T41 time, letters in seconds", `"15:04:xxZ"`, form + `"15:04:xxZ"`},
		{"T41 time, bad zone", `"15:04:05+1"`, form + `"15:04:05+1"`},
		{"T41 time, empty", `""`, form + `""`},
		{"T41 time, number", `5`, `expected time with zone such as 15:04:05Z, got number 5`},
		{"X1 time, leap second", `"23:59:60Z"`, form + `"23:59:60Z"; second 60 is not accepted`},
		{"T41 time, offset and fraction", `"15:04:05.25+02:00"`, ``},
	})
	require.Equal(t, "0000-01-01T15:04:05.25+02:00", got.Format(time.RFC3339Nano))

	runRows(t, func(c *codec.Cursor) {
		x := c.Clock()
		c.EarliestIn(codec.ClockLayout, x, "08:00:00Z")
		c.LatestIn(codec.ClockLayout, x, "18:30:00Z")
	}, []row{
		{"X15 time, min", `"08:00:00Z"`, ``},
		{"X15 time, min in another zone", `"10:00:00+02:00"`, ``},
		{"X15 time, below", `"09:59:59+02:00"`, `must be 08:00:00Z or later, got 09:59:59+02:00`},
		{"X15 time, above", `"18:30:00.1Z"`, `must be 18:30:00Z or earlier, got 18:30:00.1Z`},
	})
}

func TestUnixTime(t *testing.T) {
	var got time.Time
	runRows(t, func(c *codec.Cursor) { got = c.UnixTime() }, []row{
		{"T41 unix, zero", `0`, ``},
		{"T41 unix, negative", `-1`, ``},
		{"T41 unix, point zero", `5.0`, ``},
		{"T41 unix, first", `-62167219200`, ``},
		{"T41 unix, last", `253402300799`, ``},
		{"X1 unix, milliseconds", `1767366245000`, `1767366245000 is outside the years 0 to 9999; send seconds, not milliseconds`},
		{"X1 unix, before year 0", `-62167219201`, `-62167219201 is outside the years 0 to 9999; send seconds, not milliseconds`},
		{"T41 unix, fraction", `5.5`, `expected whole number, got number 5.5`},
		{"T41 unix, text", `"2026-01-02T15:04:05Z"`, `expected whole number of Unix seconds, got string "2026-01-02T15:04:05Z"`},
		{"T41 unix, number as text", `"1767366245"`, `expected whole number of Unix seconds, got string "1767366245"; send the bare value`},
		{"T41 unix, null", `null`, `expected whole number of Unix seconds, got null`},
		{"T41 unix", `1767366245`, ``},
	})
	require.Equal(t, time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC), got)
	require.Equal(t, `arguments: not valid JSON at offset 5: expected a value, got "}"`, problemsOf(readField(`{"x":}`, func(c *codec.Cursor) { got = c.UnixTime() })))
	require.Zero(t, got)
}

func TestTimeIn(t *testing.T) {
	const layout = "02/01/2006 15:04"
	var got time.Time
	runRows(t, func(c *codec.Cursor) { got = c.TimeIn(layout) }, []row{
		{"T41 layout, other", `"2026-01-02"`, `expected time such as 31/12/2026 23:59, got string "2026-01-02"`},
		{"T41 layout, no such day", `"31/02/2026 10:00"`, `expected time such as 31/12/2026 23:59, got string "31/02/2026 10:00"`},
		{"T41 layout, kind", `5`, `expected string, got number 5; put quotes around it`},
		{"T41 layout", `"02/01/2026 15:04"`, ``},
	})
	require.Equal(t, time.Date(2026, 1, 2, 15, 4, 0, 0, time.UTC), got)
	require.NoError(t, readField(`{"x":"2026-01-02 15:04 +0200"}`, func(c *codec.Cursor) { got = c.TimeIn("2006-01-02 15:04 -0700") }))
	require.Equal(t, "2026-01-02T15:04:00+02:00", got.Format(time.RFC3339))

	runRows(t, func(c *codec.Cursor) {
		x := c.TimeIn(layout)
		c.EarliestIn(layout, x, "01/02/2026 00:00")
		c.LatestIn(layout, x, "01/03/2026 00:00")
	}, []row{
		{"X15 layout", `"01/02/2026 00:00"`, ``},
		{"X15 layout, below", `"31/01/2026 00:00"`, `must be 01/02/2026 00:00 or later, got 31/01/2026 00:00`},
		{"X15 layout, above", `"01/03/2026 00:01"`, `must be 01/03/2026 00:00 or earlier, got 01/03/2026 00:01`},
		{"X15 layout, after a failed read", `""`, `expected time such as 31/12/2026 23:59, got string ""`},
	})
}

func TestAppendTimeForms(t *testing.T) {
	at := time.Date(2026, 1, 2, 15, 4, 5, 250_000_000, time.FixedZone("", 2*3600))
	odd := time.Date(2026, 1, 2, 15, 4, 5, 0, time.FixedZone("", 3601))
	far := time.Date(10000, 1, 2, 15, 4, 5, 0, time.UTC)
	for _, r := range []struct {
		id     string
		write  func([]byte) []byte
		want   string
		reason string
	}{
		{"T41 date", func(b []byte) []byte { return codec.AppendDate(b, at) }, `"2026-01-02"`, ``},
		{"T41 date, zero", func(b []byte) []byte { return codec.AppendDate(b, time.Time{}) }, `"0001-01-01"`, ``},
		{"O15 date", func(b []byte) []byte { return codec.AppendDate(b, far) }, ``, `result is a time outside the years 0 to 9999, which RFC 3339 cannot carry`},
		{"T41 time", func(b []byte) []byte { return codec.AppendClock(b, at) }, `"15:04:05.25+02:00"`, ``},
		{"T41 time, zero", func(b []byte) []byte { return codec.AppendClock(b, time.Time{}) }, `"00:00:00Z"`, ``},
		{"T41 time, odd offset", func(b []byte) []byte { return codec.AppendClock(b, odd) }, `"14:04:04Z"`, ``},
		{"T41 unix", func(b []byte) []byte { return codec.AppendUnixTime(b, at) }, `1767359045`, ``},
		{"T41 unix, zero", func(b []byte) []byte { return codec.AppendUnixTime(b, time.Time{}) }, `-62135596800`, ``},
		{"T41 layout", func(b []byte) []byte { return codec.AppendTimeIn(b, "Mon 2 Jan 15:04", at) }, `"Fri 2 Jan 15:04"`, ``},
		{"T41 layout, escapes", func(b []byte) []byte { return codec.AppendTimeIn(b, "2006 \"\n", at) }, `"2026 \"\n"`, ``},
		{"T41 layout, not ASCII", func(b []byte) []byte { return codec.AppendTimeIn(b, "2006年1月", at) }, `"2026年1月"`, ``},
		{"O15 layout", func(b []byte) []byte { return codec.AppendTimeIn(b, "2006", far) }, ``, `result is a time outside the years 0 to 9999, which RFC 3339 cannot carry`},
	} {
		t.Run(r.id, func(t *testing.T) {
			out, _, err := codec.Finish(r.write(nil))
			if r.reason != "" {
				require.EqualError(t, err, r.reason)
				return
			}
			require.NoError(t, err)
			require.Equal(t, r.want, string(out))
		})
	}
}

func TestTimeFormsAllocateNothing(t *testing.T) {
	args := []byte(`{"date":"2026-01-02","clock":"15:04:05Z","unix":1767366245,"in":"02/01/2026 15:04","s":1.5,"iso":"PT1H30M"}`)
	var at time.Time
	var d time.Duration
	room := make([]byte, 0, 256)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		c := codec.Open(args)
		for c.Object(); c.Field(); {
			switch string(c.Key) {
			case "date":
				at = c.Date()
			case "clock":
				at = c.Clock()
			case "unix":
				at = c.UnixTime()
			case "in":
				at = c.TimeIn("02/01/2006 15:04")
				c.LatestIn("02/01/2006 15:04", at, "02/01/2027 15:04")
			case "s":
				d = c.Seconds()
			case "iso":
				d = c.DurationISO()
			}
		}
		b := codec.AppendTimeIn(room, "2006-01-02 15:04", at)
		b = codec.AppendClock(codec.AppendDate(b, at), at)
		codec.AppendDurationISO(codec.AppendSeconds(b, d), d)
		if c.Close() != nil {
			panic("refused")
		}
	}))
}
