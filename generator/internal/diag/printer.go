package diag

import (
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
)

// Printer writes diagnostics in the order given (see Set.Sorted), in one of three formats: Text for people, JSON for
// programs, GitHub for the annotations of a workflow run. It writes to no file and reads none but through Source.
type Printer struct {
	// Dir is the folder that file names inside it are printed relative to; "" leaves all names as they are. Names are
	// printed with forward slashes on every system.
	Dir string
	// Source returns the bytes of a file for the excerpts of Text, by the name that a Range has. Where it fails, the
	// excerpt is left out. Nil means no excerpts. It is called once for a file.
	Source func(file string) ([]byte, error)
}

// name returns the file's name as it is printed.
func (p Printer) name(file string) string {
	if p.Dir != "" {
		if rel, err := filepath.Rel(p.Dir, file); err == nil && filepath.IsLocal(rel) {
			file = rel
		}
	}
	return filepath.ToSlash(file)
}

// place returns file:line:col with as much of it as is known; "" without a file.
func (p Printer) place(r Range) string {
	if r.File == "" {
		return ""
	}
	place := p.name(r.File)
	if r.Line > 0 {
		place += ":" + strconv.Itoa(r.Line)
		if r.Col > 0 {
			place += ":" + strconv.Itoa(r.Col)
		}
	}
	return place
}

// oneLine returns a message, which may hold a user's own words, without what would break its line or steer a terminal.
func oneLine(s string) string {
	return visible(strings.NewReplacer("\n", " ", "\r", " ", "\t", " ").Replace(s))
}

// visible replaces all characters that cannot be seen, apart from tabs.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && isUnseen(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// isUnseen reports controls, directional marks, zero-width characters and line separators.
func isUnseen(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }
