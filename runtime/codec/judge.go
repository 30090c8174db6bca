package codec

import (
	"bytes"
	"unicode/utf8"
)

// A judge holds JSON values against a Shape. It goes twice over a value that does not conform: the first time only to know, and the
// second time to tell what is wrong, in the words that the checks of a Cursor have. The text is sound, so that nothing here looks at
// grammar.
type judge struct {
	text []byte
	root *Shape // has the Defs

	seen map[visit]bool // what a definition said of a value, so that recursion costs no more than the value has parts; nil before the first
	told map[visit]bool // the same, for what was told of it
	deep int            // how many choices are being explained around this one

	found []finding
	words []byte // the texts of found
}

// A finding is one problem.
type finding struct {
	at       int // as in a mark
	value    int // the first byte of the value that it is about, an object where it is about a key
	from, to int // its text, as a part of words
}

// A visit is a definition that a value is held against.
type visit struct {
	shape *Shape
	at    int
}

// noted keeps a problem, unless it is known or there are enough of them. words are those of the judge with the problem behind them.
func (j *judge) noted(at, value int, words []byte) {
	if len(j.found) == maxProblems {
		return
	}
	from := len(j.words)
	for _, f := range j.found {
		if f.at == at && bytes.Equal(j.words[f.from:f.to], words[from:]) {
			return
		}
	}
	j.words = words
	j.found = append(j.found, finding{at: at, value: value, from: from, to: len(words)})
}

// holds reports whether the value at text[i] conforms to s, and tells what is wrong if it is asked to.
func (j *judge) holds(s *Shape, i int, tell bool) bool {
	if s.Never {
		if tell {
			j.noted(i, i, append(j.words, "is not allowed here; leave it out"...))
		}
		return false
	}
	kind := typeAt(j.text, i)
	if !s.takes(kind) {
		if tell {
			j.noted(i, i, appendWrongType(j.words, j.text, i, s.Type, s.Count))
		}
		return false
	}
	if s.Enum != nil && !j.listed(s.Enum, i) {
		if tell {
			j.noted(i, i, j.notListed(s.Enum, i))
		}
		return false
	}
	fine := true
	switch kind {
	case "integer", "number":
		fine = j.holdsNumber(s, i, tell)
	case "string":
		fine = j.holdsText(s, i, tell)
	case "array":
		fine = j.holdsArray(s, i, tell)
	case "object":
		fine = j.holdsObject(s, i, tell)
	}
	if !fine && !tell {
		return false
	}
	return j.holdsParts(s, i, tell) && fine
}

// holdsNumber checks the bounds of a number, exactly.
func (j *judge) holdsNumber(s *Shape, i int, tell bool) bool {
	end, _ := number(j.text, i)
	text := j.text[i:end]
	var room, other [32]byte
	var value decimal
	parsed := false
	for _, b := range [...]struct {
		limit, words string
		fits         func(order int) bool
	}{
		{s.Minimum, "must be at least ", func(order int) bool { return order >= 0 }},
		{s.ExclusiveMinimum, "must be greater than ", func(order int) bool { return order > 0 }},
		{s.Maximum, "must be at most ", func(order int) bool { return order <= 0 }},
		{s.ExclusiveMaximum, "must be less than ", func(order int) bool { return order < 0 }},
		{s.MultipleOf, "must be a multiple of ", nil},
	} {
		if b.limit == "" {
			continue
		}
		if !parsed {
			value, parsed = parseDecimal(room[:0], text), true
		}
		limit := parseDecimal(other[:0], []byte(b.limit))
		if b.fits == nil && value.isMultipleOf(limit) || b.fits != nil && b.fits(value.compare(limit)) {
			continue
		}
		if tell {
			j.noted(i, i, appendNumber(append(append(append(j.words, b.words...), b.limit...), ", got "...), text))
		}
		return false
	}
	return true
}

// holdsText checks a text.
func (j *judge) holdsText(s *Shape, i int, tell bool) bool {
	if s.Length == nil && s.Pattern == nil && s.Format == "" && s.Syntax == nil {
		return true
	}
	text := j.textAt(i)
	fine := true
	if s.Length != nil {
		switch n := utf8.RuneCount(text); {
		case n < s.Length.Min:
			fine = false
			if tell {
				j.noted(i, i, appendAtLeast(j.words, s.Length.Min, n, "character"))
			}
		case s.Length.Max >= 0 && n > s.Length.Max:
			fine = false
			if tell {
				j.noted(i, i, appendHas(appendCount(append(j.words, "must be at most "...), s.Length.Max, "character"), n))
			}
		}
	}
	if s.Pattern != nil && (fine || tell) && !s.Pattern.match(text) {
		fine = false
		if tell {
			j.noted(i, i, appendNoMatch(j.words, s.Pattern, text))
		}
	}
	if s.Format != "" && (fine || tell) {
		if wanted := breaksFormat(text, s.Format); wanted != "" {
			fine = false
			if tell {
				j.noted(i, i, appendNotOfFormat(j.words, wanted, text))
			}
		}
	}
	if s.Syntax != nil && (fine || tell) {
		if fault := s.Syntax(text); fault != "" {
			fine = false
			if tell {
				j.noted(i, i, append(j.words, fault...))
			}
		}
	}
	return fine
}

// textAt is the text of the string whose quote is text[i]. A byte that is no UTF-8, which a result may have, stays as it is.
func (j *judge) textAt(i int) []byte {
	if end, _, stop := run(j.text, i+1); stop == '"' {
		return j.text[i+1 : end]
	}
	text, _, _ := unescape(nil, j.text, i)
	return text
}

// raw is the text of the value at text[i].
func (j *judge) raw(i int) []byte { return rawAt(j.text, i) }

// shallow is a depth from which a value of any depth that arguments or results may have can be written in its canonical form.
const shallow = MaxDepth - MaxResultDepth

// listed reports whether the value at text[i] is one of those in an enum: equal as JSON Schema says, so that 1 is 1.0.
func (j *judge) listed(values []string, i int) bool {
	raw := j.raw(i)
	for _, v := range values {
		if string(raw) == v {
			return true
		}
	}
	var room, other [64]byte
	value, end := appendCanonical(room[:0], j.text, i, shallow)
	if end < 0 {
		return false // a key stands in it twice
	}
	for _, v := range values {
		if v[0] != raw[0] && !isDigit(raw[0]) && raw[0] != '-' {
			continue
		}
		if same, _ := appendCanonical(other[:0], []byte(v), 0, shallow); bytes.Equal(value, same) {
			return true
		}
	}
	return false
}

// holdsParts checks what a Shape is composed of.
func (j *judge) holdsParts(s *Shape, i int, tell bool) bool {
	fine := s.Ref == "" || j.holdsDefined(s.Ref, i, tell)
	for k := range s.AllOf {
		if !fine && !tell {
			return false
		}
		fine = j.holds(&s.AllOf[k], i, tell) && fine
	}
	if s.AnyOf != nil && (fine || tell) && j.fitting(s.AnyOf, i, 1) == 0 {
		fine = false
		if tell {
			j.explain(s.AnyOf, i)
		}
	}
	if s.OneOf != nil && (fine || tell) {
		switch j.fitting(s.OneOf, i, 2) {
		case 0:
			fine = false
			if tell {
				j.explain(s.OneOf, i)
			}
		case 2:
			fine = false
			if tell {
				j.ambiguous(s.OneOf, i)
			}
		}
	}
	if s.Not != nil && (fine || tell) && j.holds(s.Not, i, false) {
		fine = false
		if tell {
			j.noted(i, i, j.notAllowed(s.Not, i))
		}
	}
	if s.If != nil && (fine || tell) {
		branch := s.Else
		if j.holds(s.If, i, false) {
			branch = s.Then
		}
		if branch != nil {
			fine = j.holds(branch, i, tell) && fine
		}
	}
	return fine
}

// fitting counts the Shapes that the value at text[i] conforms to, up to enough.
func (j *judge) fitting(shapes []Shape, i, enough int) int {
	n := 0
	for k := range shapes {
		if n < enough && j.holds(&shapes[k], i, false) {
			n++
		}
	}
	return n
}

// holdsDefined checks against a definition. What it said of a value is remembered: without that, definitions that mention themselves
// more than once would cost more than any value is worth.
func (j *judge) holdsDefined(name string, i int, tell bool) bool {
	s := j.root.defined(name)
	at := visit{s, i}
	fine, known := j.seen[at]
	if !known {
		if j.seen == nil {
			j.seen = map[visit]bool{}
		}
		j.seen[at] = true // a definition that is met again in its own place asks for nothing new
		fine = j.holds(s, i, false)
		j.seen[at] = fine
	}
	if fine || !tell || j.told[at] {
		return fine
	}
	if j.told == nil {
		j.told = map[visit]bool{}
	}
	j.told[at] = true
	return j.holds(s, i, true)
}
