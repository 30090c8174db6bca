package load

import (
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// takeOthers parses the files of the folder that are not in p.Files, and notes for every file what keeps it out of some
// builds, in this one or another. A directive in such a file is refused by collect (F13): output that calls its functions
// would not compile elsewhere. The go command alone would let it vanish without a word.
func (l *loader) takeOthers(p *Package, f *folder) {
	p.Constraints = map[string]string{}
	for i, name := range p.FileNames {
		if reason := constrained(name, p.Files[i]); reason != "" {
			p.Constraints[name] = reason
		}
	}
	names := slices.Clone(f.names)
	l.Permute(names)
	slices.Sort(names)
	for _, base := range names {
		name := filepath.Join(f.dir, base)
		src := f.sources[base]
		if l.isOutput(name, src) || slices.Contains(p.FileNames, name) {
			continue
		}
		tree, _ := parser.ParseFile(l.fset, name, src, parseMode) // the go command does not read it here either
		if tree == nil {
			continue
		}
		reason := constrained(name, tree)
		if reason == "" {
			reason = "it is not part of the package in this build"
		}
		p.Src[name] = src
		p.Others = append(p.Others, OtherFile{
			Name:   name,
			Syntax: tree,
			Reason: reason,
			Test:   strings.HasSuffix(base, "_test.go"),
		})
	}
}

// constrained returns why some builds leave the file out, or "".
func constrained(name string, tree *ast.File) string {
	base := filepath.Base(name)
	switch {
	case strings.HasSuffix(base, "_test.go"):
		return "it is a test file"
	case hasConstraintLine(tree):
		return "it has a //go:build line"
	case hasPlatformName(base):
		stem := strings.TrimSuffix(base, ".go")
		return "its name ends in " + stem[strings.LastIndexByte(stem, '_'):]
	case importsC(tree):
		return `it imports "C", and not every build has cgo`
	}
	return ""
}

func hasConstraintLine(tree *ast.File) bool {
	for _, group := range tree.Comments {
		if group.Pos() >= tree.Package {
			break
		}
		for _, c := range group.List {
			if constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text) {
				return true
			}
		}
	}
	return false
}

// hasPlatformName reports whether the file's name alone keeps it out of some builds. go/build knows the lists of
// operating systems and architectures; on a platform that does not exist it takes every file but those.
func hasPlatformName(base string) bool {
	nowhere := build.Context{
		GOOS: "nowhere", GOARCH: "nowhere", Compiler: "gc",
		OpenFile: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p\n")), nil },
	}
	match, err := nowhere.MatchFile("", base)
	return err == nil && !match
}

func importsC(tree *ast.File) bool {
	return slices.ContainsFunc(tree.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` })
}
