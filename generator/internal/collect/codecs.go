package collect

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// codec is the set of JSON and text methods that a type, or a pointer to it, has.
type codec struct {
	marshalJSON, unmarshalJSON, marshalText, unmarshalText bool
	promoted                                               *types.Var // the embedded field that one of them comes from; nil for none
}

func (m codec) any() bool  { return m.marshalJSON || m.unmarshalJSON || m.text() }
func (m codec) text() bool { return m.marshalText || m.unmarshalText }

func codecOf(t types.Type) codec {
	var m codec
	find := func(name string, shape func(*types.Signature) bool) bool {
		obj, index, _ := types.LookupFieldOrMethod(t, true, nil, name)
		fn, ok := obj.(*types.Func)
		if !ok || !shape(fn.Signature()) {
			return false
		}
		if s, ok := t.Underlying().(*types.Struct); ok && len(index) > 1 {
			m.promoted = s.Field(index[0])
		}
		return true
	}
	encodes := func(s *types.Signature) bool {
		return s.Params().Len() == 0 && s.Results().Len() == 2 && isByteSlice(s.Results().At(0).Type()) && isError(s.Results().At(1).Type())
	}
	decodes := func(s *types.Signature) bool {
		return s.Params().Len() == 1 && s.Results().Len() == 1 && isByteSlice(s.Params().At(0).Type()) && isError(s.Results().At(0).Type())
	}
	m.marshalJSON = find("MarshalJSON", encodes)
	m.unmarshalJSON = find("UnmarshalJSON", decodes)
	m.marshalText = find("MarshalText", encodes)
	m.unmarshalText = find("UnmarshalText", decodes)
	return m
}

func isByteSlice(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isBasic(s.Elem().Underlying(), types.Uint8)
}

// ownCodec answers for a type with JSON or text methods that ownJSON has not answered for: it is never walked field by field
// (T50, T53, S14). JSON methods win over text methods, as in encoding/json (T52). The second result says that the type has
// such methods; the first is nil where it was refused.
func (c *collector) ownCodec(t types.Type, at place) (*model.Type, bool) {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return nil, false // the element is asked; an interface's methods say nothing of a form
	}
	m := codecOf(t)
	reads, writes := m.unmarshalJSON || m.unmarshalText, m.marshalJSON || m.marshalText
	name := c.show(t)
	switch {
	case !m.any():
		return nil, false
	case m.promoted != nil:
		c.refusePromoted(m, t, at)
	case at.dir == result && !writes:
		c.refuse(at, "T53", fmt.Sprintf("%s: %s encodes as a plain value but decodes differently", at.path, name), c.twin(t, "MarshalText() ([]byte, error)"))
	case at.dir == argument && !reads:
		c.refuse(at, "T53", fmt.Sprintf("%s: %s decodes as a plain value but encodes differently", at.path, name), c.twin(t, "UnmarshalText([]byte) error"))
	default:
		return c.ownText(t, at), true
	}
	return nil, true
}

// refusePromoted refuses a struct whose JSON form an embedded field has taken over (S14).
func (c *collector) refusePromoted(m codec, t types.Type, at place) {
	fix := c.named(m.promoted)
	if !c.isOwn(t) {
		fix = "take or return a plain type, and convert it in the function"
	}
	c.refuse(at, "S14", fmt.Sprintf("%s: the embedded field %s takes over the JSON form of %s", at.path, m.promoted.Name(), c.show(t)), fix)
}

// named is the fix for an embedded field that must not be one.
func (c *collector) named(f *types.Var) string {
	return fmt.Sprintf("give the field a name: %sValue %s", upperFirst(f.Name()), c.show(f.Type()))
}

// twin is the fix for a type that has only half of a codec.
func (c *collector) twin(t types.Type, method string) string {
	n, ok := t.(*types.Named)
	switch {
	case !ok || n.Obj().Pkg() != c.pkg.Types:
		return "take or return a plain type, and convert it in the function"
	case strings.HasPrefix(method, "Unmarshal"):
		return "func (v *" + n.Obj().Name() + ") " + method
	}
	return "func (v " + n.Obj().Name() + ") " + method
}

// ownText is a type that reads or writes its own text (T50). A string type with constants is an enum besides (T70).
func (c *collector) ownText(t types.Type, at place) *model.Type {
	m := &model.Type{Kind: model.Text, Go: goType(t), Doc: c.typeDoc(t), Text: &model.TextForm{Empty: emptyOf(t)}}
	m.Text.Appends = hasMethod(t, "AppendText", isAppender)
	if n, named := t.(*types.Named); named && isBasic(t.Underlying(), types.String) && !c.isStandard(n.Obj().Pkg().Path()) {
		closed, known, ok := c.closedTexts(n, at)
		if !ok {
			return nil
		}
		m.Enum, m.Known = closed, known
	}
	return m
}

// isAppender reports the shape of encoding.TextAppender's method.
func isAppender(s *types.Signature) bool {
	return s.Params().Len() == 1 && isByteSlice(s.Params().At(0).Type()) &&
		s.Results().Len() == 2 && isByteSlice(s.Results().At(0).Type()) && isError(s.Results().At(1).Type())
}
