package code

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/tooltest"
)

const plain = `
-- a.go --
package a

import "fmt"

type Box[T any] struct{ x T }

func (b *Box[T]) Read(n int, more ...string) (err error) {
	for range n {
		if n > 1 && n < 9 || n == 20 {
			func() { switch n { case 1, 2: case 3: default: } }()
		}
	}
	fmt.Println()
	return nil
}

func small() {}

const One, two = 1, 2

type Doer interface{ Do() }
`

func TestContract(t *testing.T) {
	a, _ := module(t, "") // an empty folder: the test makes many calls, and a process for each takes long
	for _, tool := range AnalyzerTools(a) {
		tooltest.Contract(t, tool)
	}
}

// Without a go command, what the files tell is told.
func TestWithoutGo(t *testing.T) {
	_, dir := module(t, plain+"-- go.mod --\nmodule a\n")
	t.Setenv("PATH", t.TempDir())
	a, err := New(dir, Options{})
	Try(t, err)
	Refused(t, analyze(t, a, Object{"parts": []string{"vet"}}), runtime.ClassUnavailable, "there is no go command")
	r := Want[Analysis](t, analyze(t, a, Object{"parts": []string{"vet", "symbols", "imports", "complexity"}, "over": 1}))
	got := fmt.Sprintf("%v\n%v\n%v\n%v", r.Complexity, r.Symbols, r.Imports, r.Notes)
	want := `[{a.go:7:18 Box.Read 7}]
[{a.go:5:6 Box type type Box[T any] struct {…}} {a.go:7:18 Box.Read method func (b *Box[T]) Read(n int, more ...string) (err error)} {a.go:17:6 small func func small()} {a.go:19:7 One const } {a.go:19:12 two const } {a.go:21:6 Doer type type Doer interface {…}}]
[{. a [fmt] []}]
[vet was not run, because there is no go command on the machine of the tool]`
	if got != want || r.Vetted {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A package with 10,000 functions comes page by page, each thing once.
func TestPages(t *testing.T) {
	a, dir := module(t, "-- go.mod --\nmodule a\n")
	var b strings.Builder
	b.WriteString("package a\n")
	for i := range 10_000 {
		fmt.Fprintf(&b, "func F%05d() {}\n", i)
	}
	Try(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte(b.String()), 0o600))
	seen := map[string]bool{}
	args := Object{"parts": []string{"symbols"}, "max_items": 500, "offset": 8700}
	for range 4 {
		r := Want[Analysis](t, analyze(t, a, args))
		for _, s := range r.Symbols {
			seen[s.Name] = true
		}
		if r.Total != 10_000 {
			t.Fatal(r.Total)
		}
		if r.Next == nil {
			break
		}
		args["offset"] = *r.Next
	}
	if len(seen) != 1300 || !seen["F08700"] || !seen["F09999"] {
		t.Error(len(seen))
	}
}

// What would take down or hold up the host takes down the process of the call, or is bounded.
func TestBombs(t *testing.T) {
	doubling := "package a\nconst s0 = \"0123456789abcdef\"\n"
	for i := range 40 {
		doubling += fmt.Sprintf("const s%d = s%d + s%d\n", i+1, i, i)
	}
	for name, c := range map[string]struct {
		src    string
		memory int64
		want   string
	}{
		"deep":     {"package a\nvar x = " + strings.Repeat("(", 90_000) + "1" + strings.Repeat(")", 90_000) + "\n", 768 << 20, "memory"},
		"doubling": {doubling + "const n = len(s40)\n", 768 << 20, "memory"},
		"huge":     {"package a\n//" + strings.Repeat("x", 5<<20), 4 << 30, "at most 4194304"},
	} {
		t.Run(name, func(t *testing.T) {
			a, dir := module(t, "-- go.mod --\nmodule a\n-- b.go --\npackage a\n")
			a.o.Memory = c.memory
			Try(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte(c.src), 0o600))
			if r := analyze(t, a, Object{"parts": []string{"vet"}}); !strings.Contains(r.Output(), c.want) {
				t.Errorf("%.300s", r.Output())
			}
		})
	}
}

// A process whose host is gone ends, however long its work would take.
func TestHostGone(t *testing.T) {
	var types strings.Builder
	types.WriteString("package a\n\ntype S0 struct{ x int }\n\nfunc f(s S60) S60 { t := s; return t }\n") // S60 is twice S59, and so on
	for i := range 60 {
		fmt.Fprintf(&types, "type S%d struct{ a, b S%d }\n", i+1, i)
	}
	a, dir := module(t, "-- go.mod --\nmodule a\n-- a.go --\n"+types.String())
	o, err := json.Marshal(order{Dir: dir, Folder: ".", Patterns: []string{"."}, Dirs: []string{"."}, Parts: []Part{Vet}, Memory: 4 << 30})
	Try(t, err)
	self, err := os.Executable()
	Try(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, self)
	cmd.Args[0] = processName
	cmd.Env = append(slices.Clone(a.env), "GOFLAGS=-mod=readonly", "GOWORK=off")
	stdin, err := cmd.StdinPipe()
	Try(t, err)
	Try(t, cmd.Start())
	_, err = stdin.Write(append(o, '\n'))
	Try(t, err)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		t.Fatalf("the work was done, or failed, too soon for this test: %v", err)
	case <-time.After(500 * time.Millisecond):
	}
	Try(t, stdin.Close())
	if <-ended; ctx.Err() != nil {
		t.Error("it does not end")
	}
}

// A call that is given up ends soon, wherever it is, and leaves nothing: neither files nor its process, which Wait has seen end.
func TestGivenUp(t *testing.T) {
	a, _ := module(t, "-- go.mod --\nmodule a\n"+plain)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	reg := runtime.NewRegistry()
	Try(t, reg.Register(AnalyzerTools(a)))
	for _, after := range []time.Duration{0, 20 * time.Millisecond, 200 * time.Millisecond, 800 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), after)
		begin := time.Now()
		r := reg.Call(ctx, ToolCodeAnalyze, []byte("{}"))
		cancel()
		if r.Err != nil && r.Err.Class != runtime.ClassTimeout && r.Err.Class != runtime.ClassCanceled {
			t.Errorf("after %s: %s", after, r.Output())
		}
		if took := time.Since(begin); r.Err == nil && after < 20*time.Millisecond || took > after+5*time.Second {
			t.Errorf("after %s: %s, took %s", after, r.Output(), took)
		}
		left, err := os.ReadDir(temp)
		Try(t, err)
		if len(left) != 0 {
			t.Errorf("after %s: %v is left", after, left)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		dir string
		o   Options
	}{
		{"nowhere", Options{}}, {"code.go", Options{}}, {".", Options{Files: -1}}, {".", Options{Go: "/bin/nothing"}}, {".", Options{Go: "/bin/false"}},
	} {
		if _, err := New(c.dir, c.o); err == nil {
			t.Errorf("%+v", c)
		}
	}
}
