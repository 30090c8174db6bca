package codec

import (
	"bytes"
	"math/bits"
	"strconv"
)

// A walker finds the path of an offset in a JSON text. It is used only when something is wrong, so that reading and writing need
// not keep track of paths. It does not check the text: the part before the offset has been read, or written, by this package.
// Offsets must be asked for in growing order; all of them together cost one walk.
type walker struct {
	text   []byte
	at     int     // the offset last asked for
	pos    int     // how far the walk has come: at, or the end of the string around it
	escape int     // the first backslash from some place before pos on; 0 when not known
	quote  int     // that of the last string before pos
	levels []level // the containers around pos
}

// A level is a container that has begun and not ended.
type level struct {
	begin int // its opening bracket
	key   int // the quote of the key whose value comes or came last; -1 between a comma and the key, and in arrays
	index int // of the item, in arrays; -1 in objects
}

// to returns the walker moved on to the offset. It returns a new one so that the caller's room for the levels stays on its stack.
func (w walker) to(at int) walker {
	text, i := w.text, w.pos
	for i < at {
		switch text[i] {
		case '"':
			w.quote = i
			i = skipString(text, i)
			continue
		case '{', '[':
			if end := w.leap(i, at); end > 0 {
				i = end
				continue
			}
			index := 0
			if text[i] == '{' {
				index = -1
			}
			w.levels = append(w.levels, level{begin: i, key: -1, index: index})
		case '}', ']':
			w.levels = w.levels[:max(0, len(w.levels)-1)]
		case ':', ',':
			if len(w.levels) == 0 {
				break
			}
			switch top := &w.levels[len(w.levels)-1]; {
			case text[i] == ':':
				top.key = w.quote
			case top.index >= 0:
				top.index++
			default:
				top.key = -1
			}
		}
		i++
	}
	w.at, w.pos = at, i
	return w
}

// leap returns the index after the container that begins at offset i, if that lies before at and is not too far, else 0. Most of a
// long text are containers that end before the place in question, so they are searched for brackets and quotes alone.
func (w *walker) leap(i, at int) int {
	// A chain of containers around the place is not to be searched for its end again and again.
	const reach = 4 << 10
	if len(w.levels) == 0 {
		return 0 // the outermost ends behind every place
	}
	if w.escape < i {
		w.escape = len(w.text)
		if next := bytes.IndexByte(w.text[i:], '\\'); next >= 0 {
			w.escape = i + next
		}
	}
	text := w.text[:min(at, i+reach)]
	i, depth, inString := stride(text[:min(len(text), w.escape)], i+1)
	if depth == 0 {
		return i
	}
	if inString {
		i = skipString(text, i-1)
	}
	for i < len(text) {
		switch text[i] {
		case '"':
			i = skipString(text, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return 0
}

// stride goes on from text[i], which stands in a container, by eight bytes at a time. It stops after the end of the container, where
// depth is 0, or near the end of text; depth and inString say how deep in the container that is, counted from 1, and whether it is in
// a string. There is no backslash in text from i on.
func stride(text []byte, i int) (stop, depth int, inString bool) {
	depth = 1
	passed := uint64(0) // the quotes of all words before, added without carry: an odd number of bits is set inside a string
	for i+8 <= len(text) {
		word := load64(text[i : i+8])
		quotes := equal(word, '"')
		// The bits of 0x26 are those in which the four brackets differ; the other characters that have the rest in common with
		// them, Y and y among them, stand in strings alone.
		if brackets := equal(word|ones*0x26, 0x7F); brackets != 0 {
			// Each byte of the first product is the number of quotes up to it: an odd number means inside a string.
			brackets &^= quotes*ones ^ (passed*ones>>56)*ones
			for ; brackets != 0; brackets &= brackets - 1 {
				at := bits.TrailingZeros64(brackets)
				if word>>at&2 != 0 { // the bit in which { and [ differ from } and ]
					depth++
				} else if depth--; depth == 0 {
					return i + at/8 + 1, 0, false
				}
			}
		}
		passed ^= quotes
		i += 8
	}
	return i, depth, bits.OnesCount64(passed)%2 != 0
}

// maxPath is the length in bytes after which a path is cut.
const maxPath = 400

// endSteps is how many steps at either end are shown of a path that has more of them than arguments ever have. Only a result is
// so deep, and it is mostly a cycle, whose steps are all alike.
const endSteps = 4

// appendPath appends the path of the offset that was reached, as in root.items[2].price. At the end of a container and at a key it
// is the path of the container. Of a very deep one it has the first and the last steps: root.next.next….next.next.
func (w walker) appendPath(b []byte, root string) []byte {
	begin := len(b)
	b = append(b, root...)
	last := len(w.levels) - 1
	for i, l := range w.levels {
		switch {
		case len(b)-begin > maxPath:
			return append(b, "…"...)
		case last < MaxDepth || i < endSteps || last-i < endSteps:
		case i == endSteps:
			b = append(b, "…"...)
			continue
		default:
			continue
		}
		closing := i == last && w.at < len(w.text) && (w.text[w.at] == '}' || w.text[w.at] == ']')
		switch {
		case closing:
		case l.index >= 0:
			b = append(b, '[')
			b = strconv.AppendInt(b, int64(l.index), 10)
			b = append(b, ']')
		case l.key >= 0:
			b = appendKey(b, begin, w.text, l.key)
		}
	}
	return b
}

// appendKey appends the key whose quote is text[at] to the path that begins at b[begin].
func appendKey(b []byte, begin int, text []byte, at int) []byte {
	key := unquoted(text, at)
	if !isPlainName(key) {
		return append(appendQuoted(append(b, '['), key), ']')
	}
	if len(b) > begin {
		b = append(b, '.')
	}
	return append(b, key...)
}

// isPlainName reports whether a key stands in a path without brackets and quotes.
func isPlainName(key []byte) bool {
	for i, char := range key {
		if !isLetter(char) && char != '_' && (i == 0 || !isDigit(char) && char != '-') {
			return false
		}
	}
	return 0 < len(key) && len(key) <= maxShown
}
