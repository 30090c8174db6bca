package packages

import "strings"

// groupKeys are the rules across the properties of one object (R18).
var groupKeys = []string{"exactlyOneOf", "atLeastOneOf", "atMostOneOf"}

// group is a line with a rule across properties, which are called by the names.
func (w *world) group(key string, names []string) string {
	text := strings.Join(names, ";")
	if strings.ContainsAny(text, " \"`$") || w.in(3) {
		text = w.quote(text)
	}
	return key + "=" + text
}

// structGroup gives a struct a rule across some of its own fields, and returns its line; "" for none. The fields are flat values: the
// samples of the struct give what keeps the rule, however deep they are.
func (w *world) structGroup(t *typ, own []*field) string {
	var names []string
	var fields []*field
	for _, f := range own {
		if f.optional && f.typ.deref().is(boolean, integer, float, text, moment, span, named) {
			fields = append(fields, f)
			if names = append(names, f.name); f.tagged != "" && w.in(2) {
				names[len(names)-1] = f.tagged
			}
		}
	}
	if len(fields) < 2 {
		return ""
	}
	key := of(w.random, groupKeys...)
	for i, f := range fields {
		f.given, f.missing = i == 0, i > 0 && key != "atLeastOneOf"
	}
	t.grouped = true
	return w.group(key, names)
}

// toolGroup is a rule across some of a tool's parameters; "" for none.
func (w *world) toolGroup(params []*param) string {
	var names []string
	for _, p := range params {
		if (p.role == "" || p.role == "nest") && p.optional && !p.variadic {
			names = append(names, p.wire)
		}
	}
	if len(names) < 2 {
		return ""
	}
	return w.group(of(w.random, groupKeys...), names)
}
