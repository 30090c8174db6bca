package codec_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/runtime/codec"
)

// loose is a reader of {"n":int,"f":float,"on":bool,"s":string,"tags":[string],"m":[[int]],"in":{"k":int},"e":enum,"o":optional int}.
type loose struct {
	n    int64
	f    float64
	on   bool
	s    string
	tags []string
	m    [][]int64
	k    int64
	e    string
	o    int64
	had  bool
}

func readLoose(args string, l codec.Leniency) (loose, []codec.Note, error) {
	var v loose
	c := codec.Open([]byte(args))
	c.Lenient(l)
	c.Unwrap("n", "f", "on", "s", "tags", "m", "in", "e", "o")
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "n":
			v.n = c.Int64()
		case "f":
			v.f = c.Float64()
		case "on":
			v.on = c.Bool()
		case "s":
			v.s = c.String()
		case "tags":
			for c.Array(); c.Item(); {
				v.tags = append(v.tags, c.String())
			}
		case "m":
			for c.Array(); c.Item(); {
				var row []int64
				for c.Array(); c.Item(); {
					row = append(row, c.Int64())
				}
				v.m = append(v.m, row)
			}
		case "in":
			for c.Object(); c.Field(); {
				if string(c.Key) == "k" {
					v.k = c.Int64()
				} else {
					c.Unknown("k")
				}
			}
		case "e":
			switch string(c.Folded("in progress", "done", "not_done")) {
			case "in progress":
				v.e = "in progress"
			case "done":
				v.e = "done"
			case "not_done":
				v.e = "not_done"
			default:
				c.OneOf("in progress", "done", "not_done")
			}
		case "o":
			if !c.Absent() {
				v.o, v.had = c.Int64(), true
			}
		default:
			c.Unknown("n", "f", "on", "s", "tags", "m", "in", "e", "o")
		}
	}
	err := c.Close()
	return v, c.Notes(), err
}

const lenientAll = codec.JSONText | codec.NumberText | codec.BoolText | codec.ScalarAsText | codec.FoldedEnum | codec.SingleItem |
	codec.EmptyAsAbsent | codec.WrappedArgs | codec.WarnUnknown

func TestCoercions(t *testing.T) {
	for _, row := range []struct {
		id    string
		allow codec.Leniency
		args  string
		want  loose
		notes []string // kind path
	}{
		{"L4 array", codec.JSONText, `{"tags":"[\"a\",\"b\"]","n":1}`, loose{tags: []string{"a", "b"}, n: 1}, []string{"coerced_json tags"}},
		{"L4 blanks and escapes", codec.JSONText, `{"tags":" [ \"\u00e9\\n\" ] ","s":"x"}`, loose{tags: []string{"é\n"}, s: "x"}, []string{"coerced_json tags"}},
		{"L4 object", codec.JSONText, `{"in":"{\"k\":5}"}`, loose{k: 5}, []string{"coerced_json in"}},
		{"L4 empty", codec.JSONText, `{"tags":"[]","m":"[[1],[2,3]]"}`, loose{m: [][]int64{{1}, {2, 3}}}, []string{"coerced_json tags", "coerced_json m"}},
		{"L5", codec.NumberText, `{"n":"5","f":"-1.5e2"}`, loose{n: 5, f: -150}, []string{"coerced_number n", "coerced_number f"}},
		{"L5 exact", codec.NumberText, `{"n":"9007199254740993"}`, loose{n: 9007199254740993}, []string{"coerced_number n"}},
		{"L5 inside", codec.NumberText, `{"m":[["1",2],["3"]]}`, loose{m: [][]int64{{1, 2}, {3}}}, []string{"coerced_number m[0][0]", "coerced_number m[1][0]"}},
		{"L6", codec.BoolText, `{"on":"true"}`, loose{on: true}, []string{"coerced_bool on"}},
		{"L6 false", codec.BoolText, `{"on":"false","s":"true"}`, loose{s: "true"}, []string{"coerced_bool on"}},
		{"L7", codec.ScalarAsText, `{"s":1.50}`, loose{s: "1.50"}, []string{"coerced_string s"}},
		{"L7 bool", codec.ScalarAsText, `{"tags":[true,"x",7]}`, loose{tags: []string{"true", "x", "7"}}, []string{"coerced_string tags[0]", "coerced_string tags[2]"}},
		{"L8", codec.FoldedEnum, `{"e":"In-Progress"}`, loose{e: "in progress"}, []string{"coerced_enum e"}},
		{"L8 exact first", codec.FoldedEnum, `{"e":"not_done"}`, loose{e: "not_done"}, nil},
		{"L9", codec.SingleItem, `{"tags":"a","n":2}`, loose{tags: []string{"a"}, n: 2}, []string{"coerced_single tags"}},
		{"L9 twice", codec.SingleItem, `{"m":7,"n":3}`, loose{m: [][]int64{{7}}, n: 3}, []string{"coerced_single m", "coerced_single m[0]"}},
		{"L9 after L4", codec.SingleItem | codec.JSONText, `{"m":"[1,[2]]","n":3}`, loose{m: [][]int64{{1}, {2}}, n: 3}, []string{"coerced_json m", "coerced_single m[0]"}},
		{"L10", codec.EmptyAsAbsent, `{"o":"","s":""}`, loose{}, []string{"coerced_empty o"}},
		{"L11 warn", codec.WarnUnknown, `{"x":[1],"n":1,"in":{"y":2}}`, loose{n: 1}, []string{"unknown_key arguments", "unknown_key in"}},
		{"L11 one key in two objects", codec.WarnUnknown, `{"in":{"x":1},"x":2}`, loose{}, []string{"unknown_key in", "unknown_key arguments"}},
		{"L11 ignore", codec.IgnoreUnknown, `{"x":[1],"n":1}`, loose{n: 1}, nil},
		{"L12", codec.WrappedArgs, ` {"arguments": {"n":1} } `, loose{n: 1}, []string{"coerced_wrapper arguments"}},
		{"L12 and more", codec.WrappedArgs | codec.NumberText, `{"input":{"n":"1"}}`, loose{n: 1}, []string{"coerced_wrapper arguments", "coerced_number n"}},
	} {
		t.Run(row.id, func(t *testing.T) {
			args := []byte(row.args)
			got, notes, err := readLoose(string(args), row.allow)
			require.NoError(t, err)
			require.Equal(t, row.want, got)
			var said []string
			for _, n := range notes {
				said = append(said, n.Kind+" "+n.Path)
			}
			require.Equal(t, row.notes, said)
			require.Equal(t, row.args, string(args), "the caller's bytes stay")

			_, notes, err = readLoose(row.args, 0)
			require.Nil(t, notes)
			if len(row.notes) > 0 || row.allow == codec.IgnoreUnknown {
				require.Error(t, err, "nothing is put right unasked")
			}
		})
	}
}

// Two values that one text could mean are as good as none (L8), and an object with more keys is no wrapper (L12).
func TestCoercionsAmbiguous(t *testing.T) {
	c := codec.Open([]byte(`{"e":"NOTDONE"}`))
	c.Lenient(codec.FoldedEnum)
	for c.Object(); c.Field(); {
		require.Equal(t, "NOTDONE", string(c.Folded("not_done", "not done")))
	}
	require.NoError(t, c.Close())
	require.Empty(t, c.Notes())

	_, _, err := readLoose(`{"tags":"\u00a0[]"}`, codec.JSONText)
	require.ErrorContains(t, err, "tags: expected array, got string", "a blank that JSON does not have")

	_, _, err = readLoose(`{"arguments":{"n":1},"n":1}`, codec.WrappedArgs)
	require.ErrorContains(t, err, `unknown key "arguments"`)
	_, _, err = readLoose(`{"arguments":5}`, codec.WrappedArgs)
	require.ErrorContains(t, err, `unknown key "arguments"`)
}

// What looks alike and is not, stays refused when everything is allowed.
func TestCoercionsRefused(t *testing.T) {
	for _, row := range []struct{ id, args, problem string }{
		{"L4 one layer", `{"m":"[\"[1]\"]"}`, `m[0]: expected array, got a string that contains JSON; send the array itself`},
		{"L4 half a value", `{"in":"{\"k\":5"}`, `in: expected object, got string "{\"k\":5"`},
		{"L4 rules go on", `{"in":"{\"k\":\"x\"}"}`, `in.k: expected whole number, got string "x"`},
		{"L4 Unicode goes on", `{"tags":"[\"\ud800\"]"}`, `tags: not valid Unicode text (at offset 12)`},
		{"L5 spaces", `{"n":" 5"}`, `n: expected whole number, got string " 5"`},
		{"L5 plus", `{"n":"+5"}`, `n: expected whole number, got string "+5"`},
		{"L5 hex", `{"n":"0x5"}`, `n: expected whole number, got string "0x5"`},
		{"L5 fraction", `{"n":"5.5"}`, `n: expected whole number, got number 5.5`},
		{"L5 escapes", `{"n":"\u0035"}`, `n: expected whole number, got string "5"; send the bare value`},
		{"L6 one", `{"on":1}`, `on: expected true or false, got number 1`},
		{"L6 yes", `{"on":"yes"}`, `on: expected true or false, got string "yes"`},
		{"L6 case", `{"on":"True"}`, `on: expected true or false, got string "True"`},
		{"L7 null", `{"s":null}`, `s: expected string, got null`},
		{"L7 array", `{"s":[1]}`, `s: expected string, got array`},
		{"L8 none", `{"e":"finished"}`, `e: "finished" is not one of "in progress", done, not_done`},
		{"L9 null", `{"tags":null}`, `tags: expected array, got null; send [] for none`},
		{"L9 not an item", `{"tags":{"a":1}}`, `tags: expected array, got object; put it in [ ]`},
		{"L9 not an item, twice", `{"m":"x","n":"y"}`, "m: expected array, got string \"x\"; put it in [ ]\nn: expected whole number, got string \"y\""},
		{"L9 not an item of the inner one", `{"m":[[1],"x",2,true]}`, "m[1]: expected array, got string \"x\"; put it in [ ]\nm[3]: expected array, got boolean true; put it in [ ]"},
		{"L9 the offset as sent", `{"tags":"a","m":2,"n":2} x`, `arguments: not valid JSON at offset 25: expected the end, got "x"`},
		{"L10 required", `{"n":""}`, `n: expected whole number, got string ""`},
		{"J2", `"{\"n\":1}"`, `arguments: must be a JSON object, got a string that contains JSON; send the object itself`},
		{"J4 among what is skipped", `{"x":1,"y":{"z":2},"x":3}`, `arguments: duplicate key "x"; send it once`},
		{"J4 in an object", `{"in":{"x":[{"x":1}],"x":2}}`, `in: duplicate key "x"; send it once`},
		{"J4 inside what is skipped", `{"x":{"a":1,"a":2}}`, `x: duplicate key "a"; send it once`},
		{"J3", `{"n":"1"} x`, ``},
		{"L13 comma", `{"n":"1",}`, ``},
	} {
		t.Run(row.id, func(t *testing.T) {
			_, _, err := readLoose(row.args, lenientAll)
			if row.problem != "" {
				require.EqualError(t, err, row.problem)
			} else {
				require.Error(t, err)
			}
		})
	}
}

// Each single item copies the arguments, so there is an end to it.
func TestL9Bound(t *testing.T) {
	args := `{"m":[` + strings.Repeat(`1,`, 99) + `1]}`
	_, notes, err := readLoose(args, codec.SingleItem)
	require.ErrorContains(t, err, "m[16]: expected array, got number 1")
	require.Len(t, notes, 16)
}

// FuzzCoercions holds the laws of section 10: what is accepted strictly is read alike and without a note; the caller's bytes never
// change; nothing panics.
func FuzzCoercions(f *testing.F) {
	for _, seed := range []string{`{"n":"5","tags":"[\"a\"]"}`, `{"m":"[1]","s":7}`, `{"arguments":{"o":""}}`, `{"e":"DONE","x":1}`, `{"m":1}`} {
		f.Add([]byte(seed), uint16(lenientAll))
	}
	f.Fuzz(func(t *testing.T, args []byte, l uint16) {
		before := bytes.Clone(args)
		strict, _, refused := readLoose(string(args), 0)
		got, notes, err := readLoose(string(args), codec.Leniency(l))
		require.Equal(t, before, args)
		if refused == nil {
			require.NoError(t, err)
			require.Equal(t, strict, got)
			require.Empty(t, notes)
		}
		if err == nil && refused != nil && codec.Leniency(l)&codec.IgnoreUnknown == 0 {
			require.NotEmpty(t, notes, "what is put right is said")
		}
	})
}
