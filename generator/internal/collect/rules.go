package collect

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

// apply puts the directives of one parameter or field on its property: sections 4 and 5 of schema.md. It reports
// whether all of them were fine.
func (c *collector) apply(f *model.Field, set settings, at place) bool {
	ok := true
	fail := func(s setting, code, format string, args ...any) {
		c.errorAt(s.pos, s.end, code, at.path+": "+fmt.Sprintf(format, args...), "")
		ok = false
	}
	t := deref(f.Type)
	for _, s := range set {
		word := s.Value
		switch s.Key.Text {
		case "optional":
			if s.flag() {
				f.Optional = true // N3
			}
		case "title":
			f.Title = word.Text
		case "deprecated":
			f.Deprecated = s.flag()
		case "min", "max":
			c.applyBound(f, t, s, fail)
		case "gt", "lt", "multipleOf":
			if t.Kind != model.Int && t.Kind != model.Uint && t.Kind != model.Float {
				fail(s, "K17", "%s applies to numbers, and this is %s", s.Key.Text, kindName(t))
				continue
			}
			v, err := boundValue(word.Text, t)
			if err != nil {
				fail(s, directive.CodeValue, "%s: %v", s.Key.Text, err)
				continue
			}
			switch s.Key.Text {
			case "gt":
				f.Rules.Above = v
			case "lt":
				f.Rules.Below = v
			default:
				if r, _ := new(big.Rat).SetString(v); r.Sign() <= 0 {
					fail(s, directive.CodeValue, "multipleOf must be more than 0")
				}
				f.Rules.MultipleOf = v
			}
		case "pattern":
			if t.Kind != model.String {
				fail(s, "K17", "pattern applies to strings, and this is %s", kindName(t))
			} else if err := checkPattern(word.Text); err != nil {
				fail(s, "K18", "pattern: %v", err)
			} else {
				f.Rules.Pattern = word.Text
			}
		case "unique":
			switch {
			case t.Kind != model.Slice && t.Kind != model.Array:
				fail(s, "K17", "unique applies to arrays, and this is %s", kindName(t))
			case t.Elem.Kind > model.Float:
				fail(s, "K17", "unique on items that are no strings, numbers or booleans is not supported yet")
			default:
				f.Rules.Unique = s.flag()
			}
		case "enum":
			c.applyEnum(f, t, s, fail)
		}
	}
	c.applyValues(f, t, set, fail)
	if s, found := set.find("required"); found && s.flag() { // N5: required beats all
		if _, both := set.find("default"); both {
			fail(s, "N5", "required and default exclude each other")
		}
		f.Optional = false
	}
	return c.consistent(f, t, set, fail) && ok
}

type failure func(s setting, code, format string, args ...any)

// applyBound reads min and max by the kind of the target (section 5).
func (c *collector) applyBound(f *model.Field, t *model.Type, s setting, fail failure) {
	key, text := s.Key.Text, s.Value.Text
	switch t.Kind {
	case model.Int, model.Uint, model.Float, model.Duration, model.Time:
		v, err := boundValue(text, t)
		if err != nil {
			fail(s, directive.CodeValue, "%s: %v", key, err)
		} else if key == "min" {
			f.Rules.Min = v
		} else {
			f.Rules.Max = v
		}
	case model.String, model.Slice, model.Map:
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			fail(s, directive.CodeValue, "%s: expected a count of 0 or more, got %s", key, text)
		} else if key == "min" {
			f.Rules.MinLen = n
		} else {
			f.Rules.MaxLen = n
		}
	case model.Array:
		fail(s, "K17", "%s: an array of fixed length needs no bounds", key)
	default:
		fail(s, "K17", "%s does not apply to %s", key, kindName(t))
	}
}

// boundValue checks the text of a bound and returns it in its canonical form.
func boundValue(text string, t *model.Type) (string, error) {
	v, err := readScalar(text, t)
	return v.Text, err
}

func (c *collector) applyEnum(f *model.Field, t *model.Type, s setting, fail failure) {
	if t.Kind != model.String && t.Kind != model.Int && t.Kind != model.Uint && t.Kind != model.Float {
		fail(s, "K17", "enum applies to strings and numbers, and this is %s", kindName(t))
		return
	}
	items, p := s.List()
	if p != nil {
		fail(s, p.Code, "enum: %s", p.Message)
		return
	}
	for _, item := range items {
		v, err := readValue(item, t)
		switch {
		case err != nil:
			fail(s, directive.CodeValue, "enum: %v", err)
		case slices.ContainsFunc(f.Rules.Enum, func(o model.Value) bool { return o.JSON == v.JSON }):
			fail(s, directive.CodeValue, "enum: %s stands twice", v.JSON)
		default:
			f.Rules.Enum = append(f.Rules.Enum, v)
		}
	}
}

// applyValues reads default and example, once the rules they must keep are known.
func (c *collector) applyValues(f *model.Field, t *model.Type, set settings, fail failure) {
	if s, found := set.find("default"); found {
		v, err := readValue(s.Value, f.Type)
		if err == nil {
			err = breaks(v, t, f.Rules)
		}
		if err != nil {
			fail(s, "N4", "default: %v", err)
		} else {
			f.Default, f.Optional = &v, true
		}
	}
	if s, found := set.find("example"); found {
		v, err := readValue(s.Value, f.Type)
		if err == nil {
			err = breaks(v, t, f.Rules)
		}
		if err != nil {
			fail(s, directive.CodeValue, "example: %v", err)
		} else {
			f.Examples = append(f.Examples, v)
		}
	}
}

// consistent refuses bounds that leave no value.
func (c *collector) consistent(f *model.Field, t *model.Type, set settings, fail failure) bool {
	ok := true
	low, hasLow := set.find("min")
	if !hasLow {
		low, hasLow = set.find("gt")
	}
	if !hasLow {
		return true
	}
	r := f.Rules
	empty := r.MaxLen >= 0 && r.MinLen > r.MaxLen
	switch t.Kind {
	case model.Int, model.Uint, model.Float:
		for _, pair := range [][2]string{{r.Min, r.Max}, {r.Min, r.Below}, {r.Above, r.Max}, {r.Above, r.Below}} {
			empty = empty || pair[0] != "" && pair[1] != "" && rat(pair[0]).Cmp(rat(pair[1])) > 0
		}
		if r.Min != "" && r.Above != "" || r.Max != "" && r.Below != "" {
			fail(low, directive.CodeValue, "say either min or gt, and either max or lt")
			ok = false
		}
	case model.Duration, model.Time:
		empty = r.Min != "" && r.Max != "" && earlier(r.Max, r.Min, t)
	}
	if empty {
		fail(low, directive.CodeValue, "the lower bound is above the upper one: no value is left")
		return false
	}
	return ok
}

func rat(text string) *big.Rat {
	r, _ := new(big.Rat).SetString(text)
	return r
}

func earlier(a, b string, t *model.Type) bool {
	if t.Kind == model.Duration {
		da, _ := time.ParseDuration(a)
		db, _ := time.ParseDuration(b)
		return da < db
	}
	ta, _ := time.Parse(time.RFC3339Nano, a)
	tb, _ := time.Parse(time.RFC3339Nano, b)
	return ta.Before(tb)
}

// breaks says which rule a value known at generation breaks, or nil.
func breaks(v model.Value, t *model.Type, r model.Rules) error {
	switch v.Kind {
	case model.NumberValue:
		n := rat(v.Text)
		switch {
		case r.Min != "" && n.Cmp(rat(r.Min)) < 0, r.Above != "" && n.Cmp(rat(r.Above)) <= 0,
			r.Max != "" && n.Cmp(rat(r.Max)) > 0, r.Below != "" && n.Cmp(rat(r.Below)) >= 0:
			return fmt.Errorf("%s is outside the bounds", v.JSON)
		case r.MultipleOf != "" && !new(big.Rat).Quo(n, rat(r.MultipleOf)).IsInt():
			return fmt.Errorf("%s is no multiple of %s", v.JSON, r.MultipleOf)
		}
	case model.TextValue:
		if n := utf8.RuneCountInString(v.Text); n < r.MinLen || r.MaxLen >= 0 && n > r.MaxLen {
			return fmt.Errorf("%s is outside the length bounds", v.JSON)
		}
		if r.Pattern != "" && !regexp.MustCompile(r.Pattern).MatchString(v.Text) {
			return fmt.Errorf("%s does not match %s", v.JSON, r.Pattern)
		}
	case model.DurationValue:
		if r.Min != "" && earlier(v.Span.String(), r.Min, t) || r.Max != "" && earlier(r.Max, v.Span.String(), t) {
			return fmt.Errorf("%s is outside the bounds", v.JSON)
		}
	case model.TimeValue:
		if r.Min != "" && earlier(v.Text, r.Min, t) || r.Max != "" && earlier(r.Max, v.Text, t) {
			return fmt.Errorf("%s is outside the bounds", v.JSON)
		}
	case model.ListValue, model.EntriesValue:
		if n := len(v.Items); t.Kind != model.Array && (n < r.MinLen || r.MaxLen >= 0 && n > r.MaxLen) {
			return fmt.Errorf("%s is outside the count bounds", v.JSON)
		}
		if r.Unique {
			for i, item := range v.Items {
				if slices.ContainsFunc(v.Items[:i], func(o model.Value) bool { return o.JSON == item.JSON }) {
					return fmt.Errorf("%s stands twice", item.JSON)
				}
			}
		}
	}
	if r.Enum != nil && !slices.ContainsFunc(r.Enum, func(o model.Value) bool { return o.JSON == v.JSON }) {
		return fmt.Errorf("%s is not one of the enum's values", v.JSON)
	}
	return nil
}

// unsafePattern finds what RE2 takes and ECMA-262, which reads the schema, takes otherwise or not at all (X7).
var unsafePattern = []struct{ find, fix string }{
	{`\A`, "use ^"},
	{`\z`, "use $"},
	{`\Z`, "use $"},
	{`\p`, "list the ranges"},
	{`\P`, "list the ranges"},
	{`\Q`, "escape each character"},
	{`\C`, "use ."},
	{`\a`, `use \x07`},
	{`\x{`, `use \u and four digits, or the character itself`},
	{`[[:`, "list the characters"},
	{`(?i`, "list both cases"},
	{`(?s`, "list the characters"},
	{`(?m`, "remove the flag"},
	{`(?U`, "remove the flag"},
	{`(?-`, "remove the flag"},
	{`(?P<`, "use (?<name>...)"},
}

// checkPattern refuses patterns that are no RE2 or that a JSON Schema validator would read differently.
func checkPattern(pattern string) error {
	if _, err := regexp.Compile(pattern); err != nil {
		return fmt.Errorf("%s is no RE2 pattern: %s", pattern, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	plain := strings.ReplaceAll(pattern, `\\`, "  ") // an escaped backslash starts no escape
	for _, u := range unsafePattern {
		if strings.Contains(plain, u.find) {
			return fmt.Errorf("%s means something else to JSON Schema; %s", u.find, u.fix)
		}
	}
	return nil
}

func deref(t *model.Type) *model.Type {
	for t.Kind == model.Pointer {
		t = t.Elem
	}
	return t
}
