// Package doc makes descriptions of comments (schema.md section 7): the text of a tool, of its parameters, fields,
// constants and results, from doc comments in every form that Go people use. Comments go in as go/ast has them; clean
// text and findings come out. It knows no types and no directives; collect is its only caller.
//
// A comment goes one way:
//
//	lines.go    text without markers and directives, as gofmt would leave it
//	hidden.go   without invisible characters (D16)
//	blocks.go   paragraphs, lists, code, headings; links as plain names (D6 to D8)
//	section.go  parameter lists taken out (D2, D3), by intro.go and the grammar of entry.go
//	returns.go  Returns sections taken out (D3)
//	name.go     the leading Go name cut (D4)
//
// The text is brought into gofmt's form before any rule looks at it: that alone makes the result the same before and
// after gofmt, wherever the directives stood (D5, G03). Which comment belongs to which name is the Index's answer.
package doc

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// Reader makes descriptions of comments. It is a pure function of them and safe for concurrent use if resolve is.
type Reader struct {
	// Fset makes places inside block comments exact in files with CRLF. It may be nil.
	Fset *token.FileSet
	// Resolve gives the tool name of a Go function ("Search", "Service.Save") of the package that is a tool, else "" (D7).
	// It may be nil.
	Resolve func(name string) string
}

// Subject is what a function's comment may speak of.
type Subject struct {
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

// Func is what a function's comment says.
type Func struct {
	Description   string            // "" where the comment says nothing of the tool itself
	FirstSentence string            // of Description
	Params        map[string]string // by the matching name of Subject.Params
	ParamOrder    []string          // the keys of Params, as listed
	Returns       string            // the Returns section, or what it says of the only result
	Results       map[string]string // what it says of each of Subject.Results
	Deprecated    string            // text of the Deprecated paragraph; it also ends Description
	Warnings      []Problem         // what was found; those without Warning set are errors
}

// Param returns the text for the first of the names that the comment describes, or "".
func (d *Func) Param(names ...string) string {
	for _, name := range names {
		if text, ok := d.Params[name]; ok {
			return text
		}
	}
	return ""
}

// ResultText returns the text for a named result, or "".
func (d *Func) ResultText(name string) string { return d.Results[name] }

// Item is what the comments of a parameter, field, result, constant or type say.
type Item struct {
	Text       string // a Deprecated paragraph comes last (D9)
	Deprecated bool
	Warnings   []Problem
}

// Problem is a finding in a comment. Code is a key of diag's rules.
type Problem struct {
	Code, Message, Fix string
	Pos, End           token.Pos
	Warning            bool // else an error
}

// ReadFunc reads the doc comment of a tool function. A nil group is an empty comment.
func (r Reader) ReadFunc(group *ast.CommentGroup, s Subject) Func {
	d := funcReader{Subject: s, reading: r.text(group, declared)}
	d.Params, d.Results = distinct(s.Params), distinct(s.Results)
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
	d.doc.FirstSentence = FirstSentence(d.doc.Description)
	d.doc.Warnings = d.problems
	return d.doc
}

// distinct drops repeats, such as a JSON name that is the Go name, and the names of unnamed parameters.
func distinct(names []string) (out []string) {
	for _, n := range names {
		if n != "" && n != "_" && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// ReadType reads the doc comment of a type, as a fallback description of its uses (D1) or of a tool whose arguments
// it is (D18): "Level is how hard to search" describes a property as "How hard to search".
func (r Reader) ReadType(group *ast.CommentGroup, name string) Item {
	d := r.text(group, declared)
	if len(d.blocks) > 0 && d.blocks[0].kind == paragraphBlock {
		cut := CutName(join(d.blocks[0].lines), name)
		d.blocks[0].lines = []string{cut}
	}
	return d.item()
}

// ReadItem reads the comments of a parameter, field, result or constant: the one above it, else the one after it (D1).
// That a second comment is left out, or one comment describes several names (F9, D17), is a warning.
func (r Reader) ReadItem(c Comments) Item {
	above, after := r.text(c.above, inner).item(), r.text(c.after, inner).item()
	doc, chosen := above, c.above
	doc.Warnings = slices.Concat(above.Warnings, after.Warnings)
	switch {
	case above.Text == "":
		doc.Text, doc.Deprecated, chosen = after.Text, after.Deprecated, c.after
	case after.Text != "" && after.Text != above.Text:
		doc.Warnings = append(doc.Warnings, Problem{Code: "D1", Pos: c.after.Pos(), End: c.after.End(), Warning: true,
			Message: "described twice: the comment above is used, this one is left out",
			Fix:     "join the two comments; a comment on a line of its own belongs to what follows it"})
	}
	if c.shared && doc.Text != "" {
		doc.Warnings = append(doc.Warnings, Problem{Code: "D17", Pos: chosen.Pos(), End: chosen.End(), Warning: true,
			Message: "one comment describes several names alike",
			Fix:     "give each name a line and a comment of its own"})
	}
	return doc
}

// item is the text as the description of a single thing.
func (d *reading) item() Item {
	return Item{
		Text:       d.render(append(d.blocks, d.deprecation...)),
		Deprecated: len(d.deprecation) > 0,
		Warnings:   d.problems,
	}
}

// maxLength is the length in bytes that every provider takes as a tool's description (D11).
const maxLength = 1024

// TooLong warns of a tool description that some providers refuse (D11), whatever it was made from.
func TooLong(description string, pos, end token.Pos) (Problem, bool) {
	if len(description) <= maxLength {
		return Problem{}, false
	}
	return Problem{Code: "D11", Pos: pos, End: end, Warning: true,
		Message: fmt.Sprintf("the description has %d bytes; some providers refuse more than %d", len(description), maxLength),
		Fix:     "shorten the comment, or set description=\"...\" in the directive and keep the comment for people"}, true
}

// reading is one comment while it is read: its blocks, and what was found on the way.
type reading struct {
	source
	resolve     func(string) string
	blocks      []block // in order, without the Deprecated ones
	deprecation []block // Deprecated paragraphs, to come last (D9)
	problems    []Problem
}

// text reads a comment up to its blocks.
func (r Reader) text(group *ast.CommentGroup, form form) *reading {
	d := &reading{source: r.source(group, form), resolve: r.Resolve}
	text := gofmt(d.joined())
	text = d.withoutHidden(text)
	text = d.withoutMarkers(gofmt(text))
	for _, b := range d.parse(text) {
		switch b.tag {
		case deprecated:
			d.deprecation = append(d.deprecation, b)
		case internal:
			d.bareTodo(b)
		case legal:
		default:
			d.blocks = append(d.blocks, b)
		}
	}
	return d
}

// bareTodo warns where a paragraph that is not exported (D10) may have been meant for readers after all.
func (d *reading) bareTodo(b block) {
	word, rest, _ := strings.Cut(strings.TrimSpace(b.lines[0]), " ")
	if rest != "" && !strings.ContainsAny(word, ":(") {
		d.warn(b.lines[0], "D10", "a paragraph that starts with "+word+" is not exported",
			"write "+word+": if it is a note to yourself, else begin with another word")
	}
}

func (d *reading) warn(line, code, message, fix string) {
	pos, end := d.locate(line)
	d.problems = append(d.problems, Problem{Code: code, Message: message, Fix: fix, Pos: pos, End: end, Warning: true})
}

func (d *reading) fail(line, code, message, fix string) {
	d.warn(line, code, message, fix)
	d.problems[len(d.problems)-1].Warning = false
}

// deprecated is the text of the Deprecated paragraphs without the word.
func (d *reading) deprecated() string {
	var texts []string
	for _, b := range d.deprecation {
		text := strings.TrimSpace(strings.TrimPrefix(join(b.lines), "Deprecated:"))
		if text == "" {
			text = "Deprecated"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}
