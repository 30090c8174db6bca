package collect

import (
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// outcome is what a signature returns, sorted by what becomes of it. It is read off the types alone and nothing is reported,
// because the doc comment is read by it.
type outcome struct {
	plain    []*types.Var // all but the errors, in order
	contents []model.Content
	values   []*types.Var     // those of plain that are no contents
	form     model.ResultForm // what becomes of values
}

func (c *collector) outcomeOf(sig *types.Signature, a *annotation) outcome {
	var o outcome
	for v := range sig.Results().Variables() {
		if isError(v.Type()) || isConcreteError(v.Type()) || isOtherError(v.Type()) {
			continue
		}
		if content, ok := contentOf(v.Type()); ok {
			content.At = len(o.plain)
			o.contents = append(o.contents, content)
		} else {
			o.values = append(o.values, v)
		}
		o.plain = append(o.plain, v)
	}
	switch len(o.values) {
	case 0:
		o.form = model.ContentResult
	case 1:
		o.form = formOf(o.values[0].Type(), a.result)
	}
	return o
}

// contentOf recognises pictures and sounds: runtime.Image and runtime.Audio, pointers to them and slices of these (O7).
func contentOf(t types.Type) (model.Content, bool) {
	var content model.Content
	if s, ok := types.Unalias(t).Underlying().(*types.Slice); ok {
		content.List, t = true, s.Elem()
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		content.Pointer, t = true, p.Elem()
	}
	return content, isNamed(t, runtimePath, "Image") || isNamed(t, runtimePath, "Audio")
}

// formOf is what becomes of a result that is the whole answer, or all of it that is no content.
func formOf(t types.Type, keys settings) model.ResultForm {
	t = types.Unalias(t)
	_, encoded := keys.find("encoding")
	b, basic := t.Underlying().(*types.Basic)
	switch {
	case isNamed(t, runtimePath, "Result"):
		return model.PassedResult // O11
	case isNamed(t, "io", "Reader"), isNamed(t, "io", "ReadCloser"):
		return model.ReaderResult // O8
	case isNamed(t, "iter", "Seq"), isNamed(t, "iter", "Seq2"):
		return model.SequenceResult // O9
	case codecOf(t).any() || isNamed(t, "encoding/json", "Number") || isNamed(t, "net", "HardwareAddr"):
		return model.ValueResult
	case basic && b.Info()&types.IsString != 0:
		return model.TextResult // O2
	case isBytes(t) && !encoded:
		return model.BytesResult // O7
	}
	return model.ValueResult
}

// isBytes reports whether t is a slice of bytes; one of a named byte type may be a list of enums.
func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isBasic(types.Unalias(s.Elem()), types.Uint8)
}

// hasSchema reports whether the result has an output schema, which can hold a Returns section.
func (c *collector) hasSchema(sig *types.Signature, a *annotation) bool {
	switch o := c.outcomeOf(sig, a); o.form {
	case model.TextResult:
		s, found := resultKey(a, "structured")
		return found && s.flag()
	case model.PassedResult:
		return a.result.text("type") != ""
	case model.ValueResult:
		return len(o.values) > 0 && (len(o.values) > 1 || !c.shapeless(o.values[0].Type(), a))
	case model.SequenceResult:
		return len(o.values) > 0
	}
	return false
}

// results maps what a function returns (F15 to F20, O1 to O11). It reports whether all was fine.
func (c *collector) results(t *model.Tool, sig *types.Signature, a *annotation) bool {
	if !c.errorResult(t, sig, a) {
		return false
	}
	o := c.outcomeOf(sig, a)
	ok := true
	if len(o.plain) > 0 {
		t.Result = &model.Result{Form: o.form, Contents: o.contents, Description: a.doc.Returns}
		ok = c.nameResults(t.Result, o, a) && c.mapResults(t.Result, o, a)
	}
	return c.resultKeys(t, a, ok) && ok
}

// errorResult checks where errors stand and what they are.
func (c *collector) errorResult(t *model.Tool, sig *types.Signature, a *annotation) bool {
	n := sig.Results().Len()
	ok := true
	for i := range n {
		v := sig.Results().At(i)
		switch {
		case isError(v.Type()) && i == n-1:
			t.Error = true
		case isError(v.Type()):
			c.refuse(c.resultPlace(v, a), "F17", "error must be the last result", "move it to the end; one error is enough")
			ok = false
		case isOtherError(v.Type()):
			c.refuse(c.resultPlace(v, a), "F20", c.show(v.Type())+" is an error by another type, which the adapter would take for a value", "return error, not "+c.show(v.Type()))
			ok = false
		case isConcreteError(v.Type()):
			c.refuse(c.resultPlace(v, a), "F20", fmt.Sprintf("a nil %s in an error is not nil", c.show(v.Type())), "return error, not "+c.show(v.Type()))
			ok = false
		}
	}
	return ok
}

// nameResults asks for a name of each of several results (F18, F19).
func (c *collector) nameResults(r *model.Result, o outcome, a *annotation) bool {
	if len(o.plain) == 1 {
		return true
	}
	for _, v := range o.plain {
		if v.Name() == "" || v.Name() == "_" {
			c.refuse(c.resultPlace(v, a), "F18", fmt.Sprintf("%d results need names to become fields", len(o.plain)), "name every result, such as (found bool, err error)")
			return false
		}
		r.Names = append(r.Names, v.Name())
	}
	return true
}

// mapResults maps the values: one is the answer itself, several are the fields of an object.
func (c *collector) mapResults(r *model.Result, o outcome, a *annotation) bool {
	switch len(o.values) {
	case 0:
		return true
	case 1:
		return c.oneResult(r, o, a)
	}
	ok := true
	for _, v := range o.values {
		typ := c.typeOf(v.Type(), c.resultPlace(v, a))
		if typ == nil {
			ok = false
			continue
		}
		r.Fields = append(r.Fields, &model.Field{
			Name: c.wireNameIn(v.Name(), a.snake), Path: []model.Step{{Name: v.Name()}}, Type: typ, Rules: model.NoRules,
			Description: a.doc.ResultText(v.Name()),
		})
	}
	return c.distinctNames(&model.Object{Fields: r.Fields}, a.place) && ok
}

func (c *collector) oneResult(r *model.Result, o outcome, a *annotation) bool {
	v := o.values[0]
	at := c.resultPlace(v, a)
	switch r.Form {
	case model.BytesResult, model.ReaderResult:
		return true
	case model.PassedResult:
		if len(o.plain) > 1 {
			c.refuse(at, "O11", at.path+": a runtime.Result is the whole answer", "put the rest into it, or return plain values")
			return false
		}
		return c.declaredResult(r, a)
	case model.SequenceResult:
		return c.sequence(r, v.Type(), at)
	}
	r.Type = c.typeOf(v.Type(), at)
	return r.Type != nil
}

// sequence maps iter.Seq[T] and iter.Seq2[T, error] to an array of T (O9).
func (c *collector) sequence(r *model.Result, t types.Type, at place) bool {
	args := types.Unalias(t).(*types.Named).TypeArgs()
	r.Pairs = args.Len() == 2
	if r.Pairs && !isError(args.At(1)) {
		c.refuse(at, "O9", fmt.Sprintf("%s: the second values of %s are no errors, so they have no place in an array", at.path, c.show(t)),
			"return iter.Seq2[T, error], with a struct T that holds both values")
		return false
	}
	elem := c.typeOf(args.At(0), at.inside(itemStep))
	if elem == nil {
		return false
	}
	r.Type = &model.Type{Kind: model.Slice, Go: goType(types.NewSlice(args.At(0))), Elem: elem}
	return true
}

// declaredResult reads the type that //tool:result type= declares of a runtime.Result (O11).
func (c *collector) declaredResult(r *model.Result, a *annotation) bool {
	s, found := a.result.find("type")
	if !found {
		return true
	}
	tv, err := types.Eval(c.pkg.Fset, c.pkg.Types, a.source.file.Name.Pos(), s.Value.Text)
	if err != nil || !tv.IsType() {
		c.errorAt(s.pos, s.end, directive.CodeValue, fmt.Sprintf("type: %s is no type that this file can name", s.Value.Text),
			"name a type of this package, or pkg.Type of one that the file imports")
		return false
	}
	r.Type = c.typeOf(tv.Type, place{pos: s.pos, end: s.end, path: "result", dir: result})
	return r.Type != nil
}

// resultKey is a key that may stand on the result line or on the tool.
func resultKey(a *annotation, key string) (setting, bool) {
	if s, found := a.result.find(key); found {
		return s, true
	}
	return a.set.find(key)
}

// mediaType is what mime= takes: a type and a subtype, perhaps with parameters.
var mediaType = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*( *; *[A-Za-z0-9_-]+=[^\s;]+)*$`)

// resultKeys puts the keys of the result on it, and refuses those that its form has no use for.
func (c *collector) resultKeys(t *model.Tool, a *annotation, mapped bool) bool {
	r := t.Result
	if r == nil {
		r = &model.Result{Form: model.ContentResult}
	}
	ok := true
	refuse := func(s setting, code, fix, format string, args ...any) {
		c.errorAt(s.pos, s.end, code, s.Key.Text+" "+fmt.Sprintf(format, args...), fix)
		ok = false
	}
	for _, key := range []string{"structured", "keep-partial"} {
		first, onTool := a.set.find(key)
		if s, twice := a.result.find(key); twice && onTool {
			c.errorWith(s.pos, s.end, directive.CodeTwice, key+" is set twice", "keep one of them", related{first.pos, first.end, "first set here"})
			ok = false
		}
	}
	if s, found := resultKey(a, "structured"); found {
		if r.Structured = s.flag(); r.Form != model.TextResult {
			refuse(s, "K17", "remove it", "applies to text results, and this is none")
		}
	}
	if s, found := resultKey(a, "keep-partial"); found {
		stops := r.Form == model.SequenceResult || r.Form == model.ReaderResult
		if r.KeepPartial = s.flag(); t.Result == nil || !t.Error && !stops {
			refuse(s, "K17", "return an error beside the result, or remove the key", "applies to a result that comes with an error, and this tool has none")
		}
	}
	if s, found := a.result.find("mime"); found {
		switch r.MIME = s.Value.Text; {
		case r.Form != model.BytesResult && r.Form != model.ReaderResult:
			refuse(s, "K17", "remove it; a runtime.Image or runtime.Audio says its own MIME", "applies to a result of bytes or an io.Reader, and this is none")
		case !mediaType.MatchString(r.MIME):
			refuse(s, directive.CodeValue, "mime=image/png", "is a media type, and %q is none", r.MIME)
		}
	}
	if s, found := a.result.find("type"); found && r.Form != model.PassedResult {
		refuse(s, "K17", "remove it: the type of the result says it", "applies to a runtime.Result, and this is none")
	}
	for _, s := range a.result {
		key, targets, them := s.Key.Text, resultTypes(r), "the result is none of them"
		for strings.HasPrefix(key, itemPrefix) {
			key, targets, them = strings.TrimPrefix(key, itemPrefix), itemTypes(targets), "the result has no items of that kind"
		}
		switch k, known := formKeys[key]; {
		case known && ok && mapped && !slices.ContainsFunc(targets, k.uses):
			refuse(s, "K17", "remove "+s.Key.Text+", or change the type", "applies to %s, and %s", k.applies, them)
		case !known && key != s.Key.Text:
			refuse(s, "K17", "say "+key+" of the whole", "means nothing: an item has no %s of its own", key)
		}
	}
	if s, found := a.result.find("description"); found && ok && !r.HasSchema() {
		c.errorAt(s.pos, s.end, "K17", "there is no output schema to describe: the result is text or content, or nothing but an error", "remove the line")
		ok = false
	}
	return ok
}

// resultTypes are the types whose form a key of the result line may choose.
func resultTypes(r *model.Result) []*model.Type {
	var out []*model.Type
	if r.Type != nil && r.Form != model.PassedResult {
		out = append(out, r.Type.Deref())
	}
	for _, f := range r.Fields {
		out = append(out, f.Type.Deref())
	}
	return out
}

// itemTypes are the types of what lists and maps hold.
func itemTypes(of []*model.Type) []*model.Type {
	var out []*model.Type
	for _, t := range of {
		if t.Elem != nil {
			out = append(out, t.Elem.Deref())
		}
	}
	return out
}

// refuseAsValue answers for types that are the whole answer, or a part of it beside the values, wherever they stand inside a
// value or among the arguments.
func (c *collector) refuseAsValue(t types.Type, at place) bool {
	name := c.show(t)
	switch {
	case isNamed(t, runtimePath, "Image"), isNamed(t, runtimePath, "Audio"):
		fix := "take []byte, or the name of a file"
		if at.dir == result {
			fix = "make it a result of its own, such as (caption string, chart runtime.Image, err error)"
		}
		c.refuse(at, "O7", at.path+": "+name+" is content of an answer and no JSON value", fix)
	case isNamed(t, runtimePath, "Part"):
		c.refuse(at, "O7", at.path+": "+name+" is content of an answer and no JSON value", "use runtime.Image or runtime.Audio, or return a runtime.Result with Parts")
	case isNamed(t, runtimePath, "Result"):
		c.refuse(at, "O11", at.path+": a runtime.Result is the whole answer", "return it alone, or return plain values")
	case at.dir == argument && isPicture(t) && !types.IsInterface(t):
		c.refuse(at, "O7", at.path+": "+name+" is pixels in memory, which no model sends", "take []byte, or the name of a file, and decode it")
	case at.dir == result && isPicture(t):
		c.refuse(at, "O7", at.path+": "+name+" is pixels in memory, and a model is sent a file",
			"encode it and return runtime.Image:\nvar b bytes.Buffer\nerr := png.Encode(&b, picture)\nreturn runtime.Image{Data: b.Bytes()}, err")
	default:
		return false
	}
	return true
}

// isPicture reports whether a type is an image.Image by its methods.
func isPicture(t types.Type) bool {
	for name, pkg := range map[string]string{"ColorModel": "image/color.Model", "Bounds": "image.Rectangle", "At": "image/color.Color"} {
		if !hasMethod(t, name, func(sig *types.Signature) bool {
			return sig.Results().Len() == 1 && types.TypeString(sig.Results().At(0).Type(), nil) == pkg
		}) {
			return false
		}
	}
	return true
}

func (c *collector) resultPlace(v *types.Var, a *annotation) place {
	at := place{pos: v.Pos(), path: "result", dir: result, set: a.result}
	if v.Name() != "" && v.Name() != "_" {
		at.path = "result." + v.Name()
	}
	for _, f := range a.decl.Type.Results.List {
		if f.Pos() <= v.Pos() && v.Pos() <= f.End() {
			at.end, at.node = f.End(), f
		}
	}
	return at
}

// isConcreteError reports whether a type implements error and is not an interface: a typed nil in waiting.
func isConcreteError(t types.Type) bool {
	errorType := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return !types.IsInterface(t) && types.Implements(t, errorType)
}

// isOtherError reports whether a type is an interface that is an error and more, such as net.Error.
func isOtherError(t types.Type) bool {
	return types.IsInterface(t) && !isError(t) && types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}
