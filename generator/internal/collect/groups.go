package collect

import (
	"fmt"
	"go/types"
	ones "math/bits"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// Rules across the properties of one object (R18): //tool:exactlyOneOf, atLeastOneOf and atMostOneOf above a struct type or a tool.
// What a struct says holds for each use of it as arguments, those that embed it included. No keyword of the schema says it (X8).

// maxGroup is how many properties one rule counts: the bits of a word.
const maxGroup = 64

// typeGroups are the rules above a type declaration.
func (c *collector) typeGroups(obj *types.TypeName, keys settings) []setting {
	said := keys.groups()
	if len(said) == 0 {
		return nil
	}
	_, isStruct := obj.Type().Underlying().(*types.Struct)
	why := ""
	switch {
	case obj.IsAlias():
		why = "an alias: the rule belongs above the struct itself"
	case !isStruct:
		why = "no struct"
	case c.ownForm(obj.Type()):
		why = "a struct with a JSON form of its own, which has no properties"
	default:
		return said
	}
	for _, s := range said {
		c.errorAt(s.pos, s.end, "K17", fmt.Sprintf("%s applies to structs, and %s is %s", s.Key.Text, obj.Name(), why), "remove the line")
	}
	return nil
}

// structGroups gives an object the rules of its struct, and those of the structs that it embeds.
func (c *collector) structGroups(t types.Type, o *model.Object) bool {
	const optional = `give the field %s the tag tool:"optional", or make it a pointer`
	ok, within := true, ""
	if n, named := t.(*types.Named); named {
		ok, within = c.group(o, c.typeMark(n).groups, o.Fields, n.Obj().Name(), optional), " in "+n.Obj().Name()
	}
	var embedded []*types.Named
	promoted := map[*types.Named][]*model.Field{}
	for _, f := range o.Fields {
		for _, n := range c.origins[f].field.within {
			if promoted[n] == nil {
				embedded = append(embedded, n)
			}
			promoted[n] = append(promoted[n], f)
		}
	}
	for _, n := range embedded {
		ok = c.group(o, c.typeMark(n).groups, promoted[n], n.Obj().Name()+within, optional) && ok
	}
	return ok && c.groupsAgree(o)
}

// inputGroups takes over the rules of a root or flat struct, whose fields have become those of the arguments.
func (c *collector) inputGroups(input *model.Object, m *model.Param, fields []*model.Field) {
	if m.Role != model.Root && m.Role != model.Flat {
		return
	}
	o := m.Type.Struct.Object
	for _, g := range o.Groups {
		own := &model.Group{Rule: g.Rule}
		for _, f := range g.Fields {
			own.Fields = append(own.Fields, fields[slices.Index(o.Fields, f)])
		}
		c.groupAt[own] = c.groupAt[g]
		input.Groups = append(input.Groups, own)
	}
}

// toolGroups gives the arguments the rules above the tool. Those of structs may have been broken by the tool's own lines.
func (c *collector) toolGroups(input *model.Object, a *annotation) bool {
	ok := true
	for _, g := range input.Groups {
		for _, f := range g.Fields {
			if !f.Optional {
				s := c.groupAt[g]
				c.refuse(a.place, "R18", fmt.Sprintf("%s: the property %s is required here, and its struct says %s", a.decl.Name.Name, f.Name, s.Entry), "remove required")
				ok = false
			}
		}
	}
	said := a.set.groups()
	return ok && c.group(input, said, input.Fields, a.decl.Name.Name, "//tool:param %s optional") && (len(said) == 0 || c.groupsAgree(input))
}

// group adds rules to an object. Their names are those of fields, by JSON name or Go name; optional is the fix for one that is required.
func (c *collector) group(o *model.Object, said []setting, fields []*model.Field, owner, optional string) bool {
	ok := true
	for _, s := range said {
		names, problem := s.Names()
		if problem != nil {
			continue // reported where it was read
		}
		g := &model.Group{Rule: model.GroupRule(slices.Index(model.GroupRules, s.Key.Text))}
		fail := func(fix, format string, args ...any) {
			c.errorAt(s.pos, s.end, "R18", fmt.Sprintf("%s: %s: ", owner, s.Key.Text)+fmt.Sprintf(format, args...), fix)
			ok = false
		}
		if len(names) > maxGroup {
			fail("name fewer", "%d names, and at most %d are counted", len(names), maxGroup)
			continue
		}
		for i, name := range names {
			found := called(fields, name)
			switch {
			case len(found) == 0:
				fix, hint := "name properties: "+strings.Join(propertyNames(fields), ", "), ""
				if near := nearProperty(fields, name); near != "" {
					hint = "; did you mean " + near + "?"
					right := slices.Clone(names)
					right[i] = near
					fix = "//tool:" + s.Key.Text + "=" + spellNames(right)
				}
				fail(fix, "there is no property %q%s", name, hint)
			case len(found) > 1:
				fail("use the JSON name", "%q means several properties", name)
			case slices.Contains(g.Fields, found[0]):
				fix := "name another property"
				if len(names) > 2 {
					fix = "//tool:" + s.Key.Text + "=" + spellNames(slices.Delete(slices.Clone(names), i, i+1))
				}
				fail(fix, "%q is the property %s, which is named already", name, found[0].Name)
			case !found[0].Optional:
				fail(fmt.Sprintf(optional, name), "the property %s is required, so it is always given", found[0].Name)
			default:
				g.Fields = append(g.Fields, found[0])
			}
		}
		if len(g.Fields) == len(names) {
			c.groupAt[g] = s
			o.Groups = append(o.Groups, g)
		}
	}
	return ok
}

// called finds properties by JSON name, else by the Go name of the field or parameter.
func called(fields []*model.Field, name string) []*model.Field {
	var byGo []*model.Field
	for _, f := range fields {
		if f.Name == name {
			return []*model.Field{f}
		}
		if f.Path[len(f.Path)-1].Name == name {
			byGo = append(byGo, f)
		}
	}
	return byGo
}

func propertyNames(fields []*model.Field) []string {
	return (&model.Group{Fields: fields}).Names()
}

// nearProperty is the name of the property that another one was likely meant for.
func nearProperty(fields []*model.Field, name string) string {
	near := diag.Nearest(name, propertyNames(fields))
	if near != "" {
		return near
	}
	var goNames []string
	for _, f := range fields {
		goNames = append(goNames, f.Path[len(f.Path)-1].Name)
	}
	return diag.Nearest(name, goNames)
}

// spellNames writes names as the value of a key.
func spellNames(names []string) string {
	text := strings.Join(names, ";")
	if strings.ContainsAny(text, " \t\"`") {
		return model.Quote(text)
	}
	return text
}

// groupsAgree refuses rules that contradict each other: no arguments keep all of them, or a property can never be given. All ways to
// give the properties are tried, where these are not very many.
func (c *collector) groupsAgree(o *model.Object) bool {
	const most = 16
	var fields []*model.Field
	masks := make([]uint, len(o.Groups))
	for i, g := range o.Groups {
		for _, f := range g.Fields {
			at := slices.Index(fields, f)
			if at < 0 {
				at = len(fields)
				fields = append(fields, f)
			}
			masks[i] |= 1 << (at % most)
		}
		if len(fields) > most {
			return true
		}
		if same := slices.Index(masks[:i], masks[i]); same >= 0 {
			c.refuseSame(o.Groups[same], g)
			return false
		}
	}
	possible, some := uint(0), false
	for given := range uint(1) << len(fields) {
		keeps := true
		for i, g := range o.Groups {
			keeps = keeps && g.Rule.Allows(ones.OnesCount(given&masks[i]))
		}
		if keeps {
			possible, some = possible|given, true
		}
	}
	var never []string
	for i, f := range fields {
		if possible>>i&1 == 0 {
			never = append(never, f.Name)
		}
	}
	if some && never == nil {
		return true
	}
	last := c.groupAt[o.Groups[len(o.Groups)-1]]
	if !some {
		c.errorAt(last.pos, last.end, "R18", c.spellGroups(o)+" cannot all hold", "remove one of them")
	} else {
		c.errorAt(last.pos, last.end, "R18", fmt.Sprintf("%s: together they leave no way to give %s", c.spellGroups(o), strings.Join(never, ", ")), "remove one of the rules, or the name from them")
	}
	return false
}

// refuseSame refuses two rules over the same properties.
func (c *collector) refuseSame(first, second *model.Group) {
	a, b := c.groupAt[first], c.groupAt[second]
	fix := "keep one of them"
	if first.Rule != second.Rule && first.Rule != model.ExactlyOne && second.Rule != model.ExactlyOne {
		fix = "//tool:exactlyOneOf=" + spellNames(second.Names()) + " says both"
	}
	c.errorWith(b.pos, b.end, "R18", fmt.Sprintf("%s: another rule speaks of the same properties", b.Entry), fix, related{a.pos, a.end, "this one"})
}

func (c *collector) spellGroups(o *model.Object) string {
	var out []string
	for _, g := range o.Groups {
		out = append(out, c.groupAt[g].String())
	}
	return strings.Join(out, " and ")
}

// brokenGroup is the first rule across properties that a JSON object breaks. Null is not given, unless it is a value of its own.
func brokenGroup(tree map[string]any, o *model.Object) error {
	for _, g := range o.Groups {
		given := 0
		for _, f := range g.Fields {
			if value, found := tree[f.Name]; found && (value != nil || f.Rules.Nullable || f.Type.MayBeAbsent()) {
				given++
			}
		}
		if !g.Rule.Allows(given) {
			number := [...]string{"exactly one", "at least one", "at most one"}[g.Rule]
			return fmt.Errorf("give %s of %s; got %d of them", number, strings.Join(g.Names(), ", "), given)
		}
	}
	return nil
}
