package collect

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// secrets lists the paths to secret arguments, which redaction and audit hide: names with dots between, [] for every item and *
// for every value of a map. A secret in a type that contains itself has no such path.
func (c *collector) secrets(t *model.Tool, a *annotation) bool {
	s := &secretPaths{open: map[any]bool{}, again: map[any]bool{}}
	s.object("", t.Input)
	t.Secrets = s.found
	if s.endless != "" {
		c.refuse(a.place, "K26", fmt.Sprintf("%s: %s is secret and stands in a type that contains itself, so there is no end to the places to hide", a.place.path, s.endless),
			"make the outermost value of that type secret as a whole")
		return false
	}
	return true
}

type secretPaths struct {
	found   []string
	endless string       // a secret without a path
	open    map[any]bool // the structs and unions around the place
	again   map[any]bool // those of them that were met again
}

func (s *secretPaths) object(path string, o *model.Object) {
	if o == nil {
		return
	}
	for _, f := range o.Fields {
		s.field(below(path, f.Name), f)
	}
	if o.Rest != nil {
		s.field(below(path, "*"), o.Rest)
	}
}

func (s *secretPaths) field(path string, f *model.Field) {
	if f.Secret {
		s.found = append(s.found, path)
		return
	}
	s.typ(path, f.Type)
}

func (s *secretPaths) typ(path string, t *model.Type) {
	for ; t.Elem != nil; t = t.Elem {
		switch {
		case t.Kind == model.Slice || t.Kind == model.Array || t.IsSet():
			path += "[]"
		case t.Kind == model.Map:
			path = below(path, "*")
		}
	}
	switch {
	case t.Struct != nil:
		s.enter(t.Struct, func() { s.object(path, t.Struct.Object) })
	case t.Union != nil:
		s.enter(t.Union, func() {
			for _, v := range t.Union.Variants {
				s.enter(v.Struct, func() { s.object(path, v.Struct.Object) })
			}
		})
	}
}

// enter goes into a shared type. Where it stands in itself, its secrets have no end of paths.
func (s *secretPaths) enter(shared any, into func()) {
	if s.open[shared] {
		s.again[shared] = true
		return
	}
	before := len(s.found)
	s.open[shared] = true
	into()
	delete(s.open, shared)
	if s.again[shared] && len(s.found) > before {
		s.endless = s.found[before]
	}
}

// below is the path to a property.
func below(path, name string) string {
	if name != "*" && !unquotedName.MatchString(name) {
		return path + "[" + strconv.Quote(name) + "]"
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

// unquotedName is a name that stands in a path without quotes, as in the problems of arguments.
var unquotedName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)
