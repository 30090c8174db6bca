package scenarios

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
	"github.com/toolgen/toolgen/conformance/law"
	"github.com/toolgen/toolgen/generator"
)

var (
	cases = flag.Int("law.cases", 20_000, "cases of the containment law, all tools together")
	seed  = flag.Uint64("law.seed", 1, "what the cases are made from")
)

// The law holds for every tool of testdata/generate and testdata/real. What each may raise is read from its Go types.
func TestLaw(t *testing.T) {
	l := lab.New(t)
	l.WriteScenarios()
	l.WriteReal()
	result := l.Generate()
	traits := l.Traits(result)
	l.Write(lab.Package{Dir: "judge", Files: map[string]string{"main.go": program(result, traits)}})
	tools := 0
	for _, each := range traits {
		tools += len(each)
	}
	require.Greater(t, tools, 300)
	each := max(50, *cases/tools)
	hold := func(name string, args ...string) {
		t.Run(name, func(t *testing.T) {
			out, stderr, err := l.Run("judge", append(args, fmt.Sprintf("-seed=%d", *seed))...)
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
		})
	}
	hold("schemas", fmt.Sprintf("-n=%d", each))
	hold("projections", "-projections", fmt.Sprintf("-n=%d", max(10, each/10))) // of which a tool has six or so
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
