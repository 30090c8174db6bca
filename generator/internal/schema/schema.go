// Package schema turns the model of a tool into its canonical JSON Schema, draft 2020-12.
//
// It is pure: model in, text out. The text is compact and byte-stable (Q7): properties stand in declaration order,
// required in the same order, $defs sorted, keywords in one fixed order, without $schema and $id. What a provider
// cannot take is not this room's business: projections are made from the canonical text.
package schema

import (
	"github.com/toolgen/toolgen/generator/internal/model"
)

// Of returns the canonical input and output schema of a tool.
func Of(t *model.Tool) model.Schema {
	s := model.Schema{Input: input(t)}
	if t.Result.HasSchema() {
		s.Output = output(t.Result)
	}
	return s
}

// input is the schema of the arguments object (F1, F3): always an object, expanded in place (R3).
func input(t *model.Tool) []string {
	w := newWriter(arguments)
	w.open = t.Unknown != ""
	if root := rootStruct(t); root != nil {
		w.findRecursion(root)
	} else {
		w.findRecursion(parts(&model.StructType{Object: t.Input})...)
	}
	w.findDeclared(fieldTypes(t.Input)...)
	return w.document(node{object: t.Input})
}

func fieldTypes(o *model.Object) []*model.Type {
	var out []*model.Type
	for _, f := range o.All() {
		out = append(out, f.Type)
	}
	return out
}

// rootStruct is the struct that is the arguments object itself, or nil.
func rootStruct(t *model.Tool) *model.StructType {
	for _, p := range t.Params {
		if p.Role == model.Root {
			return p.Type.Struct
		}
	}
	return nil
}

// output is the schema of a structured result.
func output(r *model.Result) []string {
	w := newWriter(results)
	if r.Type == nil {
		object := &model.Object{Fields: r.Fields}
		w.findRecursion(parts(&model.StructType{Object: object})...)
		w.findDeclared(fieldTypes(object)...)
		return w.document(node{object: object, description: r.Description})
	}
	w.findRecursion(definitionsIn(r.Type)...)
	w.findDeclared(r.Type)
	return w.document(node{typ: r.Type, description: r.Description, root: true})
}
