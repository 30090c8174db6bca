package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/generator"
)

// The states of generator.Change, whose type has no name out here.
const (
	current = iota
	missing
	stale
	orphan
)

// outcome is what a run left behind.
type outcome struct {
	code           int
	stdout, stderr string
	patterns       []string // of the generator's last run
	committed      []string
}

// fake is a generator that finds what it is told to.
type fake struct {
	dir      string
	env      map[string]string
	result   generator.Result
	err      error
	commit   error
	terminal bool
}

func (f fake) run(t *testing.T, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	var got outcome
	if f.dir == "" {
		f.dir = filepath.FromSlash("/src")
	}
	got.code = run(context.Background(), world{
		args: args, dir: f.dir, stdout: &out, stderr: &errs, terminal: f.terminal,
		getenv: func(name string) string { return f.env[name] },
		generate: func(_ context.Context, opt generator.Options) (*generator.Result, error) {
			got.patterns = opt.Patterns
			require.Equal(t, f.dir, opt.Dir)
			if f.err != nil {
				return nil, f.err
			}
			r := f.result
			return &r, nil
		},
		commit: func(r *generator.Result) error {
			for _, p := range r.Packages {
				got.committed = append(got.committed, p.Path)
			}
			return f.commit
		},
	})
	got.stdout, got.stderr = out.String(), errs.String()
	return got
}

// tool makes a tool of JSON text, as the model's types have no name out here.
func tool(t *testing.T, text string) *generator.Tool {
	t.Helper()
	var tool generator.Tool
	require.NoError(t, json.Unmarshal([]byte(text), &tool))
	return &tool
}

func weather(t *testing.T, state uint8) generator.Package {
	forecast := tool(t, `{"Name":"get_forecast","Func":"Forecast","Description":"Forecast returns the weather.\nDay by day.",
		"Access":"public","ReadOnly":true,"Additive":true,
		"Input":{"Fields":[{"Name":"city"},{"Name":"days","Optional":true}]}}`)
	p := generator.Package{
		Path: "example.com/app/weather", Dir: filepath.FromSlash("/src/weather"),
		Tools: []*generator.Tool{forecast},
		Schemas: map[string]generator.Schema{"get_forecast": {
			Input:  []string{`{"type":"object","properties":{`, `"city":{"type":"string"},`, `"days":{"type":"integer"}`, `},"required":["city"],"additionalProperties":false}`},
			Output: []string{`{"type":"integer"}`},
		}},
	}
	p.Change.Path = filepath.FromSlash("/src/weather/zz_tools.go")
	p.Change.Want = []byte("package weather\n\n// new\n")
	p.Change.Have = p.Change.Want
	switch state {
	case missing:
		p.Change.State, p.Change.Have = missing, nil
	case stale:
		p.Change.State, p.Change.Have = stale, []byte("package weather\n\n// old\n")
	case orphan:
		p.Change.State, p.Change.Want = orphan, nil
		p.Tools, p.Schemas = nil, nil
	}
	return p
}

func notes(t *testing.T) generator.Package {
	save := tool(t, `{"Name":"save_note","Func":"Save","Recv":{"Type":{"Name":"Service"}},"Permissions":["notes.write","disk"],
		"Idempotent":true,"ClosedWorld":true,"EstimateTime":1500000000,"Params":[{"Name":"ctx"}],"Opaque":true,
		"Limits":{"Timeout":300000000000,"Hard":true,"Attempt":1500000000,"Retries":2,"Backoff":0,"Rate":10,"RatePer":1000000000,"Concurrency":4,"Cache":3600000000000,"Output":4096},"Examples":["{\"text\":\"<b>\"}"]}`)
	hidden := tool(t, `{"Name":"purge","Func":"Purge","Hidden":true,"Access":"admin"}`)
	schema := generator.Schema{Input: []string{`{"type":"object","properties":{},"additionalProperties":false}`}}
	p := generator.Package{
		Path: "example.com/app/notes", Dir: filepath.FromSlash("/src/notes"),
		Tools:   []*generator.Tool{hidden, save},
		Schemas: map[string]generator.Schema{"purge": schema, "save_note": schema},
	}
	p.Change.Path = filepath.FromSlash("/src/notes/zz_tools.go")
	return p
}

func problem(code, message string) generator.Diagnostic {
	d := generator.Diagnostic{Code: code, Message: message}
	d.Range.File, d.Range.Line, d.Range.Col = filepath.FromSlash("/src/weather/w.go"), 3, 7
	return d
}

func warning(code, message string) generator.Diagnostic {
	d := problem(code, message)
	d.Severity = generator.Warning
	return d
}

func result(packages ...generator.Package) generator.Result {
	return generator.Result{Packages: packages}
}

func TestExitCodes(t *testing.T) {
	broken := result(generator.Package{Path: "example.com/app/weather", Failed: true})
	broken.Diagnostics = []generator.Diagnostic{problem("K1", "unknown key acess")}
	warned := result(weather(t, current))
	warned.Diagnostics = []generator.Diagnostic{warning("D1", "no description")}
	for _, row := range []struct {
		name   string
		fake   fake
		args   string
		code   int
		stderr string
	}{
		{"gen, current", fake{result: result(weather(t, current))}, "", 0, ""},
		{"gen, missing", fake{result: result(weather(t, missing))}, "", 0, "toolgen: wrote weather/zz_tools.go: 1 tool\n"},
		{"gen, errors", fake{result: broken}, "", 1, "weather/w.go:3:7: error: unknown key acess [K1]\n"},
		{"gen, warnings", fake{result: warned}, "", 0, "weather/w.go:3:7: warning: no description [D1]\n"},
		{"gen, warnings count", fake{result: warned}, "-werror", 1, "weather/w.go:3:7: warning: no description [D1]\n"},
		{"gen, trouble", fake{err: errors.New("no go command")}, "", 2, "toolgen: no go command\n"},
		{"gen, interrupted", fake{err: context.Canceled}, "", 2, "toolgen: interrupted\n"},
		{"gen, cannot write", fake{result: result(weather(t, stale)), commit: errors.New("disk full")}, "", 2, "toolgen: disk full\n"},
		{"gen, nothing there", fake{}, "./x ./y", 0, "toolgen: no //tool: directive in ./x ./y\n"},
		{"gen, nothing here", fake{}, "", 0, "toolgen: no //tool: directive in the current folder\n"},
		{"check, current", fake{result: result(weather(t, current))}, "check ./...", 0, ""},
		{"check, stale", fake{result: result(weather(t, stale))}, "check", 1,
			"weather/zz_tools.go:3:1: error: zz_tools.go is stale: it is not what the source says now [G11]\n  fix: run go tool toolgen ./weather\n"},
		{"check, missing", fake{result: result(weather(t, missing))}, "check", 1,
			"weather/zz_tools.go: error: zz_tools.go is missing [G10]\n  fix: run go tool toolgen ./weather\n"},
		{"check, left over", fake{result: result(weather(t, orphan))}, "check", 1,
			"weather/zz_tools.go:1:1: error: zz_tools.go is left over: the package has no tools any more [G12]\n  fix: run go tool toolgen ./weather\n"},
		{"check, errors", fake{result: broken}, "check", 1, "weather/w.go:3:7: error: unknown key acess [K1]\n"},
		{"check, warnings", fake{result: warned}, "check", 0, "weather/w.go:3:7: warning: no description [D1]\n"},
		{"check, warnings count", fake{result: warned}, "check --werror", 1, "weather/w.go:3:7: warning: no description [D1]\n"},
		{"check, trouble", fake{err: errors.New("no go command")}, "check", 2, "toolgen: no go command\n"},
		{"list, errors", fake{result: broken}, "list", 1, "toolgen: no tools\nweather/w.go:3:7: error: unknown key acess [K1]\n"},
		{"list, trouble", fake{err: errors.New("no go command")}, "list", 2, "toolgen: no go command\n"},
		{"list, no format", fake{}, "list -format=xml", 2, "toolgen: --format=xml is none of table, json, mcp, mcp-2025-06-18, mcp-2025-11-25, mcp-2026-07-28, openai, openai-strict, responses, anthropic, gemini, gemini-legacy, bedrock, mistral, ollama\n"},
		{"unknown flag", fake{}, "-nope", 2, "toolgen: unknown flag: --nope; see toolgen --help\n"},
		{"unknown flag of a verb", fake{}, "check -n", 2, "toolgen: unknown shorthand flag: 'n' in -n; see toolgen check --help\n"},
		{"unknown diagnostics", fake{}, "-diagnostics=xml", 2, "toolgen: --diagnostics=xml is none of text, json, github\n"},
		{"explain, nothing such", fake{}, "explain qqqqqqq", 2, "toolgen: there is no directive, key or code qqqqqqq; toolgen explain lists them\n"},
		{"explain, nearly", fake{}, "explain acess", 2, "toolgen: there is no directive, key or code acess; did you mean access?\n"},
		{"help on no verb", fake{}, "help nope", 2, "toolgen: there is no verb nope: they are check, list, explain, version, help; toolgen explain nope explains a key or code\n"},
		{"help on nearly a verb", fake{}, "help chek", 2, "toolgen: there is no verb chek; did you mean toolgen help check?\n"},
		{"version with arguments", fake{}, "version x", 2, "toolgen: unknown command \"x\" for \"toolgen version\"\n"},
		{"misspelt verb", fake{err: errors.New("there is no package chekc")}, "chekc ./...", 2, "toolgen: there is no verb and no package chekc; did you mean toolgen check?\n"},
		{"gen as a verb", fake{err: errors.New("there is no package gen")}, "gen", 2, "toolgen: there is no verb gen: toolgen generates without one\n"},
		{"no verb at all", fake{err: errors.New("there is no package example")}, "example", 2, "toolgen: there is no package example\n"},
		{"a folder is no verb", fake{err: errors.New("there is no folder ./chek")}, "./chek", 2, "toolgen: there is no folder ./chek\n"},
		{"debug key", fake{env: map[string]string{"TOOLGENDEBUG": "modle=1"}}, "", 2, "toolgen: TOOLGENDEBUG: there is no key modle; there are timing (how long each phase took), model (the tools as the generator understood them), tolerated (type errors in packages with tools that no signature needs)\n"},
		{"debug value", fake{env: map[string]string{"TOOLGENDEBUG": "model"}}, "", 2, "toolgen: TOOLGENDEBUG: model is 0 or 1, as in model=1\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := row.fake.run(t, strings.Fields(row.args)...)
			require.Equal(t, row.stderr, got.stderr)
			require.Equal(t, row.code, got.code)
		})
	}
}

// A package whose name looks like a verb is a package.
func TestPackageBeforeVerb(t *testing.T) {
	got := fake{result: result(weather(t, current))}.run(t, "lists")
	require.Zero(t, got.code)
	require.Equal(t, []string{"lists"}, got.patterns)
}

func TestGenWrites(t *testing.T) {
	failed := notes(t)
	failed.Failed = true
	r := result(failed, weather(t, stale))
	r.Diagnostics = []generator.Diagnostic{problem("K1", "unknown key")}
	got := fake{result: r}.run(t, "./...")
	require.Equal(t, []string{"example.com/app/weather"}, got.committed, "a package with an error stays as it is, the others are written")
	require.Equal(t, 1, got.code)
	require.Empty(t, got.stdout)

	got = fake{result: result(weather(t, orphan))}.run(t)
	require.Equal(t, "toolgen: removed weather/zz_tools.go: the package has no tools any more\n", got.stderr)
	require.Empty(t, fake{result: result(weather(t, current))}.run(t).committed)
}

func TestGenDryRun(t *testing.T) {
	got := fake{result: result(weather(t, stale))}.run(t, "-n")
	require.Zero(t, got.code)
	require.Empty(t, got.committed)
	require.Equal(t, "toolgen: would write weather/zz_tools.go: 1 tool\n", got.stderr)
	require.Equal(t, "--- a/weather/zz_tools.go\n+++ b/weather/zz_tools.go\n@@ -1,3 +1,3 @@\n package weather\n \n-// old\n+// new\n", got.stdout)

	got = fake{result: result(weather(t, orphan))}.run(t, "--dry-run")
	require.Empty(t, got.committed)
	require.Equal(t, "toolgen: would remove weather/zz_tools.go: the package has no tools any more\n", got.stderr)
	require.Contains(t, got.stdout, "+++ /dev/null\n")
}

// The diff goes to standard output, words to standard error, and nothing is written.
func TestCheckDiff(t *testing.T) {
	got := fake{result: result(notes(t), weather(t, missing))}.run(t, "check", "./...")
	require.Equal(t, []string{"./..."}, got.patterns)
	require.Equal(t, "--- /dev/null\n+++ b/weather/zz_tools.go\n@@ -0,0 +1,3 @@\n+package weather\n+\n+// new\n", got.stdout)
	require.Empty(t, got.committed)
}

func TestCheckFix(t *testing.T) {
	p := weather(t, stale)
	p.Dir, p.Change.Path = filepath.FromSlash("/src"), filepath.FromSlash("/src/zz_tools.go")
	require.Contains(t, fake{result: result(p)}.run(t, "check").stderr, "fix: run go tool toolgen\n")
	p.Dir, p.Change.Path = filepath.FromSlash("/else"), filepath.FromSlash("/else/zz_tools.go")
	require.Contains(t, fake{result: result(p)}.run(t, "check").stderr, "fix: run go tool toolgen /else\n")
}

// What check finds of a file stands among what is wrong with the sources, by file.
func TestCheckSorts(t *testing.T) {
	p := weather(t, stale)
	later := problem("K1", "unknown key")
	later.Range.File = filepath.FromSlash("/src/zebra/z.go")
	r := result(p)
	r.Diagnostics = []generator.Diagnostic{later}
	got := fake{result: r}.run(t, "check", "./...").stderr
	require.Less(t, strings.Index(got, "weather/zz_tools.go:3:1: error"), strings.Index(got, "zebra/z.go:"), got)
}

func TestDiagnosticsForms(t *testing.T) {
	r := result(weather(t, stale))
	r.Diagnostics = []generator.Diagnostic{problem("K1", "unknown key")}
	actions := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": "/"}

	var list struct{ Diagnostics []map[string]any }
	got := fake{result: r}.run(t, "check", "-diagnostics=json")
	require.NoError(t, json.Unmarshal([]byte(got.stderr), &list))
	require.Len(t, list.Diagnostics, 2)
	require.Equal(t, "K1", list.Diagnostics[0]["code"])
	require.Equal(t, "G11", list.Diagnostics[1]["code"])
	require.Equal(t, "weather/zz_tools.go", list.Diagnostics[1]["file"])
	require.Contains(t, got.stdout, "+// new\n")

	got = fake{result: result(weather(t, current))}.run(t, "check", "--diagnostics=json")
	require.NoError(t, json.Unmarshal([]byte(got.stderr), &list), "a reader of JSON always gets some")
	require.Empty(t, list.Diagnostics)

	require.Equal(t, "{\n  \"diagnostics\": []\n}\n", fake{result: result(weather(t, stale))}.run(t, "-diagnostics=json").stderr, "and nothing else")

	got = fake{result: r, env: actions}.run(t, "check")
	require.Contains(t, got.stderr, "::error file=src/weather/w.go,line=3,col=7,title=K1::unknown key\n")
	require.Contains(t, got.stderr, "::error file=src/weather/zz_tools.go")
	require.Contains(t, fake{result: r, env: actions}.run(t, "check", "--diagnostics=text").stderr, ": error: unknown key [K1]\n")
	require.Contains(t, fake{result: r}.run(t, "check", "--diagnostics", "github").stderr, "::error file=weather/w.go")
	require.Empty(t, fake{result: result(weather(t, current)), env: actions}.run(t, "check").stderr)
}

func TestListTable(t *testing.T) {
	got := fake{result: result(notes(t), weather(t, current))}.run(t, "list", "./...")
	require.Zero(t, got.code)
	require.Equal(t, strings.TrimLeft(`
NAME                     ACCESS  HINTS  PERMISSIONS       LIMITS                                                                                  PARAMETERS  DESCRIPTION
example.com/app/notes
purge                    admin   -D-O   -                 -                                                                                       -           -
save_note                -       -DI-   notes.write,disk  timeout=5m hard attempt=1.5s retries=2 rate=10/s concurrency=4 cache=1h maxoutput=4096  -           -
example.com/app/weather
get_forecast             public  R--O   -                 -                                                                                       city days?  Forecast returns the weather.
`, "\n"), got.stdout)
	require.Equal(t, 2, strings.Count(fake{result: result(weather(t, current))}.run(t, "list").stdout, "\n"), "one package needs no heading")
}

func TestListJSON(t *testing.T) {
	got := fake{result: result(notes(t), weather(t, current))}.run(t, "list", "--format=json")
	require.Equal(t, `{
  "tools": [
    {
      "name": "get_forecast",
      "package": "example.com/app/weather",
      "func": "Forecast",
      "description": "Forecast returns the weather.\nDay by day.",
      "access": "public",
      "grade": "reads-outside",
      "readOnly": true,
      "destructive": false,
      "idempotent": false,
      "openWorld": true,
      "cancelable": false,
      "input": {
        "type": "object",
        "properties": {
          "city": {
            "type": "string"
          },
          "days": {
            "type": "integer"
          }
        },
        "required": [
          "city"
        ],
        "additionalProperties": false
      },
      "output": {
        "type": "integer"
      }
    },
    {
      "name": "purge",
      "package": "example.com/app/notes",
      "func": "Purge",
      "hidden": true,
      "access": "admin",
      "grade": "destroys-outside",
      "readOnly": false,
      "destructive": true,
      "idempotent": false,
      "openWorld": true,
      "cancelable": false,
      "input": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      }
    },
    {
      "name": "save_note",
      "package": "example.com/app/notes",
      "func": "Save",
      "receiver": "Service",
      "grade": "destroys",
      "permissions": [
        "notes.write",
        "disk"
      ],
      "readOnly": false,
      "destructive": true,
      "idempotent": true,
      "openWorld": false,
      "cancelable": true,
      "limits": {
        "timeout": "5m",
        "hard": true,
        "attempt": "1.5s",
        "retries": 2,
        "backoff": "0s",
        "rate": "10/s",
        "concurrency": 4,
        "cache": "1h",
        "output": 4096
      },
      "errors": "opaque",
      "estimate": {
        "time": "1.5s"
      },
      "examples": [
        {
          "text": "<b>"
        }
      ],
      "input": {
        "type": "object",
        "properties": {},
        "additionalProperties": false
      }
    }
  ]
}
`, got.stdout)
	require.Equal(t, "{\n  \"tools\": []\n}\n", fake{}.run(t, "list", "-format", "json").stdout)
}

func TestListMCP(t *testing.T) {
	got := fake{result: result(notes(t), weather(t, current))}.run(t, "list", "--format", "mcp")
	var list struct {
		Tools []struct {
			Name         string
			InputSchema  map[string]any
			OutputSchema map[string]any
			Annotations  map[string]bool
		}
	}
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &list))
	require.Len(t, list.Tools, 2, "a hidden tool is not listed")
	require.Equal(t, "get_forecast", list.Tools[0].Name)
	require.Equal(t, "object", list.Tools[0].OutputSchema["type"], "wrapped, as 2025-11-25 wants an object")
	require.Equal(t, map[string]bool{"readOnlyHint": true, "destructiveHint": false, "idempotentHint": false, "openWorldHint": true}, list.Tools[0].Annotations)
	require.Equal(t, "save_note", list.Tools[1].Name)
	require.Equal(t, "{\"tools\":[]}\n", fake{}.run(t, "list", "--format", "mcp").stdout)
}

func TestExplain(t *testing.T) {
	got := fake{}.run(t, "explain")
	require.Zero(t, got.code)
	require.Equal(t, generator.Overview(), got.stdout)

	got = fake{}.run(t, "explain", "default", "G11")
	require.Zero(t, got.code)
	require.Contains(t, got.stdout, "default")
	require.Contains(t, got.stdout, "zz_tools.go is stale")

	for _, topic := range generator.Topics() {
		require.Zero(t, fake{}.run(t, "explain", topic).code, topic)
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"-help"}, {"--help"}, {"-h"}, {"help"}, {"check", "-h"}, {"help", "list"}} {
		got := fake{}.run(t, args...)
		require.Zero(t, got.code, args)
		require.Contains(t, got.stdout, "Exit code:", args)
		require.Empty(t, got.stderr, args)
	}
	help := fake{}.run(t, "--help").stdout
	for _, verb := range []string{"check", "list", "explain", "version"} {
		require.Contains(t, help, "\n  "+verb+" ")
	}
}

func TestDebug(t *testing.T) {
	p := weather(t, current)
	p.Tolerated = []generator.Diagnostic{warning("G20", "undefined: Tools")}
	r := result(p)
	r.Phases = []generator.Phase{{Name: "load", Took: 1234567}}
	show := func(value string) string {
		got := fake{result: r, env: map[string]string{"TOOLGENDEBUG": value}}.run(t, "check")
		require.Zero(t, got.code)
		require.Empty(t, got.stdout)
		return got.stderr
	}
	require.Empty(t, show("model=0, timing=0,"))
	require.Regexp(t, `^timing: load     1.235ms\ntiming: all .*\n$`, show("timing=1"))
	require.Regexp(t, `(?s)^timing.*model: package example.com/app/weather\nTool\n  Name: "get_forecast"\n.*Optional: true.*tolerated: package`, show("tolerated=1,model=1,timing=1"))
	require.Contains(t, show("tolerated=1"), "weather/w.go:3:7: warning: undefined: Tools [G20]\n")
}

func TestGoStyle(t *testing.T) {
	require.Equal(t,
		[]string{"--werror", "--format=json", "--format", "json", "-n", "-h", "-n=true", "--dry-run", "--nope", "-", "./x", "--", "-werror"},
		goStyle([]string{"-werror", "-format=json", "--format", "json", "-n", "-h", "-n=true", "--dry-run", "-nope", "-", "./x", "--", "-werror"}))
}

func TestNearest(t *testing.T) {
	for word, want := range map[string]string{
		"chekc": "check", "cehck": "check", "chck": "check", "Check": "check", "checks": "check",
		"lst": "list", "lists": "list", "expain": "explain", "verison": "version",
		"weather": "", "x": "", "": "", "lint": "list", "notes": "",
	} {
		require.Equal(t, want, generator.Nearest(word, verbs), word)
	}
}

func TestDumpCycle(t *testing.T) {
	type node struct {
		Name string
		Kids []*node
		Next *node
		None *node
	}
	n := &node{Name: "a"}
	n.Next = &node{Name: "b", Kids: []*node{n}}
	var b bytes.Buffer
	dump(&b, n)
	require.Equal(t, "node\n  Name: \"a\"\n  Next: node\n    Name: \"b\"\n    Kids: \n      - node, as above\n", b.String())
}

// Runs are remembered unless something says that this one is to be made: -force, CI, TOOLGENDEBUG, TOOLGEN_CACHE=off. list
// needs the tools, and never asks.
func TestCacheBypass(t *testing.T) {
	folder := t.TempDir()
	for _, row := range []struct {
		args, env string
		want      string
	}{
		{"", "", folder},
		{"check", "", folder},
		{"check", "CI=false", folder},
		{"-force", "", ""},
		{"check -force", "", ""},
		{"check", "CI=true", ""},
		{"", "CI=1", ""},
		{"", "TOOLGENDEBUG=timing=1", ""},
		{"", "TOOLGEN_CACHE=off", ""},
		{"list", "", ""},
	} {
		env := map[string]string{"TOOLGEN_CACHE": folder}
		name, value, _ := strings.Cut(row.env, "=")
		env[name] = value
		var got []string
		remembered := 0
		code := run(context.Background(), world{
			args: strings.Fields(row.args), dir: "/src", stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{},
			getenv: func(name string) string { return env[name] },
			generate: func(_ context.Context, opt generator.Options) (*generator.Result, error) {
				got = append(got, opt.Cache)
				r := result(weather(t, current))
				return &r, nil
			},
			remember: func(*generator.Result) error { remembered++; return nil },
		})
		require.Zero(t, code)
		require.Equal(t, []string{row.want}, got, "%s %s", row.env, row.args)
	}
}

// What is only shown is still to do, and not remembered; what was written is.
func TestRemembersWhatIsDone(t *testing.T) {
	for args, want := range map[string]int{"": 1, "-n": 0, "check": 0} {
		remembered := 0
		r := result(weather(t, stale))
		run(context.Background(), world{
			args: strings.Fields(args), dir: "/src", stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{},
			getenv:   func(string) string { return "" },
			generate: func(context.Context, generator.Options) (*generator.Result, error) { return &r, nil },
			commit:   func(*generator.Result) error { return nil },
			remember: func(*generator.Result) error { remembered++; return nil },
		})
		require.Equal(t, want, remembered, args)
	}
}
