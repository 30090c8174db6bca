package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

// The tools of other packages are refused what file_read and file_write are refused.
func TestHost(t *testing.T) {
	box, folder := newBox(t, Options{Write: 10, Quota: 25})
	ctx := context.Background()
	write(t, filepath.Join(folder, "a"), "0123456789")
	kit.Try(t, os.Symlink("../secret.txt", filepath.Join(folder, "out")))
	kit.Try(t, os.Link(filepath.Join(folder, "a"), filepath.Join(folder, "b")))

	refusedRead := func(path string, limit int, class runtime.Class, text string) {
		t.Helper()
		data, err := box.ReadFile(ctx, path, limit)
		var e *runtime.Error
		if data != nil || !errors.As(err, &e) || e.Class != class || !strings.Contains(e.Message, text) {
			t.Errorf("%s: %q, %v", path, data, err)
		}
	}
	refusedRead("a", 10, runtime.ClassPermissionDenied, "path: a has a second name")
	kit.Try(t, os.Remove(filepath.Join(folder, "b")))
	if data, err := box.ReadFile(ctx, "./a", 10); err != nil || string(data) != "0123456789" {
		t.Errorf("%q, %v", data, err)
	}
	refusedRead("a", 9, runtime.ClassResourceExhausted, "path: a has 10 bytes, at most 9 can be read")
	refusedRead("out", 100, runtime.ClassPermissionDenied, "leads out of the folder")
	refusedRead("../secret.txt", 100, runtime.ClassPermissionDenied, "path: ")
	refusedRead(".", 100, runtime.ClassFailed, "is a folder")
	refusedRead("none", 100, runtime.ClassFailed, "does not exist")
	over, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := box.ReadFile(over, "a", 100); err != context.Canceled {
		t.Errorf("after the end: %v", err)
	}

	refusedWrite := func(path, data string, o WriteOptions, class runtime.Class, text string) {
		t.Helper()
		written, err := box.WriteFile(ctx, path, []byte(data), o)
		var e *runtime.Error
		if written != (Written{}) || !errors.As(err, &e) || e.Class != class || !strings.Contains(e.Message, text) {
			t.Errorf("%s: %+v, %v", path, written, err)
		}
	}
	written, err := box.WriteFile(ctx, "x/c", []byte("new"), WriteOptions{MakeFolders: true, CreateOnly: true})
	if err != nil || slurp(t, filepath.Join(folder, "x/c")) != "new" {
		t.Errorf("%+v, %v", written, err)
	}
	refusedWrite("x/c", "newer", WriteOptions{CreateOnly: true}, runtime.ClassFailed, "exists already")
	refusedWrite("x/c", "newer", WriteOptions{IfSHA256: new(strings.Repeat("0", 64))}, runtime.ClassFailed, "has changed")
	refusedWrite("y/c", "new", WriteOptions{}, runtime.ClassFailed, "make_folders")
	refusedWrite("out", "new", WriteOptions{}, runtime.ClassPermissionDenied, "link")
	refusedWrite("c", "01234567890", WriteOptions{}, runtime.ClassResourceExhausted, "path: c would have 11 bytes, at most 10")
	kit.Try(t, os.WriteFile(filepath.Join(folder, "d"), make([]byte, 10), 0o600))
	refusedWrite("c", "abc", WriteOptions{}, runtime.ClassResourceExhausted, "path: the 3 bytes of c are 1 more than")
	if _, err := box.WriteFile(ctx, "x/c", []byte("newer"), WriteOptions{IfSHA256: &written.SHA256}); err != nil {
		t.Error(err)
	}
	noTemporary(t, folder)
}
