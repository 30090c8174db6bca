package collect

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// holderOf reports how a type holds a value and whether there is one: the types of database/sql (T56), and runtime.Opt
// (T57). Other modules' options all differ, and are not guessed at.
func holderOf(t types.Type) (hold *model.Holder, value types.Type) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil, nil
	}
	path, name := n.Obj().Pkg().Path(), n.Obj().Name()
	s, isStruct := n.Underlying().(*types.Struct)
	switch {
	case !isStruct:
	case path == runtimePath && name == "Opt" && s.NumFields() == 3:
		return &model.Holder{Value: "Value", Valid: "Set", Null: "Null"}, s.Field(2).Type()
	case path == "database/sql" && strings.HasPrefix(name, "Null") && s.NumFields() == 2 && s.Field(1).Name() == "Valid":
		return &model.Holder{Value: s.Field(0).Name(), Valid: "Valid"}, s.Field(0).Type()
	}
	return nil, nil
}

// optionalType maps a type that holds a value or none; nil after an error. The value has the form that the place asks for.
func (c *collector) optionalType(t types.Type, hold *model.Holder, value types.Type, at place) *model.Type {
	if hold.Null != "" && (strings.HasSuffix(at.path, itemStep) || at.dir == result && at.path == "result") {
		c.refuse(at, "T57", fmt.Sprintf("%s: %s is for what may be absent, and this never is", at.path, c.show(t)),
			fmt.Sprintf("write *%s; null in a list needs items.nullable", c.show(value)))
		return nil
	}
	elem := c.typeOf(value, at)
	if elem == nil {
		return nil
	}
	if elem.Kind == model.Pointer || elem.Kind == model.Optional {
		c.refuse(at, "R1", fmt.Sprintf("%s: type %s: JSON has one null, and here two things could mean it", at.path, c.show(t)),
			"write it with the value's own type: "+strings.Replace(c.show(t), c.show(value), c.show(pointedAt(value)), 1))
		return nil
	}
	return &model.Type{Kind: model.Optional, Go: goType(t), Elem: elem, Hold: hold}
}

// pointedAt is what a pointer or a holder is for.
func pointedAt(t types.Type) types.Type {
	if _, value := holderOf(t); value != nil {
		return value
	}
	return derefType(t)
}

// contradictions refuses what is said of an optional value and of its type besides, and cannot both hold.
func (r *ruling) contradictions() {
	if s, found := r.set.find("required"); found && s.flag() {
		switch {
		case r.set.on("optional"):
			r.fail(s, "N5", "remove the one that is not meant", "required and optional exclude each other")
		case r.field.Type.MayBeAbsent() && !r.field.Rules.Nullable:
			r.fail(s, "N7", "take the value itself, or say nullable too", "a runtime.Opt that is required and not nullable is always a value")
		}
	}
	if s, found := r.set.find("default"); found && r.field.Type.MayBeAbsent() {
		r.fail(s, "N7", "remove the default, or take the value itself", "a runtime.Opt with a default is never absent")
	}
}
