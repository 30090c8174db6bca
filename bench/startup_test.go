package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"
)

// What a program with tools costs before the first call. The programs of testdata/startup are built in a module of their
// own, with packages of ten and of two hundred tools that the generator has just made, so that they hold what a user's
// program holds and nothing of this module.

// A start is what the tools of a library cost before the first call.
type start struct {
	library     string
	perTool     float64 // CPU time of registering a tool, in calls of S
	allocations float64 // a tool
	above       int64   // bytes of a program with some tools above hello-world with fmt, stripped
}

// startup measures the start of a program with generated tools, with the goals for it, and the starts of the libraries.
func startup(t *testing.T, libraries []registration) (starts []start, goals []goal) {
	t.Helper()
	dir := startupModule(t)
	ours := start{library: "toolgen"}
	for _, r := range registrations(t, dir) {
		text := "register a package of " + strconv.Itoa(r.Tools)
		goals = append(goals,
			goal{text: text + ", allocations", value: float64(r.Allocations), limit: 3},
			goal{text: text + ", a tool in S calls", value: r.PerTool, limit: 1.0 / 3, ceiling: 0.4, asked: true})
		ours.perTool, ours.allocations = r.PerTool, float64(r.Allocations)/float64(r.Tools)
	}

	answer := run(t, dir, build(t, dir, "serve"), "get_0", `{"id":"a"}`)
	require.JSONEq(t, `{"id":"a","size":1}`, string(answer), "the program whose size counts works")
	stripped := []string{"-trimpath", "-ldflags=-s -w"}
	hello := size(t, build(t, dir, "hello", stripped...))
	ours.above = size(t, build(t, dir, "serve", stripped...)) - hello
	whole := size(t, build(t, dir, "serve")) - size(t, build(t, dir, "hello"))
	goals = append(goals,
		goal{text: "KB of ten tools above hello with fmt, go build -trimpath -ldflags='-s -w'", value: kilobytes(ours.above), limit: 300},
		// As go build makes it when nobody says otherwise, where the linker's symbols and the debugger's tables count as well.
		goal{text: "KB of ten tools above hello with fmt, go build", value: kilobytes(whole), limit: 300, ceiling: 360, asked: true})

	starts = append(starts, ours)
	if *enforce {
		plain := "-ldflags=-s -w" // with -trimpath everything would be compiled anew
		starts = append(starts, peerStarts(t, libraries, peerSizes(t, size(t, build(t, dir, "hello", plain)), plain))...)
	}
	return starts, goals
}

// registrations measures with a program what it costs to register packages of ten and of two hundred tools.
func registrations(t *testing.T, dir string) (costs []struct {
	Tools       int
	Allocations int
	PerTool     float64 // CPU time of registering one tool, as a multiple of an S call
}) {
	t.Helper()
	require.NoError(t, json.Unmarshal(run(t, dir, build(t, dir, "register"), strconv.FormatBool(*enforce)), &costs))
	require.Len(t, costs, 2)
	return costs
}

func kilobytes(bytes int64) float64 { return float64(bytes) / 1000 }

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
