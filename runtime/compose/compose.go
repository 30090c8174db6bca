// Package compose makes tools of tools.
//
// Three things come out of it: a chain ([NewChain]) runs steps one after the other and hands values on, a conditional
// ([NewConditional]) runs one of two tools, and a plan runs what may run at the same time: as a tool of its own
// ([NewPlan]), once, as a model or a program has made it up ([Plan.Run]), or for the calls of one turn ([Parallel]).
//
// What goes in are names of tools in a [Caller], usually the registry, and a description of where their arguments come
// from. Everything that can be known is checked when a composite is built, against the schemas of the tools, and everything
// that is wrong comes in one error. Every inner call goes through the Caller with the principal of the context, so a
// composite never lets anybody reach a tool that they could not call directly.
//
// Values are handed on as JSON, never by putting text together. A reference says where one comes from: $input is the
// arguments object of the composite, $ID what the step or node of that ID returned, and a path goes on from there as in
// $page.links[0].title or $page["a key"].
//
// The package imports the standard library only and is free of reflect, fmt and encoding/json.
package compose

import (
	"context"

	"github.com/toolgen/toolgen/runtime"
)

// Caller is where the tools of a composite are; *[runtime.Registry] is one. It is used concurrently.
type Caller interface {
	// Call runs the tool of that name on behalf of the principal in ctx, if that may call it.
	Call(ctx context.Context, name string, args []byte) runtime.Result

	// Visible returns what the caller in ctx may know of a tool, and whether it may call it.
	Visible(ctx context.Context, name string) (*runtime.Spec, bool)

	// Lookup returns a tool whoever asks. Builders use it, which are called by the host.
	Lookup(name string) (runtime.Tool, bool)
}

// Answer is what became of one call or one node.
type Answer struct {
	ID string // that of the call or node
	runtime.Result
}

// StepError is the cause of the error of a composite, for the host: errors.As finds it in Result.Err.
type StepError struct {
	ID     string         // of the step or node that failed
	Tool   string         // what it called
	Result runtime.Result // what that answered
	Done   []Answer       // what was answered besides, in the order of the composite; it is shared and not to be modified
}

// Error says which step failed, and how.
func (e *StepError) Error() string {
	return "step " + e.ID + " (" + e.Tool + "): " + e.Result.Err.Error()
}

// Unwrap returns the error of the inner call, whose own causes errors.As finds in turn.
func (e *StepError) Unwrap() error {
	if e.Result.Err == nil {
		return nil
	}
	return e.Result.Err
}
