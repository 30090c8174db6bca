package mcp

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// Whatever a tool returns, the client gets UTF-8, over stdio as over HTTP.
func TestOnlyUTF8(t *testing.T) {
	const bad = "a\xffb"
	results := map[string]runtime.Result{
		"text":  {Text: bad},
		"value": {JSON: []byte(`{"` + bad + `":"` + bad + `"}`)},
		"both":  {Text: bad, JSON: []byte(`["` + bad + `"]`)},
		"error": {Err: runtime.NewError(runtime.ClassFailed, bad)},
		"class": {Err: runtime.NewError(runtime.Class(bad), "x")},
		"note":  {Text: "a", Notes: []runtime.Note{{Kind: bad, Path: bad, Text: bad}}},
		"image": {Parts: []runtime.Part{{Kind: runtime.ImagePart, MIME: bad, Data: []byte{0xff}}}},
		"link":  {Parts: []runtime.Part{{URI: bad, MIME: bad}}},
		"file":  {Parts: []runtime.Part{{Kind: runtime.ResourcePart, URI: bad, MIME: bad, Text: bad}}},
	}
	reg := registryOf(t)
	for name, result := range results {
		require.NoError(t, reg.Register(runtime.Set{tool(name, func(context.Context, []byte) runtime.Result { return result })}))
	}
	url, _ := served(t, reg, HTTPOptions{})
	in, out, _ := overLines(t, reg)
	exchange := func(line string) string {
		_, err := in.Write([]byte(line + "\n"))
		require.NoError(t, err)
		answer, err := out.ReadString('\n')
		require.NoError(t, err)
		return answer
	}
	exchange(beginning)
	for name := range results {
		_, body := post(t, url, strings.NewReader(callOf(name, "{}")), nil)
		line := exchange(callOf(name, "{}"))
		for _, answer := range []string{body, line} {
			require.True(t, utf8.ValidString(answer), "%s: %q", name, answer)
			require.Contains(t, answer, `"result"`, name)
			require.True(t, strings.ContainsRune(answer, '\ufffd') || strings.Contains(answer, `\ufffd`), "%s: %q", name, answer)
		}
	}
}
