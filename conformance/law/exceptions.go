package law

// X is an exception from the containment law (schema.md 9.4): a place where the decoder is stricter or looser than the
// schema, on purpose. The list is closed.
type X string

// The exceptions, and what raises them.
const (
	X1  X = "X1"  // a leap second, or a time that Go cannot hold: time.Time, format=date-time and time
	X2  X = "X2"  // a deprecated value of an enum, which decodes
	X3  X = "X3"  // null for what is optional
	X4  X = "X4"  // a key that comes twice, in every tool
	X5  X = "X5"  // a format or contentEncoding, which are annotations in 2020-12
	X6  X = "X6"  // an integer outside the Go type where the schema has no bounds: int, int64, uint64 and the like, and those in quotes
	X7  X = "X7"  // RE2 and ECMA differ: excluded at generation, so no case raises it
	X8  X = "X8"  // rules across the fields of a struct or of the arguments (R18)
	X9  X = "X9"  // a coercion that a directive asks for
	X10 X = "X10" // a harmless spelling: the duration "0", an integer for a big.Int
	X11 X = "X11" // a text that the type's own parser refuses
	X12 X = "X12" // a number outside the Go type: floats, and integers in an any
	X13 X = "X13" // the limits of depth, size and digits, in every tool
	X14 X = "X14" // keys of a map that are out of range, refused by their type, or equal once decoded
	X15 X = "X15" // bounds of durations and times, which no keyword expresses
)

// Exceptions returns all of them in order.
func Exceptions() []X {
	return []X{X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15}
}

// always are those that no Go type is needed for: they are about JSON itself.
var always = []X{X4, X13}
