package emit

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// checks writes the checks of the value that was just read into a place (section 5 of schema.md). A check does nothing
// where the read before it failed, so they need no conditions.
func (b *body) checks(place string, t *model.Type, r model.Rules) []jen.Code {
	if t.Form == model.QuotedForm {
		return nil // no keyword bounds the number in a text, and no check either
	}
	var out []jen.Code
	check := func(method string, args ...jen.Code) { out = append(out, b.on(method, args...)) }
	switch t.Kind {
	case model.Pointer:
		return b.checks("*"+place, t.Elem, r)
	case model.Optional:
		return b.checks(place+"."+t.Hold.Value, t.Elem, r)
	case model.String, model.Bytes:
		if low, high, some := lengths(r); some {
			check("Length", low, high)
		}
		switch {
		case r.Format == "regex":
			check("Regex")
		case model.IsChecked(r.Format): // X5
			check("Format", jen.Lit(r.Format))
		}
		if r.Pattern != "" {
			check("Match", jen.Id(b.mention(b.page.pattern(r.Pattern, b.owner))))
		}
	case model.Int, model.Uint, model.Float, model.Number:
		b.numberChecks(place, t, r, &out)
	case model.Text:
		if t.Form == "number" {
			b.numberChecks(place, t, r, &out)
		} else if r.Enum != nil {
			check("Listed", words(40, texts(r.Enum))...)
		}
	case model.Duration, model.Time:
		if t.NumberForm() {
			b.numberChecks(place, t, r, &out)
		} else {
			b.timeChecks(place, t, r, &out)
		}
	case model.Slice, model.Map:
		method := "Count"
		if t.IsSet() {
			method = "SetCount"
		} else if t.Kind == model.Map {
			method = "Entries"
		}
		if low, high, some := lengths(r); some {
			check(method, jen.Len(jen.Id(place)), low, high)
		}
	}
	if t.Kind == model.Slice || t.Kind == model.Array {
		out = append(out, b.unique(place, t, r)...)
	}
	return out
}

// numberChecks writes what the bounds inside the read do not say.
func (b *body) numberChecks(place string, t *model.Type, r model.Rules, out *[]jen.Code) {
	low, high := bounds(t, r)
	for _, rule := range []struct {
		method, limit string
		done          bool
	}{
		{"AtLeast", r.Min, low != nil},
		{"AtMost", r.Max, high != nil},
		{"Above", r.Above, false},
		{"Below", r.Below, false},
	} {
		if rule.limit != "" && !rule.done {
			*out = append(*out, b.on(rule.method, jen.Id(rule.limit)))
		}
	}
	if r.MultipleOf != "" {
		*out = append(*out, b.on("MultipleOf", jen.Lit(r.MultipleOf)))
	}
	if r.Enum != nil {
		args := []jen.Code{b.ref(), jen.Id(place)}
		for _, v := range r.Enum {
			n, _ := b.literal(v, t)
			args = append(args, n)
		}
		*out = append(*out, b.codec("Among").Call(args...))
	}
}

// lengths are the arguments of Length, Count and Entries.
func lengths(r model.Rules) (low, high jen.Code, some bool) {
	return jen.Lit(r.MinLen), jen.Lit(r.MaxLen), r.MinLen > 0 || r.MaxLen >= 0
}

// bounds are min and max of an integer as whole numbers; nil for none. One that int does not hold on every platform (T6)
// is left to a check after the read.
func bounds(t *model.Type, r model.Rules) (low, high *big.Int) {
	if t.Kind != model.Int && t.Kind != model.Uint || t.Enum != nil && r.Enum == nil {
		return nil, nil
	}
	return whole(t, r.Min, 1), whole(t, r.Max, 0)
}

// whole reads a bound, a number that JSON may write as 1e3 or 2.5, and rounds it: up for a lower bound, down for an upper.
func whole(t *model.Type, text string, up int64) *big.Int {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	n := new(big.Int).Div(r.Num(), r.Denom()) // Euclidean: rounds down, the denominator being positive
	if !r.IsInt() {
		n.Add(n, big.NewInt(up))
	}
	bits := t.Bits
	if bits == 0 {
		bits = 32
	}
	least, most := big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), uint(bits))
	if t.Kind == model.Int {
		most.Rsh(most, 1)
		least.Neg(most)
	}
	if n.Cmp(least) < 0 || n.Cmp(most) >= 0 {
		return nil
	}
	return n
}

// bound is one argument of IntIn and its like: the number, or the end of the type's width, which stands for none.
func (b *body) bound(t *model.Type, n *big.Int, end string) jen.Code {
	switch {
	case n != nil:
		return jen.Id(n.String())
	case t.Kind == model.Uint && end == "Min":
		return jen.Lit(0)
	case integer(t) == "uintptr":
		return b.named("math", "MaxUint")
	}
	name := integer(t)
	return b.named("math", end+strings.ToUpper(name[:1])+name[1:])
}

func bitsOf(t *model.Type) string {
	if t.Bits == 0 {
		return ""
	}
	return strconv.Itoa(t.Bits)
}

// span reads a bound of a duration in Go's form, which collect has checked.
func (b *body) span(text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		b.page.fail("%q is no duration", text)
	}
	return d
}
