// Package collect turns a loaded package into the model of its tools: go/types and comments in, plain data and
// diagnostics out. Every rule of the mapping lives here, one file per family: signature.go (F), types.go, wellknown.go,
// bytes.go, anyvalue.go, declared.go, textform.go, codecs.go and enums.go (T), structs.go, jsontag.go and tags.go (S), union.go,
// variants.go, groups.go and limits.go (R), rules.go, breaks.go, pattern.go and values.go (N and constraints), text.go (D, which room doc
// reads), annotate.go, bind.go and settings.go (where directives stand), capability.go and example.go (the tool as a whole),
// assemble.go (names). It decides and does no I/O; the generator is its only caller.
package collect

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/doc"
	"github.com/toolgen/toolgen/generator/internal/load"
	"github.com/toolgen/toolgen/generator/internal/model"
	"golang.org/x/tools/go/types/typeutil"
)

// Package collects the tools of one package. The model is nil where an error was found; without tools it has none.
func Package(pkg *load.Package, providers Providers) (*model.Package, []diag.Diagnostic) {
	c := &collector{
		pkg:         pkg,
		judge:       providers,
		claimed:     map[*ast.Comment]bool{},
		shared:      map[*ast.Comment]line{},
		types:       map[*types.TypeName]typeMark{},
		consts:      map[*types.Const]constMark{},
		fieldMarks:  map[*types.Var]fieldMark{},
		refused:     map[*model.StructType]bool{},
		warned:      map[*types.Var]bool{},
		open:        map[*types.Named]bool{},
		checkedTags: map[*types.Var]bool{},
		readFields:  map[*types.Var]bool{},
		askedTypes:  map[*types.TypeName]bool{},
		origins:     map[*model.Field]origin{},
		groupAt:     map[*model.Group]setting{},
		constants:   map[*types.Package]map[*types.TypeName][]*types.Const{},
		spellings:   map[types.Type]int{},
		mapped:      map[string]*mapping{},

		foreign:      map[*ast.File]*source{},
		foreignFiles: map[*token.File]bool{},
		met:          map[types.Object]bool{},
		declared:     map[*ast.Ident]types.Object{},
	}
	c.excluded()
	p := &model.Package{Path: pkg.Path, Name: pkg.Name}
	if pkg.Types == nil { // every file is left out of this build
		return c.done(p)
	}
	c.index()
	c.nameTools()
	for _, a := range c.annotations {
		if t := c.tool(a); t != nil {
			p.Tools = append(p.Tools, t)
		}
	}
	c.misplaced()
	c.unread()
	c.unusedMappings()
	c.judgeAll(p.Tools)
	slices.SortFunc(p.Tools, func(a, b *model.Tool) int { return strings.Compare(a.Name, b.Name) })
	c.assemble(p)
	return c.done(p)
}

func (c *collector) done(p *model.Package) (*model.Package, []diag.Diagnostic) {
	if c.failed {
		p = nil
	}
	return p, c.set.Sorted()
}

// collector gathers one package. It lives for one call of Package.
type collector struct {
	pkg    *load.Package
	judge  Providers
	set    diag.Set
	failed bool

	claimed     map[*ast.Comment]bool
	shared      map[*ast.Comment]line // of comments that stand on several names
	defaults    settings              // of the package comment
	annotations []*annotation
	current     *annotation       // the tool being mapped
	toolNames   map[string]string // Go function to tool name, for doc links (D7)

	types      map[*types.TypeName]typeMark
	askedTypes map[*types.TypeName]bool // those whose marks some tool has asked for
	consts     map[*types.Const]constMark
	fieldMarks map[*types.Var]fieldMark

	structs     [2]typeutil.Map // named structs by direction
	unions      [2]unions       // by direction
	pending     []pendingVariant
	newTypes    int  // structs and unions that the tool at hand was the first to need
	tooMany     bool // more than a tool may have
	spellings   map[types.Type]int
	refused     map[*model.StructType]bool
	embedded    []*model.StructType // of the struct whose fields are being read
	warned      map[*types.Var]bool // fields whose tag has been warned of
	misnamed    *annotation         // the last tool that was warned of structs with names for another encoding
	checkedTags map[*types.Var]bool
	readFields  map[*types.Var]bool // fields whose directives a tool has read
	origins     map[*model.Field]origin
	groupAt     map[*model.Group]setting
	constants   map[*types.Package]map[*types.TypeName][]*types.Const // of the packages that were asked for them, by their type
	mapped      map[string]*mapping                                   // //tool:map lines, by path.Type

	// Of other packages (foreign.go).
	foreign      map[*ast.File]*source
	foreignFiles map[*token.File]bool
	met          map[types.Object]bool
	declared     map[*ast.Ident]types.Object // what identifiers of other packages' files declare
	abroad       bool                        // such a file is being read
	mapping      int                         // how deep typeOf is
	nesting      int                         // how many arrays and objects it is inside of
	open         map[*types.Named]bool       // named types that typeOf is inside of, structs left out
}

// excluded refuses directives in files that other builds leave out (F13).
func (c *collector) excluded() {
	for _, other := range c.pkg.Others {
		c.refuseDirectives(other.Syntax, other.Reason)
	}
	for i, file := range c.pkg.Files {
		if reason := c.pkg.Constraints[c.pkg.FileNames[i]]; reason != "" {
			c.refuseDirectives(file, reason)
		}
	}
}

func (c *collector) refuseDirectives(file *ast.File, reason string) {
	for _, group := range file.Comments {
		for _, comment := range directiveLines(group) {
			c.claimed[comment] = true
			c.errorAt(comment.Pos(), comment.End(), "F13", "a tool cannot be declared here: "+reason+", so the generated file would not compile everywhere",
				"put an unconstrained function in front of it")
		}
	}
}

// invalid reports why a type could not be resolved, in the checker's own words: what it said at the place, else in the
// tool's declaration, else of the whole package.
func (c *collector) invalid(at place) {
	var said []load.TypeError
	if at.node != nil {
		said = c.pkg.Why(at.node)
	}
	if len(said) == 0 && c.current != nil {
		said = c.pkg.Why(c.current.decl)
	}
	if len(said) == 0 {
		said = c.pkg.TypeErrors
	}
	if len(said) == 0 {
		c.refuse(at, "G20", at.path+": its type is not known", "make the package compile")
	}
	c.typeErrors(said)
}

// typeErrors reports complaints of the type checker that cannot be tolerated.
func (c *collector) typeErrors(said []load.TypeError) {
	for _, e := range said {
		c.failed = true
		message := strings.TrimSpace(e.Message)
		c.set.Add(diag.Diagnostic{Code: "G20", Range: e.Range, Message: message, Fix: c.knownBy(message, e.Pos), Package: c.pkg.Path})
	}
}

// knownBy is the fix for a complaint of the type checker.
func (c *collector) knownBy(message string, pos token.Pos) string {
	if _, get, found := strings.Cut(message, "; run go get "); found {
		return "go get " + get
	}
	name, found := strings.CutPrefix(message, "undefined: ")
	if !found {
		return "make the package compile: go vet says the same"
	}
	scope, before := c.pkg.Types.Scope(), ""
	if alias, _, qualified := strings.Cut(name, "."); qualified {
		before = alias + "."
		if p := c.importedAs(alias, pos); p != nil {
			scope = p.Scope()
		}
	}
	name = strings.TrimPrefix(name, before)
	switch near := diag.Nearest(name, scope.Names()); {
	case near != "":
		return "did you mean " + before + near + "?"
	case before == "":
		return "declare it, or import the package that does:\ntype " + name + " struct{}"
	}
	return "declare it there, or name what is declared"
}

// typeMark is what comments say of a named type.
func (c *collector) typeMark(n *types.Named) typeMark {
	obj := n.Origin().Obj()
	c.meet(obj)
	c.askedTypes[obj] = true
	return c.types[obj]
}

// typeDoc is the first sentence of a named type's doc, a fallback description (D1, T12).
func (c *collector) typeDoc(t types.Type) string {
	if n, ok := t.(*types.Named); ok {
		item := c.typeMark(n).doc
		c.reportDoc(item.Warnings)
		return doc.FirstSentence(item.Text)
	}
	return ""
}

func (c *collector) constMark(k *types.Const) constMark {
	c.meet(k)
	return c.consts[k]
}

// fieldPlace points to a field's declaration where it is in this package, else to the use that led there.
func (c *collector) fieldPlace(f *types.Var, at place) place {
	if mark, ok := c.fieldMarks[f.Origin()]; ok && f.Pkg() == c.pkg.Types {
		at.pos, at.end, at.node = mark.field.Pos(), mark.field.End(), mark.field
	}
	return at
}

// isStandard reports whether a package belongs to the standard library.
func (c *collector) isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	own, _, _ := strings.Cut(c.pkg.Module, "/")
	return !strings.Contains(first, ".") && first != own && path != c.pkg.Path
}

// snakeByDefault reports whether untagged names become snake_case in the whole package (S2). Structs are shared by the
// tools, so one tool's names=snake does not reach into them.
func (c *collector) snakeByDefault() bool { return c.defaults.text("names") == "snake" }
