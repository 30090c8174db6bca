package collect

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// wellKnown answers for the types that have a JSON form of their own, matched by package path and name (schema.md
// 3.4). The second result says that the type is one of them; the first is nil where it was refused.
func (c *collector) wellKnown(t types.Type, at place) (*model.Type, bool) {
	path, name, pointer := declaredAs(t)
	known, isText := knownText(path, name)
	switch {
	case isText && (known.leaf || !pointer):
		return c.textType(t, known, at), true
	case pointer:
		return nil, false
	case path == "time" && name == "Time": // T40
		return c.timeType(t, at), true
	case path == "encoding/json" && name == "Number" && !at.key: // T14; as a key it is any string
		return &model.Type{Kind: model.Number, Go: goType(t)}, true
	case path == "encoding/json" && name == "RawMessage":
		return c.rawMessage(t, at), true
	case path == "time" && name == "Duration": // T42
		return c.durationType(t, at), true
	}
	if hold, value := holderOf(t); hold != nil { // T56, T57
		return c.optionalType(t, hold, value, at), true
	}
	if lock := lockIn(t, nil); lock != "" && !goesByPointer(t, at) { // T60
		message := fmt.Sprintf("%s: %s must not be copied, so it cannot be a value", at.path, c.show(t))
		if lock != c.show(t) {
			message = fmt.Sprintf("%s: %s holds %s, which must not be copied, so it cannot be a value", at.path, c.show(t), lock)
		}
		c.refuse(at, "T60", message, c.without(at, "take a struct of the plain fields alone"))
		return nil, true
	}
	if formless[path+"."+name] {
		c.refuse(at, "T61", fmt.Sprintf("%s: type %s has no JSON form", at.path, c.show(t)), c.without(at, "take the values it is made from"))
		return nil, true
	}
	return nil, false
}

// ownForm reports whether a type is never walked field by field: it is well known, or has JSON or text methods.
func (c *collector) ownForm(t types.Type) bool {
	t = types.Unalias(t)
	path, name, _ := declaredAs(t)
	_, isText := knownText(path, name)
	hold, _ := holderOf(t)
	return isText || path == "time" && name == "Time" || hold != nil ||
		formless[path+"."+name] || codecOf(t).any() || lockIn(t, nil) != ""
}

// declaredAs is the package path and name of a declared type, or of the one that a pointer points to; "" for others.
func declaredAs(t types.Type) (path, name string, pointer bool) {
	if p, ok := t.(*types.Pointer); ok {
		t, pointer = types.Unalias(p.Elem()), true
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return "", "", pointer
	}
	return n.Obj().Pkg().Path(), n.Obj().Name(), pointer
}

// formless are types of the standard library that another rule would answer for, and that are no values all the same (T61).
var formless = map[string]bool{"text/template.Template": true, "html/template.Template": true, "reflect.Type": true}

// goesByPointer reports whether a type that must not be copied can be sent all the same: behind a pointer, with a JSON form of its own
// (T51, O12), nothing of it is ever copied.
func goesByPointer(t types.Type, at place) bool {
	m := codecOf(t)
	return at.pointed && (at.dir == argument && m.unmarshalJSON || at.dir == result && m.marshalJSON)
}

// lockIn names the first type of sync or sync/atomic that a value holds, at any depth but not behind a pointer; "" for
// none (T60).
func lockIn(t types.Type, within []types.Type) string {
	t = types.Unalias(t)
	if n, ok := t.(*types.Named); ok {
		if path, name, _ := declaredAs(t); path == "sync" || path == "sync/atomic" {
			return n.Obj().Pkg().Name() + "." + name
		}
		if slices.Contains(within, t) {
			return ""
		}
		within = append(within, t)
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if lock := lockIn(f.Type(), within); lock != "" {
				return lock
			}
		}
	case *types.Array:
		return lockIn(u.Elem(), within)
	}
	return ""
}
