package remote

import (
	"context"
	"sync/atomic"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// Tool is a tool of the other side. Its Spec is what the other side said when the tool was accepted; when it says something else,
// the tool is barred.
type Tool struct {
	of         *Tools
	definition *definition
	repeatable bool
	barred     atomic.Pointer[runtime.Error] // nil: it can be called
}

// Spec implements runtime.Tool.
func (t *Tool) Spec() *runtime.Spec { return &t.definition.spec }

// Execute implements runtime.Tool. Arguments that are no JSON object, or have a key twice, never leave; what leaves is one spelling of
// them, numbers as they were written.
func (t *Tool) Execute(ctx context.Context, args []byte) runtime.Result {
	canonical, err := codec.Canonical(args)
	if err != nil {
		return runtime.Invalid(err)
	}
	return t.of.call(ctx, t, canonical)
}

// Name is what the other side calls the tool. It is that side's own text, of any characters.
func (t *Tool) Name() string { return t.definition.name }

// Digest is the fingerprint of what the other side said of the tool when it was accepted.
func (t *Tool) Digest() string { return t.definition.digest }

// Repeatable reports whether the host has said that a call of the tool may be sent again when its answer is lost. The other side's hints
// say no such thing.
func (t *Tool) Repeatable() bool { return t.repeatable }

// Barred returns why the tool cannot be called: it is not offered any more, or says something else of itself. nil: it can.
func (t *Tool) Barred() *runtime.Error { return t.barred.Load() }

// Why a tool is barred.
var (
	errToolGone = runtime.NewError(runtime.ClassUnknownTool, "the server does not offer this tool any more; use another one").AsNotStarted()
	errChanged  = runtime.NewError(runtime.ClassPermissionDenied,
		"the server has changed what this tool says of itself; until it is accepted anew it is not called").AsNotStarted()
)
