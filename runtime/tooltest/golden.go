package tooltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// Golden compares what the tools say of themselves with the file at path, and reports the first lines that differ: a change of a
// name, a description, a schema or a hint, which is a change of what models see, is then a change of a file that people
// review. With update it writes the file instead; the test that calls it says when, by a flag of its own:
//
//	var update = flag.Bool("update", false, "rewrite the golden files")
//
//	func TestTools(t *testing.T) {
//		tooltest.Golden(t, "testdata/tools.json", *update, weather.Tools())
//	}
//
// The file is JSON, the tools sorted by name, and ends with a line break.
func Golden(tb testing.TB, path string, update bool, sets ...runtime.Set) {
	tb.Helper()
	got, err := definitions(sets)
	if err != nil {
		tb.Errorf("%s: %v", path, err)
		return
	}
	if update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			tb.Errorf("%v", err)
		} else if err := os.WriteFile(path, got, 0o666); err != nil {
			tb.Errorf("%v", err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		tb.Errorf("%v; run the test with its update flag to write the file", err)
		return
	}
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")) // as a checkout on Windows may have it
	if !bytes.Equal(got, want) {
		tb.Errorf("the tools are not what %s says:\n%sif they are meant to be, run the test with its update flag", path, difference(string(want), string(got)))
	}
}

// definition is one tool in a golden file.
type definition struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description,omitempty"`
	Deprecated   bool            `json:"deprecated,omitempty"`
	Hidden       bool            `json:"hidden,omitempty"`
	Category     string          `json:"category,omitempty"`
	Access       string          `json:"access"`
	Grade        string          `json:"grade"`
	Permissions  []string        `json:"permissions,omitempty"`
	ReadOnly     bool            `json:"readOnly"`
	Destructive  bool            `json:"destructive"`
	Idempotent   bool            `json:"idempotent"`
	OpenWorld    bool            `json:"openWorld"`
	Limits       map[string]any  `json:"limits,omitempty"`
	Estimate     map[string]any  `json:"estimate,omitempty"`
	Limitations  []string        `json:"limitations,omitempty"`
	Dependencies []string        `json:"dependencies,omitempty"`
	Secrets      []string        `json:"secrets,omitempty"`
	Examples     []any           `json:"examples,omitempty"`
	Input        json.RawMessage `json:"input,omitempty"`
	Output       json.RawMessage `json:"output,omitempty"`
}

// definitions writes the tools.
func definitions(sets []runtime.Set) ([]byte, error) {
	all := []definition{}
	for _, set := range sets {
		for _, tool := range set {
			s := tool.Spec()
			d := definition{
				Name: s.Name, Title: s.Title, Description: s.Description, Deprecated: s.Deprecated, Hidden: s.Hidden, Category: string(s.Category),
				Access: s.Access.String(), Grade: s.Grade().String(), Permissions: s.Permissions, ReadOnly: s.ReadOnly, Destructive: !s.ReadOnly && !s.Additive,
				Idempotent: s.Idempotent, OpenWorld: !s.ClosedWorld, Limitations: s.Limitations, Dependencies: s.Dependencies, Secrets: s.Secrets,
				Limits:   amounts("timeout", s.Limits.Timeout, "memory", s.Limits.Memory, "disk", s.Limits.Disk, "output", s.Limits.Output),
				Estimate: amounts("time", s.Estimate.Time, "cpu", s.Estimate.CPU, "memory", s.Estimate.Memory),
			}
			for _, example := range s.Examples {
				d.Examples = append(d.Examples, json.RawMessage(example))
			}
			if s.Input != "" {
				d.Input = json.RawMessage(s.Input)
			}
			if s.Output != "" {
				d.Output = json.RawMessage(s.Output)
			}
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, func(a, b definition) int { return strings.Compare(a.Name, b.Name) })
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(map[string]any{"tools": all}); err != nil {
		return nil, fmt.Errorf("a tool's schema or example is no JSON: %w", err)
	}
	return b.Bytes(), nil
}

// amounts lists those that are not zero, durations as Go writes them.
func amounts(pairs ...any) map[string]any {
	m := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		if v := fmt.Sprint(pairs[i+1]); v != "0" && v != "0s" {
			m[pairs[i].(string)] = pairs[i+1]
			if s, ok := pairs[i+1].(fmt.Stringer); ok {
				m[pairs[i].(string)] = s.String()
			}
		}
	}
	return m
}

// difference shows the lines from the first that differs to the last, at most ten of each side.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	begin := 0
	for begin < min(len(a), len(b)) && a[begin] == b[begin] {
		begin++
	}
	endA, endB := len(a), len(b)
	for endA > begin && endB > begin && a[endA-1] == b[endB-1] {
		endA--
		endB--
	}
	var out strings.Builder
	fmt.Fprintf(&out, "line %d:\n", begin+1)
	for _, side := range []struct {
		sign  string
		lines []string
	}{{"-", a[begin:endA]}, {"+", b[begin:endB]}} {
		for i, line := range side.lines {
			if i == 10 {
				out.WriteString(side.sign + " …\n")
				break
			}
			out.WriteString(side.sign + " " + line + "\n")
		}
	}
	return out.String()
}
