package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator/internal/directive"
)

func TestMentionsTool(t *testing.T) {
	for _, row := range []struct {
		src  string
		want bool
	}{
		{"//tool:name=x\nfunc F() {}", true},
		{"func F(\n\tcity string, //tool:min=1\n)", true},
		{"func F(\n\tcity string, //tool:min=1\r\n)", true},
		{"x := 1 // tool:name=x", true},
		{"// tool:name=x", true},
		{"//\ttool:name=x", true},
		{"// F does it.\n//Tool:name=x", true},
		{"//TOOL:name=x", true},
		{"//tools:name=x", true},
		{"//toolgen:name=x", true},
		{"//tool: x", true},
		{"//tool :name=x", true},
		{"//tool name=x", true},
		{"// +tool:name=x", true},
		{"// @tool:name=x", true},
		{"///tool:name=x", true},
		{"//tool", true},
		{"//tool\r\nfunc F() {}", true},
		{"/*tool:name=x*/", true},
		{"package p /* tool:name=x */", true},
		{"/* one */ /*\ntool:name=x\n*/", true},
		{"/*\r\n * tool:name=x\r\n */", true},
		{"const accept = \"*/*\" // tool:name=x", true},
		{"const accept = \"*/*\"\n/* tool:name=x */", true},

		{"", false},
		{"package tool", false},
		{"// Tool runs things.", false},
		{"// The tool: a hammer.", false},
		{"//go:generate go tool toolgen", false},
		{"//toolbox:name=x", false},
		{"//toolname", false},
		{"/* tool", false},
		{"var tool, x = 1, map[string]int{\"tool\": 1}", false},
		{"type T struct{ A int `tool:\"min=1\"` }", false}, // a tag means nothing without a tool
		{"switch { case x: }", false},
	} {
		require.Equal(t, row.want, mentionsTool([]byte(row.src)), "%q", row.src)
	}
}

func FuzzMentionsTool(f *testing.F) {
	f.Add("package p\n", "tool:name=x")
	f.Add("/* x */", " Tools: name=x")
	f.Add("\"*/*\"", " * tool:name=x")
	// Law: what the directive room has a word to say about is seen, whatever stands before it on other lines.
	f.Fuzz(func(t *testing.T, before, text string) {
		line := "//" + strings.NewReplacer("\n", "", "\r", "").Replace(text)
		if _, near := directive.NearMiss(line); near || directive.Is(line) {
			require.True(t, mentionsTool([]byte(before+"\n"+line+"\nx")))
		}
		block := "/*" + strings.ReplaceAll(text, "*/", "") + "*/"
		if _, near := directive.NearMiss(block); near {
			require.True(t, mentionsTool([]byte(before+"\n"+block+"x")))
		}
	})
}

func TestScanUnreadable(t *testing.T) {
	dir := write(t, "-- go.mod --\nmodule example.com/app\n-- a.go --\npackage a\n\n//tool:name=f\nfunc F() {}\n-- b.go --\npackage a\n")
	require.NoError(t, os.Chmod(filepath.Join(dir, "b.go"), 0))
	if _, err := os.ReadFile(filepath.Join(dir, "b.go")); err == nil {
		t.Skip("this user reads every file")
	}
	res := mustLoad(t, dir)
	require.Equal(t, []string{"G2 b.go:1:1 the file cannot be read: permission denied"}, report(dir, res))
}

func TestScanLinks(t *testing.T) {
	dir := write(t, "-- go.mod --\nmodule example.com/app\n-- a.go --\npackage a\n-- elsewhere/f.txt --\npackage a\n\n//tool:name=f\nfunc F() {}\n")
	if err := os.Symlink(filepath.Join(dir, "elsewhere", "f.txt"), filepath.Join(dir, "f.go")); err != nil {
		t.Skip(err)
	}
	require.NoError(t, os.Symlink("nowhere", filepath.Join(dir, "gone.go")))
	res := mustLoad(t, dir)
	require.Equal(t, []string{"G2 gone.go:1:1 the file cannot be read: no such file or directory"}, report(dir, res))
	require.Len(t, res.Packages, 1, "a link to a file is a file, a link to nowhere is one that the go command refuses")
	require.Equal(t, "func()", signature(t, res.Packages[0], "F"))
}

// One folder that cannot be read is reported, and the others are loaded: its name is longer than any path may be, which stops every
// user, root included.
func TestScanUnreadableFolder_G2(t *testing.T) {
	dir := write(t, "-- go.mod --\nmodule example.com/app\n-- good/a.go --\npackage good\n\n//tool:name=f\nfunc F() {}\n")
	at, err := os.OpenRoot(dir)
	require.NoError(t, err)
	deep := strings.Repeat("d", 200)
	for range 30 {
		require.NoError(t, at.Mkdir(deep, 0o755))
		next, err := at.OpenRoot(deep)
		require.NoError(t, err)
		require.NoError(t, at.Close())
		at = next
	}
	require.NoError(t, at.Close())
	res := mustLoad(t, dir, "./...")
	require.Equal(t, []string{"example.com/app/good"}, paths(res))
	require.Len(t, res.Diagnostics, 1)
	require.Equal(t, "G2", res.Diagnostics[0].Code)
	require.Contains(t, res.Diagnostics[0].Message, "the folder cannot be read: ")
	require.NotContains(t, res.Diagnostics[0].Message, deep, "the place says which")
	require.Contains(t, res.Diagnostics[0].Range.File, deep)
}
