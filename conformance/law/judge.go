package law

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	errorkind "github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// judge says whether values are valid under one schema.
type judge struct{ compiled *jsonschema.Schema }

// newJudge compiles a schema by draft 2020-12; format and contentEncoding are annotations there.
func newJudge(schema string) (*judge, error) { return compile(schema, false) }

// compile compiles a schema, with formats asserted or not.
func compile(schema string, formats bool) (*judge, error) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseRegexpEngine(ecma)
	if formats {
		c.AssertFormat()
	}
	if err := c.AddResource("schema.json", doc); err != nil {
		return nil, err
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		return nil, err
	}
	return &judge{compiled}, nil
}

// fault is one thing that the judge finds wrong.
type fault struct {
	at      []string // keys and indexes on the way to the value
	keyword string   // that is broken
	says    string
}

func (f fault) String() string { return "/" + strings.Join(f.at, "/") + ": " + f.says }

// faults returns what is wrong with a value; none for a valid one. What is wrong with each choice of an anyOf is one fault
// at the place of the anyOf.
func (j *judge) faults(v *node) []fault {
	err := j.compiled.Validate(v.value())
	if err == nil {
		return nil
	}
	invalid, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return []fault{{keyword: "judge", says: err.Error()}}
	}
	return leaves(invalid, nil)
}

// valid reports whether a value is valid.
func (j *judge) valid(v *node) bool { return j.compiled.Validate(v.value()) == nil }

func leaves(e *jsonschema.ValidationError, out []fault) []fault {
	switch k := e.ErrorKind.(type) {
	case *errorkind.AnyOf, *errorkind.OneOf, *errorkind.Not, *errorkind.Contains:
	case *errorkind.PropertyNames: // the place that it names is the key, which is no place of the value
		return append(out, fault{at: slices.Clone(e.InstanceLocation[:len(e.InstanceLocation):len(e.InstanceLocation)]), keyword: "propertyNames", says: "propertyNames: " + k.Property})
	default:
		if len(e.Causes) > 0 {
			for _, cause := range e.Causes {
				out = leaves(cause, out)
			}
			return out
		}
	}
	keyword := ""
	if path := e.ErrorKind.KeywordPath(); len(path) > 0 {
		keyword = path[0]
	}
	return append(out, fault{at: slices.Clone(e.InstanceLocation), keyword: keyword, says: says(e.ErrorKind, keyword)})
}

// says words a fault, briefly.
func says(k jsonschema.ErrorKind, keyword string) string {
	b, err := json.Marshal(k)
	if err != nil || len(b) > 200 {
		return keyword
	}
	return fmt.Sprintf("%s %s", keyword, b)
}
