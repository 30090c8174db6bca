package generator_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

// TestLoadersAgree holds the pruned load against go/packages, which is its oracle: on all scenarios they give the same models,
// files and diagnostics.
func TestLoadersAgree(t *testing.T) {
	_, module := layOut(t)
	pruned := loadersAgree(t, module, "./...")
	require.Greater(t, pruned, 100, "so many packages are sound, and those must not need go/packages")
}

// loadersAgree generates with both loaders, and returns how many packages were pruned.
func loadersAgree(t *testing.T, dir string, patterns ...string) (pruned int) {
	t.Helper()
	opt := generator.Options{Dir: dir, Patterns: patterns}
	fast, err := generator.Generate(context.Background(), opt)
	require.NoError(t, err)
	opt.Env = append(os.Environ(), "TOOLGEN_LOADER=packages")
	slow, err := generator.Generate(context.Background(), opt)
	require.NoError(t, err)
	require.Equal(t, slow.Diagnostics, fast.Diagnostics)
	require.Equal(t, len(slow.Packages), len(fast.Packages))
	for i, want := range slow.Packages {
		got := fast.Packages[i]
		require.False(t, want.Pruned)
		if got.Pruned {
			pruned++
		} else if !want.Failed {
			t.Logf("%s was not pruned", got.Path)
		}
		require.Equal(t, want.Path, got.Path)
		require.Equal(t, want.Dir, got.Dir)
		require.Equal(t, want.Name, got.Name)
		require.Equal(t, want.Failed, got.Failed, got.Path)
		require.Equal(t, want.Tools, got.Tools, got.Path)
		require.Equal(t, want.Schemas, got.Schemas, got.Path)
		require.Equal(t, string(want.Change.Want), string(got.Change.Want), got.Path)
		require.Equal(t, want.Change, got.Change, got.Path)
	}
	return pruned
}
