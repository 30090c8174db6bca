package provider_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/internal/projected"
	"github.com/toolgen/toolgen/runtime/provider"
)

// everyForm calls f for all forms that there are.
func everyForm(f func(format provider.Format, strict bool)) {
	for _, format := range provider.Formats() {
		f(format, false)
		f(format, true)
	}
}

var schemaText = regexp.MustCompile("(?s)`(\\{\"type\":\"object\".*?\\})`")

// Every schema that toolgen has generated in this repository, in every form: closed keyword lists, closed objects, required complete
// in strict forms, no list of types where it is forbidden, no combinator at the root, references that lead somewhere.
func TestEverySchemaOfTheRepository(t *testing.T) {
	schemas, strict := 0, 0
	require.NoError(t, filepath.WalkDir(filepath.Join("..", ".."), func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".txtar" && filepath.Base(file) != "zz_tools.go" && filepath.Ext(file) != ".golden" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, m := range schemaText.FindAllStringSubmatch(string(text), -1) {
			schema := strings.ReplaceAll(m[1], "` + \"`\" + `", "`")
			if !json.Valid([]byte(schema)) {
				continue
			}
			schemas++
			everyForm(func(f provider.Format, s bool) {
				if held(t, schema, f, s) && s {
					strict++
				}
			})
		}
		return nil
	}))
	t.Log(schemas, "schemas,", strict, "strict forms")
	require.Greater(t, schemas, 200)
	require.Greater(t, strict, 200)
}

// held projects a schema and checks the projection, which must not change when it is projected again. It reports whether there is one.
func held(t *testing.T, schema string, f provider.Format, strict bool) bool {
	t.Helper()
	p, err := provider.Project(schema, f, strict)
	if err != nil {
		if strict && !errors.Is(err, provider.ErrNotStrict) || p.Schema != nil {
			plain, plainErr := provider.Project(schema, f, false)
			require.Error(t, plainErr, "%s %s", f, plain.Schema)
		}
		return false
	}
	require.Empty(t, projected.Check(p.Schema, f, strict), "%s, strict %v: %s\nfrom %s", f, strict, p.Schema, schema)
	again, err := provider.Project(string(p.Schema), f, strict)
	require.NoError(t, err)
	require.Equal(t, string(p.Schema), string(again.Schema), "%s, strict %v, from %s", f, strict, schema)
	return true
}

// The public suite has schemas that nobody wrote for tools; whatever they say, what comes out is well formed.
func TestSchemasOfTheSuite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "suites", "json-schema-2020-12", "**", "*.json"))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("there is no suite beside the repository")
	}
	forms := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var groups []struct{ Schema json.RawMessage }
		if json.Unmarshal(text, &groups) != nil {
			continue
		}
		for _, g := range groups {
			for _, schema := range []string{string(g.Schema), args(string(g.Schema))} {
				everyForm(func(f provider.Format, strict bool) {
					if held(t, schema, f, strict) {
						forms++
					}
				})
			}
		}
	}
	t.Log(forms, "forms")
	require.Greater(t, forms, 1000)
}

// Law: a projection is valid JSON of closed keywords with local references, and does not change when it is projected again.
func FuzzProject(f *testing.F) {
	for _, seed := range []string{
		`{"type":"object"}`, args(`{"type":["string","null"],"enum":["a",null]}`), args(`{"oneOf":[{"const":1},{"allOf":[{"type":"string"},true]}]}`),
		`{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"a":{"$ref":"#/$defs/A","description":"x"},"b":{"$ref":"#"}},"required":["a"]}}}`,
		args(`{"type":"array","items":[{"type":"integer","exclusiveMinimum":3},false],"additionalItems":{"$ref":"#/properties/x"}}`),
		`{"properties":{"\ud800":{"minimum":1e999},"a b":{"nullable":true,"type":"INTEGER"}},"dependencies":{"a":["b"]},"anyOf":[{"required":["z"]}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, schema string) {
		everyForm(func(f provider.Format, strict bool) { held(t, schema, f, strict) })
	})
}
