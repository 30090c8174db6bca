package suite

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
)

// shape is the schema of what translation narrowed, and of nothing else: a type where the suite's schema leaves the type open and the
// Go type does not. An instance that it refuses cannot be expressed.
func shape(root *expr) any {
	defs := map[string]any{}
	s := shapeOf(root, defs, map[string]bool{})
	return map[string]any{"$defs": defs, "allOf": []any{s}}
}

func shapeOf(e *expr, defs map[string]any, open map[string]bool) any {
	if e.name != "" {
		if !open[e.name] {
			open[e.name] = true
			defs[e.name] = shapeInside(e, defs, open)
		}
		return map[string]any{"$ref": "#/$defs/" + e.name}
	}
	return shapeInside(e, defs, open)
}

func shapeInside(e *expr, defs map[string]any, open map[string]bool) any {
	s := map[string]any{}
	if e.narrow {
		s["type"] = e.kind.String()
	}
	if e.elem != nil {
		key := "items"
		if e.kind == object {
			key = "additionalProperties"
		}
		s[key] = shapeOf(e.elem, defs, open)
	}
	if len(e.fields) > 0 {
		properties := map[string]any{}
		for _, f := range e.fields {
			properties[f.name] = shapeOf(f.expr, defs, open)
		}
		s["properties"] = properties
	}
	if e.rest != nil {
		s["additionalProperties"] = shapeOf(e.rest, defs, open)
	}
	return s
}

// String is the name of one type.
func (k kinds) String() string {
	for name, kind := range kindNames {
		if kind == k {
			return name
		}
	}
	return "any"
}

// exceptions are the ids of the closed list of exceptions (schema.md 9.4) that a Go type may raise for an instance: those by which the
// decoder refuses what the schema accepts, and those by which it accepts what the schema refuses.
func exceptions(e *expr, v any) (stricter, looser []string) {
	x := exception{stricter: map[string]bool{}, looser: map[string]bool{}}
	x.walk(e, v, 0)
	return slices.Sorted(maps.Keys(x.stricter)), slices.Sorted(maps.Keys(x.looser))
}

type exception struct{ stricter, looser map[string]bool }

func (x exception) walk(e *expr, v any, depth int) {
	if depth > 64 {
		x.stricter["X13"] = true // R8
		return
	}
	switch v := v.(type) {
	case json.Number:
		x.number(e, v)
	case string:
		if e.kind == text && e.format != "" {
			x.stricter["X5"] = true
		}
	case []any:
		for _, item := range v {
			if e.elem != nil && e.kind == list {
				x.walk(e.elem, item, depth+1)
			}
		}
	case map[string]any:
		for name, value := range v {
			switch i := slices.IndexFunc(e.fields, func(f field) bool { return f.name == name }); {
			case i >= 0 && e.fields[i].optional && value == nil:
				x.looser["X3"] = true
			case i >= 0:
				x.walk(e.fields[i].expr, value, depth+1)
			case e.rest != nil:
				x.walk(e.rest, value, depth+1)
			case e.elem != nil && e.kind == object:
				x.walk(e.elem, value, depth+1)
			}
		}
	}
}

func (x exception) number(e *expr, v json.Number) {
	switch e.go_ {
	case "int64", "*int64":
		if r := rational(v); r.IsInt() && !r.Num().IsInt64() {
			x.stricter["X6"] = true
		}
	case "float64", "*float64":
		if f, err := strconv.ParseFloat(v.String(), 64); err != nil || math.IsInf(f, 0) {
			x.stricter["X12"] = true
		}
	}
}
