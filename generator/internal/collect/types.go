package collect

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// direction says which way a value travels; the same Go type may be fine one way and refused the other.
type direction uint8

const (
	argument direction = iota
	result
)

// place is one use of a type: where to point in the source, and the way into the type for messages.
type place struct {
	pos, end token.Pos
	node     ast.Node // the declaration that spells the type; nil where it is not in this package
	path     string   // such as filter.Tags[]
	dir      direction
	set      settings   // the keys of this use: some choose how the type is written
	field    *types.Var // the innermost struct field on the way; nil for none
	key      bool       // it is the key of a map
	pointed  bool       // a pointer points to it

	owner string // the innermost named struct on the way, as functions made for it are called; "" for none
	below int    // where the way goes on below the owner, in path
}

// inside is the place of a part of the type, at the same position in the source. The keys of a list or map that begin with
// items. are those of its items or values.
func (p place) inside(step string) place {
	p.path += step
	p.key, p.pointed = step == keyStep, false
	if step == itemStep {
		p.set = p.set.items()
	} else {
		p.set = nil
	}
	return p
}

// itemStep is the way into a list or map, keyStep that to a map's key.
const (
	itemStep = "[]"
	keyStep  = "[key]"
)

// typeOf maps a Go type to the model (schema.md section 3). It returns nil after reporting why it cannot.
func (c *collector) typeOf(t types.Type, at place) *model.Type {
	t = types.Unalias(t)
	if !c.enter(t, at) {
		return nil
	}
	defer c.leave(t)
	if n := unnameable(t, c.pkg.Types); n != nil {
		c.refuse(at, "G23", fmt.Sprintf("%s: type %s cannot be named from package %s", at.path, c.show(n), c.pkg.Name),
			"use an exported type")
		return nil
	}
	if c.refuseInjected(t, at) || c.refuseAsValue(t, at) {
		return nil
	}
	if known, ok := c.wellKnown(t, at); ok {
		return known
	}
	if enum, ok := c.enumType(t, at); ok {
		return enum
	}
	if own, ok := c.ownJSON(t, at); ok {
		return own
	}
	if form, ok := c.ownCodec(t, at); ok {
		return form
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return c.basicType(t, u, at)
	case *types.Pointer:
		return c.pointerType(t, u, at)
	case *types.Slice:
		return c.sliceType(t, u, at)
	case *types.Array:
		return c.arrayType(t, u, at)
	case *types.Map:
		return c.mapType(t, u, at)
	case *types.Struct:
		return c.structType(t, u, at)
	case *types.Interface:
		if union, ok := c.unionType(t, u, at); ok {
			return union
		}
		return c.interfaceType(t, u, at)
	default:
		c.refuseForm(t, u, at)
	}
	return nil
}

// refuseForm answers for the forms that JSON has nothing for (T9, O10). A sequence is a result of its own (O9).
func (c *collector) refuseForm(t, form types.Type, at place) {
	_, isChan := form.(*types.Chan)
	switch {
	case at.dir == result && (isNamed(t, "iter", "Seq") || isNamed(t, "iter", "Seq2")):
		c.refuse(at, "O9", fmt.Sprintf("%s: %s must be a result of its own", at.path, c.show(t)), "return the sequence alone, or collect it into a slice")
	case at.dir == result:
		c.refuse(at, "O10", fmt.Sprintf("%s: type %s cannot be a result", at.path, c.show(t)), c.without(at, "return the values as a slice, or one by one as iter.Seq2[T, error]"))
	case isChan:
		c.refuse(at, "T9", fmt.Sprintf("%s: type %s cannot be sent as JSON", at.path, c.show(t)), c.without(at, "take the values as a slice"))
	default:
		c.refuse(at, "T9", fmt.Sprintf("%s: type %s cannot be sent as JSON", at.path, c.show(t)), c.without(at, "take plain values"))
	}
}

func (c *collector) basicType(t types.Type, u *types.Basic, at place) *model.Type {
	m := &model.Type{Go: goType(t), Doc: c.typeDoc(t)}
	switch u.Kind() {
	case types.Invalid:
		c.invalid(at)
		return nil
	case types.Bool:
		m.Kind = model.Bool
	case types.String:
		m.Kind = model.String
	case types.Float32, types.Float64:
		m.Kind, m.Bits = model.Float, bits(u)
	case types.Uintptr:
		c.warn(at, "T5", at.path+": a uintptr means nothing outside this process", "take uint64")
		m.Kind = model.Uint
	default:
		switch {
		case u.Info()&types.IsUnsigned != 0:
			m.Kind, m.Bits = model.Uint, bits(u)
		case u.Info()&types.IsInteger != 0:
			m.Kind, m.Bits = model.Int, bits(u)
		default: // complex numbers and unsafe.Pointer
			c.refuseForm(t, u, at)
			return nil
		}
		if t, ok := t.(*types.Basic); ok && t.Name() == "rune" {
			c.warn(at, "T11", at.path+": a rune is a number in JSON", "for a one-character string take string with min=1 max=1")
		}
	}
	return m
}

// bits is the width of a number; 0 for the platform's int and uint (T6).
func bits(b *types.Basic) int {
	switch b.Kind() {
	case types.Int8, types.Uint8:
		return 8
	case types.Int16, types.Uint16:
		return 16
	case types.Int32, types.Uint32, types.Float32:
		return 32
	case types.Int64, types.Uint64, types.Float64:
		return 64
	}
	return 0
}

func (c *collector) pointerType(t types.Type, u *types.Pointer, at place) *model.Type {
	if _, ok := u.Elem().Underlying().(*types.Pointer); ok {
		c.refuse(at, "R1", fmt.Sprintf("%s: type %s: a pointer to a pointer has no meaning in JSON", at.path, c.show(t)), "take one pointer")
		return nil
	}
	if types.IsInterface(u.Elem()) {
		c.refuse(at, "R1", fmt.Sprintf("%s: a pointer to the interface %s: one of the two already says that there may be nothing", at.path, c.show(u.Elem())),
			"take the interface itself, with optional where it may be left out")
		return nil
	}
	inside := at
	inside.pointed = true
	elem := c.typeOf(u.Elem(), inside)
	if elem == nil {
		return nil
	}
	if elem.Kind == model.Optional {
		c.refuse(at, "R1", fmt.Sprintf("%s: type %s: JSON has one null, and here two things could mean it", at.path, c.show(t)), "take "+c.show(u.Elem())+" itself")
		return nil
	}
	return &model.Type{Kind: model.Pointer, Go: goType(t), Elem: elem}
}

func (c *collector) sliceType(t types.Type, u *types.Slice, at place) *model.Type {
	switch {
	case isBasic(u.Elem().Underlying(), types.Uint8) && !c.isEnum(u.Elem(), at.inside(itemStep)):
		return c.byteSlice(t, u, at)
	case c.isAny(u.Elem(), at.inside(itemStep)):
		return c.listOfAny(t, u, at)
	}
	elem := c.typeOf(u.Elem(), at.inside(itemStep))
	if elem == nil {
		return nil
	}
	return &model.Type{Kind: model.Slice, Go: goType(t), Elem: elem, Doc: c.typeDoc(t)}
}

func (c *collector) arrayType(t types.Type, u *types.Array, at place) *model.Type {
	form := ""
	if isBasic(u.Elem().Underlying(), types.Uint8) && !c.isEnum(u.Elem(), at.inside(itemStep)) {
		if asText, isText := c.byteArray(t, u, at); isText {
			return asText
		}
		form = "array"
	}
	elem := c.typeOf(u.Elem(), at.inside(itemStep))
	if elem == nil {
		return nil
	}
	return &model.Type{Kind: model.Array, Go: goType(t), Elem: elem, Len: u.Len(), Form: form, Doc: c.typeDoc(t)}
}

// interfaceType maps an empty interface (T23), and any interface that a tool returns (O13); others are refused.
func (c *collector) interfaceType(t types.Type, u *types.Interface, at place) *model.Type {
	name := c.show(t)
	switch {
	case u.Empty():
		return c.anyType(t, at, "T23")
	case at.dir == result && (isNamed(t, "io", "Reader") || isNamed(t, "io", "ReadCloser")):
		c.refuse(at, "O8", at.path+": "+name+" must be a result of its own", "return the reader alone, or read it and return a string")
	case at.dir == result:
		return c.anyType(t, at, "")
	case at.field != nil:
		c.refuse(at, "T59", fmt.Sprintf("%s: interface %s cannot be built from JSON", at.path, name), c.without(at, ""))
	default:
		c.refuse(at, "T59", fmt.Sprintf("%s: interface %s cannot be built from JSON", at.path, name),
			c.proposeFrom(t, at))
	}
	return nil
}

// isSealed reports whether only the interface's own package can implement it: it has an unexported method that is not
// embedded from elsewhere.
func isSealed(t types.Type, u *types.Interface) bool {
	n, ok := t.(*types.Named)
	if !ok {
		return false
	}
	for m := range u.Methods() {
		if !m.Exported() && m.Pkg() == n.Obj().Pkg() {
			return true
		}
	}
	return false
}

// without is the fix for what cannot be sent: a field is left out where this package declares it, and a struct of another
// package is not taken as it is.
func (c *collector) without(at place, otherwise string) string {
	switch {
	case at.field == nil:
		return otherwise
	case at.field.Pkg() == c.pkg.Types:
		return fmt.Sprintf("%s %s `json:\"-\"`", at.field.Name(), c.show(at.field.Type()))
	}
	return "take or return a struct of your own with the fields that the tool needs"
}

// show spells a type for a person, packages by their name.
func (c *collector) show(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == c.pkg.Types {
			return ""
		}
		return p.Name()
	})
}

// refuse reports an error at a place.
func (c *collector) refuse(at place, code, message, fix string) {
	c.errorAt(at.pos, at.end, code, message, fix)
}

// later reports what the specification promises and this version does not do yet.
func (c *collector) later(at place, code, what, fix string) {
	c.refuse(at, code, at.path+": "+what+" is not supported yet", fix)
}

func (c *collector) warn(at place, code, message, fix string) {
	c.warnAt(at.pos, at.end, code, message, fix)
}

// warnOnce warns of a field's tag, which both directions and several tools may read.
func (c *collector) warnOnce(f *types.Var, at place, code, message, fix string) {
	if !c.warned[f] {
		c.warned[f] = true
		c.warn(at, code, message, fix)
	}
}
