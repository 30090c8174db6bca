package collect

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// This file is for parameters that do not come from the model (F6): their value is supplied by a function of the user's,
// which the key from= names on the parameter or on its type, or by what the runtime knows of the call.

// runtimePath is the package whose types mean something by themselves.
const runtimePath = "github.com/toolgen/toolgen/runtime"

// bySelf are the runtime's types that are injected by their type alone.
var bySelf = map[string]string{"Principal": "principal", "Progress": "progress"}

// injected makes a parameter one that the adapter supplies, where it is one. It reports whether it is, and whether its
// source was fine.
func (c *collector) injected(p *parameter) (is, ok bool) {
	from, given := p.set.find("from")
	if source := injectedByType(p.v.Type()); source != "" {
		p.role, p.source, ok = model.Injected, &model.Source{Injected: source}, true
		if given {
			c.errorAt(from.pos, from.end, "F6", p.v.Name()+": "+c.show(p.v.Type())+" is injected by its type", "remove from")
			ok = false
		}
	} else {
		home, at := c.pkg.Types, place{pos: from.pos, end: from.end}
		if !given {
			t := derefType(types.Unalias(p.v.Type()))
			if from, given = c.fromOfType(t); !given {
				return false, true
			}
			home, at = types.Unalias(t).(*types.Named).Obj().Pkg(), p.place
		}
		p.role = model.Injected
		p.source, ok = c.fromFunc(p, from, home, at)
	}
	for _, s := range p.set {
		if s.Key.Text != "from" {
			c.errorAt(s.pos, s.end, "K17", fmt.Sprintf("%s: %s applies to arguments, and this parameter is injected", p.v.Name(), s.Key.Text), "remove it")
			ok = false
		}
	}
	return true, ok
}

// injectedByType names what the runtime supplies for a type, or "".
func injectedByType(t types.Type) string {
	for name, source := range bySelf {
		if isNamed(t, runtimePath, name) {
			return source
		}
	}
	return ""
}

// fromOfType is the key from= that a named type has, of this package or another.
func (c *collector) fromOfType(t types.Type) (setting, bool) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return setting{}, false
	}
	from := c.typeMark(n).from
	if from == nil {
		return setting{}, false
	}
	return *from, true
}

// fromFunc finds the function that a from= key names, seen from the package that the key stands in, and checks that it gives
// the parameter's type. What is wrong is reported at the key, or at the parameter where the key is that of its type.
func (c *collector) fromFunc(p *parameter, s setting, home *types.Package, at place) (*model.Source, bool) {
	name, want := s.Value.Text, c.wantedFrom(s.Value.Text, p.v.Type())
	// A function of another package cannot be written there from here: one of this package is named instead.
	instead := fmt.Sprintf("//tool:param %s from=%s\n%s", p.v.Name(), ownName(name), c.wantedFrom(ownName(name), p.v.Type()))
	fail := func(fix, format string, args ...any) (*model.Source, bool) {
		c.refuse(at, "F6", p.v.Name()+": "+fmt.Sprintf(format, args...), fix)
		return nil, false
	}
	where, inside, qualified := home, "this package", false
	if home != c.pkg.Types {
		inside, qualified = "package "+home.Name(), true
	}
	if alias, rest, found := strings.Cut(name, "."); found {
		if home != c.pkg.Types {
			fix := "say it at the parameter:\n//tool:param " + p.v.Name() + " from=" + name
			if i := slices.IndexFunc(home.Imports(), func(other *types.Package) bool { return other.Name() == alias }); i >= 0 && c.importedAs(alias, p.place.pos) == nil {
				fix = fmt.Sprintf("import %q\n%s", home.Imports()[i].Path(), fix)
			}
			return fail(fix, "%s says that it comes from %s, which is not a function of package %s itself",
				c.show(p.v.Type()), name, home.Name())
		}
		name, qualified, inside = rest, true, "package "+alias
		if where = c.importedAs(alias, s.pos); where == nil {
			return fail(fmt.Sprintf("import the package that %s stands for, or name a function of this package:\n%s", alias, instead),
				"this file imports no package %s", alias)
		}
	}
	if !token.IsIdentifier(name) {
		return fail("write it as from=TenantFrom, or from=auth.TenantFrom for a package that the file imports", "from names a function, and %q is no name of one", s.Value.Text)
	}
	if home == c.pkg.Types && !qualified && home.Scope().Lookup(name) == nil {
		if p := c.dotImport(name, s.pos); p != nil {
			where = p
		}
	}
	fn, ok := c.pkg.Complete(where).Scope().Lookup(name).(*types.Func)
	switch {
	case qualified && !token.IsExported(name):
		return fail("export it, or put an own function in front of it:\n"+instead, "%s is not exported by %s", name, inside)
	case where.Scope().Lookup(name) != nil && !ok && qualified:
		return fail(instead, "%s is no function", s.Value.Text)
	case where.Scope().Lookup(name) != nil && !ok:
		return fail(want, "%s is no function", s.Value.Text)
	case !ok && !qualified:
		if near := c.nearFunc(name, where); near != "" {
			want = "did you mean " + near + "?"
		}
		return fail(want, "%s has no function %s", inside, name)
	case !ok:
		if near := c.nearFunc(name, where); near != "" {
			instead = fmt.Sprintf("//tool:param %s from=%s.%s", p.v.Name(), c.calledIn(where, p.place.pos), near)
		}
		return fail(instead, "%s has no function %s", inside, name)
	}
	sig := fn.Signature()
	if !c.supplies(sig, p.v.Type()) {
		message := fmt.Sprintf("%s: %s must be func(context.Context) (%s, error), and is %s", p.v.Name(), s.Value.Text, c.show(p.v.Type()), c.show(sig))
		var declared []related
		if fn.Pos().IsValid() && !qualified {
			declared = append(declared, related{fn.Pos(), fn.Pos() + token.Pos(len(name)), "declared here"})
		}
		if qualified {
			want = instead
		}
		c.errorWith(at.pos, at.end, "F6", message, want, declared...)
		return nil, false
	}
	if reason := c.constrained(fn); reason != "" {
		c.refuse(at, "F13", fmt.Sprintf("%s: %s is declared in a file that other builds leave out: %s", p.v.Name(), name, reason),
			"declare it in a file without constraints")
		return nil, false
	}
	return &model.Source{Func: &model.GoType{Kind: model.GoNamed, Pkg: where.Path(), PkgName: where.Name(), Name: name}}, true
}

// supplies reports whether a signature is func(context.Context) (T, error).
func (c *collector) supplies(sig *types.Signature, t types.Type) bool {
	return sig.TypeParams() == nil && !sig.Variadic() && sig.Params().Len() == 1 && isContext(sig.Params().At(0).Type()) &&
		sig.Results().Len() == 2 && types.Identical(sig.Results().At(0).Type(), t) && isError(sig.Results().At(1).Type())
}

// ownName is what a from function of this package is called instead of one of another: auth.tenantFrom is TenantFrom.
func ownName(name string) string {
	name = upperFirst(name[strings.LastIndex(name, ".")+1:])
	if !token.IsIdentifier(name) {
		return "ValueFrom"
	}
	return name
}

// calledIn is the name that the file at pos has for a package.
func (c *collector) calledIn(p *types.Package, pos token.Pos) string {
	for file := range c.pkg.Types.Scope().Children() {
		if !file.Contains(pos) {
			continue
		}
		for _, name := range file.Names() {
			if imported, ok := file.Lookup(name).(*types.PkgName); ok && imported.Imported() == p {
				return name
			}
		}
	}
	return p.Name()
}

// wantedFrom is the declaration of a from function, to paste.
func (c *collector) wantedFrom(name string, t types.Type) string {
	return fmt.Sprintf("func %s(ctx context.Context) (%s, error)", name[strings.LastIndex(name, ".")+1:], c.show(t))
}

// importedAs is the package that a name stands for in the file at pos; nil where there is none.
func (c *collector) importedAs(name string, pos token.Pos) *types.Package {
	for file := range c.pkg.Types.Scope().Children() {
		if file.Contains(pos) {
			if p, ok := file.Lookup(name).(*types.PkgName); ok {
				return p.Imported()
			}
		}
	}
	return nil
}

// dotImport is the package from which a dot-import brings a name into the file at pos; nil for none (K04).
func (c *collector) dotImport(name string, pos token.Pos) *types.Package {
	for file := range c.pkg.Types.Scope().Children() {
		if file.Contains(pos) {
			if obj := file.Lookup(name); obj != nil && obj.Pkg() != c.pkg.Types {
				return obj.Pkg()
			}
		}
	}
	return nil
}

// nearFunc is the function of a package that a misspelt name most likely means, or "": of another package an exported one.
func (c *collector) nearFunc(name string, p *types.Package) string {
	var all []string
	for _, other := range p.Scope().Names() {
		if fn, ok := p.Scope().Lookup(other).(*types.Func); ok && (fn.Exported() || p == c.pkg.Types) {
			all = append(all, other)
		}
	}
	return diag.Nearest(name, all)
}

// refuseInjected refuses a type as a part of the arguments that is there to be injected: a model must never supply it.
func (c *collector) refuseInjected(t types.Type, at place) bool {
	if at.dir != argument {
		return false
	}
	from, given := c.fromOfType(t)
	switch {
	case given:
		c.refuse(at, "F6", fmt.Sprintf("%s: %s comes from %s, so it can be no part of the arguments", at.path, c.show(t), from.Value.Text), "take it as a parameter of its own")
	case injectedByType(t) != "":
		c.refuse(at, "F6", fmt.Sprintf("%s: %s is supplied by the host, so it can be no part of the arguments", at.path, c.show(t)), "take it as a parameter of its own, by value")
	default:
		return false
	}
	return true
}

// proposeFrom is the fix for a parameter of a type that no JSON makes (T59).
func (c *collector) proposeFrom(t types.Type, at place) string {
	name := strings.TrimPrefix(c.show(t), "*")
	fn := upperFirst(name[strings.LastIndex(name, ".")+1:]) + "From"
	if strings.ContainsAny(at.path, ".[") || !token.IsIdentifier(fn) {
		return "take it as a parameter of its own, supplied by a function that from= names"
	}
	return fmt.Sprintf("//tool:param %s from=%s\n%s", at.path, fn, c.wantedFrom(fn, t))
}
