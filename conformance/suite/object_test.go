package suite

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// object translates an object: a struct where it has properties, else a map.
func (t *translator) object(e *expr, f *form, id string) error {
	if f.enum != nil {
		return errors.New("an enum of objects")
	}
	if len(f.names) > 0 && (len(f.properties) > 0 || len(f.required) > 0) {
		return errors.New("propertyNames beside properties")
	}
	if len(f.properties) > 0 || len(f.required) > 0 {
		return t.structure(e, f, id)
	}
	if f.closed {
		e.go_ = "struct{}"
		if len(f.bounds) > 0 {
			return errors.New("bounds of an object without properties")
		}
		return nil
	}
	key := "string"
	if len(f.names) > 0 {
		names := fold(f.names...)
		switch {
		case names.isAny():
		case names.never():
			e.go_ = "struct{}" // no name is allowed
			return nil
		case names.enum == nil || names.speaks != 0 || len(names.inexpressible) > 0:
			return errors.New("propertyNames that are no enum")
		default:
			key = t.enumType(*names.enum)
		}
	}
	elem, err := t.inner(f.additional)
	if err != nil {
		return err
	}
	e.elem, e.go_ = elem, "map["+key+"]"+elem.go_
	e.counts(f, "minProperties", "maxProperties")
	e.itemKeys(elem)
	return nil
}

// structure declares a struct, known by its name before its fields are, for those that lead back to it.
func (t *translator) structure(e *expr, f *form, id string) error {
	for _, keyword := range []string{"minProperties", "maxProperties"} {
		if _, ok := f.bounds[keyword]; ok {
			return errors.New(keyword + " beside properties")
		}
	}
	e.name = t.newName()
	e.go_ = e.name
	t.known[id] = e
	place := len(t.decls)
	t.decls = append(t.decls, "")

	names := slices.Collect(maps.Keys(f.properties))
	for name := range f.required {
		if f.properties[name] == nil {
			f.properties[name] = f.additional
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var b strings.Builder
	fmt.Fprintf(&b, "type %s struct {\n", e.name)
	for _, name := range names {
		nodes := f.properties[name]
		if len(nodes) > 0 && fold(nodes...).never() {
			if f.closed && !f.required[name] {
				continue // it is refused as every other name
			}
			return errors.New("a property that must be absent")
		}
		inner, err := t.inner(nodes)
		if err != nil {
			return err
		}
		to := field{name: name, optional: !f.required[name], expr: inner}
		e.fields = append(e.fields, to)
		t.field(&b, to, len(e.fields))
	}
	if !f.closed {
		rest, err := t.inner(f.additional)
		if err != nil {
			return err
		}
		e.rest = rest
		for _, key := range rest.keys {
			fmt.Fprintf(&b, "\t//tool:items.%s\n", key)
		}
		fmt.Fprintf(&b, "\tRest map[string]%s `json:\",embed\"`\n", rest.go_)
	}
	b.WriteString("}\n")
	t.decls[place] = b.String()
	return nil
}

// field writes one field. A pointer is optional by itself and needs a word where it is not; scalars that are optional are pointers, to
// see both ways of saying it.
func (t *translator) field(b *strings.Builder, f field, n int) {
	typ, keys := f.expr.go_, slices.Clone(f.expr.keys)
	scalar := f.expr.kind&^number == 0 || f.expr.kind == boolean || f.expr.kind == text
	switch {
	case f.expr.pointer:
	case f.expr.name != "", f.optional && scalar && !strings.HasPrefix(typ, "["):
		typ = "*" + typ
	}
	switch pointer := strings.HasPrefix(typ, "*"); {
	case pointer && !f.optional && !f.expr.null:
		keys = append(keys, "required")
	case f.optional && (!pointer || f.expr.null):
		keys = append(keys, "optional")
	}
	if !plainName(f.name) {
		keys = append(keys, "name="+strconv.Quote(f.name))
	}
	if len(keys) > 0 {
		fmt.Fprintf(b, "\t//tool:%s\n", strings.Join(keys, " "))
	}
	fmt.Fprintf(b, "\tF%d %s", n, typ)
	if plainName(f.name) {
		fmt.Fprintf(b, " `json:%q`", f.name)
	}
	b.WriteString("\n")
}

// plainName reports whether a tag can say a name.
func plainName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}
