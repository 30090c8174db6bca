package diag_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/generator/internal/diag"
)

// sources is a tree of files for excerpts.
type sources map[string]string

func (s sources) read(file string) ([]byte, error) {
	if text, found := s[file]; found {
		return []byte(text), nil
	}
	return nil, fs.ErrNotExist
}

func text(t *testing.T, p diag.Printer, list ...diag.Diagnostic) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, p.Text(&b, list))
	return b.String()
}

// three is an error with everything, a warning with little, and one of the run as a whole.
var three = []diag.Diagnostic{
	{
		Code: "K4", Message: "access is set twice",
		Range:   diag.Range{File: "/src/weather/forecast.go", Line: 4, Col: 8, EndLine: 4, EndCol: 21},
		Fix:     "keep one of them:\n//tool:access=public",
		Related: []diag.Related{{Range: diag.Range{File: "/src/weather/other.go", Line: 1, Col: 1}, Message: "first set here"}},
		Package: "example.com/weather",
	},
	{Code: "F5", Severity: diag.Warning, Message: "no context: a timeout cannot stop it, 100%", Range: diag.Range{File: "/elsewhere/a,b:c.go", Line: 7}},
	{Code: "G1", Message: "no package matches ./x", Package: "example.com/x"},
}

var tree = sources{
	"/src/weather/forecast.go": "package weather\n\n// Forecast is.\n//tool:access=trusted\nfunc Forecast() {}\n",
	"/src/weather/other.go":    "//tool:access=public\r\npackage weather\r\n",
}

func TestText(t *testing.T) {
	require.Equal(t, `weather/forecast.go:4:8: error: access is set twice [K4]
    4 | //tool:access=trusted
      |        ^^^^^^^^^^^^^
  weather/other.go:1:1: first set here
    1 | //tool:access=public
      | ^
  fix: keep one of them:
       //tool:access=public

/elsewhere/a,b:c.go:7: warning: no context: a timeout cannot stop it, 100% [F5]

example.com/x: error: no package matches ./x [G1]
`, text(t, diag.Printer{Dir: "/src", Source: tree.read}, three...))
}

func TestTextWithoutSource(t *testing.T) {
	want := `/src/weather/forecast.go:4:8: error: access is set twice [K4]
  /src/weather/other.go:1:1: first set here
  fix: keep one of them:
       //tool:access=public
`
	require.Equal(t, want, text(t, diag.Printer{}, three[0]))
	require.Equal(t, want, text(t, diag.Printer{Source: sources{}.read}, three[0]))
	require.Equal(t, "", text(t, diag.Printer{}))
	require.Equal(t, "toolgen: error: no [G1]\n", text(t, diag.Printer{}, diag.Diagnostic{Code: "G1", Message: "no"}))
}

// The column is a byte column; the carets stand where a terminal shows those bytes.
func TestTextExcerpt(t *testing.T) {
	long := strings.Repeat("a", 100) + "BAD" + strings.Repeat("z", 200)
	for name, c := range map[string]struct {
		line     string
		from, to string // the range begins with the first and ends with the other
		want     string
	}{
		"a word":                    {`//tool:name=x acess=y`, "acess", "acess", "//tool:name=x acess=y\n              ^^^^^\n"},
		"tabs before":               {"\t\tmin int", "min", "min", "        min int\n        ^^^\n"},
		"tab after text":            {"ab\tmin", "min", "min", "ab  min\n    ^^^\n"},
		"tab inside":                {"x\ty z", "x", "y", "x   y z\n^^^^^\n"},
		"wide before":               {`//tool:name=天气 x`, "x", "x", "//tool:name=天气 x\n                 ^\n"},
		"wide inside":               {`name=天气`, "天", "气", "name=天气\n     ^^^^\n"},
		"combining before":          {"e\u0301 x", "x", "x", "e\u0301 x\n  ^\n"},
		"combining inside":          {"e\u0301 x", "e", "\u0301", "e\u0301 x\n^\n"},
		"half-width":                {"ｱ x", "x", "x", "ｱ x\n  ^\n"},
		"no-break space":            {"a\u00a0b", "\u00a0", "\u00a0", "a\u00a0b\n ^\n"},
		"zero width is shown":       {"a\u200bb", "\u200b", "\u200b", "a\uFFFDb\n ^\n"},
		"control and bidi disarmed": {"a\x1b[31m\u202eb", "b", "b", "a\uFFFD[31m\uFFFDb\n       ^\n"},
		"invalid UTF-8":             {"a\xff\xfeb", "b", "b", "a\uFFFD\uFFFDb\n   ^\n"},
		"a real U+FFFD":             {"a\uFFFDb", "b", "b", "a\uFFFDb\n  ^\n"},
		"long, caret far right":     {long, "BAD", "BAD", "…" + strings.Repeat("a", 40) + "BAD" + strings.Repeat("z", 75) + "…\n" + strings.Repeat(" ", 41) + "^^^\n"},
		"long, caret at the left":   {"BAD" + long, "BAD", "BAD", "BAD" + strings.Repeat("a", 100) + "BAD" + strings.Repeat("z", 13) + "…\n^^^\n"},
	} {
		t.Run(name, func(t *testing.T) {
			start := strings.Index(c.line, c.from)
			end := start + strings.Index(c.line[start:], c.to) + len(c.to)
			d := diag.Diagnostic{Code: "K1", Message: "m", Range: diag.Range{File: "f.go", Line: 2, Col: start + 1, EndLine: 2, EndCol: end + 1}}
			shown := text(t, diag.Printer{Source: sources{"f.go": "x\n" + c.line + "\n"}.read}, d)
			line, carets, _ := strings.Cut(c.want, "\n")
			require.Equal(t, "f.go:2:"+itoa(start+1)+": error: m [K1]\n    2 | "+line+"\n      | "+carets, shown)
		})
	}
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

// Ranges that do not fit the file still print, with one caret at least or without an excerpt.
func TestTextOddRanges(t *testing.T) {
	p := diag.Printer{Source: sources{"f.go": "one\ntwo\n"}.read}
	for name, c := range map[string]struct {
		r    diag.Range
		want string
	}{
		"start only":         {diag.Range{File: "f.go", Line: 2, Col: 2}, "    2 | two\n      |  ^\n"},
		"over two lines":     {diag.Range{File: "f.go", Line: 1, Col: 2, EndLine: 2, EndCol: 1}, "    1 | one\n      |  ^^\n"},
		"at the end":         {diag.Range{File: "f.go", Line: 1, Col: 4}, "    1 | one\n      |    ^\n"},
		"past the end":       {diag.Range{File: "f.go", Line: 1, Col: 40, EndLine: 1, EndCol: 50}, "    1 | one\n      |    ^\n"},
		"end before start":   {diag.Range{File: "f.go", Line: 1, Col: 2, EndLine: 1, EndCol: 1}, "    1 | one\n      |  ^\n"},
		"line past the file": {diag.Range{File: "f.go", Line: 9, Col: 1}, ""},
		"no column":          {diag.Range{File: "f.go", Line: 1}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, excerpt, _ := strings.Cut(text(t, p, diag.Diagnostic{Code: "K1", Message: "m", Range: c.r}), "\n")
			require.Equal(t, c.want, excerpt)
		})
	}
}

// A message is one line whatever it quotes, and cannot steer the terminal.
func TestTextMessageIsOneLine(t *testing.T) {
	require.Equal(t, "toolgen: error: a b c\uFFFD[0m [K1]\n  fix: \tx\uFFFD\n", text(t, diag.Printer{},
		diag.Diagnostic{Code: "K1", Message: "a\nb\tc\x1b[0m", Fix: "\tx\x1b\n"}))
}

func TestTextNames(t *testing.T) {
	for _, c := range []struct{ dir, file, want string }{
		{"/src", "/src/a/b.go", "a/b.go"},
		{"/src/", "/src/b.go", "b.go"},
		{"/src", "/srcs/b.go", "/srcs/b.go"},
		{"/src/a", "/src/b.go", "/src/b.go"},
		{"/src", "b.go", "b.go"},
		{"", "/src/b.go", "/src/b.go"},
		{".", "a/b.go", "a/b.go"},
	} {
		d := diag.Diagnostic{Code: "K1", Message: "m", Range: diag.Range{File: c.file}}
		require.Equal(t, c.want+": error: m [K1]\n", text(t, diag.Printer{Dir: c.dir}, d), c)
	}
}

func TestTextReadsAFileOnce(t *testing.T) {
	reads := 0
	p := diag.Printer{Source: func(string) ([]byte, error) { reads++; return nil, errors.New("gone") }}
	at := diag.Range{File: "f.go", Line: 1, Col: 1}
	text(t, p, diag.Diagnostic{Range: at, Related: []diag.Related{{Range: at}}}, diag.Diagnostic{Range: at})
	require.Equal(t, 1, reads)
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, diag.Printer{Dir: "/src"}.JSON(&b, three))
	require.Equal(t, `{
  "diagnostics": [
    {
      "code": "K4",
      "severity": "error",
      "message": "access is set twice",
      "fix": "keep one of them:\n//tool:access=public",
      "package": "example.com/weather",
      "file": "weather/forecast.go",
      "line": 4,
      "column": 8,
      "endLine": 4,
      "endColumn": 21,
      "related": [
        {
          "message": "first set here",
          "file": "weather/other.go",
          "line": 1,
          "column": 1
        }
      ]
    },
    {
      "code": "F5",
      "severity": "warning",
      "message": "no context: a timeout cannot stop it, 100%",
      "file": "/elsewhere/a,b:c.go",
      "line": 7
    },
    {
      "code": "G1",
      "severity": "error",
      "message": "no package matches ./x",
      "package": "example.com/x"
    }
  ]
}
`, b.String())
	require.True(t, json.Valid(b.Bytes()))

	b.Reset()
	require.NoError(t, diag.Printer{}.JSON(&b, nil))
	require.Equal(t, "{\n  \"diagnostics\": []\n}\n", b.String())
}

func TestGitHub(t *testing.T) {
	var b strings.Builder
	require.NoError(t, diag.Printer{Dir: "/src"}.GitHub(&b, append(three, diag.Diagnostic{
		Code: "K1", Message: "two\r\nlines", Range: diag.Range{File: "/src/a.go", Line: 1, Col: 2, EndLine: 3, EndCol: 4}})))
	require.Equal(t, strings.Join([]string{
		`::error file=weather/forecast.go,line=4,col=8,endLine=4,endColumn=21,title=K4::access is set twice%0Aweather/other.go:1:1: first set here%0Afix: keep one of them:%0A//tool:access=public`,
		`::warning file=/elsewhere/a%2Cb%3Ac.go,line=7,title=F5::no context: a timeout cannot stop it, 100%25`,
		`::error title=G1::no package matches ./x`,
		`::error file=a.go,line=1,col=2,endLine=3,title=K1::two%0D%0Alines`,
		``,
	}, "\n"), b.String())
}

// failing fails every write.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestPrintersReportWriteErrors(t *testing.T) {
	p := diag.Printer{}
	require.EqualError(t, p.Text(failing{}, three), "full")
	require.EqualError(t, p.JSON(failing{}, three), "full")
	require.EqualError(t, p.GitHub(failing{}, three), "full")
}

// Law: whatever the source and the range, Text does not panic and prints carets exactly where the range is on the line.
func FuzzText(f *testing.F) {
	f.Add("\t天 e\u0301 x", 2, 5)
	f.Add(strings.Repeat("天", 100), 150, 160)
	f.Fuzz(func(t *testing.T, line string, col, end int) {
		p := diag.Printer{Source: sources{"f.go": line}.read}
		out := text(t, p, diag.Diagnostic{Code: "K1", Message: "m", Range: diag.Range{File: "f.go", Line: 1, Col: col, EndLine: 1, EndCol: end}})
		lines := strings.Split(out, "\n")
		if first, _, _ := strings.Cut(line, "\n"); line == "" || col < 1 || strings.HasPrefix(first, "\r") {
			return
		}
		require.Len(t, lines, 4)
		require.NotEmpty(t, strings.Trim(lines[2], " |"), "no caret")
		require.Empty(t, strings.Trim(lines[2], " |^"))
	})
}

func ExamplePrinter_Text() {
	p := diag.Printer{Source: func(string) ([]byte, error) { return []byte("//tool:name=f acess=public\nfunc F() {}\n"), nil }}
	_ = p.Text(os.Stdout, []diag.Diagnostic{{
		Code:    "K1",
		Range:   diag.Range{File: "f.go", Line: 1, Col: 15, EndLine: 1, EndCol: 27},
		Message: "unknown key acess; did you mean access?",
		Fix:     "//tool:name=f access=public",
	}})
	// Output:
	// f.go:1:15: error: unknown key acess; did you mean access? [K1]
	//     1 | //tool:name=f acess=public
	//       |               ^^^^^^^^^^^^
	//   fix: //tool:name=f access=public
}
