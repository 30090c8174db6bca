// Package runtime is what tools, and the programs that call them, stand on.
//
// A [Tool] is a function that a language model can call: it describes itself (a [Spec]) and turns JSON arguments into
// one [Result]. Tools come in a [Set] from generated code, or are written by hand with [Func]. A [Registry] holds them,
// decides who may see and call which ([Authorizer], [Principal]), runs what stands around a call ([Middleware]),
// tells who watches ([Observer]), and answers every call with exactly one Result, whatever the tool does.
//
// Requests come in as a name and argument bytes, results go out as a Result; nothing here knows a wire format. Generated
// code calls [JSON], [Text], [Done], [Invalid] and [Failed]; everything else is for the program that serves the tools.
//
// The package and what it imports are free of reflect, fmt, encoding/json and log/slog, and import nothing outside the
// standard library.
package runtime

import (
	"context"

	"github.com/toolgen/toolgen/runtime/codec"
)

// Tool is one function that a model can call. Implementations are safe for concurrent use.
type Tool interface {
	// Spec describes the tool. It returns the same pointer every time, never nil, and nobody modifies what it points to.
	Spec() *Spec

	// Execute decodes and validates args (a JSON object; empty means {}), runs the tool and encodes what it returns. It
	// never panics because of args, and neither keeps nor changes them. What the tool's own code does is not contained
	// here but by the caller: [Registry.Call] turns a panic into a Result.
	Execute(ctx context.Context, args []byte) Result
}

// Set is a group of tools that are registered together, as generated constructors return it: sorted by name. A nil Set
// is empty. A Set that constructors return belongs to the caller.
type Set []Tool

// Problem is one thing that is wrong with the arguments of a call.
type Problem = codec.Problem

// Note is something the caller of a tool should know about a result that is no error, such as replaced text.
type Note = codec.Note

// RunToolgenAgain_v1 ties generated code to the runtime it was made for: when the two part, the generated file does not
// compile, and the name that is missing says what to do.
const RunToolgenAgain_v1 = true

// Func makes a tool of a function, for tools that are written by hand. It keeps a copy of spec; the function gets the
// arguments as they came (empty means {}) and answers for their validation. Func panics if fn is nil.
func Func(spec Spec, fn func(ctx context.Context, args []byte) Result) Tool {
	if fn == nil {
		panic("runtime.Func: the function of tool " + spec.Name + " is nil")
	}
	return &funcTool{spec: spec, fn: fn}
}

type funcTool struct {
	spec Spec
	fn   func(context.Context, []byte) Result
}

func (t *funcTool) Spec() *Spec                                     { return &t.spec }
func (t *funcTool) Execute(ctx context.Context, args []byte) Result { return t.fn(ctx, args) }

// Prefix returns the tools of s under names that begin with prefix, so that two packages can both have a "search". The
// tools of s themselves keep their names. A tool without a usable Spec is passed on as it is: Register reports it.
func Prefix(prefix string, s Set) Set {
	return respecified(s, func(spec *Spec) { spec.Name = prefix + spec.Name })
}

// Describe returns the tools of s with text as further lines of their descriptions: what a model has to know of how a host has set
// them up, such as the names that it may give. The tools of s themselves keep theirs. A tool without a usable Spec is passed on as
// it is: Register reports it.
func Describe(text string, s Set) Set {
	return respecified(s, func(spec *Spec) { spec.Description += "\n" + text })
}

// respecified returns the tools of s with changed copies of their Specs.
func respecified(s Set, change func(*Spec)) Set {
	out := make(Set, len(s))
	changed := make([]respecifiedTool, len(s))
	for i, tool := range s {
		spec := specOf(tool)
		if spec == nil {
			out[i] = tool
			continue
		}
		changed[i] = respecifiedTool{Tool: tool, spec: *spec}
		change(&changed[i].spec)
		out[i] = &changed[i]
	}
	return out
}

type respecifiedTool struct {
	Tool
	spec Spec
}

func (t *respecifiedTool) Spec() *Spec { return &t.spec }

// specOf returns the tool's Spec, or nil for a tool that has none: a nil Tool, a nil pointer behind one, or a Spec method
// that returns nil or panics.
func specOf(t Tool) (spec *Spec) {
	if t == nil {
		return nil
	}
	defer func() {
		if recover() != nil {
			spec = nil
		}
	}()
	return t.Spec()
}
