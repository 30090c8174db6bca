package types

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// verdict is where an exhibit ends: in exactly one of three columns of a table.
type verdict struct {
	equal   string // the schema, the decoder and the encoder agree with encoding/json
	ours    string // they agree with each other on other JSON, by a decision
	refused string // no tool is generated
}

// judge says where an exhibit ends. The error is what keeps it from all three columns.
func judge(e *exhibit, reports map[string]report) (verdict, error) {
	if e.pkg.Failed {
		refused := shortened(e.said("error"))
		if e.declared == nil {
			return verdict{refused: refused}, nil
		}
		then, err := judge(e.declared, reports)
		switch {
		case err != nil:
			return verdict{}, fmt.Errorf("declared: %w", err)
		case then.refused != "":
			refused += "<br>as declared: " + then.refused
		case then.ours != "":
			refused += "<br>as declared ours: " + then.ours
		default:
			refused += "<br>as declared equal: " + then.equal
		}
		return verdict{refused: refused}, nil
	}
	schema, err := compile(e.pkg.Schemas[e.pkg.Tools[0].Name].InputText())
	if err != nil {
		return verdict{}, err
	}
	calls := reports[e.path].Calls
	if len(calls) == 0 {
		return verdict{}, fmt.Errorf("nothing shows what it does")
	}
	broken := slices.IndexFunc(calls, func(a answer) bool { return takes(schema, a.Args) && a.Class == "invalid_arguments" })
	switch except := e.consts["Except"]; {
	case broken >= 0 && except == "":
		return verdict{}, fmt.Errorf("the schema takes what the decoder refuses: %s: %s", calls[broken].Args, calls[broken].Err)
	case broken < 0 && except != "":
		return verdict{}, fmt.Errorf("schema and decoder agree, but are said to differ by %s", except)
	}
	faults := faultsOf(e, schema, reports[e.path].Theirs, calls[0])
	row := e.consts["Row"]
	switch {
	case len(faults) == 0 && row != "":
		return verdict{}, fmt.Errorf("equal, but said to be ours by %s", row)
	case len(faults) == 0:
		return verdict{equal: e.summary()}, nil
	case row == "":
		return verdict{}, fmt.Errorf("%s", strings.Join(faults, "; "))
	}
	back := e.consts["Back"]
	if back == "" {
		back = e.consts["Ours"]
	}
	if faults := faultsOf(e, schema, back, calls[1]); len(faults) > 0 {
		return verdict{}, fmt.Errorf("not even ours: %s", strings.Join(faults, "; "))
	}
	return verdict{ours: fmt.Sprintf("%s: %s<br>%s", row, cut(e.consts["Ours"]), e.summary())}, nil
}

// faultsOf is what is wrong with a call whose arguments the schema and the decoder should take, and whose result should be
// some JSON.
func faultsOf(e *exhibit, schema *jsonschema.Schema, want string, call answer) []string {
	var out []string
	if !takes(schema, call.Args) {
		out = append(out, "the schema refuses "+call.Args)
	}
	if call.Class == "invalid_arguments" {
		return append(out, "the decoder refuses "+call.Args+": "+call.Err)
	}
	if e.declares["Args"] {
		if got := call.JSON + call.Err; got != e.consts["Want"] {
			out = append(out, fmt.Sprintf("the answer is %q", got))
		}
		return out
	}
	if call.Err != "" {
		return append(out, call.Err)
	}
	if !call.Decoded {
		out = append(out, "the decoder makes another value of "+call.Args)
	}
	tool := e.pkg.Tools[0]
	if tool.Result == nil {
		return out
	}
	if !sameJSON(call.JSON, want) {
		out = append(out, fmt.Sprintf("%s comes back instead of %s", call.JSON, want))
	}
	if text := e.pkg.Schemas[tool.Name].OutputText(); text != "" {
		if output, err := compile(text); err != nil {
			out = append(out, err.Error())
		} else if !takes(output, call.JSON) {
			out = append(out, "the output schema refuses "+call.JSON)
		}
	}
	return out
}

// summary is what a reader of the table wants to see of an exhibit's schema: all of it where it is short, and what the
// generator warns of.
func (e *exhibit) summary() string {
	text := e.pkg.Schemas[e.pkg.Tools[0].Name].InputText()
	var schema struct{ Properties map[string]json.RawMessage }
	_ = json.Unmarshal([]byte(text), &schema) // it has been compiled
	part := string(schema.Properties["v"])
	if e.declares["Args"] {
		names := slices.Sorted(maps.Keys(schema.Properties))
		for i, name := range names {
			names[i] = name + " " + string(schema.Properties[name])
		}
		part = strings.Join(names, ", ")
	}
	if part = cut(part); strings.Contains(part, "…`") || strings.Contains(part, "… `") {
		part += fmt.Sprintf(" (%d bytes)", len(text))
	}
	var warned []string
	for _, d := range e.problems {
		if d.Code != "D1" && !slices.Contains(warned, d.Code) {
			warned = append(warned, d.Code)
		}
	}
	if len(warned) > 0 {
		part += ", warns " + strings.Join(warned, ", ")
	}
	return part
}

// shortened is a list of problems as one cell.
func shortened(said []string) string {
	const many = 3
	if len(said) > many {
		var rows []string
		for _, s := range said[many:] {
			if row, _, _ := strings.Cut(s, ":"); !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
		}
		said = append(said[:many:many], fmt.Sprintf("and %d more of %s", len(said)-many, strings.Join(rows, ", ")))
	}
	return strings.Join(said, "<br>")
}

func code(json string) string {
	if strings.Contains(json, "`") {
		return "`` " + json + " ``"
	}
	return "`" + json + "`"
}

// cut is the beginning of JSON as code.
func cut(json string) string {
	const short = 240
	if len(json) > short {
		return code(strings.ToValidUTF8(json[:short], "") + "…")
	}
	return code(json)
}

// compile makes a validator that nobody here wrote.
func compile(schema string) (*jsonschema.Schema, error) {
	tree, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("tool.json", tree); err != nil {
		return nil, err
	}
	return c.Compile("tool.json")
}

func takes(schema *jsonschema.Schema, text string) bool {
	tree, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	return err == nil && schema.Validate(tree) == nil
}

// sameJSON compares two JSON values, whatever the order of their members.
func sameJSON(a, b string) bool {
	trees := make([]any, 2)
	for i, text := range []string{a, b} {
		d := json.NewDecoder(bytes.NewReader([]byte(text)))
		d.UseNumber()
		if d.Decode(&trees[i]) != nil {
			return false
		}
	}
	return reflect.DeepEqual(trees[0], trees[1])
}
