package suite

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// declaredSchema writes a group as the declared schema of a json.RawMessage.
func declaredSchema(file string, i int, g *group) *subject {
	s := &subject{dir: folderOf(file), tool: fmt.Sprintf("declared%02d", i), group: g}
	schema, err := declared(newDocument(g.Schema))
	if err != nil {
		s.refused = err.Error()
		return s
	}
	s.source = toolSource(s.tool, "json.RawMessage", []string{"schema=" + jsonText(schema)})
	return s
}

// declared is a schema as an author would declare it: in one piece, everything that is referred to under $defs, and no names of other
// kinds. The error says what cannot be written so.
func declared(root *node) (any, error) {
	w := &declarer{names: map[*node]string{}, defs: map[string]any{}}
	s := w.schema(root)
	if w.err != nil {
		return nil, w.err
	}
	object, ok := s.(map[string]any)
	switch {
	case !ok && s == true:
		object = map[string]any{}
	case !ok:
		object = map[string]any{"not": map[string]any{}}
	}
	if len(w.defs) > 0 {
		object["$defs"] = w.defs
	}
	return object, nil
}

type declarer struct {
	names map[*node]string // of what is referred to
	defs  map[string]any
	err   error
}

// schema writes one schema.
func (w *declarer) schema(n *node) any {
	object, ok := n.value.(map[string]any)
	if !ok {
		return n.value
	}
	out := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch key {
		case "$schema", "$id", "$anchor", "$defs":
			continue
		case "then", "else":
			if object["if"] == nil {
				continue // it says nothing
			}
		case "if":
			if object["then"] == nil && object["else"] == nil {
				continue
			}
		case "enum":
			if len(object[key].([]any)) == 0 {
				out["not"] = map[string]any{} // the same in words that an author has
				continue
			}
		}
		switch key {
		case "$ref":
			out[key] = w.reference(n, object[key].(string))
		case "items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else", "unevaluatedItems", "unevaluatedProperties":
			out[key] = w.schema(n.child(key))
		case "anyOf", "oneOf", "allOf", "prefixItems":
			var list []any
			for i := range object[key].([]any) {
				list = append(list, w.schema(n.child(key, strconv.Itoa(i))))
			}
			out[key] = list
		case "properties", "patternProperties", "dependentSchemas":
			table := map[string]any{}
			for name := range object[key].(map[string]any) {
				table[name] = w.schema(n.child(key, name))
			}
			out[key] = table
		default:
			out[key] = object[key]
		}
	}
	return out
}

// reference writes what a reference means under $defs, once.
func (w *declarer) reference(n *node, ref string) string {
	target := n.resolve(ref)
	if target == nil {
		w.err = errors.New("a reference to another document")
		return ""
	}
	name, known := w.names[target]
	if !known {
		name = "Part" + strconv.Itoa(len(w.names)+1)
		w.names[target] = name
		w.defs[name] = w.schema(target)
	}
	return "#/$defs/" + name
}

// declaredExceptions are the exceptions that a declared schema may raise where the decoder refuses what it accepts: formats are checked.
func declaredExceptions(g *group, valid bool) []string {
	if valid && strings.Contains(jsonText(g.Schema), `"format"`) {
		return []string{"X5"}
	}
	return nil
}
