package collect

import (
	"go/types"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// goType spells a type as the generated file must, aliases resolved (T13). Every type has a spelling; whether the
// package may name it is asked by unnameable. Named types are never entered, so this ends on every type.
func goType(t types.Type) *model.GoType {
	g := goForm(types.Unalias(t))
	g.Comparable = types.Comparable(t)
	g.HasIsZero = hasMethod(t, "IsZero", func(sig *types.Signature) bool {
		return sig.Params().Len() == 0 && sig.Results().Len() == 1 && isBasic(sig.Results().At(0).Type(), types.Bool)
	})
	return g
}

func goForm(t types.Type) *model.GoType {
	switch t := t.(type) {
	case *types.Basic:
		return &model.GoType{Kind: model.GoBasic, Name: t.Name()}
	case *types.Named:
		g := &model.GoType{Kind: model.GoNamed, Name: t.Obj().Name()}
		if p := t.Obj().Pkg(); p != nil {
			g.Pkg, g.PkgName = p.Path(), p.Name()
		} else {
			g.Kind = model.GoBasic // error, comparable
		}
		for arg := range t.TypeArgs().Types() {
			g.Args = append(g.Args, goType(arg))
		}
		return g
	case *types.Pointer:
		return &model.GoType{Kind: model.GoPointer, Elem: goType(t.Elem())}
	case *types.Slice:
		return &model.GoType{Kind: model.GoSlice, Elem: goType(t.Elem())}
	case *types.Array:
		return &model.GoType{Kind: model.GoArray, Len: t.Len(), Elem: goType(t.Elem())}
	case *types.Map:
		return &model.GoType{Kind: model.GoMap, Key: goType(t.Key()), Elem: goType(t.Elem())}
	case *types.Struct:
		return goStruct(t)
	case *types.Signature:
		g := &model.GoType{Kind: model.GoFunc, Variadic: t.Variadic()}
		for v := range t.Params().Variables() {
			g.Params = append(g.Params, goType(v.Type()))
		}
		for v := range t.Results().Variables() {
			g.Results = append(g.Results, goType(v.Type()))
		}
		return g
	case *types.Chan:
		name := map[types.ChanDir]string{types.SendRecv: "chan", types.SendOnly: "chan<-", types.RecvOnly: "<-chan"}[t.Dir()]
		return &model.GoType{Kind: model.GoChan, Name: name, Elem: goType(t.Elem())}
	case *types.Interface:
		g := &model.GoType{Kind: model.GoInterface, Name: "any"}
		for m := range t.Methods() {
			g.Fields = append(g.Fields, model.GoField{Name: m.Name(), Type: goType(m.Signature())})
		}
		return g
	}
	return &model.GoType{Kind: model.GoInterface, Name: "any"}
}

func goStruct(t *types.Struct) *model.GoType {
	g := &model.GoType{Kind: model.GoStruct}
	for i := range t.NumFields() {
		f := t.Field(i)
		g.Fields = append(g.Fields, model.GoField{Name: f.Name(), Type: fieldType(f), Tag: t.Tag(i), Embedded: f.Embedded()})
	}
	return g
}

// fieldType spells a field's type. An embedded alias keeps its name, which is the name of the field.
func fieldType(f *types.Var) *model.GoType {
	t := f.Type()
	if p, ok := t.(*types.Pointer); ok && f.Embedded() {
		if _, alias := p.Elem().(*types.Alias); alias {
			return &model.GoType{Kind: model.GoPointer, Elem: aliasType(p.Elem())}
		}
	}
	if f.Embedded() {
		return aliasType(t)
	}
	return goType(t)
}

// aliasType spells a type by its alias, if it is one.
func aliasType(t types.Type) *model.GoType {
	a, ok := t.(*types.Alias)
	if !ok || a.Obj().Pkg() == nil {
		return goType(t)
	}
	g := &model.GoType{Kind: model.GoNamed, Name: a.Obj().Name(), Pkg: a.Obj().Pkg().Path(), PkgName: a.Obj().Pkg().Name()}
	for arg := range a.TypeArgs().Types() {
		g.Args = append(g.Args, goType(arg))
	}
	return g
}

// hasMethod reports whether a value of type t has a method of this name and shape, promoted ones included.
func hasMethod(t types.Type, name string, shape func(*types.Signature) bool) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	fn, ok := obj.(*types.Func)
	return ok && shape(fn.Signature())
}

func isBasic(t types.Type, kind types.BasicKind) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == kind
}

// isNamed reports whether t is the named type of that package, by path and name and never by name alone (3.4).
func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

// isError reports whether t is the predeclared error type.
func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// isContext reports whether t is context.Context.
func isContext(t types.Type) bool { return isNamed(t, "context", "Context") }

// unnameable returns a type that is mentioned in t and cannot be named from package here: unexported elsewhere (K10).
func unnameable(t types.Type, here *types.Package) *types.Named {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && p != here && !t.Obj().Exported() {
			return t
		}
		for arg := range t.TypeArgs().Types() {
			if n := unnameable(arg, here); n != nil {
				return n
			}
		}
	case *types.Pointer:
		return unnameable(t.Elem(), here)
	case *types.Slice:
		return unnameable(t.Elem(), here)
	case *types.Array:
		return unnameable(t.Elem(), here)
	case *types.Map:
		if n := unnameable(t.Key(), here); n != nil {
			return n
		}
		return unnameable(t.Elem(), here)
	}
	return nil
}
