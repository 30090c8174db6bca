package collect

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/doc"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// reader reads comments with the tools' names for doc links (D7), which other packages do not mean.
func (c *collector) reader() doc.Reader {
	if c.abroad {
		return doc.Reader{Fset: c.pkg.Fset, Resolve: func(string) string { return "" }}
	}
	return doc.Reader{Fset: c.pkg.Fset, Resolve: func(name string) string { return c.toolNames[name] }}
}

// itemDoc is the description in the comments of a parameter, field or constant, and whether it says deprecated (D9). What is wrong with it
// is for who uses it to report: the comments of what no tool reaches are nobody's business.
func (c *collector) itemDoc(comments doc.Comments) doc.Item { return c.reader().ReadItem(comments) }

func (c *collector) reportDoc(problems []doc.Problem) {
	for _, p := range problems {
		if p.Warning {
			c.warnAt(p.Pos, p.End, p.Code, p.Message, p.Fix)
		} else {
			c.errorAt(p.Pos, p.End, p.Code, p.Message, p.Fix)
		}
	}
}

// paramComment reads what stands at a parameter: its comment, and the directives in place.
func (c *collector) paramComment(field *ast.Field, name *ast.Ident, a *annotation) (text string, deprecated bool, set settings) {
	var node ast.Node = field
	if name != nil {
		node = name
	}
	comments := a.source.comments.Of(node)
	set = c.keysOf(comments.Directives(), directive.OnParam)
	item := c.itemDoc(comments)
	c.reportDoc(item.Warnings)
	return item.Text, item.Deprecated, set
}

// paramDescription is the description of a parameter's property, first hit wins (D1): directive, comment, the list in
// the function's doc. The named type's doc comes last, in the schema.
func (c *collector) paramDescription(p *parameter, name string, a *annotation) string {
	if s, found := p.set.find("description"); found {
		return s.Value.Text
	}
	if p.text != "" {
		return p.text
	}
	if text := a.doc.Param(p.v.Name(), name); text != "" {
		return text
	}
	if c.typeDoc(types.Unalias(derefType(p.v.Type()))) == "" {
		c.undocumented(p.place, p.v.Name(), "say in a comment behind it what it is")
	}
	return ""
}

// readDoc reads the function's doc comment: the tool's description, and the lists in it (D2 to D4, D9, D11).
func (c *collector) readDoc(t *model.Tool, a *annotation, sig *types.Signature, params []*parameter) {
	subject := doc.Subject{Name: a.decl.Name.Name, Recv: receiverName(a.decl), KeepName: c.on(a, "keepname"), KeepReturns: !c.hasSchema(sig, a)}
	for _, p := range params {
		v := p.v
		if p.role == model.Context || p.role == model.Injected {
			subject.Silent = append(subject.Silent, v.Name())
			continue
		}
		subject.Params = append(subject.Params, v.Name(), c.wireNameIn(v.Name(), a.snake))
		subject.Params = append(subject.Params, c.fieldNames(v.Type())...)
	}
	for v := range sig.Results().Variables() {
		if !isError(v.Type()) {
			subject.Results = append(subject.Results, v.Name())
		}
	}
	a.doc = c.reader().ReadFunc(a.decl.Doc, subject)
	c.reportDoc(a.doc.Warnings)
	t.Description = a.doc.Description
	t.Deprecated = a.doc.Deprecated != ""
	if s, found := a.set.find("description"); found {
		t.Description = s.Value.Text
	}
	if s, found := a.result.find("description"); found {
		a.doc.Returns = s.Value.Text
	}
	if p, long := doc.TooLong(t.Description, a.place.pos, a.place.end); long {
		c.reportDoc([]doc.Problem{p})
	}
}

// describeTool falls back on the doc of the struct that is the arguments object (D18).
func (c *collector) describeTool(t *model.Tool, a *annotation) {
	for _, p := range t.Params {
		if p.Role == model.Root && t.Description == "" {
			t.Description = p.Type.Doc
		}
	}
	if t.Description == "" {
		c.undocumented(a.place, a.decl.Name.Name, "say in its doc comment what it does")
	}
}

// fieldNames are the names by which a list may speak of the fields of a struct that is sent as arguments.
func (c *collector) fieldNames(t types.Type) []string {
	s, ok := derefType(t).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []string
	for i := range s.NumFields() {
		tag, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
		out = append(out, s.Field(i).Name(), tag)
		if given, found := c.givenName(s.Field(i), reflect.StructTag(s.Tag(i))); found {
			out = append(out, given)
		}
	}
	return out
}

// undocumented warns of what a model would know by its name alone; docs=required makes it an error (D1).
func (c *collector) undocumented(at place, name, fix string) {
	if c.current != nil && c.current.broken {
		return // the description may stand where an error hid it
	}
	message := name + " is undocumented: a model sees its name alone"
	if c.defaults.text("docs") == "required" {
		c.refuse(at, "D1", message, fix)
		return
	}
	c.warn(at, "D1", message, fix)
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

func isIdentRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
