package collect

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/doc"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// source is one file with the index of its comments.
type source struct {
	file     *ast.File
	comments *doc.Index
}

// annotation is one tool function as the source declares it, before anything is mapped.
type annotation struct {
	source *source
	decl   *ast.FuncDecl
	place  place // the function's name
	set    settings
	params []paramLine
	result settings
	texts  []line // example, limitation
	allows map[string]line
	used   map[string]bool // the codes of allows that silenced something
	doc    doc.Func
	snake  bool
	name   string // the tool's name
	broken bool   // a directive line had errors, so what it says is not known
}

// paramLine is one //tool:param line: names and the keys for each.
type paramLine struct {
	line
	matched map[string]bool // names that some parameter or field answered to
}

// typeMark is what comments say of a declared type.
type typeMark struct {
	enum   *line      // //tool:enum; nil for none
	union  *unionMark // nil without a //tool:union line
	from   *setting   // the function that supplies values of the type (F6)
	schema string     // //tool:schema, compact; "" none
	groups []setting  // rules across the properties of a struct (R18)
	doc    doc.Item
	first  *line // the first directive above its declaration; nil for none
}

// constMark is what comments say of a constant.
type constMark struct {
	skip, deprecated bool
	text             *string // //tool:text; nil for none
	doc              string
	problems         []doc.Problem // of its comments
}

// fieldMark is what comments say of a struct field declared in this package.
type fieldMark struct {
	field    *ast.Field
	set      settings
	doc      doc.Item
	exported bool // the type that it is declared in is exported
}

// index reads every comment of the package once: directives go to what they stand above, near-misses are errors.
func (c *collector) index() {
	for _, file := range c.pkg.Files {
		s := &source{file: file, comments: doc.NewIndex(c.pkg.Fset, file)}
		c.nearMisses(file)
		c.indexPackageDoc(file)
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				c.indexFunc(s, decl)
			case *ast.GenDecl:
				c.indexGen(s, decl)
			}
		}
	}
}

func (c *collector) nearMisses(file *ast.File) {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if p, near := directive.NearMiss(comment.Text); near {
				c.claimed[comment] = true
				c.errorAt(comment.Pos()+token.Pos(p.Start), comment.Pos()+token.Pos(p.End), p.Code, p.Message, p.Fix)
			} else if !directive.Is(comment.Text) {
				c.behindText(comment)
			}
		}
	}
}

// behindText refuses a directive that stands behind text on one line, where Go takes it for text too.
func (c *collector) behindText(comment *ast.Comment) {
	text, _, _ := strings.Cut(comment.Text, "\n")
	i := strings.LastIndex(text, "//tool:")
	if i <= 0 {
		return
	}
	for _, target := range []directive.Target{directive.OnFunc, directive.OnParam} {
		if _, problems := directive.Parse(text[i:], target); len(problems) == 0 {
			c.errorAt(comment.Pos()+token.Pos(i), comment.Pos()+token.Pos(len(text)), directive.CodeNearMiss,
				"this is no directive: it stands behind text on the same line", "give it a line of its own:\n"+strings.TrimSpace(text[i:]))
			return
		}
	}
}

// indexPackageDoc reads //tool:defaults lines of the package comment.
func (c *collector) indexPackageDoc(file *ast.File) {
	for _, comment := range directiveLines(file.Doc) {
		l, ok := c.parse(comment, directive.OnPackage)
		switch {
		case ok && l.Form == directive.Defaults:
			c.defaults = c.add(c.defaults, l.set)
		case ok && l.Form == directive.Map:
			c.mapLine(l)
		}
	}
}

// indexFunc reads the directives of a function and makes it an annotation if they ask for a tool.
func (c *collector) indexFunc(s *source, decl *ast.FuncDecl) {
	lines := directiveLines(decl.Doc)
	if len(lines) == 0 {
		return
	}
	a := &annotation{source: s, decl: decl, allows: map[string]line{}, used: map[string]bool{},
		place: place{pos: decl.Name.Pos(), end: decl.Name.End(), path: decl.Name.Name}}
	isTool := false
	for _, comment := range lines {
		l, ok := c.parse(comment, directive.OnFunc)
		isTool = isTool || l.Form == directive.Keys || !ok
		if !ok {
			a.broken = true
			continue
		}
		switch l.Form {
		case directive.Keys:
			a.set = c.add(a.set, l.set)
		case directive.Param:
			a.params = append(a.params, paramLine{line: l, matched: map[string]bool{}})
		case directive.Result:
			a.result = c.add(a.result, l.set)
		case directive.Allow:
			a.allows[l.Code.Text] = l
		default:
			a.texts = append(a.texts, l)
		}
	}
	if !isTool {
		c.errorAt(lines[0].Pos(), lines[0].End(), directive.CodeMisplaced, decl.Name.Name+" is no tool: these lines have nothing to add to",
			"add //tool:name="+names.Snake(decl.Name.Name))
		return
	}
	c.indexStructs(s, decl.Type.Params, false)
	c.annotations = append(c.annotations, a)
}

// indexGen reads types and constants.
func (c *collector) indexGen(s *source, decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			c.indexType(s, decl, spec)
		case *ast.ValueSpec:
			if decl.Tok == token.CONST {
				c.indexConst(s, spec)
			}
		}
	}
}

func (c *collector) indexType(s *source, decl *ast.GenDecl, spec *ast.TypeSpec) {
	group := spec.Doc
	if group == nil && !decl.Lparen.IsValid() {
		group = decl.Doc
	}
	item := c.reader().ReadType(group, spec.Name.Name)
	obj, ok := c.object(spec.Name).(*types.TypeName)
	var keys settings
	var first *line
	schema := ""
	for _, comment := range directiveLines(group) {
		l, fine := c.parse(comment, directive.OnType)
		if fine && first == nil {
			first = &l
		}
		if ok && fine && l.Form == directive.Enum {
			c.markEnum(obj, l)
		}
		if ok && fine && l.Form == directive.Union {
			c.markUnion(obj, l)
		}
		if ok && fine && l.Form == directive.Schema {
			schema = c.typeSchema(obj, l)
		}
		if fine && l.Form == directive.Keys {
			keys = c.add(keys, l.set)
		}
	}
	var supplied *setting
	if s, found := keys.find("from"); found {
		supplied = &s
		if spec.Assign.IsValid() {
			c.errorAt(s.pos, s.end, "F6", spec.Name.Name+" is an alias, and from would hold for the type behind it or not by how a parameter spells it", "say it on the parameter: //tool:param NAME from="+s.Value.Text)
		}
	}
	if ok {
		mark := c.types[obj]
		mark.doc, mark.from, mark.schema, mark.first = item, supplied, schema, first
		mark.groups = c.typeGroups(obj, keys)
		c.types[obj] = mark
	}
	c.indexStructs(s, spec.Type, spec.Name.IsExported())
}

// indexStructs reads the fields of every struct literal inside a node.
func (c *collector) indexStructs(s *source, within ast.Node, exported bool) {
	ast.Inspect(within, func(n ast.Node) bool {
		lit, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		for _, field := range lit.Fields.List {
			c.indexField(s, field, exported)
		}
		return true
	})
}

func (c *collector) indexField(s *source, field *ast.Field, exported bool) {
	if len(field.Names) == 0 {
		c.markField(s.comments.Of(field), embeddedName(field.Type), field, exported)
	}
	for _, name := range field.Names {
		c.markField(s.comments.Of(name), name, field, exported)
	}
}

func (c *collector) markField(comments doc.Comments, name *ast.Ident, field *ast.Field, exported bool) {
	mark := fieldMark{field: field, exported: exported, set: c.keysOf(comments.Directives(), directive.OnField)}
	mark.doc = c.itemDoc(comments)
	if obj, ok := c.object(name).(*types.Var); ok {
		c.fieldMarks[obj] = mark
	}
}

// embeddedName is the identifier that names an embedded field.
func embeddedName(t ast.Expr) *ast.Ident {
	switch t := t.(type) {
	case *ast.Ident:
		return t
	case *ast.StarExpr:
		return embeddedName(t.X)
	case *ast.SelectorExpr:
		return t.Sel
	case *ast.IndexExpr:
		return embeddedName(t.X)
	case *ast.IndexListExpr:
		return embeddedName(t.X)
	}
	return nil
}

// directiveLines are the //tool: comments of a group.
func directiveLines(group *ast.CommentGroup) []*ast.Comment {
	if group == nil {
		return nil
	}
	var out []*ast.Comment
	for _, comment := range group.List {
		if strings.HasPrefix(comment.Text, "//tool:") {
			out = append(out, comment)
		}
	}
	return out
}

// misplaced reports the //tool: comments that stand above nothing they could mean (G02, G13), and those in files that
// the generated file cannot rely on (F13).
func (c *collector) misplaced() {
	for _, file := range c.pkg.Files {
		for _, group := range file.Comments {
			for _, comment := range directiveLines(group) {
				if c.claimed[comment] {
					continue
				}
				if group.End() < file.Package {
					c.errorAt(comment.Pos(), comment.End(), directive.CodeDetached, "detached directive: a blank line parts it from the package clause", "remove the blank line")
					continue
				}
				if fn := c.detachedFrom(file, group); fn != nil {
					c.errorAt(comment.Pos(), comment.End(), directive.CodeDetached, "detached directive: a blank line parts it from func "+fn.Name.Name, "remove the blank line")
					continue
				}
				c.errorAt(comment.Pos(), comment.End(), directive.CodeMisplaced, "misplaced directive: nothing a tool is made of stands below it",
					"move it directly above a function, parameter, field, type or constant")
			}
		}
	}
}

// unread warns of directives on types and fields that no tool reads: they have no effect (K22). An exported type and its fields
// may be read by the tools of other packages. After an error nothing is said of types: those that the tool would have needed next
// have not been asked for.
func (c *collector) unread() {
	for obj, mark := range c.types {
		unseen := obj.Pkg() == c.pkg.Types && !obj.Exported() && !obj.IsAlias() && !c.askedTypes[obj]
		if mark.first != nil && unseen && len(c.annotations) > 0 && !c.failed {
			at := mark.first.comment
			c.warnAt(at.Pos(), at.End(), "K22", "no tool of this package takes or returns "+obj.Name()+", so the directive has no effect", "remove it")
		}
	}
	for v, mark := range c.fieldMarks {
		if len(mark.set) > 0 && !c.readFields[v] && !mark.exported && len(c.annotations) > 0 {
			s := mark.set[0]
			c.warnAt(s.pos, s.end, "K22", "no tool of this package takes "+v.Name()+", so the directive has no effect", "remove it")
		}
	}
}

// detachedFrom returns the function that a comment group stands above with only blank lines between.
func (c *collector) detachedFrom(file *ast.File, group *ast.CommentGroup) *ast.FuncDecl {
	for _, decl := range file.Decls {
		if decl.Pos() < group.Pos() && group.End() < decl.End() {
			return nil // inside a body, a parameter list, a group of declarations
		}
		start := decl.Pos()
		fn, ok := decl.(*ast.FuncDecl)
		if ok && fn.Doc != nil {
			start = fn.Doc.Pos()
		}
		if start < group.End() {
			continue
		}
		if !ok {
			return nil
		}
		return fn
	}
	return nil
}
