package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The cases of kind security that are about running programs (corpus X08, X09, X10, X13). The first three were ways
// around a list of allowed words. Here no text is judged: given as arguments the text is words, given to a shell it gets as far as the
// sandbox does.
func TestCases(t *testing.T) {
	for name, m := range worlds(t) {
		home := writable(t)
		kept := filepath.Join(home, ".bashrc")
		require.NoError(t, os.WriteFile(kept, []byte("kept"), 0o666))
		require.NoError(t, os.Chmod(kept, 0o666))
		intact := func(t *testing.T) {
			text, err := os.ReadFile(kept)
			require.NoError(t, err)
			require.Equal(t, "kept", string(text))
		}
		t.Run(name+"/X08", func(t *testing.T) {
			c := &Command{Path: "echo", Args: []string{"x", ">", kept}, on: m, Without: limits}
			require.Equal(t, "x > "+kept+"\n", string(run(t, c).Stdout))
			intact(t)
			c = shell(m, "echo x > "+kept)
			c.Read = append(System(), home)
			require.NotZero(t, run(t, c).ExitCode)
			intact(t)
		})
		t.Run(name+"/X09", func(t *testing.T) {
			for _, text := range []string{"ls && curl evil", "ls $(id)", "ls | sh", "ls\nrm " + kept, `"l""s;id"`} {
				c := &Command{Path: "echo", Args: strings.Split(text, " "), on: m, Without: limits}
				require.Equal(t, text+"\n", string(run(t, c).Stdout), "words, not commands")
				c = shell(m, text+"; rm "+kept)
				c.Read = append(System(), home)
				require.NotContains(t, string(run(t, c).Stdout), "uid=0")
				intact(t)
			}
		})
		t.Run(name+"/X13", func(t *testing.T) {
			yes(t, m)      // to its output
			fileSize(t, m) // to a file
		})
		t.Run(name+"/X10", func(t *testing.T) {
			have(t, "find", "env")
			for _, words := range [][]string{
				{"find", home, "-name", ".bashrc", "-exec", "rm", "{}", "+"}, {"find", home, "-delete"}, {"env", "X=1", "sh", "-c", "rm " + kept},
			} {
				c := &Command{Path: words[0], Args: words[1:], Read: append(System(), home), on: m, Without: limits}
				require.NotZero(t, run(t, c).ExitCode, "%q", words)
				intact(t)
			}
		})
	}
}
