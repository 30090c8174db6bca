package codec

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// readOnly reads arguments whose one field is x.
func readOnly(x []byte, read func(c *Cursor)) error {
	c := Open([]byte(`{"x":` + string(x) + `}`))
	var seen uint64
	for c.Object(); c.Field(); {
		if string(c.Key) != "x" {
			c.Unknown("x")
			continue
		}
		seen = c.Once(seen, 1)
		read(&c)
	}
	return c.Close()
}

// Laws: what AppendRaw takes is what encoding/json takes, and it writes what json.Compact writes, but for mended text; what Raw
// reads is the same text.
func FuzzRaw(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5e3,"x\u0041"]}`, "\"\xff\"", `[[[]]]`, ` {"a" : null } `, `"\ud800\udc00\ud800"`, `{"a":1,"a":2}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		o := ask(raw)
		if o.depth > MaxResultDepth || len(raw) > MaxSize/2 {
			return
		}
		out, notes, err := Finish(AppendRaw(nil, append([]byte{}, raw...)))
		require.Equal(t, o.syntax, err == nil)
		if err != nil {
			return
		}
		require.True(t, json.Valid(out))
		if len(notes) == 0 {
			var want bytes.Buffer
			require.NoError(t, json.Compact(&want, raw))
			require.Equal(t, want.String(), string(out))
		}
		var got []byte
		err = readOnly(raw, func(c *Cursor) { got = c.Raw() })
		require.Equal(t, o.unicode && !o.duplicates && o.depth < MaxDepth, err == nil)
		if err == nil {
			require.Equal(t, string(out), string(got))
		}
	})
}

// Laws: what Any reads, encoding/json reads as the same value; AppendAny writes it, and it reads back equal.
func FuzzAny(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.5e3,"x\u0041"]}`, `9007199254740993`, `-0`, `[null,true]`, `"é\n"`, `100000000000000000000`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var got, again any
		o := ask(text)
		if !o.syntax || len(text) > MaxSize/2 || readOnly(text, func(c *Cursor) { got = c.Any() }) != nil {
			return
		}
		require.Equal(t, o.value, got)
		b, notes, err := Finish(AppendAny(nil, got))
		require.NoError(t, err)
		require.Empty(t, notes)
		require.NoError(t, readOnly(b, func(c *Cursor) { again = c.Any() }))
		require.Equal(t, got, again)
	})
}
