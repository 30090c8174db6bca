package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// tree is a copy of the repository that may be broken.
type tree struct {
	dir    string
	passes map[test]bool // the scenarios, once they have passed on the sound files: they hang on no clock
}

// repository is the root of the checkout that the command runs in.
func repository() (string, error) {
	out, err := exec.Command("git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return "", fmt.Errorf("this is no checkout of the repository: git rev-parse --show-toplevel: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// copyTracked copies the tracked files of a checkout, as they are now, into a new temporary folder.
func copyTracked(ctx context.Context, root string) (tree, error) {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "-z")
	cmd.Dir = root
	list, err := cmd.Output()
	if err != nil {
		return tree{}, fmt.Errorf("git ls-files: %w", err)
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return tree{}, err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		if err := copyFile(filepath.Join(root, name), filepath.Join(dir, name)); err != nil {
			os.RemoveAll(dir)
			return tree{}, err
		}
	}
	return tree{dir, map[test]bool{}}, nil
}

// copyFile copies a file with its permissions. One that is tracked and has been removed is left out.
func copyFile(from, to string) error {
	info, err := os.Lstat(from)
	if os.IsNotExist(err) || err == nil && info.Mode()&fs.ModeType != 0 {
		return nil
	}
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, info.Mode().Perm())
}

// try applies one mutant, returns what caught it, "" for nothing, and takes the edit back.
func (t tree) try(ctx context.Context, m mutant) (caught string, err error) {
	file := filepath.Join(t.dir, filepath.FromSlash(m.file))
	sound, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	broken, err := m.apply(string(sound))
	if err != nil {
		return "", err
	}
	put := func(text string) error { return os.WriteFile(file, []byte(text), 0o644) }
	defer func() {
		if restored := put(string(sound)); err == nil {
			err = restored
		}
	}()
	if err := put(broken); err != nil {
		return "", err
	}
	if out, err := goCommand(ctx, t.dir, "build", "./"+path.Dir(m.file)); err != nil {
		return "", fmt.Errorf("the mutant does not compile, so it breaks no rule: %w\n%s", err, out)
	}
	for _, s := range stages(t, m.file) {
		failed, err := s.failure(ctx, t.dir)
		if err != nil {
			return "", err
		}
		if failed == (test{}) {
			continue
		}
		if err := put(string(sound)); err != nil {
			return "", err
		}
		if passes, err := t.passesSound(ctx, s, failed); passes || err != nil {
			return failed.String(), err
		}
		if err := put(broken); err != nil {
			return "", err
		}
	}
	return "", nil
}

// passesSound reports whether a test that failed passes on the sound files. One that fails there as well has caught nothing: it is
// broken, or the machine is busy.
func (t tree) passesSound(ctx context.Context, s stage, failed test) (bool, error) {
	alone := s.alone(failed)
	key := test{failed.pkg, alone.only}
	if t.passes[key] {
		return true, nil
	}
	again, err := alone.failure(ctx, t.dir)
	if err != nil || again != (test{}) {
		return false, err
	}
	t.passes[key] = s.only != ""
	return true, nil
}
