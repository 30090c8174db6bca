// Package diag is the one currency of trouble in the generator: every room reports Diagnostics, and the
// command prints them. Nothing here decides whether something is wrong; the rooms do, this room keeps, sorts and prints.
package diag

import (
	"cmp"
	"slices"
)

// Severity says whether a diagnostic stops a package from being generated.
type Severity uint8

const (
	Error   Severity = iota // the package is left untouched
	Warning                 // output is written all the same
)

func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Range is a place in a source file. Lines and columns count from 1, columns in bytes, as go/token does.
// EndLine and EndCol are exclusive; zero means that only the start is known. An empty File means no place.
type Range struct {
	File            string
	Line, Col       int
	EndLine, EndCol int
}

// Related points at a second place that explains a diagnostic, such as the first of two equal names.
type Related struct {
	Range   Range
	Message string
}

// Diagnostic is one problem: what is wrong, where, and what to do.
type Diagnostic struct {
	Code     string // a key of Rules: the row id of the rule that was broken
	Severity Severity
	Range    Range
	Message  string // one line: what was expected and what came
	Fix      string // what to do, often a line to paste; may have several lines; "" where the message says it all
	Related  []Related
	Package  string // import path or folder of the package it belongs to; "" for the run
}

// Set collects diagnostics in any order and gives them back sorted and without repeats. The zero value is empty.
type Set struct{ list []Diagnostic }

// Add puts diagnostics into the set.
func (s *Set) Add(d ...Diagnostic) { s.list = append(s.list, d...) }

// Sorted returns the diagnostics by file, place, severity, code and message, each once.
func (s *Set) Sorted() []Diagnostic {
	out := slices.Clone(s.list)
	slices.SortStableFunc(out, compare)
	return slices.CompactFunc(out, func(a, b Diagnostic) bool { return compare(a, b) == 0 })
}

// HasErrors reports whether any diagnostic of the set is an error.
func (s *Set) HasErrors() bool {
	return slices.ContainsFunc(s.list, func(d Diagnostic) bool { return d.Severity == Error })
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Range.File, b.Range.File),
		cmp.Compare(a.Range.Line, b.Range.Line),
		cmp.Compare(a.Range.Col, b.Range.Col),
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
	)
}
