package suite

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
	"github.com/toolgen/toolgen/generator"
	"golang.org/x/tools/txtar"
)

// repository is the root of this repository.
const repository = "../.."

// An emitted schema is one that the generator made for a package of this repository.
type emitted struct {
	where    string // package, tool and direction
	text     string
	declared []any // the schemas that authors declared in the same package
}

// fixtures are the emitted schemas of every package of the repository that the generator takes: the scenarios, the tools of real
// servers, the examples and the benchmarks.
func fixtures(t *testing.T) []emitted {
	t.Helper()
	l := lab.New(t)
	layOutScenarios(t, l)
	layOutReal(t, l)
	results := []*generator.Result{l.Generate()}
	for _, dir := range []string{"examples", "bench"} {
		r, err := generator.Generate(context.Background(), generator.Options{
			Dir: filepath.Join(repository, dir), Env: append(os.Environ(), "GOWORK=off"), Patterns: []string{"./..."},
		})
		require.NoError(t, err)
		results = append(results, r)
	}
	var out []emitted
	for _, r := range results {
		for _, p := range r.Packages {
			if p.Failed {
				continue
			}
			for _, tool := range p.Tools {
				var declared []any
				declaredIn(reflect.ValueOf(tool), map[any]bool{}, &declared)
				made := p.Schemas[tool.Name]
				where := strings.TrimPrefix(p.Path, lab.Module+"/") + " " + tool.Name
				out = append(out, emitted{where + " input", made.InputText(), declared})
				if text := made.OutputText(); text != "" {
					out = append(out, emitted{where + " output", text, declared})
				}
			}
		}
	}
	return out
}

// declaredIn collects the schemas that authors declared in a tool's description: every field Schema of the model, wherever it stands.
func declaredIn(v reflect.Value, seen map[any]bool, out *[]any) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() || v.Kind() == reflect.Pointer && seen[v.Interface()] {
			return
		}
		if v.Kind() == reflect.Pointer {
			seen[v.Interface()] = true
		}
		declaredIn(v.Elem(), seen, out)
	case reflect.Slice:
		for i := range v.Len() {
			declaredIn(v.Index(i), seen, out)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); v.Type().Field(i).Name == "Schema" && f.Kind() == reflect.String && f.String() != "" {
				schema := parse(f.String())
				*out = append(*out, schema)
				defs, _ := member(schema, "$defs").(map[string]any)
				for _, d := range defs { // they become definitions of the tool's schema
					*out = append(*out, d)
				}
			} else if v.Type().Field(i).IsExported() {
				declaredIn(f, seen, out)
			}
		}
	}
}

// layOutScenarios writes the scenarios of the generator's own tests.
func layOutScenarios(t *testing.T, l *lab.Lab) {
	t.Helper()
	files, err := filepath.Glob(repository + "/testdata/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		require.NoError(t, err)
		p := lab.Package{Files: map[string]string{}}
		p.Dir = path.Join("scenarios", filepath.Base(filepath.Dir(file)), strings.ToLower(strings.TrimSuffix(filepath.Base(file), ".txtar")))
		modules := map[string]map[string]string{}
		for _, f := range archive.Files {
			text := strings.ReplaceAll(string(f.Data), "scenario.test/", lab.Module+"/scenarios/")
			if name, isModule := strings.CutPrefix(f.Name, "modules/"); isModule {
				root := moduleOf(archive, name)
				if modules[root] == nil {
					modules[root] = map[string]string{}
				}
				modules[root][strings.TrimPrefix(name, root+"/")] = string(f.Data)
			} else if !strings.HasPrefix(f.Name, "want/") {
				p.Files[f.Name] = text
			}
		}
		for root, files := range modules {
			l.Require(root, files)
		}
		l.Write(p)
	}
}

// moduleOf is the path of the module in an archive that a file belongs to.
func moduleOf(archive *txtar.Archive, name string) string {
	for _, f := range archive.Files {
		if root, ok := strings.CutSuffix(f.Name, "/go.mod"); ok && strings.HasPrefix("modules/"+name, root+"/") {
			return strings.TrimPrefix(root, "modules/")
		}
	}
	return path.Dir(name)
}

// layOutReal writes the tools of real servers.
func layOutReal(t *testing.T, l *lab.Lab) {
	t.Helper()
	p := lab.Package{Dir: "real", Files: map[string]string{}}
	names, err := filepath.Glob(repository + "/testdata/real/*/*.go")
	require.NoError(t, err)
	more, err := filepath.Glob(repository + "/testdata/real/*/*/*.go")
	require.NoError(t, err)
	for _, name := range append(names, more...) {
		name, err := filepath.Rel(repository+"/testdata/real", name)
		require.NoError(t, err)
		name = filepath.ToSlash(name)
		text, err := os.ReadFile(filepath.Join(repository, "testdata", "real", filepath.FromSlash(name)))
		require.NoError(t, err)
		p.Files[name] = strings.ReplaceAll(string(text), "real.test/", lab.Module+"/real/")
	}
	l.Write(p)
}
