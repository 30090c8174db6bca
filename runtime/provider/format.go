package provider

import "slices"

// Format is a provider's way to write tools, calls and results.
type Format string

// The formats. Those of MCP have definitions only: its calls and results are the protocol's business.
const (
	OpenAI       Format = "openai"        // Chat Completions, and the many servers that speak it
	Responses    Format = "responses"     // OpenAI's Responses
	Anthropic    Format = "anthropic"     // Messages
	Gemini       Format = "gemini"        // generateContent with parametersJsonSchema, also of Vertex
	GeminiLegacy Format = "gemini-legacy" // generateContent with parameters, a subset of OpenAPI
	Bedrock      Format = "bedrock"       // Converse
	Mistral      Format = "mistral"       // chat completions
	Ollama       Format = "ollama"        // /api/chat
	MCPJune2025  Format = "mcp-2025-06-18"
	MCPNov2025   Format = "mcp-2025-11-25"
	MCPJuly2026  Format = "mcp-2026-07-28"
)

// Formats returns all formats, in the order of their constants.
func Formats() []Format {
	formats := make([]Format, len(dialects))
	for i := range dialects {
		formats[i] = dialects[i].format
	}
	return formats
}

// Strictness says whether a provider is asked to follow a schema to the letter (C20).
type Strictness string

// The answers. "" leaves it to the next who is asked: a Definition to the Options, the Options to the format, which is
// StrictAuto for OpenAI and StrictOff for all others. A format that knows no strict mode takes none of them.
const (
	StrictAuto Strictness = "auto" // where the strict form loses nothing but annotations
	StrictOn   Strictness = "on"   // always; a tool whose schema has no strict form is an error
	StrictOff  Strictness = "off"
)

// dialect is what a format has of its own (schema.md 8.1).
type dialect struct {
	format        Format
	plain, strict column     // columns of the table of keywords; strict is noColumn where there is no strict mode
	revision      Revision   // of MCP
	auto          Strictness // what "" means
	tool          charset    // names of tools
	property      charset    // names of properties; the zero charset takes all
	description   int        // bytes that a description may have; 0: nobody said
	tools         int        // how many a request may have; 0: nobody said
}

// The limit of 1024 bytes is what OpenAI's servers answer with (D11); 128 tools are in OpenAI's manual, 512 in the comments of
// Google's SDK (genai 1.77).
var dialects = [...]dialect{
	{format: OpenAI, plain: openai, strict: openaiStrict, auto: StrictAuto, tool: charset{max: 64, more: "_-"}, description: 1024, tools: 128},
	{format: Responses, plain: openai, strict: openaiStrict, auto: StrictAuto, tool: charset{max: 64, more: "_-"}, description: 1024, tools: 128},
	{format: Anthropic, plain: anthropic, strict: anthropicStrict, auto: StrictOff, tool: charset{max: 128, more: "_-"}, property: charset{max: 64, more: "_.-"}},
	{format: Gemini, plain: gemini, strict: noColumn, auto: StrictOff, tool: charset{max: 128, more: "_.:-", first: "_"}, property: charset{max: 64, more: "_", first: "_"}, tools: 512},
	{format: GeminiLegacy, plain: legacy, strict: noColumn, auto: StrictOff, tool: charset{max: 64, more: "_.:-", first: "_"}, property: charset{max: 64, more: "_", first: "_"}, tools: 512},
	{format: Bedrock, plain: anthropic, strict: anthropicStrict, auto: StrictOff, tool: charset{max: 64, more: "_-"}, property: charset{max: 64, more: "_.-"}},
	{format: Mistral, plain: openai, strict: openaiStrict, auto: StrictOff, tool: charset{max: 64, more: "_-"}},
	{format: Ollama, plain: openai, strict: noColumn, auto: StrictOff},
	{format: MCPJune2025, plain: noColumn, strict: noColumn, auto: StrictOff, revision: MCP20250618},
	{format: MCPNov2025, plain: noColumn, strict: noColumn, auto: StrictOff, revision: MCP20251125},
	{format: MCPJuly2026, plain: noColumn, strict: noColumn, auto: StrictOff, revision: MCP20260728},
}

// dialectOf returns the dialect of f, or nil.
func dialectOf(f Format) *dialect {
	i := slices.IndexFunc(dialects[:], func(d dialect) bool { return d.format == f })
	if i < 0 {
		return nil
	}
	return &dialects[i]
}

// charset says which names a provider takes. Letters and digits of ASCII always are.
type charset struct {
	max   int    // bytes; 0: any name at all
	more  string // what a name may have besides letters and digits
	first string // what it may begin with besides a letter; "" means that it may begin with all it may have
}

// takes reports whether name fits.
func (c charset) takes(name string) bool {
	if c.max == 0 {
		return true
	}
	if name == "" || len(name) > c.max {
		return false
	}
	for i := range len(name) {
		b := name[i]
		letter := 'a' <= b|0x20 && b|0x20 <= 'z'
		switch {
		case letter:
		case i == 0 && c.first != "":
			if !has(c.first, b) {
				return false
			}
		case '0' <= b && b <= '9', has(c.more, b):
		default:
			return false
		}
	}
	return true
}

func has(set string, b byte) bool {
	for i := range len(set) {
		if set[i] == b {
			return true
		}
	}
	return false
}

// String is the charset as a regular expression, for messages.
func (c charset) String() string {
	if c.first != "" {
		return "^[A-Za-z" + c.first + "][A-Za-z0-9" + c.more + "]{0," + itoa(c.max-1) + "}$"
	}
	return "^[A-Za-z0-9" + c.more + "]{1," + itoa(c.max) + "}$"
}
