package collect

import (
	"go/doc/comment"
	"go/token"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// docBlock is a paragraph, heading, list or piece of code. Links are plain text already.
type docBlock struct {
	kind  docKind
	tag   docTag
	lines []string  // docParagraph and docCode: as in the source; docHeading: one
	items []docItem // docList
	loose bool      // docList: blank lines between the items
	apart bool      // docList: a blank line before the first
}

type docKind uint8

const (
	docParagraph docKind = iota
	docHeading
	docList
	docCode
)

// docTag says what a block is besides text.
type docTag uint8

const (
	docPlain      docTag = iota
	docParams            // a line or heading that introduces the parameters
	docReturns           // the same for results
	docReturnText        // a paragraph "Returns: text"
	docTagged            // a list of @param lines
	docDeprecated        // a Deprecated paragraph (D9)
	docInternal          // a note to the authors (D10)
	docLegal             // a licence (D15)
)

// docItem is one item of a list.
type docItem struct {
	number     string     // "" in bullet lists
	paragraphs [][]string // lines
}

// parse breaks a text in gofmt's form into blocks. Where people write what go/doc does not know, it helps: lists that
// are not indented (D2), ## headings, sections without blank lines between, and sections inside an indented block.
func (d *docReading) parse(text string) []docBlock {
	p := comment.Parser{LookupSym: func(string, string) bool { return true }, LookupPackage: docPackage}
	var out []docBlock
	for _, b := range p.Parse(docPrepare(text)).Content {
		switch b := b.(type) {
		case *comment.Paragraph:
			out = append(out, docSplit(d.plainLines(b))...)
		case *comment.Heading:
			out = append(out, docHead(d.plain(b.Text)))
		case *comment.Code:
			lines := strings.Split(strings.TrimSuffix(b.Text, "\n"), "\n")
			if blocks := docSections(lines); blocks != nil {
				out = append(out, blocks...)
			} else {
				out = append(out, docBlock{kind: docCode, lines: lines})
			}
		case *comment.List:
			list := docBlock{kind: docList, loose: b.BlankBetween(), apart: b.BlankBefore()}
			for _, i := range b.Items {
				item := docItem{number: i.Number}
				for _, content := range i.Content {
					item.paragraphs = append(item.paragraphs, d.plainLines(content.(*comment.Paragraph)))
				}
				list.items = append(list.items, item)
			}
			out = append(out, list)
		}
	}
	return out
}

// docPackage takes every word for a package, so that [weather.Report] is a link whatever the file imports.
func docPackage(name string) (path string, ok bool) {
	if path, ok := comment.DefaultLookupPackage(name); ok {
		return path, true
	}
	return name, token.IsIdentifier(name)
}

var (
	docMarkdownLink = regexp.MustCompile(`!?\[([^\[\]]*)\]\((?:[a-z][a-z0-9+.-]*://|mailto:|/|#|\.\.?/)[^\s()]*(?:\([^\s()]*\)[^\s()]*)*(?:\s+"[^"]*")?\)`)
	docLinkTarget   = regexp.MustCompile(`^\[[^\[\]]+\]: +[a-z][a-z0-9+.-]*://\S+$`)
)

// docPrepare turns Markdown's [text](target) into its text and parts link definitions from the paragraph that they
// were left in, so that no target stays in the description. Code is left alone.
func docPrepare(text string) string {
	var out, prose []string
	flush := func() {
		if len(prose) > 0 {
			out = append(out, docMarkdownLink.ReplaceAllString(strings.Join(prose, "\n"), "$1"))
		}
		prose = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(line, "\t"):
			flush()
			out = append(out, line)
		case docLinkTarget.MatchString(line):
			prose = append(prose, "", line, "")
		default:
			prose = append(prose, line)
		}
	}
	flush()
	return strings.Join(out, "\n")
}

func (d *docReading) plainLines(p *comment.Paragraph) []string {
	return strings.Split(d.plain(p.Text), "\n")
}

// plain is text without markup: a link is its text, a doc link the name, and the tool's name where there is one (D7).
func (d *docReading) plain(text []comment.Text) string {
	var b strings.Builder
	for _, t := range text {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(d.plain(t.Text))
		case *comment.DocLink:
			b.WriteString(d.docLink(t))
		}
	}
	return b.String()
}

func (d *docReading) docLink(l *comment.DocLink) string {
	name := d.plain(l.Text)
	if l.Name == "" && !strings.Contains(l.ImportPath, "/") {
		if _, ok := comment.DefaultLookupPackage(l.ImportPath); !ok {
			return "[" + name + "]" // a word in brackets, such as [optional]
		}
	}
	if l.ImportPath == "" && d.resolve != nil {
		if tool := d.resolve(strings.TrimPrefix(l.Recv+"."+l.Name, ".")); tool != "" {
			return tool
		}
	}
	return strings.TrimPrefix(name, "*")
}

// docHead is a heading, which may introduce parameters or results.
func docHead(text string) docBlock {
	return docBlock{kind: docHeading, tag: docIntroTag(text+":", false), lines: []string{text}}
}

// docSplit breaks a paragraph at the lines where people begin something new without a blank line.
func docSplit(lines []string) []docBlock {
	var out []docBlock
	cur := docBlock{}
	begin := func(b docBlock) {
		if len(cur.lines) > 0 || len(cur.items) > 0 {
			out = append(out, cur)
		}
		cur = b
	}
	lines = docPartIntros(lines)
	for i, line := range lines {
		line = strings.TrimSpace(line)
		start := len(cur.lines) == 0 && len(cur.items) == 0
		marked := docMark.MatchString(line)
		intro := docIntroTag(line, !start)
		if len(lines) == 1 && docIntroTag(line+":", false) == docParams {
			intro = docParams // a paragraph of this one word
		}
		switch {
		case docNote(line, start):
			begin(docBlock{tag: docInternal, lines: []string{line}})
		case start && docLicence.MatchString(line):
			begin(docBlock{tag: docLegal, lines: []string{line}})
		case strings.HasPrefix(line, "Deprecated:"):
			begin(docBlock{tag: docDeprecated, lines: []string{line}})
		case intro != docPlain:
			begin(docBlock{tag: intro, lines: []string{line}})
			begin(docBlock{})
		case docReturnStart.MatchString(line):
			begin(docBlock{tag: docReturnText, lines: []string{docReturnStart.ReplaceAllString(line, "")}})
		case docSubheading.MatchString(line):
			begin(docHead(docSubheading.ReplaceAllString(line, "")))
			begin(docBlock{})
		case strings.HasPrefix(line, "@param "):
			if cur.tag != docTagged {
				begin(docBlock{kind: docList, tag: docTagged})
			}
			cur.addItem("", strings.TrimPrefix(line, "@param "))
		case cur.tag == docInternal, cur.tag == docLegal:
			cur.lines = append(cur.lines, line)
		case cur.kind == docList && marked && cur.tag != docTagged:
			cur.addItem(docItemText(line))
		case marked && (start || strings.HasSuffix(lines[i-1], ":") || strings.HasSuffix(lines[i-1], "：") || docMarks(lines[i:]) > 1):
			begin(docBlock{kind: docList, apart: start})
			cur.addItem(docItemText(line))
		case cur.kind == docList && docTitle.MatchString(line):
			begin(docBlock{lines: []string{line}})
		case cur.kind == docList:
			last := cur.items[len(cur.items)-1].paragraphs
			last[0] = append(last[0], line)
		default:
			cur.lines = append(cur.lines, line)
		}
	}
	begin(docBlock{})
	return out
}

var (
	// docMark is what a list item starts with; a number of more than two digits is rather a year.
	docMark = regexp.MustCompile(`^([-*+•]|\d{1,2}[.)])[ \t]+`)
	// docSubheading is Markdown's heading of a lower level; # alone is go/doc's own.
	docSubheading = regexp.MustCompile(`^#{2,6}[ \t]+`)
	// docTitle ends a list that is not indented: "Raises:", "See also:".
	docTitle   = regexp.MustCompile(`^[A-Z][\w-]*( [\w-]+){0,2}:$`)
	docLicence = regexp.MustCompile(`^(Copyright\b.*(\(c\)|©|\d{4})|SPDX-License-Identifier:)`)
	// A note to the authors (D10), anywhere with : or (, bare at the start of a paragraph.
	docNoteMark = regexp.MustCompile(`^((TODO|FIXME)[:(]|BUG\(|NOTE\(internal\))`)
	docNoteBare = regexp.MustCompile(`^(TODO|FIXME)([ ,.;]|$)`)
)

func docNote(line string, start bool) bool {
	return docNoteMark.MatchString(line) || start && docNoteBare.MatchString(line)
}

// docItemText parts a list item's marker from its text.
func docItemText(line string) (number, text string) {
	mark := docMark.FindString(line)
	return strings.Trim(mark, "-*+•.) \t"), line[len(mark):]
}

// docMarks counts the lines that start like list items.
func docMarks(lines []string) int {
	n := 0
	for _, l := range lines {
		if docMark.MatchString(strings.TrimSpace(l)) {
			n++
		}
	}
	return n
}

func (b *docBlock) addItem(number, text string) {
	b.items = append(b.items, docItem{number: number, paragraphs: [][]string{{text}}})
}

// docSlashes finds what would read as a directive of ours. Such text loses its slashes, so that no output holds one.
var docSlashes = regexp.MustCompile(`//+tool:`)

// docJoin makes one line of a paragraph. Chinese and Japanese text is joined without a blank.
func docJoin(lines []string) string {
	var b strings.Builder
	last := ' '
	for _, line := range lines {
		line = strings.Join(strings.Fields(line), " ")
		if line == "" {
			continue
		}
		first, _ := utf8.DecodeRuneInString(line)
		if b.Len() > 0 && !(docIsWide(last) && docIsWide(first)) {
			b.WriteByte(' ')
		}
		b.WriteString(line)
		last, _ = utf8.DecodeLastRuneInString(line)
	}
	return docSlashes.ReplaceAllString(b.String(), "tool:")
}

// docIsWide reports whether a character is written without blanks around it.
func docIsWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}

// render prints blocks as go/doc prints them, one line a paragraph, lists and code indented (D6, D8).
func (d *docReading) render(blocks []docBlock) string {
	var doc comment.Doc
	for _, b := range blocks {
		switch b.kind {
		case docParagraph:
			if text := docJoin(b.lines); text != "" {
				doc.Content = append(doc.Content, &comment.Paragraph{Text: []comment.Text{comment.Plain(text)}})
			}
		case docHeading:
			doc.Content = append(doc.Content, &comment.Heading{Text: []comment.Text{comment.Plain(docJoin(b.lines))}})
		case docCode:
			doc.Content = append(doc.Content, &comment.Code{Text: strings.Join(b.lines, "\n") + "\n"})
		case docList:
			if list := b.list(); len(list.Items) > 0 {
				doc.Content = append(doc.Content, list)
			}
		}
	}
	p := comment.Printer{TextWidth: -1}
	text := strings.TrimRight(strings.TrimLeft(string(p.Text(&doc)), "\n"), " \t\n")
	return docSlashes.ReplaceAllString(text, "tool:")
}

func (b docBlock) list() *comment.List {
	list := &comment.List{ForceBlankBefore: b.apart, ForceBlankBetween: b.loose}
	for _, i := range b.items {
		item := &comment.ListItem{Number: i.number}
		for _, lines := range i.paragraphs {
			if text := docJoin(lines); text != "" {
				item.Content = append(item.Content, &comment.Paragraph{Text: []comment.Text{comment.Plain(text)}})
			}
		}
		if len(item.Content) > 0 {
			list.Items = append(list.Items, item)
		}
	}
	return list
}
