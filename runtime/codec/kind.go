package codec

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// kind is what an adapter expects of a value, or of a part of the text.
type kind uint8

const (
	aString kind = iota
	aBool
	aWhole
	aNumber
	anArray
	anObject
	aTime
	aDate
	aClock
	aUnixTime
	aDuration
	anISODuration
	someSeconds
	someMilliseconds
	someNanoseconds
	aQuotedWhole
	aQuotedNumber
	aQuotedBool
	aWholeText
	aKey
	aBase64
	aBase64URL
	aHex
	aNull
)

// name is how a problem calls the expected kind.
func (k kind) name() string {
	switch k {
	case aBool:
		return "true or false"
	case aWhole:
		return "whole number"
	case aNumber:
		return "number"
	case anArray:
		return "array"
	case anObject:
		return "object"
	case aTime:
		return "date and time with zone such as 2026-01-02T15:04:05Z"
	case aDate:
		return "date such as 2026-01-02"
	case aClock:
		return "time with zone such as 15:04:05Z"
	case aUnixTime:
		return "whole number of Unix seconds"
	case aDuration:
		return "duration such as 1h30m or 250ms"
	case anISODuration:
		return "ISO 8601 duration such as PT1H30M"
	case someSeconds:
		return "number of seconds"
	case someMilliseconds:
		return "number of milliseconds"
	case someNanoseconds:
		return "whole number of nanoseconds"
	case aNull:
		return "null"
	case aBase64, aBase64URL, aHex:
		return "string in " + k.encoding()
	case aQuotedWhole:
		return `whole number in quotes, such as "12"`
	case aQuotedNumber:
		return `number in quotes, such as "1.5"`
	case aQuotedBool:
		return `"true" or "false", with quotes`
	case aWholeText:
		return `whole number such as "42"`
	}
	return "string"
}

// isNumber reports whether values of the kind are numbers.
func (k kind) isNumber() bool {
	return k == aWhole || k == aNumber || k == aUnixTime || someSeconds <= k && k <= someNanoseconds
}

// opening and closing are the brackets of a container.
func (k kind) opening() byte {
	if k == anObject {
		return '{'
	}
	return '['
}

func (k kind) closing() byte { return k.opening() + 2 }

// wrong notes that the value that comes next is not of the expected kind, and skips it. Where the value is broken, that alone is
// the problem.
func (c *Cursor) wrong(want kind) {
	if c.phase == broken {
		return
	}
	if c.depth == 0 && want == anObject && c.pos < len(c.text) {
		c.notObject()
		return
	}
	c.start, c.failed = c.pos, false
	if !c.skip() || c.failed {
		return
	}
	c.failed = true
	raw := c.text[c.start:c.pos]
	if raw[0] == 'n' {
		c.noted(appendNullProblem(c.note(c.start), want, before(c.text, c.start) != ':'))
	} else {
		c.noted(appendMismatch(c.note(c.start), want, raw))
	}
}

// inQuotes is the advice for a bare value in the place of a text.
const inQuotes = "; put quotes around it"

// asList is the advice for something else in the place of a list.
func asList(raw []byte) string {
	switch {
	case raw[0] == '"' && bytes.IndexByte(raw, ',') > 0:
		return "; send each item by itself, in [ ]"
	case raw[0] == '{':
		if first := lookInto(raw, 0); !first.next() || isDigit(raw[first.name+1]) {
			return "" // a list that was taken apart into an object
		}
	}
	return inBrackets
}

const inBrackets = "; put it in [ ]"

// emptyList is the advice for a null in the place of a list (T30).
const emptyList = "send [] for none"

// appendNullProblem appends the problem of a null where a value is wanted (N1, N9, T30, T32).
func appendNullProblem(b []byte, want kind, isItem bool) []byte {
	switch {
	case want == anArray:
		return append(append(b, "expected array, got null; "...), emptyList...)
	case isItem:
		return append(append(append(b, "expected "...), want.name()...), ", got null; leave it out"...)
	}
	return append(append(append(b, "expected "...), want.name()...), ", got null"...)
}

// appendMismatch appends the problem of a value of the wrong kind (T1 to T8, T30, T33, T40 to T42).
func appendMismatch(b []byte, want kind, raw []byte) []byte {
	isNumber := raw[0] == '-' || isDigit(raw[0])
	b = append(b, "expected "...)
	b = append(b, want.name()...)
	b = append(b, ", got "...)
	switch {
	case want == aTime && isNumber:
		return append(appendValue(b, raw), "; timestamps are not accepted"...)
	case want == aString && (isNumber || raw[0] == 't' || raw[0] == 'f'):
		return append(appendValue(b, raw), inQuotes...)
	case want == anArray && (raw[0] != '"' || !isDocument(unquoted(raw, 0), '[')):
		return append(appendValue(b, raw), asList(raw)...)
	case want == aDuration && isNumber:
		return append(appendValue(b, raw), goUnit...)
	case want == anISODuration && isNumber:
		return append(appendValue(b, raw), isoUnit...)
	case want == aQuotedWhole && isNumber, want == aQuotedNumber && isNumber, want == aQuotedBool && (raw[0] == 't' || raw[0] == 'f'):
		return append(appendValue(b, raw), inQuotes...)
	case raw[0] != '"':
		return appendValue(b, raw)
	}
	text := unquoted(raw, 0)
	switch want {
	case anArray, anObject:
		if isDocument(text, want.opening()) {
			b = append(b, "a string that contains JSON; send the "...)
			b = append(b, want.name()...)
			return append(b, " itself"...)
		}
	case aBool, aWhole, aNumber, aUnixTime, someSeconds, someMilliseconds, someNanoseconds:
		if isScalar(text, want) {
			return append(appendValue(b, raw), "; send the bare value"...)
		}
		if someSeconds <= want && want <= someNanoseconds && isDuration(text) {
			return append(appendValue(b, raw), "; send a number, without a unit"...)
		}
	}
	return appendValue(b, raw)
}

// notObject ends the reading of arguments that are no object at all (J2). What stands behind them does not matter any more.
func (c *Cursor) notObject() {
	b := append(c.note(whole), "must be a JSON object, got "...)
	rest := c.text[c.pos:]
	switch {
	case len(rest) >= 3 && string(rest[:3]) == "\ufeff":
		b = append(b, "a byte order mark at offset "...)
		b = append(strconv.AppendInt(b, int64(c.pos), 10), "; remove it"...)
	case bytes.HasPrefix(rest, []byte("```")):
		b = append(b, "a Markdown fence; send what is inside it alone"...)
	case !isDocument(rest, rest[0]):
		b = append(b, "text that is not JSON; write it like {\"key\":\"value\"}"...)
	default:
		end := Cursor{text: rest}
		end.skip()
		raw := rest[:end.pos]
		if raw[0] == '"' && isDocument(unquoted(raw, 0), '{') {
			b = append(b, "a string that contains JSON; send the object itself"...)
		} else {
			b = appendValue(b, raw)
			if inner := space(raw, 1); raw[0] == '[' && raw[inner] == '{' {
				b = append(b, "; send one object, without [ ]"...)
			}
		}
	}
	c.noted(b)
	c.stop()
}

// reword puts other words in the place of what the problem of the read that has just failed begins with, where it does: who reads a value
// of a usual kind knows more of it than the kind. advice is cut off at the end.
func (c *Cursor) reword(old string, write func(b []byte) []byte, advice string) {
	if c.report == nil || len(c.report.marks) == 0 {
		return
	}
	r := c.report
	last := &r.marks[len(r.marks)-1]
	if int(last.at) != c.start || int(last.to) != len(r.text) {
		return
	}
	if !bytes.HasPrefix(r.text[last.from:], []byte(old)) {
		return
	}
	// The new words are written behind the old ones and moved there, so that a usual problem is no allocation more.
	text := bytes.TrimSuffix(r.text, []byte(advice))
	begin, rest := len(text), text[int(last.from)+len(old):]
	text = append(write(text), rest...)
	r.text = append(text[:last.from], text[begin:]...)
	last.to = int32(len(r.text))
}

// isDocument reports whether text is one JSON value that begins with the byte opening.
func isDocument(text []byte, opening byte) bool {
	c := Cursor{text: text, pos: space(text, 0)}
	return c.pos < len(text) && text[c.pos] == opening && c.skip() && space(text, c.pos) == len(text) && c.report == nil
}

// isScalar reports whether text is exactly one value of the given scalar kind.
func isScalar(text []byte, want kind) bool {
	if want == aBool {
		return string(text) == "true" || string(text) == "false"
	}
	return isNumber(text)
}

// appendValue appends the kind of a value and, of a scalar, the value itself, cut to maxShown characters.
func appendValue(b, raw []byte) []byte {
	switch raw[0] {
	case '{':
		return append(b, "object"...)
	case '[':
		return append(b, "array"...)
	case 't', 'f':
		return append(append(b, "boolean "...), raw...)
	case 'n':
		return append(b, raw...)
	case '"':
		return appendQuoted(append(b, "string "...), unquoted(raw, 0))
	}
	return appendNumber(append(b, "number "...), raw)
}

// maxShown is how many characters of a value or a name a problem quotes.
const maxShown = 40

// appendNumber appends the text of a number, cut to maxShown characters. It is not inlined for the reason of note.
//
//go:noinline
func appendNumber(b, raw []byte) []byte {
	if len(raw) > maxShown {
		return append(append(b, raw[:maxShown]...), "…"...)
	}
	return append(b, raw...)
}

// appendQuoted appends text as a JSON string, cut to maxShown characters. Bytes that are not UTF-8 become U+FFFD, and characters that
// break a line, turn the direction of writing or cannot be seen are escaped, so that a problem is one line and reads as it stands.
func appendQuoted(b []byte, text []byte) []byte {
	b = append(b, '"')
	if end, ascii, _ := run(text, 0); ascii && end == len(text) && end <= maxShown {
		b = append(b, text...)
		return append(b, '"')
	}
	for shown := 0; len(text) > 0; shown++ {
		if shown == maxShown {
			b = append(b, "…"...)
			break
		}
		r, size := utf8.DecodeRune(text)
		switch {
		case 0x80 <= r && r < 0xA0 || 0x200B <= r && r <= 0x200F || r == 0xFEFF || 0x2028 <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069:
			b = append(b, '\\', 'u', hex[r>>12&0xF], hex[r>>8&0xF], hex[r>>4&0xF], hex[r&0xF])
		default:
			b = appendRune(b, r)
		}
		text = text[size:]
	}
	return append(b, '"')
}
