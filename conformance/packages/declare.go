package packages

import (
	"fmt"
	"strings"
)

// declareType adds one type, or a family of types, to a package.
func (w *world) declareType(p *pack) {
	switch w.IntN(14) {
	case 0:
		w.scalarType(p)
	case 1, 2:
		w.textEnum(p)
	case 3, 4:
		w.integerEnum(p)
	case 5, 6, 7:
		w.structType(p)
	case 8:
		w.family(p)
	case 9:
		w.sealed(p)
	case 10:
		w.generic(p)
	case 11:
		w.codec(p)
	case 12:
		w.alias(p)
	case 13:
		w.listed(p)
	}
}

// typeName is a free name for a type; one of another package has to be exported.
func (w *world) typeName(p *pack, wishes ...string) string {
	name := of(w.random, wishes...)
	if p == w.home && w.in(4) {
		name = strings.ToLower(name[:1]) + name[1:]
	}
	if w.in(12) {
		name = of(w.random, "Tool", "Spec", "Result", "Set", "Registry", "Context", "String", "Error", "Codec", "Größe", "URL", "Type", "X")
	}
	return w.name(p, name)
}

// comment writes a doc comment, or none.
func (w *world) comment(name string) {
	switch w.IntN(6) {
	case 0:
	case 1:
		w.line("// %s is %s. It has a second sentence.", name, w.sentence())
	case 2:
		w.line("/* %s is %s. */", name, w.sentence())
	default:
		w.line("// %s is %s.", name, w.sentence())
	}
}

// directives writes lines below a comment.
func (w *world) directives(lines ...string) {
	for _, line := range lines {
		if w.in(2) {
			w.line("//")
		}
		w.line("//tool:%s", line)
	}
}

func (w *world) add(t *typ) *typ {
	w.types = append(w.types, t)
	return t
}

// scalarType is a name for a type without one.
func (w *world) scalarType(p *pack) {
	under := w.basic()
	name := w.typeName(p, "UserID", "Count", "Ratio", "Flag", "Name", "Blob", "Wait", "Labels", "Matrix")
	t := *under
	t.spell = in(p.path(), name)
	switch w.IntN(6) {
	case 0:
		under = &typ{kind: octets, spell: "[]byte", sample: `"YWJj"`}
		t = *under
		t.spell = in(p.path(), name)
	case 1:
		t = typ{kind: slice, elem: under, spell: in(p.path(), name)}
		if under.bits == 8 && !under.signed {
			t = typ{kind: octets, spell: t.spell, sample: `"YWJj"`}
		}
		under = &typ{spell: "[]" + under.spell}
	case 2:
		t = typ{kind: dict, key: &typ{kind: text, sample: `"abc"`}, elem: under, spell: in(p.path(), name)}
		under = &typ{spell: "map[string]" + under.spell}
	}
	w.declare(p, name)
	w.comment(name)
	w.write("type %s %s\n", name, under.spell)
	w.end()
	if t.kind == text && w.in(5) {
		// One constant makes no enum (T71).
		w.declare(p, w.name(p, "Default"+strings.Trim(name, "_")))
		w.write("const %s %s = \"abc\"\n", w.at.names[0], name)
		w.end()
	}
	w.add(&t)
}

// codec is a type with text methods, or with JSON methods and a schema that is declared.
func (w *world) codec(p *pack) {
	if w.in(2) {
		name := w.typeName(p, "Point", "Hex", "Token", "Tag")
		under := of(w.random, "struct{ X, Y int }", "string", "uint32", "[]string", "map[string]int", "[4]byte", "bool")
		t := &typ{kind: coded, spell: in(p.path(), name), sample: `"x1"`,
			comparable: !strings.HasPrefix(under, "[]") && !strings.HasPrefix(under, "map"), isStruct: strings.HasPrefix(under, "struct")}
		w.declare(p, name)
		w.comment(name)
		w.write("type %s %s\n\n", name, under)
		w.write("func (x *%s) UnmarshalText(text []byte) error {\n\tif §bytes§.HasPrefix(text, []byte(\"bad\")) {\n\t\treturn §errors§.New(\"it is bad\")\n\t}\n\treturn nil\n}\n\n", name)
		w.write("func (x %s) MarshalText() ([]byte, error) { return []byte(\"x1\"), nil }\n", name)
		w.end()
		w.add(t)
		return
	}
	name := w.typeName(p, "Amount", "Geo", "Version", "Filter")
	schema, sample, reads := `{"type":"string"}`, `"v1"`, "string"
	switch w.IntN(4) {
	case 0:
		schema, sample, reads = `{"type":"number"}`, "4.5", "float64"
	case 1:
		schema, sample, reads = `{"type":"object","additionalProperties":{"type":"boolean"}}`, `{"a":true}`, "map[string]bool"
	case 2:
		schema, sample, reads = `{"type":"array","items":{"type":"string"}}`, `["v1"]`, "[]string"
	}
	t := &typ{kind: own, spell: in(p.path(), name), sample: sample, isStruct: true, comparable: true}
	w.declare(p, name)
	w.comment(name)
	if p == w.home || w.in(2) {
		w.directives("schema " + schema)
	} else {
		w.src.packages[0].header.pieces = append(w.src.packages[0].header.pieces, piece{fmt.Sprintf("//tool:map ‹%s.%s›=%s\n", p.path(), name, schema), w.numbers})
	}
	w.write("type %s struct{ a, b int }\n\n", name)
	w.write("func (x *%s) UnmarshalJSON(data []byte) error {\n\tvar v %s\n\treturn §encoding/json§.Unmarshal(data, &v)\n}\n\nfunc (x %[1]s) MarshalJSON() ([]byte, error) { return []byte(`%[3]s`), nil }\n", name, reads, sample)
	w.end()
	w.add(t)
}

// alias is another name for a type (T13).
func (w *world) alias(p *pack) {
	t := *w.value(p, 1)
	name := w.typeName(p, "Alias", "Same", "Short", "Theirs")
	w.declare(p, name)
	w.comment(name)
	if t.texts && !t.open && p == w.home && strings.HasPrefix(t.spell, "§"+p.path()+"/") && w.in(2) {
		// Constants of another package's type, which this one adds.
		w.directives("enum from=‹" + p.path() + "›")
		w.at.names = append(w.at.names, w.name(p, "More"+name))
		w.write("type %s = %s\n\nconst %s %[1]s = \"more\"\n", name, t.spell, w.at.names[1])
	} else {
		w.write("type %s = %s\n", name, t.spell)
	}
	w.end()
	t.spell, t.alias = in(p.path(), name), true
	w.add(&t)
}

// generic is a type with parameters, of which later types are instances.
func (w *world) generic(p *pack) {
	name := w.typeName(p, "Page", "Pair", "List", "Dict", "Tree", "Vec")
	at := in(p.path(), name)
	var make func(of *typ) *typ
	w.declare(p, name)
	w.comment(name)
	switch w.IntN(5) {
	case 0:
		w.write("type %s[T any] []T\n", name)
		make = func(a *typ) *typ { return &typ{kind: slice, elem: a} }
	case 1:
		w.write("type %s[T any] = map[string]T\n", name)
		make = func(a *typ) *typ {
			return &typ{kind: dict, key: &typ{kind: text, sample: `"abc"`}, elem: a}
		}
	case 2:
		first, second := w.fieldName(), w.fieldName()
		w.write("type %s[T any] struct {\n\t%s T `json:\"%s_1\"` // %s\n\t%s []T // %s\n}\n", name, first, strings.ToLower(first), w.sentence(), second, w.sentence())
		make = func(a *typ) *typ {
			return &typ{kind: object, plain: true, isStruct: true, fields: []*field{
				{name: first, tagged: strings.ToLower(first) + "_1", typ: a}, {name: second, typ: &typ{kind: slice, elem: a, spell: "[]" + a.spell}}}}
		}
	case 3:
		w.write("type %s[T any] struct {\n\tValue T `json:\"value\"` // %s\n\tNext *%[1]s[T] `json:\"next,omitempty\"` // %s\n}\n", name, w.sentence(), w.sentence())
		make = func(a *typ) *typ {
			t := &typ{kind: object, plain: true, isStruct: true, fields: []*field{{name: "Value", tagged: "value", typ: a}}}
			t.fields = append(t.fields, &field{name: "Next", tagged: "next", optional: true, typ: &typ{kind: pointer, elem: t}})
			return t
		}
	case 4:
		w.write("type %s[K ~string, V any] struct {\n\tM map[K]V `json:\"m\"` // %s\n}\n", name, w.sentence())
		make = func(a *typ) *typ {
			key := &typ{kind: text, sample: `"abc"`, spell: "string"}
			t := &typ{kind: object, plain: true, isStruct: true, fields: []*field{{name: "M", tagged: "m", typ: &typ{kind: dict, key: key, elem: a}}}}
			t.spell = "string, "
			return t
		}
	}
	w.end()
	for range 1 + w.IntN(2) {
		argument := w.value(p, 1)
		for argument.bare || argument.is(set, sum, option) || argument.kind == integer && argument.bits == 8 && !argument.signed {
			argument = w.basic()
		}
		t := make(argument)
		t.spell = fmt.Sprintf("%s[%s%s]", at, t.spell, argument.spell)
		w.add(t)
	}
}

// value is a type that a package can use.
func (w *world) value(p *pack, depth int) *typ {
	if len(w.types) > 0 && w.in(2) {
		t := of(w.random, w.types...)
		if depth > 0 && w.in(4) {
			return w.around(t)
		}
		return t
	}
	if depth > 0 && w.in(3) {
		return w.around(w.value(p, depth-1))
	}
	return w.leaf()
}

// around is a type made of another.
func (w *world) around(t *typ) *typ {
	if t.bare || t.is(option) {
		return t
	}
	switch w.IntN(9) {
	case 0, 1, 2:
		if t.kind == integer && t.bits == 8 && !t.signed {
			return &typ{kind: octets, spell: "[]byte", sample: `"YWJj"`}
		}
		return &typ{kind: slice, spell: "[]" + t.spell, elem: t}
	case 3:
		if t.kind == integer && t.bits == 8 && !t.signed {
			return t
		}
		n := 1 + w.IntN(3)
		return &typ{kind: array, spell: fmt.Sprintf("[%d]%s", n, t.spell), elem: t, length: n, comparable: t.comparable}
	case 4, 5:
		key := w.keyType()
		return &typ{kind: dict, spell: fmt.Sprintf("map[%s]%s", key.spell, t.spell), key: key, elem: t}
	case 6, 7:
		if t.is(pointer, option, null, free, union) || t.pointers {
			return t
		}
		return &typ{kind: pointer, spell: "*" + t.spell, elem: t, comparable: true}
	}
	if w.in(2) || t.is(pointer, option, null, union, free) || t.pointers {
		return w.held()
	}
	if w.in(2) {
		return &typ{kind: null, spell: "§database/sql§.Null[" + t.spell + "]", elem: t, isStruct: true}
	}
	return &typ{kind: option, spell: "§github.com/toolgen/toolgen/runtime§.Opt[" + t.spell + "]", elem: t, isStruct: true}
}

// keyType is a type of the keys of a map.
func (w *world) keyType() *typ {
	if w.in(3) {
		for _, i := range w.Perm(len(w.types)) {
			if t := w.types[i]; t.comparable && (t.kind == named || t.kind == coded || t.kind == text || t.kind == integer) {
				return t
			}
		}
	}
	return of(w.random,
		&typ{kind: text, spell: "string", sample: `"abc"`}, &typ{kind: text, spell: "string", sample: `"k"`},
		&typ{kind: integer, spell: "int", sample: "4"}, &typ{kind: integer, spell: "uint8", bits: 8, sample: "5"},
		&typ{kind: known, spell: "§net/netip§.Addr", sample: `"192.0.2.1"`})
}
