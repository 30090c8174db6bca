package packages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

var fieldNames = []string{
	"ID", "Name", "City", "Days", "URL", "UserID", "HTTPServer", "Limit", "Tags", "Filter", "When", "Level", "Next1", "Note", "X", "Größe",
	"Type", "Error", "String", "Len", "Context", "JSON", "Runtime", "Codec", "Value", "Key", "Range", "Func", "Map", "Data", "A", "B", "Wait_", "Émile",
}

func (w *world) fieldName() string {
	w.fields++
	return of(w.random, fieldNames...) + strconv.Itoa(w.fields) // no two structs have a name in common, whatever is embedded where
}

// structType is a struct with fields of all sorts.
func (w *world) structType(p *pack) *typ {
	name := w.typeName(p, "Report", "Item", "Order", "Query", "Options", "Address", "Day", "Patch")
	t := &typ{kind: object, spell: in(p.path(), name), plain: true, isStruct: true}
	w.declare(p, name)
	w.comment(name)
	head := len(w.at.pieces)
	w.write("type %s struct {\n", name)
	if w.in(4) {
		w.embed(p, t)
	}
	promoted := len(t.fields)
	for range 1 + w.IntN(5) {
		w.field(p, t)
	}
	if line := w.structGroup(t, t.fields[promoted:]); line != "" {
		fields := slices.Clone(w.at.pieces[head:])
		w.at.pieces = w.at.pieces[:head]
		w.directives(line)
		w.at.pieces = append(w.at.pieces, fields...)
	}
	if w.in(6) {
		w.open()
		w.write("\tprivate%d int\n", w.fields)
		w.close()
	}
	if w.in(8) {
		w.open()
		w.write("\tSkipped%d func() `json:\"-\"`\n", w.fields)
		w.close()
	}
	if w.in(12) {
		w.open()
		w.write("\t_ struct{}\n")
		w.close()
	}
	if w.in(10) {
		t.elem = w.remainder()
	}
	w.write("}\n")
	w.end()
	return w.add(t)
}

// remainder is the field that keeps what the struct does not know (S16).
func (w *world) remainder() *typ {
	rest := of(w.random, w.basic(), w.float(), &typ{kind: free, spell: "any"})
	w.fields++
	w.open()
	w.write("\tRest%d map[string]%s `json:\",embed\"` // %s\n", w.fields, rest.spell, w.sentence())
	w.close()
	return rest
}

// embed puts a struct into another: a value, a pointer, or under a name.
func (w *world) embed(p *pack, t *typ) {
	var plain []*typ
	for _, other := range w.types {
		if other.kind == object && other.plain && other.variants == nil && len(other.fields) > 0 && !strings.Contains(other.spell, "[") {
			plain = append(plain, other)
		}
	}
	if len(plain) == 0 {
		return
	}
	other := of(w.random, plain...)
	name := other.spell[strings.LastIndex(other.spell, ".")+1:]
	exported := strings.ToUpper(name[:1]) == name[:1]
	t.elem, t.grouped = other.elem, other.grouped
	w.open()
	defer w.close()
	switch {
	case w.in(4) && exported:
		tag := strings.ToLower(name) + "_in"
		w.write("\t%s `json:\"%s\"` // %s\n", other.spell, tag, w.sentence())
		t.fields = append(t.fields, &field{name: name, tagged: tag, typ: other})
	case w.in(3) && exported:
		w.write("\t*%s\n", other.spell)
		t.fields = append(t.fields, other.fields...)
	default:
		w.write("\t%s\n", other.spell)
		t.fields = append(t.fields, other.fields...)
	}
}

// field is one field of a struct that is being declared: where its keys stand, and its comment, differ.
func (w *world) field(p *pack, t *typ) {
	f := &field{name: w.fieldName(), typ: w.fieldType(p)}
	w.open()
	defer w.close()
	if w.in(20) && f.typ.is(text, integer, boolean) {
		// Two names share a type and a comment (D17).
		second := &field{name: w.fieldName(), typ: f.typ}
		w.write("\t%s, %s %s // %s\n", f.name, second.name, f.typ.spell, w.sentence())
		t.fields = append(t.fields, f, second)
		return
	}
	var options []string
	canQuote := f.typ.is(integer, float, boolean) && strings.IndexByte(f.typ.spell, '.') < 0
	isQuoted := canQuote && w.in(12)
	if isQuoted {
		t.quotes = true
		options = append(options, "string")
	}
	if w.in(6) && !f.typ.is(object, array) || f.typ.is(object) && w.in(12) {
		options = append(options, of(w.random, "omitempty", "omitzero"))
		f.optional = true
	}
	if w.in(2) || len(options) > 0 && w.in(2) {
		f.tagged = of(w.random, snake(f.name), strings.ToLower(f.name), snake(f.name), f.name, f.name+"_x", strings.ToLower(f.name)+"-y", "$"+f.name, "."+f.name, "ключ"+f.name)
	}
	r := w.rules(p, f.typ, inField, isQuoted)
	f.sample = r.sample
	f.optional = (f.optional || r.optional) && !slices.Contains(r.keys, "required")
	var tag []string
	if f.tagged != "" || len(options) > 0 {
		tag = append(tag, "json:"+strconv.Quote(strings.Join(append([]string{f.tagged}, options...), ",")))
	}
	lines := r.lines
	if len(r.keys) > 0 {
		if w.in(2) {
			tag = append(tag, "tool:"+strconv.Quote(strings.Join(r.keys, " ")))
		} else {
			lines = append(lines, r.keys...)
		}
	}
	if w.in(3) {
		w.line("\t// %s", w.sentence())
	}
	for _, line := range lines {
		w.line("\t//tool:%s", line)
	}
	w.write("\t%s %s", f.name, f.typ.spell)
	if text := strings.Join(tag, " "); text != "" {
		w.open()
		if strings.Contains(text, "`") {
			w.write(" %s", strconv.Quote(text))
		} else {
			w.write(" `%s`", text)
		}
		w.close()
	}
	if w.in(2) {
		w.write(" // %s", w.sentence())
	}
	w.write("\n")
	t.fields = append(t.fields, f)
}

// fieldType is the type of a field, which may be a struct without a name.
func (w *world) fieldType(p *pack) *typ {
	switch w.IntN(18) {
	case 3:
		if t := w.chosen(p); t != nil {
			return t
		}
	case 0:
		a, b := w.fieldName(), w.fieldName()
		first, second := w.basic(), w.value(p, 0)
		t := &typ{kind: object, isStruct: true, fields: []*field{{name: a, typ: first}, {name: b, tagged: "b", typ: second}}}
		t.spell = fmt.Sprintf("struct {\n\t\t%s %s // %s\n\t\t%s %s `json:\"b\"`\n\t}", a, first.spell, w.sentence(), b, second.spell)
		if second.bare {
			return first
		}
		return t
	case 1:
		return &typ{kind: sum, spell: "[4]byte", comparable: true, bare: true}
	case 2:
		key := of(w.random, &typ{kind: text, spell: "string", sample: `"abc"`}, &typ{kind: integer, spell: "int", sample: "4"})
		return &typ{kind: set, spell: fmt.Sprintf("map[%s]struct{}", key.spell), elem: key, bare: true}
	}
	return w.value(p, 2)
}

// chosen is any, or a list of it, of which a key says which structs it may be.
func (w *world) chosen(p *pack) *typ {
	var structs []*typ
	for _, t := range w.types {
		if t.kind == object && !t.alias && strings.HasPrefix(t.spell, "§") && !strings.Contains(t.spell, "[") && len(t.fields) > 0 && !slices.ContainsFunc(structs, func(o *typ) bool { return snake(base(o.spell)) == snake(base(t.spell)) }) {
			structs = append(structs, t)
		}
	}
	if len(structs) == 0 || p != w.home {
		return nil
	}
	t := &typ{kind: union, spell: "any", bare: true, variants: some(w.random, structs)}
	if w.in(3) {
		t.variants = t.variants[:1]
	}
	if w.in(4) {
		return &typ{kind: slice, spell: "[]any", elem: t, bare: true}
	}
	return t
}

// base is the name of a type without its package.
func base(spell string) string { return spell[strings.LastIndexByte(spell, '.')+1:] }

// family is a struct that holds itself, or two that hold each other (R2, R4).
func (w *world) family(p *pack) {
	first := w.typeName(p, "Node", "Tree", "Person")
	t := &typ{kind: object, spell: in(p.path(), first), plain: true, isStruct: true}
	names, members := []string{first}, []*typ{t}
	if w.in(2) {
		second := w.typeName(p, "Branch", "Group", "Edge")
		names, members = append(names, second), append(members, &typ{kind: object, spell: in(p.path(), second), plain: true, isStruct: true})
	}
	for i, t := range members {
		w.declare(p, names[i])
		w.comment(names[i])
		w.write("type %s struct {\n", names[i])
		w.field(p, t)
		next := members[(i+1)%len(members)]
		f := &field{name: w.fieldName(), optional: true}
		tag := ""
		switch w.IntN(3) {
		case 0:
			f.typ = &typ{kind: pointer, spell: "*" + next.spell, elem: next}
		case 1:
			f.typ = &typ{kind: slice, spell: "[]" + of(w.random, "", "*") + next.spell, elem: next}
			tag = ",omitempty"
		case 2:
			f.typ = &typ{kind: dict, spell: "map[string]" + next.spell, elem: next, key: &typ{kind: text, sample: `"abc"`}}
			f.optional = false
		}
		f.tagged = strings.ToLower(f.name)
		w.write("\t%s %s `json:\"%s%s\"` // %s\n}\n", f.name, f.typ.spell, f.tagged, tag, w.sentence())
		t.fields = append(t.fields, f)
		w.end()
	}
	w.types = append(w.types, members...)
}

// sealed is an interface with an unexported method and the structs that have it (R10).
func (w *world) sealed(p *pack) {
	name := w.typeName(p, "Shape", "Event", "Target", "Expr")
	method := of(w.random, "is", "seal", "mark") + strings.ToUpper(name[:1]) + name[1:]
	t := &typ{kind: union, spell: in(p.path(), name), comparable: true}
	key := of(w.random, "", "", "key=kind", "key=$type", `key="the kind"`)
	w.declare(p, name)
	w.comment(name)
	if key != "" {
		w.directives("union " + key)
	}
	w.write("type %s interface{ %s() }\n", name, method)
	w.end()
	base := ""
	if w.in(4) {
		base = w.name(p, "base"+name)
		w.declare(p, base)
		w.write("type %s struct{}\n\nfunc (%[1]s) %s() {}\n", base, method)
		w.end()
	}
	for range 1 + w.IntN(3) {
		v := w.variant(p, base)
		variant := v.spell[strings.LastIndex(v.spell, ".")+1:]
		if base == "" || len(v.fields) == 0 {
			w.declare(p)
			w.write("func (%s%s) %s() {}\n", of(w.random, "", "*", "x ", "_ *"), variant, method)
			w.end()
		}
		t.variants = append(t.variants, v)
	}
	w.add(t)
}

// variant declares a struct that a union can be.
func (w *world) variant(p *pack, base string) *typ {
	name := w.typeName(p, "Circle", "Square", "Click", "File", "HTTPServer", "Num")
	v := &typ{kind: object, spell: in(p.path(), name), isStruct: true}
	w.declare(p, name)
	w.at.fixed = true
	w.comment(name)
	if w.in(5) {
		w.directives("union value=" + of(w.random, strconv.Quote("the "+name), "v-"+strings.ToLower(name)))
	}
	w.write("type %s struct {\n", name)
	if base != "" {
		w.write("\t%s\n", base)
	}
	for range 1 + w.IntN(2) {
		w.field(p, v)
	}
	w.write("}\n")
	w.end()
	return v
}

// listed is an interface whose structs are listed by hand (R17).
func (w *world) listed(p *pack) {
	name := w.typeName(p, "Change", "Step", "Command")
	t := &typ{kind: union, spell: in(p.path(), name), comparable: true}
	method := of(w.random, "Do", "Name", "String")
	list := []string{}
	var after []func()
	for range 1 + w.IntN(3) {
		v := w.variant(p, "")
		variant := v.spell[strings.LastIndex(v.spell, ".")+1:]
		star := of(w.random, "", "*")
		list = append(list, of(w.random, "", star)+variant)
		if star == "*" {
			list[len(list)-1] = "*" + variant
		}
		after = append(after, func() {
			w.declare(p)
			w.write("func (%s%s) %s() string { return \"\" }\n", star, variant, method)
			w.end()
		})
		t.variants = append(t.variants, v)
	}
	w.declare(p, name)
	w.comment(name)
	w.directives("union " + strings.Join(list, ",") + of(w.random, "", " key=kind", " key=what"))
	w.write("type %s interface{ %s() string }\n", name, method)
	w.end()
	for _, f := range after {
		f()
	}
	w.add(t)
}

// needs reports whether a value of the type cannot stand where no key can.
func (t *typ) needs() bool {
	needs := false
	t.walk(func(t *typ) { needs = needs || t.bare })
	return needs
}
