package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// enumKeyword lists the values that an argument may have: those that its use names, else the constants of its type (T70,
// T72). A result's are not listed: Go does not enforce them (O20).
func (w *writer) enumKeyword(t *model.Type, r model.Rules) {
	switch {
	case r.Enum != nil:
		w.member("enum", valueList(r.Enum))
	case t.Enum != nil && (t.Kind == model.Int || t.Kind == model.Uint):
		w.member("enum", "["+strings.Join(shown(t.Enum), ",")+"]")
	case t.Enum != nil:
		w.member("enum", keyList(t.Enum))
	}
}

// keyList are the values of an enum as texts, which the keys of a map always are.
func keyList(e *model.Enum) string {
	list := shown(e)
	for i, text := range list {
		list[i] = model.Quote(text)
	}
	return "[" + strings.Join(list, ",") + "]"
}

// shown are the values that models are told. A deprecated one decodes all the same (X2).
func shown(e *model.Enum) []string {
	var out []string
	for _, c := range e.Values {
		if !c.Deprecated {
			out = append(out, c.Value)
		}
	}
	return out
}

// describeValues appends to a description what the constants of a type mean (T78): of a closed set those that the use
// allows, of an open one those that are known (T80).
func (w *writer) describeValues(text string, t *model.Type, r model.Rules) string {
	e, intro := t.Enum, listed[w.dir]
	if t.Known != nil {
		e = t.Known
		if r.Enum == nil || w.dir == results {
			intro = suchAs
		}
	}
	if e == nil {
		return text
	}
	list := slices.DeleteFunc(slices.Clone(e.Values), func(c model.Const) bool {
		if r.Enum != nil && w.dir == arguments {
			return !slices.ContainsFunc(r.Enum, func(v model.Value) bool { return v.Text == c.Value })
		}
		return c.Deprecated
	})
	return describeConstants(text, list, intro)
}

// suchAs introduces the known values of an open enum.
const suchAs = "such as "

// listed introduces the values of a closed enum where the schema does not list them: a result's never does (O20).
var listed = [...]string{arguments: "", results: "one of "}

// describeConstants appends the documented values as lines. Without documentation they are listed behind intro, if any.
func describeConstants(text string, list []model.Const, intro string) string {
	if !slices.ContainsFunc(list, func(c model.Const) bool { return c.Doc != "" }) {
		if intro != "" && len(list) > 0 {
			names := make([]string, len(list))
			for i, c := range list {
				names[i] = cmp.Or(c.Value, `""`)
			}
			text = join(text, " ", "("+intro+strings.Join(names, ", ")+")")
		}
		return text
	}
	if intro == suchAs {
		text = join(text, "\n", "Such as:")
	}
	for _, c := range list {
		line := cmp.Or(c.Value, `""`)
		if c.Doc != "" {
			line += ": " + c.Doc
		}
		text = join(text, "\n", line)
	}
	return text
}
