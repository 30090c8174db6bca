package provider

import (
	"slices"
	"strconv"
	"strings"
)

// The types of JSON Schema.
var typeNames = []string{"string", "number", "integer", "boolean", "object", "array", "null"}

// typesOf returns what a type says, and whether null is among it.
func typesOf(t *node) (types []string, null bool) {
	if t == nil {
		return nil, false
	}
	list := t.items
	if t.kind == '"' {
		list = []node{*t}
	}
	for i := range list {
		name := strings.ToLower(list[i].value())
		switch {
		case name == "null":
			null = true
		case slices.Contains(typeNames, name) && !slices.Contains(types, name):
			types = append(types, name)
		}
	}
	return types, null
}

func hasType(t *node, name string) bool {
	types, _ := typesOf(t)
	return slices.Contains(types, name)
}

// normalize brings the spellings of older drafts and of OpenAPI to those of 2020-12, in a schema alone, not in those inside.
func normalize(in *node) {
	if types, null := typesOf(in.get("type")); in.get("nullable").is("true") && (len(types) > 0 || null) {
		in.set("type", textList(append(types, "null")))
		in.remove("nullable")
	}
	if t := in.get("type"); t != nil {
		switch types, null := typesOf(t); {
		case len(types) == 0 && !null:
			in.remove("type")
		case len(types) == 1 && !null:
			*t = textNode(types[0])
		case len(types) == 0:
			*t = textNode("null")
		case null:
			*t = textList(append(types, "null"))
		default:
			*t = textList(types)
		}
	}
	if items := in.get("items"); items != nil && items.kind == '[' {
		if len(items.items) > 0 && in.get("prefixItems") == nil {
			in.set("prefixItems", *items)
		}
		in.remove("items")
		if more := in.get("additionalItems"); more != nil && more.text != "true" {
			in.set("items", *more)
		}
	}
	in.remove("additionalItems")
	if more := in.get("additionalProperties"); more != nil && more.text == "true" {
		in.remove("additionalProperties") // it says nothing, and a boolean is what some cannot read (T24)
	}
	for _, bound := range []string{"minimum", "maximum"} {
		exclusive := "exclusive" + strings.ToUpper(bound[:1]) + bound[1:]
		if v := in.get(exclusive); v != nil && (v.text == "true" || v.text == "false") {
			if limit := in.get(bound); v.text == "true" && limit != nil {
				in.set(exclusive, *limit)
				in.remove(bound)
			} else {
				in.remove(exclusive)
			}
		}
	}
	if rules := in.get("dependencies"); rules != nil && rules.kind == '{' {
		names, schemas := object(), object()
		for _, m := range rules.members {
			if m.value.kind == '[' {
				names.members = append(names.members, m)
			} else if isSchema(&m.value) {
				schemas.members = append(schemas.members, m)
			}
		}
		in.remove("dependencies")
		if len(names.members) > 0 && in.get("dependentRequired") == nil {
			in.set("dependentRequired", names)
		}
		if len(schemas.members) > 0 && in.get("dependentSchemas") == nil {
			in.set("dependentSchemas", schemas)
		}
	}
}

// foldNull takes null out of an anyOf, for Gemini's older form, which says nullable instead.
func (p *projector) foldNull(in *node) {
	branches := in.get("anyOf")
	if p.col != legacy || branches == nil {
		return
	}
	var rest []node
	null := false
	for _, b := range branches.items {
		if types, has := typesOf(b.get("type")); has && len(types) == 0 {
			null = true
		} else {
			rest = append(rest, b)
		}
	}
	switch {
	case !null || len(rest) == 0:
	case len(rest) == 1 && rest[0].kind == '{':
		in.remove("anyOf")
		for _, m := range rest[0].members {
			if in.get(m.name) == nil {
				in.members = append(in.members, m)
			}
		}
		in.set("nullable", literal("true"))
		if in.get("$ref") == nil {
			normalize(in)
		}
	default:
		in.set("anyOf", node{kind: '[', items: rest})
		in.set("nullable", literal("true"))
	}
}

// The keywords that speak of one type only.
var ofType = map[string][]string{
	"string": {"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType", "contentSchema"},
	"number": {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"},
	"array":  {"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains", "unevaluatedItems"},
	"object": {"properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties"},
}

// splitTypes makes a list of types an anyOf, for those who take no list.
func (p *projector) splitTypes(in *node, path string) {
	t := in.get("type")
	if p.col != gemini && p.col != legacy || t == nil || t.kind != '[' {
		return
	}
	types, null := typesOf(t)
	if p.col == legacy && len(types) == 1 {
		return
	}
	if in.get("anyOf") != nil || in.get("oneOf") != nil {
		p.lose(path, "type", t, Dropped)
		in.remove("type")
		return
	}
	values := in.get("enum")
	if c := in.get("const"); c != nil {
		values = &node{kind: '[', items: []node{*c}}
	}
	list := node{kind: '['}
	for _, kind := range types {
		branch := object(member{"type", textNode(kind)})
		family := kind
		if kind == "integer" {
			family = "number"
		}
		for _, name := range ofType[family] {
			if v := in.get(name); v != nil {
				branch.set(name, *v)
			}
		}
		if values != nil {
			of := node{kind: '['}
			for i := range values.items {
				if is := typeOf(&values.items[i]); is == kind || is == "integer" && kind == "number" {
					of.items = append(of.items, values.items[i])
				}
			}
			if len(of.items) == 0 {
				continue
			}
			branch.set("enum", of)
		}
		list.items = append(list.items, branch)
	}
	rest := in.without("type", "enum", "const")
	for _, names := range ofType {
		rest = rest.without(names...)
	}
	switch {
	case null && p.col == legacy:
		rest.set("nullable", literal("true"))
	case null:
		list.items = append(list.items, object(member{"type", textNode("null")}))
	}
	if len(list.items) > 0 {
		rest.set("anyOf", list)
	}
	*in = rest
}

// tighten makes exclusive bounds of whole numbers inclusive ones, for Gemini's older form.
func (p *projector) tighten(in *node) {
	if p.col != legacy || in.get("type").value() != "integer" {
		return
	}
	for _, bound := range []string{"minimum", "maximum"} {
		exclusive, step := "exclusiveMinimum", int64(1)
		if bound == "maximum" {
			exclusive, step = "exclusiveMaximum", -1
		}
		v := in.get(exclusive)
		if v == nil {
			continue
		}
		limit, err := strconv.ParseInt(v.text, 10, 64)
		if err != nil || limit+step > limit != (step > 0) {
			continue
		}
		limit += step
		if old := in.get(bound); old != nil {
			was, err := strconv.ParseInt(old.text, 10, 64)
			if err != nil {
				continue
			}
			if step > 0 {
				limit = max(limit, was)
			} else {
				limit = min(limit, was)
			}
			in.remove(bound)
		}
		for i := range in.members {
			if in.members[i].name == exclusive {
				in.members[i] = member{bound, literal(strconv.FormatInt(limit, 10))}
			}
		}
	}
}

// typeOf is the type of a value.
func typeOf(v *node) string {
	switch {
	case v.kind == '{':
		return "object"
	case v.kind == '[':
		return "array"
	case v.kind == '"':
		return "string"
	case v.text == "true" || v.text == "false":
		return "boolean"
	case v.text == "null":
		return "null"
	case strings.ContainsAny(v.text, ".eE"):
		return "number"
	}
	return "integer"
}

// commonType is the one type of all values but null; "" where they have several.
func commonType(list *node) string {
	kind := ""
	for i := range list.items {
		is := typeOf(&list.items[i])
		switch {
		case is == "null" || is == kind:
		case kind == "":
			kind = is
		case kind == "integer" && is == "number" || kind == "number" && is == "integer":
			kind = "number"
		default:
			return ""
		}
	}
	return kind
}
