package output

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// place returns a folder with a zz_tools.go of the given content; "" makes none.
func place(t *testing.T, content string) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "zz_tools.go")
	if content != "" {
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	}
	return dir, path
}

func compareFile(t *testing.T, path string, want []byte) Change {
	t.Helper()
	have, err := os.ReadFile(path)
	if err != nil {
		have = nil
	}
	return Compare(path, have, want)
}

func requireOnly(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	got := []string{}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	require.ElementsMatch(t, names, got, "no temporary file stays behind")
}

func TestWrite(t *testing.T) {
	for _, have := range []string{"", old, crlf(old), " ", Header + "\n<<<<<<< HEAD\n"} {
		dir, path := place(t, have)
		require.NoError(t, Write(compareFile(t, path, []byte(fresh))))
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, fresh, string(got))
		requireOnly(t, dir, "zz_tools.go")
	}
}

func TestWriteMode(t *testing.T) {
	_, path := place(t, "")
	require.NoError(t, Write(compareFile(t, path, []byte(fresh))))
	at, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o644), at.Mode().Perm()|0o044, "0644 less the umask")

	for _, mode := range []os.FileMode{0o640, 0o444, 0o755} {
		_, path := place(t, old)
		require.NoError(t, os.Chmod(path, mode))
		require.NoError(t, Write(compareFile(t, path, []byte(fresh))))
		at, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, mode, at.Mode().Perm())
	}
}

// Z03 and habit 8: equal files keep their bytes and their time.
func TestZ03WriteKeeps(t *testing.T) {
	for _, have := range []string{fresh, crlf(fresh)} {
		_, path := place(t, have)
		then := time.Now().Add(-time.Hour).Truncate(time.Second)
		require.NoError(t, os.Chtimes(path, then, then))
		require.NoError(t, Write(compareFile(t, path, []byte(fresh))))
		require.NoError(t, Write(Change{Path: path, State: Stale, Want: []byte(fresh)}), "even when told otherwise")
		at, err := os.Stat(path)
		require.NoError(t, err)
		require.True(t, at.ModTime().Equal(then))
		got, _ := os.ReadFile(path)
		require.Equal(t, have, string(got))
	}
}

func TestZ07WriteOrphan(t *testing.T) {
	dir, path := place(t, fresh)
	require.NoError(t, Write(compareFile(t, path, nil)))
	requireOnly(t, dir)
	require.NoError(t, Write(compareFile(t, path, nil)), "twice is fine")

	dir, path = place(t, "package mine\n")
	require.NoError(t, Write(compareFile(t, path, nil)))
	requireOnly(t, dir, "zz_tools.go")
}

func TestWriteForeign(t *testing.T) {
	const mine = "package mine\n"
	_, path := place(t, mine)
	require.ErrorContains(t, Write(compareFile(t, path, []byte(fresh))), "not generated")
	got, _ := os.ReadFile(path)
	require.Equal(t, mine, string(got))
}

// A file that came into being after Compare is compared again.
func TestWriteRace(t *testing.T) {
	_, path := place(t, "")
	c := compareFile(t, path, []byte(fresh))
	require.Equal(t, Missing, c.State)
	require.NoError(t, os.WriteFile(path, []byte("package mine\n"), 0o644))
	require.ErrorContains(t, Write(c), "not generated")

	c = Compare(path, []byte(fresh), nil)
	require.Equal(t, Orphan, c.State)
	require.NoError(t, Write(c), "the file is no longer ours to remove")
	got, _ := os.ReadFile(path)
	require.Equal(t, "package mine\n", string(got))
}

func TestWriteLink(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other")
	require.NoError(t, os.Mkdir(other, 0o755))
	target := filepath.Join(other, "real.go")
	require.NoError(t, os.WriteFile(target, []byte(old), 0o600))
	link := filepath.Join(dir, "zz_tools.go")
	if err := os.Symlink(filepath.Join("other", "real.go"), link); err != nil {
		t.Skip(err)
	}
	require.NoError(t, Write(compareFile(t, link, []byte(fresh))))
	at, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, at.Mode()&os.ModeSymlink, "the link stays")
	got, _ := os.ReadFile(target)
	require.Equal(t, fresh, string(got), "and what it names is written")
	at, _ = os.Stat(target)
	require.Equal(t, os.FileMode(0o600), at.Mode().Perm())
	requireOnly(t, other, "real.go")

	require.NoError(t, Write(compareFile(t, link, nil)))
	requireOnly(t, dir, "other")
	requireOnly(t, other, "real.go")

	require.NoError(t, os.Symlink("nowhere", link))
	require.ErrorContains(t, Write(compareFile(t, link, []byte(fresh))), "cannot follow the link")
	requireOnly(t, dir, "other", "zz_tools.go")
}

// Whatever goes wrong, there is neither half a file nor a temporary one.
func TestWriteFails(t *testing.T) {
	t.Run("no folder", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "gone", "zz_tools.go")
		require.Error(t, Write(compareFile(t, path, []byte(fresh))))
	})
	t.Run("a folder in its place", func(t *testing.T) {
		dir, path := place(t, "")
		require.NoError(t, os.MkdirAll(filepath.Join(path, "x"), 0o755))
		require.Error(t, Write(compareFile(t, path, []byte(fresh))))
		require.Error(t, replace(path, []byte(fresh)), "the rename itself")
		requireOnly(t, dir, "zz_tools.go")
	})
	t.Run("folder not writable", func(t *testing.T) {
		dir, path := place(t, old)
		require.NoError(t, os.Chmod(dir, 0o555))
		defer os.Chmod(dir, 0o755)
		if f, err := os.Create(filepath.Join(dir, "probe")); err == nil {
			f.Close()
			t.Skip("this user writes everywhere")
		}
		require.Error(t, Write(compareFile(t, path, []byte(fresh))))
		got, _ := os.ReadFile(path)
		require.Equal(t, old, string(got))
		requireOnly(t, dir, "zz_tools.go")
	})
}

// A reader sees the old file or the new one, whoever writes at the same time.
func TestWriteAtomic(t *testing.T) {
	dir, path := place(t, old)
	long := []byte(fresh)
	for len(long) < 1<<20 {
		long = append(long, "// padding\n"...)
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 10 {
				want := []byte(old)
				if (i+j)%2 == 0 {
					want = long
				}
				_ = Write(Change{Path: path, State: Stale, Want: want})
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for {
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, []int{len(old), len(long)}, len(got))
		select {
		case <-done:
			requireOnly(t, dir, "zz_tools.go")
			return
		default:
		}
	}
}
