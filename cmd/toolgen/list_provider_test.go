package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/generator"
	"github.com/toolgen/toolgen/runtime/provider"
)

// Each format prints the member of a request that holds the tools, without hidden ones.
func TestListProviders(t *testing.T) {
	const (
		text  = `"name":"get_forecast","description":"Forecast returns the weather.\nDay by day."`
		input = `{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city"],"additionalProperties":false}`
		all   = `{"type":"object","properties":{"city":{"type":"string"},"days":{"type":["integer","null"]}},"required":["city","days"],"additionalProperties":false}`
		old   = `{"type":"OBJECT","properties":{"city":{"type":"STRING"},"days":{"type":"INTEGER"}},"required":["city"],"propertyOrdering":["city","days"]}`
	)
	for format, want := range map[string]string{
		"openai":        `{"tools":[{"type":"function","function":{` + text + `,"parameters":` + all + `,"strict":true}}]}`,
		"openai-strict": `{"tools":[{"type":"function","function":{` + text + `,"parameters":` + all + `,"strict":true}}]}`,
		"responses":     `{"tools":[{"type":"function",` + text + `,"parameters":` + all + `,"strict":true}]}`,
		"anthropic":     `{"tools":[{` + text + `,"input_schema":` + input + `}]}`,
		"gemini":        `{"tools":[{"functionDeclarations":[{` + text + `,"parametersJsonSchema":` + input[:len(input)-1] + `,"propertyOrdering":["city","days"]}}]}]}`,
		"gemini-legacy": `{"tools":[{"functionDeclarations":[{` + text + `,"parameters":` + old + `}]}]}`,
		"bedrock":       `{"toolConfig":{"tools":[{"toolSpec":{` + text + `,"inputSchema":{"json":` + input + `}}}]}}`,
		"mistral":       `{"tools":[{"type":"function","function":{` + text + `,"parameters":` + input + `}}]}`,
		"ollama":        `{"tools":[{"type":"function","function":{` + text + `,"parameters":` + input + `}}]}`,
	} {
		p := weather(t, current)
		var stdout, stderr bytes.Buffer
		s := &session{world: world{stdout: &stdout, stderr: &stderr}}
		list := []listedTool{{Tool: p.Tools[0], Package: p.Path, Schema: p.Schemas["get_forecast"]}}
		hidden := *p.Tools[0]
		hidden.Name, hidden.Hidden = "hidden", true
		list = append(list, listedTool{Tool: &hidden, Package: p.Path, Schema: p.Schemas["get_forecast"]})
		require.NoError(t, formats[format](s, list))
		require.Equal(t, want+"\n", stdout.String(), format)
		require.Empty(t, stderr.String())
		stdout.Reset()
		require.NoError(t, formats[format](s, list[1:]))
		require.Equal(t, "{}\n", stdout.String())
	}

	// A tool that a provider cannot take is said, and the others are listed.
	p := weather(t, current)
	open := generator.Schema{Input: []string{`{"type":"object","properties":{"x":{}},"additionalProperties":false}`}}
	var stdout, stderr bytes.Buffer
	s := &session{world: world{stdout: &stdout, stderr: &stderr}}
	any := *p.Tools[0]
	any.Name = "anything"
	require.ErrorIs(t, formats["openai-strict"](s, []listedTool{{Tool: &any, Package: p.Path, Schema: open}, {Tool: p.Tools[0], Package: p.Path, Schema: p.Schemas["get_forecast"]}}), errFindings)
	require.Equal(t, "provider: tool \"anything\" cannot be offered to openai: no strict form: x: a value of any type\n", stderr.String())
	require.Contains(t, stdout.String(), `"get_forecast"`)
	require.NotContains(t, stdout.String(), `"anything"`)
}

// The formats of MCP are what a server of that revision says; "mcp" is that of 2025-11-25.
func TestListRevisions(t *testing.T) {
	p := weather(t, current)
	schema := p.Schemas["get_forecast"]
	schema.Output = []string{`{"type":"array","items":{"type":"string"}}`}
	list := []listedTool{{Tool: p.Tools[0], Package: p.Path, Schema: schema}}
	definition := generator.Definition(p.Tools[0], schema)
	for format, revision := range map[string]provider.Revision{"mcp": provider.MCP20251125, "mcp-2025-06-18": provider.MCP20250618,
		"mcp-2025-11-25": provider.MCP20251125, "mcp-2026-07-28": provider.MCP20260728} {
		var stdout bytes.Buffer
		require.NoError(t, formats[format](&session{world: world{stdout: &stdout}}, list))
		want, err := provider.MCP(definition, revision)
		require.NoError(t, err)
		require.Equal(t, `{"tools":[`+string(want)+"]}\n", stdout.String(), format)
		require.Equal(t, revision != provider.MCP20260728, bytes.Contains(stdout.Bytes(), []byte(`"properties":{"result":{"type":"array"`)), format)
		require.Contains(t, formatNames, format)
	}
	for _, f := range provider.Formats() {
		require.Contains(t, formats, string(f), "every format of package provider")
	}
}
