// Package code has the tool code_analyze, which looks at Go packages below one folder and builds or runs nothing of them.
//
//	analyzer, err := code.New("/srv/checkout", code.Options{})
//	err = reg.Register(code.AnalyzerTools(analyzer))
//
// What is analyzed is a copy: the Go files, assembly and module files of the folder are read through an [os.Root] and written into
// a temporary folder, so that no link, no parent folder, no configuration of a version control system and nobody who changes a
// file in between has a part in it. The work is done by another process, because type-checking and analyzers can neither be
// interrupted nor be held to a share of memory within this one: the program starts itself again under another name, with an
// environment that has nothing of its own, with limits of memory and time, and kills it when the call is over. A program that
// imports this package needs to do nothing for that.
//
// In that process the go command lists the packages (go list: it downloads nothing, and cgo is off), and the analyzers that go vet
// runs look at them, through golang.org/x/tools/go/analysis. Without a go command the tool answers what the files alone tell.
//
//tool:defaults category=specialized access=trusted openworld=false timeout=120s concurrency=2 names=snake
package code

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

//go:generate go tool toolgen

// Options are the limits of an [Analyzer], and the go command it uses. A zero value is the default that stands beside it.
type Options struct {
	// Go is the go command; that of PATH. Where there is none, vet is not run and the tool says so. It is asked once, by [New], for
	// its GOROOT, GOCACHE and GOMODCACHE, in the environment of this process.
	Go string

	File     int   // bytes of one file; 4 MiB. Larger ones are left out, and the result says so
	Files    int   // files that are read of the folder; 20,000. With more the tool refuses
	Total    int   // bytes of all files; 256 MiB. With more the tool refuses
	Packages int   // packages in one call; 200. With more the tool refuses
	Memory   int64 // bytes of address space that the process of a call may have, and go list besides; 4 GiB. Enforced on Linux; elsewhere it is what the garbage collector aims at
}

// Analyzer analyzes the packages of a folder. It is safe for concurrent use.
type Analyzer struct {
	dir   string
	o     Options
	env   []string // of the process of a call
	noGo  string   // why there is no go command
	roots []string // folders of the go command that results do not show, with the name of each behind it
}

// New returns an Analyzer of the folder dir. It is an error if dir is no folder, a limit is negative, or Options.Go is not a go
// command.
func New(dir string, o Options) (*Analyzer, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, errors.New("code.New: " + dir + " is no folder")
	}
	if o.File < 0 || o.Files < 0 || o.Total < 0 || o.Packages < 0 || o.Memory < 0 {
		return nil, errors.New("code.New: a limit is negative")
	}
	for limit, standard := range map[*int]int{&o.File: 4 << 20, &o.Files: 20_000, &o.Total: 256 << 20, &o.Packages: 200} {
		if *limit == 0 {
			*limit = standard
		}
	}
	if o.Memory == 0 {
		o.Memory = 4 << 30
	}
	a := &Analyzer{dir: dir, o: o}
	given := o.Go != ""
	if !given {
		o.Go = "go"
	}
	switch path, err := exec.LookPath(o.Go); {
	case err == nil:
		err = a.ask(path)
		if err != nil {
			return nil, fmt.Errorf("code.New: %s is no go command that can be used: %w", path, err)
		}
	case given:
		return nil, fmt.Errorf("code.New: %w", err)
	default:
		a.noGo = "there is no go command on the machine of the tool"
		a.env = environment("", "", "")
	}
	return a, nil
}

// Part is a part of an analysis.
type Part string

// The parts.
const (
	Vet        Part = "vet"        // what go vet finds, and errors of syntax and types
	Complexity Part = "complexity" // functions above a cyclomatic complexity
	Symbols    Part = "symbols"    // what the packages declare, with signatures
	Imports    Part = "imports"    // what the packages import
)

// Finding is something that is wrong.
type Finding struct {
	At      string `json:"at"`      // path:line:column, relative to the folder of all files
	By      string `json:"by"`      // who says so: an analyzer of go vet such as printf, or syntax, type, or load for what keeps a package from being loaded
	Message string `json:"message"` // what is wrong
}

// Function is a function with its complexity.
type Function struct {
	At         string `json:"at"`         // path:line:column
	Name       string `json:"name"`       // such as Box.Read
	Complexity int    `json:"complexity"` // cyclomatic: 1, and 1 for each if, for, case, && and ||, with those of function literals inside
}

// Symbol is something that a package declares.
type Symbol struct {
	At   string `json:"at"`             // path:line:column
	Name string `json:"name"`           // such as Box.Read
	Kind string `json:"kind"`           // func, method, type, const or var
	Code string `json:"code,omitempty"` // the signature, of functions and methods; the type in one line, of types
}

// Import is what a package imports.
type Import struct {
	Package     string   `json:"package"`                // its folder
	Name        string   `json:"name"`                   // its name
	Imports     []string `json:"imports"`                // sorted import paths
	TestImports []string `json:"test_imports,omitempty"` // what only its tests import
}

// Analysis is what code_analyze returns. It is one list of all findings, functions, symbols and imports, in this order, of which it shows a page.
type Analysis struct {
	Packages   int        `json:"packages"`             // folders with Go files that the patterns stand for
	Vetted     bool       `json:"vetted"`               // whether vet was run
	Total      int        `json:"total"`                // findings, functions, symbols and imports together
	Findings   []Finding  `json:"findings,omitempty"`   // by path and line
	Complexity []Function `json:"complexity,omitempty"` // the most complex ones first
	Symbols    []Symbol   `json:"symbols,omitempty"`    // by path and line
	Imports    []Import   `json:"imports,omitempty"`    // by folder
	Next       *int       `json:"next,omitempty"`       // what to give as offset to see more; not there at the end
	Notes      []string   `json:"notes,omitempty"`      // what was left out, and why
}

// Analyze analyzes Go packages without building or running them: findings of go vet and of the compiler, complex functions, symbols, imports.
// When next is there, there is more: call again with offset set to it, or choose fewer packages.
//
//tool:name=code_analyze readonly idempotent esttime=5s estmemory=1GiB
//tool:example {}
//tool:example {"packages":["./internal/parse"],"parts":["symbols","imports"],"exported":true}
//tool:limitation cgo is off, as with CGO_ENABLED=0: files that import "C" are not type-checked.
//tool:limitation Nothing is downloaded: packages of modules that are not on the machine are findings of load, and what imports them is not vetted.
func (a *Analyzer) Analyze(ctx context.Context,
	//tool:default=. min=1 max=4096
	folder string, // the folder of the module, where its go.mod is, relative to the folder of all files, which is .
	//tool:default=./... min=1 max=20 items.min=1 items.max=4096
	packages []string, // folders of packages, relative to folder, such as ./parse; ./parse/... is parse and all below
	//tool:default=vet,complexity min=1 max=4 unique
	parts []Part, // what to look for
	//tool:default=15 min=0 max=1000
	over int, // complexity shows functions whose complexity is above this
	//tool:default=false
	exported bool, // true: symbols shows exported ones only
	//tool:default=true
	tests bool, // false: files that end in _test.go are left out
	//tool:default=100 min=1 max=500
	maxItems int, // at most so many findings, functions, symbols and imports together
	//tool:default=0 min=0 max=1000000
	offset int, // how many of them to skip
) (Analysis, error) {
	patterns, err := parsePatterns(packages)
	if err != nil {
		return Analysis{}, err
	}
	temp, err := os.MkdirTemp("", "code-analyze-")
	if err != nil {
		return Analysis{}, runtime.NewError(runtime.ClassUnavailable, "no temporary folder could be made").WithCause(err)
	}
	defer remove(temp)
	if temp, err = filepath.EvalSymlinks(temp); err != nil { // the go command shows the folder as it really is
		return Analysis{}, runtime.NewError(runtime.ClassUnavailable, "the temporary folder cannot be read").WithCause(err)
	}
	copied, err := a.copy(ctx, temp, folder, patterns)
	if err != nil {
		return Analysis{}, err
	}
	dirs := patterns.match(copied)
	switch {
	case len(dirs) == 0:
		return Analysis{}, runtime.NewError(runtime.ClassFailed, "packages: expected folders with Go files, "+patterns.String()+" are none below "+copied.folder+"; ./... is all packages")
	case len(dirs) > a.o.Packages:
		return Analysis{}, runtime.NewError(runtime.ClassResourceExhausted, "packages: "+patterns.String()+" are "+strconv.Itoa(len(dirs))+
			" packages, at most "+strconv.Itoa(a.o.Packages)+" can be analyzed at once; choose narrower ones, such as ./parse/...")
	}
	o := order{
		Dir: copied.dir, Folder: copied.folder, Patterns: patterns.list(), Dirs: dirs, Parts: parts,
		Over: over, Exported: exported, Tests: tests, Memory: a.o.Memory, Hide: a.roots,
	}
	var flags flags
	if slices.Contains(parts, Vet) {
		var why string
		if flags, why, err = a.module(copied); err != nil {
			return Analysis{}, err
		}
		if why != "" {
			o.Parts = slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p == Vet })
			copied.note("vet was not run, because " + why)
		}
		if len(o.Parts) == 0 {
			return Analysis{}, runtime.NewError(runtime.ClassUnavailable, "parts: vet cannot be run, because "+why+"; complexity, symbols and imports can be shown")
		}
	}
	found, err := a.start(ctx, temp, flags, o)
	if err != nil {
		return Analysis{}, err
	}
	result := found.page(offset, maxItems)
	result.Packages = len(dirs)
	result.Vetted = slices.Contains(o.Parts, Vet)
	result.Notes = append(copied.notes, found.Notes...)
	return result, nil
}
