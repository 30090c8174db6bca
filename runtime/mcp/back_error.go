package mcp

import (
	"errors"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/remote"
)

// protest is the error that a server answers a call with in place of a result. What it says is shown, cleaned and cut: it is for the
// model to mend the call by.
func protest(err error) *runtime.Error {
	wire, ok := errors.AsType[*jsonrpc.Error](err)
	if !ok {
		return runtime.NewError(runtime.ClassInternal, "the server answered with an error that cannot be read")
	}
	said := remote.Told(wire.Message, "the server refused the call and did not say why")
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

// reported is the error that a tool itself reports. A server that is made with this package says its class besides.
func reported(answer *untrusted.Value, r *runtime.Result) *runtime.Error {
	text := r.Text
	if text == "" {
		text = string(r.JSON)
	}
	more := answer.Get("_meta").Get(metaError)
	failure := remote.Reported(runtime.Class(more.Get("class").Str()), text)
	if more.Get("transient").Is('t') {
		wait, _ := time.ParseDuration(wordOf(more.Get("retryAfterMs")) + "ms")
		failure = failure.AsTransient(min(wait, remote.LongestWait))
	}
	return failure
}

// wordOf is a number as it was written, "" where there is none.
func wordOf(v *untrusted.Value) string {
	if v.Is('0') {
		return v.Text
	}
	return ""
}
