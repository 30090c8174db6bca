package collect

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"regexp"
	"strings"
	"unicode"
)

// docForm says how gofmt treats a block comment that holds a description.
type docForm uint8

const (
	docInner    docForm = iota // of a parameter, field or constant: its lines are moved as a whole
	docDeclared                // of a declaration: the text is laid out anew, like that of // lines
)

// docSource is a comment taken apart: lines of text without comment markers, and without directives.
type docSource struct {
	lines []docLine
	group *ast.CommentGroup
}

// docLine is one line of text and where it stands.
type docLine struct {
	text string
	pos  token.Pos
}

// source takes a comment apart.
func (r docReader) source(group *ast.CommentGroup, form docForm) docSource {
	s := docSource{group: group}
	if group == nil {
		return s
	}
	for _, c := range group.List {
		text, isLine := strings.CutPrefix(c.Text, "//")
		if !isLine {
			whole := form == docDeclared && len(group.List) == 1
			s.lines = append(s.lines, r.blockLines(c, whole)...)
			continue
		}
		if docIsDirective(c.Text) {
			continue // D5: they join the text around them, as if they had stood elsewhere
		}
		at := c.Pos() + 2
		if strings.HasPrefix(text, " ") {
			text, at = text[1:], at+1
		}
		s.lines = append(s.lines, docLine{docTrimRight(text), at})
	}
	return s
}

// docIsDirective reports whether gofmt takes a // comment for a directive of some tool.
func docIsDirective(text string) bool {
	if _, ok := ast.ParseDirective(token.NoPos, text); ok {
		return true
	}
	for _, old := range []string{"//line ", "//extern ", "//export "} {
		if strings.HasPrefix(text, old) {
			return true
		}
	}
	return false
}

// blockLines are the lines of a /* */ comment. gofmt lays out a whole doc comment anew and so its lines are taken as they
// are; otherwise, and where stars frame the text, the indentation that the lines have in common goes.
func (r docReader) blockLines(c *ast.Comment, whole bool) []docLine {
	var lines []docLine
	body := strings.TrimSuffix(strings.TrimPrefix(c.Text, "/*"), "*/")
	at := c.Pos() + 2
	for i, text := range strings.Split(body, "\n") {
		if i > 0 {
			at = r.nextLine(at, lines[i-1].text)
		}
		lines = append(lines, docLine{text, at})
	}
	for i := range lines {
		lines[i].text = docTrimRight(lines[i].text)
	}
	if whole && len(lines) > 1 && !docIsStarred(lines, whole) {
		laid := docLayOut(lines)
		if !docIsStarred(laid, whole) {
			return lines
		}
		lines = laid
	}
	if docIsStarred(lines, whole) {
		for i := range lines[1:] {
			l := &lines[1+i]
			l.cut(docLeading(l.text))
			l.cut(len(l.text) - len(strings.TrimPrefix(l.text, "*")))
		}
		lines[0].cut(len(lines[0].text) - len(strings.TrimLeft(lines[0].text, "*")))
	}
	lines[0].cut(docLeading(lines[0].text))
	docDedent(lines[1:])
	return lines
}

// docLayOut is what gofmt makes of a block comment. It may have a star before every line then, and before had not.
func docLayOut(lines []docLine) []docLine {
	text := docGofmt(docSource{lines: lines}.joined())
	laid := []docLine{{"", lines[0].pos}}
	for line := range strings.SplitSeq(text, "\n") {
		laid = append(laid, docLine{line, lines[0].pos})
	}
	return laid
}

// nextLine is where the line after one of a block comment starts. The scanner drops \r from the comment's text.
func (r docReader) nextLine(at token.Pos, text string) token.Pos {
	if r.fset != nil {
		file := r.fset.File(at)
		if line := file.PositionFor(at, false).Line; line < file.LineCount() {
			return file.LineStart(line + 1)
		}
	}
	return at + token.Pos(len(text)) + 1
}

// docIsStarred reports whether a block comment is written in the old style with a star before every line, or as /** */.
// gofmt lays it out anew after all if a line between is blank.
func docIsStarred(lines []docLine, whole bool) bool {
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

// docDedent removes the indentation that all lines have in common.
func docDedent(lines []docLine) {
	common, found := "", false
	for _, l := range lines {
		if l.text == "" {
			continue
		}
		indent := l.text[:docLeading(l.text)]
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

func (l *docLine) cut(n int) {
	l.text = l.text[n:]
	l.pos += token.Pos(n)
}

// docLeading is the length of the blanks that a line starts with.
func docLeading(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// docTrimRight removes trailing blanks, as gofmt does when it prints a comment, and with them \r (G16).
func docTrimRight(line string) string { return strings.TrimRightFunc(line, unicode.IsSpace) }

func (s docSource) joined() string {
	var b strings.Builder
	for _, l := range s.lines {
		b.WriteString(strings.ReplaceAll(l.text, "\r", ""))
		b.WriteByte('\n')
	}
	return b.String()
}

// docGofmt lays a text out as gofmt does with doc comments, until gofmt would change nothing more.
func docGofmt(text string) string {
	for range 5 { // once or twice is what real comments take
		var p comment.Parser
		var pr comment.Printer
		lines := strings.Split(string(pr.Comment(p.Parse(text))), "\n")
		for i := range lines {
			lines[i] = docTrimRight(lines[i])
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
func (s docSource) locate(line string) (pos, end token.Pos) {
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
var docMarker = regexp.MustCompile(`^(\+[A-Za-z][\w:./\[\]-]*([=(].*)?|\+build .*|(// ?)?nolint(:[\w,./-]+)?( *//.*)?|#nosec\b.*|Code generated .* DO NOT EDIT\.)$`)

// docTail is a linter's switch at the end of a line.
var docTail = regexp.MustCompile(`\s*(//\s*nolint\b.*|#nosec\b.*)$`)

// withoutMarkers drops the lines that are not for readers. A directive inside text, such as one in a block comment, may
// also be a sentence that breaks before it, so it earns a warning. In code that shows them, other tools' directives stay.
func (d *docReading) withoutMarkers(text string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		inner := strings.TrimLeft(line, " \t")
		_, directive := ast.ParseDirective(token.NoPos, line)
		switch {
		case docMarker.MatchString(line):
		case directive, strings.HasPrefix(inner, "//tool:"):
			d.warn(inner, "D5", "a directive inside text is neither read nor part of the description",
				"give it a line of its own that starts with the two slashes, or begin the line with another word")
		default:
			out = append(out, docTail.ReplaceAllString(line, ""))
		}
	}
	return strings.Join(out, "\n")
}
