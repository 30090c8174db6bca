package mcp_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
)

func TestDialSmoke(t *testing.T) {
	s := &scripted{
		list: tools(`{"name":"big","description":"Takes.","inputSchema":{"type":"object","properties":{"z":{"type":"integer","maximum":9007199254740993},"a":{}}},"outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]},"annotations":{"readOnlyHint":true}}`),
		call: func(int, string, string) string {
			return `{"content":[{"type":"text","text":"{\"n\":9007199254740993}"}],"structuredContent":{"n":9007199254740993}}`
		},
	}
	client := s.dial(t, mcp.Remote{})
	reg := registered(t, client)
	spec, ok := reg.Visible(t.Context(), "big")
	require.True(t, ok)
	require.Equal(t, &runtime.Spec{Name: "big", Description: "Takes.", Remote: true, ReadOnly: true, Additive: true,
		Input:  `{"type":"object","properties":{"z":{"type":"integer","maximum":9007199254740993},"a":{}}}`,
		Output: `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`}, spec)
	result := reg.Call(t.Context(), "big", []byte(`{"z": 9007199254740993, "a":1.10}`))
	require.Nil(t, result.Err)
	require.Equal(t, `{"n":9007199254740993}`, string(result.JSON))
	require.Empty(t, result.Text)
	args, _ := s.seen.Load(1)
	require.Equal(t, `{"z":9007199254740993,"a":1.10}`, args)
}
