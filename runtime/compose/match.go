package compose

import (
	"bytes"
	"slices"
	"strconv"
)

// maxCompare is how many pairs of schemas one comparison looks at. Recursive ones have no end, choices multiply, and a schema
// may come from somebody who means no good; what is left then is not known.
const maxCompare = 10_000

// maxPath is how long a path is that a reason names.
const maxPath = 200

// comparison is one comparison of two schemas.
type comparison struct{ left int }

// spent counts one pair, and reports whether there were too many.
func (c *comparison) spent() bool {
	c.left--
	return c.left < 0
}

// clash returns why no value of one schema is a value of the other, "" where there may be one. It begins with the path of the
// place that it is about, to be put behind what leads to the whole: ".links[] is a string, wanted is an integer".
// What only some values break
// is no clash: the tool decides when it is called. An array that could be empty does clash by its items, because nobody
// hands on arrays that are always empty.
func clash(from, to *schema) string {
	c := comparison{maxCompare}
	return c.clash(from, to, "")
}

func (c *comparison) clash(from, to *schema, path string) string {
	from, to = from.resolve(), to.resolve()
	if c.spent() || len(path) > maxPath {
		return ""
	}
	if len(from.anyOf) > 0 || len(to.anyOf) > 0 {
		return c.clashOfChoices(from, to, path)
	}
	common := from.types & to.types
	if common == 0 {
		return path + " is " + article(from.types.String()) + ", wanted is " + article(to.types.String())
	}
	if reason := clashOfValues(from, to, path); reason != "" {
		return reason
	}
	switch common &^ nullType {
	case objectType:
		return c.clashOfMembers(from, to, path)
	case arrayType:
		if from.items != nil && to.items != nil {
			return c.clash(from.items, to.items, path+"[]")
		}
	}
	return ""
}

// clashOfChoices is for an anyOf on either side: every pair must clash.
func (c *comparison) clashOfChoices(from, to *schema, path string) (reason string) {
	left, right := from.anyOf, to.anyOf
	if len(left) == 0 {
		left = []*schema{from}
	}
	if len(right) == 0 {
		right = []*schema{to}
	}
	for _, l := range left {
		for _, r := range right {
			if reason = c.clash(l, r, path); reason == "" {
				return ""
			}
		}
	}
	return reason
}

// clashOfValues is for lists of values on either side.
func clashOfValues(from, to *schema, path string) string {
	const most = 1000 // more are not compared
	if max(len(from.enum), len(to.enum)) > most {
		return ""
	}
	fits := func(value []byte, s *schema) bool {
		return s.types&typesOf(value) != 0 && len(s.refused("value", value)) == 0 && (s.enum == nil || s.lists(value))
	}
	switch {
	case from.enum != nil && !slices.ContainsFunc(from.enum, func(v []byte) bool { return fits(v, to) }):
		return path + " is one of " + list(from.enum) + ", none of which is wanted"
	case from.enum == nil && to.enum != nil && !slices.ContainsFunc(to.enum, func(v []byte) bool { return fits(v, from) }):
		return path + " is never one of " + list(to.enum)
	}
	return ""
}

func (c *comparison) clashOfMembers(from, to *schema, path string) string {
	for _, name := range to.required {
		member := from.member(name)
		if member == nil && from.types == objectType {
			return path + " has no member " + strconv.Quote(name)
		}
	}
	for _, p := range from.members {
		wanted := to.member(p.name)
		switch required := slices.Contains(from.required, p.name); {
		case wanted == nil && required:
			return path + " has a member " + strconv.Quote(p.name) + ", which is not wanted" + to.names()
		case wanted != nil && (required || slices.Contains(to.required, p.name)):
			if reason := c.clash(p.schema, wanted, path+reference{path: []element{{p.name, -1}}}.upTo(1)); reason != "" {
				return reason
			}
		}
	}
	if from.extra != nil && to.extra != nil && len(from.members) == 0 && len(to.members) == 0 {
		return c.clash(from.extra, to.extra, path+"[]")
	}
	return ""
}

// lists reports whether the enum has the value, by its text.
func (s *schema) lists(value []byte) bool {
	return slices.ContainsFunc(s.enum, func(v []byte) bool { return bytes.Equal(v, value) })
}

// within reports whether every value of one schema is one of the other. It says no where it does not know.
func within(from, to *schema) bool {
	c := comparison{maxCompare}
	return c.within(from, to)
}

func (c *comparison) within(from, to *schema) bool {
	from, to = from.resolve(), to.resolve()
	switch {
	case c.spent():
		return false
	case from == to:
		return true
	case len(from.anyOf) > 0:
		return to.saysNothing() || !slices.ContainsFunc(from.anyOf, func(s *schema) bool { return !c.within(s, to) })
	case len(to.anyOf) > 0:
		return to.types == anyType && len(to.rules) == 0 &&
			slices.ContainsFunc(to.anyOf, func(s *schema) bool { return c.within(from, s) })
	case from.types&^to.types != 0:
		return false
	case to.enum != nil && (from.enum == nil || slices.ContainsFunc(from.enum, func(v []byte) bool { return !to.lists(v) })):
		return false
	}
	for _, r := range to.rules {
		if !bytes.Equal(from.rule(r.keyword), r.text) {
			return false
		}
	}
	for _, name := range to.required {
		if !slices.Contains(from.required, name) {
			return false
		}
	}
	if to.closed && !from.closed || to.extra != nil && (from.extra == nil || !c.within(from.extra, to.extra)) && !from.closed {
		return false
	}
	for _, p := range from.members {
		if wanted := to.member(p.name); wanted == nil || !c.within(p.schema, wanted) {
			return false
		}
	}
	for _, p := range to.members {
		if from.index(p.name) < 0 {
			if other := from.member(p.name); other != nil && !c.within(other, p.schema) {
				return false
			}
		}
	}
	return to.items == nil || from.items != nil && c.within(from.items, to.items)
}

// saysNothing reports whether every value is one of the schema.
func (s *schema) saysNothing() bool {
	return s.types == anyType && len(s.anyOf) == 0 && s.enum == nil && len(s.rules) == 0 && len(s.required) == 0 && len(s.members) == 0 &&
		!s.closed && s.extra == nil && s.items == nil
}

// list shows values, of very many only the first.
func list(values [][]byte) string {
	var b []byte
	for i, value := range values {
		if i > 0 {
			b = append(b, ", "...)
		}
		if i == 10 {
			return string(b) + "…"
		}
		b = append(b, value...)
	}
	return string(b)
}
