package files

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

func TestWrite(t *testing.T) {
	box, folder := newBox(t, Options{Write: 1000})
	at := func(name string) string { return filepath.Join(folder, name) }

	got := kit.Want[Written](t, call(t, box, "file_write", object{"path": "a.txt", "content": "one\n"}))
	if sum := sha256.Sum256([]byte("one\n")); got != (Written{"a.txt", 4, hex.EncodeToString(sum[:]), true}) || slurp(t, at("a.txt")) != "one\n" {
		t.Errorf("%+v", got)
	}
	read := kit.Want[Content](t, call(t, box, "file_read", object{"path": "a.txt"}))
	if read.SHA256 != got.SHA256 {
		t.Errorf("file_read says another hash: %s", read.SHA256)
	}

	refused(t, call(t, box, "file_write", object{"path": "a.txt", "content": "two", "create_only": true}), runtime.ClassFailed, "exists already", "create_only")
	refused(t, call(t, box, "file_write", object{"path": "a.txt", "content": "two", "if_sha256": strings.Repeat("0", 64)}), runtime.ClassFailed, "if_sha256", "Read it again")
	refused(t, call(t, box, "file_write", object{"path": "b.txt", "content": "two", "if_sha256": got.SHA256}), runtime.ClassFailed, "if_sha256", "does not exist")
	refused(t, call(t, box, "file_write", object{"path": "no/b.txt", "content": "two"}), runtime.ClassFailed, "make_folders")
	refused(t, call(t, box, "file_write", object{"path": "b.txt", "content": "?", "encoding": "base64"}), runtime.ClassInvalidArguments, "content: expected standard base64")
	refused(t, call(t, box, "file_write", object{"path": "b.txt", "content": strings.Repeat("x", 1001)}), runtime.ClassResourceExhausted, "at most 1000")
	refused(t, call(t, box, "file_write", object{"path": temporary + "x", "content": "x"}), runtime.ClassPermissionDenied, "choose another")
	if slurp(t, at("a.txt")) != "one\n" {
		t.Error("a refused write has written")
	}

	kit.Try(t, os.Chmod(at("a.txt"), 0o640))
	if got := kit.Want[Written](t, call(t, box, "file_write", object{"path": "a.txt", "content": "dHdv", "encoding": "base64", "if_sha256": got.SHA256})); got.Created || slurp(t, at("a.txt")) != "two" {
		t.Errorf("%+v", got)
	}
	if info, err := os.Stat(at("a.txt")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	kit.Want[Written](t, call(t, box, "file_write", object{"path": "x/y/b.txt", "content": "", "make_folders": true, "create_only": true}))

	kit.Try(t, os.Symlink("a.txt", at("link")))
	refused(t, call(t, box, "file_write", object{"path": "link", "content": "three"}), runtime.ClassPermissionDenied, "link")
	noTemporary(t, folder)
}

func noTemporary(t *testing.T, folder string) {
	t.Helper()
	if left, _ := filepath.Glob(filepath.Join(folder, temporary+"*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestQuota(t *testing.T) {
	box, folder := newBox(t, Options{Quota: 100, Entries: 5})
	write(t, filepath.Join(folder, "a/b"), strings.Repeat("x", 60))
	refused(t, call(t, box, "file_write", object{"path": "c", "content": strings.Repeat("x", 41)}), runtime.ClassResourceExhausted, "1 more than")
	kit.Want[Written](t, call(t, box, "file_write", object{"path": "c", "content": strings.Repeat("x", 40)}))
	refused(t, call(t, box, "file_write", object{"path": "d", "content": "x"}), runtime.ClassResourceExhausted, "1 more than")
	kit.Want[Written](t, call(t, box, "file_write", object{"path": "a/b", "content": strings.Repeat("y", 60)})) // what is replaced does not count
	kit.Want[Written](t, call(t, box, "file_write", object{"path": "a/b", "content": "y"}))
	kit.Want[Written](t, call(t, box, "file_write", object{"path": "d", "content": ""}))
	refused(t, call(t, box, "file_write", object{"path": "e/f", "content": "", "make_folders": true}), runtime.ClassResourceExhausted, "too many files")
	kit.Want[Written](t, call(t, box, "file_write", object{"path": "e", "content": ""})) // beside a, a/b, c and d
	refused(t, call(t, box, "file_write", object{"path": "f", "content": ""}), runtime.ClassResourceExhausted, "too many files")
	refused(t, call(t, box, "file_write", object{"path": "f/g", "content": "", "make_folders": true}), runtime.ClassResourceExhausted, "too many files")
	kit.Want[Written](t, call(t, box, "file_write", object{"path": "e", "content": ""}))
	if _, err := os.Stat(filepath.Join(folder, "f")); err == nil {
		t.Error("a refused write has made a folder")
	}
	refused(t, call(t, box, "file_write", object{"path": strings.Repeat("a/", maxDepth+1) + "b", "content": "", "make_folders": true}), runtime.ClassResourceExhausted, "deeper")
	noTemporary(t, folder)
}

// Of writers at the same time that make a file, or change what they have read, one succeeds.
func TestWriters(t *testing.T) {
	box, folder := newBox(t, Options{})
	other, err := New(box.root, Options{}) // as another process is: without the same lock
	kit.Try(t, err)
	boxes := []*Box{box, other}
	race := func(args object) (n int) {
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				if r := call(t, boxes[i%2], "file_write", args); r.Err == nil {
					mu.Lock()
					defer mu.Unlock()
					n++
				}
			})
		}
		all.Wait()
		return n
	}
	for range 20 {
		os.Remove(filepath.Join(folder, "f"))
		if n := race(object{"path": "f", "content": "x", "create_only": true}); n != 1 {
			t.Fatalf("%d writers made the file", n)
		}
		boxes = []*Box{box, box}
		before := kit.Want[Content](t, call(t, box, "file_read", object{"path": "f"})).SHA256
		if n := race(object{"path": "f", "content": "y", "if_sha256": before}); n != 1 {
			t.Fatalf("%d writers changed the file", n)
		}
		boxes = []*Box{box, other}
	}
	noTemporary(t, folder)
}

// dieAt is the step at which the child of TestCrash ends itself.
const dieAt = "TOOLBOX_FILES_DIE_AT"

// The process is killed between any two steps of a write: the file is the old one or the new one, as a whole, and what was left
// behind goes away with a later write.
func TestCrash(t *testing.T) {
	if step := os.Getenv(dieAt); step != "" {
		crash(t, step)
	}
	oldText, newText := strings.Repeat("old", 100_000), strings.Repeat("new!", 100_000)
	for _, mode := range []string{"replace", "create"} {
		steps := []string{"made", "filled", "synced", "named", "never"}
		if mode == "create" {
			steps = []string{"made", "filled", "synced", "linked", "named", "never"}
		}
		for i, step := range steps {
			t.Run(mode+" "+step, func(t *testing.T) {
				box, folder := newBox(t, Options{})
				f := filepath.Join(folder, "f")
				if mode == "replace" {
					write(t, f, oldText)
				}
				child := exec.Command(os.Args[0], "-test.run=^TestCrash$")
				child.Env = append(os.Environ(), dieAt+"="+step, "TOOLBOX_FILES_FOLDER="+folder, "TOOLBOX_FILES_MODE="+mode)
				child.Stdin = strings.NewReader("")
				out, err := child.CombinedOutput()
				if died := err != nil; died != (step != "never") || strings.Contains(string(out), "FAIL") {
					t.Fatalf("the child ended with %v: %s", err, out)
				}
				done := i >= len(steps)-2 || step == "linked"
				data, err := os.ReadFile(f)
				switch {
				case done && string(data) != newText:
					t.Errorf("the new file has %d bytes (%v)", len(data), err)
				case !done && mode == "replace" && string(data) != oldText:
					t.Errorf("the old file has %d bytes (%v)", len(data), err)
				case !done && mode == "create" && !os.IsNotExist(err):
					t.Errorf("there is a file with %d bytes (%v)", len(data), err)
				}
				left, _ := filepath.Glob(filepath.Join(folder, temporary+"*"))
				for _, name := range left {
					past := time.Now().Add(-2 * old)
					kit.Try(t, os.Chtimes(name, past, past))
				}
				if wantLeft := step == "made" || step == "filled" || step == "synced" || step == "linked"; wantLeft != (len(left) == 1) {
					t.Errorf("left behind: %v", left)
				}
				kit.Want[Written](t, call(t, box, "file_write", object{"path": "g", "content": "x"}))
				noTemporary(t, folder)
				if got := kit.Want[Content](t, call(t, box, "file_read", object{"path": "g"})); got.Content != "x" {
					t.Errorf("the next file has %q", got.Content)
				}
			})
		}
	}
}

func crash(t *testing.T, at string) {
	root, err := os.OpenRoot(os.Getenv("TOOLBOX_FILES_FOLDER"))
	kit.Try(t, err)
	box, err := New(root, Options{})
	kit.Try(t, err)
	box.step = func(step string) {
		if step == at {
			self, err := os.FindProcess(os.Getpid())
			kit.Try(t, err)
			kit.Try(t, self.Kill())
			select {}
		}
	}
	args := object{"path": "f", "content": strings.Repeat("new!", 100_000)}
	if os.Getenv("TOOLBOX_FILES_MODE") == "create" {
		args["create_only"] = true
	}
	kit.Want[Written](t, call(t, box, "file_write", args))
	os.Exit(0)
}
