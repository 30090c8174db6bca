package codec_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

var (
	aText   = &codec.Shape{Type: []string{"string"}}
	aWhole  = &codec.Shape{Type: []string{"integer"}}
	aNumber = &codec.Shape{Type: []string{"number"}, Minimum: "0", Maximum: "1"}
)

// What a value that does not conform to a declared schema is told (T22, T51): the words of the checks that a Cursor has, a path to the
// part that is wrong, and everything at once. The law about what conforms is conformance/shapes_test.go's.
func TestShapes(t *testing.T) {
	person := codec.Shape{
		Type: []string{"object"}, Required: []string{"name", "age"}, Closed: true,
		Properties: []codec.Property{
			{Name: "name", Shape: &codec.Shape{Type: []string{"string"}, Length: &codec.Range{Min: 1, Max: 8}}},
			{Name: "age", Shape: &codec.Shape{Type: []string{"integer"}, Minimum: "0", ExclusiveMaximum: "150"}},
			{Name: "tags", Shape: &codec.Shape{Type: []string{"array"}, Items: aText, Count: &codec.Range{Min: 1, Max: 2}, Unique: true}},
		},
	}
	area := codec.Shape{OneOf: []codec.Shape{
		{Type: []string{"object"}, Required: []string{"kind", "r"}, Properties: []codec.Property{{Name: "kind", Shape: &codec.Shape{Enum: []string{`"circle"`}}}, {Name: "r", Shape: aNumber}}},
		{Type: []string{"object"}, Required: []string{"kind", "w"}, Properties: []codec.Property{{Name: "kind", Shape: &codec.Shape{Enum: []string{`"box"`}}}, {Name: "w", Shape: aNumber}}},
	}}
	tree := codec.Shape{Ref: "node", Defs: []codec.Property{{Name: "node", Shape: &codec.Shape{
		Type: []string{"object"}, Required: []string{"id"}, Properties: []codec.Property{{Name: "id", Shape: aWhole}, {Name: "children", Shape: &codec.Shape{Items: &codec.Shape{Ref: "node"}}}},
	}}}}
	for _, tt := range []struct {
		name  string
		shape codec.Shape
		value string
		want  string // one problem a line; "" for none
	}{
		{"all at once", person, `{"nam":"x","age":-1,"tags":["a","a",5]}`, "x: unknown key \"nam\"; did you mean \"name\"?\nx.age: must be at least 0, got -1\nx.tags[2]: expected string, got number 5; put quotes around it\nx.tags: must have at most 2 items, has 3\nx.tags: must not repeat an item; items 0 and 1 are equal\nx: missing required \"name\""},
		{"fine", person, `{"name":"x","age":1.0,"tags":["a"]}`, ""},
		{"exclusive", person, `{"name":"x","age":150}`, "x.age: must be less than 150, got 150"},
		{"empty", person, `{"name":"","age":1,"tags":[]}`, "x.name: must have at least 1 character\nx.tags: must have at least 1 item"},
		{"null", person, `{"name":null,"age":1,"tags":null}`, "x.name: expected string, got null\nx.tags: expected array, got null; send at least 1 item"},
		{"no object", person, `"{\"name\":\"x\"}"`, "x: expected object, got a string that contains JSON; send the object itself"},
		{"duplicate beside others", person, `{"name":5,"name":"x","age":1}`, "x.name: expected string, got number 5; put quotes around it\nx: duplicate key \"name\"; send it once"},

		{"oneOf by its name", area, `{"kind":"circle","r":2}`, "x.r: must be at most 1, got 2"},
		{"oneOf by no name", area, `{"kind":"hexagon","r":2}`, `x.kind: "hexagon" is not one of circle, box`},
		{"oneOf without a name", area, `{"r":1}`, `x: missing "kind" (one of circle, box)`},
		{"oneOf of another type", area, `5`, `x: expected object whose "kind" is circle or object whose "kind" is box, got number 5`},
		{"oneOf of two", codec.Shape{OneOf: []codec.Shape{{Minimum: "1"}, {Maximum: "5"}}}, `3`, `x: must be only one of these and is more than one: number of at least 1; number of at most 5`},
		{"anyOf of types", codec.Shape{AnyOf: []codec.Shape{{Type: []string{"string"}}, {Type: []string{"integer"}}, {Type: []string{"null"}}}}, `[1]`, `x: expected string or whole number or null, got array`},
		{"anyOf of texts", codec.Shape{AnyOf: []codec.Shape{{Format: "ipv4"}, {Format: "ipv6"}}}, `"x"`, `x: expected IPv4 address such as 192.0.2.1, got string "x"; or expected IPv6 address such as 2001:db8::1, got string "x"`},
		{"anyOf, the nearest", codec.Shape{AnyOf: []codec.Shape{person, {Type: []string{"object"}, Required: []string{"id"}, Properties: []codec.Property{{Name: "id", Shape: aWhole}}}}}, `{"id":"5"}`, `x.id: expected whole number, got string "5"; send the bare value`},
		{"anyOf of keys", codec.Shape{AnyOf: []codec.Shape{{Required: []string{"url"}}, {Required: []string{"path"}}}}, `{}`, `x: missing required "url"; or missing required "path"`},

		{"recursion", tree, `{"id":1,"children":[{"id":2,"children":[{"children":[]}]}]}`, `x.children[0].children[0]: missing required "id"`},
		{"enum", codec.Shape{Enum: []string{`"low"`, `"high"`}}, `"hi"`, `x: "hi" is not one of low, high; did you mean high?`},
		{"enum of several kinds", codec.Shape{Enum: []string{`"auto"`, `1`, `null`}}, `2`, `x: expected one of auto, 1, null, got number 2`},
		{"const", codec.Shape{Enum: []string{`{"a":1}`}}, `{"a":2}`, `x: expected {"a":1}, got object`},
		{"const is equal", codec.Shape{Enum: []string{`{"a":1,"b":[2.50]}`}}, `{"b": [2.5], "a":1e0}`, ``},
		{"multipleOf", codec.Shape{MultipleOf: "0.01"}, `1.005`, `x: must be a multiple of 0.01, got 1.005`},
		{"multipleOf, huge", codec.Shape{MultipleOf: "7"}, `1e999999999`, `x: must be a multiple of 7, got 1e999999999`},
		{"exact beyond a float64", codec.Shape{Maximum: "9007199254740992"}, `9007199254740993`, `x: must be at most 9007199254740992, got 9007199254740993`},
		{"exact beyond any digits", codec.Shape{Type: []string{"integer"}}, `1.` + strings.Repeat("0", 500) + `1`, `x: expected whole number, got number 1.00000000000000000000000000000000000000…`},
		{"pattern and length", codec.Shape{Length: &codec.Range{Max: 2}, Pattern: codec.NewPattern("^[a-z]*$")}, `"ABC"`, "x: must be at most 2 characters, has 3\nx: must match ^[a-z]*$, got string \"ABC\""},
		{"format", codec.Shape{Format: "date"}, `"2026-02-30"`, `x: expected date such as 2026-01-02, got string "2026-02-30"`},
		{"regex", codec.Shape{Syntax: codec.RegexSyntax}, `"("`, "x: expected regular expression in RE2 syntax: \"missing closing ): `(`\""},
		{"prefixItems", codec.Shape{PrefixItems: []codec.Shape{*aText, *aWhole}, Items: &codec.Shape{Never: true}}, `[1,2,3]`, "x[0]: expected string, got number 1; put quotes around it\nx[2]: is not allowed here; leave it out"},
		{"contains", codec.Shape{Contains: aText}, `[1,2]`, "x: must have at least 1 item that is string, has 0"},
		{"maxContains", codec.Shape{Contains: aText, Contained: &codec.Range{Max: 1}}, `["a","b"]`, "x: must have at most 1 item that is string, has 2"},
		{"propertyNames", codec.Shape{PropertyNames: &codec.Shape{Pattern: codec.NewPattern("^[a-z]$")}}, `{"A":1}`, `x: key "A" must match ^[a-z]$, got string "A"`},
		{"patternProperties", codec.Shape{Closed: true, PatternProperties: []codec.PatternProperty{{Pattern: codec.NewPattern("^n_"), Shape: aWhole}}}, `{"n_a":"1","b":1}`, "x.n_a: expected whole number, got string \"1\"; send the bare value\nx: unknown key \"b\"; keys must match ^n_"},
		{"additionalProperties", codec.Shape{AdditionalProperties: aWhole}, `{"a b":null}`, `x["a b"]: expected whole number, got null`},
		{"minProperties", codec.Shape{Size: &codec.Range{Min: 1, Max: 1}}, `{"a":1,"b":2}`, `x: must have at most 1 entry, has 2`},
		{"dependentRequired", codec.Shape{DependentRequired: []codec.Dependency{{Name: "card", Needs: []string{"street", "city"}}}}, `{"card":1,"city":2}`, `x: missing required "street", because there is "card"`},
		{"dependentSchemas", codec.Shape{DependentSchemas: []codec.Property{{Name: "a", Shape: &codec.Shape{Required: []string{"b"}}}}}, `{"a":1}`, `x: missing required "b"`},
		{"allOf", codec.Shape{AllOf: []codec.Shape{{Minimum: "5"}, {MultipleOf: "2"}, {Minimum: "5"}}}, `3`, "x: must be at least 5, got 3\nx: must be a multiple of 2, got 3"},
		{"not", codec.Shape{Not: &codec.Shape{Enum: []string{`"root"`}}}, `"root"`, `x: must not be root, got string "root"`},
		{"not a key", codec.Shape{Not: &codec.Shape{Required: []string{"a"}}}, `{"a":1}`, `x: must not have "a"; leave it out`},
		{"not keys together", codec.Shape{Not: &codec.Shape{Required: []string{"a", "b"}}}, `{"a":1,"b":1}`, `x: must not have "a" and "b" together; leave one out`},
		{"oneOf in a text", area, `"{\"kind\":\"box\",\"w\":1}"`, `x: expected object whose "kind" is circle or object whose "kind" is box, got a string that contains JSON; send the object itself`},
		{"const of another text", codec.Shape{Enum: []string{`"none"`}}, `"any"`, `x: expected "none", got string "any"`},
		{"then", codec.Shape{If: &codec.Shape{Required: []string{"a"}}, Then: &codec.Shape{Required: []string{"b"}}, Else: &codec.Shape{Required: []string{"c"}}}, `{"a":1}`, `x: missing required "b"`},
		{"else", codec.Shape{If: &codec.Shape{Required: []string{"a"}}, Then: &codec.Shape{Required: []string{"b"}}, Else: &codec.Shape{Required: []string{"c"}}}, `{}`, `x: missing required "c"`},
		{"types", codec.Shape{Type: []string{"object", "null"}}, `"{\"a\":1}"`, `x: expected object or null, got a string that contains JSON; send the object itself`},
		{"never", codec.Shape{Properties: []codec.Property{{Name: "old", Shape: &codec.Shape{Never: true}}}}, `{"old":1}`, `x.old: is not allowed here; leave it out`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var raw []byte
			err := readField(`{"x":`+tt.value+`}`, func(c *codec.Cursor) { raw = c.RawAs(&tt.shape) })
			if tt.want == "" {
				require.NoError(t, err)
				require.NotNil(t, raw)
				return
			}
			require.EqualError(t, err, tt.want)
			require.Nil(t, raw)
		})
	}
}

// Definitions that mention themselves in many ways cost no more than the value has parts, whether it conforms or not.
func TestShapesAreQuick(t *testing.T) {
	node := &codec.Shape{Ref: "node"}
	twice := []codec.Shape{{Properties: []codec.Property{{Name: "a", Shape: node}}}, {Properties: []codec.Property{{Name: "a", Shape: node}}}}
	for name, inner := range map[string]codec.Shape{
		"allOf": {AllOf: twice}, "anyOf": {AnyOf: twice}, "oneOf": {OneOf: append(twice, twice...)}, "not": {Not: &codec.Shape{AnyOf: twice}},
	} {
		inner.Required = []string{"a"}
		shape := codec.Shape{Ref: "node", Defs: []codec.Property{{Name: "node", Shape: &codec.Shape{AnyOf: []codec.Shape{{Type: []string{"integer"}, Minimum: "5"}, inner, {AllOf: []codec.Shape{inner}}}}}}}
		for _, leaf := range []string{"1", "9", "{}"} {
			text := strings.Repeat(`{"a":`, 60) + leaf + strings.Repeat("}", 60)
			_ = readField(`{"x":`+text+`}`, func(c *codec.Cursor) { c.RawAs(&shape) })
			require.NotPanics(t, func() { codec.Conform([]byte(text), 0, &shape) }, name)
		}
	}
}

// A result that is not what its declared schema says is an error that names the place (O12).
func TestConform(t *testing.T) {
	shape := &codec.Shape{Type: []string{"object"}, Required: []string{"id"}, Properties: []codec.Property{{Name: "id", Shape: aWhole}, {Name: "in", Shape: &codec.Shape{Items: aText}}}}
	finish := func(b []byte) (string, error) {
		out, _, err := codec.Finish(b)
		return string(out), err
	}
	put := func(value string) []byte {
		b := codec.AppendRaw([]byte(`{"list":[1,`), []byte(value))
		return append(codec.Conform(b, len(`{"list":[1,`), shape), `]}`...)
	}
	out, err := finish(put(`{"id":1}`))
	require.NoError(t, err)
	require.Equal(t, `{"list":[1,{"id":1}]}`, out)
	for value, want := range map[string]string{
		`5`:                       `result.list[1] is not what the tool's output schema says: expected object, got number 5`,
		`{"a":{}}`:                `result.list[1] is not what the tool's output schema says: missing required "id"`,
		`{"id":2,"in":["a",2]}`:   `result.list[1].in[1] is not what the tool's output schema says: expected string, got number 2; put quotes around it`,
		"{\"id\":\"\xff\"}":       `result.list[1].id is not what the tool's output schema says: expected whole number, got string "` + "\ufffd" + `"`,
		`{`:                       `result.list[1] is not one JSON value`,
		strings.Repeat("[", 1100): `result.list[1] is nested deeper than 1000, as cyclic data is`,
	} {
		_, err := finish(put(value))
		require.EqualError(t, err, want)
	}
	b := codec.AppendAny(nil, nil)
	out, err = finish(codec.ConformOrNull(b, 0, shape))
	require.NoError(t, err)
	require.Equal(t, "null", out)
}
