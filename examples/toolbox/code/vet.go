package code

import (
	"cmp"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	vetsuite "golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/packages"
)

// later are analyzers that the go vet of Go 1.26 does not have yet. TestSuite compares with the go command.
var later = []string{"scannererr", "sqlrowserr"}

// suite is what go vet runs.
func suite() []*analysis.Analyzer {
	return slices.DeleteFunc(slices.Clone(vetsuite.Suite), func(a *analysis.Analyzer) bool { return slices.Contains(later, a.Name) })
}

// vet loads the packages with all that they import, from source, and runs the analyzers over them: over what they import too, where
// an analyzer asks for facts of it.
func (w *worker) vet(files []file) {
	w.syntaxErrors(files)
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{
		Context: w.ctx,
		Mode:    packages.LoadAllSyntax | packages.NeedModule,
		Dir:     filepath.Join(w.Dir, filepath.FromSlash(w.Folder)),
		Fset:    fset,
		Tests:   w.Tests,
	}, w.Patterns...)
	if err != nil {
		w.answer.Error = "vet cannot be run: " + w.text(goMessage(err.Error()))
		return
	}
	roots := w.roots(pkgs)
	packages.Visit(roots, nil, func(p *packages.Package) { w.errors(p, slices.Contains(roots, p)) })
	w.stops(roots)
	graph, err := checker.Analyze(suite(), roots, nil)
	if err != nil {
		w.answer.Error = "vet cannot be run: " + w.text(err.Error())
		return
	}
	for _, action := range graph.Roots {
		for _, d := range action.Diagnostics {
			if at, ok := w.position(fset, d.Pos); ok {
				w.found(at, action.Analyzer.Name, d.Message)
			}
		}
		if action.Err != nil && !action.Package.IllTyped {
			w.answer.Notes = append(w.answer.Notes, w.text(action.Analyzer.Name+" failed for "+action.Package.PkgPath+": "+action.Err.Error()))
		}
	}
	slices.SortFunc(w.answer.Findings, func(a, b Finding) int {
		return cmp.Or(compareAt(a.At, b.At), cmp.Compare(a.By, b.By), cmp.Compare(a.Message, b.Message))
	})
	w.answer.Findings = slices.Compact(w.answer.Findings) // a package and its tests are checked in several variants
}

// goMessage is what the go command said, without what go/packages says around it.
func goMessage(text string) string {
	if _, said, found := strings.Cut(text, "stderr: "); found && strings.TrimSpace(said) != "" {
		return strings.TrimSpace(said)
	}
	return text
}

// roots are the packages that go vet runs on: where a package has tests, the variant that has them inside takes its place.
func (w *worker) roots(pkgs []*packages.Package) []*packages.Package {
	tested := map[string]bool{}
	for _, p := range pkgs {
		if p.ForTest != "" && p.PkgPath == p.ForTest {
			tested[p.PkgPath] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(pkgs), func(p *packages.Package) bool {
		main := strings.HasSuffix(p.ID, ".test") // the generated main of a test
		return main || p.ForTest == "" && tested[p.PkgPath]
	})
}

func (w *worker) found(at, by, message string) {
	w.answer.Findings = append(w.answer.Findings, Finding{at, by, w.text(message)})
}

func (w *worker) position(fset *token.FileSet, pos token.Pos) (string, bool) {
	p := fset.PositionFor(pos, false)
	name, ok := w.path(p.Filename)
	return name + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column), ok
}

// syntaxErrors are those of the files that belong to the build.
func (w *worker) syntaxErrors(files []file) {
	for i := range files {
		f := &files[i]
		if !f.in {
			continue
		}
		for _, e := range f.errs {
			w.found(f.atOffset(e.Pos.Offset), "syntax", e.Msg)
		}
	}
}

// errors are the errors of a package, but for those of syntax: of one that is imported, what keeps it from being loaded.
func (w *worker) errors(p *packages.Package, root bool) {
	for _, e := range p.Errors {
		if e.Kind != packages.TypeError && e.Kind != packages.ParseError {
			w.found(w.place(p, e.Pos), "load", e.Msg)
		}
	}
	if !root {
		return
	}
	for _, e := range p.TypeErrors {
		if !strings.HasPrefix(e.Msg, "could not import ") || !w.loadFailed() { // it is said better there
			w.typeError(e)
		}
	}
}

func (w *worker) loadFailed() bool {
	return slices.ContainsFunc(w.answer.Findings, func(f Finding) bool { return f.By == "load" })
}

func (w *worker) typeError(e types.Error) {
	if at, ok := w.position(e.Fset, e.Pos); ok {
		w.found(at, "type", e.Msg)
	}
}

// place is the position that the go command gives an error, as far as it is one of the copy; the folder of the package otherwise.
func (w *worker) place(p *packages.Package, pos string) string {
	name, rest, _ := strings.Cut(pos, ".go:")
	if name += ".go"; rest != "" {
		if !filepath.IsAbs(name) {
			name = filepath.Join(w.Dir, filepath.FromSlash(w.Folder), name)
		}
		if file, ok := w.path(name); ok {
			return file + ":" + rest
		}
	}
	if dir, ok := w.path(p.Dir); ok && p.Dir != "" {
		return dir
	}
	return w.Folder
}

// stops says which packages are not vetted because of errors in what they import.
func (w *worker) stops(roots []*packages.Package) {
	for _, p := range roots {
		if p.IllTyped && len(p.Errors) == 0 {
			w.answer.Notes = append(w.answer.Notes, w.text(p.PkgPath+" was not vetted, because a package that it imports has errors"))
		}
	}
}

// compareAt compares positions: by path, then by line and column as numbers.
func compareAt(a, b string) int {
	aPath, aLine, aColumn := splitAt(a)
	bPath, bLine, bColumn := splitAt(b)
	return cmp.Or(cmp.Compare(path.Dir(aPath), path.Dir(bPath)), cmp.Compare(aPath, bPath), aLine-bLine, aColumn-bColumn)
}

func splitAt(at string) (name string, line, column int) {
	name, column = cutNumber(at)
	name, line = cutNumber(name)
	return name, line, column
}

func cutNumber(s string) (string, int) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil {
		return s, 0
	}
	return s[:i], n
}
