package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `""`, `0`, `-0`, `10`, `1.5`, `-1.50e+10`, `1E5`, `0.0`, `true`, `false`, `null`,
		` { "a" : [ 1 , { } , "\u00e9\"\\" ] , "b\"" : null } `, `{"a":{"a":1}}`, `["\ud800"]`,
		strings.Repeat("[", 999) + strings.Repeat("]", 999),
	} {
		got, err := parse(text)
		require.NoError(t, err, text)
		var want bytes.Buffer
		require.NoError(t, json.Compact(&want, []byte(text)))
		require.Equal(t, want.String(), string(got.append(nil)))
	}
	for _, text := range []string{
		``, ` `, `{`, `[`, `"`, `"\`, `"\x"`, `"\u12g4"`, `"\u12`, "\"\n\"", `tru`, `nul l`, `01`, `+1`, `.5`, `1.`, `1e`, `1e+`, `-`, `NaN`,
		`{]`, `[}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `[1,]`, `[1 2]`, `{a:1}`, `{"a":1}x`, `1 1`, `{"a":1 "b":2}`, `{"a":1,"a":1}`, `{"a":1,,}`,
		"\xff", `"` + "\xff" + `"`, "\uFEFF{}", `'a'`, `/**/1`, strings.Repeat("[", 1001) + strings.Repeat("]", 1001), strings.Repeat("[", 1<<20),
	} {
		_, err := parse(text)
		require.Error(t, err, text)
	}
}

// Law: parse accepts what encoding/json calls valid, if it is UTF-8 and names no member twice, and writes it as json.Compact does.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"type":"object","properties":{"a":{"enum":[1,-2.5e3,"x\n"]}}}`, `[[[{}]]]`, `{"a":1,"a":2}`, `-01`, `"\u12`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "[")+strings.Count(text, "{") > maxDepth/2 {
			t.Skip("the depths differ")
		}
		got, err := parse(text)
		require.Equal(t, json.Valid([]byte(text)) && utf8.ValidString(text) && !repeats(text), err == nil, "%q: %v", text, err)
		if err == nil {
			var want bytes.Buffer
			require.NoError(t, json.Compact(&want, []byte(text)))
			require.Equal(t, want.String(), string(got.append(nil)))
		}
	})
}

// repeats reports whether an object of a valid text has two members of the same spelling.
func repeats(text string) bool {
	dec := json.NewDecoder(strings.NewReader(text))
	var walk func() bool
	walk = func() bool {
		token, err := dec.Token()
		if err != nil {
			return !errors.Is(err, io.EOF)
		}
		if token != json.Delim('{') && token != json.Delim('[') {
			return false
		}
		seen := map[string]bool{}
		for dec.More() {
			if token == json.Delim('{') {
				start := dec.InputOffset()
				if _, err := dec.Token(); err != nil {
					return false
				}
				name := strings.TrimLeft(text[start:dec.InputOffset()], ", \t\r\n")
				if seen[name] {
					return true
				}
				seen[name] = true
			}
			if walk() {
				return true
			}
		}
		_, _ = dec.Token() // the end
		return false
	}
	return walk()
}
