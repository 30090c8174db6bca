package provider_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/provider"
)

// args is the schema of an object with one required property, x.
func args(x string) string {
	return `{"type":"object","properties":{"x":` + x + `},"required":["x"],"additionalProperties":false}`
}

// inner cuts what args has put around a schema.
func inner(t *testing.T, schema []byte) string {
	t.Helper()
	var s struct{ Properties struct{ X json.RawMessage } }
	require.NoError(t, json.Unmarshal(schema, &s))
	return string(s.Properties.X)
}

const anObject = `{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}`

// schema.md 8.2, cell by cell: what becomes of a required property x. A row's empty cell means that x stays as it is; one
// that begins with ! that there is no strict form, for that reason.
func TestProject(t *testing.T) {
	for _, row := range []struct {
		name, x                                                          string
		openai, openaiStrict, anthropic, anthropicStrict, gemini, legacy string
	}{
		{name: "string", x: `{"type":"string"}`, legacy: `{"type":"STRING"}`},
		{
			name: "O04 minItems and format", x: `{"type":"array","items":{"type":"string","format":"uri"},"minItems":3}`,
			openaiStrict:    `{"type":"array","items":{"type":"string","description":"Format uri"},"minItems":3}`,
			anthropicStrict: `{"type":"array","items":{"type":"string","format":"uri"},"minItems":1,"description":"At least 3 items"}`,
			legacy:          `{"type":"ARRAY","items":{"type":"STRING","description":"Format uri"},"minItems":3}`,
		}, {
			name: "T25 no items", x: `{"type":"array"}`,
			openai: `{"type":"array","items":{}}`, anthropic: `{"type":"array","items":{}}`, gemini: `{"type":"array","items":{}}`,
			openaiStrict: `!x[]: a value of any type`, anthropicStrict: `!x[]: a value of any type`,
			legacy: `{"type":"ARRAY","items":{"type":"STRING","description":"Any JSON value, written as text"}}`,
		}, {
			name: "bounds of numbers", x: `{"type":"integer","minimum":0,"exclusiveMaximum":10,"multipleOf":2,"description":"Even."}`,
			anthropicStrict: `{"type":"integer","description":"Even. (at least 0; less than 10; a multiple of 2)"}`,
			gemini:          `{"type":"integer","minimum":0,"description":"Even. (less than 10; a multiple of 2)"}`,
			legacy:          `{"type":"INTEGER","minimum":0,"maximum":9,"description":"Even. (a multiple of 2)"}`,
		}, {
			name: "exclusive bound of a number that is not whole", x: `{"type":"number","exclusiveMinimum":0.5}`,
			anthropicStrict: `{"type":"number","description":"More than 0.5"}`,
			gemini:          `{"type":"number","description":"More than 0.5"}`,
			legacy:          `{"type":"NUMBER","description":"More than 0.5"}`,
		}, {
			name: "an exclusive bound beside a bound", x: `{"type":"integer","exclusiveMinimum":3,"minimum":9}`,
			anthropicStrict: `{"type":"integer","description":"More than 3; at least 9"}`,
			gemini:          `{"type":"integer","minimum":9,"description":"More than 3"}`,
			legacy:          `{"type":"INTEGER","minimum":9}`,
		}, {
			name: "an exclusive bound that has no neighbour", x: `{"type":"integer","exclusiveMinimum":9223372036854775807}`,
			anthropicStrict: `{"type":"integer","description":"More than 9223372036854775807"}`,
			gemini:          `{"type":"integer","description":"More than 9223372036854775807"}`,
			legacy:          `{"type":"INTEGER","description":"More than 9223372036854775807"}`,
		}, {
			name: "lengths and pattern", x: `{"type":"string","minLength":1,"maxLength":5,"pattern":"^[a-z]+$"}`,
			openaiStrict:    `{"type":"string","pattern":"^[a-z]+$","description":"At least 1 character; at most 5 characters"}`,
			anthropicStrict: `{"type":"string","pattern":"^[a-z]+$","description":"At least 1 character; at most 5 characters"}`,
			gemini:          `{"type":"string","description":"At least 1 character; at most 5 characters; matches ^[a-z]+$"}`,
			legacy:          `{"type":"STRING","minLength":1,"maxLength":5,"pattern":"^[a-z]+$"}`,
		}, {
			name: "map", x: `{"type":"object","additionalProperties":{"type":"integer"}}`,
			openaiStrict: `!x: a map, whose keys are not declared`,
			legacy:       `{"type":"OBJECT","description":"Each value like {\"type\":\"integer\"}"}`,
		}, {
			name: "T24 any object", x: `{"type":"object"}`,
			openaiStrict:    `!x: an object of which no property is declared takes anything`,
			anthropicStrict: `!x: an object of which no property is declared takes anything`,
			legacy:          `{"type":"OBJECT"}`,
		}, {
			name: "C10 anything", x: `{}`,
			openaiStrict: `!x: a value of any type`, anthropicStrict: `!x: a value of any type`,
			legacy: `{"type":"STRING","description":"Any JSON value, written as text"}`,
		}, {
			name: "true", x: `true`,
			openai: `{}`, anthropic: `{}`, gemini: `{}`,
			openaiStrict: `!x: a value of any type`, anthropicStrict: `!x: a value of any type`,
			legacy: `{"type":"STRING","description":"Any JSON value, written as text"}`,
		}, {
			name: "R10 union", x: `{"anyOf":[` + anObject + `,{"type":"string","enum":["none"]}]}`,
			gemini: `{"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false,"propertyOrdering":["a"]},{"type":"string","enum":["none"]}]}`,
			legacy: `{"anyOf":[{"type":"OBJECT","properties":{"a":{"type":"INTEGER"}},"required":["a"],"propertyOrdering":["a"]},{"type":"STRING","enum":["none"]}]}`,
		}, {
			name: "N6 nullable", x: `{"anyOf":[{"type":"integer","minimum":1},{"type":"null"}],"description":"How many."}`,
			anthropicStrict: `{"anyOf":[{"type":"integer","description":"At least 1"},{"type":"null"}],"description":"How many."}`,
			legacy:          `{"description":"How many.","type":"INTEGER","minimum":1,"nullable":true}`,
		}, {
			name: "a list of types", x: `{"type":["string","null"],"maxLength":3}`,
			openaiStrict:    `{"type":["string","null"],"description":"At most 3 characters"}`,
			anthropicStrict: `{"type":["string","null"],"description":"At most 3 characters"}`,
			gemini:          `{"anyOf":[{"type":"string","description":"At most 3 characters"},{"type":"null"}]}`,
			legacy:          `{"type":"STRING","maxLength":3,"nullable":true}`,
		}, {
			name: "O03 nullable object", x: `{"type":["object","null"],"properties":{"a":{"type":"integer"}},"required":["a"]}`,
			openaiStrict:    `{"type":["object","null"],"properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}`,
			anthropicStrict: `{"type":["object","null"],"properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}`,
			gemini:          `{"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"propertyOrdering":["a"]},{"type":"null"}]}`,
			legacy:          `{"type":"OBJECT","properties":{"a":{"type":"INTEGER"}},"required":["a"],"propertyOrdering":["a"],"nullable":true}`,
		}, {
			name: "R11 oneOf", x: `{"oneOf":[{"type":"string"},{"type":"integer"}]}`,
			openaiStrict: `!x: oneOf is not possible there`, anthropicStrict: `{"anyOf":[{"type":"string"},{"type":"integer"}]}`,
			gemini: `{"anyOf":[{"type":"string"},{"type":"integer"}]}`, legacy: `{"anyOf":[{"type":"STRING"},{"type":"INTEGER"}]}`,
		}, {
			name: "numbers in an enum", x: `{"type":"integer","enum":[1,2]}`,
			legacy: `{"type":"INTEGER","description":"One of 1, 2"}`,
		}, {
			name: "const", x: `{"const":"a"}`,
			openaiStrict: `{"const":"a","type":"string"}`, anthropicStrict: `{"const":"a","type":"string"}`,
			gemini: `{"enum":["a"],"type":"string"}`, legacy: `{"enum":["a"],"type":"STRING"}`,
		}, {
			name: "annotations", x: `{"type":"string","title":"T","default":"d","examples":["e","f"],"deprecated":true,"contentEncoding":"base64","x-a":1,"$comment":"c"}`,
			openai:          `{"type":"string","title":"T","default":"d","examples":["e","f"],"deprecated":true,"contentEncoding":"base64","x-a":1}`,
			anthropic:       `{"type":"string","title":"T","default":"d","examples":["e","f"],"deprecated":true,"contentEncoding":"base64","x-a":1}`,
			openaiStrict:    `{"type":"string","title":"T","description":"Default \"d\"; for example e, f; deprecated; base64"}`,
			anthropicStrict: `{"type":"string","title":"T","description":"Default \"d\"; for example e, f; deprecated; base64"}`,
			gemini:          `{"type":"string","title":"T","description":"Default \"d\"; for example e, f; deprecated; base64"}`,
			legacy:          `{"type":"STRING","title":"T","example":"e","description":"Default \"d\"; deprecated; base64"}`,
		}, {
			name: "allOf", x: `{"allOf":[` + anObject + `],"description":"D."}`,
			openaiStrict: `{"description":"D.","type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}`,
			gemini:       `{"description":"D.","type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false,"propertyOrdering":["a"]}`,
			legacy:       `{"description":"D.","type":"OBJECT","properties":{"a":{"type":"INTEGER"}},"required":["a"],"propertyOrdering":["a"]}`,
		}, {
			name: "a keyword whose value is no such value", x: `{"type":"string","minLength":"1","pattern":[],"enum":[]}`,
			openai: `{"type":"string"}`, openaiStrict: `{"type":"string"}`, anthropic: `{"type":"string"}`, anthropicStrict: `{"type":"string"}`,
			gemini: `{"type":"string"}`, legacy: `{"type":"STRING"}`,
		}, {
			name: "a reference to elsewhere", x: `{"type":"string","$ref":"https://example.com/schema"}`,
			openai: `{"type":"string"}`, openaiStrict: `{"type":"string"}`, anthropic: `{"type":"string"}`, anthropicStrict: `{"type":"string"}`,
			gemini: `{"type":"string"}`, legacy: `{"type":"STRING"}`,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, c := range []struct {
				format provider.Format
				strict bool
				want   string
			}{
				{provider.OpenAI, false, row.openai}, {provider.OpenAI, true, row.openaiStrict}, {provider.Responses, true, row.openaiStrict},
				{provider.Anthropic, false, row.anthropic}, {provider.Anthropic, true, row.anthropicStrict}, {provider.Bedrock, true, row.anthropicStrict},
				{provider.Gemini, false, row.gemini}, {provider.GeminiLegacy, false, row.legacy},
				{provider.Mistral, true, row.openaiStrict}, {provider.Ollama, false, row.openai},
			} {
				got, err := provider.Project(args(row.x), c.format, c.strict)
				if reason, refused := strings.CutPrefix(c.want, "!"); refused {
					require.EqualError(t, err, "no strict form: "+reason, c.format)
					require.ErrorIs(t, err, provider.ErrNotStrict)
					continue
				}
				require.NoError(t, err, c.format)
				if c.want == "" {
					c.want = row.x
				}
				require.Equal(t, c.want, inner(t, got.Schema), "%s, strict %v", c.format, c.strict)
			}
		})
	}
}

// A loss below a key that nobody declares, also of the root.
func TestLossOfUndeclaredKeys(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object","additionalProperties":{"type":"integer","maximum":3}}`:       "*: maximum 3 (described)",
		args(`{"type":"object","additionalProperties":{"type":"integer","maximum":3}}`): "x.*: maximum 3 (described)",
	} {
		p, err := provider.Project(schema, provider.Anthropic, true)
		require.NoError(t, err)
		require.Len(t, p.Lost, 1)
		require.Equal(t, want, p.Lost[0].String())
	}
}
