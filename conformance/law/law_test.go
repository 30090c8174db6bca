package law_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/law"
	"github.com/toolgen/toolgen/runtime"
)

// A law that finds nothing would pass every test: it must find what is planted.
func TestCheckFinds(t *testing.T) {
	spec := runtime.Spec{Name: "anything", Input: `{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":false}`}
	takesAll := runtime.Func(spec, func(context.Context, []byte) runtime.Result { return runtime.Done() })
	require.NotEmpty(t, law.Check(law.Subject{Tool: takesAll}, 1, 1000).Disagreements)

	takesNone := runtime.Func(spec, func(context.Context, []byte) runtime.Result {
		return runtime.Result{Err: runtime.NewError(runtime.ClassInvalidArguments, "no")}
	})
	require.NotEmpty(t, law.Check(law.Subject{Tool: takesNone}, 1, 1000).Disagreements)
}
