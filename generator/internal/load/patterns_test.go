package load

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

const patternsModule = `
-- go.mod --
module example.com/app

go 1.26
-- a/a.go --
package a

//tool:name=a
func A() {}
-- a/deep/d.go --
package deep

//tool:name=d
func D() {}
-- ab/ab.go --
package ab

//tool:name=ab
func AB() {}
-- internal/i/i.go --
package i

//tool:name=i
func I() {}
-- nested/go.mod --
module example.com/nested
-- nested/n.go --
package nested

//tool:name=n
func N() {}
-- testdata/t/t.go --
package t

//tool:name=t
func T() {}
-- vendor/v/v.go --
package v

//tool:name=v
func V() {}
-- .hidden/h.go --
package h

//tool:name=h
func H() {}
-- _under/u.go --
package u

//tool:name=u
func U() {}
-- plain/plain.go --
package plain
-- docs/readme.txt --
nothing
-- a/_ignored.go --
package a

//tool:name=ignored
func Ignored() {}
`

// Facts 5 and 10: where a pattern reaches, and where it stops.
func TestPatterns(t *testing.T) {
	dir := write(t, patternsModule)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "vendor"))) // vendor mode has a test of its own
	add(t, dir, "-- a/vendor/v/v.go --\npackage v\n\n//tool:name=v\nfunc V() {}\n")
	const app = "example.com/app/"
	for _, row := range []struct {
		name string
		from string
		args []string
		want []string
	}{
		{"everything", ".", []string{"./..."}, []string{app + "a", app + "a/deep", app + "ab", app + "internal/i"}},
		{"absolute", ".", []string{dir + "/..."}, []string{app + "a", app + "a/deep", app + "ab", app + "internal/i"}},
		{"one folder", ".", []string{"./a"}, []string{app + "a"}},
		{"trailing slash", ".", []string{"./a/"}, []string{app + "a"}},
		{"below a folder", ".", []string{"./a/..."}, []string{app + "a", app + "a/deep"}},
		{"prefix", ".", []string{"./a..."}, []string{app + "a", app + "a/deep", app + "ab"}},
		{"middle", ".", []string{"./.../deep"}, []string{app + "a/deep"}},
		{"parent", "a/deep", []string{"../"}, []string{app + "a"}},
		{"parent wildcard", "a/deep", []string{"../..."}, []string{app + "a", app + "a/deep"}},
		{"two, overlapping", ".", []string{"./a", "./a/..."}, []string{app + "a", app + "a/deep"}},
		{"testdata by name", ".", []string{"./testdata/t"}, []string{app + "testdata/t"}},
		{"testdata by name, below", ".", []string{"./testdata/..."}, []string{app + "testdata/t"}},
		{"underscore by name", ".", []string{"./_under"}, []string{app + "_under"}},
		{"nested module from inside", "nested", []string{"./..."}, []string{"example.com/nested"}},
		{"import path", ".", []string{app + "ab"}, []string{app + "ab"}},
		{"import path from elsewhere", "docs", []string{app + "ab"}, []string{app + "ab"}},
		{"import path wildcard", ".", []string{app + "a/..."}, []string{app + "a", app + "a/deep"}},
		{"import path wildcard over others' packages", ".", []string{"..."}, []string{app + "a", app + "a/deep", app + "ab", app + "internal/i"}},
		{"nothing of ours in it", ".", []string{"./plain"}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			res := mustLoad(t, filepath.Join(dir, row.from), row.args...)
			require.Equal(t, row.want, paths(res))
			require.Empty(t, res.Diagnostics)
			require.Positive(t, res.Folders)
		})
	}
}

// goroot matches where the go command looked for a package of the standard library.
var goroot = regexp.MustCompile(` \(\S*/src/\S*\)`)

// Fact 10: each is trouble with its reason, never "0 tools".
func TestPatternsRefused(t *testing.T) {
	dir := write(t, patternsModule)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "vendor")))
	for _, row := range []struct {
		name, from, arg, want string
	}{
		{"file", ".", "a/a.go", "a/a.go is a file, and toolgen works on packages: pass its folder, ./a"},
		{"file with a dot", ".", "./a/a.go", "./a/a.go is a file, and toolgen works on packages: pass its folder, ./a"},
		{"file here", "a", "a.go", "a.go is a file, and toolgen works on packages: pass its folder, ."},
		{"file that is missing", ".", "x.go", "x.go is a file, and toolgen works on packages: pass its folder, ."},
		{"file that is no Go", ".", "docs/readme.txt", "docs/readme.txt is a file, and toolgen works on packages: pass its folder, ./docs"},
		{"all", ".", "all", `"all" stands for packages that are not yours to generate into: pass ./... instead`},
		{"std", ".", "std", `"std" stands for packages that are not yours to generate into: pass ./... instead`},
		{"cmd", ".", "cmd", `"cmd" stands for packages that are not yours to generate into: pass ./... instead`},
		{"C", ".", "C", `"C" is a pseudo package and has no folder`},
		{"unsafe", ".", "unsafe", `"unsafe" is a pseudo package and has no folder`},
		{"command-line-arguments", ".", "command-line-arguments", `"command-line-arguments" is a pseudo package and has no folder`},
		{"version", ".", "example.com/x@v1.2.3", `"example.com/x@v1.2.3" asks for a version: packages are read at the version that go.mod names`},
		{"empty", ".", "", "an empty argument names no package"},
		{"standard library", ".", "net/http", "net/http is not one of your own packages: toolgen writes only into the main module, its workspace, and modules replaced by folders"},
		{"unknown import path", ".", "example.com/app/nope", "there is no package example.com/app/nope: no required module provides package example.com/app/nope"},
		{"import path without Go files", ".", "example.com/app/docs", "there is no package example.com/app/docs: "},
		{"import path of another module", ".", "example.com/nested", "there is no package example.com/nested: "},
		{"folder without a dot", ".", "plain", "there is no package plain: package plain is not in std; for the folder, pass ./plain"},
		{"no such folder", ".", "./nope", "there is no folder ./nope"},
		{"no such folder, wildcard", ".", "./nope/...", "./nope/... matches no package: there is no folder "},
		{"no Go files", ".", "./docs", "./docs has no Go files"},
		{"no Go files below", ".", "./docs/...", "./docs/... matches no package: there are no Go files in this module below that folder"},
		{"wildcard of others", ".", "net/...", "net/... matches no package of your own"},
		{"wildcard of nobody", ".", "example.com/nobody/...", "example.com/nobody/... matches no package of your own"},
		{"another module", ".", "./nested", "cannot load ./nested: main module (example.com/app) does not contain package example.com/app/nested"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			_, err := Load(context.Background(), options(filepath.Join(dir, row.from), row.arg))
			require.Error(t, err)
			require.Contains(t, goroot.ReplaceAllString(err.Error(), ""), row.want)
		})
	}

	_, err := Load(context.Background(), options(filepath.Join(dir, "docs")))
	require.EqualError(t, err, "the current folder has no Go files; pass ./... or a package")
}

func TestNoModule(t *testing.T) {
	dir := write(t, "-- a/a.go --\npackage a\n\n//tool:name=f\nfunc F() {}\n-- docs/x.txt --\n")
	_, err := Load(context.Background(), options(dir, "./docs/..."))
	require.EqualError(t, err, "./docs/... matches no package: there is no go.mod here or above; run go mod init")

	_, err = Load(context.Background(), options(dir, "./a"))
	require.ErrorContains(t, err, "go.mod file not found")
}

func FuzzMatches(f *testing.F) {
	f.Add("/a/...", "/a/b")
	f.Add("/a...c", "/abc")
	f.Add("...a...b/...", "xaxb")
	// Law: the same as the regular expression that the go command makes of a pattern.
	f.Fuzz(func(t *testing.T, pattern, dir string) {
		if !utf8.ValidString(pattern) || !utf8.ValidString(dir) {
			t.Skip()
		}
		expr := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\.\.\.`, `.*`)
		if short, found := strings.CutSuffix(expr, `/.*`); found {
			expr = short + `(/.*)?`
		}
		want := regexp.MustCompile(`(?s)^(?:` + expr + `)$`).MatchString(dir)
		require.Equal(t, want, matches(pattern, dir), "%q %q", pattern, dir)
	})
}
