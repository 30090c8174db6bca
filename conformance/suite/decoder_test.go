package suite

import (
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
		{"arguments object", argumentsObject},
		{"declared schema", declaredSchema},
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
				if args := s.arguments(test.Data); args != nil {
					calls = append(calls, call{s.at(), args})
				}
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
				verdicts = r.ways[i].judge(t, s, verdicts, expressed)
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

// argumentsObject writes a group whose plain type is a struct as the arguments of the tool themselves (F2, R3).
func argumentsObject(file string, i int, g *group) *subject {
	s := plainType(file, i, g)
	s.tool, s.bare = fmt.Sprintf("arguments%02d", i), true
	if s.root == nil || s.root.name == "" || s.root.pointer {
		s.refused = "no plain type that is a struct"
		return s
	}
	tr := &translator{prefix: fmt.Sprintf("Object%02d", i), known: map[string]*expr{}}
	s.root, _ = tr.expr([]*node{newDocument(g.Schema)}) // it went well under another name
	s.source = strings.Join(append(tr.decls, toolSource(s.tool, s.root.go_, nil)), "\n")
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

// judge holds the decoder of one group, and the schema that toolgen emitted for it, against the suite. It returns the verdicts behind
// those of the group.
func (a *tally) judge(t *testing.T, s *subject, verdicts []verdict, expressed map[int]bool) []verdict {
	t.Helper()
	a.groups++
	emitted := newJudge(t, s.schema, strings.HasPrefix(s.dir, "formatassertion"))
	narrowed := newJudge(t, "{}", false)
	if s.root != nil {
		narrowed = newJudge(t, jsonText(shape(s.root)), false)
	}
	for i, test := range s.group.Tests {
		args := s.arguments(test.Data)
		if args == nil {
			a.testsWithout["no object, as arguments always are"]++
			continue
		}
		v := verdicts[0]
		verdicts = verdicts[1:]
		if test.Valid && !narrowed.accepts(t, jsonText(test.Data)) {
			a.testsWithout["valid in the suite, of another type than the one that the Go type takes where the schema leaves it open"]++
			continue
		}
		expressed[i] = true
		a.tests++
		where := fmt.Sprintf("%s: %s: %s: valid is %v for %s", s.at(), s.group.Description, test.Description, test.Valid, args)
		accepted := v.Class == ""
		switch ids := s.exceptions(test.Data, test.Valid); {
		case v.Class != "" && v.Class != "invalid_arguments":
			t.Errorf("%s, and the tool failed otherwise: %+v", where, v)
		case emitted.accepts(t, string(args)) != test.Valid:
			t.Errorf("%s, and the emitted schema says otherwise: %s\n%s", where, s.schema, s.source)
		case accepted == test.Valid:
			a.agreeing++
		case len(ids) == 1:
			a.explained[ids[0]]++
		default:
			t.Errorf("%s, and the decoder says otherwise, explained by %v: %+v\n%s\n%s", where, ids, v, s.schema, s.source)
		}
	}
	return verdicts
}

// exceptions are the ids that may explain why the decoder says otherwise than the suite of an instance.
func (s *subject) exceptions(instance any, valid bool) []string {
	if s.root == nil {
		return declaredExceptions(s.group, valid)
	}
	stricter, looser := exceptions(s.root, instance)
	if valid {
		return stricter
	}
	return looser
}
