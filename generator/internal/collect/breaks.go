package collect

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// breaks says which rule a value known at generation breaks, or nil.
func breaks(v model.Value, t *model.Type, r model.Rules) error {
	kind := v.Kind
	if t.NumberForm() && kind != model.NullValue {
		kind = model.NumberValue
	}
	switch kind {
	case model.NumberValue:
		n := rat(v.JSON)
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
		if err := breaksFormat(v.Text, r.Format); err != nil {
			return err
		}
		if r.Pattern != "" && !regexp.MustCompile(r.Pattern).MatchString(v.Text) {
			return fmt.Errorf("%s does not match %s", v.JSON, r.Pattern)
		}
	case model.DurationValue, model.TimeValue:
		if text := written(v); r.Min != "" && earlier(text, r.Min, t) || r.Max != "" && earlier(r.Max, text, t) {
			return fmt.Errorf("%s is outside the bounds", v.JSON)
		}
	case model.ListValue, model.EntriesValue:
		if n := len(v.Items); t.Kind != model.Array && (n < r.MinLen || r.MaxLen >= 0 && n > r.MaxLen) {
			return fmt.Errorf("%s is outside the count bounds", v.JSON)
		}
		if twice, found := repeated(v.Items); found && r.Unique {
			return fmt.Errorf("%s stands twice", twice.JSON)
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
		da, _ := length(a, t) // both have been read before
		db, _ := length(b, t)
		return da < db
	}
	ta, _ := instant(a, t)
	tb, _ := instant(b, t)
	return ta.Before(tb)
}

// leavesNothing reports whether no value of a type can keep the rules.
func leavesNothing(t *model.Type, r model.Rules) bool {
	kind := t.Kind
	if t.NumberForm() {
		kind = model.Float
	}
	switch kind {
	case model.Int, model.Uint:
		low, high := integerRange(t)
		low, high = wholeBounds(r, low, high)
		if r.MultipleOf != "" && rat(r.MultipleOf).IsInt() { // the first multiple from low on
			step := rat(r.MultipleOf).Num()
			rest := new(big.Int).Mod(low, step)
			if rest.Sign() != 0 {
				low = new(big.Int).Add(low, new(big.Int).Sub(step, rest))
			}
		}
		return low.Cmp(high) > 0
	case model.Float, model.Text:
		for _, pair := range []struct {
			low, high string
			open      bool
		}{{r.Min, r.Max, false}, {r.Min, r.Below, true}, {r.Above, r.Max, true}, {r.Above, r.Below, true}} {
			if pair.low == "" || pair.high == "" {
				continue
			}
			if n := rat(pair.low).Cmp(rat(pair.high)); n > 0 || n == 0 && pair.open {
				return true
			}
		}
	case model.Duration, model.Time:
		return r.Min != "" && r.Max != "" && earlier(r.Max, r.Min, t)
	}
	return r.MaxLen >= 0 && r.MinLen > r.MaxLen
}

// wholeBounds narrows a range of integers by the rules.
func wholeBounds(r model.Rules, low, high *big.Int) (*big.Int, *big.Int) {
	narrow := func(text string, down bool, shift int64) {
		if text == "" {
			return
		}
		n := new(big.Int).Add(rat(text).Num(), big.NewInt(shift))
		if down && n.Cmp(high) < 0 {
			high = n
		}
		if !down && n.Cmp(low) > 0 {
			low = n
		}
	}
	narrow(r.Min, false, 0)
	narrow(r.Above, false, 1)
	narrow(r.Max, true, 0)
	narrow(r.Below, true, -1)
	return low, high
}
