package conformance

import (
	"bytes"
	"encoding/json"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/runtime/codec"
)

// maxDepth is the cursor's limit (J9, R8). The documents of these tests lie inside an object, which counts.
const maxDepth = 64

// skips reports whether the cursor takes a document as the value of a field.
func skips(doc []byte) bool {
	c := codec.Open(within(doc))
	n := 0
	for c.Object(); c.Field(); n++ {
		c.Skip()
	}
	return c.Close() == nil && n == 1
}

func within(doc []byte) []byte { return bytes.Join([][]byte{[]byte(`{"x":`), doc, []byte(`}`)}, nil) }

// judged is what jsontext says of a document: whether it is one valid value, and how deep it is.
func judged(doc []byte) (valid bool, depth int) {
	d := jsontext.NewDecoder(bytes.NewReader(doc), jsontext.AllowDuplicateNames(true))
	values := 0
	for {
		_, err := d.ReadToken()
		if err == io.EOF {
			return values == 1, depth
		}
		if err != nil {
			return false, depth
		}
		depth = max(depth, d.StackDepth())
		if d.StackDepth() == 0 {
			values++
		}
	}
}

func seeds(f *testing.F) {
	for _, s := range []string{
		`null`, `true`, `0`, `-0`, `1.5e-3`, `"a"`, `"\u00e9\ud83d\ude00"`, `"\ud800"`, `"\ud800\u0041"`, "\"\xff\"", "\"\x00\"", `[]`, `[1,]`, `{}`, `{"a":1,"a":2}`,
		`{"a":{"b":[1,2,{"c":null}]}}`, `01`, `1.`, `.5`, `+1`, `1e`, `nul`, `NaN`, `"`, `"\`, `"\u12`, `[`, `{"a"`, ` 1 `, "1\x00", "\ufeff1", `1 2`, `1}`, `1},{"y":2`,
		strings.Repeat("[", 63) + strings.Repeat("]", 63), strings.Repeat("[", 64) + strings.Repeat("]", 64),
	} {
		f.Add([]byte(s))
	}
	files, _ := filepath.Glob("../../shared/suites/json-parsing/test_parsing/*.json")
	if len(files) == 0 {
		f.Log("the JSON parsing suite is not beside the repository: the table above is all there is to start from")
	}
	for _, file := range files {
		if doc, err := os.ReadFile(file); err == nil && len(doc) < 4096 {
			f.Add(doc)
		}
	}
}

// Law: the cursor takes exactly the documents that jsontext takes, up to its limit of depth.
func FuzzCursorAgainstJSONText(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, doc []byte) {
		if len(doc) > 1<<19 {
			return
		}
		valid, depth := judged(doc)
		want := valid && depth < maxDepth
		require.Equal(t, want, skips(doc), "jsontext: valid %v, depth %d: %q", valid, depth, doc)
	})
}

// Law: what the cursor takes, encoding/json takes; what encoding/json takes and the cursor does not is broken Unicode or
// too deep.
func FuzzCursorAgainstEncodingJSON(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, doc []byte) {
		if len(doc) > 1<<19 {
			return
		}
		// A document that closes the object around it is another document.
		_, depth := judged(doc)
		if skips(doc) {
			require.True(t, json.Valid(doc), "%q", doc)
			return
		}
		if json.Valid(doc) && depth < maxDepth {
			require.True(t, !utf8.Valid(doc) || bytes.Contains(doc, []byte(`\u`)), "refused though valid: %q", doc)
		}
	})
}

// Law: a string that both take is the same text.
func FuzzStrings(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, doc []byte) {
		d := jsontext.NewDecoder(bytes.NewReader(doc))
		token, err := d.ReadToken()
		if err != nil || token.Kind() != '"' {
			return
		}
		want := token.String()
		if _, err := d.ReadToken(); err != io.EOF {
			return
		}
		c := codec.Open(within(doc))
		var got, bytesRead string
		for c.Object(); c.Field(); {
			got = c.String()
		}
		require.NoError(t, c.Close(), "%q", doc)
		b := codec.Open(within(doc))
		for b.Object(); b.Field(); {
			bytesRead = string(b.Bytes())
		}
		require.NoError(t, b.Close())
		require.Equal(t, want, got)
		require.Equal(t, want, bytesRead)
	})
}

// Law: an integer is taken if and only if the literal is a number of JSON, its exact value is whole and fits, and it does
// not need more than 400 digits (T3, J11).
func FuzzIntegers(f *testing.F) {
	for _, s := range []string{"0", "-0", "5.0", "1e3", "1e-3", "1000e-3", "9223372036854775807", "9223372036854775808", "-9223372036854775808.0", "1e400", "1e401", "0e999999999", "12345678901234567890e-5", "1.5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, literal string) {
		if len(literal) > 300 || !json.Valid([]byte(literal)) || strings.TrimSpace(literal) != literal || literal[0] != '-' && (literal[0] < '0' || literal[0] > '9') {
			return
		}
		if i := strings.IndexAny(literal, "eE"); i >= 0 && len(strings.TrimLeft(literal[i+1:], "+-0")) > 3 {
			return // too large an exponent for the judge; the cursor's own tests hold those
		}
		exact, ok := new(big.Rat).SetString(literal)
		require.True(t, ok)
		c := codec.Open(within([]byte(literal)))
		var got int64
		for c.Object(); c.Field(); {
			got = c.Int64()
		}
		err := c.Close()
		if exact.IsInt() && exact.Num().IsInt64() {
			require.NoError(t, err, literal)
			require.Equal(t, exact.Num().Int64(), got, literal)
		} else {
			require.Error(t, err, literal)
		}
	})
}
