package output

import (
	"bytes"
	"fmt"
	"strings"
)

// context is how many unchanged lines surround a change.
const context = 3

// Diff returns a unified diff that turns have into want, "" where they are equal. Nil stands for no file. git apply and
// patch -p1 read it. It takes time in proportion to the size of the files, a logarithm aside.
func Diff(name string, have, want []byte) string {
	if bytes.Equal(have, want) && (have == nil) == (want == nil) {
		return ""
	}
	a, b := splitLines(have), splitLines(want)
	var out strings.Builder
	out.WriteString("--- " + fileName("a/"+name, have) + "\n")
	out.WriteString("+++ " + fileName("b/"+name, want) + "\n")

	edits := editsOf(a, b)
	for len(edits) > 0 {
		n := 1
		for n < len(edits) && edits[n].a0-edits[n-1].a1 <= 2*context {
			n++
		}
		writeHunk(&out, a, b, edits[:n])
		edits = edits[n:]
	}
	return out.String()
}

func fileName(name string, content []byte) string {
	switch {
	case content == nil:
		return "/dev/null"
	case strings.Contains(name, " "):
		return name + "\t" // else a reader stops at the blank
	}
	return name
}

// writeHunk writes edits that are close to each other, with the lines between and around them.
func writeHunk(out *strings.Builder, a, b []string, edits []edit) {
	first, last := edits[0], edits[len(edits)-1]
	lead := min(context, first.a0)
	tail := min(context, len(a)-last.a1)
	fmt.Fprintf(out, "@@ -%s +%s @@\n",
		span(first.a0-lead, last.a1+tail), span(first.b0-lead, last.b1+tail))
	at := first.a0 - lead
	for _, e := range edits {
		writeLines(out, ' ', a[at:e.a0])
		writeLines(out, '-', a[e.a0:e.a1])
		writeLines(out, '+', b[e.b0:e.b1])
		at = e.a1
	}
	writeLines(out, ' ', a[at:at+tail])
}

// span is a range of lines in a hunk's head. An empty one names the line before it.
func span(from, to int) string {
	if from == to {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

func writeLines(out *strings.Builder, mark byte, lines []string) {
	for _, line := range lines {
		out.WriteByte(mark)
		out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// splitLines splits text behind each newline.
func splitLines(text []byte) []string {
	lines := strings.SplitAfter(string(text), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// edit replaces the lines a0 to a1 of one text by the lines b0 to b1 of the other.
type edit struct{ a0, a1, b0, b1 int }

// editsOf returns the edits between two texts, in order, none touching the next.
func editsOf(a, b []string) []edit {
	ids := map[string]int{}
	m := matching{a: number(ids, a), b: number(ids, b)}
	m.match(0, len(a), 0, len(b))
	m.pairs = append(m.pairs, pair{len(a), len(b)})

	var edits []edit
	var at pair
	for _, p := range m.pairs {
		if at != p {
			edits = append(edits, edit{at.a, p.a, at.b, p.b})
		}
		at = pair{p.a + 1, p.b + 1}
	}
	return edits
}

// number gives equal lines equal numbers.
func number(ids map[string]int, lines []string) []int {
	out := make([]int, len(lines))
	for i, line := range lines {
		id, found := ids[line]
		if !found {
			id = len(ids)
			ids[line] = id
		}
		out[i] = id
	}
	return out
}
