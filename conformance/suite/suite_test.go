package suite

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files of this package")

// folder is where the suite lies.
const folder = "../../../shared/suites/json-schema-2020-12/tests/draft2020-12"

// A suiteFile is one file of the suite.
type suiteFile struct {
	name   string // relative to the folder, without .json
	groups []group
}

// A group is one schema and what is said of it.
type group struct {
	Description string
	Schema      any // with json.Number for numbers
	Tests       []struct {
		Description string
		Data        any
		Valid       bool
	}
}

// count is the number of tests in a file.
func (f suiteFile) count() int {
	n := 0
	for _, g := range f.groups {
		n += len(g.Tests)
	}
	return n
}

// readSuite reads one file of the suite, and skips the test where there is no suite.
func readSuite(t *testing.T, name string) suiteFile {
	t.Helper()
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the JSON Schema test suite is not beside the repository")
	}
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)+".json"))
	require.NoError(t, err)
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.UseNumber()
	f := suiteFile{name: name}
	require.NoError(t, dec.Decode(&f.groups), name)
	return f
}

// jsonText is a value as compact JSON, the keys of objects sorted.
func jsonText(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // v came from JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// golden compares text with a file of this package, or writes it there.
func golden(t *testing.T, name, text string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		return
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err, "run the tests of this package with -update")
	require.Equal(t, string(want), text)
}
