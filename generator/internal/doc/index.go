package doc

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// Index answers which comments belong to a parameter, result, field, constant or type of one file. go/parser
// attaches none to parameters, and to fields only those that stand alone on their lines.
//
// A comment belongs to the item that it stands directly above, or after on the same line, before or after the comma
// (D1, D14); a block comment may also stand before the item, or between its name and its type (D13).
//
// gofmt moves some comments, so where they stood before must not matter. It carries a block comment over the comma before
// it: of a comment between two items of one line only the style of the whole line can tell which of them it describes.
// And a line that goes on from the line comment above it becomes a comment of its own, above what follows.
type Index struct {
	file  *token.File
	items map[ast.Node]Comments
}

// Comments are the comments of one item. Either may be nil.
type Comments struct {
	above, after *ast.CommentGroup
	shared       bool // they stand at several names that are declared together (F9, D17)

	directive []*ast.Comment
}

// Directives are the //tool: lines among the comments of an item, those for all names of its declaration included.
func (c Comments) Directives() []*ast.Comment { return c.directive }

// NewIndex reads a file that was parsed with comments.
func NewIndex(fset *token.FileSet, file *ast.File) *Index {
	x := &Index{file: fset.File(file.FileStart), items: map[ast.Node]Comments{}}
	groups := slices.SortedFunc(slices.Values(file.Comments), func(a, b *ast.CommentGroup) int { return cmp.Compare(a.Pos(), b.Pos()) })
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return false // what a function declares inside is no tool's business
		case *ast.GenDecl:
			x.decl(n, groups)
		case *ast.StructType:
			x.fields(n.Fields, n.Fields.Opening, n.Fields.Closing, groups)
		case *ast.FuncType:
			x.fields(n.Params, n.Params.Opening, n.Params.Closing, groups)
			if n.Results != nil {
				from, to := n.Results.Opening, n.Results.Closing
				if !from.IsValid() {
					from, to = n.Params.Closing, n.Results.End()
				}
				x.fields(n.Results, from, to, groups)
			}
		}
		return true
	})
	return x
}

// Of returns the comments of an item: of the identifier that a parameter, result, field, constant or type declares, or
// of the *ast.Field where it has no name.
func (x *Index) Of(n ast.Node) Comments { return x.items[n] }

// slot is one name of a list with the comments around it.
type slot struct {
	node            ast.Node
	pos, inner, end token.Pos // inner: where its type or value starts

	context bool // of the type context.Context, which nobody describes on a line with others

	lead    *ast.CommentGroup // on lines of its own, directly above
	before  *ast.CommentGroup // before it on its line
	inside  *ast.CommentGroup // between name and type
	between *ast.CommentGroup // between it and the next one, all on one line
	after   *ast.CommentGroup // after it on its last line
}

// fields indexes a list of parameters, results or struct fields that stands between two brackets.
func (x *Index) fields(list *ast.FieldList, from, to token.Pos, groups []*ast.CommentGroup) {
	var slots []*slot
	var decls [][]*slot
	for _, f := range list.List {
		names := slotsOf(f.Names, f, f.Type.Pos(), f.End())
		names[len(names)-1].context = isContext(f.Type)
		slots, decls = append(slots, names...), append(decls, names)
	}
	x.fill(slots, from, to, groups)
	for _, names := range decls {
		x.settle(names)
	}
}

// decl indexes the types or constants of one declaration.
func (x *Index) decl(decl *ast.GenDecl, groups []*ast.CommentGroup) {
	var slots []*slot
	var decls [][]*slot
	for _, spec := range decl.Specs {
		var names []*slot
		var line *ast.CommentGroup
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			names, line = slotsOf([]*ast.Ident{spec.Name}, spec, spec.Type.Pos(), spec.End()), spec.Comment
		case *ast.ValueSpec:
			names, line = slotsOf(spec.Names, spec, token.NoPos, spec.End()), spec.Comment
		default:
			continue
		}
		if !decl.Lparen.IsValid() {
			names[0].lead, names[len(names)-1].after = decl.Doc, line
		}
		slots, decls = append(slots, names...), append(decls, names)
	}
	if decl.Lparen.IsValid() {
		x.fill(slots, decl.Lparen, decl.Rparen, groups)
	}
	for _, names := range decls {
		x.settle(names)
	}
}

// slots makes a slot of every name; the last one reaches to the end of the declaration.
func slotsOf(names []*ast.Ident, unnamed ast.Node, inner, end token.Pos) []*slot {
	if len(names) == 0 {
		return []*slot{{node: unnamed, pos: unnamed.Pos(), end: end}}
	}
	var slots []*slot
	for _, name := range names {
		slots = append(slots, &slot{node: name, pos: name.Pos(), end: name.End()})
	}
	last := slots[len(slots)-1]
	last.inner, last.end = inner, end
	return slots
}

// fill puts every comment between two brackets into the slot that it belongs to.
func (x *Index) fill(slots []*slot, from, to token.Pos, groups []*ast.CommentGroup) {
	first, _ := slices.BinarySearchFunc(groups, from, func(g *ast.CommentGroup, p token.Pos) int { return cmp.Compare(g.Pos(), p) })
	for _, g := range groups[first:] {
		if g.Pos() >= to {
			break
		}
		next, _ := slices.BinarySearchFunc(slots, g.Pos(), func(s *slot, p token.Pos) int { return cmp.Compare(s.pos, p) })
		x.place(g, slots, next, from)
	}
	for len(slots) > 0 {
		n := 1
		for n < len(slots) && x.line(slots[n-1].end) == x.line(slots[n].pos) {
			n++
		}
		settleLine(slots[:n])
		slots = slots[n:]
	}
}

// settleLine gives the comments between the items of one line to the items before them, or to those after them where the
// first item has its comment before it and nothing stands after the last.
func settleLine(slots []*slot) {
	if slots[0].context && len(slots) > 1 {
		slots[1].before, slots[0].between = slots[0].between, nil
		slots = slots[1:]
	}
	precede := slots[0].before != nil && slots[len(slots)-1].after == nil
	for i, s := range slots {
		if precede && s.between != nil {
			slots[i+1].before = s.between
		} else {
			s.after = joinGroups(s.between, s.after)
		}
	}
}

// isContext reports whether a type is spelled context.Context.
func isContext(t ast.Expr) bool {
	sel, ok := t.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Context" {
		return false
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && pkg.Name == "context"
}

// place decides for one comment that stands before slots[next] and after the slot before that, if there is one.
func (x *Index) place(g *ast.CommentGroup, slots []*slot, next int, from token.Pos) {
	var prev, following *slot
	prevEnd := from
	if next > 0 {
		prev = slots[next-1]
		prevEnd = prev.end
	}
	if next < len(slots) {
		following = slots[next]
	}
	if g.Pos() < prevEnd {
		if g.End() <= prev.inner {
			prev.inside = joinGroups(prev.inside, g)
		}
		return // else it belongs to something inside the type
	}
	touchesPrev := prev != nil && x.line(g.Pos()) == x.line(prevEnd)
	touchesNext := following != nil && x.line(g.End()) == x.line(following.pos)
	switch {
	case touchesPrev && touchesNext:
		prev.between = joinGroups(prev.between, g)
	case touchesPrev:
		prev.after = joinGroups(prev.after, g)
	case touchesNext:
		following.before = joinGroups(following.before, g)
	case following != nil && x.line(g.End())+1 == x.line(following.pos) && x.line(g.Pos()) > x.line(prevEnd):
		following.lead = joinGroups(following.lead, g)
	}
}

// settle decides which comments each name of one declaration has. Names that stand on one line share what is above the
// line and at its end; and a single comment at several names describes them all.
func (x *Index) settle(names []*slot) {
	own := make([]Comments, len(names))
	var common Comments
	for i, s := range names {
		own[i] = Comments{above: joinGroups(s.lead, s.before), after: joinGroups(s.inside, s.after)}
	}
	first, last := names[0], names[len(names)-1]
	if len(names) > 1 && x.line(first.pos) == x.line(last.pos) {
		common = Comments{above: first.lead, after: last.after}
		own[0].above, own[len(own)-1].after = first.before, last.inside
	}
	if common.empty() && len(names) > 1 {
		commented := slices.DeleteFunc(slices.Clone(own), Comments.empty)
		if len(commented) == 1 {
			common, own = commented[0], make([]Comments, len(names))
		}
	}
	alone := 0
	for _, c := range own {
		if !c.empty() {
			alone++
		}
	}
	for i, s := range names {
		c := own[i]
		if c.empty() {
			c = common
			c.shared = len(names)-alone > 1
			c.directive = directives(common)
		} else {
			c.directive = append(directives(common), directives(c)...)
		}
		x.items[s.node] = c
	}
}

func (c Comments) empty() bool { return c.above == nil && c.after == nil }

func directives(c Comments) []*ast.Comment {
	var out []*ast.Comment
	for _, g := range []*ast.CommentGroup{c.above, c.after} {
		if g == nil {
			continue
		}
		for _, comment := range g.List {
			if strings.HasPrefix(comment.Text, "//tool:") {
				out = append(out, comment)
			}
		}
	}
	return out
}

// line counts lines as they lie on disk; //line comments do not count.
func (x *Index) line(p token.Pos) int { return x.file.PositionFor(p, false).Line }

// joinGroups makes one group of two that describe the same thing.
func joinGroups(a, b *ast.CommentGroup) *ast.CommentGroup {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &ast.CommentGroup{List: slices.Concat(a.List, b.List)}
}
