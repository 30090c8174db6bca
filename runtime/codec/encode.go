package codec

import (
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// The functions of this file append a value to b and return the extended slice, as the built-in append does. They cannot fail: what
// JSON cannot carry is marked in the bytes, and Finish must see the finished text before anyone else does.

// AppendString appends s as a JSON string. HTML characters, U+2028 and U+2029 stay as they are (O16). Each byte that is not UTF-8
// becomes U+FFFD when Finish has seen the text (O17).
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	if end, ascii, _ := run(s, 0); end == len(s) && (ascii || utf8.ValidString(s)) {
		b = append(b, s...)
	} else {
		b = appendEscaped(b, s, utf8.ValidString)
	}
	return append(b, '"')
}

// appendEscaped is AppendString for a text that is not plain. valid reports whether a part of it is UTF-8.
func appendEscaped[T string | []byte](b []byte, s T, valid func(T) bool) []byte {
	for i := 0; ; i++ {
		end, ascii, _ := run(s, i)
		if plain := s[i:end]; ascii || valid(plain) {
			b = append(b, plain...)
		} else {
			b = appendMarked(b, string(plain))
		}
		if i = end; i == len(s) {
			return b
		}
		b = appendRune(b, rune(s[i]))
	}
}

const hex = "0123456789abcdef"

// appendRune appends one character, with the escape that it needs in a JSON string.
func appendRune(b []byte, r rune) []byte {
	switch {
	case r == '"' || r == '\\':
		return append(b, '\\', byte(r))
	case r >= ' ':
		return utf8.AppendRune(b, r)
	case r == '\n':
		return append(b, '\\', 'n')
	case r == '\r':
		return append(b, '\\', 'r')
	case r == '\t':
		return append(b, '\\', 't')
	case r == '\b':
		return append(b, '\\', 'b')
	case r == '\f':
		return append(b, '\\', 'f')
	}
	return append(b, '\\', 'u', '0', '0', hex[r>>4&0xF], hex[r&0xF])
}

// AppendInt appends v in decimal.
func AppendInt(b []byte, v int64) []byte { return strconv.AppendInt(b, v, 10) }

// AppendUint appends v in decimal.
func AppendUint(b []byte, v uint64) []byte { return strconv.AppendUint(b, v, 10) }

// AppendBool appends true or false.
func AppendBool(b []byte, v bool) []byte { return strconv.AppendBool(b, v) }

// AppendFloat64 appends the shortest text that reads back as v, with an exponent where encoding/json writes one. NaN and the
// infinities are marked (O14).
func AppendFloat64(b []byte, v float64) []byte {
	const exact = 1 << 53 // up to here every whole number is a float64
	if whole := int64(v); -exact < v && v < exact && float64(whole) == v && (whole != 0 || !math.Signbit(v)) {
		return strconv.AppendInt(b, whole, 10)
	}
	// Nearly every fraction in a result has few places. Where n/10^6 is v, it is the shortest text of v, because two decimals of
	// fifteen digits are never the same float64. (strconv's search for it took a tenth of an M call.)
	if size := math.Abs(v); size < 1e9 {
		if n := uint64(size*1e6 + 0.5); n != 0 && float64(n)/1e6 == size {
			return appendMillionths(b, v < 0, n)
		}
	}
	return appendFloat(b, v, 64)
}

// appendMillionths appends n/10^6, which is no whole number.
func appendMillionths(b []byte, neg bool, n uint64) []byte {
	if neg {
		b = append(b, '-')
	}
	b = strconv.AppendUint(b, n/1e6, 10)
	places := [7]byte{'.'}
	rest := uint32(n % 1e6)
	for i := 6; i > 0; i-- {
		places[i] = byte('0' + rest%10)
		rest /= 10
	}
	last := 6
	for places[last] == '0' {
		last--
	}
	return append(b, places[:last+1]...)
}

// AppendFloat32 is AppendFloat64 for a float32, whose shortest text is often shorter than that of the same number as a float64.
func AppendFloat32(b []byte, v float32) []byte { return appendFloat(b, float64(v), 32) }

func appendFloat(b []byte, v float64, width int) []byte {
	size := math.Abs(v)
	scientific := size < 1e-6 || size >= 1e21
	if width == 32 {
		scientific = float32(size) < 1e-6 || float32(size) >= 1e21
	}
	switch {
	case v != v:
		return append(b, marker, markNaN)
	case math.IsInf(v, 0):
		if v > 0 {
			return append(b, marker, markPlusInf)
		}
		return append(b, marker, markMinusInf)
	case scientific && size != 0:
		b = strconv.AppendFloat(b, v, 'e', -1, width)
		if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // 1e-07 is 1e-7 in JavaScript
			b[n-2] = b[n-1]
			b = b[:n-1]
		}
		return b
	}
	return strconv.AppendFloat(b, v, 'f', -1, width)
}

// AppendTime appends t as quoted RFC 3339 text with as many digits of the second as t has. An offset that RFC 3339 cannot spell, one
// with seconds or of more than a day, becomes Z. A year outside 0 to 9999 is marked (O15).
func AppendTime(b []byte, t time.Time) []byte {
	t = spellable(t)
	if year := t.Year(); year < 0 || year > 9999 {
		return append(b, marker, markYear)
	}
	b = append(b, '"')
	b = t.AppendFormat(b, time.RFC3339Nano)
	return append(b, '"')
}

// spellable is t itself, or in UTC where RFC 3339 cannot spell its offset.
func spellable(t time.Time) time.Time {
	if _, offset := t.Zone(); offset%60 != 0 || offset <= -24*3600 || 24*3600 <= offset {
		return t.UTC()
	}
	return t
}

// AppendNumber appends a number that is kept as its text, as json.Number is (T14); "" is 0, as in encoding/json. Text that is no JSON
// number is marked.
func AppendNumber(b []byte, text string) []byte {
	if text == "" {
		return append(b, '0')
	}
	if !isNumber([]byte(text)) {
		return appendFailure(b, "is text that is no JSON number")
	}
	return append(b, text...)
}

// AppendDuration appends d as quoted Go text such as "1h30m0s", which [Cursor.Duration] reads back.
func AppendDuration(b []byte, d time.Duration) []byte {
	b = append(b, '"')
	b = append(b, d.String()...)
	return append(b, '"')
}

// EndObject ends an object whose fields were each written with a comma behind them, because some of them may be left out.
func EndObject(b []byte) []byte {
	if n := len(b) - 1; n >= 0 && b[n] == ',' {
		b[n] = '}'
		return b
	}
	return append(b, '}')
}
