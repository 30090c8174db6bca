package collect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// Declared schemas (T51, O12): what a type's own UnmarshalJSON takes and its MarshalJSON writes is not knowable from its source, so the
// author says it, for one use (schema=), for a type (//tool:schema) or for a type of another package (//tool:map). The nearest wins.

// mapping is a //tool:map line.
type mapping struct {
	schema   string // compact JSON
	pos, end token.Pos
	used     bool
}

// ownJSON maps a type that reads or writes its own JSON in the direction of the place. The second result says that it does; the first
// is nil where it was refused.
func (c *collector) ownJSON(t types.Type, at place) (*model.Type, bool) {
	if _, isPointer := t.Underlying().(*types.Pointer); isPointer || types.IsInterface(t) || at.key {
		return nil, false // the element is asked; an interface has no JSON of its own, and a key is a string
	}
	m := codecOf(t)
	if at.dir == argument && !m.unmarshalJSON || at.dir == result && !m.marshalJSON {
		return nil, false
	}
	out := &model.Type{Kind: model.Raw, Go: goType(t), Form: underneath(t), Doc: c.typeDoc(t)}
	var ok bool
	switch out.Schema, ok = c.declaredSchema(t, at); {
	case !ok:
		return nil, true
	case out.Schema != "":
		return out, true
	case m.promoted != nil && c.isOwn(t):
		c.refusePromoted(m, t, at)
	case at.dir == result:
		c.warn(at, "O12", fmt.Sprintf("%s: %s writes its own JSON (MarshalJSON), so nothing says what it looks like", at.path, c.show(t)), c.declarationFix(t, at))
		return out, true
	default:
		c.refuse(at, "T51", fmt.Sprintf("%s: %s reads its own JSON (UnmarshalJSON), so its form must be declared", at.path, c.show(t)), c.declarationFix(t, at))
	}
	return nil, true
}

// isOwn reports whether a type is declared in this package, or has no name.
func (c *collector) isOwn(t types.Type) bool {
	n, ok := t.(*types.Named)
	return !ok || n.Obj().Pkg() == c.pkg.Types
}

// declarationFix is the line that declares the schema of a type. A type with a text form is likely text in JSON too.
func (c *collector) declarationFix(t types.Type, at place) string {
	schema := `{"type":"string"}`
	switch t.Underlying().(type) {
	case *types.Struct, *types.Map:
		if !codecOf(t).text() {
			schema = `{"type":"object"}`
		}
	}
	does := map[direction]string{argument: "takes", result: "writes"}[at.dir]
	n, ok := t.(*types.Named)
	switch {
	case !ok:
		return at.paste("schema=" + schema)
	case n.Obj().Pkg() == c.pkg.Types:
		return fmt.Sprintf("//tool:schema %s   (above type %s, with what it really %s)", schema, n.Obj().Name(), does)
	}
	return fmt.Sprintf("//tool:map %s.%s=%s   (in the package comment, with what it really %s)", n.Obj().Pkg().Path(), n.Obj().Name(), schema, does)
}

// underneath says what a type is in Go, as far as its zero value depends on it.
func underneath(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return "string"
		case u.Info()&types.IsBoolean != 0:
			return "bool"
		}
		return "number"
	case *types.Slice, *types.Map:
		return "list"
	}
	return "whole"
}

// declaredSchema is the schema that is declared for a use or its type, "" for none. It is false after an error.
func (c *collector) declaredSchema(t types.Type, at place) (schema string, ok bool) {
	if s, found := at.set.find("schema"); found {
		schema, err := checkSchema(s.Value.Text)
		if err != nil {
			c.errorAt(s.pos, s.end, directive.CodeValue, at.path+": schema: "+err.Error(), `schema={"type":"object"}`)
		}
		return schema, err == nil
	}
	n, isNamed := t.(*types.Named)
	if !isNamed || n.Obj().Pkg() == nil {
		return "", true
	}
	if d := c.mapped[n.Obj().Pkg().Path()+"."+n.Obj().Name()]; d != nil {
		d.used = true
		return d.schema, true
	}
	return c.typeMark(n).schema, true
}

// declaredContainer is declaredSchema for a list or map of any, which can be nothing else.
func (c *collector) declaredContainer(t types.Type, at place, only string) (schema string, ok bool) {
	schema, ok = c.declaredSchema(t, at)
	if allowed := (&model.Type{Schema: schema}).Types(); ok && schema != "" && !slices.Equal(allowed, []string{only}) {
		c.refuse(at, "K17", fmt.Sprintf(`%s: the declared schema of %s must say "type":"%s"`, at.path, c.show(t), only), at.paste(`schema={"type":"`+only+`"}`))
		return "", false
	}
	return schema, ok
}

// mapLine reads a //tool:map line.
func (c *collector) mapLine(l line) {
	name := l.Names[0]
	pos, end := l.word(name)
	schema, err := checkSchema(l.Text.Text)
	if err != nil {
		pos, end = l.word(l.Text)
		c.errorAt(pos, end, directive.CodeValue, "//tool:map: "+err.Error(), "declare what "+name.Text+" takes")
		return
	}
	if first := c.mapped[name.Text]; first != nil {
		c.errorWith(pos, end, directive.CodeTwice, name.Text+" is mapped twice", "keep one of them", related{first.pos, first.end, "first mapped here"})
		return
	}
	c.mapped[name.Text] = &mapping{schema: schema, pos: pos, end: end}
}

// unusedMappings warns of //tool:map lines that no tool has a use for.
func (c *collector) unusedMappings() {
	for _, name := range slices.Sorted(maps.Keys(c.mapped)) {
		if d := c.mapped[name]; !d.used && len(c.annotations) > 0 {
			c.warnAt(d.pos, d.end, "K22", "no tool of this package takes or returns "+name+" as a type with its own JSON, so the line has no effect", "remove it, or correct the import path")
		}
	}
}

// typeSchema reads a //tool:schema line above a type.
func (c *collector) typeSchema(declared *types.TypeName, l line) string {
	t := declared.Type()
	if m := codecOf(t); !m.marshalJSON && !m.unmarshalJSON && !types.IsInterface(t) {
		c.errorAt(l.comment.Pos(), l.comment.End(), "K17", "//tool:schema applies to types with UnmarshalJSON or MarshalJSON, and to interfaces; the schema of this one is made from its Go type", "remove the line")
		return ""
	}
	schema, err := checkSchema(l.Text.Text)
	if err != nil {
		pos, end := l.word(l.Text)
		c.errorAt(pos, end, directive.CodeValue, "//tool:schema: "+err.Error(), "declare what the type takes")
		return "{}" // one mistake is reported once
	}
	return schema
}

// schemaTypes are the types of JSON Schema.
var schemaTypes = []string{"string", "number", "integer", "boolean", "object", "array", "null"}

// checkSchema checks a declared schema as far as nonsense can be told, and returns it as compact JSON in the author's order.
func checkSchema(text string) (string, error) {
	tree, err := parseJSON(text)
	if err != nil {
		return "", err
	}
	if _, isObject := tree.(map[string]any); !isObject {
		return "", errors.New("expected a JSON object, got " + text)
	}
	if err := checkSubschema("", tree); err != nil {
		return "", err
	}
	var compact bytes.Buffer
	err = json.Compact(&compact, []byte(text))
	return compact.String(), err
}

// checkSubschema checks one schema inside a declared one, at a way such as properties.name.
func checkSubschema(way string, tree any) error {
	if _, isBool := tree.(bool); isBool && way != "" {
		return nil
	}
	object, ok := tree.(map[string]any)
	if !ok {
		return fmt.Errorf("%s must be a schema, which is an object", way)
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if err := checkKeyword(strings.TrimPrefix(way+"."+key, "."), key, object[key]); err != nil {
			return err
		}
	}
	return nil
}

func checkKeyword(way, key string, value any) error {
	switch key {
	case "type":
		return checkTypeKeyword(way, value)
	case "$ref", "$dynamicRef", "$id", "$anchor", "$dynamicAnchor", "$schema":
		return fmt.Errorf("%s has no place here: the schema becomes a part of the tool's, where it would mean something else; write out what it stands for", way)
	case "properties", "patternProperties", "$defs", "dependentSchemas":
		object, ok := value.(map[string]any)
		if !ok {
			return fmt.Errorf("%s must be an object of schemas", way)
		}
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if err := checkSubschema(way+"."+name, object[name]); err != nil {
				return err
			}
		}
	case "items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else", "unevaluatedItems", "unevaluatedProperties":
		return checkSubschema(way, value)
	case "anyOf", "oneOf", "allOf", "prefixItems":
		list, ok := value.([]any)
		if !ok || len(list) == 0 {
			return fmt.Errorf("%s must be a list of schemas", way)
		}
		for i, item := range list {
			if err := checkSubschema(fmt.Sprintf("%s[%d]", way, i), item); err != nil {
				return err
			}
		}
	case "enum":
		if list, ok := value.([]any); !ok || len(list) == 0 {
			return fmt.Errorf("%s must be a list of values", way)
		}
	case "required":
		list, ok := value.([]any)
		if !ok || slices.ContainsFunc(list, func(v any) bool { _, isText := v.(string); return !isText }) {
			return fmt.Errorf("%s must be a list of names", way)
		}
	case "pattern":
		text, ok := value.(string)
		if !ok {
			return fmt.Errorf("%s must be a text", way)
		}
		if err := checkPattern(text); err != nil {
			return fmt.Errorf("%s: %w", way, err)
		}
	case "title", "description", "format", "contentEncoding", "contentMediaType":
		if _, ok := value.(string); !ok {
			return fmt.Errorf("%s must be a text", way)
		}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		if _, ok := value.(json.Number); !ok {
			return fmt.Errorf("%s must be a number", way)
		}
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		if n, ok := value.(json.Number); !ok || strings.HasPrefix(n.String(), "-") || !isWhole(n.String()) {
			return fmt.Errorf("%s must be a whole number of 0 or more", way)
		}
	case "uniqueItems", "deprecated":
		if _, ok := value.(bool); !ok {
			return fmt.Errorf("%s must be true or false", way)
		}
	}
	return nil
}

func checkTypeKeyword(way string, value any) error {
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	seen := map[string]bool{}
	for _, item := range list {
		name, _ := item.(string)
		if !slices.Contains(schemaTypes, name) || seen[name] {
			return fmt.Errorf("%s must be one of %s, or a list of them, got %s", way, strings.Join(schemaTypes, ", "), jsonText(value))
		}
		seen[name] = true
	}
	if len(list) == 0 {
		return fmt.Errorf("%s must name a type", way)
	}
	return nil
}
