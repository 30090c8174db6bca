package packages

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// outcome is what a tool returns.
type outcome struct {
	names  []string
	types  []string
	values []string // what the function returns; "" for the zero value
	lines  []string
}

// results are of every form of section 6.
func (w *world) results(params []*param) (outcome, bool) {
	var o outcome
	hasError := w.in(2)
	one := func(spell, value string) { o.types, o.values = []string{spell}, []string{value} }
	result := func() (*typ, string) {
		if w.in(2) {
			for i, p := range params {
				if !p.variadic && p.role != "injected" && !p.typ.needs() && w.in(2) {
					return p.typ, "p" + strconv.Itoa(i)
				}
			}
		}
		t := w.value(w.home, 2)
		for t.needs() {
			t = w.basic()
		}
		return t, ""
	}
	item := func() *typ {
		t, _ := result()
		for t.kind == option {
			t = w.basic()
		}
		return t
	}
	hasSchema := false
	const rt = "§github.com/toolgen/toolgen/runtime§."
	switch w.IntN(16) {
	case 0:
	case 1:
		one("string", of(w.random, `"a \"text\" <b>"`, "", `"größe"`))
		if w.in(3) {
			o.lines, hasSchema = append(o.lines, "result structured"), true
		}
	case 2, 3:
		for range 2 + w.IntN(2) {
			t, v := result()
			o.types, o.values = append(o.types, t.spell), append(o.values, v)
		}
		names := slices.Clone([]string{"count", "found", "inner", "wasFound", "type_", "next", "out", "c", "result", "n", "error_", "len", "text"})
		w.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		o.names = names[:len(o.types)]
		if w.in(5) {
			o.types[0], o.values[0] = rt+of(w.random, "Image", "Audio"), ""
		} else {
			hasSchema = true
		}
	case 4:
		t := item()
		hasSchema = true
		one("§iter§.Seq["+t.spell+"]", fmt.Sprintf("func(yield func(%s) bool) { var x %[1]s; yield(x) }", t.spell))
	case 5:
		t := item()
		hasSchema = true
		one("§iter§.Seq2["+t.spell+", error]", of(w.random, "", fmt.Sprintf("func(yield func(%s, error) bool) { var x %[1]s; yield(x, nil) }", t.spell)))
	case 6:
		one("§io§."+of(w.random, "Reader", "ReadCloser"), "§io§.NopCloser(§strings§.NewReader(\"text\"))")
	case 7:
		one("[]byte", of(w.random, "", `[]byte("abc")`))
		switch w.IntN(3) {
		case 0:
			o.lines = append(o.lines, "result encoding="+of(w.random, "base64", "hex"))
		case 1:
			o.lines = append(o.lines, "result mime=image/png")
		}
	case 8:
		one(of(w.random, rt+"Image", rt+"Audio", "[]"+rt+"Image", "*"+rt+"Audio"), "")
	case 9:
		t, _ := result()
		sample := ""
		if !t.has(coded, own, union, free, null, option, set, object) { // an object of the output has all its properties
			sample = t.json(w.random, w.snake)
		}
		if sample == "" || w.mixed || strings.Contains(sample, ":,") {
			one(rt+"Result", rt+`Result{Text: "done"}`)
			break
		}
		one(rt+"Result", fmt.Sprintf("%sResult{Text: %q}", rt, sample))
		if w.in(2) {
			hasSchema = true
			o.lines = append(o.lines, "result type="+w.quoteType(t.spell))
			o.values[0] = fmt.Sprintf("func() %[1]sResult { var _ %[2]s; return %[1]sJSON([]byte(%[3]q)) }()", rt, t.spell, sample)
		}
	case 10:
		hasSchema = true
		one("§time§."+of(w.random, "Time", "Duration"), "")
		o.lines = append(o.lines, "result "+map[bool]string{true: "format=" + of(w.random, "date", "time", "unix"), false: "duration=" + of(w.random, "seconds", "ms", "iso8601")}[strings.HasSuffix(o.types[0], "Time")])
	default:
		t, v := result()
		if t.kind == option {
			t, v = w.basic(), ""
		}
		one(t.spell, v)
		hasSchema = !t.is(text, octets, free) && !t.has(own) && !t.texts
	}
	if len(o.types) == 1 && w.in(4) {
		o.names = []string{of(w.random, "out", "result", "report", "err_", "r")}
	}
	if hasSchema && w.in(4) {
		o.lines = append(o.lines, "result description="+strconv.Quote(w.sentence()))
	}
	if hasError && w.in(8) && len(o.types) > 0 {
		o.lines = append(o.lines, "result keep-partial")
	}
	return o, hasError
}

// quoteType writes a type as a directive's value.
func (w *world) quoteType(spell string) string {
	if strings.ContainsAny(spell, " ,[\"`") {
		return "`" + spell + "`"
	}
	return spell
}
