package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/toolgen/toolgen/generator"
)

const listHelp = `toolgen list prints the tools of packages as people or providers read them. It builds and runs
nothing: it reads the source, as gen does.

Formats:
  table  one line a tool; hints are R read-only, D may destroy, I idempotent, O reaches the open
         world; a parameter with ? may be left out
  json   all that a directive can say, and the schemas; the form is stable
  mcp    the result of tools/list of the Model Context Protocol, revision 2025-11-25

Exit code: 0 fine, 1 errors in the source (the tools of other packages are listed), 2 trouble.`

// formats are the forms that list can write. Those that are nil come with later issues.
var formats = map[string]func(*session, []listedTool) error{
	"table":         (*session).listTable,
	"json":          (*session).listJSON,
	"mcp":           (*session).listMCP,
	"openai":        nil,
	"openai-strict": nil,
	"responses":     nil,
	"anthropic":     nil,
	"gemini":        nil,
	"bedrock":       nil,
}

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
	cmd.Flags().StringVar(&format, "format", "table", "table, json or mcp")
	return cmd
}

func (s *session) list(ctx context.Context, patterns []string, format string) error {
	write, known := formats[format]
	switch {
	case !known:
		return fmt.Errorf("--format=%s is none of table, json, mcp", format)
	case write == nil:
		return fmt.Errorf("--format=%s is not supported yet; there are table, json, mcp", format)
	}
	r, err := s.load(ctx, patterns)
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
	if err := write(s, tools); err != nil {
		return err
	}
	return s.report(r.Diagnostics)
}

// firstLine is the first line of a description.
func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}
