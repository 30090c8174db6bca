package codec

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxResultDepth is how deep a result may be nested. Deeper, it is taken for cyclic data (O18).
const MaxResultDepth = 1000

// Note is something that happened to a call which is no error but which the caller may want to know.
type Note struct {
	Kind string // such as replaced_utf8
	Path string // such as result.items[2].name
	Text string // the detail, in one line
}

// maxNotes is how many notes one result carries.
const maxNotes = 10

// An encoder marks what JSON cannot carry with the byte 0xFF, which no UTF-8 text contains. Inside a string the marker alone stands
// for one byte that is not UTF-8; in the place of a value a byte that tells the reason follows it.
const marker = 0xFF

const (
	markNaN      = 'N'
	markPlusInf  = 'P'
	markMinusInf = 'M'
	markYear     = 'T'
	markDepth    = 'D'
	markFailure  = 'E' // the message follows, up to the next marker
)

// AppendDepth appends the mark of a value that is nested deeper than MaxResultDepth, in the place of that value (O18).
func AppendDepth(b []byte) []byte { return append(b, marker, markDepth) }

// maxFailure is how many bytes of an error's text a result shows.
const maxFailure = 200

// AppendError appends the mark of a value that could not be written because of err, in the place of that value (O12). Finish makes
// the result an error: the path and the first line of err's text.
func AppendError(b []byte, err error) []byte {
	message, _, _ := strings.Cut(err.Error(), "\n")
	if len(message) > maxFailure {
		message = message[:maxFailure]
	}
	return appendFailure(b, "cannot be written: "+strings.ToValidUTF8(message, ""))
}

// appendFailure appends the mark of a value that cannot be written. The message goes on after the path, and is UTF-8.
func appendFailure(b []byte, message string) []byte {
	b = append(b, marker, markFailure)
	b = append(b, message...)
	return append(b, marker)
}

// appendMarked appends a text, which needs no escapes, with a marker for each byte that is not UTF-8 (O17).
func appendMarked(b []byte, s string) []byte {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			b = append(b, marker)
		} else {
			b = append(b, s[i:i+size]...)
		}
		i += size
	}
	return b
}

// Finish settles the marks in b, a result that the encoders of this package have written. Without a mark, which is nearly always,
// it returns b itself. Text that was not UTF-8 is mended, in a copy, and comes with a note (O17) that gives the offset of the first
// U+FFFD in the returned text. A value that JSON cannot carry is an error that names its path (O14, O15, O18).
func Finish(b []byte) ([]byte, []Note, error) {
	first := bytes.IndexByte(b, marker)
	if first < 0 {
		return b, nil, nil
	}
	return settle(b, first)
}

// settle is Finish for a text whose first marker is at the given offset.
func settle(b []byte, at int) ([]byte, []Note, error) {
	var (
		out   = make([]byte, 0, len(b)+2*bytes.Count(b[at:], []byte{marker}))
		done  = 0
		notes []Note
		walk  = walker{text: b}
	)
	for {
		walk = walk.to(at)
		if walk.pos == at {
			return nil, nil, walk.reason()
		}
		// The marker is in the string that ends at walk.pos.
		out = append(out, b[done:at]...)
		note := Note{Kind: "replaced_utf8", Path: string(walk.appendPath(nil, "result"))}
		replaced, place := 0, len(out)
		for _, char := range b[at:walk.pos] {
			if char == marker {
				replaced++
				out = utf8.AppendRune(out, utf8.RuneError)
			} else {
				out = append(out, char)
			}
		}
		if len(notes) < maxNotes {
			text := append(appendCount(nil, replaced, "byte"), " not UTF-8, the first at offset "...)
			note.Text = string(strconv.AppendInt(text, int64(place), 10))
			notes = append(notes, note)
		}
		done = walk.pos
		next := bytes.IndexByte(b[done:], marker)
		if next < 0 {
			return append(out, b[done:]...), notes, nil
		}
		at = done + next
	}
}

// reason is the error for the mark that the walker has reached.
func (w walker) reason() error {
	message := string(w.appendPath(nil, "result"))
	code := byte(0)
	if w.pos+1 < len(w.text) {
		code = w.text[w.pos+1]
	}
	switch code {
	case markNaN:
		message += " is NaN, which JSON cannot carry"
	case markPlusInf:
		message += " is +Inf, which JSON cannot carry"
	case markMinusInf:
		message += " is -Inf, which JSON cannot carry"
	case markYear:
		message += " is a time outside the years 0 to 9999, which RFC 3339 cannot carry"
	case markFailure:
		text, _, _ := bytes.Cut(w.text[w.pos+2:], []byte{marker})
		message += " " + string(text)
	case markDepth:
		message += " is nested deeper than " + strconv.Itoa(MaxResultDepth) + ", as cyclic data is"
	default:
		message += " is not JSON"
	}
	return errors.New(message)
}
