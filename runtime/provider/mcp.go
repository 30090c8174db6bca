package provider

import (
	"errors"
	"slices"

	"github.com/toolgen/toolgen/runtime/codec"
)

// Revision is a revision of the Model Context Protocol, by its date.
type Revision string

// The revisions that MCP knows.
const (
	MCP20250618 Revision = "2025-06-18"
	MCP20251125 Revision = "2025-11-25"
	MCP20260728 Revision = "2026-07-28"
)

// MCP returns the definition of a tool as tools/list of that revision carries it: one compact JSON object. Access levels,
// limits and the like stay out: they are the server's business.
//
// All four annotations are always there, because a client takes one that is absent for the worst (S18). An output schema
// that is not an object's is wrapped as the property "result" of one, up to 2025-11-25 (O4, C19): a server of such a
// revision must wrap the call's Result.JSON in the same way, since the canonical result is the bare value.
//
// It is an error if the revision is unknown, if a schema is not one JSON object, or if the input's is not that of an object.
func MCP(d Definition, revision Revision) ([]byte, error) {
	if !slices.Contains([]Revision{MCP20250618, MCP20251125, MCP20260728}, revision) {
		return nil, errors.New("provider: MCP has no revision " + string(revision) + "; use " + string(MCP20260728))
	}
	input, err := schemaOf(d, "input", d.Input, noArguments)
	if err != nil {
		return nil, err
	}
	if !describesObject(&input) {
		return nil, errors.New("provider: the input schema of tool " + d.Name + ` must say "type":"object"`)
	}
	b := append([]byte(nil), `{"name":`...)
	b = codec.AppendString(b, d.Name)
	if d.Title != "" {
		b = append(b, `,"title":`...)
		b = codec.AppendString(b, d.Title)
	}
	if d.Description != "" {
		b = append(b, `,"description":`...)
		b = codec.AppendString(b, d.Description)
	}
	b = append(b, `,"inputSchema":`...)
	b = input.append(b)
	if d.Output != "" {
		output, err := schemaOf(d, "output", d.Output, "")
		if err != nil {
			return nil, err
		}
		if revision != MCP20260728 {
			output = asObject(output)
		}
		b = append(b, `,"outputSchema":`...)
		b = output.append(b)
	}
	b = append(b, `,"annotations":`...)
	b = append(d.Hints.appendAnnotations(b), '}')
	b, _, err = codec.Finish(b) // repairs text that is not UTF-8, as results are repaired (O17)
	return b, err
}

// appendAnnotations writes the hints in MCP's words: a tool that does not say otherwise destroys, and reaches anywhere.
func (h Hints) appendAnnotations(b []byte) []byte {
	b = append(b, `{"readOnlyHint":`...)
	b = codec.AppendBool(b, h.ReadOnly)
	b = append(b, `,"destructiveHint":`...)
	b = codec.AppendBool(b, !h.Additive && !h.ReadOnly)
	b = append(b, `,"idempotentHint":`...)
	b = codec.AppendBool(b, h.Idempotent)
	b = append(b, `,"openWorldHint":`...)
	b = codec.AppendBool(b, !h.ClosedWorld)
	return append(b, '}')
}

// schemaOf reads one schema of d; absent stands for one that is "".
func schemaOf(d Definition, which, text, absent string) (node, error) {
	if text == "" {
		text = absent
	}
	schema, err := parse(text)
	if err != nil {
		return node{}, errors.New("provider: the " + which + " schema of tool " + d.Name + " is " + err.Error())
	}
	if schema.kind != '{' {
		return node{}, errors.New("provider: the " + which + " schema of tool " + d.Name + " is not a JSON object")
	}
	return schema, nil
}

// describesObject reports whether every value of the schema is an object, and the root says so.
func describesObject(schema *node) bool {
	kind := schema.get("type")
	return kind != nil && kind.text == `"object"`
}

// asObject returns the schema of an object that has what schema describes as its one property, "result". A schema of an
// object stays as it is. Definitions move to the new root, where the references to them look.
func asObject(schema node) node {
	if describesObject(&schema) {
		return schema
	}
	inner := node{kind: '{'}
	var definitions []member
	for _, m := range schema.members {
		if m.name == "$defs" {
			definitions = append(definitions, m)
		} else {
			inner.members = append(inner.members, m)
		}
	}
	outer := node{kind: '{', members: []member{
		{"type", node{kind: '"', text: `"object"`}},
		{"properties", node{kind: '{', members: []member{{"result", inner}}}},
		{"required", node{kind: '[', items: []node{{kind: '"', text: `"result"`}}}},
		{"additionalProperties", node{text: "false"}},
	}}
	outer.members = append(outer.members, definitions...)
	return outer
}
