package types

import (
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the tables with what came out; review the diff")

// Every value of the oracle and every symbol of the signatures ends in exactly one column of its table.
func TestTypes(t *testing.T) {
	values, symbols := exhibits(t, "values"), exhibits(t, "symbols")
	all := flat(values, symbols)
	generate(t, all)
	reports := drive(t, all)
	t.Run("oracle", func(t *testing.T) { compareOracle(t, values, reports) })
	t.Run("signatures", func(t *testing.T) { compareSignatures(t, symbols, reports) })
}

// compareOracle holds the values against oracle.md.
func compareOracle(t *testing.T, values map[string]*exhibit, reports map[string]report) {
	const file = "oracle.md"
	theirs := readTable(t, file)
	var corpus []struct {
		Type         string
		JSON         string
		MarshalErr   string `json:"marshal_err"`
		RoundTrip    string `json:"round_trip"`
		JSONSchemaGo string `json:"jsonschema_go_0_4_3"`
		Invopop      string `json:"invopop_0_14_0"`
	}
	if readCorpus(t, "oracle.json", &corpus) {
		theirs = nil
		for _, c := range corpus {
			written := code(c.JSON)
			if c.MarshalErr != "" {
				written = c.MarshalErr
			}
			theirs = append(theirs, []string{code(c.Type), written, c.RoundTrip, c.JSONSchemaGo, c.Invopop})
		}
	}
	require.Len(t, theirs, 56)
	out := table{about: oracleAbout, head: []string{
		"value", "encoding/json writes", "and reads it back", "jsonschema-go 0.4.3", "invopop 0.14.0", "**toolgen**: equal", "ours by decision", "refused",
	}}
	for _, row := range theirs {
		about := strings.Trim(row[0], "`")
		e := values[about]
		require.NotNil(t, e, "%s is no exhibit", about)
		if r, called := reports[e.path]; called && r.Theirs != "" {
			start, _, cut := strings.Cut(strings.Trim(row[1], "`"), "…")
			require.True(t, r.Theirs == start || cut && strings.HasPrefix(r.Theirs, start), "%s: Value is not the oracle's: %s", about, r.Theirs)
		}
		out.rows = append(out.rows, append(row[:5:5], judged(t, e, reports)...))
	}
	require.Len(t, values, len(theirs))
	compareTable(t, file, out)
}

const oracleAbout = `# The oracle: 56 hard values

What encoding/json writes for each, whether it reads that back, and what the schemas that two inference libraries make of its type
say of that JSON (all from the corpus; the cut ones were cut there). Then toolgen: a tool takes the value and returns it, the JSON is
judged by its schemas, decoded, held against the value, and encoded. Each ends in one column:

* **equal**: the input schema and the decoder take that JSON, the same Go value comes of it, and the same JSON comes back
* **ours by decision**: the row of the mapping by which the JSON is another, for which all of that holds, and that JSON
* **refused**: no tool is generated, with the row and the message; where the package declared beneath has the lines that the fix
  says, what comes of them

Where the schema of an argument is short it is shown, with the rows of the warnings. ` + "`make conformance ARGS=-update`" + ` rewrites this file.
`

// compareSignatures holds the symbols against signatures.md.
func compareSignatures(t *testing.T, symbols map[string]*exhibit, reports map[string]report) {
	const file = "signatures.md"
	theirs := readTable(t, file)
	var corpus []struct {
		Module     string
		ImportPath string `json:"import_path"`
		Symbol     string
		WhyHard    string `json:"why_hard"`
		GoodSchema string `json:"good_schema"`
	}
	if readCorpus(t, "signatures.json", &corpus) {
		theirs = nil
		for _, c := range corpus {
			theirs = append(theirs, []string{code(c.ImportPath + " " + c.Symbol), c.WhyHard, c.GoodSchema})
		}
	}
	require.Len(t, theirs, 48)
	out := table{about: signaturesAbout, head: []string{
		"symbol", "why it is hard", "a good schema", "**toolgen**: equal", "ours by decision", "refused",
	}}
	for _, row := range theirs {
		about := strings.Trim(row[0], "`")
		e := symbols[about]
		require.NotNil(t, e, "%s is no exhibit", about)
		out.rows = append(out.rows, append(row[:3:3], judged(t, e, reports)...))
	}
	require.Len(t, symbols, len(theirs))
	compareTable(t, file, out)
}

const signaturesAbout = `# The signatures: 48 symbols of popular modules

Functions are wrapped in a tool of one line, types are a tool's parameter. Why each is hard and what a good schema would be are from
the corpus, written before the decisions of the mapping: where they differ, the decision wins. Each ends in one column:

* **equal**: the input schema and the decoder take what encoding/json writes for a value of it, and the same Go value comes of it
* **ours by decision**: the row of the mapping by which the JSON is another, for which that holds, and that JSON
* **refused**: no tool is generated, with the row and the message; where the package declared beneath has the lines that the fix
  says, what comes of them

` + "`make conformance ARGS=-update`" + ` rewrites this file.
`

// judged is the verdict on an exhibit as cells of a table, in exactly one of which something stands.
func judged(t *testing.T, e *exhibit, reports map[string]report) []string {
	v, err := judge(e, reports)
	if err != nil {
		t.Errorf("%s: %v", e.about, err)
	}
	return []string{v.equal, v.ours, v.refused}
}

func compareTable(t *testing.T, file string, out table) {
	t.Helper()
	if *update && !t.Failed() {
		require.NoError(t, os.WriteFile(file, []byte(out.text()), 0o644))
		return
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(text), out.text(), "review the difference and rewrite the table with -update")
}

// readCorpus reads a file of the corpus beside the repository. Without one, the committed table stands in for it.
func readCorpus(t *testing.T, name string, into any) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "corpus", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Logf("there is no corpus beside the repository: the committed table stands in for %s", name)
		return false
	}
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, into))
	return true
}
