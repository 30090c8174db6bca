package policy

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Error is all that is wrong with a policy.
type Error struct {
	Problems []Problem // in the order of the file, or of the Config; at least one
}

// Problem is one thing that is wrong with a policy.
type Problem struct {
	Line, Column int    // in the file, counted from 1, columns in bytes; 0 where the policy comes from Go
	Path         string // such as layers[0].deny[2]
	Message      string
}

// String returns "line:column: path: message", without what is not known.
func (p Problem) String() string {
	text := p.Path + ": " + p.Message
	if p.Line > 0 {
		text = strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column) + ": " + text
	}
	return text
}

// Error returns the problems, one a line.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("policy: nothing was changed, because of " + strconv.Itoa(len(e.Problems)) + " problem")
	if len(e.Problems) != 1 {
		b.WriteByte('s')
	}
	b.WriteByte(':')
	for _, p := range e.Problems {
		b.WriteString("\n\t" + p.String())
	}
	return b.String()
}

// position is a place in a file.
type position struct{ line, column int }

// positionAt returns the place of an offset into a file.
func positionAt(data []byte, offset int) position {
	before := data[:max(0, min(offset, len(data)))]
	line := 1
	begin := 0
	for i, char := range before {
		if char == '\n' {
			line++
			begin = i + 1
		}
	}
	return position{line, len(before) - begin + 1}
}

// problems makes an error of them, or nil of none.
func problemsError(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return &Error{problems}
}
