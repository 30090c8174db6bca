package compose_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/compose"
)

// C08: a caller reaches no tool through a composite that it could not call directly, whatever level the composite was given,
// and learns nothing of it. What is denied and what does not exist have the same bytes.
func TestC08_NoWayAround(t *testing.T) {
	var ran atomic.Int32
	count := func(name string, level runtime.Access) runtime.Tool {
		return specTool(runtime.Spec{Name: name, Access: level, ReadOnly: true, Input: anything}, func(context.Context, map[string]any) runtime.Result {
			ran.Add(1)
			return runtime.Text("did it")
		})
	}
	open := runtime.AuthorizerFunc(func(ctx context.Context, p runtime.Principal, tool *runtime.Spec) error {
		if len(tool.Name) > 4 && tool.Name[:4] == "via_" {
			return nil // as a host may have opened it by name
		}
		return levels(ctx, p, tool)
	})
	build := func(t *testing.T) *runtime.Registry {
		reg := runtime.NewRegistry(runtime.Authorize(open))
		require.NoError(t, reg.Register(runtime.Set{count("free", runtime.Public), count("shut", runtime.Admin)}))
		via := func(tool runtime.Tool, err error) {
			require.NoError(t, err)
			require.Equal(t, runtime.Admin, tool.Spec().Access, "by itself it has the highest level of those inside")
			require.NoError(t, reg.Register(runtime.Set{tool}))
		}
		via(compose.NewChain(reg, runtime.Spec{Name: "via_chain"}, compose.Step{Tool: "free"}, compose.Step{Tool: "shut"}))
		via(compose.NewConditional(reg, runtime.Spec{Name: "via_conditional"}, always(true), "shut", "free"))
		via(compose.NewPlan(reg, runtime.Spec{Name: "via_plan"}, compose.Plan{Nodes: []compose.Node{{Tool: "free"}, {Tool: "shut"}}}, ""))
		via(compose.NewChain(reg, runtime.Spec{Name: "via_nested"}, compose.Step{Tool: "via_conditional"}))
		return reg
	}
	reg := build(t)
	public := runtime.WithPrincipal(t.Context(), runtime.Principal{Role: runtime.Public})
	admin := runtime.WithPrincipal(t.Context(), runtime.Principal{Role: runtime.Admin})
	gone := build(t)
	require.True(t, gone.Unregister("shut"))

	for name, want := range map[string]string{
		"via_chain":       `step "shut": the tool that it needs is not available to this caller`,
		"via_conditional": `step "then": the tool that it needs is not available to this caller`,
		"via_plan":        `step "shut": the tool that it needs is not available to this caller`,
		"via_nested":      `step "via_conditional": step "then": the tool that it needs is not available to this caller`,
	} {
		t.Run(name, func(t *testing.T) {
			ran.Store(0)
			result := reg.Call(public, name, nil)
			require.Equal(t, runtime.ClassPermissionDenied, result.Err.Class)
			require.Equal(t, want, result.Err.Message)
			require.Zero(t, ran.Load(), "what comes before is not run either")

			missing := gone.Call(public, name, nil)
			require.Equal(t, result.Err.Message, missing.Err.Message)
			require.Equal(t, result.Err.Class, missing.Err.Class)
			require.Equal(t, result.Notes, missing.Notes)

			require.Nil(t, reg.Call(admin, name, nil).Err)
			require.NotZero(t, ran.Load())
		})
	}
	t.Run("a plan of the caller's own", func(t *testing.T) {
		plan := compose.Plan{Nodes: []compose.Node{{ID: "a", Tool: "free"}, {ID: "b", Tool: "shut", Args: []byte(`{"x":"$a"}`)}}}
		_, err := plan.Run(public, reg)
		require.EqualError(t, err, `b: unknown tool "shut"`)
		_, missing := plan.Run(public, gone)
		require.Equal(t, err.Error(), missing.Error())
	})
	t.Run("calls of one turn", func(t *testing.T) {
		denied := compose.Parallel(public, reg, 0, compose.Call{ID: "a", Tool: "shut"})
		missing := compose.Parallel(public, gone, 0, compose.Call{ID: "a", Tool: "shut"})
		require.Equal(t, runtime.ClassUnknownTool, denied[0].Err.Class)
		require.Equal(t, missing[0].Err.Message, denied[0].Err.Message)
	})
}

// The decision is made again when the step is reached: what was allowed before may not be any more.
func TestChainDecidesAtEveryStep(t *testing.T) {
	var shut atomic.Bool
	reg := runtime.NewRegistry(runtime.Authorize(runtime.AuthorizerFunc(func(_ context.Context, _ runtime.Principal, tool *runtime.Spec) error {
		if shut.Load() && tool.Name == "second" {
			return context.Canceled
		}
		return nil
	})))
	require.NoError(t, reg.Register(runtime.Set{
		tool("first", anything, "", func(context.Context, map[string]any) runtime.Result { shut.Store(true); return runtime.Done() }),
		tool("second", anything, "", func(context.Context, map[string]any) runtime.Result { t.Error("it ran"); return runtime.Done() }),
	}))
	result := chain(t, reg, runtime.Spec{Name: "made"}, compose.Step{Tool: "first"}, compose.Step{Tool: "second"}).Execute(t.Context(), nil)
	require.Equal(t, runtime.ClassPermissionDenied, result.Err.Class)
	require.Equal(t, `step "second": the tool that it needs is not available to this caller`, result.Err.Message)
}
