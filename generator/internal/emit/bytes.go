package emit

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// codings are the encodings of bytes by the names that package codec has for them: c.Hex, c.FillHex, codec.AppendHex (T20, T21).
var codings = map[string]string{"base64": "Base64", "base64url": "Base64URL", "hex": "Hex", "utf8": "UTF8"}

// readBytes is the expression that reads bytes; nil for an array of them, which is filled in its place.
func (b *body) readBytes(t *model.Type) *jen.Statement {
	if t.Sized() {
		return nil
	}
	return b.on(codings[t.Form])
}

// fillBytes reads bytes into an array.
func (b *body) fillBytes(place string, t *model.Type) jen.Code {
	return b.on("Fill"+codings[t.Form], all(place))
}

// appendBytes appends bytes in their encoding.
func (b *body) appendBytes(buffer jen.Code, place string, t *model.Type) *jen.Statement {
	data := jen.Id(place)
	if t.Sized() {
		data = all(place)
	}
	return b.codec("Append"+codings[t.Form]).Call(buffer, data)
}

// all is the slice over an array, or over the one that a pointer points to.
func all(place string) *jen.Statement {
	return jen.Id(strings.TrimPrefix(place, "*")).Index(jen.Empty(), jen.Empty())
}

// bytesRoom guesses how many bytes of text a byte takes.
func bytesRoom(t *model.Type) int {
	if t.Form == "utf8" {
		return 1
	}
	return 2
}

// bytesLiteral spells bytes that are known at generation.
func (b *body) bytesLiteral(text string, t *model.Type) *jen.Statement {
	if !t.Sized() {
		return b.typ(t.Go).Call(jen.Id(quoted(text)))
	}
	list := make([]jen.Code, len(text))
	for i := range len(text) {
		list[i] = jen.Id("0x" + strconv.FormatUint(uint64(text[i])|0x100, 16)[1:])
	}
	return b.typ(t.Go).Values(list...)
}
