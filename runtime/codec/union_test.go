package codec_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

type shape interface{ isShape() }

type circle struct{ R float64 }

type group struct{ Shapes []shape }

func (circle) isShape() {}
func (*group) isShape() {}

// readShape reads a shape in the form of generated code.
func readShape(c *codec.Cursor) shape {
	switch c.Variant("type", "circle", "group") {
	case "circle":
		var v circle
		readCircle(c, &v)
		return v
	case "group":
		v := new(group)
		readGroup(c, v)
		return v
	}
	return nil
}

func readCircle(c *codec.Cursor, v *circle) {
	var seen uint64
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "type":
			seen = c.Once(seen, 1<<0)
			c.Skip()
		case "r":
			seen = c.Once(seen, 1<<1)
			v.R = c.Float64()
		default:
			c.Unknown("type", "r")
		}
	}
	c.Need(seen, 1<<1, "type", "r")
}

func readGroup(c *codec.Cursor, v *group) {
	var seen uint64
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "type":
			seen = c.Once(seen, 1<<0)
			c.Skip()
		case "shapes":
			seen = c.Once(seen, 1<<1)
			v.Shapes = make([]shape, 0, c.Hint())
			for c.Array(); c.Item(); {
				v.Shapes = append(v.Shapes, readShape(c))
			}
		default:
			c.Unknown("type", "shapes")
		}
	}
	c.Need(seen, 1<<1, "type", "shapes")
}

func TestVariant(t *testing.T) {
	var got shape
	read := func(c *codec.Cursor) { got = readShape(c) }
	for _, r := range []struct {
		id, x string
		want  shape
	}{
		{"R13 the key comes first", `{"type":"circle","r":1}`, circle{1}},
		{"R13 the key comes last", `{"r":1,"type":"circle"}`, circle{1}},
		{"R13 white space", "{ \t\"r\" :\n1 , \"type\"\r:  \"circle\" }", circle{1}},
		{"R13 a key inside another value is another key", `{"shapes":[{"r":2,"type":"circle"}],"type":"group"}`, &group{[]shape{circle{2}}}},
		{"R13 brackets and quotes in a text before the key", `{"shapes":[],"type":"group"}`, &group{[]shape{}}},
		{"J12 escapes in the key", `{"r":1,"t\u0079pe":"circle"}`, circle{1}},
		{"J12 escapes in the value", `{"type":"\u0063ircl\u0065","r":1}`, circle{1}},
		{"R14 a pointer", `{"type":"group","shapes":[{"type":"group","shapes":[]}]}`, &group{[]shape{&group{[]shape{}}}}},
	} {
		t.Run(r.id, func(t *testing.T) {
			got = nil
			require.NoError(t, readField(`{"x":`+r.x+`}`, read))
			require.Equal(t, r.want, got)
		})
	}
}

func TestVariantProblems(t *testing.T) {
	deep := strings.Repeat(`{"type":"group","shapes":[`, 32) + `{"type":"circle","r":1}` + strings.Repeat(`]}`, 32)
	for _, r := range []struct{ id, x, want string }{
		{"R13 unknown", `{"r":1,"type":"hexagon"}`, `x.type: "hexagon" is not one of circle, group`},
		{"R13 nearly known", `{"type":"Circle","r":1}`, `x.type: "Circle" is not one of circle, group; did you mean circle?`},
		{"R13 missing", `{"r":1}`, `x: missing "type" (one of circle, group)`},
		{"R13 nothing at all", `{}`, `x: missing "type" (one of circle, group)`},
		{"J5 the key in another case", `{"r":1,"Type":"circle"}`, `x: missing "type" (one of circle, group); did you mean it by "Type"?`},
		{"R13 of another kind", `{"type":5}`, `x.type: expected string, got number 5; put quotes around it`},
		{"R13 an object", `{"type":{"type":"circle"}}`, `x.type: expected string, got object`},
		{"R13 null", `{"r":1,"type":null}`, `x.type: expected string, got null`},
		{"R10 no object", `[]`, `x: expected object whose "type" is one of circle, group, got array`},
		{"R10 a text", `"circle"`, `x: expected object whose "type" is one of circle, group, got string "circle"`},
		{"R10 JSON in a text", `"{\"type\":\"circle\"}"`, `x: expected object whose "type" is one of circle, group, got a string that contains JSON; send the object itself`},
		{"N1 null", `null`, `x: expected object whose "type" is one of circle, group, got null`},
		{"J4 the key comes twice", `{"type":"circle","r":1,"type":"circle"}`, `x: duplicate key "type"; send it once`},
		{"J4 the key comes twice with another value", `{"type":"circle","r":1,"type":"group"}`, `x: duplicate key "type"; send it once`},
		{"J4 the key comes twice with another kind", `{"type":"circle","r":1,"type":5}`, `x: duplicate key "type"; send it once`},
		{"R13 never the first that fits", `{"shapes":[],"type":"circle"}`, `x: unknown key "shapes"; known are "type", "r"` + "\n" + `x: missing required "r"`},
		{"R13 problems inside", `{"r":"1","type":"circle"}`, `x.r: expected number, got string "1"; send the bare value`},
		{"R13 in a list", `{"type":"group","shapes":[{"type":"circle","r":1},{"r":2},{"type":"x"},null,3]}`,
			`x.shapes[1]: missing "type" (one of circle, group)` + "\n" + `x.shapes[2].type: "x" is not one of circle, group` + "\n" +
				`x.shapes[3]: expected object whose "type" is one of circle, group, got null; leave it out` + "\n" + `x.shapes[4]: expected object whose "type" is one of circle, group, got number 3`},
		{"J7 no text in an unknown variant", "{\"a\":\"\xff\",\"type\":\"x\"}", `x.a: not valid Unicode text (at offset 11)`},
		{"J7 no text for the key", "{\"type\":\"\xff\"}", `x.type: not valid Unicode text (at offset 14)`},
		{"J8 an escape that is none", `{"type":"\c"}`, `x.type: unknown escape \c (at offset 14); write \\ for a backslash`},
		{"J7 half a character", `{"type":"\ud800"}`, `x.type: not valid Unicode text (at offset 14)`},
		{"J3 the object does not end", `{"type":"circle","r":1`, `arguments: not valid JSON at offset 28: expected "," or "}", got the end of the text; send the arguments in full`},
		{"J3 broken before the key", `{"r":1 "type":"circle"}`, `arguments: not valid JSON at offset 12: expected "," or "}", got "\""`},
		{"J3 brackets of two kinds", `{"r":[1},"type":"circle"}`, `arguments: not valid JSON at offset 12: expected "," or "]", got "}"`},
		{"J3 a bracket too many", `{"r":1],"type":"circle"}`, `arguments: not valid JSON at offset 11: expected "," or "}", got "]"`},
		{"J3 no value", `{"type"}`, `arguments: not valid JSON at offset 12: expected ":", got "}"`},
		{"J9 too deep", deep, `arguments: nested deeper than 64`},
	} {
		t.Run(r.id, func(t *testing.T) {
			require.Equal(t, r.want, problemsOf(readField(`{"x":`+r.x+`}`, func(c *codec.Cursor) { readShape(c) })))
		})
	}
}

// A variant of a union costs what its value costs: here the number that is put into an interface.
func TestVariantAllocations(t *testing.T) {
	args := []byte(`{"x":{"r":1.5,"typ\u0065":"circle"}}`)
	allocs := testing.AllocsPerRun(100, func() {
		c := codec.Open(args)
		for c.Object(); c.Field(); {
			if readShape(&c) == nil {
				t.Error("no shape")
			}
		}
	})
	require.Equal(t, 2.0, allocs, "one for the escaped key, which the cursor copies, one for the value")
}

// What Variant finds is what encoding/json finds, whatever stands before the key.
func FuzzVariant(f *testing.F) {
	for _, seed := range []string{`{"type":"circle","r":1}`, `{"r":[{"type":"group"},"}"],"type":"circle"}`, `{"a":"\"type\":\"group\"","type":"group"}`, `{"\u0074ype":"c\u0069rcle"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var found string
		err := readField(`{"x":`+string(text)+`}`, func(c *codec.Cursor) {
			if found = c.Variant("type", "circle", "group"); found != "" {
				c.Skip()
			}
		})
		if err != nil {
			return
		}
		require.Equal(t, first(t, text, "type"), found, "%s", text)
	})
}

// first is the value of the first field of an object that has the name.
func first(t *testing.T, text []byte, name string) string {
	dec := json.NewDecoder(strings.NewReader(string(text)))
	_, err := dec.Token()
	require.NoError(t, err)
	for dec.More() {
		key, err := dec.Token()
		require.NoError(t, err)
		var value json.RawMessage
		require.NoError(t, dec.Decode(&value))
		if key == name {
			var out string
			require.NoError(t, json.Unmarshal(value, &out))
			return out
		}
	}
	return ""
}

func TestNoVariant(t *testing.T) {
	_, _, err := codec.Finish(append(codec.AppendNoVariant([]byte(`{"shapes":[{},`)), "]}"...))
	require.EqualError(t, err, "result.shapes[1] is of a kind that the tool does not declare")
}

func TestVariantCoercions(t *testing.T) {
	for _, r := range []struct {
		id     string
		allow  codec.Leniency
		x      string
		want   shape
		notes  string
		reject string
	}{
		{"L4", codec.JSONText, `"{\"r\":1,\"type\":\"circle\"}"`, circle{1}, "coerced_json x", ""},
		{"L4 in a list", codec.JSONText, `{"type":"group","shapes":["{\"type\":\"circle\",\"r\":2}"]}`, &group{[]shape{circle{2}}}, "coerced_json x.shapes[0]", ""},
		{"L4 of another kind", codec.JSONText, `"[1]"`, nil, "", `x: expected object whose "type" is one of circle, group, got string "[1]"`},
		{"L4 no variant", codec.JSONText, `"{\"type\":\"x\"}"`, nil, "", `x.type: "x" is not one of circle, group`},
		{"L8", codec.FoldedEnum, `{"r":1,"type":"CIRCLE"}`, circle{1}, "coerced_enum x", ""},
		{"L8 nothing like it", codec.FoldedEnum, `{"type":"square"}`, nil, "", `x.type: "square" is not one of circle, group`},
		{"L9", codec.SingleItem, `{"shapes":{"type":"circle","r":3},"type":"group"}`, &group{[]shape{circle{3}}}, "coerced_single x.shapes", ""},
		{"L4 L8 L9", codec.JSONText | codec.FoldedEnum | codec.SingleItem, `"{\"shapes\":{\"type\":\"Circle\",\"r\":3},\"type\":\"Group\"}"`, &group{[]shape{circle{3}}},
			"coerced_json x coerced_enum x coerced_single x.shapes coerced_enum x.shapes[0]", ""},
		{"not asked for", codec.NumberText, `{"type":"CIRCLE"}`, nil, "", `x.type: "CIRCLE" is not one of circle, group; did you mean circle?`},
	} {
		t.Run(r.id, func(t *testing.T) {
			var got shape
			var notes []string
			err := readField(`{"x":`+r.x+`}`, func(c *codec.Cursor) {
				c.Lenient(r.allow)
				got = readShape(c)
				for _, n := range c.Notes() {
					notes = append(notes, n.Kind+" "+n.Path)
				}
			})
			require.Equal(t, r.reject, problemsOf(err))
			if r.reject == "" {
				require.Equal(t, r.want, got)
				require.Equal(t, r.notes, strings.Join(notes, " "))
			}
		})
	}
}
