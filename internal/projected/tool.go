package projected

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/provider"
)

// toolNames are what a format takes as the name of a tool (8.1); Ollama says nothing.
var toolNames = map[provider.Format]*regexp.Regexp{
	provider.OpenAI:       regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`),
	provider.Responses:    regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`),
	provider.Mistral:      regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`),
	provider.Anthropic:    regexp.MustCompile(`^[a-zA-Z0-9_-]{1,128}$`),
	provider.Bedrock:      regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`),
	provider.Gemini:       regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$`),
	provider.GeminiLegacy: regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$`),
}

// Definition walks one tool as [provider.Define] writes it: its members, its name, the length of its description, its schema,
// and the limits of the strict form. It returns what is wrong.
func Definition(text []byte, f provider.Format) []string {
	tool, faults := members(text, "the tool")
	var schema json.RawMessage
	switch f {
	case provider.Responses:
		faults = append(faults, tool.only("type", "name", "description", "parameters", "strict", "output_schema")...)
		faults = append(faults, tool.must("type", "name", "parameters", "strict")...)
		schema = tool["parameters"]
	case provider.Anthropic:
		faults = append(faults, tool.only("name", "description", "input_schema", "strict", "cache_control")...)
		schema = tool["input_schema"]
	case provider.Gemini:
		faults = append(faults, tool.only("name", "description", "parametersJsonSchema", "responseJsonSchema")...)
		schema = tool["parametersJsonSchema"]
	case provider.GeminiLegacy:
		faults = append(faults, tool.only("name", "description", "parameters", "response")...)
		schema = tool["parameters"]
	case provider.Bedrock:
		faults = append(faults, tool.only("toolSpec")...)
		tool, faults = tool.inside("toolSpec", faults)
		faults = append(faults, tool.only("name", "description", "inputSchema", "strict")...)
		input, more := members(tool["inputSchema"], "inputSchema")
		faults = append(append(faults, more...), input.only("json")...)
		schema = input["json"]
	default:
		faults = append(faults, tool.only("type", "function")...)
		faults = append(faults, tool.must("type", "function")...)
		tool, faults = tool.inside("function", faults)
		faults = append(faults, tool.only("name", "description", "parameters", "strict")...)
		schema = tool["parameters"]
	}
	var name, description string
	_ = json.Unmarshal(tool["name"], &name)
	if names := toolNames[f]; names != nil && !names.MatchString(name) {
		faults = append(faults, "the name "+name)
	}
	if text, has := tool["description"]; has {
		_ = json.Unmarshal(text, &description)
		if description == "" {
			faults = append(faults, "an empty description")
		}
		if limited := f == provider.OpenAI || f == provider.Responses; limited && len(description) > 1024 || !utf8.ValidString(description) {
			faults = append(faults, "a description of "+strconv.Itoa(len(description))+" bytes")
		}
	}
	strict := string(tool["strict"]) == "true"
	if schema == nil {
		if f != provider.GeminiLegacy { // which has no objects without properties
			faults = append(faults, "no schema")
		}
		return faults
	}
	faults = append(faults, Check(schema, f, strict)...)
	if strict && profileOf(f, true).complete {
		faults = append(faults, limits(schema)...)
	}
	return faults
}

// object is a JSON object, its values as they are written.
type object map[string]json.RawMessage

func members(text []byte, what string) (object, []string) {
	var o object
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, []string{what + ": " + err.Error()}
	}
	return o, nil
}

func (o object) inside(name string, faults []string) (object, []string) {
	inner, more := members(o[name], name)
	return inner, append(faults, more...)
}

func (o object) only(names ...string) (faults []string) {
	for name := range o {
		if !slices.Contains(names, name) {
			faults = append(faults, "the member "+name)
		}
	}
	return faults
}

func (o object) must(names ...string) (faults []string) {
	for _, name := range names {
		if o[name] == nil {
			faults = append(faults, "no member "+name)
		}
	}
	return faults
}

// limits counts what OpenAI's strict mode limits (8.2, last row; T81).
func limits(schema []byte) (faults []string) {
	var root any
	if err := json.Unmarshal(schema, &root); err != nil {
		return []string{err.Error()}
	}
	var c counter
	c.schema(root, 0)
	for _, limit := range []struct {
		n, max int
		what   string
	}{{c.depth, 10, "levels"}, {c.properties, 5000, "properties"}, {c.values, 1000, "enum values"}, {c.long, 15_000, "bytes in an enum of more than 250"}, {c.texts, 120_000, "bytes of names and values"}} {
		if limit.n > limit.max {
			faults = append(faults, strconv.Itoa(limit.n)+" "+limit.what)
		}
	}
	return faults
}

type counter struct{ depth, properties, values, long, texts int }

// schema counts in a schema below that many objects.
func (c *counter) schema(v any, depth int) {
	s, _ := v.(map[string]any)
	if values, _ := s["enum"].([]any); values != nil {
		n := 0
		for _, v := range values {
			if text, is := v.(string); is {
				n += len(text)
			}
		}
		c.values, c.texts = c.values+len(values), c.texts+n
		if len(values) > 250 {
			c.long = max(c.long, n)
		}
	}
	if properties, _ := s["properties"].(map[string]any); properties != nil {
		c.properties += len(properties)
		c.depth = max(c.depth, depth+1)
		for name, v := range properties {
			c.texts += len(name)
			c.schema(v, depth+1)
		}
	}
	if defs, _ := s["$defs"].(map[string]any); defs != nil {
		for name, v := range defs {
			c.texts += len(name)
			c.schema(v, 0)
		}
	}
	if branches, _ := s["anyOf"].([]any); branches != nil {
		for _, v := range branches {
			c.schema(v, depth)
		}
	}
	if s["items"] != nil {
		c.schema(s["items"], depth)
	}
}
