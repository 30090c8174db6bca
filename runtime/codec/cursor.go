// Package codec reads the JSON arguments of a tool call and writes its JSON result, without reflection.
//
// In come the raw bytes of a call; out go typed Go values, or the list of everything that is wrong with the arguments, in words a
// model can act on. Generated adapters are its callers, and people who write adapters by hand; nothing in this room calls back.
//
// Reading is done by a [Cursor]. It is strict (RFC 8259, valid UTF-8, exact integers) and sticky: a wrong value is noted with its
// offset and skipped, and reading goes on, so that one answer names every problem. After broken syntax every read returns a zero
// and every loop ends, so straight-line code needs one check, the error of Close.
//
// Writing is done by functions that append to a byte slice and cannot fail where they stand. What JSON cannot carry is marked in
// the bytes with 0xFF, which no JSON text contains, and [Finish] settles the marks in one place.
//
// The room stands on the standard library alone and links neither reflect nor fmt nor encoding/json.
package codec

// Limits of the arguments (J9).
const (
	MaxSize  = 1 << 20 // bytes
	MaxDepth = 64      // arrays and objects around a value, the outermost object included
)

// maxArena is the size of arguments, in bytes, up to which all strings of a call share one copy of them. Above, the copy would
// keep too much alive for the sake of a few strings.
const maxArena = 4 << 10

// A Cursor walks over the arguments of one call. Open makes one; its zero value reads nothing. It belongs on the stack of the
// adapter: no method stores it. It is not safe for concurrent use, and the arguments must not change before Close.
//
// The code that calls it spells the expected shape, and reads exactly one value after each Field or Item that returned true.
// Loops over Field and Item run to their end: there is no way to leave one early.
//
// Methods that only check (Length, AtLeast, OneOf, Count, ...) speak about the value that was read just before, and do nothing
// when that read failed: one mistake is one problem.
type Cursor struct {
	// Key is the name of the field that Field found, escapes resolved. It is valid until the next read.
	Key []byte

	text    []byte  // the arguments
	pos     int     // the next byte to read; len(text) when the syntax is broken
	start   int     // where the last value began
	keyAt   int     // the opening quote of Key
	depth   int     // containers entered and not left
	phase   phase   // what may come between two values
	failed  bool    // the last read went wrong: checks are silent
	escaped bool    // the last string or key had escapes and stands in scratch
	arena   string  // the arguments as one string, made when the first string is wanted
	scratch []byte  // the last string or key that had escapes
	report  *report // nil as long as nothing is wrong

	float    float64 // the number that Float64 read, which its bounds are compared with
	floatEnd int     // where that number ended

	lenient Leniency // which wrongly typed values are put right
	mends   *mending // nil as long as nothing was
}

// phase is what may come between two values.
type phase uint8

const (
	inside phase = iota // a comma or the end of the container
	opened              // the first item or the end of the container
	barred              // the container could not be entered: its loop ends at once
	broken              // nothing: the syntax is broken
)

// Open returns a cursor over args, the arguments object of a call, which is read by Object before anything else. Empty or blank args
// and the text null stand for {} (J1): models send them for a call without arguments. Anything else that is not an object becomes a
// problem (J2), and so does an object of more than MaxSize bytes (J9).
func Open(args []byte) Cursor { return Cursor{text: args} }

// Close ends the reading. Its error is nil when the arguments were read in full and nothing was wrong with them, else a *[Problems].
// Text after the arguments is a problem (J3).
func (c *Cursor) Close() error {
	if c.pos == len(c.text) && c.report == nil {
		return nil
	}
	return c.close()
}

func (c *Cursor) close() error {
	if c.phase != broken {
		if c.pos = space(c.text, c.pos); c.pos < len(c.text) {
			c.breakAt(c.pos, "the end")
		}
	}
	if c.report == nil {
		return nil
	}
	c.unwrap()
	return c.report.problems(c.text)
}

// Object enters the object that comes next; Field walks over its fields:
//
//	for c.Object(); c.Field(); {
//		switch string(c.Key) {
//
// Anything but an object is a problem; it is skipped, and the loop ends at once.
func (c *Cursor) Object() {
	if len(c.text) <= MaxSize && c.enter('{') {
		return
	}
	if c.pos == 0 && c.phase != broken {
		if c.begin(); c.enter('{') {
			return
		}
	}
	if c.relax(anObject) && c.enter('{') {
		return
	}
	c.bar(anObject)
}

// begin looks at arguments that do not begin at once like an object of fair size.
func (c *Cursor) begin() {
	if len(c.text) > MaxSize {
		c.tooLarge()
		return
	}
	c.pos = space(c.text, 0)
	rest := c.text[c.pos:]
	if len(rest) >= 4 && string(rest[:4]) == "null" {
		rest = rest[space(rest, 4):]
	}
	if len(rest) == 0 {
		c.text, c.pos = []byte("{}"), 0
	}
}

// Array enters the array that comes next; Item walks over its items. Anything but an array is a problem; it is skipped, and the
// loop ends at once.
func (c *Cursor) Array() {
	if !c.enter('[') && !(c.relax(anArray) && c.enter('[')) {
		c.bar(anArray)
	}
}

// enter moves behind the bracket, if it comes next and not too deep, and reports whether it did.
func (c *Cursor) enter(bracket byte) bool {
	if c.pos >= len(c.text) || c.text[c.pos] != bracket || c.depth >= MaxDepth {
		return false
	}
	c.pos++
	c.depth++
	c.phase = opened
	return true
}

// bar notes why the container that was wanted cannot be entered.
func (c *Cursor) bar(want kind) {
	if c.phase == broken {
		return
	}
	if c.pos < len(c.text) && c.text[c.pos] == want.opening() {
		c.tooDeep()
		return
	}
	c.wrong(want)
	if c.phase != broken {
		c.phase = barred
	}
}

// Field moves to the next field of the object that Object entered, sets Key, and reports whether there is one. The value of the
// field is to be read next.
func (c *Cursor) Field() bool {
	if c.phase >= barred {
		return c.leave()
	}
	text := c.text
	i := space(text, c.pos)
	if i >= len(text) {
		return c.lost(i, anObject)
	}
	switch text[i] {
	case '}':
		c.pos = i + 1
		c.depth--
		c.phase, c.failed = inside, false
		return false
	case ',':
		if i = space(text, i+1); c.phase == opened || i >= len(text) || text[i] != '"' {
			return c.lost(i, anObject)
		}
	case '"':
		if c.phase != opened {
			return c.lost(i, anObject)
		}
	default:
		return c.lost(i, anObject)
	}

	c.keyAt = i
	c.phase, c.failed, c.escaped = inside, false, false
	end, plain := scan(text, i+1)
	if !plain {
		end = c.unquote(i, end, aKey)
	}
	if c.escaped {
		c.Key = c.scratch
	} else {
		c.Key = text[i+1 : end]
	}
	if i = space(text, end+1); i >= len(text) || text[i] != ':' {
		return c.breakAt(i, `":"`)
	}
	c.pos = space(text, i+1)
	return true
}

// Item moves to the next item of the array that Array entered and reports whether there is one. The item is to be read next.
func (c *Cursor) Item() bool {
	if c.phase >= barred {
		return c.leave()
	}
	text := c.text
	i := space(text, c.pos)
	if i >= len(text) {
		return c.lost(i, anArray)
	}
	switch {
	case text[i] == ']':
		c.pos = i + 1
		c.depth--
		c.phase, c.failed = inside, false
		return false
	case c.phase == opened:
		c.pos = i
	case text[i] == ',':
		c.pos = space(text, i+1)
	default:
		return c.lost(i, anArray)
	}
	c.phase, c.failed = inside, false
	return true
}

// Offset returns where the value that is to be read next begins, in bytes from 0, for programs that speak of places in a text.
func (c *Cursor) Offset() int { return c.pos }

// KeyOffset returns where Key begins, at its opening quote.
func (c *Cursor) KeyOffset() int { return c.keyAt }

// leave ends the loop of a container that could not be entered, or any loop after broken syntax.
func (c *Cursor) leave() bool {
	if c.phase == barred {
		c.phase = inside
	}
	return false
}

// Null consumes a null, if one comes next, and reports whether it did. An adapter asks it before it reads an optional value, for
// which null means absent.
func (c *Cursor) Null() bool {
	return c.pos < len(c.text) && c.text[c.pos] == 'n' && c.literal("null")
}

// Bool reads true or false (T1).
func (c *Cursor) Bool() bool {
	if c.pos < len(c.text) {
		switch c.text[c.pos] {
		case 't':
			return c.literal("true")
		case 'f':
			c.literal("false")
			return false
		}
	}
	if c.relax(aBool) {
		return c.Bool()
	}
	c.wrong(aBool)
	return false
}

// literal reads the literal name that is to come next and reports whether it does.
func (c *Cursor) literal(name string) bool {
	c.start = c.pos
	end := c.word(c.pos, name)
	if end < 0 {
		return false
	}
	c.pos = end
	return true
}
