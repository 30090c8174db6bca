package untrusted_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/internal/untrusted"
)

// Numbers and order stay as they were written; what two readers would see two things in, and what is beyond the bounds, is refused. How
// whole transports fare with hostile schemas and texts is tested in runtime/mcp and runtime/nats.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		` { "z" : 1.0 , "a" : [ 12345678901234567890 , 1E+5 , -0 , true , null ] } `: `{"z":1.0,"a":[12345678901234567890,1E+5,-0,true,null]}`,
		`"\u0061\/"`: `"a/"`,
		`"\ud800"`:   `"` + "\uFFFD" + `"`,
		strings.Repeat("[", 128) + strings.Repeat("]", 128): strings.Repeat("[", 128) + strings.Repeat("]", 128),
	} {
		v, err := untrusted.Parse([]byte(text))
		require.NoError(t, err, text)
		require.Equal(t, want, v.String())
	}
	for text, says := range map[string]string{
		``:                                       "EOF",
		`{"a":1,"a":1}`:                          "twice",
		`{"a":1,"\u0061":1}`:                     "twice",
		`1 2`:                                    "more than one",
		strings.Repeat("[", 129):                 "deeper",
		`[0` + strings.Repeat(",0", 1<<18) + `]`: "more than 262144 values",
	} {
		_, err := untrusted.Parse([]byte(text))
		require.ErrorContains(t, err, says)
	}
}

func TestSorted(t *testing.T) {
	v, err := untrusted.Parse([]byte(`{"b":[{"d":1,"c":2}],"a":0}`))
	require.NoError(t, err)
	require.Equal(t, `{"a":0,"b":[{"c":2,"d":1}]}`, v.Sorted().String())
	require.Equal(t, `{"b":[{"d":1,"c":2}],"a":0}`, v.String())
}

// FuzzParse: a text is read as encoding/json reads it, or refused; what is written again is the same value.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2.50,"x",true,null]}`, `{"a":{"a":{}}}`, `"\u200b"`, `[`, `{"a":1,"a":2}`, `1e999`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := untrusted.Parse(text)
		if err != nil {
			return
		}
		require.True(t, json.Valid(text))
		again, err := untrusted.Parse(v.Append(nil))
		require.NoError(t, err)
		require.Equal(t, v, again)
		require.True(t, json.Valid(untrusted.Escaped(v.Append(nil))))
		clean := untrusted.OneLine(v.String(), 40)
		require.LessOrEqual(t, len(clean), 40)
	})
}
