package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// foreign finds the source of what other packages declare. Export data has types and values, but neither comments nor
// directives; loading the syntax of every dependency would cost ten times as much, so one file is parsed when it is asked
// for, and once. It is safe for concurrent use.
//
// The standard library is left out: its comments change with Go, and the output must not (closed decision 6).
type foreign struct {
	fset *token.FileSet
	dirs map[string]string // import path to folder; no entry for the standard library

	exports map[string]string         // import path to the file with the compiler's export data
	view    map[string]*types.Package // import path to package, of all that was loaded

	mu    sync.Mutex
	files map[string]*ast.File // by absolute name; nil where it cannot be parsed
}

func newForeign(fset *token.FileSet) *foreign {
	return &foreign{
		fset: fset, dirs: map[string]string{}, files: map[string]*ast.File{},
		exports: map[string]string{}, view: map[string]*types.Package{},
	}
}

// foreignOf knows what go/packages has loaded.
func foreignOf(fset *token.FileSet, roots []*packages.Package) *foreign {
	f := newForeign(fset)
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.Types != nil {
			f.exports[p.PkgPath], f.view[p.PkgPath] = p.ExportFile, p.Types
		}
		if p.Module != nil && p.Dir != "" {
			f.dirs[p.PkgPath] = p.Dir
		}
	})
	return f
}

// Foreign returns the file of another package that declares a package-level type or constant, parsed with comments into
// Fset. It is nil for the standard library, and where the source does not lie where the go command says.
func (p *Package) Foreign(obj types.Object) *ast.File {
	if p.foreign == nil || obj.Pkg() == nil || obj.Pkg() == p.Types {
		return nil
	}
	return p.foreign.declaring(obj)
}

// Complete fills the scope and the imports of a package, and returns it. Of a package that this one imports only by way of
// others, the export data that was read declares no more than what those mention: constants, functions and the structs that
// implement an interface may all be missing. Where there is no export data the package stays as it is.
func (p *Package) Complete(pkg *types.Package) *types.Package {
	if p.foreign != nil && pkg != p.Types {
		p.foreign.complete(pkg)
	}
	return pkg
}

func (f *foreign) complete(pkg *types.Package) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if pkg.Complete() || f.view[pkg.Path()] != pkg || f.exports[pkg.Path()] == "" {
		return
	}
	_, _ = readExports(f.exports[pkg.Path()], f.fset, f.view, pkg.Path()) // into pkg, which is in the view
}

// declaring goes by the base name that the export data gives, since -trimpath and GOROOT change the folders, and looks into
// the other files of the package where that one does not declare the name: //line comments mislead.
func (f *foreign) declaring(obj types.Object) *ast.File {
	dir, known := f.dirs[obj.Pkg().Path()]
	if !known {
		return nil
	}
	said := f.fset.PositionFor(obj.Pos(), false).Filename
	if file := f.file(filepath.Join(dir, filepath.Base(said))); declares(file, obj.Name()) {
		return file
	}
	for _, file := range f.all(obj.Pkg()) {
		if declares(file, obj.Name()) {
			return file
		}
	}
	return nil
}

// all returns the files of a package, of every platform and without its tests, by name.
func (f *foreign) all(pkg *types.Package) []*ast.File {
	names, _ := filepath.Glob(filepath.Join(f.dirs[pkg.Path()], "*.go")) // the pattern is well formed: no error
	slices.Sort(names)
	var out []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if file := f.file(name); file != nil && file.Name.Name == pkg.Name() {
			out = append(out, file)
		}
	}
	return out
}

// file parses a file, once.
func (f *foreign) file(name string) *ast.File {
	f.mu.Lock()
	defer f.mu.Unlock()
	file, known := f.files[name]
	if !known {
		file, _ = parser.ParseFile(f.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		f.files[name] = file
	}
	return file
}

// declares reports whether a file declares a type or constant of that name.
func declares(file *ast.File, name string) bool {
	if file == nil {
		return false
	}
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.Name == name {
					return true
				}
			case *ast.ValueSpec:
				if slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return id.Name == name }) {
					return true
				}
			}
		}
	}
	return false
}

// ForeignReceivers returns the names of the types of another package that declare a method of that name, sorted; nil where its
// source is not at hand. Unexported types are not in the export data, so the types do not tell.
func (p *Package) ForeignReceivers(pkg *types.Package, method string) []string {
	if p.foreign == nil || p.foreign.dirs[pkg.Path()] == "" {
		return nil
	}
	var out []string
	for _, file := range p.foreign.all(pkg) {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || len(fn.Recv.List) == 0 || fn.Name.Name != method {
				continue
			}
			if name := baseName(fn.Recv.List[0].Type); name != "" {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
