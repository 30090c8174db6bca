package code

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"golang.org/x/tools/txtar"
)

// module writes the files of an archive into a new folder, and returns an Analyzer of it.
func module(t *testing.T, archive string) (*Analyzer, string) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command: " + err.Error())
	}
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		Try(t, os.MkdirAll(filepath.Dir(name), 0o700))
		Try(t, os.WriteFile(name, f.Data, 0o600))
	}
	a, err := New(dir, Options{})
	Try(t, err)
	return a, dir
}

func analyze(t *testing.T, a *Analyzer, args any) runtime.Result {
	t.Helper()
	return Call(t, AnalyzerTools(a), ToolCodeAnalyze, args)
}

// goVet is what go vet -json says of all packages of a folder, as Findings.
func goVet(t *testing.T, dir string) []Finding {
	t.Helper()
	cmd := exec.Command("go", "vet", "-json", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOWORK=off", "CGO_ENABLED=0", "GOTOOLCHAIN=local")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err, said.String())
	}
	real, err := filepath.EvalSymlinks(dir)
	Try(t, err)
	var found []Finding
	decoder := json.NewDecoder(bytes.NewReader(out))
	for decoder.More() {
		var units map[string]map[string][]struct{ Posn, Message string }
		Try(t, decoder.Decode(&units))
		for _, unit := range units {
			for by, all := range unit {
				for _, d := range all {
					at := strings.TrimPrefix(strings.TrimPrefix(d.Posn, real+"/"), dir+"/")
					found = append(found, Finding{at, by, d.Message})
				}
			}
		}
	}
	return found
}

// The findings are those of go vet: the same positions, analyzers and messages.
func TestSameAsVet(t *testing.T) {
	archive, err := os.ReadFile("testdata/vet.txtar")
	Try(t, err)
	a, dir := module(t, string(archive))
	want := map[Finding]bool{}
	by := map[string]bool{}
	for _, f := range goVet(t, dir) {
		want[f] = true
		by[f.By] = true
	}
	got := map[Finding]bool{}
	for _, f := range Want[Analysis](t, analyze(t, a, Object{"parts": []string{"vet"}, "max_items": 500})).Findings {
		got[f] = true
	}
	for f := range want {
		if !got[f] {
			t.Errorf("missing: %+v", f)
		}
	}
	for f := range got {
		if !want[f] {
			t.Errorf("not said by go vet: %+v", f)
		}
	}
	silent := slices.DeleteFunc(suiteNames(), func(name string) bool { return by[name] })
	t.Logf("%d findings of %d analyzers; none of %v", len(want), len(by), silent)
	if len(by) < 30 {
		t.Errorf("findings of %d analyzers only: %v", len(by), slices.Sorted(maps.Keys(by)))
	}
}

func suiteNames() []string {
	var names []string
	for _, a := range suite() {
		names = append(names, a.Name)
	}
	return names
}

// The analyzers are those of go vet.
func TestSuite(t *testing.T) {
	out, err := exec.Command("go", "tool", "vet", "help").Output()
	if err != nil {
		t.Skip("there is no go tool vet: " + err.Error())
	}
	_, list, found := strings.Cut(string(out), "Registered analyzers:\n")
	list, _, _ = strings.Cut(strings.TrimLeft(list, "\n"), "\n\n")
	if !found {
		t.Fatal(string(out))
	}
	var want []string
	for line := range strings.Lines(list) {
		want = append(want, strings.Fields(line)[0])
	}
	got := suiteNames()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
