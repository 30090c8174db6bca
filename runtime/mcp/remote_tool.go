package mcp

import (
	"context"
	"sync/atomic"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// remoteTool is a tool of a server. Its Spec is what the server said when the tool was accepted; when the server says something else,
// the tool is barred.
type remoteTool struct {
	client     *Client
	definition *definition
	repeatable bool
	barred     atomic.Pointer[runtime.Error] // nil: it can be called
}

// Spec implements runtime.Tool.
func (t *remoteTool) Spec() *runtime.Spec { return &t.definition.spec }

// Execute implements runtime.Tool. Arguments that are no JSON object, or have a key twice, never leave; what leaves is one spelling of
// them, numbers as they were written.
func (t *remoteTool) Execute(ctx context.Context, args []byte) runtime.Result {
	canonical, err := codec.Canonical(args)
	if err != nil {
		return runtime.Invalid(err)
	}
	return t.client.call(ctx, t, canonical)
}

// Why a tool is barred.
var (
	errToolGone = runtime.NewError(runtime.ClassUnknownTool, "the server does not offer this tool any more; use another one").AsNotStarted()
	errChanged  = runtime.NewError(runtime.ClassPermissionDenied,
		"the server has changed what this tool says of itself; until it is accepted anew it is not called").AsNotStarted()
)
