package collect

import (
	"go/ast"
	"go/types"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/doc"
)

// markEnum notes a //tool:enum line of a type. Above an alias it speaks of the type behind, so that a package can say it of
// a type that it does not declare.
func (c *collector) markEnum(obj *types.TypeName, l line) {
	n, named := types.Unalias(obj.Type()).(*types.Named)
	b, basic := obj.Type().Underlying().(*types.Basic)
	fail := func(code, message, fix string) {
		c.errorAt(l.comment.Pos(), l.comment.End(), code, message, fix)
	}
	switch {
	case !basic || !named:
		fail("K17", "//tool:enum applies to string and integer types of their own, and "+obj.Name()+" is none", "remove the line")
		return
	case b.Info()&(types.IsFloat|types.IsBoolean) != 0:
		fail("T83", "//tool:enum applies to string and integer types, and "+obj.Name()+" is "+b.Name(), "remove the line; enum= at a parameter or field lists the numbers allowed there")
		return
	case b.Info()&(types.IsString|types.IsInteger) == 0:
		fail("K17", "//tool:enum applies to string and integer types, and "+obj.Name()+" is none", "remove the line")
		return
	}
	if b.Info()&types.IsString != 0 {
		for _, s := range l.set {
			switch s.Key.Text {
			case "values", "names", "trim":
				c.errorAt(s.pos, s.end, "K17", s.Key.Text+" applies to integer types: a string constant is its own text", "remove "+s.Key.Text)
			}
		}
	}
	mark := c.types[n.Origin().Obj()]
	if mark.enum != nil && c.abroad {
		return // what this package says of the type wins
	}
	if mark.enum != nil {
		first := mark.enum.comment
		c.errorWith(l.comment.Pos(), l.comment.End(), directive.CodeTwice, "//tool:enum stands twice for "+c.show(n), "keep one of them",
			related{first.Pos(), first.End(), "first set here"})
		return
	}
	mark.enum = &l
	c.types[n.Origin().Obj()] = mark
}

// enumSays returns what a type's //tool:enum line says of a key.
func (m typeMark) enumSays(key string) (setting, bool) {
	if m.enum == nil {
		return setting{}, false
	}
	return m.enum.set.find(key)
}

// indexConst reads what stands at the constants of one line.
func (c *collector) indexConst(s *source, spec *ast.ValueSpec) {
	for _, name := range spec.Names {
		obj, ok := c.object(name).(*types.Const)
		comments := s.comments.Of(name)
		mark := constMark{}
		for _, comment := range comments.Directives() {
			l, fine := c.parseOnce(comment, directive.OnConst)
			mark.skip = mark.skip || fine && l.Form == directive.Skip
			if text, found := l.set.find("text"); fine && found {
				mark.text = c.constText(obj, text)
			}
		}
		item := c.itemDoc(comments)
		mark.doc, mark.deprecated, mark.problems = doc.CutName(doc.FirstSentence(item.Text), name.Name), item.Deprecated, item.Warnings
		if ok {
			c.consts[obj] = mark
		}
	}
}

// constText is the text that a directive gives to a constant; nil after an error.
func (c *collector) constText(k *types.Const, text setting) *string {
	if k == nil || k.Type() == types.Typ[types.Invalid] {
		return nil // it does not compile
	}
	b, basic := k.Type().Underlying().(*types.Basic)
	if _, named := types.Unalias(k.Type()).(*types.Named); !named || !basic || b.Info()&types.IsInteger == 0 {
		c.errorAt(text.pos, text.end, "K17", "text applies to the constants of an integer type, and "+k.Name()+" is none", "remove it; a string constant is its own text")
		return nil
	}
	if value := text.Value.Text; value == "" || isNumber(value) {
		c.errorAt(text.pos, text.end, directive.CodeValue, "the text of "+k.Name()+" must be a word: other constants without a text are sent as their number", "give it a name, such as //tool:text=red")
		return nil
	}
	return &text.Value.Text
}
