package directive_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/toolgen/toolgen/generator/internal/directive"
)

// nearMisses are comments that were meant as directives, with the line to paste.
var nearMisses = []struct{ comment, fix string }{
	// A blank too many.
	{"// tool:name=x", "//tool:name=x"},
	{"//  tool:name=x readonly", "//tool:name=x readonly"},
	{"//\ttool:name=x", "//tool:name=x"},
	{"//tool: name=x", "//tool:name=x"},
	{"// tool: name=x", "//tool:name=x"},
	{"//tool: x", "//tool:name=x"},
	{"//tool: readonly", "//tool:readonly"},
	{"// tool: readonly", "//tool:readonly"},
	{"//tool :name=x", "//tool:name=x"},
	{"// tool : name=x", "//tool:name=x"},
	{"// tool:param days default=3", "//tool:param days default=3"},
	{"// tool: param days default=3", "//tool:param days default=3"},
	{"// tool:readonly", "//tool:readonly"},
	{"// tool:example {\"a\":1}", "//tool:example {\"a\":1}"},
	{"// tool:limitation Europe only", "//tool:limitation Europe only"},
	{"// tool:defaults access=public", "//tool:defaults access=public"},
	{"// tool:skip", "//tool:skip"},
	{"// tool:timeout=5s", "//tool:timeout=5s"},
	{"// tool:items.min=1", "//tool:items.min=1"},

	// Upper case.
	{"//Tool:name=x", "//tool:name=x"},
	{"//TOOL:name=x", "//tool:name=x"},
	{"// Tool:name=x", "//tool:name=x"},
	{"//tool:Name=x", "//tool:name=x"},
	{"//tool:ReadOnly", "//tool:readonly"},
	{"//Tool:Param days min=1", "//tool:param days min=1"},
	{"//tool:GetForecast", "//tool:name=GetForecast"},

	// Another word or sign.
	{"//tool", "//tool:name=NAME"},
	{"//tool  ", "//tool:name=NAME"},
	{"//tool:", "//tool:name=NAME"},
	{"//tool:  ", "//tool:name=NAME"},
	{"//tools:name=x", "//tool:name=x"},
	{"//toolgen:name=x", "//tool:name=x"},
	{"// tools: name=x", "//tool:name=x"},
	{"//tool name=x", "//tool:name=x"},
	{"// tool name=x", "//tool:name=x"},
	{"//tool name get_forecast", "//tool:name get_forecast"},
	{"//tool param days min=1", "//tool:param days min=1"},
	{"//tool;name=x", "//tool:name=x"},
	{"//tool=name=x", "//tool:name=x"},
	{"//tool：name=x", "//tool:name=x"},
	{"//+tool:name=x", "//tool:name=x"},
	{"// +tool:name=x", "//tool:name=x"},
	{"// @tool:name=x", "//tool:name=x"},
	{"///tool:name=x", "//tool:name=x"},
	{"//tool:=x", "//tool:=x"},
	{"//tool:\"x\"", "//tool:\"x\""},
	{"//tool:名=x", "//tool:名=x"},

	// A misspelt key, and those of others.
	{"// tool:nmae=x", "//tool:name=x"},
	{"// tool:minimum=3", "//tool:min=3"},

	// Block comments.
	{"/*tool:name=x*/", "//tool:name=x"},
	{"/* tool:name=x readonly */", "//tool:name=x readonly"},
	{"/*tool:get_forecast*/", "//tool:name=get_forecast"},
	{"/*\ntool:name=x\n*/", "//tool:name=x"},
	{"/*\n * F does it.\n * tool:name=x\n */", "//tool:name=x"},
	{"/* F does it.\r\n\r\ntool:name=x\r\n*/", "//tool:name=x"},
}

func TestNearMiss(t *testing.T) {
	for _, c := range nearMisses {
		t.Run(c.comment, func(t *testing.T) {
			p, found := NearMiss(c.comment)
			require.True(t, found)
			require.Equal(t, CodeNearMiss, p.Code)
			require.Equal(t, c.fix, p.Fix)
			require.Contains(t, p.Message, "this is no directive: ")
			require.False(t, Is(c.comment))

			_, problems := Parse(c.comment, OnFunc)
			require.NotEmpty(t, problems)
		})
	}
}

// Comments that have nothing to do with directives, or have become something else on purpose.
func TestNearMissLeavesAlone(t *testing.T) {
	for _, comment := range []string{
		// Directives.
		"//tool:name=x",
		"//tool:x",
		"//tool:0",
		// Prose.
		"// tool: the hammer",
		"// Tool: the hammer",
		"// Tool: name of the thing",
		"// Tools: example uses",
		"// tool: limitation of this",
		"// tool: default value",
		"// tool names are unique",
		"// tool name of the caller",
		"// Tool is one annotated function.",
		"// tools",
		"// tool",
		"// Tool",
		"// tool:",
		"// Tool.",
		"// tool-name=x is how it was",
		"// toolbox:name=x",
		"// The tool: name=x",
		"// see //tool:name=x",
		"// tool:the",
		"// tool: https://example.com/?name=x",
		"//",
		"// ",
		"/**/",
		"/* */",
		"/* tool: the hammer */",
		"/* The tool: name=x */",
		// Commented out, or shown in documentation.
		"// //tool:name=x",
		"////tool:name=x",
		"//\t//tool:name=x",
		"/* //tool:name=x */",
		"/*\n//tool:name=x\nfunc F() {}\n*/",
		"/*\nPackage p has tools:\n\n\t//tool:name=x\n\tfunc F() {}\n*/",
		"/*\nPackage p has tools:\n\n\ttool:name=x\n*/",
		// Code that is commented out.
		"//tool: newTool(),",
		"//tool: \"x\",",
		"//tool := newTool()",
		"//tool = name",
		"//tool.Name = x",
		"//tool.Close()",
		"//tools, err := all()",
		// Directives of others.
		"//toolbox:name=x",
		"//go:generate go tool toolgen",
		"//nolint:all",
		"//tool2:name=x",
		"",
		"x",
	} {
		p, found := NearMiss(comment)
		require.False(t, found, "%q: %s", comment, p.Message)
	}
}

// The place is the line that was meant, without blanks at its end.
func TestNearMissPlace(t *testing.T) {
	for comment, want := range map[string]string{
		"// tool:name=x  \r":                "// tool:name=x",
		"/* F.\r\n * tool:name=x \r\n */":   " tool:name=x",
		"/*\n天\ntool:name=x readonly\n\n*/": "tool:name=x readonly",
	} {
		p, found := NearMiss(comment)
		require.True(t, found, comment)
		require.Equal(t, want, comment[p.Start:p.End])
	}
}

func TestNearMissReason(t *testing.T) {
	for comment, want := range map[string]string{
		"//tool":          "a key is missing after //tool:",
		"/*tool:name=x*/": "a directive is a // comment of its own, not a part of /* */",
		"//Tool:name=x":   "//tool: is written in lower case",
		"//tools:name=x":  "a directive begins with //tool:",
		"//tool;name=x":   "a colon follows //tool directly",
		"// tool:name=x":  "nothing stands between // and tool:, and no blank after it",
		"//tool:Name=x":   "a lower-case key follows //tool: directly",
	} {
		p, found := NearMiss(comment)
		require.True(t, found, comment)
		require.Equal(t, "this is no directive: "+want, p.Message)
	}
}
