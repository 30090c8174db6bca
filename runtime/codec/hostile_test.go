package codec_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

// No text of a megabyte may keep a call busy: the work grows with the text and not with its square.
//
// One whole text is compared with as many bytes in thirty-two texts, so that what is compared lasts about equally long, and a busy machine slows
// both. What grows with the square takes thirty-two times as long for the whole; sorting, and memory that no cache holds, two or three times.
// Besides, a text takes at most a hundred times what encoding/json takes for one that nobody has made to hurt; twenty is the most there is.
func TestHostileTexts(t *testing.T) {
	fill := func(head, part, tail string) func(int) string {
		return func(size int) string { return head + strings.Repeat(part, (size-len(head)-len(tail))/len(part)) + tail }
	}
	unknown := func(c *codec.Cursor) {
		for c.Object(); c.Field(); {
			c.Unknown("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel")
		}
	}
	lists := func(c *codec.Cursor) {
		for c.Array(); c.Item(); {
			items := make([]string, 0, c.Hint())
			for c.Array(); c.Item(); {
				items = append(items, c.String())
			}
			codec.Unique(c, items)
			c.Count(len(items), 0, 1)
		}
	}
	text := func(c *codec.Cursor) {
		_ = c.String()
		c.Length(1, 5)
		c.OneOf("low", "high")
	}
	enums := func(c *codec.Cursor) {
		for c.Array(); c.Item(); {
			c.Choice("alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel")
		}
	}
	unions := func(c *codec.Cursor) { readShape(c) }
	maps := func(c *codec.Cursor) {
		for c.Array(); c.Item(); {
			m := make(map[int]string)
			for c.Object(); c.Field(); {
				key, ok := codec.IntKey[int](c)
				if !ok {
					continue
				}
				m[key] = c.String()
			}
			c.Entries(len(m), 1, -1)
		}
	}
	sets := func(c *codec.Cursor) {
		for c.Array(); c.Item(); {
			set := make(map[string]struct{})
			for c.Array(); c.Item(); {
				item := c.String()
				if _, found := set[item]; found {
					c.RepeatedItem()
				}
				set[item] = struct{}{}
			}
			c.SetCount(len(set), 1, -1)
		}
	}
	distinct := func(c *codec.Cursor) {
		c.Distinct()
		for c.Array(); c.Item(); {
			c.Distinct()
			for c.Array(); c.Item(); {
				c.Distinct()
				c.Skip()
			}
		}
	}
	// most is most of the bytes that a text has.
	most := func(size int) int { return size / 10 * 9 }
	nested := func(levels int, head string, inside func(size int) string, tail string) func(int) string {
		return func(size int) string {
			return `{"x":` + strings.Repeat(head, levels) + inside(size) + strings.Repeat(tail, levels) + `}`
		}
	}
	timed := func(times int, do func()) time.Duration {
		begin := time.Now()
		for range times {
			do()
		}
		return time.Since(begin)
	}
	innocent := []byte(fill(`[`, `{"name":"a b","n":[1,2.5,true,null]},`, `{}]`)(codec.MaxSize))
	decode := func() {
		var v any
		require.NoError(t, json.Unmarshal(innocent, &v))
	}
	ordinary := timed(10, decode) / 10
	const parts, slack = 32, 50 * time.Millisecond
	for _, h := range []struct {
		name string
		text func(size int) string
		read func(c *codec.Cursor)
	}{
		{"blanks", fill(`{"x":`, " ", `1,}`), (*codec.Cursor).Skip},
		{"blanks after a comma", fill(`{"x":[1,`, " ", `]}`), (*codec.Cursor).Skip},
		{"digits", fill(`{"x":`, "9", `}`), func(c *codec.Cursor) { c.Int64() }},
		{"digits of a float", fill(`{"x":0.`, "9", `}`), func(c *codec.Cursor) { c.Float64(); c.AtLeast(1); c.MultipleOf("0.01") }},
		{"exponent", fill(`{"x":1e`, "9", `}`), func(c *codec.Cursor) { c.Int64() }},
		{"zeros", fill(`{"x":0e`, "9", `}`), func(c *codec.Cursor) { c.Float64(); c.MultipleOf("3") }},
		{"duration", fill(`{"x":"`, "1h", `"}`), func(c *codec.Cursor) { c.Duration() }},
		{"duration of digits", fill(`{"x":"`, "1", `h"}`), func(c *codec.Cursor) { c.Duration() }},
		{"time", fill(`{"x":"2026-01-02T15:04:05.`, "1", `Z"}`), func(c *codec.Cursor) { c.Time() }},
		{"escapes", fill(`{"x":"`, `\n`, `"}`), text},
		{"faults", fill(`{"x":"`, "\\q\xff\n", `"}`), text},
		{"string not closed", fill(`{"x":"`, `\"`, ``), text},
		{"unknown keys", fill(`{"x":{`, `"alpho":1,`, `"a":1}}`), unknown},
		{"faulty keys", fill(`{"x":{`, "\"\xff\":1,", `"a":1}}`), unknown},
		{"lists that repeat", fill(`{"x":[`, `["a","a"],`, `[]]}`), lists},
		{"lists of wrong items", fill(`{"x":[`, `["a",1,1,"a"],`, `[]]}`), lists},
		{"short lists", fill(`{"x":[`, `["a"],`, `[]]}`), lists},
		{"lists not closed", fill(`{"x":[`, `[`, ``), lists},
		{"a list in a text", fill(`{"x":"`, `[1,`, `"}`), lists},
		{"wrong choices", fill(`{"x":[`, `"alpho",`, `"alpha"]}`), enums},
		{"wrong kinds", fill(`{"x":[`, `"[1]",`, `[]]}`), lists},
		{"unions with the key last", nested(30, `{"shapes":[`, func(size int) string { return fill("", `{"r":1,"type":"circle"},`, "1")(most(size)) }, `],"type":"group"}`), unions},
		{"unions with a long text before the key", nested(30, `{"shapes":[`, func(size int) string { return fill(`"`, `\\"\\"`, `"`)(most(size)) }, `],"type":"group"}`), unions},
		{"unions without the key", fill(`{"x":[`, `{"typo":1},`, `1]}`), func(c *codec.Cursor) {
			for c.Array(); c.Item(); {
				readShape(c)
			}
		}},
		{"maps of too few entries", fill(`{"x":[`, `{"a":"b"},`, `{}]}`), maps},
		{"maps of wrong keys", fill(`{"x":[{`, `"01":1,`, `"1":1}]}`), maps},
		{"sets that repeat", fill(`{"x":[[`, `"a",`, `"a"]]}`), sets},
		{"short sets", fill(`{"x":[[5],`, `[],`, `[]]}`), sets},
		{"distinct objects", fill(`{"x":[`, `{"b":[1.0,{}],"a":"\u0061"},`, `{"c":1}]}`), distinct},
		{"distinct numbers", fill(`{"x":[[`, `1,`, `2]]}`), distinct},
		{"a distinct object of many keys", fill(`{"x":[[{`, `"k":1,`, `"a":2}]]}`), distinct},
		{"distinct lists in lists", nested(61, `[`, func(size int) string { return fill("", `1,`, "2")(most(size)) }, `]`), distinct},
		{"one union of many keys", fill(`{"x":{`, `"typo":1,`, `"t":1}}`), unions},
	} {
		whole, part := h.text(codec.MaxSize), h.text(codec.MaxSize/parts)
		one, many := time.Hour, time.Hour
		for try := 0; try < 5 && (try == 0 || one > 10*many+slack || one > 100*ordinary); try++ {
			one = min(one, timed(1, func() { readField(whole, h.read) }))
			many = min(many, timed(parts, func() { readField(part, h.read) }))
		}
		t.Logf("%s: %v, in %d parts %v; an ordinary text %v", h.name, one, parts, many, ordinary)
		require.LessOrEqual(t, one, 10*many+slack, h.name)
		require.LessOrEqual(t, one, 100*ordinary, h.name)
	}
}
