package diag

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// Text writes diagnostics for people, without colours and with a blank line between them:
//
//	weather/forecast.go:3:26: error: unknown key acess; did you mean access? [K1]
//	    3 | //tool:name=get_forecast acess=public
//	      |                          ^^^^^^^^^^^^
//	  weather/other.go:9:1: first set here
//	    9 | //tool:access=public
//	      |        ^^^^^^^^^^^^^
//	  fix: //tool:name=get_forecast access=public
//
// The excerpt, the related places and the fix are left out where there are none.
func (p Printer) Text(w io.Writer, list []Diagnostic) error {
	t := textWriter{Printer: p, out: bufio.NewWriter(w), files: make(map[string][]string)}
	for i, d := range list {
		if i > 0 {
			t.line("")
		}
		t.diagnostic(d)
	}
	return t.out.Flush()
}

// textWriter writes text and remembers the lines of the files it has shown. Errors stay in out until Flush.
type textWriter struct {
	Printer
	out   *bufio.Writer
	files map[string][]string // lines by file; nil where the source is not to be had
}

func (t *textWriter) line(parts ...string) {
	for _, part := range parts {
		t.out.WriteString(part)
	}
	t.out.WriteByte('\n')
}

func (t *textWriter) diagnostic(d Diagnostic) {
	place := t.place(d.Range)
	if place == "" {
		place = d.Package
	}
	if place == "" {
		place = "toolgen"
	}
	t.line(place, ": ", d.Severity.String(), ": ", oneLine(d.Message), " [", d.Code, "]")
	t.excerpt(d.Range)
	for _, r := range d.Related {
		if place := t.place(r.Range); place != "" {
			t.line("  ", place, ": ", oneLine(r.Message))
			t.excerpt(r.Range)
		} else {
			t.line("  ", oneLine(r.Message))
		}
	}
	lead := "  fix: "
	for fix := range strings.Lines(d.Fix) {
		t.line(strings.TrimRight(lead+visible(strings.TrimRight(fix, "\r\n")), " "))
		lead = "       "
	}
}

// excerpt writes the first line of a range with carets under it.
func (t *textWriter) excerpt(r Range) {
	lines := t.source(r.File)
	if r.Line < 1 || r.Line > len(lines) || r.Col < 1 {
		return
	}
	text := lines[r.Line-1]
	end := r.EndCol - 1
	if r.EndLine > r.Line {
		end = len(text)
	}
	shown, carets := mark(text, r.Col-1, end)
	number := pad(r.Line, 5)
	t.line(number, " | ", shown)
	t.line(strings.Repeat(" ", len(number)), " | ", carets)
}

// source returns the lines of a file.
func (t *textWriter) source(file string) []string {
	lines, known := t.files[file]
	if known || file == "" || t.Source == nil {
		return lines
	}
	if data, err := t.Source(file); err == nil {
		for line := range bytes.Lines(data) {
			lines = append(lines, string(bytes.TrimRight(line, "\r\n")))
		}
	}
	t.files[file] = lines
	return lines
}
