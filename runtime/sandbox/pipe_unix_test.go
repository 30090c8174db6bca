//go:build unix

package sandbox

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A named pipe in a mount would be waited for where no clock is looked at.
func TestWasmPipe(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666))
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	m := misbehaving(t, Limits{Wall: 10 * time.Second}, Mount(root, "/data"))
	o := start(t, m, "read", "/data/pipe")
	require.Equal(t, 1, o.ExitCode)
	require.Equal(t, Limit(""), o.Stopped)
}
