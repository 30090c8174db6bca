package types

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// report is what the driver says of one exhibit.
type report struct {
	Path   string
	Theirs string // what encoding/json writes for Value
	Err    string // why it does not
	Calls  []answer
}

// answer is what came of one call.
type answer struct {
	Args    string
	JSON    string // the result
	Class   string // of the error, "" for none
	Err     string
	Decoded bool // the arguments became Value: encoding/json writes the same for both
}

// drive builds one program with the tools of all exhibits that have some to call, and calls them. The generated files
// are laid over the source tree and not written into it.
func drive(t *testing.T, all []*exhibit) map[string]report {
	t.Helper()
	temp := t.TempDir()
	overlay := map[string]string{}
	lay := func(name, text string) {
		file := filepath.Join(temp, fmt.Sprintf("%d.go", len(overlay)))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		overlay[name] = file
	}
	var imports, entries strings.Builder
	for i, e := range all {
		if e.pkg.Failed {
			continue
		}
		lay(filepath.Join(e.pkg.Dir, "zz_tools.go"), string(e.pkg.Change.Want))
		alias := fmt.Sprintf("p%d", i)
		entry := fmt.Sprintf("path: %q, tool: %s[0], ", e.path, e.constructor(alias))
		switch {
		case e.declares["Value"]:
			entry += fmt.Sprintf("value: &%s.Value, got: &%s.Got, ", alias, alias)
			if e.declares["Ours"] {
				entry += fmt.Sprintf("ours: %s.Ours, ", alias)
			}
			if e.declares["Becomes"] {
				entry += fmt.Sprintf("becomes: &%s.Becomes, ", alias)
			}
		case e.declares["Args"]:
			entry += fmt.Sprintf("args: %s.Args, ", alias)
		}
		fmt.Fprintf(&imports, "\t%s %q\n", alias, e.path)
		fmt.Fprintf(&entries, "\t{%s},\n", strings.TrimSuffix(entry, ", "))
	}
	here, err := filepath.Abs(".")
	require.NoError(t, err)
	lay(filepath.Join(here, "driver", "main.go"), fmt.Sprintf(driverProgram, imports.String(), entries.String()))
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	require.NoError(t, err)
	file := filepath.Join(temp, "overlay.json")
	require.NoError(t, os.WriteFile(file, text, 0o644))
	program := filepath.Join(temp, "driver")
	goCommand(t, "build", "-overlay", file, "-ldflags=-s -w", "-o", program, "./driver")
	output, err := exec.Command(program).Output()
	require.NoError(t, err)
	var reports []report
	require.NoError(t, json.Unmarshal(output, &reports))
	out := map[string]report{}
	for _, r := range reports {
		out[r.Path] = r
	}
	return out
}

func goCommand(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "go %s\n%s", strings.Join(args, " "), out)
}

const driverProgram = `package main

import (
	"context"
	"encoding/json"
	"os"
	"reflect"

	"github.com/toolgen/toolgen/runtime"

%s)

var exhibits = []struct {
	path       string
	tool       runtime.Tool
	ours, args string

	value, got, becomes any // pointers
}{
%s}

type report struct {
	Path, Theirs, Err string
	Calls             []answer
}

type answer struct {
	Args, JSON, Class, Err string
	Decoded                bool
}

func main() {
	var reports []report
	for _, e := range exhibits {
		r := report{Path: e.path}
		call := func(args string, wanted any) {
			a := answer{Args: args}
			if e.got != nil {
				reflect.ValueOf(e.got).Elem().SetZero()
			}
			result := e.tool.Execute(context.Background(), []byte(args))
			a.JSON = string(result.JSON)
			if result.Err != nil {
				a.Class, a.Err = string(result.Err.Class), result.Err.Error()
			} else if e.got != nil {
				a.Decoded = text(e.got) == text(wanted)
			}
			r.Calls = append(r.Calls, a)
		}
		if e.value != nil {
			theirs, err := json.Marshal(reflect.ValueOf(e.value).Elem().Interface())
			if err != nil {
				r.Err = err.Error()
			}
			r.Theirs = string(theirs)
			call("{\"v\":"+r.Theirs+"}", e.value)
		}
		if e.ours != "" {
			wanted := e.value
			if e.becomes != nil {
				wanted = e.becomes
			}
			call("{\"v\":"+e.ours+"}", wanted)
		}
		if e.args != "" {
			call(e.args, nil)
		}
		reports = append(reports, r)
	}
	if err := json.NewEncoder(os.Stdout).Encode(reports); err != nil {
		panic(err)
	}
}

// text is what encoding/json writes for what a pointer points to.
func text(pointer any) string {
	b, err := json.Marshal(pointer)
	if err != nil {
		panic(err)
	}
	return string(b)
}
`
