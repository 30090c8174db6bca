package code

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
)

// A module that tries to have something run, download or read: every file that it could leave is looked for.
func TestHostileModuleRunsNothing(t *testing.T) {
	canary := filepath.Join(t.TempDir(), "canary")
	secret := filepath.Join(t.TempDir(), "secret.go")
	Try(t, os.WriteFile(secret, []byte("package main\nconst TopSecret = 1\n"), 0o600))
	touch := filepath.Join(t.TempDir(), "touch.sh")
	Try(t, os.WriteFile(touch, []byte("#!/bin/sh\ntouch "+canary+"\n"), 0o700))
	a, dir := module(t, strings.NewReplacer("CANARY", canary, "TOUCH", touch, "SECRET", secret).Replace(`
-- go.mod --
module example.com/evil

go 1.22

toolchain go1.99.0

tool example.com/evil/tool
-- go.env --
GOFLAGS=-toolexec=TOUCH
-- .envrc --
export GOFLAGS=-toolexec=TOUCH
-- .git/config --
[core]
	repositoryformatversion = 0
	fsmonitor = TOUCH
-- .git/HEAD --
ref: refs/heads/main
-- main.go --
package main

//go:generate TOUCH

import _ "embed"

//go:embed ../../../etc/passwd
var passwd string

//line /etc/passwd:1
func init() { undefined() }

func main() {}
-- tool/main.go --
package main

import "os"

func main() { os.Create("CANARY") }
-- c/c.go --
package c

// #cgo LDFLAGS: -fplugin=TOUCH
// #cgo pkg-config: x
import "C"
-- c/d.go --
package c
-- c/e.c --
int f() { return 1; }
-- c/f.swig --
x
`))
	Try(t, os.Symlink(secret, filepath.Join(dir, "secret.go")))
	Try(t, os.Symlink(filepath.Dir(secret), filepath.Join(dir, "folder")))
	Try(t, os.Link(secret, filepath.Join(dir, "hard.go")))
	t.Setenv("GOFLAGS", "-toolexec="+touch)
	t.Setenv("GOPACKAGESDRIVER", touch)

	r := analyze(t, a, Object{"parts": []string{"vet", "symbols", "imports", "complexity"}, "over": 0})
	all := Want[Analysis](t, r)
	if _, err := os.Lstat(canary); err == nil {
		t.Error("something was run")
	}
	for _, text := range []string{"TopSecret", "etc/passwd:", os.TempDir()} {
		if strings.Contains(r.Output(), text) {
			t.Errorf("%s in %s", text, r.Output())
		}
	}
	if !strings.Contains(r.Output(), "undefined: undefined") || len(all.Notes) != 2 {
		t.Errorf("%s", r.Output())
	}
	Refused(t, analyze(t, a, Object{"folder": "folder"}), runtime.ClassPermissionDenied, "out of the folder")
}

// What is refused, and what it says.
func TestRefusals(t *testing.T) {
	a, dir := module(t, `
-- go.mod --
module example.com/a

go 1.22

replace example.com/b => ../../outside
-- a.go --
package a
-- new/go.mod --
module example.com/new

go 1.99
-- new/a.go --
package a
-- missing/go.mod --
module example.com/missing

go 1.22
-- missing/a.go --
package a

import _ "example.com/nowhere/x"
-- work/go.work --
go 1.22

use ../..
-- work/go.mod --
module example.com/work
-- work/a.go --
package a
-- broken/go.mod --
modul x
-- broken/a.go --
package a

func A(
`)
	Try(t, os.WriteFile(filepath.Join(filepath.Dir(dir), "go.work"), []byte("go 1.22\n\nuse ./nothing\n"), 0o600))
	for _, c := range []struct {
		args  Object
		class runtime.Class
		text  string
	}{
		{Object{}, runtime.ClassPermissionDenied, "go.mod says replace example.com/b => ../../outside, which is outside"},
		{Object{"folder": "work"}, runtime.ClassPermissionDenied, "work/go.work says use ../.., which is outside"},
		{Object{"folder": ".."}, runtime.ClassPermissionDenied, "got .."},
		{Object{"folder": "/etc"}, runtime.ClassPermissionDenied, "absolute"},
		{Object{"packages": []string{"/etc"}}, runtime.ClassPermissionDenied, "absolute"},
		{Object{"packages": []string{"./../x"}}, runtime.ClassPermissionDenied, "got .."},
		{Object{"packages": []string{"./a.../b"}}, runtime.ClassPermissionDenied, "before the end"},
		{Object{"packages": []string{"example.com/x@latest"}}, runtime.ClassPermissionDenied, "@"},
		{Object{"packages": []string{"fmt"}}, runtime.ClassFailed, "folders with Go files"},
		{Object{"folder": "new"}, runtime.ClassFailed, "go >= 1.99"},
		{Object{"folder": "broken", "parts": []string{"vet"}}, runtime.ClassUnavailable, "broken/go.mod"},
	} {
		Refused(t, analyze(t, a, c.args), c.class, c.text)
	}
	r := Want[Analysis](t, analyze(t, a, Object{"folder": "missing"}))
	if len(r.Findings) != 1 || r.Findings[0].By != "load" || !strings.Contains(r.Findings[0].Message, "cannot find module providing package example.com/nowhere/x") {
		t.Errorf("%+v", r)
	}
	if r := Want[Analysis](t, analyze(t, a, Object{"folder": "broken"})); r.Vetted || len(r.Notes) != 1 {
		t.Errorf("%+v", r)
	}
	if r := Want[Analysis](t, analyze(t, a, Object{"parts": []string{"symbols"}})); r.Vetted || r.Packages != 1 {
		t.Errorf("%+v", r)
	}
}
