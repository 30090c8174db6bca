package wrap_test

import (
	"bytes"
	"context"
	"encoding/json"
	goruntime "runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

func capped(n int64, r runtime.Result) runtime.Result {
	return wrap.Tool(tool(reads(), func(context.Context, []byte) runtime.Result { return r }), wrap.Output(n)).Execute(context.Background(), nil)
}

func TestOutputText(t *testing.T) {
	for name, row := range map[string]struct {
		text, want string
		n          int64
	}{
		"it fits":                {"hello", "hello", 5},
		"behind a line":          {"line one\nline two\nline three " + strings.Repeat("x", 60), "line one\nline two\n[cut: 89 bytes in all]", 50},
		"one line":               {strings.Repeat("x", 100), strings.Repeat("x", 16) + "\n[cut: 100 bytes in all]", 40},
		"a whole character":      {strings.Repeat("é", 50), strings.Repeat("é", 8) + "\n[cut: 100 bytes in all]", 41},
		"no room for a marker":   {strings.Repeat("é", 50), "éé", 5},
		"a line that is too far": {"a\n" + strings.Repeat("x", 98), "a\n" + strings.Repeat("x", 14) + "\n[cut: 100 bytes in all]", 40},
	} {
		got := capped(row.n, runtime.Text(row.text))
		require.Equal(t, row.want, got.Text, name)
		require.True(t, utf8.ValidString(got.Text))
		require.LessOrEqual(t, int64(len(got.Text)), row.n)
		require.Equal(t, row.text != row.want, len(got.Notes) == 1 && got.Notes[0].Kind == "truncated", name)
	}
	got := capped(40, runtime.Text(strings.Repeat("x", 100)))
	require.Equal(t, "the text has 100 bytes; the limit of the result is 40", got.Notes[0].Text)
}

// JSON is whole or an error; the error says that the tool is done, and shows the beginning as text.
func TestOutputJSON(t *testing.T) {
	value := []byte(`{"items":[` + strings.Repeat(`"é",`, 200) + `"é"]}`)
	require.Equal(t, value, capped(int64(len(value)), runtime.Result{JSON: value}).JSON)

	got := capped(400, runtime.Result{JSON: value, Notes: []runtime.Note{{Text: "coerced"}}})
	require.Equal(t, runtime.ClassResourceExhausted, got.Err.Class)
	require.False(t, got.Err.Transient)
	require.Nil(t, got.JSON)
	require.Equal(t, "the tool is done, and its result is too large: 1016 bytes, the limit is 400; ask for less", got.Err.Message)
	require.True(t, strings.HasPrefix(got.Text, got.Err.Message+"\n"+`{"items":["é",`), got.Text)
	require.True(t, strings.HasSuffix(got.Text, "[cut: 1016 bytes in all]"), got.Text)
	require.True(t, utf8.ValidString(got.Text))
	require.LessOrEqual(t, len(got.Text), 400)
	require.Len(t, got.Notes, 1)

	got = capped(60, runtime.Result{JSON: value})
	require.Empty(t, got.Text, "no room behind the message")
	require.True(t, got.IsError())

	got = capped(60, runtime.Result{Text: "summary " + strings.Repeat("y", 60), JSON: []byte(`{"n":1}`)})
	require.True(t, json.Valid(got.JSON), "a value that fits stays, beside a text that is cut")
	require.Equal(t, 60, len(got.JSON)+len(got.Text))
}

func TestOutputParts(t *testing.T) {
	part := func(n int) runtime.Part { return runtime.Part{Kind: runtime.ImagePart, Data: make([]byte, n)} }
	got := capped(100, runtime.Result{Text: "see", Parts: []runtime.Part{part(60), part(50), part(30)}})
	require.Equal(t, []runtime.Part{part(60), part(30)}, got.Parts)
	require.Equal(t, []runtime.Note{{Kind: "truncated", Path: "result", Text: "part 2 of 3 is left out: it has 50 bytes; the limit of the result is 100"}}, got.Notes)
	got = capped(10, runtime.Result{Parts: make([]runtime.Part, 5)})
	require.Len(t, got.Parts, 5)
	many := make([]runtime.Part, 5000)
	for i := range many {
		many[i] = part(11)
	}
	require.LessOrEqual(t, len(capped(10, runtime.Result{Parts: many}).Notes), 22)
}

// What stands beside an error is cut like everything else, and so is the error itself.
func TestOutputErrors(t *testing.T) {
	long := strings.Repeat("e", 1000)
	got := capped(100, runtime.Result{Err: runtime.NewError(runtime.ClassFailed, long), Text: long, JSON: []byte(`"` + long + `"`)})
	require.Equal(t, runtime.ClassFailed, got.Err.Class)
	require.LessOrEqual(t, len(got.Err.Message), 100)
	require.LessOrEqual(t, len(got.Text), 100)
	require.Nil(t, got.JSON)
	require.Len(t, got.Notes, 2)
}

// X13: of an endless result the model gets a bounded part with a mark, and nothing keeps the rest alive.
func TestX13_Endless(t *testing.T) {
	const size = 8 << 20 // stands for 10 GB: what is kept does not depend on it
	for name, make := range map[string]func() runtime.Result{
		"text": func() runtime.Result { return runtime.Result{Text: strings.Repeat("0123456789abcde\n", size/16)} },
		"JSON": func() runtime.Result {
			return runtime.Result{JSON: append(append([]byte{'"'}, bytes.Repeat([]byte("x"), size)...), '"')}
		},
		"part": func() runtime.Result { return runtime.Result{Parts: []runtime.Part{{Data: make([]byte, size)}}} },
	} {
		wrapped := wrap.Tool(tool(reads(), func(context.Context, []byte) runtime.Result { return make() }), wrap.Output(64<<10))
		before := heap()
		got := wrapped.Execute(context.Background(), nil)
		require.Less(t, heap()-before, int64(1<<20), "%s is still alive", name)
		require.LessOrEqual(t, len(got.Text)+len(got.JSON), 64<<10, name)
		require.True(t, len(got.Notes) == 1 && got.Notes[0].Kind == "truncated" || got.IsError(), name)
		goruntime.KeepAlive(got)
	}
}

func heap() int64 {
	goruntime.GC()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// What stands beside the content of a part counts: an address may be as long as a text.
func TestOutputAddresses(t *testing.T) {
	long := strings.Repeat("x", 1000)
	r := capped(100, runtime.Result{Parts: []runtime.Part{{Kind: runtime.ResourcePart, URI: "file:///a"}, {Kind: runtime.ResourcePart, URI: long}, {Kind: runtime.ImagePart, MIME: long, Data: []byte("x")}}})
	require.Len(t, r.Parts, 1)
	require.Len(t, r.Notes, 2)
}
