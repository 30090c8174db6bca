package lab_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
)

const greeting = `// Package greet greets.
package greet

import "example.com/polite/v2"

// Greet greets somebody.
//
//tool:access=public
func Greet(name string) string { // who is greeted
	return polite.Word + ", " + name
}
`

const broken = `package broken

//tool:access=public
func Broken(c chan int) {}
`

// The program judges the tool too: it sees the module conformance as well as toolgen.
const program = `package main

import (
	"context"
	"fmt"
	"os"

	"github.com/toolgen/toolgen/conformance/law"
	"lab.test/m/greet"
)

func main() {
	tool := greet.Tools()[0]
	fmt.Println(tool.Execute(context.Background(), []byte(os.Args[1])).Output())
	if r := law.Check(law.Subject{Tool: tool}, 1, 100); r.Cases == 0 || len(r.Disagreements) > 0 {
		fmt.Println(r)
	}
}
`

func TestLab(t *testing.T) {
	l := lab.New(t)
	l.Require("example.com/polite/v2", map[string]string{
		"go.mod":    "module example.com/polite/v2\n\ngo 1.26.0\n",
		"polite.go": "package polite\n\nconst Word = \"good day\"\n",
	})
	l.Write(
		lab.Package{Dir: "greet", Files: map[string]string{"greet.go": greeting}},
		lab.Package{Dir: "broken", Files: map[string]string{"broken.go": broken}},
		lab.Package{Dir: "program", Files: map[string]string{"main.go": program}},
	)
	r := l.Generate()
	require.Len(t, r.Packages, 2)
	require.True(t, r.Packages[0].Failed)
	require.NotEmpty(t, r.Diagnostics)
	require.NoFileExists(t, filepath.Join(l.Dir, "broken", "zz_tools.go"))
	require.FileExists(t, filepath.Join(l.Dir, "greet", "zz_tools.go"))
	require.NoError(t, l.Vet("greet", "program"))

	out, _, err := l.Run("program", `{"name":"Ada"}`)
	require.NoError(t, err)
	require.Equal(t, "good day, Ada\n", out)

	_, stderr, err := l.Run("program")
	require.ErrorContains(t, err, "exit status 2")
	require.Contains(t, stderr, "index out of range")

	l.Write(lab.Package{Dir: "greet", Files: map[string]string{"wrong.go": "package greet\n\nvar x int = \"\"\n"}})
	require.Error(t, l.Vet("greet"))
	require.Error(t, l.Build("program", filepath.Join(t.TempDir(), "program")))
}
