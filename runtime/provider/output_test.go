package provider_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/provider"
)

// C19: the schema of results is the bare value's, where it is asked for and the format has a place for it.
func TestOutput(t *testing.T) {
	const list = `{"type":"array","items":{"type":"string","minLength":1}}`
	const tree = `{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}},"required":["kids"],"additionalProperties":false,"$defs":{"N":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}}}}}`
	for _, row := range []struct {
		format       provider.Format
		output, want string // want "" means that there is no place
	}{
		{provider.Responses, list, `,"output_schema":` + list},
		{provider.Responses, `{"anyOf":[{"type":"integer"},{"type":"null"}]}`, `,"output_schema":{"anyOf":[{"type":"integer"},{"type":"null"}]}`},
		{provider.Responses, tree, `,"output_schema":` + tree},
		{provider.Gemini, list, `,"responseJsonSchema":{"type":"array","items":{"type":"string","description":"At least 1 character"}}`},
		{provider.GeminiLegacy, list, `,"response":{"type":"ARRAY","items":{"type":"STRING","minLength":1}}`},
		{provider.Gemini, "", ""}, {provider.OpenAI, list, ""}, {provider.Anthropic, list, ""}, {provider.Bedrock, list, ""}, {provider.Mistral, list, ""}, {provider.Ollama, list, ""},
	} {
		d := provider.Definition{Name: "a", Input: args(`{"type":"string"}`)}
		plain, _, err := provider.Define(d, row.format, provider.Options{Output: true})
		require.NoError(t, err)
		d.Output = row.output
		unasked, _, err := provider.Define(d, row.format, provider.Options{})
		require.NoError(t, err)
		require.Equal(t, string(plain), string(unasked))
		asked, _, err := provider.Define(d, row.format, provider.Options{Output: true})
		require.NoError(t, err)
		require.Equal(t, strings.TrimSuffix(string(plain), "}")+row.want+"}", string(asked), row.format)
	}
	for _, output := range []string{`{`, `[]`, "{\"a\":\"\xff\"}", strings.Repeat(`{"items":`, 100) + `{}` + strings.Repeat(`}`, 100)} {
		b, lost, err := provider.Define(provider.Definition{Name: "a", Output: output}, provider.Gemini, provider.Options{Output: true})
		require.NoError(t, err)
		require.NotContains(t, string(b), "responseJsonSchema")
		require.Len(t, lost, 1)
		require.Equal(t, "result", lost[0].Path)
	}
	b, _, err := provider.Define(provider.Definition{Name: "a", Output: args(`{"type":"object","properties":{"a b":{"type":"integer"}}}`)}, provider.Gemini, provider.Options{Output: true})
	require.NoError(t, err)
	require.Contains(t, string(b), `"a b"`, "the rule for names is one for parameters")
}

// D11: a description that is too long would fail the request for all tools.
func TestLongDescription(t *testing.T) {
	for f, most := range map[provider.Format]int{provider.OpenAI: 1024, provider.Responses: 1024, provider.Mistral: 0, provider.Anthropic: 0} {
		long := strings.Repeat("é", 600)
		b, lost, err := provider.Define(provider.Definition{Name: "a", Description: long}, f, provider.Options{})
		require.NoError(t, err)
		if most == 0 {
			require.Contains(t, string(b), `"`+long+`"`)
			require.Empty(t, lost)
			continue
		}
		require.Contains(t, string(b), `"`+strings.Repeat("é", 510)+`…"`, "1024 bytes would be in the middle of a letter")
		require.Len(t, lost, 1)
		require.Equal(t, "tool: description", strings.SplitN(lost[0].String(), ` "`, 2)[0])
		require.True(t, lost[0].Annotation())
		fits, lost, err := provider.Define(provider.Definition{Name: "a", Description: long[:most]}, f, provider.Options{})
		require.NoError(t, err)
		require.Contains(t, string(fits), `"`+long[:most]+`"`)
		require.Empty(t, lost)
	}
}

// The limits of OpenAI's strict mode, just met and just exceeded (8.2, T81).
func TestStrictLimits(t *testing.T) {
	deep := func(n int) string {
		schema := `{"type":"string"}`
		for range n {
			schema = args(schema)
		}
		return schema
	}
	values := func(n, length int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = `"` + strings.Repeat("x", length-4) + string([]byte{'0' + byte(i/1000), '0' + byte(i/100%10), '0' + byte(i/10%10), '0' + byte(i%10)}) + `"`
		}
		return args(`{"type":"string","enum":[` + strings.Join(list, ",") + `]}`)
	}
	properties := func(n, length int) string {
		var list []string
		for i := range n {
			name := strings.Repeat("p", length-4) + string([]byte{'0' + byte(i/1000%10), '0' + byte(i/100%10), '0' + byte(i/10%10), '0' + byte(i%10)})
			list = append(list, `"`+name+`":{"type":"string"}`)
		}
		return `{"type":"object","properties":{` + strings.Join(list, ",") + `}}`
	}
	for _, row := range []struct{ name, fits, over, want string }{
		{"depth", deep(10), deep(11), "11 levels of objects, more than 10"},
		{"properties", properties(5000, 4), properties(5001, 5), "5001 properties, more than 5000"},
		{"enum values", values(1000, 5), values(1001, 5), "1001 enum values, more than 1000"},
		{"bytes of many values", values(251, 59), values(251, 60), "15060 bytes of values in an enum of more than 250, more than 15000"},
		{"bytes of few values", values(250, 400), values(250, 480), "120001 bytes of names and enum values, more than 120000"},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, f := range []provider.Format{provider.OpenAI, provider.Responses} {
				d := provider.Definition{Name: "a", Input: row.fits, Strict: provider.StrictOn}
				_, _, err := provider.Define(d, f, provider.Options{})
				require.NoError(t, err)
				d.Input = row.over
				_, _, err = provider.Define(d, f, provider.Options{})
				require.ErrorIs(t, err, provider.ErrNotStrict)
				require.ErrorContains(t, err, row.want)
				d.Strict = ""
				b, _, err := provider.Define(d, f, provider.Options{})
				require.NoError(t, err)
				require.Contains(t, string(b), `"strict":false`, "auto")
			}
		})
	}
}
