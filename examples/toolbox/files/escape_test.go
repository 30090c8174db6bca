//go:build unix

package files

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

// The situations that os.Root itself is tested with, replayed through the three tools: what stands in the folder, the path that a model
// gives, and whether that is inside. Beside the folder is secret.txt.
func TestPathEscapes(t *testing.T) {
	type tree = map[string]string // a path to what stands there: a text, "-> target" for a link, "dir"
	for _, c := range []struct {
		name   string
		tree   tree
		path   string
		inside bool // the file with text "good" is read, and written
	}{
		{"a file", tree{"f": "good"}, "f", true},
		{"a file in a folder", tree{"a/b/c/f": "good"}, "a/b/c/f", true},
		{"dots in a name", tree{"..f": "good"}, "..f", true},
		{"dots behind a name", tree{"f..": "good"}, "f..", true},
		{"with . before", tree{"f": "good"}, "./f", true},
		{"with . between", tree{"a/f": "good"}, "a/./f", true},
		{"slashes in a row", tree{"a/f": "good"}, "a//f", true},
		{"a folder that is a link", tree{"a/f": "good", "l": "-> a"}, "l/f", true},
		{"a link and back", tree{"a/b/f": "good", "a/l": "-> ../a/b"}, "a/l/f", true},
		{"a chain of links to a folder", tree{"a/f": "good", "l1": "-> l2", "l2": "-> l3", "l3": "-> a"}, "l1/f", true},
		{"a link with a slash behind", tree{"a/f": "good", "l": "-> a/"}, "l/f", true},
		{"a link to here", tree{"f": "good", "l": "-> ."}, "l/f", true},

		{"nothing", nil, "", false},
		{"the folder", nil, ".", false},
		{"up", nil, "../secret.txt", false},
		{"up alone", nil, "..", false},
		{"up from a folder", tree{"a": "dir"}, "a/../../secret.txt", false},
		{"up and back in", tree{"f": "good"}, "../inside/f", false},
		{"up inside", tree{"a": "dir", "f": "good"}, "a/../f", false},
		{"absolute", nil, "/etc/passwd", false},
		{"absolute with two slashes", nil, "//etc/passwd", false},
		{"a backslash", nil, `..\secret.txt`, false},
		{"a zero byte", tree{"f": "good"}, "f\x00.txt", false},
		{"a line break", tree{"f": "good"}, "f\n", false},
		{"a slash behind", tree{"f/x": "good"}, "f/", false},
		{"a file as a folder", tree{"f": "good"}, "f/x", false},
		{"a link up", tree{"l": "-> ../secret.txt"}, "l", false},
		{"a link to above", tree{"l": "-> .."}, "l/secret.txt", false},
		{"a link to an absolute path", tree{"l": "-> /etc/passwd"}, "l", false},
		{"a link to an absolute folder", tree{"l": "-> /etc"}, "l/passwd", false},
		{"a chain that ends outside", tree{"l1": "-> l2", "l2": "-> l3", "l3": "-> ../secret.txt"}, "l1", false},
		{"a chain through folders", tree{"a/b": "dir", "a/l": "-> b/../../..", "m": "-> a/l"}, "m/secret.txt", false},
		{"out and in again", tree{"f": "good", "l": "-> ../inside/f"}, "l", false},
		{"a link to itself", tree{"l": "-> l"}, "l", false},
		{"links to each other", tree{"a": "-> b", "b": "-> a"}, "a", false},
		{"a link to nothing", tree{"l": "-> gone"}, "l", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			box, folder := newBox(t, Options{})
			for name, what := range c.tree {
				name = filepath.Join(folder, name)
				if target, ok := strings.CutPrefix(what, "-> "); ok {
					kit.Try(t, os.MkdirAll(filepath.Dir(name), 0o755))
					kit.Try(t, os.Symlink(target, name))
				} else if what == "dir" {
					kit.Try(t, os.MkdirAll(name, 0o755))
				} else {
					write(t, name, what)
				}
			}
			read := call(t, box, "file_read", object{"path": c.path})
			wrote := call(t, box, "file_write", object{"path": c.path, "content": "new", "make_folders": true})
			if c.inside {
				if got := kit.Want[Content](t, read); got.Content != "good" {
					t.Errorf("read %q", got.Content)
				}
				kit.Want[Written](t, wrote)
				if got := kit.Want[Content](t, call(t, box, "file_read", object{"path": c.path})); got.Content != "new" {
					t.Errorf("wrote, and read %q", got.Content)
				}
			} else {
				refused(t, read, class(read))
				if c.name != "a slash behind" || wrote.Err == nil { // a folder is not written, whatever is in it
					refused(t, wrote, class(wrote))
				}
				if list := call(t, box, "file_list", object{"path": c.path}); c.path != "." && c.name != "a slash behind" {
					refused(t, list, class(list))
				}
			}
			if got := slurp(t, filepath.Join(folder, "../secret.txt")); got != "the secret" {
				t.Errorf("outside was written: %q", got)
			}
			if entries, _ := os.ReadDir(filepath.Dir(folder)); len(entries) != 2 {
				t.Errorf("something was made outside: %v", entries)
			}
		})
	}
}

func class(r runtime.Result) runtime.Class {
	if r.Err == nil {
		return ""
	}
	return r.Err.Class
}

func TestX01LinkOut(t *testing.T) {
	box, folder := newBox(t, Options{})
	kit.Try(t, os.Symlink("/etc/passwd", filepath.Join(folder, "leak")))
	refused(t, call(t, box, "file_read", object{"path": "leak"}), runtime.ClassPermissionDenied, "path: leak", "out of the folder")
}

func TestX03WriteBehindLinkOut(t *testing.T) {
	box, folder := newBox(t, Options{})
	target := t.TempDir()
	kit.Try(t, os.Symlink(target, filepath.Join(folder, "link")))
	for _, args := range []object{
		{"path": "link/new.txt", "content": "x"},
		{"path": "link/new.txt", "content": "x", "create_only": true},
		{"path": "link/deep/new.txt", "content": "x", "make_folders": true},
	} {
		refused(t, call(t, box, "file_write", args), runtime.ClassPermissionDenied, "out of the folder")
	}
	if entries, err := os.ReadDir(target); err != nil || len(entries) > 0 {
		t.Errorf("written outside: %v %v", entries, err)
	}
}

// X04: there is no list of forbidden places that could be got around; there is one folder.
func TestX04OnlyTheFolder(t *testing.T) {
	box, _ := newBox(t, Options{})
	for _, path := range []string{"/etc/ssh/sshd_config", "//etc/passwd", "/proc/self/root/etc/passwd", `C:\Windows\x`, `\\?\C:\`, "C:/Windows/x", "/"} {
		for tool, args := range map[string]object{"file_read": {"path": path}, "file_write": {"path": path, "content": "x"}, "file_list": {"path": path}} {
			refused(t, call(t, box, tool, args), runtime.ClassPermissionDenied, "path: expected a path relative to the folder")
		}
	}
}

// X05: what was looked at is swapped for a link before it is opened.
func TestX05Swapped(t *testing.T) {
	for name, swap := range map[string]func(file, folder string) error{
		"a link out": func(file, folder string) error { return os.Symlink("../secret.txt", file) },
		"a FIFO":     func(file, folder string) error { return syscall.Mkfifo(file, 0o600) },
		"its folder": func(file, folder string) error {
			kit.Try(t, os.Remove(filepath.Dir(file)))
			return os.Symlink("../..", filepath.Dir(file))
		},
		"a second name": func(file, folder string) error { return os.Link(filepath.Join(folder, "../secret.txt"), file) },
	} {
		t.Run(name, func(t *testing.T) {
			box, folder := newBox(t, Options{})
			file := filepath.Join(folder, "a/secret.txt")
			write(t, file, "good")
			swapped := false
			box.step = func(step string) {
				if step == "checked" {
					swapped = true
					kit.Try(t, os.Remove(file))
					kit.Try(t, swap(file, folder))
				}
			}
			result := within(t, func() runtime.Result { return call(t, box, "file_read", object{"path": "a/secret.txt"}) })
			refused(t, result, class(result))
			if !swapped {
				t.Error("nothing was swapped")
			}
		})
	}
	t.Run("of a write", func(t *testing.T) { // the folder is swapped between the steps, which go on where they began
		box, folder := newBox(t, Options{})
		write(t, filepath.Join(folder, "a/f"), "old")
		target := t.TempDir()
		box.step = func(step string) {
			if step == "synced" {
				kit.Try(t, os.Rename(filepath.Join(folder, "a"), filepath.Join(folder, "moved")))
				kit.Try(t, os.Symlink(target, filepath.Join(folder, "a")))
			}
		}
		kit.Want[Written](t, call(t, box, "file_write", object{"path": "a/f", "content": "new"}))
		if got := slurp(t, filepath.Join(folder, "moved/f")); got != "new" {
			t.Errorf("read %q", got)
		}
		if entries, _ := os.ReadDir(target); len(entries) > 0 {
			t.Errorf("written outside: %v", entries)
		}
	})
	t.Run("while it runs", func(t *testing.T) { // by another process's loop, so to say: whatever comes out, it is from inside
		box, folder := newBox(t, Options{})
		write(t, filepath.Join(folder, "good/f"), "good")
		write(t, filepath.Join(folder, "../f"), "the secret")
		stop, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			l, tmp := filepath.Join(folder, "l"), filepath.Join(folder, "tmp")
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				os.Symlink([]string{"good", ".."}[i%2], tmp)
				os.Rename(tmp, l)
			}
		}()
		for range 2000 {
			if r := call(t, box, "file_read", object{"path": "l/f"}); r.Err != nil {
				refused(t, r, class(r))
			} else if got := kit.Want[Content](t, r); got.Content != "good" {
				t.Fatalf("read %q", got.Content)
			}
		}
		close(stop)
		<-done
	})
}

// within fails where f does not return: what waits for a FIFO waits for ever.
func within(t *testing.T, f func() runtime.Result) runtime.Result {
	t.Helper()
	done := make(chan runtime.Result, 1)
	go func() { done <- f() }()
	select {
	case r := <-done:
		return r
	case <-time.After(20 * time.Second):
		t.Fatal("the call does not return")
		panic("not reached")
	}
}

func TestNoRegularFile(t *testing.T) {
	box, folder := newBox(t, Options{})
	fifo := filepath.Join(folder, "fifo")
	kit.Try(t, syscall.Mkfifo(fifo, 0o600))
	socket, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	kit.Try(t, err)
	defer syscall.Close(socket)
	names := []string{"fifo"}
	t.Chdir(folder) // the address of a socket is short
	kit.Try(t, syscall.Bind(socket, &syscall.SockaddrUnix{Name: "socket"}))
	names = append(names, "socket")
	if err := syscall.Mknod(filepath.Join(folder, "null"), syscall.S_IFCHR|0o666, 1<<8|3); err == nil {
		names = append(names, "null")
	} else {
		t.Log("without a device, which this user cannot make:", err)
	}
	for _, name := range names {
		for tool, args := range map[string]object{"file_read": {"path": name}, "file_write": {"path": name, "content": "x"}, "file_list": {"path": name}} {
			result := within(t, func() runtime.Result { return call(t, box, tool, args) })
			refused(t, result, class(result), "path: "+name)
		}
	}
	for _, entry := range kit.Want[Listing](t, call(t, box, "file_list", object{})).Entries {
		if entry.Kind != Other {
			t.Errorf("%s is a %s", entry.Path, entry.Kind)
		}
	}
}

func TestHardLinks(t *testing.T) {
	box, folder := newBox(t, Options{})
	kit.Try(t, os.Link(filepath.Join(folder, "../secret.txt"), filepath.Join(folder, "f")))
	refused(t, call(t, box, "file_read", object{"path": "f"}), runtime.ClassPermissionDenied, "second name")
	refused(t, call(t, box, "file_write", object{"path": "f", "content": "new"}), runtime.ClassPermissionDenied, "second name")

	box.o.HardLinks = true
	if got := kit.Want[Content](t, call(t, box, "file_read", object{"path": "f"})); got.Content != "the secret" {
		t.Errorf("read %q", got.Content)
	}
	kit.Want[Written](t, call(t, box, "file_write", object{"path": "f", "content": "new"}))
	if got := slurp(t, filepath.Join(folder, "../secret.txt")); got != "the secret" {
		t.Errorf("the other name now has %q", got)
	}
}
