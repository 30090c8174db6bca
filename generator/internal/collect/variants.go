package collect

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// listed finds the structs that a list names, in its order; those listed as *T as pointers (R17).
func (c *collector) listed(u choice, at place) ([]types.Type, bool) {
	if u.Named == nil && !u.iface.Empty() {
		c.refuse(at, "R17", at.path+": an interface without a name cannot be listed as a choice", "declare it as a type")
		return nil, false
	}
	var out []types.Type
	ok := true
	refuse := func(format string, args ...any) {
		c.errorAt(u.said.pos, u.said.end, "R17", at.path+": "+fmt.Sprintf(format, args...), "list structs that have the interface's methods: //tool:union Circle,Square")
		ok = false
	}
	for _, w := range u.words {
		t := c.typeCalled(w.Text, u.in, u.said.pos)
		if t == nil {
			refuse("there is no type %s here", w.Text)
			continue
		}
		listed := types.Unalias(t)
		t = types.Unalias(derefType(listed))
		_, isStruct := t.Underlying().(*types.Struct)
		_, isNamed := t.(*types.Named)
		switch {
		case !isStruct || !isNamed:
			refuse("%s is no struct, so it has no place for the property that tells it apart", w.Text)
		case !types.Implements(types.NewPointer(t), u.iface):
			missing, _ := types.MissingMethod(types.NewPointer(t), u.iface, true)
			refuse("%s is no %s: it lacks the method %s", w.Text, c.show(u.Named), missing.Name())
		case slices.ContainsFunc(out, func(o types.Type) bool { return types.Identical(derefType(o), t) }):
			refuse("%s is listed twice", w.Text)
		default:
			out = append(out, listed)
		}
	}
	return out, ok
}

// typeCalled resolves a type as the source would at a position: in this package by Go's own rules, in another one by its own
// and its imports' names.
func (c *collector) typeCalled(text string, in *types.Package, pos token.Pos) types.Type {
	if in == c.pkg.Types {
		found, err := types.Eval(c.pkg.Fset, in, pos, text)
		if err != nil || !found.IsType() {
			return nil
		}
		return found.Type
	}
	name := strings.TrimPrefix(text, "*")
	if pkg, rest, qualified := strings.Cut(name, "."); qualified {
		i := slices.IndexFunc(c.pkg.Complete(in).Imports(), func(p *types.Package) bool { return p.Name() == pkg })
		if i < 0 {
			return nil
		}
		in, name = in.Imports()[i], rest
	}
	obj, ok := c.pkg.Complete(in).Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil
	}
	return obj.Type()
}

// implementing finds the structs that implement a sealed interface, by file name, then position (R10). Only its own package
// can have them, but for structs that embed one of them.
func (c *collector) implementing(u choice, at place) ([]types.Type, bool) {
	home := u.Obj().Pkg()
	if home != c.pkg.Types && c.isStandard(home.Path()) {
		c.refuse(at, "R16", fmt.Sprintf("%s: what implements %s is the business of the standard library and may change with Go", at.path, c.show(u.Named)),
			"list the structs that are meant: union=A,B")
		return nil, false
	}
	var found []*types.Named
	for _, name := range c.pkg.Complete(home).Scope().Names() {
		obj, ok := home.Scope().Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() || types.IsInterface(obj.Type()) {
			continue
		}
		t, ok := obj.Type().(*types.Named)
		if !ok || !types.Implements(types.NewPointer(t), u.iface) && !c.isGenericVariant(t, u) {
			continue
		}
		if why := c.noVariant(t); why != "" {
			if where := at; home == c.pkg.Types {
				where.pos, where.end = obj.Pos(), obj.Pos()+token.Pos(len(name))
				c.warn(where, "R10", fmt.Sprintf("%s implements %s and is left out: %s", name, c.show(u.Named), why), "list the structs that are meant above the interface: //tool:union A,B")
			} else {
				c.warn(where, "R10", fmt.Sprintf("%s: %s implements %s and is left out: %s", at.path, name, c.show(u.Named), why), "list the structs that are meant: union=A,B")
			}
			continue
		}
		found = append(found, t)
	}
	embedded := map[string]bool{}
	for _, t := range found {
		embeds(t, func(name string) { embedded[name] = true })
	}
	// An unexported struct that another variant embeds is where that has its methods from, and no variant by itself.
	found = slices.DeleteFunc(found, func(t *types.Named) bool { return !t.Obj().Exported() && embedded[t.Obj().Name()] })
	if len(found) == 0 {
		c.refuse(at, "R10", fmt.Sprintf("%s: no struct of package %s implements %s", at.path, home.Name(), c.show(u.Named)), "declare the structs that it may be")
		return nil, false
	}
	if len(found) > maxTypes {
		c.refuse(at, "R9", fmt.Sprintf("%s: %s may be one of %d structs, and a tool has at most %d types", at.path, c.show(u.Named), len(found), maxTypes), "list the structs that are meant: //tool:union A,B")
		return nil, false
	}
	if hidden := c.hiddenVariants(u, embedded); len(hidden) > 0 {
		c.refuse(at, "R16", fmt.Sprintf("%s: %s may be a %s, which package %s cannot name", at.path, c.show(u.Named), strings.Join(hidden, " or a "), c.pkg.Name),
			"list the structs that are meant: union="+c.show(found[0]))
		return nil, false
	}
	slices.SortFunc(found, func(a, b *types.Named) int { return c.declarationOrder(a.Obj(), b.Obj()) })
	out := make([]types.Type, len(found))
	for i, t := range found {
		out[i] = t
	}
	return out, true
}

// noVariant says why a type that implements a sealed interface can be no variant; "" where it can.
func (c *collector) noVariant(t *types.Named) string {
	_, isStruct := t.Underlying().(*types.Struct)
	switch {
	case t.TypeParams().Len() > 0:
		return "it is generic, and no type says with which arguments"
	case !isStruct:
		return "it is no struct, so it has no place for the property that tells it apart"
	}
	return c.constrained(t.Obj()) // some builds lack it, so it is no variant anywhere (F13)
}

// isGenericVariant reports whether a generic type has the methods that seal the interface.
func (c *collector) isGenericVariant(t *types.Named, u choice) bool {
	if t.TypeParams().Len() == 0 {
		return false
	}
	for m := range u.iface.Methods() {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name()); obj == nil {
			return false
		}
	}
	return true
}

// embeds calls yield with the name of each type that a struct embeds.
func embeds(t *types.Named, yield func(name string)) {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for f := range s.Fields() {
		if f.Embedded() {
			yield(f.Name())
		}
	}
}

// hiddenVariants are the unexported types of another package that implement its sealed interface (R16). Export data does not
// list them, so the source says: they declare a method that seals it, and no exported variant embeds them.
func (c *collector) hiddenVariants(u choice, embedded map[string]bool) []string {
	home := u.Obj().Pkg()
	if home == c.pkg.Types {
		return nil
	}
	var out []string
	for m := range u.iface.Methods() {
		if m.Exported() || m.Pkg() != home {
			continue
		}
		for _, name := range c.pkg.ForeignReceivers(home, m.Name()) {
			if !token.IsExported(name) && !slices.Contains(out, name) && !embedded[name] {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// declarationOrder is by file name, then position. Positions of other packages are known by their line alone.
func (c *collector) declarationOrder(a, b types.Object) int {
	pa, pb := c.pkg.Fset.PositionFor(a.Pos(), false), c.pkg.Fset.PositionFor(b.Pos(), false)
	return cmp.Or(cmp.Compare(filepath.Base(pa.Filename), filepath.Base(pb.Filename)), cmp.Compare(pa.Line, pb.Line), cmp.Compare(pa.Column, pb.Column),
		cmp.Compare(a.Name(), b.Name()))
}
