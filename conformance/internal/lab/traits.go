package lab

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/conformance/law"
	"github.com/toolgen/toolgen/generator"
	"golang.org/x/tools/go/packages"
)

// Traits are what the Go source of a tool says about it to the law (law.Subject).
type Traits struct {
	Allowed    []law.X
	Float32    bool
	OwnJSON    bool
	Dynamic    bool
	Deprecated []string
}

// Go writes the traits as fields of a law.Subject.
func (t Traits) Go() string {
	names := make([]string, len(t.Allowed))
	for i, x := range t.Allowed {
		names[i] = "law." + string(x)
	}
	return fmt.Sprintf("Allowed: []law.X{%s}, Float32: %t, OwnJSON: %t, Dynamic: %t, Deprecated: %#v", strings.Join(names, ", "), t.Float32, t.OwnJSON, t.Dynamic, t.Deprecated)
}

// Traits reads the source of generated packages, as go/types sees it, and returns the traits of each tool by import path and
// name. The types of the parameters, and all that lies inside them, say which exceptions may come; directives that bring
// more of them, such as format and coerce, count for the whole package that has them.
func (l *Lab) Traits(r *generator.Result) map[string]map[string]Traits {
	l.tb.Helper()
	var paths []string
	for _, p := range r.Packages {
		if !p.Failed && len(p.Tools) > 0 {
			paths = append(paths, p.Path)
		}
	}
	loaded, err := packages.Load(&packages.Config{
		Dir: l.Dir, Env: environment(), Mode: packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps,
	}, paths...)
	if err != nil {
		l.tb.Fatal(err)
	}
	byPath := map[string]*packages.Package{}
	for _, p := range loaded {
		byPath[p.PkgPath] = p
	}
	out := map[string]map[string]Traits{}
	for _, p := range r.Packages {
		if loaded := byPath[p.Path]; loaded != nil && !p.Failed {
			out[p.Path] = map[string]Traits{}
			for _, tool := range p.Tools {
				out[p.Path][tool.Name] = traitsOf(loaded, tool)
			}
		}
	}
	return out
}

// listed are directives that say which structs an interface may be.
var listed = regexp.MustCompile(`\bunion[= ]`)

func traitsOf(p *packages.Package, tool *generator.Tool) Traits {
	w := &typeWalk{may: map[law.X]bool{law.X3: true}, seen: map[types.Type]bool{}}
	w.words(p)
	object := p.Types.Scope().Lookup(tool.Func)
	if tool.Recv != nil {
		receiver := p.Types.Scope().Lookup(tool.Recv.Type.Name)
		object, _, _ = types.LookupFieldOrMethod(types.NewPointer(receiver.Type()), true, p.Types, tool.Func)
	}
	params := object.Type().(*types.Signature).Params()
	for i := range params.Len() {
		w.walk(params.At(i).Type())
	}
	old := deprecated(reflect.ValueOf(tool), map[uintptr]bool{})
	if len(old) > 0 {
		w.allow(law.X2)
	}
	return Traits{slices.Sorted(maps.Keys(w.may)), w.float32, w.ownJSON, w.dynamic, old}
}

// typeWalk gathers what types may raise.
type typeWalk struct {
	may  map[law.X]bool
	seen map[types.Type]bool

	float32, ownJSON, dynamic bool
}

func (w *typeWalk) allow(xs ...law.X) {
	for _, x := range xs {
		w.may[x] = true
	}
}

// directives are the words of directives that bring exceptions along.
var directives = []struct {
	word *regexp.Regexp
	may  law.X
}{
	{regexp.MustCompile(`\bformat[=:]`), law.X5},
	{regexp.MustCompile(`\bencoding[=:]`), law.X5},
	{regexp.MustCompile(`\b(exactlyOneOf|atLeastOneOf|atMostOneOf)=`), law.X8},
	{regexp.MustCompile(`\bcoerce=`), law.X9},
	{regexp.MustCompile(`\b(min|max)=`), law.X15},
	{regexp.MustCompile(`,string`), law.X6},
	{regexp.MustCompile(`\bset\b`), law.X14},
}

// words looks for directives in the comments and tags of a package.
func (w *typeWalk) words(p *packages.Package) {
	look := func(text string) {
		if listed.MatchString(text) {
			for _, name := range p.Types.Scope().Names() {
				if t, ok := p.Types.Scope().Lookup(name).(*types.TypeName); ok {
					w.walk(t.Type())
				}
			}
		}
		for _, d := range directives {
			if d.word.MatchString(text) {
				w.allow(d.may)
			}
		}
	}
	for _, file := range p.Syntax {
		for _, group := range file.Comments {
			for _, comment := range group.List {
				look(comment.Text)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && field.Tag != nil {
				look(field.Tag.Value)
			}
			return true
		})
	}
}

// known are the types that are read as a whole.
var known = map[string][]law.X{
	"time.Time":     {law.X1, law.X5, law.X6, law.X11},
	"time.Duration": {law.X5, law.X6, law.X10, law.X11, law.X12},
	"net/url.URL":   {law.X5, law.X11}, "net/netip.Addr": {law.X5, law.X11}, "net/netip.AddrPort": {law.X11}, "net/netip.Prefix": {law.X11},
	"net.IP": {law.X5, law.X11}, "net.HardwareAddr": {law.X11}, "net.IPNet": {law.X11}, "github.com/google/uuid.UUID": {law.X5},
	"math/big.Int": {law.X10}, "math/big.Float": {law.X11}, "math/big.Rat": {law.X11},
	"log/slog.Level": {law.X11}, "regexp.Regexp": {law.X5, law.X11},
	"encoding/json.Number": {}, "encoding/json.RawMessage": {},
	"github.com/toolgen/toolgen/runtime.Principal": {}, "github.com/toolgen/toolgen/runtime.Progress": {}, "context.Context": {},
}

func (w *typeWalk) walk(t types.Type) {
	t = types.Unalias(t)
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	if named, ok := t.(*types.Named); ok && w.named(named) {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch u.Kind() {
		case types.Int, types.Int64, types.Uint, types.Uint64, types.Uintptr:
			w.allow(law.X6)
		case types.Float32:
			w.float32 = true
			w.allow(law.X12)
		case types.Float64:
			w.allow(law.X12)
		}
	case *types.Pointer:
		w.walk(u.Elem())
	case *types.Slice:
		w.bytes(u.Elem())
	case *types.Array:
		w.bytes(u.Elem())
	case *types.Map:
		if b, ok := u.Key().Underlying().(*types.Basic); !ok || b.Kind() != types.String || method(u.Key(), "UnmarshalText") {
			w.allow(law.X14)
		}
		w.walk(u.Key()) // what a set is a list of (T37)
		w.walk(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			w.walk(u.Field(i).Type())
		}
	case *types.Interface:
		w.dynamic = w.dynamic || u.NumMethods() == 0
		w.allow(law.X12) // any
	}
}

// bytes walks the items of a list; those of bytes are a text (T20).
func (w *typeWalk) bytes(elem types.Type) {
	if b, ok := elem.Underlying().(*types.Basic); ok && b.Kind() == types.Uint8 {
		w.allow(law.X5)
		return
	}
	w.walk(elem)
}

// named handles the types that are read as a whole, and walks what implements an interface; it reports whether that was all.
func (w *typeWalk) named(t *types.Named) bool {
	if pkg := t.Obj().Pkg(); pkg != nil {
		if xs, ok := known[pkg.Path()+"."+t.Obj().Name()]; ok {
			w.allow(xs...)
			return true
		}
	}
	for i := range t.TypeArgs().Len() {
		w.walk(t.TypeArgs().At(i))
	}
	switch {
	case method(t, "UnmarshalJSON"):
		w.ownJSON = true
		w.allow(law.X11)
		return true
	case method(t, "UnmarshalText"):
		w.allow(law.X11)
		return true
	}
	if i, ok := t.Underlying().(*types.Interface); ok {
		scope := t.Obj().Pkg()
		if scope == nil {
			return false
		}
		for _, name := range scope.Scope().Names() {
			other, ok := scope.Scope().Lookup(name).(*types.TypeName)
			if ok && (types.Implements(other.Type(), i) || types.Implements(types.NewPointer(other.Type()), i)) {
				w.walk(other.Type())
			}
		}
	}
	return false
}

func method(t types.Type, name string) bool {
	object, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, name)
	_, ok := object.(*types.Func)
	return ok
}

// deprecated are the values that enums of a tool decode and do not show (T78).
func deprecated(v reflect.Value, seen map[uintptr]bool) (out []string) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Pointer()] {
			return nil
		}
		seen[v.Pointer()] = true
		return deprecated(v.Elem(), seen)
	case reflect.Slice:
		for i := range v.Len() {
			out = append(out, deprecated(v.Index(i), seen)...)
		}
	case reflect.Struct:
		if v.Type().Name() == "Const" && v.FieldByName("Deprecated").Bool() {
			return []string{v.FieldByName("Value").String()}
		}
		for i := range v.NumField() {
			out = append(out, deprecated(v.Field(i), seen)...)
		}
	}
	return out
}
