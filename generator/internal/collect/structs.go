package collect

import (
	"fmt"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// structType maps a struct to an object (S1). A named struct is mapped once a direction and shared by its uses; it is
// entered in the table before its fields are walked, so that recursion ends (R2).
func (c *collector) structType(t types.Type, u *types.Struct, at place) *model.Type {
	m := &model.Type{Kind: model.Struct, Go: goType(t), Doc: c.typeDoc(t)}
	seen := &c.structs[at.dir]
	if known, ok := seen.At(t).(*model.StructType); ok {
		if c.refused[known] {
			return nil
		}
		m.Struct = known
		return m
	}
	if !c.another(at) {
		return nil
	}
	if u.NumFields() > 0 && !hasExportedField(u) {
		c.refuse(at, "T61", fmt.Sprintf("%s: type %s has no JSON form: it has no exported field", at.path, c.show(t)), c.without(at, "take the values it is made from"))
		return nil
	}
	m.Struct = &model.StructType{Go: m.Go, Hint: c.structHint(t, at), Object: &model.Object{}, Doc: m.Doc}
	if n, ok := t.(*types.Named); ok {
		c.meet(n.Origin().Obj())
		if n.Obj().Pkg() == c.pkg.Types {
			m.Struct.Fixed, m.Struct.Shape = true, c.shape(n, u)
		}
		seen.Set(t, m.Struct)
	}
	if !c.fields(u, m.Struct, at) || at.dir == argument && !c.structGroups(t, m.Struct.Object) {
		c.refused[m.Struct] = true
		return nil
	}
	return m
}

// shape is the struct literal behind a type of this package; nil where a field's type cannot be named here, or where the
// type is local to a function.
func (c *collector) shape(n *types.Named, u *types.Struct) *model.GoType {
	if n.Obj().Parent() != c.pkg.Types.Scope() {
		return nil
	}
	for f := range u.Fields() {
		if unnameable(f.Type(), c.pkg.Types) != nil {
			return nil
		}
	}
	return goType(u)
}

// hasExportedField reports whether a struct has a field that JSON could see, those promoted from embedded structs included;
// within are the structs around it.
func hasExportedField(u *types.Struct, within ...*types.Struct) bool {
	if slices.Contains(within, u) {
		return false
	}
	for i := range u.NumFields() {
		f := u.Field(i)
		inner, pointer := embeddedStruct(f.Type())
		switch {
		case !f.Embedded() || inner == nil || reflect.StructTag(u.Tag(i)).Get("json") != "":
			if f.Exported() {
				return true
			}
		case pointer && !f.Exported(): // nothing can be set through it (S10)
		case hasExportedField(inner, append(within, u)...):
			return true
		}
	}
	return false
}

// structHint names the functions made for a struct: by its type, or by the way to an anonymous one from the named struct around
// it, which is met once, wherever that is.
func (c *collector) structHint(t types.Type, at place) string {
	if n, ok := t.(*types.Named); ok {
		return c.typeHint(n)
	}
	way := at.owner + "." + at.path[at.below:]
	return strings.Join(strings.FieldsFunc(way, func(r rune) bool { return !isIdentRune(r) }), "_")
}

// typeHint names a type by itself, so that the place where it is met first does not matter: PageUser, PageStoreUser for a User
// of package store, PageListInt.
func (c *collector) typeHint(t types.Type) string {
	inner := func(t types.Type) string {
		hint := upperFirst(c.typeHint(t))
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg() != c.pkg.Types {
			hint = upperFirst(n.Obj().Pkg().Name()) + hint
		}
		return hint
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Name()
	case *types.Named:
		hint := t.Obj().Name()
		for arg := range t.TypeArgs().Types() {
			hint += inner(arg)
		}
		return hint
	case *types.Pointer:
		return inner(t.Elem())
	case *types.Slice:
		return "List" + inner(t.Elem())
	case *types.Array:
		return "List" + inner(t.Elem())
	case *types.Map:
		return "Map" + inner(t.Elem())
	case *types.Struct:
		return "Struct"
	}
	return "Any"
}

// fields fills an object with the properties of a struct (S1 to S20) and reports whether all were fine.
func (c *collector) fields(u *types.Struct, s *model.StructType, at place) bool {
	o := s.Object
	if s.Go.Kind == model.GoNamed {
		at.owner, at.below = s.Hint, len(at.path)
	}
	c.embedded = nil
	all, ok := c.candidates(u, at, nil, 0, "", map[*types.Struct]bool{})
	s.Embeds = c.embedded
	c.warnOfNames(all, at)
	byName := map[string][]candidate{}
	all, rest := splitRest(all)
	for _, f := range all {
		byName[f.name] = append(byName[f.name], f)
	}
	for _, f := range all {
		best, unique := dominant(byName[f.name])
		if !unique {
			if len(byName[f.name]) > 0 {
				c.refuseAmbiguous(best, at)
				ok = false
			}
			byName[f.name] = nil // reported once
			continue
		}
		if best[0].field != f.field {
			continue // hidden by a shallower or tagged one, as Go does
		}
		if !c.promoted(f, u) {
			c.refuse(c.fieldPlace(f.field, at), "G23", fmt.Sprintf("%s: field %s is hidden inside an embedded struct that package %s cannot name", at.path, f.field.Name(), c.pkg.Name),
				"take the values as a struct of your own")
			ok = false
			continue
		}
		field := c.structField(f, at)
		if field == nil {
			ok = false
			continue
		}
		o.Fields = append(o.Fields, field)
	}
	ok = c.rest(o, rest, u, at) && ok
	return c.distinctNames(o, at) && ok
}

// structField makes the property of a chosen field.
func (c *collector) structField(f candidate, at place) *model.Field {
	where := c.fieldPlace(f.field, at).inside("." + f.field.Name())
	set, fine := c.withFormat(c.fieldSettings(f.field, f.raw, where), f, where)
	if !fine {
		return nil
	}
	where.set, where.field = set, f.field
	t := c.quoted(c.typeOf(f.field.Type(), where), f, where)
	if t == nil {
		return nil
	}
	if !f.tag.unusable {
		c.checkName(f.name, where)
	}
	field := &model.Field{Name: f.name, Path: f.path, Type: t, Rules: model.NoRules, Hidden: f.hidden}
	if where.dir == argument {
		field.Optional = f.tag.omitEmpty || f.tag.omitZero || optionalByType(t, set) // N2, N3, N8, S5
	} else {
		field.OmitEmpty = f.tag.omitEmpty && canBeEmpty(t)
		field.OmitZero = f.tag.omitZero
		if field.OmitZero && !zeroIsKnown(t) {
			var fine bool
			if field.Zero, fine = c.zeroParts(f.field.Type(), where); !fine {
				return nil
			}
		}
	}
	field.Description, field.Deprecated = c.fieldText(f.field, f.raw, set, where)
	if where.dir == argument && field.Description == "" && t.Deref().Doc == "" && where.node != at.node {
		c.undocumented(where, strings.TrimPrefix(where.path, "."), "say in a comment behind it what it is")
	}
	if !c.apply(field, set, where) {
		return nil
	}
	c.saysOptional(field, set, where)
	c.origins[field] = origin{f, where}
	return field
}

// canBeEmpty is v1's rule of omitempty: structs, times and arrays with items never are.
func canBeEmpty(t *model.Type) bool {
	if t.Kind == model.Text {
		return t.Text.Empty != ""
	}
	return t.Kind != model.Struct && t.Kind != model.Time && (t.Kind != model.Array || t.Len == 0) && !t.Sized() && t.Form != "whole"
}

// zeroIsKnown reports whether generated code can ask for the zero value of a type.
func zeroIsKnown(t *model.Type) bool {
	return t.Go.HasIsZero || t.Go.Comparable || t.Kind == model.Slice || t.Kind == model.Map || t.Kind == model.Bytes || t.Form == "list" ||
		t.Kind == model.Text && t.Text.Empty != ""
}

// distinctNames refuses equal property names, and warns of those that differ in case alone (F24).
func (c *collector) distinctNames(o *model.Object, at place) bool {
	ok := true
	folded := map[string]string{}
	for _, f := range o.Fields {
		key := strings.ToLower(f.Name)
		other, clash := folded[key]
		switch {
		case clash && other == f.Name:
			c.refuse(at, "F24", fmt.Sprintf("%s: two properties are called %q", at.path, f.Name), "rename one of them with name=")
			ok = false
		case clash:
			c.warn(at, "F24", fmt.Sprintf("%s: the properties %q and %q differ only in case", at.path, other, f.Name), "rename one of them")
		}
		folded[key] = f.Name
	}
	return ok
}

var (
	geminiName    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)
	anthropicName = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)
)

// checkName warns of a property name that some providers refuse (F23). Those that the package is made for speak for themselves.
func (c *collector) checkName(name string, at place) {
	refusing := refusedBy(name)
	if at.dir != argument || len(refusing) == 0 {
		return
	}
	declared, _ := c.providers()
	refusing = slices.DeleteFunc(refusing, func(provider string) bool {
		return slices.ContainsFunc(declared, func(name string) bool { return strings.HasPrefix(name, provider) })
	})
	if len(refusing) > 0 {
		c.warn(at, "F23", fmt.Sprintf("%s: property %q is not accepted by %s", at.path, name, strings.Join(refusing, ", ")), "use letters, digits and _, at most 64, with a letter first")
	}
}

// refusedBy names the providers that refuse a property's name (F23).
func refusedBy(name string) []string {
	switch {
	case geminiName.MatchString(name):
		return nil
	case anthropicName.MatchString(name):
		return []string{"gemini"}
	}
	return []string{"anthropic", "gemini"}
}
