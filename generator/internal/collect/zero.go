package collect

import (
	"fmt"
	"go/types"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// maxZeroParts is how many parts the condition of an omitzero may have, so that people can read it.
const maxZeroParts = 16

// zeroParts takes a type apart that cannot be compared as a whole, into what must be zero in it for omitzero to leave it out (S5). It
// reports false after refusing a type with parts that this package cannot see.
func (c *collector) zeroParts(t types.Type, at place) ([]model.ZeroPart, bool) {
	parts, hidden := c.partsOf(t, "", nil)
	switch {
	case hidden != "":
		c.refuse(at, "S5", fmt.Sprintf("%s: omitzero must look at %s, which package %s cannot see", at.path, hidden, c.pkg.Name),
			"use a pointer with omitempty, or give the type the method IsZero() bool")
	case len(parts) > maxZeroParts:
		c.refuse(at, "S5", fmt.Sprintf("%s: omitzero must look at more than %d parts of %s", at.path, maxZeroParts, c.show(t)),
			"use a pointer with omitempty, or give the type the method IsZero() bool")
	default:
		return parts, true
	}
	return nil, false
}

func (c *collector) partsOf(t types.Type, path string, parts []model.ZeroPart) (_ []model.ZeroPart, hidden string) {
	if types.Comparable(t) {
		return append(parts, model.ZeroPart{Path: path, Go: goType(t), Zero: zeroOf(t)}), ""
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			switch {
			case f.Name() == "_":
				continue
			case !f.Exported() && f.Pkg() != c.pkg.Types:
				return parts, "the unexported field " + f.Name() + " of " + c.show(t)
			case types.Comparable(f.Type()) && zeroOf(f.Type()) == "{}" && unnameable(f.Type(), c.pkg.Types) != nil:
				return parts, "the type of the field " + f.Name() + " of " + c.show(t)
			}
			if parts, hidden = c.partsOf(f.Type(), path+"."+f.Name(), parts); hidden != "" {
				return parts, hidden
			}
		}
		return parts, ""
	case *types.Array:
		for i := range min(u.Len(), maxZeroParts+1) {
			if parts, hidden = c.partsOf(u.Elem(), fmt.Sprintf("%s[%d]", path, i), parts); hidden != "" {
				return parts, hidden
			}
		}
		return parts, ""
	}
	return append(parts, model.ZeroPart{Path: path, Go: goType(t), Zero: "nil"}), "" // a slice, a map or a function
}

// zeroOf spells the zero value of a comparable type; "{}" for a composite literal of it.
func zeroOf(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Kind() == types.UnsafePointer:
			return "nil"
		}
		return "0"
	case *types.Struct, *types.Array:
		return "{}"
	}
	return "nil"
}
