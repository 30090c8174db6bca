package collect

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// An interface can be built from JSON where it is known which structs it may be: the structs of its own package where it is
// sealed (R10), the listed ones elsewhere (R17). The JSON object is that of the struct with one property before it, which says
// which struct it is (R12).

// unionMark is what //tool:union lines say of a type.
type unionMark struct {
	types  []directive.Word // of an interface: the structs that it may be
	at     setting          // where they are listed
	set    settings         // key of an interface, value of a struct
	in     *types.Package   // where the lines stand
	abroad bool             // in the source of another package
}

// defaultKey is the property that tells variants apart where no other is named.
const defaultKey = "type"

// unions are the unions of one direction, by interface and list: all uses share one, so that recursion ends.
type unions map[string]*model.UnionType

// pendingVariant is a variant whose struct may still be read: it gets its properties when the outermost type is done.
type pendingVariant struct {
	variant *model.Variant
	plain   *model.StructType
	at      place
}

// choice is how an interface says which structs it may be.
type choice struct {
	*types.Named                  // the interface; nil for one without a name
	iface        *types.Interface // its methods
	words        []directive.Word // the listed structs; nil where the interface is sealed
	said         setting          // where they are listed
	in           *types.Package   // whose names the list uses
	key          string
}

// unionType maps an interface that is one of several structs. The second result says that it is; the first is nil where it
// was refused.
func (c *collector) unionType(t types.Type, u *types.Interface, at place) (*model.Type, bool) {
	choice, ok := c.choiceOf(t, u, at)
	if !ok {
		return nil, false
	}
	m := &model.Type{Kind: model.Union, Go: goType(t), Doc: c.typeDoc(t)}
	id := []string{types.TypeString(t, nil)}
	for _, w := range choice.words {
		id = append(id, w.Text)
	}
	known := c.unions[at.dir]
	if known == nil {
		known = unions{}
		c.unions[at.dir] = known
	}
	key := strings.Join(id, " ")
	if union, met := known[key]; met {
		m.Union = union
		return m, true
	}
	if !c.another(at) {
		return nil, true
	}
	c.checkName(choice.key, at)
	m.Union = &model.UnionType{Go: m.Go, Hint: c.structHint(t, at), Key: choice.key, Doc: m.Doc}
	known[key] = m.Union
	structs, fine := c.variantTypes(choice, at)
	if !fine {
		return nil, true
	}
	for _, t := range structs {
		fine = c.addVariant(m.Union, choice.iface, t, at) && fine
	}
	if !fine {
		return nil, true
	}
	return m, true
}

// choiceOf reads what is said of an interface, the nearest first: at this use, on its type, by its being sealed.
func (c *collector) choiceOf(t types.Type, u *types.Interface, at place) (choice, bool) {
	out := choice{iface: u, key: defaultKey}
	var mark *unionMark
	if out.Named, _ = t.(*types.Named); out.Named != nil {
		mark = c.typeMark(out.Named).union
	}
	if mark != nil {
		if s, found := mark.set.find("key"); found {
			out.key = s.Value.Text
		}
	}
	if s, found := at.set.find("union"); found {
		words, problem := s.List()
		if problem != nil {
			c.errorAt(s.pos, s.end, problem.Code, at.path+": union: "+problem.Message, problem.Fix)
		}
		out.words, out.said, out.in = words, s, c.pkg.Types
		return out, true
	}
	if mark != nil && len(mark.types) > 0 {
		out.words, out.said, out.in = mark.types, mark.at, mark.in
		return out, true
	}
	return out, isSealed(t, u)
}

// variantTypes finds the structs that a union may be, in the order of its list, or of their declaration; those listed as *T as
// pointers.
func (c *collector) variantTypes(u choice, at place) ([]types.Type, bool) {
	if u.words == nil {
		return c.implementing(u, at)
	}
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
		i := slices.IndexFunc(in.Imports(), func(p *types.Package) bool { return p.Name() == pkg })
		if i < 0 {
			return nil
		}
		in, name = in.Imports()[i], rest
	}
	obj, ok := in.Scope().Lookup(name).(*types.TypeName)
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
	for _, name := range home.Scope().Names() {
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

// addVariant maps one struct of a union.
func (c *collector) addVariant(union *model.UnionType, iface *types.Interface, listed types.Type, at place) bool {
	t := types.Unalias(derefType(listed))
	at = at.inside(".(" + c.show(t) + ")")
	m := c.typeOf(t, at)
	switch {
	case m == nil:
		return false
	case m.Kind != model.Struct:
		c.refuse(at, "R10", fmt.Sprintf("%s: %s has a JSON form of its own, so it has no place for the property that tells it apart", at.path, c.show(t)),
			"leave it out, or wrap it in a struct")
		return false
	}
	v := &model.Variant{
		Value:   names.Snake(m.Struct.Hint),
		Pointer: listed != t || !types.Implements(t, iface), // R14
		Struct:  &model.StructType{Go: m.Go, Hint: m.Struct.Hint, Of: union, Object: &model.Object{}},
	}
	if mark := c.typeMark(t.(*types.Named)).union; mark != nil {
		if s, found := mark.set.find("value"); found {
			v.Value = s.Value.Text
		}
	}
	for _, other := range union.Variants {
		if other.Value == v.Value {
			c.refuse(at, "R12", fmt.Sprintf("%s: two variants are called %q: %s and %s", at.path, v.Value, other.Struct.Hint, m.Struct.Hint), "//tool:union value=NAME above one of them")
			return false
		}
	}
	union.Variants = append(union.Variants, v)
	c.pending = append(c.pending, pendingVariant{v, m.Struct, at})
	return true
}

// finishVariants gives every variant its properties: the one that tells it apart, then those of its struct.
func (c *collector) finishVariants() {
	for _, p := range c.pending {
		s, union := p.variant.Struct, p.variant.Struct.Of
		for _, f := range p.plain.Object.Fields {
			at := p.at
			if from, known := c.origins[f]; known {
				at = from.place
			}
			switch {
			case f.Name == union.Key:
				c.refuse(at, "R12", fmt.Sprintf("%s: the property %q is what tells the variants of %s apart, and %s has one of its own", p.at.path, f.Name, union.Hint, s.Hint),
					"choose another name on the interface: //tool:union key=kind")
			case strings.EqualFold(f.Name, union.Key):
				c.warn(at, "F24", fmt.Sprintf("%s: the properties %q and %q differ only in case", p.at.path, union.Key, f.Name), "rename one of them")
			}
		}
		object := *p.plain.Object
		object.Fields = append([]*model.Field{{
			Name: union.Key, Fixed: p.variant.Value, Rules: model.NoRules,
			Type: &model.Type{Kind: model.String, Go: &model.GoType{Kind: model.GoBasic, Name: "string", Comparable: true}},
		}}, object.Fields...)
		*s = *p.plain
		s.Of, s.Object = union, &object
	}
	c.pending = nil
}

// markUnion keeps what a //tool:union line above a type says. Above type Shape = geo.Shape it speaks of the other package's
// interface.
func (c *collector) markUnion(obj *types.TypeName, l line) {
	refuse := func(what, fix string) {
		c.errorAt(l.comment.Pos(), l.comment.End(), "K17", what, fix)
	}
	n, named := types.Unalias(obj.Type()).(*types.Named)
	_, isInterface := obj.Type().Underlying().(*types.Interface)
	_, isStruct := obj.Type().Underlying().(*types.Struct)
	_, value := l.set.find("value")
	_, key := l.set.find("key")
	switch {
	case !named || !isInterface && !isStruct:
		refuse("//tool:union applies to interfaces and to the structs that implement them, and "+obj.Name()+" is neither", "remove the line")
		return
	case isInterface && value:
		refuse("value= names a struct among the variants, and "+obj.Name()+" is the interface", "put //tool:union value=NAME above the struct")
		return
	case isStruct && (key || len(l.Names) > 0):
		refuse("the variants and their key stand above the interface, and "+obj.Name()+" is a struct", "put the line above the interface")
		return
	}
	for _, s := range l.set {
		if s.Value.Text == "" {
			c.errorAt(s.pos, s.end, directive.CodeValue, s.Key.Text+" is empty", "//tool:union "+s.Key.Text+"=kind")
			return
		}
	}
	mark := c.types[n.Origin().Obj()]
	switch {
	case mark.union == nil:
		mark.union = &unionMark{in: obj.Pkg(), abroad: c.abroad}
	case c.abroad && !mark.union.abroad:
		return // what this package says of the type wins
	}
	if len(l.Names) > 0 {
		at := setting{pos: l.comment.Pos(), end: l.comment.End()}
		if first := mark.union.at; len(mark.union.types) > 0 {
			c.errorWith(at.pos, at.end, directive.CodeTwice, "the variants of "+obj.Name()+" are listed twice", "keep one of the lists", related{first.pos, first.end, "first listed here"})
		}
		mark.union.types, mark.union.at = l.Names, at
	}
	mark.union.set = c.add(mark.union.set, l.set)
	c.types[n.Origin().Obj()] = mark
}
