// Package provider turns the description of a tool into what a provider of models, or a protocol, reads.
//
// A [Definition] comes in: the canonical schemas and hints of one tool, from the generator or from a running program alike.
// Bytes go out that are ready to be sent, the same for the same Definition on every machine. All functions are pure and
// safe for concurrent use. The one dialect so far is MCP.
package provider

// Definition is one tool as every dialect starts from. Its fields are those of runtime.Spec of the same names, copied by
// the host; this package does not import runtime, so that the generator can use it too.
type Definition struct {
	Name        string
	Title       string // for people; "" leaves it out
	Description string // for the model; "" leaves it out
	Input       string // JSON Schema 2020-12 of the arguments, compact; "" means an object without properties
	Output      string // JSON Schema 2020-12 of the structured result, compact; "" means that there is none
	Hints       Hints
}

// Hints say how far a tool reaches. Every zero value is the worst case, as in runtime.Spec.
type Hints struct {
	ReadOnly    bool // changes nothing
	Additive    bool // changes, but never destroys; ReadOnly implies it
	Idempotent  bool // a repetition has no further effect
	ClosedWorld bool // reaches nothing outside the program's own domain
}

// noArguments is the schema of a tool without parameters (F3).
const noArguments = `{"type":"object","properties":{},"additionalProperties":false}`
