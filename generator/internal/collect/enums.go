package collect

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// stringEnum finds the closed set of constants of a named string type (T70, T71, T79, T80). It returns nil for a type
// that is no enum, and false after an error.
func (c *collector) stringEnum(t types.Type, at place) (*model.Enum, bool) {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || c.isStandard(n.Obj().Pkg().Path()) {
		return nil, true // the standard library's constants change with Go
	}
	mark := c.typeMark(n)
	values := c.constantsOf(n)
	if mark.open {
		return nil, true
	}
	if len(values) == 0 && mark.enum {
		c.refuse(at, "T70", fmt.Sprintf("%s: %s is marked //tool:enum and has no exported constants", at.path, c.show(t)), "declare its values as exported constants")
		return nil, false
	}
	if len(values) < 2 && !mark.enum {
		if len(values) == 0 && c.hiddenConstants(n) > 1 {
			c.warn(at, "T70", fmt.Sprintf("%s: the constants of %s are unexported, so any text is accepted", at.path, c.show(t)), "export them to make an enum, or say //tool:enum open on the type")
		}
		return nil, true // T71: a lone constant is usually a default
	}
	return &model.Enum{Type: goType(t), Values: values}, true
}

// hiddenConstants counts the unexported string constants of a type of this package.
func (c *collector) hiddenConstants(n *types.Named) int {
	if n.Obj().Pkg() != c.pkg.Types {
		return 0
	}
	all := declaredConstants(n)
	return len(all) - len(exported(all))
}

// knownValues are the constants of an open string enum: described, not enforced (T80).
func (c *collector) knownValues(t types.Type) *model.Enum {
	n, ok := t.(*types.Named)
	if !ok || !c.typeMark(n).open {
		return nil
	}
	if values := c.constantsOf(n); len(values) > 0 {
		return &model.Enum{Type: goType(t), Values: values}
	}
	return nil
}

// constantsOf lists the exported string constants that a type's own package declares of it (T76, T77): by file name,
// then position; the first of equal values; skipped ones left out.
func (c *collector) constantsOf(n *types.Named) []model.Const {
	found := exported(declaredConstants(n))
	slices.SortFunc(found, func(a, b *types.Const) int {
		pa, pb := c.pkg.Fset.Position(a.Pos()), c.pkg.Fset.Position(b.Pos())
		return cmp.Or(cmp.Compare(pa.Filename, pb.Filename), cmp.Compare(pa.Offset, pb.Offset), cmp.Compare(pa.Line, pb.Line), cmp.Compare(a.Name(), b.Name()))
	})
	var out []model.Const
	seen := map[string]bool{}
	for _, k := range found {
		value := constant.StringVal(k.Val()) // G17: from the constant, never from source text
		mark := c.constMark(k)
		if seen[value] || mark.skip || c.constrained(k) != "" {
			continue // a constant that some builds lack is no value anywhere (F13)
		}
		seen[value] = true
		if isSentinel(k.Name(), n.Obj().Name()) {
			c.warnAt(k.Pos(), k.Pos()+token.Pos(len(k.Name())), "T70", k.Name()+" looks like a mark and no value of "+n.Obj().Name()+", and models are offered it", "put //tool:skip above it, or rename it")
		}
		out = append(out, model.Const{Name: k.Name(), Value: value, Doc: mark.doc, Deprecated: mark.deprecated})
	}
	return out
}

// isSentinel reports constants that count or bound the others by their name: MaxLevel, NumLevels, LevelCount.
func isSentinel(name, typ string) bool {
	rest, found := strings.CutPrefix(name, "Max")
	if !found {
		rest, found = strings.CutPrefix(name, "Num")
	}
	if !found {
		rest, found = strings.CutSuffix(name, "Count")
	}
	return found && (rest == typ || rest == typ+"s")
}

// intConstants refuses an integer type whose constants would become names (T72): a later version turns them into a
// string enum, and an integer now would change the wire then. Other constants leave it an integer, with a warning.
func (c *collector) intConstants(t types.Type, at place) bool {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || c.isStandard(n.Obj().Pkg().Path()) {
		return true
	}
	values := c.intValues(n)
	if len(values) < 2 {
		return true
	}
	name, last := c.show(t), values[len(values)-1]
	switch {
	case (values[0] == 0 || values[0] == 1) && last-values[0] == int64(len(values)-1):
		c.later(at, "T72", name+", an integer type with names for its values,", "use a string type with constants, or a plain int")
		return false
	case len(values) >= 3 && powersOfTwo(values) > len(values)/2:
		c.warn(at, "T75", fmt.Sprintf("%s: %s looks like a set of bit flags, and a model sees a plain integer", at.path, name), "take a slice of a string enum")
	default:
		c.warn(at, "T72", fmt.Sprintf("%s: the constants of %s are not 0, 1, 2, ..., so a model sees a plain integer", at.path, name), "use a string type with constants")
	}
	return true
}

// declaredConstants are the constants that a type's own package declares of it (T76), by name.
func declaredConstants(n *types.Named) []*types.Const {
	scope := n.Obj().Pkg().Scope()
	var out []*types.Const
	for _, name := range scope.Names() {
		if k, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(k.Type(), n) {
			out = append(out, k)
		}
	}
	return out
}

// exported leaves the constants that other packages see.
func exported(all []*types.Const) []*types.Const {
	return slices.DeleteFunc(slices.Clone(all), func(k *types.Const) bool { return !k.Exported() })
}

// intValues are the distinct values of a type's exported integer constants, sorted.
func (c *collector) intValues(n *types.Named) []int64 {
	var values []int64
	for _, k := range exported(declaredConstants(n)) {
		if v, exact := constant.Int64Val(k.Val()); exact {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}

func powersOfTwo(values []int64) int {
	n := 0
	for _, v := range values {
		if v > 0 && v&(v-1) == 0 {
			n++
		}
	}
	return n
}

// nearest returns the enum value that a person may have meant, or "".
func nearest(e *model.Enum, text string) string {
	for _, v := range e.Values {
		if strings.EqualFold(v.Value, text) || strings.EqualFold(v.Name, text) {
			return v.Value
		}
	}
	return ""
}
