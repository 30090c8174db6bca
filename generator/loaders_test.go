package generator_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

// TestLoadersAgree holds the pruned load against go/packages, which is its oracle: on all scenarios they give the same models,
// files and diagnostics.
func TestLoadersAgree(t *testing.T) {
	_, module := layOut(t, t.TempDir())
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

// The tools of public servers, written anew.
func TestLoadersAgreeOnRealTools(t *testing.T) {
	root, module := repository(t), t.TempDir()
	generateReal(t, root, module)
	require.Equal(t, len(outputsIn(t, module)), loadersAgree(t, module, "./..."), "all of them are sound")
}

// The inputs of the corpus that are Go source, each in a package of its own with the imports that it uses. Most are
// fragments, and many are refused: the words must be the same.
func TestLoadersAgreeOnCorpus(t *testing.T) {
	root := repository(t)
	text, err := os.ReadFile(filepath.Join(root, "..", "shared", "corpus", "cases.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("there is no corpus beside the repository:", err)
	}
	require.NoError(t, err)
	module := t.TempDir()
	write(t, filepath.Join(module, "go.mod"), moduleFile(t, "corpus.test", root))
	cases := 0
	for line := range strings.Lines(string(text)) {
		var c struct{ ID, Input string }
		require.NoError(t, json.Unmarshal([]byte(line), &c))
		if !strings.Contains(c.Input, "func ") {
			continue
		}
		cases++
		src := "package p\n\n"
		for name, importPath := range map[string]string{"context": "context", "time": "time", "json": "encoding/json", "url": "net/url", "http": "net/http", "io": "io"} {
			if strings.Contains(c.Input, name+".") {
				src += "import " + strconv.Quote(importPath) + "\n"
			}
		}
		write(t, filepath.Join(module, strings.ToLower(c.ID), "case.go"), src+"\n"+c.Input+"\n")
	}
	require.Greater(t, cases, 30)
	loadersAgree(t, module, "./...")
}

func outputsIn(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	require.NoError(t, filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if filepath.Base(name) == "zz_tools.go" {
			out = append(out, name)
		}
		return err
	}))
	return out
}
