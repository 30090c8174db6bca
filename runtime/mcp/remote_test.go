package mcp_test

import (
	"bytes"
	"context"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcp"
)

// A remote tool says what the server says, and that this is the server's word; exact numbers and the order of keys among it.
func TestRemoteSpec(t *testing.T) {
	s := &scripted{
		list: tools(`{"name":"big","title":"Big","description":"Takes.","inputSchema":{"type":"object","properties":{"z":{"type":"integer","maximum":9007199254740993},"a":{}}},`+
			`"outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]},"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}`,
			`{"name":"little","annotations":{"title":"Little","readOnlyHint":true},"inputSchema":{"type":"object"}}`),
		call: func(int, string, string) string {
			return `{"content":[{"type":"text","text":"{ \"n\": 9007199254740993 }"}],"structuredContent":{"n":9007199254740993}}`
		},
	}
	reg := registered(t, s.dial(t, mcp.Remote{}))
	specs := reg.Specs(t.Context())
	require.Equal(t, &runtime.Spec{Name: "big", Title: "Big", Description: "Takes.", Remote: true, Additive: true, Idempotent: true, ClosedWorld: true,
		Input:  `{"type":"object","properties":{"z":{"type":"integer","maximum":9007199254740993},"a":{}}}`,
		Output: `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`}, specs[0])
	require.Equal(t, &runtime.Spec{Name: "little", Title: "Little", Remote: true, ReadOnly: true, Additive: true, Input: `{"type":"object"}`}, specs[1])
	result := reg.Call(t.Context(), "big", []byte(`{"z": 9007199254740993, "a":1.10}`))
	require.Equal(t, runtime.Result{JSON: []byte(`{"n":9007199254740993}`)}, result)
	args, _ := s.seen.Load(1)
	require.Equal(t, `{"z":9007199254740993,"a":1.10}`, args)
}

// What a server answers becomes a Result of the same parts.
func TestResultsComeBack(t *testing.T) {
	for name, row := range map[string]struct {
		answer string
		want   runtime.Result
	}{
		"text":           {says("hello"), runtime.Result{Text: "hello"}},
		"several texts":  {`{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`, runtime.Result{Text: "a\nb"}},
		"nothing":        {`{"content":[]}`, runtime.Result{}},
		"a value":        {`{"structuredContent":{"b":1,"a":[]}}`, runtime.Result{JSON: []byte(`{"b":1,"a":[]}`)}},
		"value and twin": {`{"content":[{"type":"text","text":"{\"a\": [], \"b\": 1}"}],"structuredContent":{"b":1,"a":[]}}`, runtime.Result{JSON: []byte(`{"b":1,"a":[]}`)}},
		"value and text": {`{"content":[{"type":"text","text":"one"}],"structuredContent":{"b":1}}`, runtime.Result{Text: "one", JSON: []byte(`{"b":1}`)}},
		"files": {`{"content":[{"type":"image","data":"iVBORw==","mimeType":"image/png"},{"type":"audio","data":"UklGRg==","mimeType":"audio/wav"},` +
			`{"type":"resource","resource":{"uri":"file:///a.txt","mimeType":"text/plain","text":"a"}},{"type":"resource","resource":{"uri":"file:///b","blob":"AAE="}},` +
			`{"type":"resource_link","uri":"https://example.com/c","name":"c","mimeType":"text/html"}]}`,
			runtime.Result{Parts: []runtime.Part{
				{Kind: runtime.ImagePart, MIME: "image/png", Data: []byte("\x89PNG")},
				{Kind: runtime.AudioPart, MIME: "audio/wav", Data: []byte("RIFF")},
				{Kind: runtime.ResourcePart, MIME: "text/plain", URI: "file:///a.txt", Text: "a"},
				{Kind: runtime.ResourcePart, URI: "file:///b", Data: []byte{0, 1}},
				{Kind: runtime.ResourcePart, MIME: "text/html", URI: "https://example.com/c"},
			}}},
		"an error": {`{"isError":true,"content":[{"type":"text","text":"no such city:\n\u001b[2JParis"}]}`, runtime.Result{Err: runtime.NewError(runtime.ClassFailed, "no such city:\nParis")}},
		"an error with its class": {`{"isError":true,"content":[{"type":"text","text":"slow"}],"_meta":{"com.github.toolgen/error":{"class":"timeout","transient":true,"retryAfterMs":1500,"notStarted":true}}}`,
			runtime.Result{Err: runtime.NewError(runtime.ClassTimeout, "slow").AsTransient(1500 * time.Millisecond)}},
		"an error with a class of the host's": {`{"isError":true,"content":[{"type":"text","text":"ask"}],"_meta":{"com.github.toolgen/error":{"class":"approval_required"}}}`,
			runtime.Result{Err: runtime.NewError(runtime.ClassFailed, "ask")}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scripted{list: tools(anyTool("do")), call: func(int, string, string) string { return row.answer }}
			require.Equal(t, row.want, registered(t, s.dial(t, mcp.Remote{})).Call(t.Context(), "do", nil))
		})
	}
}

// Names become what every model API takes, two of them never one, and filters know the server's own.
func TestRemoteNames(t *testing.T) {
	long := strings.Repeat("n", 64)
	s := &scripted{list: tools(anyTool("fs.read/all"), anyTool("find city"), anyTool("find+city"), anyTool("погода"), anyTool(long), anyTool(long+"n"), anyTool("fs.write"))}
	set, err := s.dial(t, mcp.Remote{}).Tools(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"_______c1d5a896", "find_city_6bea2864", "find_city_db9c4297", "fs_read_all", "fs_write", strings.Repeat("n", 55) + "_1e3fb6d5", long}, specNames(set))
	set, err = s.dial(t, mcp.Remote{Prefix: "a-", Include: []string{"fs.*", "find city"}, Exclude: []string{"*write"}}).Tools(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"a-find_city_6bea2864", "a-fs_read_all"}, specNames(set))
}

// How far a call is reaches whoever waits for it, and nobody else.
func TestProgressComesBack(t *testing.T) {
	s := &scripted{list: tools(anyTool("dig"))}
	s.call = func(int, string, string) string {
		for _, params := range []string{
			`{"progressToken":"call-1","progress":1,"total":4,"message":"first\u001b[1m layer"}`, `{"progressToken":"call-1","progress":0.5,"total":1}`,
			`{"progressToken":"call-7","progress":2}`, `{"progressToken":1,"progress":3}`, `{"progressToken":"call-1","progress":-1}`, `{"progressToken":"call-1","progress":4}`,
		} {
			s.notify("notifications/progress", params)
		}
		return ""
	}
	reg := registered(t, s.dial(t, mcp.Remote{}))
	var mu sync.Mutex
	var steps []runtime.Step
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	reg.Call(runtime.WithProgress(ctx, func(step runtime.Step) {
		mu.Lock()
		defer mu.Unlock()
		if steps = append(steps, step); len(steps) == 4 {
			cancel()
		}
	}), "dig", nil)
	mu.Lock()
	defer mu.Unlock()
	require.Equal(t, []runtime.Step{{Done: 1, Total: 4, Message: "first layer"}, {Done: 500, Total: 1000}, {}, {Done: 4}}, steps)
}

// Many callers, while the server changes its tools, loses its sessions and is listed: every call has one answer, and the goroutines are
// gone when the Client is closed.
func TestManyAtOnce(t *testing.T) {
	before := goruntime.NumGoroutine()
	var mu sync.Mutex
	odd := false
	s := &scripted{call: func(_ int, _, args string) string { return says(args) }}
	s.list = func(string) string {
		mu.Lock()
		defer mu.Unlock()
		if odd = !odd; odd {
			return tools(anyTool("stays"), anyTool("comes"))("")
		}
		return tools(anyTool("stays"))("")
	}
	client, err := mcp.Dial(t.Context(), mcp.Remote{Transport: s.transport, OnUpdate: func(mcp.Update) {}})
	require.NoError(t, err)
	reg := registered(t, client)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i := range 50 {
				args := []byte(`{"i":` + strings.Repeat("1", 1+i%9) + `}`)
				switch result := reg.Call(t.Context(), "stays", args); {
				case result.Err == nil:
					if !bytes.Equal(args, []byte(result.Text)) {
						t.Errorf("the answer to %s is %s", args, result.Text)
					}
				case result.Err.Class != runtime.ClassUnavailable:
					t.Errorf("%s: %v", result.Err.Class, result.Err)
				}
				reg.Call(t.Context(), "comes", args)
			}
		})
	}
	for range 20 {
		_, _ = client.Refresh(t.Context())
	}
	s.drop()
	group.Wait()
	require.NoError(t, client.Close())
	require.Eventually(t, func() bool { return goruntime.NumGoroutine() <= before+1 }, 60*time.Second, 10*time.Millisecond,
		"%d goroutines before", before)
}
