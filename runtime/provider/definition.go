package provider

import (
	"errors"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// FromSpec returns the Definition of a tool that a program has.
func FromSpec(s *runtime.Spec) Definition {
	return Definition{
		Name: s.Name, Title: s.Title, Description: s.Description, Input: s.Input, Output: s.Output,
		Hints:  Hints{ReadOnly: s.ReadOnly, Additive: s.Additive, Idempotent: s.Idempotent, ClosedWorld: s.ClosedWorld},
		Strict: Strictness(s.Strict), Remote: s.Remote,
	}
}

// Options are what a request asks of all its tools. The zero Options are the format's own way.
type Options struct {
	Strict Strictness // of tools that do not say it themselves

	// Output adds the schema of a tool's result where a definition has a place for it: output_schema of Responses,
	// responseJsonSchema and response of Gemini. It is that of Definition.Output, of the bare value (C19): what Results sends as
	// Responses' output, and below the key output of Gemini's. It costs tokens in every request, so it is asked for. One that
	// cannot be projected is lost, and left out.
	Output bool

	// CacheControl marks the last tool of an Anthropic request as the end of what the server should cache, with the
	// member "cache_control":{"type":"ephemeral"}. Other formats cache without being told.
	CacheControl bool
}

// Define returns one tool as it stands in the list of tools of a request: one compact JSON object, the same bytes for the
// same Definition everywhere, and what its schema lost on the way. Of Gemini's formats it is one function declaration.
//
// It is an error if the format is unknown, if it does not take the tool's name or the name of a property, if [Project]
// refuses the schema, or, being [ErrNotStrict], if the tool must be strict and cannot.
func Define(d Definition, f Format, o Options) ([]byte, []Loss, error) {
	b, made, err := define(d, f, o)
	return b, made.lost, err
}

// made is what is known of a definition besides its bytes.
type made struct {
	lost   []Loss
	strict bool
	size   size
}

func define(d Definition, f Format, o Options) ([]byte, made, error) {
	way := dialectOf(f)
	if way == nil {
		return nil, made{}, errors.New("provider: there is no format " + string(f))
	}
	if way.revision != "" {
		b, err := MCP(d, way.revision)
		return b, made{}, err
	}
	refuse := func(err error) ([]byte, made, error) { return nil, made{}, &refusal{d.Name, f, err} }
	if !way.tool.takes(d.Name) {
		return refuse(errors.New("its name does not match " + way.tool.String()))
	}
	schema, m, err := way.choose(d, o)
	if err != nil {
		return refuse(err)
	}
	output := way.output(d.Output, o, &m)
	if n := way.description; n > 0 && len(d.Description) > n { // one that is too long would fail the whole request (D11)
		text := textNode(d.Description)
		m.lost = append(m.lost, Loss{"tool", "description", short(text.text), Shortened})
		d.Description = cutAt(d.Description, n-len("…")) + "…"
	}
	b := make([]byte, 0, 128+len(d.Name)+len(d.Description)+len(d.Input)+len(d.Input)/2)
	switch f {
	case Responses:
		b = d.begin(append(b, `{"type":"function",`...))
		b = schema.append(append(b, `,"parameters":`...))
		b = codec.AppendBool(append(b, `,"strict":`...), m.strict) // left out, the server tries for itself
		b = append(appendOutput(b, "output_schema", output), '}')
	case Anthropic:
		b = d.begin(append(b, '{'))
		b = schema.append(append(b, `,"input_schema":`...))
		b = append(appendStrict(b, m.strict), '}')
	case Gemini, GeminiLegacy:
		b = d.begin(append(b, '{'))
		switch {
		case f == Gemini:
			b = schema.append(append(b, `,"parametersJsonSchema":`...))
			b = appendOutput(b, "responseJsonSchema", output)
		case schema.get("properties") != nil: // an object without properties is refused there
			b = schema.append(append(b, `,"parameters":`...))
		}
		if f == GeminiLegacy {
			b = appendOutput(b, "response", output)
		}
		b = append(b, '}')
	case Bedrock:
		b = d.begin(append(b, `{"toolSpec":{`...))
		b = append(schema.append(append(b, `,"inputSchema":{"json":`...)), '}')
		b = append(appendStrict(b, m.strict), '}', '}')
	default:
		b = d.begin(append(b, `{"type":"function","function":{`...))
		b = schema.append(append(b, `,"parameters":`...))
		if f == OpenAI {
			b = codec.AppendBool(append(b, `,"strict":`...), m.strict)
		} else {
			b = appendStrict(b, m.strict)
		}
		b = append(b, '}', '}')
	}
	b, _, err = codec.Finish(b) // repairs text that is not UTF-8, as results are repaired (O17)
	return b, m, err
}

// begin writes the name and the description, which all have. Bedrock takes no empty description.
func (d *Definition) begin(b []byte) []byte {
	b = codec.AppendString(append(b, `"name":`...), d.Name)
	if d.Description != "" {
		b = codec.AppendString(append(b, `,"description":`...), d.Description)
	}
	return b
}

func appendStrict(b []byte, strict bool) []byte {
	if strict {
		b = append(b, `,"strict":true`...)
	}
	return b
}

// output projects the schema of the results, where one is asked for and the format has a place for it. One that cannot be
// projected is lost: the tool is offered without it.
func (way *dialect) output(schema string, o Options, m *made) *node {
	if !o.Output || schema == "" || way.format != Responses && way.format != Gemini && way.format != GeminiLegacy {
		return nil
	}
	lose := func(text string) *node {
		m.lost = append(m.lost, Loss{"result", "output schema", short(text), Dropped})
		return nil
	}
	value, err := parse(schema)
	if err != nil || value.kind != '{' {
		return lose(schema)
	}
	const name = "result"
	holder := object(member{"type", textNode("object")}, member{"properties", object(member{name, value.without("$defs", "definitions")})}, member{"required", textList([]string{name})})
	for _, defs := range []string{"$defs", "definitions"} { // references look at the root
		if v := value.get(defs); v != nil {
			holder.set(defs, *v)
		}
	}
	results := *way
	results.property = charset{} // the rule is one for parameters
	whole, lost, err := results.projectTree(holder, way.plain)
	if err != nil {
		return lose(schema)
	}
	m.lost = append(m.lost, lost...)
	out := whole.get("properties").get(name)
	if defs := whole.get("$defs"); defs != nil {
		out.set("$defs", *defs)
	}
	return out
}

func appendOutput(b []byte, name string, schema *node) []byte {
	if schema == nil {
		return b
	}
	return schema.append(append(append(append(b, `,"`...), name...), `":`...))
}

// choose projects the schema, strictly or not (C20), and measures it.
func (way *dialect) choose(d Definition, o Options) (node, made, error) {
	mode := d.Strict
	for _, next := range []Strictness{o.Strict, way.auto} {
		if mode == "" {
			mode = next
		}
	}
	switch mode {
	case StrictAuto, StrictOn, StrictOff:
	default:
		return node{}, made{}, errors.New("strict is auto, on or off, not " + string(mode))
	}
	if way.strict != noColumn && mode != StrictOff {
		schema, lost, err := way.project(d.Input, way.strict)
		m := made{lost: lost, strict: err == nil, size: measure(&schema)}
		if err == nil && way.strict == openaiStrict {
			err = m.size.over()
		}
		if mode == StrictOn || err == nil && !d.Remote && onlyAnnotations(lost) {
			return schema, m, err
		}
	}
	schema, lost, err := way.project(d.Input, way.plain)
	return schema, made{lost: lost, size: measure(&schema)}, err
}

func onlyAnnotations(lost []Loss) bool {
	for _, l := range lost {
		if !l.Annotation() {
			return false
		}
	}
	return true
}

// refusal is why a tool cannot be offered in a format.
type refusal struct {
	tool   string
	format Format
	err    error
}

func (e *refusal) Error() string {
	return "provider: tool " + textNodeOf(short(e.tool)) + " cannot be offered to " + string(e.format) + ": " + e.err.Error()
}

func (e *refusal) Unwrap() error { return e.err }
