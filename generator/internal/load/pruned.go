package load

import (
	"context"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// pruner is the fast way to load. go/packages lists and reads all that the annotated packages import; their tools depend
// on little of it. So the packages are parsed first, the declarations that their tools reach are found by name (reach.go),
// and only the imports that those need are listed and read as export data, in one run of the go command (exports.go).
// Packages of one's own modules are read from source: nothing has to be compiled that has changed since. The checker then
// runs over whole packages without bodies, with a stand-in for each import that is not needed (check.go).
//
//	controller-runtime, 8 annotated packages   listed packages   CPU, in units of go list -e -export -deps -json
//	go/packages in export mode                             792   1.7
//	pruned                                                 329   0.8
//
// It answers for sound packages alone. Where anything is doubtful (a syntax error, cgo, an import that is not found, a type
// error in what a tool reaches) go/packages reads the package, and says what is wrong: so both have the same words.
type pruner struct {
	*loader
	platform *platform
	own      *ownModules
	goroot   string

	units      map[string]*unit  // by import path; nil for a path that is no package of one's own
	names      map[string]string // import path to package name
	open       []reached
	directives []string // the text of every directive that was met

	listed   map[string]*listed // import paths whose export data is needed, and what they import
	view     map[string]*types.Package
	standIns map[string]*types.Package
}

type reached struct {
	unit *unit
	decl *declaration
}

// loaderVariable set to "packages" in the environment leaves all loading to go/packages.
const loaderVariable = "TOOLGEN_LOADER"

// prune loads what it can of the folders. Those that are not in its answer are for go/packages.
func (l *loader) prune(ctx context.Context, folders []*folder) (map[*folder]*packages.Package, error) {
	if lookup(l.Env, loaderVariable) == "packages" {
		return nil, nil
	}
	env, err := l.env(ctx)
	if err != nil {
		return nil, err
	}
	p := &pruner{
		loader: l, platform: env.newPlatform(), own: env.ownModules(), goroot: env.GOROOT,
		units: map[string]*unit{}, names: map[string]string{}, listed: map[string]*listed{}, view: map[string]*types.Package{},
		standIns: map[string]*types.Package{},
	}
	if p.platform == nil || p.own == nil || env.GO111MODULE == "off" {
		return nil, nil
	}
	roots := p.readRoots(folders)
	if len(roots) == 0 {
		return nil, nil
	}
	for _, u := range roots {
		p.enter(u)
		p.reachRoot(u)
	}
	p.closure()
	p.spelledOut(roots)
	if err := p.list(ctx, env); err != nil {
		return nil, ctx.Err() // go/packages will meet the same trouble, and say it
	}
	loaded, foreign := map[*folder]*packages.Package{}, p.foreign()
	for _, u := range roots {
		if p.check(u); u.doubt == "" {
			loaded[u.root], l.foreign[u.root] = p.asPackage(u), foreign
		}
	}
	return loaded, nil
}

// readRoots parses the folders, side by side, and leaves out those that are doubtful on their own.
func (p *pruner) readRoots(folders []*folder) []*unit {
	units := make([]*unit, len(folders))
	var wg sync.WaitGroup
	for i, f := range folders {
		importPath, in, ok := p.own.importPath(f.dir)
		if !ok {
			continue
		}
		wg.Go(func() { units[i] = p.readUnit(importPath, in, f, true) })
	}
	wg.Wait()
	units = slices.DeleteFunc(units, func(u *unit) bool { return u == nil || u.doubt != "" })
	for _, u := range units {
		p.units[u.path], p.names[u.path] = u, u.name
	}
	for _, u := range units {
		p.nameImports(u)
	}
	return units
}

// unit is the package of an import path where it is one of one's own modules, else nil. Why one cannot be read is its
// doubt, which those that need it share.
func (p *pruner) unit(importPath string) *unit {
	if u, known := p.units[importPath]; known {
		return u
	}
	p.units[importPath] = nil
	dir, in, ok := p.own.folder(importPath)
	if !ok {
		return nil
	}
	f, err := p.readFolder(dir)
	if err != nil {
		return nil
	}
	u := p.readUnit(importPath, in, f, false)
	p.units[importPath] = u
	if u.doubt == "" {
		p.names[importPath] = u.name
		p.nameImports(u)
		p.enter(u)
	}
	return u
}

// spelledOut makes the imports of the roots needed that some directive spells out (T76).
func (p *pruner) spelledOut(roots []*unit) {
	for _, text := range p.directives {
		for _, u := range roots {
			for _, f := range u.files {
				for _, spec := range f.tree.Imports {
					if importPath := strings.Trim(spec.Path.Value, "\"`"); strings.Contains(text, importPath) {
						p.need(u, importPath)
					}
				}
			}
		}
	}
	p.closure()
}

// asPackage is a unit in the words of go/packages.
func (p *pruner) asPackage(u *unit) *packages.Package {
	out := &packages.Package{
		PkgPath: u.path, Name: u.name, Dir: u.dir, Types: u.checked, TypesInfo: u.info, TypeErrors: u.typeErrors,
		Module: &packages.Module{Path: u.in.path, Dir: u.in.dir, GoVersion: u.in.goVersion, Main: true},
	}
	for _, f := range u.files {
		out.GoFiles = append(out.GoFiles, f.name)
		out.Syntax = append(out.Syntax, f.tree)
	}
	return out
}

// foreign answers for what the packages at hand declare.
func (p *pruner) foreign() *foreign {
	f := newForeign(p.fset)
	f.view = p.view
	for importPath, u := range p.units {
		if u != nil {
			f.dirs[importPath] = u.dir
		}
	}
	for importPath, pkg := range p.listed {
		if pkg == nil {
			continue
		}
		f.exports[importPath] = pkg.Export
		if pkg.Module != nil && pkg.Dir != "" {
			f.dirs[importPath] = filepath.Clean(pkg.Dir)
		}
	}
	return f
}

// lookup is the value of a variable in an environment; the last one counts.
func lookup(env []string, name string) string {
	value := ""
	for _, kv := range env {
		if n, v, _ := strings.Cut(kv, "="); n == name {
			value = v
		}
	}
	return value
}
