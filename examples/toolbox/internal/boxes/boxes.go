// Package boxes makes boxes for the tests of packages that work on files. It is not a part of package kit, which the tests of
// package files use too.
package boxes

import (
	"os"
	"testing"

	"github.com/toolgen/toolgen/examples/toolbox/files"
	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
)

// New makes a box over a new folder.
func New(t testing.TB, o files.Options) (box *files.Box, folder string) {
	t.Helper()
	folder = t.TempDir()
	root, err := os.OpenRoot(folder)
	kit.Try(t, err)
	t.Cleanup(func() { root.Close() })
	box, err = files.New(root, o)
	kit.Try(t, err)
	return box, folder
}
