package schema

import (
	"slices"

	"github.com/toolgen/toolgen/generator/internal/declared"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// declared writes a schema that the author declared (T51), without its last brace. Its members stay in the author's order; what the
// use adds, its title and description, stands behind the type, unless the declared schema says it itself.
func (w *writer) declared(n node) {
	s := declared.MustParse(n.typ.Schema)
	members := s.Members(w.hoisted[s.DefinitionsText()].name)
	at := 0
	if len(members) > 0 && members[0].Key == "type" {
		at = 1
	}
	for _, more := range []declared.Member{{Key: "description", Value: w.describe(n)}, {Key: "title", Value: n.title}} {
		same := func(m declared.Member) bool { return m.Key == more.Key }
		switch i := slices.IndexFunc(members, same); {
		case more.Value == "":
		case i < 0:
			members = slices.Insert(members, at, declared.Member{Key: more.Key, Value: model.Quote(more.Value)})
		case more.Key == "title" || n.description != "": // what is said of the use wins
			members[i].Value = model.Quote(more.Value)
		}
	}
	f := n.field
	if f == nil {
		f = &model.Field{}
	}
	w.text("{")
	for _, m := range members {
		if m.Key == "default" && f.Default != nil || m.Key == "examples" && f.Examples != nil || m.Key == "deprecated" && f.Deprecated {
			continue // the use says it
		}
		w.member(m.Key, m.Value)
	}
}

// hoisted are the definitions of a declared schema, which become definitions of the document: a reference means nothing inside it.
type hoisted map[string]string // the names that they have in the document, by their own

func (h hoisted) name(own string) string { return h[own] }

// findDeclared hoists the definitions of all schemas that are declared in the given types. Schemas with the same definitions share them.
func (w *writer) findDeclared(types ...*model.Type) {
	seen := map[definition]bool{}
	var visit func(t *model.Type)
	inside := func(d definition, o *model.Object) {
		if !seen[d] {
			seen[d] = true
			for _, f := range o.All() {
				visit(f.Type)
			}
		}
	}
	visit = func(t *model.Type) {
		for ; t != nil; t = t.Elem {
			if t.Schema != "" {
				w.hoist(declared.MustParse(t.Schema))
			}
			if t.Struct != nil {
				inside(t.Struct, t.Struct.Object)
			}
			if t.Union != nil {
				for _, v := range t.Union.Variants {
					inside(v.Struct, v.Struct.Object)
				}
			}
		}
	}
	for _, t := range types {
		visit(t)
	}
}

func (w *writer) hoist(s *declared.Schema) {
	text := s.DefinitionsText()
	if text == "" || w.hoisted[text] != nil {
		return
	}
	taken := func(name string) bool {
		for _, other := range w.defs {
			if other == name {
				return true
			}
		}
		return w.declaredDefs[name] != ""
	}
	names := hoisted{}
	w.hoisted[text] = names
	own := func(name string) string { return name }
	for _, d := range s.Definitions(own) {
		name := plain(d.Key)
		for i := 2; taken(name); i++ {
			name = plain(d.Key) + "_" + number(i)
		}
		names[d.Key] = name
		w.declaredDefs[name] = "{}" // until all names are known
	}
	for _, d := range s.Definitions(names.name) {
		w.declaredDefs[names[d.Key]] = d.Value
	}
}
