package provider

import (
	"errors"
	"strings"
)

// Projection is a schema as a format takes it.
type Projection struct {
	Schema []byte // compact JSON; the same for the same schema everywhere
	Lost   []Loss // what Schema says no more, in the order of the schema
}

// Loss is one thing that a schema says and its projection cannot. The decoder of a tool still holds models to it.
type Loss struct {
	Path    string // such as items[].price; * for a key that is not declared; "arguments" for the whole object
	Keyword string // such as minLength
	Value   string // its value, as compact JSON of at most 200 bytes
	How     How
}

// How says what became of something that is lost.
type How string

// The ways.
const (
	Described How = "described" // a model reads it in the description of the place
	Dropped   How = "dropped"   // gone
	Widened   How = "widened"   // something weaker stands there, and the description says the rest
	Narrowed  How = "narrowed"  // something stricter stands there: what it accepts the tool accepts as well
	Unrolled  How = "unrolled"  // a recursion ends after some levels
	Shortened How = "shortened" // the description of the tool is there as far as the format takes it
)

// Annotation reports whether the loss changes nothing about which arguments are valid.
func (l Loss) Annotation() bool {
	if l.How == Narrowed {
		return true
	}
	k := row(l.Keyword)
	return k == nil || k.annotation
}

// String is the loss in one line: path, keyword and value, and what became of it.
func (l Loss) String() string {
	text := l.Path + ": " + l.Keyword
	if l.Value != "" {
		text += " " + l.Value
	}
	return text + " (" + string(l.How) + ")"
}

// Bounds of what is projected: more than any tool needs, and little enough that a schema from a hostile server costs next
// to nothing (schema.md 8.2, last row).
const (
	maxSchema  = 256 << 10 // bytes of a schema
	maxNesting = 64        // schemas inside schemas
	maxPlaces  = 20_000    // schemas in a projection, where references are written out as well
	maxInlined = 4_000     // beyond, nothing more is written out
	maxWords   = 1_000     // bytes that a description gets to say what is lost
	maxValue   = 200       // bytes of a value in a Loss or a description
)

// ErrNotStrict is what errors of [Project] and [Define] are (by errors.Is) where a schema has no strict form.
var ErrNotStrict = errors.New("provider: the schema has no strict form")

// notStrict is why one schema has none.
type notStrict struct{ where, why string }

func (e *notStrict) Error() string { return "no strict form: " + e.where + ": " + e.why }
func (e *notStrict) Unwrap() error { return ErrNotStrict }

// Project returns the arguments' schema as a format takes it: with the keywords that it knows and no others (schema.md
// 8.2), references to definitions in the schema only, and the root an object. What is lost is in Lost, and where a model
// can use it, its meaning is added to the description of the place. Projecting a projection changes nothing more.
//
// The schema may be any JSON Schema, from a server that nobody trusts too. It is an error if it is not one JSON object,
// larger than 256 KiB, nested deeper than 64 schemas or grows beyond all measure, or if its root cannot be an object. With
// strict, it is an error that is [ErrNotStrict] where the format has no strict mode or the schema no strict form. For MCP,
// which takes every keyword, the schema stays as it is.
func Project(schema string, f Format, strict bool) (Projection, error) {
	d := dialectOf(f)
	if d == nil {
		return Projection{}, errors.New("provider: there is no format " + string(f))
	}
	col := d.plain
	if strict {
		if col = d.strict; col == noColumn {
			return Projection{}, &notStrict{"arguments", "the format " + string(f) + " has no strict mode"}
		}
	}
	root, lost, err := d.project(schema, col)
	if err != nil {
		return Projection{}, err
	}
	return Projection{root.append(nil), lost}, nil
}

func (d *dialect) project(schema string, col column) (node, []Loss, error) {
	if schema == "" {
		schema = noArguments
	}
	if len(schema) > maxSchema {
		return node{}, nil, errors.New("the schema has " + itoa(len(schema)) + " bytes, more than " + itoa(maxSchema))
	}
	root, err := parse(schema)
	switch {
	case err != nil:
		return node{}, nil, errors.New("the schema is " + err.Error())
	case root.kind != '{':
		return node{}, nil, errors.New("the schema is not a JSON object")
	}
	return d.projectTree(root, col)
}

// projectTree projects a schema that has been read.
func (d *dialect) projectTree(root node, col column) (node, []Loss, error) {
	root.clean()
	if col == noColumn {
		if !describesObject(&root) {
			return node{}, nil, errors.New(`the schema must say "type":"object"`)
		}
		return root, nil, nil
	}
	p := projector{col: col, property: d.property, left: maxPlaces}
	out := p.whole(&root)
	if p.err != nil {
		return node{}, nil, p.err
	}
	return out, p.lost, nil
}

// projector makes one projection.
type projector struct {
	col      column
	property charset
	lost     []Loss
	err      error // the first
	left     int   // how many more places may be written
	depth    int
	defs     definitions
	scope    int       // the component of the definition that is being written; 0 for the root
	optional bool      // the place can be left out of its definition
	loops    bool      // a reference back was met, in a place that cannot be left out
	within   []*target // the references that are being written out
	words    []string  // what the description of the root has to say besides
}

func (p *projector) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// refuse says that there is no strict form.
func (p *projector) refuse(path, why string) { p.fail(&notStrict{where(path), why}) }

func (p *projector) strict() bool { return p.col == openaiStrict || p.col == anthropicStrict }

func (p *projector) lose(path, keyword string, v *node, how How) {
	value := ""
	if v != nil {
		value = short(v.String())
	}
	p.lost = append(p.lost, Loss{where(path), keyword, value, how})
}

func where(path string) string {
	if path == "" {
		return "arguments"
	}
	return path
}

// below is the path of a property.
func below(path, name string) string {
	name = short(unquote(`"` + name + `"`))
	if path == "" {
		return name
	}
	return path + "." + name
}

// short cuts a text after maxValue bytes, between characters.
func short(s string) string {
	if len(s) <= maxValue {
		return s
	}
	return cutAt(s, maxValue) + "…"
}

// cutAt is what of a text fits into that many bytes, in whole characters.
func cutAt(s string, end int) string {
	for end > 0 && s[end]&0xC0 == 0x80 {
		end--
	}
	return s[:end]
}

// whole projects the root and the definitions that it needs.
func (p *projector) whole(root *node) node {
	p.defs.root = root
	p.scope = p.defs.rootComponent()
	in := root.without("$defs", "definitions")
	normalize(&in)
	p.flattenRoot(&in)
	if kind := in.get("type"); kind == nil {
		in.members = append([]member{{"type", textNode("object")}}, in.members...)
	} else if !hasType(kind, "object") {
		p.fail(errors.New(`the schema must say "type":"object"`))
		return node{}
	} else {
		*kind = textNode("object")
	}
	if properties := in.get("properties"); properties == nil || properties.kind != '{' {
		if properties != nil {
			p.lose("", "properties", properties, Dropped)
		}
		if more := in.get("additionalProperties"); p.strict() && !more.is("false") && (more == nil || len(more.members) == 0) {
			p.refuse("", "an object of which no property is declared takes anything")
		}
		in.set("properties", object()) // some read it (F3)
	}
	out := p.place(&in, "")
	var list []member
	for i := 0; i < len(p.defs.used); i++ { // each may need more of them
		t := p.defs.used[i]
		p.scope, p.optional = t.component, false
		p.within = nil
		body := p.place(&t.node, t.name)
		if p.err != nil {
			return node{}
		}
		list = append(list, member{t.name, body})
	}
	if len(list) > 0 {
		sortMembers(list)
		out.set("$defs", object(list...))
	}
	return out
}

// place projects one schema.
func (p *projector) place(n *node, path string) node {
	if p.left--; p.left < 0 {
		p.fail(errors.New("the schema grows beyond " + itoa(maxPlaces) + " places where its references are written out"))
	}
	if p.depth++; p.depth > maxNesting {
		p.fail(errors.New("the schema is nested deeper than " + itoa(maxNesting)))
	}
	defer func() { p.depth-- }()
	if p.err != nil {
		return node{}
	}
	in := n.without("definitions") // a copy, whose members change; true is {}
	if n.text == "false" {
		p.lose(path, "not", &node{kind: '{'}, Dropped)
	}
	normalize(&in)
	p.foldNull(&in)
	if out, done := p.reference(&in, path); done {
		return out
	}
	if row("allOf").cells[p.col] == said {
		p.mergeAll(&in)
	}
	p.splitTypes(&in, path)
	p.tighten(&in)

	out := object()
	words := p.words
	p.words = nil
	for i := range in.members {
		p.keyword(&in, &in.members[i], path, &out, &words)
	}
	p.shape(&in, path, &out, &words)
	p.describe(&in, path, &out, words)
	return out
}

// keyword writes what one keyword of in becomes, or what it meant.
func (p *projector) keyword(in *node, m *member, path string, out *node, words *[]string) {
	k := row(m.name)
	switch {
	case k == nil && strings.HasPrefix(m.name, "x-") && (p.col == openai || p.col == anthropic):
		out.set(m.name, m.value)
		return
	case k == nil || !k.fits(&m.value):
		if k == nil || m.name != "additionalProperties" || m.value.kind != 0 {
			p.lose(path, m.name, &m.value, Dropped)
		}
		return
	}
	switch k.cells[p.col] {
	case passes:
		out.set(m.name, p.inside(k, &m.value, path))
	case gone:
		if m.name != "nullable" && m.name != "propertyOrdering" {
			p.lose(path, m.name, &m.value, Dropped)
		}
	case said:
		p.say(in, m, path, words)
	case never:
		p.refuse(path, m.name+" is not possible there")
	case own:
		p.own(in, m, path, out, words)
	}
}

// inside projects the schemas in the value of a keyword that stays.
func (p *projector) inside(k *keyword, v *node, path string) node {
	switch k.value {
	case aSchema:
		return p.place(v, path)
	case schemaList:
		list := node{kind: '['}
		for i := range v.items {
			list.items = append(list.items, p.place(&v.items[i], path))
		}
		return list
	case schemaMap:
		all := object()
		for i := range v.members {
			all.members = append(all.members, member{v.members[i].name, p.place(&v.members[i].value, below(path, v.members[i].name))})
		}
		return all
	}
	return *v
}

// say moves a keyword's meaning into the description.
func (p *projector) say(in *node, m *member, path string, words *[]string) {
	text := meaning(in, m)
	if text == "" {
		p.lose(path, m.name, &m.value, Dropped)
		return
	}
	p.lose(path, m.name, &m.value, Described)
	*words = append(*words, text)
}

// own applies the rules that are more than a letter.
func (p *projector) own(in *node, m *member, path string, out *node, words *[]string) {
	v := &m.value
	switch m.name {
	case "type", "properties", "required", "additionalProperties", "items", "description":
		out.set(m.name, node{}) // its place: shape and describe fill it, or take it away
	case "$defs", "$ref":
		// see whole and reference
	case "enum":
		p.enum(in, v, path, out, words)
	case "const":
		p.enum(in, &node{kind: '[', items: []node{*v}}, path, out, words)
	case "anyOf", "oneOf":
		p.branches(in, m, path, out)
	case "format":
		for _, format := range formatsOf[p.col] {
			if format == v.value() {
				out.set(m.name, *v)
				return
			}
		}
		p.say(in, m, path, words)
	case "minItems":
		if v.text == "0" || v.text == "1" {
			out.set(m.name, *v)
			return
		}
		out.set(m.name, literal("1"))
		p.lose(path, m.name, v, Widened)
		*words = append(*words, meaning(in, m))
	case "exclusiveMinimum", "exclusiveMaximum":
		p.say(in, m, path, words) // tighten has made the others inclusive
	case "examples":
		out.set("example", v.items[0])
		if len(v.items) > 1 {
			p.lose(path, m.name, v, Widened)
		}
	}
}
