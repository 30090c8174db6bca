package directive

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner reads one line or tag from left to right and keeps the problems it meets.
type scanner struct {
	text     string              // without trailing blanks
	pos      int                 // next byte
	paste    func(string) string // makes the line to paste from a corrected text
	problems []Problem
}

// token is an entry before anyone asks what its key means.
type token struct {
	key      Word
	hasValue bool
	value    Word
	bad      bool // a problem of this token has been reported
}

func (t token) end() int { return max(t.key.End, t.value.End) }

func (s *scanner) report(code string, start, end int, message, fix string) {
	s.problems = append(s.problems, Problem{Code: code, Message: message, Fix: fix, Start: start, End: end})
}

// replaced returns the line to paste, with other text from start to end.
func (s *scanner) replaced(start, end int, text string) string {
	return s.paste(strings.TrimRight(s.text[:start]+text+s.text[end:], " \t"))
}

// keep adds a problem that a reader of values found.
func (s *scanner) keep(p Problem) {
	if p.instead != "" {
		p.Fix, p.instead = s.replaced(p.Start, p.End, p.instead), ""
	}
	s.problems = append(s.problems, p)
}

// blanks skips blanks and tabs, the only separators (G18: other white space is refused where it is met).
func (s *scanner) blanks() {
	for s.pos < len(s.text) && isBlank(s.text[s.pos]) {
		s.pos++
	}
}

func (s *scanner) atEnd() bool { return s.pos == len(s.text) }

// token reads KEY or KEY=VALUE. Something must be there.
func (s *scanner) token() token {
	start := s.pos
	quoted, ok := scanItem(s.text, start)
	if quoted.literal {
		s.pos = quoted.end // a literal where a key should be: one unknown word, not several
	}
	if !ok {
		s.unclosed(start)
		return token{key: s.word(start), bad: true}
	}
	for !s.atEnd() && !isBlank(s.text[s.pos]) && s.text[s.pos] != '=' {
		s.pos++
	}
	t := token{key: s.word(start)}
	t.bad = !quoted.literal && s.hidden(t.key)
	if s.atEnd() || s.text[s.pos] != '=' {
		return t
	}
	s.pos++
	if t.key.Text == "" {
		s.skipWord()
		s.report(CodeNoValue, start, s.pos, "a key is missing before =", "write it as key=value, without blanks around =")
		t.key, t.bad = s.word(start), true
		return t
	}
	t.hasValue = true
	s.value(&t)
	return t
}

// value reads the value of t: a JSON array or object, or items with commas between.
func (s *scanner) value(t *token) {
	start := s.pos
	defer func() { t.value.Start, t.value.End = start, s.pos }()
	if n := jsonEnd(s.text[start:]); n > 0 && s.ends(start+n) {
		s.pos = start + n
		t.value = s.word(start)
		return
	}
	if r := wrongQuote(s.text[start:]); r != 0 {
		s.pos = len(s.text)
		s.report(CodeQuoting, start, s.pos, fmt.Sprintf("%c is no quote of Go text", r), `write "..." or `+"`...`")
		t.bad = true
		return
	}
	count, literals := 0, 0
	for {
		it, ok := scanItem(s.text, s.pos)
		if !ok {
			s.pos, t.bad = it.end, true
			s.unclosed(it.start)
			return
		}
		s.pos = it.end
		count++
		if it.literal {
			literals++
			t.bad = !s.literal(it) || t.bad
		} else {
			t.bad = s.hidden(Word{Text: s.text[it.start:it.end], Start: it.start, End: it.end}) || t.bad
		}
		if s.ends(s.pos) {
			break
		}
		if s.text[s.pos] != ',' {
			s.after(t, it.end)
			return
		}
		s.pos++
	}
	t.value = s.word(start)
	if count == 1 && literals == 1 && !t.bad {
		t.value.Text, _ = strconv.Unquote(t.value.Text)
		t.value.Quoted = true
	}
}

// unclosed reports a quote that is open at the end of the line (G14).
func (s *scanner) unclosed(start int) {
	s.report(CodeQuoting, start, len(s.text), "the quote is not closed on this line",
		"close it; a directive is one line (gofmt tears a second one off), and long text belongs in the doc comment")
}

// after reports text that touches a closing quote, and skips it.
func (s *scanner) after(t *token, end int) {
	s.skipWord()
	s.report(CodeQuoting, end, s.pos, "text follows the closing quote: "+short(s.text[end:s.pos]),
		`put a blank after the quote, or write \" for a quote inside`)
	t.bad = true
}

// literal checks a closed Go string literal, and reports what is wrong with it.
func (s *scanner) literal(it item) bool {
	source := s.text[it.start:it.end]
	text, err := strconv.Unquote(source)
	switch {
	case err != nil:
		inner := source[1 : len(source)-1]
		fix := s.replaced(it.start, it.end, "`"+inner+"`")
		if strings.ContainsAny(inner, "`\"") {
			fix = s.replaced(it.start, it.end, strconv.Quote(strings.ReplaceAll(inner, `\"`, `"`)))
		}
		s.report(CodeQuoting, it.start, it.end, short(source)+` is no Go string literal: \ begins an escape there`, fix)
		return false
	case !utf8.ValidString(text):
		s.report(CodeCharacter, it.start, it.end, short(source)+" is not valid UTF-8", "remove the bytes that are no text")
		return false
	}
	return true
}

// hidden reports characters of a bare word that cannot be seen (G18, U+00A0 and U+3000 among them): as separators they
// would join what looks apart, and as text they would be there unnoticed. Quotes make them text.
func (s *scanner) hidden(w Word) bool {
	for i, r := range w.Text {
		if unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Zs) {
			at, size := w.Start+i, utf8.RuneLen(r)
			message, with := "%U cannot be seen here; quote it where it is meant", ""
			if unicode.IsSpace(r) {
				message, with = "%U is no plain blank; quote it where it is meant", " "
			}
			s.report(CodeCharacter, at, at+size, fmt.Sprintf(message, r), s.replaced(at, at+size, with))
			return true
		}
	}
	return false
}

// word returns the text from start to the current place.
func (s *scanner) word(start int) Word {
	return Word{Text: s.text[start:s.pos], Start: start, End: s.pos}
}

// skipWord goes on to the next blank.
func (s *scanner) skipWord() {
	for !s.ends(s.pos) {
		s.pos++
	}
}

// ends reports whether a word may end at i.
func (s *scanner) ends(i int) bool { return i == len(s.text) || isBlank(s.text[i]) }

// item is one item of a list: a literal, or a bare run.
type item struct {
	start, end int
	literal    bool
}

// scanItem returns the item that begins at i: a Go string literal, or everything up to a comma or blank. It is not ok
// where a literal does not end.
func scanItem(text string, i int) (it item, ok bool) {
	it = item{start: i, end: i}
	if i < len(text) && (text[i] == '"' || text[i] == '`') {
		it.literal = true
		for it.end++; it.end < len(text); it.end++ {
			switch {
			case text[it.end] == text[i]:
				it.end++
				return it, true
			case text[it.end] == '\\' && text[i] == '"':
				it.end++
			}
		}
		it.end = len(text)
		return it, false
	}
	for it.end < len(text) && text[it.end] != ',' && !isBlank(text[it.end]) {
		it.end++
	}
	return it, true
}

// items splits the text of an unquoted value. Where a comma is missing, the next item begins right after the last.
func items(text string) []item {
	var all []item
	for i := 0; ; {
		it, _ := scanItem(text, i)
		all = append(all, it)
		switch {
		case it.end == len(text):
			return all
		case text[it.end] == ',' || it.end == i:
			i = it.end + 1
		default:
			i = it.end
		}
	}
}

// jsonEnd returns the length of the JSON array or object that the text begins with, 0 if there is none.
func jsonEnd(text string) int {
	if text == "" || text[0] != '[' && text[0] != '{' {
		return 0
	}
	d := json.NewDecoder(strings.NewReader(text))
	var value json.RawMessage
	if d.Decode(&value) != nil {
		return 0
	}
	return int(d.InputOffset())
}

// wrongQuote returns the quote that the text begins with where Go has no such quote, else 0.
func wrongQuote(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	if strings.ContainsRune("'‘’‚“”„«»", r) {
		return r
	}
	return 0
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
