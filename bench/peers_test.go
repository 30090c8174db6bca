package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"text/template"

	"github.com/stretchr/testify/require"
)

// The libraries that other tools stand on are in bench/peers, a module of its own, whose programs are built and run from here.

const peersModule = "peers"

// A registration is what it costs to register a tool with a library, as bench/peers prints it.
type registration struct {
	Name        string
	PerTool     float64 // CPU time, in calls of S
	Allocations int
}

// peerRows measures everything in one process, and once more the go-sdk without its buffers of 32 KiB.
func peerRows(t *testing.T) (rows []Row, registrations []registration) {
	t.Helper()
	var all, small struct {
		Rows          []Row
		Registrations []registration
	}
	dir := t.TempDir()
	measure := func(into any, name string, args []string, flags ...string) {
		out := filepath.Join(dir, name)
		goCommand(t, peersModule, append(append([]string{"build", "-o", out}, flags...), "./rows")...)
		require.NoError(t, json.Unmarshal(run(t, dir, out, args...), into))
	}
	measure(&all, "rows.exe", nil)
	measure(&small, "small.exe", []string{"-sdk", "go-sdk typed handler, small buffers"}, smallBuffers(t, dir)...)
	for _, w := range Workloads() {
		for _, r := range append(all.Rows, small.Rows...) {
			if r.Workload == w.Name {
				rows = append(rows, r)
			}
		}
	}
	return rows, all.Registrations
}

// smallBuffers returns the flags for go build with a copy of the go-sdk that decodes from the bytes that it has, where it reads
// them through a decoder with a buffer of 32 KiB. Nothing else changes.
func smallBuffers(t *testing.T, dir string) []string {
	t.Helper()
	const (
		module   = "github.com/modelcontextprotocol/go-sdk"
		buffered = "return NewDecoder(bytes.NewReader(data)).Decode(v)"
		direct   = "_, err := json.Parse(data, v, json.DontMatchCaseInsensitiveStructFields)\n\t_ = bytes.NewReader\n\treturn err"
	)
	shipped := string(bytes.TrimSpace(run(t, peersModule, "go", "list", "-m", "-f", "{{.Dir}}", module)))
	sdk := filepath.Join(dir, "sdk")
	require.NoError(t, os.CopyFS(sdk, os.DirFS(shipped)))
	file := filepath.Join(sdk, "internal", "json", "json.go")
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, 1, bytes.Count(source, []byte(buffered)), "the line to edit in %s", file)
	require.NoError(t, os.Remove(file)) // it is read-only, as the module cache is
	require.NoError(t, os.WriteFile(file, bytes.Replace(source, []byte(buffered), []byte(direct), 1), 0o644))

	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(peersModule, name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	mod := filepath.Join(dir, "go.mod") // read in the place of the module's own; its paths are still relative to that
	goCommand(t, peersModule, "mod", "edit", "-replace="+module+"="+sdk, mod)
	return []string{"-modfile=" + mod}
}

// peerPrograms are the libraries whose programs are weighed, each with the expression that makes its three tools.
var peerPrograms = []struct{ library, pkg, calls string }{
	{"go-sdk", "gosdk", "gosdk.Calls(nil)"},
	{"mcp-go", "mcpgo", "mcpgo.Typed()"},
	{"eino", "eino", "eino.Calls()"},
	{"genkit", "genkit", "genkit.Calls()"},
	{"sonic", "onsonic", "onsonic.Calls()"},
	{"jx", "onjx", "onjx.Calls()"},
}

// peerStarts joins what registering costs with the sizes.
func peerStarts(t *testing.T, costs []registration, sizes map[string]int64) (starts []start) {
	t.Helper()
	for _, p := range peerPrograms {
		s := start{library: p.library, above: sizes[p.library]}
		for _, c := range costs {
			if c.Name == p.library {
				s.perTool, s.allocations = c.PerTool, float64(c.Allocations)
			}
		}
		starts = append(starts, s)
	}
	return starts
}

var peerProgram = template.Must(template.New("main").Parse(`package main

import (
	"context"
	"os"

	"github.com/toolgen/toolgen/bench/peers/{{.Package}}"
)

func main() {
	s, m, l := {{.Calls}}
	call := map[string]func(context.Context, []byte) ([]byte, error){"s": s, "m": m, "l": l}[os.Args[1]]
	out, err := call(context.Background(), []byte(os.Args[2]))
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(out)
}
`))

// peerSizes returns by how many bytes a program with three tools of a library is larger than hello, built with the flags.
func peerSizes(t *testing.T, hello int64, flags ...string) map[string]int64 {
	t.Helper()
	s := Workloads()[0]
	above := map[string]int64{}
	for _, p := range peerPrograms {
		dir := t.TempDir()
		var source bytes.Buffer
		require.NoError(t, peerProgram.Execute(&source, map[string]string{"Package": p.pkg, "Calls": p.calls}))
		main, program := filepath.Join(dir, "main.go"), filepath.Join(dir, p.pkg+".exe")
		require.NoError(t, os.WriteFile(main, source.Bytes(), 0o644))
		goCommand(t, peersModule, append(append([]string{"build", "-o", program}, flags...), main)...)
		require.NotEmpty(t, run(t, dir, program, "s", string(s.Args)), "the program whose size counts works")
		above[p.library] = size(t, program) - hello
	}
	return above
}
