package provider_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/provider"
)

var revisions = []provider.Revision{provider.MCP20250618, provider.MCP20251125, provider.MCP20260728}

const cityInput = `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`

// The worst case of every hint, which a definition without hints has.
const worst = `"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}`

// schema.md 8.1, the rows of MCP: what is the same in all revisions.
func TestMCP(t *testing.T) {
	for _, row := range []struct {
		name       string
		definition provider.Definition
		want       string
	}{
		{
			"everything", provider.Definition{
				Name: "get_forecast", Title: "Forecast", Description: "Says \"rain\".\nOr <sun> & wind.",
				Input: cityInput, Output: `{"type":"object","properties":{"high":{"type":"integer"}},"required":["high"],"additionalProperties":false}`,
				Hints: provider.Hints{ReadOnly: true, Additive: true, Idempotent: true, ClosedWorld: true},
			},
			`{"name":"get_forecast","title":"Forecast","description":"Says \"rain\".\nOr <sun> & wind.","inputSchema":` + cityInput +
				`,"outputSchema":{"type":"object","properties":{"high":{"type":"integer"}},"required":["high"],"additionalProperties":false}` +
				`,"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}`,
		},
		{
			"F3 no arguments, nothing else", provider.Definition{Name: "ping"},
			`{"name":"ping","inputSchema":{"type":"object","properties":{},"additionalProperties":false},` + worst + `}`,
		},
		{
			"S18 explicit false survives", provider.Definition{Name: "del", Input: cityInput, Hints: provider.Hints{Additive: true, Idempotent: true}},
			`{"name":"del","inputSchema":` + cityInput +
				`,"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true}}`,
		},
		{
			"readonly is not destructive", provider.Definition{Name: "get", Input: cityInput, Hints: provider.Hints{ReadOnly: true}},
			`{"name":"get","inputSchema":` + cityInput +
				`,"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":true}}`,
		},
		{
			"Q7 order and numbers to the letter, blanks gone", provider.Definition{Name: "a", Input: "{ \"type\" : \"object\",\n\t\"properties\": {\"z\": {\"maximum\": 9007199254740993, \"default\": 1.50}, \"a\": {\"pattern\": \"^ \\u00e9\\\"$\"} } }"},
			`{"name":"a","inputSchema":{"type":"object","properties":{"z":{"maximum":9007199254740993,"default":1.50},"a":{"pattern":"^ \u00e9\"$"}}},` + worst + `}`,
		},
		{
			"O17 text that is not UTF-8", provider.Definition{Name: "a", Description: "caf\xe9"},
			`{"name":"a","description":"caf` + "\uFFFD" + `","inputSchema":{"type":"object","properties":{},"additionalProperties":false},` + worst + `}`,
		},
	} {
		for _, revision := range revisions {
			t.Run(row.name+" "+string(revision), func(t *testing.T) {
				got, err := provider.MCP(row.definition, revision)
				require.NoError(t, err)
				require.Equal(t, row.want, string(got))
				require.True(t, json.Valid(got))
			})
		}
	}
}

// O4, C19: until 2025-11-25 an output schema is an object's; from 2026-07-28 it is what it is.
func TestMCPOutput(t *testing.T) {
	wrapped := func(result, more string) string {
		return `{"type":"object","properties":{"result":` + result + `},"required":["result"],"additionalProperties":false` + more + `}`
	}
	for _, row := range []struct{ name, output, old string }{
		{"O3 object", `{"type":"object","additionalProperties":{"type":"integer"}}`, `{"type":"object","additionalProperties":{"type":"integer"}}`},
		{"S20 recursive object", `{"type":"object","properties":{"next":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"object"}}}`,
			`{"type":"object","properties":{"next":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"object"}}}`},
		{"O4 array", `{"type":"array","items":{"type":"string"}}`, wrapped(`{"type":"array","items":{"type":"string"}}`, "")},
		{"O4 scalar", `{"type":"integer"}`, wrapped(`{"type":"integer"}`, "")},
		{"O4 anything", `{}`, wrapped(`{}`, "")},
		{"O6 nil pointer", `{"anyOf":[{"type":"object"},{"type":"null"}]}`, wrapped(`{"anyOf":[{"type":"object"},{"type":"null"}]}`, "")},
		{"a list of types", `{"type":["object","null"]}`, wrapped(`{"type":["object","null"]}`, "")},
		{"R2 recursion in an array: references look at the root", `{"type":"array","items":{"$ref":"#/$defs/N"},"$defs":{"N":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}}}}}`,
			wrapped(`{"type":"array","items":{"$ref":"#/$defs/N"}}`, `,"$defs":{"N":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}}}}`)},
	} {
		t.Run(row.name, func(t *testing.T) {
			for revision, want := range map[provider.Revision]string{
				provider.MCP20250618: row.old, provider.MCP20251125: row.old, provider.MCP20260728: row.output,
			} {
				got, err := provider.MCP(provider.Definition{Name: "a", Output: row.output}, revision)
				require.NoError(t, err)
				var definition struct{ OutputSchema json.RawMessage }
				require.NoError(t, json.Unmarshal(got, &definition))
				require.Equal(t, want, string(definition.OutputSchema), revision)
			}
		})
	}
}

func TestMCPRefuses(t *testing.T) {
	for want, row := range map[string]struct {
		definition provider.Definition
		revision   provider.Revision
	}{
		"provider: MCP has no revision 2024-11-05; use 2026-07-28":            {provider.Definition{Name: "a"}, "2024-11-05"},
		"provider: the input schema of tool a is not JSON at byte 16":         {provider.Definition{Name: "a", Input: `{"type":"object"`}, provider.MCP20260728},
		"provider: the input schema of tool a is not a JSON object":           {provider.Definition{Name: "a", Input: `true`}, provider.MCP20260728},
		`provider: the input schema of tool a must say "type":"object"`:       {provider.Definition{Name: "a", Input: `{"anyOf":[]}`}, provider.MCP20260728},
		"provider: the output schema of tool a is not JSON at byte 1":         {provider.Definition{Name: "a", Output: `{]`}, provider.MCP20251125},
		"provider: the output schema of tool a is not a JSON object":          {provider.Definition{Name: "a", Output: `[]`}, provider.MCP20251125},
		"provider: the output schema of tool a is not valid UTF-8":            {provider.Definition{Name: "a", Output: "{\"a\":\"\xff\"}"}, provider.MCP20251125},
		"provider: the output schema of tool a is not JSON at byte 7 (twice)": {provider.Definition{Name: "a", Output: `{"a":1,"a":1}`}, provider.MCP20251125},
	} {
		_, err := provider.MCP(row.definition, row.revision)
		require.EqualError(t, err, strings.TrimSuffix(want, " (twice)"))
	}
}
