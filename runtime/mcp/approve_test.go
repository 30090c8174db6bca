package mcp

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

// careful is a registry whose policy has a person asked before wipe runs, and which counts how often it has.
func careful(t *testing.T) (*runtime.Registry, *int) {
	t.Helper()
	ran := new(int)
	wipe := runtime.Func(runtime.Spec{Name: "wipe", Access: runtime.Public, Secrets: []string{"password"}, Input: `{"type":"object","properties":{"disk":{"type":"string"},"password":{"type":"string"}}}`},
		func(_ context.Context, args []byte) runtime.Result {
			*ran++
			return runtime.Text("wiped " + string(args))
		})
	admin := leveled("admin_only", runtime.Admin)
	p, err := policy.New(policy.Careful(), runtime.Set{wipe, admin})
	require.NoError(t, err)
	reg := runtime.NewRegistry(runtime.Authorize(p))
	require.NoError(t, reg.Register(runtime.Set{wipe, admin}))
	return reg, ran
}

// answers is a client whose user answers so; nil is a client that can ask nobody.
func answers(answer func(*sdk.ElicitParams) (*sdk.ElicitResult, error)) *sdk.ClientOptions {
	if answer == nil {
		return nil
	}
	return &sdk.ClientOptions{ElicitationHandler: func(_ context.Context, req *sdk.ElicitRequest) (*sdk.ElicitResult, error) { return answer(req.Params) }}
}

func yes(*sdk.ElicitParams) (*sdk.ElicitResult, error) {
	return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
}

// A person is asked through the client, in the words of the call, and what was asked about is what runs; once.
func TestApproval(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		reg, ran := careful(t)
		server, _ := serverOf(t, reg, Options{})
		var asked []string
		session := connect(t, server, revision, answers(func(p *sdk.ElicitParams) (*sdk.ElicitResult, error) {
			asked = append(asked, p.Message)
			return yes(p)
		}))
		r := call(t, session, "wipe", json.RawMessage(`{ "disk": "sda", "password": "correct horse" }`))
		require.False(t, r.IsError, text(t, r))
		require.Equal(t, `wiped {"disk":"sda","password":"correct horse"}`, text(t, r))
		require.Equal(t, 1, *ran)
		require.Len(t, asked, 1)
		require.Contains(t, asked[0], "May wipe be called?")
		require.Contains(t, asked[0], `"disk":"sda"`)
		require.NotContains(t, asked[0], "correct horse")

		require.False(t, call(t, session, "wipe", map[string]any{"disk": "sdb"}).IsError)
		require.Len(t, asked, 2, "the next call is asked about again")
	})
}

// Whatever is no clear yes is a no, and nothing has run.
func TestApprovalDenied(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		for name, row := range map[string]struct {
			answer func(*sdk.ElicitParams) (*sdk.ElicitResult, error)
			want   string
		}{
			"cannot ask": {nil, "a person must approve this call of wipe first"},
			"declines":   {func(*sdk.ElicitParams) (*sdk.ElicitResult, error) { return &sdk.ElicitResult{Action: "decline"}, nil }, "was not approved"},
			"cancels":    {func(*sdk.ElicitParams) (*sdk.ElicitResult, error) { return &sdk.ElicitResult{Action: "cancel"}, nil }, "was not approved"},
			"leaves it open": {func(*sdk.ElicitParams) (*sdk.ElicitResult, error) {
				return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": false}}, nil
			}, "was not approved"},
			"yes, declining": {func(*sdk.ElicitParams) (*sdk.ElicitResult, error) {
				return &sdk.ElicitResult{Action: "decline", Content: map[string]any{"approve": true}}, nil
			}, "was not approved"},
		} {
			t.Run(name, func(t *testing.T) {
				reg, ran := careful(t)
				server, _ := serverOf(t, reg, Options{})
				session := connect(t, server, revision, answers(row.answer))
				r := call(t, session, "wipe", nil)
				require.True(t, r.IsError)
				require.Contains(t, text(t, r), row.want)
				require.Zero(t, *ran)
			})
		}
	})
	t.Run("the client fails while it asks", func(t *testing.T) { // an older client is asked by the server, which gets the failure
		reg, ran := careful(t)
		server, _ := serverOf(t, reg, Options{})
		session := connect(t, server, older, answers(func(*sdk.ElicitParams) (*sdk.ElicitResult, error) { return nil, errors.New("no screen") }))
		r := call(t, session, "wipe", nil)
		require.True(t, r.IsError)
		require.Contains(t, text(t, r), "could not be asked")
		require.Zero(t, *ran)
	})
}

// raw is a session that answers questions by itself, as a client that forges would.
func raw(t *testing.T, server *Server) *sdk.ClientSession {
	t.Helper()
	o := answers(yes)
	o.MultiRoundTrip = &sdk.MultiRoundTripOptions{Disabled: true}
	return connect(t, server, latest, o)
}

// asks makes a call and returns the state with which the server asks.
func asks(t *testing.T, session *sdk.ClientSession, args string) string {
	t.Helper()
	r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "wipe", Arguments: json.RawMessage(args)})
	require.NoError(t, err)
	require.Contains(t, r.InputRequests, approveID)
	require.NotEmpty(t, r.RequestState)
	return r.RequestState
}

// brings makes a call with an answer and a state.
func brings(t *testing.T, session *sdk.ClientSession, args, state string) *sdk.CallToolResult {
	t.Helper()
	answer, _ := yes(nil)
	r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "wipe", Arguments: json.RawMessage(args), RequestState: state,
		InputResponses: sdk.InputResponseMap{approveID: answer}})
	require.NoError(t, err)
	return r
}

// An approval is good for the call that was asked about: not for another, not for another caller, not twice, not too late, and
// not without the server's word.
func TestForgedApproval(t *testing.T) {
	const args = `{"disk":"sda"}`
	refused := func(t *testing.T, r *sdk.CallToolResult, why string) {
		t.Helper()
		require.True(t, r.IsError)
		require.Contains(t, text(t, r), why)
	}
	t.Run("genuine", func(t *testing.T) {
		reg, ran := careful(t)
		server, _ := serverOf(t, reg, Options{})
		session := raw(t, server)
		state := asks(t, session, args)
		require.False(t, brings(t, session, ` {"disk" : "sda" } `, state).IsError, "the same call in other spaces")
		require.Equal(t, 1, *ran)
		refused(t, brings(t, session, args, state), "used already")
		require.Equal(t, 1, *ran)
	})
	t.Run("no state", func(t *testing.T) {
		reg, ran := careful(t)
		server, _ := serverOf(t, reg, Options{})
		r := brings(t, raw(t, server), args, "")
		require.Contains(t, r.InputRequests, approveID, "it is asked, as though nothing had been said")
		require.Zero(t, *ran)
	})
	t.Run("state without an answer", func(t *testing.T) {
		reg, ran := careful(t)
		server, _ := serverOf(t, reg, Options{})
		session := raw(t, server)
		r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "wipe", Arguments: json.RawMessage(args), RequestState: asks(t, session, args)})
		require.NoError(t, err)
		require.Contains(t, r.InputRequests, approveID)
		require.Zero(t, *ran)
	})
	t.Run("drift", func(t *testing.T) {
		reg, ran := careful(t)
		server, _ := serverOf(t, reg, Options{})
		session := raw(t, server)
		for _, other := range []string{`{"disk":"sdb"}`, `{}`, `{"disk":"sda","password":""}`} {
			refused(t, brings(t, session, other, asks(t, session, args)), "is not for this call")
		}
		state := asks(t, session, args)
		other := *mustSpec(reg, "wipe")
		other.Description = "Wipes a disk, and the other one."
		require.NoError(t, reg.Replace(runtime.Func(other, func(context.Context, []byte) runtime.Result { *ran++; return runtime.Done() })))
		refused(t, brings(t, session, args, state), "is not for this call")                           // the tool is another one
		refused(t, brings(t, session, `{"disk":"sda","disk":"sdb"}`, asks(t, session, args)), "disk") // two readers, two calls
		require.Zero(t, *ran)
	})
	t.Run("forged", func(t *testing.T) {
		reg, ran := careful(t)
		server, _ := serverOf(t, reg, Options{})
		session := raw(t, server)
		state := asks(t, session, args)
		bytes, err := base64.RawURLEncoding.DecodeString(state)
		require.NoError(t, err)
		for i := range bytes { // every byte counts
			bytes[i] ^= 1
			refused(t, brings(t, session, args, base64.RawURLEncoding.EncodeToString(bytes)), "is not for this call")
			bytes[i] ^= 1
		}
		for _, other := range []string{"x", state + "A", state[:len(state)-2], state + "\n", strings.Repeat("A", len(state)), strings.Repeat("A", 1<<16)} {
			refused(t, brings(t, session, args, other), "is not for this call")
		}
		require.Zero(t, *ran)
		require.False(t, brings(t, session, args, state).IsError, "and the genuine one is good still")
	})
	t.Run("another server", func(t *testing.T) {
		reg, ran := careful(t)
		server, _ := serverOf(t, reg, Options{})
		other, _ := serverOf(t, reg, Options{})
		refused(t, brings(t, raw(t, other), args, asks(t, raw(t, server), args)), "is not for this call")
		require.Zero(t, *ran)
	})
	t.Run("another caller", func(t *testing.T) {
		secret := []byte(strings.Repeat("s", 32))
		callers := []runtime.Principal{
			{Role: runtime.Public}, {Role: runtime.Admin}, {Role: runtime.Public, ID: "ada"}, {Role: runtime.Public, Agent: "ada"},
			{Role: runtime.Public, Scopes: []string{"a", "b"}}, {Role: runtime.Public, Scopes: []string{"ab"}}, {Role: runtime.Public, Parent: &runtime.Principal{Role: runtime.Public}},
		}
		for i, asker := range callers {
			for j, bringer := range callers {
				reg, ran := careful(t)
				first, _ := serverOf(t, reg, Options{Secret: secret, Local: asker})
				second, _ := serverOf(t, reg, Options{Secret: secret, Local: bringer})
				r := brings(t, raw(t, second), args, asks(t, raw(t, first), args))
				require.Equal(t, i != j, r.IsError, "%d asks, %d brings", i, j)
				require.Equal(t, i == j, *ran == 1)
			}
		}
	})
	t.Run("replicas that share what was used", func(t *testing.T) {
		reg, ran := careful(t)
		var memory spent
		o := Options{Secret: []byte(strings.Repeat("s", 32)), Spend: memory.first}
		first, _ := serverOf(t, reg, o)
		second, _ := serverOf(t, reg, o)
		state := asks(t, raw(t, first), args)
		require.False(t, brings(t, raw(t, second), args, state).IsError)
		refused(t, brings(t, raw(t, first), args, state), "used already")
		require.Equal(t, 1, *ran)
	})
	t.Run("the memory fails", func(t *testing.T) {
		reg, ran := careful(t)
		server, _ := serverOf(t, reg, Options{Spend: func(context.Context, string, time.Time) (bool, error) { return true, errors.New("no disk") }})
		session := raw(t, server)
		refused(t, brings(t, session, args, asks(t, session, args)), "is not known")
		require.Zero(t, *ran)
	})
	t.Run("too late", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			reg, ran := careful(t)
			server, _ := serverOf(t, reg, Options{})
			session := raw(t, server)
			early, late := asks(t, session, args), asks(t, session, args)
			time.Sleep(approvalTime - time.Nanosecond)
			require.False(t, brings(t, session, args, early).IsError)
			time.Sleep(time.Nanosecond)
			refused(t, brings(t, session, args, late), "too late")
			require.Equal(t, 1, *ran)
			require.NoError(t, session.Close())
		})
	})
}

// An approval raises nobody: what the caller may not see is unknown with it too.
func TestApprovalRaisesNoLevel(t *testing.T) {
	reg, _ := careful(t)
	server, _ := serverOf(t, reg, Options{})
	session := raw(t, server)
	answer, _ := yes(nil)
	_, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "admin_only", RequestState: server.asked.seal(mustSpec(reg, "admin_only"), []byte(`{}`), runtime.Principal{Role: runtime.Public}, time.Now().Add(time.Hour)),
		InputResponses: sdk.InputResponseMap{approveID: answer}})
	require.ErrorContains(t, err, `unknown tool "admin_only"`)
}

// Who cannot be asked is not: a client that shows no forms, and one of the old handshake that claims a revision of the future.
func TestCanAsk(t *testing.T) {
	forms := map[string]any{"elicitation": map[string]any{"form": map[string]any{}}}
	for name, row := range map[string]struct {
		meta sdk.Meta
		want bool
	}{
		"forms":      {sdk.Meta{sdk.MetaKeyProtocolVersion: latest, sdk.MetaKeyClientCapabilities: forms}, true},
		"neither":    {sdk.Meta{sdk.MetaKeyProtocolVersion: latest, sdk.MetaKeyClientCapabilities: map[string]any{"elicitation": map[string]any{}}}, true},
		"URLs alone": {sdk.Meta{sdk.MetaKeyProtocolVersion: latest, sdk.MetaKeyClientCapabilities: map[string]any{"elicitation": map[string]any{"url": map[string]any{}}}}, false},
		"nothing":    {sdk.Meta{sdk.MetaKeyProtocolVersion: latest, sdk.MetaKeyClientCapabilities: map[string]any{}}, false},
		"unsaid":     {sdk.Meta{sdk.MetaKeyProtocolVersion: latest}, false},
	} {
		require.Equal(t, row.want, canAsk(&sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{Meta: row.meta}}), name)
	}

	reg, ran := careful(t)
	server, _ := serverOf(t, reg, Options{})
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	go func() {
		_ = server.Run(context.WithoutCancel(t.Context()), &sdk.IOTransport{Reader: fromClient, Writer: toClient})
	}()
	answers := bufio.NewScanner(fromServer)
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2099-01-01","capabilities":{"elicitation":{}},"clientInfo":{"name":"x","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wipe"}}`,
	} {
		_, err := io.WriteString(toServer, line+"\n")
		require.NoError(t, err)
		if strings.Contains(line, `"id"`) {
			require.True(t, answers.Scan())
		}
	}
	require.Contains(t, answers.Text(), "a person must approve this call of wipe first")
	require.NotContains(t, answers.Text(), "inputRequests")
	require.Zero(t, *ran)
	require.NoError(t, toServer.Close())
}

func mustSpec(reg *runtime.Registry, name string) *runtime.Spec {
	tool, _ := reg.Lookup(name)
	return tool.Spec()
}

// Where a tool calls another, and that one waits for a person, nobody is asked: the first would do again what it has done.
func TestApprovalOfAnInnerCall(t *testing.T) {
	reg, ran := careful(t)
	outer := 0
	require.NoError(t, reg.Register(runtime.Set{runtime.Func(runtime.Spec{Name: "outer", Access: runtime.Public, ReadOnly: true}, func(ctx context.Context, _ []byte) runtime.Result {
		outer++
		return reg.Call(ctx, "wipe", nil)
	})}))
	server, _ := serverOf(t, reg, Options{})
	session := connect(t, server, latest, answers(yes))
	r := call(t, session, "outer", nil)
	require.True(t, r.IsError)
	require.Contains(t, text(t, r), "a person must approve this call of wipe first")
	require.Equal(t, 1, outer)
	require.Zero(t, *ran)
}

// What was used is forgotten when it is too late to use it again.
func TestSpentForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s spent
		first, err := s.first(t.Context(), "a", time.Now().Add(time.Minute))
		require.NoError(t, err)
		require.True(t, first)
		first, _ = s.first(t.Context(), "a", time.Now().Add(time.Minute))
		require.False(t, first)
		time.Sleep(time.Minute)
		_, _ = s.first(t.Context(), "b", time.Now().Add(time.Minute))
		require.Len(t, s.used, 1)
	})
}
