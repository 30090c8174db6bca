package directive

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every kind has a check, those included whose keys are not supported yet and so are never asked.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		kind         ValueKind
		right, wrong string
	}{
		{Flag, "false", "no"},
		{Text, "a", ""},
		{Name, "get_x", "get.x"},
		{Ident, "Tools", "tools"},
		{OneOf, "low", "lo"},
		{List, "low,high", "low,hi"},
		{NameList, "id;name;slug", "id"},
		{NameList, "id;name", "id;name;id"},
		{NameList, "id;name", "id,name"},
		{NameList, "id;name", "id;;name"},
		{Int, "3", "-1"},
		{Int, "0", "3.0"},
		{Duration, "5s", "0s"},
		{Duration, "1h", "1d"},
		{Size, "1KiB", "1KB"},
		{JSON, `{"type":"object"}`, `{"type":object}`},
		{Bound, "1", ""},
	} {
		d := &Definition{Name: "name", Kind: c.kind, Values: []string{"low", "high"}}
		check := func(text string) *Problem {
			return Entry{Key: Word{Text: "name"}, Value: Word{Text: text}, HasValue: true, Def: d}.check()
		}
		require.Nil(t, check(c.right), "%s: %s", c.kind, c.right)
		require.NotNil(t, check(c.wrong), "%s: %s", c.kind, c.wrong)
		require.NotEmpty(t, c.kind.String())
	}
}
