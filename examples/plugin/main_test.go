package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/sandbox"

	"github.com/toolgen/toolgen/examples/plugin/texts"
)

// build is the one command that makes a plug-in, as guest/main.go says it.
func build(t *testing.T) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "texts.wasm")
	cmd := exec.Command("go", "build", "-o", file, "./guest")
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

const want = `make_slug: Makes a short name of a title, for use in an address.
measure_text: Counts the words, lines and characters of a text.
measure_text {"text":"one two\nthree"}
	{"words":3,"lines":2,"characters":13}
make_slug {"title":"Tools, at run time!"}
	tools-at-run-time
make_slug {"title":""}
	title: must have at least 1 character
make_slug {"title":"?"}
	the title has no letter and no digit
`

func TestRun(t *testing.T) {
	wasm, compiled := build(t), sandbox.Cache(t.TempDir())
	var out bytes.Buffer
	if err := run(t.Context(), &out, wasm, compiled); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	sameAsHere(t, wasm, compiled)
}

// sameAsHere holds the plug-in's tools against the same tools in this program: descriptions and every answer, right and wrong.
func sameAsHere(t *testing.T, wasm []byte, compiled sandbox.Option) {
	loaded, err := sandbox.Load(t.Context(), wasm, sandbox.Limits{}, compiled)
	if err != nil {
		t.Fatal(err)
	}
	own := texts.Tools()
	if len(loaded) != len(own) {
		t.Fatalf("%d tools, want %d", len(loaded), len(own))
	}
	for i, tool := range loaded {
		there, here := *tool.Spec(), *own[i].Spec()
		if !there.Remote {
			t.Errorf("%s: a plug-in's word counts for nothing, and its tools say so", here.Name)
		}
		there.Remote, there.Limits, there.Package = here.Remote, here.Limits, here.Package
		if string(there.Identity()) != string(here.Identity()) {
			t.Errorf("described as\n%+v\nwant\n%+v", there, here)
		}
		for _, args := range []string{
			`{}`, ``, `[]`, `{"text":"a b"}`, `{"text":1}`, `{"text":"a","more":1}`, `{"title":"A b"}`, `{"title":"?"}`, `{"title":""}`, `{"title":`, `{"title":"\ud800"}`,
			`{"title":"` + strings.Repeat("x", 201) + `"}`, `{"text":"` + strings.Repeat("ä ", 40_000) + `"}`,
		} {
			got, want := call(t.Context(), tool, args), call(t.Context(), own[i], args)
			if got != want {
				t.Errorf("%s %.60s\n\tgot  %s\n\twant %s", here.Name, args, got, want)
			}
		}
	}
}

// call is all that a model and a host see of a result.
func call(ctx context.Context, tool runtime.Tool, args string) string {
	r := runtime.Run(ctx, tool, []byte(args))
	text := r.Text + "|" + string(r.JSON) + "|" + r.Output()
	if r.Err != nil {
		text += "|" + string(r.Err.Class)
		for _, p := range r.Err.Problems {
			text += "|" + p.String()
		}
	}
	for _, n := range r.Notes {
		text += "|" + n.Kind + n.Path + n.Text
	}
	return text
}
