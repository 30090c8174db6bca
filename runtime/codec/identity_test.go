package codec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime/codec"
)

func TestAppendIdentity(t *testing.T) {
	form := func(args string) string {
		b, ok := codec.AppendIdentity([]byte("x"), []byte(args))
		require.True(t, ok, args)
		require.Equal(t, byte('x'), b[0])
		return string(b)
	}
	for _, equal := range [][]string{
		{``, `  `, `null`, `{}`, ` { } `},
		{`{"a":1,"b":[true,null]}`, ` { "b" : [ true , null ] , "a" : 1 } `, `{"\u0061":1.0,"b":[true,null]}`, `{"a":10e-1,"b":[true,null]}`},
		{`{"a":"é"}`, `{"a":"\u00e9"}`},
	} {
		for _, other := range equal {
			require.Equal(t, form(equal[0]), form(other), other)
		}
	}
	different := []string{`{}`, `{"a":1}`, `{"a":"1"}`, `{"a":[1]}`, `{"a":{}}`, `{"a":[]}`, `{"a":[1,2]}`, `{"a":[2,1]}`, `{"a":[12]}`, `{"b":1}`,
		`{"a":1,"b":2}`, `{"a":{"b":2}}`, `{"a":null}`, `{"a":false}`, `{"a":""}`, `{"":1}`, `{"a":-1}`, `{"a":1e1}`,
		`{"a":1e99999999998}`, `{"a":1e99999999999}`, `{"a":1e-99999999999}`, `{"a":2e99999999999}`, `{"a":1e1000000000}`, `{"a":10e1000000000}`}
	seen := map[string]string{}
	for _, args := range different {
		require.NotContains(t, seen, form(args), args)
		seen[form(args)] = args
	}
	for _, bad := range []string{`[]`, `1`, `"{}"`, `{"a":1`, `{"a":1}x`, `{"a":1,"a":1}`, `{"a":01}`, `{"a":"` + "\xff" + `"}`, `nul`, `{"a":tru}`} {
		_, ok := codec.AppendIdentity(nil, []byte(bad))
		require.False(t, ok, bad)
	}
}
