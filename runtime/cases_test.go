package runtime_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// The cases of the corpus that are about what stands between a caller and a tool, by id.

// D02: what passes through the registry reaches a tool unchanged: no number is read on the way.
func TestD02ArgumentsAreForwardedAsSent(t *testing.T) {
	const args = `{"id":9223372036854775807,"x":1.10}`
	var got string
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(runtime.Set{runtime.Func(runtime.Spec{Name: "remote"}, func(_ context.Context, args []byte) runtime.Result {
		got = string(args)
		return runtime.Done()
	})}))
	require.False(t, reg.Call(t.Context(), "remote", []byte(args)).IsError())
	require.Equal(t, args, got)
}

// D03: a structured result keeps its numbers as they are written.
func TestD03ResultsAreForwardedAsSent(t *testing.T) {
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(runtime.Set{runtime.Func(runtime.Spec{Name: "remote"}, func(context.Context, []byte) runtime.Result {
		return runtime.Result{JSON: []byte(`{"id":9007199254740993}`)}
	})}))
	result := reg.Call(t.Context(), "remote", nil)
	require.Equal(t, `{"id":9007199254740993}`, string(result.JSON))
	require.Equal(t, `{"id":9007199254740993}`, result.Output())
}

// N05: two packages' tools of one name are one error, which names both; N05 of the scenarios has those of one package.
func TestN05AcrossPackages(t *testing.T) {
	reg := runtime.NewRegistry()
	one := runtime.Func(runtime.Spec{Name: "get", Package: "example.com/one"}, nop)
	two := runtime.Func(runtime.Spec{Name: "get", Package: "example.com/two"}, nop)
	err := reg.Register(runtime.Set{one}, runtime.Set{two})
	require.ErrorContains(t, err, `"get"`)
	require.ErrorContains(t, err, "example.com/one")
	require.ErrorContains(t, err, "example.com/two")
	require.NoError(t, reg.Register(runtime.Set{one}, runtime.Prefix("two_", runtime.Set{two})), "a prefix parts them")
}

// N06: a name that a model API refuses is refused here too, and never mended silently, so that no two names become one.
func TestN06NamesAreNotMended(t *testing.T) {
	reg := runtime.NewRegistry()
	err := reg.Register(runtime.Set{
		runtime.Func(runtime.Spec{Name: "dev.stop"}, nop),
		runtime.Func(runtime.Spec{Name: "dev_stop"}, nop),
	})
	require.ErrorContains(t, err, `the name "dev.stop" is not`)
	_, found := reg.Lookup("dev_stop")
	require.False(t, found, "all or none")
}

func nop(context.Context, []byte) runtime.Result { return runtime.Done() }

// D23: no depth and no size of the arguments takes a tool down: it answers before it reads them.
func TestD23DepthAndSize(t *testing.T) {
	tool := runtime.Func(runtime.Spec{Name: "read"}, func(_ context.Context, args []byte) runtime.Result {
		c := codec.Open(args)
		for c.Object(); c.Field(); {
			c.Skip()
		}
		if err := c.Close(); err != nil {
			return runtime.Invalid(err)
		}
		return runtime.Done()
	})
	for name, args := range map[string]string{
		"10 001 deep": `{"a":` + strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001) + `}`,
		"50 MB":       `{"a":"` + strings.Repeat("x", 50<<20) + `"}`,
	} {
		result := tool.Execute(t.Context(), []byte(args))
		require.True(t, result.IsError(), name)
		require.Equal(t, runtime.ClassInvalidArguments, result.Err.Class, name)
		require.Less(t, len(result.Err.Message), 200, name)
	}
}
