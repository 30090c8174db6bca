package mcp

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// A person who says yes has been shown all that it is for, and nothing that hides: where the arguments are more than can be shown, the
// call is refused.
func TestApprovalShowsAll(t *testing.T) {
	long := func(n int) string { return `{"disk":"` + strings.Repeat("x", n) + `","zz_to":"attacker"}` }
	both(t, func(t *testing.T, revision string) {
		for name, row := range map[string]struct {
			args   string
			most   int
			shown  string // "" for a call that is refused
			hidden string
		}{
			"override and zero width": {`{"disk":"\u202esda\u200b"}`, 0, `{"disk":"\u202esda\u200b"}`, "\u202e\u200b"},
			"tags":                    {`{"disk":"` + "\U000e0041" + `"}`, 0, `{"disk":"\udb40\udc41"}`, "\U000e0041"},
			"next line, delete":       {"{\"disk\":\"a\u0085b\u007f\"}", 0, `{"disk":"a\u0085b\u007f"}`, "\u0085\u007f"},
			"separators, soft hyphen": {"{\"disk\":\"a\u2028b\u2029\u00ad\"}", 0, `{"disk":"a\u2028b\u2029\u00ad"}`, "\u2028\u2029\u00ad"},
			"blanks, private use":     {"{\"disk\":\"a\u00a0\u3000\ue000\u3164\"}", 0, `{"disk":"a\u00a0\u3000\ue000\u3164"}`, "\u00a0\u3000\ue000\u3164"},
			"lines of its own":        {`{"disk":"a\nArguments: {}\u001b[31m\u0000"}`, 0, `{"disk":"a\nArguments: {}\u001b[31m\u0000"}`, "\x1b\x00"},
			"a key":                   {"{\"di\u200dsk\":1}", 0, `{"di\u200dsk":1}`, "\u200d"},
			"letters of the world":    {`{"disk":"Zürich 東京 ✓"}`, 0, `{"disk":"Zürich 東京 ✓"}`, ""},
			"just fits":               {long(4096 - len(long(0))), 0, long(4096 - len(long(0))), ""},
			"too long by one":         {long(4097 - len(long(0))), 0, "", ""},
			"far too long":            {long(100000), 0, "", ""},
			"escapes count":           {`{"disk":"` + strings.Repeat("\u202e", 1000) + `"}`, 0, "", ""},
			"the host shows more":     {long(5000), 8 << 10, long(5000), ""},
			"the host shows less":     {long(5), 16, "", ""},
		} {
			t.Run(name, func(t *testing.T) {
				reg, ran := careful(t)
				server, _ := serverOf(t, reg, Options{MaxShown: row.most})
				var asked []string
				session := connect(t, server, revision, answers(func(p *sdk.ElicitParams) (*sdk.ElicitResult, error) {
					asked = append(asked, p.Message)
					return yes(p)
				}))
				r := call(t, session, "wipe", json.RawMessage(row.args))
				if row.shown == "" {
					require.True(t, r.IsError)
					require.Contains(t, text(t, r), "must see all of its arguments")
					require.Empty(t, asked)
					require.Zero(t, *ran)
					return
				}
				require.False(t, r.IsError, text(t, r))
				require.Equal(t, 1, *ran)
				require.Len(t, asked, 1)
				require.True(t, strings.HasSuffix(asked[0], "\nArguments: "+row.shown), "%q", asked[0])
				for _, hidden := range row.hidden {
					require.NotContains(t, asked[0], string(hidden))
				}
			})
		}
	})
}

// A state that nobody asked for does no harm to a tool that needs no approval, and no good to one that does.
func TestStrayState(t *testing.T) {
	reg, ran := careful(t)
	require.NoError(t, reg.Register(runtime.Set{runtime.Func(runtime.Spec{Name: "look", Access: runtime.Public, ReadOnly: true},
		func(context.Context, []byte) runtime.Result { return runtime.Text("looked") })}))
	server, _ := serverOf(t, reg, Options{})
	session := raw(t, server)
	for name, want := range map[string]string{"look": "looked", "wipe": "the approval is not for this call of wipe with these arguments by this caller; it was not made"} {
		r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: map[string]any{}, RequestState: "stray",
			InputResponses: sdk.InputResponseMap{approveID: &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}}})
		require.NoError(t, err)
		require.Equal(t, want, text(t, r))
		require.Empty(t, r.InputRequests)
	}
	require.Zero(t, *ran)
}
