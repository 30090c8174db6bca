// Package generator turns the annotated functions of Go packages into their zz_tools.go files.
//
// Generate is pure: it reads source and returns files and diagnostics. Commit is the only function that writes. The
// command in cmd/toolgen is its first user; gen, check and list are three views of one Result.
//
// The way of a package: load (source to syntax and types), collect (syntax and types to the model), schema (model to
// JSON Schema), emit (model to Go source), output (compare with what is on disk).
package generator

import (
	"context"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/generator/internal/collect"
	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/emit"
	"github.com/toolgen/toolgen/generator/internal/load"
	"github.com/toolgen/toolgen/generator/internal/output"
	"github.com/toolgen/toolgen/generator/internal/schema"
)

// outputName is the base name of the generated file.
const outputName = "zz_tools.go"

// Options says what to generate. The zero value means the package in the current folder.
type Options struct {
	Dir      string   // folder that patterns are relative to; "" is the current one
	Env      []string // environment of the go command; nil is the process's own
	Patterns []string // packages as the go command names them; none means the package in Dir

	permute func([]string) // tests reorder file lists, to show that the order changes nothing
}

// Result is what a run found. Nothing has been written.
type Result struct {
	Packages    []Package    // with tools, or with an output file of ours; sorted by Path
	Diagnostics []Diagnostic // sorted, each once
	Phases      []Phase      // where the time went, in order
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
}

// Generate makes the output of every package that the patterns match. Problems in the source are diagnostics of the
// Result; an error means that the run itself could not go on: no go command, a pattern that matches nothing, a
// canceled context.
func Generate(ctx context.Context, opt Options) (*Result, error) {
	watch := stopwatch{last: time.Now()}
	loaded, err := load.Load(ctx, load.Options{
		Dir: opt.Dir, Env: opt.Env, Patterns: opt.Patterns, Output: outputName, Ours: output.Ours, Permute: opt.permute,
	})
	watch.lap("load")
	if err != nil {
		return nil, err
	}
	var found diag.Set
	found.Add(loaded.Diagnostics...)
	r := &Result{}
	for _, pkg := range loaded.Packages {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, problems, err := generate(pkg, &watch)
		if err != nil {
			return nil, err
		}
		found.Add(problems...)
		r.Packages = append(r.Packages, p)
	}
	r.Diagnostics, r.Phases = found.Sorted(), watch.phases
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Fix == "" {
			d.Fix = "toolgen explain " + d.Code + " shows how"
		}
	}
	return r, nil
}

// generate takes one package through the rooms. An error is a defect of the generator, never of the source.
func generate(pkg *load.Package, watch *stopwatch) (Package, []diag.Diagnostic, error) {
	p := Package{Path: pkg.Path, Dir: pkg.Dir, Name: pkg.Name, Schemas: map[string]Schema{}, Tolerated: tolerated(pkg)}
	if pkg.Broken {
		p.Failed = true
		return p, foreignFile(pkg), nil
	}
	tools, problems := collect.Package(pkg, limits{})
	watch.lap("collect")
	var foreign []diag.Diagnostic
	if tools == nil || len(tools.Tools) > 0 { // without tools nothing is wanted in the file's place
		foreign = foreignFile(pkg)
		problems = append(problems, foreign...)
	}
	if tools == nil {
		p.Failed = true
		return p, problems, nil
	}
	p.Tools = tools.Tools
	for _, t := range tools.Tools {
		p.Schemas[t.Name] = schema.Of(t)
	}
	watch.lap("schema")
	var want []byte
	if len(tools.Tools) > 0 {
		text, err := emit.File(tools, p.Schemas)
		if err != nil {
			return p, nil, fmt.Errorf("%s: %w", pkg.Path, err)
		}
		want = text
	}
	watch.lap("emit")
	p.Change = output.Compare(pkg.OutputPath, pkg.Output, want)
	p.Failed = foreign != nil
	return p, problems, nil
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

// stopwatch sums up the time between laps by name.
type stopwatch struct {
	last   time.Time
	phases []Phase
}

func (w *stopwatch) lap(name string) {
	now := time.Now()
	took := now.Sub(w.last)
	w.last = now
	for i := range w.phases {
		if w.phases[i].Name == name {
			w.phases[i].Took += took
			return
		}
	}
	w.phases = append(w.phases, Phase{name, took})
}
