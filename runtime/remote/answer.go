package remote

import (
	"errors"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// maxTold is how many bytes of the other side's error are shown.
const maxTold = 4 << 10

// maxChecks is what the size of a value times the weight of its schema may come to: every part of the one may be held against every
// part of the other.
const maxChecks = 1 << 28

// Take returns what counts of an answer, as a transport has read it. One that is larger than the limits, and a value that is not what the
// tool's output schema says, or is missing where there is one, is an error: what is promised of results is what whoever calls counts on.
// An answer that is an error, see Reported, promises nothing else.
func (t *Tool) Take(r runtime.Result) runtime.Result {
	d, most := t.definition, t.of.options.Limits.Result
	if size := sizeOf(&r); size > most {
		return runtime.Result{Err: runtime.NewError(runtime.ClassResourceExhausted,
			fmt.Sprintf("the tool's result has %d bytes, and at most %d are taken; ask for less", size, most))}
	}
	if r.Err != nil {
		return r
	}
	if d.heavy*len(r.JSON) > maxChecks {
		return runtime.Result{Err: runtime.NewError(runtime.ClassResourceExhausted,
			"the tool's result is too large to be held against its output schema; ask for less")}
	}
	if err := keepsPromise(d, &r); err != nil {
		return Unreadable(err)
	}
	return r
}

// Unreadable is the result of a call whose answer is not what it must be.
func Unreadable(err error) runtime.Result {
	return runtime.Result{Err: runtime.NewError(runtime.ClassInternal,
		"the server's answer is not valid, although the call may have been carried out: "+untrusted.OneLine(err.Error(), 500)).WithCause(err)}
}

// sizeOf is how much a result holds.
func sizeOf(r *runtime.Result) int {
	n := len(r.Text) + len(r.JSON)
	for i := range r.Parts {
		n += len(r.Parts[i].Text) + len(r.Parts[i].Data)
	}
	return n
}

// keepsPromise holds a value against the output schema of its tool.
func keepsPromise(d *definition, r *runtime.Result) error {
	switch {
	case d.output == nil:
		return nil
	case r.JSON == nil:
		return errors.New("it has no structured content, which the tool's output schema promises")
	}
	_, _, err := codec.Finish(codec.Conform(r.JSON[:len(r.JSON):len(r.JSON)], 0, d.output))
	return err
}

// Told is what the other side says, as a model is shown it: cleaned and cut, and otherwise where nothing is left.
func Told(said, otherwise string) string {
	if said = untrusted.Readable(said, maxTold); said == "" {
		return otherwise
	}
	return said
}

// Reported is the error that a tool of the other side reports. A class that would have the host do something (ask a person, look for
// another tool) is not the other side's to give, and neither is the word that nothing was done: the class is failed then.
func Reported(class runtime.Class, said string) *runtime.Error {
	failure := runtime.NewError(runtime.ClassFailed, Told(said, "the tool failed and did not say why"))
	switch class {
	case runtime.ClassInvalidArguments, runtime.ClassTimeout, runtime.ClassUnavailable, runtime.ClassResourceExhausted, runtime.ClassInternal:
		failure.Class = class
	}
	return failure
}

// LongestWait is the longest time that the other side can have its callers wait before they try again.
const LongestWait = time.Hour
