package mcp

import (
	"encoding/json"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// What becomes of every kind of result, in the wire's own words. The wire is the SDK's, which sorts nothing and escapes HTML.
func TestResult(t *testing.T) {
	const object, list, none = `{"type":"object","properties":{"n":{"type":"integer"}}}`, `{"type":"array","items":{"type":"integer"}}`, ""
	failed := runtime.NewError(runtime.ClassFailed, "no such city")
	for name, row := range map[string]struct {
		output string
		result runtime.Result
		modern string
		older  string // "" for the same
	}{
		"nothing":   {none, runtime.Result{}, `{"content":[{"type":"text","text":""}]}`, ""},
		"text":      {none, runtime.Text("Hello."), `{"content":[{"type":"text","text":"Hello."}]}`, ""},
		"not UTF-8": {none, runtime.Result{Text: "a\xffb"}, `{"content":[{"type":"text","text":"a\ufffdb"}]}`, ""},
		"value not UTF-8 (O17)": {object, runtime.Result{JSON: []byte("{\"\xff\":\"a\xfe\"}")},
			`{"content":[{"type":"text","text":"{\"�\":\"a�\"}"}],"structuredContent":{"�":"a�"}}`, ""},
		"no JSON, not UTF-8": {object, runtime.Result{JSON: []byte("{\xff}")},
			`{"_meta":{"com.github.toolgen/error":{"class":"internal"}},"content":[{"type":"text","text":"internal error in tool t: its value is no JSON"}],"isError":true}`, ""},
		"object (O3)":   {object, runtime.Result{JSON: []byte(`{"n":1}`)}, `{"content":[{"type":"text","text":"{\"n\":1}"}],"structuredContent":{"n":1}}`, ""},
		"spaces":        {object, runtime.Result{JSON: []byte("{ \"n\" :\n1}")}, `{"content":[{"type":"text","text":"{\"n\":1}"}],"structuredContent":{"n":1}}`, ""},
		"big int":       {object, runtime.Result{JSON: []byte(`{"n":9007199254740993}`)}, `{"content":[{"type":"text","text":"{\"n\":9007199254740993}"}],"structuredContent":{"n":9007199254740993}}`, ""},
		"list (O4,C19)": {list, runtime.Result{JSON: []byte(`[1]`)}, `{"content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}`, `{"content":[{"type":"text","text":"{\"result\":[1]}"}],"structuredContent":{"result":[1]}}`},
		"list, no schema": {none, runtime.Result{JSON: []byte(`[1]`)}, `{"content":[{"type":"text","text":"[1]"}],"structuredContent":[1]}`,
			`{"content":[{"type":"text","text":"[1]"}]}`},
		"text and value": {object, runtime.Result{Text: "One.", JSON: []byte(`{"n":1}`)}, `{"content":[{"type":"text","text":"One."},{"type":"text","text":"{\"n\":1}"}],"structuredContent":{"n":1}}`, ""},
		"null":           {`{}`, runtime.Result{JSON: []byte(`null`)}, `{"content":[{"type":"text","text":"null"}],"structuredContent":null}`, `{"content":[{"type":"text","text":"{\"result\":null}"}],"structuredContent":{"result":null}}`},
		"error": {object, runtime.Result{Err: failed},
			`{"_meta":{"com.github.toolgen/error":{"class":"failed"}},"content":[{"type":"text","text":"no such city"}],"isError":true}`, ""},
		"error to come back": {none, runtime.Result{Err: failed.AsTransient(1500 * time.Millisecond).AsNotStarted()},
			`{"_meta":{"com.github.toolgen/error":{"class":"failed","notStarted":true,"retryAfterMs":1500,"transient":true}},"content":[{"type":"text","text":"no such city"}],"isError":true}`, ""},
		"error without words": {none, runtime.Result{Err: &runtime.Error{Class: runtime.ClassTimeout}},
			`{"_meta":{"com.github.toolgen/error":{"class":"timeout"}},"content":[{"type":"text","text":"timeout"}],"isError":true}`, ""},
		"error with a value (O19)": {object, runtime.Result{Text: "no such city\n{\"n\":1}", JSON: []byte(`{"n":1}`), Err: failed},
			`{"_meta":{"com.github.toolgen/error":{"class":"failed"}},"content":[{"type":"text","text":"no such city\n{\"n\":1}"},{"type":"text","text":"{\"n\":1}"}],"structuredContent":{"n":1},"isError":true}`, ""},
		"notes": {none, runtime.Result{Text: "a", Notes: []runtime.Note{{Kind: "truncated", Path: "result", Text: "cut"}}},
			`{"_meta":{"com.github.toolgen/notes":[{"kind":"truncated","path":"result","text":"cut"}]},"content":[{"type":"text","text":"a"}]}`, ""},
		"invalid JSON": {object, runtime.Result{JSON: []byte(`{"n":`)},
			`{"_meta":{"com.github.toolgen/error":{"class":"internal"}},"content":[{"type":"text","text":"internal error in tool t: its value is no JSON"}],"isError":true}`, ""},
		"empty JSON": {object, runtime.Result{JSON: []byte{}},
			`{"_meta":{"com.github.toolgen/error":{"class":"internal"}},"content":[{"type":"text","text":"internal error in tool t: its value is no JSON"}],"isError":true}`, ""},
		"invalid JSON and an error": {object, runtime.Result{JSON: []byte(`{`), Err: failed},
			`{"_meta":{"com.github.toolgen/error":{"class":"failed"}},"content":[{"type":"text","text":"no such city"}],"isError":true}`, ""},
		"no value where one is promised": {object, runtime.Text("One."),
			`{"_meta":{"com.github.toolgen/error":{"class":"internal"}},"content":[{"type":"text","text":"tool t returned no value, which it promises to do; its text is:\nOne."}],"isError":true}`, ""},
		"image":          {none, runtime.Result{Parts: []runtime.Part{{Kind: runtime.ImagePart, MIME: "image/png", Data: []byte{1}}}}, `{"content":[{"type":"image","mimeType":"image/png","data":"AQ=="}]}`, ""},
		"audio and text": {none, runtime.Result{Text: "a", Parts: []runtime.Part{{Kind: runtime.AudioPart, MIME: "audio/wav", Data: []byte{1}}}}, `{"content":[{"type":"text","text":"a"},{"type":"audio","mimeType":"audio/wav","data":"AQ=="}]}`, ""},
		"image nobody can name": {none, runtime.Result{Parts: []runtime.Part{{Kind: runtime.ImagePart, Data: []byte{1}}}},
			`{"content":[{"type":"resource","resource":{"uri":"toolgen:part/1","blob":"AQ=="}}]}`, ""},
		"text resource": {none, runtime.Result{Parts: []runtime.Part{{Kind: runtime.ResourcePart, URI: "a:b", MIME: "text/plain", Text: "x"}}},
			`{"content":[{"type":"resource","resource":{"uri":"a:b","mimeType":"text/plain","text":"x"}}]}`, ""},
		"empty resource": {none, runtime.Result{Parts: []runtime.Part{{Kind: runtime.ResourcePart, MIME: "text/plain"}}},
			`{"content":[{"type":"resource","resource":{"uri":"toolgen:part/1","mimeType":"text/plain","blob":""}}]}`, ""},
		"a place": {none, runtime.Result{Parts: []runtime.Part{{Kind: runtime.ImagePart, URI: "https://a.example/b.png", MIME: "image/png"}}},
			`{"content":[{"type":"resource_link","mimeType":"image/png","uri":"https://a.example/b.png","name":"https://a.example/b.png"}]}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			tool, err := describe(provider.Definition{Name: "t", Output: row.output})
			require.NoError(t, err)
			for modern, want := range map[bool]string{true: row.modern, false: row.older} {
				if want == "" {
					want = row.modern
				}
				before, err := json.Marshal(row.result.JSON)
				require.NoError(t, err)
				r := toResult(tool, modern, row.result)
				got, err := json.Marshal(r)
				require.NoError(t, err)
				require.Equal(t, want, string(got), "modern %v", modern)
				after, err := json.Marshal(row.result.JSON)
				require.NoError(t, err)
				require.Equal(t, string(before), string(after), "the tool's own bytes stay as they are")
				twins(t, r)
			}
		})
	}
}

// twins checks that structured content stands as text too, byte by byte.
func twins(t *testing.T, r *sdk.CallToolResult) {
	value, structured := r.StructuredContent.(json.RawMessage)
	if !structured {
		return
	}
	last, ok := r.Content[len(r.Content)-1].(*sdk.TextContent)
	require.True(t, ok)
	require.Equal(t, string(value), last.Text)
}
