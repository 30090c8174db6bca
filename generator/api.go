package generator

import (
	"errors"
	"io"
	"os"
	"runtime"
	"sync"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/output"
)

// Tool is the description of one tool.
type Tool = model.Tool

// Schema is the canonical JSON Schema text of one tool.
type Schema = model.Schema

// Change is what writing one file would do.
type Change = output.Change

// Diagnostic is one problem of the source.
type Diagnostic = diag.Diagnostic

// The severities of a Diagnostic: an error leaves its package untouched, a warning does not.
const (
	Error   = diag.Error
	Warning = diag.Warning
)

// Sorted returns diagnostics in the order of a Result, each once: by file, then place.
func Sorted(list []Diagnostic) []Diagnostic {
	var set diag.Set
	set.Add(list...)
	return set.Sorted()
}

// Commit writes the pending changes of a Result: every package that has no error, as many at once as there are cores. It goes
// on after a file that cannot be written and returns all such errors, in the order of the packages.
func Commit(r *Result) error {
	errs := make([]error, len(r.Packages))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(len(r.Packages), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				errs[i] = output.Write(r.Packages[i].Change)
			}
		})
	}
	for i, p := range r.Packages {
		if !p.Failed {
			next <- i
		}
	}
	close(next)
	wg.Wait()
	return errors.Join(errs...)
}

// PrintText writes diagnostics for people, with an excerpt of the source under each; names inside dir become relative.
func PrintText(w io.Writer, list []Diagnostic, dir string) error {
	return diag.Printer{Dir: dir, Source: os.ReadFile}.Text(w, list)
}

// PrintJSON writes diagnostics as one JSON document for programs.
func PrintJSON(w io.Writer, list []Diagnostic, dir string) error {
	return diag.Printer{Dir: dir}.JSON(w, list)
}

// PrintGitHub writes diagnostics as annotations of a GitHub workflow run.
func PrintGitHub(w io.Writer, list []Diagnostic, dir string) error {
	return diag.Printer{Dir: dir}.GitHub(w, list)
}
