package compose

import (
	"bytes"
	"slices"
	"strconv"
)

// maxMatch is how deep two schemas are compared: recursive ones have no end.
const maxMatch = 16

// clash returns why no value of one schema is a value of the other, "" where there may be one. It begins with the path of the
// place that it is about, to be put behind what leads to the whole: ".links[] is a string, wanted is an integer".
// What only some values break
// is no clash: the tool decides when it is called. An array that could be empty does clash by its items, because nobody
// hands on arrays that are always empty.
func clash(from, to *schema) string { return clashAt(from, to, "", maxMatch) }

func clashAt(from, to *schema, path string, depth int) string {
	from, to = from.resolve(), to.resolve()
	if depth == 0 {
		return ""
	}
	if len(from.anyOf) > 0 || len(to.anyOf) > 0 {
		return clashOfChoices(from, to, path, depth)
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
		return clashOfMembers(from, to, path, depth)
	case arrayType:
		if from.items != nil && to.items != nil {
			return clashAt(from.items, to.items, path+"[]", depth-1)
		}
	}
	return ""
}

// clashOfChoices is for an anyOf on either side: every pair must clash.
func clashOfChoices(from, to *schema, path string, depth int) (reason string) {
	left, right := from.anyOf, to.anyOf
	if len(left) == 0 {
		left = []*schema{from}
	}
	if len(right) == 0 {
		right = []*schema{to}
	}
	for _, l := range left {
		for _, r := range right {
			if reason = clashAt(l, r, path, depth-1); reason == "" {
				return ""
			}
		}
	}
	return reason
}

// clashOfValues is for lists of values on either side.
func clashOfValues(from, to *schema, path string) string {
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

func clashOfMembers(from, to *schema, path string, depth int) string {
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
			if reason := clashAt(p.schema, wanted, path+reference{path: []element{{p.name, -1}}}.upTo(1), depth-1); reason != "" {
				return reason
			}
		}
	}
	if from.extra != nil && to.extra != nil && len(from.members) == 0 && len(to.members) == 0 {
		return clashAt(from.extra, to.extra, path+"[]", depth-1)
	}
	return ""
}

// lists reports whether the enum has the value, by its text.
func (s *schema) lists(value []byte) bool {
	return slices.ContainsFunc(s.enum, func(v []byte) bool { return bytes.Equal(v, value) })
}

// within reports whether every value of one schema is one of the other. It says no where it does not know.
func within(from, to *schema) bool { return withinAt(from, to, maxMatch) }

func withinAt(from, to *schema, depth int) bool {
	from, to = from.resolve(), to.resolve()
	switch {
	case depth == 0:
		return false
	case from == to:
		return true
	case len(from.anyOf) > 0:
		return to.saysNothing() || !slices.ContainsFunc(from.anyOf, func(s *schema) bool { return !withinAt(s, to, depth-1) })
	case len(to.anyOf) > 0:
		return to.types == anyType && len(to.rules) == 0 &&
			slices.ContainsFunc(to.anyOf, func(s *schema) bool { return withinAt(from, s, depth-1) })
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
	if to.closed && !from.closed || to.extra != nil && (from.extra == nil || !withinAt(from.extra, to.extra, depth-1)) && !from.closed {
		return false
	}
	for _, p := range from.members {
		if wanted := to.member(p.name); wanted == nil || !withinAt(p.schema, wanted, depth-1) {
			return false
		}
	}
	for _, p := range to.members {
		if from.index(p.name) < 0 {
			if other := from.member(p.name); other != nil && !withinAt(other, p.schema, depth-1) {
				return false
			}
		}
	}
	return to.items == nil || from.items != nil && withinAt(from.items, to.items, depth-1)
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
