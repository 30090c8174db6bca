package codec

import (
	"strconv"
)

// Float64 reads any number as the nearest float64 (T7). One that is too large is a problem; one that is too small is zero.
func (c *Cursor) Float64() float64 {
	v, end := shortFloat(c.text, c.pos)
	if end == 0 {
		return c.float64Slow()
	}
	c.start, c.pos = c.pos, end
	c.float, c.floatEnd = v, end
	return v
}

func (c *Cursor) float64Slow() float64 {
	if !c.readNumber(aNumber) {
		return 0
	}
	v, ok := parseFloat(c.lastNumber())
	if !ok {
		c.overflow("64-bit number")
		return 0
	}
	c.float, c.floatEnd = v, c.pos
	return v
}

// Float32 reads any number as the nearest float32 (T8). One that is too large is a problem; one that is too small is zero.
func (c *Cursor) Float32() float32 {
	if !c.readNumber(aNumber) {
		return 0
	}
	v, err := strconv.ParseFloat(string(c.lastNumber()), 32)
	if err != nil {
		c.overflow("32-bit number")
		return 0
	}
	return float32(v)
}

// NumberText reads any number and returns its text as it stands, such as 1.50 (T14). The result stands on its own.
func (c *Cursor) NumberText() string {
	if !c.readNumber(aNumber) {
		return ""
	}
	return c.own(c.start, c.pos)
}

// isNumber reports whether all of text is a number.
func isNumber(text []byte) bool {
	end, valid := number(text, 0)
	return valid && end == len(text)
}

func (c *Cursor) overflow(width string) {
	c.failed = true
	b := appendNumber(c.note(c.start), c.lastNumber())
	c.noted(append(append(b, " is too large for a "...), width...))
}

// readNumber reads the number that comes next and reports whether it is one. Its text is lastNumber then.
func (c *Cursor) readNumber(want kind) bool {
	text, i := c.text, c.pos
	if i >= len(text) || text[i] != '-' && !isDigit(text[i]) {
		if c.relax(want) {
			return c.readNumber(want)
		}
		c.wrong(want)
		return false
	}
	end, valid := number(text, i)
	if !valid {
		return c.breakNumber(i, end)
	}
	c.start, c.pos = i, end
	return true
}

// lastNumber is the text of the number just read.
func (c *Cursor) lastNumber() []byte { return c.text[c.start:c.pos] }

// powers are the powers of ten that a float64 holds exactly.
var powers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseFloat converts the text of a valid number. It fails only by overflow; v is an infinity then.
func parseFloat(text []byte) (v float64, ok bool) {
	if v, end := shortFloat(text, 0); end == len(text) {
		return v, true
	}
	v, err := strconv.ParseFloat(string(text), 64)
	return v, err == nil
}

// shortFloat reads a number of at most 15 digits without an exponent, which is nearly every one, with one exact division, as W. D.
// Clinger showed (How to read floating point numbers accurately, 1990). end is 0 for anything else. It checks the grammar on the way,
// and the cursor keeps the value for the bounds: one pass over the digits where there were four, which took a tenth of an L call.
func shortFloat(text []byte, i int) (v float64, end int) {
	neg := i < len(text) && text[i] == '-'
	if neg {
		i++
	}
	begin, mantissa, places := i, uint64(0), 0
	for i < len(text) && isDigit(text[i]) {
		mantissa = mantissa*10 + uint64(text[i]-'0')
		i++
	}
	if n := i - begin; n == 0 || n > 1 && text[begin] == '0' {
		return 0, 0
	}
	if i < len(text) && text[i] == '.' {
		point := i
		for i++; i < len(text) && isDigit(text[i]); i++ {
			mantissa = mantissa*10 + uint64(text[i]-'0')
		}
		if places = i - point - 1; places == 0 {
			return 0, 0
		}
	}
	if i-begin > 16 || i < len(text) && text[i]|0x20 == 'e' {
		return 0, 0
	}
	v = float64(mantissa)
	if places > 0 {
		v /= powers[places]
	}
	if neg {
		v = -v
	}
	return v, i
}

// AtLeast checks that the number just read is not less than x. The comparison is exact: where the two are one and the same
// float64, the decimals decide.
func (c *Cursor) AtLeast(x float64) {
	if !c.failed && c.compare(x) < 0 {
		c.unbounded("must be at least ", x)
	}
}

// AtMost checks that the number just read is not greater than x, as exactly as AtLeast.
func (c *Cursor) AtMost(x float64) {
	if !c.failed && c.compare(x) > 0 {
		c.unbounded("must be at most ", x)
	}
}

// Above checks that the number just read is greater than x, as exactly as AtLeast.
func (c *Cursor) Above(x float64) {
	if !c.failed && c.compare(x) <= 0 {
		c.unbounded("must be greater than ", x)
	}
}

// Below checks that the number just read is less than x, as exactly as AtLeast.
func (c *Cursor) Below(x float64) {
	if !c.failed && c.compare(x) >= 0 {
		c.unbounded("must be less than ", x)
	}
}

// compare returns -1, 0 or +1 as the number just read is less than, equal to or greater than x.
func (c *Cursor) compare(x float64) int {
	text, v := c.lastNumber(), c.float
	if c.floatEnd != c.pos {
		v, _ = parseFloat(text)
	}
	switch {
	case v < x:
		return -1
	case v > x:
		return 1
	}
	var left, right [32]byte
	var bound [32]byte
	return parseDecimal(left[:0], text).compare(parseDecimal(right[:0], strconv.AppendFloat(bound[:0], x, 'e', -1, 64)))
}

func (c *Cursor) unbounded(message string, x float64) {
	b := AppendFloat64(append(c.note(c.start), message...), x)
	c.noted(appendNumber(append(b, ", got "...), c.lastNumber()))
}

// MultipleOf checks that the number just read is a whole multiple of step, a positive decimal number of at most 19 digits such as
// "0.01". The arithmetic is decimal and exact.
func (c *Cursor) MultipleOf(step string) {
	if c.failed {
		return
	}
	var left, right [32]byte
	if !parseDecimal(left[:0], c.lastNumber()).isMultipleOf(parseDecimal(right[:0], []byte(step))) {
		b := append(append(c.note(c.start), "must be a multiple of "...), step...)
		c.noted(appendNumber(append(b, ", got "...), c.lastNumber()))
	}
}
