package main

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/generator"
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
		if verb := generator.Nearest(word, verbs); verb != "" {
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
