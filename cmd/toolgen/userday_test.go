package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// A user's day with the command, from the outside: the program is built once, and every step of the day runs it in a
// fresh module outside of the repository, together with the go command, as a user would.
func TestUserDay(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "toolgen"), ".")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, step := range []struct {
		name string
		run  func(*day)
	}{
		{"morning: generate, register, call", firstCalls},
		{"through go tool", goTool},
		{"edits", edits},
		{"L01 broken outputs", brokenOutputs},
		{"L05 Z07 bad input", badInput},
		{"bad input: unreadable", unreadable},
		{"Z04 same bytes from everywhere", sameBytes},
		{"Z10 another runtime", otherRuntime},
		{"files", files},
		{"verbs", verbsOfTheDay},
	} {
		t.Run(step.name, func(t *testing.T) {
			t.Parallel()
			step.run(&day{T: t, bin: bin, dir: t.TempDir()})
		})
	}
}

// day is one module and what its user does in it.
type day struct {
	*testing.T
	bin, dir string
	below    string // the folder inside dir that commands run in
}

// module writes a go.mod that finds toolgen in this repository, and the files of a txtar text.
func (d *day) module(text string) {
	d.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(d, err)
	d.write("go.mod", "module example.com/app\n\ngo 1.26.0\n\nrequire github.com/toolgen/toolgen v0.0.0\n\nreplace github.com/toolgen/toolgen => "+root+"\n")
	for _, f := range txtar.Parse([]byte(text)).Files {
		d.write(f.Name, string(f.Data))
	}
}

func (d *day) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

func (d *day) write(name, text string) {
	d.Helper()
	require.NoError(d, os.MkdirAll(filepath.Dir(d.path(name)), 0o755))
	require.NoError(d, os.WriteFile(d.path(name), []byte(text), 0o644))
}

func (d *day) read(name string) string {
	d.Helper()
	text, err := os.ReadFile(d.path(name))
	require.NoError(d, err)
	return string(text)
}

// edit replaces a text that must be there, everywhere.
func (d *day) edit(name, from, to string) {
	d.Helper()
	require.Contains(d, d.read(name), from)
	d.write(name, strings.ReplaceAll(d.read(name), from, to))
}

// said is how a command ended.
type said struct {
	code           int
	stdout, stderr string
}

func (d *day) do(input, name string, args ...string) said {
	d.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir = d.path(d.below)
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GITHUB_ACTIONS=", "TOOLGENDEBUG=",
		"PATH="+d.bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &stderr
	if err := cmd.Run(); err != nil {
		require.IsType(d, (*exec.ExitError)(nil), err)
	}
	return said{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func (d *day) toolgen(args ...string) said {
	d.Helper()
	return d.do("", filepath.Join(d.bin, "toolgen"), args...)
}

// fine runs toolgen and expects exit code 0.
func (d *day) fine(args ...string) said {
	d.Helper()
	got := d.toolgen(args...)
	require.Zero(d, got.code, got.stderr+got.stdout)
	return got
}

// golang runs the go command and expects exit code 0.
func (d *day) golang(args ...string) said {
	d.Helper()
	got := d.do("", "go", args...)
	require.Zero(d, got.code, got.stderr+got.stdout)
	return got
}

// tree returns every file and link of the module with its content.
func (d *day) tree() map[string]string {
	d.Helper()
	files := map[string]string{}
	require.NoError(d, filepath.WalkDir(d.dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			text = []byte(err.Error())
		}
		rel, err := filepath.Rel(d.dir, name)
		files[filepath.ToSlash(rel)] = string(text)
		return err
	}))
	return files
}

// notes is the package of the day: one function and one method.
const notes = `-- notes/notes.go --
// Package notes keeps notes.
package notes

//go:generate toolgen

import (
	"context"
	"errors"
	"fmt"
)

// Level is how much a note matters.
type Level string

const (
	Low  Level = "low"
	High Level = "high"
)

// Filter narrows a search.
type Filter struct {
	Tags []string ` + "`json:\"tags\"`" + ` // labels that all must be there
	Min  int      ` + "`json:\"min,omitempty\" tool:\"min=0\"`" + ` // the smallest size
}

// Entry is one note that was found.
type Entry struct {
	Text  string ` + "`json:\"text\"`" + `  // what it says
	Level Level  ` + "`json:\"level\"`" + ` // how much it matters
}

// Search finds notes.
//
//tool:name=search_notes readonly
//tool:param limit default=10 min=1 max=100
func Search(ctx context.Context,
	query string, // words to look for
	limit int, // how many at most
	level Level, // how much they matter
	//tool:nest
	filter Filter, // what else
) ([]Entry, error) {
	return []Entry{{fmt.Sprint(query, " ", limit, " ", filter), level}}, nil
}

// Book holds notes.
type Book struct{ notes []string }

// Add adds a note.
//
//tool:name=add_note
func (b *Book) Add(
	text string, // what it says
) (int, error) {
	if text == "" {
		return 0, errors.New("a note needs text")
	}
	b.notes = append(b.notes, text)
	return len(b.notes), nil
}
`

// caller registers both in one line, makes the calls it reads, and answers each whole: "json VALUE", "text VALUE", or
// "CLASS MESSAGE".
const caller = `-- main.go --
package main

import (
	"context"
	"encoding/json"
	"os"

	"example.com/app/notes"
	"github.com/toolgen/toolgen/runtime"
)

func main() {
	reg := runtime.NewRegistry()
	if err := reg.Register(notes.Tools(), notes.BookTools(new(notes.Book))); err != nil {
		panic(err)
	}
	var calls [][2]string
	if err := json.NewDecoder(os.Stdin).Decode(&calls); err != nil {
		panic(err)
	}
	var answers []string
	for _, call := range calls {
		r := reg.Call(context.Background(), call[0], []byte(call[1]))
		switch {
		case r.IsError():
			answers = append(answers, string(r.Err.Class)+" "+r.Output())
		case r.JSON != nil:
			answers = append(answers, "json "+r.Output())
		default:
			answers = append(answers, "text "+r.Output())
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}
`

func firstCalls(d *day) {
	d.module(notes + caller)
	mod := d.read("go.mod")
	got := d.golang("generate", "./...")
	require.Equal(d, said{stderr: "toolgen: wrote zz_tools.go: 2 tools\n"}, got)
	require.Equal(d, mod, d.read("go.mod"))
	require.NoFileExists(d, d.path("go.sum"))
	require.Empty(d, d.golang("generate", "./...").stderr, "there is nothing to tell the second time")
	require.Empty(d, d.fine("check", "./...").stderr)
	d.golang("vet", "./...")

	const filter = `"filter":{"tags":["a"]}`
	ones := strings.Repeat("1", 500)
	calls := []struct{ name, args, answer string }{
		// right
		{"search_notes", `{"query":"tea","level":"high",` + filter + `}`, `json [{"text":"tea 10 {[a] 0}","level":"high"}]`},
		{"search_notes", ` {"filter":{"min":1e3,"tags":[]},"limit":5.0,"level":"low","\u0071uery":"\u0000<é>"} `, `json [{"text":"\u0000<é> 5 {[] 1000}","level":"low"}]`},
		{"add_note", `{"text":"one"}`, `json 1`},
		{"add_note", `{"text":"two"}`, `json 2`},
		{"add_note", `{"text":""}`, `failed a note needs text`},
		// wrong types
		{"search_notes", `{"query":5,"limit":"5","level":"Hi","filter":[]}`, `invalid_arguments query: expected string, got number 5` +
			"\nlimit: expected whole number, got string \"5\"; send the bare value\nlevel: \"Hi\" is not one of low, high; did you mean high?\nfilter: expected object, got array"},
		{"search_notes", `{"query":"q","limit":5.5,"level":true,"filter":"{\"tags\":[]}"}`, `invalid_arguments limit: expected whole number, got number 5.5` +
			"\nlevel: expected string, got boolean true\nfilter: expected object, got a string that contains JSON; send the object itself"},
		{"search_notes", `{"query":"q","limit":0,"level":"low","filter":{"tags":["a",5,null],"min":-1}}`, `invalid_arguments limit: must be between 1 and 100, got 0` +
			"\nfilter.tags[1]: expected string, got number 5\nfilter.tags[2]: must not be null\nfilter.min: must be at least 0, got -1"},
		// missing
		{"search_notes", `{"limit":1}`, `invalid_arguments arguments: missing required "query", "level", "filter"`},
		{"search_notes", `{"query":"q","level":"low","filter":{}}`, `invalid_arguments filter: missing required "tags"`},
		// unknown and misspelt
		{"search_notes", `{"query":"q","level":"low","sort":1,` + filter + `}`, `invalid_arguments arguments: unknown key "sort"; known are "query", "limit", "level", "filter"`},
		{"search_notes", `{"querry":"q","Level":"low","filter":{"tag":[]}}`, `invalid_arguments arguments: unknown key "querry"; did you mean "query"?` +
			"\narguments: unknown key \"Level\"; did you mean \"level\"?\nfilter: unknown key \"tag\"; did you mean \"tags\"?\nfilter: missing required \"tags\"\narguments: missing required \"query\", \"level\""},
		{"search_note", `{}`, `unknown_tool unknown tool "search_note"; did you mean "search_notes"?`},
		{"addNote", `{}`, `unknown_tool unknown tool "addNote"; did you mean "add_note"?`},
		{"quit", `{}`, `unknown_tool unknown tool "quit"`},
		// null
		{"search_notes", `{"query":"tea","limit":null,"level":"low","filter":{"tags":[],"min":null}}`, `json [{"text":"tea 10 {[] 0}","level":"low"}]`},
		{"search_notes", `{"query":null,"level":null,"filter":null}`, "invalid_arguments query: must not be null\nlevel: must not be null\nfilter: expected object, got null"},
		{"search_notes", `{"query":"q","level":"low","filter":{"tags":null}}`, `invalid_arguments filter.tags: expected array, got null; send [] for none`},
		// duplicate
		{"search_notes", `{"query":"a","query":"b","level":"low","filter":{"tags":[],"tags":["x"]}}`, "invalid_arguments arguments: duplicate key \"query\"\nfilter: duplicate key \"tags\""},
		{"add_note", `{"text":"a","te\u0078t":"a"}`, `invalid_arguments arguments: duplicate key "text"`},
		// huge
		{"add_note", `{"text":"` + strings.Repeat("x", 1<<20) + `"}`, `invalid_arguments arguments: must be at most 1 MiB, has 1048587 bytes`},
		{"add_note", `{"text":"` + strings.Repeat("x", 1<<20-11) + `"}`, `json 3`},
		{"add_note", `{"text":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, `invalid_arguments arguments: nested deeper than 64`},
		{"add_note", strings.Repeat(`{"text":`, 100_000), `invalid_arguments arguments: nested deeper than 64`},
		{"search_notes", `{"query":"q","limit":` + ones + `,"level":"low","filter":{"tags":[],"min":99999999999999999999}}`,
			"invalid_arguments limit: " + ones[:40] + "… has more than 400 digits\nfilter.min: 99999999999999999999 does not fit in int64"},
		{"search_notes", `{"query":"q","limit":1e999999999,"level":"low",` + filter + `}`, "invalid_arguments limit: 1e999999999 has more than 400 digits"},
		{"search_notes", `{"query":"q","limit":100000000000000000000000e-22,"level":"low",` + filter + `}`, `json [{"text":"q 10 {[a] 0}","level":"low"}]`},
		// empty, and no object
		{"add_note", ``, `invalid_arguments arguments: missing required "text"`},
		{"add_note", " \n", `invalid_arguments arguments: missing required "text"`},
		{"add_note", `null`, `invalid_arguments arguments: missing required "text"`},
		{"add_note", `{}`, `invalid_arguments arguments: missing required "text"`},
		{"add_note", `[]`, `invalid_arguments arguments: must be a JSON object, got array`},
		{"add_note", `"{\"text\":\"a\"}"`, `invalid_arguments arguments: must be a JSON object, got a string that contains JSON; send the object itself`},
		// no JSON
		{"add_note", `{"text":"a"} x`, `invalid_arguments arguments: not valid JSON at offset 13: expected the end, got "x"`},
		{"add_note", `{"text":"a",}`, `invalid_arguments arguments: not valid JSON at offset 12: expected a key in double quotes, got "}"; remove the comma before it`},
		{"add_note", `{"text":"a`, `invalid_arguments text: not valid JSON at offset 10: expected the end of the string, got the end of the text; send the arguments in full`},
		{"add_note", `{"text":"\ud800"}`, `invalid_arguments text: not valid Unicode text (at offset 9)`},
		{"add_note", `{"text":"three"}`, `json 4`}, // nothing that was refused reached the method
	}
	var sent [][2]string
	for _, c := range calls {
		sent = append(sent, [2]string{c.name, c.args})
	}
	input, err := json.Marshal(sent)
	require.NoError(d, err)
	ran := d.do(string(input), "go", "run", ".")
	require.Zero(d, ran.code, ran.stderr)
	var answers []string
	require.NoError(d, json.Unmarshal([]byte(ran.stdout), &answers))
	require.Len(d, answers, len(calls))
	for i, c := range calls {
		if answers[i] != c.answer {
			d.Errorf("%s %.100s\n  want %s\n  got  %s", c.name, c.args, c.answer, answers[i])
		}
	}
}

// goTool runs the command through a tool directive, as the README has it.
func goTool(d *day) {
	d.module(strings.Replace(notes, "go:generate toolgen", "go:generate go tool toolgen", 1))
	root := filepath.Join("..", "..")
	requirements, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(d, err)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(d, err)
	mod := d.read("go.mod") + "\ntool github.com/toolgen/toolgen/cmd/toolgen\n"
	for _, block := range regexp.MustCompile(`(?s)\nrequire \(.*?\n\)\n`).FindAllString(string(requirements), -1) {
		mod += strings.ReplaceAll(regexp.MustCompile(` // indirect`).ReplaceAllString(block, ""), "\n)", "\n)")
	}
	d.write("go.mod", mod)
	d.write("go.sum", string(sums))
	require.Equal(d, said{stderr: "toolgen: wrote zz_tools.go: 2 tools\n"}, d.golang("generate", "./..."))
	d.below = "notes"
	require.Equal(d, said{}, d.golang("tool", "toolgen", "check"))
	require.Equal(d, mod, d.read("go.mod"))
	d.golang("vet", ".")
}

// edits makes every edit in a copy of the package: check is red and shows why, the compiler says so where it can, and
// toolgen mends it.
func edits(d *day) {
	rows := []struct {
		name      string
		edit      [][2]string // from, to
		diff      []string    // lines of the diff
		assertion string      // the constant that no longer compiles; "" where only check can know
	}{
		{"comment", [][2]string{{"words to look for", "text to look for"}}, []string{"-\t`\"query\":{\"type\":\"string\",\"description\":\"words to look for\"},` +", "+\t`\"query\":{\"type\":\"string\",\"description\":\"text to look for\"},` +"}, ""},
		{"doc", [][2]string{{"Search finds notes.", "Search finds notes, newest first."}}, []string{"-\tDescription: \"Finds notes.\",", "+\tDescription: \"Finds notes, newest first.\","}, ""},
		{"default", [][2]string{{"default=10", "default=20"}}, []string{"-\t\tlimit  = 10", "+\t\tlimit  = 20"}, ""},
		{"bound", [][2]string{{"max=100", "max=50"}}, []string{"-\t\t\t\tlimit = c.IntIn(1, 100)", "+\t\t\t\tlimit = c.IntIn(1, 50)"}, ""},
		{"key", [][2]string{{" readonly", " access=admin"}}, []string{"-\tReadOnly:    true,", "+\tAccess:      runtime.Admin,"}, ""},
		{"parameter", [][2]string{{"limit", "most"}}, []string{"-\t\tcase \"limit\":", "+\t\tcase \"most\":"}, ""},
		{"order", [][2]string{{"\tquery string, // words to look for\n\tlimit int, // how many at most\n", "\tlimit int, // how many at most\n\tquery string, // words to look for\n"}}, []string{"-\tout, err := Search(ctx, query, limit, level, filter)", "+\tout, err := Search(ctx, limit, query, level, filter)"}, "search_changed_run_go_generate"},
		{"signature", [][2]string{{"limit int,", "limit int64,"}}, []string{"-\t\t\t\tlimit = c.IntIn(1, 100)", "+\t\t\t\tlimit = c.Int64In(1, 100)"}, "search_changed_run_go_generate"},
		{"result", [][2]string{{"([]Entry, error)", "([]*Entry, error)"}, {"[]Entry{{", "[]*Entry{{"}}, nil, "search_changed_run_go_generate"},
		{"context", [][2]string{{"Add(\n", "Add(ctx context.Context,\n"}}, []string{"-\tout, err := t.recv.Add(text)", "+\tout, err := t.recv.Add(ctx, text)"}, "bookAdd_changed_run_go_generate"},
		{"field", [][2]string{{"Min  int ", "Min  int64 "}}, []string{"-\tMin  int      `json:\"min,omitempty\" tool:\"min=0\"`", "+\tMin  int64    `json:\"min,omitempty\" tool:\"min=0\"`"}, "filter_changed_run_go_generate"},
		{"new field", [][2]string{{"type Filter struct {", "type Filter struct {\n\tOld bool `json:\"old,omitempty\"` // with old ones"}}, []string{"+\t\tcase \"old\":"}, "filter_changed_run_go_generate"},
		{"unexported field", [][2]string{{"type Filter struct {", "type Filter struct {\n\told bool"}}, []string{"+\told  bool"}, "filter_changed_run_go_generate"},
		{"tag", [][2]string{{"min,omitempty", "least,omitempty"}}, []string{"-\t\tcase \"min\":", "+\t\tcase \"least\":"}, "filter_changed_run_go_generate"},
		{"tool tag", [][2]string{{`tool:\"min=0\"`, ``}, {`tool:"min=0"`, `tool:"min=1"`}}[1:], []string{"-\t\t\t\tv.Min = c.IntIn(0, math.MaxInt)", "+\t\t\t\tv.Min = c.IntIn(1, math.MaxInt)"}, "filter_changed_run_go_generate"},
		{"tag of a result", [][2]string{{"`json:\"text\"`", "`json:\"words\"`"}}, []string{"-\tb = append(b, `{\"text\":`...)", "+\tb = append(b, `{\"words\":`...)"}, "entry_changed_run_go_generate"},
		{"constant", [][2]string{{`High Level = "high"`, `High Level = "urgent"`}}, []string{"-\tcase \"high\":", "+\tcase \"urgent\":"}, ""},
		{"new constant", [][2]string{{`High Level = "high"`, "High Level = \"high\"\n\tTop Level = \"top\""}}, []string{"+\tcase \"top\":"}, ""},
		{"one directive less", [][2]string{{"//tool:name=add_note\n", ""}}, []string{"-\tToolAddNote     = \"add_note\"", "-func BookTools(s *Book) runtime.Set {"}, ""},
		{"last directive", [][2]string{{"//tool:name=search_notes readonly\n//tool:param limit default=10 min=1 max=100\n", ""}, {"\t//tool:nest\n", ""}, {"//tool:name=add_note\n", ""}}, []string{"+++ /dev/null"}, ""},
	}
	d.module("")
	folder := func(i int) string { return fmt.Sprintf("e%02d", i) }
	for i := range rows {
		d.write(folder(i)+"/notes.go", strings.TrimPrefix(notes, "-- notes/notes.go --\n"))
	}
	require.Equal(d, len(rows), strings.Count(d.fine("./...").stderr, "2 tools\n"))
	require.Equal(d, said{}, d.fine("check", "./..."))
	for i, row := range rows {
		for _, e := range row.edit {
			d.edit(folder(i)+"/notes.go", e[0], e[1])
		}
		got := d.toolgen("check", "./"+folder(i))
		name := folder(i) + "/zz_tools.go"
		code, message := "G11", "is stale: it is not what the source says now"
		if row.name == "last directive" {
			code, message = "G12", "is left over: the package has no tools any more"
		}
		require.Equal(d, 1, got.code, row.name)
		require.Contains(d, got.stderr, name+":1:1: error: zz_tools.go "+message+" ["+code+"]\n", row.name)
		require.Contains(d, got.stderr, "\n  fix: run toolgen ./"+folder(i)+"\n", row.name)
		require.True(d, strings.HasPrefix(got.stdout, "--- a/"+name+"\n+++ "), row.name)
		lines := strings.Split(got.stdout, "\n")
		for _, line := range row.diff {
			require.Contains(d, lines, line, row.name)
		}
	}

	compiler := d.do("", "go", "build", "./...")
	require.Equal(d, 1, compiler.code)
	for i, row := range rows {
		_, errors, failed := strings.Cut(compiler.stderr, "# example.com/app/"+folder(i)+"\n")
		errors, _, _ = strings.Cut(errors, "\n# ")
		require.Equal(d, row.assertion != "", failed, "%s: %s", row.name, errors)
		if failed {
			require.Regexp(d, `zz_tools\.go:\d+:\d+: cannot use .* as `+row.assertion+` value in variable declaration`, errors, row.name)
		}
	}

	mended := d.fine("./...")
	require.Equal(d, len(rows)-1, strings.Count(mended.stderr, "toolgen: wrote "), mended.stderr)
	last := folder(len(rows) - 1)
	require.Contains(d, mended.stderr, "toolgen: removed "+last+"/zz_tools.go: the package has no tools any more\n")
	require.NoFileExists(d, d.path(last+"/zz_tools.go"))
	require.Equal(d, said{}, d.fine("check", "./..."))
	d.golang("vet", "./...")
}

// brokenOutputs breaks zz_tools.go in packages whose own code calls Tools(), and which another annotated package imports.
func brokenOutputs(d *day) {
	header := "// Code generated by toolgen. DO NOT EDIT.\n"
	states := map[string]func(good string) string{
		"missing":    nil,
		"empty":      func(string) string { return "" },
		"header":     func(string) string { return header },
		"truncated":  func(good string) string { return good[:len(good)/2] },
		"renamed":    func(good string) string { return strings.Replace(good, "package renamed", "package older", 1) },
		"syntax":     func(good string) string { return strings.Replace(good, "func Tools()", "func Tools((", 1) },
		"conflict":   func(good string) string { return conflict(good) },
		"conflicts":  func(good string) string { return "<<<<<<< HEAD\n" + good + "=======\n" + good + ">>>>>>> other\n" },
		"edited":     func(good string) string { return strings.Replace(good, `= "ping_`, `= "pong_`, 1) },
		"old":        func(string) string { return header + "\npackage old\n\nimport \"fmt\"\n\nfunc OldTools() { fmt.Println(Gone) }\n" },
		"old_import": func(string) string { return header + "\npackage old_import\n\nimport _ \"example.net/gone/runtime\"\n" },
	}
	names := slices.Sorted(maps.Keys(states))
	d.module("")
	var imports, params strings.Builder
	for _, name := range names {
		d.write(name+"/a.go", strings.ReplaceAll("package NAME\n\n// T is of NAME.\ntype T string\n\n// Ping answers.\n//\n//tool:name=ping_NAME\nfunc Ping(\n\tt T, // what\n) T {\n\treturn t\n}\n\nvar all = Tools()\n\nfunc init() {\n\tfor range Tools() {\n\t}\n}\n", "NAME", name))
		fmt.Fprintf(&imports, "\t%q\n", "example.com/app/"+name)
		fmt.Fprintf(&params, "\t%s_ %s.T, // %s\n", name, name, name)
	}
	d.write("user/user.go", "package user\n\nimport (\n"+imports.String()+")\n\n// All takes all.\n//\n//tool:name=all\nfunc All(\n"+params.String()+") missing.T {\n\treturn \"\"\n}\n\nvar all = append(Tools(), missing.Tools()...)\n")

	require.Equal(d, len(names)+1, strings.Count(d.fine("./...").stderr, "toolgen: wrote "))
	d.golang("vet", "./...")
	good := d.tree()
	for _, name := range names {
		if output := name + "/zz_tools.go"; states[name] == nil {
			require.NoError(d, os.Remove(d.path(output)))
		} else {
			d.write(output, states[name](good[output]))
		}
	}
	require.NotZero(d, d.do("", "go", "build", "./...").code)
	broken := d.tree()
	got := d.toolgen("check", "./...")
	require.Equal(d, 1, got.code)
	for _, name := range names {
		want := name + "/zz_tools.go:1:1: error: zz_tools.go is stale: it is not what the source says now [G11]\n"
		if states[name] == nil {
			want = name + "/zz_tools.go: error: zz_tools.go is missing [G10]\n"
		}
		require.Contains(d, got.stderr, want)
		require.Contains(d, got.stdout, "\n+++ b/"+name+"/zz_tools.go\n", name)
	}
	require.Equal(d, len(names), strings.Count(got.stderr, "error: "), got.stderr)
	require.Equal(d, said{}, d.fine("check", "./user"), "the importer itself is current")
	require.Equal(d, broken, d.tree(), "check writes nothing")

	require.Equal(d, len(names), strings.Count(d.fine("./...").stderr, "toolgen: wrote "))
	require.Equal(d, good, d.tree())
	require.Equal(d, said{}, d.fine("check", "./..."))
	d.golang("vet", "./...")
}

// conflict puts markers around every tenth line.
func conflict(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i := 4; i < len(lines); i += 10 {
		lines[i] = "<<<<<<< HEAD\n" + lines[i] + "=======\n// theirs\n>>>>>>> other\n"
	}
	return strings.Join(lines, "")
}

// badInput has one package for each thing that can be wrong, and two that are right, in one run.
func badInput(d *day) {
	const tool = "// Get gets.\n//\n//tool:name=get\nfunc Get() {}\n"
	d.module("")
	for name, text := range map[string]string{
		"clash/a.go":           "package clash\n\n" + tool + "\n// Tools are the user's.\nvar Tools = 1\n",
		"clash_in_test/a.go":   "package clash_in_test\n\n" + tool,
		"clash_in_test/t.go":   "//go:build never\n\npackage clash_in_test\n\nfunc ToolGet() {}\n",
		"directive/a.go":       "package directive\n\n// Get gets.\n//\n//tool:name=get reedonly\nfunc Get() {}\n\n// tool:name=put\nfunc Put() {}\n",
		"foreign/a.go":         "package foreign\n\n" + tool,
		"foreign/zz_tools.go":  "package foreign\n\n// Mine is mine.\nvar Mine = 1\n",
		"good/a.go":            "package good\n\n" + tool,
		"imports_broken/a.go":  "package imports_broken\n\nimport \"example.com/app/syntax\"\n\n// Use uses it.\n//\n//tool:name=use\nfunc Use(\n\tt int, // what\n) string {\n\treturn syntax.X\n}\n",
		"syntax/a.go":          "package syntax\n\nconst X = \"x\"\n\n// Get gets.\n//\n//tool:name=get\nfunc Get() {\n\tif {\n}\n",
		"syntax/zz_tools.go":   "// Code generated by toolgen. DO NOT EDIT.\n\npackage syntax\n\n// before\n",
		"twice/a.go":           "package twice\n\n" + tool,
		"twice/b.go":           "package twice\n\n// Fetch gets.\n//\n//tool:name=get\nfunc Fetch() {}\n",
		"types/a.go":           "package types\n\nimport \"io\"\n\n// Watch watches.\n//\n//tool:name=watch\nfunc Watch(\n\tevents chan int, // what\n\tto io.Writer, // where\n) {\n}\n",
		"two_packages/a.go":    "package one\n\n" + tool,
		"two_packages/b.go":    "package other\n",
		"without_tools/a.go":   "package without_tools\n\nvar broken = undefined\n",
		"without_tools/bad.go": "package without_tools\n\nfunc {\n",
	} {
		d.write(name, text)
	}
	before := d.tree()
	checked := d.toolgen("check", "--diagnostics=json", "./...")
	require.Equal(d, 1, checked.code)
	require.Equal(d, before, d.tree())
	var list struct {
		Diagnostics []struct {
			Code, Severity, Message, Fix, Package, File string
			Line, Column                                int
		}
	}
	require.NoError(d, json.Unmarshal([]byte(checked.stderr), &list), checked.stderr)
	var got []string
	for _, p := range list.Diagnostics {
		require.NotEmpty(d, p.Fix, p.Message)
		require.Equal(d, "error", p.Severity)
		require.Contains(d, p.Package, "example.com/app/")
		got = append(got, fmt.Sprintf("%s:%d:%d %s %s", p.File, p.Line, p.Column, p.Code, p.Message))
	}
	want := []string{
		"clash/a.go:6:6 G22 the generated identifier Tools is already declared in this package",
		"clash_in_test/a.go:6:6 G22 the generated identifier ToolGet is already declared in this package",
		"directive/a.go:5:17 K1 unknown key reedonly; did you mean readonly?",
		"directive/a.go:8:1 K8 this is no directive: nothing stands between // and tool:, and no blank after it",
		"foreign/zz_tools.go:1:1 G13 zz_tools.go is not generated: it lacks the line // Code generated by toolgen. DO NOT EDIT.",
		"good/zz_tools.go:0:0 G10 zz_tools.go is missing",
		"imports_broken/zz_tools.go:0:0 G10 zz_tools.go is missing",
		"syntax/a.go:9:5 G1 syntax error: missing condition in if statement",
		"twice/b.go:6:6 G21 two tools are called \"get\"",
		"two_packages/b.go:1:9 G3 b.go is of package other, and a.go of package one",
		"types/a.go:9:2 T9 events: type chan int cannot be sent as JSON",
		"types/a.go:10:2 T59 to: interface io.Writer cannot be built from JSON",
	}
	// The parser's second word on a syntax error is its own.
	got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "syntax/a.go:10:") })
	slices.Sort(want)
	slices.Sort(got)
	require.Equal(d, want, got)

	ran := d.toolgen("./...")
	require.Equal(d, 1, ran.code)
	for _, line := range want {
		at, message, _ := strings.Cut(line, " ")
		code, message, _ := strings.Cut(message, " ")
		if code != "G10" {
			require.Contains(d, ran.stderr, at+": error: "+message+" ["+code+"]\n")
		}
	}
	require.Contains(d, ran.stderr, "toolgen: wrote good/zz_tools.go: 1 tool\ntoolgen: wrote imports_broken/zz_tools.go: 1 tool\n")
	after := d.tree()
	require.Contains(d, after["good/zz_tools.go"], "package good\n")
	delete(after, "good/zz_tools.go")
	delete(after, "imports_broken/zz_tools.go")
	require.Equal(d, before, after, "the files of the others are untouched")
	d.golang("vet", "./good")
}

// unreadable has a file that nobody can read, root included. The go command refuses such a package.
func unreadable(d *day) {
	const tool = "\n\n// Get gets.\n//\n//tool:name=get\nfunc Get() {}\n"
	d.module("-- good/a.go --\npackage good" + tool + "-- link/a.go --\npackage link" + tool + "-- loop/a.go --\npackage loop" + tool)
	if err := os.Symlink("nowhere", d.path("link/b.go")); err != nil {
		d.Skip("no links here:", err)
	}
	require.NoError(d, os.Symlink("b.go", d.path("loop/b.go")))
	require.NotZero(d, d.do("", "go", "build", "./link").code)
	before := d.tree()
	got := d.toolgen("./...")
	require.Equal(d, 1, got.code)
	for _, folder := range []string{"link", "loop"} {
		require.Regexp(d, folder+`/b\.go(:1:1)?: error: .* \[G2\]\n(.*\n)*?  fix: `, got.stderr)
	}
	after := d.tree()
	delete(after, "good/zz_tools.go")
	require.Equal(d, before, after)
}

// sameBytes generates two clones from the root, from the package and through go generate (case Z04).
func sameBytes(d *day) {
	outputs := map[string]string{}
	generate := func(clone, from string, run func()) {
		d.dir = filepath.Join(d.dir, clone)
		defer func() { d.dir, d.below = filepath.Dir(d.dir), "" }()
		d.module(notes)
		d.below = from
		run()
		outputs[clone] = d.read("notes/zz_tools.go")
	}
	generate("root", "", func() { d.fine("./...") })
	generate("package", "notes", func() { d.fine() })
	generate("generate", "", func() { d.golang("generate", "./...") })
	generate("path", "", func() { d.fine("example.com/app/notes") })
	for clone, text := range outputs {
		require.Equal(d, outputs["root"], text, clone)
		require.NotContains(d, text, d.dir)
	}
}

// otherRuntime has an output that was made for another runtime (case Z10): the compiler's message is its own help.
func otherRuntime(d *day) {
	d.module(notes)
	d.fine("./...")
	d.edit("notes/zz_tools.go", "RunToolgenAgain_v1", "RunToolgenAgain_v0")
	compiler := d.do("", "go", "build", "./...")
	require.Equal(d, 1, compiler.code)
	require.Contains(d, compiler.stderr, "undefined: runtime.RunToolgenAgain_v0")
	require.Equal(d, 1, d.toolgen("check", "./...").code)
	d.fine("./...")
	d.golang("build", "./...")
}

// files are what becomes of them on disk.
func files(d *day) {
	d.module(notes + "-- blocked/a.go --\npackage blocked\n\n// Get gets.\n//\n//tool:name=get\nfunc Get() {}\n")
	output := d.path("notes/zz_tools.go")
	at := func() fs.FileInfo {
		info, err := os.Stat(output)
		require.NoError(d, err)
		return info
	}
	d.below = "notes"
	d.fine()
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	require.NoError(d, os.Chtimes(output, long, long))
	require.NoError(d, os.Chmod(output, 0o640))
	require.Equal(d, said{}, d.fine())
	require.True(d, at().ModTime().Equal(long), "equal bytes are not written")

	d.edit("notes/notes.go", "default=10", "default=11")
	require.Equal(d, 0, d.toolgen("-n").code)
	require.True(d, at().ModTime().Equal(long), "-n writes nothing")
	d.fine()
	require.False(d, at().ModTime().Equal(long))
	require.Equal(d, fs.FileMode(0o640), at().Mode().Perm(), "a file keeps its mode")
	require.NoError(d, os.Chmod(output, 0o444))
	d.edit("notes/notes.go", "default=11", "default=12")
	d.fine()
	require.Equal(d, fs.FileMode(0o444), at().Mode().Perm())
	require.Equal(d, []string{"go.mod", "notes/notes.go", "notes/zz_tools.go"}, slices.DeleteFunc(slices.Sorted(maps.Keys(d.tree())), func(name string) bool {
		return name == "blocked/a.go"
	}), "no temporary file stays behind")

	// A place that cannot be written is trouble; the other packages are written all the same.
	require.NoError(d, os.MkdirAll(d.path("blocked/zz_tools.go"), 0o755))
	d.edit("notes/notes.go", "default=12", "default=13")
	d.below = ""
	got := d.toolgen("./...")
	require.Equal(d, 2, got.code)
	require.Regexp(d, `toolgen: .*blocked.zz_tools\.go.* is a directory\n`, got.stderr)
	require.Contains(d, got.stderr, "toolgen: wrote notes/zz_tools.go: 2 tools\n")
	require.Contains(d, d.read("notes/zz_tools.go"), "limit  = 13")
	require.Len(d, d.tree(), 4)
}

// verbsOfTheDay are the other things that the command can do, and its exit codes.
func verbsOfTheDay(d *day) {
	d.module(notes + "-- warned/a.go --\npackage warned\n\n//tool:name=get\nfunc Get(id int) {}\n-- none/a.go --\npackage none\n")
	before := d.tree()

	dry := d.fine("-n", "./notes")
	require.Equal(d, "toolgen: would write notes/zz_tools.go: 2 tools\n", dry.stderr)
	require.True(d, strings.HasPrefix(dry.stdout, "--- /dev/null\n+++ b/notes/zz_tools.go\n@@ -0,0 +1,"))
	require.Equal(d, before, d.tree(), "-n writes nothing")

	warned := d.fine("-n", "./warned")
	require.Contains(d, warned.stderr, "warned/a.go:4:10: warning: id is undocumented: a model sees its name alone [D1]\n")
	require.Equal(d, 1, d.toolgen("-n", "-werror", "./warned").code)
	require.Equal(d, 1, d.toolgen("-werror", "list", "./warned").code)

	var list struct {
		Diagnostics []struct{ Code, Severity, File string }
	}
	checked := d.toolgen("check", "--diagnostics=json", "./...")
	require.Equal(d, 1, checked.code)
	require.NoError(d, json.Unmarshal([]byte(checked.stderr), &list), checked.stderr)
	require.Contains(d, list.Diagnostics, struct{ Code, Severity, File string }{"G10", "error", "notes/zz_tools.go"})
	require.Contains(d, list.Diagnostics, struct{ Code, Severity, File string }{"D1", "warning", "warned/a.go"})
	github := d.toolgen("check", "--diagnostics=github", "./...")
	require.Equal(d, 1, github.code)
	require.Contains(d, github.stderr, "::error file=notes/zz_tools.go,title=G10::zz_tools.go is missing")
	require.Contains(d, github.stderr, "::warning file=warned/a.go,line=4,col=10,")

	table := d.fine("list", "./notes")
	require.Equal(d, "NAME          ACCESS  HINTS  PERMISSIONS  PARAMETERS                 DESCRIPTION\n"+
		"add_note      -       -D-O   -            text                       Adds a note.\n"+
		"search_notes  -       R--O   -            query limit? level filter  Finds notes.\n", table.stdout)
	for _, format := range []string{"json", "mcp"} {
		var tools struct{ Tools []struct{ Name, Description string } }
		require.NoError(d, json.Unmarshal([]byte(d.fine("list", "--format", format, "./notes").stdout), &tools), format)
		require.Equal(d, []struct{ Name, Description string }{{"add_note", "Adds a note."}, {"search_notes", "Finds notes."}}, tools.Tools, format)
	}
	require.Equal(d, before, d.tree(), "list writes nothing")

	require.Contains(d, d.fine("explain", "default").stdout, "//tool:param days default=3")
	require.Contains(d, d.fine("explain", "G13").stdout, "G13: zz_tools.go is not generated\n")
	require.Regexp(d, `^toolgen .*, built with go1\.`, d.fine("version").stdout)
	for args, want := range map[string]string{
		"explain defualt":        "there is no directive, key or code defualt; did you mean default?",
		"explain qqqqqq":         "there is no directive, key or code qqqqqq; toolgen explain lists them",
		"chekc":                  "there is no verb and no package chekc; did you mean toolgen check?",
		"./nowhere":              "there is no folder ./nowhere",
		"notes/notes.go":         "notes/notes.go is a file, and toolgen works on packages: pass its folder, ./notes",
		"fmt":                    "fmt is not one of your own packages: toolgen writes only into the main module, its workspace, and modules replaced by folders",
		"list --format=xml":      "--format=xml is none of table, json, mcp",
		"--diagnostics=xml":      "--diagnostics=xml is none of text, json, github",
		"check --nope":           "unknown flag: --nope; see toolgen check --help",
		"explain G13 and Nobody": "there is no directive, key or code and; toolgen explain lists them",
	} {
		got := d.toolgen(strings.Fields(args)...)
		require.Equal(d, 2, got.code, args)
		require.Contains(d, got.stderr, "toolgen: "+want+"\n", args)
	}
	require.Equal(d, said{stderr: "toolgen: no //tool: directive in ./none\n"}, d.fine("./none"))
	require.Equal(d, 2, d.toolgen().code, "the root has no Go files")
	require.Equal(d, before, d.tree())
}
