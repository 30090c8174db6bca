package codec

import (
	"math"
	"strconv"
)

// Integers (T3 to T6). JSON Schema calls 5.0, 1e3 and -0 integers, and so does this package: they are converted from their text,
// exactly, and anything with a fraction is refused.

// maxDigits is how many digits an integer may have, as it stands and when its exponent is written out (J11). It bounds the work, not
// the value: no more than 20 digits fit into any type.
const maxDigits = 400

// signed reads an integer of the given width between lo and hi.
func (c *Cursor) signed(lo, hi int64, width int) int64 {
	text, i := c.text, c.pos
	neg := i < len(text) && text[i] == '-'
	if neg {
		i++
	}
	magnitude, end := short(text, i)
	if end == 0 {
		return c.signedSlow(lo, hi, width)
	}
	c.start, c.pos = c.pos, end
	v := int64(magnitude)
	if neg {
		v = -v
	}
	if v < lo || v > hi {
		c.outside(v < lo, lo, hi, width)
		return 0
	}
	return v
}

// unsigned reads an integer of the given width between lo and hi.
func (c *Cursor) unsigned(lo, hi uint64, width int) uint64 {
	v, end := short(c.text, c.pos)
	if end == 0 {
		return c.unsignedSlow(lo, hi, width)
	}
	c.start, c.pos = c.pos, end
	if v < lo || v > hi {
		c.outsideUnsigned(v < lo, lo, hi, width)
		return 0
	}
	return v
}

// short reads a plain integer of at most 18 digits, which is nearly every one. end is 0 for anything else.
func short(text []byte, i int) (v uint64, end int) {
	begin := i
	for i < len(text) && isDigit(text[i]) {
		v = v*10 + uint64(text[i]-'0')
		i++
	}
	if n := i - begin; n == 0 || n > 18 || n > 1 && text[begin] == '0' {
		return 0, 0
	}
	if i < len(text) && (text[i] == '.' || text[i]|0x20 == 'e') {
		return 0, 0
	}
	return v, i
}

func (c *Cursor) signedSlow(lo, hi int64, width int) int64 {
	neg, magnitude, state := c.integer()
	limit := uint64(math.MaxInt64)
	if neg {
		limit++
	}
	if state == fits && magnitude <= limit {
		v := int64(magnitude)
		if neg {
			v = -v
		}
		if lo <= v && v <= hi {
			return v
		}
		neg = v < lo
	}
	if state != refused {
		c.outside(neg, lo, hi, width)
	}
	return 0
}

func (c *Cursor) unsignedSlow(lo, hi uint64, width int) uint64 {
	neg, magnitude, state := c.integer()
	if state == fits && (!neg || magnitude == 0) {
		if lo <= magnitude && magnitude <= hi {
			return magnitude
		}
		neg = magnitude < lo
	}
	if state != refused {
		c.outsideUnsigned(neg, lo, hi, width)
	}
	return 0
}

// Outcomes of integer.
type outcome uint8

const (
	refused outcome = iota // and noted
	fits                   // in 64 bits and a sign
	huge
)

// integer reads any integer.
func (c *Cursor) integer() (neg bool, magnitude uint64, state outcome) {
	if !c.readNumber(aWhole) {
		return false, 0, refused
	}
	text := c.lastNumber()
	var d decimal
	var room [32]byte
	if countDigits(text) <= maxDigits {
		if d = parseDecimal(room[:0], text); len(d.digits)+d.exp <= maxDigits && -d.exp <= maxDigits {
			magnitude, isWhole, ok := d.integer()
			switch {
			case isWhole && ok:
				return d.neg, magnitude, fits
			case isWhole:
				return d.neg, 0, huge
			}
			c.failed = true
			b := append(c.note(c.start), "expected whole number, got number "...)
			c.noted(appendNumber(b, text))
			return false, 0, refused
		}
	}
	c.failed = true
	b := append(appendNumber(c.note(c.start), text), " has more than "...)
	c.noted(append(strconv.AppendInt(b, maxDigits, 10), " digits"...))
	return false, 0, refused
}

// outside notes that the number just read is below lo or above hi. A bound that is the end of the width is not named where the
// other one says enough.
func (c *Cursor) outside(below bool, lo, hi int64, width int) {
	least, most := int64(-1)<<(width-1), int64(1)<<(width-1)-1
	c.failed = true
	b := c.note(c.start)
	switch {
	case width == 64 && (below && lo == least || !below && hi == most):
		c.noted(append(appendNumber(b, c.lastNumber()), " does not fit in 64 bits"...))
		return
	case below && lo > least && hi == most:
		b = strconv.AppendInt(append(b, "must be at least "...), lo, 10)
	case !below && lo == least && hi < most:
		b = strconv.AppendInt(append(b, "must be at most "...), hi, 10)
	default:
		b = strconv.AppendInt(append(b, "must be between "...), lo, 10)
		b = strconv.AppendInt(append(b, " and "...), hi, 10)
	}
	c.noted(appendNumber(append(b, ", got "...), c.lastNumber()))
}

// outsideUnsigned is outside for unsigned integers.
func (c *Cursor) outsideUnsigned(below bool, lo, hi uint64, width int) {
	most := uint64(math.MaxUint64) >> (64 - width)
	c.failed = true
	b := c.note(c.start)
	switch {
	case width == 64 && !below && hi == most:
		c.noted(append(appendNumber(b, c.lastNumber()), " does not fit in 64 bits"...))
		return
	case below && lo == 0 && hi == most:
		b = append(b, "must be 0 or more"...)
	case below && hi == most:
		b = strconv.AppendUint(append(b, "must be at least "...), lo, 10)
	case !below && lo == 0 && hi < most:
		b = strconv.AppendUint(append(b, "must be at most "...), hi, 10)
	default:
		b = strconv.AppendUint(append(b, "must be between "...), lo, 10)
		b = strconv.AppendUint(append(b, " and "...), hi, 10)
	}
	c.noted(appendNumber(append(b, ", got "...), c.lastNumber()))
}

// Int reads an int, whose width is that of the machine.
func (c *Cursor) Int() int { return int(c.signed(math.MinInt, math.MaxInt, strconv.IntSize)) }

// Int8 reads an int8.
func (c *Cursor) Int8() int8 { return int8(c.signed(math.MinInt8, math.MaxInt8, 8)) }

// Int16 reads an int16.
func (c *Cursor) Int16() int16 { return int16(c.signed(math.MinInt16, math.MaxInt16, 16)) }

// Int32 reads an int32.
func (c *Cursor) Int32() int32 { return int32(c.signed(math.MinInt32, math.MaxInt32, 32)) }

// Int64 reads an int64.
func (c *Cursor) Int64() int64 { return c.signed(math.MinInt64, math.MaxInt64, 64) }

// Uint reads a uint, whose width is that of the machine.
func (c *Cursor) Uint() uint { return uint(c.unsigned(0, math.MaxUint, strconv.IntSize)) }

// Uint8 reads a uint8.
func (c *Cursor) Uint8() uint8 { return uint8(c.unsigned(0, math.MaxUint8, 8)) }

// Uint16 reads a uint16.
func (c *Cursor) Uint16() uint16 { return uint16(c.unsigned(0, math.MaxUint16, 16)) }

// Uint32 reads a uint32.
func (c *Cursor) Uint32() uint32 { return uint32(c.unsigned(0, math.MaxUint32, 32)) }

// Uint64 reads a uint64.
func (c *Cursor) Uint64() uint64 { return c.unsigned(0, math.MaxUint64, 64) }

// Uintptr reads a uintptr, whose width is that of a uint.
func (c *Cursor) Uintptr() uintptr { return uintptr(c.Uint()) }

// IntIn reads an int between lo and hi, both included. For a bound on one side only, the other is the end of the width.
func (c *Cursor) IntIn(lo, hi int) int { return int(c.signed(int64(lo), int64(hi), strconv.IntSize)) }

// Int8In is IntIn for an int8.
func (c *Cursor) Int8In(lo, hi int8) int8 { return int8(c.signed(int64(lo), int64(hi), 8)) }

// Int16In is IntIn for an int16.
func (c *Cursor) Int16In(lo, hi int16) int16 { return int16(c.signed(int64(lo), int64(hi), 16)) }

// Int32In is IntIn for an int32.
func (c *Cursor) Int32In(lo, hi int32) int32 { return int32(c.signed(int64(lo), int64(hi), 32)) }

// Int64In is IntIn for an int64.
func (c *Cursor) Int64In(lo, hi int64) int64 { return c.signed(lo, hi, 64) }

// UintIn is IntIn for a uint.
func (c *Cursor) UintIn(lo, hi uint) uint {
	return uint(c.unsigned(uint64(lo), uint64(hi), strconv.IntSize))
}

// Uint8In is IntIn for a uint8.
func (c *Cursor) Uint8In(lo, hi uint8) uint8 { return uint8(c.unsigned(uint64(lo), uint64(hi), 8)) }

// Uint16In is IntIn for a uint16.
func (c *Cursor) Uint16In(lo, hi uint16) uint16 {
	return uint16(c.unsigned(uint64(lo), uint64(hi), 16))
}

// Uint32In is IntIn for a uint32.
func (c *Cursor) Uint32In(lo, hi uint32) uint32 {
	return uint32(c.unsigned(uint64(lo), uint64(hi), 32))
}

// Uint64In is IntIn for a uint64.
func (c *Cursor) Uint64In(lo, hi uint64) uint64 { return c.unsigned(lo, hi, 64) }

// UintptrIn is IntIn for a uintptr.
func (c *Cursor) UintptrIn(lo, hi uintptr) uintptr { return uintptr(c.UintIn(uint(lo), uint(hi))) }
