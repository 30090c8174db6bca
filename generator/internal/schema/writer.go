package schema

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/declared"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// direction says what a schema promises: arguments carry every constraint, results only what Go itself enforces (O20).
type direction uint8

const (
	arguments direction = iota
	results
)

// writer builds one document. Text goes to the current line; cut starts a new one.
type writer struct {
	dir   direction
	lines []string
	cur   bytes.Buffer
	defs  map[definition]string // what is on a cycle, with its $defs name (R2, R4, R6)
	// hoisted are the definitions of declared schemas, by their text; declaredDefs has the JSON of each, by its name in the document.
	hoisted      map[string]hoisted
	declaredDefs map[string]string

	depth int // object nesting: only the outermost properties get lines of their own

	open   bool // unknown properties are let pass (L11)
	opened bool // the last text ends with a brace: what comes next needs no comma
}

func newWriter(dir direction) *writer {
	return &writer{dir: dir, defs: map[definition]string{}, hoisted: map[string]hoisted{}, declaredDefs: map[string]string{}}
}

// node is one place in a document: an object with known properties or a type, and what its use adds.
type node struct {
	object      *model.Object
	typ         *model.Type
	root        bool // the outermost type: a recursive struct is expanded here (R3)
	title       string
	description string
	rules       model.Rules
	notNull     bool         // the value behind a pointer: what may be null has been said
	orNull      bool         // a union: null is one of its choices
	field       *model.Field // for default, examples and deprecated; nil elsewhere
}

// document writes the root and the definitions behind it, and returns the lines.
func (w *writer) document(n node) []string {
	closing := func() {
		if len(w.defs)+len(w.declaredDefs) > 0 {
			w.cut()
			w.key("$defs")
			w.text("{")
			w.definitions()
			w.text(`}`)
		}
	}
	if n.object != nil {
		w.text("{")
		w.member("type", `"object"`)
		w.annotation("description", w.grouped(n.description, n.object))
		w.objectBody(n.object)
		closing()
		w.text(`}`)
	} else {
		w.value(n, closing)
	}
	w.cut()
	return w.lines
}

func (w *writer) definitions() {
	byName := map[string]definition{}
	for d, name := range w.defs {
		byName[name] = d
	}
	for name, text := range w.declaredDefs {
		byName[name] = text
	}
	for i, name := range slices.Sorted(maps.Keys(byName)) {
		if i > 0 {
			w.text(",")
		}
		w.cut()
		w.text(model.Quote(name) + ":")
		switch d := byName[name].(type) {
		case string:
			w.text(d)
		case *model.StructType:
			w.structure(d)
		case *model.UnionType:
			w.text("{")
			w.annotation("description", d.Doc)
			w.choice(d, w.dir == results)
			w.text("}")
		}
	}
}

// structure writes the schema of a struct by itself: a definition, or a variant of a union.
func (w *writer) structure(s *model.StructType) {
	w.text("{")
	w.member("type", `"object"`)
	w.annotation("description", w.grouped(s.Doc, s.Object))
	w.objectBody(s.Object)
	w.text("}")
}

// value writes the schema of a type at one use. closing, if any, runs before the last brace.
func (w *writer) value(n node, closing func()) {
	t := n.typ
	if w.takesNull(n) {
		if u := bare(t); u.Union != nil && w.nameOf(u) == "" {
			n.typ, n.notNull, n.orNull = u, true, true // one choice more
			w.value(n, closing)
			return
		}
		w.text("{")
		w.key("anyOf") // N6, O6
		w.text("[")
		inner := node{typ: t, rules: n.rules, root: n.root, notNull: true}
		inner.rules.Nullable = false
		w.value(inner, nil)
		w.text(`,{"type":"null"}]`)
		w.annotation("title", n.title)
		w.annotation("description", n.description)
	} else if elem := behind(t); elem != nil {
		n.typ, n.notNull = elem, true
		w.value(n, closing)
		return
	} else if name := w.nameOf(t); name != "" && !n.root {
		w.text("{")
		w.member("$ref", model.Quote("#/$defs/"+name))
		w.annotation("title", n.title)
		w.annotation("description", n.description)
	} else if t.Union != nil {
		w.text("{")
		w.annotation("title", n.title)
		w.annotation("description", w.describe(n)) // before what may be long
		w.choice(t.Union, n.orNull || w.dir == results)
	} else if t.Schema != "" {
		w.declared(n)
	} else {
		w.text("{")
		if typ := jsonType(t); typ != "" {
			w.member("type", model.Quote(typ))
		}
		w.annotation("title", n.title)
		w.annotation("description", w.describe(n))
		w.typeKeywords(t, n.rules)
	}
	if n.field != nil {
		w.useKeywords(n.field)
	}
	if closing != nil {
		closing()
	}
	w.text(`}`)
}

// nameOf is the $defs name of a type, or "".
func (w *writer) nameOf(t *model.Type) string {
	switch {
	case t.Struct != nil:
		return w.defs[t.Struct]
	case t.Union != nil:
		return w.defs[t.Union]
	}
	return ""
}

// takesNull reports whether null is a value at a place. The schema of an argument is free of it unless the directive says
// otherwise (N2, N6); that of a result has it wherever Go has a value that is written so (O6, T56).
func (w *writer) takesNull(n node) bool {
	t := n.typ
	leftOut := n.field != nil && (n.field.OmitEmpty || n.field.OmitZero)
	switch {
	case n.notNull || (t.Kind == model.Any || t.Kind == model.Raw) && t.Schema == "": // these take null anyway
		return false
	case w.dir == arguments:
		return n.rules.Nullable || t.Kind == model.Optional && n.field == nil
	case t.MayBeAbsent():
		return true
	case t.Kind == model.Any, isRawMessage(t) && !n.rules.Nullable:
		return !leftOut && declared.MustParse(t.Schema).Accept("null") != nil // nil is written all the same
	case t.Kind == model.Slice || t.Kind == model.Map || t.Kind == model.Bytes || t.Kind == model.Raw:
		return n.rules.Nullable && !leftOut
	}
	return behind(t) != nil && !leftOut
}

// isRawMessage reports whether a type is JSON text itself.
func isRawMessage(t *model.Type) bool {
	return t.Kind == model.Raw && t.Go.Kind == model.GoNamed && t.Go.Pkg == "encoding/json"
}

// bare is a type without what may say that there is no value.
func bare(t *model.Type) *model.Type {
	for elem := behind(t); elem != nil; elem = behind(t) {
		t = elem
	}
	return t
}

// behind is the type of the value where a type may say that there is none; nil where it cannot.
func behind(t *model.Type) *model.Type {
	if t.Kind == model.Optional {
		return t.Elem
	}
	return t.Pointee()
}

// useKeywords are the annotations of one use: default, examples, deprecated.
func (w *writer) useKeywords(f *model.Field) {
	if f.Default != nil && w.dir == arguments {
		w.member("default", f.Default.JSON)
	}
	if len(f.Examples) > 0 && w.dir == arguments {
		w.member("examples", valueList(f.Examples))
	}
	if f.Deprecated {
		w.member("deprecated", "true")
	}
}

// objectBody writes properties, required and additionalProperties (S1) behind an open object schema.
func (w *writer) objectBody(o *model.Object) {
	w.key("properties")
	w.text("{")
	w.depth++
	var required []string
	for i, f := range o.Fields {
		if i > 0 {
			w.text(",")
		}
		w.cut()
		w.text(model.Quote(f.Name) + ":")
		if f.Fixed != "" {
			w.fixed(f.Fixed)
		} else {
			w.value(node{typ: f.Type, title: f.Title, description: f.Description, rules: f.Rules, field: f}, nil)
		}
		if w.always(f) {
			required = append(required, model.Quote(f.Name))
		}
	}
	if len(o.Fields) > 0 {
		w.cut()
	}
	w.depth--
	w.text(`}`)
	if len(required) > 0 {
		w.member("required", "["+strings.Join(required, ",")+"]")
	}
	switch {
	case o.Rest != nil && o.Rest.Type.Elem.Kind == model.Any && o.Rest.Type.Elem.Schema == "": // as T24
	case o.Rest != nil: // S16
		w.key("additionalProperties")
		w.value(node{typ: o.Rest.Type.Elem, rules: o.Rest.Type.Items(), description: o.Rest.Description}, nil)
	case !w.open:
		w.member("additionalProperties", "false")
	}
}

// always reports whether every valid object has the field: N1 for arguments; O3 for results, where a field behind an
// embedded pointer is absent with it (S9).
func (w *writer) always(f *model.Field) bool {
	if w.dir == arguments {
		return !f.Optional
	}
	return !f.OmitEmpty && !f.OmitZero && !f.Type.MayBeAbsent() && !slices.ContainsFunc(f.Path, func(s model.Step) bool { return s.Alloc != nil })
}

func (w *writer) annotation(key, text string) {
	if text != "" {
		w.member(key, model.Quote(text))
	}
}

// member writes one member of the object that is open, with a comma before it unless it is the first.
func (w *writer) member(key, value string) {
	w.key(key)
	w.text(value)
}

// key begins a member whose value follows.
func (w *writer) key(key string) {
	if !w.opened {
		w.text(",")
	}
	w.text(model.Quote(key) + ":")
}

// members writes members that are JSON text already; "" is none.
func (w *writer) members(text string) {
	if text == "" {
		return
	}
	if !w.opened {
		w.text(",")
	}
	w.text(text)
}

func (w *writer) text(s string) {
	w.cur.WriteString(s)
	w.opened = strings.HasSuffix(s, "{")
}

// cut ends the current line; nested objects stay on the line of the property they belong to.
func (w *writer) cut() {
	if w.depth > 1 || w.cur.Len() == 0 {
		return
	}
	w.lines = append(w.lines, w.cur.String())
	w.cur.Reset()
}

func number(n int) string { return strconv.Itoa(n) }
