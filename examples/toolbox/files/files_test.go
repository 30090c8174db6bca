package files

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/tooltest"
)

// newBox makes a Box over a new folder, beside which there is a secret.
func newBox(t *testing.T, o Options) (*Box, string) {
	t.Helper()
	outside := t.TempDir()
	folder := filepath.Join(outside, "inside")
	kit.Try(t, os.Mkdir(folder, 0o700))
	write(t, filepath.Join(outside, "secret.txt"), "the secret")
	root, err := os.OpenRoot(folder)
	kit.Try(t, err)
	t.Cleanup(func() { root.Close() })
	box, err := New(root, o)
	kit.Try(t, err)
	return box, folder
}

func write(t testing.TB, name, text string) {
	t.Helper()
	kit.Try(t, os.MkdirAll(filepath.Dir(name), 0o755))
	kit.Try(t, os.WriteFile(name, []byte(text), 0o644))
}

func slurp(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	kit.Try(t, err)
	return string(data)
}

// call calls a tool of the box through a registry, as a model does.
func call(t testing.TB, box *Box, tool string, args any) runtime.Result {
	t.Helper()
	reg := runtime.NewRegistry()
	kit.Try(t, reg.Register(BoxTools(box)))
	text, ok := args.(string)
	if !ok {
		data, err := json.Marshal(args)
		kit.Try(t, err)
		text = string(data)
	}
	return reg.Call(context.Background(), tool, []byte(text))
}

// refused asserts that a result is an error of that class, whose message has all of these texts and no place of this machine.
func refused(t testing.TB, r runtime.Result, class runtime.Class, texts ...string) {
	t.Helper()
	kit.Refused(t, r, class, texts...)
	if all := r.Output() + string(r.JSON); strings.Contains(all, os.TempDir()) || strings.Contains(all, "the secret") {
		t.Errorf("says what it must not: %s", all)
	}
}

type object = map[string]any

func TestNewRefuses(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	kit.Try(t, err)
	defer root.Close()
	if _, err := New(nil, Options{}); err == nil {
		t.Error("no root")
	}
	if _, err := New(root, Options{Quota: -1}); err == nil {
		t.Error("a negative limit")
	}
}

func TestContract(t *testing.T) {
	box, folder := newBox(t, Options{Write: 1000, Quota: 100_000, Entries: 2000})
	write(t, filepath.Join(folder, "notes/todo.txt"), "one\ntwo\n")
	for _, tool := range BoxTools(box) {
		t.Run(tool.Spec().Name, func(t *testing.T) { tooltest.Contract(t, tool) })
	}
}

func TestRead(t *testing.T) {
	box, folder := newBox(t, Options{})
	write(t, filepath.Join(folder, "a.txt"), "one\ntwö\nthree\n")
	write(t, filepath.Join(folder, "b.bin"), "\x00\xff\xfe binary beyond the least")
	write(t, filepath.Join(folder, "empty"), "")
	next := func(n int64) *int64 { return &n }
	for _, c := range []struct {
		name string
		args object
		want Content
	}{
		{"all", object{"path": "a.txt"}, Content{Path: "a.txt", Size: 15, Encoding: UTF8, Content: "one\ntwö\nthree\n"}},
		{"clean path", object{"path": "./x/..a/../a.txt"}, Content{}},
		{"lines", object{"path": "a.txt", "from_line": 2, "max_lines": 1}, Content{Path: "a.txt", Size: 15, Encoding: UTF8, Content: "twö\n", Offset: 4, Truncated: true, NextOffset: next(9)}},
		{"from there", object{"path": "a.txt", "offset": 9}, Content{Path: "a.txt", Size: 15, Encoding: UTF8, Content: "three\n", Offset: 9}},
		{"inside a character", object{"path": "a.txt", "offset": 7}, Content{Path: "a.txt", Size: 15, Encoding: UTF8, Content: "\nthree\n", Offset: 8}},
		{"line behind the end", object{"path": "a.txt", "from_line": 9}, Content{Path: "a.txt", Size: 15, Encoding: UTF8, Offset: 15}},
		{"offset behind the end", object{"path": "a.txt", "offset": 99}, Content{Path: "a.txt", Size: 15, Encoding: UTF8, Offset: 15}},
		{"empty", object{"path": "empty"}, Content{Path: "empty", Encoding: UTF8}},
		{"as base64", object{"path": "a.txt", "encoding": "base64", "offset": 9}, Content{Path: "a.txt", Size: 15, Encoding: Base64, Content: "dGhyZWUK", Offset: 9}},
		{"binary", object{"path": "b.bin", "max_bytes": 16}, Content{Path: "b.bin", Size: 27, Encoding: Base64, Content: "AP/+IGJpbmFyeSBiZXlvbg==", Truncated: true, NextOffset: next(16)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := call(t, box, "file_read", c.args)
			if c.want.Path == "" {
				refused(t, result, runtime.ClassPermissionDenied, "path: ", "..")
				return
			}
			got := kit.Want[Content](t, result)
			if len(got.SHA256) != 64 {
				t.Errorf("hash %q", got.SHA256)
			}
			got.SHA256 = ""
			if g, w := asJSON(t, got), asJSON(t, c.want); g != w {
				t.Errorf("got  %s\nwant %s", g, w)
			}
		})
	}
	refused(t, call(t, box, "file_read", object{"path": "b.bin", "encoding": "utf8"}), runtime.ClassFailed, "base64")
	refused(t, call(t, box, "file_read", object{"path": "gone.txt"}), runtime.ClassFailed, "file_list")
	refused(t, call(t, box, "file_read", object{"path": "."}), runtime.ClassFailed, "folder")
	refused(t, call(t, box, "file_read", object{"path": "a.txt", "offset": 1, "from_line": 1}), runtime.ClassInvalidArguments)
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	kit.Try(t, err)
	return string(data)
}

// Whoever goes on at next_offset reads the whole file, in any steps.
func TestReadOn(t *testing.T) {
	box, folder := newBox(t, Options{})
	text := strings.Repeat("äöü 日本 🎉\nline\n", 200)
	write(t, filepath.Join(folder, "a"), text)
	for _, step := range []int{16, 17, 18, 19, 100, 4096} {
		var got strings.Builder
		offset := int64(0)
		for {
			c := kit.Want[Content](t, call(t, box, "file_read", object{"path": "a", "offset": offset, "max_bytes": step}))
			if c.Encoding != UTF8 || len(c.Content) > step {
				t.Fatalf("step %d at %d: %s", step, offset, asJSON(t, c))
			}
			got.WriteString(c.Content)
			if c.NextOffset == nil {
				break
			}
			offset = *c.NextOffset
		}
		if got.String() != text {
			t.Errorf("step %d: another text", step)
		}
	}
}

// X13: ten gigabytes (a sparse file) come as 32 KiB and the word that there is more; no hash is made of them.
func TestX13HugeFile(t *testing.T) {
	box, folder := newBox(t, Options{Read: 1000})
	f, err := os.Create(filepath.Join(folder, "huge"))
	kit.Try(t, err)
	kit.Try(t, f.Truncate(10<<30))
	f.Close()
	c := kit.Want[Content](t, call(t, box, "file_read", object{"path": "huge", "max_bytes": 1 << 20, "offset": 9 << 30}))
	if c.Size != 10<<30 || !c.Truncated || *c.NextOffset != 9<<30+1000 || len(c.Content) > 1400 || c.SHA256 != "" {
		t.Errorf("%s", asJSON(t, c))
	}
	refused(t, call(t, box, "file_read", object{"path": "huge", "from_line": 2}), runtime.ClassResourceExhausted, "from_line", "offset")
	refused(t, call(t, box, "file_write", object{"path": "a", "content": "x"}), runtime.ClassResourceExhausted, "more than the folder may hold")
}
