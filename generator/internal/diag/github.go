package diag

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// GitHub writes diagnostics as workflow commands, one a line, which GitHub Actions shows beside the changed lines:
//
//	::error file=p/p.go,line=3,col=26,endLine=3,endColumn=38,title=K1::unknown key acess; did you mean access?%0Afix: ...
//
// Related places and the fix are further lines of the message. File names must be relative to the repository's root for
// GitHub to find them: Dir is that root.
func (p Printer) GitHub(w io.Writer, list []Diagnostic) error {
	out := bufio.NewWriter(w)
	for _, d := range list {
		out.WriteString("::" + d.Severity.String() + " ")
		property := func(name, value string) { out.WriteString(name + "=" + escapeProperty(value) + ",") }
		number := func(name string, n int) {
			if n > 0 {
				property(name, strconv.Itoa(n))
			}
		}
		if r := d.Range; r.File != "" {
			property("file", p.name(r.File))
			number("line", r.Line)
			number("col", r.Col)
			number("endLine", r.EndLine)
			if r.EndLine == r.Line {
				number("endColumn", r.EndCol) // GitHub takes columns on one line only
			}
		}
		message := d.Message
		for _, r := range d.Related {
			message += "\n"
			if place := p.place(r.Range); place != "" {
				message += place + ": "
			}
			message += r.Message
		}
		if d.Fix != "" {
			message += "\nfix: " + d.Fix
		}
		out.WriteString("title=" + escapeProperty(d.Code) + "::" + escapeMessage(message) + "\n")
	}
	return out.Flush()
}

// The escapes are those of actions/toolkit's command.ts: a message may not break its line, nor a property its list.
func escapeMessage(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
