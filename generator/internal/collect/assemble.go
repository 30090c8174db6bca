package collect

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// assemble joins the tools to a package: distinct names, sets by receiver, and exported identifiers that clash with
// nothing. Exported names never change by themselves, so a clash is an error.
func (c *collector) assemble(p *model.Package) {
	c.distinctTools()
	declared, imported := c.takenNames()
	taken := maps.Clone(declared)
	for name, pos := range imported {
		if _, both := taken[name]; !both {
			taken[name] = pos
		}
	}
	p.Declared = slices.Sorted(maps.Keys(declared))
	p.Taken = slices.Sorted(maps.Keys(taken))
	c.refuseShadowed(p, declared)
	owner := map[string]*annotation{}
	for _, a := range c.annotations {
		owner[a.name] = a
	}
	for _, t := range p.Tools {
		c.nameConst(t, owner[t.Name], p, taken)
	}
	c.sets(p, owner, taken)
}

// distinctTools refuses two tools of one name (N05), with both places.
func (c *collector) distinctTools() {
	first := map[string]*annotation{}
	for _, a := range c.annotations {
		key := strings.ToLower(a.name)
		if other, twice := first[key]; twice {
			message := fmt.Sprintf("two tools are called %q", a.name)
			if other.name != a.name {
				message = fmt.Sprintf("the tools %q and %q differ only in case", other.name, a.name)
			}
			c.errorWith(a.place.pos, a.place.end, "G21", message, "rename one of them with //tool:name=",
				related{other.place.pos, other.place.end, "the other one"})
			continue
		}
		first[key] = a
	}
}

// nameConst chooses the exported constant of a tool's name: Tool<Camel(name)>, or go=Ident.
func (c *collector) nameConst(t *model.Tool, a *annotation, p *model.Package, taken map[string]token.Pos) {
	t.Const = "Tool" + names.Camel(t.Name)
	at := a.place
	if s, found := a.set.find("go"); found {
		t.Const = s.Value.Text
		at.pos, at.end = s.pos, s.end
	}
	for _, other := range p.Tools {
		if other.Name != t.Name && other.Const == t.Const {
			c.refuse(at, "G22", fmt.Sprintf("the tools %q and %q both need the identifier %s", other.Name, t.Name, t.Const), "give one of them another with go=Ident")
			return
		}
	}
	c.refuseTaken(at, t.Const, taken, "choose another identifier: //tool:go=Ident")
}

// refuseTaken reports a generated exported identifier that the package already declares.
func (c *collector) refuseTaken(at place, name string, taken map[string]token.Pos, fix string) {
	pos, clash := taken[name]
	if !clash {
		return
	}
	c.errorWith(at.pos, at.end, "G22", "the generated identifier "+name+" is already declared in this package", fix,
		related{pos, pos + token.Pos(len(name)), "declared here"})
}

// sets groups the tools by receiver and names the constructors.
func (c *collector) sets(p *model.Package, owner map[string]*annotation, taken map[string]token.Pos) {
	byRecv := map[string]*model.Set{}
	for _, t := range p.Tools {
		key, fn := "", "Tools"
		if s, found := c.defaults.find("func"); found {
			fn = s.Value.Text
		}
		if t.Recv != nil {
			key = t.Recv.Type.Name
			fn = upperFirst(key) + "Tools"
		}
		set := byRecv[key]
		if set == nil {
			set = &model.Set{Func: fn, Recv: t.Recv}
			byRecv[key] = set
			p.Sets = append(p.Sets, set)
			fix := "choose another name: //tool:defaults func=AgentTools in the package comment"
			if t.Recv != nil {
				fix = "rename " + fn
			}
			c.refuseTaken(owner[t.Name].place, fn, taken, fix)
		}
		set.Tools = append(set.Tools, t)
	}
	slices.SortFunc(p.Sets, func(a, b *model.Set) int { return strings.Compare(a.Func, b.Func) })
	for i := 1; i < len(p.Sets); i++ {
		if p.Sets[i].Func == p.Sets[i-1].Func {
			c.refuse(owner[p.Sets[i].Tools[0].Name].place, "G22", "two constructors would be called "+p.Sets[i].Func, "rename one of the receiver types")
		}
	}
}

// refuseShadowed refuses package-level names that hide what Go predeclares and generated code cannot spell otherwise.
func (c *collector) refuseShadowed(p *model.Package, declared map[string]token.Pos) {
	if len(p.Tools) == 0 {
		return
	}
	for _, name := range names.Shadowed(p.Declared) {
		pos := declared[name]
		c.errorAt(pos, pos+token.Pos(len(name)), "G24", "the generated code needs Go's own "+name+", which this hides", "give it another name")
	}
}

// takenNames are the identifiers that the package declares, in every file of the folder that belongs to it, whatever
// its build tags (N08): those of the package block, and those of its file blocks, which are import names and
// dot-imported names.
func (c *collector) takenNames() (inPackage, inFiles map[string]token.Pos) {
	inPackage, inFiles = map[string]token.Pos{}, map[string]token.Pos{}
	var files []*ast.File
	for i, file := range c.pkg.Files {
		if c.pkg.FileNames[i] != c.pkg.OutputPath { // a foreign file in the output's place is another problem
			files = append(files, file)
		}
	}
	for _, other := range c.pkg.Others {
		if other.Syntax != nil && other.Syntax.Name != nil && other.Syntax.Name.Name == c.pkg.Name {
			files = append(files, other.Syntax)
		}
	}
	for _, file := range files {
		for _, decl := range file.Decls {
			for _, id := range identifiersOf(decl) {
				inPackage[id.Name] = id.Pos()
			}
		}
		for _, spec := range file.Imports {
			if name := c.importName(spec); name != "" {
				inFiles[name] = spec.Pos()
			}
		}
	}
	maps.Copy(inFiles, c.dotImported())
	delete(inPackage, "_")
	return inPackage, inFiles
}

// identifiersOf are the package-level identifiers of a declaration.
func identifiersOf(decl ast.Decl) []*ast.Ident {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil && decl.Name.Name != "init" {
			return []*ast.Ident{decl.Name}
		}
	case *ast.GenDecl:
		var out []*ast.Ident
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				out = append(out, spec.Name)
			case *ast.ValueSpec:
				out = append(out, spec.Names...)
			}
		}
		return out
	}
	return nil
}

// importName is the name that an import declares in its file, "" for blank and dot imports. The type checker knows the
// package's own name (K09); for files outside the build the last element of the path is the best guess there is.
func (c *collector) importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		if spec.Name.Name == "_" || spec.Name.Name == "." {
			return ""
		}
		return spec.Name.Name
	}
	path := strings.Trim(spec.Path.Value, "\"`")
	if p := c.imported(path); p != nil {
		return p.Name()
	}
	return path[strings.LastIndex(path, "/")+1:]
}

// dotImported are the names that dot-imports bring into the package's files, with the place of the import.
func (c *collector) dotImported() map[string]token.Pos {
	out := map[string]token.Pos{}
	for _, file := range c.pkg.Files {
		for _, spec := range file.Imports {
			if spec.Name == nil || spec.Name.Name != "." {
				continue
			}
			p := c.imported(strings.Trim(spec.Path.Value, "\"`"))
			if p == nil {
				continue
			}
			for _, name := range p.Scope().Names() {
				if ast.IsExported(name) {
					out[name] = spec.Pos()
				}
			}
		}
	}
	return out
}

// imported is a direct import of the package; nil where it could not be found.
func (c *collector) imported(path string) *types.Package {
	if c.pkg.Types == nil {
		return nil
	}
	for _, p := range c.pkg.Types.Imports() {
		if p.Path() == path {
			return p
		}
	}
	return nil
}
