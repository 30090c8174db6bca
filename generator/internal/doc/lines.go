package doc

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"regexp"
	"strings"
	"unicode"
)

// form says how gofmt treats a block comment that holds a description.
type form uint8

const (
	inner    form = iota // of a parameter, field or constant: its lines are moved as a whole
	declared             // of a declaration: the text is laid out anew, like that of // lines
)

// source is a comment taken apart: lines of text without comment markers, and without directives.
type source struct {
	lines []line
	group *ast.CommentGroup
}

// line is one line of text and where it stands.
type line struct {
	text string
	pos  token.Pos
}

// source takes a comment apart.
func (r Reader) source(group *ast.CommentGroup, form form) source {
	s := source{group: group}
	if group == nil {
		return s
	}
	for _, c := range group.List {
		text, isLine := strings.CutPrefix(c.Text, "//")
		if !isLine {
			whole := form == declared && len(group.List) == 1
			s.lines = append(s.lines, r.blockLines(c, whole)...)
			continue
		}
		if isDirective(c.Text) {
			continue // D5: they join the text around them, as if they had stood elsewhere
		}
		at := c.Pos() + 2
		if strings.HasPrefix(text, " ") {
			text, at = text[1:], at+1
		}
		s.lines = append(s.lines, line{trimRight(text), at})
	}
	return s
}

// isDirective reports whether gofmt takes a // comment for a directive of some tool.
func isDirective(text string) bool {
	if _, ok := ast.ParseDirective(token.NoPos, text); ok {
		return true
	}
	for _, old := range []string{"//line ", "/*line ", "//extern ", "//export "} {
		if strings.HasPrefix(text, old) {
			return true
		}
	}
	return false
}

// blockLines are the lines of a /* */ comment. gofmt lays out a whole doc comment anew and so its lines are taken as they
// are; otherwise, and where stars frame the text, the indentation that the lines have in common goes.
func (r Reader) blockLines(c *ast.Comment, whole bool) []line {
	var lines []line
	body := strings.TrimSuffix(strings.TrimPrefix(c.Text, "/*"), "*/")
	at := c.Pos() + 2
	for i, text := range strings.Split(body, "\n") {
		if i > 0 {
			at = r.nextLine(at, lines[i-1].text)
		}
		lines = append(lines, line{text, at})
	}
	for i := range lines {
		lines[i].text = trimRight(lines[i].text)
	}
	if whole && len(lines) > 1 && !isStarred(lines, whole) {
		laid := layOut(lines)
		if !isStarred(laid, whole) {
			return lines
		}
		lines = laid
	}
	if isStarred(lines, whole) {
		for i := range lines[1:] {
			l := &lines[1+i]
			l.cut(leading(l.text))
			l.cut(len(l.text) - len(strings.TrimPrefix(l.text, "*")))
		}
		lines[0].cut(len(lines[0].text) - len(strings.TrimLeft(lines[0].text, "*")))
	}
	lines[0].cut(leading(lines[0].text))
	dedent(lines[1:])
	return lines
}

// layOut is what gofmt makes of a block comment. It may have a star before every line then, and before had not.
func layOut(lines []line) []line {
	text := gofmt(source{lines: lines}.joined())
	laid := []line{{"", lines[0].pos}}
	for text := range strings.SplitSeq(text, "\n") {
		laid = append(laid, line{text, lines[0].pos})
	}
	return laid
}

// nextLine is where the line after one of a block comment starts. The scanner drops \r from the comment's text.
func (r Reader) nextLine(at token.Pos, text string) token.Pos {
	if r.Fset != nil {
		file := r.Fset.File(at)
		if line := file.PositionFor(at, false).Line; line < file.LineCount() {
			return file.LineStart(line + 1)
		}
	}
	return at + token.Pos(len(text)) + 1
}

// isStarred reports whether a block comment is written in the old style with a star before every line, or as /** */.
// gofmt lays it out anew after all if a line between is blank.
func isStarred(lines []line, whole bool) bool {
	if len(lines) == 1 {
		return strings.HasPrefix(lines[0].text, "*")
	}
	stars := 0
	for i, l := range lines[1:] {
		text := strings.TrimLeft(l.text, " \t")
		switch {
		case strings.HasPrefix(text, "*"):
			stars++
		case text != "", whole && i < len(lines)-2:
			return false
		}
	}
	return stars > 0 || whole
}

// dedent removes the indentation that all lines have in common.
func dedent(lines []line) {
	common, found := "", false
	for _, l := range lines {
		if l.text == "" {
			continue
		}
		indent := l.text[:leading(l.text)]
		if !found {
			common, found = indent, true
		}
		for !strings.HasPrefix(indent, common) {
			common = common[:len(common)-1]
		}
	}
	for i := range lines {
		if lines[i].text != "" {
			lines[i].cut(len(common))
		}
	}
}

func (l *line) cut(n int) {
	l.text = l.text[n:]
	l.pos += token.Pos(n)
}

// leading is the length of the blanks that a line starts with.
func leading(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// trimRight removes trailing blanks, as gofmt does when it prints a comment, and with them \r (G16).
func trimRight(line string) string { return strings.TrimRightFunc(line, unicode.IsSpace) }

func (s source) joined() string {
	var b strings.Builder
	for _, l := range s.lines {
		b.WriteString(strings.ReplaceAll(l.text, "\r", ""))
		b.WriteByte('\n')
	}
	return b.String()
}

// gofmt lays a text out as gofmt does with doc comments, until gofmt would change nothing more.
func gofmt(text string) string {
	for range 5 { // once or twice is what real comments take
		var p comment.Parser
		var pr comment.Printer
		lines := strings.Split(string(pr.Comment(p.Parse(text))), "\n")
		for i := range lines {
			lines[i] = trimRight(lines[i])
		}
		next := strings.Join(lines, "\n")
		if next == text {
			break
		}
		text = next
	}
	return text
}

// locate finds the place of a line of text in the comment. The whole comment is the answer for a line that the layout
// changed beyond recognition.
func (s source) locate(line string) (pos, end token.Pos) {
	line = strings.TrimSpace(line)
	for ; line != ""; line = line[:max(0, strings.LastIndexByte(line, ' '))] {
		for _, l := range s.lines {
			if i := strings.Index(l.text, line); i >= 0 {
				pos = l.pos + token.Pos(i)
				return pos, pos + token.Pos(len(line))
			}
		}
	}
	if s.group == nil {
		return token.NoPos, token.NoPos
	}
	return s.group.Pos(), s.group.End()
}

// Lines for other programs that are no directives to gofmt: +markers of Kubernetes and Dagger, linters' switches, build
// tags and the header of generated files (D10, D15).
var marker = regexp.MustCompile(`^(\+[A-Za-z][\w:./\[\]-]*([=(].*)?|\+build .*|(// ?)?nolint(:[\w,./-]+)?( *//.*)?|#nosec\b.*|Code generated .* DO NOT EDIT\.)$`)

// tail is a linter's switch at the end of a line.
var tail = regexp.MustCompile(`\s*(//\s*nolint\b.*|#nosec\b.*)$`)

// withoutMarkers drops the lines that are not for readers. A directive inside text, such as one in a block comment, may
// also be a sentence that breaks before it, so it earns a warning. In code that shows them, other tools' directives stay.
func (d *reading) withoutMarkers(text string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		inner := strings.TrimLeft(line, " \t")
		_, directive := ast.ParseDirective(token.NoPos, line)
		switch {
		case marker.MatchString(line):
		case directive, strings.HasPrefix(inner, "//tool:"):
			d.warn(inner, "D5", "a directive inside text is neither read nor part of the description",
				"give it a line of its own that starts with the two slashes, or begin the line with another word")
		default:
			out = append(out, tail.ReplaceAllString(line, ""))
		}
	}
	return strings.Join(out, "\n")
}
