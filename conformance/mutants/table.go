package main

import (
	"fmt"
	"strings"
)

// A mutant is one edit that breaks one rule of the mapping.
type mutant struct {
	row     string // the rule
	file    string // in the repository
	old, to string // old stands in the file exactly once
	breaks  string // what goes wrong then, for the report
}

// apply returns a file's text with the edit made. That the old text is not there, or is there twice, is an error: the table would
// rot and test nothing.
func (m mutant) apply(text string) (string, error) {
	if n := strings.Count(text, m.old); n != 1 {
		return "", fmt.Errorf("%s: the text to be edited stands %d times in it, and must stand once:\n%s", m.file, n, m.old)
	}
	return strings.Replace(text, m.old, m.to, 1), nil
}

// table is in the order of the rows of the mapping: types, structs, unions, optional values, results, arguments, coercions,
// descriptions, and the constraints at the end. The reading of arguments and the writing of results are broken as well as what is
// generated for them.
var table = []mutant{
	// Types.
	{row: "T3", file: "runtime/codec/decimal.go", breaks: "5.5 is taken for a whole number, its fraction cut off",
		old: "if d.exp < 0 {\n\t\treturn 0, false, true", to: "if d.exp < -maxDigits {\n\t\treturn 0, false, true"},
	{row: "T4", file: "generator/internal/schema/types.go", breaks: "the schema of an int8 allows 128",
		old: "strconv.FormatInt(limit-1, 10)", to: "strconv.FormatInt(limit, 10)"},
	{row: "T5", file: "runtime/codec/integer.go", breaks: "300 for a uint8 becomes 44",
		old: "uint8(c.unsigned(0, math.MaxUint8, 8)) }", to: "uint8(c.unsigned(0, math.MaxUint16, 8)) }"},
	{row: "T20", file: "runtime/codec/bytes.go", breaks: "base64 without its padding is taken",
		old: "encoding := strictBase64\n", to: "encoding := strictBase64\n\tif form == aBase64 && len(text)%4 != 0 {\n\t\tencoding = base64.RawStdEncoding\n\t}\n"},
	{row: "T31", file: "runtime/codec/container.go", breaks: "items beyond the length of an array are dropped in silence",
		old: "if c.failed || n == want {", to: "if c.failed || n >= want {"},
	{row: "T33", file: "generator/internal/schema/maps.go", breaks: "the schema of a map does not say that its keys are an enum",
		old: "case t.Enum != nil:\n\t\treturn `{\"enum\":` + keyList(t.Enum) + `}` // T33\n\t", to: ""},
	{row: "T34", file: "runtime/codec/quoted.go", breaks: `"01" is taken as a key of a map by whole numbers`,
		old: " && (text[0] != '0' || len(text) == 1)", to: ""},
	{row: "T40", file: "runtime/codec/time.go", breaks: "a lower-case t between date and time is refused",
		old: "s[date]|0x20 != 't'", to: "s[date] != 'T'"},
	{row: "T42", file: "generator/internal/schema/types.go", breaks: "the schema of a duration knows no microseconds",
		old: "(ns|us|µs|ms|s|m|h))+$`\n", to: "(ns|us|ms|s|m|h))+$`\n"},
	{row: "T70", file: "generator/internal/collect/enums.go", breaks: "of equal constants the last stays in the enum, not the first",
		old: "\t\t\tcontinue // the first of equal values\n", to: "\t\t\te.Values = slices.DeleteFunc(e.Values, func(k model.Const) bool { return k.Value == value })\n"},
	{row: "T72", file: "generator/internal/collect/intenums.go", breaks: "integers that count up from 1 are no enum",
		old: "(values[0] == 0 || values[0] == 1) &&", to: "values[0] == 0 &&"},
	{row: "X2", file: "generator/internal/emit/names.go", breaks: "a deprecated constant is refused",
		old: "for _, k := range e.Values {\n\t\tresult :=", to: "for _, k := range e.Values {\n\t\tif k.Deprecated {\n\t\t\tcontinue\n\t\t}\n\t\tresult :="},

	// Structs.
	{row: "S2", file: "generator/internal/collect/embedding.go", breaks: "names=snake renames what a json tag names",
		old: "if name == \"\" {\n\t\t\tname = c.wireNameIn", to: "if name == \"\" || c.snakeByDefault() {\n\t\t\tname = c.wireNameIn"},
	{row: "S5", file: "generator/internal/emit/omit.go", breaks: "omitempty writes an empty list that is not nil",
		old: "case model.Slice, model.Map, model.Bytes:\n\t\treturn jen.Len(jen.Id(place)).Op(\">\").Lit(0)\n\tcase model.Array:",
		to:  "case model.Slice, model.Map, model.Bytes:\n\t\treturn jen.Id(place).Op(\"!=\").Nil()\n\tcase model.Array:"},
	{row: "S8", file: "generator/internal/collect/embedding.go", breaks: "of two promoted fields the one with a json tag does not win",
		old: "len(tagged) > 0 {", to: "len(tagged) > 1 {"},
	{row: "S9", file: "generator/internal/emit/object.go", breaks: "an embedded pointer is allocated anew for each of its fields",
		old: "out = append(out, jen.If(jen.Id(pointer).Op(\"==\").Nil()).Block(set...))", to: "out = append(out, set...)"},

	// Recursion and unions.
	{row: "R3", file: "generator/internal/schema/writer.go", breaks: "a recursive root is a $ref and not an object",
		old: "name != \"\" && !n.root {", to: "name != \"\" {"},
	{row: "R10", file: "generator/internal/collect/union.go", breaks: "the property that tells variants apart is the last",
		old: "\t\t*s = *p.plain\n", to: "\t\tobject.Fields = append(object.Fields[1:], object.Fields[0])\n\t\t*s = *p.plain\n"},
	{row: "R13", file: "runtime/codec/union.go", breaks: "the property that tells variants apart is found only where it is the first",
		old: "\t\tif isText(text, ahead.name, key) {\n\t\t\treturn ahead.value\n\t\t}\n", to: "\t\tif isText(text, ahead.name, key) {\n\t\t\treturn ahead.value\n\t\t}\n\t\tbreak\n"},

	// Optional values and defaults.
	{row: "L2", file: "generator/internal/emit/object.go", breaks: "null for a property with a default is refused",
		old: "if !f.Optional && !f.Rules.Nullable {", to: "if (!f.Optional || f.Default != nil) && !f.Rules.Nullable {"},
	{row: "N4", file: "generator/internal/emit/object.go", breaks: "parts of a default shine through the value that was sent",
		old: "if f.Default == nil || t.Kind != model.Struct && t.Kind != model.Array {", to: "if f.Default == nil || t.Kind != model.Array {"},

	// Results.
	{row: "O5", file: "generator/internal/emit/optional.go", breaks: "a nil slice is null",
		old: "if !r.Nullable || t.Kind != model.Slice", to: "if t.Kind != model.Slice"},
	{row: "O14", file: "runtime/codec/encode.go", breaks: "NaN is written as null",
		old: "return append(b, marker, markNaN)", to: "return append(b, \"null\"...)"},
	{row: "O17", file: "runtime/codec/mark.go", breaks: "text that is not UTF-8 is mended without a note",
		old: "\t\t\tb = append(b, marker)\n", to: "\t\t\tb = append(b, \"\\ufffd\"...)\n"},
	{row: "O20", file: "generator/internal/schema/types.go", breaks: "the schema of a result promises an enum that Go does not enforce",
		old: "func (w *writer) stringKeywords(t *model.Type, r model.Rules) {\n\tif w.dir == results {", to: "func (w *writer) stringKeywords(t *model.Type, r model.Rules) {\n\tif w.dir == results && t.Enum == nil {"},

	// Arguments.
	{row: "J3", file: "runtime/codec/cursor.go", breaks: "text behind the arguments is passed over",
		old: "if c.pos == len(c.text) && c.report == nil {", to: "if c.report == nil {"},
	{row: "J4", file: "runtime/codec/field.go", breaks: "a key may stand twice in an object inside the arguments",
		old: "if seen&bit != 0 {", to: "if seen&bit != 0 && c.depth < 2 {"},
	{row: "J6", file: "runtime/codec/field.go", breaks: "unknown keys are passed over in an object inside the arguments",
		old: "if c.lenient&unknownKeys != 0 {", to: "if c.lenient&unknownKeys != 0 || c.depth > 1 {"},
	{row: "J7", file: "runtime/codec/escape.go", breaks: "half of a surrogate pair becomes U+FFFD",
		old: "return loneSurrogate, 6", to: "return utf8.RuneError, 6"},
	{row: "J9", file: "runtime/codec/skip.go", breaks: "what is skipped may be one level too deep",
		old: "if depth == MaxDepth {", to: "if depth > MaxDepth {"},
	{row: "J13", file: "runtime/codec/field.go", breaks: "only the first of the missing keys is named",
		old: "which &= which - 1\n", to: "which = 0\n"},

	// Coercions.
	{row: "L7", file: "runtime/codec/lenient.go", breaks: "a number is read as text without a note",
		old: "\tc.mend(c.pos, \"coerced_string\", \"a bare value was read as text\")\n", to: ""},
	{row: "L11", file: "generator/internal/schema/writer.go", breaks: "the schema of a tool that ignores unknown keys refuses them",
		old: "case !w.open:", to: "default:"},

	// Order and descriptions.
	{row: "Q7", file: "generator/internal/schema/writer.go", breaks: "definitions are not sorted by name",
		old: "range slices.Sorted(maps.Keys(byName)) {", to: "range slices.SortedFunc(maps.Keys(byName), func(a, b string) int { return strings.Compare(b, a) }) {"},
	{row: "D1", file: "generator/internal/collect/bind.go", breaks: "a comment wins over a description in a tag",
		old: "\tfor _, key := range []string{\"jsonschema_description\"", to: "\tif mark := c.fieldMarks[v.Origin()]; mark.text != \"\" {\n\t\treturn mark.text, mark.deprecated\n\t}\n\tfor _, key := range []string{\"jsonschema_description\""},

	// Constraints, which section 5 names by their keys.
	{row: "min", file: "runtime/codec/check.go", breaks: "the length of a text is counted in bytes",
		old: "n := utf8.RuneCount(text)\n", to: "n := len(text)\n"},
	{row: "pattern", file: "runtime/codec/check.go", breaks: "a pattern has to match the whole text",
		old: "regexp.MustCompile(asECMA(expr))", to: "regexp.MustCompile(\"^(?:\" + asECMA(expr) + \")$\")"},
	{row: "unique", file: "runtime/codec/unique.go", breaks: "1 and 1.0 are two different items",
		old: "return appendCanonicalNumber(out, text[i:end]), end", to: "return append(append(out, text[i:end]...), endOfPart), end"},
	{row: "multipleOf", file: "runtime/codec/decimal.go", breaks: "a number with more digits than the step is a multiple of it",
		old: "\tif d.exp < step.exp {\n", to: "\tif d.exp < step.exp-1 {\n"},
	{row: "secret", file: "runtime/redact.go", breaks: "a problem shows what came for a secret",
		old: "p.Message = h.text(beforeGot(p.Message))", to: "p.Message = h.text(p.Message)"},
}
