package generator

import (
	"strings"

	"github.com/toolgen/toolgen/generator/internal/diag"
	"github.com/toolgen/toolgen/generator/internal/directive"
)

// Explain returns help on a directive, a key or a diagnostic's code, as text that ends with a newline. It reports false
// for a topic that is none of them.
func Explain(topic string) (string, bool) {
	if r, ok := diag.RuleOf(topic); ok {
		return explainRule(r), true
	}
	return directive.Help(topic)
}

func explainRule(r diag.Rule) string {
	var b strings.Builder
	b.WriteString(r.Code + ": " + r.Title + "\n\n" + r.Explain + "\n")
	for _, part := range []struct{ title, text string }{{"Example", r.Example}, {"Fix", r.Fix}} {
		if part.text != "" {
			b.WriteString("\n" + part.title + ":\n\n    " + strings.ReplaceAll(part.text, "\n", "\n    ") + "\n")
		}
	}
	return b.String()
}

// Overview describes the whole directive language.
func Overview() string {
	return directive.Overview() + "\nA diagnostic's code, such as T9 or K1, can be explained too: toolgen explain T9\n"
}

// Topics lists every name that Explain knows.
func Topics() []string {
	var out []string
	for _, d := range directive.Definitions() {
		out = append(out, d.Name)
	}
	for _, r := range diag.Rules() {
		out = append(out, r.Code)
	}
	return out
}

// Nearest returns the candidate that a misspelt word most likely means, or "".
func Nearest(word string, candidates []string) string { return diag.Nearest(word, candidates) }
