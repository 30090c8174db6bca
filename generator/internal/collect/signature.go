package collect

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// parameter is one parameter with everything the source says of it.
type parameter struct {
	v          *types.Var
	place      place
	set        settings // in place, then //tool:param lines
	text       string   // its comment
	deprecated bool     // its comment says so
	role       model.Role
	source     *model.Source // Injected
	variadic   bool
}

// parameters reads a signature's parameters, and says where the value of each comes from. It reports whether all were fine.
func (c *collector) parameters(sig *types.Signature, a *annotation) ([]*parameter, bool) {
	params := c.readParameters(sig, a)
	ok := c.bindParamLines(params, a)
	return params, c.assignRoles(params, a) && ok
}

// mapParameters maps parameters (F1 to F9, F22 to F24): their order for the call, and the arguments object. It reports
// whether all were fine.
func (c *collector) mapParameters(t *model.Tool, params []*parameter, a *annotation) bool {
	ok := true
	input := &model.Object{}
	t.Input = input
	for _, p := range params {
		m, fields := c.parameter(p, a)
		if m == nil {
			ok = false
			continue
		}
		t.Params = append(t.Params, m)
		input.Fields = append(input.Fields, fields...)
		c.inputGroups(input, m, fields)
		ok = c.inputRest(input, p, m) && ok
	}
	ok = c.bindFieldLines(input, a) && ok
	ok = ok && c.toolGroups(input, a)
	if slices.ContainsFunc(params, func(p *parameter) bool { return p.role == model.Root }) {
		return ok // the struct's own names have been looked at
	}
	return c.distinctNames(input, a.place) && ok
}

func (c *collector) readParameters(sig *types.Signature, a *annotation) []*parameter {
	var out []*parameter
	i := 0
	for _, field := range a.decl.Type.Params.List {
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{nil}
		}
		for _, name := range names {
			p := &parameter{v: sig.Params().At(i), variadic: sig.Variadic() && i == sig.Params().Len()-1}
			p.place = place{pos: field.Pos(), end: field.End(), node: field, path: p.v.Name()}
			if name != nil {
				p.place.pos, p.place.end = name.Pos(), name.End()
			}
			p.text, p.deprecated, p.set = c.paramComment(field, name, a)
			out = append(out, p)
			i++
		}
	}
	return out
}

// assignRoles decides where each parameter's value comes from.
func (c *collector) assignRoles(params []*parameter, a *annotation) bool {
	ok := true
	plain := 0 // the parameters that the model supplies
	for i, p := range params {
		if i == 0 && isContext(p.v.Type()) {
			p.role = model.Context // F4
			continue
		}
		p.role = model.Property
		is, fine := c.injected(p)
		if ok = ok && fine; !is {
			plain++
		}
	}
	for i, p := range params {
		if p.role == model.Context {
			continue
		}
		switch {
		case isContext(p.v.Type()):
			fix := "move it to the front"
			if params[0].role == model.Context {
				fix = "remove it: one context is enough"
			}
			c.refuse(p.place, "F4", "context.Context must be the first parameter", fix)
			ok = false
		case p.v.Name() == "" || p.v.Name() == "_":
			c.refuse(p.place, "F8", fmt.Sprintf("parameter %d has no name", i+1), "name it or remove it")
			ok = false
		case p.role == model.Injected:
		case !p.variadic && c.isPlainStruct(p.v.Type()):
			ok = c.assignStructRole(p, a, plain) && ok
		default:
			for _, key := range []string{"flat", "nest"} {
				if s, found := p.set.find(key); found && key == "flat" && types.IsInterface(p.v.Type()) {
					c.errorAt(s.pos, s.end, "R15", p.v.Name()+": a choice between structs cannot be the arguments themselves: providers refuse anyOf there", "remove flat: it is a property of its own")
					ok = false
				} else if found && !c.isRefusedStruct(p.v.Type()) {
					c.errorAt(s.pos, s.end, "K17", p.v.Name()+": "+key+" applies to structs", "remove it")
					ok = false
				}
			}
		}
	}
	return ok
}

// isPlainStruct reports whether a type is a struct, or a pointer to one, without a JSON form of its own (F2).
func (c *collector) isPlainStruct(t types.Type) bool {
	t = types.Unalias(derefType(types.Unalias(t)))
	u, ok := t.Underlying().(*types.Struct)
	if path, _, _ := declaredAs(t); !ok || path == runtimePath {
		return false
	}
	return (u.NumFields() == 0 || hasExportedField(u)) && !c.ownForm(t)
}

// isRefusedStruct reports a struct that no key makes a value (S14, T60, T61): its own error says more.
func (c *collector) isRefusedStruct(t types.Type) bool {
	t = types.Unalias(derefType(types.Unalias(t)))
	u, ok := t.Underlying().(*types.Struct)
	return ok && (codecOf(t).promoted != nil || lockIn(t, nil) != "" || u.NumFields() > 0 && !hasExportedField(u))
}

// assignStructRole applies F2: alone a struct is the arguments object, beside others it must say flat or nest.
func (c *collector) assignStructRole(p *parameter, a *annotation, plain int) bool {
	flat, nest := p.set.on("flat"), p.set.on("nest") || a.set.on("nest")
	switch {
	case flat && nest:
		c.refuse(p.place, "F2", p.v.Name()+": flat and nest exclude each other", "keep one of them")
		return false
	case nest:
		p.role = model.Property
	case plain == 1:
		p.role = model.Root
	case flat:
		p.role = model.Flat
	default:
		c.refuse(p.place, "F2", fmt.Sprintf("%s: a struct beside other parameters must say how it is sent", p.v.Name()),
			fmt.Sprintf("//tool:param %s flat   (its fields become properties)\n//tool:param %s nest   (it becomes one property)", p.v.Name(), p.v.Name()))
		return false
	}
	return true
}

// parameter maps one parameter: how it is passed, and the properties it brings. The first result is nil after an error.
func (c *collector) parameter(p *parameter, a *annotation) (*model.Param, []*model.Field) {
	m := &model.Param{Name: p.v.Name(), Role: p.role, Go: goType(p.v.Type()), Variadic: p.variadic}
	switch p.role {
	case model.Context:
		return m, nil
	case model.Injected:
		m.Source = p.source
		return m, nil
	case model.Root, model.Flat:
		return c.structParameter(m, p, a)
	}
	if p.v.Name() == "" || p.v.Name() == "_" || isContext(p.v.Type()) {
		return nil, nil // reported
	}
	if p.variadic && isFunc(p.v.Type().(*types.Slice).Elem()) {
		c.refuse(p.place, "F7", p.v.Name()+": functional options cannot be tool parameters", "take the options as plain values")
		return nil, nil
	}
	at := p.place
	at.set = p.set
	m.Type = c.typeOf(p.v.Type(), at)
	if m.Type == nil {
		return nil, nil
	}
	f := &model.Field{
		Name: c.propertyName(p, a), Path: []model.Step{{Name: p.v.Name()}}, Type: m.Type, Rules: model.NoRules,
		Optional: optionalByType(m.Type, p.set) || p.variadic, // N2, F7, N8
	}
	c.checkName(f.Name, p.place)
	f.Description, f.Deprecated = c.paramDescription(p, f.Name, a), p.deprecated
	if !c.apply(f, p.set, p.place) {
		return nil, nil
	}
	c.saysOptional(f, p.set, p.place)
	return m, []*model.Field{f}
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// structParameter maps a struct whose fields are properties of the arguments object. The fields are copies: a
// //tool:param line may change them for this tool alone.
func (c *collector) structParameter(m *model.Param, p *parameter, a *annotation) (*model.Param, []*model.Field) {
	for _, s := range p.set {
		if key := s.Key.Text; key != "flat" && key != "nest" {
			c.errorAt(s.pos, s.end, "K17", fmt.Sprintf("%s: %s applies to one property, and this struct is the arguments object itself", p.v.Name(), key),
				"put it on a field of the struct, or say nest")
			return nil, nil
		}
	}
	t := types.Unalias(p.v.Type())
	_, m.Pointer = t.Underlying().(*types.Pointer)
	m.Type = c.typeOf(derefType(t), p.place)
	if m.Type == nil {
		return nil, nil
	}
	var fields []*model.Field
	for _, f := range m.Type.Struct.Object.Fields {
		own := *f
		c.origins[&own] = c.origins[f]
		own.Path = append([]model.Step{{Name: p.v.Name()}}, f.Path...)
		if text := a.doc.Param(f.Path[len(f.Path)-1].Name, f.Name); own.Description == "" {
			own.Description = text
		}
		fields = append(fields, &own)
	}
	return m, fields
}

// inputRest makes the remainder of a root or flat struct that of the arguments (S16). It reports false where they have one already.
func (c *collector) inputRest(input *model.Object, p *parameter, m *model.Param) bool {
	if m.Role != model.Root && m.Role != model.Flat || m.Type.Struct.Object.Rest == nil {
		return true
	}
	if input.Rest != nil {
		c.refuse(p.place, "S16", p.v.Name()+": unknown keys can land in one map alone, and another parameter has one", "say nest, or keep the option embed on one of them")
		return false
	}
	own := *m.Type.Struct.Object.Rest
	own.Path = append([]model.Step{{Name: p.v.Name()}}, own.Path...)
	input.Rest = &own
	return true
}

// propertyName is the JSON name of a parameter (F22, F23).
func (c *collector) propertyName(p *parameter, a *annotation) string {
	if s, found := p.set.find("name"); found {
		return s.Value.Text
	}
	return c.wireNameIn(p.v.Name(), a.snake)
}

// wireNameIn is the JSON name of a Go name: verbatim (C16) or snake_case, a keyword's escape dropped (F22).
func (c *collector) wireNameIn(name string, snake bool) string {
	if bare, ok := strings.CutSuffix(name, "_"); ok && token.IsKeyword(bare) {
		name = bare
	}
	if snake {
		return names.Snake(name)
	}
	return name
}
