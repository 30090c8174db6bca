package load

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// outputStates are the states in which zz_tools.go may be found (fact 1).
var outputStates = []struct{ name, text string }{
	{"missing", ""},
	{"valid", "HEADER\n\npackage notes\n\nfunc Tools() []string { return nil }\n"},
	{"type error", "HEADER\n\npackage notes\n\nfunc Tools() []Gone { return nope }\n"},
	{"syntax error", "HEADER\n\npackage notes\n\nfunc Tools( {\n"},
	{"conflict in the body", "HEADER\n\npackage notes\n\n<<<<<<< HEAD\nfunc Tools() []string { return nil }\n=======\nfunc Tools() []int { return nil }\n>>>>>>> other\n"},
	{"conflict in the imports", "HEADER\n\npackage notes\n\nimport (\n<<<<<<< HEAD\n\t\"context\"\n=======\n\t\"fmt\"\n>>>>>>> other\n)\n"},
	{"conflict above the clause", "<<<<<<< HEAD\nHEADER\n=======\nHEADER\n>>>>>>> other\n\npackage notes\n"},
	{"empty", "\n"},
	{"no clause", "HEADER\n"},
	{"package renamed", "HEADER\n\npackage oldname\n\nfunc Tools() []string { return nil }\n"},
	{"import not in go.mod", "HEADER\n\npackage notes\n\nimport \"example.net/nowhere/runtime\"\n\nfunc Tools() runtime.Set { return nil }\n"},
	{"import cycle", "HEADER\n\npackage notes\n\nimport \"example.com/app/user\"\n\nvar _ user.View\n"},
	{"older version", "HEADER\n\npackage notes\n\nimport \"fmt\"\n\nfunc OldTools() { fmt.Println(Save()) }\n"},
}

const statesModule = `
-- go.mod --
module example.com/app

go 1.26
-- notes/notes.go --
package notes

import "time"

type Note struct {
	Text string
	Due  time.Time
}

//tool:name=save_note
func Save(n Note) (Note, error) { return n, nil }

// All is known only once there is an output.
var All = Tools()

func main() {
	for range Tools() {
	}
}
-- between/between.go --
package between

import "example.com/app/notes"

type Pair struct{ A, B notes.Note }
-- user/user.go --
package user

import (
	"io/fs"

	"example.com/app/between"
	"example.com/app/notes"
)

type View struct{ notes.Note }

//tool:name=view
func Show(p between.Pair, v View, m fs.FileMode) notes.Note {
	_ = notes.Tools()
	return p.A
}
`

// L01, L04 and facts 1 to 3: whatever state our output is in, here or in a package that another one imports, signatures
// resolve, nothing is reported, and the bytes are there for the comparison.
func TestL01OutputStates(t *testing.T) {
	for _, state := range outputStates {
		t.Run(state.name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, statesModule)
			output := filepath.Join(dir, "notes", "zz_tools.go")
			if state.text != "" {
				add(t, dir, "-- notes/zz_tools.go --\n"+state.text)
			}
			for _, patterns := range [][]string{{"./..."}, {"./user"}} {
				res := mustLoad(t, dir, patterns...)
				require.Empty(t, res.Diagnostics)
				for _, p := range res.Packages {
					require.False(t, p.Broken)
					switch p.Name {
					case "notes":
						require.Equal(t, "func(n example.com/app/notes.Note) (example.com/app/notes.Note, error)", signature(t, p, "Save"))
						require.Equal(t, []string{filepath.Join(dir, "notes", "notes.go")}, p.FileNames)
						want, _ := os.ReadFile(output)
						require.Equal(t, want, p.Output)
						require.Len(t, p.TypeErrors, 1, "what is tolerated: %v", p.TypeErrors)
						require.Equal(t, "undefined: Tools", p.TypeErrors[0].Message)
						require.Equal(t, 14, p.TypeErrors[0].Range.Line)
					case "user":
						require.Equal(t, "func(p example.com/app/between.Pair, v example.com/app/user.View, m io/fs.FileMode) example.com/app/notes.Note", signature(t, p, "Show"))
						require.Empty(t, p.TypeErrors)
					}
				}
			}
		})
	}
}

// A package whose last source file is gone, and a folder that holds nothing but a broken output, still show theirs.
func TestZ07OutputAlone(t *testing.T) {
	for _, text := range []string{"HEADER\n\npackage a\n\nfunc Tools() {}\n", "HEADER\n\npackage a\n\nfunc {\n", "HEADER\n<<<<<<<\n"} {
		dir := write(t, "-- go.mod --\nmodule example.com/app\n-- a/zz_tools.go --\n"+text)
		res := mustLoad(t, dir, "./...")
		require.Len(t, res.Packages, 1)
		p := res.Packages[0]
		require.Equal(t, "example.com/app/a", p.Path)
		require.NotEmpty(t, p.Output)
		require.Empty(t, p.Files)
		require.Nil(t, p.Types)
		require.Empty(t, res.Diagnostics)
	}
}

// A package without directives whose output is left over is found (Z07).
func TestZ07Orphan(t *testing.T) {
	dir := write(t, "-- go.mod --\nmodule example.com/app\n-- a.go --\npackage a\n-- zz_tools.go --\nHEADER\n\npackage a\n")
	res := mustLoad(t, dir)
	require.Equal(t, []string{"example.com/app"}, paths(res))
	require.NotEmpty(t, res.Packages[0].Output)
}

// A file of that name that is not ours is the user's: it is parsed, and alone it is no reason to load a package.
func TestForeignOutput(t *testing.T) {
	dir := write(t, "-- go.mod --\nmodule example.com/app\n-- a.go --\npackage a\n-- zz_tools.go --\npackage a\n\ntype T int\n")
	require.Empty(t, mustLoad(t, dir).Packages)

	add(t, dir, "-- a.go --\npackage a\n\n//tool:name=f\nfunc F(T) {}\n")
	p := mustLoad(t, dir).Packages[0]
	require.Len(t, p.Files, 2)
	require.Empty(t, p.TypeErrors)
	require.NotEmpty(t, p.Output)
}

// An output that sorts before every other file gives the package its old name in the go command's eyes.
func TestG3OutputNamesOldPackage(t *testing.T) {
	dir := write(t, "-- go.mod --\nmodule example.com/app\n-- zzz.go --\npackage new\n\n//tool:name=f\nfunc F(n int) {}\n-- zz_tools.go --\nHEADER\n\npackage old\n")
	res := mustLoad(t, dir)
	require.Equal(t, []string{"G3 zz_tools.go:1:1 the generated file is of package old, and the other files of package new"}, report(dir, res))
	require.True(t, res.Packages[0].Broken)
	require.Equal(t, "new", res.Packages[0].Name)
}
