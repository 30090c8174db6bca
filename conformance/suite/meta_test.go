package suite

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// keywords are all that a canonical schema may use besides anyOf, in the order in which one may stand behind the other (Q1, Q7). anyOf
// stands first where null is a choice beside a type, and behind the description of a union.
var keywords = []string{
	"type", "$ref", "title", "description", "enum", "format", "contentEncoding", "pattern", "minLength", "maxLength",
	"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "items", "minItems", "maxItems", "uniqueItems",
	"propertyNames", "properties", "required", "minProperties", "maxProperties", "additionalProperties",
	"default", "examples", "deprecated", "$defs",
}

// Every schema that the generator emits for a package of this repository is valid against the meta-schema of draft 2020-12, and of the
// canonical form: the closed list of keywords in one order, no true or false but additionalProperties:false, references to #/$defs
// alone, required properties that exist, and compact text. That the same source gives the same text is the generator's own test (Z01).
func TestEmittedSchemas(t *testing.T) {
	c := jsonschema.NewCompiler()
	meta, err := c.Compile("https://json-schema.org/draft/2020-12/schema")
	require.NoError(t, err)
	all := fixtures(t)
	used := map[string]int{}
	for _, e := range all {
		var compact strings.Builder
		v := &canonical{declared: e.declared, used: used}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(e.text))
		require.NoError(t, err, e.where)
		if err := meta.Validate(doc); err != nil {
			t.Errorf("%s is no schema: %v\n%s", e.where, err, e.text)
		}
		v.defs, _ = member(parse(e.text), "$defs").(map[string]any)
		tree := ordered(t, e.text, &compact)
		v.schema("#", tree)
		if compact.String() != e.text {
			v.report("#", "is not compact")
		}
		if strings.HasSuffix(e.where, " input") && (string(tree.get("type")) != `"object"` || tree.get("properties") == nil) {
			v.report("#", "the arguments must be an object with properties (F3)")
		}
		for name := range v.defs {
			if !v.referred[name] {
				v.report("#/$defs/"+name, "is not referred to")
			}
		}
		for _, problem := range v.problems {
			t.Errorf("%s %s\n%s", e.where, problem, e.text)
		}
	}
	require.Greater(t, len(all), 500)
	for _, keyword := range append(keywords, "anyOf") {
		require.NotZero(t, used[keyword], "no fixture has %s: the list of keywords is not closed", keyword)
	}
}

// An object keeps the order of its members.
type orderedObject []orderedMember

type orderedMember struct {
	key   string
	value json.RawMessage
}

func (o orderedObject) get(key string) json.RawMessage {
	for _, m := range o {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// ordered reads an object, and writes it anew without blanks.
func ordered(t *testing.T, text string, compact *strings.Builder) orderedObject {
	t.Helper()
	o, err := members([]byte(text))
	require.NoError(t, err)
	if compact != nil {
		raw := json.RawMessage(text)
		var b strings.Builder
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		require.NoError(t, enc.Encode(raw)) // a RawMessage is compacted
		compact.WriteString(strings.TrimSuffix(b.String(), "\n"))
	}
	return o
}

// members are those of a JSON object, in order.
func members(text []byte) (orderedObject, error) {
	dec := json.NewDecoder(strings.NewReader(string(text)))
	if token, err := dec.Token(); err != nil || token != json.Delim('{') {
		return nil, fmt.Errorf("no object: %s", text)
	}
	var out orderedObject
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		m := orderedMember{key: key.(string)}
		if err := dec.Decode(&m.value); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// parse is a value with exact numbers.
func parse(text string) any {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		panic(err) // the generator wrote it
	}
	return v
}

// A canonical walks one emitted schema.
type canonical struct {
	declared []any
	defs     map[string]any
	used     map[string]int
	referred map[string]bool
	problems []string
}

func (v *canonical) report(at, problem string) { v.problems = append(v.problems, at+": "+problem) }

// isDeclared reports whether a schema is one of those that the author declared, apart from what its use adds and from the number that a
// definition gets behind its name where another one has that.
func (v *canonical) isDeclared(s any) bool {
	bare := func(s any) any {
		object, _ := unnumbered(s).(map[string]any)
		out := map[string]any{}
		for key, value := range object {
			if !slices.Contains([]string{"title", "description", "default", "examples", "deprecated", "$defs"}, key) {
				out[key] = value
			}
		}
		return out
	}
	return slices.ContainsFunc(v.declared, func(d any) bool { return equal(bare(d), bare(s)) })
}

// unnumbered takes the numbers behind the names of definitions out of all references in a value.
func unnumbered(value any) any {
	switch value := value.(type) {
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = unnumbered(item)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for key, inner := range value {
			if ref, isText := inner.(string); isText && key == "$ref" {
				inner = refNumber.ReplaceAllString(ref, "")
			}
			out[key] = unnumbered(inner)
		}
		return out
	}
	return value
}

var refNumber = regexp.MustCompile(`_[0-9]+$`)

var anyRef = regexp.MustCompile(`"\$ref":("#/\$defs/[^"]+")`)

var definitionRef = regexp.MustCompile(`^"#/\$defs/([A-Za-z0-9_]+)"$`)

// schema checks one schema and those in it.
func (v *canonical) schema(at string, o orderedObject) {
	text, last := "", -1
	parts := make([]string, 0, len(o))
	for _, m := range o {
		parts = append(parts, jsonText(m.key)+":"+string(m.value))
	}
	text = "{" + strings.Join(parts, ",") + "}"
	if v.isDeclared(parse(text)) {
		for _, ref := range anyRef.FindAllStringSubmatch(text, -1) {
			v.keyword(at, orderedMember{"$ref", json.RawMessage(ref[1])})
		}
		return
	}
	for _, m := range o {
		place := slices.Index(keywords, m.key)
		switch {
		case m.key == "anyOf":
			place = last
		case place < 0:
			v.report(at, m.key+" is none of the keywords of a canonical schema")
			continue
		case place <= last:
			v.report(at, m.key+" stands behind "+keywords[last])
		}
		last = max(last, place)
		v.used[m.key]++
		v.keyword(at+"/"+m.key, m)
	}
	if string(o.get("type")) == `"array"` && o.get("items") == nil {
		v.report(at, "an array without items")
	}
	v.required(at, o)
}

func (v *canonical) keyword(at string, m orderedMember) {
	switch m.key {
	case "type":
		if m.value[0] != '"' {
			v.report(at, "a list of types")
		}
	case "$ref":
		found := definitionRef.FindSubmatch(m.value)
		if found == nil || v.defs[string(found[1])] == nil {
			v.report(at, string(m.value)+" leads nowhere under #/$defs/ (R2, R6)")
			return
		}
		if v.referred == nil {
			v.referred = map[string]bool{}
		}
		v.referred[string(found[1])] = true
	case "items", "propertyNames":
		v.inside(at, m.value)
	case "additionalProperties":
		if string(m.value) != "false" {
			v.inside(at, m.value)
		}
	case "anyOf":
		var list []json.RawMessage
		if json.Unmarshal(m.value, &list) != nil || len(list) == 0 {
			v.report(at, "a choice of nothing")
		}
		for i, s := range list {
			v.inside(fmt.Sprintf("%s/%d", at, i), s)
		}
	case "properties", "$defs":
		table, err := members(m.value)
		if err != nil {
			v.report(at, err.Error())
		}
		var names []string
		for _, p := range table {
			if slices.Contains(names, p.key) {
				v.report(at, p.key+" comes twice")
			}
			names = append(names, p.key)
			v.inside(at+"/"+p.key, p.value)
		}
		if m.key == "$defs" && !slices.IsSorted(names) {
			v.report(at, "is not sorted (Q7)")
		}
	}
}

func (v *canonical) inside(at string, text json.RawMessage) {
	o, err := members(text)
	if err != nil {
		v.report(at, err.Error())
		return
	}
	v.schema(at, o)
}

// required holds the required names against the properties, which stand in the same order (Q7).
func (v *canonical) required(at string, o orderedObject) {
	text := o.get("required")
	if text == nil {
		return
	}
	var names []string
	if err := json.Unmarshal(text, &names); err != nil || len(names) == 0 {
		v.report(at, "required is no list of names")
	}
	table, _ := members(o.get("properties"))
	for _, name := range names {
		i := slices.IndexFunc(table, func(m orderedMember) bool { return m.key == name })
		if i < 0 {
			v.report(at, fmt.Sprintf("required names %q, which is no property behind the last", name))
			continue
		}
		table = table[i+1:]
	}
}
