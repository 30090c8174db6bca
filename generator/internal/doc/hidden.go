package doc

import (
	"fmt"
	"go/token"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/unseen"
)

// withoutHidden removes what a reviewer cannot see and a model would read: control characters, terminal escapes,
// bidirectional overrides, zero-width and tag characters (D16). It warns at the first of them.
func (d *reading) withoutHidden(text string) string {
	clean, hidden, _ := unseen.Clean(text)
	if len(hidden) == 0 {
		return clean
	}
	p := Problem{Code: "D16", Warning: true, Fix: "delete them from the comment",
		Message: "characters that nobody sees are left out of the description: " + runeNames(hidden)}
	p.Pos, p.End = d.locate("")
	for _, l := range d.lines {
		if _, found, at := unseen.Clean(l.text); len(found) > 0 {
			p.Pos = l.pos + token.Pos(at)
			p.End = p.Pos + token.Pos(max(1, utf8.RuneLen(found[0])))
			break
		}
	}
	d.problems = append(d.problems, p)
	return clean
}

// Visible returns a text without the characters that nobody sees and a model reads all the same: controls, terminal
// escapes, directional marks, zero-width characters (D16). It says whether there were any.
func Visible(text string) (clean string, hidden bool) {
	clean, found, _ := unseen.Clean(text)
	return clean, len(found) > 0
}

// runeNames lists each hidden character once, as U+200B.
func runeNames(hidden []rune) string {
	var names []string
	seen := map[rune]bool{}
	for _, r := range hidden {
		if !seen[r] {
			seen[r] = true
			names = append(names, fmt.Sprintf("%U", r))
		}
	}
	return strings.Join(names, ", ")
}
