package main

import (
	"fmt"
	"strings"
)

// verbs are the words that may stand where packages do.
var verbs = []string{"check", "list", "explain", "version", "help"}

// meantVerb adds to an error about packages that the first of them looks like a misspelt verb. Packages come first: a
// package of such a name has been found, or there would be no error.
func meantVerb(patterns []string, err error) error {
	if len(patterns) == 0 || strings.ContainsAny(patterns[0], `./\`) {
		return err
	}
	switch word := patterns[0]; word {
	case "gen", "generate":
		return fmt.Errorf("there is no verb %s: toolgen generates without one", word)
	default:
		if verb := nearest(word, verbs); verb != "" {
			return fmt.Errorf("there is no verb and no package %s; did you mean toolgen %s?", word, verb)
		}
	}
	return err
}

// list names what was passed.
func list(patterns []string) string {
	if len(patterns) == 0 {
		return "the current folder"
	}
	return strings.Join(patterns, " ")
}

// nearest returns the name that a word was probably meant for, "" if there is none: at most one slip in a short word, two
// in a long one.
func nearest(word string, names []string) string {
	best, slips := "", 3
	for _, name := range names {
		if d := distance(strings.ToLower(word), strings.ToLower(name)); d < slips && d <= (len(name)+1)/3 {
			best, slips = name, d
		}
	}
	return best
}

// distance counts the slips between two words: a letter too many, missing or wrong, or two in the wrong order.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
