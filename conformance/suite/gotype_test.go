package suite

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// An expr is the Go type of one place, and the directives there.
type expr struct {
	go_     string
	kind    kinds    // of what it takes; anything for json.RawMessage
	keys    []string // directive keys of the place
	narrow  bool     // the schema leaves the type open, and the Go type does not
	null    bool     // null is a value
	pointer bool     // the Go type is a pointer already

	elem   *expr   // of a list or map
	fields []field // of a struct
	rest   *expr   // of a struct: what no field names
	name   string  // of a struct type that may be met again
	format string  // of a text
	enum   []any
}

// A field is one property of a struct.
type field struct {
	name     string
	optional bool
	expr     *expr
}

// A translator turns the schemas of one group into Go declarations.
type translator struct {
	prefix string // of the names of types
	decls  []string
	known  map[string]*expr // struct types by the identity of their schemas, those in progress too
	count  int
}

// expr is the Go type of schemas that all hold. The error says what no Go type has.
func (t *translator) expr(nodes []*node) (*expr, error) {
	f := fold(nodes...)
	if len(f.inexpressible) > 0 {
		return nil, errors.New(f.inexpressible[0])
	}
	if f.never() {
		return nil, errors.New("nothing is valid")
	}
	kind, narrow, err := chosen(f)
	if err != nil {
		return nil, err
	}
	if e := t.known[identity(nodes)]; e != nil {
		return e, nil
	}
	e := &expr{kind: kind, narrow: narrow, null: kind != anything && f.allowed&null != 0 && !narrow, format: f.format}
	if f.enum != nil {
		e.enum = slices.DeleteFunc(slices.Clone(*f.enum), func(v any) bool { return v == nil })
	}
	switch kind {
	case anything:
		e.go_ = "json.RawMessage"
	case boolean:
		err = t.bool(e)
	case integer, number:
		t.number(e, f)
	case text:
		t.text(e, f)
	case list:
		err = t.list(e, f)
	case object:
		err = t.object(e, f, identity(nodes))
	}
	if err != nil {
		return nil, err
	}
	if e.null {
		e.keys = append(e.keys, "nullable")
		if kind&(boolean|number|text) != 0 || e.name != "" {
			behind := *e
			behind.go_, behind.pointer = "*"+e.go_, true
			return &behind, nil
		}
	}
	return e, nil
}

// chosen is the one type of JSON that a Go type takes here, and whether the schema would take others.
func chosen(f *form) (kind kinds, narrow bool, err error) {
	allowed, speaks := f.allowed&^null, f.speaks
	switch {
	case allowed == 0:
		return 0, false, errors.New("null alone")
	case one(allowed) != 0:
		return one(allowed), false, nil
	case f.enum != nil:
		return 0, false, errors.New("an enum of several types")
	case speaks == 0 && f.allowed == anything:
		return anything, false, nil
	case one(speaks) != 0 && allowed&speaks == speaks:
		return one(speaks), true, nil
	case speaks == 0:
		return 0, false, errors.New("a choice of types")
	}
	return 0, false, errors.New("keywords of several types")
}

// one is the type of a set that has one, else 0. An integer alone is one, a number takes both.
func one(k kinds) kinds {
	switch k {
	case boolean, integer, number, text, list, object:
		return k
	case fraction:
		return number
	}
	return 0
}

func (t *translator) bool(e *expr) error {
	e.go_ = "bool"
	if len(e.enum) == 1 {
		return errors.New("an enum of one truth value")
	}
	return nil
}

func (t *translator) number(e *expr, f *form) {
	e.go_ = "float64"
	if e.kind == integer && e.enum == nil {
		e.go_ = "int64"
	}
	for _, k := range []struct{ keyword, key string }{
		{"minimum", "min"}, {"maximum", "max"}, {"exclusiveMinimum", "gt"}, {"exclusiveMaximum", "lt"}, {"multipleOf", "multipleOf"},
	} {
		if v, ok := f.bounds[k.keyword]; ok {
			e.keys = append(e.keys, k.key+"="+v.String())
		}
	}
	t.enumKey(e)
}

func (t *translator) enumKey(e *expr) {
	var items []string
	for _, v := range e.enum {
		items = append(items, jsonText(v))
	}
	if len(items) > 0 {
		e.keys = append(e.keys, "enum="+strings.Join(items, ","))
	}
}

func (t *translator) text(e *expr, f *form) {
	e.go_ = "string"
	e.counts(f, "minLength", "maxLength")
	if f.pattern != "" {
		e.keys = append(e.keys, "pattern="+strconv.Quote(f.pattern))
	}
	if f.format != "" {
		e.keys = append(e.keys, "format="+f.format)
	}
	switch {
	case f.encoding == "base64" && len(e.keys) == 0:
		e.go_, e.format = "[]byte", "base64"
	case len(e.enum) >= 2 && len(e.keys) == 0:
		e.go_ = t.enumType(e.enum)
	default:
		t.enumKey(e)
	}
}

// enumType declares a string type with its values as constants (T70).
func (t *translator) enumType(values []any) string {
	name := t.newName()
	var b strings.Builder
	fmt.Fprintf(&b, "type %s string\n\nconst (\n", name)
	for i, v := range values {
		fmt.Fprintf(&b, "\t%sValue%d %s = %s\n", name, i, name, strconv.Quote(v.(string)))
	}
	if len(values) == 1 {
		b.WriteString(")\n")
		t.decls = append(t.decls, "//tool:enum\n"+b.String())
		return name
	}
	t.decls = append(t.decls, b.String()+")\n")
	return name
}

// counts adds min and max for keywords that count something.
func (e *expr) counts(f *form, least, greatest string) {
	for _, k := range []struct{ keyword, key string }{{least, "min"}, {greatest, "max"}} {
		if v, ok := f.bounds[k.keyword]; ok {
			e.keys = append(e.keys, k.key+"="+rational(v).Num().String())
		}
	}
}

func (t *translator) list(e *expr, f *form) error {
	if f.enum != nil {
		return errors.New("an enum of arrays")
	}
	items := f.items
	if len(f.prefix) > 0 {
		// A prefix is that of a Go slice where all items have one schema, or none behind the prefix is valid.
		for _, p := range f.prefix {
			if jsonText(p[0].value) != jsonText(f.prefix[0][0].value) {
				return errors.New("prefixItems")
			}
		}
		switch {
		case len(items) > 0 && fold(items...).never():
			f.bound("maxItems", numberOf(len(f.prefix)))
			items = f.prefix[0]
		case !fold(f.prefix[0]...).isAny() || len(items) > 0:
			return errors.New("prefixItems")
		}
	} else if len(items) > 0 && fold(items...).never() {
		f.bound("maxItems", numberOf(0))
		items = nil
	}
	elem, err := t.inner(items)
	if err != nil {
		return err
	}
	e.elem, e.go_ = elem, "[]"+elem.go_
	least, hasLeast := f.bounds["minItems"]
	greatest, hasGreatest := f.bounds["maxItems"]
	if n := rational(orZero(least)).Num(); hasLeast && hasGreatest && n.Sign() > 0 && n.Cmp(big.NewInt(16)) < 0 && equal(least, greatest) {
		e.go_ = "[" + n.String() + "]" + elem.go_ // T31
	} else {
		e.counts(f, "minItems", "maxItems")
	}
	if f.unique {
		e.keys = append(e.keys, "unique")
	}
	e.itemKeys(elem)
	return nil
}

// inner is the type of items or of a map's values; without schemas they are anything.
func (t *translator) inner(nodes []*node) (*expr, error) {
	if len(nodes) == 0 {
		return &expr{kind: anything, go_: "json.RawMessage"}, nil
	}
	return t.expr(nodes)
}

// itemKeys adds the keys of an element to those of its list or map.
func (e *expr) itemKeys(elem *expr) {
	for _, key := range elem.keys {
		e.keys = append(e.keys, "items."+key)
	}
}

func numberOf(n int) json.Number { return json.Number(strconv.Itoa(n)) }

func orZero(n json.Number) json.Number {
	if n == "" {
		return "0"
	}
	return n
}

func (t *translator) newName() string {
	t.count++
	if t.count == 1 {
		return t.prefix
	}
	return t.prefix + "Part" + strconv.Itoa(t.count)
}
