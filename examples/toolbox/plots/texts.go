package plots

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-analyze/charts"
	"github.com/golang/freetype/truetype"
)

// oneLine returns text as it can be drawn: white space and control characters become one space, and what cannot be seen goes:
// characters that change the direction of what follows, which let a label say another thing than its characters do, noncharacters,
// private ones and tags. Joiners stay, which scripts and emoji need.
func oneLine(text string) string {
	var b strings.Builder
	space := false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			space = true
			continue
		case r == '\u200c' || r == '\u200d' || r == 0xFE0F: // the joiners, and what makes an emoji of a symbol
		case unicode.Is(unicode.C, r) || r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF:
			continue
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteRune(r)
	}
	return b.String()
}

// texts makes the texts of a chart fit, and notes what it did to them.
type texts struct {
	painter *charts.Painter
	font    *truetype.Font
	boxes   bool // whether a character that no font has becomes a box, as it does where pixels are drawn
	notes   []Note
	more    int           // notes beyond those
	missing map[rune]bool // of those that were noted
}

// maxNotes is how many notes a result has.
const maxNotes = 20

func (t *texts) note(path, text string) {
	if len(t.notes) == maxNotes {
		t.more++
		return
	}
	t.notes = append(t.notes, Note{path, text})
}

// noted are the notes, with a word of those that are left out.
func (t *texts) noted() []Note {
	if t.more > 0 {
		return append(t.notes, Note{"notes", strconv.Itoa(t.more) + " more are left out"})
	}
	return t.notes
}

// fit returns text on one line, no longer than width pixels.
func (t *texts) fit(path, text string, size float64, width int) string {
	line := oneLine(text)
	if line != text {
		t.note(path, "line breaks and characters that cannot be seen are taken out")
	}
	if t.boxes {
		t.lookFor(path, line)
	}
	measure := func(s string) int { return t.wide(s, size) }
	if measure(line) <= width {
		return line
	}
	t.note(path, "shortened, because its place is "+strconv.Itoa(width)+" pixels wide")
	for line != "" {
		_, size := utf8.DecodeLastRuneInString(line)
		line = line[:len(line)-size]
		if short := strings.TrimRight(line, " ") + "…"; measure(short) <= width {
			return short
		}
	}
	return ""
}

// wide is how many pixels a line is wide.
func (t *texts) wide(line string, size float64) int {
	return t.painter.MeasureText(line, 0, charts.FontStyle{FontSize: size, FontColor: charts.ColorBlack, Font: t.font}).Width()
}

// lookFor notes the characters of line that no font has.
func (t *texts) lookFor(path, line string) {
	var missing []rune
	for _, r := range line {
		if r > unicode.MaxLatin1 && !t.missing[r] && !drawable(t.font, r) {
			if t.missing == nil {
				t.missing = map[rune]bool{}
			}
			t.missing[r] = true
			missing = append(missing, r)
		}
	}
	if missing != nil {
		t.note(path, "the fonts lack "+string(missing)+", so a box stands there; svg leaves characters to the fonts of whoever looks at it")
	}
}

// drawable reports whether r is in font or in one of those that the library looks into after it.
func drawable(font *truetype.Font, r rune) bool {
	for _, f := range []*truetype.Font{font, charts.GetFont(charts.FontFamilyNotoSans), charts.GetFont("notosans-chartsymbols"), charts.GetFont(charts.FontFamilyRoboto)} {
		if f.Index(r) != 0 {
			return true
		}
	}
	return false
}
