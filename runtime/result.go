package runtime

import (
	"strings"
	"time"
)

// Result is the outcome of one call. Empty Text with a nil Err is a success: a tool may have nothing to say.
type Result struct {
	Text  string // what a model reads; "" where JSON says the same
	JSON  []byte // the structured value, valid under Spec.Output; nil where there is none
	Parts []Part // images, audio and resources, in order
	Err   *Error // nil on success
	Notes []Note // what the caller should know besides: coerced arguments, cut or replaced text, partial results
}

// IsError reports whether the call failed.
func (r Result) IsError() bool { return r.Err != nil }

// Output returns what a model is shown where it can be shown text alone: Text, else JSON as text, else the error's message,
// else its parts in words, one a line.
func (r Result) Output() string {
	switch {
	case r.Text != "":
		return r.Text
	case r.JSON != nil:
		return string(r.JSON)
	case r.Err != nil:
		return r.Err.Error()
	}
	lines := make([]string, len(r.Parts))
	for i, part := range r.Parts {
		lines[i] = part.describe()
	}
	return strings.Join(lines, "\n")
}

// Part is a piece of a result that is not JSON.
type Part struct {
	Kind PartKind
	MIME string // media type, such as "image/png"
	URI  string // where the resource is; "" for one that travels here alone
	Text string // a resource's content where it is text
	Data []byte // content where it is not text
}

// PartKind says how a Part is to be shown.
type PartKind string

// The kinds of parts.
const (
	ImagePart    PartKind = "image"
	AudioPart    PartKind = "audio"
	ResourcePart PartKind = "resource"
)

// Class says what kind of failure an Error is. Callers decide by the class, models read the message.
type Class string

// The classes.
const (
	ClassInvalidArguments  Class = "invalid_arguments"  // the arguments do not fit; another call may
	ClassUnknownTool       Class = "unknown_tool"       // no such tool for this caller
	ClassPermissionDenied  Class = "permission_denied"  // a tool the caller sees, refused for these arguments or scopes
	ClassApprovalRequired  Class = "approval_required"  // a person must agree first
	ClassApprovalRejected  Class = "approval_rejected"  // a person did not agree
	ClassTimeout           Class = "timeout"            // the time for the call is over
	ClassCanceled          Class = "canceled"           // the caller gave up
	ClassUnavailable       Class = "unavailable"        // something the tool needs does not answer
	ClassResourceExhausted Class = "resource_exhausted" // a limit is reached
	ClassSkipped           Class = "skipped"            // not run, because something before it failed
	ClassInternal          Class = "internal"           // a defect in the tool or the host, such as a panic
	ClassFailed            Class = "failed"             // the tool says that it could not do it
)

// Error is why a call failed. It implements error, so that a tool returns one to choose its class; a plain error becomes
// one of [ClassFailed].
//
// An Error that others can see is not modified: WithCause, AsTransient and AsNotStarted return copies, so a package-level
// variable of this type is fine.
type Error struct {
	Class      Class
	Message    string        // for the model: what is wrong and what to do
	Problems   []Problem     // for ClassInvalidArguments: each problem; nil elsewhere
	Transient  bool          // the same call may succeed later
	RetryAfter time.Duration // the least time to wait before that; zero: nobody said
	NotStarted bool          // nothing of the call was done, so that it may be repeated whatever the tool does
	cause      error         // for the host, never shown to a model
}

// NewError returns an error of that class. The message is for the model; it names no Go types and no secrets.
func NewError(class Class, message string) *Error {
	return &Error{Class: class, Message: message}
}

// WithCause returns a copy of e with the error behind it, which errors.Is and errors.As find and no model sees.
func (e *Error) WithCause(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// AsTransient returns a copy of e that says the same call may succeed later, after at least that time; zero or less
// means that nobody knows when.
func (e *Error) AsTransient(after time.Duration) *Error {
	c := *e
	c.Transient, c.RetryAfter = true, max(after, 0)
	return &c
}

// AsNotStarted returns a copy of e that says nothing of the call was done: the other side was not reached, or a limit was met
// before. It says so only where that is certain, because a tool that is not marked as idempotent is repeated on its word.
func (e *Error) AsNotStarted() *Error {
	c := *e
	c.NotStarted = true
	return &c
}

// Error returns the message, or the class where there is none. It does not show the cause. That of nil is "internal".
func (e *Error) Error() string {
	switch {
	case e == nil:
		return string(ClassInternal)
	case e.Message != "":
		return e.Message
	}
	return string(e.Class)
}

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.cause
}
