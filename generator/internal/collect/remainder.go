package collect

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// The remainder (S16): a field map[string]T with the json option embed takes what no other field of its struct names. As any other
// field it may come from an embedded struct; of several the shallowest counts.

// isRest reports whether a field can be a remainder; if not, it says why.
func (c *collector) isRest(f *types.Var, tag jsonTag, at place) bool {
	where := c.fieldPlace(f, at)
	path := at.path + "." + f.Name()
	m, isMap := f.Type().Underlying().(*types.Map)
	switch {
	case !f.Exported():
		c.refuse(where, "S16", path+": an unexported field cannot take unknown keys", "export it")
	case tag.name != "":
		c.refuse(where, "S16", fmt.Sprintf("%s: with the json option embed the entries have no property %q around them", path, tag.name), "remove the name, or the option")
	case !isMap || !isPlainText(m.Key()):
		c.refuse(where, "S16", fmt.Sprintf("%s: the json option embed makes a map[string]T take the keys that no field names, and this is %s", path, c.show(f.Type())),
			"for the fields of a struct, embed it in Go: write "+embedding(f.Type(), c))
	case tag.omitEmpty || tag.omitZero || tag.quoted || tag.format != "":
		c.refuse(where, "S16", path+": the json option embed stands alone", "remove the other options")
	default:
		return true
	}
	return false
}

// embedding spells a type as an embedded field.
func embedding(t types.Type, c *collector) string {
	if _, isStruct := derefType(t).Underlying().(*types.Struct); isStruct {
		return c.show(t) + " without a field name"
	}
	return "its type without a field name"
}

// isPlainText reports whether a type is a kind of string that is written as it is.
func isPlainText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0 && !codecOf(t).text()
}

// splitRest parts the remainders from the fields.
func splitRest(all []candidate) (fields, rest []candidate) {
	for _, f := range all {
		if f.tag.rest {
			rest = append(rest, f)
		} else {
			fields = append(fields, f)
		}
	}
	return fields, rest
}

// rest gives an object its remainder, if there is one. It reports false after an error.
func (c *collector) rest(o *model.Object, all []candidate, u *types.Struct, at place) bool {
	if len(all) == 0 {
		return true
	}
	f := slices.MinFunc(all, func(a, b candidate) int { return a.depth - b.depth })
	same := slices.DeleteFunc(slices.Clone(all), func(o candidate) bool { return o.depth != f.depth })
	if len(same) > 1 {
		var ways []string
		for _, s := range same {
			ways = append(ways, strings.TrimPrefix(s.owner+"."+s.field.Name(), "."))
		}
		c.refuse(c.fieldPlace(f.field, at), "S16", fmt.Sprintf("%s: unknown keys can land in one map alone, and there are %s", at.path, strings.Join(ways, " and ")), "keep the option embed on one of them")
		return false
	}
	if !c.promoted(f, u) {
		c.refuse(c.fieldPlace(f.field, at), "G23", fmt.Sprintf("%s: field %s is hidden inside an embedded struct that package %s cannot name", at.path, f.field.Name(), c.pkg.Name),
			"take the values as a struct of your own")
		return false
	}
	o.Rest = c.restField(f, at)
	return o.Rest != nil
}

// restField makes the remainder. It has no name and no presence, so that only what is said of its values has a meaning.
func (c *collector) restField(f candidate, at place) *model.Field {
	where := c.fieldPlace(f.field, at).inside("." + f.field.Name())
	set := c.fieldSettings(f.field, f.raw, where)
	ok := true
	for _, s := range set {
		if s.Key.Text != "description" && !strings.HasPrefix(s.Key.Text, itemPrefix) {
			c.errorAt(s.pos, s.end, "K17", fmt.Sprintf("%s: %s cannot be said of the map that takes unknown keys", where.path, s.Key.Text), "say items."+s.Key.Text+" where its values are meant")
			ok = false
		}
	}
	where.set = set
	t := c.typeOf(f.field.Type(), where)
	if t == nil || !ok {
		return nil
	}
	field := &model.Field{Path: f.path, Type: t, Rules: model.NoRules, Optional: true}
	field.Description, _ = c.fieldText(f.field, f.raw, set, where)
	if !c.apply(field, set, where) {
		return nil
	}
	return field
}
