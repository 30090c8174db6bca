// Package provider turns the description of a tool into what a provider of models, or a protocol, reads.
//
// A [Definition] comes in: the canonical schemas and hints of one tool, from the generator or from a running program alike.
// Bytes go out that are ready to be sent, the same for the same Definition on every machine. What a model answers comes
// back in as [Call]s, and their results go out as messages: a loop over any of the APIs is a page of code, without an SDK.
// What is not a type with methods is a pure function, and all of it is safe for concurrent use except for a [Stream].
package provider

// Definition is one tool as every dialect starts from. Its fields are those of runtime.Spec of the same names; [FromSpec]
// copies them, and the generator makes it of what it has read.
type Definition struct {
	Name        string
	Title       string // for people; "" leaves it out
	Description string // for the model; "" leaves it out
	Input       string // JSON Schema 2020-12 of the arguments, compact; "" means an object without properties
	Output      string // JSON Schema 2020-12 of the structured result, compact; "" means that there is none
	Hints       Hints
	Strict      Strictness // whether models are held to the schema; "" leaves it to the Options

	// Remote marks a tool of another process. StrictAuto leaves its schema as it is: a strict form has models send null for
	// what they leave out, which the decoders of toolgen take, and others may not.
	Remote bool
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
