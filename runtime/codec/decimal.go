package codec

import (
	"bytes"
	"math/bits"
)

// A decimal is the exact value of a number text: digits × 10^exp, negative if neg. digits has no zero at either end; it is empty
// for zero, whose exp is 0. Exponents are kept as numbers and never expanded (J11).
type decimal struct {
	neg    bool
	digits []byte
	exp    int
}

// parseDecimal reads a number text that is known to be valid. The digits are appended to room, which is to be empty.
func parseDecimal(room, text []byte) decimal {
	d := decimal{digits: room}
	i := 0
	if text[0] == '-' {
		d.neg = true
		i++
	}
	fraction := false
	for ; i < len(text) && text[i]|0x20 != 'e'; i++ {
		switch char := text[i]; {
		case char == '.':
			fraction = true
			continue
		case char != '0' || len(d.digits) > 0:
			d.digits = append(d.digits, char)
		}
		if fraction {
			d.exp--
		}
	}
	if i < len(text) {
		d.exp += parseExponent(text[i+1:])
	}
	significant := bytes.TrimRight(d.digits, "0")
	d.exp += len(d.digits) - len(significant)
	d.digits = significant
	if len(significant) == 0 {
		d.neg, d.exp = false, 0
	}
	return d
}

// countDigits returns how many digits a number text has before its exponent.
func countDigits(text []byte) int {
	n := 0
	for _, char := range text {
		if char|0x20 == 'e' {
			break
		}
		if isDigit(char) {
			n++
		}
	}
	return n
}

// parseExponent reads the digits behind an e. Beyond any use it stays at a billion.
func parseExponent(text []byte) int {
	const ceiling = 1_000_000_000
	n, neg := 0, false
	for _, char := range text {
		switch {
		case char == '-':
			neg = true
		case char != '+':
			n = min(n*10+int(char-'0'), ceiling)
		}
	}
	if neg {
		return -n
	}
	return n
}

// compare returns -1, 0 or +1 as d is less than, equal to or greater than e.
func (d decimal) compare(e decimal) int {
	sign := 1
	if d.neg {
		sign = -1
	}
	switch {
	case len(d.digits) == 0 && len(e.digits) == 0:
		return 0
	case len(d.digits) == 0:
		if e.neg {
			return 1
		}
		return -1
	case len(e.digits) == 0 || d.neg != e.neg:
		return sign
	case len(d.digits)+d.exp < len(e.digits)+e.exp:
		return -sign
	case len(d.digits)+d.exp > len(e.digits)+e.exp:
		return sign
	}
	return sign * bytes.Compare(d.digits, e.digits)
}

// isMultipleOf reports whether d is a whole multiple of step, which is positive and has at most 19 digits.
func (d decimal) isMultipleOf(step decimal) bool {
	if len(d.digits) == 0 {
		return true
	}
	if d.exp < step.exp {
		// The step has a factor of 10 more than fits the last digit of d, which is not zero.
		return false
	}
	modulus := uint64(0)
	for _, digit := range step.digits {
		modulus = modulus*10 + uint64(digit-'0')
	}
	rest := uint64(0)
	for _, digit := range d.digits {
		high, low := bits.Mul64(rest, 10)
		low, carry := bits.Add64(low, uint64(digit-'0'), 0)
		rest = bits.Rem64(high+carry, low, modulus)
	}
	// The zeros behind them are one power of ten, by repeated squaring: there may be a billion.
	times := func(a, b uint64) uint64 {
		high, low := bits.Mul64(a, b)
		return bits.Rem64(high, low, modulus)
	}
	for base, zeros := uint64(10), d.exp-step.exp; zeros > 0; zeros >>= 1 {
		if zeros&1 != 0 {
			rest = times(rest, base)
		}
		base = times(base, base)
	}
	return rest == 0
}

// integer returns the magnitude of d when it is a whole number. fits is false when that needs more than 64 bits.
func (d decimal) integer() (magnitude uint64, whole, fits bool) {
	if d.exp < 0 {
		return 0, false, true
	}
	if len(d.digits)+d.exp > 20 {
		return 0, true, false
	}
	for i := range len(d.digits) + d.exp {
		digit := uint64(0)
		if i < len(d.digits) {
			digit = uint64(d.digits[i] - '0')
		}
		high, low := bits.Mul64(magnitude, 10)
		sum, carry := bits.Add64(low, digit, 0)
		if high+carry != 0 {
			return 0, true, false
		}
		magnitude = sum
	}
	return magnitude, true, true
}
