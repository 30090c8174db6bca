package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"
)

// What a program with tools costs before the first call. The programs of testdata/startup are built in a module of their
// own, with packages of ten and of two hundred tools that the generator has just made, so that they hold what a user's
// program holds and nothing of this module.

// startupGoals are the goals of registration and of the binary's size.
func startupGoals(t *testing.T) []goal {
	t.Helper()
	dir := startupModule(t)
	return append(registrationGoals(t, dir), sizeGoals(t, dir)...)
}

func registrationGoals(t *testing.T, dir string) (goals []goal) {
	t.Helper()
	var costs []struct {
		Tools       int
		Allocations int
		PerTool     float64 // CPU time of registering one tool, as a multiple of an S call
	}
	require.NoError(t, json.Unmarshal(run(t, dir, build(t, dir, "register"), strconv.FormatBool(*enforce)), &costs))
	require.Len(t, costs, 2)
	for _, c := range costs {
		text := "register a package of " + strconv.Itoa(c.Tools)
		goals = append(goals,
			goal{text: text + ", allocations", value: float64(c.Allocations), limit: 3},
			goal{text: text + ", a tool in S calls", value: c.PerTool, limit: 1.0 / 3, ceiling: 0.4, asked: true})
	}
	return goals
}

// sizeGoals measures the program as it is shipped, which is always judged, and as go build makes it when nobody says
// otherwise, where the linker's symbols and the debugger's tables count as well.
func sizeGoals(t *testing.T, dir string) (goals []goal) {
	t.Helper()
	answer := run(t, dir, build(t, dir, "serve"), "get_0", `{"id":"a"}`)
	require.JSONEq(t, `{"id":"a","size":1}`, string(answer), "the program whose size counts works")
	for _, way := range []struct {
		flags   []string
		asked   bool
		ceiling float64
	}{
		{[]string{"-trimpath", "-ldflags=-s -w"}, false, 0},
		{nil, true, 350},
	} {
		hello, serve := size(t, build(t, dir, "hello", way.flags...)), size(t, build(t, dir, "serve", way.flags...))
		text := strings.TrimSpace("KB of ten tools above hello with fmt: go build " + strings.Join(way.flags, " "))
		goals = append(goals, goal{text: text, value: float64(serve-hello) / 1000, limit: 300, asked: way.asked, ceiling: way.ceiling})
	}
	return goals
}

// startupModule lays out the module of the programs and generates its tools.
func startupModule(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	write := func(name string, text []byte) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, text, 0o644))
	}
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "startup"))))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "tools"), os.DirFS("tools")))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "measure"), os.DirFS("measure")))
	write("go.mod", []byte("module startup.test\n\ngo 1.26.0\n\nrequire github.com/toolgen/toolgen v0.0.0\n\nreplace github.com/toolgen/toolgen => "+root+"\n"))
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	write("go.sum", sums)
	for name, n := range map[string]int{"ten": 10, "twohundred": 200} {
		write(filepath.Join(name, name+".go"), manyTools(t, name, n))
	}

	toolgen := filepath.Join(dir, "toolgen.exe")
	goCommand(t, ".", "build", "-o", toolgen, "github.com/toolgen/toolgen/cmd/toolgen")
	run(t, dir, toolgen, "./ten", "./twohundred")
	return dir
}

// manyTools is a package of n tools, of five kinds in turn.
func manyTools(t *testing.T, name string, n int) []byte {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("testdata", "many.go.tmpl"))
	require.NoError(t, err)
	tmpl, err := template.New("many").Parse(string(source))
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, tmpl.Execute(&b, struct {
		Package string
		Sets    int
	}{name, n / 5}))
	return b.Bytes()
}

func build(t *testing.T, dir, program string, flags ...string) string {
	t.Helper()
	out := filepath.Join(dir, program+".exe")
	goCommand(t, dir, append(append([]string{"build", "-o", out}, flags...), "./"+program)...)
	return out
}

func goCommand(t *testing.T, dir string, args ...string) {
	t.Helper()
	run(t, dir, "go", args...)
}

func run(t *testing.T, dir, program string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s %q: %s", program, args, &stderr)
	return out
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	return info.Size()
}
