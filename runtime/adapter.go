package runtime

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/codec"
)

// This file is what generated adapters return. Tools that are written by hand may use the same functions.

// Done is the result of a tool that returns nothing: the text "ok" (O1).
func Done() Result { return Result{Text: "ok"} }

// Text is the result of a tool that returns a string (O2). Bytes that are not UTF-8 are replaced by U+FFFD and noted, because
// a result must not be lost (O17).
func Text(s string) Result {
	if utf8.ValidString(s) {
		return Result{Text: s}
	}
	mended := string([]rune(s))
	replaced := (len(mended) - len(s)) / 2 // one byte became three
	note := counted(replaced, "byte") + " not UTF-8, the first at offset " + strconv.Itoa(invalidAt(s))
	return Result{Text: mended, Notes: []Note{{Kind: "replaced_utf8", Path: "result", Text: note}}}
}

// Structured is the result of a tool that returns a string and says structured (O2): the text verbatim, and the same as a
// JSON value.
func Structured(s string) Result {
	r := Text(s)
	r.JSON = codec.AppendString(make([]byte, 0, len(r.Text)+2), r.Text)
	return r
}

// JSON is the result of a tool that returns a value: b is its encoding as the append functions of codec made it, and
// belongs to the result from now on. A value that JSON cannot carry, such as NaN, is an error of ClassFailed that names
// its place (O14, O15, O18); replaced UTF-8 is noted (O17).
func JSON(b []byte) Result {
	b, notes, err := codec.Finish(b)
	if err != nil {
		return Result{Err: &Error{Class: ClassFailed, Message: modelText(err.Error(), severalLines), cause: err}, Notes: notes}
	}
	return Result{JSON: b, Notes: notes}
}

// Invalid is the result of a call whose arguments do not fit. err is what [codec.Cursor.Close] returned: the message
// lists all its problems, one a line. Any other error stands as one line of text.
func Invalid(err error) Result {
	e := &Error{Class: ClassInvalidArguments, cause: err}
	switch problems, ok := err.(*codec.Problems); {
	case ok && problems != nil:
		e.Problems, e.Message = problems.List, problems.Error()
	case ok || err == nil:
		e.Message = "the arguments are not valid"
	default:
		e.Message = modelText(err.Error(), oneLine)
	}
	return Result{Err: e}
}

// Failed is the result of a tool whose function returned err.
//
//   - The end of ctx itself, anywhere in err, is ClassTimeout or ClassCanceled in fixed words.
//   - An *Error anywhere in err speaks for itself.
//   - Everything else is ClassFailed, not transient; its message is err.Error() in one line of at most 4 KiB.
//   - An error whose methods panic, such as a nil pointer of a concrete type, is ClassInternal.
//
// The result's error wraps err, so errors.Is and errors.As work for the host.
func Failed(ctx context.Context, err error) (result Result) {
	defer func() {
		if v := recover(); v != nil {
			result.Err = NewError(ClassInternal, "the tool failed with an error that cannot be read").WithCause(panicked(v))
		}
	}()
	if end := ctx.Err(); end != nil && (errors.Is(err, end) || errors.Is(err, context.Cause(ctx))) {
		return Result{Err: ended(end).WithCause(err)}
	}
	if own, ok := errors.AsType[*Error](err); ok && own != nil {
		return Result{Err: spoken(own, err)}
	}
	message := "the tool failed and did not say why"
	if err != nil {
		message = cmp.Or(modelText(err.Error(), oneLine), message)
	}
	return Result{Err: &Error{Class: ClassFailed, Message: message, cause: err}}
}

// Opaque is the error that a tool with errors=opaque has in place of err: it says that the tool failed and not why, and wraps err
// for the host. nil stays nil, and an *Error anywhere in err still speaks for itself, because its words are meant for models.
func Opaque(err error) (opaque error) {
	if err == nil {
		return nil
	}
	opaque = &Error{Class: ClassFailed, Message: "the tool failed", cause: err}
	defer func() { _ = recover() }() // an error whose methods panic says nothing
	if own, ok := errors.AsType[*Error](err); ok && own != nil {
		opaque = err
	}
	return opaque
}

// ended words the end of a context.
func ended(end error) *Error {
	if end == context.DeadlineExceeded {
		return NewError(ClassTimeout, "the time for this call is over; the tool did not finish")
	}
	return NewError(ClassCanceled, "the call was canceled before the tool finished")
}

// spoken returns own as the result's error: as it is where the tool returned it bare and its message is fit to be shown,
// else a copy that wraps everything the tool returned.
func spoken(own *Error, err error) *Error {
	message := modelText(own.Error(), severalLines)
	if bare, ok := err.(*Error); ok && bare == own && message == own.Message {
		return own
	}
	c := own.WithCause(err)
	c.Message = message
	return c
}
