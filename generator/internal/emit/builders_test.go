package emit

import (
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

// The builders of this file make models as collect does, in a few words. src is the user's package that such a model
// describes.

// src is a package in the making.
type src struct {
	path, name string
	declared   []string
	imported   []string
	tools      []*model.Tool
}

func basic(name string) *model.GoType {
	return &model.GoType{Kind: model.GoBasic, Name: name, Comparable: true}
}

func named(path, name string, args ...*model.GoType) *model.GoType {
	pkg := path[strings.LastIndexByte(path, '/')+1:]
	return &model.GoType{Kind: model.GoNamed, Pkg: path, PkgName: pkg, Name: name, Args: args, Comparable: true}
}

func (s src) goType(name string, args ...*model.GoType) *model.GoType {
	g := named(s.path, name, args...)
	g.PkgName = s.name
	return g
}

var (
	boolT    = &model.Type{Kind: model.Bool, Go: basic("bool")}
	stringT  = &model.Type{Kind: model.String, Go: basic("string")}
	intT     = &model.Type{Kind: model.Int, Go: basic("int")}
	int64T   = &model.Type{Kind: model.Int, Bits: 64, Go: basic("int64")}
	uintT    = &model.Type{Kind: model.Uint, Go: basic("uint")}
	uint8T   = &model.Type{Kind: model.Uint, Bits: 8, Go: basic("uint8")}
	float64T = &model.Type{Kind: model.Float, Bits: 64, Go: basic("float64")}
	float32T = &model.Type{Kind: model.Float, Bits: 32, Go: basic("float32")}
	timeT    = &model.Type{Kind: model.Time, Go: isZero(named("time", "Time"))}
	spanT    = &model.Type{Kind: model.Duration, Go: named("time", "Duration")}
	contextG = named("context", "Context")
)

func isZero(g *model.GoType) *model.GoType {
	g.HasIsZero = true
	return g
}

func intOf(name string, bits int) *model.Type {
	return &model.Type{Kind: model.Int, Bits: bits, Go: basic(name)}
}

func uintOf(name string, bits int) *model.Type {
	return &model.Type{Kind: model.Uint, Bits: bits, Go: basic(name)}
}

// as is the named type of the package whose underlying type is t's.
func (s src) as(name string, t *model.Type) *model.Type {
	n := *t
	n.Go = s.goType(name)
	n.Go.Comparable = t.Go.Comparable
	return &n
}

func sliceOf(elem *model.Type) *model.Type {
	return &model.Type{Kind: model.Slice, Go: &model.GoType{Kind: model.GoSlice, Elem: elem.Go}, Elem: elem}
}

func arrayOf(n int64, elem *model.Type) *model.Type {
	return &model.Type{Kind: model.Array, Go: &model.GoType{Kind: model.GoArray, Len: n, Elem: elem.Go, Comparable: elem.Go.Comparable}, Len: n, Elem: elem}
}

func mapOf(key, elem *model.Type) *model.Type {
	return &model.Type{Kind: model.Map, Go: &model.GoType{Kind: model.GoMap, Key: key.Go, Elem: elem.Go}, Key: key, Elem: elem}
}

func ptrTo(elem *model.Type) *model.Type {
	return &model.Type{Kind: model.Pointer, Go: &model.GoType{Kind: model.GoPointer, Elem: elem.Go, Comparable: true, HasIsZero: elem.Go.HasIsZero}, Elem: elem}
}

// enum is a string type with constants, written Name=value; a ! before the name marks a deprecated one.
func (s src) enum(name string, constants ...string) *model.Type {
	t := s.as(name, stringT)
	t.Enum = &model.Enum{Type: t.Go}
	for _, c := range constants {
		id, value, _ := strings.Cut(c, "=")
		id, deprecated := strings.CutPrefix(id, "!")
		t.Enum.Values = append(t.Enum.Values, model.Const{Name: id, Value: value, Deprecated: deprecated})
	}
	return t
}

// structOf is a named struct of the package. Its shape says what its fields say: fields named otherwise than in JSON have
// a tag.
func (s src) structOf(name string, fields ...*model.Field) *model.Type {
	return s.structAs(s.goType(name), name, fields...)
}

func (s src) structAs(g *model.GoType, hint string, fields ...*model.Field) *model.Type {
	g.Comparable = allComparable(fields)
	return &model.Type{Kind: model.Struct, Go: g, Struct: &model.StructType{
		Go: g, Hint: hint, Fixed: g.Pkg == s.path, Shape: literalOf(fields), Object: &model.Object{Fields: fields},
	}}
}

// anonymous is a struct literal.
func anonymous(hint string, fields ...*model.Field) *model.Type {
	g := literalOf(fields)
	return &model.Type{Kind: model.Struct, Go: g, Struct: &model.StructType{Go: g, Hint: hint, Object: &model.Object{Fields: fields}}}
}

func allComparable(fields []*model.Field) bool {
	return !slices.ContainsFunc(fields, func(f *model.Field) bool { return !f.Type.Go.Comparable })
}

// literal is the struct literal with plain fields; a promoted one is left to the test.
func literalOf(fields []*model.Field) *model.GoType {
	g := &model.GoType{Kind: model.GoStruct, Comparable: allComparable(fields)}
	for _, f := range fields {
		if len(f.Path) > 1 {
			return nil
		}
		var tag string
		if f.Name != f.Path[0].Name || f.OmitEmpty || f.OmitZero {
			tag = `json:"` + f.Name
			if f.OmitEmpty {
				tag += ",omitempty"
			}
			if f.OmitZero {
				tag += ",omitzero"
			}
			tag += `"`
		}
		g.Fields = append(g.Fields, model.GoField{Name: f.Path[0].Name, Type: f.Type.Go, Tag: tag})
	}
	return g
}

type option func(*model.Field)

// field is a struct's field: its Go names from the outside in, parted by dots, a * before an embedded pointer, then its
// JSON name. A pointer is optional (N2).
func field(path, name string, t *model.Type, options ...option) *model.Field {
	f := &model.Field{Name: name, Type: t, Rules: model.NoRules, Optional: t.Kind == model.Pointer}
	for step := range strings.SplitSeq(path, ".") {
		f.Path = append(f.Path, model.Step{Name: step})
	}
	for _, o := range options {
		o(f)
	}
	return f
}

func optional(f *model.Field)  { f.Optional = true }
func omitEmpty(f *model.Field) { f.OmitEmpty = true }
func omitZero(f *model.Field)  { f.OmitZero = true }
func unique(f *model.Field)    { f.Rules.Unique = true }
func needed(f *model.Field)    { f.Optional = false }

// alloc says that the step of this name is an embedded pointer to g.
func alloc(step string, g *model.GoType) option {
	return func(f *model.Field) {
		for i := range f.Path {
			if f.Path[i].Name == step {
				f.Path[i].Alloc = g
			}
		}
	}
}

func count(low, high int) option {
	return func(f *model.Field) { f.Rules.MinLen, f.Rules.MaxLen = low, high }
}

func between(low, high string) option {
	return func(f *model.Field) { f.Rules.Min, f.Rules.Max = low, high }
}

func strictly(above, below string) option {
	return func(f *model.Field) { f.Rules.Above, f.Rules.Below = above, below }
}

func multipleOf(step string) option {
	return func(f *model.Field) { f.Rules.MultipleOf = step }
}

func match(pattern string) option {
	return func(f *model.Field) { f.Rules.Pattern = pattern }
}

func oneOf(values ...model.Value) option {
	return func(f *model.Field) { f.Rules.Enum = values }
}

func def(v model.Value) option {
	return func(f *model.Field) { f.Default, f.Optional = &v, true }
}

func text(s string) model.Value {
	return model.Value{Kind: model.TextValue, Text: s, JSON: model.Quote(s)}
}

func num(s string) model.Value { return model.Value{Kind: model.NumberValue, Text: s, JSON: s} }

func truth() model.Value { return model.Value{Kind: model.TrueValue, JSON: "true"} }

func constant(t *model.Type, name string) model.Value {
	for i, c := range t.Enum.Values {
		if c.Name == name {
			return model.Value{Kind: model.TextValue, Text: c.Value, JSON: model.Quote(c.Value), Const: &t.Enum.Values[i]}
		}
	}
	panic("no constant " + name)
}

func instant(s string) model.Value {
	return model.Value{Kind: model.TimeValue, Text: s, JSON: model.Quote(s)}
}

func spanOf(d time.Duration) model.Value {
	return model.Value{Kind: model.DurationValue, Span: d, JSON: model.Quote(d.String())}
}

func list(items ...model.Value) model.Value {
	var parts []string
	for _, i := range items {
		parts = append(parts, i.JSON)
	}
	return model.Value{Kind: model.ListValue, Items: items, JSON: "[" + strings.Join(parts, ",") + "]"}
}

func entries(keys []string, items ...model.Value) model.Value {
	var parts []string
	for i, k := range keys {
		parts = append(parts, model.Quote(k)+":"+items[i].JSON)
	}
	return model.Value{Kind: model.EntriesValue, Keys: keys, Items: items, JSON: "{" + strings.Join(parts, ",") + "}"}
}

// tool adds a tool to the package. The options add parameters and results; a context comes first and an error last
// unless noContext and noError are among them.
func (s *src) tool(name, fn string, parts ...func(*model.Tool)) *model.Tool {
	t := &model.Tool{
		Name: name, Const: "Tool" + names.Camel(name), Func: fn, Error: true,
		Signature: &model.GoType{Kind: model.GoFunc, Params: []*model.GoType{contextG}},
		Params:    []*model.Param{{Name: "ctx", Role: model.Context, Go: contextG}},
		Input:     &model.Object{},
	}
	for _, part := range parts {
		part(t)
	}
	if t.Result != nil && t.Result.Type != nil {
		t.Signature.Results = append(t.Signature.Results, t.Result.Type.Go)
	} else if t.Result != nil {
		for _, f := range t.Result.Fields {
			t.Signature.Results = append(t.Signature.Results, f.Type.Go)
		}
	}
	if t.Error {
		t.Signature.Results = append(t.Signature.Results, basic("error"))
	}
	if !slices.Contains(s.declared, fn) && t.Recv == nil {
		s.declared = append(s.declared, fn)
	}
	s.tools = append(s.tools, t)
	return t
}

func noContext(t *model.Tool) {
	t.Params = t.Params[1:]
	t.Signature.Params = t.Signature.Params[1:]
}

func noError(t *model.Tool) { t.Error = false }

func on(recv *model.GoType, pointer bool) func(*model.Tool) {
	return func(t *model.Tool) { t.Recv, t.RecvPointer = &model.Receiver{Type: recv}, pointer }
}

// param is a parameter that is one property of its own name.
func param(name string, t *model.Type, options ...option) func(*model.Tool) {
	return func(tool *model.Tool) {
		tool.Params = append(tool.Params, &model.Param{Name: name, Role: model.Property, Type: t, Go: t.Go})
		tool.Signature.Params = append(tool.Signature.Params, t.Go)
		tool.Input.Fields = append(tool.Input.Fields, field(name, name, t, options...))
	}
}

// wire is param with another JSON name.
func wire(name, json string, t *model.Type, options ...option) func(*model.Tool) {
	return func(tool *model.Tool) {
		param(name, t, options...)(tool)
		tool.Input.Fields[len(tool.Input.Fields)-1].Name = json
	}
}

func variadic(name string, t *model.Type, options ...option) func(*model.Tool) {
	return func(tool *model.Tool) {
		param(name, t, append(options, optional)...)(tool)
		tool.Params[len(tool.Params)-1].Variadic = true
		tool.Signature.Variadic = true
	}
}

// structParam is a struct parameter whose fields are properties: the root, or flat beside others.
func structParam(role model.Role, name string, t *model.Type, pointer bool) func(*model.Tool) {
	return func(tool *model.Tool) {
		g := t.Go
		if pointer {
			g = &model.GoType{Kind: model.GoPointer, Elem: g, Comparable: true}
		}
		tool.Params = append(tool.Params, &model.Param{Name: name, Role: role, Type: t, Go: g, Pointer: pointer})
		tool.Signature.Params = append(tool.Signature.Params, g)
		for _, f := range t.Struct.Object.Fields {
			inside := *f
			inside.Path = append([]model.Step{{Name: name}}, f.Path...)
			tool.Input.Fields = append(tool.Input.Fields, &inside)
		}
	}
}

func root(name string, t *model.Type) func(*model.Tool) {
	return structParam(model.Root, name, t, false)
}

func returns(t *model.Type) func(*model.Tool) {
	form := model.ValueResult
	if t.Kind == model.String {
		form = model.TextResult
	}
	return func(tool *model.Tool) { tool.Result = &model.Result{Form: form, Type: t} }
}

func returnsFields(fields ...*model.Field) func(*model.Tool) {
	return func(tool *model.Tool) {
		tool.Result = &model.Result{Fields: fields}
		for _, f := range fields {
			tool.Result.Names = append(tool.Result.Names, f.Path[0].Name)
		}
	}
}

// model is the package with its sets.
func (s *src) model() *model.Package {
	p := &model.Package{Path: s.path, Name: s.name, Tools: s.tools, Declared: slices.Sorted(slices.Values(s.declared))}
	p.Taken = slices.Sorted(slices.Values(append(slices.Clone(s.declared), s.imported...)))
	slices.SortFunc(p.Tools, func(a, b *model.Tool) int { return strings.Compare(a.Name, b.Name) })
	sets := map[string]*model.Set{}
	for _, t := range p.Tools {
		fn := "Tools"
		if t.Recv != nil {
			fn = strings.ToUpper(t.Recv.Type.Name[:1]) + t.Recv.Type.Name[1:] + "Tools"
		}
		if sets[fn] == nil {
			sets[fn] = &model.Set{Func: fn, Recv: t.Recv}
			p.Sets = append(p.Sets, sets[fn])
		}
		sets[fn].Tools = append(sets[fn].Tools, t)
	}
	slices.SortFunc(p.Sets, func(a, b *model.Set) int { return strings.Compare(a.Func, b.Func) })
	return p
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
