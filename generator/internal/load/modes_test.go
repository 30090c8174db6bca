package load

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCleanFlags(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"", ""},
		{"-mod=mod", ""},
		{"--mod=mod -v", "-v"},
		{"-mod=vendor", "-mod=vendor"},
		{"-mod=readonly", "-mod=readonly"},
		{"-modfile=x.mod", "-modfile=x.mod"},
		{"-json -tags=a,b", "-tags=a,b"},
		{"-json=Dir", ""},
		{"'-f={{.Dir}} x' -trimpath", "-trimpath"},
		{`"-ldflags=-s -w" -json`, `"-ldflags=-s -w"`},
		{`-test  -deps -tags=x`, "-tags=x"},
		{`'-broken`, `'-broken`},
	} {
		require.Equal(t, row.want, cleanFlags(row.in), "%q", row.in)
	}
}

// Fact 8: no GOFLAGS of the user edits go.mod or breaks the load, wherever they are set.
func TestGOFLAGS(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app

require example.com/lib v1.0.0 // indirect

replace example.com/lib => ./lib
-- go.sum --
-- lib/go.mod --
module example.com/lib
-- lib/lib.go --
package lib

type T struct{}
-- a.go --
package a

import "example.com/lib"

//tool:name=a
func A(t lib.T) {}
-- goenv --
GOFLAGS=-mod=mod -json
`)
	before, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	require.NoError(t, err)
	for _, setting := range []string{"GOFLAGS=-mod=mod", "GOFLAGS=-json", "GOFLAGS=-mod=mod -json", "GOENV=" + filepath.Join(dir, "goenv")} {
		opt := options(dir)
		opt.Env = append(opt.Env, setting)
		if setting[:5] == "GOENV" {
			opt.Env = withoutGOFLAGS(opt.Env)
		}
		res, err := Load(context.Background(), opt)
		require.NoError(t, err, setting)
		require.Equal(t, "func(t example.com/lib.T)", signature(t, res.Packages[0], "A"), setting)
		after, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		require.NoError(t, err)
		require.Equal(t, string(before), string(after), setting)
	}
}

func withoutGOFLAGS(env []string) []string {
	var out []string
	for _, kv := range env {
		if len(kv) < 8 || kv[:8] != "GOFLAGS=" {
			out = append(out, kv)
		}
	}
	return out
}

// -tags in GOFLAGS are the user's, as for go build.
func TestGOFLAGSTags(t *testing.T) {
	dir := write(t, "-- go.mod --\nmodule example.com/app\n-- a.go --\npackage a\n\n//tool:name=a\nfunc A(n N) {}\n-- b.go --\n//go:build extra\n\npackage a\n\ntype N int\n")
	require.Len(t, mustLoad(t, dir).Packages[0].TypeErrors, 1)
	opt := options(dir)
	opt.Env = append(opt.Env, "GOFLAGS=-tags=extra")
	res, err := Load(context.Background(), opt)
	require.NoError(t, err)
	require.Empty(t, res.Packages[0].TypeErrors)
}

// K16: the same types as go build has in that mode.
func TestK16Vendor(t *testing.T) {
	dir := write(t, `
-- go.mod --
module example.com/app

go 1.26

require example.com/lib v1.0.0
-- vendor/modules.txt --
# example.com/lib v1.0.0
## explicit; go 1.26
example.com/lib
-- vendor/example.com/lib/lib.go --
package lib

type Vendored struct{}

//tool:name=no
func No() {}
-- a.go --
package a

import "example.com/lib"

//tool:name=a
func A(t lib.Vendored) {}
`)
	for _, pattern := range []string{".", "./..."} {
		res := mustLoad(t, dir, pattern)
		require.Empty(t, res.Diagnostics)
		require.Equal(t, []string{"example.com/app"}, paths(res))
		require.Empty(t, res.Packages[0].TypeErrors)
		require.Equal(t, "func(t example.com/lib.Vendored)", signature(t, res.Packages[0], "A"))
	}

	// go list gives up here, go/packages says nothing of it in export mode: the reason must not get lost.
	add(t, dir, "-- go.mod --\nmodule example.com/app\n\ngo 1.26\n\nrequire example.com/lib v1.0.1\n")
	_, err := Load(context.Background(), options(dir))
	require.ErrorContains(t, err, "inconsistent vendoring")
}

func TestBadGoMod(t *testing.T) {
	dir := write(t, "-- go.mod --\nmodule example.com/app\n\nrequire\n-- a.go --\npackage a\n\n//tool:name=a\nfunc A() {}\n")
	_, err := Load(context.Background(), options(dir))
	require.ErrorContains(t, err, "errors parsing go.mod")
}

const workspace = `
-- go.work --
go 1.26

use (
	./a
	./b/inner
)
-- a/go.mod --
module example.com/a

go 1.26
-- a/a.go --
package a

import "example.com/inner"

//tool:name=a
func A(t inner.T) {}
-- b/inner/go.mod --
module example.com/inner

go 1.26
-- b/inner/i.go --
package inner

type T struct{}

//tool:name=i
func I() {}
-- lone/go.mod --
module example.com/lone

go 1.26
-- lone/l.go --
package lone

//tool:name=l
func L() {}
`

func TestK16Workspace(t *testing.T) {
	dir := write(t, workspace)
	res := mustLoad(t, dir, "./a/...", "./b/inner/...")
	require.Empty(t, res.Diagnostics)
	require.Equal(t, []string{"example.com/a", "example.com/inner"}, paths(res))
	require.Equal(t, "func(t example.com/inner.T)", signature(t, res.Packages[0], "A"))
	require.Equal(t, []string{"example.com/a"}, paths(mustLoad(t, filepath.Join(dir, "a"))))
	require.Equal(t, []string{"example.com/inner"}, paths(mustLoad(t, dir, "example.com/inner")), "by import path")

	_, err := Load(context.Background(), options(dir, "./..."))
	require.EqualError(t, err, "./... matches no package: the folder holds a go.work but no go.mod; pass its modules, ./a/... ./b/inner/...")

	_, err = Load(context.Background(), options(filepath.Join(dir, "b"), "./..."))
	require.EqualError(t, err, "./... matches no package: the folder holds a go.work but no go.mod; pass its modules, ../a/... ./inner/...")

	_, err = Load(context.Background(), options(dir, "./lone"))
	require.ErrorContains(t, err, "cannot load ./lone: ")
	require.ErrorContains(t, err, "go work use")
}

// A replaced module that is a folder of the user's own can be named, by folder or by path.
func TestK16Replace(t *testing.T) {
	dir := write(t, `
-- app/go.mod --
module example.com/app

go 1.26

require example.com/lib v1.0.0

replace example.com/lib => ../lib
-- app/a.go --
package app

import "example.com/lib"

//tool:name=a
func A(t lib.T) {}
-- lib/go.mod --
module example.com/lib

go 1.26
-- lib/lib.go --
package lib

type T struct{}

//tool:name=l
func L() {}
`)
	app := filepath.Join(dir, "app")
	require.Equal(t, "func(t example.com/lib.T)", signature(t, mustLoad(t, app).Packages[0], "A"))
	require.Equal(t, []string{"example.com/lib"}, paths(mustLoad(t, app, "../lib")))
	require.Equal(t, []string{"example.com/lib"}, paths(mustLoad(t, app, "example.com/lib")))
}

// A folder reached through a link keeps the name that the user gave.
func TestLinkedFolder(t *testing.T) {
	dir := write(t, "-- real/go.mod --\nmodule example.com/app\n-- real/a.go --\npackage a\n\n//tool:name=a\nfunc A() {}\n")
	link := filepath.Join(dir, "link")
	if err := os.Symlink("real", link); err != nil {
		t.Skip(err)
	}
	p := mustLoad(t, link).Packages[0]
	require.Equal(t, link, p.Dir)
	require.Equal(t, filepath.Join(link, "a.go"), p.FileNames[0])
}
