package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolgen/toolgen/generator"
	"github.com/toolgen/toolgen/runtime/provider"
)

const listHelp = `toolgen list prints the tools of packages as people or providers read them. It builds and runs
nothing: it reads the source, as gen does.

Formats:
  table  one line a tool; hints are R read-only, D may destroy, I idempotent, O reaches the open
         world; a parameter with ? may be left out
  json   all that a directive can say, and the schemas; the form is stable
  mcp    the result of tools/list of the Model Context Protocol, revision 2025-11-25
  mcp-2025-06-18, mcp-2025-11-25, mcp-2026-07-28
         the same in that revision, as a server of it says
  openai, openai-strict, responses, anthropic, gemini, gemini-legacy, bedrock, mistral, ollama
         the tools of a request to that provider: the member that holds them, in one object. A tool
         is strict as its directive says, else as the provider is served best; openai-strict makes
         all strict. A tool that the provider cannot take is left out, and said: exit code 1

Exit code: 0 fine, 1 errors in the source (the tools of other packages are listed), 2 trouble.`

// formats are the forms that list can write.
var formats = map[string]func(*session, []listedTool) error{
	"table":         (*session).listTable,
	"json":          (*session).listJSON,
	"mcp":           listMCP(provider.MCP20251125),
	"openai":        offered(provider.OpenAI, ""),
	"openai-strict": offered(provider.OpenAI, provider.StrictOn),
	"responses":     offered(provider.Responses, ""),
	"anthropic":     offered(provider.Anthropic, ""),
	"gemini":        offered(provider.Gemini, ""),
	"gemini-legacy": offered(provider.GeminiLegacy, ""),
	"bedrock":       offered(provider.Bedrock, ""),
	"mistral":       offered(provider.Mistral, ""),
	"ollama":        offered(provider.Ollama, ""),

	string(provider.MCPJune2025): listMCP(provider.MCP20250618),
	string(provider.MCPNov2025):  listMCP(provider.MCP20251125),
	string(provider.MCPJuly2026): listMCP(provider.MCP20260728),
}

// formatNames are the formats in the order in which help names them.
const formatNames = "table, json, mcp, mcp-2025-06-18, mcp-2025-11-25, mcp-2026-07-28, openai, openai-strict, responses, anthropic, gemini, gemini-legacy, bedrock, mistral, ollama"

// listedTool is one tool with what belongs to it.
type listedTool struct {
	*generator.Tool
	Package string
	Schema  generator.Schema
}

func (s *session) listCommand() *cobra.Command {
	format := ""
	cmd := &cobra.Command{
		Use:     "list [packages]",
		Short:   "Show the tools, as people or providers read them",
		Long:    listHelp,
		Example: "  toolgen list ./...\n  toolgen list --format mcp ./weather",
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.list(cmd.Context(), args, format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "table", formatNames)
	return cmd
}

func (s *session) list(ctx context.Context, patterns []string, format string) error {
	write, known := formats[format]
	if !known {
		return fmt.Errorf("--format=%s is none of %s", format, formatNames)
	}
	r, err := s.load(ctx, patterns, "")
	if err != nil {
		return err
	}
	var tools []listedTool
	for _, p := range r.Packages {
		for _, t := range p.Tools {
			tools = append(tools, listedTool{t, p.Path, p.Schemas[t.Name]})
		}
	}
	slices.SortStableFunc(tools, func(a, b listedTool) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(a.Package, b.Package)
	})
	written := write(s, tools)
	if written != nil && !errors.Is(written, errFindings) {
		return written
	}
	return cmp.Or(s.report(r.Diagnostics), written)
}

// firstLine is the first line of a description.
func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}
