package codec_test

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/codec"
)

// T49, X13: decimals and fractions of any size, but for what parsers take besides, and for exponents that fill the memory.
func TestT49BigNumberTexts(t *testing.T) {
	const want = "expected decimal number such as 1.5"
	runRows(t, func(c *codec.Cursor) { c.DecimalText(want) }, []row{
		{"T49 whole", `"-12"`, ""},
		{"T49 point and exponent", `"1.50e-4096"`, ""},
		{"T49 long", `"3.14159265358979323846264338327950288"`, ""},
		{"X13 exponent", `"1e4097"`, want + `, got string "1e4097"`},
		{"X13 huge exponent", `"1e999999999"`, want + `, got string "1e999999999"`},
		{"T49 infinity", `"Inf"`, want + `, got string "Inf"`},
		{"T49 hexadecimal", `"0x1p4"`, want + `, got string "0x1p4"`},
		{"T49 underscore", `"1_0"`, want + `, got string "1_0"`},
		{"T49 plus", `"+1"`, want + `, got string "+1"`},
		{"T49 two signs", `"1e--1"`, want + `, got string "1e--1"`},
		{"T49 no digits", `".5"`, want + `, got string ".5"`},
		{"T49 fraction", `"1/3"`, want + `, got string "1/3"`},
		{"T49 empty", `""`, "must not be empty; " + want},
		{"T49 number", `1.5`, "expected string, got number 1.5; put quotes around it"},
	})
	const fraction = "expected fraction such as 1/3"
	runRows(t, func(c *codec.Cursor) { c.FractionText(fraction) }, []row{
		{"T49 fraction", `"-1/3"`, ""},
		{"T49 decimal as a fraction", `"1.5"`, ""},
		{"T49 by zero", `"1/00"`, fraction + `, got string "1/00"`},
		{"T49 no divisor", `"1/"`, fraction + `, got string "1/"`},
		{"X13 fraction", `"1e999999"`, fraction + `, got string "1e999999"`},
	})
}
