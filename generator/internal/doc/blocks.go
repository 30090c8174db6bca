package doc

import (
	"go/doc/comment"
	"go/token"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// block is a paragraph, heading, list or piece of code. Links are plain text already.
type block struct {
	kind  kind
	tag   tag
	lines []string // paragraphBlock and codeBlock: as in the source; headingBlock: one
	items []item   // listBlock
	loose bool     // listBlock: blank lines between the items
	apart bool     // listBlock: a blank line before the first
}

type kind uint8

const (
	paragraphBlock kind = iota
	headingBlock
	listBlock
	codeBlock
)

// tag says what a block is besides text.
type tag uint8

const (
	plain      tag = iota
	params         // a line or heading that introduces the parameters
	returns        // the same for results
	returnText     // a paragraph "Returns: text"
	tagged         // a list of @param lines
	deprecated     // a Deprecated paragraph (D9)
	internal       // a note to the authors (D10)
	legal          // a licence (D15)
)

// item is one item of a list.
type item struct {
	number     string     // "" in bullet lists
	paragraphs [][]string // lines
}

// parse breaks a text in gofmt's form into blocks. Where people write what go/doc does not know, it helps: lists that
// are not indented (D2), ## headings, sections without blank lines between, and sections inside an indented block.
func (d *reading) parse(text string) []block {
	p := comment.Parser{LookupSym: func(string, string) bool { return true }, LookupPackage: importPath}
	var out []block
	for _, b := range p.Parse(prepare(text)).Content {
		switch b := b.(type) {
		case *comment.Paragraph:
			out = append(out, split(d.plainLines(b))...)
		case *comment.Heading:
			out = append(out, head(d.plain(b.Text)))
		case *comment.Code:
			lines := strings.Split(strings.TrimSuffix(b.Text, "\n"), "\n")
			if blocks := sections(lines); blocks != nil {
				out = append(out, blocks...)
			} else {
				out = append(out, block{kind: codeBlock, lines: lines})
			}
		case *comment.List:
			list := block{kind: listBlock, loose: b.BlankBetween(), apart: b.BlankBefore()}
			for _, i := range b.Items {
				item := item{number: i.Number}
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

// importPath takes every word for a package, so that [weather.Report] is a link whatever the file imports.
func importPath(name string) (path string, ok bool) {
	if path, ok := comment.DefaultLookupPackage(name); ok {
		return path, true
	}
	return name, token.IsIdentifier(name)
}

var (
	markdownLink = regexp.MustCompile(`!?\[([^\[\]]*)\]\((?:[a-z][a-z0-9+.-]*://|mailto:|/|#|\.\.?/)[^\s()]*(?:\([^\s()]*\)[^\s()]*)*(?:\s+"[^"]*")?\)`)
	linkTarget   = regexp.MustCompile(`^\[[^\[\]]+\]: +[a-z][a-z0-9+.-]*://\S+$`)
)

// prepare turns Markdown's [text](target) into its text and parts link definitions from the paragraph that they
// were left in, so that no target stays in the description. Code is left alone.
func prepare(text string) string {
	var out, prose []string
	flush := func() {
		if len(prose) > 0 {
			out = append(out, markdownLink.ReplaceAllString(strings.Join(prose, "\n"), "$1"))
		}
		prose = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(line, "\t"):
			flush()
			out = append(out, line)
		case linkTarget.MatchString(line):
			prose = append(prose, "", line, "")
		default:
			prose = append(prose, line)
		}
	}
	flush()
	return strings.Join(out, "\n")
}

func (d *reading) plainLines(p *comment.Paragraph) []string {
	return strings.Split(d.plain(p.Text), "\n")
}

// plain is text without markup: a link is its text, a doc link the name, and the tool's name where there is one (D7).
func (d *reading) plain(text []comment.Text) string {
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
			b.WriteString(d.link(t))
		}
	}
	return b.String()
}

func (d *reading) link(l *comment.DocLink) string {
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

// head is a heading, which may introduce parameters or results.
func head(text string) block {
	return block{kind: headingBlock, tag: introTag(text+":", false), lines: []string{text}}
}

// split breaks a paragraph at the lines where people begin something new without a blank line.
func split(lines []string) []block {
	var out []block
	cur := block{}
	begin := func(b block) {
		if len(cur.lines) > 0 || len(cur.items) > 0 {
			out = append(out, cur)
		}
		cur = b
	}
	lines = partIntros(lines)
	for i, line := range lines {
		line = strings.TrimSpace(line)
		start := len(cur.lines) == 0 && len(cur.items) == 0
		marked := mark.MatchString(line)
		intro := introTag(line, !start)
		if len(lines) == 1 && introTag(line+":", false) == params {
			intro = params // a paragraph of this one word
		}
		switch {
		case note(line, start):
			begin(block{tag: internal, lines: []string{line}})
		case start && licence.MatchString(line):
			begin(block{tag: legal, lines: []string{line}})
		case strings.HasPrefix(line, "Deprecated:"):
			begin(block{tag: deprecated, lines: []string{line}})
		case intro != plain:
			begin(block{tag: intro, lines: []string{line}})
			begin(block{})
		case returnStart.MatchString(line):
			begin(block{tag: returnText, lines: []string{returnStart.ReplaceAllString(line, "")}})
		case subheading.MatchString(line):
			begin(head(subheading.ReplaceAllString(line, "")))
			begin(block{})
		case strings.HasPrefix(line, "@param "):
			if cur.tag != tagged {
				begin(block{kind: listBlock, tag: tagged})
			}
			cur.addItem("", strings.TrimPrefix(line, "@param "))
		case cur.tag == internal, cur.tag == legal:
			cur.lines = append(cur.lines, line)
		case cur.kind == listBlock && marked && cur.tag != tagged:
			cur.addItem(itemText(line))
		case marked && (start || strings.HasSuffix(lines[i-1], ":") || strings.HasSuffix(lines[i-1], "：") || marks(lines[i:]) > 1):
			begin(block{kind: listBlock, apart: start})
			cur.addItem(itemText(line))
		case cur.kind == listBlock && title.MatchString(line):
			begin(block{lines: []string{line}})
		case cur.kind == listBlock:
			last := cur.items[len(cur.items)-1].paragraphs
			last[0] = append(last[0], line)
		default:
			cur.lines = append(cur.lines, line)
		}
	}
	begin(block{})
	return out
}

var (
	// mark is what a list item starts with; a number of more than two digits is rather a year.
	mark = regexp.MustCompile(`^([-*+•]|\d{1,2}[.)])[ \t]+`)
	// subheading is Markdown's heading of a lower level; # alone is go/doc's own.
	subheading = regexp.MustCompile(`^#{2,6}[ \t]+`)
	// title ends a list that is not indented: "Raises:", "See also:".
	title   = regexp.MustCompile(`^[A-Z][\w-]*( [\w-]+){0,2}:$`)
	licence = regexp.MustCompile(`^(Copyright\b.*(\(c\)|©|\d{4})|SPDX-License-Identifier:)`)
	// A note to the authors (D10), anywhere with : or (, bare at the start of a paragraph.
	noteMark = regexp.MustCompile(`^((TODO|FIXME)[:(]|BUG\(|NOTE\(internal\))`)
	noteBare = regexp.MustCompile(`^(TODO|FIXME)([ ,.;]|$)`)
)

func note(line string, start bool) bool {
	return noteMark.MatchString(line) || start && noteBare.MatchString(line)
}

// itemText parts a list item's marker from its text.
func itemText(line string) (number, text string) {
	mark := mark.FindString(line)
	return strings.Trim(mark, "-*+•.) \t"), line[len(mark):]
}

// marks counts the lines that start like list items.
func marks(lines []string) int {
	n := 0
	for _, l := range lines {
		if mark.MatchString(strings.TrimSpace(l)) {
			n++
		}
	}
	return n
}

func (b *block) addItem(number, text string) {
	b.items = append(b.items, item{number: number, paragraphs: [][]string{{text}}})
}

// slashes finds what would read as a directive of ours. Such text loses its slashes, so that no output holds one.
var slashes = regexp.MustCompile(`//+tool:`)

// join makes one line of a paragraph. Chinese and Japanese text is joined without a blank.
func join(lines []string) string {
	var b strings.Builder
	last := ' '
	for _, line := range lines {
		line = strings.Join(strings.Fields(line), " ")
		if line == "" {
			continue
		}
		first, _ := utf8.DecodeRuneInString(line)
		if b.Len() > 0 && !(isWide(last) && isWide(first)) {
			b.WriteByte(' ')
		}
		b.WriteString(line)
		last, _ = utf8.DecodeLastRuneInString(line)
	}
	return slashes.ReplaceAllString(b.String(), "tool:")
}

// isWide reports whether a character is written without blanks around it.
func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef
}

// render prints blocks as go/doc prints them, one line a paragraph, lists and code indented (D6, D8).
func (d *reading) render(blocks []block) string {
	var doc comment.Doc
	for _, b := range blocks {
		switch b.kind {
		case paragraphBlock:
			if text := join(b.lines); text != "" {
				doc.Content = append(doc.Content, &comment.Paragraph{Text: []comment.Text{comment.Plain(text)}})
			}
		case headingBlock:
			doc.Content = append(doc.Content, &comment.Heading{Text: []comment.Text{comment.Plain(join(b.lines))}})
		case codeBlock:
			doc.Content = append(doc.Content, &comment.Code{Text: strings.Join(b.lines, "\n") + "\n"})
		case listBlock:
			if list := b.list(); len(list.Items) > 0 {
				doc.Content = append(doc.Content, list)
			}
		}
	}
	p := comment.Printer{TextWidth: -1}
	text := strings.TrimRight(strings.TrimLeft(string(p.Text(&doc)), "\n"), " \t\n")
	return slashes.ReplaceAllString(text, "tool:")
}

func (b block) list() *comment.List {
	list := &comment.List{ForceBlankBefore: b.apart, ForceBlankBetween: b.loose}
	for _, i := range b.items {
		item := &comment.ListItem{Number: i.number}
		for _, lines := range i.paragraphs {
			if text := join(lines); text != "" {
				item.Content = append(item.Content, &comment.Paragraph{Text: []comment.Text{comment.Plain(text)}})
			}
		}
		if len(item.Content) > 0 {
			list.Items = append(list.Items, item)
		}
	}
	return list
}
