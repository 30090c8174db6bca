package codec_test

import (
	"encoding/json"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func readDistinct(c *codec.Cursor) {
	c.Distinct()
	c.Skip()
}

func TestDistinct(t *testing.T) {
	many := func(items ...string) string {
		for i := range 30 {
			items = append(items, strconv.Itoa(1000+i))
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	const equal = "must not repeat an item; items "
	runRows(t, readDistinct, []row{
		{"empty", `[ ]`, ``},
		{"one", `[1]`, ``},
		{"numbers", `[1,2,1.5,-1]`, ``},
		{"1 and 1.0", `[1,2,1.0]`, equal + "0 and 2 are equal"},
		{"100 and 1e2", `[100, 1e2]`, equal + "0 and 1 are equal"},
		{"0 and -0", `[0,-0.0]`, equal + "0 and 1 are equal"},
		{"1 and -1", `[1,-1]`, ``},
		{"12 and 1.2", `[12,1.2,120]`, ``},
		{"numbers that one float64 stands for", `[0.1,0.1000000000000000000001]`, ``},
		{"1 and true", `[1,true]`, ``},
		{"0, false, null and empty", `[0,false,null,"",[],{}]`, ``},
		{"true twice", `[true,true]`, equal + "0 and 1 are equal"},
		{"null twice", `[null,1,null]`, equal + "0 and 2 are equal"},
		{"strings", `["a","A"]`, ``},
		{"strings with escapes", `["a","\u0061"]`, equal + "0 and 1 are equal"},
		{"strings beyond ASCII", `["é","\u00e9"]`, equal + "0 and 1 are equal"},
		{"string and number", `["1",1]`, ``},
		{"arrays", `[[1,2],[2,1],[12],[[1],2],[1,[2]]]`, ``},
		{"arrays equal", `[[1,2],[ 1 , 2.0 ]]`, equal + "0 and 1 are equal"},
		{"objects", `[{"a":1},{"a":2},{"b":1},{"a":1,"b":1},{"ab":1}]`, ``},
		{"objects, order of keys", `[{"a":1,"b":[true]},{"b":[true],"a":1}]`, equal + "0 and 1 are equal"},
		{"objects, many keys", `[{"j":1,"i":2,"h":3,"g":4,"f":5,"e":6,"d":7,"c":8,"b":9,"a":10},{"a":10,"b":9,"c":8,"d":7,"e":6,"f":5,"g":4,"h":3,"i":2,"j":1.0}]`, equal + "0 and 1 are equal"},
		{"objects, escaped key", `[{"a":1},{"\u0061":1}]`, equal + "0 and 1 are equal"},
		{"objects in objects", `[{"a":{"y":1,"x":2}},{"a":{"x":2,"y":1}}]`, equal + "0 and 1 are equal"},
		{"many", many(`"a"`, `"b"`), ``},
		{"many, late", many(`"a"`, `1029.0`), equal + "1 and 31 are equal"},
		{"many, early", many(`7`, `7`), equal + "0 and 1 are equal"},
		{"many, across", strings.Replace(many(`"a"`), `1017`, `"\u0061"`, 1), equal + "0 and 18 are equal"},
		{"no array", `{"a":[1,1]}`, ``},
	})
	require.EqualError(t, readField(`{"x":["\ud800","\ud800"]}`, readDistinct), "x[0]: not valid Unicode text (at offset 7)\nx[1]: not valid Unicode text (at offset 16)",
		"what cannot be read is equal to nothing")
	require.NoError(t, readField(`{"x":[{"a":1,"a":2},{"a":1,"a":2}]}`, readDistinct), "nor is an object with a key twice, which its reader refuses")
	for _, broken := range []string{`[`, `[1`, `[1,`, `[1 1]`, `[{`, `[{"a"`, `[{"a":1`, `[{"a":1,`, `[{"a":1 "b":1}]`, `[[1`, `[[1 1]]`, `[tru]`, `["a`, `[-]`, `[{1:1}]`} {
		err := readField(`{"x":`+broken, readDistinct)
		require.ErrorContains(t, err, "not valid JSON", broken)
		require.NotContains(t, err.Error(), "\n", "one mistake is one problem")
	}
	deep := strings.Repeat("[", 63)
	require.EqualError(t, readField(`{"x":[`+deep, readDistinct), "arguments: nested deeper than 64")

	c := codec.Open([]byte(`{"a":[1,1],"b":{"c":[[2,2],3]}}`))
	for c.Object(); c.Field(); {
		if string(c.Key) == "b" {
			for c.Object(); c.Field(); {
				for c.Array(); c.Item(); {
					readDistinct(&c)
				}
			}
			continue
		}
		readDistinct(&c)
	}
	require.EqualError(t, c.Close(), "a: "+equal+"0 and 1 are equal\nb.c[0]: "+equal+"0 and 1 are equal")
}

func TestDistinctAllocates(t *testing.T) {
	args := []byte(`{"x":[{"b":1,"a":[1,2]},{"a":[2,1],"b":1},{"c":"é"}]}`)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		c := codec.Open(args)
		for c.Object(); c.Field(); {
			readDistinct(&c)
		}
		if c.Close() != nil {
			t.Fail()
		}
	}), "few small items are compared on the stack")
}

// normal is a JSON value in which equal values of JSON Schema are equal Go values.
func normal(v any) any {
	switch v := v.(type) {
	case json.Number:
		r, _ := new(big.Rat).SetString(v.String())
		return r.RatString() + "n"
	case string:
		return v + "s"
	case []any:
		for i := range v {
			v[i] = normal(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = normal(v[k])
		}
	}
	return v
}

// Distinct finds exactly what reflection finds in the parsed items.
func FuzzDistinct(f *testing.F) {
	for _, seed := range []string{`[1,1.0]`, `[{"a":1,"b":2},{"b":2,"a":1}]`, `["a","\u0061"]`, `[[],[[]]]`, `[0,-0,0e5]`, `[null,false]`, `[{"b":1,"a":2,"c":3},{"c":3,"a":2,"b":1}]`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var items []any
		dec := json.NewDecoder(strings.NewReader(text))
		dec.UseNumber()
		if dec.Decode(&items) != nil || !json.Valid([]byte(text)) || len(text) > 500 || strings.ContainsAny(text, "eE\\") && !strings.Contains(text, `\u0061`) {
			return // exponents would take big.Rat too long; escapes are not what this law is about
		}
		if readField(`{"x":`+text+`}`, func(c *codec.Cursor) { c.Skip() }) != nil || hasTwins(text) {
			return
		}
		for i := range items {
			items[i] = normal(items[i])
		}
		repeated := false
		for i := range items {
			for j := range items[:i] {
				repeated = repeated || reflect.DeepEqual(items[i], items[j])
			}
		}
		require.Equal(t, repeated, readField(`{"x":`+text+`}`, readDistinct) != nil, "%s", text)
	})
}

// hasTwins reports whether a key stands twice in an object.
func hasTwins(text string) bool {
	dec := json.NewDecoder(strings.NewReader(text))
	var walk func() bool
	walk = func() bool {
		token, err := dec.Token()
		if err != nil {
			return true
		}
		switch token {
		case json.Delim('['):
			for dec.More() {
				if walk() {
					return true
				}
			}
			dec.Token()
		case json.Delim('{'):
			seen := map[any]bool{}
			for dec.More() {
				key, _ := dec.Token()
				if seen[key] || walk() {
					return true
				}
				seen[key] = true
			}
			dec.Token()
		}
		return false
	}
	return walk()
}

func TestT37RepeatedItem(t *testing.T) {
	words := func(c *codec.Cursor) {
		set := map[string]struct{}{}
		for c.Array(); c.Item(); {
			item := c.String()
			if _, found := set[item]; found {
				c.RepeatedItem()
			} else if c.Valid() {
				set[item] = struct{}{}
			}
		}
	}
	runRows(t, words, []row{
		{"T37 once each", `["a","b"]`, ``},
	})
	require.EqualError(t, readField(`{"x":["a","b","\u0061"]}`, words), "x[2]: is equal to an earlier item; send each item once")
	require.EqualError(t, readField(`{"x":["",5]}`, words), "x[1]: expected string, got number 5; put quotes around it", "the zero of a failed read is no item")
	require.EqualError(t, readField(`{"x":[5,"",["a"],{}]}`, words), "x[0]: expected string, got number 5; put quotes around it\nx[2]: expected string, got array\nx[3]: expected string, got object", "nor is an item equal to it")

	type point struct{ X int }
	points := func(c *codec.Cursor) {
		set := map[point]struct{}{}
		for c.Array(); c.Item(); {
			var item point
			for c.Object(); c.Field(); {
				item.X = c.Int()
			}
			if _, found := set[item]; found {
				c.RepeatedItem()
			}
			set[item] = struct{}{}
		}
	}
	require.NoError(t, readField(`{"x":[{"X":1},{"X":2}]}`, points))
	require.EqualError(t, readField(`{"x":[{"X":1},{"X":1}]}`, points), "x[1]: is equal to an earlier item; send each item once")
	require.EqualError(t, readField(`{"x":[{"X":0},{"X":"a"}]}`, points), `x[1].X: expected whole number, got string "a"`)
	require.ErrorContains(t, readField(`{"x":[{"X":0},{"X":}`, points), "not valid JSON")
}
