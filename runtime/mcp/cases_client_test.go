package mcp_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
	"github.com/toolgen/toolgen/runtime/provider"
)

// The cases of the corpus about remote tools, by id; M10 is hostile_list_test.go as well.

// M01: when a server says that its list has changed, all pages of it are fetched, and tools come, go and change in one step.
func TestM01ListChanged(t *testing.T) {
	pages := map[string]string{
		"":  `{"tools":[` + anyTool("stays") + `,` + anyTool("goes") + `],"nextCursor":"2"}`,
		"2": `{"tools":[` + anyTool("changes") + `]}`,
	}
	var now atomic.Pointer[map[string]string]
	now.Store(&pages)
	s := &scripted{list: func(cursor string) string { return (*now.Load())[cursor] }}
	updates := make(chan mcp.Update, 10)
	client := s.dial(t, mcp.Remote{Listen: true, OnUpdate: func(u mcp.Update) { updates <- u }, Accept: func(mcp.Change) bool { return true }})
	reg := registered(t, client)
	require.Equal(t, []string{"changes", "goes", "stays"}, namesOf(reg))
	<-updates
	stays, _ := reg.Lookup("stays")

	ctx, cancel := context.WithCancel(t.Context())
	watching := make(chan error, 1)
	go func() { watching <- client.Watch(ctx, time.Hour) }()
	now.Store(&map[string]string{
		"":  `{"tools":[` + anyTool("stays") + `],"nextCursor":"3"}`,
		"3": `{"tools":[],"nextCursor":"4"}`,
		"4": `{"tools":[{"name":"changes","description":"Does more.","inputSchema":{"type":"object"}},` + anyTool("comes") + `]}`,
	})
	s.notify("notifications/tools/list_changed", "{}")
	update := <-updates
	require.Equal(t, []string{"comes"}, update.Added)
	require.Equal(t, []string{"goes"}, update.Removed)
	require.Len(t, update.Changed, 1)
	require.Equal(t, "Does it.", update.Changed[0].Was.Description)
	require.Equal(t, "Does more.", update.Changed[0].Is.Description)
	require.Equal(t, []string{"changes", "comes", "stays"}, namesOf(reg))
	same, _ := reg.Lookup("stays")
	require.Same(t, stays, same, "what has not changed is not touched")
	changed, _ := reg.Lookup("changes")
	require.Equal(t, "Does more.", changed.Spec().Description)
	cancel()
	require.ErrorIs(t, <-watching, context.Canceled)
}

// M02: a server that is begun anew with other tools has those and no others, before a call reaches it.
func TestM02RestartWithOtherTools(t *testing.T) {
	s := &scripted{call: func(int, string, string) string { return says("ok") }}
	s.list = func(string) string {
		if s.sessions.Load() == 1 {
			return tools(anyTool("old"), anyTool("both"))("")
		}
		return tools(anyTool("both"), anyTool("new"))("")
	}
	client := s.dial(t, mcp.Remote{})
	reg := registered(t, client)
	old, _ := reg.Lookup("old")
	s.drop()
	<-mcp.SessionEnded(client)
	result := old.Execute(t.Context(), nil) // by one who still has it
	require.Equal(t, runtime.ClassUnknownTool, result.Err.Class)
	require.True(t, result.Err.NotStarted)
	require.Zero(t, s.calls.Load(), "the new server is not asked for what it does not have")
	require.Equal(t, []string{"both", "new"}, namesOf(reg))
	require.Equal(t, "ok", reg.Call(t.Context(), "both", nil).Output())
	require.Equal(t, "ok", reg.Call(t.Context(), "new", nil).Output())
	require.EqualValues(t, 2, s.sessions.Load())
}

// stateful is a server of the SDK with sessions, which can be restarted: the new one knows none of the old one's.
type stateful struct {
	*httptest.Server
	handler  atomic.Pointer[http.Handler]
	requests atomic.Int32
	ran      atomic.Int32
}

func newStateful(t *testing.T, names ...string) *stateful {
	s := &stateful{}
	s.restart(names...)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		(*s.handler.Load()).ServeHTTP(w, r)
	}))
	t.Cleanup(s.Server.Close)
	return s
}

func (s *stateful) restart(names ...string) {
	server := sdk.NewServer(&sdk.Implementation{Name: "stateful", Version: "1"}, nil)
	for _, name := range names {
		server.AddTool(&sdk.Tool{Name: name, InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			s.ran.Add(1)
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "ran"}}}, nil
		})
	}
	var handler http.Handler = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil)
	s.handler.Store(&handler)
}

// M03: a server over HTTP that is begun anew answers the old session with 404. The client takes a new one, lists the tools again, and
// sends the call that was turned away, which nobody has begun, exactly once. A call whose fate is not known is not sent again.
func TestM03RestartOverHTTP(t *testing.T) {
	s := newStateful(t, "pay", "old")
	client := dial(t, mcp.Remote{URL: s.URL})
	reg := registered(t, client)
	require.Equal(t, "ran", reg.Call(t.Context(), "pay", nil).Output())

	s.restart("pay", "new")
	require.Equal(t, "ran", reg.Call(t.Context(), "pay", nil).Output())
	require.EqualValues(t, 2, s.ran.Load())
	require.Equal(t, []string{"new", "pay"}, namesOf(reg))
	require.Equal(t, "ran", reg.Call(t.Context(), "new", nil).Output())
	require.EqualValues(t, 3, s.ran.Load())

	// The connection breaks in the middle of a call: it may have been carried out.
	next := *s.handler.Load()
	var broken http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.Header.Get("Mcp-Session-Id") != "" && s.ran.Load() == 3 {
			next.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		next.ServeHTTP(w, r)
	})
	s.handler.Store(&broken)
	result := reg.Call(t.Context(), "pay", nil)
	require.Equal(t, runtime.ClassUnavailable, result.Err.Class)
	require.False(t, result.Err.NotStarted)
	require.EqualValues(t, 4, s.ran.Load(), "once")
	require.Equal(t, "ran", reg.Call(t.Context(), "pay", nil).Output())
	require.EqualValues(t, 5, s.ran.Load())
}

// M05: two servers with a tool of one name: an error that says so, or two tools under two names. None is written over.
func TestM05TwoServersOneName(t *testing.T) {
	one := &scripted{list: tools(anyTool("search")), call: func(int, string, string) string { return says("one") }}
	two := &scripted{list: tools(anyTool("search")), call: func(int, string, string) string { return says("two") }}
	reg := registered(t, one.dial(t, mcp.Remote{}))
	require.ErrorContains(t, two.dial(t, mcp.Remote{}).Register(t.Context(), reg), `the name "search" is taken more than once`)
	require.Equal(t, "one", reg.Call(t.Context(), "search", nil).Output())

	require.NoError(t, two.dial(t, mcp.Remote{Prefix: "two_"}).Register(t.Context(), reg))
	require.Equal(t, []string{"search", "two_search"}, namesOf(reg))
	require.Equal(t, "one", reg.Call(t.Context(), "search", nil).Output())
	require.Equal(t, "two", reg.Call(t.Context(), "two_search", nil).Output())
}

// M06: whatever changes in what a server says of a tool makes it another tool, which waits to be accepted; another name is a new tool.
// rugpull_test.go has what becomes of it.
func TestM06FingerprintCoversTheTool(t *testing.T) {
	const was = `{"name":"pay","title":"Pay","description":"Pays.","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{}}},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`
	digest := func(definition string) string {
		client := (&scripted{list: tools(definition)}).dial(t, mcp.Remote{})
		_, err := client.Tools(t.Context())
		require.NoError(t, err)
		for _, digest := range client.Pins() {
			return digest
		}
		return ""
	}
	require.Regexp(t, `^sha256:[0-9a-f]{64}$`, digest(was))
	for _, change := range [][2]string{
		{`"name":"pay"`, `"name":"pay2"`},
		{`"title":"Pay"`, `"title":"Pay!"`},
		{`"title":"Pay",`, ``},
		{`"description":"Pays."`, `"description":"Pays. "`},
		{`"description":"Pays."`, `"description":"Pays.\u200b"`}, // though nobody is shown the difference
		{`"type":"integer"`, `"type":"number"`},
		{`"b":{}`, `"c":{}`},
		{`"outputSchema":{"type":"object"}`, `"outputSchema":{"type":"object","title":"x"}`},
		{`"readOnlyHint":true`, `"readOnlyHint":false`},
	} {
		changed := strings.Replace(was, change[0], change[1], 1)
		require.NotEqual(t, was, changed)
		require.NotEqual(t, digest(was), digest(changed), change[1])
	}
	for _, same := range [][2]string{
		{`"a":{"type":"integer"},"b":{}`, `"b":{},  "a":{"type":"integer"}`}, // some servers keep no order of keys
		{`"name":"pay",`, `"name":"p\u0061y","_meta":{"seen":7},"icons":[],`},
	} {
		require.Equal(t, digest(was), digest(strings.Replace(was, same[0], same[1], 1)), same[1])
	}
}

// M07: a schema that says "object" and no more is what an API wants where it goes to one, and stays what it is everywhere else.
func TestM07BareObject(t *testing.T) {
	client := (&scripted{list: tools(`{"name":"pay","inputSchema":{"type":"object"}}`)}).dial(t, mcp.Remote{})
	set, err := client.Tools(t.Context())
	require.NoError(t, err)
	spec := set[0].Spec()
	require.Equal(t, `{"type":"object"}`, spec.Input)
	definition, _, err := provider.Define(provider.FromSpec(spec), provider.OpenAI, provider.Options{})
	require.NoError(t, err)
	require.Contains(t, string(definition), `"parameters":{"type":"object","properties":{}`)
	before := client.Pins()
	_, err = client.Tools(t.Context())
	require.NoError(t, err)
	require.Equal(t, before, client.Pins())
	require.Empty(t, client.Held())
}

// M10: pages without end, a hundred thousand tools, and names with control characters are bounded; none of them is an endless loop.
func TestM10PagesWithoutEnd(t *testing.T) {
	asked := 0
	s := &scripted{list: func(string) string { asked++; return `{"tools":[` + anyTool("x") + `],"nextCursor":"again"}` }}
	client := s.dial(t, mcp.Remote{})
	_, err := client.Tools(t.Context())
	require.ErrorContains(t, err, "it has no end")
	require.Equal(t, 2, asked)

	s = &scripted{list: tools(anyTool("ok"), anyTool("bell\a"), anyTool("nul\x00"), anyTool("esc\x1b[2J"))}
	client = s.dial(t, mcp.Remote{})
	set, err := client.Tools(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"ok"}, specNames(set))
	require.Len(t, client.Refused(), 3)
}
