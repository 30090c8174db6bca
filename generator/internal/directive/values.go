package directive

import (
	"encoding/json"
	"fmt"
	gotoken "go/token"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/generator/internal/diag"
)

// The readers below read an entry's value as one kind, whatever the entry's definition says: Parse uses them to check
// the keys whose kind is fixed, so that they cannot fail again there, and collect to read a default, a bound or an
// enum by the target's type. A problem comes with a zero value.

// Bool reads true or false; a key without a value is true.
func (e Entry) Bool() (bool, *Problem) {
	switch {
	case !e.HasValue || e.Value.Text == "true":
		return true, nil
	case e.Value.Text == "false":
		return false, nil
	}
	return false, e.bad("is true or false", "")
}

// Text reads a bare word or one Go string literal. It may be empty only where it is quoted.
func (e Entry) Text() (string, *Problem) {
	if e.Value.Quoted || jsonEnd(e.Value.Text) == len(e.Value.Text) {
		return e.Value.Text, nil
	}
	for _, it := range items(e.Value.Text) {
		if it.literal {
			return "", &Problem{Code: CodeQuoting, Start: e.Value.Start, End: e.Value.End,
				Message: "a part of the value of " + e.Key.Text + " is quoted; quote the whole",
				instead: strconv.Quote(e.Value.Text)}
		}
	}
	return e.Value.Text, nil
}

// Duration reads the text of time.ParseDuration, such as 250ms or -1h30m.
func (e Entry) Duration() (time.Duration, *Problem) {
	d, err := time.ParseDuration(e.Value.Text)
	if err == nil {
		return d, nil
	}
	hint := "write it as 250ms, 30s or 1h30m"
	if isDigits(e.Value.Text) {
		hint = "write a unit: " + e.Value.Text + "s"
	}
	return 0, e.bad("is a duration", hint)
}

// DurationOrNone is Duration that takes 0 without a unit.
func (e Entry) DurationOrNone() (time.Duration, *Problem) {
	if e.Value.Text == "0" {
		return 0, nil
	}
	return e.Duration()
}

// Rate reads how many things may happen in which span of time, such as 10/s, 600/m or 5/250ms. Both are 0 for 0, which is no
// limit.
func (e Entry) Rate() (n int64, per time.Duration, p *Problem) {
	if e.Value.Text == "0" {
		return 0, 0, nil
	}
	const hint = "write it as 10/s, 600/m or 5/250ms"
	count, span, found := strings.Cut(e.Value.Text, "/")
	if span == "s" || span == "m" || span == "h" {
		span = "1" + span
	}
	n, err := strconv.ParseInt(count, 10, 32)
	per, wrong := time.ParseDuration(span)
	if !found || err != nil || wrong != nil || !isDigits(count) {
		return 0, 0, e.bad("is a number of calls in a span of time", hint)
	}
	if n <= 0 || n > maxRate || per <= 0 {
		return 0, 0, e.bad("is 1 to "+strconv.Itoa(maxRate)+" calls in a span above 0", hint)
	}
	return n, per, nil
}

// maxRate is the largest number of calls of a rate: each is remembered.
const maxRate = 1_000_000

// Int reads a decimal whole number.
func (e Entry) Int() (int64, *Problem) {
	n, err := strconv.ParseInt(e.Value.Text, 10, 64)
	if err == nil && strconv.FormatInt(n, 10) == e.Value.Text {
		return n, nil
	}
	return 0, e.bad("is a whole number", "")
}

// Size reads a number of bytes, bare or with one of the units KiB, MiB, GiB and TiB.
func (e Entry) Size() (int64, *Problem) {
	digits, shift := e.Value.Text, 0
	for i, unit := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if rest, found := strings.CutSuffix(digits, unit); found {
			digits, shift = rest, 10*(i+1)
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case !isDigits(digits):
		return 0, e.bad("is a size in bytes", "write it as 4096, 64KiB or 10MiB")
	case err != nil || n > math.MaxInt64>>shift:
		return 0, e.bad("is a size in bytes", "it is too large")
	}
	return n << shift, nil
}

// OneOf reads one of the definition's values.
func (e Entry) OneOf() (string, *Problem) {
	if slices.Contains(e.Def.Values, e.Value.Text) {
		return e.Value.Text, nil
	}
	return "", e.notOneOf(e.Value)
}

// List reads items with commas between, each a bare word or a Go string literal. One literal is a list of one item,
// whatever commas it holds.
func (e Entry) List() ([]Word, *Problem) {
	return list(e.Value)
}

// Names reads the names of properties with semicolons between: at least two, none of them twice. Quoted they may have blanks around
// them.
func (e Entry) Names() ([]string, *Problem) {
	text, p := e.Text()
	if p != nil {
		return nil, p
	}
	names := strings.Split(text, ";")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		switch {
		case names[i] == "":
			return nil, e.bad("is names with ; between", "write it as "+e.Def.Example)
		case slices.Contains(names[:i], names[i]):
			return nil, &Problem{Code: CodeTwice, Message: e.Key.Text + " has " + short(names[i]) + " twice", Fix: "keep one of the two", Start: e.Value.Start, End: e.Value.End}
		}
	}
	if len(names) < 2 {
		p := e.bad("is two names or more with ; between", "write it as "+e.Def.Example)
		if !e.Value.Quoted && strings.ContainsAny(text, ",|") {
			p.instead = strings.NewReplacer(",", ";", "|", ";").Replace(text)
		}
		return nil, p
	}
	return names, nil
}

func list(w Word) ([]Word, *Problem) {
	fail := func(message, instead string) ([]Word, *Problem) {
		return nil, &Problem{Code: CodeQuoting, Message: message, Start: w.Start, End: w.End, instead: instead, Fix: "write it as one,two or \"one\",\"two\""}
	}
	if w.Quoted {
		return []Word{w}, nil
	}
	if n := jsonEnd(w.Text); n > 0 && n == len(w.Text) {
		return fail("a list is written without brackets, its items with commas between",
			strings.ReplaceAll(strings.TrimSpace(w.Text[1:n-1]), ", ", ","))
	}
	var words []Word
	for _, it := range items(w.Text) {
		text := w.Text[it.start:it.end]
		word := Word{Text: text, Start: w.Start + it.start, End: w.Start + it.end, Quoted: it.literal}
		switch {
		case it.start > 0 && w.Text[it.start-1] != ',':
			return fail("a comma is missing before "+short(text), w.Text[:it.start]+","+w.Text[it.start:])
		case it.literal:
			unquoted, err := strconv.Unquote(text)
			if err != nil {
				return fail(text+" is no Go string literal", "")
			}
			word.Text = unquoted
		case text == "":
			return fail(`the list has an empty item; write "" where it is meant`, "")
		case strings.ContainsRune(text, '|'):
			return fail("the items of a list are separated by commas; quote an item that has a bar in it",
				strings.ReplaceAll(w.Text, "|", ","))
		case wrongQuote(text) != 0:
			return fail(fmt.Sprintf("%c is no quote of Go text", wrongQuote(text)), "")
		}
		words = append(words, word)
	}
	return words, nil
}

// check reads the value by the kind that its definition fixes, and returns what is wrong.
func (e Entry) check() *Problem {
	var p *Problem
	switch d := e.Def; d.Kind {
	case Flag:
		_, p = e.Bool()
	case Text, Bound:
		var text string
		if text, p = e.Text(); p == nil && text == "" && (d.Kind == Bound || d.Name == "name") {
			p = e.bad("is empty", "")
		}
	case Name:
		if message := NameProblem(e.Value.Text); message != "" {
			p = &Problem{Code: CodeName, Message: message, Start: e.Value.Start, End: e.Value.End,
				Fix: "use letters, digits, _ and -, at most 64 of them"}
		}
	case Ident:
		if !gotoken.IsIdentifier(e.Value.Text) || !gotoken.IsExported(e.Value.Text) {
			p = e.bad("is an exported Go identifier", "")
		}
	case OneOf:
		_, p = e.OneOf()
	case List:
		var words []Word
		words, p = e.List()
		for _, w := range words {
			if p == nil && d.Values != nil && !slices.Contains(d.Values, w.Text) {
				p = e.notOneOf(w)
			}
		}
	case NameList:
		_, p = e.Names()
	case Int:
		var n int64
		if n, p = e.Int(); p == nil && n < 0 {
			p = e.bad("is 0 or more", "")
		}
	case Duration:
		var t time.Duration
		if t, p = e.Duration(); p == nil && t <= 0 {
			p = e.bad("is more than 0", "")
		}
	case DurationOrNone:
		var t time.Duration
		if t, p = e.DurationOrNone(); p == nil && t < 0 {
			p = e.bad("is 0 or more", "")
		}
	case Rate:
		_, _, p = e.Rate()
	case Size:
		_, p = e.Size()
	case JSON:
		if !json.Valid([]byte(e.Value.Text)) {
			p = e.bad("is one JSON value", "")
		}
	}
	return p
}

// bad says that the key is something that its value is not: "timeout is a duration, got 5; write a unit: 5s".
func (e Entry) bad(is, hint string) *Problem {
	p := &Problem{Code: CodeValue, Message: e.Key.Text + " " + is, Fix: hint, Start: e.Value.Start, End: e.Value.End}
	if e.Value.Text != "" {
		p.Message += ", got " + short(e.Value.Text)
	}
	return p
}

func (e Entry) notOneOf(w Word) *Problem {
	p := &Problem{Code: CodeValue, Start: w.Start, End: w.End,
		Message: fmt.Sprintf("%s is %s, got %s", e.Key.Text, orList(e.Def.Values), short(w.Text))}
	if near := diag.Nearest(w.Text, e.Def.Values); near != "" {
		p.Message += "; did you mean " + near + "?"
		p.instead = near
	}
	return p
}

// short cuts a value for a message.
func short(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "..."
	}
	if s != "" && (s[0] == '"' || s[0] == '`' || !strings.Contains(s, " ")) && !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return s
	}
	return strconv.Quote(s)
}

// orList joins words for a sentence: "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
