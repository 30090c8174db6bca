package collect

import (
	"fmt"
	"go/types"
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
	inPlace      bool             // at this use alone
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
	key := types.TypeString(t, nil)
	var structs []types.Type
	fine := true
	if choice.words != nil {
		if structs, fine = c.listed(choice, at); !fine {
			return nil, true
		}
		for _, t := range structs {
			key += " " + types.TypeString(t, nil)
		}
		if choice.inPlace {
			key += " here" // it has another name than that of the interface
		}
	}
	known := c.unions[at.dir]
	if known == nil {
		known = unions{}
		c.unions[at.dir] = known
	}
	if union, met := known[key]; met {
		m.Union = union
		return m, true
	}
	if !c.another(at) {
		return nil, true
	}
	c.checkName(choice.key, at)
	m.Union = &model.UnionType{Go: m.Go, Hint: c.choiceHint(t, choice, structs), Key: choice.key, Doc: m.Doc}
	known[key] = m.Union
	if choice.words == nil {
		structs, fine = c.implementing(choice, at)
	}
	for _, t := range structs {
		fine = c.addVariant(m.Union, choice.iface, t, at) && fine
	}
	if !fine {
		return nil, true
	}
	return m, true
}

// choiceHint names the functions made for a union: by the interface, or by the structs where a use lists its own.
func (c *collector) choiceHint(t types.Type, u choice, structs []types.Type) string {
	const few = 3
	if !u.inPlace {
		return c.typeHint(t)
	}
	var all []string
	for _, t := range structs[:min(len(structs), few)] {
		all = append(all, upperFirst(c.typeHint(t)))
	}
	hint := strings.Join(all, "Or")
	if len(structs) > few {
		hint += "OrOthers"
	}
	return hint
}

// isChoice reports whether an interface is one of several structs at this use.
func (c *collector) isChoice(t types.Type, u *types.Interface, at place) bool {
	_, ok := c.choiceOf(t, u, at)
	return ok
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
		out.words, out.said, out.inPlace, out.in = words, s, true, c.pkg.Types
		return out, true
	}
	if mark != nil && len(mark.types) > 0 {
		out.words, out.said, out.in = mark.types, mark.at, mark.in
		return out, true
	}
	return out, isSealed(t, u)
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
		object.Fields = []*model.Field{{
			Name: union.Key, Fixed: p.variant.Value, Rules: model.NoRules,
			Type: &model.Type{Kind: model.String, Go: &model.GoType{Kind: model.GoBasic, Name: "string", Comparable: true}},
		}}
		for _, f := range p.plain.Object.Fields {
			if f.Name != union.Key { // refused above; with it, the schema that providers judge would be no JSON
				object.Fields = append(object.Fields, f)
			}
		}
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
