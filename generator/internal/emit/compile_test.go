package emit

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCompiled builds, vets and runs the generated files of all fixtures, in one module at once: a compile for each would
// take minutes.
func TestCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module")
	}
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	require.NoError(t, err)
	dir := t.TempDir()
	write := func(name, content string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	}
	write("go.mod", "module "+module+"\n\ngo 1.26.0\n\nrequire github.com/toolgen/toolgen v0.0.0\n\nreplace github.com/toolgen/toolgen => "+root+"\n")
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	write("go.sum", string(sums))
	for _, f := range fixtures {
		write(f.folder+"/tools.go", f.source)
		for name, content := range f.other {
			write(name, content)
		}
		write(f.folder+"/zz_tools.go", generate(t, f.model()))
		write(f.folder+"/all.go", f.all())
	}
	write("calls_test.go", callsTest(fixtures))
	run := func(args ...string) (string, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := run("vet", "./...")
	require.NoError(t, err, out)
	out, err = run("test", "-vet=off", ".")
	require.NoError(t, err, out)

	// A changed signature, method or tag is a compile error that says what to do.
	changed := strings.NewReplacer(
		"city string, days int, unit Unit", "city string, days int64, unit Unit",
		"func (s *Service) Save(ctx context.Context, name string) error", "func (s *Service) Save(ctx context.Context, name string) (err any)",
		`json:"name,omitempty"`, `json:"name"`,
	).Replace(weather.source)
	write("weather/tools.go", changed)
	out, err = run("build", "-gcflags=-e", "./weather")
	require.Error(t, err)
	for _, name := range []string{"forecast", "serviceSave", "filter"} {
		require.Contains(t, out, name+"_changed_run_go_generate")
	}
	require.NotContains(t, out, "report_changed_run_go_generate")
}

// all is a file of the fixture's package that exports all its tools, those with an unexported receiver too.
func (f fixture) all() string {
	sets := cmp.Or(f.sets, "Tools()")
	return "package " + f.folder + "\n\nimport toolgen \"github.com/toolgen/toolgen/runtime\"\n\n" +
		"func AllTools() toolgen.Set { return " + sets + " }\n"
}

// callsTest is a test of the module's root that makes the calls of all fixtures: one binary to link.
func callsTest(fixtures []fixture) string {
	var imports, calls bytes.Buffer
	for _, f := range fixtures {
		fmt.Fprintf(&imports, "\t%s_ %q\n", f.folder, module+"/"+f.folder)
		fmt.Fprintf(&calls, "\t{%q, %s_.AllTools(), []call{\n", f.folder, f.folder)
		for _, c := range f.calls {
			fmt.Fprintf(&calls, "\t\t{%q, %q, %q},\n", c.tool, c.args, c.want)
		}
		fmt.Fprint(&calls, "\t}},\n")
	}
	return strings.NewReplacer("IMPORTS", imports.String(), "CALLS", calls.String()).Replace(callsSource)
}

// callsSource compares results as a whole. Of problems it compares the paths and looks for the words of the wanted text: how
// they are said is the codec's business.
const callsSource = `package app

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"

IMPORTS)

type call struct{ tool, args, want string }

var packages = []struct {
	name  string
	tools runtime.Set
	calls []call
}{
CALLS}

func TestCalls(t *testing.T) {
	for _, p := range packages {
		t.Run(p.name, func(t *testing.T) {
			called := map[string]bool{}
			for _, c := range p.calls {
				for _, tool := range p.tools {
					if tool.Spec().Name == c.tool {
						called[c.tool] = true
						check(t, c, tool.Execute(context.Background(), []byte(c.args)))
					}
				}
			}
			for _, tool := range p.tools {
				spec := tool.Spec()
				if !called[spec.Name] {
					t.Errorf("no call of %s", spec.Name)
				}
				if !json.Valid([]byte(spec.Input)) || spec.Output != "" && !json.Valid([]byte(spec.Output)) {
					t.Errorf("%s: a schema is not JSON: %s %s", spec.Name, spec.Input, spec.Output)
				}
				over, cancel := context.WithCancel(context.Background())
				cancel()
				if !tool.Execute(over, nil).IsError() {
					t.Errorf("%s runs though its context is over (F4)", spec.Name)
				}
			}
		})
	}
}

func check(t *testing.T, c call, got runtime.Result) {
	t.Helper()
	ok := got.Output() == c.want
	switch {
	case got.JSON != nil && !json.Valid(got.JSON):
		ok = false
	case got.Err != nil && got.Err.Class != runtime.ClassInvalidArguments:
		ok = strings.Contains(got.Output(), c.want)
	case got.Err != nil:
		wants := strings.Split(c.want, "\n")
		ok = len(wants) == len(got.Err.Problems)
		for i := 0; ok && i < len(wants); i++ {
			path, words, _ := strings.Cut(wants[i], ": ")
			problem := got.Err.Problems[i]
			ok = problem.Path == path && strings.Contains(problem.Message, words)
		}
	}
	if !ok {
		t.Errorf("%s %s\ngot  %s\nwant %s", c.tool, c.args, got.Output(), c.want)
	}
}
`
