package law

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
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
	key     string   // of a fault of a key
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
	faults := leaves(invalid, nil)
	j.placeKeys(faults, v)
	return faults
}

// placeKeys finds the objects whose keys are faults: jsonschema v6 keeps the place of such a key in memory that it uses again
// for the next property. The object is one as deep that has the key, and without which there is a fault less.
func (j *judge) placeKeys(faults []fault, root *node) {
	type place struct {
		object *node
		key    string
	}
	placed := map[place]bool{}
	for i := range faults {
		f := &faults[i]
		if f.keyword != keyFault {
			continue
		}
		count := j.keyFaults(root, f.key)
		for _, o := range objectsAt(root, nil, len(f.at)) {
			k := slices.Index(o.keys, f.key)
			if k < 0 || placed[place{o.node, f.key}] {
				continue
			}
			keys, items := o.keys, o.items
			o.node.keys, o.node.items = nil, nil
			for k := range keys {
				if keys[k] != f.key {
					o.node.keys, o.node.items = append(o.node.keys, keys[k]), append(o.node.items, items[k])
				}
			}
			fewer := j.keyFaults(root, f.key) < count
			o.node.keys, o.node.items = keys, items
			if fewer {
				f.at, placed[place{o.node, f.key}] = o.way, true
				break
			}
		}
	}
}

// keyFaults counts the faults of keys of one name.
func (j *judge) keyFaults(v *node, key string) int {
	invalid, _ := j.compiled.Validate(v.value()).(*jsonschema.ValidationError)
	if invalid == nil {
		return 0
	}
	n := 0
	for _, f := range leaves(invalid, nil) {
		if f.keyword == keyFault && f.key == key {
			n++
		}
	}
	return n
}

// found is an object and the way to it.
type found struct {
	*node
	way []string
}

func objectsAt(v *node, way []string, depth int) (out []found) {
	if len(way) == depth {
		if v.kind == object {
			out = append(out, found{v, way})
		}
		return out
	}
	for i, item := range v.items {
		step := strconv.Itoa(i)
		if v.kind == object {
			step = v.keys[i]
		}
		out = append(out, objectsAt(item, append(slices.Clip(way), step), depth)...)
	}
	return out
}

// keyFault is the keyword of a fault of a key: its place is that of the object.
const keyFault = "propertyNames"

// valid reports whether a value is valid.
func (j *judge) valid(v *node) bool { return j.compiled.Validate(v.value()) == nil }

func leaves(e *jsonschema.ValidationError, out []fault) []fault {
	switch k := e.ErrorKind.(type) {
	case *errorkind.AnyOf, *errorkind.OneOf, *errorkind.Not, *errorkind.Contains:
	case *errorkind.PropertyNames: // the place that it names is the key, which is no place of the value
		return append(out, fault{at: slices.Clone(e.InstanceLocation[:len(e.InstanceLocation):len(e.InstanceLocation)]), keyword: keyFault, key: k.Property, says: "propertyNames: " + k.Property})
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
