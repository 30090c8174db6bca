package codec_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func TestAppendString(t *testing.T) {
	for _, r := range []struct{ id, in, want string }{
		{"empty", "", `""`},
		{"plain", "abc", `"abc"`},
		{"plain, long", strings.Repeat("abcdefgh", 9) + "i", `"` + strings.Repeat("abcdefgh", 9) + `i"`},
		{"quote", `a"b`, `"a\"b"`},
		{"backslash", `a\b`, `"a\\b"`},
		{"short escapes", "\b\f\n\r\t", `"\b\f\n\r\t"`},
		{"control characters", "\x00\x1f", `"\u0000\u001f"`},
		{"DEL", "\x7f", "\"\x7f\""},
		{"O16 HTML", "<a href='x'>&</a>", `"<a href='x'>&</a>"`},
		{"O16 U+2028 and U+2029", "\u2028\u2029", "\"\u2028\u2029\""},
		{"Unicode", "é日本𝄞", `"é日本𝄞"`},
		{"Unicode and escapes", "é\n日\"本", `"é\n日\"本"`},
		{"U+FFFD is itself", "\ufffd", "\"\ufffd\""},
		{"O17", "a\xffb", "\"a\xffb\""},
		{"O17 beside escapes", "\n\xc3\n\xa9", "\"\\n\xff\\n\xff\""},
		{"O17 sequence cut", "\xe6\x97", "\"\xff\xff\""},
	} {
		t.Run(r.id, func(t *testing.T) {
			require.Equal(t, `[`+r.want, string(codec.AppendString([]byte(`[`), r.in)))
		})
	}
}

func TestAppendNumbers(t *testing.T) {
	require.Equal(t, "-9223372036854775808", string(codec.AppendInt(nil, math.MinInt64)))
	require.Equal(t, "18446744073709551615", string(codec.AppendUint(nil, math.MaxUint64)))
	require.Equal(t, "truefalse", string(codec.AppendBool(codec.AppendBool(nil, true), false)))
	for _, v := range []float64{
		0, math.Copysign(0, -1), 1, -1, 21.5, 0.1, -0.25, 0.125, 0.001, -0.001, 0.0001, 0.29, 1.005, 123456.789, 1e-6, 1e-7, 9.99e-7, 1e20, 1e21, -1e21, 1e22,
		99999999999.999, 999999999.999999, 999999999.9999999, 1000000000.000001, 123.456789, 0.1234567, 0.000001, -0.000001, 5e-7, 15.6875, 100000000000.001, 1 << 53, 1<<53 + 2, 1<<53 - 1, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Pi, 1.0 / 3, 1e100, 5e-324,
	} {
		want, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, string(want), string(codec.AppendFloat64(nil, v)))
	}
	for _, v := range []float32{0, float32(math.Copysign(0, -1)), 1, 0.1, 16777216, 1e-6, 1e-7, 9.99e-7, 1e20, 1e21, math.MaxFloat32, math.SmallestNonzeroFloat32, 3.4e38} {
		want, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, string(want), string(codec.AppendFloat32(nil, v)))
	}
}

func TestAppendTimeAndDuration(t *testing.T) {
	zone := func(offset int) *time.Location { return time.FixedZone("", offset) }
	for _, r := range []struct {
		id   string
		in   time.Time
		want string
	}{
		{"UTC", time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC), `"2026-01-02T15:04:05Z"`},
		{"nanoseconds", time.Date(2026, 1, 2, 15, 4, 5, 120_000_000, time.UTC), `"2026-01-02T15:04:05.12Z"`},
		{"offset", time.Date(2026, 1, 2, 15, 4, 5, 0, zone(-5400)), `"2026-01-02T15:04:05-01:30"`},
		{"offset with seconds", time.Date(1890, 1, 2, 0, 0, 0, 0, zone(1172)), `"1890-01-01T23:40:28Z"`},
		{"offset of a day", time.Date(2026, 1, 2, 0, 0, 0, 0, zone(24*3600)), `"2026-01-01T00:00:00Z"`},
		{"year 0", time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), `"0000-01-01T00:00:00Z"`},
		{"O15 year 9999", time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), `"9999-12-31T23:59:59Z"`},
		{"O15 year 10000", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), "\xffT"},
		{"O15 year -1", time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC), "\xffT"},
		{"O15 year 10000 in UTC", time.Date(9999, 12, 31, 23, 59, 59, 0, zone(-1)), "\xffT"},
	} {
		t.Run(r.id, func(t *testing.T) {
			require.Equal(t, r.want, string(codec.AppendTime(nil, r.in)))
		})
	}
	require.Equal(t, `"1h30m0s"`, string(codec.AppendDuration(nil, 90*time.Minute)))
	require.Equal(t, `"1.5µs"`, string(codec.AppendDuration(nil, 1500)))
	require.Equal(t, `"0s"`, string(codec.AppendDuration(nil, 0)))
}

func TestEndObject(t *testing.T) {
	require.Equal(t, `{}`, string(codec.EndObject([]byte(`{`))))
	require.Equal(t, `{"a":1}`, string(codec.EndObject([]byte(`{"a":1,`))))
	require.Equal(t, `}`, string(codec.EndObject(nil)))
}

func TestFinish(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	field := func(head, name string, tail func([]byte) []byte) []byte {
		return append(tail(append([]byte(head), `"`+name+`":`...)), '}')
	}
	float := func(v float64) func([]byte) []byte {
		return func(b []byte) []byte { return codec.AppendFloat64(b, v) }
	}
	for _, r := range []struct {
		id   string
		in   []byte
		want string // of the error
	}{
		{"O14 NaN", field(`{"a":[1],`, "score", float(nan)), `result.score is NaN, which JSON cannot carry`},
		{"O14 +Inf", field(`{"a":"x,{",`, "score", float(inf)), `result.score is +Inf, which JSON cannot carry`},
		{"O14 -Inf", field(`{`, "a b", float(-inf)), `result["a b"] is -Inf, which JSON cannot carry`},
		{"O14 float32", field(`{`, "score", func(b []byte) []byte { return codec.AppendFloat32(b, float32(nan)) }), `result.score is NaN, which JSON cannot carry`},
		{"O14 item", append(codec.AppendFloat64([]byte(`[0,[],{"a":[1,2]},`), nan), ']'), `result[3] is NaN, which JSON cannot carry`},
		{"O14 result itself", codec.AppendFloat64(nil, nan), `result is NaN, which JSON cannot carry`},
		{"O14 first of several", append(codec.AppendFloat64(append(codec.AppendFloat64([]byte(`[`), inf), ','), nan), ']'), `result[0] is +Inf, which JSON cannot carry`},
		{"O14 after bad text", append(codec.AppendFloat64(append(codec.AppendString([]byte(`[`), "\xff"), ','), nan), ']'), `result[1] is NaN, which JSON cannot carry`},
		{"O15 year", field(`{`, "when", func(b []byte) []byte { return codec.AppendTime(b, time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)) }), `result.when is a time outside the years 0 to 9999, which RFC 3339 cannot carry`},
		{"O18 depth", field(`{`, "next", codec.AppendDepth), `result.next is nested deeper than 1000, as cyclic data is`},
		{"no mark of ours", []byte(`[` + "\xff"), `result[0] is not JSON`},
	} {
		t.Run(r.id, func(t *testing.T) {
			out, notes, err := codec.Finish(r.in)
			require.EqualError(t, err, r.want)
			require.Nil(t, out)
			require.Nil(t, notes)
		})
	}

	// O18: the path of a cycle shows its first and its last steps.
	deep := codec.AppendDepth([]byte(strings.Repeat(`{"next":`, codec.MaxResultDepth)))
	_, _, err := codec.Finish(deep)
	require.EqualError(t, err, "result.next.next.next.next….next.next.next.next is nested deeper than 1000, as cyclic data is")
	deep = codec.AppendDepth([]byte(`{"first":` + strings.Repeat(`{"kids":[`, codec.MaxResultDepth/2)))
	_, _, err = codec.Finish(deep)
	require.EqualError(t, err, "result.first.kids[0].kids….kids[0].kids[0] is nested deeper than 1000, as cyclic data is")
	_, _, err = codec.Finish(append([]byte(strings.Repeat(`{"k":`, codec.MaxDepth)), 0xFF, 'N'))
	require.EqualError(t, err, "result"+strings.Repeat(".k", codec.MaxDepth)+" is NaN, which JSON cannot carry", "as deep as arguments, whole")
	long := `{"` + strings.Repeat("k", 30) + `":`
	_, _, err = codec.Finish(append([]byte(strings.Repeat(long, codec.MaxDepth)), 0xFF, 'N'))
	require.ErrorContains(t, err, "kkk… is NaN")
	require.Less(t, len(err.Error()), 600)

	good := []byte(`{"a":1}`)
	out, notes, err := codec.Finish(good)
	require.NoError(t, err)
	require.Nil(t, notes)
	require.Same(t, &good[0], &out[0], "a good result is not copied")
}

func TestFinishMendsText(t *testing.T) {
	b := []byte(`{"ok":"é","names":["a",`)
	b = codec.AppendString(b, "bad \xff and \xc3\" \xe6\x97")
	b = append(b, `],"map":{`...)
	b = codec.AppendString(b, "k\xff")
	b = append(b, `:"v"},"last":`...)
	b = codec.AppendString(b, "\x80")
	b = append(b, '}')
	out, notes, err := codec.Finish(b)
	require.NoError(t, err)
	require.Equal(t, "{\"ok\":\"é\",\"names\":[\"a\",\"bad \ufffd and \ufffd\\\" \ufffd\ufffd\"],\"map\":{\"k\ufffd\":\"v\"},\"last\":\"\ufffd\"}", string(out))
	require.Equal(t, []codec.Note{
		{Kind: "replaced_utf8", Path: "result.names[1]", Text: "4 bytes not UTF-8, the first at offset 29"},
		{Kind: "replaced_utf8", Path: "result.map", Text: "1 byte not UTF-8, the first at offset 61"},
		{Kind: "replaced_utf8", Path: "result.last", Text: "1 byte not UTF-8, the first at offset 79"},
	}, notes)
	require.True(t, utf8.RuneError == []rune(string(out[29:]))[0])

	// Ever so much bad text makes ten notes.
	b = []byte(`[`)
	for range 50 {
		b = append(codec.AppendString(b, "\xff"), ',')
	}
	b[len(b)-1] = ']'
	out, notes, err = codec.Finish(b)
	require.NoError(t, err)
	require.Len(t, notes, 10)
	require.Equal(t, 50, strings.Count(string(out), "\ufffd"))
	require.True(t, json.Valid(out))
}
