package runtime_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// A view decides by the authorizer it was given, and has the tools of the registry at every moment.
func TestGuard(t *testing.T) {
	secret := runtime.Func(runtime.Spec{Name: "secret", Access: runtime.Admin}, func(context.Context, []byte) runtime.Result { return runtime.Done() })
	reg := registryOf(t, costless(20))
	view := reg.Guard(levels)
	public := runtime.WithPrincipal(t.Context(), runtime.Principal{Role: runtime.Public})

	require.NoError(t, reg.Register(runtime.Set{secret}))
	require.False(t, reg.Call(public, "secret", nil).IsError(), "the registry itself serves its own process")
	require.Equal(t, runtime.ClassUnknownTool, view.Call(public, "secret", nil).Err.Class)
	require.Len(t, view.Specs(public), 20)
	require.Len(t, view.Specs(runtime.WithPrincipal(public, runtime.Principal{Role: runtime.Admin})), 21)

	require.True(t, view.Unregister("secret"))
	require.Error(t, reg.Require("secret"), "what a view changes, the registry has changed")
	require.NoError(t, view.Exchange(nil, runtime.Set{secret}))
	require.NoError(t, view.Replace(secret))
	require.NoError(t, reg.Require("secret"))
	require.Same(t, view, view.Guard(levels), "who has an authorizer needs no other")
}
