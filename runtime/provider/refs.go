package provider

import (
	"errors"
	"slices"
	"strings"
)

// maxTargets is how many places of a schema may be referred to.
const maxTargets = 1000

// target is a place of a schema that something refers to.
type target struct {
	name      string // in $defs
	node      node
	component int  // those that refer to each other have the same number
	cyclic    bool // it leads back to itself
	used      bool

	index, low int // of the search for components
	open       bool
}

// definitions are the targets of a schema.
type definitions struct {
	root  *node
	all   map[string]*target // by pointer; nil where a pointer leads nowhere
	names map[string]bool
	used  []*target // in the order of their first use
	full  bool

	index, components int
	stack             []*target
}

// find returns what a reference refers to; nil where that is not in the schema.
func (d *definitions) find(ref string) *target {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local || pointer != "" && pointer[0] != '/' {
		return nil
	}
	if t, known := d.all[pointer]; known {
		return t
	}
	if d.all == nil {
		d.all, d.names = map[string]*target{}, map[string]bool{}
	}
	if len(d.all) >= maxTargets {
		d.full = true
		return nil
	}
	n, name := d.root, "Root"
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if pointer == "" {
			break
		}
		token = unescape(token)
		name = token
		switch n.kind {
		case '{':
			n = n.get(nameOf(token))
		case '[':
			at := -1
			for i := range n.items {
				if itoa(i) == token {
					at = i
				}
			}
			if at < 0 {
				n = nil
			} else {
				n = &n.items[at]
			}
		default:
			n = nil
		}
		if n == nil {
			break
		}
	}
	if n == nil || !isSchema(n) {
		d.all[pointer] = nil
		return nil
	}
	t := &target{name: d.name(name), node: n.without("$defs", "definitions")}
	d.all[pointer] = t
	d.search(t)
	return t
}

// name makes a name of $defs (R6).
func (d *definitions) name(wish string) string {
	wish = strings.Map(func(r rune) rune {
		if r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' {
			return r
		}
		return '_'
	}, wish)
	if wish == "" {
		wish = "Def"
	}
	wish = wish[:min(len(wish), 64)]
	name := wish
	for i := 2; d.names[name]; i++ {
		name = wish + "_" + itoa(i)
	}
	d.names[name] = true
	return name
}

// search finds the components that t leads to (Tarjan, Depth-first search and linear graph algorithms, 1972).
func (d *definitions) search(t *target) {
	d.index++
	t.index, t.low, t.open = d.index, d.index, true
	d.stack = append(d.stack, t)
	t.node.eachRef(func(ref string) {
		next := d.find(ref) // which searches it, if it is new
		if next == nil {
			return
		}
		t.cyclic = t.cyclic || next == t
		if next.open {
			t.low = min(t.low, next.low, next.index)
		}
	})
	if t.low != t.index {
		return
	}
	d.components++
	for {
		last := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		last.open, last.component = false, d.components
		last.cyclic = last.cyclic || last != t || last.low != last.index
		if last == t {
			return
		}
		t.cyclic = true
	}
}

// rootComponent is the component of the root, where something refers to it.
func (d *definitions) rootComponent() int {
	d.root.eachRef(func(ref string) { d.find(ref) })
	if t := d.all[""]; t != nil {
		return t.component
	}
	return 0
}

// eachRef calls f with every reference in n.
func (n *node) eachRef(f func(ref string)) {
	for i := range n.members {
		m := &n.members[i]
		if m.name == "$ref" && m.value.kind == '"' {
			f(m.value.value())
		} else {
			m.value.eachRef(f)
		}
	}
	for i := range n.items {
		n.items[i].eachRef(f)
	}
}

// unescape reads one step of a JSON pointer in a URI's fragment.
func unescape(s string) string {
	if strings.IndexByte(s, '%') >= 0 {
		var b []byte
		for i := 0; i < len(s); i++ {
			if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
				b = append(b, byte(hex4("00"+s[i+1:i+3])))
				i += 2
			} else {
				b = append(b, s[i])
			}
		}
		s = string(b)
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
}

// maxUnrolled is how often a recursion is written out where there are no references.
const maxUnrolled = 3

// reference writes a schema that refers to another one. It reports false where in says all by itself.
func (p *projector) reference(in *node, path string) (out node, done bool) {
	r := in.get("$ref")
	if r == nil {
		return node{}, false
	}
	v := *r
	t := p.defs.find(v.value())
	if p.defs.full {
		p.fail(errors.New("the schema refers to more than " + itoa(maxTargets) + " places"))
	}
	*in = in.without("$ref", "$defs")
	if t == nil {
		p.lose(path, "$ref", &v, Dropped)
		return node{}, false
	}
	open := 0
	for _, w := range p.within {
		if w == t {
			open++
		}
	}
	ref := object(member{"$ref", textNode("#/$defs/" + t.name)})
	switch {
	case p.col == legacy:
		if open >= maxUnrolled || open > 0 && p.left < maxPlaces-maxInlined {
			return p.leaf(t, in, path), true
		}
		return p.inline(t, in, path), true
	case p.col == anthropicStrict && t.cyclic:
		p.refuse(path, "a recursive schema")
		return node{}, true
	case len(in.members) == 0:
	case p.col == openai || p.col == anthropic:
		rest := p.place(in, path)
		ref.members = append(ref.members, rest.members...)
	case open == 0 && p.left > maxPlaces-maxInlined: // nothing may stand beside a reference (R7)
		return p.inline(t, in, path), true
	default:
		for i := range in.members {
			p.lose(path, in.members[i].name, &in.members[i].value, Dropped)
		}
	}
	if p.col == gemini && t.cyclic && t.component == p.scope && !p.optional {
		p.loops = true
	}
	if !t.used {
		t.used = true
		p.defs.used = append(p.defs.used, t)
	}
	return ref, true
}

// inline writes the target out, with what in says of the place.
func (p *projector) inline(t *target, in *node, path string) node {
	all := object(slices.Clone(t.node.members)...)
	for _, m := range in.members {
		old, k := all.get(m.name), row(m.name)
		switch {
		case old == nil:
			all.members = append(all.members, m)
		case k != nil && k.annotation:
			*old = m.value
		case old.String() != m.value.String():
			p.lose(path, m.name, &m.value, Dropped)
		}
	}
	p.within = append(p.within, t)
	out := p.place(&all, path)
	p.within = p.within[:len(p.within)-1]
	return out
}

// leaf ends a recursion that is written out.
func (p *projector) leaf(t *target, in *node, path string) node {
	v := textNode("#/$defs/" + t.name)
	p.lose(path, "$ref", &v, Unrolled)
	out := object(member{"type", textNode("OBJECT")})
	if hasType(t.node.get("type"), "array") {
		out = object(member{"type", textNode("ARRAY")}, member{"items", out})
	}
	text := in.get("description").value()
	out.set("description", textNode(strings.TrimSpace(text+" (the same again: "+t.name+")")))
	return out
}

func sortMembers(list []member) {
	slices.SortFunc(list, func(a, b member) int { return strings.Compare(a.name, b.name) })
}
