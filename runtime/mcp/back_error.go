package mcp

import (
	"errors"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolgen/toolgen/runtime"
)

// maxTold is how many bytes of a server's error are shown.
const maxTold = 4 << 10

// protest is the error that a server answers a call with in place of a result. What it says is shown, cleaned and cut: it is for the
// model to mend the call by.
func protest(err error) *runtime.Error {
	wire, ok := errors.AsType[*jsonrpc.Error](err)
	if !ok {
		return runtime.NewError(runtime.ClassInternal, "the server answered with an error that cannot be read")
	}
	said := readable(wire.Message, maxTold)
	if said == "" {
		said = "the server refused the call and did not say why"
	}
	switch wire.Code {
	case jsonrpc.CodeInvalidParams:
		if low := strings.ToLower(said); strings.Contains(low, "unknown tool") || strings.Contains(low, "not found") {
			return runtime.NewError(runtime.ClassUnknownTool, said)
		}
		return runtime.NewError(runtime.ClassInvalidArguments, said)
	case jsonrpc.CodeMethodNotFound:
		return runtime.NewError(runtime.ClassUnavailable, said)
	case jsonrpc.CodeParseError, jsonrpc.CodeInvalidRequest, jsonrpc.CodeInternalError:
		return runtime.NewError(runtime.ClassInternal, said)
	}
	return runtime.NewError(runtime.ClassFailed, said)
}

// reported is the error that a tool itself reports. A server that is made with this package says its class besides; a class that would
// have the host do something (ask a person, look for another tool) is no server's to give, and neither is the word that nothing was
// done.
func reported(answer *jsonValue, r *runtime.Result) *runtime.Error {
	text := r.Text
	if text == "" {
		text = string(r.JSON)
	}
	said := readable(text, maxTold)
	if said == "" {
		said = "the tool failed and did not say why"
	}
	failure := runtime.NewError(runtime.ClassFailed, said)
	more := answer.get("_meta").get(metaError)
	switch class := runtime.Class(more.get("class").str()); class {
	case runtime.ClassInvalidArguments, runtime.ClassTimeout, runtime.ClassUnavailable, runtime.ClassResourceExhausted, runtime.ClassInternal:
		failure.Class = class
	}
	if more.get("transient").is('t') {
		wait, _ := time.ParseDuration(wordOf(more.get("retryAfterMs")) + "ms")
		failure = failure.AsTransient(min(wait, time.Hour))
	}
	return failure
}

// wordOf is a number as it was written, "" where there is none.
func wordOf(v *jsonValue) string {
	if v.is('0') {
		return v.text
	}
	return ""
}
