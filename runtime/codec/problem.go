package codec

import (
	"strings"
	"unsafe"
)

// Problem is one thing that is wrong with the arguments of a call.
type Problem struct {
	Path    string // such as items[2].price; "arguments" where the whole object is meant
	Message string // what was expected, what came and what to do, in one line without Go type names
}

// String returns "path: message".
func (p Problem) String() string { return p.Path + ": " + p.Message }

// Problems is the error of [Cursor.Close].
type Problems struct {
	List []Problem // in the order of the arguments; at least one, at most ten; not modified

	text   string  // all of them, one a line; "" where a program has made the list
	report *report // what they were made of; nil where a program has made the list
}

// Offset returns where in the arguments problem i of List is, in bytes from 0: at a value, at a key, at the end of what lacks
// something, or where the syntax breaks. It is -1 for a problem of the whole arguments, and where a program has made the list.
func (p *Problems) Offset(i int) int {
	if p.report == nil {
		return -1
	}
	return int(p.report.marks[i].spot)
}

// Error returns the problems, one a line, and where there are ten of them a line that says so.
func (p *Problems) Error() string {
	if p.text != "" {
		return p.text
	}
	lines := make([]string, len(p.List))
	for i, problem := range p.List {
		lines[i] = problem.String()
	}
	text := strings.Join(lines, "\n")
	if len(lines) == maxProblems {
		text += moreProblems
	}
	return text
}

// maxProblems is how many problems one answer names (Q5), and moreProblems what it says where these are as many.
const (
	maxProblems  = 10
	moreProblems = "\narguments: these are the first 10 problems; there may be more"
)

// whole is the offset of a mark that means the whole arguments.
const whole = -1

// A mark is a problem whose path is not known yet. Its place is an offset into the arguments: the first byte of a value, the quote
// of a key, which means the object around it, or the bracket at the end of a container, which means the container. Marks are made
// while reading goes on, so their offsets only grow.
type mark struct {
	at       int32
	key      int32 // where its path is one key of the arguments, the quote of that key; else 0
	from, to int32 // the message, as a part of report.text
	spot     int32 // at, or where the syntax breaks
}

// A report collects what is wrong. It is one allocation, with room for what the usual rejected call needs: one problem.
type report struct {
	list      Problems
	one       [1]Problem // for list
	marks     []mark
	firstMark [1]mark // for marks
	at, key   int32   // of the problem that is being written
	spot      int32
	named     int32    // the key whose name stands before the first message already; else 0
	text      []byte   // the messages
	firstText [88]byte // for text
}

// note begins a problem at an offset. The caller appends the message to the returned slice and gives that to noted. The two
// are called from some forty places, none of which is worth the code of a copy.
//
//go:noinline
func (c *Cursor) note(at int) []byte {
	r := c.report
	if r == nil {
		r = new(report)
		r.marks, r.text = r.firstMark[:0], r.firstText[:0]
		c.report = r
	}
	r.at, r.key, r.spot = int32(at), 0, int32(at)
	if c.depth == 1 && at == c.start {
		r.key = int32(c.keyAt) // a parameter itself, the usual place of a problem, needs no walk
		if len(r.text) == 0 {
			r.named = r.key
			r.text = append(appendKey(r.text, 0, c.text, c.keyAt), ": "...)
		}
	}
	return r.text
}

// noted keeps the problem that note began, unless there are enough of them.
//
//go:noinline
func (c *Cursor) noted(text []byte) {
	r := c.report
	if len(r.marks) == maxProblems {
		return
	}
	r.marks = append(r.marks, mark{at: r.at, key: r.key, from: int32(len(r.text)), to: int32(len(text)), spot: r.spot})
	r.text = text
}

// full reports whether another problem would be dropped, so that no time is spent on its text: long arguments may be wrong throughout.
func (c *Cursor) full() bool { return c.report != nil && len(c.report.marks) == maxProblems }

// problems finds the paths of all marks in one walk over the arguments and returns the finished list, whose texts are parts of one.
func (r *report) problems(arguments []byte) *Problems {
	if r.list.List != nil {
		return &r.list
	}
	if first := r.marks[0]; len(r.marks) == 1 && first.key > 0 && first.key == r.named {
		// The usual problem stands there in full, path and all. Nothing writes to it any more, so that it is the string without
		// a copy: two allocations less, with reword's, and a refused S call fell from 2.5 to 2.2 of an accepted one.
		all := unsafe.String(&r.text[0], len(r.text))
		r.one[0] = Problem{Path: all[:int(first.from)-len(": ")], Message: all[first.from:]}
		r.list = Problems{r.one[:], all, r}
		return &r.list
	}
	var (
		levels [8]level
		walk   = walker{text: arguments, levels: levels[:0]}
		colons [maxProblems]int // behind each path
		room   [160]byte
		text   = room[:0]
	)
	for i, mark := range r.marks {
		if i > 0 {
			text = append(text, '\n')
		}
		begin := len(text)
		switch {
		case mark.key > 0:
			text = appendKey(text, begin, arguments, int(mark.key))
		case mark.at != whole:
			walk = walk.to(int(mark.at))
			text = walk.appendPath(text, "")
		}
		if len(text) == begin {
			text = append(text, "arguments"...)
		}
		colons[i] = len(text)
		text = append(text, ": "...)
		text = append(text, r.text[mark.from:mark.to]...)
	}

	if len(r.marks) == maxProblems {
		text = append(text, moreProblems...)
	}
	all := string(text)
	list := r.one[:0]
	begin := 0
	for i, mark := range r.marks {
		message := colons[i] + len(": ")
		end := message + int(mark.to-mark.from)
		list = append(list, Problem{Path: all[begin:colons[i]], Message: all[message:end]})
		begin = end + len("\n")
	}
	r.list = Problems{list, all, r}
	return &r.list
}
