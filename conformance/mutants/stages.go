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

// A test is one test or subtest of a package, or a package whose tests do not compile or do not end.
type test struct{ pkg, name string }

func (t test) String() string { return strings.TrimSpace(path.Base(t.pkg) + " " + t.name) }

// alone is the stage with nothing in it but the test around a failure.
func (s stage) alone(t test) stage {
	s.paths = []string{t.pkg}
	top, _, _ := strings.Cut(t.name, "/")
	s.only = ""
	if top != "" {
		s.only = "^" + top + "$"
	}
	return s
}

// failure runs the stage and returns the first test that fails, none where all pass. Under -short no test measures time, which fails on a busy machine whatever
// is broken.
func (s stage) failure(ctx context.Context, dir string) (test, error) {
	args := []string{"test", "-count=1", "-short", "-failfast", "-vet=off", "-timeout=10m", "-json"}
	if s.only != "" {
		args = append(args, "-run="+s.only)
	}
	out, err := goCommand(ctx, filepath.Join(dir, s.module), append(args, s.paths...)...)
	switch {
	case ctx.Err() != nil:
		return test{}, ctx.Err()
	case err == nil:
		return test{}, nil
	}
	if first := firstFailure(out); first != (test{}) {
		return first, nil
	}
	return test{}, fmt.Errorf("%s: %w\n%s", s, err, out)
}

// firstFailure reads the events of go test -json. A subtest fails before the test around it, so the first one says most.
func firstFailure(events []byte) test {
	var inPackage test
	for line := range bytes.Lines(events) {
		var e struct{ Action, Package, Test string }
		if json.Unmarshal(line, &e) != nil || e.Action != "fail" {
			continue
		}
		if e.Test != "" {
			return test{e.Package, e.Test}
		}
		if inPackage == (test{}) {
			inPackage.pkg = e.Package
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
