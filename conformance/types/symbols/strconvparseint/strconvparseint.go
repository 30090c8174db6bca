// Package strconvparseint wraps strconv ParseInt.
package strconvparseint

import "strconv"

// Args and Want are a call and its answer.
const (
	Args = `{"s":"-1f","base":16,"bitSize":64}`
	Want = `-31`
)

// ParseInt reads a whole number.
//
//tool:name=take
func ParseInt(s string, base int, bitSize int) (i int64, err error) {
	return strconv.ParseInt(s, base, bitSize)
}
