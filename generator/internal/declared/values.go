package declared

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/runtime/codec"
)

// The keywords that hold values.

func (r *reader) typeKeyword(way string, v, _ *tree, s *codec.Shape, _ int) {
	names := []*tree{v}
	if v.isArray() {
		names = v.parts
	}
	for _, name := range names {
		if !name.isText() || !slices.Contains(types, name.str()) || slices.Contains(s.Type, name.str()) {
			r.fault(way, "must be one of "+strings.Join(types, ", ")+", or a list of them, got "+v.String(), `write "type":"object" or the like`)
			return
		}
		s.Type = append(s.Type, name.str())
	}
	if len(names) == 0 {
		r.fault(way, "must name a type", `write "type":"object" or the like`)
	}
}

func (r *reader) enum(way string, v, _ *tree, s *codec.Shape, _ int) {
	if !v.isArray() || len(v.parts) == 0 {
		r.fault(way, "must be a list of values", `write ["a","b"] or the like`)
		return
	}
	for _, value := range v.parts {
		s.Enum = append(s.Enum, value.String())
	}
}

func number(field func(*codec.Shape) *string) keyword {
	return func(r *reader, way string, v, _ *tree, s *codec.Shape, _ int) {
		if !v.isNumber() {
			fix := "write a number"
			if v.isBool() {
				fix = "write the bound itself, a number"
			}
			r.fault(way, "must be a number", fix)
			return
		}
		*field(s) = v.text
	}
}

func (r *reader) multipleOf(way string, v, _ *tree, s *codec.Shape, _ int) {
	const mostDigits = 19
	digits, _, _ := strings.Cut(strings.ToLower(v.text), "e")
	digits = strings.Trim(strings.Replace(digits, ".", "", 1), "0")
	switch {
	case !v.isNumber() || digits == "" || digits[0] == '-':
		r.fault(way, "must be a number greater than 0", "write a number such as 0.01")
	case len(digits) > mostDigits:
		r.fault(way, fmt.Sprintf("must have at most %d digits", mostDigits), "write a number such as 0.01")
	}
	s.MultipleOf = v.text
}

func lowest(field func(*codec.Shape) **codec.Range) keyword {
	return func(r *reader, way string, v, _ *tree, s *codec.Shape, _ int) {
		n, ok := r.count(way, v)
		if at := field(s); !ok {
			return
		} else if *at != nil {
			(*at).Min = n
		} else {
			*at = &codec.Range{Min: n, Max: -1}
		}
	}
}

func highest(field func(*codec.Shape) **codec.Range) keyword {
	return func(r *reader, way string, v, _ *tree, s *codec.Shape, _ int) {
		n, ok := r.count(way, v)
		if at := field(s); !ok {
			return
		} else if *at != nil {
			(*at).Max = n
		} else {
			*at = &codec.Range{Max: n}
		}
	}
}

// contained is how many items contains must find: at least one, unless minContains says otherwise.
func contained(s *codec.Shape) **codec.Range {
	if s.Contained == nil {
		s.Contained = &codec.Range{Min: 1, Max: -1}
	}
	return &s.Contained
}

func (r *reader) count(way string, v *tree) (int, bool) {
	if v.isNumber() && len(v.text) <= 24 {
		if _, exponent, found := strings.Cut(strings.ToLower(v.text), "e"); !found || len(exponent) <= 3 {
			exact, ok := new(big.Rat).SetString(v.text)
			if ok && exact.IsInt() && exact.Sign() >= 0 && exact.Num().IsInt64() && exact.Num().Int64() <= math.MaxInt32 {
				return int(exact.Num().Int64()), true
			}
		}
	}
	r.fault(way, fmt.Sprintf("must be a whole number from 0 to %d", math.MaxInt32), "write a number such as 1")
	return 0, false
}

func (r *reader) flag(way string, v *tree) bool {
	if !v.isBool() {
		r.fault(way, "must be true or false", "write true")
	}
	return v.text == "true"
}

// names reads a list of different names.
func (r *reader) names(way string, v *tree) []string {
	var out []string
	for _, part := range v.parts {
		if !v.isArray() || !part.isText() || slices.Contains(out, part.str()) {
			r.fault(way, "must be a list of different names", `write ["name"] or the like`)
			return nil
		}
		out = append(out, part.str())
	}
	if !v.isArray() {
		r.fault(way, "must be a list of different names", `write ["name"] or the like`)
	}
	return out
}

func (r *reader) dependentRequired(way string, v, _ *tree, s *codec.Shape, _ int) {
	if !v.isObject() {
		r.fault(way, "must be an object of lists of names", `write {"card":["address"]} or the like`)
		return
	}
	for i, key := range v.keys {
		if needs := r.names(way+"."+key, v.parts[i]); len(needs) > 0 {
			s.DependentRequired = append(s.DependentRequired, codec.Dependency{Name: key, Needs: needs})
		}
	}
}

func (r *reader) pattern(way string, v, _ *tree, s *codec.Shape, _ int) {
	if !v.isText() {
		r.fault(way, "must be a text", `write "^[a-z]+$" or the like`)
		return
	}
	if r.isPattern(way, v.str()) {
		s.Pattern = codec.NewPattern(v.str())
	}
}

func (r *reader) isPattern(way, expr string) bool {
	err := CheckPattern(expr)
	if err != nil {
		r.faults = append(r.faults, Fault{way + ": " + err.Error(), "write what both RE2 and ECMA-262 read alike, such as ^[a-z]+$"})
	}
	return err == nil
}

// format is a check for the formats that the decoder knows, else an annotation (X5).
func (r *reader) format(way string, v, _ *tree, s *codec.Shape, _ int) {
	name := v.str()
	switch {
	case !v.isText():
		r.fault(way, "must be a text", `write "date-time" or the like`)
	case name == "regex":
		s.Syntax = codec.RegexSyntax
	case model.IsChecked(name):
		s.Format = name
	case !slices.Contains(model.Formats(), name):
		r.notes = append(r.notes, Fault{way + ": JSON Schema knows no format " + name + ", so it is a note to readers alone", nearestFormat(name)})
	}
}

func nearestFormat(name string) string {
	if near := diag.Nearest(name, model.Formats()); near != "" {
		return "did you mean " + near + "?"
	}
	return "one of the checked ones: date-time, date, time, email, hostname, ipv4, ipv6, uri, uuid, regex"
}

// The annotations.

func note(r *reader, way string, v, _ *tree, _ *codec.Shape, _ int) {
	if !v.isText() {
		r.fault(way, "must be a text", "put it in quotes")
	}
}

func mark(r *reader, way string, v, _ *tree, _ *codec.Shape, _ int) { r.flag(way, v) }

func silent(*reader, string, *tree, *tree, *codec.Shape, int) {}
