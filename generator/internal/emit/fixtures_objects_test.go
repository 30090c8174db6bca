package emit

import (
	"fmt"
	"strings"
	"time"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// objects has every way that a struct becomes properties: root, pointer root, flat, nested, embedded (F2, S8, S9).
var objects = fixture{
	folder: "objects",
	source: `package objects

import "context"

type Base struct {
	ID   string ` + "`json:\"id\"`" + `
	Size int    ` + "`json:\"size\"`" + `
}

type Deep struct{ Level int }

type Middle struct {
	*Deep
	Mark string
}

type Item struct {
	*Base
	Middle
	Extra string ` + "`json:\"extra\"`" + `
}

type Paging struct {
	Limit int
	After *string
}

type Empty struct{}

type Node struct {
	Name string
	Kids []*Node
	Next *Node
	Side map[string]Node
}

func Put(ctx context.Context, in Item) Item { return in }

func PutPointer(ctx context.Context, in *Item) *Item { return in }

func Search(ctx context.Context, query string, page Paging, more *Paging) string {
	out := query
	if page.After != nil {
		out += " after " + *page.After
	}
	for range page.Limit {
		out += "!"
	}
	if more != nil {
		out += " more"
	}
	return out
}

func FlatPointer(ctx context.Context, query string, page *Paging) string {
	return Must(Search(ctx, query, *page, nil))
}

func Must(s string) string { return s }

func Nothing(ctx context.Context, e Empty, list []Empty) Empty { return e }

func Draw(ctx context.Context, root Node, other []Node) Node {
	if len(other) > 0 {
		return other[0]
	}
	return root
}

func Cycle(ctx context.Context) *Node {
	n := &Node{Name: "loop"}
	n.Kids = []*Node{n, n}
	n.Next = n
	return n
}
`,
	build: func(s *src) {
		base, deep := s.goType("Base"), s.goType("Deep")
		item := func() *model.Type {
			t := s.structOf("Item",
				field("Base.ID", "id", stringT, alloc("Base", base), optional),
				field("Base.Size", "size", intT, alloc("Base", base), def(num("7"))),
				field("Middle.Deep.Level", "Level", intT, alloc("Deep", deep), optional),
				field("Middle.Mark", "Mark", stringT),
				field("Extra", "extra", stringT))
			t.Struct.Shape = &model.GoType{Kind: model.GoStruct, Fields: []model.GoField{
				{Name: "Base", Embedded: true, Type: &model.GoType{Kind: model.GoPointer, Elem: base}},
				{Name: "Middle", Embedded: true, Type: s.goType("Middle")},
				{Name: "Extra", Type: basic("string"), Tag: `json:"extra"`},
			}}
			return t
		}
		paging := s.structOf("Paging", field("Limit", "Limit", intT), field("After", "After", ptrTo(stringT)))
		empty := s.structOf("Empty")
		s.tool("put", "Put", root("in", item()), returns(item()), noError)
		s.tool("put_pointer", "PutPointer", structParam(model.Root, "in", item(), true), returns(ptrTo(item())), noError)
		s.tool("search", "Search", param("query", stringT), structParam(model.Flat, "page", paging, false), param("more", ptrTo(paging)), returns(stringT), noError)
		s.tool("flat_pointer", "FlatPointer", param("query", stringT), structParam(model.Flat, "page", paging, true), returns(stringT), noError)
		s.tool("nothing", "Nothing", param("e", empty), param("list", sliceOf(empty)), returns(empty), noError)
		node := s.node()
		s.tool("draw", "Draw", param("root", node), param("other", sliceOf(node), optional), returns(s.node()), noError)
		s.tool("cycle", "Cycle", returns(ptrTo(s.node())), noError)
	},
	calls: []call{
		{"put", `{"extra":"x","Mark":"m"}`, `{"Mark":"m","extra":"x"}`},
		{"put", `{"extra":"x","Mark":"m","id":null,"size":null,"Level":null}`, `{"Mark":"m","extra":"x"}`},
		{"put", `{"extra":"x","Mark":"m","id":"i","Level":3}`, `{"id":"i","size":7,"Level":3,"Mark":"m","extra":"x"}`},
		{"put", `{"extra":"x","Mark":"m","size":1}`, `{"id":"","size":1,"Mark":"m","extra":"x"}`},
		{"put_pointer", `{"size":1}`, `arguments: "Mark", "extra"`},
		{"put_pointer", `{"extra":"x","Mark":"m","size":1}`, `{"id":"","size":1,"Mark":"m","extra":"x"}`},
		{"search", `{"query":"q","Limit":2,"After":"z","more":{"Limit":1}}`, "q after z!! more"},
		{"search", `{"query":"q","Limit":2,"more":{}}`, `more: "Limit"`},
		{"flat_pointer", `{"query":"q","Limit":1}`, "q!"},
		{"nothing", `{"e":{},"list":[{},{}]}`, "{}"},
		{"nothing", `{"e":{"a":1},"list":[]}`, `e: unknown key "a"`},
		{
			"draw", `{"root":{"Name":"a","Kids":[{"Name":"b","Kids":[],"Side":{}}],"Next":{"Name":"c","Kids":[],"Side":{}},"Side":{"x":{"Name":"d","Kids":[],"Side":{}}}}}`,
			`{"Name":"a","Kids":[{"Name":"b","Kids":[],"Next":null,"Side":{}}],"Next":{"Name":"c","Kids":[],"Next":null,"Side":{}},"Side":{"x":{"Name":"d","Kids":[],"Next":null,"Side":{}}}}`,
		},
		{"cycle", ``, "deeper than 1000"},
	},
}

// wide has a struct of more than 64 fields: two words of seen.
var wide = fixture{
	folder: "wide",
	source: `package wide

import "context"

type Wide struct {
` + wideFields + `}

func Big(ctx context.Context, w Wide) int { return w.F0 + w.F63 + w.F64 + w.F69 }
`,
	build: func(s *src) {
		s.declared = []string{"Wide"}
		var fields []*model.Field
		for i := range 70 {
			f := field(fmt.Sprintf("F%d", i), fmt.Sprintf("F%d", i), intT)
			f.Optional = i%16 != 15
			fields = append(fields, f)
		}
		s.tool("big", "Big", root("w", s.structOf("Wide", fields...)), returns(intT), noError)
	},
	calls: []call{
		{"big", `{"F0":1,"F15":0,"F31":0,"F47":0,"F63":2,"F64":3,"F69":4}`, "10"},
		{"big", `{"F0":1,"F0":1,"F69":1,"F69":1}`, "arguments: \"F0\"\narguments: \"F69\"\n" + `arguments: "F15", "F31", "F47", "F63"`},
	},
}

var wideFields = func() string {
	var b strings.Builder
	for i := range 70 {
		fmt.Fprintf(&b, "\tF%d int\n", i)
	}
	return b.String()
}()

// node is a struct that contains itself in three ways.
func (s *src) node() *model.Type {
	t := s.structOf("Node")
	t.Go.Comparable = false
	t.Struct.Object.Fields = []*model.Field{
		field("Name", "Name", stringT), field("Kids", "Kids", sliceOf(ptrTo(t))), field("Next", "Next", ptrTo(t)), field("Side", "Side", mapOf(stringT, t)),
	}
	t.Struct.Shape = literalOf(t.Struct.Object.Fields)
	return t
}

// results has what tools return: omitted properties (S5), nil values (O5, O6), several results (F18), text (O2).
var results = fixture{
	folder: "results",
	source: `package results

import (
	"context"
	"errors"
	"math"
	"time"
)

type Unit string

const (
	Cm   Unit = "cm"
	Inch Unit = "inch"
)

type Name string

type Point struct{ X, Y int }

// Flag has its own idea of zero.
type Flag int

func (f Flag) IsZero() bool { return f == 9 }

type Base struct{ ID, Note string }

type Sometimes struct {
	B bool           ` + "`json:\",omitempty\"`" + `
	S string         ` + "`json:\",omitempty\"`" + `
	I int            ` + "`json:\",omitempty\"`" + `
	F float64        ` + "`json:\",omitempty\"`" + `
	D time.Duration  ` + "`json:\",omitempty\"`" + `
	L []int          ` + "`json:\",omitempty\"`" + `
	M map[string]int ` + "`json:\",omitempty\"`" + `
	P *int           ` + "`json:\",omitempty\"`" + `
	Q *[]int         ` + "`json:\",omitempty\"`" + `
	Z Point          ` + "`json:\",omitzero\"`" + `
	T time.Time      ` + "`json:\",omitzero\"`" + `
	G Flag           ` + "`json:\",omitempty,omitzero\"`" + `
	A [2]int         ` + "`json:\",omitzero\"`" + `
	N []int          ` + "`json:\",omitzero\"`" + `
	H *Flag          ` + "`json:\",omitzero\"`" + `
}

type First struct {
	A string ` + "`json:\"a,omitempty\"`" + `
	E Point  ` + "`json:\"e,omitempty\"`" + `
	B string ` + "`json:\"b\"`" + `
	C string ` + "`json:\"c,omitempty\"`" + `
	D string ` + "`json:\"d\"`" + `
}

type Promoted struct {
	*Base
	Own string ` + "`json:\"own,omitempty\"`" + `
}

func Full(full bool) Sometimes {
	if !full {
		return Sometimes{G: 9}
	}
	return Sometimes{true, "s", 1, 0.5, time.Second, []int{1}, map[string]int{"k": 1}, new(2), new([]int{3}), Point{0, 1}, time.Unix(0, 0).UTC(), 1, [2]int{0, 1}, []int{}, new(Flag(3))}
}

func Firsts(a, c string) First { return First{A: a, B: "b", C: c, D: "d"} }

func Promotes(base bool, own string) Promoted {
	p := Promoted{Own: own}
	if base {
		p.Base = &Base{"i", "n"}
	}
	return p
}

func Nothing() {}

func OnlyError(fail bool) error {
	if fail {
		return errors.New("failed")
	}
	return nil
}

func Text() (string, error) { return "<plain> text", nil }
func Named() Name           { return "name" }
func Enum() Unit            { return Inch }
func Enums() []Unit         { return []Unit{Cm, "other"} }
func Bool() bool            { return true }
func Int() (int8, error)    { return -3, nil }
func Float() float32        { return 0.1 }
func Time() time.Time       { return time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC) }
func Span() time.Duration   { return 90 * time.Second }
func Pointers(n int) *int   { return &n }
func Lists(n int) *[]int    { return &[]int{n} }
func NaN() []float64        { return []float64{1, math.NaN()} }

func NilPointer() *Point         { return nil }
func NilSlice() []Point          { return nil }
func NilMap() map[string]Point   { return nil }
func Array() [2]Point            { return [2]Point{{1, 2}, {3, 4}} }
func Nested() map[string][]*Point { return map[string][]*Point{"b": {nil, {1, 2}}, "a": nil} }

func Several(ctx context.Context, n int) (b int, out string, err error) { return n, "o", nil }

func Found(ctx context.Context, key string) (value Point, found bool) { return Point{1, 2}, key == "k" }
`,
	build: func(s *src) {
		s.imported = append(s.imported, "errors", "math")
		point := s.structOf("Point", field("X", "X", intT), field("Y", "Y", intT))
		flag := s.as("Flag", intT)
		flag.Go.HasIsZero = true
		unit := s.enum("Unit", "Cm=cm", "Inch=inch")
		sometimes := s.structOf("Sometimes",
			field("B", "B", boolT, omitEmpty), field("S", "S", stringT, omitEmpty), field("I", "I", intT, omitEmpty), field("F", "F", float64T, omitEmpty),
			field("D", "D", spanT, omitEmpty), field("L", "L", sliceOf(intT), omitEmpty), field("M", "M", mapOf(stringT, intT), omitEmpty),
			field("P", "P", ptrTo(intT), omitEmpty), field("Q", "Q", ptrTo(sliceOf(intT)), omitEmpty), field("Z", "Z", point, omitZero),
			field("T", "T", timeT, omitZero), field("G", "G", flag, omitEmpty, omitZero), field("A", "A", arrayOf(2, intT), omitZero),
			field("N", "N", sliceOf(intT), omitZero), field("H", "H", ptrTo(flag), omitZero))
		for i, f := range sometimes.Struct.Shape.Fields {
			tag := strings.Replace(f.Tag, `json:"`+f.Name, `json:"`, 1)
			sometimes.Struct.Shape.Fields[i].Tag = tag
		}
		first := s.structOf("First", field("A", "a", stringT, omitEmpty), field("E", "e", point, omitEmpty), field("B", "b", stringT), field("C", "c", stringT, omitEmpty), field("D", "d", stringT))
		base := s.goType("Base")
		promoted := s.structOf("Promoted", field("Base.ID", "ID", stringT, alloc("Base", base)), field("Base.Note", "Note", stringT, alloc("Base", base)),
			field("Own", "own", stringT, omitEmpty))
		plain := func(name, fn string, more ...func(*model.Tool)) {
			s.tool(name, fn, append(more, noContext)...)
		}
		plain("full", "Full", param("full", boolT), returns(sometimes), noError)
		plain("firsts", "Firsts", param("a", stringT), param("c", stringT), returns(first), noError)
		plain("promotes", "Promotes", param("base", boolT), param("own", stringT), returns(promoted), noError)
		plain("nothing", "Nothing", noError)
		plain("only_error", "OnlyError", param("fail", boolT))
		plain("text", "Text", returns(stringT))
		plain("named", "Named", returns(s.as("Name", stringT)), noError)
		plain("enum", "Enum", returns(unit), noError)
		plain("enums", "Enums", returns(sliceOf(unit)), noError)
		plain("bool", "Bool", returns(boolT), noError)
		plain("int", "Int", returns(intOf("int8", 8)))
		plain("float", "Float", returns(float32T), noError)
		plain("time", "Time", returns(timeT), noError)
		plain("span", "Span", returns(spanT), noError)
		plain("pointers", "Pointers", param("n", intT), returns(ptrTo(intT)), noError)
		plain("lists", "Lists", param("n", intT), returns(ptrTo(sliceOf(intT))), noError)
		plain("nan", "NaN", returns(sliceOf(float64T)), noError)
		plain("nil_pointer", "NilPointer", returns(ptrTo(point)), noError)
		plain("nil_slice", "NilSlice", returns(sliceOf(point)), noError)
		plain("nil_map", "NilMap", returns(mapOf(stringT, point)), noError)
		plain("array", "Array", returns(arrayOf(2, point)), noError)
		plain("nested", "Nested", returns(mapOf(stringT, sliceOf(ptrTo(point)))), noError)
		s.tool("several", "Several", param("n", intT), returnsFields(field("b", "b", intT), field("out", "out", stringT)))
		s.tool("found", "Found", param("key", stringT), returnsFields(field("value", "value", point), field("found", "found", boolT)), noError)
	},
	calls: []call{
		{"full", `{"full":true}`, `{"B":true,"S":"s","I":1,"F":0.5,"D":"1s","L":[1],"M":{"k":1},"P":2,"Q":[3],"Z":{"X":0,"Y":1},"T":"1970-01-01T00:00:00Z","G":1,"A":[0,1],"N":[],"H":3}`},
		{"full", `{"full":false}`, `{}`},
		{"firsts", `{"a":"x","c":"y"}`, `{"a":"x","e":{"X":0,"Y":0},"b":"b","c":"y","d":"d"}`},
		{"firsts", `{"a":"","c":""}`, `{"e":{"X":0,"Y":0},"b":"b","d":"d"}`},
		{"firsts", `{"a":"x","c":""}`, `{"a":"x","e":{"X":0,"Y":0},"b":"b","d":"d"}`},
		{"promotes", `{"base":true,"own":""}`, `{"ID":"i","Note":"n"}`},
		{"promotes", `{"base":true,"own":"o"}`, `{"ID":"i","Note":"n","own":"o"}`},
		{"promotes", `{"base":false,"own":"o"}`, `{"own":"o"}`},
		{"promotes", `{"base":false,"own":""}`, `{}`},
		{"nothing", ``, "ok"},
		{"nothing", `{"a":1}`, `arguments: unknown key "a"`},
		{"only_error", `{"fail":false}`, "ok"},
		{"only_error", `{"fail":true}`, "failed"},
		{"text", ``, "<plain> text"},
		{"named", ``, "name"},
		{"enum", ``, "inch"},
		{"enums", ``, `["cm","other"]`},
		{"bool", ``, "true"},
		{"int", ``, "-3"},
		{"float", ``, "0.1"},
		{"time", ``, `"2026-01-02T03:04:05.000000006Z"`},
		{"span", ``, `"1m30s"`},
		{"pointers", `{"n":4}`, "4"},
		{"lists", `{"n":4}`, "[4]"},
		{"nan", ``, "result[1] is NaN, which JSON cannot carry"},
		{"nil_pointer", ``, "null"},
		{"nil_slice", ``, "[]"},
		{"nil_map", ``, "{}"},
		{"array", ``, `[{"X":1,"Y":2},{"X":3,"Y":4}]`},
		{"nested", ``, `{"a":[],"b":[null,{"X":1,"Y":2}]}`},
		{"several", `{"n":5}`, `{"b":5,"out":"o"}`},
		{"found", `{"key":"k"}`, `{"value":{"X":1,"Y":2},"found":true}`},
	},
}

// forms has the forms of functions and methods (F4, F5, F7, F11, F12, K11, K14).
var forms = fixture{
	folder: "forms",
	source: `package forms

import (
	"context"
	"strings"
)

type Service struct{ n int }

func (s *Service) Add(ctx context.Context, by int) int {
	s.n += by
	return s.n
}

type counter int

func (c counter) Value() int { return int(c) }

func (c *counter) Step(by ...int) (int, error) {
	for _, n := range by {
		*c += counter(n)
	}
	return int(*c), nil
}

func Join(ctx context.Context, sep string, parts ...string) string {
	if parts == nil {
		return "nil"
	}
	return strings.Join(parts, sep)
}

func Ping() {}

func Needed(p *int, q *[]string) int { return *p + len(*q) }

func hidden(context.Context) string { return "hidden" }

func Keywords(type_, range_, func_ string, x int) string { return type_ + range_ + func_ }
`,
	build: func(s *src) {
		s.imported = append(s.imported, "strings")
		s.tool("add", "Add", on(s.goType("Service"), true), param("by", intT), returns(intT), noError)
		s.tool("value", "Value", on(s.goType("counter"), false), noContext, returns(intT), noError)
		s.tool("step", "Step", on(s.goType("counter"), true), noContext, variadic("by", sliceOf(intT)), returns(intT))
		s.tool("join", "Join", param("sep", stringT), variadic("parts", sliceOf(stringT)), returns(stringT), noError)
		ping := s.tool("ping", "Ping", noContext, noError)
		ping.Title, ping.Description = "Ping `it`", "Does nothing."
		ping.Category, ping.Access, ping.Permissions = "specialized", "system", []string{"net", "disk"}
		ping.ReadOnly, ping.Additive, ping.Idempotent, ping.ClosedWorld, ping.Hidden, ping.Deprecated = true, true, true, true, true, true
		ping.Strict = "off"
		ping.EstimateTime, ping.EstimateMem = 1500*time.Millisecond, 1000
		ping.Examples = []string{"{}"}
		ping.Limitations = []string{"it knows nothing of the world outside", "it is slow, and it is slow again, at times it is slower", `it says "ok"`}
		ping.Dependencies, ping.Secrets = []string{"ping"}, []string{"token", "list[].key"}
		s.tool("needed", "Needed", noContext, param("p", ptrTo(intT), needed), param("q", ptrTo(sliceOf(stringT)), needed), returns(intT), noError)
		s.tool("hidden", "hidden", returns(stringT), noError).Params[0].Name = ""
		s.tool("keywords", "Keywords", noContext, wire("type_", "type", stringT), wire("range_", "range", stringT), wire("func_", `a "b"`+"\n`", stringT),
			wire("x", "x", intT, optional), returns(stringT), noError)
		s.declared = append(s.declared, "Service", "counter")
	},
	sets: "append(append(Tools(), ServiceTools(new(Service))...), CounterTools(new(counter))...)",
	calls: []call{
		{"add", `{"by":2}`, "2"},
		{"add", `{"by":3}`, "5"},
		{"step", `{"by":[1,2]}`, "3"},
		{"step", `{}`, "3"},
		{"value", ``, "3"},
		{"join", `{"sep":"-","parts":["a","b"]}`, "a-b"},
		{"join", `{"sep":"-","parts":[]}`, ""},
		{"join", `{"sep":"-","parts":null}`, "nil"},
		{"join", `{"sep":"-"}`, "nil"},
		{"ping", `null`, "ok"},
		{"ping", `[]`, "arguments: array"},
		{"needed", `{"p":1,"q":["a"]}`, "2"}, // N5
		{"needed", `{"p":null,"q":null}`, "p: null\nq: null"},
		{"needed", `{}`, `arguments: "p", "q"`},
		{"hidden", `{}`, "hidden"},
		{"keywords", `{"type":"a","range":"b","a \"b\"\n` + "`" + `":"c"}`, "abc"},
	},
}
