package generator

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/generator/internal/collect"
	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/emit"
	"github.com/toolgen/toolgen/generator/internal/load"
	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/output"
	"github.com/toolgen/toolgen/generator/internal/schema"
)

// made is one package on its way through the rooms.
type made struct {
	Package
	pkg      *load.Package
	tools    *model.Package // nil where the source has errors
	problems []diag.Diagnostic
	watch    stopwatch
	err      error // a defect of the generator, never of the source
}

// makeAll takes the loaded packages through the rooms. Packages are collected one after the other, as they share types that
// are completed while they are read; what is collected is plain data, and is rendered at once by as many goroutines as there
// are cores. The answer is sorted by path, and does not depend on who was first.
func makeAll(ctx context.Context, opt Options, loaded *load.Result, watch *stopwatch) ([]*made, error) {
	all, err := makeThese(ctx, opt, loaded.Packages)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	var again []*load.Package
	for _, m := range all {
		if m.refused() {
			again = append(again, m.pkg)
		}
	}
	replaced, err := loaded.Whole(ctx, again)
	if err != nil {
		return nil, err
	}
	if len(replaced) > 0 {
		watch.add("load", time.Since(start))
		whole, err := makeThese(ctx, opt, replaced)
		if err != nil {
			return nil, err
		}
		all = slices.DeleteFunc(all, (*made).refused)
		all = append(all, whole...)
		slices.SortFunc(all, func(a, b *made) int { return strings.Compare(a.Path, b.Path) })
	}
	for _, m := range all {
		if m.err != nil {
			return nil, m.err
		}
		for _, phase := range m.watch.phases {
			watch.add(phase.Name, phase.Took)
		}
	}
	return all, nil
}

// refused reports whether a package was loaded by what its tools reach, and something in it is wrong: the words for that may
// depend on the rest.
func (m *made) refused() bool { return m.pkg.Pruned && m.tools == nil }

func makeThese(ctx context.Context, opt Options, pkgs []*load.Package) ([]*made, error) {
	all := make([]*made, len(pkgs))
	collected := make(chan *made)
	var wg sync.WaitGroup
	for range min(len(pkgs), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for m := range collected {
				m.render()
			}
		})
	}
	for i, pkg := range pkgs {
		if ctx.Err() != nil {
			break
		}
		opt.progress(fmt.Sprintf("package %d of %d", i+1, len(pkgs)))
		all[i] = collectOne(pkg)
		collected <- all[i]
	}
	close(collected)
	wg.Wait()
	return all, ctx.Err()
}

// collectOne reads the tools of a package.
func collectOne(pkg *load.Package) *made {
	m := &made{pkg: pkg, Package: Package{
		Path: pkg.Path, Dir: pkg.Dir, Name: pkg.Name, Pruned: pkg.Pruned, Schemas: map[string]Schema{}, Tolerated: tolerated(pkg),
	}}
	if pkg.Broken {
		return m
	}
	start := time.Now()
	m.tools, m.problems = collect.Package(pkg, limits{})
	m.watch.add("collect", time.Since(start))
	return m
}

// render makes the schemas and the file of a package that was collected, and compares it with what is there. It may run
// beside any other package's.
func (m *made) render() {
	if m.tools == nil { // whatever stands in the file's place, it stays
		m.Failed = true
		m.problems = append(m.problems, foreignFile(m.pkg)...)
		return
	}
	start := time.Now()
	m.Tools = m.tools.Tools
	for _, t := range m.Tools {
		m.Schemas[t.Name] = schema.Of(t)
	}
	m.watch.add("schema", time.Since(start))
	var want []byte
	if len(m.Tools) > 0 {
		foreign := foreignFile(m.pkg)
		m.problems = append(m.problems, foreign...)
		m.Failed = foreign != nil
		start = time.Now()
		text, err := emit.File(m.tools, m.Schemas)
		if err != nil {
			m.err = fmt.Errorf("%s: %w", m.Path, err)
			return
		}
		want = text
		m.watch.add("emit", time.Since(start))
	}
	m.Change = output.Compare(m.pkg.OutputPath, m.pkg.Output, want)
}

func (o Options) progress(at string) {
	if o.Progress != nil {
		o.Progress(at)
	}
}

// stopwatch sums up times by name, in the order in which the names came.
type stopwatch struct{ phases []Phase }

func (w *stopwatch) add(name string, took time.Duration) {
	for i := range w.phases {
		if w.phases[i].Name == name {
			w.phases[i].Took += took
			return
		}
	}
	w.phases = append(w.phases, Phase{name, took})
}
