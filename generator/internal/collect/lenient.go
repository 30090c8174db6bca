package collect

import (
	"slices"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// leniency reads what a tool puts right in its arguments (section 10): its own directive, else the package's, which a tool
// that says destructive does not follow.
func (c *collector) leniency(t *model.Tool, a *annotation) bool {
	if t.Unknown = c.setting(a, "unknown").Value.Text; t.Unknown == "refuse" {
		t.Unknown = ""
	}
	s := c.setting(a, "coerce")
	if _, own := a.set.find("coerce"); s.Def == nil || !own && a.set.on("destructive") {
		return true
	}
	set, problem := coercion(s)
	if problem != "" {
		c.errorAt(s.pos, s.end, directive.CodeValue, "coerce: "+problem, "//tool:coerce=json,number")
		return false
	}
	t.Coerce = set
	return true
}

// coercion reads the words of one coerce; none forbids all.
func coercion(s setting) (set model.Coercion, problem string) {
	words, _ := s.List() // the directive room has refused a bad one
	for _, w := range words {
		set |= model.CoercionOf(w.Text)
	}
	if len(words) > 1 && slices.ContainsFunc(words, func(w directive.Word) bool { return w.Text == "none" }) {
		return 0, "none stands alone"
	}
	return set, ""
}

// coerceUses says for each word which types it means something for.
var coerceUses = []struct {
	word, applies string
	uses          func(t *model.Type) bool
}{
	{"json", "arrays, maps and structs", isContainer},
	{"number", "numbers", func(t *model.Type) bool {
		return anyInside(t, func(t *model.Type) bool { return t.IsNumber() || isDeclared(t, "number", "integer") })
	}},
	{"bool", "booleans", func(t *model.Type) bool {
		return anyInside(t, func(t *model.Type) bool { return t.Kind == model.Bool || isDeclared(t, "boolean") })
	}},
	{"scalar-to-string", "strings", func(t *model.Type) bool {
		return anyInside(t, func(t *model.Type) bool { return t.Kind == model.String })
	}},
	{"enum", "enums", func(t *model.Type) bool { return true }},
	{"single", "arrays", func(t *model.Type) bool {
		return anyInside(t, func(t *model.Type) bool {
			return t.Kind == model.Slice || t.Kind == model.Array || isDeclared(t, "array")
		})
	}},
	{"empty", "optional values", func(t *model.Type) bool { return true }},
	{"wrapper", "the arguments as a whole", func(t *model.Type) bool { return false }},
}

func isContainer(t *model.Type) bool {
	switch t.Kind {
	case model.Slice, model.Array, model.Map, model.Struct, model.Union:
		return true
	}
	return isDeclared(t, "array", "object")
}

// isDeclared reports whether values of a type are declared to be of one of some JSON types, and of no other.
func isDeclared(t *model.Type, types ...string) bool {
	declared := t.Types()
	return len(declared) == 1 && slices.Contains(types, declared[0])
}

// anyInside asks a type and what its lists and maps hold; what a struct holds has its own say.
func anyInside(t *model.Type, is func(*model.Type) bool) bool {
	for ; t != nil; t = t.Elem {
		if is(t) || t.Kind == model.Struct || t.Kind == model.Union {
			return true
		}
	}
	return false
}

// coerce reads what is put right in one property, in place of what the tool says.
func (r *ruling) coerce(s setting) {
	set, problem := coercion(s)
	if problem != "" {
		r.fail(s, directive.CodeValue, "coerce=json,number", "coerce: %s", problem)
		return
	}
	for _, u := range coerceUses {
		if set.Has(u.word) && !u.uses(r.typ) {
			r.fail(s, "K17", "remove "+u.word, "coerce=%s applies to %s, and this is %s", u.word, u.applies, kindName(r.typ))
		}
	}
	r.field.Coerce = &set
}
