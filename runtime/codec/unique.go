package codec

import (
	"bytes"
	"slices"
	"strconv"
)

// Lists without repetition (uniqueItems). Two items are equal as JSON values, as JSON Schema says: 1 and 1.0 are one number, and the
// order of an object's keys does not count.

// Unique checks that no two items of an array that was just read are equal, as Go values. Where an item could not be read the zero in
// its place says nothing, and the text of the items is asked.
func Unique[T comparable](c *Cursor, items []T) {
	if c.failed || len(items) < 2 || c.full() {
		return
	}
	first, second := repeated(items)
	if second == 0 {
		return
	}
	if begin, spoiled := c.spoiledFrom(); spoiled {
		first, second = c.equalItems(begin)
	}
	c.repeats(c.pos-1, first, second)
}

// repeated returns the indexes of the first item that stands twice, or zeros.
func repeated[T comparable](items []T) (first, second int) {
	const few = 16 // up to here, comparing each with each is cheaper than a map
	if len(items) <= few {
		for second, item := range items {
			for first, earlier := range items[:second] {
				if item == earlier {
					return first, second
				}
			}
		}
		return 0, 0
	}
	seen := make(map[T]int, len(items))
	for second, item := range items {
		if first, found := seen[item]; found {
			return first, second
		}
		seen[item] = second
	}
	return 0, 0
}

// Distinct checks that the array that comes next has no two equal items, whatever they are, and leaves the cursor where it is: it is
// called before Array. Unique does the same faster for strings, booleans and whole numbers, whose Go values are equal when the JSON
// is.
func (c *Cursor) Distinct() {
	if c.pos < len(c.text) && c.text[c.pos] == '[' && !c.full() {
		first, second := c.equalItems(c.pos)
		c.repeats(c.pos, first, second)
	}
}

// equalItems returns the indexes of the first item that is equal to an earlier one, or zeros, in the array that begins at text[at]. It
// gives up where an item cannot be read, which is a problem for those who read it.
func (c *Cursor) equalItems(at int) (first, second int) {
	const few = 16 // as for repeated
	var (
		room [256]byte
		ends [few]int
		all  = room[:0] // the items in a form that equal ones share
		seen map[string]int
	)
	if at = space(c.text, at+1); at < len(c.text) && c.text[at] == ']' {
		return 0, 0
	}
	for n := 0; ; n++ {
		begin := len(all)
		if all, at = appendCanonical(all, c.text, at, c.depth+1); at < 0 {
			return 0, 0
		}
		item := all[begin:]
		switch {
		case n < few:
			from := 0
			for i, end := range ends[:n] {
				if bytes.Equal(all[from:end], item) {
					return i, n
				}
				from = end
			}
			ends[n] = len(all)
		case seen == nil:
			seen = make(map[string]int, 4*few)
			from := 0
			for i, end := range ends {
				seen[string(all[from:end])] = i
				from = end
			}
			fallthrough
		default:
			if i, found := seen[string(item)]; found {
				return i, n
			}
			seen[string(item)] = n
			all = all[:begin]
		}
		if at = space(c.text, at); at >= len(c.text) || c.text[at] != ',' {
			return 0, 0
		}
		at = space(c.text, at+1)
	}
}

// repeats notes that two items of an array are equal; two zeros mean none.
func (c *Cursor) repeats(at, first, second int) {
	if second == 0 {
		return
	}
	c.noted(appendRepeats(c.note(at), first, second))
}

func appendRepeats(b []byte, first, second int) []byte {
	b = strconv.AppendInt(append(b, "must not repeat an item; items "...), int64(first), 10)
	b = strconv.AppendInt(append(b, " and "...), int64(second), 10)
	return append(b, " are equal"...)
}

// Valid reports whether the value just read was right. A wrong one is no item of a set: its zero may be an item that comes later.
func (c *Cursor) Valid() bool { return !c.failed }

// RepeatedItem notes that the item just read stands for the same as an earlier one of its array, which is read as a set (T37).
func (c *Cursor) RepeatedItem() {
	if c.failed || c.full() {
		return
	}
	at := c.start
	if last := c.text[c.pos-1]; last == '}' || last == ']' {
		if at = c.pos - 1; c.spoiled() {
			return
		}
	}
	c.noted(append(c.note(at), "is equal to an earlier item; send each item once"...))
}

// appendCanonical appends the value that begins at text[i] in a form that equal values share, and no others. next is the index behind
// the value, or -1 where it cannot be read: its syntax is broken, it stands too deep, or a key of an object stands twice. depth counts
// the containers around it.
//
// Each part of the form ends with a byte that no UTF-8 text contains, so that none is the beginning of another.
func appendCanonical(out, text []byte, i, depth int) (_ []byte, next int) {
	if i >= len(text) {
		return out, -1
	}
	switch char := text[i]; char {
	case '"':
		return appendCanonicalString(out, text, i)
	case 't', 'f', 'n':
		for _, name := range [...]string{"true", "false", "null"} {
			if end := i + len(name); end <= len(text) && string(text[i:end]) == name {
				return append(out, char, endOfPart), end
			}
		}
		return out, -1
	case '{', '[':
		if depth >= MaxDepth {
			return out, -1
		}
	default:
		end, valid := number(text, i)
		if !valid {
			return out, -1
		}
		return appendCanonicalNumber(out, text[i:end]), end
	}

	// An array or an object. It is read here, and not by functions of their own, because only then does out stay on the stack of those
	// who put it there.
	opening := text[i]
	out = append(out, opening)
	var room [8]member
	members := room[:0]
	if i = space(text, i+1); i < len(text) && text[i] == opening+2 {
		return append(out, endOfPart), i + 1
	}
	for {
		m := member{from: len(out)}
		if opening == '{' {
			if i >= len(text) || text[i] != '"' {
				return out, -1
			}
			if out, i = appendCanonicalString(out, text, i); i < 0 {
				return out, -1
			}
			m.key = len(out)
			if i = space(text, i); i >= len(text) || text[i] != ':' {
				return out, -1
			}
			i = space(text, i+1)
		}
		if out, i = appendCanonical(out, text, i, depth+1); i < 0 {
			return out, -1
		}
		if opening == '{' {
			m.to = len(out)
			members = append(members, m)
		}
		switch i = space(text, i); {
		case i < len(text) && text[i] == ',':
			i = space(text, i+1)
		case i < len(text) && text[i] == opening+2:
			out, twins := sortMembers(out, members)
			if twins {
				return out, -1
			}
			return append(out, endOfPart), i + 1
		default:
			return out, -1
		}
	}
}

// A member is a field of an object, as a part of a canonical form: its key, then its value.
type member struct{ from, key, to int }

const endOfPart = 0xFF

func appendCanonicalString(out, text []byte, i int) (_ []byte, next int) {
	out = append(out, '"')
	end, plain := scan(text, i+1)
	if plain {
		out = append(out, text[i+1:end]...)
	} else {
		var bad fault
		if out, end, bad = unescape(out, text, i); bad.what != sound || end == len(text) {
			return out, -1
		}
	}
	return append(out, endOfPart), end + 1
}

func appendCanonicalNumber(out, text []byte) []byte {
	sign := len(out)
	d := parseDecimal(append(out, '+')[sign+1:], text)
	out = append(append(out, '+'), d.digits...) // to where they are, if they had room there
	if d.neg {
		out[sign] = '-'
	}
	if far := 1_000_000; d.exp < -far || d.exp > far { // where parseExponent may have stopped counting: as it is spelt
		out = append(append(out, 'e'), text[bytes.IndexAny(text, "eE")+1:]...)
	}
	return append(strconv.AppendInt(append(out, 'e'), int64(d.exp), 10), endOfPart)
}

// sortMembers puts the members of an object, which are the last part of out, into the order of their keys, and reports whether a key
// stands twice.
func sortMembers(out []byte, members []member) (_ []byte, twins bool) {
	byKey := func(a, b member) int { return bytes.Compare(out[a.from:a.key], out[b.from:b.key]) }
	if slices.IsSortedFunc(members, byKey) {
		return out, hasTwins(out, members)
	}
	slices.SortFunc(members, byKey)
	if hasTwins(out, members) {
		return out, true
	}
	end := len(out)
	begin := end
	for _, m := range members {
		out = append(out, out[m.from:m.to]...)
		begin = min(begin, m.from)
	}
	copy(out[begin:], out[end:])
	return out[:end], false
}

// hasTwins reports whether two members that stand next to each other have the same key.
func hasTwins(out []byte, sorted []member) bool {
	for i := 1; i < len(sorted); i++ {
		a, b := sorted[i-1], sorted[i]
		if bytes.Equal(out[a.from:a.key], out[b.from:b.key]) {
			return true
		}
	}
	return false
}
