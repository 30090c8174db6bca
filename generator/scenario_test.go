package generator_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the wanted parts of the scenarios with what came out; review the diff")

// A scenario is one txtar file under testdata: a package's files, and what must come of them.
//
//	want/zz_tools.go    the generated file, byte for byte
//	want/diagnostics    every diagnostic, as the command prints it
//	want/schemas        the input and output schema of each tool, a line each
//	want/calls          calls through a registry and what they answer: "NAME ARGUMENTS", then lines behind "> " (the
//	                    result) or "! " (an error), and behind "# " its parts and notes
//
// Files under modules/ belong to modules of their own, which the scenarios' module requires: modules/example.com/text/go.mod.
//
// A part that is missing is not compared; -update fills those that are there. All scenarios share one module, so that
// the go command loads, builds and vets them once.
type scenario struct {
	id      string // folder and name, such as generate/basic
	file    string // the txtar file
	archive *txtar.Archive
	dir     string // its package's folder in the module
}

const scenarioModule = "scenario.test"

func TestScenarios(t *testing.T) {
	generateOnce(t)
	scenarios, module, result := written.scenarios, written.module, written.result
	byDir := map[string]generator.Package{}
	for _, p := range result.Packages {
		byDir[p.Dir] = p
	}
	for _, s := range scenarios {
		t.Run(s.id, func(t *testing.T) { s.compareGenerated(t, byDir, result.Diagnostics) })
	}
	if t.Failed() && flag.Lookup("test.failfast").Value.String() == "true" {
		return // the calls take most of the time, and go by what was generated
	}
	require.NoError(t, generator.Commit(result))
	vet := []string{"vet"}
	for _, p := range result.Packages {
		if !p.Failed && len(p.Tools) > 0 {
			vet = append(vet, p.Path)
		}
	}
	command(t, module, "go", vet...)
	answers := callAll(t, module, scenarios, byDir)
	for _, s := range scenarios {
		t.Run(s.id+"/calls", func(t *testing.T) { s.compareCalls(t, answers) })
	}
	for _, s := range scenarios {
		s.save(t)
	}
}

// written are the scenarios as they stand, generated once: tests that compare something with that need not do it again.
var written struct {
	sync.Once
	dir       string // a temporary folder, which TestMain removes
	scenarios []*scenario
	module    string // its outputs are written by TestScenarios
	result    *generator.Result
	summary   generated
}

// generateOnce fills written, unless another test has.
func generateOnce(t *testing.T) {
	t.Helper()
	written.Do(func() {
		dir, err := os.MkdirTemp("", "scenarios")
		require.NoError(t, err)
		written.dir = dir
		written.scenarios, written.module = layOut(t, dir)
		r := generate(t, written.module, "./...")
		written.summary = summary(t, written.module, r)
		written.result = r
	})
	require.NotNil(t, written.result, "they could not be generated, as another test says")
}

func TestMain(m *testing.M) {
	code := m.Run()
	if written.dir != "" {
		os.RemoveAll(written.dir)
	}
	os.Exit(code)
}

// layOut writes every scenario into a folder of one module in dir.
func layOut(t *testing.T, dir string) ([]*scenario, string) {
	t.Helper()
	root := repository(t)
	module, foreign := filepath.Join(dir, "module"), filepath.Join(dir, "foreign")
	var others strings.Builder
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	write(t, filepath.Join(module, "go.sum"), string(sums))
	files, err := filepath.Glob(filepath.Join(root, "testdata", "*", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var out []*scenario
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		require.NoError(t, err)
		folder := filepath.Base(filepath.Dir(file))
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		s := &scenario{id: folder + "/" + name, file: file, archive: archive, dir: filepath.Join(module, folder, strings.ToLower(name))}
		for _, f := range archive.Files {
			if name, other := strings.CutPrefix(f.Name, "modules/"); other {
				write(t, filepath.Join(foreign, filepath.FromSlash(name)), string(f.Data))
				if path, isModule := strings.CutSuffix(name, "/go.mod"); isModule {
					fmt.Fprintf(&others, "\nrequire %[1]s %[2]s\n\nreplace %[1]s => %[3]s\n", path, versionOf(path), filepath.Join(foreign, filepath.FromSlash(path)))
				}
			} else if !strings.HasPrefix(f.Name, "want/") {
				write(t, filepath.Join(s.dir, filepath.FromSlash(f.Name)), string(f.Data))
			}
		}
		out = append(out, s)
	}
	write(t, filepath.Join(module, "go.mod"), moduleFile(t, scenarioModule, root)+others.String())
	return out, module
}

// versionOf is a version that a module path can have: one of its own major version.
func versionOf(path string) string {
	if last := path[strings.LastIndex(path, "/")+1:]; last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		return last + ".0.0"
	}
	return "v0.0.0"
}

func (s *scenario) compareGenerated(t *testing.T, byDir map[string]generator.Package, all []generator.Diagnostic) {
	p := byDir[s.dir]
	var mine []generator.Diagnostic
	for _, d := range all {
		if strings.HasPrefix(d.Range.File, s.dir+string(filepath.Separator)) || d.Range.File == s.dir {
			mine = append(mine, d)
		}
	}
	var text bytes.Buffer
	require.NoError(t, generator.PrintText(&text, mine, s.dir))
	if !s.has("want/diagnostics") {
		mine = slices.DeleteFunc(mine, func(d generator.Diagnostic) bool { return d.Code == "D1" }) // scenarios are terse
		require.Empty(t, mine, "diagnostics that the scenario does not want:\n%s", text.String())
	}
	for _, d := range mine {
		require.NotContains(t, d.Fix, "shows how", "%s: %s: a fix is something to do, not a page to read", d.Code, d.Message)
	}
	s.compare(t, "want/diagnostics", text.String())
	s.compare(t, "want/zz_tools.go", string(p.Change.Want))
	s.compare(t, "want/schemas", schemaText(p))
}

func schemaText(p generator.Package) string {
	var b strings.Builder
	for _, tool := range p.Tools {
		schema := p.Schemas[tool.Name]
		fmt.Fprintf(&b, "%s\n%s\n", tool.Name, schema.InputText())
		if out := schema.OutputText(); out != "" {
			fmt.Fprintln(&b, out)
		}
	}
	return b.String()
}

// call is one line of want/calls, and later its answer.
type call struct {
	Scenario, Tool, Args string
	Answer               string // the lines behind > or !
}

func (s *scenario) calls() []call {
	var out []call
	for line := range strings.Lines(string(s.part("want/calls"))) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "> ") || strings.HasPrefix(line, "! ") || strings.HasPrefix(line, "#") {
			continue
		}
		name, args, _ := strings.Cut(line, " ")
		out = append(out, call{Scenario: s.id, Tool: name, Args: args})
	}
	return out
}

func (s *scenario) compareCalls(t *testing.T, answers []call) {
	if len(s.calls()) > 0 {
		require.True(t, slices.ContainsFunc(answers, func(a call) bool { return a.Scenario == s.id }), "the package has errors: no call was made")
	}
	var b strings.Builder
	for _, a := range answers {
		if a.Scenario == s.id {
			b.WriteString(strings.TrimRight(a.Tool+" "+a.Args, " ") + "\n" + a.Answer)
		}
	}
	s.compare(t, "want/calls", b.String())
}

// callAll builds one program over all scenarios that have calls, runs it once and returns the answers.
func callAll(t *testing.T, module string, scenarios []*scenario, byDir map[string]generator.Package) []call {
	t.Helper()
	var calls []call
	var imports, sets strings.Builder
	for i, s := range scenarios {
		mine := s.calls()
		p, ok := byDir[s.dir]
		if len(mine) == 0 || !ok || p.Failed {
			continue
		}
		calls = append(calls, mine...)
		fmt.Fprintf(&imports, "\tp%d %q\n", i, p.Path)
		var constructors []string
		for _, tool := range p.Tools {
			c := fmt.Sprintf("p%d.Tools()", i)
			if tool.Recv != nil {
				c = fmt.Sprintf("p%d.%sTools(new(p%d.%s))", i, tool.Recv.Type.Name, i, tool.Recv.Type.Name)
			}
			if !slices.Contains(constructors, c) {
				constructors = append(constructors, c)
			}
		}
		fmt.Fprintf(&sets, "\t%q: {%s},\n", s.id, strings.Join(constructors, ", "))
	}
	if len(calls) == 0 {
		return nil
	}
	write(t, filepath.Join(module, "caller", "main.go"), fmt.Sprintf(callerProgram, imports.String(), sets.String()))
	input, err := json.Marshal(calls)
	require.NoError(t, err)
	write(t, filepath.Join(module, "calls.json"), string(input))
	output := command(t, module, "go", "run", "./caller", "calls.json")
	var answered []call
	require.NoError(t, json.Unmarshal([]byte(output), &answered))
	return answered
}

const callerProgram = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/toolgen/toolgen/runtime"
%s)

var sets = map[string][]runtime.Set{
%s}

type call struct{ Scenario, Tool, Args, Answer string }

func main() {
	input, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var calls []call
	if err := json.Unmarshal(input, &calls); err != nil {
		panic(err)
	}
	registries := map[string]*runtime.Registry{}
	for id, all := range sets {
		registries[id] = runtime.NewRegistry()
		if err := registries[id].Register(all...); err != nil {
			panic(err)
		}
	}
	for i := range calls {
		r := registries[calls[i].Scenario].Call(context.Background(), calls[i].Tool, []byte(calls[i].Args))
		mark := "> "
		if r.IsError() {
			mark = "! "
		}
		for line := range strings.SplitSeq(r.Output(), "\n") {
			calls[i].Answer += mark + line + "\n"
		}
		for _, p := range r.Parts {
			calls[i].Answer += fmt.Sprintf("# part %%s %%s, %%d bytes\n", p.Kind, p.MIME, len(p.Data))
		}
		for _, n := range r.Notes {
			calls[i].Answer += fmt.Sprintf("# note %%s %%s: %%s\n", n.Kind, n.Path, n.Text)
		}
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(calls); err != nil {
		panic(err)
	}
}
`

func (s *scenario) has(name string) bool {
	return slices.ContainsFunc(s.archive.Files, func(f txtar.File) bool { return f.Name == name })
}

func (s *scenario) part(name string) []byte {
	for _, f := range s.archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// compare holds one wanted part against what came out, or takes it over under -update.
func (s *scenario) compare(t *testing.T, name, got string) {
	t.Helper()
	if !s.has(name) {
		return
	}
	if *update {
		for i := range s.archive.Files {
			if s.archive.Files[i].Name == name {
				s.archive.Files[i].Data = []byte(got)
			}
		}
		return
	}
	require.Equal(t, string(s.part(name)), got, name)
}

func (s *scenario) save(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile(s.file, txtar.Format(s.archive), 0o644))
	}
}

// moduleFile is a go.mod that uses the toolgen of this repository.
func moduleFile(t *testing.T, path, root string) string {
	t.Helper()
	return fmt.Sprintf("module %s\n\ngo 1.26.0\n\nrequire github.com/toolgen/toolgen v0.0.0\n\nreplace github.com/toolgen/toolgen => %s\n", path, root)
}

func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	return root
}

func write(t *testing.T, file, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

// command runs a program in a folder and returns what it printed; a failure ends the test with all of it.
func command(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	// The build cache knows packages by their folder, which is a new one each time, unless -trimpath takes it out: a second
	// run takes a quarter of the CPU time of the first. The first compiles the standard library once more for it, and so goes
	// without where it is the only one (TOOLGEN_COLD=1).
	flags := "GOFLAGS=-mod=mod -trimpath"
	if os.Getenv("TOOLGEN_COLD") != "" {
		flags = "GOFLAGS=-mod=mod"
	}
	cmd.Env = append(os.Environ(), "GOWORK=off", flags)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s %s\n%s%s", name, strings.Join(args, " "), out, stderr.String())
	return string(out)
}
