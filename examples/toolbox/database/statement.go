package database

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// statement is what a text of SQL says by its tokens alone: what quotes and comments hold is no part of it.
type statement struct {
	sql        string
	first      string   // its first word, in upper case; "" where it has none
	words      []string // its words and numbers, in upper case
	quoted     []string // what stands in quotes, which may be a name
	positional int      // how many values its ? take
	names      []string // of its :name, @name and $name, without the sign
}

// parse reads the tokens of one statement, as SQLite has them. It guards nothing: it is there for words that a model can act on, and
// because a driver may run what stands behind a semicolon and return the rows of that.
func parse(sql string) (statement, error) {
	s := statement{sql: sql}
	ended := false // behind a semicolon
	for i := 0; i < len(sql); {
		end, kind := token(sql, i)
		text := sql[i:end]
		switch {
		case kind == blank, text == "(" && !s.started() && !ended:
		case ended && kind != semicolon:
			return s, refusal("sql: expected one statement, got another behind a semicolon; make a call for each")
		case kind == semicolon:
			ended = s.started()
		case kind == word:
			s.word(text)
		case kind == quoted:
			s.other()
			s.quoted = append(s.quoted, text[1:max(1, len(text)-1)])
		case kind == placeholder:
			s.placeholder(text)
		case kind == zero:
			return s, refusal("sql: has a zero character; leave it out")
		default:
			s.other()
		}
		i = end
	}
	if !s.started() {
		return s, refusal("sql: expected a SELECT, got no statement")
	}
	return s, nil
}

func refusal(message string) *runtime.Error {
	return runtime.NewError(runtime.ClassInvalidArguments, message)
}

// kind is a kind of token.
type kind int

const (
	blank kind = iota // space or a comment
	semicolon
	word
	quoted // a name or a text in quotes
	placeholder
	zero
	other
)

// token returns where the token at i ends.
func token(sql string, i int) (end int, k kind) {
	rest := sql[i:]
	switch c := sql[i]; {
	case strings.IndexByte(" \t\n\v\f\r", c) >= 0:
		return i + 1, blank
	case c == 0:
		return i + 1, zero
	case c == ';':
		return i + 1, semicolon
	case strings.HasPrefix(rest, "--"):
		return i + upTo(rest, "\n", 2), blank
	case strings.HasPrefix(rest, "/*") && len(rest) > 2: // two characters alone are two operators
		return i + upTo(rest, "*/", 2), blank
	case c == '\'' || c == '"' || c == '`':
		return i + quotedEnd(rest), quoted
	case c == '[':
		return i + upTo(rest, "]", 1), quoted
	case c == '?':
		return i + 1 + span(rest[1:], digit), placeholder
	case (c == ':' || c == '@' || c == '$') && span(rest[1:], letter) > 0:
		return i + 1 + span(rest[1:], letter), placeholder
	case letter(c):
		return i + span(rest, letter), word
	}
	return i + 1, other
}

// upTo returns the length of what ends with the first of these, looked for from an offset; all of the text where it does not end.
func upTo(text, stop string, from int) int {
	if at := strings.Index(text[from:], stop); at >= 0 {
		return from + at + len(stop)
	}
	return len(text)
}

// quotedEnd returns the length of a quoted text, in which a doubled quote stands for one.
func quotedEnd(text string) int {
	for i := 1; i < len(text); i++ {
		if text[i] != text[0] {
			continue
		}
		if i+1 == len(text) || text[i+1] != text[0] {
			return i + 1
		}
		i++
	}
	return len(text)
}

func span(text string, in func(byte) bool) int {
	n := 0
	for n < len(text) && in(text[n]) {
		n++
	}
	return n
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// letter reports whether c may be in a name: a number is read as one, which does no harm here.
func letter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || digit(c) || c == '_' || c == '$' || c >= 0x80
}

func (s *statement) started() bool { return s.first != "" || s.words != nil }

func (s *statement) other() {
	if !s.started() {
		s.words = []string{}
	}
}

func (s *statement) word(text string) {
	text = strings.ToUpper(text)
	if !s.started() {
		s.first = text
	}
	s.words = append(s.words, text)
}

// says reports whether a word or a quoted name is in the statement.
func (s *statement) says(name string) bool {
	return slices.Contains(s.words, strings.ToUpper(name)) || slices.ContainsFunc(s.quoted, func(q string) bool { return strings.EqualFold(q, name) })
}

// placeholder notes one: ? is the value behind the last one, ?3 and $3 are the third, any other has a name.
func (s *statement) placeholder(text string) {
	s.other()
	name := text[1:]
	if n, err := strconv.Atoi(name); err == nil && text[0] != ':' && text[0] != '@' {
		s.positional = max(s.positional, n)
		return
	}
	if text == "?" {
		s.positional++
		return
	}
	for _, other := range s.names {
		if other == name {
			return
		}
	}
	s.names = append(s.names, name)
}
