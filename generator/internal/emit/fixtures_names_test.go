package emit

import (
	"github.com/toolgen/toolgen/generator/internal/model"
)

// Each fixture of this file is one clash of names that once broke a generator, or could (generator.md section 5, the
// name-clash and codegen cases).

// params has parameters called like imports, builtins, the adapter's own locals, the package and its types (K01, K04).
var params = fixture{
	folder: "params",
	source: `package params

import "context"

type Type struct{ V int }

type city string

func K01(ctx context.Context, context, json, fmt, errors, strconv string) error { return nil }

func Builtins(len, append, make, new, nil, true int, string, error, byte string) {}

func Locals(c, ctx, args, out, err, seen, b, t, v int) int { return c + ctx + args + out + err + seen + b + t + v }

func Imports(runtime, codec, time, math string) (string, error) { return runtime + codec + time + math, nil }

func Own(params string, Type Type, city city, Own int) Type2 { return Type2{Type.V, city} }

type Type2 struct {
	V    int
	City city
}

func Inner(item [][]int, key, found map[string][]int, n [2]int, value *[]int, i map[string]int) (j []int, e map[string][]int) {
	return item[0], key
}

type server struct{}

func (s *server) Locals(t, recv, s2 string) string { return t + recv + s2 }
`,
	build: func(s *src) {
		s.declared = append(s.declared, "Type", "Type2", "city", "server")
		named := func(t *model.Type, names ...string) []func(*model.Tool) {
			var out []func(*model.Tool)
			for _, n := range names {
				out = append(out, param(n, t))
			}
			return out
		}
		s.tool("k01", "K01", named(stringT, "context", "json", "fmt", "errors", "strconv")...)
		s.tool("builtins", "Builtins", append(append(named(intT, "len", "append", "make", "new", "nil", "true"), named(stringT, "string", "error", "byte")...), noContext, noError)...)
		s.tool("locals", "Locals", append(named(intT, "c", "ctx", "args", "out", "err", "seen", "b", "t", "v"), returns(intT), noContext, noError)...)
		s.tool("imports", "Imports", append(named(stringT, "runtime", "codec", "time", "math"), returns(stringT), noContext)...)
		city := s.as("city", stringT)
		typ := s.structOf("Type", field("V", "V", intT))
		s.tool("own", "Own", noContext, param("params", stringT), param("Type", typ), param("city", city), param("Own", intT), noError,
			returns(s.structOf("Type2", field("V", "V", intT), field("City", "City", city))))
		ints := sliceOf(intT)
		s.tool("inner", "Inner", noContext, param("item", sliceOf(ints)), param("key", mapOf(stringT, ints)), param("found", mapOf(stringT, ints)),
			param("n", arrayOf(2, intT)), param("value", ptrTo(ints)), param("i", mapOf(stringT, intT)), noError,
			returnsFields(field("j", "j", ints), field("e", "e", mapOf(stringT, ints))))
		s.tool("server_locals", "Locals", append(named(stringT, "t", "recv", "s2"), on(s.goType("server"), true), noContext, noError, returns(stringT))...)
	},
	sets: "append(Tools(), ServerTools(new(server))...)",
	calls: []call{
		{"k01", `{"context":"a","json":"b","fmt":"c","errors":"d","strconv":"e"}`, "ok"},
		{"builtins", `{"len":1,"append":1,"make":1,"new":1,"nil":1,"true":1,"string":"a","error":"b","byte":"c"}`, "ok"},
		{"locals", `{"c":1,"ctx":2,"args":3,"out":4,"err":5,"seen":6,"b":7,"t":8,"v":9}`, "45"},
		{"imports", `{"runtime":"a","codec":"b","time":"c","math":"d"}`, "abcd"},
		{"own", `{"params":"a","Type":{"V":3},"city":"c","Own":1}`, `{"V":3,"City":"c"}`},
		{"inner", `{"item":[[1]],"key":{"a":[2]},"found":{"b":[3]},"n":[1,2],"i":{"x":1}}`, `{"j":[1],"e":{"a":[2]}}`},
		{"server_locals", `{"t":"a","recv":"b","s2":"c"}`, "abc"},
	},
}

// scopes has a package block that takes the names of our imports and of our own declarations, and functions and types
// called like the adapter's locals (N08, N09).
var scopes = fixture{
	folder: "scopes",
	source: `package scopes

import stdctx "context"

type (
	context struct{}
	runtime int
	codec   string
	time    string
	math    float64
	c       string
	v       struct{ Seen seen }
	seen    int
	key     string
	item    struct{ V v }
)

var (
	_             = []any{context{}, runtime(0), time(""), math(0)}
	getUser       = 1
	getUserSpec   = 2
	getUserInput  = 3
	decodeFilter  = 4
	appendFilter  = 5
	out_changed_run_go_generate = 6
)

type Filter struct{ A *int }

type GetUserArgs struct{}

func GetUser(ctx stdctx.Context, id codec, n runtime) error  { return nil }
func GetUser2(ctx stdctx.Context, id string) error { return nil }
func GetUser3(ctx stdctx.Context, id string) error { return nil }

func out(ctx stdctx.Context, f Filter, limit int) (Filter, error) {
	if f.A == nil {
		f.A = &limit
	}
	return f, nil
}

func args(ctx stdctx.Context, a c, b v, m map[key]item) v { return b }

func err() (seen, error) { return 3, nil }

func len2(len int) int { return len }
`,
	build: func(s *src) {
		s.declared = append(s.declared, "context", "runtime", "codec", "time", "math", "c", "v", "seen", "key", "item",
			"getUser", "getUserSpec", "getUserInput", "decodeFilter", "appendFilter", "out_changed_run_go_generate", "Filter", "GetUserArgs")
		s.imported = []string{"stdctx"}
		filter := s.structOf("Filter", field("A", "A", ptrTo(intT)))
		seen := s.as("seen", intT)
		v := s.structOf("v", field("Seen", "Seen", seen))
		item := s.structOf("item", field("V", "V", v))
		s.tool("get_user", "GetUser", param("id", s.as("codec", stringT)), param("n", s.as("runtime", intT), between("", "5")))
		s.tool("getUser", "GetUser2", param("id", stringT)).Const = "ToolGetUser2"
		s.tool("get-user", "GetUser3", param("id", stringT)).Const = "ToolGetUser3"
		s.tool("filter", "out", param("f", filter), param("limit", intT, def(num("2"))), returns(filter))
		s.tool("args", "args", param("a", s.as("c", stringT)), param("b", v), param("m", mapOf(s.as("key", stringT), item)), returns(v), noError)
		s.tool("err", "err", noContext, returns(seen))
		s.tool("len", "len2", noContext, param("len", intT), returns(intT), noError)
	},
	calls: []call{
		{"get_user", `{"id":"a","n":5}`, "ok"},
		{"getUser", `{"id":"a"}`, "ok"},
		{"get-user", `{}`, `arguments: "id"`},
		{"filter", `{"f":{}}`, `{"A":2}`},
		{"args", `{"a":"x","b":{"Seen":4},"m":{"k":{"V":{"Seen":1}}}}`, `{"Seen":4}`},
		{"err", ``, "3"},
		{"len", `{"len":7}`, "7"},
	},
}

// imports has foreign packages that share their names with one another, with ours, and with the standard library, and
// whose paths do not tell their names (K03, K04, K09, Z06).
var imports = fixture{
	folder: "imports",
	source: `package imports

import (
	"context"
	"runtime"

	"example.test/app/args"
	corev1 "example.test/app/core/v1"
	kr "example.test/app/pkg/runtime"
	metav1 "example.test/app/meta/v1"
	"example.test/app/yaml.v3"
)

type Filter struct{ A int }

func F(ctx context.Context, o kr.Unknown, m *runtime.Frame, d args.Dest, n yaml.Node, k corev1.Kind, p metav1.Page[corev1.Kind], f Filter, g kr.Filter) (*metav1.Page[metav1.Page[Filter]], error) {
	return &metav1.Page[metav1.Page[Filter]]{Items: []metav1.Page[Filter]{{Items: []Filter{f}}}}, nil
}

func Kinds(ctx context.Context, args map[corev1.Kind]args.Dest, yaml yaml.Node) corev1.Kind { return corev1.Pod }
`,
	other: map[string]string{
		"args/args.go":           "package args\n\ntype Dest struct{ To string }\n",
		"core/v1/v1.go":          "package v1\n\ntype Kind string\n\nconst (\n\tPod  Kind = \"pod\"\n\tNode Kind = \"node\"\n)\n",
		"meta/v1/v1.go":          "package v1\n\ntype Page[T any] struct{ Items []T }\n",
		"pkg/runtime/runtime.go": "package runtime\n\ntype Unknown struct{ Raw string }\n\ntype Filter struct{ B int }\n",
		"yaml.v3/yaml.go":        "package yaml\n\ntype Node struct{ Value string }\n",
	},
	build: func(s *src) {
		s.imported = []string{"context", "runtime", "args", "corev1", "kr", "metav1", "yaml"}
		s.declared = []string{"Filter"}
		pkg := func(path, name, typ string, args ...*model.GoType) *model.GoType {
			g := named(module+"/"+path, typ, args...)
			g.PkgName = name
			return g
		}
		kind := &model.Type{Kind: model.String, Go: pkg("core/v1", "v1", "Kind")}
		kind.Enum = &model.Enum{Type: kind.Go, Values: []model.Const{{Name: "Pod", Value: "pod"}, {Name: "Node", Value: "node"}}}
		filter := s.structOf("Filter", field("A", "A", intT))
		page := func(elem *model.Type, hint string) *model.Type {
			return s.structAs(pkg("meta/v1", "v1", "Page", elem.Go), hint, field("Items", "Items", sliceOf(elem)))
		}
		frame := s.structAs(named("runtime", "Frame"), "Frame", field("Function", "Function", stringT))
		dest := s.structAs(pkg("args", "args", "Dest"), "Dest", field("To", "To", stringT))
		node := s.structAs(pkg("yaml.v3", "yaml", "Node"), "Node", field("Value", "Value", stringT))
		s.tool("f", "F",
			param("o", s.structAs(pkg("pkg/runtime", "runtime", "Unknown"), "Unknown", field("Raw", "Raw", stringT))),
			param("m", ptrTo(frame)), param("d", dest), param("n", node), param("k", kind, def(constant(kind, "Pod"))), param("p", page(kind, "PageKind")),
			param("f", filter), param("g", s.structAs(pkg("pkg/runtime", "runtime", "Filter"), "Filter", field("B", "B", intT))),
			returns(ptrTo(page(page(filter, "PageFilter"), "PagePageFilter"))))
		s.tool("kinds", "Kinds", param("args", mapOf(kind, dest)), param("yaml", node), returns(kind), noError)
	},
	calls: []call{
		{"f", `{"o":{"Raw":"r"},"d":{"To":"t"},"n":{"Value":"v"},"p":{"Items":["node"]},"f":{"A":1},"g":{"B":2}}`, `{"Items":[{"Items":[{"A":1}]}]}`},
		{"kinds", `{"args":{"pod":{"To":"t"}},"yaml":{"Value":"v"}}`, "pod"},
	},
}

// ownName is a package that is called like one that the generated file imports, and has a tool called main (K15).
var ownName = fixture{
	folder: "runtime",
	source: `package runtime

import "context"

type Set struct{ A int }

func Main(ctx context.Context, runtime Set) Set { return runtime }

func Init(ctx context.Context) {}
`,
	build: func(s *src) {
		set := s.structOf("Set", field("A", "A", intT))
		s.tool("main", "Main", param("runtime", set), returns(set), noError)
		s.tool("init", "Init", noError)
	},
	calls: []call{{"main", `{"runtime":{"A":1}}`, `{"A":1}`}, {"init", ``, "ok"}},
}

var fixtures = []fixture{weather, scalars, containers, rules, defaults, objects, wide, results, forms, params, scopes, imports, ownName}
