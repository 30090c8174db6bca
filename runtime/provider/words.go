package provider

import "strings"

// meaning says in words what a keyword of schema means; "" where a model has no use for it or reads it already.
func meaning(schema *node, m *member) string {
	v := short(m.value.String())
	count := func(before, one, many string) string {
		if v == "1" {
			return before + " 1 " + one
		}
		return before + " " + v + " " + many
	}
	switch m.name {
	case "minimum":
		return "at least " + v
	case "maximum":
		return "at most " + v
	case "exclusiveMinimum":
		return "more than " + v
	case "exclusiveMaximum":
		return "less than " + v
	case "multipleOf":
		return "a multiple of " + v
	case "minLength":
		return count("at least", "character", "characters")
	case "maxLength":
		return count("at most", "character", "characters")
	case "minItems":
		return count("at least", "item", "items")
	case "maxItems":
		return count("at most", "item", "items")
	case "minProperties":
		return count("at least", "entry", "entries")
	case "maxProperties":
		return count("at most", "entry", "entries")
	case "minContains", "maxContains":
		return m.name[:3] + "imal number of such items " + v
	case "pattern":
		return "matches " + short(m.value.value())
	case "format":
		return "format " + short(m.value.value())
	case "uniqueItems":
		if v == "true" {
			return "no two items alike"
		}
		return ""
	case "contains":
		return "at least one item like " + v
	case "propertyNames":
		if pattern := m.value.get("pattern"); pattern != nil && len(m.value.members) == 1 {
			return "each key matches " + short(pattern.value())
		}
		if enum := m.value.get("enum"); enum != nil {
			return "each key is one of " + listed(enum)
		}
		return "each key like " + v
	case "patternProperties":
		return "keys by pattern: " + v
	case "additionalProperties":
		return "each value like " + v
	case "required":
		return ""
	case "enum":
		return "one of " + listed(&m.value)
	case "const":
		return "always " + v
	case "prefixItems":
		return "items in this order: " + v
	case "default":
		return "default " + v
	case "examples":
		return "for example " + listed(&m.value)
	case "deprecated":
		if v == "true" {
			return "deprecated"
		}
		return ""
	case "contentEncoding":
		encoding := m.value.value()
		if strings.Contains(strings.ToLower(schema.get("description").value()), strings.ToLower(encoding)) {
			return ""
		}
		return short(encoding)
	case "contentMediaType":
		return "content of type " + short(m.value.value())
	case "dependentRequired":
		var rules []string
		for i := range m.value.members {
			rules = append(rules, "with "+m.value.members[i].name+" also "+listed(&m.value.members[i].value))
		}
		return short(strings.Join(rules, ", "))
	case "not":
		return "not like " + v
	case "anyOf":
		return "like any of " + v
	case "oneOf":
		return "like exactly one of " + v
	case "allOf":
		return "like all of " + v
	}
	return m.name + " " + v
}

// listed is the values of a list, with commas between them.
func listed(list *node) string {
	var texts []string
	n := 0
	for i := range list.items {
		text := list.items[i].String()
		if list.items[i].kind == '"' {
			text = list.items[i].value()
		}
		if n += len(text); n > maxWords/2 {
			texts = append(texts, "…")
			break
		}
		texts = append(texts, short(text))
	}
	return strings.Join(texts, ", ")
}

// describe writes the description: what the author says and, in brackets, what the schema says no more.
func (p *projector) describe(in *node, path string, out *node, words []string) {
	d := in.get("description")
	if d != nil && d.kind != '"' {
		d = nil // keyword has said that it is lost
	}
	text := d.value()
	added, n := "", 0
	for _, w := range words {
		if w == "" || strings.Contains(text, w) {
			continue
		}
		if n += len(w); n > maxWords {
			break
		}
		if added != "" {
			added += "; "
		}
		added += w
	}
	switch {
	case added == "" && d == nil:
	case added == "":
		out.set("description", *d)
	case text == "":
		out.set("description", textNode(upper(added)))
	default:
		out.set("description", textNode(text+" ("+added+")"))
	}
}

// upper makes the first letter a capital.
func upper(s string) string {
	if 'a' <= s[0] && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}
