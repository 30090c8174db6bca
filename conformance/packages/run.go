package packages

import (
	"bytes"
	"context"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/conformance/internal/lab"
	"github.com/toolgen/toolgen/generator"
)

// The stages that a package goes through; a Verdict names the one where it ended.
const (
	StageGenerate = "generate" // the generator gave up or panicked
	StageRefused  = "refused"  // the source has errors, by the generator's word
	StageFormat   = "gofmt"    // what was generated is not as gofmt would have it
	StageVet      = "vet"      // go vet, or the compiler, complains
	StageLaw      = "law"      // schema and decoder disagree, or the program panicked
	StageAgain    = "again"    // generated again, with the declarations in another order, the bytes differ
	StageFine     = "fine"
)

// variant is a source, perhaps without some of its pieces, in a folder of its own.
type variant struct {
	*Source
	without map[int]bool
}

// Batch takes sources through all stages, with cases for each tool: they share one module, one run of the generator, of go
// vet and of the compiler, and one program. Where cases is 0 they are generated and no more.
func Batch(tb testing.TB, sources []*Source, cases int) []Verdict {
	var all []variant
	for _, s := range sources {
		all = append(all, variant{Source: s})
	}
	return batch(tb, all, cases)
}

func batch(tb testing.TB, all []variant, cases int) []Verdict {
	l := lab.New(tb)
	b := &run{Lab: l, tb: tb, verdicts: make([]Verdict, len(all)), byDir: map[string]int{}}
	for i, s := range all {
		b.verdicts[i] = Verdict{Source: s.Source, Stage: StageFine}
		b.byDir[s.Dir] = i
		l.Write(s.Packages(s.without)...)
	}
	first := b.generate(all)
	if cases > 0 {
		b.subjects(first)
		b.vet()
		b.law(cases)
		b.again(all, first)
	}
	return b.verdicts
}

// run is one batch under way.
type run struct {
	*lab.Lab
	tb       testing.TB
	verdicts []Verdict
	byDir    map[string]int
}

// end notes where a source ended; what ended already stays as it is.
func (b *run) end(i int, stage, text string) {
	if v := &b.verdicts[i]; v.Stage == StageFine {
		v.Stage, v.Text = stage, text
	}
}

// fine are the sources that nothing was found against so far.
func (b *run) fine() []int {
	var out []int
	for i, v := range b.verdicts {
		if v.Stage == StageFine {
			out = append(out, i)
		}
	}
	return out
}

// generate runs the generator over sources, and over each by itself where it cannot go on with all.
func (b *run) generate(all []variant) map[int]generator.Package {
	out := map[int]generator.Package{}
	var dirs []string
	for _, i := range b.fine() {
		dirs = append(dirs, all[i].Dir)
	}
	if len(dirs) == 0 {
		return out
	}
	r, err := b.generator(dirs)
	if err != nil && len(dirs) == 1 {
		b.end(b.byDir[dirs[0]], StageGenerate, err.Error())
		return out
	}
	results := []*generator.Result{r}
	if err != nil {
		results = nil
		for _, dir := range dirs {
			if r, err = b.generator([]string{dir}); err != nil {
				b.end(b.byDir[dir], StageGenerate, err.Error())
			} else {
				results = append(results, r)
			}
		}
	}
	for _, r := range results {
		for _, p := range r.Packages {
			if i, ok := b.indexOf(p.Dir); ok {
				out[i] = p
			}
		}
		b.refused(r)
		if err := generator.Commit(r); err != nil {
			b.tb.Fatal(err)
		}
	}
	for _, i := range b.fine() {
		p, ok := out[i]
		b.verdicts[i].Tools = len(p.Tools)
		switch formatted, err := format.Source(p.Change.Want); {
		case !ok:
			b.end(i, StageGenerate, "the generator says nothing of the package")
		case err != nil:
			b.end(i, StageFormat, err.Error()+"\n"+string(p.Change.Want))
		case !bytes.Equal(formatted, p.Change.Want):
			b.end(i, StageFormat, "not as gofmt would have it\n"+string(p.Change.Want))
		}
	}
	return out
}

// generator runs the generator; a panic is an error.
func (b *run) generator(dirs []string) (r *generator.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	var patterns []string
	for _, dir := range dirs {
		patterns = append(patterns, "./"+dir)
	}
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	return generator.Generate(context.Background(), generator.Options{Dir: b.Dir, Env: env, Patterns: patterns})
}

// indexOf is the source that a folder of the lab belongs to.
func (b *run) indexOf(dir string) (int, bool) {
	rel, err := filepath.Rel(b.Dir, dir)
	if err != nil {
		return 0, false
	}
	first, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
	i, ok := b.byDir[first]
	return i, ok && first == filepath.ToSlash(rel)
}

// refused ends the sources that have errors.
func (b *run) refused(r *generator.Result) {
	said := map[int][]generator.Diagnostic{}
	for _, d := range r.Diagnostics {
		if d.Severity != generator.Error {
			continue
		}
		rel, _ := filepath.Rel(b.Dir, d.Range.File)
		dir, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		if i, ok := b.byDir[dir]; ok {
			said[i] = append(said[i], d)
		} else {
			b.tb.Fatalf("an error that belongs to no source: %s: %s", d.Range.File, d.Message)
		}
	}
	for i, list := range said {
		var text bytes.Buffer
		if err := generator.PrintText(&text, list, b.Dir); err != nil {
			b.tb.Fatal(err)
		}
		b.end(i, StageRefused, text.String())
		for _, d := range list {
			b.verdicts[i].Codes = append(b.verdicts[i].Codes, d.Code)
		}
		slices.Sort(b.verdicts[i].Codes)
		b.verdicts[i].Codes = slices.Compact(b.verdicts[i].Codes)
	}
}

// vet runs go vet over what was generated, and ends the packages that it names.
func (b *run) vet() {
	for range 3 { // go vet leaves out what a failing package hides
		var dirs []string
		for _, i := range b.fine() {
			dirs = append(dirs, b.verdicts[i].Source.Dir)
		}
		if len(dirs) == 0 {
			return
		}
		err := b.Vet(dirs...)
		if err == nil {
			return
		}
		named := false
		for _, i := range b.fine() {
			dir := b.verdicts[i].Source.Dir
			if lines := mentioning(err.Error(), dir+"/"); lines != "" {
				b.end(i, StageVet, lines)
				named = true
			}
		}
		if !named {
			b.tb.Fatalf("go vet says what belongs to no source: %v", err)
		}
	}
}

// mentioning are the lines of a text that begin with a name, or with vet: and it.
func mentioning(text, name string) string {
	var out []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimPrefix(strings.TrimPrefix(line, "vet: "), "./"), name) {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// again generates once more, with the declarations in another order: no byte may differ.
func (b *run) again(all []variant, first map[int]generator.Package) {
	fine := b.fine()
	for _, i := range fine {
		s := all[i]
		b.Write(s.Source.Shuffled(newRandom(s.Seed)).Packages(s.without)...)
	}
	second := b.generate(all)
	for _, i := range fine {
		if b.verdicts[i].Stage != StageFine {
			b.verdicts[i].Stage, b.verdicts[i].Text = StageAgain, "in another order the package is refused:\n"+b.verdicts[i].Text
			continue
		}
		if a, z := first[i].Change.Want, second[i].Change.Want; !bytes.Equal(a, z) {
			b.end(i, StageAgain, difference(string(a), string(z)))
		}
	}
}

// difference is the first place where two texts differ.
func difference(a, z string) string {
	before, after := strings.Split(a, "\n"), strings.Split(z, "\n")
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			return fmt.Sprintf("in another order line %d differs:\n-%s\n+%s\n", i+1, before[i], after[i])
		}
	}
	return fmt.Sprintf("in another order there are %d lines, not %d\n", len(after), len(before))
}
