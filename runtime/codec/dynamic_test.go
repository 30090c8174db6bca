package codec_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func TestAny(t *testing.T) {
	var got any
	read := func(types ...string) func(c *codec.Cursor) {
		if len(types) == 0 {
			return func(c *codec.Cursor) { got = c.Any() }
		}
		return func(c *codec.Cursor) { got = c.AnyAs(&codec.Shape{Type: types}) }
	}
	runRows(t, read(), []row{
		{"T23 null is a value", `null`, ``},
		{"T23 largest run of whole numbers", `9007199254740992`, ``},
		{"T23 exact above", `9007199254740994`, ``},
		{"T23 not exact", `9007199254740993`, `9007199254740993 cannot be kept exactly; send it as a string`},
		{"T23 not exact, negative", `-9007199254740993`, `-9007199254740993 cannot be kept exactly; send it as a string`},
		{"T23 not exact, long", `12345678901234567890`, `12345678901234567890 cannot be kept exactly; send it as a string`},
		{"T23 not exact, with a zero fraction", `9007199254740993.0`, `9007199254740993.0 cannot be kept exactly; send it as a string`},
		{"T23 exact power of two", `18446744073709551616`, ``},
		{"T23 fraction", `0.1`, ``},
		{"T23 long fraction", `3.14159265358979323846`, ``},
		{"T23 exponent", `1e23`, ``},
		{"T7 too large", `1e400`, `1e400 is too large for a 64-bit number`},
		{"J4 duplicate key", `{"a":1,"a":2}`, `duplicate key "a"; send it once`},
	})
	require.EqualError(t, readField(`{"x":{"ids":[1,9007199254740993]}}`, read()), `x.ids[1]: 9007199254740993 cannot be kept exactly; send it as a string`)
	runRows(t, read("string", "null"), []row{
		{"T23 declared types", `"a"`, ``},
		{"T23 declared types, other", `5`, `expected string or null, got number 5`},
	})
	runRows(t, read("integer"), []row{
		{"T23 declared integer", `5`, ``},
		{"T23 declared integer, fraction", `5.5`, `expected whole number, got number 5.5`},
	})

	const document = `{"a":[1,"x",true,null,2.5,[],{}],"b":{"c":-0}}`
	require.NoError(t, readField(`{"x":`+document+`}`, read()))
	var want any
	require.NoError(t, json.Unmarshal([]byte(document), &want))
	require.Equal(t, want, got, "the shapes of encoding/json")
}

func TestNumberText(t *testing.T) {
	var got string
	runRows(t, func(c *codec.Cursor) { got = c.NumberText(); c.AtLeast(1); c.MultipleOf("0.01") }, []row{
		{"T14 verbatim", `1.50`, ``},
		{"T14 large", `12345678901234567890123.25`, ``},
		{"T14 string", `"1.50"`, `expected number, got string "1.50"; send the bare value`},
		{"T14 null", `null`, `expected number, got null`},
		{"T14 bounds", `0.5`, `must be at least 1, got 0.5`},
		{"T14 steps", `1.005`, `must be a multiple of 0.01, got 1.005`},
	})
	require.NoError(t, readField(`{"x":1.50}`, func(c *codec.Cursor) { got = c.NumberText() }))
	require.Equal(t, "1.50", got)

	require.Equal(t, "1.50", string(codec.AppendNumber(nil, "1.50")))
	require.Equal(t, "0", string(codec.AppendNumber(nil, "")), "as encoding/json")
	for _, text := range []string{"1.", "NaN", `"1"`, "1 ", "1e", "\xff"} {
		_, _, err := codec.Finish(codec.AppendNumber(nil, text))
		require.EqualError(t, err, "result is text that is no JSON number", text)
	}
}

// own writes itself, or fails.
type own struct{ err error }

func (o own) MarshalJSON() ([]byte, error) { return []byte(`{ "own" : true }`), o.err }

func TestAppendAny(t *testing.T) {
	when := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	one := 1
	for _, row := range []struct {
		id   string
		v    any
		want string
	}{
		{"T23 shapes", map[string]any{"b": []any{1.5, "x", true, nil}, "a": map[string]any{}}, `{"a":{},"b":[1.5,"x",true,null]}`},
		{"O13 integers", []any{1, int8(-2), int16(3), int32(4), int64(math.MinInt64), uint(6), uint8(7), uint16(8), uint32(9), uint64(math.MaxUint64), uintptr(1)},
			`[1,-2,3,4,-9223372036854775808,6,7,8,9,18446744073709551615,1]`},
		{"O13 floats", []any{float32(0.1), 0.1, 1e21}, `[0.1,0.1,1e+21]`},
		{"O13 slices", []any{[]string{"a"}, []string(nil), []int{1}, []int64{2}, []float64{0.5}, []bool{true}}, `[["a"],[],[1],[2],[0.5],[true]]`},
		{"O13 rows", []map[string]any{{"id": 1}, nil}, `[{"id":1},{}]`},
		{"O13 maps", []any{map[string]string{"b": "x", "a": "y"}, map[string]int{"n": 1}, map[string]any(nil), []any(nil)},
			`[{"a":"y","b":"x"},{"n":1},{},[]]`},
		{"O13 pointers", []any{&one, (*int)(nil), &when, (*time.Time)(nil)}, `[1,null,"2026-01-02T15:04:05Z",null]`},
		{"O13 time", []any{when, 90 * time.Second}, `["2026-01-02T15:04:05Z","1m30s"]`},
		{"O13 json.Number", json.Number("1.50"), `1.50`},
		{"O13 json.RawMessage", []any{json.RawMessage(`{ "a":1 }`), json.RawMessage(nil)}, `[{"a":1},null]`},
		{"O13 MarshalJSON", []any{own{}, &own{}, big.NewInt(5)}, `[{"own":true},{"own":true},5]`},
		{"O13 MarshalText", netip.MustParseAddr("::1"), `"::1"`},
		{"O7 bytes", []byte("hi"), `"aGk="`},
	} {
		t.Run(row.id, func(t *testing.T) {
			got, notes, err := codec.Finish(codec.AppendAny(nil, row.v))
			require.NoError(t, err)
			require.Empty(t, notes)
			require.Equal(t, row.want, string(got))
		})
	}

	cyclic := map[string]any{}
	cyclic["self"] = []any{cyclic}
	for _, row := range []struct {
		id   string
		v    any
		want string
	}{
		{"O13 other type", map[string]any{"items": []any{1, struct{}{}}}, "result.items[1] has a type that the tool cannot write as JSON"},
		{"O13 channel", make(chan int), "result has a type that the tool cannot write as JSON"},
		{"O14 NaN", []any{math.NaN()}, "result[0] is NaN, which JSON cannot carry"},
		{"O12 error", []any{own{errors.New("gone")}}, "result[0] cannot be written: gone"},
		{"T14 no number", json.Number("x"), "result is text that is no JSON number"},
	} {
		t.Run(row.id, func(t *testing.T) {
			_, _, err := codec.Finish(codec.AppendAny(nil, row.v))
			require.EqualError(t, err, row.want)
		})
	}
	_, _, err := codec.Finish(codec.AppendAny(nil, cyclic))
	require.ErrorContains(t, err, "is nested deeper than 1000, as cyclic data is")

	type local struct{}
	known := func(b []byte, v any) ([]byte, bool) {
		if _, ok := v.(local); ok {
			return append(b, `"known"`...), true
		}
		return b, false
	}
	require.Equal(t, `{"a":["known",1]}`, string(codec.AppendAnyOf(nil, map[string]any{"a": []any{local{}, 1}}, known)))
}

// Values are all that is allocated: for a result the sorted keys of each map.
func TestFreeAllocations(t *testing.T) {
	args := []byte(`{"x":{"a":[1, 2.50], "b":"text"}}`)
	read := func(read func(c *codec.Cursor)) float64 {
		return testing.AllocsPerRun(50, func() {
			c := codec.Open(args)
			for c.Object(); c.Field(); {
				read(&c)
			}
			if c.Close() != nil {
				panic("refused")
			}
		})
	}
	shape := codec.Shape{Type: []string{"object"}, Required: []string{"a", "b"}, Properties: []codec.Property{
		{Name: "a", Shape: &codec.Shape{Items: &codec.Shape{Maximum: "3"}}},
		{Name: "b", Shape: &codec.Shape{Enum: []string{`"text"`}, Length: &codec.Range{Min: 1, Max: 5}}},
	}}
	require.EqualValues(t, 1, read(func(c *codec.Cursor) { c.RawAs(&shape) }))
	require.EqualValues(t, 1, read(func(c *codec.Cursor) { c.Raw() }))

	buffer := make([]byte, 0, 100)
	var value any = map[string]any{"a": []any{1.5, "x", nil, true}, "b": []string{"y"}}
	require.EqualValues(t, 1, testing.AllocsPerRun(50, func() { codec.AppendAny(buffer, value) }))
	require.Zero(t, testing.AllocsPerRun(50, func() { codec.AppendRaw(buffer, args) }))
}
