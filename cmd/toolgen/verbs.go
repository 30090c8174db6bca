package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
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

// helpCommand is help VERB. Cobra's own prints its complaint about a word that is no verb and calls it success.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [verb]",
		Short: "Help on a verb",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) == 0 {
				return about.Help()
			}
			word := strings.Join(args, " ")
			if near := generator.Nearest(word, verbs); near != "" {
				return fmt.Errorf("there is no verb %s; did you mean toolgen help %s?", word, near)
			}
			return fmt.Errorf("there is no verb %s: they are %s; toolgen explain %s explains a key or code", word, strings.Join(verbs, ", "), word)
		},
	}
}

// list names what was passed.
func list(patterns []string) string {
	if len(patterns) == 0 {
		return "the current folder"
	}
	return strings.Join(patterns, " ")
}
