package provider

import (
	"encoding/json"
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
	"github.com/toolgen/toolgen/generator"
	"github.com/toolgen/toolgen/runtime/provider"
)

var generated struct {
	sync.Once
	definitions []provider.Definition
}

// fixtures are the tools of testdata/generate and testdata/real, generated once.
func fixtures(t *testing.T) []provider.Definition {
	t.Helper()
	generated.Do(func() {
		l := lab.New(t)
		l.WriteScenarios()
		l.WriteReal()
		for _, p := range l.Generate().Packages {
			for _, tool := range p.Tools {
				generated.definitions = append(generated.definitions, generator.Definition(tool, p.Schemas[tool.Name]))
			}
		}
	})
	require.Greater(t, len(generated.definitions), 300)
	return generated.definitions
}

// carried decodes a text into a value of type T and encodes that again: it must come back equal, so T knows all of it.
func carried[T any](t *testing.T, text []byte) T {
	t.Helper()
	var v T
	require.NoError(t, json.Unmarshal(text, &v), "%s", text)
	back, err := json.Marshal(v)
	require.NoError(t, err)
	if !same(t, text, back) { // said here, because it takes a while to make a difference readable
		require.JSONEq(t, string(text), string(back), "%T", v)
	}
	return v
}

// same reports whether two texts are the same JSON.
func same(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	require.NoError(t, json.Unmarshal(a, &x), "%s", a)
	require.NoError(t, json.Unmarshal(b, &y), "%s", b)
	return reflect.DeepEqual(x, y)
}
