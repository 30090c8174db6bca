package collect

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// named is a constant of an integer type: Value is its name, the text that stands for it, and number its value.
type named struct {
	model.Const
	number string
}

// calendarNames are the months or weekdays, which no version of Go changes (T54); nil for any other type.
func calendarNames(n *types.Named) []named {
	var out []named
	switch {
	case isNamed(n, "time", "Month"):
		for m := time.January; m <= time.December; m++ {
			out = append(out, named{model.Const{Name: m.String(), Value: strings.ToLower(m.String())}, fmt.Sprint(int(m))})
		}
	case isNamed(n, "time", "Weekday"):
		for d := time.Sunday; d <= time.Saturday; d++ {
			out = append(out, named{model.Const{Name: d.String(), Value: strings.ToLower(d.String())}, fmt.Sprint(int(d))})
		}
	}
	return out
}

// namesType is an integer type that is sent as the names of its constants (T72, T73).
func namesType(n *types.Named, doc string, list []named) *model.Type {
	e := &model.Enum{Type: goType(n)}
	for _, k := range list {
		e.Values = append(e.Values, k.Const)
	}
	return &model.Type{Kind: model.Names, Go: goType(n), Doc: doc, Enum: e}
}

// numberType is an integer type whose constants keep their numbers: its values, or only the known ones of them. A number
// says nothing, so a name stands for the doc that a constant does not have.
func numberType(n *types.Named, b *types.Basic, doc string, list []named, open bool) *model.Type {
	e := &model.Enum{Type: goType(n)}
	for _, k := range list {
		k.Doc = cmp.Or(k.Doc, k.Value)
		k.Value = k.number
		e.Values = append(e.Values, k.Const)
	}
	m := &model.Type{Kind: model.Int, Go: goType(n), Bits: bits(b), Doc: doc}
	if b.Info()&types.IsUnsigned != 0 {
		m.Kind = model.Uint
	}
	if open {
		m.Known = e
	} else {
		m.Enum = e
	}
	return m
}

// intEnum answers for an integer type with constants. Nothing is said of one that stays a plain integer, but for a warning
// where a model would have to guess.
func (c *collector) intEnum(n *types.Named, b *types.Basic, methods codec, at place) (*model.Type, bool) {
	mark := c.typeMark(n)
	members, ok := c.members(n, at)
	if !ok {
		return nil, true
	}
	members, equal := distinct(members)
	texts := 0
	for _, m := range members {
		if m.mark.text != nil {
			texts++
		}
	}
	_, byName := mark.enumSays("names")
	_, trimmed := mark.enumSays("trim")
	values, _ := mark.enumSays("values")
	ints, open := values.Value.Text == "int", c.isOpen(mark, at)
	given := byName || trimmed || texts == len(members)
	switch {
	case len(members) == 0 && mark.enum != nil && !open:
		c.refuse(at, "T72", fmt.Sprintf("%s: %s is marked //tool:enum and has no exported constants", at.path, c.show(n)), "declare its values as exported constants")
		return nil, true
	case len(members) == 0:
		c.warnOfHidden(n, "a model sees a plain integer", at)
		return nil, false
	case open && methods.text():
		return nil, false // its own methods read and write any text
	case len(members) == 1 && mark.enum == nil && texts == 0 && !open:
		return nil, false // T71
	case open || ints:
		return c.numbers(n, b, members, open, at)
	case methods.text() && !given:
		if at.dir == result && methods.marshalText {
			return nil, false // whatever its texts are, it writes them itself
		}
		c.refuseTexts(n, members, at)
		return nil, true
	case mark.enum == nil && texts == 0 && !(equal == "" && consecutive(members)):
		c.warnOfNumbers(n, members, equal, at)
		return nil, false
	}
	list, ok := c.nameAll(n, members, at)
	if !ok {
		return nil, true
	}
	for i, m := range members {
		if list[i].number == "0" {
			c.warnOfZero(n, m, at)
		}
	}
	return namesType(n, c.typeDoc(n), list), true
}

// numbers is the type whose constants keep their numbers, closed or open.
func (c *collector) numbers(n *types.Named, b *types.Basic, members []member, open bool, at place) (*model.Type, bool) {
	list, ok := c.nameAll(n, members, at)
	if !ok {
		return nil, true
	}
	return numberType(n, b, c.typeDoc(n), list, open), true
}

// distinct leaves the first of constants with equal values, and says which constant it left out, if any.
func distinct(all []member) (out []member, equal string) {
	for _, m := range all {
		if slices.ContainsFunc(out, func(o member) bool { return number(o) == number(m) }) {
			equal = m.Name()
			continue
		}
		out = append(out, m)
	}
	return out, equal
}

func number(m member) string { return constant.ToInt(m.Val()).ExactString() }

// consecutive reports whether constants count up from 0 or 1, whatever their order (T72).
func consecutive(list []member) bool {
	values := intValues(list)
	if len(values) < len(list) || len(values) < 2 {
		return false
	}
	return (values[0] == 0 || values[0] == 1) && values[len(values)-1]-values[0] == int64(len(values)-1)
}

// intValues are the values of constants that an int64 holds, sorted.
func intValues(list []member) []int64 {
	var values []int64
	for _, m := range list {
		if v, exact := constant.Int64Val(constant.ToInt(m.Val())); exact {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	return values
}

// nameAll gives every constant its text: the one that a directive says, else its name without trim=, or without what all
// share (T72, T73).
func (c *collector) nameAll(n *types.Named, members []member, at place) ([]named, bool) {
	trim, trimmed := c.typeMark(n).enumSays("trim")
	prefix := trim.Value.Text
	if !trimmed {
		prefix = sharedPrefix(n.Obj().Name(), untexted(members))
	}
	var out []named
	used := map[string]string{}
	cut := false
	for _, m := range members {
		text := enumName(m.Name(), prefix)
		cut = cut || strings.HasPrefix(m.Name(), prefix)
		if m.mark.text != nil {
			text = *m.mark.text
		}
		other, twice := used[text]
		switch {
		case text == "" || isNumber(text):
			c.errorOf(m, at, "T73", fmt.Sprintf("trim leaves no name of %s", m.Name()), "give it one:\n//tool:text=red\n"+m.Name())
			return nil, false
		case twice:
			c.errorOf(m, at, "T73", fmt.Sprintf("%s and %s of %s are both called %q", other, m.Name(), c.show(n), text), "give one of them another text:\n//tool:text="+text+"2\n"+m.Name())
			return nil, false
		}
		used[text] = m.Name()
		out = append(out, named{m.model(n, text), number(m)})
	}
	if trimmed && !cut {
		c.refuseAt(trim.pos, trim.end, at, "T73", fmt.Sprintf("trim: no constant of %s begins with %s", n.Obj().Name(), prefix), "remove trim, or write it as the constants do")
		return nil, false
	}
	return out, true
}

// errorOf refuses a constant.
func (c *collector) errorOf(m member, at place, code, message, fix string) {
	c.refuseAt(m.Pos(), m.Pos()+token.Pos(len(m.Name())), at, code, message, fix)
}

// untexted are the names of the constants that no directive gives a text to; all of them where each has one.
func untexted(members []member) []string {
	var all, without []string
	for _, m := range members {
		all = append(all, m.Name())
		if m.mark.text == nil {
			without = append(without, m.Name())
		}
	}
	if len(without) == 0 {
		return all
	}
	return without
}

// refuseTexts answers for an integer type with text methods whose texts nobody has said: the generator runs no code of the
// user's, so it cannot know them (T73).
func (c *collector) refuseTexts(n *types.Named, members []member, at place) {
	prefix := sharedPrefix(n.Obj().Name(), untexted(members))
	trim := ""
	if prefix != "" {
		trim = " trim=" + prefix
	}
	fix := "say what they are:\n//tool:enum names=snake" + trim + "\n" + c.declaration(n)
	if n.Obj().Pkg() == c.pkg.Types {
		fix += "\nor above each constant:"
		for _, m := range members {
			if m.mark.text == nil {
				fix += "\n//tool:text=" + enumName(m.Name(), prefix) + "\n" + m.Name()
			}
		}
	}
	fix += "\nor say open, and any text is read by its own methods"
	c.refuse(at, "T73", fmt.Sprintf("%s: the texts of %s are made by its own methods, so they are not known", at.path, c.show(n)), fix)
}

// declaration is the line that a //tool:enum line stands above: the type's own, or an alias of one from elsewhere.
func (c *collector) declaration(n *types.Named) string {
	if n.Obj().Pkg() == c.pkg.Types {
		return "type " + n.Obj().Name() + " " + n.Underlying().String()
	}
	return "type " + n.Obj().Name() + " = " + c.show(n)
}

// warnOfNumbers warns of constants that leave a type a plain integer (T72, T75).
func (c *collector) warnOfNumbers(n *types.Named, members []member, equal string, at place) {
	name, values := c.show(n), intValues(members)
	fix := "say what is meant:\n//tool:enum\n" + c.declaration(n) + "\nsends the constants' names, //tool:enum values=int their numbers, //tool:enum open any integer"
	switch {
	case len(values) >= 3 && powersOfTwo(values) > len(values)/2 && !consecutive(members):
		c.warn(at, "T75", fmt.Sprintf("%s: %s looks like a set of bit flags, and a model sees a plain integer", at.path, name), "take a slice of a string enum")
	case equal != "":
		c.warn(at, "T72", fmt.Sprintf("%s: %s of %s has the value of another constant, so a model sees a plain integer", at.path, equal, name), "put //tool:skip above "+equal+", or "+fix)
	default:
		c.warn(at, "T72", fmt.Sprintf("%s: the constants of %s are not 0, 1, 2, ..., so a model sees a plain integer", at.path, name), fix)
	}
}

func powersOfTwo(values []int64) int {
	n := 0
	for _, v := range values {
		if v > 0 && v&(v-1) == 0 {
			n++
		}
	}
	return n
}
