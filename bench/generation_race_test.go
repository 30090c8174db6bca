package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// How generators are run: in turns whose order changes, each a process of its own. CPU time is the kernel's account of the
// process and of those that it has started, which other work on the machine disturbs less than the clock. The median counts.

// generationRounds is how often each command runs.
const generationRounds = 5

type contestant struct {
	name string
	cmd  *exec.Cmd // run in a folder of its own where it has one
	env  []string  // besides that of all
}

// race runs the contestants in dir and returns a row for each, against the first.
func race(t *testing.T, work, dir string, all []contestant) []generationRow {
	t.Helper()
	times := make([][]float64, len(all))
	rows := make([]generationRow, len(all))
	cache := t.TempDir()
	for round := range generationRounds + 2 {
		for turn := range all {
			i := (turn + round) % len(all)
			c := all[i]
			cmd := exec.Command(c.cmd.Path, c.cmd.Args[1:]...)
			cmd.Dir, cmd.Env = c.cmd.Dir, append(environment(), append(c.env, "TOOLGEN_CACHE="+cache)...)
			if cmd.Dir == "" {
				cmd.Dir = dir
			}
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			require.NoError(t, cmd.Run(), "%s: %s", c.name, &stderr)
			if round < 2 {
				continue // what is compiled for the first time, or remembered, counts for nobody
			}
			state := cmd.ProcessState
			times[i] = append(times[i], (state.UserTime() + state.SystemTime()).Seconds())
			if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
				rows[i].megabytes = max(rows[i].megabytes, float64(usage.Maxrss)*1024/1e6)
			}
		}
	}
	for i, c := range all {
		slices.Sort(times[i])
		slices.Sort(times[0])
		rows[i].work, rows[i].command = work, c.name
		rows[i].ratio = times[i][generationRounds/2] / times[0][generationRounds/2]
	}
	return rows
}

// environment is that of a user who has set nothing: no workspace, no CI, which would make toolgen forget.
func environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, "CI=") || strings.HasPrefix(kv, "GOFLAGS=") || strings.HasPrefix(kv, "TOOLGEN")
	})
	return append(env, "GOWORK=off")
}

// goRun runs the go command in a folder.
func goRun(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(environment(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "go %s: %s", strings.Join(args, " "), &stderr)
	return strings.TrimSpace(string(out))
}

// generators builds toolgen and those that it is put beside, at fixed versions, and returns their folder.
func generators(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	goRun(t, "..", nil, "build", "-o", filepath.Join(bin, "toolgen"), "./cmd/toolgen")
	for _, tool := range []string{
		"sigs.k8s.io/controller-tools/cmd/controller-gen@v0.23.0",
		"golang.org/x/tools/cmd/stringer@v0.52.0",
		"github.com/matryer/moq@v0.8.1",
	} {
		goRun(t, bin, []string{"GOBIN=" + bin}, "install", tool)
	}
	return bin
}

// publicModule copies a module with annotated functions added, makes it know toolgen, and generates. The functions stand in
// testdata/generation, folder by folder.
func publicModule(t *testing.T, bin, module, version, added string) string {
	t.Helper()
	dir := t.TempDir()
	from := goRun(t, dir, nil, "mod", "download", "-json", module+"@"+version)
	_, from, _ = strings.Cut(from, `"Dir": "`)
	from, _, _ = strings.Cut(from, `"`)
	require.NoError(t, os.CopyFS(dir, os.DirFS(from)))
	annotated := filepath.Join("testdata", "generation", added)
	require.NoError(t, filepath.WalkDir(annotated, func(name string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(annotated, name)
		require.NoError(t, err)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		folder := filepath.Join(dir, filepath.Dir(rel))
		require.NoError(t, os.Chmod(folder, 0o755))
		return os.WriteFile(filepath.Join(folder, strings.TrimSuffix(filepath.Base(rel), ".txt")), text, 0o644)
	}))
	require.NoError(t, os.Chmod(filepath.Join(dir, "go.mod"), 0o644))
	require.NoError(t, os.Chmod(filepath.Join(dir, "go.sum"), 0o644))
	require.NoError(t, os.Chmod(dir, 0o755))
	goRun(t, dir, nil, "mod", "edit", "-require=github.com/toolgen/toolgen@v0.0.0", "-replace=github.com/toolgen/toolgen="+runtimeAlone(t))
	cmd := exec.Command(filepath.Join(bin, "toolgen"), "./...")
	cmd.Dir, cmd.Env = dir, append(environment(), "TOOLGEN_CACHE=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NotEmpty(t, outputs(t, dir))
	return dir
}

// runtimeAlone is toolgen's module with the runtime and nothing else. It requires no module, so that those of the module that
// it is put into keep their versions, and need not be compiled again.
func runtimeAlone(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module github.com/toolgen/toolgen\n\ngo 1.26.0\n"), 0o644))
	for _, room := range []string{"runtime", "runtime/codec", "runtime/wrap"} {
		names, err := filepath.Glob(filepath.Join("..", room, "*.go"))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, room), 0o755))
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			if !strings.HasSuffix(name, "_test.go") {
				require.NoError(t, os.WriteFile(filepath.Join(dir, room, filepath.Base(name)), text, 0o644))
			}
		}
	}
	return dir
}

// outputs are the generated files of a module.
func outputs(t *testing.T, dir string) (files []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		if filepath.Base(name) == "zz_tools.go" {
			files = append(files, name)
		}
		return err
	}))
	return files
}

// syntheticModule is a module of many packages, of which every one imports the one before and the first have tools.
func syntheticModule(t *testing.T, all, annotated int) string {
	t.Helper()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	files := map[string]string{
		"go.mod": "module example.com/many\n\ngo 1.26.0\n\nrequire github.com/toolgen/toolgen v0.0.0\n\nreplace github.com/toolgen/toolgen => " + root + "\n",
	}
	for i := range all {
		imports, before := "", ""
		if i > 0 {
			imports, before = fmt.Sprintf("\n\t\"example.com/many/p%d\"", i-1), fmt.Sprintf("\tBefore *p%d.Record // the one before\n", i-1)
		}
		if i%10 == 0 {
			imports, before = "", "" // a chain through all of them would be no repository
		}
		name := fmt.Sprintf("p%d", i)
		files[name+"/types.go"] = fmt.Sprintf("package %s\n\nimport (\n\t\"time\"\n%s)\n\n// Level is how much.\ntype Level int\n\nconst (\n\tLow Level = iota\n\tMiddle\n\tHigh\n)\n\n"+
			"// Record is kept.\ntype Record struct {\n\tID string // its name\n\tAt time.Time // when\n\tLevel Level // how much\n%s}\n\n"+
			"// Store keeps records.\ntype Store interface {\n\tGet(id string) (Record, error)\n\tPut(r Record) error\n}\n", name, imports+"\n", before)
		body := ""
		for f := range 20 {
			body += fmt.Sprintf("\nfunc work%d(n int) (sum int) {\n\tfor i := range n {\n\t\tif i%%%d == 0 {\n\t\t\tsum += i\n\t\t}\n\t}\n\treturn sum\n}\n", f, f+2)
		}
		files[name+"/work.go"] = "package " + name + "\n" + body
		tool := ""
		if i < annotated {
			tool = "\n//\n//tool:readonly"
		}
		files[name+"/find.go"] = fmt.Sprintf("package %s\n\nimport \"context\"\n\n// Find finds records.%s\nfunc Find(ctx context.Context,\n\tlevel Level, // how much\n\twords []string, // what they say\n) ([]Record, error) {\n\treturn nil, nil\n}\n", name, tool)
	}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return dir
}

func remove(t *testing.T, file string) {
	t.Helper()
	require.NoError(t, os.Remove(file))
}
