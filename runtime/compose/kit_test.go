package compose_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/compose"
)

// What the tests of this package have in common: tools that do what their arguments say.

const (
	anything = `{"type":"object"}`
	textArg  = `{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}`
)

// tool makes a tool that changes nothing, of a function from arguments to result.
func tool(name, in, out string, fn func(ctx context.Context, args map[string]any) runtime.Result) runtime.Tool {
	return specTool(runtime.Spec{Name: name, Input: in, Output: out, ReadOnly: true, Access: runtime.Public}, fn)
}

func specTool(spec runtime.Spec, fn func(ctx context.Context, args map[string]any) runtime.Result) runtime.Tool {
	return runtime.Func(spec, func(ctx context.Context, args []byte) runtime.Result {
		var decoded map[string]any
		if err := json.Unmarshal(args, &decoded); err != nil {
			return runtime.Result{Err: runtime.NewError(runtime.ClassInvalidArguments, err.Error())}
		}
		return fn(ctx, decoded)
	})
}

// constant makes a tool that always answers the same.
func constant(name, out, result string) runtime.Tool {
	return tool(name, anything, out, func(context.Context, map[string]any) runtime.Result { return runtime.Result{JSON: []byte(result)} })
}

// echo answers with its arguments.
func echo(name string) runtime.Tool {
	return tool(name, anything, "", func(_ context.Context, args map[string]any) runtime.Result {
		b, _ := json.Marshal(args)
		return runtime.Result{JSON: b}
	})
}

func failing(name string, class runtime.Class) runtime.Tool {
	return tool(name, anything, "", func(context.Context, map[string]any) runtime.Result {
		return runtime.Result{Err: runtime.NewError(class, "it broke")}
	})
}

// sleep takes as long as its arguments say, unless the call ends before.
func sleep(ctx context.Context, args map[string]any) runtime.Result {
	d, _ := time.ParseDuration(args["for"].(string))
	select {
	case <-time.After(d):
		return runtime.Text("slept " + d.String())
	case <-ctx.Done():
		return runtime.Failed(ctx, ctx.Err())
	}
}

func registry(t testing.TB, tools ...runtime.Tool) *runtime.Registry {
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(tools))
	return reg
}

// problems returns the lines of a build error, without the first.
func problems(t testing.TB, err error) []string {
	require.Error(t, err)
	lines := strings.Split(err.Error(), "\n\t")
	require.Contains(t, lines[0], "was not built")
	return lines[1:]
}

func chain(t testing.TB, reg *runtime.Registry, spec runtime.Spec, steps ...compose.Step) runtime.Tool {
	made, err := compose.NewChain(reg, spec, steps...)
	require.NoError(t, err)
	return made
}

// levels lets a caller reach what its level covers.
var levels = runtime.AuthorizerFunc(func(_ context.Context, p runtime.Principal, tool *runtime.Spec) error {
	if !p.Role.Covers(tool.Access) {
		return errors.New("level too low")
	}
	return nil
})
