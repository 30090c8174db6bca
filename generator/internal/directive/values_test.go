package directive_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	. "github.com/toolgen/toolgen/generator/internal/directive"
)

// value is a default with the given text, as collect reads it by a target's type.
func value(t *testing.T, source string) Entry {
	t.Helper()
	return entry(t, "//tool:default="+source, OnParam, "default")
}

func TestBool(t *testing.T) {
	for source, want := range map[string]bool{"true": true, "false": false, `"true"`: true} {
		got, problem := value(t, source).Bool()
		require.Nil(t, problem, source)
		require.Equal(t, want, got, source)
	}
	got, problem := entry(t, "//tool:optional", OnParam, "optional").Bool()
	require.Nil(t, problem)
	require.True(t, got, "a bare flag")

	for _, source := range []string{"1", "0", "yes", "True", "t", `""`} {
		_, problem := value(t, source).Bool()
		require.NotNil(t, problem, source)
		require.Equal(t, CodeValue, problem.Code)
	}
}

func TestInt(t *testing.T) {
	for source, want := range map[string]int64{"0": 0, "-5": -5, "9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64} {
		got, problem := value(t, source).Int()
		require.Nil(t, problem, source)
		require.Equal(t, want, got)
	}
	for _, source := range []string{"5.0", "1e3", "01", "+1", "-0", "0x10", "1_000", "9223372036854775808", "x", `""`, "1,2"} {
		_, problem := value(t, source).Int()
		require.NotNil(t, problem, source)
	}
}

func TestSize(t *testing.T) {
	for source, want := range map[string]int64{
		"0": 0, "4096": 4096, "1KiB": 1 << 10, "64MiB": 64 << 20, "2GiB": 2 << 30, "1TiB": 1 << 40,
		"9223372036854775807": math.MaxInt64, "8589934591GiB": 8589934591 << 30,
	} {
		got, problem := value(t, source).Size()
		require.Nil(t, problem, source)
		require.Equal(t, want, got, source)
	}
	for _, source := range []string{"KiB", "-1", "1.5MiB", "1KB", "1MB", "1K", "1 MiB", "1kib", "9223372036854775808", "8589934592GiB", `""`} {
		if source == "1 MiB" {
			source = `"1 MiB"`
		}
		_, problem := value(t, source).Size()
		require.NotNil(t, problem, source)
	}
}

func TestDuration(t *testing.T) {
	for source, want := range map[string]time.Duration{"250ms": 250 * time.Millisecond, "1h30m": 90 * time.Minute, "-2s": -2 * time.Second, "0": 0} {
		got, problem := value(t, source).Duration()
		require.Nil(t, problem, source)
		require.Equal(t, want, got)
	}
	for source, fix := range map[string]string{"30": "write a unit: 30s", "1d": "write it as 250ms, 30s or 1h30m", `"1 h"`: "write it as 250ms, 30s or 1h30m"} {
		_, problem := value(t, source).Duration()
		require.NotNil(t, problem, source)
		require.Equal(t, fix, problem.Fix)
	}
}

func TestText(t *testing.T) {
	for source, want := range map[string]string{
		"a":             "a",
		"a,b":           "a,b",
		`"a b"`:         "a b",
		"`a\\b`":        `a\b`,
		`""`:            "",
		`"\u5929\n"`:    "天\n",
		`{"a": [1, 2]}`: `{"a": [1, 2]}`,
		`["a", "b"]`:    `["a", "b"]`,
		`a"b`:           `a"b`,
		"it's":          "it's",
	} {
		got, problem := value(t, source).Text()
		require.Nil(t, problem, source)
		require.Equal(t, want, got, source)
	}
	_, problem := value(t, `a,"b c"`).Text()
	require.NotNil(t, problem)
	require.Equal(t, CodeQuoting, problem.Code)
}

func TestList(t *testing.T) {
	for source, want := range map[string][]string{
		"a":                 {"a"},
		"a,b,c":             {"a", "b", "c"},
		`"a b",c`:           {"a b", "c"},
		`a,"b,c",d`:         {"a", "b,c", "d"},
		`"a,b"`:             {"a,b"},
		"`a b`,`c\\d`":      {"a b", `c\d`},
		`"",a`:              {"", "a"},
		`""`:                {""},
		"4abc,1e5,true":     {"4abc", "1e5", "true"},
		"https://h?a=b#c,x": {"https://h?a=b#c", "x"},
		`"a|b",c`:           {"a|b", "c"},
		"天,气":               {"天", "气"},
		"[a],{b}":           {"[a]", "{b}"},
	} {
		require.Equal(t, want, words(t, value(t, source)), source)
	}
	for _, source := range []string{"a,", ",a", "a,,b", "a|b", `["a","b"]`, "[]", "a,'b'", "a,“b”"} {
		_, problem := value(t, source).List()
		require.NotNil(t, problem, source)
		require.Equal(t, CodeQuoting, problem.Code)
	}
}

// Every item of a list knows where it stands.
func TestListPlaces(t *testing.T) {
	const comment = "//tool:param kind enum=low,\"very high\",`x`"
	list, problem := entry(t, comment, OnFunc, "enum").List()
	require.Nil(t, problem)
	var sources []string
	for _, w := range list {
		sources = append(sources, comment[w.Start:w.End])
	}
	require.Equal(t, []string{"low", `"very high"`, "`x`"}, sources)
}

// List is also of use for a word that no line holds.
func TestListOfAWord(t *testing.T) {
	list, problem := Entry{Value: Word{Text: `a,"b c"`, Start: 10, End: 17}}.List()
	require.Nil(t, problem)
	require.Equal(t, []Word{{Text: "a", Start: 10, End: 11}, {Text: "b c", Start: 12, End: 17, Quoted: true}}, list)

	for _, text := range []string{`"a"b`, `"a`, "a b\"", `a,"\d"`} {
		_, problem = Entry{Value: Word{Text: text}}.List()
		if text != "a b\"" {
			require.NotNil(t, problem, text)
		}
	}
}

func TestOneOf(t *testing.T) {
	got, problem := entry(t, "//tool:access=admin", OnFunc, "access").OneOf()
	require.Nil(t, problem)
	require.Equal(t, "admin", got)
}
