package codec_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func TestCanonical(t *testing.T) {
	for args, want := range map[string]string{
		``:       `{}`,
		"\n ":    `{}`,
		` null `: `{}`,
		"{ \"b\" : [ 1.50 , -0e+2, true,\tnull ] ,\r\n\"a\":{ } }": `{"b":[1.50,-0e+2,true,null],"a":{}}`,
		`{"\u0072m":"\u002drf \/ \u00e9 \ud83d\ude00\u2028"}`:      "{\"rm\":\"-rf / é 😀\u2028\"}",
		`{"a":"\u0022\u005c\n\u000a\u0001\u007f"}`:                 "{\"a\":\"\\\"\\\\\\n\\n\\u0001\x7f\"}",
		`{"a":[[],[{}],"x"]}`:                                      `{"a":[[],[{}],"x"]}`,
	} {
		got, err := codec.Canonical([]byte(args))
		require.NoError(t, err, args)
		require.Equal(t, want, string(got), args)
		again, err := codec.Canonical(got)
		require.NoError(t, err)
		require.Equal(t, want, string(again), "it is its own canonical form")
	}
	for args, want := range map[string]string{
		`[]`:                  "arguments: must be a JSON object, got array",
		`{"a":1`:              "not valid JSON",
		`{"a":1}x`:            "not valid JSON",
		`{"a":1,"\u0061":2}`:  `arguments: duplicate key "a"`, // J4: whatever their spelling
		`{"a":{"b":1,"b":2}}`: `a: duplicate key "b"`,
		`{"a":"\ud800"}`:      "a: ",
		"{\"a\":\"\xff\"}":    "a: ",
		`{"a":01}`:            "not valid JSON",
		`{"a":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `}`: "nested deeper than 64",
		`{"a":"` + strings.Repeat("x", codec.MaxSize) + `"}`:              "must be at most 1 MiB",
	} {
		got, err := codec.Canonical([]byte(args))
		require.ErrorContains(t, err, want)
		require.Nil(t, got)
	}
}

// The canonical form means what the arguments mean, to a decoder that is not ours, and judges as strictly as an adapter does.
func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.50,"x\u0041"],"b":{"c":null}}`, `{"a":"\ud83d\ude00"}`, `null`, `{"a":1,"a":2}`, `{"é":"\/"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		c := codec.Open(args)
		object := c.Raw("object")
		strict := c.Close()
		got, err := codec.Canonical(args)
		if object != nil {
			require.Equal(t, strict == nil, err == nil)
		}
		if err != nil {
			return
		}
		again, err := codec.Canonical(got)
		require.NoError(t, err)
		require.Equal(t, string(got), string(again))
		if strict == nil && object != nil {
			require.JSONEq(t, string(object), string(got))
			require.True(t, json.Valid(got))
		}
	})
}

// What a program needs to speak of places in a text.
func TestOffsets(t *testing.T) {
	const text = "{\"a\": 1,\n \"b\": [true, \"x\"],\n \"c\": 1, \"c\": 2}"
	c := codec.Open([]byte(text))
	at := map[string][2]int{}
	for c.Object(); c.Field(); {
		at[string(c.Key)] = [2]int{c.KeyOffset(), c.Offset()}
		switch string(c.Key) {
		case "a":
			_ = c.String()
		case "b":
			for c.Array(); c.Item(); {
				at["item"] = [2]int{c.Offset(), c.Offset()}
				c.Bool()
			}
		default:
			c.Duplicate()
			c.Skip()
		}
	}
	require.Equal(t, map[string][2]int{"a": {1, 6}, "b": {10, 15}, "item": {22, 22}, "c": {37, 42}}, at)
	var problems *codec.Problems
	require.ErrorAs(t, c.Close(), &problems)
	var offsets []int
	for i := range problems.List {
		offsets = append(offsets, problems.Offset(i))
	}
	require.Equal(t, []int{6, 22, 29, 37}, offsets)

	_, err := codec.Canonical([]byte(`{"a":tru}`))
	require.ErrorAs(t, err, &problems)
	require.Equal(t, 5, problems.Offset(0))
	require.Equal(t, -1, (&codec.Problems{List: []codec.Problem{{}}}).Offset(0))
}
