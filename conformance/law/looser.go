package law

import (
	"regexp"
	"slices"
	"strings"
)

// mender rewrites arguments into what the decoder may take them for: null that means absent is left out, other spellings
// are written plainly, and so on. What the judge says of the outcome shows whether that was all. Each exception that was
// needed is in used.
type mender struct {
	e    *engine
	used map[X]bool
}

// looser returns the arguments mended, and the exceptions that were needed.
func (e *engine) looser(v *node) (*node, map[X]bool) {
	m := &mender{e, map[X]bool{}}
	if wrapped(v) && e.schema.props[v.keys[0]] == nil && m.coerces("wrapper", true) { // L12
		v = v.items[0]
	}
	mended := m.mend(e.schema, v.clone(), false)
	if mended == nil {
		mended = v
	}
	return mended, m.used
}

// wrapped reports whether arguments look like an object around the arguments.
func wrapped(v *node) bool {
	return v.kind == object && len(v.items) == 1 && v.items[0].kind == object && slices.Contains([]string{"parameters", "arguments", "input"}, v.keys[0])
}

func (m *mender) may(x X) bool { return m.e.allowed[x] }

// coerces reports whether a coercion is asked for, and notes the exception if it helps.
func (m *mender) coerces(word string, helps bool) bool {
	if !helps || !m.may(X9) || m.e.subject.Coerce != nil && !slices.Contains(m.e.subject.Coerce, word) {
		return false
	}
	m.used[X9] = true
	return true
}

// use notes an exception if it is allowed.
func (m *mender) use(x X, holds bool) bool {
	if !holds || !m.may(x) {
		return false
	}
	m.used[x] = true
	return true
}

// mend returns the value as the decoder may take it, or nil where it may take it for absent.
func (m *mender) mend(s *schema, v *node, optional bool) *node {
	s = s.real()
	if optional && v.kind == null && !s.takesNull() && m.use(X3, true) {
		return nil
	}
	if optional && v.kind == text && v.text == "" && !s.takesEmpty() && m.coerces("empty", true) { // L10
		return nil
	}
	if len(s.choices) > 0 {
		if v.kind == null && s.takesNull() {
			return v
		}
		if v.kind == text && !s.takesEmpty() {
			if inner, err := read([]byte(v.text)); err == nil && (inner.kind == object || inner.kind == array) && m.coerces("json", true) { // L4
				v = inner
			}
		}
		m.discriminate(s, v)
		if s = s.chosen(v); s == nil {
			return v
		}
		return m.mend(s, v, false)
	}
	if s.open() {
		return v
	}
	return m.kindOf(s, v)
}

// kindOf puts right the kind of a value, then what is inside.
func (m *mender) kindOf(s *schema, v *node) *node {
	if s.has("string") && (v.kind == text || !s.takesKind(v)) {
		return m.textOf(s, v)
	}
	if v.kind == text {
		v = m.unquoted(s, v)
	}
	if s.has("array") && v.kind != array && v.kind != null && !s.takesKind(v) && m.coerces("single", true) { // L9
		v = &node{kind: array, items: []*node{v}}
	}
	switch {
	case v.kind == array && s.has("array"):
		old := map[*node]bool{} // what stands for deprecated values
		for i, item := range v.items {
			if mended := m.mend(s.at(i), item, false); mended != nil {
				v.items[i] = mended
				old[mended] = item != mended && slices.Contains(m.e.subject.Deprecated, item.text)
			}
		}
		if s.unique { // one that another item is already would be a repeat
			var kept []*node
			for i, item := range v.items {
				again := func(o *node) bool { return o.String() == item.String() }
				if !old[item] || !slices.ContainsFunc(kept, again) && !slices.ContainsFunc(v.items[i+1:], again) {
					kept = append(kept, item)
				}
			}
			v.items = kept
		}
	case v.kind == object && s.has("object"):
		for i := 0; i < len(v.items); i++ {
			prop := s.property(v.keys[i])
			if prop == nil {
				continue
			}
			named := s.props[v.keys[i]] != nil
			if mended := m.mend(prop, v.items[i], named && !s.required[v.keys[i]]); mended != nil {
				v.items[i] = mended
			} else {
				v.keys, v.items = slices.Delete(v.keys, i, i+1), slices.Delete(v.items, i, i+1)
				i--
			}
		}
	}
	return v
}

// unquoted is what a text holds where something else is wanted, else the text.
func (m *mender) unquoted(s *schema, v *node) *node {
	inner, err := read([]byte(v.text))
	if err != nil {
		return v
	}
	bare := inner.text == v.text || inner.String() == v.text // no blanks around it
	helps := false
	switch inner.kind {
	case array, object: // L4
		helps = s.has(inner.typeName()) && m.coerces("json", true)
	case number: // L5
		helps = bare && (s.has("integer") || s.has("number")) && m.coerces("number", true)
	case yes, no: // L6
		helps = bare && s.has("boolean") && m.coerces("bool", true)
	}
	if !helps {
		return v
	}
	return inner
}

// textOf puts right a value where a text is wanted.
func (m *mender) textOf(s *schema, v *node) *node {
	same := func(t string) *node { return &node{kind: text, text: t} }
	switch v.kind {
	case number:
		if r := rat(v.text); strings.HasSuffix(s.source, "[0-9]+$") && r != nil && r.IsInt() && m.use(X10, true) {
			return same(r.Num().String())
		}
		if m.coerces("scalar-to-string", true) { // L7
			return m.textOf(s, same(v.text))
		}
	case yes, no:
		if m.coerces("scalar-to-string", true) {
			return same(v.String())
		}
	case text:
		if v.text == "0" && strings.Contains(s.source, "(ns|us|") && m.use(X10, true) {
			return same("0s")
		}
		if len(s.enum) == 0 || slices.ContainsFunc(s.enum, func(n *node) bool { return n.text == v.text }) {
			return v
		}
		if slices.Contains(m.e.subject.Deprecated, v.text) && m.use(X2, true) {
			return s.enum[0].clone()
		}
		for _, value := range s.enum { // L8
			if value.kind == text && folded(value.text) == folded(v.text) && m.coerces("enum", true) {
				return value.clone()
			}
		}
		for _, old := range m.e.subject.Deprecated {
			if folded(old) == folded(v.text) && m.coerces("enum", true) && m.use(X2, true) {
				return s.enum[0].clone()
			}
		}
	}
	return v
}

// folded is a text without what L8 does not regard.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-' || r == '_':
			return -1
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// takesNull reports whether null is valid for a schema.
func (s *schema) takesNull() bool {
	s = s.real()
	return s.open() || s.has("null") || slices.ContainsFunc(s.choices, (*schema).takesNull) || slices.ContainsFunc(s.enum, func(n *node) bool { return n.kind == null })
}

// takesEmpty reports whether the empty text is valid for a schema, as far as its kind goes.
func (s *schema) takesEmpty() bool {
	s = s.real()
	if s.enum != nil {
		return slices.ContainsFunc(s.enum, func(n *node) bool { return n.kind == text && n.text == "" })
	}
	return s.open() || s.has("string") && !notText.MatchString(s.source) || slices.ContainsFunc(s.choices, (*schema).takesEmpty)
}

// notText knows the patterns of numbers, booleans and durations that are sent as text: their Go types are no strings (L10).
var notText = regexp.MustCompile(`^\^(\(0\||-\?\(0\||-\?\[0-9\]\+\$|\(true\|false\)\$|.*\(ns\|us\|)`)

// chosen is the choice that a value is meant for: the one whose discriminator it has, or the only one that is not null.
func (s *schema) chosen(v *node) *schema {
	var others []*schema
	for _, c := range s.choices {
		c = c.real()
		if len(c.types) == 1 && c.types[0] == "null" {
			continue
		}
		if len(c.choices) > 0 {
			if inner := c.chosen(v); inner != nil {
				return inner
			}
			continue
		}
		others = append(others, c)
		if len(c.names) == 0 {
			continue
		}
		key := c.props[c.names[0]]
		if value := v.get(c.names[0]); len(s.choices) > 1 && len(key.enum) == 1 && value != nil && value.String() == key.enum[0].String() {
			return c
		}
	}
	if len(others) == 1 {
		return others[0]
	}
	return nil
}

// discriminate spells the discriminator of a union as one of its choices does (L8).
func (m *mender) discriminate(s *schema, v *node) {
	if s.chosen(v) != nil {
		return
	}
	for _, c := range s.choices {
		if c = c.real(); len(c.names) == 0 || len(c.props[c.names[0]].enum) != 1 {
			continue
		}
		want, got := c.props[c.names[0]].enum[0], v.get(c.names[0])
		if got != nil && got.kind == text && folded(got.text) == folded(want.text) && m.coerces("enum", true) {
			got.text = want.text
			return
		}
	}
}

// takesKind reports whether a schema takes values of the kind of one: the kind of numbers too where it takes whole ones alone.
func (s *schema) takesKind(v *node) bool {
	return s.has(v.typeName()) || v.kind == number && s.has("integer")
}

// typeName is what JSON Schema calls the kind of a value.
func (v *node) typeName() string {
	switch v.kind {
	case null:
		return "null"
	case yes, no:
		return "boolean"
	case number:
		return "number"
	case text:
		return "string"
	case array:
		return "array"
	}
	return "object"
}
