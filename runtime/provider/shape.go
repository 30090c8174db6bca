package provider

import (
	"slices"
	"strings"
)

// shape writes what makes the skeleton of a schema: its type, the properties of an object and the items of an array.
func (p *projector) shape(in *node, path string, out *node, words *[]string) {
	types, null := typesOf(in.get("type"))
	if len(types) == 0 && !null && p.col != openai && p.col != anthropic {
		types = p.infer(in, path, out, words)
	}
	p.writeType(in, types, null, out)
	if in.get("properties") != nil || slices.Contains(types, "object") {
		p.object(in, path, out, words)
	} else {
		p.fillRest(in, path, out)
	}
	if slices.Contains(types, "array") || in.get("items") != nil {
		items := in.get("items")
		if items == nil || !isSchema(items) {
			items = &node{kind: '{'} // some demand it (T25)
		}
		if p.col == anthropicStrict || p.col == openaiStrict || in.get("prefixItems") == nil || in.get("items") != nil {
			out.set("items", p.place(items, path+"[]"))
		}
	}
	if items := out.get("items"); items != nil && items.kind == 0 {
		out.remove("items")
	}
	if p.col == legacy && (null || in.get("nullable").is("true")) {
		out.set("nullable", literal("true"))
	}
}

// fillRest settles what belongs to objects in a schema that does not say that it is one's: a list of what is required, in a
// branch of an anyOf, for those who take it.
func (p *projector) fillRest(in *node, path string, out *node) {
	for _, name := range []string{"required", "additionalProperties"} {
		v := in.get(name)
		switch {
		case v == nil || out.get(name) == nil:
		case p.col != openai && p.col != anthropic:
			out.remove(name)
			p.lose(path, name, v, Dropped)
		case name == "required":
			out.set(name, *v)
		default:
			out.set(name, p.additional(v, path))
		}
	}
	out.remove("properties")
}

// infer returns the type of a schema that does not say one, where a column must have it.
func (p *projector) infer(in *node, path string, out *node, words *[]string) []string {
	switch {
	case in.get("properties") != nil:
		return []string{"object"}
	case in.get("items") != nil || in.get("prefixItems") != nil:
		return []string{"array"}
	case out.get("enum") != nil || out.get("const") != nil:
		list := out.get("enum")
		if list == nil {
			list = &node{items: []node{*out.get("const")}}
		}
		if kind := commonType(list); kind != "" {
			return []string{kind}
		}
	}
	for _, name := range []string{"anyOf", "allOf"} {
		if out.get(name) != nil {
			return nil
		}
	}
	switch {
	case p.strict():
		p.refuse(path, "a value of any type")
	case p.col == legacy:
		p.lose(path, "type", nil, Narrowed)
		*words = append(*words, "any JSON value, written as text")
		return []string{"string"}
	}
	return nil
}

// writeType writes the type in the column's way.
func (p *projector) writeType(in *node, types []string, null bool, out *node) {
	if len(types) == 0 && !null {
		out.remove("type")
		return
	}
	if p.col == legacy {
		kind := "null"
		if len(types) > 0 {
			kind = types[0]
		}
		out.set("type", textNode(strings.ToUpper(kind)))
		return
	}
	if null {
		types = append(slices.Clip(types), "null")
	}
	if len(types) == 1 {
		out.set("type", textNode(types[0]))
	} else {
		out.set("type", textList(types))
	}
}

// object writes properties, required and additionalProperties.
func (p *projector) object(in *node, path string, out *node, words *[]string) {
	declared := in.get("properties")
	if declared != nil && declared.kind != '{' {
		declared = nil
	}
	wanted := requiredOf(in)
	must := make(map[string]bool, len(wanted)) // a search through a list for each would take the square of their number
	for _, name := range wanted {
		must[name] = true
	}
	properties, required, order := object(), []string(nil), []string(nil)
	known := map[string]bool{}
	if declared != nil {
		for i := range declared.members {
			m := &declared.members[i]
			name := unquote(`"` + m.name + `"`)
			if !isSchema(&m.value) || m.value.text == "false" {
				p.lose(below(path, m.name), "not", &node{kind: '{'}, Dropped)
				continue
			}
			if !p.property.takes(name) {
				p.fail(&badName{name, p.property})
				return
			}
			child, keep := p.propertyOf(m, path, must[name])
			if p.err != nil {
				return
			}
			properties.members = append(properties.members, member{m.name, child})
			order = append(order, name)
			known[name] = true
			if keep {
				required = append(required, name)
			}
		}
	}
	for _, name := range wanted {
		switch {
		case known[name]:
		case p.col == openai || p.col == anthropic:
			required = append(required, name)
		default:
			v := textNode(name)
			p.lose(path, "required", &v, Dropped)
		}
	}
	if declared != nil && (p.col != legacy || len(order) > 0) {
		out.set("properties", properties)
	} else {
		out.remove("properties")
	}
	if len(required) > 0 {
		out.set("required", textList(required))
	} else {
		out.remove("required")
	}
	p.close(in, path, out, words, declared != nil)
	if (p.col == gemini || p.col == legacy) && len(order) > 0 {
		out.set("propertyOrdering", textList(order))
	}
}

// propertyOf writes one property, and says whether it must be given.
func (p *projector) propertyOf(m *member, path string, must bool) (node, bool) {
	optional, loops := p.optional, p.loops
	p.optional, p.loops = optional || !must, false
	child := p.place(&m.value, below(path, m.name))
	if p.loops && must { // Gemini takes no recursion through what must be given
		must = false
		v := textNode(unquote(`"` + m.name + `"`))
		p.lose(path, "required", &v, Widened)
		text := child.get("description").value()
		if child.get("$ref") == nil && !strings.Contains(text, "must be given") {
			child.set("description", textNode(strings.TrimSpace(text+" (must be given)")))
		}
	}
	p.optional, p.loops = optional, loops
	if p.col == openaiStrict {
		if !must {
			orNull(&child)
		}
		must = true
	}
	return child, must
}

// close writes what becomes of keys that are not declared.
func (p *projector) close(in *node, path string, out *node, words *[]string, declared bool) {
	more := in.get("additionalProperties")
	if more != nil && (more.text == "true" || !isSchema(more)) {
		more = nil
	}
	open := more == nil || more.kind == '{' && len(more.members) == 0
	switch {
	case p.strict() && open:
		if !declared {
			p.refuse(path, "an object of which no property is declared takes anything")
			return
		}
		if in.get("patternProperties") != nil {
			p.refuse(path, "an object whose keys follow patterns")
			return
		}
		out.set("additionalProperties", literal("false"))
		p.lose(path, "additionalProperties", nil, Narrowed)
	case more == nil:
		out.remove("additionalProperties")
	case more.text == "false" && p.col == legacy:
		out.remove("additionalProperties")
		p.lose(path, "additionalProperties", more, Dropped)
	case p.col == legacy:
		out.remove("additionalProperties")
		p.say(in, &member{"additionalProperties", *more}, path, words)
	case p.col == openaiStrict && more.text != "false":
		p.refuse(path, "a map, whose keys are not declared")
	default:
		out.set("additionalProperties", p.additional(more, path))
	}
}

// additional projects the schema of values whose keys are not declared.
func (p *projector) additional(v *node, path string) node {
	if v.text == "false" {
		return *v
	}
	optional := p.optional
	p.optional = true
	out := p.place(v, below(path, "*"))
	p.optional = optional
	return out
}

// orNull makes a schema accept null too (T82).
func orNull(n *node) {
	null := node{text: "null"}
	kind := n.get("type")
	switch {
	case n.get("$ref") != nil:
		*n = object(member{"anyOf", node{kind: '[', items: []node{*n, object(member{"type", textNode("null")})}}})
		return
	case kind != nil:
		types, has := typesOf(kind)
		if has {
			return
		}
		*kind = textList(append(types, "null"))
	case n.get("anyOf") != nil:
		branches := n.get("anyOf")
		for i := range branches.items {
			if _, has := typesOf(branches.items[i].get("type")); has {
				return
			}
		}
		branches.items = append(slices.Clip(branches.items), object(member{"type", textNode("null")}))
	}
	if v := n.get("const"); v != nil {
		*v = node{kind: '[', items: []node{*v}}
		for i := range n.members {
			if n.members[i].name == "const" {
				n.members[i].name = "enum"
			}
		}
	}
	if list := n.get("enum"); list != nil && !slices.ContainsFunc(list.items, func(v node) bool { return v.text == "null" }) {
		list.items = append(slices.Clip(list.items), null)
	}
}

// badName is a property whose name a format does not take.
type badName struct {
	name  string
	takes charset
}

func (e *badName) Error() string {
	return "the name of property " + textNodeOf(short(e.name)) + " does not match " + e.takes.String()
}

func textNodeOf(s string) string {
	n := textNode(s)
	return n.text
}

// requiredOf returns what must be given, each once.
func requiredOf(in *node) []string {
	list := in.get("required")
	if list == nil || list.kind != '[' {
		return nil
	}
	var names []string
	seen := make(map[string]bool, len(list.items))
	for i := range list.items {
		if name := list.items[i].value(); list.items[i].kind == '"' && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}
