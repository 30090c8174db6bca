package codec

import "strconv"

// The checks of this file speak about the array or object whose loop has just ended, and are noted at it.

// Count checks that an array has at least lo and at most hi items, of which n were read. A negative hi means no upper bound.
func (c *Cursor) Count(n, lo, hi int) { c.count(n, lo, hi, "item") }

// Entries is Count for an object that is read as a map.
func (c *Cursor) Entries(n, lo, hi int) { c.count(n, lo, hi, "entry") }

// SetCount is Count for an array that is read as a set (T37), of which n items are different. Where one stands twice, that alone is the
// problem.
func (c *Cursor) SetCount(n, lo, hi int) {
	if n >= lo || c.failed || !c.full() && !c.spoiled() {
		c.count(n, lo, hi, "item")
	}
}

func (c *Cursor) count(n, lo, hi int, part string) {
	switch {
	case c.failed:
		c.noneIsTooFew(lo)
	case c.full():
	case n < lo && part == "entry" && c.spoiled():
		// A key that could not be read is missing from the count, and is a problem of its own.
	case n < lo:
		c.noted(appendAtLeast(c.note(c.pos-1), lo, n, part))
	case hi >= 0 && n > hi:
		c.noted(appendAtMost(c.note(c.pos-1), hi, n, part))
	}
}

// Exactly checks that an array has the wanted number of items, of which n were found (T31).
func (c *Cursor) Exactly(n, want int) {
	if c.failed || n == want {
		if c.failed {
			c.reword("expected array", func(b []byte) []byte { return appendCount(append(b, "expected array of "...), want, "item") }, inBrackets)
		}
		return
	}
	b := appendCount(append(c.note(c.pos-1), "expected exactly "...), want, "item")
	c.noted(strconv.AppendInt(append(b, ", got "...), int64(n), 10))
}

// noneIsTooFew corrects the advice for something else than a list where it would be refused too: the read that failed did not know
// how many items there must be.
func (c *Cursor) noneIsTooFew(lo int) {
	if lo > 0 {
		c.reword("expected array, got null; "+emptyList, func(b []byte) []byte { return appendSome(append(b, "expected array, got null; "...), lo) }, "")
	}
	if lo > 1 {
		c.reword("expected array", func(b []byte) []byte { return appendCount(append(b, "expected array of at least "...), lo, "item") }, inBrackets)
	}
}

// appendSome is emptyList where a list must have at least lo items.
func appendSome(b []byte, lo int) []byte {
	return appendCount(append(b, "send at least "...), lo, "item")
}

// spoiled reports whether a problem was noted inside the container that has just ended.
func (c *Cursor) spoiled() bool {
	_, spoiled := c.spoiledFrom()
	return spoiled
}

// spoiledFrom is spoiled, with the opening bracket of the container.
func (c *Cursor) spoiledFrom() (begin int, spoiled bool) {
	if c.report == nil {
		return 0, false
	}
	end := c.pos - 1
	walk := walker{text: c.text}.to(end)
	begin = walk.levels[len(walk.levels)-1].begin
	for _, mark := range c.report.marks {
		if begin < int(mark.at) && int(mark.at) < end {
			return begin, true
		}
	}
	return begin, false
}

// maxHint and hintReach bound what Hint promises and how many bytes it looks at.
const (
	maxHint   = 1024
	hintReach = 512
)

// Hint returns how many items the array that comes next is likely to have, to size a slice before it is filled: exactly, when the
// array ends within a few hundred bytes, else by extrapolation, and at most 1024. It is 0 when no array comes next.
func (c *Cursor) Hint() int {
	text := c.text
	if c.pos >= len(text) || text[c.pos] != '[' {
		return 0
	}
	begin := c.pos + 1
	end := min(len(text), begin+hintReach)
	commas, depth, empty := 0, 0, true
	for i := begin; i < end; i++ {
		switch text[i] {
		case '"':
			empty = false
			i = skipString(text[:end], i) - 1
		case '{', '[':
			empty = false
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				if empty {
					return 0
				}
				return commas + 1
			}
		case ',':
			if depth == 0 {
				commas++
			}
		case ' ', '\t', '\n', '\r':
		default:
			empty = false
		}
	}
	return min(maxHint, (commas+1)*(len(text)-begin)/max(1, end-begin))
}
