package generator_test

import (
	"bytes"
	"context"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

// module writes a module of the given files that uses this toolgen, and returns its folder.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), moduleFile(t, "example.test/app", repository(t)))
	for name, text := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return dir
}

func generate(t *testing.T, dir string, patterns ...string) *generator.Result {
	t.Helper()
	r, err := generator.Generate(context.Background(), generator.Options{Dir: dir, Patterns: patterns})
	require.NoError(t, err)
	return r
}

func only(t *testing.T, r *generator.Result) generator.Package {
	t.Helper()
	require.Len(t, r.Packages, 1)
	return r.Packages[0]
}

// state generates the one package of a folder and says how its output stands.
func state(t *testing.T, dir string) string {
	t.Helper()
	r := generate(t, dir)
	require.Empty(t, printed(t, r, dir))
	return only(t, r).Change.State.String()
}

func commit(t *testing.T, dir string) {
	t.Helper()
	require.NoError(t, generator.Commit(generate(t, dir)))
}

func printed(t *testing.T, r *generator.Result, dir string) string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, generator.PrintText(&text, r.Diagnostics, dir))
	return text.String()
}

func read(t *testing.T, names ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(names...))
	require.NoError(t, err)
	return string(text)
}

func filesOf(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func inside(t *testing.T, dir, name string) string {
	t.Helper()
	rel, err := filepath.Rel(dir, name)
	require.NoError(t, err)
	return filepath.ToSlash(rel)
}

const notesSource = `// Package notes keeps notes.
package notes

import (
	"time"
	"context"
)

// Note is one of them.
type Note struct {
  Text string ` + "`json:\"text\"`" + ` // what it says
  Due *time.Time // when
}

// Find finds notes.
//tool:name=find_notes
// It is quick.
//tool:param limit default=3 min=1
func Find(ctx context.Context,
	query string, // the words
	limit int, // how many
) ([]Note, error) { return nil, nil }

// Save saves one.
//
//tool:name=save_note
func Save(n Note) {}

// Drop drops one.
//
//tool:name=drop_note
func Drop(
	id int64, // which
) error { return nil }
`

// Z03: a checkout that turned every line ending into CRLF is current, and stays byte for byte; what is written has LF.
func TestZ03LineEndings(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{"notes.go": notesSource})
	commit(t, dir)
	output := filepath.Join(dir, "zz_tools.go")
	want := read(t, output)
	checkout := func() {
		for _, name := range []string{"notes.go", "zz_tools.go"} {
			file := filepath.Join(dir, name)
			write(t, file, strings.ReplaceAll(strings.ReplaceAll(read(t, file), "\r\n", "\n"), "\n", "\r\n"))
		}
	}
	checkout()
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	require.NoError(t, os.Chtimes(output, long, long))
	require.Equal(t, "current", state(t, dir))
	commit(t, dir)
	require.Equal(t, strings.ReplaceAll(want, "\n", "\r\n"), read(t, output))
	at, err := os.Stat(output)
	require.NoError(t, err)
	require.True(t, at.ModTime().Equal(long), "equal files are not written")

	write(t, filepath.Join(dir, "notes.go"), strings.ReplaceAll(read(t, dir, "notes.go"), "default=3", "default=4"))
	p := only(t, generate(t, dir))
	require.Equal(t, "stale", p.Change.State.String())
	require.Equal(t, 2, strings.Count(p.Change.Diff("zz_tools.go"), "\n+\t"), "the diff shows what changed alone:\n%s", p.Change.Diff("zz_tools.go"))
	commit(t, dir)
	require.NotContains(t, read(t, output), "\r")
	require.Equal(t, strings.ReplaceAll(strings.ReplaceAll(want, `"default":3`, `"default":4`), "limit = 3", "limit = 4"), read(t, output))
}

// Z07: when the last directive goes, so does the output, if it is ours.
func TestZ07LastDirective(t *testing.T) {
	t.Parallel()
	tool := "package a\n\n// F does it.\n//\n//tool:name=f\nfunc F() {}\n"
	bare := "package a\n\nfunc F() {}\n"
	dir := module(t, map[string]string{"a.go": tool})
	commit(t, dir)
	write(t, filepath.Join(dir, "a.go"), bare)
	require.Equal(t, "orphan", state(t, dir))
	require.Contains(t, only(t, generate(t, dir)).Change.Diff("zz_tools.go"), "\n+++ /dev/null\n")
	commit(t, dir)
	require.ElementsMatch(t, []string{"a.go", "go.mod"}, filesOf(t, dir))
	require.Empty(t, generate(t, dir).Packages)

	// The whole source may be gone, or moved away.
	write(t, filepath.Join(dir, "a.go"), tool)
	commit(t, dir)
	require.NoError(t, os.Remove(filepath.Join(dir, "a.go")))
	require.Equal(t, "orphan", state(t, dir))
	commit(t, dir)
	require.ElementsMatch(t, []string{"go.mod"}, filesOf(t, dir))

	// A file of that name that is not ours is nobody's business.
	for _, theirs := range []string{"package a\n", "// Code generated by other. DO NOT EDIT.\n\npackage a\n", "package a\n\n// Code generated by toolgen. DO NOT EDIT.\n"} {
		write(t, filepath.Join(dir, "a.go"), bare)
		write(t, filepath.Join(dir, "zz_tools.go"), theirs)
		commit(t, dir)
		require.Equal(t, theirs, read(t, dir, "zz_tools.go"))
	}
}

// Z09: formatting the source, reordering its functions, moving one to another file and what an editor does to imports
// leave the output as it is. Each way is a package of its own, all generated at once.
func TestZ09SourceRearranged(t *testing.T) {
	t.Parallel()
	formatted, err := format.Source([]byte(notesSource))
	require.NoError(t, err)
	require.NotEqual(t, notesSource, string(formatted))
	clean := string(formatted)
	head, rest, _ := strings.Cut(clean, "// Find finds notes.")
	find, rest, _ := strings.Cut(rest, "// Save saves one.")
	save, drop, _ := strings.Cut(rest, "// Drop drops one.")
	find, save, drop = "// Find finds notes."+find, "// Save saves one."+save, "// Drop drops one."+drop
	grouped := strings.Replace(clean, "import (\n\t\"context\"\n\t\"time\"\n)", "import \"time\"\n\nimport stdctx \"context\"", 1)

	dir := module(t, map[string]string{
		"asis/notes.go":      notesSource,
		"gofmt/notes.go":     clean,
		"reordered/notes.go": head + drop + "\n" + find + save,
		"longer/notes.go":    strings.Repeat("// A licence.\n", 40) + "\n" + head + "\nvar a, b, c = 1, 2, 3\n\n// The functions.\n\n" + find + save + drop,
		"imports/notes.go":   strings.ReplaceAll(grouped, "ctx context.Context", "ctx stdctx.Context"),
		"split/notes.go":     head + save + drop,
		"split/find.go":      "package notes\n\nimport \"context\"\n\n" + find,
		"later/notes.go":     head + find + save,
		"later/zzz.go":       "package notes\n\n" + drop,
		"types/notes.go":     "package notes\n\nimport \"context\"\n\n" + find + save + drop,
		"types/aaa.go":       strings.Replace(head, "\t\"context\"\n", "", 1),
		"renamed/other.go":   clean,
		"bodies/notes.go":    strings.Replace(clean, "return nil, nil", "if limit > 2 {\n\t\tpanic(query)\n\t}\n\treturn nil, ctx.Err()", 1),
	})
	r := generate(t, dir, "./...")
	require.Empty(t, printed(t, r, dir))
	require.Len(t, r.Packages, 10)
	want := string(r.Packages[0].Change.Want)
	require.Contains(t, want, "example.test/app/asis")
	for _, p := range r.Packages[1:] {
		require.Equal(t, strings.ReplaceAll(want, "example.test/app/asis", p.Path), string(p.Change.Want), p.Path)
	}
}

// Z10: the file holds no version, time, host or path. It says in one place which runtime it was made for.
func TestZ10NoVersion(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{"notes.go": notesSource})
	commit(t, dir)
	output := read(t, dir, "zz_tools.go")
	require.NotRegexp(t, regexp.MustCompile(`v\d+\.\d|20\d\d-|go1\.|devel`), strings.ReplaceAll(output, "RunToolgenAgain_v1", ""))
	for _, trace := range []string{dir, filepath.Base(dir), repository(t)} {
		require.NotContains(t, output, trace)
	}
	if host, err := os.Hostname(); err == nil && len(host) > 4 {
		require.NotContains(t, output, host)
	}

	// The file of an older toolgen differs in what differs, and the diff shows that alone.
	require.Equal(t, 1, strings.Count(output, "RunToolgenAgain_v1"))
	write(t, filepath.Join(dir, "zz_tools.go"), strings.Replace(output, "RunToolgenAgain_v1", "RunToolgenAgain_v0", 1))
	p := only(t, generate(t, dir))
	require.Equal(t, "stale", p.Change.State.String())
	diff := p.Change.Diff("zz_tools.go")
	require.Contains(t, diff, "\n-const _ = runtime.RunToolgenAgain_v0\n+const _ = runtime.RunToolgenAgain_v1\n")
	require.Less(t, strings.Count(diff, "\n"), 12)
}

// Z06: an unrelated tool renames no import of the others, and neither does one that imports a fourth package of the name
// that three have.
func TestZ06AliasesStay(t *testing.T) {
	t.Parallel()
	imported := []string{"m/types", "n/types", "o/types"}
	imported = append(imported, strings.Fields("alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima")...)
	files := map[string]string{}
	add := func(path string) {
		name := path[strings.LastIndexByte(path, '/')+1:]
		files[path+"/"+name+".go"] = fmt.Sprintf("package %s\n\n// T is one.\ntype T string\n", name)
	}
	var imports, params strings.Builder
	for i, path := range imported {
		add(path)
		fmt.Fprintf(&imports, "\tp%d \"example.test/app/%s\"\n", i, path)
		fmt.Fprintf(&params, "\tv%d p%d.T, // %s\n", i, i, path)
	}
	for _, path := range []string{"a/types", "z/types"} {
		add(path)
	}
	files["tools/all.go"] = "package tools\n\nimport (\n" + imports.String() + ")\n\n// All takes all.\n//\n//tool:name=all\nfunc All(\n" + params.String() + ") {\n}\n"
	dir := module(t, files)
	tools := filepath.Join(dir, "tools")
	before := importLines(t, dir)
	require.Len(t, before, 3+len(imported), "%s", before)

	write(t, filepath.Join(tools, "more.go"), "package tools\n\nimport \"time\"\n\n// More is unrelated.\n//\n//tool:name=a_more\nfunc More(\n\td time.Duration, // how long\n) {\n}\n")
	require.Subset(t, importLines(t, dir), before)

	for _, path := range []string{"z/types", "a/types"} {
		write(t, filepath.Join(tools, "fourth.go"), "package tools\n\nimport \"example.test/app/"+path+"\"\n\n// Fourth has the name too.\n//\n//tool:name=b_fourth\nfunc Fourth(\n\tt types.T, // what\n) {\n}\n")
		require.Subset(t, importLines(t, dir), before, path)
	}
}

// importLines generates the package in the folder tools and returns the lines of its imports.
func importLines(t *testing.T, dir string) []string {
	t.Helper()
	r := generate(t, dir, "./tools")
	require.Empty(t, printed(t, r, dir))
	_, text, _ := strings.Cut(string(only(t, r).Change.Want), "import (\n")
	text, _, _ = strings.Cut(text, ")")
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}
