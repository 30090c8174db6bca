package declared

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/codec"
)

// References go to the $defs of the declared schema itself, which become $defs of the tool's schema.

const defsPrefix = "#/$defs/"

// defName is what a definition may be called, so that it needs no escapes in a reference.
var defName = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

func (r *reader) reference(way string, v, _ *tree, s *codec.Shape, _ int) {
	name, local := strings.CutPrefix(v.str(), defsPrefix)
	defs := r.root.member("$defs")
	switch {
	case !v.isText() || !local:
		r.fault(way, "must go to a definition of the same schema, got "+v.String(), `put the schema under "$defs", and write {"$ref":"#/$defs/NAME"}`)
	case defs == nil || !slices.Contains(defs.keys, name):
		r.fault(way, "goes to "+name+", and $defs has no such definition", `add it: "$defs":{"`+name+`":{"type":"object"}}`)
	default:
		s.Ref = name
		r.refs = append(r.refs, v)
	}
}

func (r *reader) definitions(way string, v, around *tree, s *codec.Shape, depth int) {
	if around != r.root {
		r.fault(way, "has a place only in the outermost schema", "move it there")
		return
	}
	s.Defs = r.properties(way, v, depth)
	for _, d := range s.Defs {
		if !defName.MatchString(d.Name) {
			r.fault(way+"."+d.Name, "must be called by letters, digits, dots, - and _", "give it such a name")
		}
	}
}

// references refuses definitions that come back to themselves without a step into the value: they mean nothing.
func (r *reader) references(root *codec.Shape) {
	if r.faults != nil {
		return
	}
	for _, d := range root.Defs {
		if reaches(root, d.Shape, d.Name, map[string]bool{}) {
			r.fault("$defs."+d.Name, "refers to itself in its own place, which says nothing", "remove the reference")
		}
	}
}

// reaches reports whether s leads to the definition of a name in its own place.
func reaches(root, s *codec.Shape, name string, seen map[string]bool) bool {
	if s == nil {
		return false
	}
	if s.Ref == name {
		return true
	}
	if s.Ref != "" && !seen[s.Ref] {
		seen[s.Ref] = true
		for _, d := range root.Defs {
			if d.Name == s.Ref && reaches(root, d.Shape, name, seen) {
				return true
			}
		}
	}
	for _, list := range [][]codec.Shape{s.AllOf, s.AnyOf, s.OneOf} {
		for i := range list {
			if reaches(root, &list[i], name, seen) {
				return true
			}
		}
	}
	for _, d := range s.DependentSchemas {
		if reaches(root, d.Shape, name, seen) {
			return true
		}
	}
	for _, one := range []*codec.Shape{s.Not, s.If, s.Then, s.Else} {
		if reaches(root, one, name, seen) {
			return true
		}
	}
	return false
}

// takesAll reports whether a Shape refuses nothing.
func takesAll(s *codec.Shape) bool {
	return !s.Never && s.Type == nil && s.Enum == nil &&
		s.Minimum == "" && s.ExclusiveMinimum == "" && s.Maximum == "" && s.ExclusiveMaximum == "" && s.MultipleOf == "" &&
		s.Length == nil && s.Pattern == nil && s.Format == "" && s.Syntax == nil &&
		s.PrefixItems == nil && s.Items == nil && s.Count == nil && !s.Unique && s.Contains == nil &&
		s.Properties == nil && s.PatternProperties == nil && s.AdditionalProperties == nil && !s.Closed && s.PropertyNames == nil &&
		s.Required == nil && s.Size == nil && s.DependentRequired == nil && s.DependentSchemas == nil &&
		s.AllOf == nil && s.AnyOf == nil && s.OneOf == nil && s.Not == nil && s.If == nil && s.Ref == ""
}
