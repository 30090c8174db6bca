package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// fieldValue is the value of one property in the literal of a struct, and the way to its field.
type fieldValue struct {
	path  []model.Step
	value jen.Code
}

// fieldValues are the properties that a default for an object sets: those that it gives, and the defaults of the others (N4).
func (b *body) fieldValues(v model.Value, o *model.Object) []fieldValue {
	var out []fieldValue
	for _, f := range o.Fields {
		given := f.Default
		for i, key := range v.Keys {
			if key == f.Name {
				given = &v.Items[i]
			}
		}
		if given == nil || f.Hidden {
			continue
		}
		value, _ := b.literal(*given, f.Type)
		out = append(out, fieldValue{f.Path, value})
	}
	return out
}

// fieldElements are the inside of a struct literal whose fields are depth steps behind the variable. Embedded structs are literals
// in it.
func (b *body) fieldElements(values []fieldValue, depth int) []jen.Code {
	var out []jen.Code
	for i := 0; i < len(values); {
		step := values[i].path[depth]
		n := 1
		if step.Embedded == nil {
			out = append(out, jen.Id(step.Name).Op(":").Add(values[i].value))
		} else {
			inside := values[i : i+1]
			for j := i + 1; j < len(values) && len(values[j].path) > depth && values[j].path[depth].Name == step.Name; j++ {
				n++
				inside = values[i : i+n]
			}
			literal := b.typ(step.Embedded).Values(b.fieldElements(inside, depth+1)...)
			if step.Alloc != nil {
				literal = jen.Op("&").Add(literal)
			}
			out = append(out, jen.Id(step.Name).Op(":").Add(literal))
		}
		i += n
	}
	return out
}

// setElements are the inside of the literal of a set.
func (b *body) setElements(v model.Value, t *model.Type) []jen.Code {
	var out []jen.Code
	for _, item := range v.Items {
		key, _ := b.literal(item, t.Elem)
		out = append(out, key.Op(":").Values())
	}
	return out
}
