package collect

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/generator/internal/model"
)

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
