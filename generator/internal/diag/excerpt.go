package diag

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	tabStop     = 4   // a tab in an excerpt goes to the next multiple of this
	widestLine  = 120 // columns of an excerpt; longer lines are cut around the carets
	beforeCaret = 40  // columns left of the first caret in a line that is cut on the left
	ellipsis    = "…"
)

// cell is one character of an excerpt as a terminal shows it.
type cell struct {
	text   string
	width  int // columns: 0 for a combining mark, 2 for a wide character
	marked bool
}

// mark returns a source line as a terminal shows it, and the line of carets below the bytes from start to end. An empty
// range, and one past the end of the line, gets one caret.
func mark(line string, start, end int) (shown, carets string) {
	if end <= start {
		end = start + 1
	}
	cells, column, first := []cell(nil), 0, -1
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRuneInString(line[i:])
		c := cell{text: string(r), width: columns(r)}
		switch {
		case r == '\t':
			c.width = tabStop - column%tabStop
			c.text = strings.Repeat(" ", c.width)
		case isUnseen(r):
			c.text, c.width = string(unicode.ReplacementChar), 1 // shown to be there, and kept from steering the terminal
		}
		c.marked = start < i+size && i < end && c.width > 0
		if c.marked && first < 0 {
			first = column
		}
		cells = append(cells, c)
		column += c.width
		i += size
	}
	if first < 0 {
		cells = append(cells, cell{text: " ", width: 1, marked: true})
		first, column = column, column+1
	}
	return draw(cut(cells, column, first))
}

// cut shortens a line of the given width so that the first caret, at column first, stays in sight.
func cut(cells []cell, width, first int) []cell {
	if width <= widestLine {
		return cells
	}
	if drop := first - beforeCaret; drop > 0 && first > widestLine-beforeCaret {
		for width > 0 && drop > 0 {
			drop, width, cells = drop-cells[0].width, width-cells[0].width, cells[1:]
		}
		cells, width = append([]cell{{text: ellipsis, width: 1}}, cells...), width+1
	}
	if width <= widestLine {
		return cells
	}
	keep := 0
	for column := cells[0].width; column < widestLine; column += cells[keep].width {
		keep++
	}
	return append(cells[:keep:keep], cell{text: ellipsis, width: 1})
}

func draw(cells []cell) (shown, carets string) {
	var line, below strings.Builder
	for _, c := range cells {
		line.WriteString(c.text)
		sign := " "
		if c.marked {
			sign = "^"
		}
		below.WriteString(strings.Repeat(sign, c.width))
	}
	return strings.TrimRight(line.String(), " "), strings.TrimRight(below.String(), " ")
}

// columns returns how many columns a terminal gives a character: none for combining marks, two for the wide ones of
// East Asia and for emoji (Unicode Standard Annex 11, in the coarse ranges that terminals agree on).
func columns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me) || 0x1160 <= r && r <= 0x11FF:
		return 0
	case r <= 0x115F && r >= 0x1100,
		r >= 0x2E80 && r <= 0xA4CF && r != 0x303F,
		r >= 0xAC00 && r <= 0xD7A3,
		r >= 0xF900 && r <= 0xFAFF,
		r >= 0xFE30 && r <= 0xFE6F,
		r >= 0xFF01 && r <= 0xFF60,
		r >= 0xFFE0 && r <= 0xFFE6,
		r >= 0x1F300 && r <= 0x1F64F,
		r >= 0x1F680 && r <= 0x1F6FF,
		r >= 0x1F900 && r <= 0x1FAFF,
		r >= 0x20000 && r <= 0x3FFFD:
		return 2
	}
	return 1
}

// pad writes a number at the right of so many columns.
func pad(n, width int) string {
	s := strconv.Itoa(n)
	return strings.Repeat(" ", max(0, width-len(s))) + s
}
