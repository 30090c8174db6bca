package declared

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The public test suite of draft 2020-12: a schema that is not refused at generation says of each instance what the suite says.
func TestSchemaSuite(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "..", "shared", "suites", "json-schema-2020-12", "tests", "draft2020-12")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the suite is not beside the repository:", err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	require.NoError(t, err)
	for _, more := range []string{"bignum", "float-overflow", "ecmascript-regex", "non-bmp-regex", "dependencies-compatibility", "no-schema"} {
		files = append(files, filepath.Join(folder, "optional", more+".json"))
	}
	var groups, tests, refusedGroups, refusedTests int
	whole := map[string]bool{} // files of which nothing was refused
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var all []struct {
			Description string
			Schema      json.RawMessage
			Tests       []struct {
				Description string
				Data        json.RawMessage
				Valid       bool
			}
		}
		require.NoError(t, json.Unmarshal(text, &all))
		whole[name] = true
		for _, group := range all {
			groups++
			tests += len(group.Tests)
			schema, faults := Parse(withoutDialect(string(group.Schema)))
			if schema == nil {
				require.NotEmpty(t, faults)
				for _, fault := range faults {
					require.NotEmpty(t, fault.Message, group.Description)
					require.NotEmpty(t, fault.Fix, group.Description)
				}
				refusedGroups++
				refusedTests += len(group.Tests)
				whole[name] = false
				continue
			}
			for _, test := range group.Tests {
				err := schema.Accept(string(test.Data))
				if name == "format" && err != nil {
					continue // X5: formats are checked here
				}
				require.Equal(t, test.Valid, err == nil, "%s: %s: %s: %s: %v", name, group.Description, test.Description, test.Data, err)
			}
		}
	}
	t.Logf("%d groups with %d tests agree; %d groups with %d tests are refused at generation", groups-refusedGroups, tests-refusedTests, refusedGroups, refusedTests)
	for _, name := range []string{"type", "const", "required", "minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "minimum", "maximum",
		"exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minProperties", "maxProperties", "propertyNames", "dependentRequired"} {
		require.True(t, whole[name], "%s is refused in part", name)
	}
	require.Greater(t, tests-refusedTests, 900)
}

// withoutDialect takes $schema out of a schema of the suite, which every one of them has.
func withoutDialect(text string) string {
	t, err := parse(text)
	if err != nil || !t.isObject() {
		return text
	}
	if i := slices.Index(t.keys, "$schema"); i >= 0 {
		t.keys, t.parts = slices.Delete(t.keys, i, i+1), slices.Delete(t.parts, i, i+1)
	}
	return t.String()
}
