// Package load brings annotated packages in: it finds the folders that hold "//tool:" directives or our own output,
// parses and type-checks them, and says what is wrong with their source.
//
// Patterns go in, as a user writes them; out come syntax trees with comments, types, and positioned diagnostics. The
// generator calls Load once per run. This is the only room that knows go/packages and the go command. It writes nothing.
//
// The way of a run: expand the patterns into folders (patterns.go), read their files and keep the folders that mention a
// tool (scan.go), load all of those at once (gocommand.go, hook.go), then sort what the go command and the type checker
// complain about into what matters and what does not (policy.go), and look at the files that the build leaves out
// (excluded.go). What other packages declare is read later, file by file, when somebody asks (foreign.go).
package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"golang.org/x/tools/go/packages"
)

// Options says what to load.
type Options struct {
	Dir      string   // the folder that patterns are relative to; "" is the current one
	Env      []string // the environment of the go command; nil is the process's own
	Patterns []string // packages as the go command names them; none means the package in Dir
	Output   string   // base name of our own output; "" is zz_tools.go

	// Ours says by its content whether a file of that name is our output, whatever state it is in. A file that is not
	// is loaded like the user's own. Nil goes by the name alone.
	Ours func(src []byte) bool

	// Witness, where it is not nil, is told what the load reads.
	Witness Witness

	// Permute, where it is not nil, reorders every list of file names before this room sorts it. Tests use it to show
	// that the order in which the file system and the go command list files changes nothing.
	Permute func(names []string)
}

// Witness learns what a load depends on. Its methods are called from several goroutines.
type Witness interface {
	Saw(dir string, files map[string][]byte) // all .go files of a folder, by base name; neither keeps nor changes them
	DependsOn(dir string)                    // of a package that was compiled, and that may change without go.mod or go.sum
	Forget()                                 // something else was read, by the go command
}

// nobody is a Witness that does not care.
type nobody struct{}

func (nobody) Saw(string, map[string][]byte) {}
func (nobody) DependsOn(string)              {}
func (nobody) Forget()                       {}

// Folders returns the folders with Go files that the patterns match, absolute and sorted. It reports false where only the go
// command knows, or where some cannot be read.
func Folders(opt Options) ([]string, bool) {
	l, err := newLoader(opt)
	if err != nil {
		return nil, false
	}
	dirs, paths, err := l.expandFolders()
	return dirs, err == nil && len(paths) == 0 && len(l.skipped) == 0 && len(dirs) > 0
}

// Result is what a run found.
type Result struct {
	Packages    []*Package        // those that mention a tool or hold our output, sorted by Path
	Folders     int               // how many folders with Go files the patterns matched
	Diagnostics []diag.Diagnostic // in no particular order; positions are absolute file names

	loader *loader
}

// Package is one package with its syntax and types. Our own output is in neither, whatever state it is in.
type Package struct {
	Path      string // import path
	Name      string // package name
	Dir       string // absolute
	Module    string // path of its module; "" outside of one
	GoVersion string // the language version of its go.mod, such as 1.26; "" outside of a module

	Fset *token.FileSet
	// Files are the files of the folder that the build includes, with comments, ordered by name. A file that imports
	// "C" is not among them (see Others).
	Files     []*ast.File
	FileNames []string          // absolute, one for each of Files
	Src       map[string][]byte // by absolute name: Files and Others
	// Constraints says for a file of Files why other builds leave it out, in words such as "its name ends in _linux".
	Constraints map[string]string

	Types *types.Package // nil where Files is empty
	Info  *types.Info    // nil where Files is empty; function bodies are not checked
	// TypeErrors are the complaints that were tolerated: they stop nothing unless an annotated signature needs the type
	// that they leave invalid. Sorted by position.
	TypeErrors []TypeError

	// Others are the .go files of the folder that this build leaves out, ordered by name: test files, files behind a
	// build constraint or a GOOS or GOARCH name, and cgo files, whether cgo is on or not.
	Others []OtherFile

	foreign *foreign
	folder  *folder

	// Pruned is set where Types is sure of what annotated declarations reach and of nothing else.
	Pruned bool

	OutputPath string // where our output belongs
	Output     []byte // what stands there now; nil where nothing does

	// Broken is set where Diagnostics holds an error of this package. No later room looks at it, its files stay as they
	// are.
	Broken bool
}

// OtherFile is a .go file of the folder that is not part of the package in this build.
type OtherFile struct {
	Name   string    // absolute
	Syntax *ast.File // with comments; as much as could be parsed, its Name may be empty
	Reason string    // why, in words such as "it is a test file"
	Test   bool
}

// TypeError is one complaint of the type checker, or of the go command about an import.
type TypeError struct {
	Pos     token.Pos // NoPos where only Range is known
	Range   diag.Range
	Message string
}

// Position returns where pos really is: //line comments do not move it.
func (p *Package) Position(pos token.Pos) diag.Range {
	at := p.Fset.PositionFor(pos, false)
	return diag.Range{File: at.Filename, Line: at.Line, Col: at.Column}
}

// Span returns the place of a node, end included.
func (p *Package) Span(n ast.Node) diag.Range {
	r, end := p.Position(n.Pos()), p.Fset.PositionFor(n.End(), false)
	r.EndLine, r.EndCol = end.Line, end.Column
	return r
}

// Why returns the tolerated errors that a node's invalid types may come from: those inside of it, and those of the imports
// that it uses.
func (p *Package) Why(n ast.Node) []TypeError {
	var out []TypeError
	within := func(from, to token.Pos) {
		for _, e := range p.TypeErrors {
			if e.Pos.IsValid() && from <= e.Pos && e.Pos < to && !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	within(n.Pos(), n.End())
	for n := range ast.Preorder(n) {
		id, ok := n.(*ast.Ident)
		if !ok || p.Info == nil {
			continue
		}
		pkg, ok := p.Info.Uses[id].(*types.PkgName)
		if !ok {
			continue
		}
		for _, tree := range p.Files {
			for _, spec := range tree.Imports {
				if spec.Pos() <= pkg.Pos() && pkg.Pos() < spec.End() {
					within(spec.Pos(), spec.End())
				}
			}
		}
	}
	return out
}

// Load loads the packages of opt.Patterns that mention a tool or hold our output. What is wrong with their source comes
// as diagnostics of the Result. An error means that the run itself cannot go on: no go command, a file or a pseudo
// package as an argument, a pattern that matches nothing, a folder outside of the module.
func Load(ctx context.Context, opt Options) (*Result, error) {
	l, err := newLoader(opt)
	if err != nil {
		return nil, err
	}
	dirs, err := l.expand(ctx)
	if err != nil {
		return nil, err
	}
	folders, err := l.scan(ctx, dirs)
	if err != nil {
		return nil, err
	}
	res := &Result{Folders: len(dirs), Diagnostics: l.skipped}
	if len(folders) == 0 {
		return res, nil
	}
	loaded, err := l.prune(ctx, folders)
	if err != nil {
		return nil, err
	}
	res.loader = l
	for f, p := range loaded {
		res.add(f, p, true)
	}
	doubtful := slices.DeleteFunc(slices.Clone(folders), func(f *folder) bool { return loaded[f] != nil })
	if len(doubtful) > 0 {
		whole, err := l.load(ctx, doubtful)
		if err != nil {
			return nil, err
		}
		for f, p := range whole {
			res.add(f, p, false)
		}
	}
	slices.SortFunc(res.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	return res, nil
}

// add takes a loaded package over.
func (r *Result) add(f *folder, loaded *packages.Package, pruned bool) {
	p, ds := r.loader.assemble(f, loaded)
	p.folder, p.Pruned = f, pruned
	for i := range ds {
		ds[i].Package = p.Path
		p.Broken = p.Broken || ds[i].Severity == diag.Error
	}
	r.Packages = append(r.Packages, p)
	r.Diagnostics = append(r.Diagnostics, ds...)
}

// Whole loads pruned packages of the Result again, in full, and replaces them. A later room that refuses one asks for it: what
// is wrong is then said with all that the package declares in sight, such as the name that was likely meant.
func (r *Result) Whole(ctx context.Context, again []*Package) ([]*Package, error) {
	if len(again) == 0 {
		return nil, nil
	}
	var folders []*folder
	for _, p := range again {
		folders = append(folders, p.folder)
	}
	loaded, err := r.loader.load(ctx, folders)
	if err != nil {
		return nil, err
	}
	r.Packages = slices.DeleteFunc(r.Packages, func(p *Package) bool { return slices.Contains(again, p) })
	kept := len(r.Packages)
	for _, f := range folders {
		r.add(f, loaded[f], false)
	}
	replaced := slices.Clone(r.Packages[kept:])
	slices.SortFunc(r.Packages, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	return replaced, nil
}

// loader is the state of one Load.
type loader struct {
	Options
	fset  *token.FileSet
	hook  *hook
	goenv *goEnv // nil until it is asked for

	foreign map[*folder]*foreign
	skipped []diag.Diagnostic
}

func newLoader(opt Options) (*loader, error) {
	if opt.Output == "" {
		opt.Output = "zz_tools.go"
	}
	if opt.Env == nil {
		opt.Env = os.Environ()
	}
	if opt.Permute == nil {
		opt.Permute = func([]string) {}
	}
	if opt.Ours == nil {
		opt.Ours = func([]byte) bool { return true }
	}
	if opt.Witness == nil {
		opt.Witness = nobody{}
	}
	dir, err := filepath.Abs(opt.Dir)
	if err != nil {
		return nil, fmt.Errorf("the current folder has no name: %w", err)
	}
	opt.Dir = dir
	l := &loader{Options: opt, fset: token.NewFileSet(), foreign: map[*folder]*foreign{}}
	l.hook = newHook(l.isOutput)
	return l, nil
}

// assemble makes a Package of one folder.
func (l *loader) assemble(f *folder, loaded *packages.Package) (*Package, []diag.Diagnostic) {
	p := &Package{
		Dir:        f.dir,
		Path:       loaded.PkgPath,
		Name:       loaded.Name,
		Fset:       l.fset,
		Src:        map[string][]byte{},
		OutputPath: filepath.Join(f.dir, l.Output),
		foreign:    l.foreign[f],
	}
	if src, found := f.sources[l.Output]; found {
		p.Output = src
	}
	if m := loaded.Module; m != nil {
		p.Module, p.GoVersion = m.Path, m.GoVersion
	}
	l.takeFiles(p, f, loaded)
	if len(p.Files) > 0 {
		p.Types, p.Info = loaded.Types, loaded.TypesInfo
	}
	l.takeOthers(p, f)
	if p.Name == "" && len(p.Others) > 0 {
		p.Name = strings.TrimSuffix(p.Others[0].Syntax.Name.Name, "_test")
	}
	return p, append(l.unreadable(f), l.complaints(f, p, loaded)...)
}

// unreadable reports the files of a folder that could not be read (G2). A file in the output's place is output's business.
func (l *loader) unreadable(f *folder) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, name := range slices.Sorted(maps.Keys(f.unreadable)) {
		if name == l.Output {
			continue
		}
		reason := f.unreadable[name]
		if path := (*fs.PathError)(nil); errors.As(reason, &path) {
			reason = path.Err
		}
		ds = append(ds, diag.Diagnostic{Code: "G2", Range: diag.Range{File: filepath.Join(f.dir, name), Line: 1, Col: 1},
			Message: "the file cannot be read: " + reason.Error(), Fix: "make it readable, or remove it"})
	}
	return ds
}

// takeFiles fills in the files of the folder that the build includes, by name. What the cgo tool writes lies elsewhere,
// in the build cache, and stays out.
func (l *loader) takeFiles(p *Package, f *folder, loaded *packages.Package) {
	trees := map[string]*ast.File{}
	for _, tree := range loaded.Syntax {
		name := l.fset.File(tree.FileStart).Name()
		if filepath.Dir(name) == loaded.Dir && !importsC(tree) {
			p.FileNames = append(p.FileNames, name)
			trees[name] = tree
		}
	}
	l.Permute(p.FileNames)
	slices.Sort(p.FileNames)
	for _, name := range p.FileNames {
		p.Files = append(p.Files, trees[name])
		p.Src[name] = l.hook.source(name)
		if p.Src[name] == nil {
			p.Src[name] = f.sources[filepath.Base(name)]
		}
	}
}

// isOutput reports whether the file of that name and content is our own output.
func (l *loader) isOutput(name string, src []byte) bool {
	return filepath.Base(name) == l.Output && src != nil && l.Ours(src)
}
