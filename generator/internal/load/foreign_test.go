package load

import (
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const foreignModule = `
-- go.mod --
module example.com/app

go 1.26

require example.com/lib v1.0.0

replace example.com/lib => ./lib
-- a.go --
package a

import (
	"unicode"

	"example.com/lib"
)

//tool:name=a
func A(t lib.Plain, m lib.Moved, r unicode.RangeTable) {}
-- lib/go.mod --
module example.com/lib

go 1.26
-- lib/first.go --
package lib

// Plain is documented.
type Plain struct{ In inside }

type inside struct{}
-- lib/second.go --
package lib

//line elsewhere.y:1
type Moved struct{}

const Value = 1
`

// declaredIn is the base name of the file that Foreign finds, or "".
func declaredIn(p *Package, obj types.Object) string {
	file := p.Foreign(obj)
	if file == nil {
		return ""
	}
	return filepath.Base(p.Fset.PositionFor(file.Package, false).Filename)
}

// D12: the one file that declares a type is found by the name that export data gives, else by looking for the declaration,
// in this build mode and with -trimpath, which hides the folders; nothing comes from the standard library.
func TestD12Foreign(t *testing.T) {
	for _, flags := range []string{"", "-trimpath"} {
		dir := write(t, foreignModule)
		opt := options(dir)
		opt.Env = append(os.Environ(), "GOFLAGS="+flags)
		res, err := Load(t.Context(), opt)
		require.NoError(t, err)
		require.Empty(t, res.Diagnostics)
		p := res.Packages[0]
		params := p.Types.Scope().Lookup("A").Type().(*types.Signature).Params()
		named := func(i int) types.Object { return params.At(i).Type().(*types.Named).Obj() }
		require.Equal(t, "first.go", declaredIn(p, named(0)), flags)
		require.Equal(t, "second.go", declaredIn(p, named(1)), flags)
		require.Empty(t, declaredIn(p, named(2)), "unicode.RangeTable is the standard library's")
		require.Empty(t, declaredIn(p, p.Types.Scope().Lookup("A")), "this package's own")
		require.Same(t, p.Foreign(named(0)), p.Foreign(named(0)), "parsed once")
		require.Equal(t, "second.go", declaredIn(p, named(0).Pkg().Scope().Lookup("Value")), "constants too")
	}
}

// What lies elsewhere, or nowhere, is not found, and that is no error.
func TestD12ForeignGone(t *testing.T) {
	dir := write(t, foreignModule)
	res := mustLoad(t, dir, ".")
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "lib")))
	p := res.Packages[0]
	params := p.Types.Scope().Lookup("A").Type().(*types.Signature).Params()
	require.Empty(t, declaredIn(p, params.At(0).Type().(*types.Named).Obj()))
}
