package codec_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func TestRaw(t *testing.T) {
	var got []byte
	read := func(types ...string) func(c *codec.Cursor) {
		if len(types) == 0 {
			return func(c *codec.Cursor) { got = c.Raw() }
		}
		return func(c *codec.Cursor) { got = c.RawAs(&codec.Shape{Type: types}) }
	}
	runRows(t, read(), []row{
		{"T22 object", `{"a": [1, 2.50 ,"x y"]}`, ``},
		{"T22 null is a value", `null`, ``},
		{"T22 string", `"\u00e9 "`, ``},
		{"T22 number", `12345678901234567890`, ``},
		{"J4 duplicate key", `{"a":1,"a":2}`, `duplicate key "a"; send it once`},
		{"J4 duplicate key, escaped", `{"a":1,"\u0061":2}`, `duplicate key "a"; send it once`},
	})
	require.EqualError(t, readField(`{"x":["\ud800"]}`, read()), `x[0]: not valid Unicode text (at offset 7)`)
	require.Nil(t, got)
	require.EqualError(t, readField(`{"x":{"b":{"a":1,"a":2}}}`, read()), `x.b: duplicate key "a"; send it once`)
	require.Nil(t, got)
	require.ErrorContains(t, readField(`{"x":{"a" 1}}`, read()), `arguments: not valid JSON at offset 10`)

	keys := make([]string, 40)
	for i := range keys {
		keys[i] = `"k` + strings.Repeat("x", i) + `":1`
	}
	require.NoError(t, readField(`{"x":{`+strings.Join(keys, ",")+`}}`, read()))
	require.EqualError(t, readField(`{"x":{`+strings.Join(append(keys, keys[3]), ",")+`}}`, read()), `x: duplicate key "kxxx"; send it once`)

	runRows(t, read("object"), []row{
		{"T22 declared type", `{}`, ``},
		{"T22 declared type, text", `"{\"a\":1}"`, `expected object, got a string that contains JSON; send the object itself`},
		{"T22 declared type, number", `5`, `expected object, got number 5`},
		{"T22 declared type, null", `null`, `expected object, got null`},
	})
	runRows(t, read("string", "integer", "null"), []row{
		{"T51 declared types, string", `"5"`, ``},
		{"T51 declared types, integer", `5.0`, ``},
		{"T51 declared types, null", `null`, ``},
		{"T51 declared types, fraction", `5.5`, `expected string, whole number or null, got number 5.5`},
		{"T51 declared types, array", `[5]`, `expected string, whole number or null, got array`},
	})
	runRows(t, read("number"), []row{
		{"T51 integers are numbers", `5`, ``},
		{"T51 quoted number", `"5"`, `expected number, got string "5"; send the bare value`},
	})
	runRows(t, read("integer"), []row{{"T51 fraction", `0.5`, `expected whole number, got number 0.5`}})
	runRows(t, read("array"), []row{{"T51 null for an array", `null`, `expected array, got null; send [] for none`}})
}

// What a type's own parser says of a value is its problem, whatever the value is.
func TestRawReject(t *testing.T) {
	read := func(err error) func(c *codec.Cursor) {
		return func(c *codec.Cursor) { c.Raw(); c.Reject(err) }
	}
	for _, r := range []struct{ x, why, want string }{
		{`5`, "no even number", "no even number"},
		{`5`, "", "number 5 is not accepted"},
		{`{"a":1}`, "", "object is not accepted"},
		{`"a\n"`, "", `string "a\n" is not accepted`},
		{`null`, "two\nlines", "two lines"},
	} {
		require.EqualError(t, readField(`{"x":`+r.x+`}`, read(errors.New(r.why))), "x: "+r.want, "T51 %s", r.x)
	}
	require.NoError(t, readField(`{"x":5}`, read(nil)))
	require.EqualError(t, readField(`{"x":{"a":1,"a":2}}`, read(errors.New("late"))), `x: duplicate key "a"; send it once`)
}

func TestRawText(t *testing.T) {
	args := []byte("{\"x\": {\"a\" : [1,\t2.50 , \"x y\\n\"],\r\n\"b\" : null} }")
	var got []byte
	c := codec.Open(args)
	for c.Object(); c.Field(); {
		got = c.Raw()
	}
	require.NoError(t, c.Close())
	clear(args)
	require.Equal(t, `{"a":[1,2.50,"x y\n"],"b":null}`, string(got), "T22: compact, numbers as they stand, a copy")
}

func TestAppendRaw(t *testing.T) {
	for _, one := range []struct{ id, raw, want, problem string }{
		{"O12 compact", " {\"a\" : [ 1 , 2.50 ,true,false,null,\"x y\"] }\n", `{"a":[1,2.50,true,false,null,"x y"]}`, ""},
		{"O12 escapes stay", `"\u0041\n<é"`, `"\u0041\n<é"`, ""},
		{"O17 no UTF-8", "\"a\xffb\"", `"a�b"`, ""},
		{"O17 lone surrogate", `"\ud800"`, `"�"`, ""},
		{"O12 two values", `1 2`, "", "result is not one JSON value"},
		{"O12 no value", ` `, "", "result is not one JSON value"},
		{"O12 cut", `{"a":[1,`, "", "result is not one JSON value"},
		{"O12 comma", `[1,]`, "", "result is not one JSON value"},
		{"O12 comment", `[1/**/]`, "", "result is not one JSON value"},
		{"O12 NaN", `NaN`, "", "result is not one JSON value"},
		{"O12 bad escape", `"\x"`, "", "result is not one JSON value"},
		{"O18 depth", strings.Repeat("[", 1001) + strings.Repeat("]", 1001), "", "result is nested deeper than 1000, as cyclic data is"},
	} {
		t.Run(one.id, func(t *testing.T) {
			got, _, err := codec.Finish(codec.AppendRaw(nil, []byte(one.raw)))
			if one.problem != "" {
				require.EqualError(t, err, one.problem)
				return
			}
			require.NoError(t, err)
			require.Equal(t, one.want, string(got))
		})
	}
	require.Equal(t, "null", string(codec.AppendRaw(nil, nil)), "T22: as encoding/json")
	deep := strings.Repeat("[", 1000) + strings.Repeat("]", 1000)
	require.Equal(t, deep, string(codec.AppendRaw(nil, []byte(deep))))

	_, _, err := codec.Finish(append(codec.AppendMarshaled([]byte(`{"when":`), nil, errors.New("no \"zone\" is set\nsecond line")), '}'))
	require.EqualError(t, err, `result.when cannot be written: no "zone" is set`)
	_, _, err = codec.Finish(codec.AppendMarshaled(nil, nil, nil))
	require.EqualError(t, err, "result is not one JSON value")
	_, _, err = codec.Finish(codec.AppendError([]byte(`{"a":"`+"\xff"+`","b":`), errors.New(strings.Repeat("é", 200))))
	require.EqualError(t, err, "result.b cannot be written: "+strings.Repeat("é", 100))
}
