package collect

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// mapType maps a map to an object whose keys are data (T33 to T36), or a set to a list (T37).
func (c *collector) mapType(t types.Type, u *types.Map, at place) *model.Type {
	isSet := isEmptyStruct(u.Elem())
	if isSet && at.set.on("set") {
		return c.setType(t, u, at)
	}
	out := &model.Type{Kind: model.Map, Go: goType(t), Key: c.mapKey(u.Key(), at.inside(keyStep)), Doc: c.typeDoc(t)}
	if c.isAny(u.Elem(), at.inside(itemStep)) {
		var ok bool
		if out.Schema, ok = c.declaredContainer(t, at, "object"); !ok {
			return nil
		}
		out.Elem = c.anyType(types.Unalias(u.Elem()), at.inside(itemStep), "") // T24: an object says enough
	} else {
		out.Elem = c.typeOf(u.Elem(), at.inside(itemStep))
	}
	if out.Key == nil || out.Elem == nil {
		return nil
	}
	if isSet {
		c.warn(at, "T37", fmt.Sprintf("%s: %s is an object of empty objects, which says little to a model", at.path, c.show(t)),
			"say set, which makes it a list without repeats, or take []"+c.show(u.Key())+" with unique")
	}
	return out
}

// mapKey maps the type of a map's keys: strings and enums (T33), whole numbers in plain form (T34), and types with a text form of
// their own, which comes first (T35). It returns nil after reporting that a type is none of them (T36).
func (c *collector) mapKey(key types.Type, at place) *model.Type {
	key = types.Unalias(key)
	if enum, isEnum := c.enumType(key, at); isEnum {
		return enum
	}
	path := strings.TrimSuffix(at.path, keyStep)
	methods := codecOf(key)
	b, isBasic := key.Underlying().(*types.Basic)
	isText := isBasic && b.Info()&types.IsString != 0
	hasText := methods.marshalText
	if at.dir == argument {
		hasText = methods.unmarshalText
	}
	switch {
	case types.IsInterface(key) || isPointer(key):
		// Two pointers are two keys, whatever they point to.
	case hasText:
		if unnameable(key, c.pkg.Types) != nil {
			break
		}
		if isText {
			c.warn(at, "T35", fmt.Sprintf("%s: the keys of type %s are written by its text methods; encoding/json writes the string itself", path, c.show(key)),
				"remove the methods, or take another type for the keys")
		}
		return &model.Type{Kind: model.Text, Go: goType(key), Text: &model.TextForm{}}
	case methods.text() && at.dir == argument:
		c.refuse(at, "T53", fmt.Sprintf("%s: the keys of type %s encode themselves, and nothing decodes them", path, c.show(key)), "give the type UnmarshalText, or take string keys")
		return nil
	case isText, isBasic && b.Info()&types.IsInteger != 0:
		return c.typeOf(key, at)
	}
	fix := "use string keys"
	if n, ok := key.(*types.Named); ok && n.Obj().Pkg() == c.pkg.Types {
		fix += ", or give the type MarshalText and UnmarshalText"
	}
	c.refuse(at, "T36", fmt.Sprintf("%s: a map with %s keys has no JSON form", path, c.show(key)), fix)
	return nil
}

// setType maps a map[T]struct{} under the key set: a list of what are its keys, without repeats (T37).
func (c *collector) setType(t types.Type, u *types.Map, at place) *model.Type {
	item := c.typeOf(u.Key(), at.inside(itemStep))
	if item == nil {
		return nil
	}
	switch item.Kind {
	case model.String, model.Int, model.Uint, model.Names:
	default:
		c.refuse(at, "T37", fmt.Sprintf("%s: only a set of strings or whole numbers is sent as a list, and this is one of %s", at.path, c.show(u.Key())),
			"take []"+c.show(u.Key())+" with unique")
		return nil
	}
	return &model.Type{Kind: model.Map, Form: model.SetForm, Go: goType(t), Key: item, Elem: item, Doc: c.typeDoc(t)}
}

func isEmptyStruct(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	return ok && s.NumFields() == 0
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// readKey reads a key of a JSON object as a key of a map, which a value known at generation must spell as a call would.
func readKey(text string, t *model.Type) error {
	switch {
	case t.Enum != nil || t.Kind == model.String:
		return constantKey(text, t)
	case t.Kind == model.Text:
		return nil // its own method says, which only a running program can call
	}
	if v, err := readInteger(text, t); err != nil || v.Text != text {
		return fmt.Errorf("%q is not a whole number in plain form that the type holds", text)
	}
	return nil
}
