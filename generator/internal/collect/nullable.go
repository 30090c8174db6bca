package collect

import (
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// nullable makes null a value of its own (N6, T32). It needs a Go value to be: nil, or a state of runtime.Opt and sql.Null.
// A scalar has none, and its zero value would make two different answers one.
func (r *ruling) nullable(s setting) {
	if !s.flag() {
		return
	}
	if !holdsNull(r.field.Type) {
		r.fail(s, "N6", "take "+r.pointerTo(r.field.Type)+", which is nil then", "null has no value in %s", kindName(r.typ))
		return
	}
	r.field.Rules.Nullable = true
}

// pointerTo spells a pointer to a type for a fix.
func (r *ruling) pointerTo(t *model.Type) string {
	if t.Go.Kind == model.GoBasic || t.Go.Kind == model.GoNamed && t.Go.Pkg == r.pkg.Types.Path() {
		return "*" + t.Go.Name
	}
	if t.Go.Kind == model.GoNamed {
		return "*" + t.Go.PkgName + "." + t.Go.Name
	}
	return "a pointer"
}

// holdsNull reports whether a Go value of the type says null.
func holdsNull(t *model.Type) bool {
	switch t.Kind {
	case model.Pointer, model.Slice, model.Map, model.Any, model.Union, model.Raw, model.Optional:
		return true
	case model.Bytes, model.Text:
		return t.Go.Kind == model.GoSlice || t.Go.Kind == model.GoPointer
	}
	return false
}

// optionalByType reports whether the type alone makes a property optional: a pointer (N2) and a type that holds a value or
// none (N8). Under nullable null is an answer, so the question must be answered (N6); runtime.Opt knows absent besides (N7).
func optionalByType(t *model.Type, set settings) bool {
	switch {
	case t.MayBeAbsent():
		return true
	case t.Kind == model.Pointer || t.Kind == model.Optional:
		return !set.on("nullable")
	}
	return false
}

// takesNull reports whether null is a value of an item of a list: where the directive says so (T32), and for a type of
// which null is the reason to be there (T56).
func takesNull(t *model.Type, r model.Rules) bool { return r.Nullable || t.Kind == model.Optional }

// saysOptional warns of a required value whose text says that it may be left out (N9): the model would read one thing and
// be refused for it.
func (c *collector) saysOptional(f *model.Field, set settings, at place) {
	_, decided := set.find("required")
	if at.dir == result || f.Optional || decided {
		return
	}
	text := f.Description
	if kind := f.Type.Kind; optionalText.MatchString(text) || (kind == model.Slice || kind == model.Map) && nilText.MatchString(text) {
		c.warn(at, "N9", strings.TrimPrefix(at.path, ".")+": its text says that it may be left out, and it is required",
			"//tool:optional, or //tool:required where the text means something else")
	}
}

var (
	optionalText = regexp.MustCompile(`(?i)^optional\b|[(\[]optional\b|\boptional[)\]]|(?:[,;:–—]| -) *optional\b *[.,;]?|\bif (it is )?(omitted|left out|absent|not given)\b|\b(may|can) be (omitted|left out|absent)\b`)
	nilText      = regexp.MustCompile(`(?i)\bnil (means|for|is)\b|\b(may|can) be nil\b|\bif nil\b`)
)
