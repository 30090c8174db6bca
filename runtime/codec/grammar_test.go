package codec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// grammar is the language of RFC 8259 and our own rules beside it, in small pieces. A text is judged twice: read by kind, and
// skipped. Where the two differ on purpose, only says which one refuses.
var grammar = []struct {
	name string
	text string
	only string // "" both accept; "both" both refuse; "read" only the reader by kind refuses
}{
	{"literals", `[true,false,null]`, ""},
	{"J3 literal cut", `[tru]`, "both"},
	{"J3 literal in capitals", `[True]`, "both"},
	{"J3 literal and more", `[nullx]`, "both"},
	{"J3 literal at the end", `n`, "both"},
	{"empty array", `[]`, ""},
	{"empty array, blanks", "[ \t\r\n]", ""},
	{"empty object", `{}`, ""},
	{"empty object, blanks", "{ \t\r\n}", ""},
	{"blanks everywhere", " { \"a\" : [ 1 , 2 ] , \"b\" : { } } ", ""},
	{"J3 no-break space", "[1,\u00a02]", "both"},
	{"J3 form feed", "[\f]", "both"},
	{"J3 byte order mark", "\ufeff[]", "both"},
	{"J3 nothing", ``, "both"},
	{"J3 two values", `1 2`, "both"},
	{"J3 trailing text", `{} x`, "both"},
	{"J3 trailing comma in array", `[1,]`, "both"},
	{"J3 trailing comma in object", `{"a":1,}`, "both"},
	{"J3 leading comma in array", `[,1]`, "both"},
	{"J3 leading comma in object", `{,"a":1}`, "both"},
	{"J3 two commas", `[1,,2]`, "both"},
	{"J3 lone comma", `[,]`, "both"},
	{"J3 no comma in array", `[1 2]`, "both"},
	{"J3 no comma in object", `{"a":1 "b":2}`, "both"},
	{"J3 no colon", `{"a" 1}`, "both"},
	{"J3 two colons", `{"a"::1}`, "both"},
	{"J3 comma for colon", `{"a",1}`, "both"},
	{"J3 no value", `{"a":}`, "both"},
	{"J3 key only", `{"a"}`, "both"},
	{"J3 key no string", `{1:1}`, "both"},
	{"J3 key bare", `{a:1}`, "both"},
	{"J3 key in single quotes", `{'a':1}`, "both"},
	{"J3 comment", `[1/*one*/]`, "both"},
	{"J3 line comment", "[1]//one", "both"},
	{"J3 array not closed", `[1`, "both"},
	{"J3 object not closed", `{"a":1`, "both"},
	{"J3 closed by the other bracket", `[1}`, "both"},
	{"J3 closed by the other brace", `{"a":1]`, "both"},
	{"J3 closed twice", `[]]`, "both"},
	{"J3 nested, wrong order", `[{"a":[1}]]`, "both"},
	{"J3 deep, not closed", `[{"a":[`, "both"},
	{"J4 duplicate key", `{"a":1,"a":2}`, "read"},
	{"J4 duplicate key, escaped", `{"a":1,"\u0061":2}`, "read"},
	{"J4 duplicate key, deep", `[{"b":{"a":1,"a":1}}]`, "read"},
	{"same key in two objects", `[{"a":1},{"a":1}]`, ""},
	{"keys differ in case", `{"a":1,"A":1}`, ""},
	{"empty key", `{"":1}`, ""},
	{"J7 UTF-8", `["é","日本語","𝄞"]`, ""},
	{"J7 continuation byte alone", "[\"\x81\"]", "both"},
	{"J7 sequence cut", "[\"\xe6\x97\"]", "both"},
	{"J7 overlong", "[\"\xc0\xaf\"]", "both"},
	{"J7 surrogate as UTF-8", "[\"\xed\xa0\x80\"]", "both"},
	{"J7 beyond Unicode", "[\"\xf4\xbf\xbf\xbf\"]", "both"},
	{"J7 0xFF", "[\"\xff\"]", "both"},
	{"J7 in a key", "{\"\xff\":1}", "both"},
	{"J7 after eight bytes", "[\"abcdefgh\xff\"]", "both"},
	{"J7 beside an escape", "[\"\\n\xff\"]", "both"},
	{"J7 outside a string", "[\xff]", "both"},
	{"J7 pair", `["\ud834\udd1e"]`, ""},
	{"J7 pair in capitals", `["\uD834\uDD1E"]`, ""},
	{"J7 high surrogate alone", `["\ud834"]`, "both"},
	{"J7 high surrogate and text", `["\ud834abc"]`, "both"},
	{"J7 high surrogate and escape", `["\ud834\n"]`, "both"},
	{"J7 high surrogate twice", `["\ud834\ud834"]`, "both"},
	{"J7 high surrogate and BMP", `["\ud834\u0041"]`, "both"},
	{"J7 low surrogate alone", `["\udd1e"]`, "both"},
	{"J7 pair the wrong way round", `["\udd1e\ud834"]`, "both"},
	{"J7 lone surrogate in a key", `{"\ud834":1}`, "both"},
	{"J7 noncharacters are text", `["\uffff\ufffe\ufdd0"]`, ""},
	{"J8 newline", "[\"a\nb\"]", "both"},
	{"J8 tab", "[\"\t\"]", "both"},
	{"J8 NUL", "[\"\x00\"]", "both"},
	{"J8 NUL after eight bytes", "[\"abcdefgh\x00\"]", "both"},
	{"J8 0x1F", "[\"\x1f\"]", "both"},
	{"J8 in a key", "{\"a\nb\":1}", "both"},
	{"J8 DEL is text", "[\"\x7f\"]", ""},
	{"escapes", `["\"\\\/\b\f\n\r\t\u0000\u00e9\uABCD\uabcd"]`, ""},
	{"J3 unknown escape", `["\x41"]`, "both"},
	{"J3 capital escape", `["\N"]`, "both"},
	{"J3 escape cut", `["\`, "both"},
	{"J3 escaped quote at the end", `["\"`, "both"},
	{"J3 hex cut", `["\u12"]`, "both"},
	{"J3 hex wrong", `["\u12G4"]`, "both"},
	{"J3 hex capital U", `["\U0041"]`, "both"},
	{"J3 string not closed", `["abc`, "both"},
	{"J3 string not closed, long", `["abcdefghijklmnop`, "both"},
	{"J3 single quotes", `['a']`, "both"},
	{"J10 integers", `[0,-0,1,-1,10,1234567890]`, ""},
	{"J10 fractions", `[0.0,-0.5,1.25,10.00]`, ""},
	{"J10 exponents", `[1e0,1E5,1e+5,1e-5,1.5e3,0e0,-0E-0]`, ""},
	{"J10 plus", `[+1]`, "both"},
	{"J10 leading zero", `[01]`, "both"},
	{"J10 leading zero, negative", `[-01]`, "both"},
	{"J10 two zeros", `[00]`, "both"},
	{"J10 point first", `[.5]`, "both"},
	{"J10 minus point", `[-.5]`, "both"},
	{"J10 point last", `[1.]`, "both"},
	{"J10 point and exponent", `[1.e1]`, "both"},
	{"J10 exponent empty", `[1e]`, "both"},
	{"J10 exponent sign only", `[1e+]`, "both"},
	{"J10 exponent fraction", `[1e1.5]`, "both"},
	{"J10 minus only", `[-]`, "both"},
	{"J10 two minuses", `[--1]`, "both"},
	{"J10 hex", `[0x10]`, "both"},
	{"J10 underscore", `[1_000]`, "both"},
	{"J10 NaN", `[NaN]`, "both"},
	{"J10 Infinity", `[-Infinity]`, "both"},
	{"J10 fullwidth digit", `[１]`, "both"},
	{"J11 huge exponent", `[1e999999999999]`, "read"},
	{"J11 tiny exponent", `[1e-999999999999]`, ""},
	{"J9 64 deep", strings.Repeat("[", 64) + strings.Repeat("]", 64), ""},
	{"J9 65 deep", strings.Repeat("[", 65) + strings.Repeat("]", 65), "both"},
	{"J9 64 deep, objects", strings.Repeat(`{"a":`, 63) + "{}" + strings.Repeat("}", 63), ""},
	{"J9 65 deep, objects", strings.Repeat(`{"a":`, 64) + "{}" + strings.Repeat("}", 64), "both"},
	{"J9 65 deep, not closed", strings.Repeat("[", 65), "both"},
	{"J12 escaped key", `{"\u006eame":1}`, ""},
}

func TestGrammar(t *testing.T) {
	for _, row := range grammar {
		t.Run(row.name, func(t *testing.T) {
			_, read := readDocument([]byte(row.text))
			skipped := skipDocument([]byte(row.text))
			require.Equal(t, row.only != "", read != nil, "read: %v", read)
			require.Equal(t, row.only == "both", skipped != nil, "skipped: %v", skipped)

			// The same inside an object, as arguments are.
			wrapped := []byte(`{"x":` + row.text + `}`)
			if row.only == "" && strings.HasPrefix(row.name, "J9") {
				return // one deeper
			}
			c := Open(wrapped)
			readAny(&c)
			require.Equal(t, row.only != "", c.Close() != nil)
		})
	}
}

// TestSuite judges by nst/JSONTestSuite. The expected verdicts for i_ files are those of encoding/json v2 (schema.md section 9), except
// for the depth limit, which is ours (J9).
func TestSuite(t *testing.T) {
	folder := filepath.Join("..", "..", "..", "shared", "suites", "json-parsing", "test_parsing")
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Skip("the suite is not beside the repository:", err)
	}
	refused := map[string]bool{ // y_ files that we refuse
		"y_object_duplicated_key.json":           true, // J4
		"y_object_duplicated_key_and_value.json": true, // J4
	}
	accepted := map[string]bool{ // i_ files that we accept
		"i_number_double_huge_neg_exp.json":   true,
		"i_number_real_underflow.json":        true,
		"i_number_too_big_neg_int.json":       true,
		"i_number_too_big_pos_int.json":       true,
		"i_number_very_big_negative_int.json": true,
	}
	counts := map[string]int{}
	for _, entry := range entries {
		name := entry.Name()
		text, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		counts[name[:2]]++
		want := strings.HasPrefix(name, "y_") && !refused[name] || accepted[name]
		_, got := readDocument(text)
		require.Equal(t, want, got == nil, "%s: %v", name, got)

		// Skipping does not look for duplicate keys and numbers out of range.
		if !refused[name] && !strings.HasPrefix(name, "i_number") {
			got = skipDocument(text)
			require.Equal(t, want, got == nil, "%s, skipped: %v", name, got)
		}
	}
	require.Equal(t, map[string]int{"y_": 95, "n_": 188, "i_": 35}, counts)
}
