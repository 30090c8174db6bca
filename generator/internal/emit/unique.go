package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// equalInGo reports whether two items are equal as JSON exactly when their Go values are: then they are compared once they are read.
// Two texts of a time may be one time, two numbers one float64, and a struct may hold a pointer.
func equalInGo(t *model.Type) bool {
	switch t.Kind {
	case model.String, model.Int, model.Uint, model.Bool:
		return true
	}
	return false
}

// distinct looks ahead for equal items of an array that is to have none, where Go cannot tell afterwards.
func (b *body) distinct(t *model.Type, r model.Rules) []jen.Code {
	if !r.Unique || equalInGo(t.Elem) {
		return nil
	}
	return []jen.Code{b.on("Distinct")}
}

// unique checks the items of an array that was read into a place.
func (b *body) unique(place string, t *model.Type, r model.Rules) []jen.Code {
	if !r.Unique || !equalInGo(t.Elem) {
		return nil
	}
	items := jen.Id(place)
	if t.Kind == model.Array {
		items.Index(jen.Empty(), jen.Empty())
	}
	return []jen.Code{b.codec("Unique").Call(b.ref(), items)}
}
