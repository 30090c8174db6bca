package doc

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// parsed is a source text with one function, and its parts.
type parsed struct {
	reader Reader
	file   *ast.File
	fn     *ast.FuncDecl
	index  *Index
}

func parse(t testing.TB, src string) parsed {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", "package a\n\n"+src+"\n", parser.ParseComments)
	require.NoError(t, err)
	tools := map[string]string{"Search": "search_docs", "GetForecast": "get_forecast", "Service.Save": "service_save"}
	p := parsed{reader: Reader{Fset: fset, Resolve: func(n string) string { return tools[n] }}, file: file, index: NewIndex(fset, file)}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			p.fn = fn
		}
	}
	return p
}

// subject is what the function's signature says.
func (p parsed) subject() Subject {
	s := Subject{Name: p.fn.Name.Name}
	for _, name := range namesOf(p.fn.Type.Params) {
		if name == "ctx" {
			s.Silent = append(s.Silent, name)
		} else {
			s.Params = append(s.Params, name)
		}
	}
	for _, name := range namesOf(p.fn.Type.Results) {
		if name != "err" {
			s.Results = append(s.Results, name)
		}
	}
	return s
}

func namesOf(list *ast.FieldList) (names []string) {
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

func (p parsed) read() Func { return p.reader.ReadFunc(p.fn.Doc, p.subject()) }

// read reads the comment of the function in src.
func read(t testing.TB, src string) Func {
	t.Helper()
	return parse(t, src).read()
}

func codes(problems []Problem) (codes []string) {
	for _, p := range problems {
		if !p.Warning {
			p.Code += "!"
		}
		codes = append(codes, p.Code)
	}
	return codes
}

func TestD2_Forms(t *testing.T) {
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			d := read(t, f.src)
			require.Equal(t, f.text, d.Description)
			if f.params == nil {
				f.params = map[string]string{}
			}
			require.Equal(t, f.params, d.Params)
			require.Equal(t, f.returns, d.Returns)
			if f.results == nil {
				f.results = map[string]string{}
			}
			require.Equal(t, f.results, d.Results)
			require.Equal(t, f.codes, codes(d.Warnings))
			for _, p := range d.Warnings {
				require.NotEmpty(t, p.Message)
				require.NotEmpty(t, p.Fix)
				require.Less(t, p.Pos, p.End)
			}
		})
	}
}

// TestD3_NothingLost: every word of a comment is in some output or in the line of a problem, apart from what introduces a
// section, the function's name, and types. Forms whose words are left out on purpose (D5, D10, D15, D16) do not count.
func TestD3_NothingLost(t *testing.T) {
	dropped := regexp.MustCompile(`^(notes to the authors|licence.*|directive.*|hidden.*|Kubernetes.*)$`)
	introducing := regexp.MustCompile(`(?i)^(parameters?|params?|args|arguments?|inputs|returns?|the|are|is|it|for|takes|following|none|search|status|getforecast|参数|返回|int|string|required|optional|ctx|cancellation)$`)
	links := regexp.MustCompile(`(?m)^\[.*\]: .*|\]\(\S*`)
	checked := 0
	for _, f := range forms {
		if dropped.MatchString(f.name) {
			continue
		}
		p := parse(t, f.src)
		d := p.read()
		outputs := fmt.Sprint(d.Description, d.Params, d.Returns, d.Results)
		for _, problem := range d.Warnings {
			line, _, _ := strings.Cut(f.src[p.reader.Fset.Position(problem.Pos).Offset-len("package a\n\n"):], "\n")
			outputs += " " + line
		}
		for _, word := range regexp.MustCompile(`\pL[\pL\pN]+`).FindAllString(links.ReplaceAllString(p.fn.Doc.Text(), ""), -1) {
			if !introducing.MatchString(word) {
				checked++
				require.Contains(t, strings.ToLower(outputs), strings.ToLower(word), f.name)
			}
		}
	}
	require.Greater(t, checked, 200)
}

func TestD2_Stale(t *testing.T) {
	p := parse(t, `// Search finds documents.
//
// Parameters:
//   - qeury: words
//   - limits: how many
//   - zone: where
//   - hello there
func Search(query string, limit int)`)
	var got []string
	for _, problem := range p.read().Warnings {
		got = append(got, p.reader.Fset.Position(problem.Pos).String()+" "+problem.Message+" / "+problem.Fix)
	}
	require.Equal(t, []string{
		`a.go:6:8 "qeury" names no parameter of Search: the item is left out / did you mean query? Otherwise remove the item`,
		`a.go:7:8 "limits" names no parameter of Search: the item is left out / did you mean limit? Otherwise remove the item`,
		`a.go:8:8 "zone" names no parameter of Search: the item is left out / remove the item or use one of query, limit`,
		`a.go:9:8 this item names no parameter of Search and is left out / start it with a name and a colon`,
	}, got)
}

func TestD2_NothingReadable(t *testing.T) {
	p := parse(t, "// Search finds documents.\n//\n// Args:\n//\n//\tsearch go\nfunc Search(query string)")
	d := p.read()
	require.Len(t, d.Warnings, 1)
	require.False(t, d.Warnings[0].Warning)
	require.Equal(t, `"Args:" introduces no list of parameters that can be read`, d.Warnings[0].Message)
	require.Equal(t, "write the parameters beneath it, one item each:\n//   - query: what it is", d.Warnings[0].Fix)
	require.Equal(t, "a.go:5:4", p.reader.Fset.Position(d.Warnings[0].Pos).String())
	require.Contains(t, d.Description, "\tsearch go", "an error loses no text either")
}

func TestD2_PlacesInBlockComments(t *testing.T) {
	src := "/*\nSearch finds documents.\n\nArgs:\n\n\told: words\n*/\nfunc Search(query string)"
	for _, src := range []string{src, strings.ReplaceAll(src, "\n", "\r\n")} {
		p := parse(t, src)
		require.Equal(t, "a.go:8:2", p.reader.Fset.Position(p.read().Warnings[0].Pos).String())
	}
	p := parse(t, src)
	fset := p.reader.Fset
	p.reader.Fset = nil
	require.Equal(t, "a.go:8:2", fset.Position(p.read().Warnings[0].Pos).String())
}

func TestD2_Names(t *testing.T) {
	p := parse(t, `// Search finds documents.
//
// Parameters:
//   - UserID: who
//   - 天气: weather
//   - filter.min: least
//   - page-size: how many
func Search()`)
	s := Subject{Name: "Search", Params: []string{"userID", "user_id", "天气", "filter.min", "filter", "page-size"}}
	d := p.reader.ReadFunc(p.fn.Doc, s)
	require.Equal(t, map[string]string{"userID": "who", "天气": "weather", "filter.min": "least", "page-size": "how many"}, d.Params)
	require.Equal(t, []string{"userID", "天气", "filter.min", "page-size"}, d.ParamOrder)
	require.Equal(t, "who", d.Param("user_id", "userID"))
	require.Empty(t, d.Param("filter"))
}

func TestD3_ReturnsStayWithoutOutputSchema(t *testing.T) {
	for _, c := range []struct{ src, text string }{
		{"// Search finds documents.\n//\n// Returns: a text\n//\n// Deprecated: do not.\nfunc Search()", "Finds documents.\n\nReturns: a text\n\nDeprecated: do not."},
		{"// Search finds documents.\n//\n// Returns:\n//   - a\n//   - b\nfunc Search()", "Finds documents.\n\nReturns:\n  - a\n  - b"},
		{"// Search finds documents.\n//\n// Returns:\n//   - n: how many\nfunc Search() (n int)", "Finds documents.\n\nReturns:\n  - n: how many"},
		{"// Search finds documents.\nfunc Search() (n int)", "Finds documents."},
	} {
		p := parse(t, c.src)
		s := p.subject()
		s.KeepReturns = true
		require.Equal(t, c.text, p.reader.ReadFunc(p.fn.Doc, s).Description)
	}
}

func TestD4_LeadingName(t *testing.T) {
	for _, c := range []struct{ name, comment, want string }{
		{"Search", "Search finds documents.", "Finds documents."},
		{"Search", "Search: finds documents.", "Finds documents."},
		{"Search", "Search - finds documents.", "Finds documents."},
		{"Search", "Search — finds documents.", "Finds documents."},
		{"Search", "`Search` finds documents.", "Finds documents."},
		{"Search", "[Search] finds documents.", "Finds documents."},
		{"Search", "Search(ctx, query) finds documents.", "Finds documents."},
		{"Search", "Search quickly finds documents.", "Quickly finds documents."},
		{"Search", "Search also finds documents.", "Also finds documents."},
		{"Search", "Search function finds documents.", "Finds documents."},
		{"Search", "Search searches documents.", "Searches documents."},
		{"Search", "Search Finds documents.", "Finds documents."},
		{"Search", "Search 搜索文档。", "搜索文档。"},
		{"Search", "Search搜索文档。", "搜索文档。"},
		{"Query", "Query queries the index.", "Queries the index."},
		{"Update", "Update updates it.", "Updates it."},
		{"Set", "Set stores the value.", "Stores the value."},
		{"Load", "Load reads and parses the file.", "Reads and parses the file."},
		{"Call", "Call gRPC's server.", "Call gRPC's server."},
		{"Rate", "Rate stores ratings of a thing.", "Stores ratings of a thing."},
		{"Statistics", "Statistics counts tasks by state.", "Counts tasks by state."},
		{"List", "List issues assigned to a user.", "List issues assigned to a user."},
		{"List", "List issues, newest first.", "List issues, newest first."},
		{"CallServer", "CallServer gRPC calls only.", "gRPC calls only."},
		{"GetForecast", "GetForecast gets the forecast.", "Gets the forecast."},
		{"GetForecast", "GetForecast the forecast for a city.", "The forecast for a city."},
		{"GetForecast", "GetForecast is used to see the weather.", "get_forecast is used to see the weather."},
		{"GetForecast", "GetForecast for a city.", "get_forecast for a city."},
		// The name is the sentence's own verb, or needed: it stays.
		{"Search", "Search for documents.", "Search for documents."},
		{"Search", "Search documents by word.", "Search documents by word."},
		{"Search", "Search is the way to find documents.", "Search is the way to find documents."},
		{"Search", "Search, find and sort.", "Search, find and sort."},
		{"Search", "Searching is hard.", "Searching is hard."},
		{"Search", "Search.", "Search."},
		{"Search", "Search", "Search"},
		{"List", "List issues in a repository.", "List issues in a repository."},
		{"List", "List updates for a channel.", "List updates for a channel."},
		{"Process", "Process files.", "Process files."},
		{"Access", "Access this document.", "Access this document."},
		{"Search", "The Search tool.", "The Search tool."},
	} {
		t.Run(c.comment, func(t *testing.T) {
			require.Equal(t, c.want, read(t, "// "+c.comment+"\nfunc "+c.name+"()").Description)
		})
	}
}

func TestD4_Methods(t *testing.T) {
	for comment, want := range map[string]string{
		"Save stores a note.":             "Stores a note.",
		"Service.Save stores a note.":     "Stores a note.",
		"(*Service).Save stores a note.":  "Stores a note.",
		"[Service.Save] stores a note.":   "Stores a note.",
		"Service.Save is safe to repeat.": "service_save is safe to repeat.",
	} {
		p := parse(t, "// "+comment+"\nfunc (*Service) Save()")
		require.Equal(t, want, p.reader.ReadFunc(p.fn.Doc, Subject{Name: "Save", Recv: "Service"}).Description)
	}
}

func TestD4_KeepName(t *testing.T) {
	p := parse(t, "// Search finds documents.\nfunc Search()")
	require.Equal(t, "Search finds documents.", p.reader.ReadFunc(p.fn.Doc, Subject{Name: "Search", KeepName: true}).Description)
}

func TestD7_WithoutResolver(t *testing.T) {
	p := parse(t, "// Finds what [GetForecast], [Service.Save], [weather.Report] and [encoding/json] mean.\nfunc Search()")
	p.reader.Resolve = nil
	require.Equal(t, "Finds what GetForecast, Service.Save, weather.Report and encoding/json mean.", p.read().Description)
}

func TestD9_Deprecated(t *testing.T) {
	d := read(t, "// Search finds documents.\n// Deprecated: use [GetForecast].\n//\n// Args:\n// - query: words\nfunc Search(query string)")
	require.Equal(t, "use get_forecast.", d.Deprecated)
	require.Equal(t, "Finds documents.\n\nDeprecated: use get_forecast.", d.Description)
	require.Equal(t, "Finds documents.", d.FirstSentence)

	item := itemOf(t, "func F(\n\t// Deprecated: use b.\n\t//\n\t// The city.\n\ta string)", "a")
	require.Equal(t, Item{Text: "The city.\n\nDeprecated: use b.", Deprecated: true}, item)
}

func TestD11_TooLong(t *testing.T) {
	_, long := TooLong(strings.Repeat("a", 1024), 1, 2)
	require.False(t, long)
	p, long := TooLong(strings.Repeat("a", 1025), 1, 2)
	require.True(t, long)
	require.True(t, p.Warning)
	require.Equal(t, "the description has 1025 bytes; some providers refuse more than 1024", p.Message)
}

func TestD15_NeverPackageDocOrHeader(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", "// Copyright 2024 The Authors.\n\n// Package a does things.\npackage a\n\n"+
		"// Code generated by x. DO NOT EDIT.\nfunc F(a string) {}\n", parser.ParseComments)
	require.NoError(t, err)
	r := Reader{Fset: fset}
	fn := file.Decls[0].(*ast.FuncDecl)
	require.Empty(t, r.ReadFunc(fn.Doc, Subject{Name: "F"}).Description)
	require.Equal(t, Comments{}, NewIndex(fset, file).Of(fn.Type.Params.List[0].Names[0]))
	require.Empty(t, r.ReadFunc(nil, Subject{Name: "F"}).Description)
}

func TestD16_Hidden(t *testing.T) {
	p := parse(t, "// Search finds\n// docu\u200bments.\nfunc Search()")
	d := p.read()
	require.Equal(t, "Finds documents.", d.Description)
	require.Equal(t, "a.go:4:8", p.reader.Fset.Position(d.Warnings[0].Pos).String())
	require.Equal(t, "characters that nobody sees are left out of the description: U+200B", d.Warnings[0].Message)
}

func TestD18_RootStruct(t *testing.T) {
	for doc, want := range map[string]string{
		"Level is how hard to search. More.":       "How hard to search. More.",
		"Level holds the hardness.":                "Holds the hardness.",
		"A Level says how hard.":                   "A Level says how hard.",
		"Hardness of search.":                      "Hardness of search.",
		"Level\n//\n//tool:enum":                   "Level",
		"Levels are low and high.":                 "Levels are low and high.",
		"Level is one of\n//   - low\n//   - high": "One of\n  - low\n  - high",
	} {
		p := parse(t, "// "+doc+"\ntype Level string")
		require.Equal(t, want, p.reader.ReadType(p.file.Decls[0].(*ast.GenDecl).Doc, "Level").Text)
	}
}

func TestG10G18_DirectiveTextNeverLeaks(t *testing.T) {
	for _, src := range []string{
		"//tool:name=f description=\"say \\\"hi\\\", then a,b=c\"\nfunc F()",
		"//tool:name=天气 description=\"天气查询 ☂\"\nfunc F()",
	} {
		require.Equal(t, "", read(t, src).Description)
	}
}

func TestG13_Detached(t *testing.T) {
	p := parse(t, "//tool:name=rec\n\nfunc Rec()")
	require.Nil(t, p.fn.Doc)
	require.Empty(t, p.read().Description)
}

func TestG15_OtherTools(t *testing.T) {
	d := read(t, "//tool:name=f\n//nolint:unused\n//go:noinline\n// F does it.\nfunc F()")
	require.Equal(t, "Does it.", d.Description)
	require.Empty(t, d.Warnings)
}

// TestG16_CRLF: a file with CRLF reads like the same file with LF, positions apart.
func TestG16_CRLF(t *testing.T) {
	for _, f := range forms {
		lf, crlf := read(t, f.src), read(t, strings.ReplaceAll(f.src, "\n", "\r\n"))
		require.Equal(t, texts(lf), texts(crlf), f.name)
	}
}

// texts is a Func without the places of its problems.
func texts(d Func) Func {
	problems := d.Warnings
	d.Warnings = nil
	for _, p := range problems {
		p.Pos, p.End = 0, 0
		d.Warnings = append(d.Warnings, p)
	}
	return d
}

// TestG03_Gofmt: gofmt changes nothing about any description, wherever directives stand and however lists are indented.
func TestG03_Gofmt(t *testing.T) {
	require.Equal(t, "Adds numbers. More text.",
		read(t, "//tool:name=add description=\"adds\"\n// Add adds numbers.\n//tool:param a min=1\n// More text.\nfunc Add(a int) int").Description)
	for _, f := range forms {
		for name, src := range variants(f.src) {
			formatted, err := format.Source([]byte("package a\n\n" + src + "\n"))
			require.NoError(t, err)
			formatted = bytes.TrimPrefix(formatted, []byte("package a\n\n"))
			require.Equal(t, texts(read(t, src)), texts(read(t, string(formatted))), "%s, %s:\n%s\n---\n%s", f.name, name, src, formatted)
		}
	}
}

// variants are ways to write the same source less tidily.
func variants(src string) map[string]string {
	lines := strings.Split(src, "\n")
	variants := map[string]string{
		"as it is":         src,
		"two spaces":       strings.ReplaceAll(src, "//   - ", "//  - "),
		"no indent":        strings.ReplaceAll(src, "//   - ", "// - "),
		"spaces not tabs":  strings.ReplaceAll(src, "//\t", "//    "),
		"no blank lines":   strings.ReplaceAll(src, "//\n", ""),
		"more blank lines": strings.ReplaceAll(src, "//\n", "//\n//\n"),
		"stars":            strings.ReplaceAll(src, "//   - ", "// * "),
	}
	if strings.HasPrefix(lines[0], "//") {
		for i := range lines {
			with := append(append(append([]string{}, lines[:i]...), "//tool:param query min=1"), lines[i:]...)
			variants["directive before line "+lines[i]] = strings.Join(with, "\n")
		}
	}
	return variants
}

func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		"Finds documents.":              "Finds documents.",
		"Finds documents. Then more.":   "Finds documents.",
		"Finds documents":               "Finds documents",
		"Finds a, e.g. b. And c.":       "Finds a, e.g. b.",
		"Finds i.e. Go. And c.":         "Finds i.e. Go.",
		"Uses v1.2 of x.y.z. And c.":    "Uses v1.2 of x.y.z.",
		"By J. Smith. And c.":           "By J. Smith.",
		"Really? Yes.":                  "Really?",
		"Ends (so.) And more.":          "Ends (so.)",
		"查询天气。支持城市。":                    "查询天气。",
		"First line\n  - a. b":          "First line",
		"# Notes\n\nFinds it. More.":    "Finds it.",
		"Lists files, dirs, etc. More.": "Lists files, dirs, etc.",
	} {
		require.Equal(t, want, FirstSentence(text), text)
	}
}
