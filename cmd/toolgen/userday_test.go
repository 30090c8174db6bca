package main_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata/stale/userday.txt with what came out; review the diff")

// repository is where this is, seen from the command's folder.
var repository = filepath.Join("..", "..")

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
		{"bad input", badInput},
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

// module writes a go.mod that finds toolgen in this repository, and files by name.
func (d *day) module(files map[string]string) {
	d.Helper()
	root, err := filepath.Abs(repository)
	require.NoError(d, err)
	d.write("go.mod", "module example.com/app\n\ngo 1.26.0\n\nrequire github.com/toolgen/toolgen v0.0.0\n\nreplace github.com/toolgen/toolgen => "+root+"\n")
	for name, text := range files {
		d.write(name, text)
	}
}

// parts returns the named files of an archive of testdata/stale, or all.
func (d *day) parts(archive string, names ...string) map[string]string {
	d.Helper()
	a, err := txtar.ParseFile(filepath.Join(repository, "testdata", "stale", archive))
	require.NoError(d, err)
	files := map[string]string{}
	for _, f := range a.Files {
		if len(names) == 0 || slices.Contains(names, f.Name) {
			files[f.Name] = string(f.Data)
		}
	}
	return files
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

func (d *day) do(name string, args ...string) said {
	d.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir = d.path(d.below)
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GITHUB_ACTIONS=", "TOOLGENDEBUG=",
		"PATH="+d.bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		require.IsType(d, (*exec.ExitError)(nil), err)
	}
	return said{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func (d *day) toolgen(args ...string) said {
	d.Helper()
	return d.do(filepath.Join(d.bin, "toolgen"), args...)
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
	got := d.do("go", args...)
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

// firstCalls generates, registers a function and a method in one line, and compares the whole answers to all calls.
func firstCalls(d *day) {
	d.module(d.parts("userday.txt", "notes/notes.go", "main.go"))
	mod := d.read("go.mod")
	require.Equal(d, said{stderr: "toolgen: wrote zz_tools.go: 2 tools\n"}, d.golang("generate", "./..."))
	require.Equal(d, mod, d.read("go.mod"))
	require.NoFileExists(d, d.path("go.sum"))
	require.Equal(d, said{}, d.golang("generate", "./..."), "there is nothing to tell the second time")
	require.Equal(d, said{}, d.fine("check", "./..."))
	d.golang("vet", "./...")

	type call struct {
		Name string
		Args []byte
	}
	var calls []call
	text := d.parts("userday.txt", "calls")["calls"]
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if name, args, _ := strings.Cut(line, " "); isCall(name) {
			calls = append(calls, call{name, []byte(spelledOut(d.T, args))})
		}
	}
	input, err := json.Marshal(calls)
	require.NoError(d, err)
	d.write("calls.json", string(input))
	var answers []string
	require.NoError(d, json.Unmarshal([]byte(d.golang("run", ".", "calls.json").stdout), &answers))
	require.Len(d, answers, len(calls))

	var got strings.Builder
	for line := range strings.Lines(text) {
		switch name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " "); {
		case isCall(name):
			got.WriteString(line + answers[0])
			answers = answers[1:]
		case name == "" || name == "#":
			got.WriteString(line)
		}
	}
	if *update {
		file := filepath.Join(repository, "testdata", "stale", "userday.txt")
		archive, err := txtar.ParseFile(file)
		require.NoError(d, err)
		for i := range archive.Files {
			if archive.Files[i].Name == "calls" {
				archive.Files[i].Data = []byte(got.String())
			}
		}
		require.NoError(d, os.WriteFile(file, txtar.Format(archive), 0o644))
		return
	}
	require.Equal(d, text, got.String())
}

func isCall(word string) bool { return word != "" && !strings.ContainsAny(word, "#>!") }

var repeated = regexp.MustCompile(`<("(?:[^"\\]|\\.)*"|\S+?) (\d+)>`)

// spelledOut writes <x 3> out as xxx.
func spelledOut(t *testing.T, args string) string {
	return repeated.ReplaceAllStringFunc(args, func(short string) string {
		parts := repeated.FindStringSubmatch(short)
		text, err := strconv.Unquote(parts[1])
		if err != nil {
			text = parts[1]
		}
		n, err := strconv.Atoi(parts[2])
		require.NoError(t, err)
		return strings.Repeat(text, n)
	})
}

// goTool runs the command through a tool directive, as the README has it.
func goTool(d *day) {
	files := d.parts("userday.txt", "notes/notes.go")
	files["notes/notes.go"] = strings.Replace(files["notes/notes.go"], "go:generate toolgen", "go:generate go tool toolgen", 1)
	d.module(files)
	sums, err := os.ReadFile(filepath.Join(repository, "go.sum"))
	require.NoError(d, err)
	d.write("go.sum", string(sums))
	theirs, err := os.ReadFile(filepath.Join(repository, "go.mod"))
	require.NoError(d, err)
	mod := d.read("go.mod") + "\ntool github.com/toolgen/toolgen/cmd/toolgen\n"
	for _, block := range regexp.MustCompile(`(?s)\nrequire \(.*?\n\)\n`).FindAllString(string(theirs), -1) {
		mod += block
	}
	d.write("go.mod", mod)
	require.Equal(d, said{stderr: "toolgen: wrote zz_tools.go: 2 tools\n"}, d.golang("generate", "./..."))
	d.below = "notes"
	require.Equal(d, said{}, d.golang("tool", "toolgen", "check"))
	require.Equal(d, mod, d.read("go.mod"))
	d.golang("vet", ".")
}

// edit is one that a user makes, and how it shows.
type edit struct {
	name      string
	from, to  string
	diff      []string // lines of the diff that check prints
	assertion string   // the identifier that no longer compiles; "" where only check can know
}

var theEdits = []edit{
	{"comment", "words to look for", "text to look for", []string{"+\t`\"query\":{\"type\":\"string\",\"description\":\"text to look for\"},` +"}, ""},
	{"doc", "Search finds notes.", "Search finds notes, newest first.", []string{"-\tDescription: \"Finds notes.\",", "+\tDescription: \"Finds notes, newest first.\","}, ""},
	{"default", "default=10", "default=20", []string{"-\t\tlimit  = 10", "+\t\tlimit  = 20"}, ""},
	{"bound", "max=100", "max=50", []string{"-\t\t\t\tlimit = c.IntIn(1, 100)", "+\t\t\t\tlimit = c.IntIn(1, 50)"}, ""},
	{"key", " readonly", " access=admin", []string{"-\tReadOnly:    true,", "+\tAccess:      runtime.Admin,"}, ""},
	{"name of the tool", "add_note", "append_note", []string{"-\tToolAddNote     = \"add_note\"", "+\tToolAppendNote  = \"append_note\""}, ""},
	{"name of a parameter", "limit", "most", []string{"-\t\tcase \"limit\":", "+\t\tcase \"most\":"}, ""},
	{"order of parameters", "\tquery string, // words to look for\n\tlimit int, // how many at most\n", "\tlimit int, // how many at most\n\tquery string, // words to look for\n",
		[]string{"-\tout, err := Search(ctx, query, limit, level, filter)", "+\tout, err := Search(ctx, limit, query, level, filter)"}, "search_changed_run_go_generate"},
	{"signature", "limit int,", "limit int64,", []string{"-\t\t\t\tlimit = c.IntIn(1, 100)", "+\t\t\t\tlimit = c.Int64In(1, 100)"}, "search_changed_run_go_generate"},
	{"result", "[]Entry", "[]*Entry", []string{"+type search_changed_run_go_generate = func(context.Context, string, int, Level, Filter) ([]*Entry, error)"}, "search_changed_run_go_generate"},
	{"signature of the method", "Add(\n", "Add(ctx context.Context,\n", []string{"-\tout, err := t.recv.Add(text)", "+\tout, err := t.recv.Add(ctx, text)"}, "bookAdd_changed_run_go_generate"},
	{"field", "Min  int ", "Min  int64 ", []string{"-\tMin  int      `json:\"min,omitempty\" tool:\"min=0\"`", "+\tMin  int64    `json:\"min,omitempty\" tool:\"min=0\"`"}, "filter_changed_run_go_generate"},
	{"new field", "type Filter struct {", "type Filter struct {\n\tOld bool `json:\"old,omitempty\"` // old ones, too", []string{"+\t\tcase \"old\":"}, "filter_changed_run_go_generate"},
	{"unexported field", "type Filter struct {", "type Filter struct {\n\told bool", []string{"+\told  bool"}, "filter_changed_run_go_generate"},
	{"tag", "min,omitempty", "least,omitempty", []string{"-\t\tcase \"min\":", "+\t\tcase \"least\":"}, "filter_changed_run_go_generate"},
	{"tool tag", "min=0", "min=1", []string{"-\t\t\t\tv.Min = c.IntIn(0, math.MaxInt)", "+\t\t\t\tv.Min = c.IntIn(1, math.MaxInt)"}, "filter_changed_run_go_generate"},
	{"tag of a result", "`json:\"text\"`", "`json:\"words\"`", []string{"-\tb = append(b, `{\"text\":`...)", "+\tb = append(b, `{\"words\":`...)"}, "entry_changed_run_go_generate"},
	{"constant", `High Level = "high"`, `High Level = "urgent"`, []string{"-\tcase \"high\":", "+\tcase \"urgent\":"}, ""},
	{"new constant", `High Level = "high"`, "High Level = \"high\"\n\tTop Level = \"top\"", []string{"+\tcase \"top\":"}, ""},
	{"one directive", "//tool:name=add_note\n", "", []string{"-\tToolAddNote     = \"add_note\"", "-func BookTools(s *Book) runtime.Set {"}, ""},
	{"last directive", "//tool:", "// ", []string{"+++ /dev/null"}, ""},
}

// edits makes every edit in a copy of the package: check is red and shows why, the compiler says so where it can, and
// toolgen mends it.
func edits(d *day) {
	d.module(nil)
	notes := d.parts("userday.txt", "notes/notes.go")["notes/notes.go"]
	folder := func(i int) string { return fmt.Sprintf("e%02d", i) }
	for i := range theEdits {
		d.write(folder(i)+"/notes.go", notes)
	}
	require.Equal(d, len(theEdits), strings.Count(d.fine("./...").stderr, "2 tools\n"))
	require.Equal(d, said{}, d.fine("check", "./..."))
	for i, row := range theEdits {
		d.edit(folder(i)+"/notes.go", row.from, row.to)
		got := d.toolgen("check", "./"+folder(i))
		name := folder(i) + "/zz_tools.go"
		code, message := "G11", "is stale: it is not what the source says now"
		if row.name == "last directive" {
			code, message = "G12", "is left over: the package has no tools any more"
		}
		require.Equal(d, 1, got.code, row.name)
		require.Regexp(d, regexp.QuoteMeta(name)+`:\d+:1: error: zz_tools.go `+regexp.QuoteMeta(message+" ["+code+"]")+`\n`, got.stderr, row.name)
		require.Contains(d, got.stderr, "\n  fix: run go tool toolgen ./"+folder(i)+"\n", row.name)
		require.True(d, strings.HasPrefix(got.stdout, "--- a/"+name+"\n+++ "), row.name)
		lines := strings.Split(got.stdout, "\n")
		for _, line := range row.diff {
			require.Contains(d, lines, line, row.name)
		}
	}

	compiler := d.do("go", "build", "./...")
	require.Equal(d, 1, compiler.code)
	for i, row := range theEdits {
		_, errors, failed := strings.Cut(compiler.stderr, "# example.com/app/"+folder(i)+"\n")
		errors, _, _ = strings.Cut(errors, "\n# ")
		require.Equal(d, row.assertion != "", failed, "%s: %s", row.name, errors)
		if failed {
			require.Regexp(d, `zz_tools\.go:\d+:\d+: cannot use .* as `+row.assertion+` value in variable declaration`, errors, row.name)
		}
	}

	mended := d.fine("./...")
	require.Equal(d, len(theEdits)-1, strings.Count(mended.stderr, "toolgen: wrote "), mended.stderr)
	last := folder(len(theEdits) - 1)
	require.Contains(d, mended.stderr, "toolgen: removed "+last+"/zz_tools.go: the package has no tools any more\n")
	require.NoFileExists(d, d.path(last+"/zz_tools.go"))
	require.Equal(d, said{}, d.fine("check", "./..."))
	d.golang("vet", "./...")
}

// brokenOutputs breaks zz_tools.go in packages whose own code calls Tools(), and which another annotated package imports.
func brokenOutputs(d *day) {
	header := "// Code generated by toolgen. DO NOT EDIT.\n"
	states := map[string]func(good string) string{
		"missing":   nil,
		"empty":     func(string) string { return "" },
		"cut":       func(string) string { return header[:len(header)/2] },
		"header":    func(string) string { return header },
		"truncated": func(good string) string { return good[:len(good)/2] },
		"renamed":   func(good string) string { return strings.Replace(good, "package renamed", "package older", 1) },
		"syntax":    func(good string) string { return strings.Replace(good, "func Tools()", "func Tools((", 1) },
		"conflict":  func(good string) string { return conflict(good) },
		"conflicts": func(good string) string { return "<<<<<<< HEAD\n" + good + "=======\n" + good + ">>>>>>> other\n" },
		"edited":    func(good string) string { return strings.Replace(good, `= "ping_`, `= "pong_`, 1) },
		"old": func(string) string {
			return header + "\npackage old\n\nimport \"fmt\"\n\nfunc OldTools() { fmt.Println(Gone) }\n"
		},
		"old_import": func(string) string { return header + "\npackage old_import\n\nimport _ \"example.net/gone/runtime\"\n" },
	}
	names := slices.Sorted(maps.Keys(states))
	d.module(nil)
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
	require.NotZero(d, d.do("go", "build", "./...").code)
	broken := d.tree()
	got := d.toolgen("check", "./...")
	require.Equal(d, 1, got.code)
	for _, name := range names {
		want := name + `/zz_tools\.go:\d+:1: error: zz_tools\.go is stale: it is not what the source says now \[G11\]\n`
		if states[name] == nil {
			want = name + `/zz_tools\.go: error: zz_tools\.go is missing \[G10\]\n`
		}
		require.Regexp(d, want, got.stderr)
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
	files := d.parts("badinput.txt")
	want := strings.Split(strings.TrimSpace(files["want"]), "\n")
	delete(files, "want")
	d.module(files)
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
	// The parser's second word on a syntax error is its own.
	got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "syntax/a.go:10:") })
	slices.Sort(got)
	require.Equal(d, slices.Sorted(slices.Values(want)), got)

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
	files := map[string]string{}
	for _, folder := range []string{"good", "link", "loop"} {
		files[folder+"/a.go"] = "package " + folder + "\n\n// Get gets.\n//\n//tool:name=get\nfunc Get() {}\n"
	}
	d.module(files)
	if err := os.Symlink("nowhere", d.path("link/b.go")); err != nil {
		d.Skip("no links here:", err)
	}
	require.NoError(d, os.Symlink("b.go", d.path("loop/b.go")))
	require.NotZero(d, d.do("go", "build", "./link").code)
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
		d.module(d.parts("userday.txt", "notes/notes.go"))
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
	d.module(d.parts("userday.txt", "notes/notes.go"))
	d.fine("./...")
	d.edit("notes/zz_tools.go", "RunToolgenAgain_v1", "RunToolgenAgain_v0")
	compiler := d.do("go", "build", "./...")
	require.Equal(d, 1, compiler.code)
	require.Contains(d, compiler.stderr, "undefined: runtime.RunToolgenAgain_v0")
	require.Equal(d, 1, d.toolgen("check", "./...").code)
	d.fine("./...")
	d.golang("build", "./...")
}

// files are what becomes of them on disk.
func files(d *day) {
	d.module(d.parts("userday.txt", "notes/notes.go"))
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
	require.Equal(d, []string{"go.mod", "notes/notes.go", "notes/zz_tools.go"}, slices.Sorted(maps.Keys(d.tree())), "no temporary file stays behind")

	// A place that cannot be written is trouble; the other packages are written all the same.
	d.write("blocked/a.go", "package blocked\n\n// Get gets.\n//\n//tool:name=get\nfunc Get() {}\n")
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
	d.module(d.parts("userday.txt", "notes/notes.go"))
	d.write("warned/a.go", "package warned\n\n//tool:name=get\nfunc Get(id int) {}\n")
	d.write("none/a.go", "package none\n")
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
	require.Equal(d, "NAME          ACCESS  HINTS  PERMISSIONS  LIMITS  PARAMETERS                 DESCRIPTION\n"+
		"add_note      -       -D-O   -            -       text                       Adds a note.\n"+
		"search_notes  -       R--O   -            -       query limit? level filter  Finds notes.\n", table.stdout)
	for _, format := range []string{"json", "mcp"} {
		var tools struct {
			Tools []struct{ Name, Description string }
		}
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
		"list --format=xml":      "--format=xml is none of table, json, mcp, mcp-2025-06-18, mcp-2025-11-25, mcp-2026-07-28, openai, openai-strict, responses, anthropic, gemini, gemini-legacy, bedrock, mistral, ollama",
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
