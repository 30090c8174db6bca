package directive_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/toolgen/toolgen/generator/internal/directive"
)

func TestHelp(t *testing.T) {
	const want = `access=WORD, on a function or in the package comment

    //tool:access=trusted

    The lowest level of caller that may see and call the tool.
    Values: public, trusted, admin, system.
    Default: not declared: only a host that has no policy serves it.
`
	for _, name := range []string{"access", "tool:access", "//tool:access"} {
		help, found := Help(name)
		require.True(t, found)
		require.Equal(t, want, help)
	}

	help, found := Help("name")
	require.True(t, found)
	require.Contains(t, help, "name=TOOL, on a function\n")
	require.Contains(t, help, "name=TEXT, on a parameter or on a field\n", "one paragraph for each meaning")

	help, found = Help("wrap")
	require.True(t, found)
	require.Contains(t, help, "wrap is called nest here.\n\nnest, on a function")

	help, found = Help("items.min")
	require.True(t, found)
	require.Contains(t, help, "Says KEY of every item of a list")

	for _, name := range []string{"", "hammer", "K1", "//tool:"} {
		_, found := Help(name)
		require.False(t, found, name)
	}
}

// Help and overview are made from the definitions and leave none out.
func TestHelpCoversAll(t *testing.T) {
	overview := Overview()
	for _, d := range Definitions() {
		help, found := Help(d.Name)
		require.True(t, found, d.Name)
		require.Contains(t, help, d.Example)
		require.Contains(t, overview, d.Name)
	}
	for _, text := range []string{overview} {
		for line := range strings.Lines(text) {
			require.LessOrEqual(t, len(line), 122, line)
			require.Equal(t, strings.TrimRight(line, " \n")+"\n", line)
		}
	}
}

// The lines that the overview shows are lines of the language.
func TestOverviewExamples(t *testing.T) {
	count := 0
	for line := range strings.Lines(Overview()) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "//tool:") {
			_, problems := Parse(line, OnFunc)
			require.Empty(t, problems, line)
			count++
		}
	}
	require.Equal(t, 3, count)
}
