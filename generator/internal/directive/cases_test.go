package directive_test

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/toolgen/toolgen/generator/internal/directive"
)

// The cases of the corpus (kinds directive and gofmt) that a single line decides. The rest need syntax trees or types
// and are tests of the collect room: G02 misplaced, G12 and G21 across lines, G13 detached, G17 constants.
//
// Where a case differs from DESIGN.md, the design wins: G07 separates a list's items with bars, the language with
// commas, so the case's line is refused with the line to paste, and that line has the values the case asks for.

// words are the texts of a list.
func words(t *testing.T, e Entry) (texts []string) {
	t.Helper()
	list, problem := e.List()
	require.Nil(t, problem)
	for _, w := range list {
		texts = append(texts, w.Text)
	}
	return texts
}

// entry returns one key of a line that must parse without problems.
func entry(t *testing.T, comment string, at Target, key string) Entry {
	t.Helper()
	line, problems := Parse(comment, at)
	require.Empty(t, problems)
	i := slices.IndexFunc(line.Entries, func(e Entry) bool { return e.Key.Text == key })
	require.GreaterOrEqual(t, i, 0, "no key %s", key)
	return line.Entries[i]
}

func TestCaseG03(t *testing.T) {
	const source = `package p

//tool:name=add description="adds"
// Add adds numbers.
//tool:param a min=1
// More text.
func Add(a int) int { return a }
`
	formatted, err := format.Source([]byte(source))
	require.NoError(t, err)
	require.NotEqual(t, source, string(formatted), "gofmt moves the lines")
	require.Equal(t, directives(t, source), directives(t, string(formatted)), "their order and text stay")
}

// directives are the //tool: lines of the only function, parsed.
func directives(t *testing.T, source string) (lines []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments)
	require.NoError(t, err)
	for _, comment := range file.Decls[0].(*ast.FuncDecl).Doc.List {
		if Is(comment.Text) {
			line, problems := Parse(comment.Text, OnFunc)
			require.Empty(t, problems)
			lines = append(lines, line.String())
		}
	}
	return lines
}

func TestCaseG07(t *testing.T) {
	_, problems := Parse("//tool:param kind enum=one|two|4abc|1e5|true", OnFunc)
	require.Len(t, problems, 1)
	require.Equal(t, "//tool:param kind enum=one,two,4abc,1e5,true", problems[0].Fix)

	e := entry(t, problems[0].Fix, OnFunc, "enum")
	require.Equal(t, []string{"one", "two", "4abc", "1e5", "true"}, words(t, e), "text, whatever it looks like")
}

func TestCaseG08(t *testing.T) {
	raw, problem := entry(t, "//tool:param id pattern=`^[a-z0-9]{4,8}(,[a-z]+)*$`", OnFunc, "pattern").Text()
	require.Nil(t, problem)
	require.Equal(t, "^[a-z0-9]{4,8}(,[a-z]+)*$", raw)

	quoted, problem := entry(t, `//tool:param z pattern="^\\d{2,}$"`, OnFunc, "pattern").Text()
	require.Nil(t, problem)
	require.Equal(t, `^\d{2,}$`, quoted)

	bare, problem := entry(t, "//tool:param id pattern=^[a-z0-9]{4,8}(,[a-z]+)*$ min=4", OnFunc, "pattern").Text()
	require.Nil(t, problem)
	require.Equal(t, "^[a-z0-9]{4,8}(,[a-z]+)*$", bare, "quotes are needed for blanks alone")
}

func TestCaseG10(t *testing.T) {
	text, problem := entry(t, `//tool:name=f description="say \"hi\", then a,b=c"`, OnFunc, "description").Text()
	require.Nil(t, problem)
	require.Equal(t, `say "hi", then a,b=c`, text)
}

func TestCaseG11(t *testing.T) {
	e := entry(t, "//tool:param u default=https://h:8080/p?a=b#c optional", OnFunc, "default")
	text, problem := e.Text()
	require.Nil(t, problem)
	require.Equal(t, "https://h:8080/p?a=b#c", text)
}

// G12 is two lines, each right by itself: the second is spelt with a blank and sets the same key.
func TestCaseG12(t *testing.T) {
	first := entry(t, `//tool:name=f description="one"`, OnFunc, "description")
	second := entry(t, "//tool:description two", OnFunc, "description")
	require.Equal(t, "one", first.Value.Text)
	require.Equal(t, "two", second.Value.Text)
}

func TestCaseG14(t *testing.T) {
	for _, line := range []string{`//tool:name=mul description="a \`, `//tool:name=mul description="a`, `//tool:name=mul \`} {
		_, problems := Parse(line, OnFunc)
		require.Len(t, problems, 1, line)
		require.Equal(t, CodeQuoting, problems[0].Code)
		require.Contains(t, problems[0].Fix, "gofmt")
	}
	_, near := NearMiss(`//   b"`)
	require.False(t, near)
}

func TestCaseG15(t *testing.T) {
	for _, other := range []string{"//nolint:unused", "//go:noinline", "// F does it.", "//", "//export F", "//line a.go:1"} {
		require.False(t, Is(other), other)
		_, near := NearMiss(other)
		require.False(t, near, other)
	}
}

func TestCaseG16(t *testing.T) {
	require.Equal(t, "f", entry(t, "//tool:name=f\r", OnFunc, "name").Value.Text)
	require.Equal(t, "a b", entry(t, "//tool:description=\"a b\"\r\n", OnFunc, "description").Value.Text)
}

// G18: only blanks and tabs separate. U+00A0 and U+3000, which Go's own parser takes for separators, are refused outside
// quotes, because nobody can see which of the two was typed.
func TestCaseG18(t *testing.T) {
	line, problems := Parse(`//tool:name=天气 description="天气查询 ☂"`, OnFunc)
	require.Len(t, problems, 1)
	require.Equal(t, CodeName, problems[0].Code)
	require.Equal(t, len("//tool:name="), problems[0].Start)
	require.Equal(t, len("//tool:name=天气"), problems[0].End)
	require.Equal(t, "天气查询 ☂", line.Entries[0].Value.Text)

	for _, space := range []string{"\u00a0", "\u3000", "\u2003", "\u0085"} {
		_, problems := Parse("//tool:name=f"+space+"readonly", OnFunc)
		require.Len(t, problems, 1)
		require.Equal(t, CodeCharacter, problems[0].Code)
		require.Equal(t, "//tool:name=f readonly", problems[0].Fix)

		text, problem := entry(t, `//tool:description="a`+space+`b"`, OnFunc, "description").Text()
		require.Nil(t, problem)
		require.Equal(t, "a"+space+"b", text, "inside quotes it is text")
	}

	_, problems = Parse("//tool:description=\"\xe5\xa4\"", OnFunc)
	require.Len(t, problems, 1)
	require.Equal(t, CodeCharacter, problems[0].Code)
}

func TestCaseG19(t *testing.T) {
	require.Equal(t, "f", entry(t, "//tool:name=f   \t", OnFunc, "name").Value.Text)
	require.Equal(t, "f", entry(t, "//tool:name   f\t", OnFunc, "name").Value.Text)
}

func TestCaseG21(t *testing.T) {
	_, problems := Parse("//tool:name=a name=b", OnFunc)
	require.Len(t, problems, 1)
	require.Equal(t, CodeTwice, problems[0].Code)
}

func TestCaseN07(t *testing.T) {
	_, problems := Parse("//tool:name=my tool!", OnFunc)
	require.NotEmpty(t, problems)
	require.NotEmpty(t, NameProblem("my tool!"))
	require.NotEmpty(t, NameProblem(strings.Repeat("a", 65)))
	require.NotEmpty(t, NameProblem("Übertool"))
}

func TestC24Names(t *testing.T) {
	for _, c := range []struct {
		name             string
		refused, advised bool
	}{
		{"a", false, false},
		{"get_forecast2", false, false},
		{strings.Repeat("a", 48), false, false},
		{strings.Repeat("a", 49), false, true},
		{strings.Repeat("a", 64), false, true},
		{strings.Repeat("a", 65), true, true},
		{"getForecast", false, true},
		{"get-forecast", false, true},
		{"_get", false, true},
		{"2get", false, true},
		{"", true, false},
		{"get.forecast", true, true},
		{"get forecast", true, true},
		{"gèt", true, true},
		{"a\x00", true, true},
		{"a\xff", true, true},
	} {
		require.Equal(t, c.refused, NameProblem(c.name) != "", "%q: %s", c.name, NameProblem(c.name))
		require.Equal(t, c.advised, NameAdvice(c.name) != "", "%q: %s", c.name, NameAdvice(c.name))
	}
}
