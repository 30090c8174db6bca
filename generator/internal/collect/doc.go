package collect

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// Descriptions (schema.md section 7). Comments go one way:
//
//	comment group -> doc_lines.go   text without markers and directives, as gofmt would leave it
//	              -> doc_hidden.go  without invisible characters (D16)
//	              -> doc_blocks.go  paragraphs, lists, code, headings; links as plain names (D6 to D8)
//	              -> doc_section.go parameter lists taken out (D2, D3), by doc_intro.go and the grammar of doc_entry.go
//	              -> doc_returns.go Returns sections taken out (D3)
//	              -> doc_name.go    the leading Go name cut (D4)
//
// The text is brought into gofmt's form before any rule looks at it: that alone makes the result the same before and
// after gofmt, wherever the directives stood (D5, G03).

// docReader makes descriptions of comments. It is a pure function of them and safe for concurrent use if resolve is.
type docReader struct {
	// fset makes places inside block comments exact in files with CRLF. It may be nil.
	fset *token.FileSet
	// resolve gives the tool name of a Go function ("Search", "Service.Save") of the package that is a tool, else "" (D7).
	// It may be nil.
	resolve func(name string) string
}

// docSubject is what a function's comment may speak of.
type docSubject struct {
	Name string // Go name of the function or method
	Recv string // name of the receiver type, or ""
	// Params are the names that an item of a parameter list may use: the Go and the JSON name of every property.
	Params []string
	// Silent are names that may be listed and are not exported: the context, injected parameters, the receiver.
	Silent []string
	// Results are the names of the named results besides the error.
	Results []string
	// KeepName keeps a leading Go name (keepname, D4).
	KeepName bool
	// KeepReturns leaves the Returns section in the description, for a tool without an output schema to put it in.
	KeepReturns bool
}

// funcDoc is what a function's comment says.
type funcDoc struct {
	Description   string            // "" where the comment says nothing of the tool itself
	FirstSentence string            // of Description
	Params        map[string]string // by the matching name of docSubject.Params
	ParamOrder    []string          // the keys of Params, as listed
	Returns       string            // the Returns section, or what it says of the only result
	Results       map[string]string // what it says of each of docSubject.Results
	Deprecated    string            // text of the Deprecated paragraph; it also ends Description
	Warnings      []docProblem      // what was found; those without Warning set are errors
}

// param returns the text for the first of the names that the comment describes, or "".
func (d *funcDoc) param(names ...string) string {
	for _, name := range names {
		if text, ok := d.Params[name]; ok {
			return text
		}
	}
	return ""
}

// resultText returns the text for a named result, or "".
func (d *funcDoc) resultText(name string) string { return d.Results[name] }

// itemDoc is what the comments of a parameter, field, result, constant or type say.
type itemDoc struct {
	Text       string // a Deprecated paragraph comes last (D9)
	Deprecated bool
	Warnings   []docProblem
}

// docProblem is a finding in a comment. Code is a key of diag's docRules.
type docProblem struct {
	Code, Message, Fix string
	Pos, End           token.Pos
	Warning            bool // else an error
}

// readFunc reads the doc comment of a tool function. A nil group is an empty comment.
func (r docReader) readFunc(group *ast.CommentGroup, s docSubject) funcDoc {
	d := funcReader{docSubject: s, docReading: r.text(group, docDeclared)}
	d.Params, d.Results = docDistinct(s.Params), docDistinct(s.Results)
	d.doc.Params = map[string]string{}
	d.doc.Results = map[string]string{}

	blocks := d.takeSections(d.blocks)
	blocks = d.takeBareLists(blocks)
	if d.KeepReturns {
		blocks = append(blocks, d.returnsBlocks()...)
	}
	if !s.KeepName {
		r.cutLeadingName(blocks, s)
	}
	d.doc.Deprecated = d.deprecated()
	d.doc.Description = d.render(append(blocks, d.deprecation...))
	d.doc.FirstSentence = firstSentence(d.doc.Description)
	d.doc.Warnings = d.problems
	return d.doc
}

// docDistinct drops repeats, such as a JSON name that is the Go name, and the names of unnamed parameters.
func docDistinct(names []string) (out []string) {
	for _, n := range names {
		if n != "" && n != "_" && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// readType reads the doc comment of a type, as a fallback description of its uses (D1) or of a tool whose arguments
// it is (D18): "Level is how hard to search" describes a property as "How hard to search".
func (r docReader) readType(group *ast.CommentGroup, name string) itemDoc {
	d := r.text(group, docDeclared)
	if len(d.blocks) > 0 && d.blocks[0].kind == docParagraph {
		cut := docCutType(docJoin(d.blocks[0].lines), name)
		d.blocks[0].lines = []string{cut}
	}
	return d.item()
}

// readItem reads the comments of a parameter, field, result or constant: the one above it, else the one after it (D1).
// That a second comment is left out, or one comment describes several names (F9, D17), is a warning.
func (r docReader) readItem(c docComments) itemDoc {
	above, after := r.text(c.above, docInner).item(), r.text(c.after, docInner).item()
	doc, chosen := above, c.above
	doc.Warnings = slices.Concat(above.Warnings, after.Warnings)
	switch {
	case above.Text == "":
		doc.Text, doc.Deprecated, chosen = after.Text, after.Deprecated, c.after
	case after.Text != "" && after.Text != above.Text:
		doc.Warnings = append(doc.Warnings, docProblem{Code: "D1", Pos: c.after.Pos(), End: c.after.End(), Warning: true,
			Message: "described twice: the comment above is used, this one is left out",
			Fix:     "join the two comments; a comment on a line of its own belongs to what follows it"})
	}
	if c.shared && doc.Text != "" {
		doc.Warnings = append(doc.Warnings, docProblem{Code: "D17", Pos: chosen.Pos(), End: chosen.End(), Warning: true,
			Message: "one comment describes several names alike",
			Fix:     "give each name a line and a comment of its own"})
	}
	return doc
}

// item is the text as the description of a single thing.
func (d *docReading) item() itemDoc {
	return itemDoc{
		Text:       d.render(append(d.blocks, d.deprecation...)),
		Deprecated: len(d.deprecation) > 0,
		Warnings:   d.problems,
	}
}

// maxDocLength is the length in bytes that every provider takes as a tool's description (D11).
const maxDocLength = 1024

// docTooLong warns of a tool description that some providers refuse (D11), whatever it was made from.
func docTooLong(description string, pos, end token.Pos) (docProblem, bool) {
	if len(description) <= maxDocLength {
		return docProblem{}, false
	}
	return docProblem{Code: "D11", Pos: pos, End: end, Warning: true,
		Message: fmt.Sprintf("the description has %d bytes; some providers refuse more than %d", len(description), maxDocLength),
		Fix:     "shorten the comment, or set description=\"...\" in the directive and keep the comment for people"}, true
}

// docReading is one comment while it is read: its blocks, and what was found on the way.
type docReading struct {
	docSource
	resolve     func(string) string
	blocks      []docBlock // in order, without the Deprecated ones
	deprecation []docBlock // Deprecated paragraphs, to come last (D9)
	problems    []docProblem
}

// text reads a comment up to its blocks.
func (r docReader) text(group *ast.CommentGroup, form docForm) *docReading {
	d := &docReading{docSource: r.source(group, form), resolve: r.resolve}
	text := docGofmt(d.joined())
	text = d.withoutHidden(text)
	text = d.withoutMarkers(docGofmt(text))
	for _, b := range d.parse(text) {
		switch b.tag {
		case docDeprecated:
			d.deprecation = append(d.deprecation, b)
		case docInternal:
			d.bareTodo(b)
		case docLegal:
		default:
			d.blocks = append(d.blocks, b)
		}
	}
	return d
}

// bareTodo warns where a paragraph that is not exported (D10) may have been meant for readers after all.
func (d *docReading) bareTodo(b docBlock) {
	word, rest, _ := strings.Cut(strings.TrimSpace(b.lines[0]), " ")
	if rest != "" && !strings.ContainsAny(word, ":(") {
		d.warn(b.lines[0], "D10", "a paragraph that starts with "+word+" is not exported",
			"write "+word+": if it is a note to yourself, else begin with another word")
	}
}

func (d *docReading) warn(line, code, message, fix string) {
	pos, end := d.locate(line)
	d.problems = append(d.problems, docProblem{Code: code, Message: message, Fix: fix, Pos: pos, End: end, Warning: true})
}

func (d *docReading) fail(line, code, message, fix string) {
	d.warn(line, code, message, fix)
	d.problems[len(d.problems)-1].Warning = false
}

// deprecated is the text of the Deprecated paragraphs without the word.
func (d *docReading) deprecated() string {
	var texts []string
	for _, b := range d.deprecation {
		text := strings.TrimSpace(strings.TrimPrefix(docJoin(b.lines), "Deprecated:"))
		if text == "" {
			text = "Deprecated"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}
