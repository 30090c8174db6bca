package schema

import (
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// grouped is the description of an object with its rules across properties (R18), a sentence each. The keywords for them, anyOf and
// not, are refused by several providers, at the root by most, so that the decoder alone enforces them (X8).
func (w *writer) grouped(text string, o *model.Object) string {
	if w.dir == results {
		return text
	}
	for _, g := range o.Groups {
		sep := " "
		if text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?:)") {
			sep = ". "
		}
		text = join(text, sep, g.Sentence())
	}
	return text
}
