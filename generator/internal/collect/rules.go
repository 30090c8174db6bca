package collect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/declared"
	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// ruling puts the directives of one parameter or field on its property (sections 4 and 5 of schema.md).
type ruling struct {
	*collector
	field *model.Field
	typ   *model.Type // of the value, pointers taken off
	set   settings
	at    place
	ok    bool
}

// apply reads every key that speaks of a property's value. It reports whether all of them were fine.
func (c *collector) apply(f *model.Field, set settings, at place) bool {
	r := &ruling{collector: c, field: f, typ: f.Type.Deref(), set: set, at: at, ok: true}
	r.read()
	r.consistent()
	r.contradictions()
	if s, found := set.find("default"); found && at.dir == argument { // once the rules that it must keep are known
		if v, fine := r.value(s, "N4"); fine {
			f.Default, f.Optional = &v, true
		}
	}
	if s, found := set.find("example"); found && at.dir == argument {
		if v, fine := r.example(s); fine {
			f.Examples = append(f.Examples, v)
		}
	}
	r.required()
	return r.ok
}

// read reads the keys that need no other.
func (r *ruling) read() {
	f := r.field
	for _, s := range r.set {
		if r.besideSchema(s) {
			continue
		}
		switch s.Key.Text {
		case "optional":
			f.Optional = s.flag() // N3
		case "title":
			f.Title = s.Value.Text
		case "deprecated":
			f.Deprecated = s.flag()
		case "secret":
			f.Secret = s.flag()
		case "min", "max":
			r.bound(s)
		case "gt", "lt", "multipleOf":
			r.numberRule(s)
		case "pattern":
			r.pattern(s)
		case "unique":
			r.unique(s)
		case "enum":
			r.enum(s)
		case "coerce":
			r.coerce(s)
		case "format":
			r.format(s)
		case "nullable":
			r.nullable(s)
		default:
			r.form(s)
		}
	}
	r.items()
}

// besideSchema refuses a rule on a list or map whose schema is declared: the schema that models read would not have it.
func (r *ruling) besideSchema(s setting) bool {
	if r.typ.Schema == "" || r.typ.Kind != model.Slice && r.typ.Kind != model.Map {
		return false
	}
	part := map[model.Kind]string{model.Slice: "Items", model.Map: "Properties"}[r.typ.Kind]
	fix := ""
	switch key := s.Key.Text; {
	case key == "min" || key == "max":
		fix = `"` + key + part + `":` + s.Value.Text
	case key == "unique":
		fix = `"uniqueItems":true`
	case isItemKey(key):
		fix = map[model.Kind]string{model.Slice: `"items":{...}`, model.Map: `"additionalProperties":{...}`}[r.typ.Kind]
	default:
		return false
	}
	r.fail(s, "K17", "put "+fix+" into the schema", "%s stands beside a declared schema, which is all that a model reads", s.Key.Text)
	return true
}

func (r *ruling) fail(s setting, code, fix, format string, args ...any) {
	r.errorAt(s.pos, s.end, code, r.at.path+": "+fmt.Sprintf(format, args...), fix)
	r.ok = false
}

// mismatch reports a key that means nothing for the target's kind.
func (r *ruling) mismatch(s setting, applies string) {
	r.fail(s, "K17", "remove "+s.Key.Text+", or change the type", "%s applies to %s, and this is %s", s.Key.Text, applies, kindName(r.typ))
}

func (r *ruling) isNumber() bool { return r.typ.IsNumber() }

// isText reports whether the value is a text whose length and form can be bounded: a string, or bytes that are sent as one.
func (r *ruling) isText() bool {
	return r.typ.Kind == model.String || r.typ.Kind == model.Bytes && r.typ.Form == "utf8"
}

// boundType is the type that bounds of the value are read as: a json.Number is compared with a float64.
func (r *ruling) boundType() *model.Type {
	if r.typ.Kind == model.Number {
		return &model.Type{Kind: model.Float, Bits: 64}
	}
	return r.typ
}

// isBigNumber reports whether the value is a big integer that is sent as a number (T48).
func (r *ruling) isBigNumber() bool { return r.typ.Kind == model.Text && r.typ.Form == "number" }
func (r *ruling) isWhole() bool     { return r.typ.Kind == model.Int || r.typ.Kind == model.Uint }

// bound reads min and max: a value for numbers, durations and times, code points for strings, a count for slices and maps.
func (r *ruling) bound(s setting) {
	value, count := &r.field.Rules.Min, &r.field.Rules.MinLen
	if s.Key.Text == "max" {
		value, count = &r.field.Rules.Max, &r.field.Rules.MaxLen
	}
	switch {
	case r.isBigNumber():
		*value = r.bigBound(s)
		return
	case r.typ.Text != nil && r.typ.Text.Name == "bigint":
		r.fail(s, "K17", "add encoding=number, or remove "+s.Key.Text, "%s of a big number needs encoding=number: text has no bounds in a schema", s.Key.Text)
		return
	}
	switch kind := r.typ.Kind; {
	case r.isNumber() || kind == model.Duration || kind == model.Time:
		v, err := readScalar(s.Value.Text, r.boundType())
		if err != nil {
			r.fail(s, directive.CodeValue, "give a value of the target's type", "%s: %v", s.Key.Text, err)
			return
		}
		*value = written(v)
		r.exact(s, *value, r.typ.Bits != 0)
	case r.isText() || kind == model.Slice || kind == model.Map:
		n, err := strconv.Atoi(s.Value.Text)
		if err != nil || n < 0 {
			r.fail(s, directive.CodeValue, s.Key.Text+"=1", "%s: expected a count of 0 or more, got %s", s.Key.Text, s.Value.Text)
			return
		}
		*count = n
	default:
		r.mismatch(s, "numbers, strings, slices, maps, durations and times")
	}
}

// exact refuses a bound of a whole number that a float64 does not hold: only min and max on a type of a fixed width, which are part
// of the read, are compared as integers.
func (r *ruling) exact(s setting, text string, asInteger bool) {
	if !r.isWhole() || asInteger || text == "" {
		return
	}
	if f, isExact := rat(text).Float64(); !isExact || math.Abs(f) > 1<<53 {
		r.fail(s, directive.CodeValue, "use int64 or uint64 with min and max", "%s: beyond 2^53 a bound of %s is not exact", s.Key.Text, kindName(r.typ))
	}
}

// numberRule reads gt, lt and multipleOf.
func (r *ruling) numberRule(s setting) {
	if !r.isNumber() {
		r.mismatch(s, "numbers")
		return
	}
	v, err := readScalar(s.Value.Text, r.boundType())
	if r.isBigNumber() && err == nil {
		v.Text = r.bigBound(s)
	}
	switch {
	case err != nil:
		r.fail(s, directive.CodeValue, "give a value of the target's type", "%s: %v", s.Key.Text, err)
	case v.Text == "": // reported
	case s.Key.Text == "gt":
		r.field.Rules.Above = written(v)
		r.exact(s, written(v), false)
	case s.Key.Text == "lt":
		r.field.Rules.Below = written(v)
		r.exact(s, written(v), false)
	case len(strings.Trim(strings.ReplaceAll(written(v), ".", ""), "0")) > 19:
		r.fail(s, directive.CodeValue, "multipleOf=0.01", "multipleOf: %s has more than 19 digits", written(v))
	case rat(written(v)).Sign() <= 0:
		r.fail(s, directive.CodeValue, "multipleOf=1", "multipleOf must be more than 0")
	default:
		r.field.Rules.MultipleOf = written(v)
	}
}

func (r *ruling) pattern(s setting) {
	if !r.isText() {
		r.mismatch(s, "strings")
	} else if err := declared.CheckPattern(s.Value.Text); err != nil {
		r.fail(s, "K18", "use what RE2 and ECMA-262 both know, such as pattern=`^[a-z]+$`", "pattern: %v", err)
	} else {
		r.field.Rules.Pattern = s.Value.Text
	}
}

func (r *ruling) unique(s setting) {
	switch {
	case r.typ.IsSet():
		r.fail(s, "K17", "remove unique", "a set has no item twice anyway")
	case r.typ.Kind != model.Slice && r.typ.Kind != model.Array:
		r.mismatch(s, "slices and arrays")
	default:
		r.field.Rules.Unique = s.flag()
	}
}

func (r *ruling) enum(s setting) {
	known := r.typ.Kind == model.Text && (r.typ.Text.Name != "" && r.typ.Text.Name != "bigint" || r.typ.Enum != nil)
	isPlain := r.isNumber() && r.typ.Kind != model.Number && !r.isBigNumber() && !r.typ.NumberForm()
	if r.typ.Kind != model.String && r.typ.Kind != model.Names && !known && !isPlain {
		r.mismatch(s, "strings and numbers, and to text whose parser toolgen knows")
		return
	}
	items, problem := s.List()
	if problem != nil {
		r.fail(s, problem.Code, problem.Fix, "enum: %s", problem.Message)
		return
	}
	values := &r.field.Rules.Enum
	for _, item := range items {
		v, err := readValue(item, r.typ)
		switch {
		case err != nil:
			r.fail(s, directive.CodeValue, "list values of the target's type", "enum: %v", err)
		case slices.ContainsFunc(*values, func(o model.Value) bool { return o.JSON == v.JSON }):
			r.fail(s, directive.CodeValue, "remove one", "enum: %s stands twice", v.JSON)
		default:
			*values = append(*values, v)
		}
	}
}

// value reads a default or an example, which must keep the property's own rules.
func (r *ruling) value(s setting, code string) (model.Value, bool) {
	v, err := readValue(s.Value, r.field.Type)
	if err == nil && s.Key.Text == "default" && readsItself(r.typ) && v.Const == nil {
		r.fail(s, code, "remove it, and take the empty value for the default in the function", "default: only the type's own UnmarshalText knows whether %s is a value, and toolgen does not run it", v.JSON)
		return v, false
	}
	if err == nil {
		err = breaks(v, r.typ, r.field.Rules)
	}
	if err == nil {
		err = offered(v, r.typ)
	}
	if err != nil {
		r.fail(s, code, "give a value that the tool itself would take", "%s: %v", s.Key.Text, err)
	}
	return v, err == nil
}

// offered refuses what the schema does not offer: a deprecated constant, which decodes and is no example for anybody (X2).
func offered(v model.Value, t *model.Type) error {
	if v.Const != nil && v.Const.Deprecated {
		return fmt.Errorf("%s is deprecated, and the schema does not offer it", v.JSON)
	}
	for _, item := range v.Items {
		if err := offered(item, t.Deref()); err != nil {
			return err
		}
	}
	return nil
}

// example reads an example. One of an object stands in the schema alone, so that its JSON is all that is needed.
func (r *ruling) example(s setting) (model.Value, bool) {
	if r.typ.Kind != model.Struct && r.typ.Kind != model.Union {
		return r.value(s, directive.CodeValue)
	}
	tree, err := parseJSON(s.Value.Text)
	if err == nil {
		err = checkTree(r.field.Name, tree, r.field.Type, r.field.Rules)
	}
	var compact bytes.Buffer
	if err == nil {
		err = json.Compact(&compact, []byte(s.Value.Text))
	}
	if err != nil {
		r.fail(s, directive.CodeValue, "give a value that the tool itself would take", "example: %v", err)
	}
	return model.Value{JSON: compact.String()}, err == nil
}

// readsItself reports whether a value, or a part of it, is read by an UnmarshalText that toolgen cannot run (T50).
func readsItself(t *model.Type) bool {
	for ; t != nil; t = t.Elem {
		if t.Kind == model.Text && t.Text.Name == "" {
			return true
		}
	}
	return false
}

// bigBound reads a bound of a big integer. Bounds are compared as float64, so only those that one holds exactly are taken.
func (r *ruling) bigBound(s setting) string {
	text, err := readBigInteger(s.Value.Text)
	if err == nil && new(big.Int).Abs(rat(text).Num()).BitLen() > 53 {
		err = errors.New("a bound beyond 2^53 is not supported yet")
	}
	if err != nil {
		r.fail(s, directive.CodeValue, "give a whole number", "%s: %v", s.Key.Text, err)
		return ""
	}
	return text
}

// required beats all that makes a property optional (N5), and leaves no use for a default.
func (r *ruling) required() {
	s, found := r.set.find("required")
	if !found {
		return
	}
	if s.flag() && r.field.Default != nil {
		r.fail(s, "N5", "remove the one that is not meant", "required and default exclude each other")
	}
	r.field.Optional = !s.flag()
}

// consistent refuses rules that contradict each other or leave no value.
func (r *ruling) consistent() {
	rules := r.field.Rules
	i := slices.IndexFunc(r.set, func(s setting) bool {
		return slices.Contains([]string{"min", "max", "gt", "lt", "multipleOf", "enum"}, s.Key.Text)
	})
	if i < 0 || !r.ok {
		return
	}
	s := r.set[i]
	if rules.Min != "" && rules.Above != "" || rules.Max != "" && rules.Below != "" {
		r.fail(s, directive.CodeAgainst, "keep the one that is meant", "say either min or gt, and either max or lt")
		return
	}
	if leavesNothing(r.typ, rules) {
		r.fail(s, directive.CodeValue, "widen the bounds", "the rules leave no value")
	}
	bounds := rules
	bounds.Enum = nil
	for _, v := range rules.Enum {
		if err := breaks(v, r.typ, bounds); err != nil {
			r.fail(s, directive.CodeValue, "change the enum or the bounds", "enum: %v", err)
		}
	}
}
