package suite

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/conformance/internal/lab"
	"github.com/toolgen/toolgen/generator"
)

// A subject is one group in one of the two ways to write it, and becomes one tool with the property "value".
type subject struct {
	dir, tool string // of the package, and the tool's name in it
	group     *group
	source    string // its declarations; "" where it cannot be written
	refused   string // why it cannot be, or the generator's word against it
	root      *expr  // nil for a declared schema
	bare      bool   // the instance is the arguments object itself

	schema string // what toolgen made of it
}

// arguments are those that hold an instance; nil where none can.
func (s *subject) arguments(instance any) json.RawMessage {
	switch {
	case !s.bare:
		return json.RawMessage(`{"value":` + jsonText(instance) + `}`)
	case kindOf(instance) == object:
		return json.RawMessage(jsonText(instance))
	}
	return nil
}

// at is the place of one tool in the program.
func (s *subject) at() string { return s.dir + "." + s.tool }

// toolSource is the tool of a subject. Its function does nothing, so that a call fails for its arguments alone.
func toolSource(name, typ string, keys []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s takes one instance.\n//\n//tool:name=%s\n", strings.ToUpper(name[:1])+name[1:], name)
	if len(keys) > 0 {
		fmt.Fprintf(&b, "//tool:param value %s\n", strings.Join(keys, " "))
	}
	fmt.Fprintf(&b, "func %s(value %s) {}\n", strings.ToUpper(name[:1])+name[1:], typ)
	return b.String()
}

// head is the head of a package; not every one uses every import.
const head = `// Package %s has tools.
package %[1]s

import (
	"encoding/json"
	"net/netip"
	"net/url"
	"regexp"
	"time"
)

type _ = struct {
	json.RawMessage
	netip.Addr
	url.URL
	regexp.Regexp
	time.Time
}
`

// packages writes the subjects that can be written, one package a folder.
func packages(subjects []*subject) (out []lab.Package, lines map[string][]*subject) {
	lines = map[string][]*subject{} // by folder: whose each line is
	texts := map[string]*strings.Builder{}
	var dirs []string
	for _, s := range subjects {
		if s.source == "" || s.refused != "" {
			continue
		}
		b := texts[s.dir]
		if b == nil {
			b = &strings.Builder{}
			fmt.Fprintf(b, head, path.Base(s.dir))
			texts[s.dir] = b
			dirs = append(dirs, s.dir)
			lines[s.dir] = make([]*subject, strings.Count(head, "\n")+1)
		}
		b.WriteString("\n" + s.source)
		for range strings.Count(s.source, "\n") + 1 {
			lines[s.dir] = append(lines[s.dir], s)
		}
	}
	for _, dir := range dirs {
		out = append(out, lab.Package{Dir: dir, Files: map[string]string{"tools.go": texts[dir].String()}})
	}
	return out, lines
}

// generate makes tools of the subjects. Those that the generator refuses say so, and the others are generated without them.
func generate(t *testing.T, l *lab.Lab, subjects []*subject) {
	t.Helper()
	for range 3 {
		written, lines := packages(subjects)
		for _, s := range subjects {
			require.NoError(t, os.RemoveAll(filepath.Join(l.Dir, s.dir))) // of the round before
		}
		l.Write(written...)
		r := l.Generate()
		clean := true
		for _, d := range r.Diagnostics {
			if d.Severity != generator.Error {
				continue
			}
			clean = false
			dir := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(d.Range.File), l.Dir+string(filepath.Separator)))
			require.Less(t, d.Range.Line, len(lines[dir]), "%s: %v", dir, d)
			s := lines[dir][d.Range.Line]
			require.NotNil(t, s, "%v", d)
			require.NotEqual(t, "G", d.Code[:1], "%s is no Go: %v", dir, d) // the translation is at fault
			s.refused = d.Code + ": " + d.Message
		}
		if !clean {
			continue
		}
		byDir := map[string]generator.Package{}
		for _, p := range r.Packages {
			byDir[strings.TrimPrefix(p.Path, lab.Module+"/")] = p
		}
		for _, s := range subjects {
			if s.refused == "" {
				made, ok := byDir[s.dir].Schemas[s.tool]
				require.True(t, ok, "%s was not generated", s.at())
				s.schema = made.InputText()
			}
		}
		return
	}
	t.Fatal("the generator refuses more after each round")
}

// verdict is what a tool says of arguments.
type verdict struct {
	Class, Message string // "" for a success
}

// program calls the tools of all packages; %s are the imports and the sets by folder.
const program = `package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"

	"github.com/toolgen/toolgen/runtime"
%s)

var sets = map[string]runtime.Set{
%s}

func main() {
	tools := map[string]runtime.Tool{}
	for dir, set := range sets {
		for _, tool := range set {
			tools[dir+"."+tool.Spec().Name] = tool
		}
	}
	in, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	out := json.NewEncoder(os.Stdout)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var call struct {
			Tool string
			Args json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &call); err != nil {
			panic(err)
		}
		var v struct{ Class, Message string }
		if e := tools[call.Tool].Execute(context.Background(), call.Args).Err; e != nil {
			v.Class, v.Message = string(e.Class), e.Error()
		}
		if err := out.Encode(v); err != nil {
			panic(err)
		}
	}
}
`

// A call is one instance for one tool.
type call struct {
	Tool string
	Args json.RawMessage
}

// run builds one program of all tools and makes the calls.
func run(t *testing.T, l *lab.Lab, subjects []*subject, calls []call) []verdict {
	t.Helper()
	var imports, sets strings.Builder
	var seen []string
	for _, s := range subjects {
		if s.schema != "" && !slices.Contains(seen, s.dir) {
			seen = append(seen, s.dir)
			fmt.Fprintf(&imports, "\t%s \"%s/%s\"\n", path.Base(s.dir), lab.Module, s.dir)
			fmt.Fprintf(&sets, "\t%q: %s.Tools(),\n", s.dir, path.Base(s.dir))
		}
	}
	l.Write(lab.Package{Dir: "program", Files: map[string]string{"main.go": fmt.Sprintf(program, imports.String(), sets.String())}})
	var b strings.Builder
	for _, c := range calls {
		b.WriteString(jsonText(c) + "\n")
	}
	file := filepath.Join(t.TempDir(), "calls.json")
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	out, _, err := l.Run("program", file)
	require.NoError(t, err)
	var verdicts []verdict
	for dec := json.NewDecoder(strings.NewReader(out)); dec.More(); {
		var v verdict
		require.NoError(t, dec.Decode(&v))
		verdicts = append(verdicts, v)
	}
	require.Len(t, verdicts, len(calls))
	return verdicts
}
