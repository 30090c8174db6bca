package emit

import (
	"flag"
	"go/format"
	"go/scanner"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/generator/internal/model"
	"github.com/toolgen/toolgen/generator/internal/names"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// generate returns the file of a package. The schemas are stand-ins that name the properties: their text is another
// room's business.
func generate(t testing.TB, p *model.Package) string {
	t.Helper()
	schemas := map[string]model.Schema{}
	for _, tool := range p.Tools {
		schemas[tool.Name] = standIn(tool)
	}
	out, err := File(p, schemas)
	require.NoError(t, err)
	return string(out)
}

func standIn(tool *model.Tool) model.Schema {
	s := model.Schema{Input: []string{`{"type":"object","properties":{`}}
	for i, f := range tool.Input.Fields {
		line := model.Quote(f.Name) + `:{}`
		if i+1 < len(tool.Input.Fields) {
			line += ","
		}
		s.Input = append(s.Input, line)
	}
	s.Input = append(s.Input, `},"additionalProperties":false}`)
	if r := tool.Result; r != nil && (r.Type == nil || r.Type.Kind != model.String) {
		s.Output = []string{"{}"}
	}
	return s
}

func TestGolden(t *testing.T) {
	for _, f := range fixtures {
		t.Run(f.folder, func(t *testing.T) {
			got := generate(t, f.model())
			clean, err := format.Source([]byte(got))
			require.NoError(t, err)
			require.Equal(t, string(clean), got, "gofmt changes it")

			golden := filepath.Join("testdata", f.folder+".go.golden")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), got)
		})
	}
}

// TestDeterministic shuffles what has no order of its own (Z01, Z04): the bytes stay.
func TestDeterministic(t *testing.T) {
	for _, f := range fixtures {
		want := generate(t, f.model())
		for range 10 {
			p := f.model()
			shuffle(p.Taken)
			shuffle(p.Declared)
			shuffle(p.Tools)
			shuffle(p.Sets)
			for _, set := range p.Sets {
				shuffle(set.Tools)
			}
			require.Equal(t, want, generate(t, p), f.folder)
		}
	}
}

func shuffle[T any](list []T) {
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

// TestZ06 adds a tool whose types share their names with those of the others: everything that was there stays as it was.
func TestZ06(t *testing.T) {
	before := generate(t, imports.model())
	more := imports
	more.build = func(s *src) {
		imports.build(s)
		other := named("example.test/other/batch/v1", "Kind")
		other.PkgName = "v1"
		kind := s.structAs(other, "Kind", field("A", "A", intT))
		s.tool("another", "Another", param("v1", kind), param("corev1", stringT), noError, returns(kind))
	}
	after := generate(t, more.model())
	for _, part := range []string{"func (f) Execute", "func (kinds) Execute", "func decodeCorev1Kind", "func decodeMetav1PageKind"} {
		body := function(before, part)
		require.NotEmpty(t, body)
		require.Equal(t, body, function(after, part))
	}
	require.Contains(t, after, `batchv1 "example.test/other/batch/v1"`)
}

// function is the text of a function, "" where there is none.
func function(src, head string) string {
	_, rest, found := strings.Cut(src, "\n"+head)
	if !found {
		return ""
	}
	body, _, _ := strings.Cut(rest, "\n}\n")
	return body
}

// TestSpelled scans all generated code for predeclared identifiers: each must be known to package names, which refuses
// packages that shadow one.
func TestSpelled(t *testing.T) {
	known := names.Spelled()
	for _, f := range fixtures {
		var s scanner.Scanner
		text := []byte(generate(t, f.model()))
		fset := token.NewFileSet()
		s.Init(fset.AddFile("", -1, len(text)), text, nil, 0)
		before := token.ILLEGAL
		for {
			_, tok, lit := s.Scan()
			if tok == token.EOF {
				break
			}
			if tok == token.IDENT && before != token.PERIOD && types.Universe.Lookup(lit) != nil {
				require.Contains(t, known, lit, f.folder)
			}
			before = tok
		}
	}
}

// TestErrors has the models that File refuses; each error names what to look for.
func TestErrors(t *testing.T) {
	incomparable := func(s *src) *model.Type {
		return s.structOf("Out", field("In", "in", s.structOf("In", field("L", "L", sliceOf(intT))), omitZero))
	}
	for _, row := range []struct {
		name  string
		build func(s *src)
		want  string
	}{
		{"shadowed builtins", func(s *src) { s.tool("a", "A"); s.declared = append(s.declared, "len", "string") }, "declares len, string"},
		{"omitzero without ==", func(s *src) { s.tool("a", "A", returns(incomparable(s))) }, "omitzero on type"},
		{"a default of another kind", func(s *src) {
			s.tool("a", "A", param("p", sliceOf(intT), def(entries([]string{"X"}, num("1")))))
		}, `{"X":1}`},
		{"a default that is no number", func(s *src) { s.tool("a", "A", param("p", intT, def(num("1.5")))) }, "1.5"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := &src{path: module + "/p", name: "p"}
			row.build(s)
			p := s.model()
			_, err := File(p, map[string]model.Schema{"a": {Input: []string{"{}"}}})
			require.ErrorContains(t, err, row.want)
		})
	}
	s := &src{path: module + "/p", name: "p"}
	s.tool("a", "A")
	_, err := File(s.model(), nil)
	require.ErrorContains(t, err, "tool a has no schema")
}

// TestSchemaText is the escape of what a raw string cannot hold.
func TestSchemaText(t *testing.T) {
	s := &src{path: module + "/p", name: "p"}
	s.tool("a", "A")
	out, err := File(s.model(), map[string]model.Schema{"a": {Input: []string{"{\"a\":\"`x`\",", "\"b\":\"\ufeff\\\\`\"}"}}})
	require.NoError(t, err)
	require.Contains(t, string(out), "const aInput = `{\"a\":\"\\u0060x\\u0060\",` +\n\t`\"b\":\"\\ufeff\\\\\\u0060\"}`\n")
}
