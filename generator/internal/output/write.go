package output

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// Write makes the file what c wants, all of it or nothing: the text goes into a temporary file of the same folder, which
// then takes the file's place. Equal files are not touched, as their time is a build cache's key. A file keeps its mode.
//
// A symbolic link is followed: the file that it names is replaced in its own folder, and the link stays. It is the link
// that goes when the output is left over, as it is what the package's folder holds. A link to nowhere is an error.
//
// What stands on disk is compared again: a file that appeared since Compare, and is not ours, stays.
func Write(c Change) error {
	if !c.Pending() && c.State != Foreign {
		return nil
	}
	have, err := os.ReadFile(c.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		have = nil
	case err != nil:
		return fmt.Errorf("cannot compare before writing: %w", err)
	case have == nil:
		have = []byte{}
	}
	switch c = Compare(c.Path, have, c.Want); c.State {
	case Missing, Stale:
		return replace(c.Path, c.Want)
	case Orphan:
		return os.Remove(c.Path)
	case Foreign:
		d, _ := c.Diagnostic()
		return fmt.Errorf("%s: %s; %s", c.Path, d.Message, d.Fix)
	}
	return nil
}

// replace gives the file at path the text, atomically.
func replace(path string, text []byte) (err error) {
	mode := fs.FileMode(0)
	if at, err := os.Lstat(path); err == nil {
		if at.Mode()&fs.ModeSymlink != 0 {
			if path, err = filepath.EvalSymlinks(path); err != nil {
				return fmt.Errorf("cannot follow the link: %w", err)
			}
			if at, err = os.Stat(path); err != nil {
				return err
			}
		}
		mode = at.Mode().Perm()
	}

	tmp, err := createBeside(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tmp.Close() // a second Close says so and does nothing
			os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(text); err != nil {
		return err
	}
	if mode != 0 {
		if err = tmp.Chmod(mode); err != nil {
			return err
		}
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// createBeside creates a new file in the folder of path, with a name that the go command ignores. Unlike os.CreateTemp
// it makes a file of mode 0644 less the umask, as any new source file has.
func createBeside(path string) (*os.File, error) {
	for try := 0; ; try++ {
		name := "." + filepath.Base(path) + "." + strconv.FormatUint(rand.Uint64(), 36) + ".tmp"
		f, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil || !errors.Is(err, fs.ErrExist) || try == 100 {
			return f, err
		}
	}
}
