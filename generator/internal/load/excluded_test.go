package load

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// F13, fact 4 and K15: a file that some build leaves out is known as such on every machine, whether this build has it or
// not, so that a directive in it can be refused.
func TestF13(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app
-- a.go --
package a

//tool:name=a
func A() {}
-- a_test.go --
package a

//tool:name=t
func T() {}
-- b_test.go --
package a_test

//tool:name=x
func X() {}
-- c_windows.go --
package a

//tool:name=w
func W() {}
-- d_linux_arm64.go --
package a

//tool:name=l
func L() {}
-- e.go --
//go:build !nothing

package a

//tool:name=e
func E(
	n int, //tool:min=1
) {
}
-- f.go --
//go:build ignore

package main

//tool:name=f
func F() {}
-- g.go --
package a

import "C"

//tool:name=g
func G() {}
-- h_unix.go --
package a

//tool:name=h
func H() {}
-- i.go --
// +build never

package a

//tool:name=i
func I() {}
-- _j.go --
package a

//tool:name=j
func J() {}
`)
	want := []string{
		"a_test.go: it is a test file",
		"b_test.go: it is a test file",
		"c_windows.go: its name ends in _windows",
		"d_linux_arm64.go: its name ends in _arm64",
		"e.go: it has a //go:build line",
		"f.go: it has a //go:build line",
		`g.go: it imports "C", and not every build has cgo`,
		"i.go: it has a //go:build line",
	}
	for _, build := range [][]string{
		{"CGO_ENABLED=0"},
		{"CGO_ENABLED=0", "GOOS=windows"},
		{"CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm64"},
		{"CGO_ENABLED=1"},
	} {
		opt := options(dir)
		opt.Env = append(opt.Env, build...)
		res, err := Load(context.Background(), opt)
		require.NoError(t, err)
		require.Equal(t, []string{"example.com/app"}, paths(res))
		p := res.Packages[0]
		var got []string
		for name, reason := range p.Constraints {
			require.Contains(t, p.FileNames, name)
			got = append(got, filepath.Base(name)+": "+reason)
		}
		for _, f := range p.Others {
			require.NotContains(t, p.FileNames, f.Name)
			got = append(got, filepath.Base(f.Name)+": "+f.Reason)
			require.NotEmpty(t, f.Syntax.Comments)
		}
		slices.Sort(got)
		require.Equal(t, want, got, build)
	}
}

// Names of every build are taken, and found in Others.
func TestOthers(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app
-- a.go --
package a

//tool:name=a
func A() {}
-- a_test.go --
package a

func Tools() {}
-- x_test.go --
package a_test
-- b_plan9.go --
package a

func ToolA() {}
-- broken_test.go --
package a

func Broken( {
`)
	res := mustLoad(t, dir)
	require.Empty(t, res.Diagnostics, "what the build leaves out may be as it likes")
	var got []string
	for _, f := range res.Packages[0].Others {
		got = append(got, filepath.Base(f.Name)+" "+f.Syntax.Name.Name+" "+f.Reason)
		require.NotEmpty(t, res.Packages[0].Src[f.Name])
	}
	require.Equal(t, []string{
		"a_test.go a it is a test file",
		"b_plan9.go a its name ends in _plan9",
		"broken_test.go a it is a test file",
		"x_test.go a_test it is a test file",
	}, got)
}

// A folder of which no file is in this build still answers for its directives.
func TestF13NothingElse(t *testing.T) {
	for name, text := range map[string]string{
		"external test": "-- a_test.go --\npackage a_test\n\n//tool:name=x\nfunc X() {}\n",
		"test":          "-- a_test.go --\npackage a\n\n//tool:name=x\nfunc X() {}\n",
		"other system":  "-- a_plan9.go --\npackage a\n\n//tool:name=x\nfunc X() {}\n",
		"build tag":     "-- a.go --\n//go:build never\n\npackage a\n\n//tool:name=x\nfunc X() {}\n",
	} {
		t.Run(name, func(t *testing.T) {
			dir := write(t, "-- go.mod --\nmodule example.com/app\n"+text)
			res := mustLoad(t, dir)
			require.Empty(t, res.Diagnostics)
			p := res.Packages[0]
			require.Len(t, p.Others, 1)
			require.Equal(t, "//tool:name=x", p.Others[0].Syntax.Comments[len(p.Others[0].Syntax.Comments)-1].List[0].Text)
			require.Equal(t, "example.com/app", p.Path)
			require.Equal(t, "a", p.Name)
			require.Nil(t, p.Types)
		})
	}
}

// Beside a cgo file the package is loaded as usual, with cgo on or off; C types are no matter of this room.
func TestCgoBeside(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app

go 1.26
-- a.go --
package a

//tool:name=a
func A(n int) int { return double(n) }
-- b.go --
package a

// int twice(int n) { return n + n; }
import "C"

// Pair is declared in a cgo file.
type Pair struct{ A, B int }

func double(n int) int { return int(C.twice(C.int(n))) }
`)
	modes := []string{"CGO_ENABLED=0"}
	if _, err := exec.LookPath("gcc"); err == nil {
		modes = append(modes, "CGO_ENABLED=1")
	}
	for _, mode := range modes {
		opt := options(dir)
		opt.Env = append(opt.Env, mode)
		res, err := Load(context.Background(), opt)
		require.NoError(t, err)
		require.Empty(t, res.Diagnostics, mode)
		p := res.Packages[0]
		require.Equal(t, []string{filepath.Join(dir, "a.go")}, p.FileNames, mode)
		require.Equal(t, "func(n int) int", signature(t, p, "A"))
		require.Equal(t, "b.go", filepath.Base(p.Others[0].Name))
		require.Equal(t, mode == "CGO_ENABLED=1", p.Types.Scope().Lookup("Pair") != nil)
	}
}
