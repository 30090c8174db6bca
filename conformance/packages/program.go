package packages

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/conformance/internal/lab"
	"github.com/toolgen/toolgen/generator"
)

// constructor is the head of a function that returns tools, in a generated file.
var constructor = regexp.MustCompile(`(?m)^func (\w+)\((?:[\pL\pN_]+ (\*?)([\pL\pN_]+))?\) \w+\.Set \{`)

// subjects adds a file to each package that hands its tools out: it is one more user of the generated constructors.
func (b *run) subjects(packages map[int]generator.Package) {
	for _, i := range b.fine() {
		var sets []string
		for _, m := range constructor.FindAllSubmatch(packages[i].Change.Want, -1) {
			switch {
			case len(m[3]) == 0:
				sets = append(sets, string(m[1])+"()...")
			case len(m[2]) == 0:
				sets = append(sets, fmt.Sprintf("%s(*lab_zero[%s]())...", m[1], m[3]))
			default:
				sets = append(sets, fmt.Sprintf("%s(lab_zero[%s]())...", m[1], m[3]))
			}
		}
		var appends strings.Builder
		for _, s := range sets {
			fmt.Fprintf(&appends, "\tfor _, t := range %s {\n\t\tsets[len(sets)] = t\n\t}\n", strings.TrimSuffix(s, "..."))
		}
		b.Write(lab.Package{Dir: b.verdicts[i].Source.Dir, Files: map[string]string{"zz_lab.go": fmt.Sprintf(handsOut, packages[i].Name, appends.String())}})
	}
}

// handsOut uses no predeclared name that a package could have taken, but for those the sources leave alone.
const handsOut = `package %s

import lab_runtime "github.com/toolgen/toolgen/runtime"

func lab_zero[T interface{}]() *T { var zero T; return &zero }

// LabTools calls f for every tool of the package.
func LabTools(f func(lab_runtime.Tool)) {
	sets := map[int]lab_runtime.Tool{}
%s	for _, t := range sets {
		f(t)
	}
}
`

// spoken is what the program says of one tool.
type spoken struct {
	Dir, Tool string
	Cases     int
	Trouble   string // disagreements, or a panic
}

// law builds one program over the packages and holds all their tools to the law.
func (b *run) law(cases int) {
	fine := b.fine()
	if len(fine) == 0 {
		return
	}
	var imports, calls strings.Builder
	for _, i := range fine {
		s := b.verdicts[i].Source
		fmt.Fprintf(&imports, "\t%s %q\n", s.Dir, lab.Module+"/"+s.Dir)
		plain := map[string]any{}
		for name, of := range s.Subjects {
			plain[name] = map[string]any{"Allowed": of.Allowed, "Float32": of.Float32, "Deprecated": of.Deprecated, "Coerce": of.Coerce}
		}
		subjects, err := json.Marshal(plain)
		if err != nil {
			b.tb.Fatal(err)
		}
		fmt.Fprintf(&calls, "\t%s.LabTools(judge(%q, %q))\n", s.Dir, s.Dir, subjects)
	}
	b.Write(lab.Package{Dir: "program", Files: map[string]string{"main.go": fmt.Sprintf(program, imports.String(), cases, calls.String())}})
	out, stderr, err := b.Run("program")
	if err != nil {
		b.tb.Fatalf("the program that holds the tools to the law: %v\n%s", err, stderr)
	}
	for line := range strings.Lines(out) {
		var s spoken
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			b.tb.Fatal(err)
		}
		i := b.byDir[s.Dir]
		b.verdicts[i].Cases += s.Cases
		if s.Trouble != "" {
			b.end(i, StageLaw, s.Trouble)
		}
	}
}

const program = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/toolgen/toolgen/conformance/law"
	"github.com/toolgen/toolgen/runtime"
%s)

const cases = %d

func judge(dir, subjects string) func(runtime.Tool) {
	table := map[string]struct {
		Allowed    []law.X
		Float32    bool
		Deprecated []string
		Coerce     []string
	}{}
	if err := json.Unmarshal([]byte(subjects), &table); err != nil {
		panic(err)
	}
	return func(t runtime.Tool) {
		s := struct {
			Dir, Tool string
			Cases     int
			Trouble   string
		}{Dir: dir, Tool: t.Spec().Name}
		func() {
			defer func() {
				if p := recover(); p != nil {
					s.Trouble = fmt.Sprintf("panic: %%v\n%%s", p, debug.Stack())
				}
			}()
			of, ok := table[s.Tool]
			if !ok {
				panic("nobody made the tool " + s.Tool)
			}
			r := law.Check(law.Subject{Tool: t, Allowed: of.Allowed, Float32: of.Float32, Deprecated: of.Deprecated, Coerce: of.Coerce}, 1, cases)
			s.Cases = r.Cases
			for _, d := range r.Disagreements {
				s.Trouble += d.String() + "\n"
			}
		}()
		if s.Trouble != "" {
			s.Trouble += "input " + t.Spec().Input + "\noutput " + t.Spec().Output + "\n"
		}
		if err := json.NewEncoder(os.Stdout).Encode(s); err != nil {
			panic(err)
		}
	}
}

func main() {
%s}
`
