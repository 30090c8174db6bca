package codec_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Generated code stands on this package, so what it links is in every program that has a tool.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	for dependency := range strings.Lines(string(out)) {
		dependency = strings.TrimSpace(dependency)
		for _, banned := range []string{"reflect", "fmt", "encoding/json", "log/slog"} {
			require.NotEqual(t, banned, dependency)
		}
		first, _, _ := strings.Cut(dependency, "/")
		ours := dependency == "github.com/toolgen/toolgen/runtime/codec"
		require.True(t, ours || !strings.Contains(first, "."), "%s is not of the standard library", dependency)
	}
}
