package codec

import "strings"

// Reject notes what the parser of the value's own type says of the value just read (T50, T51). It does nothing when err is nil, or when
// that read failed. Of the error's text the problem has one line, of at most 200 bytes.
func (c *Cursor) Reject(err error) {
	if err == nil || c.failed {
		return
	}
	c.failed = true
	if c.full() {
		return
	}
	b := c.note(c.start)
	begin := len(b)
	if fault, isRegex := strings.CutPrefix(err.Error(), "error parsing regexp: "); isRegex {
		b = appendQuoted(append(b, notRegex...), []byte(fault))
	} else if b = appendCause(b, err); len(b) == begin {
		b = append(appendValue(b, c.text[c.start:c.pos]), " is not accepted"...)
	}
	c.noted(b)
}

// Refuse notes that the string just read is not what is wanted, in words such as "expected IP address such as 192.0.2.1"; what came
// is said behind them, or that nothing did. It does nothing when that read failed.
func (c *Cursor) Refuse(problem string) {
	if c.failed {
		return
	}
	c.failed = true
	b := c.note(c.start)
	text := c.lastText()
	if len(text) == 0 {
		c.noted(append(append(b, "must not be empty; "...), problem...))
		return
	}
	b = append(append(b, problem...), ", got string "...)
	c.noted(appendQuoted(b, text))
}

// StringUpTo reads a string of at most limit bytes, for parsers whose work grows faster than their text (T49, T55). A longer one is
// a problem.
func (c *Cursor) StringUpTo(limit int) string {
	if !c.readText(aString) {
		return ""
	}
	if n := len(c.lastText()); n > limit {
		c.failed = true
		b := appendCount(append(c.note(c.start), "must be at most "...), limit, "byte")
		c.noted(appendHas(b, n))
		return ""
	}
	if c.escaped {
		return string(c.scratch)
	}
	return c.own(c.start+1, c.pos-1)
}

// maxExponent bounds the exponent of a decimal number of any size: its digits may be written out (X13).
const maxExponent = 4096

// DecimalText reads a string that holds a decimal number such as -1.5 or 2e10, and FractionText one that may also be a fraction such
// as 1/3 (T49): at most 4096 bytes, and an exponent of at most that. Spellings that parsers of such numbers take besides, such as
// Inf, 0x1p4 and 1_0, are problems. The problem is said in words such as "expected decimal number such as 1.5".
func (c *Cursor) DecimalText(problem string) string { return c.bigText(problem, false) }

// FractionText is DecimalText for a fraction.
func (c *Cursor) FractionText(problem string) string { return c.bigText(problem, true) }

func (c *Cursor) bigText(problem string, fraction bool) string {
	text := c.StringUpTo(maxExponent)
	if c.failed {
		return ""
	}
	if over, under, found := strings.Cut(text, "/"); fraction && found {
		if isDigits(strings.TrimPrefix(over, "-")) && isDigits(under) && strings.Trim(under, "0") != "" {
			return text
		}
	} else if isDecimal(text) {
		return text
	}
	c.Refuse(problem)
	return ""
}

// isDecimal reports whether text is a number in digits, with a point and an exponent if it likes.
func isDecimal(text string) bool {
	text = strings.TrimPrefix(text, "-")
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		exponent := strings.TrimLeft(text[i+1:], "+-")
		if len(text)-i-1-len(exponent) > 1 || !isDigits(exponent) || len(exponent) > 4 || len(exponent) == 4 && exponent > "4096" {
			return false
		}
		text = text[:i]
	}
	whole, part, point := strings.Cut(text, ".")
	return isDigits(whole) && (!point || isDigits(part))
}

func isDigits(text string) bool {
	for i := range len(text) {
		if !isDigit(text[i]) {
			return false
		}
	}
	return text != ""
}

// Listed checks that the string just read is one of the values, letter by letter.
func (c *Cursor) Listed(values ...string) {
	if c.failed {
		return
	}
	text := c.lastText()
	for _, value := range values {
		if string(text) == value {
			return
		}
	}
	c.OneOf(values...)
}
