// Package lab makes temporary Go modules that see this checkout, for tests that judge what toolgen makes of packages: the
// packages are written, generated in process, vetted, built and run.
//
// A lab has no network: its module requires what the module conformance requires, at the same versions, and everything is
// in the module cache once that module has been built.
package lab

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/generator"
)

// Module is the path of every lab's module.
const Module = "lab.test/m"

// A Package is some files of one folder of the module.
type Package struct {
	Dir   string            // relative to the module root, with slashes; its import path is Module/Dir
	Files map[string]string // by name; a name may have folders of its own
}

// A Lab is one temporary module. Its methods are not safe for concurrent use.
type Lab struct {
	Dir string // the module's root

	tb      testing.TB
	modules string // of others: lines for go.mod
}

// New makes an empty module; it is removed when the test ends. What cannot be done ends the test.
func New(tb testing.TB) *Lab {
	tb.Helper()
	l := &Lab{Dir: tb.TempDir(), tb: tb}
	l.writeModule()
	return l
}

// Write writes packages. Files that are there already are replaced.
func (l *Lab) Write(packages ...Package) {
	l.tb.Helper()
	for _, p := range packages {
		for name, text := range p.Files {
			l.file(filepath.Join(l.Dir, filepath.FromSlash(p.Dir), filepath.FromSlash(name)), text)
		}
	}
}

// Require writes the files of another module, go.mod among them, beside the lab's module, which requires it from then on.
func (l *Lab) Require(path string, files map[string]string) {
	l.tb.Helper()
	dir := filepath.Join(l.tb.TempDir(), filepath.FromSlash(path))
	for name, text := range files {
		l.file(filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	if !l.requires(path) {
		l.modules += fmt.Sprintf("\nrequire %s %s\n", path, version(path))
	}
	l.modules += fmt.Sprintf("\nreplace %s => %s\n", path, dir)
	l.writeModule()
}

// Generate runs the generator in process over packages of the module, all of them where none is named, and writes what it
// made. What it says of the source is in the result; a package with an error has Failed set and no file. A run that cannot
// go on at all ends the test.
func (l *Lab) Generate(dirs ...string) *generator.Result {
	l.tb.Helper()
	patterns := []string{"./..."}
	if len(dirs) > 0 {
		patterns = nil
		for _, dir := range dirs {
			patterns = append(patterns, "./"+dir)
		}
	}
	r, err := generator.Generate(context.Background(), generator.Options{Dir: l.Dir, Env: environment(), Patterns: patterns})
	if err != nil {
		l.tb.Fatalf("generate %s: %v", strings.Join(patterns, " "), err)
	}
	if err := generator.Commit(r); err != nil {
		l.tb.Fatalf("write what was generated: %v", err)
	}
	return r
}

// Vet runs go vet over packages of the module, all of them where none is named.
func (l *Lab) Vet(dirs ...string) error {
	args := []string{"vet"}
	for _, dir := range dirs {
		args = append(args, "./"+dir)
	}
	if len(dirs) == 0 {
		args = append(args, "./...")
	}
	_, _, err := l.command("go", args...)
	return err
}

// Build builds the program in dir into the file out.
func (l *Lab) Build(dir, out string) error {
	_, _, err := l.command("go", "build", "-ldflags=-s -w", "-o", out, "./"+dir)
	return err
}

// Run builds the program in dir and runs it in the module's root. The error of a program that ends with another status
// than 0 holds what it printed to stderr.
func (l *Lab) Run(dir string, args ...string) (stdout, stderr string, err error) {
	program := filepath.Join(l.tb.TempDir(), "program")
	if err := l.Build(dir, program); err != nil {
		return "", "", err
	}
	return l.command(program, args...)
}

// command runs a program in the module's root.
func (l *Lab) command(name string, args ...string) (stdout, stderr string, err error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = l.Dir, environment()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return out.String(), errs.String(), fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, errs.String())
	}
	return out.String(), errs.String(), nil
}

// environment is that of the go command: the module stands alone, and its go.sum may grow. With -trimpath the build cache
// does not know packages by the temporary folder they are in, so a second run builds only what has changed. It also compiles the
// standard library once more, and so is left out where there will be no second run: TOOLGEN_COLD=1.
func environment() []string {
	flags := "GOFLAGS=-mod=mod -trimpath"
	if os.Getenv("TOOLGEN_COLD") != "" {
		flags = "GOFLAGS=-mod=mod"
	}
	return append(os.Environ(), "GOWORK=off", flags, "GOPROXY=off")
}

// file writes one file with the folders on the way to it.
func (l *Lab) file(name, text string) {
	l.tb.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		l.tb.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		l.tb.Fatal(err)
	}
}
