package packages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// functionDoc writes the doc comment in one of the forms that Go people use (D2).
func (w *world) functionDoc(name string, params []*param) {
	switch w.IntN(8) {
	case 0:
		return
	case 1:
		w.line("/*\n%s %s.\n*/", name, w.sentence())
		return
	}
	verb := of(w.random, "returns", "finds", "is", "saves")
	w.line("// %s %s %s.", name, verb, w.sentence())
	if w.in(3) {
		w.line("//\n// A second paragraph about [%s], %s.\n// It goes on.", name, w.sentence())
	}
	var listed []*param
	for _, p := range params {
		if w.in(2) {
			listed = append(listed, p)
		}
	}
	if len(listed) > 0 && w.in(2) {
		w.open()
		form := w.IntN(5)
		w.write("%s\n", []string{"//\n// Parameters:", "//\n// Args:", "//\n// # Parameters\n//", "//\n// Inputs:", "//"}[form])
		for _, p := range listed {
			w.reopen(p.number)
			switch form {
			case 1:
				w.write("//\t%s: %s\n", p.name, w.sentence())
			case 3:
				w.write("// - %s: %s\n", p.name, w.sentence())
			case 4:
				w.write("//   - %s: %s\n//     and more\n", p.name, w.sentence())
			default:
				w.write("//   - %s: %s\n", p.name, w.sentence())
			}
			w.close()
			if w.in(2) {
				p.remark = ""
			}
		}
		w.close()
	}
	if w.in(5) {
		w.line("//\n// Returns: %s.", w.sentence())
	}
	if w.in(10) {
		w.line("//\n// # Notes\n//\n//\tcode := %q\n//\n// TODO: %s", w.sentence(), w.sentence())
	}
	if w.in(12) {
		w.line("//\n// Deprecated: use another.")
	}
	w.line("//")
}

// signature writes the function and one that does its work: a body would have to avoid the names of the parameters.
func (w *world) signature(name, receiver string, params []*param, o outcome, hasContext, hasError bool) {
	w.echoes++
	echo := fmt.Sprintf("echo%d", w.echoes)
	w.write("func ")
	if receiver != "" {
		w.write("(%s%s%s) ", of(w.random, "", "_ ", "svc ", "recv "), of(w.random, "", "*"), receiver)
	}
	w.write("%s(", name)
	if hasContext {
		w.write("%s §context§.Context,", of(w.random, "ctx", "_", "ctx"))
	}
	isOneLine := w.in(5) && !slices.ContainsFunc(params, func(p *param) bool { return p.inPlace && len(p.keys) > 0 })
	for _, p := range params {
		w.reopen(p.number)
		if !isOneLine {
			w.write("\n")
			if p.remark != "" && w.in(4) {
				w.write("\t// %s\n", p.remark)
				p.remark = ""
			}
			if p.inPlace {
				for _, keys := range w.split(p.keys) {
					w.line("\t//tool:%s", keys)
				}
			}
			w.write("\t%s %s,", p.name, p.typ.spell)
			if p.remark != "" && w.in(2) {
				w.write("%s", of(w.random, " // "+p.remark, " /* "+p.remark+" */"))
			}
		} else {
			w.write("%s %s,", p.name, p.typ.spell)
		}
		w.close()
	}
	if !isOneLine && len(params) > 0 {
		w.write("\n")
	}
	w.write(") ")
	taken := map[string]bool{"ctx": true, "svc": true, "recv": true}
	for _, p := range params {
		taken[p.name] = true
	}
	for i := range o.names {
		for taken[o.names[i]] {
			o.names[i] += "2"
		}
		taken[o.names[i]] = true
	}
	var typed []string
	for i, t := range o.types {
		if o.names != nil {
			t = o.names[i] + " " + t
		}
		typed = append(typed, t)
	}
	if hasError {
		last := "error"
		if o.names != nil {
			last = "failure error"
		}
		typed = append(typed, last)
	}
	w.write("(%s) {\n\t", strings.Join(typed, ", "))
	if len(typed) > 0 {
		w.write("return ")
	}
	w.write("%s(", echo)
	for _, p := range params {
		w.reopen(p.number)
		w.write("%s", p.name)
		if p.variadic {
			w.write("...")
		}
		w.write(", ")
		w.close()
	}
	w.write(")\n}\n")
	w.echo(echo, params, o, hasError)
}

// echo writes the function that does the work of another.
func (w *world) echo(name string, params []*param, o outcome, hasError bool) {
	w.at.names = append(w.at.names, name)
	w.write("\nfunc %s(", name)
	for i, p := range params {
		w.reopen(p.number)
		w.write("p%d %s, ", i, p.typ.spell)
		w.close()
	}
	w.write(") (")
	for i, t := range o.types {
		w.write("r%d %s, ", i, t)
	}
	if hasError {
		w.write("failure error")
	}
	w.write(") {\n")
	for i, v := range o.values {
		if v == "" {
			continue
		}
		if n, err := strconv.Atoi(strings.TrimPrefix(v, "p")); err == nil && strings.HasPrefix(v, "p") {
			w.reopen(params[n].number)
		} else {
			w.open()
		}
		w.write("\tr%d = %s\n", i, v)
		w.close()
	}
	w.write("\treturn\n}\n")
}
