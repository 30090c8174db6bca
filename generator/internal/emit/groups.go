package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// groupChecks are the methods of the cursor for rules across properties, in the order of their constants.
var groupChecks = [...]string{"ExactlyOne", "AtLeastOne", "AtMostOne"}

// give notes that a property was given, in the word of each rule that names it.
func (p presence) give(o *model.Object, f *model.Field) []jen.Code {
	var out []jen.Code
	for i, group := range o.Groups {
		if bit := slices.Index(group.Fields, f); bit >= 0 {
			out = append(out, jen.Id(p.given[i]).Op("|=").Lit(1).Op("<<").Lit(bit))
		}
	}
	return out
}

// checkGroups writes the rules across properties (R18).
func (b *body) checkGroups(g *jen.Group, o *model.Object, came presence) {
	for i, group := range o.Groups {
		given := []jen.Code{jen.Id(came.given[i])}
		g.Add(b.on(groupChecks[group.Rule], append(given, words(30, group.Names())...)...))
	}
}
