package codec

import "math/bits"

// The functions of this file look at bytes alone: they find where things end and judge nothing but their form. Eight bytes at a time
// is where the speed of the cursor comes from.

// space returns the index of the first byte of text, from i on, that is not JSON white space.
func space(text []byte, i int) int {
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	return i
}

func isSpace(char byte) bool {
	const blanks uint64 = 1<<' ' | 1<<'\t' | 1<<'\n' | 1<<'\r'
	return char <= ' ' && blanks>>char&1 != 0
}

// number returns the end of the number (RFC 8259, J10) that begins at text[i]. When there is none, valid is false and end is the
// byte that should have been a digit, or should not have been one.
func number(text []byte, i int) (end int, valid bool) {
	if i < len(text) && text[i] == '-' {
		i++
	}
	if i < len(text) && text[i] == '0' {
		if i++; i < len(text) && isDigit(text[i]) {
			return i, false
		}
	} else if end = digits(text, i); end == i {
		return i, false
	} else {
		i = end
	}
	if i < len(text) && text[i] == '.' {
		if end = digits(text, i+1); end == i+1 {
			return end, false
		}
		i = end
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		if i++; i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		if end = digits(text, i); end == i {
			return i, false
		}
		i = end
	}
	return i, true
}

// digits returns the end of the run of decimal digits that begins at text[i].
func digits(text []byte, i int) int {
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i
}

func isDigit(char byte) bool { return char-'0' <= 9 }

func isLetter(char byte) bool { return (char|0x20)-'a' < 26 }

// scan looks for the quote that ends the string whose first byte is text[i]. A string is plain when it is ASCII without escapes and
// control characters; any other must be read by unquote.
func scan(text []byte, i int) (end int, plain bool) {
	end, ascii, stop := run(text, i)
	return end, ascii && stop == '"'
}

// run returns the end of the run of bytes, from text[i] on, that stand for themselves in a string: up to a quote, a backslash, a
// control character, which is stop, or the end of text; stop is 0 then.
func run[T ~[]byte | ~string](text T, i int) (end int, ascii bool, stop byte) {
	high := uint64(0)
	for i+8 <= len(text) {
		word := load64(text[i : i+8])
		if ends := specials(word); ends != 0 {
			high |= word & (ends&-ends - 1)
			i += bits.TrailingZeros64(ends) / 8
			return i, high&highs == 0, text[i]
		}
		high |= word
		i += 8
	}
	for ; i < len(text); i++ {
		if stop = text[i]; stop < ' ' || stop == '"' || stop == '\\' {
			return i, high&highs == 0, stop
		}
		high |= uint64(stop)
	}
	return i, high&highs == 0, 0
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// specials sets the high bit of the bytes of word that end a run. The lowest that is set is right; those above it may not be.
// (The zero-byte test of Alan Mycroft, 1987.)
func specials(word uint64) uint64 {
	quote := word ^ ones*'"'
	slash := word ^ ones*'\\'
	return ((quote-ones)&^quote | (slash-ones)&^slash | (word-ones*' ')&^word) & highs
}

// load64 reads eight bytes, the first as the lowest. The compiler makes one load of it.
func load64[T ~[]byte | ~string](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// skipString returns the index after the string whose opening quote is text[i], or len(text) when it does not end.
func skipString(text []byte, i int) int {
	for i++; i < len(text); {
		end, _, stop := run(text, i)
		switch stop {
		case '"':
			return end + 1
		case '\\':
			end++
		}
		i = end + 1
	}
	return len(text)
}

// equal sets the low bit of each byte of word that is char.
func equal(word uint64, char byte) uint64 {
	const low = ones * 0x7F
	other := word ^ ones*uint64(char)
	return ^(other&low + low | other | low) >> 7
}
