package load

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// witness notes what a load says that it read.
type witness struct {
	mu        sync.Mutex
	saw, dirs []string
	forgotten bool
}

func (w *witness) Saw(dir string, _ map[string][]byte) { w.note(&w.saw, dir) }
func (w *witness) DependsOn(dir string)                { w.note(&w.dirs, dir) }
func (w *witness) Forget()                             { w.mu.Lock(); w.forgotten = true; w.mu.Unlock() }

func (w *witness) note(list *[]string, dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	*list = append(*list, dir)
}

const prunable = `
-- go.mod --
module example.com/app

go 1.26

require example.com/lib v0.0.0

replace example.com/lib => ./lib
-- lib/go.mod --
module example.com/lib
-- lib/heavy/heavy.go --
package heavy

func Do() error { return broken }
-- lib/light/light.go --
package light

type T struct{}
-- a/a.go --
package a

import (
	"net/http"

	"example.com/app/b"
	"example.com/lib/heavy"
	"example.com/lib/light"
)

type Server struct{ http.Server }

var failure = heavy.Do()

//tool:name=a
func A(x b.B, y light.T) {}
-- b/b.go --
package b

import (
	"example.com/app/c"
	"example.com/lib/heavy"
)

type B struct{ Next *c.C }

func Other() error { return heavy.Do() }
-- c/c.go --
package c

type C int
-- d/d.go --
package d
`

// A package is loaded by what its tools reach: packages of one's own from source, two away too, and of the others only those
// that are needed. What is broken out of reach does not count.
func TestPruned(t *testing.T) {
	dir := write(t, prunable)
	opt := options(dir, "./a/...", "./d")
	var w witness
	opt.Witness = &w
	res, err := Load(context.Background(), opt)
	require.NoError(t, err)
	require.Empty(t, res.Diagnostics)
	p := res.Packages[0]
	require.True(t, p.Pruned)
	require.Equal(t, "func(x example.com/app/b.B, y example.com/lib/light.T)", signature(t, p, "A"))
	require.Empty(t, p.TypeErrors)
	require.Equal(t, []string{"example.com/lib/light"}, slices.Sorted(maps.Keys(p.foreign.view)), "nothing else was read")

	require.False(t, w.forgotten)
	inside := func(names ...string) (out []string) {
		for _, name := range names {
			out = append(out, filepath.Join(dir, filepath.FromSlash(name)))
		}
		return out
	}
	slices.Sort(w.saw)
	require.Equal(t, inside("a", "b", "c", "d"), slices.Compact(w.saw))
	require.Equal(t, inside("lib/light"), w.dirs)
}

// The variable leaves everything to go/packages.
func TestLoaderVariable(t *testing.T) {
	opt := options(write(t, prunable), "./a")
	opt.Env = append(opt.Env, loaderVariable+"=packages")
	var w witness
	opt.Witness = &w
	res, err := Load(context.Background(), opt)
	require.NoError(t, err)
	require.False(t, res.Packages[0].Pruned)
	require.True(t, w.forgotten, "it does not say what it read")
}

// What is not certain is for go/packages; the other packages of a run are pruned all the same.
func TestDoubtful(t *testing.T) {
	for name, text := range map[string]string{
		"a syntax error":               "package x\n\n//tool:name=x\nfunc X() {}\n\nfunc {\n",
		"cgo":                          "package x\n\nimport \"C\"\n\n//tool:name=x\nfunc X() {}\n",
		"a missing import":             "package x\n\nimport \"example.net/gone\"\n\n//tool:name=x\nfunc X(gone.T) {}\n",
		"an error in what is reached":  "package x\n\n//tool:name=x\nfunc X(T) {}\n\ntype T struct{ F Gone }\n",
		"an error of a reached import": "package x\n\nimport \"example.com/app/y\"\n\n//tool:name=x\nfunc X(y.T) {}\n-- y/y.go --\npackage y\n\ntype T struct{ F Gone }\n",
		"a tag of the toolchain":       "//go:build goexperiment.synctest || !goexperiment.synctest\n\npackage x\n\n//tool:name=x\nfunc X() {}\n",
		"no file in this build":        "//go:build never\n\npackage x\n\n//tool:name=x\nfunc X() {}\n",
		"a cycle":                      "package x\n\nimport \"example.com/app/y\"\n\n//tool:name=x\nfunc X(y.T) {}\n\ntype U int\n-- y/y.go --\npackage y\n\nimport \"example.com/app/x\"\n\ntype T struct{ F x.U }\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, "-- go.mod --\nmodule example.com/app\n\ngo 1.26\n-- good/good.go --\npackage good\n\n//tool:name=good\nfunc Good(int) {}\n-- x/x.go --\n"+text)
			res := mustLoad(t, dir, "./good", "./x")
			require.Len(t, res.Packages, 2)
			require.True(t, res.Packages[0].Pruned)
			require.False(t, res.Packages[1].Pruned)
		})
	}
}

// GOWORK=off is no go.work, and flags in GOFLAGS that may change which files there are leave the whole run to go/packages.
func TestPrunedSettings(t *testing.T) {
	dir := write(t, "-- go.mod --\nmodule example.com/app\n\ngo 1.26\n-- a.go --\npackage a\n\n//tool:name=a\nfunc A(int) {}\n-- o.json --\n{}\n")
	for setting, pruned := range map[string]bool{
		"GOWORK=off": true, "GOFLAGS=-tags=x,y -trimpath": true, "GOFLAGS=-mod=mod": true,
		"GOFLAGS=-race": false, "GOFLAGS=-overlay=" + filepath.Join(dir, "o.json"): false,
	} {
		opt := options(dir)
		opt.Env = append(opt.Env, setting)
		res, err := Load(context.Background(), opt)
		require.NoError(t, err, setting)
		require.Equal(t, pruned, res.Packages[0].Pruned, setting)
	}
}

// An import without a name has its package's own. Where that is not what the path says, the uses in the file tell, and the
// go command is asked.
func TestImportNames(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app

go 1.26

require (
	example.com/yaml.v3 v0.0.0
	example.com/odd v0.0.0
	example.com/go-bar/v2 v2.0.0
)

replace (
	example.com/yaml.v3 => ./yaml
	example.com/odd => ./odd
	example.com/go-bar/v2 => ./bar
)
-- yaml/go.mod --
module example.com/yaml.v3
-- yaml/y.go --
package yaml

type Node struct{}
-- odd/go.mod --
module example.com/odd
-- odd/y.go --
package strange

type T struct{}
-- bar/go.mod --
module example.com/go-bar/v2
-- bar/y.go --
package bar

type T struct{}
-- a.go --
package a

import (
	"example.com/go-bar/v2"
	"example.com/odd"
	"example.com/yaml.v3"
)

var _ bar.T

//tool:name=a
func A(n yaml.Node, t strange.T) {}
`)
	p := mustLoad(t, dir).Packages[0]
	require.True(t, p.Pruned)
	require.Equal(t, "func(n example.com/yaml.v3.Node, t example.com/odd.T)", signature(t, p, "A"))
	var names []string
	for _, imported := range p.Types.Imports() {
		names = append(names, imported.Name())
	}
	slices.Sort(names)
	require.Equal(t, []string{"bar", "strange", "yaml"}, names)
}

// Folders needs no go command, and does not guess what only that knows.
func TestFolders(t *testing.T) {
	dir := write(t, prunable)
	got, ok := Folders(Options{Dir: dir, Env: []string{"PATH="}, Patterns: []string{"./a", "./b/..."}})
	require.True(t, ok)
	require.Equal(t, []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}, got)
	for _, pattern := range []string{"example.com/app/a", "./nowhere", "./lib", "all", "./a/a.go"} {
		_, ok := Folders(Options{Dir: dir, Env: os.Environ(), Patterns: []string{pattern}})
		require.False(t, ok, pattern)
	}
}
