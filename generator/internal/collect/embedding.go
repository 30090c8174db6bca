package collect

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// Embedded structs (S8 to S14): which fields Go promotes, and what cannot be embedded.

// candidate is one struct field that may become a property, before Go's dominance rule has chosen.
type candidate struct {
	field  *types.Var
	tag    jsonTag
	raw    reflect.StructTag
	name   string
	path   []model.Step
	depth  int
	tagged bool
	owner  string         // the struct that declares it, for messages
	within []*types.Named // the embedded structs that it is promoted from, the innermost first
	hidden bool           // an embedded struct on the way cannot be named here
}

// promoted reports whether a field's path leads to it: steps that cannot be named were left out of it.
func (c *collector) promoted(f candidate, from types.Type) bool {
	for _, step := range f.path {
		obj, _, _ := types.LookupFieldOrMethod(from, true, c.pkg.Types, step.Name)
		v, ok := obj.(*types.Var)
		if !ok {
			return false
		}
		if v == f.field {
			return true
		}
		from = derefType(v.Type())
	}
	return false
}

// dominant applies Go's rule (S8): the shallowest, then the tagged ones; more than one left is ambiguous.
func dominant(all []candidate) ([]candidate, bool) {
	if len(all) == 0 {
		return nil, false
	}
	depth := slices.MinFunc(all, func(a, b candidate) int { return a.depth - b.depth }).depth
	all = slices.DeleteFunc(slices.Clone(all), func(f candidate) bool { return f.depth != depth })
	if tagged := slices.DeleteFunc(slices.Clone(all), func(f candidate) bool { return !f.tagged }); len(tagged) > 0 {
		all = tagged
	}
	return all, len(all) == 1
}

func (c *collector) refuseAmbiguous(all []candidate, at place) {
	var ways []string
	for _, f := range all {
		ways = append(ways, strings.TrimPrefix(f.owner+"."+f.field.Name(), "."))
	}
	code := "S8"
	if all[0].depth == 0 {
		code = "S20"
	}
	p := c.fieldPlace(all[0].field, at)
	c.refuse(p, code, fmt.Sprintf("%s: field %s is ambiguous between %s", at.path, all[0].name, strings.Join(ways, " and ")),
		"give one of them another json name")
}

// candidates walks a struct and what it embeds. visiting ends embedding cycles.
func (c *collector) candidates(u *types.Struct, at place, way []model.Step, depth int, owner string, visiting map[*types.Struct]bool) ([]candidate, bool) {
	if visiting[u] {
		return nil, true
	}
	visiting[u] = true
	defer delete(visiting, u)
	var out []candidate
	ok := true
	for i := range u.NumFields() {
		f := u.Field(i)
		raw := reflect.StructTag(u.Tag(i))
		if f.Name() == "_" {
			continue // S17
		}
		c.checkTag(f, u.Tag(i), at)
		tag, fine := c.readTag(f, raw, at)
		ok = ok && fine
		if tag.skip {
			continue // S3
		}
		if given, found := c.givenName(f, raw); found {
			tag.name = given
		}
		step := model.Step{Name: f.Name()}
		if tag.rest && !c.isRest(f, tag, at) {
			ok = false
			continue
		}
		if f.Embedded() && tag.name == "" && !tag.rest {
			if inner, pointer := embeddedStruct(f.Type()); inner != nil {
				if pointer && !f.Exported() {
					c.refuse(c.fieldPlace(f, at), "S10", fmt.Sprintf("%s: embedded pointer to the unexported type %s cannot be set", at.path, f.Name()), "embed the struct itself, or export it")
					ok = false
					continue
				}
				inside := c.fieldPlace(f, at).inside("." + f.Name())
				if c.ownForm(derefType(f.Type())) {
					c.refuse(inside, "S14", inside.path+": the embedded field has a JSON form of its own, so its fields are no properties", c.named(f))
					ok = false
					continue
				}
				if pointer {
					step.Alloc = goType(derefType(f.Type()))
				}
				step.Embedded = goType(derefType(f.Type()))
				c.embed(f.Type(), at)
				through := append(slices.Clip(way), step)
				hidden := !f.Exported() && f.Pkg() != c.pkg.Types
				if hidden {
					through = way // cannot be named from here, and need not be: Go promotes what is inside
				}
				more, fine := c.candidates(inner, at, through, depth+1, f.Name(), visiting)
				n, named := types.Unalias(derefType(types.Unalias(f.Type()))).(*types.Named)
				for i := range more {
					more[i].hidden = more[i].hidden || hidden
					if named {
						more[i].within = append(more[i].within, n)
					}
				}
				out, ok = append(out, more...), ok && fine
				continue
			}
			if types.IsInterface(f.Type()) {
				c.refuse(c.fieldPlace(f, at), "S13", fmt.Sprintf("%s: embedded interface %s cannot be built from JSON", at.path, f.Name()), "remove it, or give the field json:\"-\"")
				ok = false
				continue
			}
		}
		if !f.Exported() {
			if raw.Get("json") != "" {
				c.warnOnce(f, c.fieldPlace(f, at), "S4", fmt.Sprintf("%s: the json tag of the unexported field %s has no effect", at.path, f.Name()), "export the field, or remove the tag")
			}
			continue
		}
		name := tag.name
		if name == "" {
			name = c.wireNameIn(f.Name(), c.snakeByDefault())
		}
		out = append(out, candidate{field: f, tag: tag, raw: raw, name: name, path: append(slices.Clip(way), step), depth: depth, tagged: tag.name != "", owner: owner})
	}
	return out, ok
}

// embed notes a struct of this package that is embedded, so that its shape is asserted too.
func (c *collector) embed(t types.Type, at place) {
	n, ok := types.Unalias(derefType(types.Unalias(t))).(*types.Named)
	if !ok {
		return
	}
	c.meet(n.Origin().Obj())
	if n.Obj().Pkg() != c.pkg.Types {
		return
	}
	if u, ok := n.Underlying().(*types.Struct); ok {
		c.embedded = append(c.embedded, &model.StructType{Go: goType(n), Hint: c.structHint(n, at), Fixed: true, Shape: c.shape(n, u)})
	}
}

// embeddedStruct returns the struct that an embedded field promotes, and whether it is behind a pointer.
func embeddedStruct(t types.Type) (*types.Struct, bool) {
	p, pointer := t.Underlying().(*types.Pointer)
	if pointer {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s, pointer
}

func derefType(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
