package codec

import "strings"

// Problem is one thing that is wrong with the arguments of a call.
type Problem struct {
	Path    string // such as items[2].price; "arguments" where the whole object is meant
	Message string // what was expected, what came and what to do, in one line without Go type names
}

// String returns "path: message".
func (p Problem) String() string { return p.Path + ": " + p.Message }

// Problems is the error of [Cursor.Close].
type Problems struct {
	List []Problem // in the order of the arguments; at least one, at most ten
}

// Error returns the problems, one a line.
func (p *Problems) Error() string {
	lines := make([]string, len(p.List))
	for i, problem := range p.List {
		lines[i] = problem.String()
	}
	return strings.Join(lines, "\n")
}

// maxProblems is how many problems one answer names (Q5).
const maxProblems = 10

// whole is the offset of a mark that means the whole arguments.
const whole = -1

// A mark is a problem whose path is not known yet. Its place is an offset into the arguments: the first byte of a value, the quote
// of a key, which means the object around it, or the bracket at the end of a container, which means the container. Marks are made
// while reading goes on, so their offsets only grow.
type mark struct {
	at       int32
	key      int32 // where its path is one key of the arguments, the quote of that key; else 0
	from, to int32 // the message, as a part of report.text
}

// A report collects what is wrong. It is one allocation, with room for what the usual rejected call needs: one problem.
type report struct {
	list      Problems
	one       [1]Problem // for list
	marks     []mark
	firstMark [1]mark   // for marks
	at, key   int32     // of the problem that is being written
	text      []byte    // the messages, and behind them the paths
	firstText [128]byte // for text
}

// note begins a problem at an offset. The caller appends the message to the returned slice and gives that to noted.
func (c *Cursor) note(at int) []byte {
	r := c.report
	if r == nil {
		r = new(report)
		r.marks, r.text = r.firstMark[:0], r.firstText[:0]
		c.report = r
	}
	r.at, r.key = int32(at), 0
	if c.depth == 1 && at == c.start {
		r.key = int32(c.keyAt) // a parameter itself, the usual place of a problem, needs no walk
	}
	return r.text
}

// noted keeps the problem that note began, unless there are enough of them.
func (c *Cursor) noted(text []byte) {
	r := c.report
	if len(r.marks) == maxProblems {
		return
	}
	r.marks = append(r.marks, mark{at: r.at, key: r.key, from: int32(len(r.text)), to: int32(len(text))})
	r.text = text
}

// full reports whether another problem would be dropped, so that no time is spent on its text: long arguments may be wrong throughout.
func (c *Cursor) full() bool { return c.report != nil && len(c.report.marks) == maxProblems }

// problems finds the paths of all marks in one walk over the arguments and returns the finished list.
func (r *report) problems(arguments []byte) *Problems {
	if r.list.List != nil {
		return &r.list
	}
	var (
		room  [8]level
		walk  = walker{text: arguments, levels: room[:0]}
		paths [maxProblems]int // the end of each path in text
		text  = r.text
		begin = len(text)
	)
	for i, mark := range r.marks {
		switch {
		case mark.key > 0:
			text = appendKey(text, len(text), arguments, int(mark.key))
		case mark.at != whole:
			walk = walk.to(int(mark.at))
			text = walk.appendPath(text, "")
		}
		paths[i] = len(text)
	}

	all := string(text)
	list := r.one[:0]
	for i, mark := range r.marks {
		path := all[begin:paths[i]]
		if path == "" {
			path = "arguments"
		}
		list = append(list, Problem{Path: path, Message: all[mark.from:mark.to]})
		begin = paths[i]
	}
	r.list.List = list
	return &r.list
}
