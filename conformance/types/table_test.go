package types

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A table is a Markdown file: text, then rows of cells beneath a head.
type table struct {
	about string
	head  []string
	rows  [][]string
}

var cellEscapes = strings.NewReplacer("|", `\|`, "\n", " ")

func (t table) text() string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for _, c := range cells {
			if c != "" {
				b.WriteString(" " + cellEscapes.Replace(c))
			}
			b.WriteString(" |")
		}
		b.WriteString("\n")
	}
	b.WriteString(t.about + "\n")
	line(t.head)
	b.WriteString("|" + strings.Repeat(" --- |", len(t.head)) + "\n")
	for _, row := range t.rows {
		line(row)
	}
	return b.String()
}

// readTable reads the rows of a table that text has written; nil where there is no such file.
func readTable(t *testing.T, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	require.NoError(t, err)
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		line, isRow := strings.CutPrefix(strings.TrimSuffix(line, " |\n"), "|")
		if !isRow {
			continue
		}
		cells := strings.Split(line, " |") // those in cells are escaped
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(strings.TrimPrefix(c, " "), `\|`, "|")
		}
		rows = append(rows, cells)
	}
	return rows[2:]
}
