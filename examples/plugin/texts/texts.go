// Package texts has the tools of the plug-in: functions like any other.
package texts

import (
	"errors"
	"strings"
	"unicode"
)

//go:generate go tool toolgen

// Count is what a text is made of.
type Count struct {
	Words      int `json:"words"`      // runs of letters and digits
	Lines      int `json:"lines"`      // of which the last need not end
	Characters int `json:"characters"` // Unicode code points
}

// Measure counts the words, lines and characters of a text.
//
//tool:name=measure_text access=public readonly idempotent openworld=false
func Measure(
	//tool:max=100000
	text string, // the text to count
) Count {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	lines := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		lines++
	}
	return Count{Words: len(words), Lines: lines, Characters: len([]rune(text))}
}

// Slug makes a short name of a title, for use in an address.
//
//tool:name=make_slug access=public readonly idempotent openworld=false
func Slug(
	//tool:min=1 max=200
	title string, // the title, in any language
) (string, error) {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if b.Len() > 0 {
			b.WriteByte('-')
		}
		b.WriteString(word)
	}
	if b.Len() == 0 {
		return "", errors.New("the title has no letter and no digit")
	}
	return b.String(), nil
}
