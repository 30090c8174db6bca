package emit

import (
	"time"

	"github.com/toolgen/toolgen/generator/internal/model"
)

// scalars has every scalar kind, predeclared and named, both ways (T1 to T12).
var scalars = fixture{
	folder: "scalars",
	source: `package scalars

import (
	"context"
	"time"
)

type (
	On    bool
	ID    string
	Age   int8
	Mask  uint32
	Ratio float32
	Score float64
	Addr  uintptr
	Wait  time.Duration
)

type Plain struct {
	B   bool
	S   string
	I   int
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	R   rune
	U   uint
	U8  uint8
	U16 uint16
	U32 uint32
	U64 uint64
	UP  uintptr
	F32 float32
	F64 float64
	T   time.Time
	D   time.Duration
}

type Named struct {
	On    On
	ID    ID
	Age   Age
	Mask  Mask
	Ratio Ratio
	Score Score
	Addr  Addr
	Wait  Wait
}

type Maybe struct {
	B  *bool
	ID *ID
	I  *int
	F  *Score
	T  *time.Time
	D  *time.Duration
}

func EchoPlain(ctx context.Context, b bool, s string, i int, i8 int8, i16 int16, i32 int32, i64 int64, r rune, u uint, u8 uint8, u16 uint16, u32 uint32, u64 uint64, up uintptr, f32 float32, f64 float64, t time.Time, d time.Duration) Plain {
	return Plain{b, s, i, i8, i16, i32, i64, r, u, u8, u16, u32, u64, up, f32, f64, t, d}
}

func EchoNamed(ctx context.Context, on On, id ID, age Age, mask Mask, ratio Ratio, score Score, addr Addr, wait Wait) Named {
	return Named{on, id, age, mask, ratio, score, addr, wait}
}

func EchoMaybe(ctx context.Context, b *bool, id *ID, i *int, f *Score, t *time.Time, d *time.Duration) Maybe {
	return Maybe{b, id, i, f, t, d}
}
`,
	build: func(s *src) {
		plain := []struct {
			param, field string
			t            *model.Type
		}{
			{"b", "B", boolT}, {"s", "S", stringT}, {"i", "I", intT}, {"i8", "I8", intOf("int8", 8)}, {"i16", "I16", intOf("int16", 16)},
			{"i32", "I32", intOf("int32", 32)}, {"i64", "I64", int64T}, {"r", "R", intOf("rune", 32)}, {"u", "U", uintT}, {"u8", "U8", uint8T},
			{"u16", "U16", uintOf("uint16", 16)}, {"u32", "U32", uintOf("uint32", 32)}, {"u64", "U64", uintOf("uint64", 64)},
			{"up", "UP", uintOf("uintptr", 0)}, {"f32", "F32", float32T}, {"f64", "F64", float64T}, {"t", "T", timeT}, {"d", "D", spanT},
		}
		var parts []func(*model.Tool)
		var fields []*model.Field
		for _, p := range plain {
			parts = append(parts, param(p.param, p.t))
			fields = append(fields, field(p.field, p.field, p.t))
		}
		s.tool("echo_plain", "EchoPlain", append(parts, returns(s.structOf("Plain", fields...)), noError)...)

		on, id, age, mask := s.as("On", boolT), s.as("ID", stringT), s.as("Age", intOf("int8", 8)), s.as("Mask", uintOf("uint32", 32))
		ratio, score, addr, wait := s.as("Ratio", float32T), s.as("Score", float64T), s.as("Addr", uintT), s.as("Wait", int64T)
		s.tool("echo_named", "EchoNamed", param("on", on), param("id", id), param("age", age), param("mask", mask),
			param("ratio", ratio), param("score", score), param("addr", addr), param("wait", wait), noError,
			returns(s.structOf("Named", field("On", "On", on), field("ID", "ID", id), field("Age", "Age", age), field("Mask", "Mask", mask),
				field("Ratio", "Ratio", ratio), field("Score", "Score", score), field("Addr", "Addr", addr), field("Wait", "Wait", wait))))

		b, i, f, t, d := ptrTo(boolT), ptrTo(intT), ptrTo(score), ptrTo(timeT), ptrTo(spanT)
		s.tool("echo_maybe", "EchoMaybe", param("b", b), param("id", ptrTo(id)), param("i", i), param("f", f), param("t", t), param("d", d), noError,
			returns(s.structOf("Maybe", field("B", "B", b), field("ID", "ID", ptrTo(id)), field("I", "I", i), field("F", "F", f), field("T", "T", t), field("D", "D", d))))
	},
	calls: []call{
		{
			"echo_plain",
			`{"b":true,"s":"é","i":1e3,"i8":-128,"i16":-32768,"i32":5.0,"i64":9223372036854775807,"r":65,"u":1,"u8":255,"u16":65535,"u32":4294967295,"u64":18446744073709551615,"up":7,"f32":0.5,"f64":1e300,"t":"2026-01-02T15:04:05Z","d":"1h30m"}`,
			`{"B":true,"S":"é","I":1000,"I8":-128,"I16":-32768,"I32":5,"I64":9223372036854775807,"R":65,"U":1,"U8":255,"U16":65535,"U32":4294967295,"U64":18446744073709551615,"UP":7,"F32":0.5,"F64":1e+300,"T":"2026-01-02T15:04:05Z","D":"1h30m0s"}`,
		},
		{
			"echo_named", `{"on":true,"id":"x","age":7,"mask":3,"ratio":0.25,"score":2,"addr":1,"wait":5}`,
			`{"On":true,"ID":"x","Age":7,"Mask":3,"Ratio":0.25,"Score":2,"Addr":1,"Wait":5}`,
		},
		{"echo_named", `{"on":true,"id":"x","age":200,"mask":3,"ratio":0.25,"score":2,"addr":1,"wait":5}`, "age: between -128 and 127, got 200"},
		{"echo_maybe", `{}`, `{"B":null,"ID":null,"I":null,"F":null,"T":null,"D":null}`},
		{
			"echo_maybe", `{"b":false,"id":"","i":0,"f":1.5,"t":"2026-01-02T15:04:05+01:00","d":null}`,
			`{"B":false,"ID":"","I":0,"F":1.5,"T":"2026-01-02T15:04:05+01:00","D":null}`,
		},
		{"echo_maybe", `{"i":"5"}`, `i: got string "5"`},
	},
}

// containers nests slices, arrays, maps, pointers and structs in one another (T30 to T33, S15, K12).
var containers = fixture{
	folder: "containers",
	source: `package containers

import "context"

type Unit string

const (
	Cm   Unit = "cm"
	Inch Unit = "inch"
)

type (
	ID     string
	Tags   []string
	Labels map[ID]Tags
	Ref    *Person
	RGB    [3]uint16
)

type Person struct{ Name string }

type Page[T any] struct{ Items []T }

type List[T any] []T

type Lists struct {
	Grid   [][]int
	Tags   Tags
	Units  []Unit
	People []Person
	Refs   []*Person
	Rows   []struct{ A int }
	Cubes  [][][]Person
	Maps   []map[string]bool
	Pages  Page[Page[ID]]
	List   List[ID]
}

type Arrays struct {
	RGB     RGB
	Corners [2][2]int
	People  [2]Person
	Units   [2]Unit
	Names   [1][]string
}

type Maps struct {
	Labels Labels
	Floats map[string][]float64
	Units  map[Unit]int
	Staff  map[string]Person
	Index  map[string]*Person
	Deep   map[string]map[ID][]Person
	Pairs  map[string][2]int
	Boxes  map[string]struct{ A int }
}

type Pointers struct {
	List   *[]string
	Pair   *[2]int
	Map    *map[string]int
	Ref    Ref
	Person *Person
	Refs   []*[]int
	Box    *struct{ A int }
}

func EchoLists(ctx context.Context, grid [][]int, tags Tags, units []Unit, people []Person, refs []*Person, rows []struct{ A int }, cubes [][][]Person, maps []map[string]bool, pages Page[Page[ID]], list List[ID]) Lists {
	return Lists{grid, tags, units, people, refs, rows, cubes, maps, pages, list}
}

func EchoArrays(ctx context.Context, rgb RGB, corners [2][2]int, people [2]Person, units [2]Unit, names [1][]string) Arrays {
	return Arrays{rgb, corners, people, units, names}
}

func EchoMaps(ctx context.Context, labels Labels, floats map[string][]float64, units map[Unit]int, staff map[string]Person, index map[string]*Person, deep map[string]map[ID][]Person, pairs map[string][2]int, boxes map[string]struct{ A int }) Maps {
	return Maps{labels, floats, units, staff, index, deep, pairs, boxes}
}

func EchoPointers(ctx context.Context, list *[]string, pair *[2]int, m *map[string]int, ref Ref, person *Person, refs []*[]int, box *struct{ A int }) Pointers {
	return Pointers{list, pair, m, ref, person, refs, box}
}
`,
	build: func(s *src) {
		unit := s.enum("Unit", "Cm=cm", "Inch=inch")
		id := s.as("ID", stringT)
		tags := s.as("Tags", sliceOf(stringT))
		labels := s.as("Labels", mapOf(id, tags))
		// Arguments and results have each their own struct types.
		for _, tool := range []string{"lists", "arrays", "maps", "pointers"} {
			in, out := s.containers(unit, id, tags, labels), s.containers(unit, id, tags, labels)
			var parts []func(*model.Tool)
			var fields []*model.Field
			for i, f := range in[tool] {
				p := lowerFirst(f.Name)
				if f.Name == "Map" {
					p = "m"
				}
				if f.Name == "RGB" {
					p = "rgb"
				}
				parts = append(parts, param(p, f.Type))
				fields = append(fields, out[tool][i])
			}
			result := s.structOf(upperFirst(tool), fields...)
			s.tool("echo_"+tool, "Echo"+upperFirst(tool), append(parts, returns(result), noError)...)
		}
	},
	calls: []call{
		{
			"echo_lists",
			`{"grid":[[1,2],[],[3]],"tags":["a"],"units":["cm","inch"],"people":[{"Name":"A"},{"Name":"B"}],"refs":[{"Name":"C"}],"rows":[{"A":1},{"A":2}],"cubes":[[[{"Name":"D"}],[]],[]],"maps":[{"x":true},{}],"pages":{"Items":[{"Items":["p","q"]}]},"list":["z"]}`,
			`{"Grid":[[1,2],[],[3]],"Tags":["a"],"Units":["cm","inch"],"People":[{"Name":"A"},{"Name":"B"}],"Refs":[{"Name":"C"}],"Rows":[{"A":1},{"A":2}],"Cubes":[[[{"Name":"D"}],[]],[]],"Maps":[{"x":true},{}],"Pages":{"Items":[{"Items":["p","q"]}]},"List":["z"]}`,
		},
		{
			"echo_arrays", `{"rgb":[1,2,3],"corners":[[1,2],[3,4]],"people":[{"Name":"A"},{"Name":"B"}],"units":["cm","inch"],"names":[["x","y"]]}`,
			`{"RGB":[1,2,3],"Corners":[[1,2],[3,4]],"People":[{"Name":"A"},{"Name":"B"}],"Units":["cm","inch"],"Names":[["x","y"]]}`,
		},
		{
			"echo_arrays", `{"rgb":[1,2],"corners":[[1,2,3],[3,4]],"people":[],"units":["cm","inch","cm"],"names":[[]]}`,
			"rgb: exactly 3\ncorners[0]: exactly 2\npeople: exactly 2\nunits: exactly 2",
		},
		{
			"echo_maps",
			`{"labels":{"b":["1"],"a":[]},"floats":{"x":[0.5]},"units":{"inch":2,"cm":1},"staff":{"s":{"Name":"A"}},"index":{"i":{"Name":"B"}},"deep":{"d":{"e":[{"Name":"C"}]}},"pairs":{"p":[1,2]},"boxes":{"q":{"A":1}}}`,
			`{"Labels":{"a":[],"b":["1"]},"Floats":{"x":[0.5]},"Units":{"cm":1,"inch":2},"Staff":{"s":{"Name":"A"}},"Index":{"i":{"Name":"B"}},"Deep":{"d":{"e":[{"Name":"C"}]}},"Pairs":{"p":[1,2]},"Boxes":{"q":{"A":1}}}`,
		},
		{
			"echo_maps", `{"labels":{"a":[],"a":[]},"floats":{},"units":{"mm":1},"staff":{},"index":{"i":null},"deep":{"d":{"e":[{}]}},"pairs":{"p":[1]},"boxes":{}}`,
			"labels: duplicate key \"a\"\nunits: \"cm\", \"inch\"\nindex.i: null\ndeep.d.e[0]: \"Name\"\npairs.p: exactly 2",
		},
		{"echo_pointers", `{"ref":null,"refs":[]}`, `{"List":null,"Pair":null,"Map":null,"Ref":null,"Person":null,"Refs":[],"Box":null}`},
		{
			"echo_pointers", `{"list":["a"],"pair":[1,2],"m":{"k":1},"ref":{"Name":"A"},"person":{"Name":"B"},"refs":[[1],[]],"box":{"A":3}}`,
			`{"List":["a"],"Pair":[1,2],"Map":{"k":1},"Ref":{"Name":"A"},"Person":{"Name":"B"},"Refs":[[1],[]],"Box":{"A":3}}`,
		},
	},
}

// containers are the fields of the fixture's results, which are its parameters too.
func (s *src) containers(unit, id, tags, labels *model.Type) map[string][]*model.Field {
	person := s.structOf("Person", field("Name", "Name", stringT))
	box := func(hint string) *model.Type { return anonymous(hint, field("A", "A", intT)) }
	inner := s.structAs(s.goType("Page", id.Go), "PageID", field("Items", "Items", sliceOf(id)))
	pages := s.structAs(s.goType("Page", inner.Go), "PagePageID", field("Items", "Items", sliceOf(inner)))
	ids := sliceOf(id)
	ids.Go = s.goType("List", id.Go)
	f := func(name string, t *model.Type) *model.Field { return field(name, name, t) }
	return map[string][]*model.Field{
		"lists": {
			f("Grid", sliceOf(sliceOf(intT))), f("Tags", tags), f("Units", sliceOf(unit)), f("People", sliceOf(person)),
			f("Refs", sliceOf(ptrTo(person))), f("Rows", sliceOf(box("rows"))), f("Cubes", sliceOf(sliceOf(sliceOf(person)))),
			f("Maps", sliceOf(mapOf(stringT, boolT))), f("Pages", pages), f("List", ids),
		},
		"arrays": {
			f("RGB", s.as("RGB", arrayOf(3, uintOf("uint16", 16)))), f("Corners", arrayOf(2, arrayOf(2, intT))), f("People", arrayOf(2, person)),
			f("Units", arrayOf(2, unit)), f("Names", arrayOf(1, sliceOf(stringT))),
		},
		"maps": {
			f("Labels", labels), f("Floats", mapOf(stringT, sliceOf(float64T))), f("Units", mapOf(unit, intT)), f("Staff", mapOf(stringT, person)),
			f("Index", mapOf(stringT, ptrTo(person))), f("Deep", mapOf(stringT, mapOf(id, sliceOf(person)))),
			f("Pairs", mapOf(stringT, arrayOf(2, intT))), f("Boxes", mapOf(stringT, box("boxes"))),
		},
		"pointers": {
			f("List", ptrTo(sliceOf(stringT))), f("Pair", ptrTo(arrayOf(2, intT))), f("Map", ptrTo(mapOf(stringT, intT))),
			f("Ref", s.as("Ref", ptrTo(person))), f("Person", ptrTo(person)), f("Refs", sliceOf(ptrTo(sliceOf(intT)))), f("Box", ptrTo(box("box"))),
		},
	}
}

// rules has every check (section 5 of schema.md, T6, T70).
var rules = fixture{
	folder: "rules",
	source: `package rules

import (
	"context"
	"time"
)

type Unit string

const (
	Cm   Unit = "cm"
	Inch Unit = "inch"
)

type Level int

func Ints(ctx context.Context, a int, b int8, c int16, d int64, e uint, f uint8, g uintptr, h int, i Level, j *int, k *int32) {}

func Floats(ctx context.Context, low, high, above, below, step float64, ratio *float32, choice float64) {}

func Texts(ctx context.Context, name string, code, other string, sort string, unit Unit, level *string) {}

func Times(ctx context.Context, wait time.Duration, pause *time.Duration, at time.Time, since *time.Time) {}

func Counts(ctx context.Context, list []string, set map[string]int, pair [2]int, maybe *[]int) {}
`,
	build: func(s *src) {
		level := s.as("Level", intT)
		s.tool("ints", "Ints", noError,
			param("a", intT, between("1", "")), param("b", intOf("int8", 8), between("", "5")), param("c", intOf("int16", 16), between("-2", "2")),
			param("d", int64T, between("", "9007199254740993")), param("e", uintT, between("5", "")), param("f", uint8T, between("1e1", "20.0")),
			param("g", uintOf("uintptr", 0), between("1", "")), param("h", intT, between("0", "5000000000")),
			param("i", level, oneOf(num("1"), num("3"))), param("j", ptrTo(intT), strictly("0", "10"), multipleOf("2")),
			param("k", ptrTo(intOf("int32", 32)), oneOf(num("1"), num("2"))))
		s.tool("floats", "Floats", noError,
			param("low", float64T, between("0.5", "")), param("high", float64T, between("", "2")), param("above", float64T, strictly("0", "")),
			param("below", float64T, strictly("", "1e3")), param("step", float64T, multipleOf("0.1")),
			param("ratio", ptrTo(float32T), between("0", "1")), param("choice", float64T, oneOf(num("0.5"), num("1"))))
		s.tool("texts", "Texts", noError,
			param("name", stringT, count(2, 3)), param("code", stringT, match("^[a-z`]+$")), param("other", stringT, match("^[a-z`]+$"), count(0, 5)),
			param("sort", stringT, oneOf(text("asc"), text("desc"))),
			param("unit", s.enum("Unit", "Cm=cm", "Inch=inch"), oneOf(text("cm"))), param("level", ptrTo(stringT), oneOf(text("low"), text("high"))))
		s.tool("times", "Times", noError,
			param("wait", spanT, between("1s", "1h30m")), param("pause", ptrTo(spanT), between("-1500ms", "0s")),
			param("at", timeT, between("2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z")), param("since", ptrTo(timeT), between("2026-01-01T00:00:00Z", "")))
		s.tool("counts", "Counts", noError,
			param("list", sliceOf(stringT), count(1, 2), unique), param("set", mapOf(stringT, intT), count(1, -1)),
			param("pair", arrayOf(2, intT), unique), param("maybe", ptrTo(sliceOf(intT)), count(0, 1)))
	},
	calls: []call{
		{"ints", `{"a":1,"b":5,"c":-2,"d":9007199254740993,"e":5,"f":20,"g":1,"h":5000000000,"i":3,"j":2,"k":2}`, "ok"},
		{
			"ints", `{"a":0,"b":6,"c":3,"d":9007199254740994,"e":4,"f":9,"g":0,"h":5000000001,"i":2,"j":10}`,
			"a: at least 1\nb: at most 5\nc: between -2 and 2\nd: at most 9007199254740993\ne: at least 5\nf: between 10 and 20\ng: at least 1\nh: at most 5000000000\ni: 1, 3\nj: less than 10",
		},
		{"floats", `{"low":0.5,"high":2,"above":0.1,"below":999,"step":0.3,"choice":0.5}`, "ok"},
		{
			"floats", `{"low":0.4,"high":3,"above":0,"below":1000,"step":0.35,"ratio":1.5,"choice":0.7}`,
			"low: at least 0.5\nhigh: at most 2\nabove: than 0\nbelow: less than 1000\nstep: 0.1\nratio: at most 1\nchoice: 0.5, 1",
		},
		{"texts", `{"name":"éé","code":"a","other":"b","sort":"asc","unit":"cm","level":null}`, "ok"},
		{
			"texts", `{"name":"a","code":"A","other":"abcdef","sort":"ASC","unit":"inch","level":"mid"}`,
			"name: 2 characters\ncode: ^[a-z`]+$\nother: 5 characters\nsort: asc, desc\nunit: cm\nlevel: low, high",
		},
		{"times", `{"wait":"1s","pause":"-1s","at":"2026-05-01T00:00:00Z"}`, "ok"},
		{
			"times", `{"wait":"500ms","pause":"1s","at":"2025-05-01T00:00:00Z","since":"2025-05-01T00:00:00Z"}`,
			"wait: at least 1s\npause: at most 0s\nat: 2026-01-01T00:00:00Z\nsince: 2026-01-01T00:00:00Z",
		},
		{"counts", `{"list":["a","b"],"set":{"a":1},"pair":[1,2],"maybe":[1]}`, "ok"},
		{
			"counts", `{"list":["a","b","a"],"set":{},"pair":[1,1],"maybe":[1,2]}`,
			"list: 2 items\nlist: equal\nset: 1 entry\npair: equal\nmaybe: 1 item",
		},
	},
}

// defaults has a default of every kind (N4) and shows that explicit values beat it (D05, D17).
var defaults = fixture{
	folder: "defaults",
	source: `package defaults

import (
	"context"
	"time"
)

type Unit string

const (
	Cm   Unit = "cm"
	Inch Unit = "inch"
)

type ID string

type Paging struct {
	Limit int
	Sort  Unit
	Ratio float32
}

type All struct {
	On    bool
	S     string
	ID    ID
	I     int
	I64   int64
	F     float64
	F32   float32
	Unit  Unit
	Units []Unit
	Map   map[string][]int
	Keys  map[Unit]ID
	Pair  [2]string
	P     *int
	P64   *int64
	PUnit *Unit
	D     time.Duration
	Zero  time.Duration
	T     time.Time
	Zone  time.Time
	Page  Paging
}

func Show(on bool, s string, id ID, i int, i64 int64, f float64, f32 float32, unit Unit, units []Unit, m map[string][]int, keys map[Unit]ID, pair [2]string, p *int, p64 *int64, pUnit *Unit, d time.Duration, zero time.Duration, t time.Time, zone time.Time, page Paging) All {
	return All{on, s, id, i, i64, f, f32, unit, units, m, keys, pair, p, p64, pUnit, d, zero, t, zone, page}
}

func Rooted(ctx context.Context, in Paging) Paging { return in }
`,
	build: func(s *src) {
		unit, id := s.enum("Unit", "Cm=cm", "Inch=inch"), s.as("ID", stringT)
		paging := func() *model.Type {
			return s.structOf("Paging", field("Limit", "Limit", intT, def(num("10"))), field("Sort", "Sort", unit, def(constant(unit, "Inch"))),
				field("Ratio", "Ratio", float32T, def(num("1"))))
		}
		rows := []struct {
			param, field string
			t            *model.Type
			def          option
		}{
			{"on", "On", boolT, def(truth())}, {"s", "S", stringT, def(text("a`\"b"))}, {"id", "ID", id, def(text("x"))}, {"i", "I", intT, def(num("3"))},
			{"i64", "I64", int64T, def(num("4"))}, {"f", "F", float64T, def(num("1"))}, {"f32", "F32", float32T, def(num("0.5"))},
			{"unit", "Unit", unit, def(constant(unit, "Cm"))}, {"units", "Units", sliceOf(unit), def(list(constant(unit, "Inch"), constant(unit, "Cm")))},
			{"m", "Map", mapOf(stringT, sliceOf(intT)), def(entries([]string{"a", "b"}, list(num("1"), num("2")), list()))},
			{"keys", "Keys", mapOf(unit, id), def(entries([]string{"cm"}, text("k")))},
			{"pair", "Pair", arrayOf(2, stringT), def(list(text("l"), text("r")))}, {"p", "P", ptrTo(intT), def(num("5"))},
			{"p64", "P64", ptrTo(int64T), def(num("6"))}, {"pUnit", "PUnit", ptrTo(unit), def(constant(unit, "Inch"))},
			{"d", "D", spanT, def(spanOf(90 * time.Second))}, {"zero", "Zero", spanT, def(spanOf(0))},
			{"t", "T", timeT, def(instant("2026-01-02T15:04:05Z"))}, {"zone", "Zone", timeT, def(instant("2026-01-02T15:04:05.5+02:00"))},
		}
		var parts []func(*model.Tool)
		var fields []*model.Field
		for _, r := range rows {
			parts = append(parts, param(r.param, r.t, r.def))
			fields = append(fields, field(r.field, r.field, r.t))
		}
		parts = append(parts, param("page", paging(), optional))
		fields = append(fields, field("Page", "Page", paging()))
		s.tool("show", "Show", append(parts, noContext, noError, returns(s.structOf("All", fields...)))...)
		s.tool("rooted", "Rooted", root("in", paging()), noError, returns(paging()))
	},
	calls: []call{
		{"show", ``, `{"On":true,"S":"a` + "`" + `\"b","ID":"x","I":3,"I64":4,"F":1,"F32":0.5,"Unit":"cm","Units":["inch","cm"],"Map":{"a":[1,2],"b":[]},"Keys":{"cm":"k"},"Pair":["l","r"],"P":5,"P64":6,"PUnit":"inch","D":"1m30s","Zero":"0s","T":"2026-01-02T15:04:05Z","Zone":"2026-01-02T15:04:05.5+02:00","Page":{"Limit":0,"Sort":"","Ratio":0}}`},
		{
			"show", `{"on":false,"s":"","id":"","i":0,"i64":null,"f":0,"f32":0,"unit":"inch","units":[],"m":{},"keys":null,"pair":null,"p":0,"p64":null,"pUnit":null,"d":"0","zero":"1s","t":null,"zone":null,"page":{"Limit":1}}`,
			`{"On":false,"S":"","ID":"","I":0,"I64":4,"F":0,"F32":0,"Unit":"inch","Units":[],"Map":{},"Keys":{"cm":"k"},"Pair":["l","r"],"P":0,"P64":6,"PUnit":"inch","D":"0s","Zero":"1s","T":"2026-01-02T15:04:05Z","Zone":"2026-01-02T15:04:05.5+02:00","Page":{"Limit":1,"Sort":"inch","Ratio":1}}`,
		},
		{"rooted", `{"Limit":null}`, `{"Limit":10,"Sort":"inch","Ratio":1}`},
	},
}
