package generator_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

// facts say everything about tools one by one. A key is "TOOL PLACE KEYWORD", such as "list_issues fields[] enum"; the
// place . is the tool itself, or its arguments object. A value is compact JSON. The second tool of a name, which a server
// registers in place of the first, is called NAME/2.
type facts map[string]string

// tools returns the names of the tools, sorted.
func (f facts) tools() []string {
	var out []string
	for key := range f {
		tool, _, _ := strings.Cut(key, " ")
		out = append(out, tool)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// name returns what to call a tool that facts are about to be added of.
func (f facts) name(tool string) string {
	if len(f.of(tool)) > 0 {
		return tool + "/2"
	}
	return tool
}

func (f facts) of(tool string) facts {
	out := facts{}
	for key, value := range f {
		if strings.HasPrefix(key, tool+" ") {
			out[key] = value
		}
	}
	return out
}

func (f facts) add(t *testing.T, tool, place, keyword string, value any) {
	t.Helper()
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(value))
	f[tool+" "+place+" "+keyword] = strings.TrimSpace(text.String())
}

// addSchema takes a schema apart. Of a description it keeps that there is one: the wording is no fact.
func (f facts) addSchema(t *testing.T, tool, place string, schema map[string]any) {
	for keyword, value := range schema {
		switch keyword {
		case "properties":
			for name, property := range value.(map[string]any) {
				f.addSchema(t, tool, strings.TrimPrefix(place+"."+name, ".."), property.(map[string]any))
			}
		case "items":
			f.addSchema(t, tool, place+"[]", value.(map[string]any))
		case "required":
			for _, name := range value.([]any) {
				f.add(t, tool, strings.TrimPrefix(place+"."+name.(string), ".."), "required", true)
			}
		case "description", "desc_len":
			if !strings.HasSuffix(place, "[]") {
				f.add(t, tool, place, "described", true)
			}
		case "anyOf", "oneOf":
			for i, branch := range value.([]any) {
				f.addSchema(t, tool, fmt.Sprintf("%s(%s.%d)", place, keyword, i), branch.(map[string]any))
			}
		case "additionalProperties":
		default:
			f.add(t, tool, place, keyword, value)
		}
	}
}

func (f facts) addOurs(t *testing.T, tool *generator.Tool, schema generator.Schema) {
	name := f.name(tool.Name)
	f.addSchema(t, name, ".", decodeNumbers[map[string]any](t, []byte(schema.InputText())))
	f.add(t, name, ".", "readOnlyHint", tool.ReadOnly)
	f.add(t, name, ".", "destructiveHint", !tool.Additive)
	f.add(t, name, ".", "idempotentHint", tool.Idempotent)
	f.add(t, name, ".", "openWorldHint", !tool.ClosedWorld)
}

// compareTable holds the table against the corpus that it is an extract of; -update makes it anew.
func compareTable(t *testing.T, root string, server realServer, file string) {
	corpus := filepath.Join(root, "..", "shared", "corpus", "facts", server.corpus)
	text, err := os.ReadFile(corpus)
	if err != nil {
		t.Skip("there is no corpus beside the repository:", err)
	}
	all := facts{}
	for _, tool := range decodeNumbers[struct{ Tools []theirTool }](t, text).Tools {
		all.addTheirs(t, tool)
	}
	var table strings.Builder
	for _, key := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&table, "%s %s\n", key, all[key])
	}
	if *update {
		write(t, file, table.String())
	}
	committed, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, table.String(), string(committed))
}

func readTable(t *testing.T, file string) facts {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	table := facts{}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 4)
		require.Len(t, parts, 4, line)
		table[strings.Join(parts[:3], " ")] = parts[3]
	}
	return table
}

// theirTool is a tool as the corpus describes it. One server's parameters are a schema, the other's the options of a
// builder; its hints are text.
type theirTool struct {
	Name                string
	Annotations, Params any
	Lines               map[string]int
}

func (f facts) addTheirs(t *testing.T, tool theirTool) {
	name := f.name(tool.Name)
	switch params := tool.Params.(type) {
	case nil:
		f.add(t, name, ".", "type", "object")
	case map[string]any:
		f.addSchema(t, name, ".", params)
	case []any:
		f.add(t, name, ".", "type", "object")
		for _, p := range params {
			f.addOptions(t, name, p.(map[string]any))
		}
	}
	switch hints := tool.Annotations.(type) {
	case map[string]any:
		for hint, value := range hints {
			f.add(t, name, ".", hint, value)
		}
	case []any:
		for _, text := range hints {
			hint, value, _ := strings.Cut(text.(string), "=")
			f.add(t, name, ".", string(unicode.ToLower(rune(hint[0])))+hint[1:], value == "true")
		}
	}
	for part, n := range tool.Lines {
		f.add(t, name, ".", "lines."+part, n)
	}
}

// addOptions translates the options of a builder; one that is not known here stays as it is, and so will not be met.
func (f facts) addOptions(t *testing.T, tool string, options map[string]any) {
	place := options["name"].(string)
	for option, value := range options {
		if list, ok := value.([]any); ok && len(list) == 1 {
			value = list[0]
		}
		switch option {
		case "name":
		case "desc_len":
			f.add(t, tool, place, "described", true)
		case "min", "max":
			f.add(t, tool, place, option+"imum", value)
		case "defaultString", "defaultBool", "defaultNumber":
			f.add(t, tool, place, "default", value)
		case "withStringEnumItems":
			f.add(t, tool, place+"[]", "type", "string")
			f.add(t, tool, place+"[]", "enum", value)
		default:
			f.add(t, tool, place, option, value)
		}
	}
}

// decodeNumbers decodes JSON and keeps the text of numbers.
func decodeNumbers[T any](t *testing.T, text []byte) T {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v T
	require.NoError(t, dec.Decode(&v))
	return v
}
