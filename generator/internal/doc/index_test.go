package doc

import (
	"fmt"
	"go/ast"
	"go/format"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ident finds the first identifier with a name that the comment index knows.
func (p parsed) ident(name string) ast.Node {
	var found ast.Node
	ast.Inspect(p.file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name && found == nil {
			if _, known := p.index.items[id]; known {
				found = id
			}
		}
		return found == nil
	})
	return found
}

func itemOf(t testing.TB, src, name string) Item {
	t.Helper()
	p := parse(t, src)
	return p.reader.ReadItem(p.index.Of(p.ident(name)))
}

// signatures are ways to comment parameters, fields, results, constants and types, each with the text of every name;
// "?" marks a problem and " @" a directive.
var signatures = []struct {
	name, src string
	want      map[string]string
}{{
	name: "D1 D14 above and after, first and last",
	src: `func F(ctx context.Context,
	city string, // name of the city
	// days ahead,
	// at most 14
	//tool:default=3 min=1 max=14
	days int,
	// the unit
	unit string, //tool:enum=a,b
	last bool) error`,
	want: map[string]string{"ctx": "", "city": "name of the city", "days": "days ahead, at most 14 @//tool:default=3 min=1 max=14",
		"unit": "the unit @//tool:enum=a,b", "last": ""},
}, {
	name: "last without comma, bracket on its own line",
	src: `func F(
	city string, // the city
	days int, // the days
) (Report, error)`,
	want: map[string]string{"city": "the city", "days": "the days"},
}, {
	name: "last on the bracket's line",
	src: `func F(
	city string, // the city
	days int /* the days */) (Report, error) // not a parameter's`,
	want: map[string]string{"city": "the city", "days": "the days"},
}, {
	name: "D13 one line, after, before the comma",
	src:  "func F(city string /* the city */, days int /* the days */) error",
	want: map[string]string{"city": "the city", "days": "the days"},
}, {
	name: "D13 one line, before",
	src:  "func F(/* the city */ city string, /* the days */ days int) error",
	want: map[string]string{"city": "the city", "days": "the days"},
}, {
	name: "D13 one line, after the context",
	src:  "func F(ctx context.Context, /* the city */ city string, /* the days */ days int) error",
	want: map[string]string{"ctx": "", "city": "the city", "days": "the days"},
}, {
	name: "D13 one line of several, each in its own style",
	src:  "func F(\n\t/* the a */ a int, /* the b */ b int,\n\tc int /* the c */, d int, // the d\n)",
	want: map[string]string{"a": "the a", "b": "the b", "c": "the c", "d": "the d"},
}, {
	name: "D13 one comment between two: gofmt puts it before the comma",
	src:  "func F(a int, /* the a */ b int) error",
	want: map[string]string{"a": "the a", "b": ""},
}, {
	name: "D13 between name and type, over two lines",
	src: `func F(city /* the city */ string,
	/* the
	   days */
	days int, /* more */
	x int) error`,
	want: map[string]string{"city": "the city", "days": "the days ?D1", "x": ""},
}, {
	name: "a blank line parts",
	src: `func F(
	// a note on all of them

	city string,
	// the days

	days int,
	// at the end
)`,
	want: map[string]string{"city": "", "days": ""},
}, {
	name: "F9 grouped names share what is above and behind the line",
	src: `func F(
	// where
	//tool:min=0
	lat, lon float64,
	a, b string, // both
	/* one of two */ c, d int,
	e /* first */, f /* second */ int,
)`,
	want: map[string]string{"lat": "where ?D17 @//tool:min=0", "lon": "where ?D17 @//tool:min=0", "a": "both ?D17", "b": "both ?D17",
		"c": "one of two ?D17", "d": "one of two ?D17", "e": "first", "f": "second"},
}, {
	name: "grouped names on lines of their own",
	src: `func F(
	lat, // latitude
	lon float64, // longitude
	// coordinates
	x,
	y int,
)`,
	want: map[string]string{"lat": "latitude", "lon": "longitude", "x": "coordinates ?D17", "y": "coordinates ?D17"},
}, {
	name: "D17 struct fields, embedded, nested",
	src: `type T struct {
	// above A
	A int // after A
	B, C string // shared
	Inner struct {
		D int // inside
		// above E
		E int
	} // after Inner
	F int ` + "`json:\"f\"`" + ` // with tag
	G func(
		h int, // deep
	)
}`,
	want: map[string]string{"A": "above A ?D1", "B": "shared ?D17", "C": "shared ?D17", "D": "inside", "E": "above E", "Inner": "after Inner",
		"F": "with tag", "G": "", "h": "deep"},
}, {
	name: "constants and types",
	src: `const (
	// titles only
	Low Level = "low"
	High Level = "high" // full text
	//tool:skip
	X, Y = 1, 2 // both
)

// alone
const Z = 1 // unused

type (
	// first type
	P int
	Q int // second type
)

// third type
type R int`,
	want: map[string]string{"Low": "titles only", "High": "full text", "X": "both ?D17 @//tool:skip", "Y": "both ?D17 @//tool:skip",
		"Z": "alone ?D1", "P": "first type", "Q": "second type", "R": "third type"},
}, {
	name: "results",
	src: `func F(a int) (
	docs []string, // the documents
	// how many
	total int,
	err error,
)`,
	want: map[string]string{"docs": "the documents", "total": "how many", "err": ""},
}, {
	name: "a second line under a line comment belongs to what follows, as gofmt will have it",
	src: `func F(
	city string, // name of the city,
	             // such as Paris
	days int, // the days
)`,
	want: map[string]string{"city": "name of the city,", "days": "such as Paris ?D1"},
}, {
	name: "clean text: notes, markers, hidden, deprecated",
	src: `func F(
	a string, // TODO: describe
	b string, //nolint:revive // checked
	c string, // the c //nolint:lll
	d string, // see [Search] and [x](https://example.com)
	// +optional
	// the e
	e string,
)`,
	want: map[string]string{"a": "", "b": "", "c": "the c", "d": "see search_docs and x", "e": "the e"},
}}

func describe(p parsed, name string) string {
	c := p.index.Of(p.ident(name))
	d := p.reader.ReadItem(c)
	out := d.Text
	for _, problem := range d.Warnings {
		out += " ?" + problem.Code
	}
	for _, line := range c.Directives() {
		out += " @" + line.Text
	}
	return out
}

func TestD1_Items(t *testing.T) {
	for _, s := range signatures {
		t.Run(s.name, func(t *testing.T) {
			formatted, err := format.Source([]byte("package a\n\n" + s.src + "\n"))
			require.NoError(t, err)
			crlf := strings.ReplaceAll(s.src, "\n", "\r\n")
			for form, src := range map[string]string{"as written": s.src, "gofmt": strings.TrimPrefix(string(formatted), "package a"), "CRLF": crlf} {
				p := parse(t, src)
				for name, want := range s.want {
					require.Equal(t, want, describe(p, name), "%s, %s:\n%s", name, form, src)
				}
			}
		})
	}
}

func TestD1_UnnamedAndUnbracketedResults(t *testing.T) {
	for src, want := range map[string]string{
		"func F(a int) /* the report */ Report":                               "[the report]",
		"func F(a int /* the a */) (Report /* r */, error)":                   "[r ]",
		"func F(a int) (\n\t// the report\n\tReport,\n\terror, // why not\n)": "[the report why not]",
		"func F(a int) Report":                                                "[]",
	} {
		p := parse(t, src)
		var got []string
		for _, f := range p.fn.Type.Results.List {
			got = append(got, p.reader.ReadItem(p.index.Of(f)).Text)
		}
		require.Equal(t, want, fmt.Sprint(got), src)
	}
}

func TestD1_DescribedTwice(t *testing.T) {
	p := parse(t, "func F(\n\t// the city\n\tcity string, // a name\n)")
	d := p.reader.ReadItem(p.index.Of(p.ident("city")))
	require.Equal(t, "the city", d.Text)
	require.Len(t, d.Warnings, 1)
	require.Equal(t, "a.go:5:15", p.reader.Fset.Position(d.Warnings[0].Pos).String())
}

// TestD1_Bodies: what a function declares inside is not indexed.
func TestD1_Bodies(t *testing.T) {
	p := parse(t, "func F(a int) {\n\ttype local struct {\n\t\tB int // inside\n\t}\n}")
	require.Nil(t, p.ident("B"))
	require.Len(t, slices.Collect(func(yield func(ast.Node) bool) {
		for n := range p.index.items {
			if !yield(n) {
				return
			}
		}
	}), 1)
}
