package codec

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// Law: the cursor ends on any bytes, and accepts arguments if and only if encoding/json accepts them, they are an object, every string
// is Unicode text, no object has a key twice, no number is too large for a float64, and nothing is nested deeper than MaxDepth. What
// it accepts it reads as encoding/json does. What it refuses it refuses with one to ten problems that are valid UTF-8.
func FuzzCursor(f *testing.F) {
	for _, row := range grammar {
		f.Add([]byte(row.text))
		f.Add([]byte(`{"x":` + row.text + `}`))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		before := bytes.Clone(args)
		c := Open(args)
		value := map[string]any{}
		for c.Object(); c.Field(); {
			name := c.Name()
			if _, found := value[name]; found {
				c.Duplicate()
			}
			value[name] = readAny(&c)
		}
		err := c.Close()
		require.Equal(t, before, args, "the arguments are not changed")

		o := ask(args)
		blank := len(bytes.Trim(args, " \t\r\n")) == 0 || string(bytes.Trim(args, " \t\r\n")) == "null"
		object, isObject := o.value.(map[string]any)
		want := blank || isObject && o.numbers && o.unicode && !o.duplicates && o.depth <= MaxDepth && len(args) <= MaxSize
		require.Equal(t, want, err == nil, "%q: %v", args, err)
		if err == nil && !blank {
			require.Equal(t, object, value)
		}
		checkProblems(t, err)

		skipper := Open(args)
		for skipper.Object(); skipper.Field(); {
			skipper.Skip()
		}
		err = skipper.Close()
		want = blank || o.syntax && o.unicode && o.depth <= MaxDepth && len(args) <= MaxSize && bytes.TrimLeft(args, " \t\r\n")[0] == '{'
		require.Equal(t, want, err == nil, "%q: %v", args, err)
		checkProblems(t, err)
	})
}

func checkProblems(t *testing.T, err error) {
	if err == nil {
		return
	}
	list := err.(*Problems).List
	require.NotEmpty(t, list)
	require.LessOrEqual(t, len(list), maxProblems)
	for _, problem := range list {
		require.NotEmpty(t, problem.Path)
		require.NotEmpty(t, problem.Message)
		require.True(t, utf8.ValidString(problem.String()), "%q", problem)
		require.NotContains(t, problem.String(), "\n")
		require.Less(t, len(problem.String()), 1500)
	}
}

// Law: whatever the reading code expects, it ends on any bytes, accepts nothing that is not JSON, and notes problems in order.
func FuzzExpectations(f *testing.F) {
	pattern := NewPattern(`^[a-z]+$`)
	for _, row := range grammar {
		f.Add([]byte(`{"x":`+row.text+`}`), uint64(0x123456789ABCDEF))
	}
	f.Add([]byte(`{"x":[{"a":1,"b":"2026-01-02T15:04:05Z"},{"a":"1h"}],"y":{"z":[[1.0,1e3],[0.1]]}}`), uint64(0xFEDCBA9876543210))
	f.Fuzz(func(t *testing.T, args []byte, choices uint64) {
		choose := func(n uint64) uint64 {
			choices = choices*6364136223846793005 + 1442695040888963407
			return (choices >> 33) % n
		}
		var read func(c *Cursor)
		read = func(c *Cursor) {
			switch choose(16) {
			case 0, 1:
				var seen uint64
				for c.Object(); c.Field(); {
					switch string(c.Key) {
					case "a", "x":
						seen = c.Once(seen, 1)
						read(c)
					case "b", "y":
						seen = c.Once(seen, 2)
						read(c)
					default:
						c.Unknown("a", "b", "x", "y")
					}
				}
				c.Need(seen, choose(4), "a", "b")
			case 2:
				m := map[string]bool{}
				for c.Object(); c.Field(); {
					m[c.Name()] = true
					read(c)
				}
				c.Entries(len(m), 1, 2)
			case 3, 4:
				list := make([]string, 0, c.Hint())
				for c.Array(); c.Item(); {
					list = append(list, c.String())
				}
				c.Count(len(list), 1, 3)
				Unique(c, list)
			case 5:
				n := 0
				for c.Array(); c.Item(); n++ {
					read(c)
				}
				c.Exactly(n, 2)
			case 6:
				_ = c.String()
				c.Length(int(choose(3)), int(choose(9)))
				c.Match(pattern)
			case 7:
				c.Choice("low", "high", "medium")
			case 8:
				Among(c, c.IntIn(-5, 500), 1, 2, 3)
				c.MultipleOf("3")
			case 9:
				c.Uint8()
			case 10:
				c.Float64()
				c.AtLeast(0.1)
				c.Below(1e6)
				c.MultipleOf("0.05")
			case 11:
				c.Float32()
			case 12:
				c.Earliest(c.Time(), "2020-01-01T00:00:00Z")
			case 13:
				c.Longest(c.Duration(), time.Hour)
			case 14:
				if !c.Null() {
					c.Bool()
				}
			case 15:
				c.Skip()
			}
		}
		c := Open(args)
		for c.Object(); c.Field(); {
			read(&c)
		}
		err := c.Close()
		if err == nil {
			require.True(t, json.Valid(args) || len(bytes.Trim(args, " \t\r\n")) == 0, "%q", args)
			return
		}
		checkProblems(t, err)
		last := int32(0)
		for i, mark := range c.report.marks {
			if mark.at == whole {
				continue
			}
			require.GreaterOrEqual(t, mark.at, last)
			last = mark.at
			path := string(walker{text: c.text}.to(int(mark.at)).appendPath(nil, ""))
			if path == "" {
				path = "arguments"
			}
			require.Equal(t, path, err.(*Problems).List[i].Path, "however it was found")
		}
	})
}

// Law: Int64 and Uint64 accept a number if and only if it is whole, fits, and has no more than maxDigits digits.
func FuzzInteger(f *testing.F) {
	for _, text := range []string{"0", "-0", "5.0", "1e3", "500e-2", "5.5", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
		"18446744073709551616", "1e400", "1e-400", "0e5000", "1.000000000000000000000000000", "123456789012345678e1", "00", "1e", "999999999999999999", "1000000000000000000"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end, valid := number([]byte(text), 0)
		require.Equal(t, json.Valid([]byte(text)) && (text[0] == '-' || isDigit(text[0])) && strings.TrimRight(text, " \t\r\n") == text, valid && end == len(text))
		if !valid || end != len(text) || len(text) > 1000 {
			return
		}
		_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
		if e, err := strconv.Atoi(exponent); exponent != "" && (err != nil || e < -2000 || e > 2000) {
			return // beyond what big.Rat should be asked; the rows of J11 have it
		}
		exact, ok := new(big.Rat).SetString(text)
		require.True(t, ok)
		d := parseDecimal(nil, []byte(text))
		short := countDigits([]byte(text)) <= maxDigits && len(d.digits)+d.exp <= maxDigits && -d.exp <= maxDigits
		whole := short && exact.IsInt()

		if exact.IsInt() {
			large := Cursor{text: []byte(text)}
			digits, ok := new(big.Int).SetString(large.IntegerNumber(), 10)
			require.True(t, ok)
			require.NoError(t, large.Close())
			require.Zero(t, exact.Num().Cmp(digits), "%s", text)
		}

		c := Cursor{text: []byte(text)}
		got := c.Int64()
		require.Equal(t, whole && exact.Num().IsInt64(), c.Close() == nil, "%s", text)
		if c.report == nil {
			require.Equal(t, exact.Num().Int64(), got)
		}
		c = Cursor{text: []byte(text)}
		unsigned := c.Uint64()
		require.Equal(t, whole && exact.Num().IsUint64(), c.Close() == nil, "%s", text)
		if c.report == nil {
			require.Equal(t, exact.Num().Uint64(), unsigned)
		}
	})
}

// Law: Float64 and Float32 read what strconv reads, AtLeast and its like compare exactly, and MultipleOf divides exactly.
func FuzzFloat(f *testing.F) {
	f.Add("0.1", 0.1, uint16(1), int8(-2))
	f.Add("-12.5e-3", 0.0, uint16(5), int8(-4))
	f.Add("100000000000000000000.1", 1e20, uint16(7), int8(0))
	f.Add("9007199254740993", 9007199254740992.0, uint16(3), int8(1))
	f.Add("0.09999999999999999999999", 0.1, uint16(3), int8(1))
	f.Fuzz(func(t *testing.T, text string, bound float64, mantissa uint16, exponent int8) {
		if end, valid := number([]byte(text), 0); !valid || end != len(text) || len(text) > 1000 {
			return
		}
		want, err := strconv.ParseFloat(text, 64)
		c := Cursor{text: []byte(text)}
		got := c.Float64()
		require.Equal(t, err == nil, c.Close() == nil)
		if err != nil {
			return
		}
		require.Equal(t, math.Float64bits(want), math.Float64bits(got))
		narrow, err := strconv.ParseFloat(text, 32)
		c = Cursor{text: []byte(text)}
		require.Equal(t, err == nil, c.Float32() == float32(narrow) && c.report == nil)

		_, digits, _ := strings.Cut(strings.ToLower(text), "e")
		if e, err := strconv.Atoi(digits); digits != "" && (err != nil || e < -2000 || e > 2000) || math.IsNaN(bound) || math.IsInf(bound, 0) {
			return
		}
		exact, _ := new(big.Rat).SetString(text)
		limit, _ := new(big.Rat).SetString(strconv.FormatFloat(bound, 'g', -1, 64)) // a bound is the decimal that was written
		order := exact.Cmp(limit)
		check := func(fails bool, check func(c *Cursor)) {
			c := Cursor{text: []byte(text)}
			c.Float64()
			check(&c)
			require.Equal(t, fails, c.report != nil, "%s and %v", text, bound)
		}
		check(order < 0, func(c *Cursor) { c.AtLeast(bound) })
		check(order > 0, func(c *Cursor) { c.AtMost(bound) })
		check(order <= 0, func(c *Cursor) { c.Above(bound) })
		check(order >= 0, func(c *Cursor) { c.Below(bound) })

		step := strconv.Itoa(int(mantissa)+1) + "e" + strconv.Itoa(int(exponent))
		divisor, _ := new(big.Rat).SetString(step)
		check(!new(big.Rat).Quo(exact, divisor).IsInt(), func(c *Cursor) { c.MultipleOf(step) })
	})
}

// Law: a string that was appended and finished reads back as itself, or with U+FFFD for each byte that is not UTF-8, through
// encoding/json and through the cursor.
func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "abc", "a\"b\\c", "\x00\x1f\n", "é日𝄞", "\xff", "a\xc3", "\u2028<>&", "abcdefgh\xffabcdefgh", "\ufffd"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		b, notes, err := Finish(append(AppendString([]byte(`{"x":`), s), '}'))
		require.NoError(t, err)
		require.NotContains(t, string(b), "\xff")
		require.Equal(t, !utf8.ValidString(s), len(notes) > 0)

		want := string([]rune(s))
		var decoded struct{ X string }
		require.NoError(t, json.Unmarshal(b, &decoded))
		require.Equal(t, want, decoded.X)

		c := Open(b)
		for c.Object(); c.Field(); {
			require.Equal(t, want, c.String())
		}
		require.NoError(t, c.Close())
	})
}

// Law: numbers are written as encoding/json writes them, and read back as themselves.
func FuzzAppendFloat(f *testing.F) {
	for _, v := range []float64{0, 0.1, 21.5, 1e-7, 1e21, -0.001, 123456.789, 0.29, 1 << 53} {
		f.Add(math.Float64bits(v), int32(v*1000))
	}
	f.Fuzz(func(t *testing.T, pattern uint64, thousandths int32) {
		for _, v := range []float64{math.Float64frombits(pattern), float64(thousandths) / 1000, float64(thousandths) / 8, float64(pattern>>20) / 1000, float64(pattern>>13) / 1e6} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				_, _, err := Finish(AppendFloat64(nil, v))
				require.Error(t, err)
				continue
			}
			want, err := json.Marshal(v)
			require.NoError(t, err)
			text := AppendFloat64(nil, v)
			require.Equal(t, string(want), string(text))
			c := Cursor{text: text}
			require.Equal(t, math.Float64bits(v), math.Float64bits(c.Float64()))

			narrow := float32(v)
			if want, err = json.Marshal(narrow); err == nil {
				require.Equal(t, string(want), string(AppendFloat32(nil, narrow)))
			}
		}
	})
}

// Law: any bytes at all leave Finish without a marker or with an error.
func FuzzFinish(f *testing.F) {
	f.Add([]byte(`{"a":"b` + "\xff" + `"}`))
	f.Add([]byte(`]:,` + "\xffN"))
	f.Add([]byte(`{"a":[{"b":"\"` + "\xff\xff" + `","c":` + "\xffT"))
	f.Fuzz(func(t *testing.T, b []byte) {
		in := bytes.Clone(b)
		out, notes, err := Finish(b)
		require.Equal(t, in, b, "the text is not changed")
		if err != nil {
			require.Nil(t, out)
			require.NotContains(t, err.Error(), "\xff")
			return
		}
		require.NotContains(t, string(out), "\xff")
		require.Equal(t, strings.ReplaceAll(string(in), "\xff", "\ufffd"), string(out))
		require.Equal(t, bytes.IndexByte(in, 0xFF) >= 0, len(notes) > 0)
	})
}

// Law: a time is accepted if and only if it has the form of RFC 3339, in which time.Parse is loose, and time.Parse accepts it in upper
// case; and both read the same.
func FuzzTime(f *testing.F) {
	form := regexp.MustCompile(`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$`)
	for _, text := range []string{"2026-01-02T15:04:05Z", "2026-01-02t15:04:05.123456789123z", "2026-01-02T15:04:05+01:00", "2026-02-30T15:04:05Z", "2026-01-02T3:04:05Z",
		"2016-12-31T23:59:60Z", "2026-01-02", "0000-01-01T00:00:00-23:59", "9999-12-31T23:59:59-00:01", "2026-01-02T15:04:05+24:00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, fault := parseTime([]byte(text))
		want, err := time.Parse(time.RFC3339, strings.ToUpper(text))
		if fine := form.FindStringSubmatch(text); err == nil && fine != nil && len(strings.TrimRight(fine[1], "0")) > len(".123456789") {
			require.Equal(t, tooFine, fault, "%q", text)
			return
		}
		require.Equal(t, err == nil && form.MatchString(text), fault == "", "%q: %v, %s", text, err, fault)
		if fault != "" {
			return
		}
		require.True(t, want.Equal(got))
		_, wantOffset := want.Zone()
		_, gotOffset := got.Zone()
		require.Equal(t, wantOffset, gotOffset)
		if out, _, err := Finish(AppendTime(nil, got)); err == nil { // its year may lie outside in UTC
			again, fault := parseTime(bytes.Trim(out, `"`))
			require.Empty(t, fault)
			require.True(t, got.Equal(again))
		}
	})
}

// Law: a duration has the form of the schema's pattern, and every duration that is written reads back as itself.
func FuzzDuration(f *testing.F) {
	pattern := regexp.MustCompile(`^-?([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$`)
	for _, text := range []string{"1h30m", "-1.5s", "0", "5.s", "1µs", "1μs", "30", "PT1H", "1h1", "2562048h"} {
		f.Add(text, int64(len(text)))
	}
	f.Fuzz(func(t *testing.T, text string, d int64) {
		require.Equal(t, pattern.MatchString(text), isDuration([]byte(text)), "%q", text)
		if isDuration([]byte(text)) {
			if _, err := time.ParseDuration(text); err != nil {
				require.Contains(t, err.Error(), "invalid duration", "only the range is left to refuse")
			}
		}
		c := Cursor{text: AppendDuration(nil, time.Duration(d))}
		require.Equal(t, time.Duration(d), c.Duration())
		require.NoError(t, c.Close())
	})
}

// Law: the walker finds the path of every key, value and end of a container, wherever the text is long enough to leap.
func FuzzWalker(f *testing.F) {
	f.Add([]byte(`{"a":[{"b":"]}[{"},{"c":[1,2,{"d":null}]}],"e f":{"Yy_":"\\\"]"}}`), uint16(40))
	f.Add([]byte(`[[[]],{},[{"k":"vvvvvvvvvvvvvvvvvvvvvvvvv"},[0,0,0,0,0]],"é"]`), uint16(60))
	f.Fuzz(func(t *testing.T, text []byte, place uint16) {
		if skipDocument(text) != nil {
			return
		}
		want := map[int]string{}
		record(want, text, "", space(text, 0))
		var step []int
		for at := range want {
			step = append(step, at)
		}
		slices.Sort(step)
		walk := walker{text: text}
		for i, at := range step {
			require.Equal(t, want[at], string(walker{text: text}.to(at).appendPath(nil, "")), "%q at %d, alone", text, at)
			if i%(int(place)%5+1) == 0 { // some of them in one walk
				walk = walk.to(at)
				require.Equal(t, want[at], string(walk.appendPath(nil, "")), "%q at %d", text, at)
			}
		}
	})
}

// record notes the path of every value, key and end of a container in the value at text[i], and returns the index after it.
func record(paths map[int]string, text []byte, path string, i int) int {
	paths[i] = path
	if text[i] != '{' && text[i] != '[' {
		c := Cursor{text: text, pos: i}
		c.Skip()
		return c.pos
	}
	isObject := text[i] == '{'
	for n := 0; ; n++ {
		i = space(text, i+1)
		if text[i] == '}' || text[i] == ']' {
			paths[i] = path
			return i + 1
		}
		child := path + "[" + strconv.Itoa(n) + "]"
		if isObject {
			paths[i] = path
			key := unquoted(text, i)
			switch {
			case !isPlainName(key):
				child = path + "[" + string(appendQuoted(nil, key)) + "]"
			case path == "":
				child = string(key)
			default:
				child = path + "." + string(key)
			}
			i = space(text, skipString(text, i))
			i = space(text, i+1)
		}
		i = space(text, record(paths, text, child, i))
		if text[i] != ',' {
			paths[i] = path
			return i + 1
		}
	}
}

func TestDecimalCompare(t *testing.T) {
	ascending := []string{"-1e400", "-10", "-1.5", "-0.001", "0", "1e-400", "0.001", "0.01", "1", "1.0000001", "9", "10", "1e400"}
	for i, a := range ascending {
		for j, b := range ascending {
			want := 0
			if i != j {
				want = (i - j) / max(i-j, j-i)
			}
			require.Equal(t, want, parseDecimal(nil, []byte(a)).compare(parseDecimal(nil, []byte(b))), "%s and %s", a, b)
		}
	}
	require.Zero(t, parseDecimal(nil, []byte("-0.0e7")).compare(parseDecimal(nil, []byte("0"))))
	require.Zero(t, parseDecimal(nil, []byte("1200e-2")).compare(parseDecimal(nil, []byte("12.000"))))
}

// Law: mistakes is the optimal string alignment distance, as the textbook's table has it.
func FuzzMistakes(f *testing.F) {
	f.Add("metrik", "metric")
	f.Add("ab", "ba")
	f.Add("", "abc")
	f.Add("city", "cityofcities")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a) > maxNear || len(b) > maxNear {
			return
		}
		require.Equal(t, textbookMistakes(a, b), mistakes([]byte(a), []byte(b)))
	})
}

func textbookMistakes(a, b string) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			switch {
			case i == 0 || j == 0:
				table[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				table[i][j] = table[i-1][j-1]
			default:
				table[i][j] = 1 + min(table[i-1][j-1], table[i-1][j], table[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				table[i][j] = min(table[i][j], 1+table[i-2][j-2])
			}
		}
	}
	return table[len(a)][len(b)]
}

func TestNearest(t *testing.T) {
	for _, r := range []struct {
		got   string
		names []string
		want  string
	}{
		{"Limit", []string{"city", "limit"}, "limit"},
		{"max_results", []string{"maxResults"}, "maxResults"},
		{"hi", []string{"low", "high"}, "high"},
		{"dsc", []string{"asc", "desc"}, "desc"},
		{"metrik", []string{"imperial", "metric"}, "metric"},
		{"\u017fize", []string{"size"}, "size"}, // J5: U+017F folds to s
		{"\u212Aey", []string{"key"}, "key"},    // J5: U+212A folds to k
		{"days", []string{"city", "unit"}, ""},
		{"x", []string{"y"}, ""},
		{"", []string{"a", ""}, ""},
		{strings.Repeat("a", 65), []string{strings.Repeat("a", 65)}, ""},
		{"abc", []string{strings.Repeat("a", 65)}, ""},
	} {
		name, found := nearest([]byte(r.got), r.names)
		require.Equal(t, r.want, name, "%q", r.got)
		require.Equal(t, r.want != "" || r.got == "", found, "%q", r.got)
	}
}
