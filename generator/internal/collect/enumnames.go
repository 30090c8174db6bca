package collect

import (
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/generator/internal/names"
)

// enumNames are the texts that stand for the constants of an integer type (T72): without the longest prefix that all of
// them share and that is the type's name or ends where a word does, in snake_case. consts are the names that count:
// unexported, skipped and marking ones are left out before.
func enumNames(typ string, consts []string) []string {
	prefix := sharedPrefix(typ, consts)
	out := make([]string, len(consts))
	for i, name := range consts {
		out[i] = enumName(name, prefix)
	}
	return out
}

// enumName is the text of one constant behind a prefix, which is cut where it is there.
func enumName(name, prefix string) string {
	return names.Snake(strings.TrimLeft(strings.TrimPrefix(name, prefix), "_"))
}

// sharedPrefix is what enumNames cuts; "" for nothing. A single constant shares everything with itself, so there the
// type's name alone counts.
func sharedPrefix(typ string, consts []string) string {
	common := []rune(consts[0])
	for _, name := range consts[1:] {
		other := []rune(name)
		n := 0
		for n < len(common) && n < len(other) && common[n] == other[n] {
			n++
		}
		common = common[:n]
	}
	for n := len(common); n > 0; n-- {
		isType := strings.EqualFold(string(common[:n]), typ) // an unexported type's constants begin with a capital
		ends := len(consts) > 1
		for _, name := range consts {
			rest := []rune(name)
			left := leavesName(rest, n)
			isType = isType && left && !unicode.IsLower(rest[n]) // Open is no value en of the type Op
			ends = ends && left && (rest[n-1] == '_' || rest[n] == '_' || names.StartsWord(rest, n))
		}
		if isType || ends {
			return string(common[:n])
		}
	}
	return ""
}

// leavesName reports whether a name without its first n letters is one still. It must begin with a letter: the text "2" of
// Level2 could be taken for the number of another constant.
func leavesName(name []rune, n int) bool {
	for _, r := range name[n:] {
		if r != '_' {
			return unicode.IsLetter(r)
		}
	}
	return false
}
