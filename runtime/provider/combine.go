package provider

import "slices"

// flattenRoot takes combinators from the root, where no provider takes them: the properties of their branches become the
// root's, optional unless every branch demands them, and the description says the rest.
func (p *projector) flattenRoot(in *node) {
	for range maxNesting { // references to references
		r := in.get("$ref")
		if r == nil {
			break
		}
		t := p.defs.find(r.value())
		rest := in.without("$ref")
		if t == nil {
			p.lose("", "$ref", r, Dropped)
			*in = rest
			break
		}
		for _, m := range t.node.members {
			if rest.get(m.name) == nil {
				rest.members = append(rest.members, m)
			}
		}
		*in = rest.without("$defs", "definitions")
		normalize(in)
	}
	in.remove("$ref")
	p.mergeAll(in)
	for _, name := range []string{"anyOf", "oneOf"} {
		if v := in.get(name); v != nil && v.kind == '[' && len(v.items) > 0 {
			p.mergeAny(in, v)
		}
	}
	for _, name := range []string{"anyOf", "oneOf", "allOf", "not", "enum", "const"} {
		v := in.get(name)
		if v == nil {
			continue
		}
		p.lose("", name, v, Described)
		p.words = append(p.words, meaning(in, &member{name, *v}))
		in.remove(name)
	}
}

// mergeAny adds the properties of an anyOf's branches to in.
func (p *projector) mergeAny(in, branches *node) {
	var every []string
	for i := range branches.items {
		b := p.resolved(&branches.items[i])
		must := requiredOf(b)
		if i == 0 {
			every = must
		} else {
			every = slices.DeleteFunc(every, func(name string) bool { return !slices.Contains(must, name) })
		}
		if properties := b.get("properties"); properties != nil && properties.kind == '{' {
			addProperties(in, properties)
		}
	}
	addRequired(in, every)
}

// mergeAll makes the branches of an allOf part of in, as far as they do not contradict it; the rest stays.
func (p *projector) mergeAll(in *node) {
	branches := in.get("allOf")
	if branches == nil || branches.kind != '[' {
		return
	}
	list := branches.items
	in.remove("allOf")
	var rest []node
	for range maxNesting { // branches may have branches
		if len(list) == 0 || len(list)+len(rest) > maxNesting {
			break
		}
		b := p.resolved(&list[0])
		alone := len(list) == 1 && in.get("properties") == nil
		list = list[1:]
		c := b.without("$defs", "definitions", "description", "title")
		normalize(&c)
		if in.get("description") == nil && b.get("description") != nil {
			in.set("description", *b.get("description"))
		}
		left := object()
		for _, m := range c.members {
			old := in.get(m.name)
			switch {
			case m.name == "allOf" && m.value.kind == '[':
				list = append(slices.Clip(list), m.value.items...)
			case m.name == "properties" && m.value.kind == '{':
				addProperties(in, &m.value)
			case m.name == "required":
				addRequired(in, requiredOf(&c))
			case m.name == "additionalProperties" && !alone:
				if m.value.text != "false" {
					left.set(m.name, m.value)
				}
			case old == nil:
				in.set(m.name, m.value)
			case old.String() != m.value.String():
				left.set(m.name, m.value)
			}
		}
		if len(left.members) > 0 {
			rest = append(rest, left)
		}
	}
	if rest = append(rest, list...); len(rest) > 0 {
		in.set("allOf", node{kind: '[', items: rest})
	}
}

// resolved follows a reference to a definition that is not recursive.
func (p *projector) resolved(n *node) *node {
	for range maxNesting {
		r := n.get("$ref")
		if r == nil {
			return n
		}
		t := p.defs.find(r.value())
		if t == nil || t.cyclic {
			return n
		}
		n = &t.node
	}
	return n
}

func addProperties(in, properties *node) {
	all := object()
	if old := in.get("properties"); old != nil && old.kind == '{' {
		all.members = slices.Clone(old.members)
	}
	for _, m := range properties.members {
		if all.get(m.name) == nil {
			all.members = append(all.members, m)
		}
	}
	in.set("properties", all)
}

func addRequired(in *node, names []string) {
	if all := requiredOf(in); len(names) > 0 {
		for _, name := range names {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
		in.set("required", textList(all))
	}
}

// branches writes an anyOf or oneOf.
func (p *projector) branches(in *node, m *member, path string, out *node) {
	if out.get("anyOf") != nil || m.name == "oneOf" && in.get("anyOf") != nil {
		p.lose(path, m.name, &m.value, Dropped)
		return
	}
	list := node{kind: '['}
	for i := range m.value.items {
		if m.value.items[i].text != "false" {
			list.items = append(list.items, p.place(&m.value.items[i], path))
		}
	}
	if m.name == "oneOf" {
		p.lose(path, m.name, nil, Widened)
	}
	if len(list.items) > 0 {
		out.set("anyOf", list)
	}
}

// enum writes a list of values.
func (p *projector) enum(in, list *node, path string, out *node, words *[]string) {
	if p.col != legacy {
		out.set("enum", *list)
		return
	}
	texts := node{kind: '['}
	for _, v := range list.items {
		switch {
		case v.kind == '"':
			texts.items = append(texts.items, v)
		case v.text == "null":
			in.set("nullable", literal("true"))
		default: // strings only there (T72)
			p.lose(path, "enum", list, Described)
			*words = append(*words, "one of "+listed(list))
			if kind := commonType(list); kind != "" && in.get("type") == nil {
				in.set("type", textNode(kind))
			}
			return
		}
	}
	if len(texts.items) > 0 {
		out.set("enum", texts)
	}
}
