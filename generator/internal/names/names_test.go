package names

import (
	"fmt"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func ExampleScope() {
	block := NewScope("getForecast", "v1")
	fmt.Println(block.Name("getForecast"), block.Name("getForecast"), block.Name("v1"), block.Name("type"))
	inner := block.Inner()
	fmt.Println(inner.Name("item"), inner.Inner().Name("item"), block.Name("item"))
	// Output:
	// getForecast2 getForecast3 v1_2 type2
	// item item2 item
}

func ExampleCamel() {
	fmt.Println("Tool"+Camel("get_forecast"), "Tool"+Camel("get-user"), "Tool"+Camel("3d_view"))
	// Output: ToolGetForecast ToolGetUser Tool3dView
}

func ExampleSnake() {
	fmt.Println(Snake("GetHTTPServer"), Snake("userID"), Snake("S3Bucket"))
	// Output: get_http_server user_id s3_bucket
}

func ExampleShadowed() {
	fmt.Println(Shadowed([]string{"Forecast", "string", "len", "max"}))
	// Output: [len string]
}

func ExampleImports() {
	own := []Import{{"context", "context"}, {"github.com/toolgen/toolgen/runtime", "runtime"}}
	others := []Import{{"runtime", "runtime"}, {"k8s.io/api/core/v1", "v1"}, {"k8s.io/api/apps/v1", "v1"}, {"gopkg.in/yaml.v3", "yaml"}}
	aliases := Imports(own, others, Package([]string{"context"}))
	for _, p := range append(own, others...) {
		fmt.Println(p.Path, aliases[p.Path])
	}
	// Output:
	// context stdcontext
	// github.com/toolgen/toolgen/runtime runtime
	// runtime stdruntime
	// k8s.io/api/core/v1 corev1
	// k8s.io/api/apps/v1 appsv1
	// gopkg.in/yaml.v3 yaml
}

func TestWords(t *testing.T) {
	for _, row := range []struct{ wire, camel, exported, unexported string }{
		{"get_forecast", "GetForecast", "GetForecast", "getForecast"},
		{"get-forecast", "GetForecast", "GetForecast", "getForecast"}, // N09
		{"getForecast", "GetForecast", "GetForecast", "getForecast"},  // N09
		{"get_http_url", "GetHttpUrl", "GetHttpUrl", "getHttpUrl"},
		{"HTTPGet", "HTTPGet", "HTTPGet", "httpGet"},
		{"URL", "URL", "URL", "url"},
		{"ID2", "ID2", "ID2", "id2"},
		{"type", "Type", "Type", "type"}, // K14: a Scope makes it type2
		{"3d_view", "3dView", "X3dView", "x3dView"},
		{"__x__y", "XY", "XY", "xy"},
		{"---", "", "X", "x"},
		{"", "", "X", "x"},
		{"über_tool", "ÜberTool", "ÜberTool", "überTool"},
		{"天气", "天气", "X天气", "天气"},
		{"a b\"c", "ABC", "ABC", "abc"},
	} {
		require.Equal(t, row.camel, Camel(row.wire), row.wire)
		require.Equal(t, row.exported, Exported(row.wire), row.wire)
		require.Equal(t, row.unexported, Unexported(row.wire), row.wire)
	}
}

func TestSnake(t *testing.T) {
	for name, want := range map[string]string{
		"Forecast":      "forecast",
		"GetForecast":   "get_forecast",
		"getForecast":   "get_forecast",
		"GetHTTPServer": "get_http_server",
		"HTTPServer":    "http_server",
		"UserID":        "user_id",
		"HTTP2Server":   "http2_server",
		"S3Bucket":      "s3_bucket",
		"Get2Users":     "get2_users",
		"PDFs":          "pd_fs", // by the letter of the rule
		"Get_Forecast":  "get_forecast",
		"already_snake": "already_snake",
		"X":             "x",
		"ÜberTool":      "über_tool",
		"":              "",
	} {
		require.Equal(t, want, Snake(name), name)
	}
}

// FuzzWords: whatever the wire name, the identifiers are valid Go, exported and unexported as they say, once a Scope has
// seen them.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"get_forecast", "3d", "type", "", "Ǆx", "ß", "天气", "a\x80b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, wire string) {
		exported, unexported := Exported(wire), NewScope().Name(Unexported(wire))
		require.True(t, token.IsIdentifier(exported), "%q", exported)
		require.True(t, token.IsExported(exported), "%q", exported)
		require.True(t, token.IsIdentifier(unexported), "%q", unexported)
		require.False(t, token.IsExported(unexported), "%q", unexported)
	})
}

// TestPredeclared compares the lists with the language.
func TestPredeclared(t *testing.T) {
	require.True(t, slices.IsSorted(spelled))
	require.ElementsMatch(t, types.Universe.Names(), slices.Concat(spelled, unspelled))
	for _, k := range keywords {
		require.True(t, token.IsKeyword(k), k)
	}
	for k := token.BREAK; k <= token.VAR; k++ {
		require.Contains(t, keywords, k.String())
	}
}

func TestScope(t *testing.T) {
	s := NewScope("a")
	require.True(t, s.Used("a"))
	require.True(t, s.Used("_"))
	require.True(t, s.Used("func"))
	require.False(t, s.Used("b"))
	inner := s.Inner()
	inner.Use("b")
	require.True(t, inner.Used("a"))
	require.False(t, s.Used("b"), "a block's names end with it")
	for _, name := range []string{"len", "max", "init", "main", "x"} {
		require.Equal(t, name+"2", Package([]string{"x"}).Name(name))
	}
}

// TestImports has the rules for names of imports (K01, K03, K04, K09, Z06).
func TestImports(t *testing.T) {
	own := []Import{{"context", "context"}, {"time", "time"}, {"example.com/x/runtime", "runtime"}}
	for _, row := range []struct {
		name     string
		others   []Import
		declared []string
		want     map[string]string
	}{
		{"K09: names, not paths", []Import{{"github.com/jackc/pgx/v5", "pgx"}, {"github.com/mattn/go-isatty", "isatty"}}, nil,
			map[string]string{"github.com/jackc/pgx/v5": "pgx", "github.com/mattn/go-isatty": "isatty"}},
		{"K03: the runtime of three", []Import{{"runtime", "runtime"}, {"k8s.io/apimachinery/pkg/runtime", "runtime"}}, nil,
			map[string]string{"runtime": "stdruntime", "k8s.io/apimachinery/pkg/runtime": "pkgruntime", "example.com/x/runtime": "runtime"}},
		{"ours is taken by the package block", nil, []string{"runtime", "time", "context"},
			map[string]string{"example.com/x/runtime": "xruntime", "time": "stdtime", "context": "stdcontext"}},
		{"a type of the user's takes the name", []Import{{"example.com/b/args", "args"}}, []string{"args"},
			map[string]string{"example.com/b/args": "bargs"}},
		{"the longer end where one element does not part them", []Import{{"a/x/util", "util"}, {"b/x/util", "util"}, {"c/y/util", "util"}}, nil,
			map[string]string{"a/x/util": "axutil", "b/x/util": "bxutil", "c/y/util": "yutil"}},
		{"versions", []Import{{"x.com/pgx/v4", "pgx"}, {"x.com/pgx/v5", "pgx"}}, nil,
			map[string]string{"x.com/pgx/v4": "pgxv4", "x.com/pgx/v5": "pgxv5"}},
		{"one version", []Import{{"x.com/pgx/v5", "pgx"}, {"y.com/pgx", "pgx"}}, nil,
			map[string]string{"x.com/pgx/v5": "pgxv5", "y.com/pgx": "ycompgx"}},
		{"the derived name is taken", []Import{{"k/core/v1", "v1"}, {"k/apps/v1", "v1"}, {"x/corev1", "corev1"}}, []string{"appsv1"},
			map[string]string{"k/core/v1": "kcorev1", "k/apps/v1": "kappsv1", "x/corev1": "corev1"}},
		{"a builtin, a keyword, and what jennifer keeps for itself", []Import{{"x/len", "len"}, {"y/err", "err"}}, nil,
			map[string]string{"x/len": "xlen", "y/err": "yerr"}},
		{"an element that begins with a digit", []Import{{"9fans.net/acme", "acme"}, {"b/acme", "acme"}}, nil,
			map[string]string{"9fans.net/acme": "x9fansnetacme", "b/acme": "bacme"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			for range 20 {
				rand.Shuffle(len(row.others), func(i, j int) { row.others[i], row.others[j] = row.others[j], row.others[i] })
				got := Imports(own, row.others, Package(row.declared))
				for path, want := range row.want {
					require.Equal(t, want, got[path], path)
				}
				require.Len(t, got, len(own)+len(row.others))
			}
		})
	}
}

// TestZ06 adds packages to a set: as long as no name becomes a clash that was none, nothing is renamed.
func TestZ06(t *testing.T) {
	var set []Import
	for i := range 12 {
		set = append(set, Import{fmt.Sprintf("example.com/p%d", i), fmt.Sprintf("p%d", i)})
	}
	set = append(set, Import{"k8s.io/api/core/v1", "v1"}, Import{"k8s.io/api/apps/v1", "v1"}, Import{"k8s.io/api/batch/v1", "v1"})
	before := Imports(nil, set, Package(nil))
	after := Imports(nil, append(set, Import{"a.example/other", "other"}, Import{"a.example/meta/v1", "v1"}), Package([]string{"unrelated"}))
	for path, name := range before {
		require.Equal(t, name, after[path])
	}
}
