package generator

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/generator/internal/cache"
	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/load"
	"github.com/toolgen/toolgen/generator/internal/output"
)

// CacheFolder is where runs are remembered: the folder that TOOLGEN_CACHE names, else one in the user's cache folder; "" where
// the variable is "off" or there is no such folder.
func CacheFolder(getenv func(string) string) string { return cache.Folder(getenv) }

// remembered is what is kept of a Result that leaves nothing to do.
type remembered struct {
	Packages    []rememberedPackage
	Diagnostics []Diagnostic
}

type rememberedPackage struct{ Path, Dir, Name, Output string }

// begin starts to watch a run where Options.Cache asks for it and what the run depends on can be known; else it returns nil.
func (o Options) begin() *cache.Run {
	if o.Cache == "" {
		return nil
	}
	matched, ok := load.Folders(load.Options{Dir: o.Dir, Env: o.Env, Patterns: o.Patterns, Output: outputName})
	dir, err := filepath.Abs(o.Dir)
	if !ok || err != nil {
		return nil
	}
	env := o.Env
	if env == nil {
		env = os.Environ()
	}
	return cache.Begin(o.Cache, cache.Question{Dir: dir, Env: env, Patterns: o.Patterns, Matched: matched})
}

// recall is the Result of an equal run, or nil.
func recall(run *cache.Run) *Result {
	var was remembered
	text := run.Recall()
	if text == nil || json.Unmarshal(text, &was) != nil {
		return nil
	}
	r := &Result{Diagnostics: was.Diagnostics, Recalled: true}
	for _, p := range was.Packages {
		r.Packages = append(r.Packages, Package{Path: p.Path, Dir: p.Dir, Name: p.Name, Change: Change{Path: p.Output}})
	}
	return r
}

// Remember keeps a Result for the next run with the same Options.Cache, after all its changes have been written. It does
// nothing where the run found errors, had no cache, or depended on more than can be watched. An error means that the cache
// could not be written, which harms nothing.
func Remember(r *Result) error {
	hasErrors := slices.ContainsFunc(r.Diagnostics, func(d Diagnostic) bool { return d.Severity == diag.Error })
	if r.run == nil || hasErrors {
		return nil
	}
	was := remembered{Diagnostics: r.Diagnostics}
	outputs := map[string][]byte{}
	for _, p := range r.Packages {
		if p.Failed {
			return nil
		}
		was.Packages = append(was.Packages, rememberedPackage{p.Path, p.Dir, p.Name, p.Change.Path})
		outputs[p.Change.Path] = p.Change.Have
		if p.Change.State != output.Current {
			outputs[p.Change.Path] = p.Change.Want
		}
	}
	return r.run.Remember(outputs, was)
}
