package tooltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// schema is a JSON Schema as encoding/json reads it; nil says nothing.
type schema map[string]any

// parse reads one JSON value, numbers as they are written; nil where it is none.
func parse(text string) any {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return nil
	}
	return v
}

// text writes a value as compact JSON.
func text(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "null"
	}
	return strings.TrimSpace(b.String())
}

func clone(object map[string]any) map[string]any { return maps.Clone(object) }

// of returns the schema that v is; one that is true or false says nothing here.
func of(v any) schema {
	s, _ := v.(map[string]any)
	return s
}

// resolve follows $ref into root, as far as it leads somewhere.
func (s schema) resolve(root schema) schema {
	for range 16 {
		ref, ok := s["$ref"].(string)
		if !ok {
			return s
		}
		name, local := strings.CutPrefix(ref, "#/$defs/")
		definitions, _ := root["$defs"].(map[string]any)
		switch {
		case ref == "#":
			s = root
		case local && definitions[name] != nil:
			s = of(definitions[name])
		default:
			return nil
		}
	}
	return nil
}

// types returns the types that values have; nil for any.
func (s schema) types() []string {
	switch t := s["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var all []string
		for _, name := range t {
			all = append(all, fmt.Sprint(name))
		}
		return all
	}
	return nil
}

func (s schema) required() (names []string) {
	list, _ := s["required"].([]any)
	for _, name := range list {
		names = append(names, fmt.Sprint(name))
	}
	return names
}

func (s schema) properties() map[string]schema {
	object, _ := s["properties"].(map[string]any)
	all := make(map[string]schema, len(object))
	for name, property := range object {
		all[name] = of(property)
	}
	return all
}

// wrong returns a value that is of none of the types of s, and that nobody takes for one.
func (s schema) wrong() (any, bool) {
	types := s.types()
	switch {
	case len(types) == 0:
		return nil, false
	case !slices.Contains(types, "object"):
		return map[string]any{"x": []any{}}, true
	case !slices.Contains(types, "boolean"):
		return true, true
	}
	return nil, false
}

// typeOf is the JSON Schema type of a value.
func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		if strings.ContainsAny(string(v), ".eE") {
			return "number"
		}
		return "integer"
	case []any:
		return "array"
	}
	return "object"
}

// violation says what of v the schema does not allow, "" for nothing. It knows types, members, items, lists of values and
// choices; the rest is not looked at.
func (s schema) violation(v any, root schema, path string) string {
	s = s.resolve(root)
	if choices, ok := s["anyOf"].([]any); ok {
		for _, choice := range choices {
			if of(choice).violation(v, root, path) == "" {
				return ""
			}
		}
		return path + " is none of the choices of anyOf: " + text(v)
	}
	have := typeOf(v)
	if types := s.types(); types != nil && !slices.Contains(types, have) && !(have == "integer" && slices.Contains(types, "number")) &&
		!(have == "number" && slices.Contains(types, "integer")) { // 1.0 and 1e3 are whole
		return path + " is of type " + have + ", the schema says " + strings.Join(types, " or ")
	}
	if values, ok := s["enum"].([]any); ok && !slices.ContainsFunc(values, func(allowed any) bool { return text(allowed) == text(v) }) {
		return path + " is none of the values of enum: " + text(v)
	}
	switch v := v.(type) {
	case map[string]any:
		properties := s.properties()
		for _, name := range s.required() {
			if _, there := v[name]; !there {
				return path + " lacks the required " + name
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			property, known := properties[name]
			if !known {
				if s["additionalProperties"] == false {
					return path + " has an unknown member " + name
				}
				property = of(s["additionalProperties"])
			}
			if found := property.violation(v[name], root, path+"."+name); found != "" {
				return found
			}
		}
	case []any:
		for i, item := range v {
			if found := of(s["items"]).violation(item, root, fmt.Sprintf("%s[%d]", path, i)); found != "" {
				return found
			}
		}
	}
	return ""
}
