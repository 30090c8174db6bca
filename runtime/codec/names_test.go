package codec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/runtime/codec"
)

type color int8

func appendColor(b []byte, v color) []byte {
	switch v {
	case 0:
		return append(b, `"sea"`...)
	case 1:
		return append(b, `"red"`...)
	case 2:
		return append(b, `"sea green"`...)
	}
	return codec.AppendNumberText(b, v)
}

// O20: a value outside the names of its enum is its decimal text.
func TestAppendNumberText_O20(t *testing.T) {
	require.Equal(t, `"-128"`, string(codec.AppendNumberText(nil, color(-128))))
	require.Equal(t, `"18446744073709551615"`, string(codec.AppendNumberText(nil, uint64(math.MaxUint64))))
	require.Equal(t, `"-9223372036854775808"`, string(codec.AppendNumberText(nil, int64(math.MinInt64))))
	require.Equal(t, `"0"`, string(codec.AppendNumberText(nil, uintptr(0))))
}

// T38: the keys of a map are in the order of what is written, which is not that of their numbers.
func TestNameKeys_T38(t *testing.T) {
	require.Equal(t, []color{-1, 10, 9, 1, 0, 2}, codec.NameKeys(map[color]int{0: 0, 1: 0, 2: 0, 9: 0, 10: 0, -1: 0}, appendColor))
	require.Empty(t, codec.NameKeys(map[color]int(nil), appendColor))
}

// A name is written without an allocation, and a map needs its list of keys and room for two names.
func TestNamesAllocate(t *testing.T) {
	b := make([]byte, 0, 64)
	require.Zero(t, testing.AllocsPerRun(100, func() { appendColor(appendColor(b, 2), 77) }))
	m := map[color]int{0: 0, 1: 0, 2: 0, 9: 0}
	require.LessOrEqual(t, testing.AllocsPerRun(100, func() { codec.NameKeys(m, appendColor) }), 5.0)
}
