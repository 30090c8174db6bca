// Package wire is what a plug-in and its host say to each other, as JSON: what the one writes to its standard output is what the other
// reads. It stands apart because a plug-in is built without the rest of the sandbox.
package wire

import (
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Version is that of this language. A host refuses a plug-in that speaks another.
const Version = 1

// The first argument of a plug-in.
const (
	Describe = "describe" // write a Description
	Call     = "call"     // run the tool that the next argument names, with the standard input, and write a Result
)

// Description is all tools of a plug-in.
type Description struct {
	Plugin int    `json:"toolgenPlugin"` // Version
	Tools  []Spec `json:"tools"`
}

// Spec is a tool as the plug-in describes it: the parts of runtime.Spec that a host takes from it.
type Spec struct {
	Name        string   `json:"name"`
	Title       string   `json:"title,omitempty"`
	Description string   `json:"description,omitempty"`
	Input       string   `json:"input,omitempty"`
	Output      string   `json:"output,omitempty"`
	Category    string   `json:"category,omitempty"`
	Access      string   `json:"access,omitempty"`
	Permissions []string `json:"permissions,omitempty"`
	ReadOnly    bool     `json:"readOnly,omitempty"`
	Additive    bool     `json:"additive,omitempty"`
	Idempotent  bool     `json:"idempotent,omitempty"`
	ClosedWorld bool     `json:"closedWorld,omitempty"`
	Hidden      bool     `json:"hidden,omitempty"`
	Deprecated  bool     `json:"deprecated,omitempty"`
	Strict      string   `json:"strict,omitempty"`
	Examples    []string `json:"examples,omitempty"`
	Limitations []string `json:"limitations,omitempty"`
	Secrets     []string `json:"secrets,omitempty"`
}

// Result is runtime.Result without what is for its own process alone. Bytes travel as base64.
type Result struct {
	Text  string         `json:"text,omitempty"`
	JSON  []byte         `json:"json,omitempty"`
	Parts []runtime.Part `json:"parts,omitempty"`
	Err   *Error         `json:"error,omitempty"`
	Notes []runtime.Note `json:"notes,omitempty"`
}

// Error is runtime.Error without its cause.
type Error struct {
	Class      runtime.Class     `json:"class"`
	Message    string            `json:"message"`
	Problems   []runtime.Problem `json:"problems,omitempty"`
	Transient  bool              `json:"transient,omitempty"`
	RetryAfter time.Duration     `json:"retryAfter,omitempty"`
}

// SpecOf is what a plug-in says of one of its tools.
func SpecOf(s *runtime.Spec) Spec {
	w := Spec{
		Name: s.Name, Title: s.Title, Description: s.Description, Input: s.Input, Output: s.Output, Category: string(s.Category),
		Permissions: s.Permissions, ReadOnly: s.ReadOnly, Additive: s.Additive, Idempotent: s.Idempotent, ClosedWorld: s.ClosedWorld,
		Hidden: s.Hidden, Deprecated: s.Deprecated, Strict: s.Strict, Examples: s.Examples, Limitations: s.Limitations, Secrets: s.Secrets,
	}
	if s.Access != runtime.Undeclared {
		w.Access = s.Access.String()
	}
	return w
}

// ResultOf is what a plug-in says of one call.
func ResultOf(r runtime.Result) Result {
	w := Result{Text: r.Text, JSON: r.JSON, Parts: r.Parts, Notes: r.Notes}
	if e := r.Err; e != nil {
		w.Err = &Error{Class: e.Class, Message: e.Message, Problems: e.Problems, Transient: e.Transient, RetryAfter: e.RetryAfter}
	}
	return w
}
