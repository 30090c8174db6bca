package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// leveled is a tool of that level.
func leveled(name string, level runtime.Access) runtime.Tool {
	return runtime.Func(runtime.Spec{Name: name, Access: level}, func(context.Context, []byte) runtime.Result { return runtime.Text("ran " + name) })
}

// wire records what a connection of a client carries.
func wire(t *testing.T, server *Server, revision string) (*sdk.ClientSession, *lines) {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	log := &lines{}
	go func() { _ = server.Run(context.WithoutCancel(t.Context()), there) }()
	client := sdk.NewClient(&sdk.Implementation{Name: "client", Version: "1"}, nil)
	session, err := client.Connect(context.WithoutCancel(t.Context()), &sdk.LoggingTransport{Transport: here, Writer: log}, &sdk.ClientSessionOptions{ProtocolVersion: revision})
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return session, log
}

// The list is sorted and says of each tool what provider.MCP says, with its very schema bytes, and all four hints.
func TestListIsTheDefinitions(t *testing.T) {
	specs := []runtime.Spec{
		{Name: "b", Title: "Bee", Description: "Lists <b> & more.", Access: runtime.Public, ReadOnly: true,
			Input:  `{"type":"object","properties":{"zulu":{"type":"integer","maximum":9007199254740993},"alpha":{"type":"string","pattern":"^<&>$"}},"additionalProperties":false}`,
			Output: `{"type":"array","items":{"type":"string"}}`},
		{Name: "a", Access: runtime.Public, Additive: true, Idempotent: true, ClosedWorld: true, Output: `{"type":"object"}`},
	}
	var tools []runtime.Tool
	for _, spec := range specs {
		tools = append(tools, runtime.Func(spec, func(context.Context, []byte) runtime.Result { return runtime.Done() }))
	}
	both(t, func(t *testing.T, revision string) {
		server, _ := serverOf(t, registryOf(t, tools...), Options{})
		session, log := wire(t, server, revision)
		require.Equal(t, []string{"a", "b"}, names(t, session))
		var list struct {
			Result struct {
				Tools      []json.RawMessage
				CacheScope string
			}
		}
		for line := range strings.Lines(log.String()) {
			if i := strings.Index(line, `{"jsonrpc"`); i >= 0 && strings.Contains(line, `"tools":[`) {
				require.NoError(t, json.Unmarshal([]byte(line[i:]), &list))
			}
		}
		require.Equal(t, "private", list.Result.CacheScope)
		require.Len(t, list.Result.Tools, 2)
		for i, spec := range []runtime.Spec{specs[1], specs[0]} {
			want, err := provider.MCP(provider.FromSpec(&spec), provider.Revision(revision))
			require.NoError(t, err)
			got := list.Result.Tools[i]
			require.JSONEq(t, string(want), string(got))
			for _, schema := range []string{spec.Input, `"maximum":9007199254740993`} {
				if strings.Contains(string(want), schema) && schema != "" {
					require.Contains(t, unescaped(got), schema, "byte by byte, in its order")
				}
			}
			require.Equal(t, 4, strings.Count(string(got), "Hint\":"))
		}
	})
}

// unescaped undoes the escapes of HTML, which encoding/json writes.
func unescaped(b []byte) string {
	for from, to := range map[string]string{`\u003c`: "<", `\u003e`: ">", `\u0026`: "&"} {
		b = bytes.ReplaceAll(b, []byte(from), []byte(to))
	}
	return string(b)
}

// A tool that the caller may not see is neither listed nor told apart from a name that does not exist: by one decision, in every
// revision and with every role.
func TestForbiddenIsUnknown(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		for role, want := range map[runtime.Access][]string{
			runtime.Undeclared: {"for_public"}, // of nobody vouched for, which Local makes public
			runtime.Public:     {"for_public"},
			runtime.Trusted:    {"for_public", "for_trusted"},
			runtime.Admin:      {"for_admin", "for_public", "for_trusted"},
		} {
			t.Run(role.String(), func(t *testing.T) {
				server, _ := serverOf(t, registryOf(t, leveled("for_public", runtime.Public), leveled("for_trusted", runtime.Trusted),
					leveled("for_admin", runtime.Admin), leveled("undeclared", runtime.Undeclared)), Options{Local: runtime.Principal{Role: role}})
				session := connect(t, server, revision, nil)
				require.Equal(t, want, names(t, session))
				for _, name := range []string{"for_public", "for_trusted", "for_admin", "undeclared"} {
					if slices.Contains(want, name) {
						require.Equal(t, "ran "+name, text(t, call(t, session, name, nil)))
						continue
					}
					forbidden := wireError(t, session, name)
					other := strings.Repeat("x", len(name)) // as far from all names as can be
					missing := wireError(t, session, other)
					require.EqualValues(t, jsonrpc.CodeInvalidParams, forbidden.Code)
					require.Equal(t, missing.Code, forbidden.Code)
					require.Equal(t, missing.Data, forbidden.Data)
					proposals := "; did you mean " + strings.Join(quotedLike(want, name), " or ") + "?"
					require.Equal(t, strings.Replace(missing.Message, other, name, 1), strings.TrimSuffix(forbidden.Message, proposals))
				}
			})
		}
	})
}

// quotedLike are the names that the registry proposes in place of one, of those that are visible.
func quotedLike(visible []string, name string) []string {
	reg := runtime.NewRegistry()
	for _, v := range visible {
		_ = reg.Register(runtime.Set{leveled(v, runtime.Public)})
	}
	_, list, _ := strings.Cut(reg.Call(context.Background(), name, nil).Err.Message, "did you mean ")
	return strings.Split(strings.TrimSuffix(list, "?"), " or ")
}

// Hidden tools are served and not listed, which is a courtesy and no protection.
func TestHiddenTool(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		hidden := runtime.Func(runtime.Spec{Name: "hidden", Access: runtime.Public, Hidden: true}, func(context.Context, []byte) runtime.Result { return runtime.Text("here") })
		server, _ := serverOf(t, registryOf(t, hidden, says("hello", "Hello.")), Options{})
		session := connect(t, server, revision, nil)
		require.Equal(t, []string{"hello"}, names(t, session))
		require.Equal(t, "here", text(t, call(t, session, "hidden", nil)))
	})
}

// A policy of the host's decides here as everywhere, with the scopes of the caller; a scope that is missing is told to who sees
// the tool.
func TestPolicyOfTheHost(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Authorize(runtime.AuthorizerFunc(func(_ context.Context, p runtime.Principal, tool *runtime.Spec) error {
		if p.ID == "ada" && tool.Name == "secret" {
			return nil
		}
		return fmt.Errorf("not for you")
	})))
	require.NoError(t, reg.Register(runtime.Set{leveled("secret", runtime.System), leveled("public", runtime.Public)}))
	server, _ := serverOf(t, reg, Options{Local: runtime.Principal{Role: runtime.Public, ID: "ada"}})
	session := connect(t, server, latest, nil)
	require.Equal(t, []string{"secret"}, names(t, session))
	require.Equal(t, "ran secret", text(t, call(t, session, "secret", nil)))
	require.Equal(t, `unknown tool "public"`, wireError(t, session, "public").Message)
}

// The built-in rule believes the verified token alone, and of a token only what it can read exactly.
func TestIdentity(t *testing.T) {
	server, _ := serverOf(t, registryOf(t), Options{Local: runtime.Principal{Role: runtime.Admin, ID: "me"}})
	public := runtime.Principal{Role: runtime.Public}
	for name, row := range map[string]struct {
		extra *sdk.RequestExtra
		want  runtime.Principal
	}{
		"no HTTP":            {nil, runtime.Principal{Role: runtime.Admin, ID: "me"}},
		"HTTP, no token":     {&sdk.RequestExtra{}, public},
		"token, no role":     {&sdk.RequestExtra{TokenInfo: &auth.TokenInfo{UserID: "ada", Scopes: []string{"read"}}}, runtime.Principal{Role: runtime.Public, ID: "ada", Scopes: []string{"read"}}},
		"token, role":        {tokenOf("trusted"), runtime.Principal{Role: runtime.Trusted}},
		"system":             {tokenOf("system"), runtime.Principal{Role: runtime.System}},
		"unknown role":       {tokenOf("root"), public},
		"role in capitals":   {tokenOf("Admin"), public},
		"role with a blank":  {tokenOf("admin "), public},
		"undeclared":         {tokenOf("undeclared"), public},
		"role is a number":   {tokenOf(3), public},
		"role is a level":    {tokenOf(runtime.Admin), public},
		"role is a list":     {tokenOf([]string{"admin"}), public},
		"role in the header": {&sdk.RequestExtra{Header: map[string][]string{"Role": {"admin"}, "X-Role": {"admin"}}}, public},
	} {
		t.Run(name, func(t *testing.T) {
			meta := sdk.Meta{"role": "admin", "com.github.toolgen/role": "admin"}
			req := &sdk.CallToolRequest{Extra: row.extra, Params: &sdk.CallToolParamsRaw{Meta: meta, Arguments: []byte(`{"role":"admin"}`)}}
			require.Equal(t, row.want, server.identify(t.Context(), req))
		})
	}
}

func tokenOf(role any) *sdk.RequestExtra {
	return &sdk.RequestExtra{TokenInfo: &auth.TokenInfo{Extra: map[string]any{"role": role}}}
}

// A list that is longer than a page comes whole, and a cursor names nothing that the caller has not seen.
func TestPages(t *testing.T) {
	reg := runtime.NewRegistry()
	for i := range 2*pageSize + 300 {
		require.NoError(t, reg.Register(runtime.Set{leveled(fmt.Sprintf("t%04d", i), map[bool]runtime.Access{true: runtime.Public, false: runtime.Admin}[i%2 == 0])}))
	}
	server, _ := serverOf(t, reg, Options{})
	session := connect(t, server, latest, nil)
	listed := names(t, session)
	require.Len(t, listed, pageSize+150)
	require.True(t, slices.IsSorted(listed))
	page, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	cursor, err := base64.RawURLEncoding.DecodeString(page.NextCursor)
	require.NoError(t, err)
	require.Equal(t, cursorMark+page.Tools[pageSize-1].Name, string(cursor))
	_, err = session.ListTools(t.Context(), &sdk.ListToolsParams{Cursor: "§"})
	var wire *jsonrpc.Error
	require.ErrorAs(t, err, &wire)
	require.EqualValues(t, jsonrpc.CodeInvalidParams, wire.Code)
}

// Lists and calls follow the registry, Refresh or not; Refresh tells those who listen.
func TestDynamic(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		synctest.Test(t, func(t *testing.T) {
			reg := registryOf(t, says("first", "1"))
			server, _ := serverOf(t, reg, Options{Dynamic: true})
			changed := make(chan struct{}, 10)
			session := connect(t, server, revision, &sdk.ClientOptions{ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} }})
			require.Equal(t, []string{"first"}, names(t, session))
			require.NoError(t, reg.Register(runtime.Set{says("second", "2")}))
			require.Equal(t, "2", text(t, call(t, session, "second", nil)), "a call before any list")
			require.True(t, reg.Unregister("first"))
			require.Equal(t, []string{"second"}, names(t, session))
			require.Equal(t, `unknown tool "first"`, wireError(t, session, "first").Message)
			require.NoError(t, server.Refresh())
			time.Sleep(time.Second)
			require.NotZero(t, drain(changed))

			require.NoError(t, reg.Replace(tool("second", func(context.Context, []byte) runtime.Result { return runtime.Text("two") })))
			require.NoError(t, server.Refresh())
			require.Equal(t, "two", text(t, call(t, session, "second", nil)))
			time.Sleep(time.Second)
			require.Zero(t, drain(changed), "its description is the same")
			require.NoError(t, reg.Register(runtime.Set{says("third", "3")}))
			require.NoError(t, server.Refresh())
			time.Sleep(time.Second)
			require.Equal(t, 1, drain(changed))
			require.NoError(t, session.Close())
		})
	})
}

func drain(c chan struct{}) (n int) {
	for {
		select {
		case <-c:
			n++
		default:
			return n
		}
	}
}

// Capabilities say what is there and no more, and what is not there is not answered as though it were empty.
func TestToolsOnly(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		server, _ := serverOf(t, registryOf(t, says("hello", "Hello.")), Options{Version: "7", Instructions: "Be kind."})
		session := connect(t, server, revision, nil)
		init := session.InitializeResult()
		require.Equal(t, &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}, init.Capabilities)
		require.Equal(t, "Be kind.", init.Instructions)
		refused := func(err error) {
			t.Helper()
			var wire *jsonrpc.Error
			require.ErrorAs(t, err, &wire)
			require.EqualValues(t, jsonrpc.CodeMethodNotFound, wire.Code)
		}
		_, err := session.ListPrompts(t.Context(), nil)
		refused(err)
		_, err = session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "x"})
		refused(err)
		_, err = session.ListResources(t.Context(), nil)
		refused(err)
		_, err = session.ListResourceTemplates(t.Context(), nil)
		refused(err)
		_, err = session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "a:b"})
		refused(err)
		_, err = session.Complete(t.Context(), &sdk.CompleteParams{Ref: &sdk.CompleteReference{Type: "ref/prompt", Name: "x"}, Argument: sdk.CompleteParamsArgument{Name: "y"}})
		refused(err)

		server.SDK().AddPrompt(&sdk.Prompt{Name: "x"}, func(context.Context, *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			return &sdk.GetPromptResult{}, nil
		})
		prompts, err := session.ListPrompts(t.Context(), nil)
		require.NoError(t, err)
		require.Len(t, prompts.Prompts, 1, "what a host adds is there")
	})
}

// A host's own tools stand in the list beside those of the registry, and keep their own errors.
func TestRegisterBesideOthers(t *testing.T) {
	both(t, func(t *testing.T, revision string) {
		s := sdk.NewServer(&sdk.Implementation{Name: "host", Version: "1"}, nil)
		s.AddTool(&sdk.Tool{Name: "b", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no"}
		})
		s.AddTool(&sdk.Tool{Name: "nil", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) { return nil, nil })
		s.AddTool(&sdk.Tool{Name: "panics", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) { panic("no") })
		require.NoError(t, Register(s, registryOf(t, says("a", "A"), says("c", "C")), Options{}))
		here, there := sdk.NewInMemoryTransports()
		go func() { _ = s.Run(context.WithoutCancel(t.Context()), there) }()
		session, err := sdk.NewClient(&sdk.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(), here, &sdk.ClientSessionOptions{ProtocolVersion: revision})
		require.NoError(t, err)
		defer func() { _ = session.Close() }()
		require.Equal(t, []string{"a", "b", "c", "nil", "panics"}, names(t, session))
		require.Equal(t, "A", text(t, call(t, session, "a", nil)))
		require.Equal(t, "no", wireError(t, session, "b").Message)
		require.Equal(t, "internal error in tools/call", wireError(t, session, "nil").Message, "which would end the process")
		require.Equal(t, "internal error in tools/call", wireError(t, session, "panics").Message)
		require.Equal(t, `unknown tool "nothing like it"`, wireError(t, session, "nothing like it").Message)
	})
}

// What a caller may not see without raising its role is said once, where it is served.
func TestHiddenToolsAreTold(t *testing.T) {
	server, log := serverOf(t, registryOf(t, leveled("secret", runtime.Admin), says("hello", "Hello.")), Options{})
	require.Empty(t, log.String())
	_, err := server.Handler(HTTPOptions{})
	require.NoError(t, err)
	require.Equal(t, 1, strings.Count(log.String(), "hidden=secret"), log.String())
	require.NotContains(t, log.String(), "hello")
}
