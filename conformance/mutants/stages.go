package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A stage is one call of go test.
type stage struct {
	module string   // folder of its module
	only   string   // the tests that run, a regular expression; "" for all
	paths  []string // packages
}

func (s stage) String() string {
	return strings.TrimSpace("go test " + strings.Join(s.paths, " ") + " in " + s.module + " " + s.only)
}

// stages are what may catch an edit of a file, the cheapest first: the tests of its own room, the scenarios, which generate,
// compile and call, the law in its quick share, and at last all tests that stand on the file.
func stages(t tree, file string) []stage {
	room := stage{module: ".", paths: []string{"./" + path.Dir(file)}}
	scenarios := stage{module: ".", only: "^TestScenarios$", paths: []string{"./generator"}}
	law := stage{module: "conformance", paths: []string{"./law/..."}}
	rest := stage{module: ".", paths: []string{"./generator/...", "./cmd/..."}}
	if strings.HasPrefix(file, "runtime/") {
		rest.paths = []string{"./runtime/..."}
	}
	all := []stage{room, scenarios, law, rest}
	return slices.DeleteFunc(all, func(s stage) bool {
		folder := strings.TrimSuffix(s.paths[0], "/...")
		_, err := os.Stat(filepath.Join(t.dir, s.module, filepath.FromSlash(folder)))
		return err != nil
	})
}

// everyStage are the stages that some mutant runs, each once.
func everyStage(t tree, mutants []mutant) []stage {
	var out []stage
	for _, m := range mutants {
		for _, s := range stages(t, m.file) {
			if !slices.ContainsFunc(out, func(o stage) bool { return o.String() == s.String() }) {
				out = append(out, s)
			}
		}
	}
	return out
}

// failure runs the stage and returns the name of the first test that fails, "" where all pass. A test that does not compile or
// does not end is a failure by the name of its package. Under -short no test measures time, which fails on a busy machine whatever
// is broken.
func (s stage) failure(ctx context.Context, dir string) (string, error) {
	args := []string{"test", "-count=1", "-short", "-failfast", "-vet=off", "-timeout=10m", "-json"}
	if s.only != "" {
		args = append(args, "-run="+s.only)
	}
	out, err := goCommand(ctx, filepath.Join(dir, s.module), append(args, s.paths...)...)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err == nil:
		return "", nil
	}
	if name := firstFailure(out); name != "" {
		return name, nil
	}
	return "", fmt.Errorf("%s: %w\n%s", s, err, out)
}

// firstFailure reads the events of go test -json. A subtest fails before the test around it, so the first one says most.
func firstFailure(events []byte) string {
	inPackage := ""
	for line := range bytes.Lines(events) {
		var e struct{ Action, Package, Test string }
		if json.Unmarshal(line, &e) != nil || e.Action != "fail" {
			continue
		}
		room := path.Base(e.Package)
		if e.Test != "" {
			return room + " " + e.Test
		}
		if inPackage == "" {
			inPackage = room
		}
	}
	return inPackage
}

func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	return cmd.CombinedOutput()
}
