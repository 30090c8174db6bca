package schema

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// declared writes a schema that the author declared (T51), without its last brace. Its members stay in the author's order; what the
// use adds, its title and description, stands behind the type, unless the declared schema says it itself.
func (w *writer) declared(n node) {
	members := membersOf(n.typ.Schema)
	at := 0
	if len(members) > 0 && members[0].key == "type" {
		at = 1
	}
	for _, more := range []member{{"description", w.describe(n)}, {"title", n.title}} {
		same := func(m member) bool { return m.key == more.key }
		switch i := slices.IndexFunc(members, same); {
		case more.value == "":
		case i < 0:
			members = slices.Insert(members, at, member{more.key, model.Quote(more.value)})
		case more.key == "title" || n.description != "": // what is said of the use wins
			members[i].value = model.Quote(more.value)
		}
	}
	f := n.field
	if f == nil {
		f = &model.Field{}
	}
	w.text("{")
	for _, m := range members {
		if m.key == "default" && f.Default != nil || m.key == "examples" && f.Examples != nil || m.key == "deprecated" && f.Deprecated {
			continue // the use says it
		}
		w.member(m.key, m.value)
	}
}

// member is one member of a JSON object.
type member struct{ key, value string }

// membersOf are the members of an object that collect has checked, in order, each value compact.
func membersOf(object string) []member {
	dec := json.NewDecoder(strings.NewReader(object))
	_, _ = dec.Token()
	var out []member
	for dec.More() {
		key, _ := dec.Token()
		var value json.RawMessage
		name, isText := key.(string)
		if !isText || dec.Decode(&value) != nil {
			return out
		}
		out = append(out, member{name, string(value)})
	}
	return out
}
