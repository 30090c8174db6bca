package model

import "strings"

// Group is a rule across the properties of an object (R18): how many of them must be given.
type Group struct {
	Rule   GroupRule
	Fields []*Field // of the object, all optional; two to 64
}

// GroupRule says how many.
type GroupRule uint8

const (
	ExactlyOne GroupRule = iota
	AtLeastOne
	AtMostOne
)

// GroupRules are the keys of the directive, in the order of the constants.
var GroupRules = []string{"exactlyOneOf", "atLeastOneOf", "atMostOneOf"}

// Allows reports whether so many of the properties may be given.
func (r GroupRule) Allows(given int) bool {
	return (given >= 1 || r == AtMostOne) && (given <= 1 || r == AtLeastOne)
}

// Names are the properties by their JSON names.
func (g *Group) Names() []string {
	out := make([]string, len(g.Fields))
	for i, f := range g.Fields {
		out[i] = f.Name
	}
	return out
}

// Sentence says the rule to a reader of the schema.
func (g *Group) Sentence() string {
	names := strings.Join(g.Names(), ", ")
	return [...]string{"Exactly one of " + names + " must be given.", "At least one of " + names + " must be given.", "At most one of " + names + " may be given."}[g.Rule]
}
