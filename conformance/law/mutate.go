package law

import (
	"math/big"
	"slices"
	"strings"
)

// wrongValue is a value that is close to what a schema wants, and mostly not valid.
func (m *maker) wrongValue(s *schema, deep int) *node {
	saved := m.wrong
	m.wrong = 0
	v := m.value(s, deep)
	m.wrong = saved
	switch v.kind {
	case number:
		if near := m.nearBound(s); near != nil && m.chance(2) {
			return &node{kind: number, text: m.spelled(near)}
		}
	case text:
		if len(s.enum) > 0 && len(m.deprecated) > 0 {
			return &node{kind: text, text: one(m.source, m.deprecated...)}
		}
		if n := one(m.source, s.length[0]-1, s.length[1]+1); n >= 0 && n < 10000 && m.chance(2) {
			t := []rune(v.text)
			for len(t) < n {
				t = append(t, m.char())
			}
			return &node{kind: text, text: string(t[:n])}
		}
	case array:
		if n := one(m.source, s.items[0]-1, s.items[1]+1); n >= 0 && n < 1000 && m.chance(2) {
			for len(v.items) < n {
				v.items = append(v.items, m.value(s.at(len(v.items)), deep+1))
			}
			v.items = v.items[:n]
			return v
		}
	case object:
		if len(s.names) > 0 && m.chance(2) {
			name := one(m.source, s.names...)
			if i := slices.Index(v.keys, name); i >= 0 {
				v.keys, v.items = slices.Delete(v.keys, i, i+1), slices.Delete(v.items, i, i+1)
			} else {
				v.keys, v.items = append(v.keys, name), append(v.items, m.wrongValue(s.props[name], deep+1))
			}
			return v
		}
	}
	m.mutate(v)
	return v
}

// nearBound is a number right at, or beside, a bound.
func (m *maker) nearBound(s *schema) *big.Rat {
	b := one(m.source, s.low, s.high)
	if b.at == nil {
		return nil
	}
	return new(big.Rat).Add(b.at, one(m.source, new(big.Rat), big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 2), big.NewRat(-1, 1000)))
}

// mutate changes one place of a value.
func (m *maker) mutate(v *node) {
	for (v.kind == array || v.kind == object) && len(v.items) > 0 && !m.chance(4) {
		v = one(m.source, v.items...)
	}
	switch m.IntN(12) {
	case 0:
		*v = node{kind: null}
		return
	case 1:
		*v = *m.source.any(1)
		return
	case 2: // its JSON as text
		*v = node{kind: text, text: v.String()}
		return
	case 3:
		inner := *v
		*v = node{kind: array, items: []*node{&inner}}
		return
	case 4:
		inner := *v
		*v = node{kind: object, keys: []string{m.key()}, items: []*node{&inner}}
		return
	}
	switch v.kind {
	case number:
		v.text = m.otherNumber(v.text)
	case text:
		v.text = m.otherText(v.text)
	case array:
		m.otherItems(v)
	case object:
		m.otherKeys(v)
	case yes, no:
		v.kind = yes + no - v.kind
	default:
		*v = *m.source.any(1)
	}
}

// misspell gives some value the wrong kind, as models do: what coercions are for.
func (m *maker) misspell(v *node) {
	for (v.kind == array || v.kind == object) && len(v.items) > 0 && !m.chance(3) {
		v = one(m.source, v.items...)
	}
	switch {
	case v.kind == array && len(v.items) == 1 && m.chance(2):
		*v = *v.items[0]
	case v.kind != text && v.kind != null:
		*v = node{kind: text, text: v.String()}
	case v.kind == text && m.chance(4):
		if inner, err := read([]byte(v.text)); err == nil {
			*v = *inner
		}
	case v.kind == text:
		v.text = one(m.source, strings.ToUpper, strings.ToLower, func(s string) string { return strings.ReplaceAll(s, "-", " ") }, func(string) string { return "" })(v.text)
	}
}

func (m *maker) otherNumber(s string) string {
	switch m.IntN(5) {
	case 0:
		return m.number()
	case 1:
		if r := rat(s); r != nil && len(s) < 50 {
			return m.spelled(r.Add(r, one(m.source, big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 2), big.NewRat(1, 10))))
		}
	case 2:
		if !strings.ContainsAny(s, ".eE") {
			return s + one(m.source, ".0", ".5", "e0", "e1", "e400", "0", "e-1")
		}
	case 3:
		if strings.HasPrefix(s, "-") {
			return s[1:]
		}
		return "-" + s
	}
	return one(m.source, numbers...)
}

func (m *maker) otherText(s string) string {
	t := []rune(s)
	at := m.IntN(len(t) + 1)
	switch m.IntN(9) {
	case 0:
		return m.text()
	case 1:
		return string(t[:at])
	case 2:
		return string(t[at:])
	case 3:
		return string(t[:at]) + string(m.char()) + string(t[at:])
	case 4:
		if at < len(t) {
			t[at] = m.char()
		}
		return string(t)
	case 5:
		return one(m.source, strings.ToUpper, strings.ToLower, strings.TrimSpace)(s)
	case 6:
		return one(m.source, " ", "\n", "\t", "+", "-", "0", "\u00a0") + s
	case 7:
		return s + one(m.source, " ", "\n", "=", "0", "Z", ".", "s", "\x00")
	}
	return one(m.source, samples...)
}

func (m *maker) otherItems(v *node) {
	at := m.IntN(len(v.items) + 1)
	switch {
	case m.chance(3) && at < len(v.items):
		v.items = slices.Delete(v.items, at, at+1)
	case m.chance(2) && at < len(v.items):
		v.items = append(v.items, v.items[at].clone())
	default:
		v.items = slices.Insert(v.items, at, m.source.any(1))
	}
}

func (m *maker) otherKeys(v *node) {
	if len(v.keys) == 0 || m.chance(5) {
		v.keys, v.items = append(v.keys, m.key()), append(v.items, m.source.any(1))
		return
	}
	at := m.IntN(len(v.keys))
	switch m.IntN(4) {
	case 0:
		v.keys, v.items = slices.Delete(v.keys, at, at+1), slices.Delete(v.items, at, at+1)
	case 1:
		v.keys, v.items = append(v.keys, v.keys[at]), append(v.items, v.items[at].clone())
	case 2:
		v.keys[at] = one(m.source, strings.ToUpper, strings.ToLower, func(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] }, func(s string) string { return s + "s" }, func(s string) string { return s + " " }, m.otherText)(v.keys[at])
	case 3:
		v.keys[at] = m.key()
	}
}
