// Package directive is the //tool: language (DESIGN.md section 3): one comment line or struct tag comes in, typed
// entries and positioned problems go out.
//
// It works on strings alone. It knows neither syntax trees nor types: the collect room finds the comments, says what
// each stands on (a Target), adds the file's position to the offsets given here, and reads the values that depend on a
// Go type. The command prints Help and Overview. All functions are pure and safe for concurrent use.
//
// Three tables and one grammar make the language: the keys that work today (definitions.go), the keys that are known
// and not built yet (later.go), the names other libraries use (lookup.go), and the grammar at Parse (parse.go).
package directive

import (
	"strconv"
	"strings"
)

// Target is what a directive stands on, or the kind of line whose keys are meant.
type Target uint8

const (
	OnFunc    Target = iota // the comment of a function or method
	OnParam                 // a parameter: a comment above it, or //tool:param NAMES
	OnField                 // a struct field: a comment above it, or its tag tool:"..."
	OnType                  // the comment of a type
	OnConst                 // the comment of a constant
	OnPackage               // the package comment; its keys stand on the line //tool:defaults
	OnResult                // the line //tool:result of a function
	OnEnum                  // the line //tool:enum of a type
	OnUnion                 // the line //tool:union of a type
)

// String returns what the target is: "function", "result line".
func (t Target) String() string {
	return [...]string{
		"function", "parameter", "field", "type", "constant", "package", "result line", "enum line", "union line",
	}[t]
}

// where says where a key of this target stands, as it reads after "belongs".
func (t Target) where() string {
	switch t {
	case OnPackage:
		return "in the package comment"
	case OnResult, OnEnum, OnUnion:
		return "on a line //tool:" + [...]string{"result", "enum", "union"}[t-OnResult]
	}
	return "on a " + t.String()
}

// Form is the shape of a line.
type Form uint8

const (
	Keys       Form = iota // //tool:key=value flag ...
	Param                  // //tool:param NAMES key=value ...
	Result                 // //tool:result key=value ...
	Example                // //tool:example JSON
	Limitation             // //tool:limitation text
	Allow                  // //tool:allow CODE reason
	Enum                   // //tool:enum key=value ...
	Skip                   // //tool:skip
	Defaults               // //tool:defaults key=value ...
	Union                  // //tool:union TYPES key=value ...
	Schema                 // //tool:schema JSON
	Map                    // //tool:map path.Type=JSON
)

// Line is one directive line. Fields that the form has no use for are zero.
type Line struct {
	Form Form
	// Names are the parameters of a Param line, Go or JSON names, at least one; the types of a Union line, perhaps none; or the
	// one type of a Map line.
	Names []Word
	// Entries of Keys, Param, Result, Enum, Union and Defaults, in the order written. What had a problem is left out, so that
	// the rest can still be used and one mistake is reported once.
	Entries []Entry
	// Text is the JSON object of Example, Schema and Map, the text of Limitation, the reason of Allow.
	Text Word
	// Code is the diagnostic code of Allow, spelt as in diag.Rules.
	Code Word
}

// Word is a piece of a directive. Start and End are byte offsets in the comment (which begins with "//") or in the
// tag's value, quotes included.
type Word struct {
	Text       string // without its quotes where Quoted, else as written
	Start, End int
	Quoted     bool // one Go string literal, "..." or `...`
}

// Entry is one key with its value. Its readers (Bool, Text, List, ...) stand in values.go.
type Entry struct {
	Key      Word
	Value    Word // where HasValue; else the place of Key and no text
	HasValue bool // false for a bare flag
	Def      *Definition
}

// Problem is one mistake in a line. All problems of this package are errors.
type Problem struct {
	Code       string // one of the Code constants
	Message    string
	Fix        string // the line to paste, or what to do
	Start, End int    // byte offsets, 0 <= Start <= End <= len

	instead string // what should stand from Start to End; Parse makes the line to paste from it
}

// The codes of the language, K1 to K16 of diag.Rules. Those marked "collect" need more than one line to be seen.
const (
	CodeUnknownKey = "K1"  // no such key
	CodeElsewhere  = "K2"  // the key or line belongs on something else
	CodeLater      = "K3"  // known, not supported yet
	CodeTwice      = "K4"  // set twice: on one line here, in two places by collect
	CodeValue      = "K5"  // the value is not of the key's kind
	CodeNoValue    = "K6"  // a key without the value it needs
	CodeQuoting    = "K7"  // quotes, escapes, lists, continuation lines
	CodeNearMiss   = "K8"  // meant as a directive, but no directive
	CodeMisplaced  = "K9"  // collect: a directive where nothing reads it (G02)
	CodeDetached   = "K10" // collect: a blank line between the directive and its target (G13)
	CodeCharacter  = "K11" // invisible characters, invalid UTF-8
	CodeIncomplete = "K12" // a line that says nothing
	CodeName       = "K13" // a tool name that providers refuse
	CodePlainName  = "K14" // collect, warning: a tool name that some hosts refuse
	CodeParam      = "K15" // collect: //tool:param names no parameter, or more than one
	CodeAgainst    = "K16" // two keys that contradict each other: on one line here, else by collect
)

// String returns the line in its plainest spelling. A line that Parse returned without problems parses again to the
// same line, positions apart.
func (l Line) String() string {
	var b strings.Builder
	b.WriteString(prefix)
	switch l.Form {
	case Keys:
	case Param, Union:
		b.WriteString(l.Form.name())
		for i, name := range l.Names {
			b.WriteByte(" ,"[min(i, 1)])
			b.WriteString(name.source())
		}
	case Allow:
		b.WriteString("allow " + l.Code.source() + " " + l.Text.source())
	case Example, Limitation, Schema:
		b.WriteString(l.Form.name() + " " + l.Text.source())
	case Map:
		b.WriteString("map ")
		for _, name := range l.Names {
			b.WriteString(name.source() + "=")
		}
		b.WriteString(l.Text.source())
	default:
		b.WriteString(l.Form.name())
	}
	for i, e := range l.Entries {
		if i > 0 || l.Form != Keys {
			b.WriteByte(' ')
		}
		b.WriteString(e.String())
	}
	return b.String()
}

// String returns key=value, or the bare key.
func (e Entry) String() string {
	if !e.HasValue {
		return e.Key.Text
	}
	return e.Key.Text + "=" + e.Value.source()
}

// source spells the word as it must stand in a directive.
func (w Word) source() string {
	if w.Quoted {
		return strconv.Quote(w.Text)
	}
	return w.Text
}

// name is the first word of a line of this form; "" for Keys.
func (f Form) name() string {
	return [...]string{
		"", "param", "result", "example", "limitation", "allow", "enum", "skip", "defaults", "union", "schema", "map",
	}[f]
}
