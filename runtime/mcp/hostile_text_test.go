package mcp_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
)

// What nobody sees does not reach a model in the text of a result; in a value it stands as an escape, and the value is the same.
func TestHostileText(t *testing.T) {
	const hidden = "pay\u202e\u200b\U000e0041 \x1b[31mred\x1b[0m\x00\u0085now\u2028 \U0001f469\u200d\U0001f680"
	const clean = "pay red now  \U0001f469\u200d\U0001f680"
	for name, row := range map[string]struct{ result, text, json, part string }{
		"text":     {`{"content":[{"type":"text","text":` + quoted(hidden) + `}]}`, clean, "", ""},
		"error":    {`{"isError":true,"content":[{"type":"text","text":` + quoted(hidden) + `}]}`, clean, "", ""},
		"resource": {`{"content":[{"type":"resource","resource":{"uri":"a:b","text":` + quoted(hidden) + `}}]}`, "", "", clean},
		"value": {`{"content":[],"structuredContent":{"a` + "\u202e" + `":` + quoted(hidden) + `}}`, "",
			`{"a\u202e":"pay\u202e\u200b\udb40\udc41 \u001b[31mred\u001b[0m\u0000\u0085now\u2028 ` + "\U0001f469\u200d\U0001f680" + `"}`, ""},
		"both": {`{"content":[{"type":"text","text":` + quoted(hidden) + `}],"structuredContent":1}`, clean, `1`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scripted{list: tools(anyTool("pay")), call: func(int, string, string) string { return row.result }}
			reg := registered(t, dial(t, mcp.Remote{Transport: s.transport}))
			r := reg.Call(t.Context(), "pay", nil)
			if name == "error" {
				require.Equal(t, row.text, r.Err.Message)
				return
			}
			require.Nil(t, r.Err)
			require.Equal(t, row.text, r.Text)
			require.Equal(t, row.json, string(r.JSON))
			if row.part != "" {
				require.Equal(t, row.part, r.Parts[0].Text)
			}
			if name == "value" {
				var got map[string]string
				require.NoError(t, json.Unmarshal(r.JSON, &got))
				require.Equal(t, map[string]string{"a\u202e": hidden}, got)
			}
		})
	}
}

// A server that answers a call with a question may have carried it out all the same.
func TestHostileQuestion(t *testing.T) {
	s := newWeb(t, `{"tools":[`+anyTool("pay")+`]}`)
	s.call = func(w http.ResponseWriter, _ *http.Request, _ int, id json.RawMessage) {
		reply(w, id, `{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{"mode":"form","message":"who?","requestedSchema":{"type":"object","properties":{}}}}},"requestState":"x"}`)
	}
	reg := registered(t, dial(t, mcp.Remote{URL: s.URL}))
	r := reg.Call(t.Context(), "pay", nil)
	require.NotNil(t, r.Err)
	require.NotContains(t, r.Err.Message, "not made")
	require.Contains(t, r.Err.Message, "may have been carried out")
	require.False(t, r.Err.NotStarted)
	require.NotEqual(t, runtime.ClassApprovalRequired, r.Err.Class)
}
