package codec_test

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

// readIntMap reads a map in the shape of the generated code.
func readIntMap[K ~int | ~int8 | ~int64 | ~uint8 | ~uint64](m *map[K]int) func(c *codec.Cursor) {
	return func(c *codec.Cursor) {
		*m = make(map[K]int)
		for c.Object(); c.Field(); {
			key, ok := codec.IntKey[K](c)
			if !ok {
				continue
			}
			if _, found := (*m)[key]; found {
				c.Duplicate()
			}
			(*m)[key] = c.Int()
		}
		c.Entries(len(*m), 1, 3)
	}
}

func TestIntKey(t *testing.T) {
	type id int64
	var small map[int8]int
	runRows(t, readIntMap(&small), []row{
		{"T34 plain", `{"0":1,"-5":2,"127":3}`, ``},
		{"T34 lowest", `{"-128":1}`, ``},
		{"T34 escaped", `{"\u0031":1}`, ``},
		{"T34 leading zero", `{"01":1}`, `key "01" is not a whole number in plain form; write it like 12`},
		{"T34 plus", `{"+1":1}`, `key "+1" is not a whole number in plain form; write it like 12`},
		{"T34 fraction", `{"1.0":1}`, `key "1.0" is not a whole number in plain form; write it like 12`},
		{"T34 exponent", `{"1e2":1}`, `key "1e2" is not a whole number in plain form; write it like 12`},
		{"T34 minus zero", `{"-0":1}`, `key "-0" is not a whole number in plain form; write it like 12`},
		{"T34 minus alone", `{"-":1}`, `key "-" is not a whole number in plain form; write it like 12`},
		{"T34 empty", `{"":1}`, `key "" is not a whole number in plain form; write it like 12`},
		{"T34 blank", `{" 1":1}`, `key " 1" is not a whole number in plain form; write it like 12`},
		{"T34 word", `{"one":1}`, `key "one" is not a whole number in plain form; write it like 12`},
		{"X14 above", `{"128":1}`, `key "128" must be between -128 and 127`},
		{"X14 below", `{"-129":1}`, `key "-129" must be between -128 and 127`},
		{"J4 twice", `{"1":1,"1":2}`, `duplicate key "1"; send it once`},
		{"J4 twice, escaped", `{"1":1,"\u0031":2}`, `duplicate key "1"; send it once`},
		{"a bad key takes its value along", `{"x":"wrong","y":[{}]}`, "key \"x\" is not a whole number in plain form; write it like 12\nx: key \"y\" is not a whole number in plain form; write it like 12"},
		{"too few", `{}`, `must have at least 1 entry`},
		{"too many", `{"1":1,"2":1,"3":1,"4":1}`, `must have at most 3 entries, has 4`},
	})
	var wide map[id]int
	runRows(t, readIntMap(&wide), []row{
		{"T34 ends of int64", `{"-9223372036854775808":1,"9223372036854775807":2}`, ``},
		{"X14 int64 above", `{"9223372036854775808":1}`, `key "9223372036854775808" does not fit in 64 bits`},
		{"X14 int64 far above", `{"18446744073709551616":1}`, `key "18446744073709551616" does not fit in 64 bits`},
		{"X14 int64 twenty one digits", `{"-100000000000000000000":1}`, `key "-100000000000000000000" does not fit in 64 bits`},
	})
	require.NoError(t, readField(`{"x":{"-9223372036854775808":1,"9223372036854775807":2}}`, readIntMap(&wide)))
	require.Equal(t, map[id]int{math.MinInt64: 1, math.MaxInt64: 2}, wide)
	var unsigned map[uint64]int
	runRows(t, readIntMap(&unsigned), []row{
		{"T34 end of uint64", `{"18446744073709551615":1}`, ``},
		{"X14 uint64 above", `{"18446744073709551616":1}`, `key "18446744073709551616" must be 0 or more and fit in 64 bits`},
		{"T34 negative", `{"-1":1}`, `key "-1" must be 0 or more and fit in 64 bits`},
	})
	var octet map[uint8]int
	runRows(t, readIntMap(&octet), []row{
		{"X14 uint8", `{"256":1}`, `key "256" must be between 0 and 255`},
		{"X14 uint8 negative", `{"-1":1}`, `key "-1" must be between 0 and 255`},
	})
}

// code is a key that upper and lower case are the same to.
type code string

func (k *code) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return errors.New("code:\n\tmust not be empty")
	}
	*k = code(strings.ToUpper(string(text)))
	return nil
}

func (k *code) MarshalText() ([]byte, error) {
	if *k == "BAD" {
		return nil, errors.New("BAD has no text")
	}
	return []byte(strings.ToLower(string(*k))), nil
}

func readTextMap(c *codec.Cursor) {
	m := make(map[code]int)
	for c.Object(); c.Field(); {
		var key code
		if !c.TakeKey(key.UnmarshalText(c.Key)) {
			continue
		}
		if _, found := m[key]; found {
			c.SameKey()
		}
		m[key] = c.Int()
	}
	c.Entries(len(m), 1, -1)
}

func TestTakeKey(t *testing.T) {
	runRows(t, readTextMap, []row{
		{"T35 read", `{"a":1,"b":2}`, ``},
		{"T35 refused", `{"":1}`, `key "": code: must not be empty`},
		{"T35 two keys for one", `{"a":1,"A":2}`, `duplicate key "A": an earlier key stands for the same`},
	})
	require.EqualError(t, readField(`{"x":{"a":"w"}}`, readTextMap), `x.a: expected whole number, got string "w"`)
	require.EqualError(t, readField("{\"x\":{\"\xff\":1,\"b\":2}}", readTextMap), "x: not valid Unicode text in a key (at offset 7)")
	long := func(c *codec.Cursor) {
		for c.Object(); c.Field(); {
			c.TakeKey(errors.New(strings.Repeat("é", 150) + "\x00\xff"))
		}
	}
	require.EqualError(t, readField(`{"x":{"a":1}}`, long), `x: key "a": `+strings.Repeat("é", 100)+"…")
}

func TestKeys(t *testing.T) {
	type name string
	require.Equal(t, []name{"", "B", "a", "b", "é"}, codec.Keys(map[name]int{"b": 1, "a": 2, "é": 3, "": 4, "B": 5}))
	require.Equal(t, []string{}, codec.Keys[map[string]bool](nil))
}

func TestT38IntKeys(t *testing.T) {
	type id int16
	require.Equal(t, []id{-1, -10, -2, 0, 1, 10, 2, 21, 3}, codec.IntKeys(map[id]bool{3: true, 21: true, -2: true, 2: true, 10: true, 1: true, 0: true, -1: true, -10: true}))
	require.Equal(t, []uint64{0, math.MaxUint64, 2}, codec.IntKeys(map[uint64]int{math.MaxUint64: 1, 2: 2, 0: 3}))

	// encoding/json has the same order.
	m := map[int64]int{math.MinInt64: 1, math.MaxInt64: 2, 9: 3, 10: 4, -9: 5, -10: 6, 0: 7}
	b := []byte("{")
	for i, key := range codec.IntKeys(m) {
		if i > 0 {
			b = append(b, ',')
		}
		b = codec.AppendInt(append(codec.AppendQuotedInt(b, key), ':'), int64(m[key]))
	}
	want, err := json.Marshal(m)
	require.NoError(t, err)
	require.Equal(t, string(want), string(append(b, '}')))
}

func TestT38TextKeys(t *testing.T) {
	write := func(m map[code]int) (string, error) {
		b := []byte(`{"m":{`)
		for i, key := range codec.TextKeys(m) {
			if i > 0 {
				b = append(b, ',')
			}
			b = codec.AppendInt(append(key.Append(b), ':'), int64(m[key.Key]))
		}
		out, _, err := codec.Finish(append(b, "}}"...))
		return string(out), err
	}
	out, err := write(map[code]int{"B": 1, "É": 2, "A": 3})
	require.NoError(t, err)
	require.Equal(t, `{"m":{"a":3,"b":1,"é":2}}`, out)
	_, err = write(map[code]int{"A": 1, "BAD": 2})
	require.EqualError(t, err, "result.m cannot be written: BAD has no text")
	_, err = write(map[code]int{"A": 1, "a": 2})
	require.EqualError(t, err, "result.m cannot be written: two of its keys have the same text")
	_, err = write(map[code]int{"A": 1, "B\xffAD": 2})
	require.NoError(t, err, "O17 holds for keys too")
}

func TestS16AppendClash(t *testing.T) {
	rest := map[string]int{"b": 1, "c": 2}
	require.Empty(t, codec.AppendClash(nil, rest, "a", "d"))
	require.Empty(t, codec.AppendClash(nil, map[string]int(nil), "a"))
	_, _, err := codec.Finish(append(codec.AppendClash([]byte(`{"x":{"a":1`), rest, "a", "b"), "}}"...))
	require.EqualError(t, err, `result.x has the key "b" in its map of other keys, and it is the name of a field`)
}

func TestS6QuotedInt(t *testing.T) {
	type port uint16
	var p port
	runRows(t, func(c *codec.Cursor) { p = codec.QuotedInt[port](c) }, []row{
		{"S6 in quotes", `"80"`, ``},
		{"S6 zero", `"0"`, ``},
		{"S6 escaped", `"\u0038\u0030"`, ``},
		{"S6 bare", `80`, `expected whole number in quotes, such as "12", got number 80; put quotes around it`},
		{"S6 leading zero", `"080"`, `expected whole number in quotes, such as "12", got string "080"`},
		{"S6 fraction", `"80.0"`, `expected whole number in quotes, such as "12", got string "80.0"`},
		{"S6 blank", `" 80"`, `expected whole number in quotes, such as "12", got string " 80"`},
		{"S6 empty", `""`, `expected whole number in quotes, such as "12", got string ""`},
		{"S6 word", `"x"`, `expected whole number in quotes, such as "12", got string "x"`},
		{"S6 null in quotes", `"null"`, `expected whole number in quotes, such as "12", got string "null"`},
		{"S6 null", `null`, `expected whole number in quotes, such as "12", got null`},
		{"S6 object", `{}`, `expected whole number in quotes, such as "12", got object`},
		{"X6 above", `"65536"`, `"65536" must be between 0 and 65535`},
		{"X6 negative", `"-1"`, `"-1" must be between 0 and 65535`},
	})
	require.NoError(t, readField(`{"x":"80"}`, func(c *codec.Cursor) { p = codec.QuotedInt[port](c) }))
	require.Equal(t, port(80), p)
	runRows(t, func(c *codec.Cursor) { codec.QuotedInt[int64](c) }, []row{
		{"S6 lowest", `"-9223372036854775808"`, ``},
		{"X6 int64", `"9223372036854775808"`, `"9223372036854775808" does not fit in 64 bits`},
		{"S6 minus zero", `"-0"`, `expected whole number in quotes, such as "12", got string "-0"`},
	})
}

func TestS6QuotedFloat(t *testing.T) {
	runRows(t, func(c *codec.Cursor) { c.QuotedFloat64() }, []row{
		{"S6 in quotes", `"1.50"`, ``},
		{"S6 exponent", `"-1e+5"`, ``},
		{"S6 bare", `1.5`, `expected number in quotes, such as "1.5", got number 1.5; put quotes around it`},
		{"S6 plus", `"+1.5"`, `expected number in quotes, such as "1.5", got string "+1.5"`},
		{"S6 no digit", `"1."`, `expected number in quotes, such as "1.5", got string "1."`},
		{"S6 NaN", `"NaN"`, `expected number in quotes, such as "1.5", got string "NaN"`},
		{"S6 hexadecimal", `"0x1p-2"`, `expected number in quotes, such as "1.5", got string "0x1p-2"`},
		{"S6 empty", `""`, `expected number in quotes, such as "1.5", got string ""`},
		{"X12 too large", `"1e400"`, `"1e400" is too large for a 64-bit number`},
	})
	runRows(t, func(c *codec.Cursor) { c.QuotedFloat32() }, []row{
		{"S6 float32", `"1.5"`, ``},
		{"X12 float32", `"1e39"`, `"1e39" is too large for a 32-bit number`},
	})
	var v float64
	for text, want := range map[string]float64{"0.1": 0.1, "-0": math.Copysign(0, -1), "123456789012345678": 123456789012345678, "1e-400": 0} {
		require.NoError(t, readField(`{"x":"`+text+`"}`, func(c *codec.Cursor) { v = c.QuotedFloat64() }))
		require.Equal(t, math.Float64bits(want), math.Float64bits(v), text)
	}
}

func TestS6QuotedBool(t *testing.T) {
	var v bool
	runRows(t, func(c *codec.Cursor) { v = c.QuotedBool() }, []row{
		{"S6 true", `"true"`, ``},
		{"S6 false", `"false"`, ``},
		{"S6 bare", `true`, `expected "true" or "false", with quotes, got boolean true; put quotes around it`},
		{"S6 other", `"yes"`, `expected "true" or "false", with quotes, got string "yes"`},
		{"S6 case", `"True"`, `expected "true" or "false", with quotes, got string "True"`},
	})
	require.NoError(t, readField(`{"x":"true"}`, func(c *codec.Cursor) { v = c.QuotedBool() }))
	require.True(t, v)
}

func TestS6AppendQuoted(t *testing.T) {
	type fields struct {
		A int64    `json:",string"`
		B uint64   `json:",string"`
		C float64  `json:",string"`
		D float32  `json:",string"`
		E bool     `json:",string"`
		F *float64 `json:",string"`
	}
	for _, v := range []fields{{math.MinInt64, math.MaxUint64, 1e21, 0.1, true, nil}, {0, 0, -0.25, 1e-7, false, nil}} {
		b := append(codec.AppendQuotedInt([]byte(`{"A":`), v.A), `,"B":`...)
		b = append(codec.AppendQuotedUint(b, v.B), `,"C":`...)
		b = append(codec.AppendQuotedFloat64(b, v.C), `,"D":`...)
		b = append(codec.AppendQuotedFloat32(b, v.D), `,"E":`...)
		b = append(codec.AppendQuotedBool(b, v.E), `,"F":null}`...)
		want, err := json.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, string(want), string(b))
	}
	_, _, err := codec.Finish(append(codec.AppendQuotedFloat64([]byte(`{"a":`), math.NaN()), '}'))
	require.EqualError(t, err, "result.a is NaN, which JSON cannot carry")
	_, _, err = codec.Finish(append(codec.AppendQuotedFloat32([]byte(`{"a":`), float32(math.Inf(-1))), '}'))
	require.EqualError(t, err, "result.a is -Inf, which JSON cannot carry")
}

// What the plain form of a whole number is, in one law: it is what strconv writes.
func FuzzPlainWhole(f *testing.F) {
	for _, seed := range []string{"0", "-0", "12", "-12", "012", "1e2", "128", "-128", "-129", "9223372036854775807", "18446744073709551615", "18446744073709551616", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		quoted, _ := json.Marshal(text)
		args := `{"x":` + string(quoted) + `}`
		var small int8
		var signed int64
		var unsigned uint64
		gotSmall := readField(args, func(c *codec.Cursor) { small = codec.QuotedInt[int8](c) }) == nil
		gotSigned := readField(args, func(c *codec.Cursor) { signed = codec.QuotedInt[int64](c) }) == nil
		gotUnsigned := readField(args, func(c *codec.Cursor) { unsigned = codec.QuotedInt[uint64](c) }) == nil
		v, err := strconv.ParseInt(text, 10, 64)
		plain := err == nil && strconv.FormatInt(v, 10) == text
		require.Equal(t, plain, gotSigned)
		require.Equal(t, plain && v == int64(int8(v)), gotSmall)
		if plain {
			require.Equal(t, v, signed)
		}
		if gotSmall {
			require.Equal(t, int8(v), small)
		}
		u, err := strconv.ParseUint(text, 10, 64)
		plain = err == nil && strconv.FormatUint(u, 10) == text
		require.Equal(t, plain, gotUnsigned)
		if plain {
			require.Equal(t, u, unsigned)
		}
	})
}
