package tooltest

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

var classes = []runtime.Class{
	runtime.ClassInvalidArguments, runtime.ClassUnknownTool, runtime.ClassPermissionDenied, runtime.ClassApprovalRequired, runtime.ClassApprovalRejected,
	runtime.ClassTimeout, runtime.ClassCanceled, runtime.ClassUnavailable, runtime.ClassResourceExhausted, runtime.ClassSkipped, runtime.ClassInternal,
	runtime.ClassFailed,
}

// checkResult looks at one result as those see it who get it.
func (c *contract) checkResult(r runtime.Result, args []byte) {
	c.tb.Helper()
	if e := r.Err; e != nil {
		c.checkError(e, args)
	}
	if !utf8.ValidString(r.Text) {
		c.breach("text", "the result's text is not UTF-8: %.200q; the arguments were %.200q", r.Text, args)
	}
	for _, part := range r.Parts {
		if !slices.Contains([]runtime.PartKind{runtime.ImagePart, runtime.AudioPart, runtime.ResourcePart}, part.Kind) {
			c.breach("part", "there is no kind of part %q", part.Kind)
		}
		if part.Text == "" && len(part.Data) == 0 && part.URI == "" {
			c.breach("empty part", "a part of kind %q is empty", part.Kind)
		}
	}
	for _, note := range r.Notes {
		if note.Kind == "" || note.Text == "" {
			c.breach("note", "a note has no kind or no text: %+v", note)
		}
	}
	if r.JSON != nil {
		c.checkJSON(r, args)
	} else if r.Err == nil && c.output != nil {
		c.breach("no json", "Output promises a value, and a result has none; the arguments were %.200q", args)
	}
}

func (c *contract) checkError(e *runtime.Error, args []byte) {
	c.tb.Helper()
	if !slices.Contains(classes, e.Class) {
		c.breach("class", "there is no class %q; the message is %.200q", e.Class, e.Message)
	}
	if strings.TrimSpace(e.Message) == "" {
		c.breach("no message", "an error of class %s says nothing; the arguments were %.200q", e.Class, args)
	}
	if !utf8.ValidString(e.Message) {
		c.breach("message", "an error's message is not UTF-8: %.200q", e.Message)
	}
	const most = 64 << 10
	if len(e.Message) > most {
		c.breach("long message", "an error's message has %d bytes, and a model is to read it", len(e.Message))
	}
	if len(e.Problems) > 0 && e.Class != runtime.ClassInvalidArguments {
		c.breach("problems", "an error of class %s has problems of arguments", e.Class)
	}
	for _, p := range e.Problems {
		if p.Path == "" || p.Message == "" {
			c.breach("problem", "a problem has no path or no message: %+v", p)
		}
	}
	if e.RetryAfter < 0 || e.RetryAfter > 0 && !e.Transient {
		c.breach("retry", "RetryAfter is %v, and Transient %v", e.RetryAfter, e.Transient)
	}
}

func (c *contract) checkJSON(r runtime.Result, args []byte) {
	c.tb.Helper()
	if !json.Valid(r.JSON) || !utf8.Valid(r.JSON) {
		c.breach("json", "the result's JSON is none: %.200q; the arguments were %.200q", r.JSON, args)
		return
	}
	if c.output == nil || r.Err != nil {
		return
	}
	if found := c.output.violation(parse(string(r.JSON)), c.output, "the result"); found != "" {
		c.breach("output", "a result is not what Output says: %s; the arguments were %.200q", found, args)
	}
}
