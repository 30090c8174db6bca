// Package generator turns the annotated functions of Go packages into their zz_tools.go files.
//
// Generate is pure: it reads source and returns files and diagnostics. Commit is the only function that writes. The
// command in cmd/toolgen is its first user; gen, check and list are three views of one Result.
//
// The way of a package: load (source to syntax and types), collect (syntax and types to the model), schema (model to
// JSON Schema), emit (model to Go source), output (compare with what is on disk). A run that left nothing to do is remembered
// (cache), and spared while nothing changes.
package generator

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/generator/internal/cache"
	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/load"
	"github.com/toolgen/toolgen/generator/internal/output"
)

// outputName is the base name of the generated file.
const outputName = "zz_tools.go"

// Options says what to generate. The zero value means the package in the current folder.
type Options struct {
	Dir      string   // folder that patterns are relative to; "" is the current one
	Env      []string // environment of the go command; nil is the process's own
	Patterns []string // packages as the go command names them; none means the package in Dir

	// Cache is the folder where runs that leave nothing to do are remembered; "" for none. Where nothing has changed since
	// such a run its Result is recalled, without the go command; see Result.Recalled and Remember.
	Cache string

	// Progress, where it is not nil, is told in a few words what the run is at. It is called from several goroutines, and
	// often.
	Progress func(at string)

	permute func([]string) // tests reorder file lists, to show that the order changes nothing
}

// Result is what a run found. Nothing has been written.
type Result struct {
	Packages    []Package    // with tools, or with an output file of ours; sorted by Path
	Diagnostics []Diagnostic // sorted, each once
	Phases      []Phase      // where the time went, in order

	// Recalled is set where an equal run was remembered: every output is current, and the packages have no Tools and Schemas.
	Recalled bool

	run *cache.Run // that watches what this run depends on; nil without a cache
}

// Phase is one room's share of a run, all packages together.
type Phase struct {
	Name string
	Took time.Duration
}

// Package is one package of a Result.
type Package struct {
	Path, Dir string
	Name      string
	Tools     []*Tool           // sorted by name; nil where Failed
	Schemas   map[string]Schema // by tool name
	Change    Change            // what writing would do; the zero value where Failed
	Failed    bool              // its source has errors: its files stay as they are
	Tolerated []Diagnostic      // what the type checker said that no tool needs
	Pruned    bool              // it was loaded by what its tools reach, without go/packages
}

// Generate makes the output of every package that the patterns match. Problems in the source are diagnostics of the
// Result; an error means that the run itself could not go on: no go command, a pattern that matches nothing, a
// canceled context.
func Generate(ctx context.Context, opt Options) (*Result, error) {
	run := opt.begin()
	reads := load.Options{
		Dir: opt.Dir, Env: opt.Env, Patterns: opt.Patterns, Output: outputName, Ours: output.Ours, Permute: opt.permute,
	}
	if run != nil {
		if r := recall(run); r != nil {
			return r, nil
		}
		reads.Witness = run
	}
	var watch stopwatch
	opt.progress("loading packages")
	start := time.Now()
	loaded, err := load.Load(ctx, reads)
	watch.add("load", time.Since(start))
	if err != nil {
		return nil, err
	}
	made, err := makeAll(ctx, opt, loaded, &watch)
	if err != nil {
		return nil, err
	}
	r := &Result{Phases: watch.phases, run: run}
	var found diag.Set
	found.Add(loaded.Diagnostics...)
	for _, m := range made {
		found.Add(m.problems...)
		r.Packages = append(r.Packages, m.Package)
	}
	r.Diagnostics = found.Sorted()
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Fix == "" {
			d.Fix = "toolgen explain " + d.Code + " shows how"
		}
	}
	return r, nil
}

// foreignFile reports a file in the output's place that is not ours.
func foreignFile(pkg *load.Package) []diag.Diagnostic {
	d, ok := output.Compare(pkg.OutputPath, pkg.Output, []byte{}).Diagnostic()
	if !ok || pkg.Output == nil || output.Ours(pkg.Output) {
		return nil
	}
	d.Package = pkg.Path
	return []diag.Diagnostic{d}
}

// tolerated lists the type checker's complaints that stop nothing, such as uses of what the generated file will declare.
func tolerated(pkg *load.Package) []Diagnostic {
	var out []Diagnostic
	for _, e := range pkg.TypeErrors {
		out = append(out, Diagnostic{Code: "G20", Severity: Warning, Range: e.Range, Message: e.Message, Package: pkg.Path})
	}
	return out
}
