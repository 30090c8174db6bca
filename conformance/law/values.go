package law

import (
	"math/big"
	"slices"
	"strings"
)

// maker makes values from a schema: valid ones, or with a wrong turn here and there.
type maker struct {
	source
	pool       map[*schema][]string // texts that the decoder has taken, by place
	good       []string             // texts that the type's own parser takes
	deprecated []string             // values of enums that stand in no schema
	wrong      int                  // one in so many places gets a value that is just not right; 0 for none
	size       int                  // how many more values may be made without restraint
	made       []madeText
}

// madeText is a text that was made for a place.
type madeText struct {
	s    *schema
	text string
}

// value makes a value for a schema. deep counts the containers around it.
func (m *maker) value(s *schema, deep int) *node {
	s = s.real()
	m.size--
	if m.wrong > 0 && m.chance(m.wrong) {
		return m.wrongValue(s, deep)
	}
	switch {
	case len(s.enum) > 0:
		return one(m.source, s.enum...).clone()
	case len(s.choices) > 0:
		return m.value(m.choice(s.choices, deep), deep)
	case len(s.all) > 0:
		return m.value(one(m.source, s.all...), deep)
	case len(s.types) == 0:
		return m.source.any(2)
	}
	switch one(m.source, s.types...) {
	case "null":
		return &node{kind: null}
	case "boolean":
		return &node{kind: one(m.source, yes, no)}
	case "integer":
		return &node{kind: number, text: m.spelled(m.inRange(s, true))}
	case "number":
		if s.low.at == nil && s.high.at == nil && s.multiple == nil && !m.chance(3) {
			return &node{kind: number, text: m.number()}
		}
		return &node{kind: number, text: m.spelled(m.inRange(s, false))}
	case "string":
		v := &node{kind: text, text: m.textFor(s)}
		m.made = append(m.made, madeText{s, v.text})
		return v
	case "array":
		return m.array(s, deep)
	}
	return m.object(s, deep)
}

// choice picks one of several schemas; a flat one where there are too many values already.
func (m *maker) choice(of []*schema, deep int) *schema {
	if deep > 8 || m.size < 0 {
		return slices.MinFunc(of, func(a, b *schema) int { return a.weight(3) - b.weight(3) })
	}
	return one(m.source, of...)
}

// weight says how much a value of a schema contains at least, roughly.
func (s *schema) weight(deep int) int {
	s = s.real()
	if deep == 0 {
		return 100
	}
	w := 1
	for name := range s.required {
		if p := s.props[name]; p != nil {
			w += p.weight(deep - 1)
		}
	}
	if s.items[0] > 0 && s.item != nil {
		w += s.items[0] * s.item.weight(deep-1)
	}
	for _, c := range s.choices {
		w += c.weight(deep - 1)
	}
	return w
}

// howMany picks a number of items or entries.
func (m *maker) howMany(of [2]int, deep int) int {
	low, high := of[0], of[1]
	if high < 0 {
		high = low + 3
		if m.chance(40) {
			high = low + 20
		}
	}
	if deep > 6 || m.size < 0 || high < low {
		return low
	}
	if high > 50 {
		high = max(low, 50)
	}
	switch m.IntN(6) {
	case 0:
		return low
	case 1:
		return high
	}
	return low + m.IntN(high-low+1)
}

func (m *maker) array(s *schema, deep int) *node {
	v := &node{kind: array}
	n := m.howMany(s.items, deep)
	for try := 0; len(v.items) < n && try < 4*n; try++ {
		item := m.value(s.at(len(v.items)), deep+1)
		if s.unique && slices.ContainsFunc(v.items, func(other *node) bool { return other.String() == item.String() }) {
			continue
		}
		v.items = append(v.items, item)
	}
	return v
}

func (m *maker) object(s *schema, deep int) *node {
	v := &node{kind: object}
	for _, name := range s.names {
		often := 2
		if deep > 5 || m.size < 0 {
			often = 20
		}
		if s.required[name] || m.chance(often) {
			v.keys, v.items = append(v.keys, name), append(v.items, m.value(s.props[name], deep+1))
		}
	}
	if s.rest == nil && len(s.names) > 0 && m.chance(3) || s.rest != nil && !s.rest.never || len(s.names) == 0 && s.rest == nil {
		for range m.howMany(s.entries, deep) {
			key := m.keyFor(s)
			rest := s.property(key)
			if rest == nil || slices.Contains(v.keys, key) {
				continue
			}
			v.keys, v.items = append(v.keys, key), append(v.items, m.value(rest, deep+1))
		}
	}
	if m.chance(2) {
		m.Shuffle(len(v.keys), func(i, j int) {
			v.keys[i], v.keys[j] = v.keys[j], v.keys[i]
			v.items[i], v.items[j] = v.items[j], v.items[i]
		})
	}
	return v
}

func (m *maker) keyFor(s *schema) string {
	if s.key == nil {
		if pool := m.pool[s]; len(pool) > 0 && m.chance(2) {
			return one(m.source, pool...)
		}
		key := m.key()
		m.made = append(m.made, madeText{s, key})
		return key
	}
	k := s.key.real()
	if len(k.enum) > 0 {
		return one(m.source, k.enum...).text
	}
	return m.textFor(k)
}

// inRange picks a number within the bounds of a schema, a multiple where it must be one.
func (m *maker) inRange(s *schema, whole bool) *big.Rat {
	step := s.multiple
	if step == nil || step.Sign() <= 0 {
		if step = big.NewRat(1, 1); !whole {
			step = one(m.source, big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(1, 1000))
		}
	}
	// What is picked is how many steps it is.
	low, high := edge(s.low, step, 1), edge(s.high, step, -1)
	var n *big.Int
	switch {
	case low != nil && high != nil && low.Cmp(high) > 0:
		n = low
	case low != nil && m.chance(4):
		n = low
	case high != nil && m.chance(3):
		n = high
	case low != nil && high != nil:
		n = new(big.Int).Sub(high, low)
		n.Rem(m.bits(n.BitLen()+8), n.Add(n, big.NewInt(1)))
		n.Add(n, low)
	case low != nil:
		n = new(big.Int).Add(low, m.bits(m.IntN(70)))
	case high != nil:
		n = new(big.Int).Sub(high, m.bits(m.IntN(70)))
	default:
		n = m.bits(m.IntN(66))
		if m.chance(2) {
			n.Neg(n)
		}
		if m.chance(6) {
			if r := rat(one(m.source, numbers...)); r != nil && r.IsInt() {
				n = new(big.Int).Set(r.Num())
			}
		}
	}
	return new(big.Rat).Mul(new(big.Rat).SetInt(n), step)
}

// edge is the least number of steps above a bound, or the greatest below it; nil for no bound.
func edge(b bound, step *big.Rat, inwards int64) *big.Int {
	if b.at == nil {
		return nil
	}
	q := new(big.Rat).Quo(b.at, step)
	n := new(big.Int).Div(q.Num(), q.Denom()) // rounded down
	switch {
	case q.IsInt() && b.open:
		n.Add(n, big.NewInt(inwards))
	case !q.IsInt() && inwards > 0:
		n.Add(n, big.NewInt(1))
	}
	return n
}

// bits is a number of up to n bits.
func (m *maker) bits(n int) *big.Int {
	out := new(big.Int)
	for ; n > 0; n -= 32 {
		out.Lsh(out, uint(min(n, 32)))
		out.Or(out, big.NewInt(int64(m.Uint32()>>(32-min(n, 32)))))
	}
	return out
}

// spelled writes a number in one of its ways.
func (m *maker) spelled(r *big.Rat) string {
	if !r.IsInt() {
		digits, exact := r.FloatPrec()
		if !exact {
			digits = 20
		}
		return r.FloatString(digits)
	}
	s := r.Num().String()
	if !m.chance(4) {
		return s
	}
	switch m.IntN(6) {
	case 0:
		return s + ".0"
	case 1:
		return s + one(m.source, "e0", "E+0", "e-0", "e00")
	case 2:
		return s + "0e-1"
	case 3:
		if s == "0" {
			return "-0"
		}
		if short := strings.TrimRight(s, "0"); short != s && short != "-" {
			return short + one(m.source, "e", "E+") + big.NewInt(int64(len(s)-len(short))).String()
		}
		return s + ".00"
	case 4:
		if digits := strings.TrimPrefix(s, "-"); len(digits) > 1 {
			return s[:len(s)-len(digits)+1] + "." + digits[1:] + "e" + big.NewInt(int64(len(digits)-1)).String()
		}
	}
	return s
}
