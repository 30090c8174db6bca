package scenarios

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
	"github.com/toolgen/toolgen/conformance/law"
	"github.com/toolgen/toolgen/generator"
	"golang.org/x/tools/txtar"
)

var (
	cases = flag.Int("law.cases", 20_000, "cases of the containment law, all tools together")
	seed  = flag.Uint64("law.seed", 1, "what the cases are made from")
)

// The law holds for every tool of testdata/generate and testdata/real. What each may raise is read from its Go types.
func TestLaw(t *testing.T) {
	l := lab.New(t)
	writeScenarios(t, l)
	writeReal(t, l)
	result := l.Generate()
	traits := l.Traits(result)
	l.Write(lab.Package{Dir: "judge", Files: map[string]string{"main.go": program(result, traits)}})
	tools := 0
	for _, each := range traits {
		tools += len(each)
	}
	require.Greater(t, tools, 300)
	out, stderr, err := l.Run("judge", fmt.Sprintf("-seed=%d", *seed), fmt.Sprintf("-n=%d", max(50, *cases/tools)))
	var reports []*law.Report
	if json.Unmarshal([]byte(out), &reports) != nil {
		t.Fatalf("%v\n%s", err, stderr)
	}
	var sum law.Report
	for _, r := range reports {
		sum.Add(r)
	}
	t.Logf("seed %d, %d tools: %s", *seed, len(reports), &sum)
	for _, d := range sum.Disagreements {
		t.Errorf("%s", d)
	}
}

// writeScenarios writes the txtar files; their module path becomes the lab's.
func writeScenarios(t *testing.T, l *lab.Lab) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "generate", "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	foreign := map[string]map[string]string{}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		require.NoError(t, err)
		p := lab.Package{Dir: "generate/" + strings.ToLower(strings.TrimSuffix(filepath.Base(file), ".txtar")), Files: map[string]string{}}
		for _, f := range archive.Files {
			text := strings.ReplaceAll(string(f.Data), "scenario.test/", lab.Module+"/")
			if name, other := strings.CutPrefix(f.Name, "modules/"); other {
				foreign[name] = map[string]string{"": text}
			} else if !strings.HasPrefix(f.Name, "want/") {
				p.Files[f.Name] = text
			}
		}
		l.Write(p)
	}
	for name := range foreign {
		path, isModule := strings.CutSuffix(name, "/go.mod")
		if !isModule {
			continue
		}
		module := map[string]string{}
		for other, text := range foreign {
			if rest, inside := strings.CutPrefix(other, path+"/"); inside {
				module[rest] = text[""]
			}
		}
		l.Require(path, module)
	}
}

// writeReal writes the tools that stand for those of public servers.
func writeReal(t *testing.T, l *lab.Lab) {
	root := filepath.Join("..", "..", "..", "testdata", "real")
	require.NoError(t, filepath.WalkDir(root, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) != ".go" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(file))
		l.Write(lab.Package{Dir: "real/" + filepath.ToSlash(dir), Files: map[string]string{filepath.Base(file): strings.ReplaceAll(string(text), "real.test/", lab.Module+"/real/")}})
		return err
	}))
}

// program is one that holds every tool to the law.
func program(result *generator.Result, traits map[string]map[string]lab.Traits) string {
	var imports, subjects strings.Builder
	for i, p := range result.Packages {
		if p.Failed || len(p.Tools) == 0 || strings.Contains(p.Path, "/internal/") || p.Name == "main" {
			continue
		}
		fmt.Fprintf(&imports, "\tp%d %q\n", i, p.Path)
		var sets []string
		for _, tool := range p.Tools {
			set := fmt.Sprintf("p%d.Tools()", i)
			if tool.Recv != nil {
				set = fmt.Sprintf("p%d.%sTools(new(p%d.%s))", i, tool.Recv.Type.Name, i, tool.Recv.Type.Name)
			}
			if !slices.Contains(sets, set) {
				sets = append(sets, set)
			}
		}
		fmt.Fprintf(&subjects, "\tadd(map[string]law.Subject{\n")
		for _, tool := range p.Tools {
			if dir := strings.TrimPrefix(p.Path, lab.Module+"/"); !slices.Contains(apart, dir) && !slices.Contains(apart, dir+" "+tool.Name) {
				fmt.Fprintf(&subjects, "\t\t%q: {%s},\n", tool.Name, traits[p.Path][tool.Name].Go())
			}
		}
		fmt.Fprintf(&subjects, "\t}, %s)\n", strings.Join(sets, ", "))
	}
	return fmt.Sprintf(judgeProgram, imports.String(), subjects.String())
}

// apart are the tools, and packages of tools, that are not judged: functions that take as long, or make as much, as their
// arguments say, and wrappers that answer in place of the decoder, as a limit of time or rate does.
var apart = []string{"generate/injection slow", "generate/sequences", "generate/wrappers", "names/wrapped"}

const judgeProgram = `package main

import (
	"github.com/toolgen/toolgen/conformance/law"
	"github.com/toolgen/toolgen/runtime"
%s)

func main() {
	var all []law.Subject
	add := func(subjects map[string]law.Subject, sets ...runtime.Set) {
		for _, set := range sets {
			for _, tool := range set {
				if s, found := subjects[tool.Spec().Name]; found {
					s.Tool = tool
					all = append(all, s)
				}
			}
		}
	}
%s	law.Main(all...)
}
`
