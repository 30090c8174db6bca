package codec

import (
	"bytes"
	"cmp"
	"slices"
)

// Leniency says which wrongly typed values a cursor puts right (schema.md section 10): a set of bits, zero for none. Each one is
// asked for by a directive, each use of it is a note, and none of them widens the schema.
type Leniency uint16

// What can be put right.
const (
	JSONText      Leniency = 1 << iota // L4: a string that holds an array or object is read as that; one layer only
	NumberText                         // L5: "5" is read as 5
	BoolText                           // L6: "true" is read as true
	ScalarAsText                       // L7: 5 is read as "5"
	FoldedEnum                         // L8: an enum's value is found without regard to case, blanks, - and _
	SingleItem                         // L9: x is read as [x]
	EmptyAsAbsent                      // L10: "" for an optional value that is no string counts as absent
	WrappedArgs                        // L12: {"arguments":{...}} is read as the inner object
	IgnoreUnknown                      // L11: unknown keys are skipped
	WarnUnknown                        // L11: unknown keys are skipped and noted
)

// maxWrapped bounds how many single items are put into arrays of their own: each one copies the arguments.
const maxWrapped = 16

// mending is what a lenient cursor has put right so far.
type mending struct {
	notes   []mended
	owned   bool   // the text is a copy, which may be changed
	inside  int    // up to here the text was JSON inside a string: one layer only
	wrapped []span // single items

	skipped []skipped // unknown keys, by depth
}

// span is a value that was put into an array of its own: the brackets around it.
type span struct{ from, to int }

// mended is one note without its path.
type mended struct {
	at   int
	kind string
	text string
}

// unknownKeys are the bits that hold for all arguments.
const unknownKeys = IgnoreUnknown | WarnUnknown

// Lenient makes the cursor put right what l says from here on, and returns what held before, which a second call restores. What
// happens to unknown keys is said once, for all arguments: a later call adds to it and takes nothing away.
func (c *Cursor) Lenient(l Leniency) Leniency {
	before := c.lenient
	c.lenient = l | before&unknownKeys
	return before
}

// Notes returns what was put right, in the order of the arguments; nil for nothing. It is to be called after Close.
func (c *Cursor) Notes() []Note {
	if c.mends == nil || len(c.mends.notes) == 0 {
		return nil
	}
	slices.SortStableFunc(c.mends.notes, func(a, b mended) int { return a.at - b.at })
	var levels [8]level
	walk := walker{text: c.text, levels: levels[:0]}
	notes := make([]Note, len(c.mends.notes))
	for i, m := range c.mends.notes {
		path := ""
		if m.at != whole {
			walk = walk.to(m.at)
			path = string(walk.appendPath(nil, ""))
		}
		notes[i] = Note{Kind: m.kind, Path: cmp.Or(path, "arguments"), Text: m.text}
	}
	return notes
}

func (c *Cursor) mend(at int, kind, text string) {
	m := c.mended()
	m.notes = append(m.notes, mended{at, kind, text})
}

// mended is what was put right so far, made when the first is.
func (c *Cursor) mended() *mending {
	if c.mends == nil {
		c.mends = &mending{}
	}
	return c.mends
}

// skipped are the unknown keys of one object, so that none of them passes twice (J4).
type skipped struct {
	depth int
	at    int // where the last of them stood
	keys  keySet
}

// skipUnknown passes over an unknown key and its value, which are held to all rules of JSON (L11).
func (c *Cursor) skipUnknown() {
	if c.passedBefore() {
		c.Duplicate()
	} else if c.lenient&WarnUnknown != 0 && !c.failed {
		c.mend(c.keyAt, "unknown_key", string(appendQuoted([]byte("unknown key "), c.Key))+" was skipped")
	}
	c.sound()
}

// passedBefore notes the key and reports whether its object had it before. What was noted of other objects at the same depth is
// forgotten: their end stands between.
func (c *Cursor) passedBefore() bool {
	m := c.mended()
	all := m.skipped
	for len(all) > 0 && all[len(all)-1].depth > c.depth {
		all = all[:len(all)-1]
	}
	if len(all) == 0 || all[len(all)-1].depth < c.depth || c.leftBetween(all[len(all)-1].at) {
		if len(all) > 0 && all[len(all)-1].depth == c.depth {
			all = all[:len(all)-1]
		}
		all = append(all, skipped{depth: c.depth})
	}
	top := &all[len(all)-1]
	top.at = c.keyAt
	m.skipped = all
	return top.keys.repeats(c.Key, c.escaped)
}

// leftBetween reports whether the object around an earlier key ended before the key that was found last.
func (c *Cursor) leftBetween(from int) bool {
	depth := 0
	for i := from; i < c.keyAt; {
		switch c.text[i] {
		case '"':
			i = skipString(c.text, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return true
			}
		}
		i++
	}
	return false
}

// relax puts right the value that comes next, if that is asked for and it is one that can be read as the kind that is wanted.
// Reading goes on at pos then. What is read afterwards keeps all other rules.
func (c *Cursor) relax(want kind) bool {
	if c.lenient == 0 || c.phase == broken || c.pos >= len(c.text) || c.depth == 0 { // the arguments themselves are never guessed at (J2)
		return false
	}
	quoted := c.text[c.pos] == '"'
	switch {
	case quoted && want == aBool && c.lenient&BoolText != 0:
		return c.bare(want, "coerced_bool", "text was read as a boolean")
	case quoted && want.isNumber() && c.lenient&NumberText != 0:
		return c.bare(want, "coerced_number", "text was read as a number")
	case quoted && (want == anArray || want == anObject) && c.lenient&JSONText != 0 && c.unpack(want):
		return true
	case want == anArray && c.lenient&SingleItem != 0:
		return c.wrap()
	}
	return false
}

// bare takes the quotes off a scalar that a string holds exactly, without escapes (L5, L6). The text keeps its length, so that all
// offsets stay.
func (c *Cursor) bare(want kind, note, text string) bool {
	end, plain := scan(c.text, c.pos+1)
	if !plain || end == c.pos+1 || !isScalar(c.text[c.pos+1:end], want) {
		return false
	}
	c.mend(c.pos, note, text)
	c.ownText()
	c.text[c.pos], c.text[end] = ' ', ' '
	c.pos++
	return true
}

// unpack puts the array or object that a string holds in the place of the string (L4), blanks behind it: it is never longer.
func (c *Cursor) unpack(want kind) bool {
	if c.mends != nil && c.pos < c.mends.inside {
		return false
	}
	ahead := Cursor{text: c.text, pos: c.pos, depth: c.depth}
	if !ahead.readText(aString) {
		return false
	}
	inner := bytes.Trim(ahead.lastText(), " \t\r\n") // the blanks of JSON
	if !isDocument(inner, want.opening()) {
		return false
	}
	name := "array"
	if want == anObject {
		name = "object"
	}
	c.mend(c.pos, "coerced_json", "text was read as the "+name+" that it holds")
	c.ownText()
	n := copy(c.text[c.pos:ahead.pos], inner)
	for i := c.pos + n; i < ahead.pos; i++ {
		c.text[i] = ' '
	}
	c.mends.inside = ahead.pos
	return true
}

// wrap puts brackets around the value that comes next (L9). The text before it keeps its offsets, and all problems and notes so far
// are about that.
func (c *Cursor) wrap() bool {
	if c.text[c.pos] == 'n' || c.mends != nil && len(c.mends.wrapped) == maxWrapped {
		return false
	}
	ahead := Cursor{text: c.text, pos: c.pos, depth: c.depth}
	if !ahead.skip() || ahead.report != nil {
		return false
	}
	c.mend(c.pos, "coerced_single", "one value was read as a list of it")
	text := make([]byte, 0, len(c.text)+2)
	text = append(append(text, c.text[:c.pos]...), '[')
	text = append(append(text, c.text[c.pos:ahead.pos]...), ']')
	text = append(text, c.text[ahead.pos:]...)
	if c.mends.inside > c.pos {
		c.mends.inside += 2
	}
	c.text, c.arena = text, ""
	c.mends.owned = true
	for i := range c.mends.wrapped {
		if outer := &c.mends.wrapped[i]; outer.to >= c.pos {
			outer.to += 2
		}
	}
	c.mends.wrapped = append(c.mends.wrapped, span{c.pos, ahead.pos + 1})
	return true
}

// unwrap takes back what wrap did to values that are no items of their lists: then they are no lists, and that is the problem. What
// was found inside them goes by paths that the arguments do not have.
func (c *Cursor) unwrap() {
	if c.mends == nil || c.report == nil {
		return
	}
	for _, w := range c.mends.wrapped { // the outer one of two comes first
		r, first := c.report, -1
		kept := r.marks[:0]
		for _, m := range r.marks {
			if m.at == whole || int(m.at) <= w.from || int(m.at) >= w.to {
				kept = append(kept, m)
				continue
			}
			if first < 0 {
				first = len(kept)
				kept = append(kept, mark{at: int32(w.from)})
			}
		}
		if r.marks = kept; first >= 0 {
			begin := len(r.text)
			r.text = appendMismatch(r.text, anArray, c.unwrapped(w))
			r.marks[first].from, r.marks[first].to = int32(begin), int32(len(r.text))
		}
	}
}

// unwrapped is the value that was put into an array, or into several inside each other.
func (c *Cursor) unwrapped(w span) []byte {
	for _, inner := range c.mends.wrapped {
		if inner.from == w.from+1 {
			w = inner
		}
	}
	return bytes.TrimSpace(c.text[w.from+1 : w.to])
}

// sent is the offset in the arguments as they were sent of a place in the text.
func (c *Cursor) sent(at int) int {
	if c.mends == nil {
		return at
	}
	sent := at // Unwrap moves no place that is spoken of: what it takes has no fault of that kind
	for _, w := range c.mends.wrapped {
		if w.from < at {
			sent--
		}
		if w.to < at {
			sent--
		}
	}
	return sent
}

// ownText makes the text one that may be changed: the arguments belong to the caller.
func (c *Cursor) ownText() {
	if !c.mends.owned {
		c.text = bytes.Clone(c.text)
		c.mends.owned = true
	}
	c.arena = ""
}

// scalarText reads a number or a boolean where text is wanted (L7). Its text is lastText then.
func (c *Cursor) scalarText(want kind) bool {
	if c.lenient&ScalarAsText == 0 || want != aString || c.phase == broken || c.pos >= len(c.text) {
		return false
	}
	switch first := c.text[c.pos]; {
	case first == 't', first == 'f', first == '-', isDigit(first):
	default:
		return false
	}
	ahead := Cursor{text: c.text, pos: c.pos}
	if !ahead.skip() || ahead.report != nil {
		return false
	}
	c.mend(c.pos, "coerced_string", "a bare value was read as text")
	c.start, c.escaped, c.failed = c.pos, true, false
	c.scratch = append(c.scratch[:0], c.text[c.pos:ahead.pos]...)
	c.pos = ahead.pos
	return true
}

// Absent is Null for an optional value that is no string: it also consumes an empty string, if that is asked for (L10).
func (c *Cursor) Absent() bool {
	if c.Null() {
		return true
	}
	if c.lenient&EmptyAsAbsent == 0 || c.pos+1 >= len(c.text) || c.text[c.pos] != '"' || c.text[c.pos+1] != '"' {
		return false
	}
	c.mend(c.pos, "coerced_empty", "empty text was read as no value")
	c.start, c.failed = c.pos, false
	c.pos += 2
	return true
}

// Folded is Bytes for a text of a closed set: if that is asked for (L8), a text that is none of the values, and means exactly one of
// them when case, blanks, - and _ do not count, is returned as that value.
func (c *Cursor) Folded(values ...string) []byte {
	text := c.Bytes()
	if c.failed || c.lenient&FoldedEnum == 0 || slices.Contains(values, string(text)) {
		return text
	}
	if value := c.folded(text, values); value != "" {
		return []byte(value)
	}
	return text
}

// folded returns the one value that the text just read means, or "".
func (c *Cursor) folded(text []byte, values []string) string {
	if c.lenient&FoldedEnum == 0 {
		return ""
	}
	meant := ""
	for _, v := range values {
		if sameFolded(text, v) {
			if meant != "" {
				return ""
			}
			meant = v
		}
	}
	if meant != "" {
		c.mend(c.start, "coerced_enum", "another spelling was read as one of the values")
	}
	return meant
}

// sameFolded compares two texts without regard to ASCII case, blanks, - and _.
func sameFolded(a []byte, b string) bool {
	i, j := 0, 0
	for {
		for i < len(a) && passes(a[i]) {
			i++
		}
		for j < len(b) && passes(b[j]) {
			j++
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		if lower(a[i]) != lower(b[j]) {
			return false
		}
		i++
		j++
	}
}

func passes(c byte) bool { return c == ' ' || c == '-' || c == '_' }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// isWrapper reports whether a key is one of those that models put all arguments under.
func isWrapper(key []byte) bool {
	return string(key) == "parameters" || string(key) == "arguments" || string(key) == "input"
}

// Unwrap takes a wrapper off the arguments, if that is asked for (L12): an object whose only key is parameters, arguments or input,
// which is none of the known ones, and whose value is an object. It is to be called before Object.
func (c *Cursor) Unwrap(known ...string) {
	if c.lenient&WrappedArgs == 0 || len(c.text) > MaxSize {
		return
	}
	ahead := Cursor{text: c.text, pos: space(c.text, 0)}
	ahead.Object()
	if !ahead.Field() {
		return
	}
	if !isWrapper(ahead.Key) || slices.Contains(known, string(ahead.Key)) {
		return
	}
	begin := ahead.pos
	if begin >= len(c.text) || c.text[begin] != '{' {
		return
	}
	ahead.Skip()
	end := ahead.pos
	if ahead.Field() || ahead.Close() != nil {
		return
	}
	c.mend(whole, "coerced_wrapper", "the object around the arguments was left out")
	c.text, c.pos, c.arena = c.text[begin:end:end], 0, ""
}
