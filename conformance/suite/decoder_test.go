package suite

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
)

// files are those of the suite that speak of keywords that toolgen emits and enforces, then the optional ones, then the combinators
// that projections add, with their groups and tests.
var files = []struct {
	name          string
	groups, tests int
}{
	{"type", 11, 80}, {"enum", 15, 51}, {"required", 5, 18}, {"properties", 6, 28}, {"additionalProperties", 9, 21},
	{"propertyNames", 6, 22}, {"items", 10, 29}, {"minItems", 2, 6}, {"maxItems", 2, 6}, {"uniqueItems", 6, 69},
	{"minLength", 2, 7}, {"maxLength", 2, 7}, {"pattern", 3, 12}, {"minimum", 2, 11}, {"maximum", 2, 8},
	{"exclusiveMinimum", 1, 4}, {"exclusiveMaximum", 1, 4}, {"multipleOf", 5, 11}, {"minProperties", 2, 10},
	{"maxProperties", 3, 10}, {"anyOf", 8, 18}, {"ref", 36, 79}, {"defs", 1, 2}, {"default", 3, 7}, {"format", 19, 133},
	{"content", 4, 18}, {"boolean_schema", 2, 18}, {"infinite-loop-detection", 1, 2},

	{"optional/bignum", 7, 9}, {"optional/float-overflow", 1, 1}, {"optional/ecmascript-regex", 20, 74},
	{"optional/non-bmp-regex", 2, 12}, {"optional/format-assertion", 2, 4},

	{"oneOf", 11, 27}, {"allOf", 12, 30}, {"not", 9, 40}, {"const", 17, 54}, {"dependentRequired", 4, 20},
}

// Every instance of the suite goes through the decoder of a tool whose schema is that of its group (Q2), once for each way to write it.
func TestDecoders(t *testing.T) {
	ways := []struct {
		title string
		write func(file string, i int, g *group) *subject
	}{
		{"plain type", plainType},
	}
	var suite []suiteFile
	var subjects []*subject // by file, group and way
	for _, f := range files {
		file := readSuite(t, f.name)
		require.Equal(t, []int{f.groups, f.tests}, []int{len(file.groups), file.count()}, f.name)
		suite = append(suite, file)
		for i := range file.groups {
			for _, way := range ways {
				subjects = append(subjects, way.write(f.name, i, &file.groups[i]))
			}
		}
	}
	l := lab.New(t)
	generate(t, l, subjects)

	var calls []call
	for _, s := range subjects {
		if s.schema != "" {
			for _, test := range s.group.Tests {
				calls = append(calls, call{s.at(), json.RawMessage(`{"value":` + jsonText(test.Data) + `}`)})
			}
		}
	}
	verdicts := run(t, l, subjects, calls)

	var rows []row
	for _, file := range suite {
		r := row{name: file.name, groups: len(file.groups), tests: file.count()}
		for range ways {
			r.ways = append(r.ways, newTally())
		}
		for range file.groups {
			expressed := map[int]bool{} // the tests of this group
			for i := range ways {
				s := subjects[0]
				subjects = subjects[1:]
				if s.schema == "" {
					r.ways[i].without(s)
					continue
				}
				r.ways[i].judge(t, s, verdicts[:len(s.group.Tests)], expressed)
				verdicts = verdicts[len(s.group.Tests):]
			}
			r.expressed += len(expressed)
		}
		rows = append(rows, r)
	}
	var titles []string
	for _, way := range ways {
		titles = append(titles, way.title)
	}
	golden(t, "suite.md", page(rows, titles))
}

// plainType writes a group as a plain Go type.
func plainType(file string, i int, g *group) *subject {
	s := &subject{dir: folderOf(file), tool: fmt.Sprintf("plain%02d", i), group: g}
	tr := &translator{prefix: fmt.Sprintf("Value%02d", i), known: map[string]*expr{}}
	root, err := tr.expr([]*node{newDocument(g.Schema)})
	if err != nil {
		s.refused = err.Error()
		return s
	}
	typ, keys := root.go_, root.keys
	if root.name != "" && !root.pointer || typ == "struct{}" {
		keys = append(keys, "nest") // the instance is a property, whatever it is
	}
	s.root, s.source = root, strings.Join(append(tr.decls, toolSource(s.tool, typ, keys)), "\n")
	return s
}

// folderOf is the package of a file of the suite.
func folderOf(file string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(path.Base(file))) + "tools"
}

// without counts a group that cannot be expressed.
func (a *tally) without(s *subject) {
	a.groupsWithout[s.refused]++
	a.testsOfNoneGroup += len(s.group.Tests)
}

// judge holds the decoder of one group, and the schema that toolgen emitted for it, against the suite.
func (a *tally) judge(t *testing.T, s *subject, verdicts []verdict, expressed map[int]bool) {
	t.Helper()
	a.groups++
	emitted := newJudge(t, s.schema, strings.HasPrefix(s.dir, "formatassertion"))
	narrowed := newJudge(t, "{}", false)
	if s.root != nil {
		narrowed = newJudge(t, jsonText(shape(s.root)), false)
	}
	for i, test := range s.group.Tests {
		instance := jsonText(test.Data)
		where := fmt.Sprintf("%s: %s: %s: %s", s.at(), s.group.Description, test.Description, instance)
		if test.Valid && !narrowed.accepts(t, instance) {
			a.testsWithout["valid in the suite, of another type than the one that the Go type takes where the schema leaves it open"]++
			continue
		}
		expressed[i] = true
		a.tests++
		if emitted.accepts(t, `{"value":`+instance+`}`) != test.Valid {
			t.Errorf("%s\n\tvalid is %v, but the emitted schema says otherwise: %s\n%s", where, test.Valid, s.schema, s.source)
			continue
		}
		v := verdicts[i]
		if v.Class != "" && v.Class != "invalid_arguments" {
			t.Errorf("%s\n\tfailed otherwise: %+v", where, v)
			continue
		}
		if accepted := v.Class == ""; accepted == test.Valid {
			a.agreeing++
			continue
		}
		var ids []string
		if s.root != nil {
			stricter, looser := exceptions(s.root, test.Data)
			ids = looser
			if test.Valid {
				ids = stricter
			}
		}
		if len(ids) != 1 {
			t.Errorf("%s\n\tvalid is %v, but the decoder says otherwise and no exception explains it: %+v %v\n%s\n%s", where, test.Valid, v, ids, s.schema, s.source)
			continue
		}
		a.explained[ids[0]]++
	}
}
