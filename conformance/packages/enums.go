package packages

import (
	"slices"
	"strconv"
	"strings"
)

// textEnum is a string type with constants (T70).
func (w *world) textEnum(p *pack) {
	name := w.typeName(p, "Level", "Mood", "Sort", "Unit", "State")
	t := &typ{kind: named, spell: in(p.path(), name), comparable: true, texts: true}
	constants := some(w.random, []string{"low", "high", "in progress", "Done", "a-b", "größer", "x/y", "UPPER", "7"})
	if len(constants) == 1 {
		constants = append(constants, "other")
	}
	t.open = w.in(6)
	w.declare(p, name)
	w.comment(name)
	if t.open {
		w.directives("enum open")
	} else if w.in(6) {
		w.directives("enum")
	}
	w.write("type %s string\n\nconst (\n", name)
	for i, value := range constants {
		c := constant{name: w.constant(p, name, i), json: strconv.Quote(value)}
		w.open()
		c.deprecated = w.constantDoc(i > 1)
		w.write("\t%s %s = %q", c.name, name, value)
		if w.in(3) {
			w.write(" // %s", w.sentence())
		}
		w.write("\n")
		w.close()
		t.consts = append(t.consts, c)
	}
	if w.in(5) {
		w.open()
		w.write("\t//tool:skip\n\t%s %s = \"skipped\"\n", w.constant(p, name, 8), name)
		w.close()
	}
	if w.in(5) && p == w.home {
		w.line("\t%s %s = \"unexported\"", w.name(p, "hidden"+name), name)
	}
	w.write(")\n")
	w.end()
	if t.consts[0].deprecated || slices.ContainsFunc(t.consts, func(c constant) bool { return c.deprecated }) {
	}
	w.add(t)
}

// constantDoc writes what stands above a constant and reports whether that says it is deprecated.
func (w *world) constantDoc(may bool) bool {
	switch w.IntN(8) {
	case 0, 1:
		w.line("\t// %s.", w.sentence())
	case 2:
		if may {
			w.line("\t// Old one.\n\t//\n\t// Deprecated: use another.")
			return true
		}
	}
	return false
}

// constant is the name of an enum's constant: exported, sometimes with the type's name before it.
func (w *world) constant(p *pack, typeName string, i int) string {
	base := []string{"Red", "DarkGreen", "Blue", "HTTPError", "Größe", "X1", "Last", "A", "Skipped", "Ninth", "Tenth"}[i]
	if w.in(2) {
		base = strings.ToUpper(typeName[:1]) + typeName[1:] + base
	}
	w.at.names = append(w.at.names, w.name(p, base))
	return w.at.names[len(w.at.names)-1]
}

// integerEnum is an integer type with constants: sent by names where they count up from 0 or 1 (T72), with the texts above
// them (T73), or as numbers.
func (w *world) integerEnum(p *pack) {
	name := w.typeName(p, "Color", "Code", "Size", "Priority", "Kind")
	under := of(w.random, "int", "int", "uint8", "int16", "uint", "int64")
	t := &typ{kind: named, spell: in(p.path(), name), comparable: true}
	count := 2 + w.IntN(4)
	form := w.IntN(5) // 0, 1: consecutive; 2: texts; 3: values=int; 4: names=snake
	hasMethods := w.in(2)
	w.declare(p, name)
	w.comment(name)
	prefix := ""
	switch form {
	case 3:
		w.directives("enum values=int")
	case 4:
		prefix = w.name(p, "Kind"+strings.ToUpper(name[:1])+name[1:])
		w.directives("enum names=snake trim=" + prefix)
	default:
		if w.in(8) {
			w.directives("enum")
		}
	}
	w.write("type %s %s\n\nconst (\n", name, under)
	start := of(w.random, "iota", "iota + 1")
	for i := range count {
		c := constant{}
		base := []string{"Red", "DarkGreen", "Blue", "Last", "A", "B2"}[i]
		w.open()
		switch {
		case form == 4:
			c.name = w.name(p, prefix+base)
		case form == 2:
			c.name = w.constant(p, name, i)
		default:
			c.name = w.name(p, strings.ToUpper(name[:1])+name[1:]+base)
		}
		w.at.names = append(w.at.names, c.name)
		c.json = strconv.Quote(snake(base))
		c.deprecated = w.constantDoc(i > 1)
		switch {
		case form == 2:
			c.json = strconv.Quote(of(w.random, "red", "sea green", "größer", "X") + strconv.Itoa(i))
			w.write("\t//tool:text=%s\n", c.json)
			w.write("\t%s %s = %d\n", c.name, name, 3*i+1)
		case form == 3:
			c.json = strconv.Itoa(i*i + 3)
			w.write("\t%s %s = %s\n", c.name, name, c.json)
		case form == 4:
			w.write("\t%s %s = %d\n", c.name, name, 2*i+1)
		case i == 0:
			w.write("\t%s %s = %s\n", c.name, name, start)
		default:
			w.write("\t%s\n", c.name)
		}
		w.close()
		t.consts = append(t.consts, c)
	}
	w.write(")\n")
	if hasMethods && (form == 2 || form == 4) {
		t.methods = true
		w.open()
		w.write("\nfunc (x %s) MarshalText() ([]byte, error) { return nil, nil }\n\nfunc (x *%[1]s) UnmarshalText([]byte) error { return nil }\n", name)
		w.close()
	} else if hasMethods {
		w.open()
		w.write("\nfunc (x %s) String() string { return \"never called\" }\n", name)
		w.close()
	}
	w.end()
	w.add(t)
}
