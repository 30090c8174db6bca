package packages

import (
	"go/token"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/conformance/law"
)

var (
	plainParams = []string{"city", "days", "query", "limit", "userID", "pageSize", "tags", "filter", "when", "wait", "level", "count", "note", "HTTPPort", "x1"}
	oddParams   = []string{
		"type_", "range_", "func_", "map_", "error", "string", "len", "context", "json", "runtime", "codec", "args", "out", "err", "seen", "c", "v", "n", "i", "b", "t",
		"item", "key", "nil", "true", "append", "make", "new", "any", "int", "time", "url", "strings", "naïve", "größe", "名前", "_x", "x_", "A", "ID", "iota", "max", "min",
		"main", "init", "result", "self", "data", "panic", "cap", "strconv", "errors", "value", "found", "text", "outer", "spec", "bool", "float64", "byte", "struct_", "search",
	}
	plainFuncs = []string{"Search", "Forecast", "SaveNote", "ListItems", "getUser", "HTTPGet", "Count2", "Move", "run", "Find", "Place", "Echo"}
	oddFuncs   = []string{"String", "Error", "Len", "Runtime", "JSON", "Type", "Select", "append_", "Decode", "codec", "A", "Context"}
)

// param is one parameter of a tool.
type param struct {
	name, wire string
	typ        *typ
	number     int // of all text that mentions it
	ruling
	role     string // "", nest, flat, injected
	inPlace  bool
	remark   string
	variadic bool
}

// function declares one tool, and at times what it needs.
func (w *world) function() {
	name := w.name(w.home, of(w.random, plainFuncs...))
	if w.in(6) {
		name = w.name(w.home, of(w.random, oddFuncs...))
	}
	receiver := ""
	if w.in(4) {
		receiver = w.receiver()
	}
	isSnake := w.snake
	toolSnake := !w.snake && w.mixed && w.in(3)
	if toolSnake {
		isSnake = true
	}
	params := w.params(isSnake)
	results, err := w.results(params)
	hasContext := w.in(2)
	tool, lines := w.toolLines(name, receiver, params, toolSnake, hasContext)

	w.declare(w.home)
	w.uses, w.later = w.later, nil
	if receiver == "" {
		w.at.names = []string{name}
	}
	w.functionDoc(name, params)
	for _, line := range w.lineOrder(lines) {
		w.line("//tool:%s", line)
	}
	for _, p := range params {
		if p.inPlace {
			continue
		}
		for _, keys := range w.split(p.keys) {
			w.reopen(p.number)
			w.line("//tool:param %s %s", of(w.random, p.name, p.name, w.spelledWire(p)), keys)
			w.close()
		}
	}
	for _, line := range results.lines {
		w.line("//tool:%s", line)
	}
	group := ""
	if w.in(2) {
		group = w.toolGroup(params)
	}
	if group != "" {
		w.line("//tool:%s", group)
	} else if w.in(6) && !isSnake && !w.mixed {
		w.example(params)
	}
	w.signature(name, receiver, params, results, hasContext, err)
	w.end()
	s := subject(params)
	if group != "" {
		s.Allowed = append(s.Allowed, law.X8)
	}
	w.src.Subjects[tool] = s
}

// receiver declares a type with methods, or takes one that is there.
func (w *world) receiver() string {
	if len(w.receivers) > 0 && w.in(2) {
		return of(w.random, w.receivers...)
	}
	name := w.name(w.home, of(w.random, "Service", "Store", "Client", "notes", "Runtime"))
	w.declare(w.home, name)
	w.comment(name)
	w.write("type %s struct{ private int }\n", name)
	w.end()
	w.receivers = append(w.receivers, name)
	return name
}

// params are the parameters of a tool.
func (w *world) params(isSnake bool) []*param {
	if w.in(8) {
		return nil
	}
	n := 1 + w.IntN(5)
	names := map[string]bool{"ctx": true}
	wires := map[string]bool{}
	var out []*param
	for i := range n {
		p := &param{inPlace: w.in(2), remark: w.sentence()}
		list := plainParams
		if w.in(3) {
			list = oddParams
		}
		p.name = of(w.random, list...)
		if w.in(8) {
			p.name = w.shadowed(p.name)
		}
		if names[p.name] {
			continue
		}
		if p.wire = strings.TrimSuffix(p.name, "_"); !token.IsKeyword(p.wire) {
			p.wire = p.name
		}
		if isSnake {
			p.wire = snake(p.wire)
		}
		w.src.pieces++
		p.number = w.src.pieces
		if i == n-1 && n > 1 && w.in(5) {
			p.variadic = true
			p.typ = w.value(w.home, 1)
			if p.typ.needs() || p.typ.kind == option || p.typ.kind == integer && p.typ.bits == 8 {
				p.typ = w.basic()
			}
			p.typ = &typ{kind: slice, elem: p.typ, spell: "..." + p.typ.spell}
			p.ruling = ruling{}
			if w.in(4) {
				p.add("max=7")
			}
		} else if w.in(10) {
			w.inject(p)
		} else {
			p.typ = w.fieldType(w.home)
			p.ruling = w.rules(w.home, p.typ, inParam, false)
			w.structRole(p, n, wires, isSnake)
		}
		if p.role == "" && !p.variadic && w.in(10) {
			p.wire = of(w.random, "renamed", "a-b", "user_id", "$x", "the name", "名") + strconv.Itoa(i)
			p.add("name=%s", strconv.Quote(p.wire))
			p.inPlace = true
		}
		if p.role != "injected" && p.role != "flat" {
			if wires[strings.ToLower(p.wire)] {
				continue
			}
			wires[strings.ToLower(p.wire)] = true
		}
		names[p.name] = true
		out = append(out, p)
	}
	w.sole(out)
	return out
}

// structRole says what becomes of a struct parameter.
func (w *world) structRole(p *param, n int, wires map[string]bool, isSnake bool) {
	t := p.typ
	if t.kind == pointer {
		t = t.elem
	}
	if t.kind != object {
		return
	}
	p.role = "nest"
	if p.typ.kind == object && t.plain && len(t.fields) > 0 && w.in(3) && len(p.keys) == 0 && !w.mixed {
		for _, f := range t.fields {
			if wires[strings.ToLower(f.wire(isSnake))] {
				return
			}
		}
		for _, f := range t.fields {
			wires[strings.ToLower(f.wire(isSnake))] = true
		}
		p.role = "flat"
	}
}

// sole lets a struct that is the only argument be the arguments object itself.
func (w *world) sole(params []*param) {
	var seen []*param
	for _, p := range params {
		if p.role != "injected" {
			seen = append(seen, p)
		}
	}
	for _, p := range seen {
		switch {
		case p.role == "":
		case len(seen) == 1 && !p.variadic && len(p.keys) == 0 && w.in(2) && p.role == "nest":
			p.role = "root"
		case p.role == "nest" || p.role == "flat":
			p.keys = append(p.keys, p.role)
		}
	}
}

// inject makes a parameter that a function of the package, or the runtime, supplies (F6).
func (w *world) inject(p *param) {
	p.role = "injected"
	if w.in(2) {
		p.typ = &typ{kind: own, spell: "§github.com/toolgen/toolgen/runtime§." + of(w.random, "Principal", "Progress")}
		return
	}
	p.typ = of(w.random, w.basic(), &typ{kind: own, spell: "§io§.Reader"}, &typ{kind: own, spell: "chan int"}, w.library())
	switch {
	case w.in(3): // the type says where its values come from
		t := w.supplied(of(w.random, w.src.packages...))
		p.typ = &typ{kind: own, spell: t}
	case len(w.away) > 0 && w.in(3):
		other := of(w.random, w.away...)
		name := in(other.path(), w.supplier(other, "Supplied", p.typ.spell))
		p.keys = append(p.keys, "from="+name)
		w.mention("= " + name)
	default:
		p.keys = append(p.keys, "from="+w.supplier(w.home, of(w.random, "tenantFrom", "StoreFrom", "clock", "runtimeFrom"), p.typ.spell))
	}
}

// supplier declares a function that supplies values of a type.
func (w *world) supplier(p *pack, name, spell string) string {
	name = w.name(p, name)
	w.declare(p, name)
	w.write("func %s(§context§.Context) (x %s, err error) { return }\n", name, spell)
	w.end()
	return name
}

// supplied declares a type of a package whose values a function there supplies wherever it is a parameter.
func (w *world) supplied(p *pack) string {
	name := w.name(p, of(w.random, "Tenant", "Session", "Clock"))
	from := w.supplier(p, name+"From", name)
	w.declare(p, name)
	w.comment(name)
	w.directives("from=" + from)
	w.write("type %s struct{ secret int }\n", name)
	w.end()
	return in(p.path(), name)
}

// shadowed is a name that the package block has too, of a type, a constant or a function; that of an echo is left alone, since
// the function calls it.
func (w *world) shadowed(otherwise string) string {
	var names []string
	for _, f := range w.home.files {
		for _, d := range f.decls {
			for _, name := range d.names {
				if !strings.HasPrefix(name, "echo") {
					names = append(names, name)
				}
			}
		}
	}
	if len(names) == 0 {
		return otherwise
	}
	return of(w.random, names...)
}
