package code

import (
	"os"
	"path/filepath"
	"testing"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
)

// Modules inside of the root are found: by replace, in a vendor folder, and by a go.work file above the module. Each has a variable that is
// assigned to itself, and what it imports is no package that was asked for.
func TestModulesInside(t *testing.T) {
	const use = "package a\n\nimport \"example.com/lib\"\n\nfunc f(n int) string { n = n; return lib.Name(n) }\n"
	const lib = "package lib\n\nfunc Name(n int) string { n = n; return \"\" }\n"
	a, _ := module(t, `
-- lib/go.mod --
module example.com/lib

go 1.22
-- lib/lib.go --
`+lib+`
-- replaced/go.mod --
module example.com/replaced

go 1.22

require example.com/lib v1.0.0

replace example.com/lib => ../lib
-- replaced/a.go --
`+use+`
-- vendored/go.mod --
module example.com/vendored

go 1.22

require example.com/lib v1.0.0
-- vendored/vendor/modules.txt --
# example.com/lib v1.0.0
## explicit; go 1.22
example.com/lib
-- vendored/vendor/example.com/lib/lib.go --
`+lib+`
-- vendored/a.go --
`+use+`
-- space/go.work --
go 1.22

use (
	./a
	../lib
)
-- space/a/go.mod --
module example.com/a

go 1.22
-- space/a/a.go --
`+use)
	for _, folder := range []string{"replaced", "vendored", "space/a"} {
		r := Want[Analysis](t, analyze(t, a, Object{"folder": folder}))
		if len(r.Findings) != 1 || r.Findings[0] != (Finding{folder + "/a.go:5:24", "assign", "self-assignment of n"}) || r.Packages != 1 {
			t.Errorf("%s: %+v", folder, r)
		}
	}
}

// Folders that the go command passes over are looked at where they are named.
func TestFoldersPassedOver(t *testing.T) {
	a, dir := module(t, "-- a.go --\npackage a\n-- testdata/x/b.go --\npackage b\n-- _c/c.go --\npackage c\n-- .d/d.go --\npackage d\n-- m/go.mod --\nmodule m\n-- m/m.go --\npackage m\n")
	Try(t, os.Symlink(filepath.Join(dir, "_c"), filepath.Join(dir, "link")))
	for _, c := range []struct {
		packages []string
		want     int
	}{
		{[]string{"./..."}, 1}, {[]string{"./testdata/..."}, 1}, {[]string{"./testdata/x", "."}, 2}, {[]string{"_c", "./.d"}, 2}, {[]string{"./...", "a"}, 1},
	} {
		if r := Want[Analysis](t, analyze(t, a, Object{"packages": c.packages, "parts": []string{"imports"}})); r.Packages != c.want || len(r.Imports) != c.want {
			t.Errorf("%v: %+v", c.packages, r)
		}
	}
	for _, none := range []string{"./link", "./m", "./gone/..."} {
		if r := analyze(t, a, Object{"packages": []string{none}}); r.Err == nil {
			t.Errorf("%s: %s", none, r.Output())
		}
	}
}
