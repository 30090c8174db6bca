package plugin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/sandbox/internal/wire"
)

var tools = runtime.Set{
	runtime.Func(runtime.Spec{Name: "echo", Access: runtime.Trusted, Input: `{"type":"object"}`, ReadOnly: true}, func(_ context.Context, args []byte) runtime.Result {
		return runtime.Result{JSON: bytes.Clone(args), Notes: []runtime.Note{{Kind: "k", Path: "p", Text: "t"}}}
	}),
	runtime.Func(runtime.Spec{Name: "fail"}, func(ctx context.Context, _ []byte) runtime.Result {
		return runtime.Failed(ctx, runtime.NewError(runtime.ClassUnavailable, "no").AsTransient(7).WithCause(errors.New("hunter22")))
	}),
	runtime.Func(runtime.Spec{Name: "panic"}, func(context.Context, []byte) runtime.Result { panic("hunter22") }),
}

func answer(t *testing.T, in string, into any, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, serve(t.Context(), args, strings.NewReader(in), &out, []runtime.Set{tools}))
	require.NoError(t, json.Unmarshal(out.Bytes(), into))
	return out.String()
}

func TestServe(t *testing.T) {
	var d wire.Description
	answer(t, "", &d, "describe")
	require.Equal(t, wire.Version, d.Plugin)
	require.Equal(t, wire.Spec{Name: "echo", Access: "trusted", Input: `{"type":"object"}`, ReadOnly: true}, d.Tools[0])
	require.Equal(t, "", d.Tools[1].Access)
	require.Len(t, d.Tools, 3)

	var r wire.Result
	answer(t, `{"a":1}`, &r, "call", "echo")
	require.Equal(t, wire.Result{JSON: []byte(`{"a":1}`), Notes: []runtime.Note{{Kind: "k", Path: "p", Text: "t"}}}, r)
	r = wire.Result{}
	text := answer(t, "", &r, "call", "fail")
	require.Equal(t, wire.Result{Err: &wire.Error{Class: runtime.ClassUnavailable, Message: "no", Transient: true, RetryAfter: 7}}, r)
	require.NotContains(t, text, "hunter22", "a cause is for its own process")
	r = wire.Result{}
	require.NotContains(t, answer(t, "", &r, "call", "panic"), "hunter22")
	require.Equal(t, runtime.ClassInternal, r.Err.Class)
	r = wire.Result{}
	answer(t, "", &r, "call", "other")
	require.Equal(t, runtime.ClassUnknownTool, r.Err.Class)

	for _, args := range [][]string{nil, {"describe", "x"}, {"call"}, {"run"}} {
		require.ErrorContains(t, serve(t.Context(), args, strings.NewReader(""), &bytes.Buffer{}, nil), "answers to")
	}
	require.Error(t, serve(t.Context(), []string{"describe"}, strings.NewReader(""), &bytes.Buffer{}, []runtime.Set{tools, tools}))
}

// Whatever a host takes of a Spec goes over: none of it is lost to a tag that is misspelt or to omitempty.
func TestSpecIsWhole(t *testing.T) {
	s := runtime.Spec{
		Name: "n", Title: "t", Description: "d", Input: "i", Output: "o", Category: runtime.Network, Access: runtime.Admin, Permissions: []string{"p"},
		ReadOnly: true, Additive: true, Idempotent: true, ClosedWorld: true, Hidden: true, Deprecated: true, Strict: "on", Examples: []string{"e"},
		Limitations: []string{"l"}, Secrets: []string{"s"},
	}
	text, err := json.Marshal(wire.SpecOf(&s))
	require.NoError(t, err)
	var all map[string]any
	require.NoError(t, json.Unmarshal(text, &all))
	require.Len(t, all, 18)
}
