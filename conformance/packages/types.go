package packages

import (
	"fmt"
	"slices"
	"strings"
)

// kind is what decides which keys a value takes and how its JSON looks.
type kind int

const (
	boolean kind = iota
	integer
	float
	text
	number // json.Number
	octets // []byte
	sum    // [N]byte, which must say its encoding
	moment // time.Time
	span   // time.Duration
	known  // a text form that toolgen knows: url.URL, netip.Addr, ...
	big    // big.Int
	coded  // a type with text methods of its own
	own    // a type with JSON methods of its own and a declared schema
	named  // an enum
	free   // any, json.RawMessage
	slice
	array
	dict
	set
	object
	union
	pointer
	option // runtime.Opt
	null   // sql.Null and its kin
)

// typ is a Go type with all that is known of it by construction.
type typ struct {
	kind   kind
	spell  string // with marks for imports
	bits   int    // of integers and floats; 0 is the machine's
	signed bool
	form   string // of a text form: its name
	elem   *typ
	key    *typ
	length int // of arrays

	fields  []*field // of an object, promoted ones too
	consts  []constant
	open    bool // an enum that other values belong to
	texts   bool // an enum of strings
	methods bool // an enum with text methods: open, it is what they say
	quotes  bool // an object with a number in quotes
	grouped bool // an object with a rule across its fields, or one of what it embeds
	alias   bool

	variants   []*typ
	pointers   bool // a well-known type whose pointer means no more than itself
	plain      bool // an object that may be the arguments, be embedded, or be flat
	bare       bool // says nothing by itself: a key must stand at each use
	sample     string
	comparable bool
	isStruct   bool
}

type constant struct {
	name, json string
	deprecated bool
}

// field is a property of an object.
type field struct {
	name, tagged string // Go name, and the name of its json tag; "" where it has none
	typ          *typ
	sample       string // JSON of a value that keeps its rules
	optional     bool
	given        bool // in all samples
	missing      bool // in none
}

// wire is the JSON name of a field.
func (f *field) wire(isSnake bool) string {
	switch {
	case f.tagged != "":
		return f.tagged
	case isSnake:
		return snake(f.name)
	}
	return f.name
}

// json is a value of the type.
func (t *typ) json(r *random, isSnake bool) string { return t.jsonAt(r, isSnake, 0) }

func (t *typ) jsonAt(r *random, isSnake bool, depth int) string {
	switch t.kind {
	case slice, array, set:
		n := 1
		if t.kind == array {
			n = t.length
		}
		if depth > 3 && t.kind != array {
			n = 0
		}
		items := make([]string, n)
		for i := range items {
			items[i] = t.elem.jsonAt(r, isSnake, depth+1)
		}
		return "[" + strings.Join(items, ",") + "]"
	case dict:
		if depth > 3 {
			return "{}"
		}
		return "{" + t.key.keyText() + ":" + t.elem.jsonAt(r, isSnake, depth+1) + "}"
	case object:
		var parts []string
		for _, f := range t.fields {
			if f.missing || f.optional && depth > 1 && !f.given {
				continue
			}
			value := f.sample
			if value == "" {
				value = f.typ.jsonAt(r, isSnake, depth+1)
			}
			parts = append(parts, fmt.Sprintf("%q:%s", f.wire(isSnake), value))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case union:
		return "" // the caller gives none
	case pointer, option, null:
		return t.elem.jsonAt(r, isSnake, depth+1)
	case named:
		for _, c := range t.consts {
			if !c.deprecated {
				return c.json
			}
		}
		return `"none"`
	}
	return t.sample
}

// keyText is the type's sample as the key of an object.
func (t *typ) keyText() string {
	s := t.sample
	if t.kind == named {
		s = t.json(nil, false)
	}
	if strings.HasPrefix(s, `"`) {
		return s
	}
	return `"` + s + `"`
}

// walk visits the type and all that its values hold.
func (t *typ) walk(visit func(*typ)) { t.walkOnce(visit, map[*typ]bool{}) }

func (t *typ) walkOnce(visit func(*typ), seen map[*typ]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	visit(t)
	t.elem.walkOnce(visit, seen)
	t.key.walkOnce(visit, seen)
	for _, f := range t.fields {
		f.typ.walkOnce(visit, seen)
	}
	for _, v := range t.variants {
		v.walkOnce(visit, seen)
	}
}

// has reports whether the type or a part of it is of one of some kinds.
func (t *typ) has(kinds ...kind) bool {
	found := false
	t.walk(func(t *typ) { found = found || slices.Contains(kinds, t.kind) })
	return found
}

// deref is the type behind a pointer, Opt or Null.
func (t *typ) deref() *typ {
	for t.kind == pointer || t.kind == option || t.kind == null {
		t = t.elem
	}
	return t
}

func (t *typ) is(kinds ...kind) bool { return slices.Contains(kinds, t.kind) }
