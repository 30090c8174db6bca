package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// quotedValue is an expression that reads a number or boolean which is sent as a string (S6).
func (b *body) quotedValue(t *model.Type) *jen.Statement {
	switch t.Kind {
	case model.Bool:
		return b.convert(t, b.on("QuotedBool"))
	case model.Float:
		return b.convert(t, b.on("QuotedFloat"+bitsOf(t)))
	}
	return b.codec("QuotedInt").Index(b.typ(t.Go)).Call(b.ref())
}

// appendQuoted appends such a value as a string.
func (b *body) appendQuoted(buffer jen.Code, place string, t *model.Type) *jen.Statement {
	switch t.Kind {
	case model.Int:
		return b.codec("AppendQuotedInt").Call(buffer, b.as("int64", place, t))
	case model.Uint:
		return b.codec("AppendQuotedUint").Call(buffer, b.as("uint64", place, t))
	case model.Bool:
		return b.codec("AppendQuotedBool").Call(buffer, b.plain(place, t))
	}
	return b.codec("AppendQuotedFloat"+bitsOf(t)).Call(buffer, b.plain(place, t))
}
