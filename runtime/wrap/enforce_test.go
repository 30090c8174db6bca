package wrap_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// limitedTo is a policy that allows all and sets limits.
type limitedTo runtime.Limits

func (limitedTo) Authorize(context.Context, runtime.Principal, *runtime.Spec) error { return nil }
func (l limitedTo) Judge(context.Context, *runtime.Principal, *runtime.Spec) *runtime.Verdict {
	limits := runtime.Limits(l)
	return &runtime.Verdict{Limits: &limits}
}

// Limits of a policy are enforced hard, or the call is refused.
func TestEnforce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		call := func(limits runtime.Limits, tool runtime.Tool) runtime.Result {
			reg := runtime.NewRegistry(runtime.Authorize(limitedTo(limits)), runtime.Enforce(wrap.Enforce(2)))
			require.NoError(t, reg.Register(runtime.Set{tool}))
			return reg.Call(context.Background(), tool.Spec().Name, nil)
		}
		start := time.Now()
		got := call(runtime.Limits{Timeout: time.Second}, deaf(writes(), time.Hour))
		require.Equal(t, time.Second, time.Since(start), "a tool that does not stop is left behind")
		require.Equal(t, "the tool did not finish within its timeout of 1s", got.Output())

		long := tool(writes(), func(context.Context, []byte) runtime.Result { return runtime.Text(strings.Repeat("x", 1000)) })
		require.Len(t, call(runtime.Limits{Output: 100}, long).Text, 100)
		require.Len(t, call(runtime.Limits{}, long).Text, 1000)
		for _, limits := range []runtime.Limits{{Memory: 1}, {Disk: 1}, {Timeout: time.Second, Memory: 1}} {
			got = call(limits, long)
			require.Equal(t, runtime.ClassInternal, got.Err.Class)
			require.Equal(t, "this tool may only run within limits that cannot be enforced here; it was not run", got.Output())
		}
		time.Sleep(time.Hour)
	})
}
