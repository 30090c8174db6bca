package compose

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func read(t testing.TB, text string) *schema {
	s, err := readSchema(text)
	require.NoError(t, err, text)
	return s
}

// Two schemas clash where no value fits both; one is within the other where every value fits. Both stay silent where they do
// not know.
func TestSchemasCompared(t *testing.T) {
	const (
		text   = `{"type":"string"}`
		tree   = `{"$ref":"#/$defs/T","$defs":{"T":{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/T"}}},"required":["v","kids"],"additionalProperties":false}}}`
		other  = `{"$ref":"#/$defs/U","$defs":{"U":{"type":"object","properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#/$defs/U"}}},"required":["v","kids"],"additionalProperties":false}}}`
		person = `{"type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer"}},"required":["name"],"additionalProperties":false}`
		named  = `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`
	)
	for _, row := range []struct {
		name, from, to, clash string
		within                bool
	}{
		{"equal", text, text, "", true},
		{"words do not matter", text, `{"type":"string","description":"x","default":"y"}`, "", true},
		{"anything takes everything", tree, `{}`, "", true},
		{"anything may fit", `{}`, text, "", false},
		{"types apart", text, `{"type":"integer"}`, " is a string, wanted is an integer", false},
		{"a whole number is a number", `{"type":"integer"}`, `{"type":"number"}`, "", true},
		{"a number may be whole", `{"type":"number"}`, `{"type":"integer"}`, "", false},
		{"null may be the value", `{"type":["string","null"]}`, text, "", false},
		{"null is one of two", text, `{"type":["string","null"]}`, "", true},
		{"null alone in common", `{"type":["string","null"]}`, `{"type":["integer","null"]}`, "", false},
		{"a bound", text, `{"type":"string","maxLength":3}`, "", false},
		{"a bound less", `{"type":"string","maxLength":3}`, text, "", true},
		{"values of a kind", `{"type":"string","enum":["a","b"]}`, `{"type":"string","enum":["b","c"]}`, "", false},
		{"fewer values", `{"type":"string","enum":["a"]}`, `{"type":"string","enum":["a","b"]}`, "", true},
		{"values apart", `{"type":"string","enum":["a"]}`, `{"type":"string","enum":["b"]}`, ` is one of "a", none of which is wanted`, false},
		{"values too long", `{"type":"string","enum":["abcd"]}`, `{"type":"string","maxLength":3}`, ` is one of "abcd", none of which is wanted`, false},
		{"values that never come", `{"type":"string","minLength":3}`, `{"type":"string","enum":["a"]}`, ` is never one of "a"`, false},
		{"items", `{"type":"array","items":{"type":"string"}}`, `{"type":"array","items":{"type":"integer"}}`, "[] is a string, wanted is an integer", false},
		{"items that nobody knows", `{"type":"array"}`, `{"type":"array","items":{"type":"integer"}}`, "", false},
		{"a member too many", person, `{"type":"object","properties":{"age":{"type":"integer"}},"additionalProperties":false}`, ` has a member "name", which is not wanted; known are "age"`, false},
		{"a member too few", person, `{"type":"object","required":["email"]}`, ` has no member "email"`, false},
		{"a member of another type", person, `{"type":"object","properties":{"name":{"type":"object"}}}`, ".name is a string, wanted is an object", false},
		{"an optional member of another type", person, `{"type":"object","properties":{"age":{"type":"string"}}}`, "", false},
		{"open takes closed", person, named, "", true},
		{"closed may take open", named, person, "", false},
		{"maps", `{"type":"object","additionalProperties":{"type":"string"}}`, `{"type":"object","additionalProperties":{"type":"integer"}}`, "[] is a string, wanted is an integer", false},
		{"maps alike", `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"type":"object","additionalProperties":{"type":"number"}}`, "", true},
		{"trees", tree, tree, "", false},
		{"trees apart", tree, other, ".v is an integer, wanted is a string", false},
		{"one of two fits", `{"anyOf":[` + text + `,{"type":"integer"}]}`, text, "", false},
		{"both fit", `{"anyOf":[` + text + `,{"type":"integer"}]}`, `{"type":["string","integer"]}`, "", true},
		{"neither fits", `{"anyOf":[{"type":"boolean"},{"type":"integer"}]}`, text, " is an integer, wanted is a string", false},
		{"one of two is wanted", text, `{"anyOf":[{"type":"integer"},` + text + `]}`, "", true},
		{"what is not known says nothing", `{"oneOf":[` + text + `]}`, `{"not":` + text + `}`, "", false},
		{"a reference to nowhere", `{"$ref":"#/$defs/X"}`, text, "", false},
		{"a reference to itself", `{"$ref":"#"}`, text, "", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			from, to := read(t, row.from), read(t, row.to)
			require.Equal(t, row.clash, clash(from, to))
			require.Equal(t, row.within, within(from, to))
		})
	}
	same := read(t, tree)
	require.True(t, within(same, same))
}

// What a schema refuses before a composite runs. It never refuses what the schema accepts.
func TestSchemaChecks(t *testing.T) {
	for _, row := range []struct{ schema, value, want string }{
		{`{"type":"integer"}`, `1`, ""},
		{`{"type":"integer"}`, `12345678901234567890123`, ""},
		{`{"type":"integer"}`, `1.5`, "v: expected whole number, got number 1.5"},
		{`{"type":"integer","enum":[1,2]}`, `3`, "v: 3 is not one of 1, 2"},
		{`{"type":"number","exclusiveMinimum":0,"maximum":1}`, `0`, "v: must be greater than 0, got 0"},
		{`{"type":["integer","null"]}`, `null`, ""},
		{`{"type":["integer","null"]}`, `"1"`, `v: expected whole number, got string "1"; send the bare value`},
		{`{"type":["integer","string"]}`, `true`, "v: expected string or whole number, got boolean true"},
		{`{"anyOf":[{"type":"integer"},{"type":"string"}]}`, `[]`, "v: expected string or whole number, got array"},
		{`{"anyOf":[{"type":"object","required":["a"]},{"type":"object","required":["b"]}]}`, `{}`, ""},
		{`{"type":"string","pattern":"^a"}`, `"b"`, "v: must match ^a, got string \"b\""},
		{`{"type":"string","pattern":"(?<name>a)(?=b)"}`, `"b"`, ""},
		{`{"type":"array","items":{"type":"boolean"},"minItems":1}`, `[]`, "v: must have at least 1 item"},
		{`{"type":"array","items":{"type":"boolean"}}`, `[true,1]`, "v[1]: expected true or false, got number 1"},
		{`{"type":"array","prefixItems":[{}],"items":false}`, `[1]`, ""},
		{`{"type":"object","additionalProperties":{"type":"integer"}}`, `{"a":1,"b":"x"}`, `v.b: expected whole number, got string "x"`},
		{`{"type":"object","additionalProperties":{"type":"integer"}}`, `{"a":1,"a":2}`, `v: duplicate key "a"; send it once`},
		{`{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"a":null,"b":[{"c":1,"c":2}]}`, `v.b[0]: duplicate key "c"; send it once`},
		{`{"$ref":"#/$defs/N","$defs":{"N":{"type":"object","properties":{"n":{"$ref":"#/$defs/N"}},"additionalProperties":false}}}`, `{"n":{"n":{"m":1}}}`, `v.n.n: unknown key "m"; known are "n"`},
		{`{"const":"a"}`, `"b"`, ""},
		{`{"type":"string","const":"a"}`, `"b"`, `v: "b" is not one of a`},
		{`{}`, `{"x":[1,{"y":null}]}`, ""},
	} {
		t.Run(row.value+" against "+row.schema, func(t *testing.T) {
			got := ""
			if list := read(t, row.schema).refused("v", []byte(row.value)); list != nil {
				got = (&codec.Problems{List: list}).Error()
			}
			require.Equal(t, row.want, got)
		})
	}
}

func TestReferenceText(t *testing.T) {
	for _, text := range []string{"$a", "$input.x", "$1.a[0].b", `$a["x y"].z`, `$a[""]`, `$a["q\"]"][12]`, "$a-b_c.d-e"} {
		r, err := parseReference(text)
		require.NoError(t, err, text)
		require.Equal(t, text, r.String())
	}
	for _, text := range []string{"", "$", "a", "$.a", "$a.", "$a..b", "$a[", "$a[]", "$a[-1]", "$a[01]", "$a[+1]", "$a[1", `$a["x]`, `$a["x"`, `$a[x]`, "$a b", "$a.b c", "$a]", `$a["\x"]`, "$a[99999999999]", "$a/b", "$" + string(make([]byte, 3))} {
		_, err := parseReference(text)
		require.Error(t, err, text)
	}
}

// A reference that can be read is written as it was read, or in the plain form, which reads the same; and it leads to what
// encoding/json finds there.
func FuzzReference(f *testing.F) {
	f.Add(`$a.x[0]["y z"]`, `{"x":[{"y z":1.50}]}`)
	f.Add(`$a["x"]`, `{"\u0078":null}`)
	f.Add(`$a[3]`, `[1,{"a":[]},"]",4]`)
	f.Fuzz(func(t *testing.T, text, document string) {
		r, err := parseReference(text)
		if err != nil {
			return
		}
		again, err := parseReference(r.String())
		if err != nil || again.String() != r.String() {
			t.Fatalf("%q is written as %q, which reads as %q: %v", text, r, again, err)
		}
		value, err := compact([]byte(document))
		if err != nil {
			return
		}
		var want any
		if json.Unmarshal(value, &want) != nil {
			return
		}
		for _, e := range r.path {
			switch v := want.(type) {
			case map[string]any:
				want = v[e.name]
			case []any:
				if e.index < 0 || e.index >= len(v) {
					return
				}
				want = v[e.index]
			default:
				want = nil
			}
			if e.index >= 0 && want == nil {
				return
			}
		}
		found, err := r.find(value)
		if err != nil {
			return
		}
		var got any
		if err := json.Unmarshal(found, &got); err != nil {
			t.Fatalf("%s of %s is %s: %v", r, value, found, err)
		}
		a, _ := json.Marshal(want)
		b, _ := json.Marshal(got)
		if string(a) != string(b) && want != nil {
			t.Fatalf("%s of %s is %s, want %s", r, value, b, a)
		}
	})
}

// A schema from somebody who means no good costs little, and says nothing in the end.
func TestHostileSchemas(t *testing.T) {
	choices := func(n int, leaf string) string {
		var list []string
		for i := range n {
			list = append(list, `{"type":"object","properties":{"k`+strconv.Itoa(i)+`":{"$ref":"#"},"leaf":{"type":"`+leaf+`"}},"required":["k`+strconv.Itoa(i)+`","leaf"]}`)
		}
		return `{"anyOf":[` + strings.Join(list, ",") + `]}`
	}
	loops := `{"anyOf":[` + strings.Repeat(`{"$ref":"#"},`, 99) + `{"$ref":"#"}]}`
	for _, from := range []string{choices(12, "string"), loops, `{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}}}`} {
		for _, to := range []string{choices(12, "integer"), loops, `{"type":"object"}`} {
			a, b := read(t, from), read(t, to)
			clash(a, b)
			within(a, b)
			_, _ = a.at([]element{{"k1", -1}, {"k2", -1}, {"k3", -1}, {"k4", -1}, {"k5", -1}, {"k6", -1}}, "$x")
			a.refused("v", []byte(`{"k1":{"k1":{}},"leaf":1}`))
		}
	}
}

// A few references do not stand for more than a call may have.
func TestArgumentsAreBounded(t *testing.T) {
	bomb := parseTemplate([]byte(`{"v":[`+strings.Repeat(`"$a",`, 50_000)+`"$a"]}`), func(string) {})
	large := value{json: []byte(quote(strings.Repeat("x", 1<<16)))}
	b, err := bomb.fill(nil, func(string) value { return large }, codec.MaxSize)
	require.EqualError(t, err, "with what $a stands for there are more than 1048576 bytes")
	require.LessOrEqual(t, len(b), codec.MaxSize)
}
