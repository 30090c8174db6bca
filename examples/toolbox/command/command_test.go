package command

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
	"github.com/toolgen/toolgen/runtime/sandbox"
	"github.com/toolgen/toolgen/runtime/tooltest"
	"github.com/toolgen/toolgen/runtime/wrap"
)

type object = map[string]any

// tools are both tools with the same Options. Where this machine lacks something the test is skipped with what the tool was refused for.
func tools(t testing.TB, o Options) runtime.Set {
	t.Helper()
	bash, err := NewBash(o)
	there(t, err)
	python, err := NewPython(o)
	there(t, err)
	return append(bash.Tools(), python.Tools()...)
}

func there(t testing.TB, err error) {
	t.Helper()
	var refusal *sandbox.Refusal
	if errors.As(err, &refusal) || errors.Is(err, exec.ErrNotFound) {
		t.Skip("skipped, and refused: " + err.Error())
	}
	kit.Try(t, err)
}

// call calls a tool through a registry, as a model does.
func call(t testing.TB, set runtime.Set, tool string, args object) runtime.Result {
	t.Helper()
	reg := runtime.NewRegistry()
	kit.Try(t, reg.Register(set))
	data, err := json.Marshal(args)
	kit.Try(t, err)
	return reg.Call(t.Context(), tool, data)
}

func script(t testing.TB, set runtime.Set, text string) Outcome {
	t.Helper()
	return kit.Want[Outcome](t, call(t, set, ToolBashExec, object{"script": text}))
}

func python(t testing.TB, set runtime.Set, code string) Outcome {
	t.Helper()
	return kit.Want[Outcome](t, call(t, set, ToolPythonExec, object{"code": code}))
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %#v, want %#v", what, got, want)
	}
}

func exited(t testing.TB, o Outcome, code int) {
	t.Helper()
	if o.Ended != Exited || o.ExitCode == nil || *o.ExitCode != code {
		text, _ := json.Marshal(o)
		t.Errorf("exit code %d is wanted: %s", code, text)
	}
}

func TestExec(t *testing.T) {
	t.Parallel()
	set := tools(t, Options{})
	t.Run("script", func(t *testing.T) {
		o := script(t, set, "read a; echo \"<$a>\"; pwd; ls | wc -l; false")
		exited(t, o, 1)
		equal(t, "stdout", o.Stdout, "<>\n/tmp\n0\n")
		o = kit.Want[Outcome](t, call(t, set, ToolBashExec, object{"script": "-x; cat", "stdin": "given"}))
		equal(t, "a script is no option", o.Stdout, "given")
	})
	t.Run("argv", func(t *testing.T) { // X09: an argument is a word, whatever is in it
		words := []string{"printf", "%s\n", "$(id);", "`id`", "a b", "> /tmp/x", "*", "-e", "", "'", `"`, "\\n", "é\n"}
		o := kit.Want[Outcome](t, call(t, set, ToolBashExec, object{"argv": words}))
		exited(t, o, 0)
		equal(t, "stdout", o.Stdout, strings.Join(words[2:], "\n")+"\n")
		o = kit.Want[Outcome](t, call(t, set, ToolBashExec, object{"argv": []string{"cat"}, "stdin": "a\x00b"}))
		equal(t, "stdin", o.Stdout, "a\x00b")
		for _, argv := range [][]string{{"no-such-program"}, {"-a"}, {"cd"}, {"ls | cat"}, {""}, {"PATH=/x"}} {
			o = kit.Want[Outcome](t, call(t, set, ToolBashExec, object{"argv": argv}))
			if o.ExitCode == nil || *o.ExitCode != 127 {
				t.Errorf("%q: %+v", argv, o)
			}
		}
	})
	t.Run("python", func(t *testing.T) {
		o := python(t, set, "import sys, os\nprint(sys.stdin.read() == '', os.getcwd(), sys.flags.isolated)\nsys.exit(3)")
		exited(t, o, 3)
		equal(t, "stdout", o.Stdout, "True /tmp 1\n")
		o = kit.Want[Outcome](t, call(t, set, ToolPythonExec, object{"code": "import sys\nprint(sys.stdin.read()[::-1])", "stdin": "été"}))
		equal(t, "stdin", o.Stdout, "été\n")
		o = python(t, set, "1 +")
		exited(t, o, 1)
		if !strings.Contains(o.Stderr, "SyntaxError") {
			t.Error(o.Stderr)
		}
	})
	t.Run("a signal", func(t *testing.T) {
		o := script(t, set, "echo begun; kill -SEGV $$")
		equal(t, "ended", o.Ended, Signaled)
		equal(t, "signal", o.Signal, "segmentation fault")
		equal(t, "stdout", o.Stdout, "begun\n")
		if o.ExitCode != nil {
			t.Error("an exit code")
		}
	})
	t.Run("no text", func(t *testing.T) {
		o := script(t, set, `printf 'a\xffb'`)
		equal(t, "stdout", o.Stdout, "a\uFFFDb")
		if !strings.Contains(o.Note, "no UTF-8") {
			t.Error(o.Note)
		}
	})
	t.Run("much text", func(t *testing.T) {
		r := call(t, set, ToolBashExec, object{"script": "seq 100000; echo last; seq 50000 >&2", "max_bytes": 1000})
		o := kit.Want[Outcome](t, r)
		exited(t, o, 0)
		if !strings.HasPrefix(o.Stdout, "1\n2\n") || !strings.HasSuffix(o.Stdout, "\nlast\n") || len(o.Stdout) > 1100 || len(o.Stderr) > 1100 || !o.Truncated {
			t.Errorf("%d %d bytes, truncated %v: %s", len(o.Stdout), len(o.Stderr), o.Truncated, o.Stdout)
		}
		if !strings.Contains(o.Stdout, "\n[587900 bytes left out]\n") || !strings.Contains(o.Note, "max_bytes") {
			t.Errorf("%s\n%s", o.Stdout, o.Note)
		}
	})
	t.Run("what cannot be passed on", func(t *testing.T) {
		kit.Refused(t, call(t, set, ToolBashExec, object{}), runtime.ClassInvalidArguments, "argv", "script")
		kit.Refused(t, call(t, set, ToolBashExec, object{"argv": []string{"ls"}, "script": "ls"}), runtime.ClassInvalidArguments, "argv", "script")
		kit.Refused(t, call(t, set, ToolBashExec, object{"argv": []string{"ls", "a\x00"}}), runtime.ClassInvalidArguments, "argv: has a zero byte")
		kit.Refused(t, call(t, set, ToolBashExec, object{"argv": []string{"ls", strings.Repeat("é", 60_000)}}), runtime.ClassInvalidArguments, "argv: expected at most 100000 bytes, got 120002", "stdin")
		kit.Refused(t, call(t, set, ToolBashExec, object{"script": strings.Repeat("é", 60_000)}), runtime.ClassInvalidArguments, "script: expected at most 100000 bytes")
		kit.Refused(t, call(t, set, ToolPythonExec, object{"code": "a\x00"}), runtime.ClassInvalidArguments, "code: has a zero byte")
		o := kit.Want[Outcome](t, call(t, set, ToolPythonExec, object{"code": "import sys; print(len(sys.stdin.read()))" + strings.Repeat(" ", 99_000), "stdin": strings.Repeat("x", 900_000)}))
		equal(t, "the most", o.Stdout, "900000\n")
	})
}

// A folder of the host keeps what is written to it, and nothing else can be written.
func TestFolder(t *testing.T) {
	t.Parallel()
	folder := writable(t)
	set := tools(t, Options{Folder: folder})
	o := script(t, set, "echo kept > a; echo gone > /tmp/b; pwd")
	exited(t, o, 0)
	equal(t, "stdout", o.Stdout, folder+"\n")
	o = python(t, set, "import os; print(open('a').read(), os.path.exists('/tmp/b'))")
	equal(t, "stdout", o.Stdout, "kept\n False\n")
	for _, text := range []string{"touch /b", "touch /usr/b", "ln -s / s && touch s/b", "mv a /usr/a"} {
		if o = script(t, set, text); *o.ExitCode == 0 {
			t.Errorf("%s: %+v", text, o)
		}
	}
	script(t, set, "touch ../beside "+folder+"-beside")
	for _, name := range []string{filepath.Join(filepath.Dir(folder), "beside"), folder + "-beside"} {
		if _, err := os.Stat(name); err == nil {
			t.Error(name + " is written")
		}
	}

	kit.Try(t, os.RemoveAll(folder))
	kit.Refused(t, call(t, set, ToolBashExec, object{"script": ":"}), runtime.ClassUnavailable, "a folder that the host gives to programs is not there")
}

// What the host decides is in the description, and bounds what a model asks for.
func TestDescription(t *testing.T) {
	t.Parallel()
	set := tools(t, Options{Limits: sandbox.Limits{Wall: 90 * time.Second, Memory: 300 << 20}})
	for _, tool := range set {
		for _, text := range []string{"which is gone after the call", "no network", "at most 90 s", "300 MiB"} {
			if !strings.Contains(tool.Spec().Description, text) {
				t.Errorf("%s lacks %q: %s", tool.Spec().Name, text, tool.Spec().Description)
			}
		}
	}
	for n, want := range map[int64]string{1 << 30: "1 GiB", 1536 << 20: "1.5 GiB", 300: "300 bytes", 2048: "2 KiB"} {
		equal(t, "size", size(n), want)
	}
}

func TestNewRefuses(t *testing.T) {
	for want, o := range map[string]Options{
		"the Folder is no absolute path": {Folder: "x"},
		"no-such-folder":                 {Folder: "/no-such-folder"},
		"no such file":                   {Read: []string{"/no/such/file"}},
		"not KEY=value":                  {Env: []string{"x"}},
		"limit Wall is not between":      {Limits: sandbox.Limits{Wall: time.Hour}},
		"10m0s: -1ns":                    {Limits: sandbox.Limits{Wall: -1}},
		"there is no limit Output":       {Limits: sandbox.Limits{Output: -1}},
		"bytes to Show is negative":      {Show: -1},
		"there is no program":            {Program: "no-such-program"},
		"is not there":                   {Program: "/no/such/program"},
	} {
		_, err := NewBash(o)
		var refusal *sandbox.Refusal
		if errors.As(err, &refusal) {
			t.Skip("skipped, and refused: " + err.Error())
		}
		if err == nil || !strings.HasPrefix(err.Error(), "command.NewBash: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %q", err, want)
		}
		if _, err = NewPython(o); err == nil || !strings.HasPrefix(err.Error(), "command.NewPython: ") {
			t.Error(err)
		}
	}
}

// A limit that cannot be enforced refuses the tool when it is made, and when it is called.
func TestRefusal(t *testing.T) {
	t.Parallel()
	folder := writable(t)
	_, err := NewBash(Options{Folder: folder, Limits: sandbox.Limits{Disk: 1 << 20}})
	var refusal *sandbox.Refusal
	if !errors.As(err, &refusal) {
		t.Fatal(err)
	}
	if refusal.Limit == sandbox.Disk && !strings.Contains(err.Error(), "a quota holds for the scratch directory") {
		t.Error(err)
	}
	for _, unable := range []runtime.Tool{
		BashTools(&Bash{&host{o: Options{Program: "bash", Folder: folder, Limits: sandbox.Limits{Disk: 1 << 20}}, run: run}})[0],
		PythonTools(&Python{&host{o: Options{Program: "python3", Folder: folder, Limits: sandbox.Limits{Disk: 1 << 20}}, run: run}})[0],
	} {
		r := runtime.Run(t.Context(), unable, []byte(unable.Spec().Examples[0]))
		kit.Refused(t, r, runtime.ClassUnavailable, "not run: the limit ", "cannot be enforced on this machine: ")
		if !r.Err.NotStarted {
			t.Error("nothing was started")
		}
	}

	// A policy that lowers the disk of a tool with a folder asks for what nobody can keep.
	set := tools(t, Options{Folder: folder})
	around := sandbox.Enforce(wrap.Enforce(4), func(*runtime.Spec) bool { return true })(runtime.Limits{Disk: 1 << 20})
	r := around(func(ctx context.Context, call *runtime.Call) runtime.Result { return set[0].Execute(ctx, call.Args) })(
		t.Context(), &runtime.Call{Tool: set[0].Spec(), Args: []byte(`{"argv":["ls"]}`)})
	kit.Refused(t, r, runtime.ClassUnavailable, "the limit disk")

	// An interpreter that was there, and is not.
	gone := filepath.Join(t.TempDir(), "python3")
	there(t, func() error { _, err := NewPython(Options{}); return err }())
	kit.Try(t, os.WriteFile(gone, nil, 0o755))
	p, err := NewPython(Options{Program: gone})
	kit.Try(t, err)
	kit.Try(t, os.Remove(gone))
	kit.Refused(t, runtime.Run(t.Context(), PythonTools(p)[0], []byte(`{"code":"1"}`)), runtime.ClassUnavailable, "not run: there is no python3 on this machine")
}

// Admin, and a person is asked for each call: by a careful policy, and by a layer that says so.
func TestAsk(t *testing.T) {
	set := append(BashTools(&Bash{&host{run: instead, o: Options{Show: 100}}}), PythonTools(&Python{&host{run: instead, o: Options{Show: 100}}})...)
	for name, config := range map[string]policy.Config{
		"careful": policy.Careful(),
		"a layer": {Layers: []policy.Layer{{Name: "commands", Ask: []string{ToolBashExec, ToolPythonExec}}}},
	} {
		p, err := policy.New(config, set)
		kit.Try(t, err)
		reg := runtime.NewRegistry(runtime.Authorize(p))
		kit.Try(t, reg.Register(set))
		as := func(level runtime.Access) context.Context {
			return runtime.WithPrincipal(t.Context(), runtime.Principal{Role: level, ID: "somebody"})
		}
		for _, tool := range set {
			args := []byte(tool.Spec().Examples[0])
			kit.Refused(t, reg.Call(as(runtime.Trusted), tool.Spec().Name, args), runtime.ClassUnknownTool)
			r := reg.Call(as(runtime.Admin), tool.Spec().Name, args)
			kit.Refused(t, r, runtime.ClassApprovalRequired)
			var needed *runtime.Needed
			if !errors.As(r.Err, &needed) {
				t.Fatal(name)
			}
			yes := runtime.WithApproval(as(runtime.Admin), needed.Request.Approve("a person", time.Now().Add(time.Minute)))
			equal(t, name, kit.Want[Outcome](t, reg.Call(yes, tool.Spec().Name, args)).Stdout, "instead\n")
		}
	}
}

// instead is what stands in for the sandbox where a test makes thousands of calls.
func instead(context.Context, *sandbox.Command) (*sandbox.Outcome, error) {
	return &sandbox.Outcome{Stdout: []byte("instead\n")}, nil
}

func TestContract(t *testing.T) {
	t.Parallel()
	h := &host{run: instead, o: Options{Show: 1000, Program: "bash"}}
	tooltest.Contract(t, BashTools(&Bash{h})[0])
	tooltest.Contract(t, PythonTools(&Python{h})[0])
}
