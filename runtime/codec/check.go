package codec

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Length checks that the string just read has at least lo and at most hi characters, counted as Unicode code points. A negative hi
// means no upper bound.
func (c *Cursor) Length(lo, hi int) {
	if c.failed {
		return
	}
	text := c.lastText()
	if n := len(text); (n/utf8.UTFMax >= lo || n > 0 && lo <= 1) && (n <= hi || hi < 0) {
		return // however many bytes each character has
	}
	n := utf8.RuneCount(text)
	switch {
	case n < lo:
		c.noted(appendAtLeast(c.note(c.start), lo, n, "character"))
	case hi >= 0 && n > hi:
		b := append(c.note(c.start), "must be at most "...)
		c.noted(appendHas(appendCount(b, hi, "character"), n))
	}
}

// Pattern is a regular expression for [Cursor.Match]. It is safe for concurrent use.
type Pattern struct {
	expr    string
	compile func(expr string) matcher // a function, so that only a program with patterns links package regexp
	once    sync.Once
	re      matcher
}

type matcher interface{ Match(text []byte) bool }

// NewPattern returns the pattern for expr, in the syntax that RE2 and ECMA-262 share, which matches anywhere in a text as in JSON
// Schema. It is compiled when it is used for the first time, so that a program pays only for the tools that are called; an expr that
// does not compile panics then. The generator has compiled the patterns that it writes.
func NewPattern(expr string) *Pattern { return &Pattern{expr: expr, compile: compiled} }

func compiled(expr string) matcher { return regexp.MustCompile(asECMA(expr)) }

// String returns the regular expression.
func (p *Pattern) String() string { return p.expr }

func (p *Pattern) match(text []byte) bool {
	p.once.Do(func() { p.re = p.compile(p.expr) })
	return p.re.Match(text)
}

// asECMA spells out what ECMA-262, which is the language of a schema's patterns, reads otherwise than RE2 (X7): RE2 knows the blanks
// of ASCII alone, and its dot matches every end of a line but one.
func asECMA(expr string) string {
	const (
		blanks = `\t-\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
		ends   = `\n\r\x{2028}\x{2029}`
	)
	if !strings.Contains(expr, `\s`) && !strings.Contains(expr, `\S`) && !strings.Contains(expr, ".") {
		return expr
	}
	var b strings.Builder
	inClass := false
	for i := 0; i < len(expr); i++ {
		if expr[i] != '\\' || i+1 == len(expr) {
			if expr[i] == '.' && !inClass {
				b.WriteString("[^" + ends + "]")
				continue
			}
			inClass = expr[i] == '[' || inClass && expr[i] != ']'
			b.WriteByte(expr[i])
			continue
		}
		i++
		switch {
		case expr[i] == 's' && inClass:
			b.WriteString(blanks)
		case expr[i] == 's':
			b.WriteString("[" + blanks + "]")
		case expr[i] == 'S' && !inClass:
			b.WriteString("[^" + blanks + "]")
		default:
			b.WriteString(expr[i-1 : i+1])
		}
	}
	return b.String()
}

// Match checks that the string just read matches the pattern.
func (c *Cursor) Match(p *Pattern) {
	if c.failed || p.match(c.lastText()) {
		return
	}
	c.noted(appendNoMatch(c.note(c.start), p, c.lastText()))
}

// appendNoMatch appends the problem of a text that a pattern does not match.
func appendNoMatch(b []byte, p *Pattern, text []byte) []byte {
	b = append(append(b, "must match "...), p.expr...)
	return appendQuoted(append(b, ", got string "...), text)
}

// OneOf notes that the string just read is none of the values (T70). An adapter calls it where its own switch found no case.
func (c *Cursor) OneOf(values ...string) {
	if c.failed {
		c.expectOneOf(values)
		return
	}
	c.failed = true
	if c.full() {
		return
	}
	c.noted(appendNotOneOf(c.note(c.start), c.lastText(), values))
}

// expectOneOf lists the values in the problem of something else than a text.
func (c *Cursor) expectOneOf(values []string) {
	c.reword("expected string", func(b []byte) []byte { return appendChoices(append(b, "expected one of "...), values) }, inQuotes)
}

// appendNotOneOf appends the problem of a text that is none of the values, and names the one that was likely meant.
func appendNotOneOf(b, text []byte, values []string) []byte {
	b = append(appendQuoted(b, text), " is not one of "...)
	b = appendChoices(b, values)
	if value, found := nearest(text, values); found {
		b = append(appendChoice(append(b, "; did you mean "...), value), '?')
	}
	return b
}

// appendChoices appends the values of an enum, of very many only the first.
func appendChoices(b []byte, values []string) []byte {
	for i, value := range values {
		if i > 0 {
			b = append(b, ", "...)
		}
		if i == maxNamed {
			return append(b, "…"...)
		}
		b = appendChoice(b, value)
	}
	return b
}

// appendChoice appends a value of an enum, in quotes where it could be misread without.
func appendChoice(b []byte, value string) []byte {
	bare := 0 < len(value) && len(value) <= maxShown
	for i := 0; bare && i < len(value); i++ {
		char := value[i]
		bare = ' ' < char && char < 0x7F && char != ',' && char != ';' && char != '?' && char != '"'
	}
	if bare {
		return append(b, value...)
	}
	return appendQuoted(b, []byte(value))
}

// Choice reads a string that must be one of the values and returns that value itself, not a copy of the text. Anything else is a
// problem, as for OneOf, and returns "".
func (c *Cursor) Choice(values ...string) string {
	if !c.readText(aString) {
		c.expectOneOf(values)
		return ""
	}
	text := c.lastText()
	for _, value := range values {
		if string(text) == value {
			return value
		}
	}
	if value := c.folded(text, values); value != "" {
		return value
	}
	c.OneOf(values...)
	return ""
}

// Among checks that v, the number just read, is one of the allowed values.
func Among[T numeric](c *Cursor, v T, allowed ...T) {
	if c.failed || slices.Contains(allowed, v) {
		return
	}
	c.failed = true
	b := append(appendNumber(c.note(c.start), c.lastNumber()), " is not one of "...)
	for i, value := range allowed {
		if i > 0 {
			b = append(b, ", "...)
		}
		if i == maxNamed {
			b = append(b, "…"...)
			break
		}
		b = appendNumeric(b, value)
	}
	c.noted(b)
}

// numeric is any type of number that a cursor reads.
type numeric interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

// appendNumeric appends v in its shortest form.
func appendNumeric[T numeric](b []byte, v T) []byte {
	third := T(1) / 3
	switch {
	case third != 0 && float64(third) == 1.0/3:
		return AppendFloat64(b, float64(v))
	case third != 0:
		return AppendFloat32(b, float32(v))
	case v < 0:
		return strconv.AppendInt(b, int64(v), 10)
	}
	return strconv.AppendUint(b, uint64(v), 10)
}

// appendAtLeast appends the problem of something that has n parts and must have lo.
func appendAtLeast(b []byte, lo, n int, part string) []byte {
	b = appendCount(append(b, "must have at least "...), lo, part)
	if n == 0 {
		return b
	}
	return appendHas(b, n)
}

// appendAtMost appends the problem of something that has n parts and must not have more than hi.
func appendAtMost(b []byte, hi, n int, part string) []byte {
	return appendHas(appendCount(append(b, "must have at most "...), hi, part), n)
}

// appendCount appends "1 item" or "2 items".
func appendCount(b []byte, n int, part string) []byte {
	b = strconv.AppendInt(b, int64(n), 10)
	b = append(append(b, ' '), part...)
	switch {
	case n == 1:
		return b
	case part == "entry":
		return append(b[:len(b)-1], "ies"...)
	}
	return append(b, 's')
}

func appendHas(b []byte, n int) []byte {
	return strconv.AppendInt(append(b, ", has "...), int64(n), 10)
}
