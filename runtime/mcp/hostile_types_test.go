package mcp_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/mcp"
)

// A tool with a member of another type than the protocol says is left out, with the reason; the others of its list are taken.
func TestHostileTypes(t *testing.T) {
	schema := `"inputSchema":{"type":"object"}`
	for name, row := range map[string]struct{ tool, reason string }{
		"name":            {`{"name":5,` + schema + `}`, "it has no name"},
		"title":           {`{"name":"bad","title":[],` + schema + `}`, "its title is no text"},
		"description":     {`{"name":"bad","description":7,` + schema + `}`, "its description is no text"},
		"annotations":     {`{"name":"bad","annotations":"yes",` + schema + `}`, "its annotations are no object"},
		"hint":            {`{"name":"bad","annotations":{"readOnlyHint":"yes"},` + schema + `}`, "its readOnlyHint is neither true nor false"},
		"annotated title": {`{"name":"bad","annotations":{"title":1},` + schema + `}`, "the title of its annotations is no text"},
		"schema":          {`{"name":"bad","inputSchema":"any"}`, `its inputSchema is not of type "object"`},
		"a number":        {`5`, "it has no name"},
		"icons":           {`{"name":"good2","icons":"none",` + schema + `}`, ""},
	} {
		both := map[string]func() mcp.Remote{
			"stdio": func() mcp.Remote {
				return mcp.Remote{Transport: (&scripted{list: tools(anyTool("good"), row.tool)}).transport}
			},
			"HTTP": func() mcp.Remote {
				return mcp.Remote{URL: newWeb(t, `{"tools":[`+anyTool("good")+`,`+row.tool+`]}`).URL}
			},
		}
		for way, remote := range both {
			t.Run(name+" over "+way, func(t *testing.T) {
				client := dial(t, remote())
				reg := registered(t, client)
				if row.reason == "" {
					require.Equal(t, []string{"good", "good2"}, namesOf(reg))
					require.Empty(t, client.Refused())
					return
				}
				require.Equal(t, []string{"good"}, namesOf(reg))
				require.Len(t, client.Refused(), 1)
				require.Equal(t, row.reason, client.Refused()[0].Reason)
				require.False(t, strings.Contains(client.Refused()[0].Reason, "Go "))
			})
		}
	}
}
