package codec

import (
	"bytes"
	"slices"
)

// Integer types that are sent as the names of their constants (T72). The adapter's own switches read and write the names; here is
// what stands behind them.

// AppendNumberText appends v in decimal, as a string: the form of a value that is none of an enum's constants (O20).
func AppendNumberText[T whole64](b []byte, v T) []byte {
	return append(appendDecimal(append(b, '"'), v), '"')
}

// NameKeys returns the keys of m in the bytewise order of their names (T38), which appendName appends as JSON strings.
func NameKeys[M ~map[K]V, K whole64, V any](m M, appendName func([]byte, K) []byte) []K {
	keys := make([]K, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	var left, right []byte
	slices.SortFunc(keys, func(a, b K) int {
		left, right = appendName(left[:0], a), appendName(right[:0], b)
		return bytes.Compare(left[1:len(left)-1], right[1:len(right)-1]) // without the quotes: a space is less than one
	})
	return keys
}
