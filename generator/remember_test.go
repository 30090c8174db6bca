package generator_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
	"golang.org/x/tools/txtar"
)

// rememberedModule has a tool whose types lie two packages away, in a replaced module, and in a package that a replaced
// module imports.
const rememberedModule = `
-- go.mod --
module example.com/app

go 1.26

require example.com/lib v0.0.0

replace example.com/lib => ./lib
-- lib/go.mod --
module example.com/lib

go 1.26
-- lib/lib.go --
package lib

import "example.com/lib/deep"

// Item is an item of the library.
type Item struct {
	Size deep.Size // how large it is
}
-- lib/deep/deep.go --
package deep

type Size struct {
	Width int // from left to right
}
-- tools/tools.go --
package tools

import (
	"example.com/app/near"
	"example.com/lib"
)

// Find finds things.
//
//tool:readonly
//tool:param what nest
//tool:param item nest
func Find(what near.Thing, item lib.Item, limit int) error { return nil }
-- near/near.go --
package near

import "example.com/app/far"

type Thing struct {
	Color far.Color // its color
	Place far.Place // where it is
}
-- far/far.go --
package far

type Color string

const (
	Red  Color = "red"
	Blue Color = "blue"
)

type Place struct {
	City string // name of the city
}
-- unused/unused.go --
package unused
-- elsewhere/readme.txt --
nothing
`

// memory is a module, a cache, and an environment to run in.
type memory struct {
	*testing.T
	dir, cache string
	env        []string
	patterns   []string
}

func newMemory(t *testing.T) *memory {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	m := &memory{T: t, dir: dir, cache: t.TempDir(), patterns: []string{"./..."}}
	m.env = append(os.Environ(), "GOFLAGS=", "GOWORK=", "GOPROXY=off", "GOENV="+filepath.Join(dir, "elsewhere", "goenv"))
	m.add(rememberedModule)
	return m
}

func (m *memory) add(text string) {
	m.Helper()
	for _, f := range txtar.Parse([]byte(text)).Files {
		name := filepath.Join(m.dir, filepath.FromSlash(f.Name))
		require.NoError(m, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(m, os.WriteFile(name, f.Data, 0o644))
	}
}

// age makes everything old: what was compiled must be older than the run that is remembered.
func (m *memory) age() {
	m.Helper()
	old := time.Now().Add(-time.Hour)
	require.NoError(m, filepath.WalkDir(m.dir, func(name string, _ os.DirEntry, err error) error {
		require.NoError(m, err)
		return os.Chtimes(name, old, old)
	}))
}

func (m *memory) run(cache string) *generator.Result {
	m.Helper()
	r, err := generator.Generate(context.Background(), generator.Options{Dir: m.dir, Env: m.env, Patterns: m.patterns, Cache: cache})
	require.NoError(m, err)
	return r
}

// settle generates, and remembers it.
func (m *memory) settle() {
	m.Helper()
	m.age()
	r := m.run(m.cache)
	require.False(m, r.Recalled)
	require.NoError(m, generator.Commit(r))
	require.NoError(m, generator.Remember(r))
}

func (m *memory) edit(file, old, new string) {
	m.Helper()
	name := filepath.Join(m.dir, filepath.FromSlash(file))
	text, err := os.ReadFile(name)
	require.NoError(m, err)
	require.Contains(m, string(text), old)
	at, err := os.Stat(name)
	require.NoError(m, err)
	require.NoError(m, os.WriteFile(name, bytes.Replace(text, []byte(old), []byte(new), 1), 0o644))
	require.NoError(m, os.Chtimes(name, at.ModTime(), at.ModTime()), "times do not tell")
}

func (m *memory) setenv(kv string) { m.env = append(m.env, kv) }

func (m *memory) rename(from, to string) {
	m.Helper()
	require.NoError(m, os.Rename(filepath.Join(m.dir, from), filepath.Join(m.dir, to)))
}

func (m *memory) remove(file string) {
	m.Helper()
	require.NoError(m, os.Remove(filepath.Join(m.dir, file)))
}

// TestRememberIsSound tries every edit that changes what is generated, or that may: none is missed. Sizes and times of files
// stay the same wherever that is possible.
func TestRememberIsSound(t *testing.T) {
	for _, row := range []struct {
		name string
		edit func(m *memory)
	}{
		{"a comment of the package", func(m *memory) { m.edit("tools/tools.go", "finds things", "finds thinks") }},
		{"a comment two packages away", func(m *memory) { m.edit("far/far.go", "name of the city", "code of the city") }},
		{"a constant two packages away", func(m *memory) { m.edit("far/far.go", `"blue"`, `"grey"`) }},
		{"a comment of a replaced module", func(m *memory) { m.edit("lib/lib.go", "how large", "how heavy") }},
		{"a comment that a replaced module leads to", func(m *memory) { m.edit("lib/deep/deep.go", "from left", "to  right") }},
		{"go.mod", func(m *memory) { m.edit("go.mod", "go 1.26", "go 1.25") }},
		{"replace", func(m *memory) {
			m.add("-- bil/go.mod --\nmodule example.com/lib\n\ngo 1.26\n-- bil/lib.go --\npackage lib\n\ntype Item struct{ Other string }\n")
			m.edit("go.mod", "=> ./lib", "=> ./bil")
		}},
		{"go.mod of a replaced module", func(m *memory) { m.edit("lib/go.mod", "go 1.26", "go 1.25") }},
		{"go.sum appears", func(m *memory) { m.add("-- go.sum --\n") }},
		{"a go.work appears", func(m *memory) { m.add("-- go.work --\ngo 1.26\n\nuse .\n") }},
		{"vendor/modules.txt appears", func(m *memory) { m.setenv("GOFLAGS=-mod=readonly"); m.add("-- vendor/modules.txt --\n") }},
		{"GOFLAGS", func(m *memory) { m.setenv("GOFLAGS=-tags=extra") }},
		{"the file that GOENV names", func(m *memory) { m.add("-- elsewhere/goenv --\nGOFLAGS=-tags=extra\n") }},
		{"GOENV", func(m *memory) { m.setenv("GOENV=off") }},
		{"GOOS", func(m *memory) { m.setenv("GOOS=plan9") }},
		{"CGO_ENABLED", func(m *memory) { m.setenv("CGO_ENABLED=0") }},
		{"the loader", func(m *memory) { m.setenv("TOOLGEN_LOADER=packages") }},
		{"the go command", func(m *memory) {
			bin := m.TempDir()
			require.NoError(m, os.Symlink(goCommand(m.T), filepath.Join(bin, filepath.Base(goCommand(m.T)))))
			m.setenv("PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"))
		}},
		{"the output is deleted", func(m *memory) { m.remove("tools/zz_tools.go") }},
		{"the output is edited", func(m *memory) { m.edit("tools/zz_tools.go", "ToolFind", "ToolFond") }},
		{"an output appears", func(m *memory) {
			m.add("-- unused/zz_tools.go --\n// Code generated by toolgen. DO NOT EDIT.\n\npackage unused\n")
		}},
		{"a file with a tool appears", func(m *memory) {
			m.add("-- unused/more.go --\npackage unused\n\n// More is more.\n//\n//tool:readonly\nfunc More() error { return nil }\n")
		}},
		{"a package appears", func(m *memory) {
			m.add("-- fresh/fresh.go --\npackage fresh\n\n// More is more.\n//\n//tool:readonly\nfunc More() error { return nil }\n")
		}},
		{"a file appears beside the types", func(m *memory) {
			m.add("-- far/more.go --\npackage far\n\nconst Green Color = \"green\"\n")
		}},
		{"a test file declares a name", func(m *memory) { m.add("-- tools/x_test.go --\npackage tools\n\nfunc findShape() {}\n") }},
		{"a file is removed", func(m *memory) { m.remove("unused/unused.go") }},
		{"a file is renamed", func(m *memory) { m.rename("tools/tools.go", "tools/tools_plan9.go") }},
		{"a folder is renamed", func(m *memory) { m.rename("unused", "used") }},
		{"a go.mod appears in between", func(m *memory) { m.add("-- near/go.mod --\nmodule example.com/app/near\n") }},
		{"other patterns", func(m *memory) { m.patterns = []string{"./tools"} }},
		{"another folder", func(m *memory) { m.dir = filepath.Join(m.dir, "tools") }},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			m := newMemory(t)
			m.settle()
			require.True(t, m.run(m.cache).Recalled, "before the edit nothing has changed")
			row.edit(m)
			opt := generator.Options{Dir: m.dir, Env: m.env, Patterns: m.patterns, Cache: m.cache}
			r, err := generator.Generate(context.Background(), opt)
			if err != nil {
				return // the go command has noticed
			}
			require.False(t, r.Recalled)
			opt.Cache = ""
			fresh, err := generator.Generate(context.Background(), opt)
			require.NoError(t, err)
			require.Equal(t, fresh.Diagnostics, r.Diagnostics)
			require.Equal(t, fresh.Packages, r.Packages)
		})
	}
}

// What is recalled says what the run said, warnings included, and that all is current.
func TestRememberReplays(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	m.settle()
	was, r := m.run(""), m.run(m.cache)
	require.True(t, r.Recalled)
	require.NotEmpty(t, was.Diagnostics, "limit is undocumented")
	require.Equal(t, was.Diagnostics, r.Diagnostics)
	require.Empty(t, r.Phases)
	require.Equal(t, len(was.Packages), len(r.Packages))
	for i, p := range r.Packages {
		require.Equal(t, was.Packages[i].Path, p.Path)
		require.Equal(t, was.Packages[i].Dir, p.Dir)
		require.Equal(t, was.Packages[i].Change.Path, p.Change.Path)
		require.False(t, p.Change.Pending())
	}
	require.NoError(t, generator.Remember(r), "there is nothing new to remember")
	require.True(t, m.run(m.cache).Recalled)
}

// A vendor folder is read like a module of one's own: go.sum does not vouch for it.
func TestRememberVendor(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	m.add("-- go.mod --\nmodule example.com/app\n\ngo 1.26\n\nrequire example.com/lib v1.0.0\n" +
		"-- vendor/modules.txt --\n# example.com/lib v1.0.0\n## explicit; go 1.26\nexample.com/lib\n" +
		"-- vendor/example.com/lib/lib.go --\npackage lib\n\ntype Item struct {\n\tSize int // how large it is\n}\n")
	m.settle()
	require.True(t, m.run(m.cache).Recalled)
	m.edit("vendor/example.com/lib/lib.go", "how large", "how heavy")
	require.False(t, m.run(m.cache).Recalled)
}

// In a workspace other modules are one's own.
func TestRememberWorkspace(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	m.edit("go.mod", "\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ./lib\n", "")
	m.add("-- go.work --\ngo 1.26\n\nuse (\n\t.\n\t./lib\n)\n")
	m.settle()
	require.True(t, m.run(m.cache).Recalled)
	m.edit("lib/deep/deep.go", "from left", "to  right")
	require.False(t, m.run(m.cache).Recalled)

	m.settle()
	require.True(t, m.run(m.cache).Recalled)
	m.edit("lib/go.mod", "go 1.26", "go 1.25")
	require.False(t, m.run(m.cache).Recalled)

	m.settle()
	m.edit("go.work", "go 1.26", "go 1.26.0")
	require.False(t, m.run(m.cache).Recalled)
}

// What is edited while a run is under way is found by the next one.
func TestRememberDuringEdits(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"tools/tools.go", "far/far.go", "lib/deep/deep.go"} {
		m := newMemory(t)
		m.age()
		r := m.run(m.cache)
		require.NoError(t, os.WriteFile(filepath.Join(m.dir, file), []byte(readFile(t, filepath.Join(m.dir, file))+"\n// more\n"), 0o644))
		require.NoError(t, generator.Commit(r))
		require.NoError(t, generator.Remember(r))
		require.False(t, m.run(m.cache).Recalled, file)
	}
}

// A run that found errors, or whose output was not written, is not remembered.
func TestRememberOnlyWhatIsDone(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	m.age()
	require.NoError(t, generator.Remember(m.run(m.cache)))
	require.False(t, m.run(m.cache).Recalled, "the output is not there")

	m.edit("tools/tools.go", "limit int", "limit chan int")
	r := m.run(m.cache)
	require.True(t, r.Packages[0].Failed)
	require.NoError(t, generator.Remember(r))
	require.False(t, m.run(m.cache).Recalled)
}

// A damaged file of the cache is no answer, and is replaced.
func TestRememberDamaged(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	m.settle()
	files, err := os.ReadDir(m.cache)
	require.NoError(t, err)
	require.Len(t, files, 1)
	name := filepath.Join(m.cache, files[0].Name())
	whole := readFile(t, name)
	for _, text := range []string{"", "{}", whole[:len(whole)/2], strings.Replace(whole, "undocumented", "undocumentes", 1), strings.Repeat("0", 64) + "\n{}"} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		r := m.run(m.cache)
		require.False(t, r.Recalled)
		require.NoError(t, generator.Remember(r))
		require.True(t, m.run(m.cache).Recalled)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

func goCommand(t *testing.T) string {
	t.Helper()
	name, err := exec.LookPath("go")
	require.NoError(t, err)
	name, err = filepath.EvalSymlinks(name)
	require.NoError(t, err)
	return name
}
