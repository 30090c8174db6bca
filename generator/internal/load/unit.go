package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// unit is one package that the pruned load reads from source.
type unit struct {
	path, name, dir string
	in              *ownModule
	root            *folder // the folder that was asked for; nil for a package that one of those imports
	files           []*unitFile

	declared map[string][]*declaration // by name, of the package block
	methods  map[string][]*declaration // by the name of the receiver's type
	consts   []*declaration
	types    []*declaration
	reached  []*declaration

	needed map[string]bool // import paths that reached declarations use
	doubt  string          // why go/packages must read it; "" for no reason

	state      checkState
	checked    *types.Package
	info       *types.Info
	typeErrors []types.Error
}

// unitFile is one file of a unit that the build includes.
type unitFile struct {
	name    string // absolute
	src     []byte
	tree    *ast.File
	imports map[string]string // local name to import path; what names nothing is not in it
	dots    []string          // import paths
	unsure  []string          // import paths whose name in the file is not known
}

// declaration is a part of a file that is reached as a whole: a function's signature, a type, a group of constants, the
// variables of one line.
type declaration struct {
	file     *unitFile
	parts    []ast.Node // what of it names other things
	from, to token.Pos  // where an error concerns it
	reached  bool
}

// readUnit parses the files of a folder that the build includes. Doubt is set where the go command may see it otherwise.
func (p *pruner) readUnit(importPath string, in *ownModule, f *folder, root bool) *unit {
	u := &unit{
		path: importPath, dir: f.dir, in: in, needed: map[string]bool{},
		declared: map[string][]*declaration{}, methods: map[string][]*declaration{},
	}
	if root {
		u.root = f
	}
	if len(f.unreadable) > 0 {
		u.doubt = "a file cannot be read"
	}
	clause := "" // of our output, which the go command reads too
	for _, base := range f.names {
		name, src := filepath.Join(f.dir, base), f.sources[base]
		if strings.HasSuffix(base, "_test.go") {
			continue
		}
		if p.isOutput(name, src) {
			if tree, err := parser.ParseFile(token.NewFileSet(), name, src, parser.PackageClauseOnly); err == nil {
				clause = tree.Name.Name
			}
			continue
		}
		in, sure := p.platform.includes(name, src)
		if !sure {
			u.doubt = base + ": its constraint is one for the go command"
		}
		if !in || !sure {
			continue
		}
		// Which names of a file its imports must be is known only where the parser resolves the others.
		tree, err := parser.ParseFile(p.fset, name, src, parser.ParseComments|parser.AllErrors)
		switch {
		case err != nil || !packageClause(tree):
			u.doubt = base + " has a syntax error"
		case importsC(tree):
			u.doubt = base + ` imports "C"`
		case u.name != "" && u.name != tree.Name.Name:
			u.doubt = base + " is of another package"
		}
		if u.doubt != "" {
			return u
		}
		u.name = tree.Name.Name
		u.files = append(u.files, &unitFile{name: name, src: src, tree: tree})
	}
	switch {
	case len(u.files) == 0:
		u.doubt = "no file belongs to this build"
	case clause != "" && clause != u.name:
		u.doubt = "the output is of another package"
	case !root && u.name == "main":
		u.doubt = "a program cannot be imported"
	}
	u.index()
	return u
}

// index finds the declarations.
func (u *unit) index() {
	for _, f := range u.files {
		for _, decl := range f.tree.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				d := &declaration{file: f, parts: []ast.Node{decl.Type}, from: decl.Pos(), to: decl.Type.End()}
				if decl.Recv == nil {
					u.declare(decl.Name.Name, d)
					continue
				}
				d.parts = append(d.parts, decl.Recv)
				for _, r := range decl.Recv.List {
					if id := baseName(r.Type); id != "" {
						u.methods[id] = append(u.methods[id], d)
					}
				}
			case *ast.GenDecl:
				u.indexGen(f, decl)
			}
		}
	}
}

func (u *unit) declare(name string, d *declaration) {
	u.declared[name] = append(u.declared[name], d)
}

func (u *unit) indexGen(f *unitFile, decl *ast.GenDecl) {
	group := &declaration{file: f, from: decl.Pos(), to: decl.End()}
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			d := &declaration{file: f, parts: []ast.Node{spec.Type}, from: spec.Pos(), to: spec.End()}
			if spec.TypeParams != nil {
				d.parts = append(d.parts, spec.TypeParams)
			}
			u.declare(spec.Name.Name, d)
			u.types = append(u.types, d)
		case *ast.ValueSpec:
			d := &declaration{file: f, from: spec.Pos(), to: spec.End()}
			if decl.Tok == token.CONST {
				d = group // a line may repeat the one above it
			}
			if spec.Type != nil {
				d.parts = append(d.parts, spec.Type)
			}
			for _, value := range spec.Values {
				d.parts = append(d.parts, value)
			}
			for _, name := range spec.Names {
				u.declare(name.Name, d)
			}
		}
	}
	if decl.Tok == token.CONST {
		u.consts = append(u.consts, group)
	}
}

// baseName is the name of the type that a receiver is of; "" where the source is wrong.
func baseName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.ParenExpr:
		return baseName(t.X)
	case *ast.StarExpr:
		return baseName(t.X)
	case *ast.IndexExpr:
		return baseName(t.X)
	case *ast.IndexListExpr:
		return baseName(t.X)
	}
	return ""
}

// nameImports finds the name of every import in its file. An import without one has its package's own name, which only
// the package knows; so where a package is not at hand its name is guessed from the path, and the guess counts if the
// file has a name that nothing in the file or the package declares, and that no other import of it stands for.
func (p *pruner) nameImports(u *unit) {
	for _, f := range u.files {
		f.imports = map[string]string{}
		guessed := map[string][]string{}
		for _, spec := range f.tree.Imports {
			importPath, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				u.doubt = "an import without a path"
				return
			}
			if spec.Name != nil {
				switch name := spec.Name.Name; name {
				case "_":
				case ".":
					f.dots = append(f.dots, importPath)
				default:
					f.imports[name] = importPath
				}
				continue
			}
			if name, known := p.packageName(importPath); known {
				f.imports[name] = importPath
			} else {
				guessed[name] = append(guessed[name], importPath)
			}
		}
		if len(guessed) == 0 {
			continue
		}
		unresolved := map[string]bool{}
		for _, id := range f.tree.Unresolved {
			unresolved[id.Name] = true
		}
		for name, paths := range guessed {
			_, other := f.imports[name]
			if len(paths) > 1 || other || !unresolved[name] || u.declared[name] != nil || types.Universe.Lookup(name) != nil {
				f.unsure = append(f.unsure, paths...)
				continue
			}
			f.imports[name] = paths[0]
		}
		slices.Sort(f.unsure)
	}
}

// packageName is the name of an imported package: known for the standard library and for packages of one's own, guessed
// for others.
func (p *pruner) packageName(importPath string) (name string, known bool) {
	if n, ok := p.names[importPath]; ok {
		return n, true
	}
	name = guessName(importPath)
	if dir, _, own := p.own.folder(importPath); own {
		if n := p.clauseIn(dir); n != "" {
			name, known = n, true
		}
	} else if p.isStandard(importPath) {
		known = true
	}
	if known {
		p.names[importPath] = name
	}
	return name, known
}

func (p *pruner) isStandard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	if strings.Contains(first, ".") {
		return false
	}
	at, err := os.Stat(filepath.Join(p.goroot, "src", filepath.FromSlash(importPath)))
	return err == nil && at.IsDir()
}

// guessName is the last element of a path without what names a version or the language.
func guessName(importPath string) string {
	base := path.Base(importPath)
	if rest, isVersion := strings.CutPrefix(base, "v"); isVersion && strings.Trim(rest, "0123456789") == "" && rest != "" {
		base = path.Base(path.Dir(importPath))
	}
	base, _, _ = strings.Cut(base, ".v")
	return strings.TrimPrefix(base, "go-")
}

// clauseIn is the package name that the files of a folder agree on, tests aside; "" where they do not.
func (p *pruner) clauseIn(dir string) string {
	f, err := p.readFolder(dir)
	if err != nil {
		return ""
	}
	found := ""
	for _, base := range f.names {
		if strings.HasSuffix(base, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), base, f.sources[base], parser.PackageClauseOnly)
		if err != nil || found != "" && tree.Name.Name != found {
			return ""
		}
		found = tree.Name.Name
	}
	return found
}
