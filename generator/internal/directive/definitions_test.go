package directive_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/toolgen/toolgen/generator/internal/directive"
)

func TestDefinitionsAreWhole(t *testing.T) {
	type use struct {
		name string
		at   Target
	}
	seen := map[use]bool{}
	for _, d := range Definitions() {
		t.Run(d.Name, func(t *testing.T) {
			require.NotEmpty(t, d.On)
			require.Regexp(t, `^[A-Z].*\.$`, d.Help, "help is whole sentences")
			first, _, _ := strings.Cut(d.Help, ". ")
			require.LessOrEqual(t, len(first), 72, "the overview shows the first sentence on one line")
			require.True(t, strings.HasPrefix(d.Example, "//tool:"))
			require.False(t, d.Kind == OneOf && d.Values == nil, "a closed set has values")
			if d.Later != "" {
				require.Regexp(t, "^it comes with ", d.Later)
			}
			for _, at := range d.On {
				require.False(t, seen[use{d.Name, at}], "defined twice on a %s", at)
				seen[use{d.Name, at}] = true

				found, ok := Lookup(d.Name, at)
				require.True(t, ok)
				require.Equal(t, d, found)
				for _, other := range d.Against {
					against, ok := Lookup(other, at)
					require.True(t, ok)
					require.Contains(t, against.Against, d.Name, "both ways")
				}
			}
		})
	}
}

// The example of a supported definition parses on a target that it is for; that of another is answered with
// "not supported yet" and nothing else.
func TestDefinitionExamples(t *testing.T) {
	for _, d := range Definitions() {
		at := d.On[0]
		switch first, _, _ := strings.Cut(strings.TrimPrefix(d.Example, "//tool:"), " "); first {
		case "param", "result":
			at = OnFunc
		case "enum", "union":
			at = OnType
		case "defaults":
			at = OnPackage
		}
		_, problems := Parse(d.Example, at)
		if d.Later == "" {
			require.Empty(t, problems, d.Example)
			continue
		}
		require.NotEmpty(t, problems, d.Example)
		for _, p := range problems {
			require.Equal(t, CodeLater, p.Code, "%s: %s", d.Example, p.Message)
		}
	}
}

// Every key that the design names is known: nobody may be told that it does not exist. The list is that of DESIGN.md
// section 3 and of schema.md.
func TestDesignKeysAreKnown(t *testing.T) {
	for at, list := range map[Target]string{
		OnFunc: `name title description category access permissions readonly destructive idempotent openworld timeout hard
			attempt retries backoff rate concurrency cache maxoutput maxmemory maxdisk esttime estcpu estmemory depends deprecated hidden
			strict coerce unknown nest names errors go keepname exactlyOneOf atLeastOneOf atMostOneOf param result example limitation allow keep-partial structured`,
		OnParam: `name title description optional required nullable default min max gt lt multipleOf pattern format enum unique
			example deprecated secret encoding duration layout ref set map schema coerce header items.min items.pattern from flat
			nest open wrap validate`,
		OnField: `name title description optional required nullable default min max gt lt multipleOf pattern format enum unique
			example deprecated secret encoding duration layout ref set map schema coerce header items.max open wrap`,
		OnType:    "enum union schema from exactlyOneOf atLeastOneOf atMostOneOf",
		OnConst:   "text skip",
		OnEnum:    "open values names trim from",
		OnUnion:   "key value",
		OnResult:  "type mime description schema structured keep-partial",
		OnPackage: "defaults map access names func category docs providers tags coerce readonly errors strict unknown timeout",
	} {
		for key := range strings.FieldsSeq(list) {
			if key == "wrap" { // answered with the name it has here
				key = "nest"
				if at == OnField {
					continue
				}
			}
			_, found := Lookup(key, at)
			require.True(t, found, "%s on a %s", key, at)
		}
	}
}

// The same from the design itself, where it is at hand: a key it gains is a key this room must know.
func TestDesignKeysAreKnownFromTheDesign(t *testing.T) {
	shared := filepath.Join("..", "..", "..", "..", "shared")
	design, err := os.ReadFile(filepath.Join(shared, "DESIGN.md"))
	if err != nil {
		t.Skipf("the design is not beside the checkout: %v", err)
	}
	schema, err := os.ReadFile(filepath.Join(shared, "spec", "schema.md"))
	if err != nil {
		t.Skipf("the design is not beside the checkout: %v", err)
	}
	known := func(key string) bool {
		return slices.ContainsFunc(Definitions(), func(d Definition) bool { return d.Name == key })
	}

	list := regexp.MustCompile(`(?s)Keys of a tool: (.*?)\. Lines of their own`).FindSubmatch(design)
	require.NotNil(t, list, "DESIGN.md section 3 has changed its form")
	text := regexp.MustCompile(`\([^)]*\)`).ReplaceAllString(string(list[1]), "")
	keys := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \n.", r) })
	require.Greater(t, len(keys), 30)
	for _, key := range keys {
		require.True(t, known(key), "DESIGN.md: %s", key)
	}

	for _, name := range regexp.MustCompile(`//tool:([a-z]+)`).FindAllSubmatch(append(design, schema...), -1) {
		require.True(t, known(string(name[1])), "//tool:%s", name[1])
	}

	_, section, found := strings.Cut(string(schema), "## 5. Constraint keywords")
	require.True(t, found)
	rows := regexp.MustCompile("(?m)^\\| `([^|]*)` \\|").FindAllStringSubmatch(section, 9)
	require.Len(t, rows, 9, "schema.md section 5 has changed its form")
	for _, row := range rows {
		for word := range strings.FieldsSeq(strings.ReplaceAll(row[1], "`", " ")) {
			key, _, _ := strings.Cut(word, "=")
			if key == "wrap" || key == "items.KEY" || key == "" {
				continue // answered with nest; every items. key
			}
			require.True(t, known(key), "schema.md section 5: %s", key)
		}
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		word string
		at   Target
		want string
	}{
		{"acess", OnFunc, "access"},
		{"NAME", OnFunc, "name"},
		{"descripton", OnParam, "description"},
		{"mni", OnParam, "min"},
		{"multipleof", OnParam, "multipleOf"},
		{"requierd", OnField, "required"},
		{"pattren", OnFunc, "pattern"}, // on another target
		{"parm", OnFunc, "param"},
		{"x", OnFunc, ""},
		{"xy", OnParam, ""},
		{"hammer", OnFunc, ""},
		{"", OnFunc, ""},
		{strings.Repeat("a", 1000), OnFunc, ""},
	} {
		got, found := Nearest(c.word, c.at)
		require.Equal(t, c.want, got.Name, c.word)
		require.Equal(t, c.want != "", found)
	}
}

func TestLookup(t *testing.T) {
	for _, c := range []struct {
		word string
		at   Target
		form Form
		kind ValueKind
	}{
		{"example", OnFunc, Example, 0},
		{"example", OnParam, Keys, Value},
		{"enum", OnType, Enum, 0},
		{"enum", OnField, Keys, List},
		{"name", OnFunc, Keys, Name},
		{"name", OnParam, Keys, Text},
		{"items.min", OnParam, Keys, Bound},
		{"items.nullable", OnField, Keys, Flag},
		{"items.items.max", OnParam, Keys, Bound},
	} {
		d, found := Lookup(c.word, c.at)
		require.True(t, found, c.word)
		require.Equal(t, c.form, d.Form, c.word)
		if c.form == Keys {
			require.Equal(t, c.kind, d.Kind, c.word)
		}
	}
	for _, word := range []string{"items.x", "items.", "items.readonly", "items.param", "Name", "", "wrap"} {
		_, found := Lookup(word, OnParam)
		require.False(t, found, word)
	}
}
