package codec_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

// readReport reads arguments in the shape of a generated adapter: two required fields, one optional, a nested object.
func readReport(args string) error {
	var seen uint64
	c := codec.Open([]byte(args))
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "city":
			seen = c.Once(seen, 1<<0)
			_ = c.String()
			c.Length(1, 100)
		case "limit":
			seen = c.Once(seen, 1<<1)
			if !c.Null() {
				c.IntIn(1, 14)
			}
		case "unit":
			seen = c.Once(seen, 1<<2)
			c.Choice("metric", "imperial")
		case "filter":
			seen = c.Once(seen, 1<<3)
			var nested uint64
			for c.Object(); c.Field(); {
				switch string(c.Key) {
				case "min":
					nested = c.Once(nested, 1<<0)
					c.Int()
				case "tags":
					nested = c.Once(nested, 1<<1)
					for c.Array(); c.Item(); {
						_ = c.String()
					}
				default:
					c.Unknown("min", "tags")
				}
			}
			c.Need(nested, 1<<0, "min", "tags")
		default:
			c.Unknown("city", "limit", "unit", "filter")
		}
	}
	c.Need(seen, 1<<0|1<<2, "city", "limit", "unit", "filter")
	return c.Close()
}

func TestArguments(t *testing.T) {
	const required = `"city":"a","unit":"metric"`
	for _, r := range []struct{ id, args, want string }{
		{"accepted", `{` + required + `}`, ``},
		{"accepted, any order", ` { "unit" : "imperial" , "limit" : null , "city" : "b" } `, ``},
		{"J1 empty", ``, `arguments: missing required "city", "unit"`},
		{"J1 blank", " \t\r\n", `arguments: missing required "city", "unit"`},
		{"J1 null", `null`, `arguments: missing required "city", "unit"`},
		{"J1 null, blanks", ` null `, `arguments: missing required "city", "unit"`},
		{"J1 empty object", `{}`, `arguments: missing required "city", "unit"`},
		{"J2 array", `[1,2]`, `arguments: must be a JSON object, got array`},
		{"J2 string", `"x"`, `arguments: must be a JSON object, got string "x"`},
		{"J2 number", `5`, `arguments: must be a JSON object, got number 5`},
		{"J2 boolean", `true`, `arguments: must be a JSON object, got boolean true`},
		{"J2 object as text", `"{\"city\":\"a\"}"`, `arguments: must be a JSON object, got a string that contains JSON; send the object itself`},
		{"J2 prose", `What is a chatbot?`, `arguments: must be a JSON object, got text that is not JSON; write it like {"key":"value"}`},
		{"J2 null and more", `null null`, `arguments: must be a JSON object, got text that is not JSON; write it like {"key":"value"}`},
		{"J2 fenced", "```json\n{}\n```", `arguments: must be a JSON object, got a Markdown fence; send what is inside it alone`},
		{"J3 byte order mark", "\ufeff{}", `arguments: must be a JSON object, got a byte order mark at offset 0; remove it`},
		{"J3 trailing text", `{` + required + `} x`, `arguments: not valid JSON at offset 29: expected the end, got "x"`},
		{"J3 second object", `{` + required + `}{"b":2}`, `arguments: not valid JSON at offset 28: expected the end, got "{"`},
		{"J3 closing brace too many", `{` + required + `}}`, `arguments: not valid JSON at offset 28: expected the end, got "}"`},
		{"J3 not closed", `{"city":"a"`, `arguments: not valid JSON at offset 11: expected "," or "}", got the end of the text; send the arguments in full`},
		{"J3 cut in a string", `{"city":"a`, `arguments: not valid JSON at offset 10: expected a closing quote, got the end of the text; send the arguments in full`},
		{"J3 cut in a key", `{"ci`, `arguments: not valid JSON at offset 4: expected a closing quote, got the end of the text; send the arguments in full`},
		{"J3 cut after a key", `{"city"`, `arguments: not valid JSON at offset 7: expected ":", got the end of the text; send the arguments in full`},
		{"J3 cut after a colon", `{"city":`, `arguments: not valid JSON at offset 8: expected a value, got the end of the text; send the arguments in full`},
		{"J3 cut after a comma", `{"city":"a",`, `arguments: not valid JSON at offset 12: expected a key in double quotes, got the end of the text; send the arguments in full`},
		{"J3 cut at once", `{`, `arguments: not valid JSON at offset 1: expected a key in double quotes, got the end of the text; send the arguments in full`},
		{"J3 trailing comma", `{"city":"a",}`, `arguments: not valid JSON at offset 12: expected a key in double quotes, got "}"; remove the comma before it`},
		{"J3 no comma", `{"city":"a" "unit":"metric"}`, `arguments: not valid JSON at offset 12: expected "," or "}", got "\""`},
		{"J3 leading comma", `{,"city":"a"}`, `arguments: not valid JSON at offset 2: expected a key in double quotes, got "\""`},
		{"J3 single quotes", `{'city':"a"}`, `arguments: not valid JSON at offset 1: expected a key in double quotes, got "'"; use double quotes`},
		{"J3 single quotes, value", `{"city":'a'}`, `arguments: not valid JSON at offset 8: expected a value, got "'"; use double quotes`},
		{"J3 bare key", `{city:"a"}`, `arguments: not valid JSON at offset 1: expected a key in double quotes, got "city"`},
		{"J3 bare value", `{"city":Paris}`, `arguments: not valid JSON at offset 8: expected a value, got "Paris"`},
		{"J3 comment", `{"city":"a" /*x*/}`, `arguments: not valid JSON at offset 12: expected "," or "}", got "/"; comments are not allowed`},
		{"J3 Python literal", `{"limit":None}`, `arguments: not valid JSON at offset 9: expected a value, got "None"; write true, false or null`},
		{"J3 literal", `{"limit":nul}`, `arguments: not valid JSON at offset 9: expected a value, got "nul"`},
		{"J3 no colon", `{"city" "a"}`, `arguments: not valid JSON at offset 8: expected ":", got "\""`},
		{"J3 broken in a skipped value", `{"other":[1,{"a" 1}]}`, "arguments: unknown key \"other\"; known are \"city\", \"limit\", \"unit\", \"filter\"\narguments: not valid JSON at offset 17: expected \":\", got \"1\""},
		{"J3 array with a trailing comma", `{"filter":{"tags":["a",]}}`, `arguments: not valid JSON at offset 23: expected a value, got "]"; remove the comma before it`},
		{"J3 array without a comma", `{"filter":{"tags":["a" "b"]}}`, `arguments: not valid JSON at offset 23: expected "," or "]", got "\""`},
		{"J3 array, wrong bracket", `{"filter":{"tags":["a"}}`, `arguments: not valid JSON at offset 22: expected "," or "]", got "}"`},
		{"J3 control character", "{\"city\":\x01}", `arguments: not valid JSON at offset 8: expected a value, got "\u0001"`},
		{"J3 not UTF-8", "{\"city\":\xff}", `arguments: not valid JSON at offset 8: expected a value, got "�"`},
		{"J3 long word", `{"city":abcdefghijklmnopqrstuvwxyz}`, `arguments: not valid JSON at offset 8: expected a value, got "abcdefghijklmnop"`},
		{"J4 duplicate", `{` + required + `,"city":"b"}`, `arguments: duplicate key "city"; send it once`},
		{"J4 duplicate, escaped", `{` + required + `,"c\u0069ty":"b"}`, `arguments: duplicate key "city"; send it once`},
		{"J4 duplicate, nested", `{` + required + `,"filter":{"min":1,"min":2}}`, `filter: duplicate key "min"; send it once`},
		{"J5 case", `{` + required + `,"Limit":3}`, `arguments: unknown key "Limit"; did you mean "limit"?`},
		{"J5 case beyond ASCII", `{` + required + `,"limıt":3}`, `arguments: unknown key "limıt"; did you mean "limit"?`},
		{"J6 unknown", `{` + required + `,"colour":"red"}`, `arguments: unknown key "colour"; known are "city", "limit", "unit", "filter"`},
		{"J6 near", `{` + required + `,"limt":3}`, `arguments: unknown key "limt"; did you mean "limit"?`},
		{"J6 the beginning", `{` + required + `,"lim":3}`, `arguments: unknown key "lim"; did you mean "limit"?`},
		{"J6 nested", `{` + required + `,"filter":{"min":1,"x":2}}`, `filter: unknown key "x"; known are "min", "tags"`},
		{"J6 long", `{` + required + `,"` + strings.Repeat("k", 50) + `":2}`, `arguments: unknown key "` + strings.Repeat("k", 40) + `…"; known are "city", "limit", "unit", "filter"`},
		{"J9 deep", strings.Repeat(`{"a":`, 65) + `1` + strings.Repeat(`}`, 65), "arguments: unknown key \"a\"; known are \"city\", \"limit\", \"unit\", \"filter\"\narguments: nested deeper than 64"},
		{"J12 escaped key", `{"\u0063ity":"a","unit":"metric"}`, ``},
		{"J13 one missing", `{"city":"a"}`, `arguments: missing required "unit"`},
		{"J13 present though null", `{"city":null,"unit":"metric"}`, `city: expected string, got null`},
		{"J13 nested", `{` + required + `,"filter":{}}`, `filter: missing required "min"`},
		{"J13 not of an object that is none", `{` + required + `,"filter":[]}`, `filter: expected object, got array`},
		{"N1 null", `{"city":null,"unit":null}`, "city: expected string, got null\nunit: expected one of metric, imperial, got null"},
		{"every problem in one answer", `{"city":5,"limit":0,"unit":"metrik","filter":{"tags":["a",null,3]},"color":1}`, strings.Join([]string{
			`city: expected string, got number 5; put quotes around it`,
			`limit: must be between 1 and 14, got 0`,
			`unit: "metrik" is not one of metric, imperial; did you mean metric?`,
			`filter.tags[1]: expected string, got null; leave it out`,
			`filter.tags[2]: expected string, got number 3; put quotes around it`,
			`filter: missing required "min"`,
			`arguments: unknown key "color"; known are "city", "limit", "unit", "filter"`,
		}, "\n")},
		{"nothing is said after broken syntax", `{"limit":99,"city":,"unit":5}`, "limit: must be between 1 and 14, got 99\narguments: not valid JSON at offset 19: expected a value, got \",\""},
		{"a broken value is one problem", `{"city":[1,}`, `arguments: not valid JSON at offset 11: expected a value, got "}"; remove the comma before it`},
		{"a wrong value with a bad string is one problem", "{\"city\":\"a\",\"unit\":[\"\xff\"]}", `unit[0]: not valid Unicode text (at offset 21)`},
		{"a bad key is one problem", "{" + required + ",\"\xff\":1}", `arguments: not valid Unicode text in a key (at offset 29)`},
	} {
		t.Run(r.id, func(t *testing.T) {
			require.Equal(t, r.want, problemsOf(readReport(r.args)), "%s", r.args)
		})
	}
}

func TestJ9Size(t *testing.T) {
	pad := func(n int) string { return `{"city":"a","unit":"metric"` + strings.Repeat(" ", n-28) + `}` }
	require.NoError(t, readReport(pad(codec.MaxSize)))
	require.EqualError(t, readReport(pad(codec.MaxSize+1)), `arguments: must be at most 1 MiB, has 1048577 bytes`)
	require.EqualError(t, readReport(strings.Repeat("[", 50<<20)), `arguments: must be at most 1 MiB, has 52428800 bytes`)
}

func TestUnknownWithoutKnown(t *testing.T) {
	c := codec.Open([]byte(`{"x":1}`))
	for c.Object(); c.Field(); {
		c.Unknown()
	}
	require.EqualError(t, c.Close(), `arguments: unknown key "x"; remove it, no keys are known here`)
}

func TestNeedListsManyNames(t *testing.T) {
	names := make([]string, 64)
	for i := range names {
		names[i] = "f" + strconv.Itoa(i)
	}
	c := codec.Open([]byte(`{}`))
	for c.Object(); c.Field(); {
		c.Skip()
	}
	c.Need(0, 1<<64-1, names...)
	err := c.Close()
	require.ErrorContains(t, err, `missing required "f0", "f1", `)
	require.ErrorContains(t, err, `"f29", …`)
}

func TestProblemsAreAtMostTen(t *testing.T) {
	var args strings.Builder
	args.WriteString(`{"tags":[`)
	for i := range 5000 {
		if i > 0 {
			args.WriteByte(',')
		}
		args.WriteString(`{"Name":1}`)
	}
	args.WriteString(`]}`)
	c := codec.Open([]byte(args.String()))
	for c.Object(); c.Field(); {
		for c.Array(); c.Item(); {
			for c.Object(); c.Field(); {
				c.Unknown("name")
			}
			c.Need(0, 1, "name")
		}
	}
	var problems *codec.Problems
	require.True(t, errors.As(c.Close(), &problems))
	require.Len(t, problems.List, 10)
	require.Equal(t, codec.Problem{Path: "tags[0]", Message: `unknown key "Name"; did you mean "name"?`}, problems.List[0])
	require.Equal(t, codec.Problem{Path: "tags[4]", Message: `missing required "name"`}, problems.List[9])
	require.Equal(t, `tags[4]: missing required "name"`, problems.List[9].String())
}

func TestBrokenAfterTenProblemsIsStillRefused(t *testing.T) {
	c := codec.Open([]byte(`{"a":[1,2,3,4,5,6,7,8,9,10,11,}`))
	for c.Object(); c.Field(); {
		for c.Array(); c.Item(); {
			_ = c.String()
		}
	}
	var problems *codec.Problems
	require.True(t, errors.As(c.Close(), &problems))
	require.Len(t, problems.List, 10)
}

func TestCloseTwice(t *testing.T) {
	c := codec.Open([]byte(`{"a":1}`))
	for c.Object(); c.Field(); {
		_ = c.String()
	}
	require.EqualError(t, c.Close(), "a: expected string, got number 1; put quotes around it")
	require.EqualError(t, c.Close(), "a: expected string, got number 1; put quotes around it")
}

func TestPaths(t *testing.T) {
	// wrong reads any value and finds every true wrong.
	var wrong func(c *codec.Cursor, depth int)
	wrong = func(c *codec.Cursor, depth int) {
		if depth%2 == 0 {
			for c.Object(); c.Field(); {
				wrong(c, depth+1)
			}
			return
		}
		for c.Array(); c.Item(); {
			if depth == 3 {
				c.Int()
				continue
			}
			wrong(c, depth+1)
		}
	}
	long := strings.Repeat(`{"k":[0,0,0]},`, 2000)
	for _, r := range []struct{ args, want string }{
		{`{"a":[{"b":[true]}]}`, `a[0].b[0]`},
		{`{"a":[{},{"b":[]},{"c":[0,0],"b":[0,true]}]}`, `a[2].b[1]`},
		{`{"a":[],"b":[{}],"c":[{"x":[true]}]}`, `c[0].x[0]`},
		{`{"a b":[{"":[true]}]}`, `["a b"][0][""][0]`},
		{`{"a.b":[{"9":[true]}]}`, `["a.b"][0]["9"][0]`},
		{`{"a-b":[{"x_9":[true]}]}`, `a-b[0].x_9[0]`},
		{`{"\u0061":[{"\"":[true]}]}`, `a[0]["\""][0]`},
		{`{"é":[{"\u00e9":[true]}]}`, `["é"][0]["é"][0]`},
		{`{"` + strings.Repeat("k", 60) + `":[{"b":[true]}]}`, `["` + strings.Repeat("k", 40) + `…"][0].b[0]`},
		{`{"s\\":[{"x":[0,true]}]}`, `["s\\"][0].x[1]`},
		{`{"a":[` + long + `{"b":[true]}]}`, `a[2000].b[0]`},
		{`{"y":[` + strings.ReplaceAll(long, `"k"`, `"\"}]{["`) + `{"b":[true]}]}`, `y[2000].b[0]`},
		{`{"y":[` + strings.ReplaceAll(long, `"k"`, `"Yy_}]]]"`) + `{"b":[true]}]}`, `y[2000].b[0]`},
		{`{"y":[` + strings.ReplaceAll(long, `"k"`, `"[[[{é"`) + `{"b":[true]}]}`, `y[2000].b[0]`},
		{`{"y":[` + long + `{"\\":[0]},` + long + `{"b":[true]}]}`, `y[4001].b[0]`},
		{`{"y":[{"a":[` + strings.Repeat("0,", 5000) + `0]},{"b":[0,true]}]}`, `y[1].b[1]`},
	} {
		c := codec.Open([]byte(r.args))
		wrong(&c, 0)
		var problems *codec.Problems
		require.True(t, errors.As(c.Close(), &problems), r.want)
		require.Equal(t, []codec.Problem{{Path: r.want, Message: "expected whole number, got boolean true"}}, problems.List)
	}
}

func TestHint(t *testing.T) {
	hint := func(value string) (n int) {
		require.NoError(t, readField(`{"x":`+value+`}`, func(c *codec.Cursor) { n = c.Hint(); c.Skip() }))
		return n
	}
	for value, want := range map[string]int{
		`[]`: 0, "[ \n]": 0, `[1]`: 1, `[1,2,3]`: 3, `[[1,2],[3],{"a":1,"b":2}]`: 3, `["a,b","]"]`: 2, `["\",\\",[]]`: 2, `[[]]`: 1,
		`null`: 0, `"[1,2]"`: 0, `{"a":1,"b":2}`: 0, `5`: 0,
	} {
		require.Equal(t, want, hint(value), value)
	}
	require.InDelta(t, 500, hint(`[`+strings.Repeat(`{"id":1234,"name":"a name","tags":["a","b"]},`, 499)+`{}]`), 60)
	require.Equal(t, 1024, hint(`[`+strings.Repeat(`0,`, 9999)+`0]`))
	require.InDelta(t, 10, hint(`["`+strings.Repeat(`,`, 9999)+`"]`), 10, "commas in a string do not count")

	c := codec.Open([]byte(`[`))
	require.Zero(t, c.Hint(), "the arguments themselves are no array; the text ends")
}

// Arguments are an object: an adapter that reads anything else first gets a problem, also where Object would take them for {}.
func TestReadingWithoutObject(t *testing.T) {
	for _, args := range []string{"", " ", "null", " null ", "{}", " {}", "\n"} {
		for name, read := range map[string]func(*codec.Cursor){
			"Array":  func(c *codec.Cursor) { c.Array() },
			"Item":   func(c *codec.Cursor) { c.Item() },
			"Int":    func(c *codec.Cursor) { c.Int() },
			"String": func(c *codec.Cursor) { _ = c.String() },
			"Time":   func(c *codec.Cursor) { c.Time() },
			"Skip":   func(c *codec.Cursor) { c.Skip(); c.Int() },
		} {
			c := codec.Open([]byte(args))
			read(&c)
			first := c.Close()
			require.Error(t, first, "%s of %q", name, args)
			for c.Object(); c.Field(); {
				t.Fatalf("%s of %q: there is a field", name, args)
			}
			require.Equal(t, first, c.Close(), "%s of %q", name, args)
		}
	}
}

// A program may make Problems itself, in a test or in a tool that calls another one.
func TestProblemsMadeByHand(t *testing.T) {
	problems := codec.Problems{List: []codec.Problem{{Path: "a", Message: "must not be null"}, {Path: "b[0]", Message: "is odd"}}}
	require.EqualError(t, &problems, "a: must not be null\nb[0]: is odd")
}
