package model

// Coercion says which wrongly typed values are put right (schema.md section 10): a set of bits, zero for none.
type Coercion uint16

// Coercions are the words of the directive coerce, in the order of their bits.
var Coercions = []string{"json", "number", "bool", "scalar-to-string", "enum", "single", "empty", "wrapper"}

// CoercionOf is the bit of a word; zero for none.
func CoercionOf(word string) Coercion {
	for i, known := range Coercions {
		if known == word {
			return 1 << i
		}
	}
	return 0
}

// Has reports whether a word of the directive is in the set.
func (c Coercion) Has(word string) bool { return c&CoercionOf(word) != 0 }
