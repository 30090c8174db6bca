package load

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"golang.org/x/tools/go/packages"
)

// complaints sorts what the go command, the parser and the type checker have said about a package. Into diagnostics goes
// what makes its syntax unreliable; into p.TypeErrors what matters only to a signature that needs it; away goes what
// concerns our own output and the compiler's echo of what the checker says better:
//
//	syntax errors in the user's files               G1, all of them
//	files that cannot be read                       G2
//	package clauses that differ                     G3
//	a language version newer than this program      G4
//	type errors, imports that are not found         tolerated
//	"# path", anything positioned in our output,
//	unused imports and the like                     dropped
func (l *loader) complaints(f *folder, p *Package, loaded *packages.Package) []diag.Diagnostic {
	var ds []diag.Diagnostic
	syntax := map[string]int{} // files with syntax errors, and the line of the last one
	for _, e := range loaded.Errors {
		at := l.place(e.Pos)
		if e.Kind != packages.ParseError || at.File == p.OutputPath || f.unreadable[filepath.Base(at.File)] != nil {
			continue // the last is reported where it was read
		}
		if syntax[at.File] == at.Line {
			continue // the parser stumbling on
		}
		syntax[at.File] = at.Line
		d := diag.Diagnostic{Code: "G1", Range: at, Message: "syntax error: " + e.Msg, Fix: "mend the file; the rest of the run goes on without its package"}
		ds = append(ds, d)
	}
	ds = append(ds, p.clauses(loaded.Name)...)

	for _, e := range loaded.Errors {
		switch {
		case e.Kind == packages.ListError && !l.dropped(p, e) && syntax[l.place(e.Pos).File] == 0:
			p.tolerate(TypeError{Range: l.place(e.Pos), Message: firstLine(e.Msg)})
		case e.Kind == packages.UnknownError && len(ds) > 0:
			ds[0].Fix = cmp.Or(tooOld(e.Msg), ds[0].Fix)
		}
	}
	p.missingImports(loaded)
	unresolved := len(p.TypeErrors)
	said := "" // by the error before
	for _, e := range loaded.TypeErrors {
		at := l.fset.PositionFor(e.Pos, false)
		if more, found := strings.CutPrefix(e.Msg, "\t"); found { // it goes on about the one before, at another place
			e.Msg = said + ": " + more
		} else {
			said = e.Msg
		}
		switch {
		case at.Filename == p.OutputPath, e.Soft:
		case slices.ContainsFunc(p.TypeErrors[:unresolved], func(t TypeError) bool { return t.Pos == e.Pos }):
		case strings.HasPrefix(e.Msg, "package requires newer Go version"):
			ds = append(ds, diag.Diagnostic{
				Code: "G4", Range: p.Position(e.Pos), Message: e.Msg,
				Fix: "run toolgen through the module's own toolchain: go get -tool github.com/toolgen/toolgen/cmd/toolgen, then go tool toolgen",
			})
		default:
			p.tolerate(TypeError{Pos: e.Pos, Range: p.Position(e.Pos), Message: e.Msg})
		}
	}
	slices.SortFunc(p.TypeErrors, func(a, b TypeError) int {
		return cmp.Or(
			cmp.Compare(a.Range.File, b.Range.File),
			cmp.Compare(a.Range.Line, b.Range.Line),
			cmp.Compare(a.Range.Col, b.Range.Col),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return ds
}

func (p *Package) tolerate(e TypeError) { p.TypeErrors = append(p.TypeErrors, e) }

// dropped reports whether a complaint of the go command says nothing that matters here.
func (l *loader) dropped(p *Package, e packages.Error) bool {
	switch {
	case strings.HasPrefix(e.Msg, "# "):
		return true // the compiler's words, which the type checker repeats with columns
	case l.place(e.Pos).File == p.OutputPath:
		return true
	case strings.HasPrefix(e.Msg, "found packages "):
		return true // clauses says it with positions
	case strings.Contains(e.Msg, "no non-test Go files in "), strings.HasPrefix(e.Msg, "no Go files in "),
		strings.HasPrefix(e.Msg, "build constraints exclude all Go files in "):
		return true // what matters about such a folder is F13
	}
	return false
}

// clauses reports the files whose package clause differs from the first one's. name is the package's name by the go
// command, which may be that of an output from before the package was renamed.
func (p *Package) clauses(name string) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for i, f := range p.Files {
		first := p.Files[0].Name
		if f.Name.Name == first.Name || f.Name.Name == "" {
			continue // what has no clause has a syntax error, which is reported
		}
		ds = append(ds, diag.Diagnostic{
			Code:    "G3",
			Range:   p.Span(f.Name),
			Message: fmt.Sprintf("%s is of package %s, and %s of package %s", filepath.Base(p.FileNames[i]), f.Name.Name, filepath.Base(p.FileNames[0]), first.Name),
			Fix:     "a folder holds one package: give both files the same package clause, or move one",
			Related: []diag.Related{{Range: p.Span(first), Message: "the first package clause"}},
		})
	}
	if len(ds) == 0 && len(p.Files) > 0 && name != "" && p.Files[0].Name.Name != name {
		p.Name = p.Files[0].Name.Name
		ds = append(ds, diag.Diagnostic{
			Code:    "G3",
			Range:   diag.Range{File: p.OutputPath, Line: 1, Col: 1},
			Message: fmt.Sprintf("the generated file is of package %s, and the other files of package %s", name, p.Name),
			Fix:     "delete " + filepath.Base(p.OutputPath) + " and run go tool toolgen again",
		})
	}
	return ds
}

// missingImports gives imports that could not be resolved their reason. The go command keeps it at the package that was
// not found; the type checker says only "undefined" at every use.
func (p *Package) missingImports(loaded *packages.Package) {
	for _, tree := range p.Files {
		for _, spec := range tree.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			dep := loaded.Imports[path]
			if err != nil || dep == nil || len(dep.GoFiles) > 0 {
				continue
			}
			for _, e := range dep.Errors {
				if e.Kind == packages.ListError {
					p.tolerate(TypeError{Pos: spec.Path.Pos(), Range: p.Span(spec.Path), Message: firstLine(e.Msg)})
				}
			}
		}
	}
}

// place reads a position as go/packages writes it: "file:line:col", "file:line", "-" or "". The go command writes file
// names relative to the folder it runs in.
func (l *loader) place(pos string) diag.Range {
	if pos == "" || pos == "-" {
		return diag.Range{}
	}
	var r diag.Range
	file, last, _ := cutLast(pos)
	if rest, before, found := cutLast(file); found {
		file, r.Line, r.Col = rest, before, last
	} else {
		r.Line = last
	}
	r.File = l.abs(file)
	return r
}

// cutLast cuts a number behind the last colon off.
func cutLast(s string) (before string, number int, found bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil {
		return s, 0, false
	}
	return s[:i], n, true
}

func firstLine(msg string) string {
	first, more, found := strings.Cut(msg, "\n")
	if found && strings.HasSuffix(first, "; to add it:") {
		return strings.TrimSuffix(first, " to add it:") + " run " + strings.TrimSpace(more)
	}
	return first
}

// tooOld turns go/packages' note about a newer go command into a fix, or returns "".
func tooOld(msg string) string {
	if strings.HasPrefix(msg, "This application uses version") {
		return "the go command is newer than the Go that built toolgen, which may not read new syntax: build toolgen again"
	}
	return ""
}
