package suite

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
)

// A pattern of the suite either is refused when tools are generated, and the page says with what words, or decoders match it exactly as
// the suite says (X7). Patterns for names are judged as patterns for values: the names are the texts.
func TestPatterns(t *testing.T) {
	var subjects []*subject
	var patterns []string
	for _, name := range []string{"pattern", "optional/ecmascript-regex", "optional/non-bmp-regex"} {
		for _, of := range readSuite(t, name).groups {
			pattern, texts := patternOf(of)
			if pattern == "" {
				continue
			}
			require.NotEmpty(t, texts.Tests, of.Description)
			tool := fmt.Sprintf("pattern%02d", len(subjects))
			subjects = append(subjects, &subject{dir: "patterns", tool: tool, group: texts, source: toolSource(tool, "string", []string{"pattern=" + strconv.Quote(pattern)})})
			patterns = append(patterns, pattern)
		}
	}
	l := lab.New(t)
	generate(t, l, subjects)
	var calls []call
	for _, s := range subjects {
		if s.refused == "" {
			for _, test := range s.group.Tests {
				calls = append(calls, call{s.at(), json.RawMessage(`{"value":` + jsonText(test.Data) + `}`)})
			}
		}
	}
	verdicts := run(t, l, subjects, calls)

	var table strings.Builder
	for i, s := range subjects {
		if s.refused != "" {
			fmt.Fprintf(&table, "| `%s` | %d | %s |\n", cell(patterns[i]), len(s.group.Tests), cell(s.refused))
			continue
		}
		for _, test := range s.group.Tests {
			v := verdicts[0]
			verdicts = verdicts[1:]
			require.Contains(t, []string{"", "invalid_arguments"}, v.Class, "%s: %+v", s.at(), v)
			if accepted := v.Class == ""; accepted != test.Valid {
				t.Errorf("%s: %s: %s: valid is %v in the suite, and the decoder says %q", patterns[i], s.group.Description, jsonText(test.Data), test.Valid, v.Message)
			}
		}
		fmt.Fprintf(&table, "| `%s` | %d | matches as the suite says |\n", cell(patterns[i]), len(s.group.Tests))
	}
	golden(t, "patterns.md", `# The patterns of the JSON Schema test suite

Every pattern of the files pattern, optional/ecmascript-regex and optional/non-bmp-regex is either refused when tools are generated, or
decoders match it as the suite says.

| pattern | texts | outcome |
|---|---|---|
`+table.String())
}

// patternOf is the pattern of a group and the texts that are judged by it; "" where the group is of another kind.
func patternOf(of group) (string, *group) {
	texts := &group{Description: of.Description}
	if pattern, ok := member(of.Schema, "pattern").(string); ok {
		for _, test := range of.Tests {
			if _, isText := test.Data.(string); isText {
				texts.Tests = append(texts.Tests, test)
			}
		}
		return pattern, texts
	}
	byPattern, _ := member(of.Schema, "patternProperties").(map[string]any)
	if len(byPattern) != 1 || member(of.Schema, "additionalProperties") != false {
		return "", nil
	}
	for _, test := range of.Tests {
		if object, ok := test.Data.(map[string]any); ok && len(object) == 1 {
			for name := range object {
				test.Data = name
			}
			texts.Tests = append(texts.Tests, test)
		}
	}
	return slices.Collect(maps.Keys(byPattern))[0], texts
}
