package collect

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator/internal/directive"
	"github.com/toolgen/toolgen/generator/internal/model"
)

func basic(kind model.Kind, bits int) *model.Type {
	return &model.Type{Kind: kind, Bits: bits, Go: &model.GoType{Kind: model.GoBasic, Name: "x"}}
}

// The text of a directive is read by the type of its target (DESIGN section 3, N4).
func TestReadValue(t *testing.T) {
	text := basic(model.String, 0)
	level := basic(model.String, 0)
	level.Enum = &model.Enum{Values: []model.Const{{Name: "Low", Value: "low"}, {Name: "High", Value: "high"}}}
	color := basic(model.Names, 0)
	color.Enum = &model.Enum{Values: []model.Const{{Name: "Red", Value: "Green"}, {Name: "Green", Value: "red"}, {Name: "ColorOld", Value: "old", Deprecated: true}}}
	code := basic(model.Uint, 16)
	code.Enum = &model.Enum{Values: []model.Const{{Name: "OK", Value: "200"}, {Name: "NotFound", Value: "404"}}}
	open := basic(model.String, 0)
	open.Known = level.Enum
	port := basic(model.Uint, 16)
	port.Known = code.Enum
	list := func(elem *model.Type) *model.Type { return &model.Type{Kind: model.Slice, Elem: elem} }
	for _, tt := range []struct {
		name   string
		typ    *model.Type
		text   string
		quoted bool
		want   string // JSON, or the error after "!"
	}{
		{"bool", basic(model.Bool, 0), "true", false, "true"},
		{"bool, not 1", basic(model.Bool, 0), "1", false, "!expected true or false, got 1"},
		{"int", basic(model.Int, 64), "-5", false, "-5"},
		{"int, no fraction", basic(model.Int, 64), "1.5", false, "!expected a whole number, got 1.5"},
		{"int, no plus", basic(model.Int, 64), "+1", false, "!expected a whole number, got +1"},
		{"int, no leading zero", basic(model.Int, 64), "01", false, "!expected a whole number, got 01"},
		{"T4 int8 range", basic(model.Int, 8), "128", false, "!128 does not fit: must be between -128 and 127"},
		{"T5 uint64 range", basic(model.Uint, 64), "18446744073709551615", false, "18446744073709551615"},
		{"T5 uint, no sign", basic(model.Uint, 0), "-1", false, "!-1 does not fit: must be between 0 and 18446744073709551615"},
		{"T7 float", basic(model.Float, 64), "1e3", false, "1e3"},
		{"T7 too large", basic(model.Float, 64), "1e400", false, "!1e400 is too large for a float64"},
		{"T8 too large", basic(model.Float, 32), "1e39", false, "!1e39 is too large for a float32"},
		{"float, no NaN", basic(model.Float, 64), "NaN", false, "!expected a number, got NaN"},
		{"text is text", text, "5", false, `"5"`},
		{"text, no HTML escapes", text, "<a>&", true, `"<a>&"`},
		{"T40", basic(model.Time, 0), "2026-01-02T03:04:05+01:00", false, `"2026-01-02T03:04:05+01:00"`},
		{"T40 date", basic(model.Time, 0), "2026-01-02", false, "!expected date and time with zone, e.g. 2026-01-02T15:04:05Z, got 2026-01-02"},
		{"T42", basic(model.Duration, 0), "90s", false, `"90s"`},
		{"T42 no unit", basic(model.Duration, 0), "90", false, "!expected a duration such as 1h30m or 250ms, got 90"},
		{"T42 pattern", basic(model.Duration, 0), ".5s", false, "!expected a duration such as 1h30m or 250ms, got .5s"},
		{"T70 by value", level, "low", false, `"low"`},
		{"T70 by constant", level, "High", false, `"high"`},
		{"T70 near", level, "LOW", false, `!"LOW" is not one of low, high; did you mean low?`},
		{"T70 the empty text", &model.Type{Kind: model.String, Enum: &model.Enum{Values: []model.Const{{Name: "No"}}}}, "yes", false, `!"yes" is not one of ""`},
		{"T72 by name", color, "red", false, `"red"`},
		{"T72 the value before the constant", color, "Green", false, `"Green"`},
		{"T72 by constant", color, "Red", false, `"Green"`},
		{"T72 a deprecated one is not proposed", color, "olt", false, `!"olt" is not one of Green, red`},
		{"T72 by constant, deprecated", color, "ColorOld", false, `"old"`},
		{"T72 values=int", code, "404", false, "404"},
		{"T72 values=int, whole in another form", code, "2e2", false, "200"},
		{"T72 values=int, by constant", code, "NotFound", false, "404"},
		{"T72 values=int, another number", code, "5", false, "!5 is not one of 200, 404"},
		{"T72 values=int, near a constant", code, "Notfound", false, "!Notfound is not one of 200, 404; did you mean 404?"},
		{"T72 values=int, in JSON", list(code), `[200,404]`, false, "[200,404]"},
		{"T72 values=int, no text in JSON", list(code), `["200"]`, false, `!expected a whole number, got "200"`},
		{"T72 no constant's name in JSON", list(color), `["Red"]`, false, `!"Red" is not one of Green, red; did you mean red?`},
		{"T80 by constant", open, "Low", false, `"low"`},
		{"T80 any text", open, "other", false, `"other"`},
		{"T80 by constant, an integer", port, "OK", false, "200"},
		{"T80 any integer", port, "7", false, "7"},
		{"T33 an enum's key", &model.Type{Kind: model.Map, Key: color, Elem: code}, `{"red":200}`, false, `{"red":200}`},
		{"T33 no constant's name as a key", &model.Type{Kind: model.Map, Key: color, Elem: code}, `{"Red":200}`, false, `!key "Red" is not one of Green, red; did you mean red?`},
		{"list of items", list(text), "a,b", false, `["a","b"]`},
		{"list, one quoted item", list(text), "a,b", true, `["a,b"]`},
		{"list as JSON", list(basic(model.Int, 64)), "[1, 2]", false, `[1,2]`},
		{"list as JSON, wrong item", list(basic(model.Int, 64)), `[1,"2"]`, false, `!expected a whole number, got "2"`},
		{"list of enums", list(level), "Low,high", false, `["low","high"]`},
		{"map", &model.Type{Kind: model.Map, Key: text, Elem: basic(model.Int, 64)}, `{"b":2,"a":1}`, false, `{"a":1,"b":2}`},
		{"T31 count", &model.Type{Kind: model.Array, Len: 2, Elem: text}, "a", false, "!expected exactly 2 items, got 1"},
		{"pointer", &model.Type{Kind: model.Pointer, Elem: basic(model.Int, 64)}, "7", false, "7"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := readValue(directive.Word{Text: tt.text, Quoted: tt.quoted}, tt.typ)
			if want, wrong := cutMark(tt.want); wrong {
				require.EqualError(t, err, want)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tt.want, v.JSON)
		})
	}
}

func cutMark(want string) (string, bool) {
	if want[0] == '!' {
		return want[1:], true
	}
	return want, false
}

func TestDominant(t *testing.T) {
	field := func(depth int, tagged bool) candidate { return candidate{depth: depth, tagged: tagged} }
	for _, tt := range []struct {
		name   string
		all    []candidate
		unique bool
	}{
		{"one", []candidate{field(0, false)}, true},
		{"shallow wins", []candidate{field(1, true), field(0, false)}, true},
		{"tagged wins", []candidate{field(1, false), field(1, true)}, true},
		{"S8 two plain", []candidate{field(1, false), field(1, false)}, false},
		{"S20 two tagged", []candidate{field(0, true), field(0, true)}, false},
		{"none", nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, unique := dominant(tt.all)
			require.Equal(t, tt.unique, unique)
		})
	}
}
