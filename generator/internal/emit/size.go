package emit

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// size guesses how many bytes an encoded result takes: a constant, and terms for what only the call knows. Each value
// counts as text of the usual length, not of the greatest: a buffer that has to grow now and then costs less than one that
// is always too large. Nothing breaks where the guess is wrong.
type size struct {
	fixed int
	terms []term
}

// term is some bytes for each item of a slice or map, or byte of a string.
type term struct {
	each  int
	place string
}

// maxTerms keeps the expression readable; what is beyond counts as a constant.
const maxTerms = 4

// room spells a size as the capacity of a buffer, rounded up so that small changes of the model leave it alone.
func (b *body) room(s size) *jen.Statement {
	out := jen.Null()
	if s.fixed > 0 || s.terms == nil {
		out.Lit(roundUp(s.fixed, 16))
	}
	for i, t := range s.terms {
		if i > 0 || s.fixed > 0 {
			out.Op("+")
		}
		switch {
		case t.each > 2:
			out.Lit(roundUp(t.each, 8)).Op("*")
		case t.each > 1:
			out.Lit(t.each).Op("*")
		}
		out.Len(jen.Id(t.place))
	}
	return out
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }

// sizeOf guesses the size of the value at a place, the fields of a struct one by one.
func sizeOf(t *model.Type, place string) size {
	switch t.Kind {
	case model.Struct:
		place = strings.TrimPrefix(place, "*") // a selector looks through a pointer
		return sizeOfFields(t.Struct.Object.All(), func(path []model.Step) string { return join(place, path) })
	case model.String:
		if t.Enum == nil {
			return size{2, []term{{1, place}}}
		}
	case model.Bytes:
		if !t.Sized() {
			return size{2, []term{{bytesRoom(t), place}}}
		}
	case model.Raw:
		if t.Form == "list" {
			return size{0, []term{{1, place}}}
		}
	case model.Slice:
		return size{2, []term{{inside(t.Elem, 0) + 1, place}}}
	case model.Map:
		if t.IsSet() {
			return size{2, []term{{inside(t.Elem, 0) + 1, place}}}
		}
		return size{2, []term{{20 + inside(t.Elem, 0), place}}}
	}
	return size{fixed: inside(t, 0)}
}

// sizeOfFields guesses the size of an object.
func sizeOfFields(fields []*model.Field, place func([]model.Step) string) size {
	s := size{fixed: 2}
	for _, f := range fields {
		s.fixed += len(f.Name) + 4
		one := size{fixed: inside(f.Type, 0)}
		if f.Type.Kind != model.Struct && lastAlloc(f) < 0 {
			one = sizeOf(f.Type, place(f.Path))
		}
		if len(s.terms)+len(one.terms) > maxTerms {
			one = size{fixed: inside(f.Type, 0)}
		}
		s.fixed += one.fixed
		s.terms = append(s.terms, one.terms...)
	}
	return s
}

// inside guesses the size of a value that is not looked at, such as the item of a slice.
func inside(t *model.Type, depth int) int {
	const deep, unknown = 4, 32
	switch t.Kind {
	case model.Bool:
		return 5
	case model.String, model.Names:
		if t.Enum != nil {
			longest := 0
			for _, v := range t.Enum.Values {
				longest = max(longest, len(v.Value)+2)
			}
			return longest
		}
		return 18 // sixteen characters
	case model.Int, model.Uint:
		return 7
	case model.Float, model.Number:
		return 8
	case model.Bytes:
		if t.Sized() {
			return 2 + int(t.Len)*bytesRoom(t)
		}
	case model.Duration:
		return 12
	case model.Time:
		return 32 // fractions of a second or an offset, seldom both
	case model.Text:
		return 24 // an address, a short URL
	case model.Pointer, model.Optional:
		return max(4, inside(t.Elem, depth))
	case model.Array:
		if t.Len <= 1<<10 && depth < deep {
			return 2 + int(t.Len)*(1+inside(t.Elem, depth+1))
		}
	case model.Struct:
		if depth < deep {
			return insideStruct(t.Struct, depth)
		}
	case model.Union:
		if depth >= deep {
			return unknown
		}
		largest := 4
		for _, s := range variants(t) {
			largest = max(largest, insideStruct(s, deep-1)) // what lies in it is seldom the largest again
		}
		return largest
	}
	return unknown
}

func insideStruct(s *model.StructType, depth int) int {
	n := 2
	for _, f := range s.Object.All() {
		n += len(strconv.Quote(f.Name)) + 2 + inside(f.Type, depth+1)
	}
	return n
}
