package collect

import (
	"slices"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// items reads the keys items.KEY: rules of each item of a list, or of each value of a map (section 5 of schema.md).
func (r *ruling) items() {
	set := r.set.items()
	if len(set) == 0 {
		return
	}
	if r.typ.Elem == nil {
		first := r.set[slices.IndexFunc(r.set, func(s setting) bool { return isItemKey(s.Key.Text) })]
		r.mismatch(first, "lists and maps")
		return
	}
	each := &ruling{
		collector: r.collector, typ: r.typ.Elem.Deref(), set: set, at: r.at.inside(itemStep), ok: true,
		field: &model.Field{Type: r.typ.Elem, Rules: model.NoRules},
	}
	for _, s := range set {
		if slices.Contains(notOfItems, s.Key.Text) {
			each.fail(s, "K17", "say "+s.Key.Text+" of the whole", "an item has no %s of its own", s.Key.Text)
		}
	}
	each.read()
	each.consistent()
	r.typ.Each = &each.field.Rules
	r.ok = r.ok && each.ok
}

// notOfItems are the keys that speak of a property and mean nothing for an item, which has no name and is there or not.
var notOfItems = []string{
	"name", "title", "description", "optional", "required", "default", "example", "deprecated", "secret", "flat", "nest", "header", "from",
	"coerce",
}
