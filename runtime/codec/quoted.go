package codec

import (
	"math"
	"strconv"
)

// Numbers and booleans that travel as strings (S6, the option string of a json tag). Only the text that a writer would write is
// taken: "12" but neither 12 nor "012", "1.50" because a number has no one form with a point, but not "+1.5" or "NaN".

// QuotedInt reads a string that holds a whole number in plain form: decimal digits without a leading zero, a plus or a point.
func QuotedInt[T whole64](c *Cursor) T {
	if !c.readText(aQuotedWhole) {
		return 0
	}
	v, ok := plainWhole[T](c.lastText())
	if !ok {
		c.badQuoted(lowest[T](), highest[T]())
	}
	return v
}

// badQuoted notes that the string just read holds no whole number between lo and hi.
func (c *Cursor) badQuoted(lo int64, hi uint64) {
	if !isPlainWhole(c.lastText()) {
		c.misquoted(aQuotedWhole)
		return
	}
	c.failed = true
	c.noted(appendRange(appendQuoted(c.note(c.start), c.lastText()), lo, hi))
}

// QuotedFloat64 reads a string that holds a JSON number, as the nearest float64.
func (c *Cursor) QuotedFloat64() float64 { return c.quotedFloat(64) }

// QuotedFloat32 is QuotedFloat64 for a float32.
func (c *Cursor) QuotedFloat32() float32 { return float32(c.quotedFloat(32)) }

func (c *Cursor) quotedFloat(width int) float64 {
	if !c.readText(aQuotedNumber) {
		return 0
	}
	text := c.lastText()
	if end, valid := number(text, 0); !valid || end != len(text) {
		c.misquoted(aQuotedNumber)
		return 0
	}
	if v, end := shortFloat([]byte(text), 0); end == len(text) && width == 64 {
		return v
	}
	v, err := strconv.ParseFloat(string(text), width)
	if err != nil {
		c.failed = true
		b := append(appendQuoted(c.note(c.start), text), " is too large for a "...)
		c.noted(append(strconv.AppendInt(b, int64(width), 10), "-bit number"...))
		return 0
	}
	return v
}

// QuotedBool reads the string "true" or "false".
func (c *Cursor) QuotedBool() bool {
	if !c.readText(aQuotedBool) {
		return false
	}
	switch string(c.lastText()) {
	case "true":
		return true
	case "false":
		return false
	}
	c.misquoted(aQuotedBool)
	return false
}

// misquoted notes that the string just read does not hold what is wanted in it.
func (c *Cursor) misquoted(want kind) {
	c.failed = true
	b := append(append(c.note(c.start), "expected "...), want.name()...)
	c.noted(appendQuoted(append(b, ", got string "...), c.lastText()))
}

// AppendQuotedInt appends v in decimal, as a string.
func AppendQuotedInt(b []byte, v int64) []byte {
	return append(strconv.AppendInt(append(b, '"'), v, 10), '"')
}

// AppendQuotedUint appends v in decimal, as a string.
func AppendQuotedUint(b []byte, v uint64) []byte {
	return append(strconv.AppendUint(append(b, '"'), v, 10), '"')
}

// AppendQuotedFloat64 appends what AppendFloat64 does, as a string. NaN and the infinities have no such text either (O14).
func AppendQuotedFloat64(b []byte, v float64) []byte {
	if v != v || math.IsInf(v, 0) {
		return AppendFloat64(b, v)
	}
	return append(AppendFloat64(append(b, '"'), v), '"')
}

// AppendQuotedFloat32 is AppendQuotedFloat64 for a float32.
func AppendQuotedFloat32(b []byte, v float32) []byte {
	if v != v || math.IsInf(float64(v), 0) {
		return AppendFloat32(b, v)
	}
	return append(AppendFloat32(append(b, '"'), v), '"')
}

// AppendQuotedBool appends "true" or "false".
func AppendQuotedBool(b []byte, v bool) []byte {
	return append(strconv.AppendBool(append(b, '"'), v), '"')
}

// plainWhole converts the text of a whole number in plain form; ok is false for any other text, and where T does not hold it.
func plainWhole[T whole64](text []byte) (v T, ok bool) {
	if !isPlainWhole(text) {
		return 0, false
	}
	digits, neg := text, text[0] == '-'
	if neg {
		digits = digits[1:]
	}
	if len(digits) > 20 {
		return 0, false
	}
	magnitude := uint64(0)
	for _, digit := range digits {
		next := magnitude*10 + uint64(digit-'0')
		if magnitude > math.MaxUint64/10 || next < magnitude {
			return 0, false
		}
		magnitude = next
	}
	if v = T(magnitude); neg {
		v = -v
		return v, v < 0 && uint64(-int64(v)) == magnitude
	}
	return v, v >= 0 && uint64(v) == magnitude
}

// isPlainWhole reports whether text matches ^(0|-?[1-9][0-9]*)$.
func isPlainWhole(text []byte) bool {
	if len(text) > 0 && text[0] == '-' {
		text = text[1:]
		if len(text) > 0 && text[0] == '0' {
			return false
		}
	}
	return len(text) > 0 && digits(text, 0) == len(text) && (text[0] != '0' || len(text) == 1)
}

// lowest and highest are the ends of a type's range.
func lowest[T whole64]() int64 {
	if signed := ^T(0) < 0; !signed {
		return 0
	}
	return -int64(highest[T]()) - 1
}

func highest[T whole64]() uint64 {
	all := ^T(0)
	if all > 0 {
		return uint64(all)
	}
	v := T(1)
	for v<<1 > 0 {
		v = v<<1 | 1
	}
	return uint64(v)
}

// appendRange appends the problem of a whole number that is not between lo and hi, behind that number.
func appendRange(b []byte, lo int64, hi uint64) []byte {
	switch {
	case lo == 0 && hi == math.MaxUint64:
		return append(b, " must be 0 or more and fit in 64 bits"...)
	case lo == math.MinInt64:
		return append(b, " does not fit in 64 bits"...)
	}
	b = strconv.AppendInt(append(b, " must be between "...), lo, 10)
	return strconv.AppendUint(append(b, " and "...), hi, 10)
}
