package collect

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/generator/internal/declared"
	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// Declared schemas (T51, O12): what a type's own UnmarshalJSON takes and its MarshalJSON writes is not knowable from its source, so the
// author says it, for one use (schema=), for a type (//tool:schema) or for a type of another package (//tool:map). The nearest wins.

// mapping is a //tool:map line.
type mapping struct {
	schema   string // compact JSON
	pos, end token.Pos
	used     bool
}

// ownJSON maps a type that reads or writes its own JSON in the direction of the place. The second result says that it does; the first
// is nil where it was refused.
func (c *collector) ownJSON(t types.Type, at place) (*model.Type, bool) {
	if _, isPointer := t.Underlying().(*types.Pointer); isPointer || types.IsInterface(t) || at.key {
		return nil, false // the element is asked; an interface has no JSON of its own, and a key is a string
	}
	m := codecOf(t)
	if at.dir == argument && !m.unmarshalJSON || at.dir == result && !m.marshalJSON {
		return nil, false
	}
	out := &model.Type{Kind: model.Raw, Go: goType(t), Form: underneath(t), Doc: c.typeDoc(t), ByPointer: lockIn(t, nil) != ""}
	var ok bool
	switch out.Schema, ok = c.declaredSchema(t, at); {
	case !ok:
		return nil, true
	case out.Schema != "":
		return out, true
	case m.promoted != nil && c.isOwn(t):
		c.refusePromoted(m, t, at)
	case at.dir == result:
		c.warn(at, "O12", fmt.Sprintf("%s: %s writes its own JSON (MarshalJSON), so nothing says what it looks like", at.path, c.show(t)), c.declarationFix(t, at))
		return out, true
	default:
		c.refuse(at, "T51", fmt.Sprintf("%s: %s reads its own JSON (UnmarshalJSON), so its form must be declared", at.path, c.show(t)), c.declarationFix(t, at))
	}
	return nil, true
}

// isOwn reports whether a type is declared in this package, or has no name.
func (c *collector) isOwn(t types.Type) bool {
	n, ok := t.(*types.Named)
	return !ok || n.Obj().Pkg() == c.pkg.Types
}

// declarationFix is the line that declares the schema of a type. A type with a text form is likely text in JSON too.
func (c *collector) declarationFix(t types.Type, at place) string {
	schema := `{"type":"string"}`
	switch t.Underlying().(type) {
	case *types.Struct, *types.Map:
		if !codecOf(t).text() {
			schema = `{"type":"object"}`
		}
	}
	does := map[direction]string{argument: "takes", result: "writes"}[at.dir]
	n, ok := t.(*types.Named)
	switch {
	case !ok:
		return at.paste("schema=" + schema)
	case n.Obj().Pkg() == c.pkg.Types:
		return fmt.Sprintf("//tool:schema %s   (above type %s, with what it really %s)", schema, n.Obj().Name(), does)
	}
	return fmt.Sprintf("//tool:map %s.%s=%s   (in the package comment, with what it really %s)", n.Obj().Pkg().Path(), n.Obj().Name(), schema, does)
}

// underneath says what a type is in Go, as far as its zero value depends on it.
func underneath(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return "string"
		case u.Info()&types.IsBoolean != 0:
			return "bool"
		}
		return "number"
	case *types.Slice, *types.Map:
		return "list"
	}
	return "whole"
}

// declaredSchema is the schema that is declared for a use or its type, "" for none. It is false after an error.
func (c *collector) declaredSchema(t types.Type, at place) (schema string, ok bool) {
	if s, found := at.set.find("schema"); found {
		code := map[direction]string{argument: "T22", result: "O12"}[at.dir]
		return c.readSchema(s.Value.Text, s.pos, s.end, code, at.path+": schema: ")
	}
	n, isNamed := t.(*types.Named)
	if !isNamed || n.Obj().Pkg() == nil {
		return "", true
	}
	if d := c.mapped[n.Obj().Pkg().Path()+"."+n.Obj().Name()]; d != nil {
		d.used = true
		return d.schema, true
	}
	return c.typeMark(n).schema, true
}

// declaredContainer is declaredSchema for a list or map of any, which can be nothing else.
func (c *collector) declaredContainer(t types.Type, at place, only string) (schema string, ok bool) {
	schema, ok = c.declaredSchema(t, at)
	if allowed := (&model.Type{Schema: schema}).Types(); ok && schema != "" && !slices.Equal(allowed, []string{only}) {
		c.refuse(at, "K17", fmt.Sprintf(`%s: the declared schema of %s must say "type":"%s"`, at.path, c.show(t), only), at.paste(`schema={"type":"`+only+`"}`))
		return "", false
	}
	return schema, ok
}

// mapLine reads a //tool:map line.
func (c *collector) mapLine(l line) {
	name := l.Names[0]
	pos, end := l.word(l.Text)
	schema, ok := c.readSchema(l.Text.Text, pos, end, "T51", "//tool:map: ")
	if !ok {
		return
	}
	pos, end = l.word(name)
	if first := c.mapped[name.Text]; first != nil {
		c.errorWith(pos, end, directive.CodeTwice, name.Text+" is mapped twice", "keep one of them", related{first.pos, first.end, "first mapped here"})
		return
	}
	c.mapped[name.Text] = &mapping{schema: schema, pos: pos, end: end}
}

// unusedMappings warns of //tool:map lines that no tool has a use for.
func (c *collector) unusedMappings() {
	for _, name := range slices.Sorted(maps.Keys(c.mapped)) {
		if d := c.mapped[name]; !d.used && len(c.annotations) > 0 {
			c.warnAt(d.pos, d.end, "K22", "no tool of this package takes or returns "+name+" as a type with its own JSON, so the line has no effect", "remove it, or correct the import path")
		}
	}
}

// typeSchema reads a //tool:schema line above a type.
func (c *collector) typeSchema(name *types.TypeName, l line) string {
	t := name.Type()
	if m := codecOf(t); !m.marshalJSON && !m.unmarshalJSON && !types.IsInterface(t) {
		c.errorAt(l.comment.Pos(), l.comment.End(), "K17", "//tool:schema applies to types with UnmarshalJSON or MarshalJSON, and to interfaces; the schema of this one is made from its Go type", "remove the line")
		return ""
	}
	pos, end := l.word(l.Text)
	schema, ok := c.readSchema(l.Text.Text, pos, end, "T51", "//tool:schema: ")
	if !ok {
		return "{}" // one mistake is reported once
	}
	return schema
}

// readSchema reads a declared schema, and returns it as compact JSON in the author's order. Everything that is wrong with it is reported.
func (c *collector) readSchema(text string, pos, end token.Pos, code, where string) (schema string, ok bool) {
	s, faults := declared.Parse(text)
	for _, f := range faults {
		c.errorAt(pos, end, code, where+f.Message, f.Fix)
	}
	if s == nil {
		return "", false
	}
	for _, n := range s.Notes {
		c.warnAt(pos, end, "K23", where+n.Message, n.Fix)
	}
	return s.Text, true
}
