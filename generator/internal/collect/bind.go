package collect

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// bindParamLines gives the keys of //tool:param lines to the parameters they name, by Go name or JSON name.
func (c *collector) bindParamLines(params []*parameter, a *annotation) bool {
	ok := true
	for i := range a.params {
		l := &a.params[i]
		for _, word := range l.Names {
			for _, p := range params {
				if p.v.Name() != word.Text && c.propertyName(p, a) != word.Text {
					continue
				}
				if isContext(p.v.Type()) {
					pos, end := l.word(word)
					c.errorAt(pos, end, directive.CodeParam, word.Text+" is the context: it is no argument", "remove the line")
					ok = false
				}
				p.set = c.add(p.set, l.set)
				l.matched[word.Text] = true
			}
		}
	}
	return ok
}

// bindFieldLines gives what is left of //tool:param lines to the fields of root and flat structs, and refuses names that
// nothing answers to.
func (c *collector) bindFieldLines(input *model.Object, a *annotation) bool {
	ok := true
	for _, l := range a.params {
		for _, word := range l.Names {
			pos, end := l.word(word)
			fields := fieldsCalled(input, word.Text)
			switch {
			case l.matched[word.Text] && len(fieldsCalled(input, word.Text)) > 1:
				c.errorAt(pos, end, directive.CodeParam, fmt.Sprintf("%q is both a parameter and a property", word.Text), "say which by its other name")
				ok = false
			case l.matched[word.Text]:
			case len(fields) == 0:
				c.errorAt(pos, end, directive.CodeParam, fmt.Sprintf("%s has no parameter or property %q", a.decl.Name.Name, word.Text), nearName(word.Text, input))
				ok = false
			case len(fields) > 1:
				c.errorAt(pos, end, directive.CodeParam, fmt.Sprintf("%q means several properties", word.Text), "use the JSON name")
				ok = false
			default:
				ok = c.overrideField(fields[0], l, a) && ok
			}
		}
	}
	return ok
}

// fieldsCalled finds properties by JSON name, else by the Go name of the field.
func fieldsCalled(o *model.Object, name string) []*model.Field {
	var byGo []*model.Field
	for _, f := range o.Fields {
		if f.Name == name {
			return []*model.Field{f}
		}
		if len(f.Path) > 1 && f.Path[len(f.Path)-1].Name == name {
			byGo = append(byGo, f)
		}
	}
	return byGo
}

func nearName(name string, o *model.Object) string {
	var all []string
	for _, f := range o.Fields {
		all = append(all, f.Name)
	}
	if len(all) == 0 {
		return "remove the line"
	}
	if near := diag.Nearest(name, all); near != "" {
		return "did you mean " + near + "?"
	}
	return "one of " + strings.Join(all, ", ")
}

// overrideField applies a //tool:param line to a property of a root or flat struct, for this tool alone.
func (c *collector) overrideField(f *model.Field, l paramLine, a *annotation) bool {
	at := a.place.inside("(" + f.Name + ")")
	ok := true
	for _, s := range l.set {
		if s.Key.Text == "from" {
			c.errorAt(s.pos, s.end, "F6", f.Name+": a field is part of the arguments, and from supplies parameters", "take the value as a parameter of its own")
			ok = false
		}
		if key := s.Key.Text; key == "flat" || key == "nest" || key == "name" {
			c.errorAt(s.pos, s.end, "K17", key+" cannot be said of a struct's field from outside", "say it on the field")
			ok = false
		}
	}
	if s, found := l.set.find("description"); found {
		f.Description = s.Value.Text
	}
	set := l.set
	if from, known := c.origins[f]; known && choosesForm(l.set) {
		at.set = from.place.set.under(l.set)
		if t := c.quoted(c.typeOf(from.field.field.Type(), at), from.field, at); t != nil {
			f.Type = t
		} else {
			ok = false
		}
		set = from.place.set.itemKeys().under(l.set) // the new type has lost what the field says of its items
	}
	if from, known := c.origins[f]; known && l.set.on("nullable") {
		joined := from.place.set.under(l.set)
		f.Optional = from.field.tag.omitEmpty || from.field.tag.omitZero || joined.on("optional") || f.Default != nil || optionalByType(f.Type, joined)
	}
	return c.apply(f, set, at) && ok
}

// fieldSettings are the keys set on a struct field: above it and in its tool tag.
func (c *collector) fieldSettings(v *types.Var, raw reflect.StructTag, at place) settings {
	var out settings
	c.readFields[v.Origin()] = true
	if mark, ok := c.fieldMarks[v.Origin()]; ok {
		out = c.add(out, mark.set)
	}
	if tag, ok := raw.Lookup("tool"); ok {
		entries, problems := directive.ParseTag(tag, directive.OnField)
		for _, p := range problems {
			c.errorAt(at.pos, at.end, p.Code, at.path+": tool tag: "+p.Message, p.Fix)
		}
		var set settings
		for _, e := range entries {
			e.Value.Text = c.shownText(e, at.pos, at.end)
			set = append(set, setting{Entry: e, pos: at.pos, end: at.end})
		}
		out = c.add(out, set)
	}
	return out
}

// givenName is the JSON name that a field's own directive gives it; it goes before that of the json tag. Whether the field is a
// property at all is not decided yet, so nothing counts as read.
func (c *collector) givenName(v *types.Var, raw reflect.StructTag) (string, bool) {
	if s, found := c.fieldMarks[v.Origin()].set.find("name"); found {
		return s.Value.Text, true
	}
	entries, _ := directive.ParseTag(raw.Get("tool"), directive.OnField) // fieldSettings reports what is wrong with it
	for _, e := range entries {
		if e.Key.Text == "name" {
			return e.Value.Text, true
		}
	}
	return "", false
}

// fieldText is the description of a struct field, first hit wins (D1), and whether it is deprecated (D9).
func (c *collector) fieldText(v *types.Var, raw reflect.StructTag, set settings, at place) (string, bool) {
	if s, found := set.find("description"); found {
		return s.Value.Text, false
	}
	for _, key := range []string{"jsonschema_description", "doc", "description"} {
		if text := raw.Get(key); text != "" {
			return c.visibleText(text, at.pos, at.end), false
		}
	}
	mark := c.fieldMarks[v.Origin()]
	c.reportDoc(mark.doc.Warnings)
	return mark.doc.Text, mark.doc.Deprecated
}
