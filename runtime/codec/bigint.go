package codec

import "strconv"

// Whole numbers of any size (T48). The room does not know math/big: what it returns is the decimal text that big.Int.SetString
// reads, without plus sign, prefix or underscore.

// maxBigDigits is how many digits such a number may have, as it stands and when its exponent is written out (X13): math/big works
// in more than linear time.
const maxBigDigits = 4096

// IntegerText reads a whole number of any size that is sent as a string such as "-12", which is how a JavaScript host keeps it exact,
// or as a plain number (X10). It returns the digits, with a minus sign where there is one; "0" after a problem.
func (c *Cursor) IntegerText() string {
	if c.pos < len(c.text) && (c.text[c.pos] == '-' || isDigit(c.text[c.pos])) {
		return c.IntegerNumber()
	}
	if !c.readText(aWholeText) {
		return "0"
	}
	text := c.lastText()
	i := 0
	if len(text) > 0 && text[0] == '-' {
		i = 1
	}
	switch end := digits(text, i); {
	case end == i || end < len(text):
		c.Refuse(`expected whole number such as "42"`)
		return "0"
	case end-i > maxBigDigits:
		c.manyDigits(text)
		return "0"
	case c.escaped:
		return string(text)
	}
	return c.own(c.start+1, c.pos-1)
}

// IntegerNumber reads a whole number of any size that is sent as a number; 5.0 and 1e3 are whole. It returns the digits as
// IntegerText does.
func (c *Cursor) IntegerNumber() string {
	if !c.readNumber(aWhole) {
		return "0"
	}
	text := c.lastNumber()
	if countDigits(text) > maxBigDigits {
		c.manyDigits(text)
		return "0"
	}
	if end := digits(text, 0); end == len(text) || text[0] == '-' && digits(text, 1) == len(text) {
		return c.own(c.start, c.pos)
	}
	var room [64]byte
	d := parseDecimal(room[:0], text)
	switch {
	case d.exp < 0:
		c.failed = true
		b := append(c.note(c.start), "expected whole number, got number "...)
		c.noted(appendNumber(b, text))
		return "0"
	case len(d.digits)+d.exp > maxBigDigits:
		c.manyDigits(text)
		return "0"
	}
	out := make([]byte, 0, 2+len(d.digits)+d.exp)
	if d.neg {
		out = append(out, '-')
	}
	out = append(out, d.digits...)
	for range d.exp {
		out = append(out, '0')
	}
	if len(out) == 0 {
		return "0"
	}
	return string(out)
}

func (c *Cursor) manyDigits(text []byte) {
	c.failed = true
	b := append(appendNumber(c.note(c.start), text), " has more than "...)
	c.noted(append(strconv.AppendInt(b, maxBigDigits, 10), " digits"...))
}
