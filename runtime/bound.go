package runtime

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bound returns r with at most n bytes of Text, JSON and Parts together (see [Result.Size]), and no longer an error's message.
//
// Text that is longer is cut behind its last whole line that fits, or behind a whole character where that would lose much, and ends
// with a marker that says how much was left out. Parts that do not fit are left out. Both are noted, with kind "truncated".
//
// JSON cannot be cut and stay JSON, so a value that is too long is an error of ClassResourceExhausted, which says that the tool is
// done and what its limit is, and has the beginning of the value as text behind it.
func Bound(r Result, n int64) Result {
	if r.Err != nil && int64(len(r.Err.Message)) > n {
		short := *r.Err
		short.Message = cut(short.Message, len(short.Message), n)
		r.Err = &short
	}
	if r.Size() <= n {
		return r
	}
	if int64(len(r.JSON)) > n {
		return tooLarge(r, n)
	}
	left := n - int64(len(r.JSON))
	if int64(len(r.Text)) > left {
		total := len(r.Text)
		r.Text = cut(r.Text, total, left)
		r.Notes = truncated(r.Notes, "the text has "+strconv.Itoa(total)+" bytes; the limit of the result is "+strconv.FormatInt(n, 10))
	}
	left -= int64(len(r.Text))
	var parts []Part
	for i, part := range r.Parts {
		if s := partSize(part); s <= left {
			parts = append(parts, part)
			left -= s
			continue
		}
		r.Notes = truncated(r.Notes, "part "+strconv.Itoa(i+1)+" of "+strconv.Itoa(len(r.Parts))+" is left out: it has "+
			strconv.FormatInt(partSize(part), 10)+" bytes; the limit of the result is "+strconv.FormatInt(n, 10))
		if len(r.Notes) > maxNotes {
			break // of thousands of parts nobody reads
		}
	}
	r.Parts = parts
	return r
}

// maxNotes is how many notes a result that was cut has at most, or nearly so.
const maxNotes = 20

func truncated(notes []Note, text string) []Note {
	return append(notes[:len(notes):len(notes)], Note{Kind: "truncated", Path: "result", Text: text})
}

// tooLarge is the error in place of a value that does not fit, with as much of it as does.
func tooLarge(r Result, n int64) Result {
	if r.Err != nil { // the value is what was kept beside an error, which says more
		r.JSON = nil
		r.Notes = truncated(r.Notes, "the value is left out; the limit of the result is "+strconv.FormatInt(n, 10)+" bytes")
		return Bound(r, n)
	}
	message := "the tool is done, and its result is too large: " + strconv.Itoa(len(r.JSON)) + " bytes, the limit is " +
		strconv.FormatInt(n, 10) + "; ask for less"
	out := Result{Err: NewError(ClassResourceExhausted, message), Notes: r.Notes}
	if left := n - int64(len(message)) - 1; left > 0 {
		if text := cut(string(r.JSON[:left+1]), len(r.JSON), left); text != "" {
			out.Text = message + "\n" + text
		}
	}
	return out
}

// cut returns the beginning of text, which has more than n bytes, and a marker that says how much there was in all; together they
// have at most n bytes. Where not even the marker fits it is the beginning alone. What it returns does not keep the rest alive.
func cut(text string, total int, n int64) string {
	marker := "\n[cut: " + strconv.Itoa(total) + " bytes in all]"
	room := int(n) - len(marker)
	if room <= 0 {
		marker, room = "", int(n)
	}
	for room > 0 && !utf8.RuneStart(text[room]) {
		room--
	}
	head := text[:room]
	if i := strings.LastIndexByte(head, '\n'); i >= room/2 {
		head = head[:i]
	}
	return strings.Clone(head) + marker
}

// Size is how many bytes of the result a limit counts: those of Text, JSON and Parts.
func (r Result) Size() int64 {
	n := int64(len(r.Text)) + int64(len(r.JSON))
	for _, part := range r.Parts {
		n += partSize(part)
	}
	return n
}

func partSize(p Part) int64 {
	return int64(len(p.Text)) + int64(len(p.Data)) + int64(len(p.URI)) + int64(len(p.MIME))
}
