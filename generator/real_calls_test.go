package generator_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// compareRealCalls makes the calls of a file through one registry, in order, and holds the answers against those that
// stand behind > (a result) or ! (an error). Every tool in it must be called rightly and wrongly.
func compareRealCalls(t *testing.T, module, file string) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	calls := makeCalls(t, module, readCalls(t, file))
	var got strings.Builder
	answered := map[string]string{}
	for i, c := range calls {
		if i > 0 && c.Tool != calls[i-1].Tool {
			got.WriteString("\n")
		}
		fmt.Fprintf(&got, "%s %s\n%s", c.name(), c.Args, c.Answer)
		answered[c.name()] += c.Answer[:1]
	}
	for tool, marks := range answered {
		require.Contains(t, marks, ">", "no right call of %s", tool)
		require.Contains(t, marks, "!", "no wrong call of %s", tool)
	}
	if *update {
		write(t, file, got.String())
		return
	}
	require.Equal(t, string(text), got.String())
}

func readCalls(t *testing.T, file string) []realCall {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var calls []realCall
	for line := range strings.Lines(string(text)) {
		if name, args, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " "); ok && !strings.ContainsAny(name, "#>!") {
			calls = append(calls, newRealCall(name, args))
		}
	}
	return calls
}

// realCall is a call of a tool, in the scenario real, or in real/2 for the second tool of a name.
type realCall call

func newRealCall(name, args string) realCall {
	tool, second := strings.CutSuffix(name, "/2")
	if second {
		return realCall{Scenario: "real/2", Tool: tool, Args: args}
	}
	return realCall{Scenario: "real", Tool: tool, Args: args}
}

func (c realCall) name() string { return c.Tool + strings.TrimPrefix(c.Scenario, "real") }

// makeCalls makes calls of the generated tools and returns them with their answers.
func makeCalls(t *testing.T, module string, calls []realCall) []realCall {
	imports := fmt.Sprintf("\t%q\n\t%q\n\t%q\n", realModule+"/github", realModule+"/terraform", realModule+"/terraform/unattended")
	sets := `"real": {github.Tools(), github.ClientTools(github.NewClient()), terraform.Tools(), terraform.CloudTools(terraform.NewCloud())},
	"real/2": {unattended.Tools()},`
	write(t, filepath.Join(module, "caller", "main.go"), fmt.Sprintf(callerProgram, imports, sets))
	input, err := json.Marshal(calls)
	require.NoError(t, err)
	write(t, filepath.Join(module, "calls.json"), string(input))
	output := command(t, module, "go", "run", "./caller", "calls.json")
	require.NoError(t, json.Unmarshal([]byte(output), &calls))
	return calls
}

// compareSampledCalls calls every tool twice: with arguments made from the server's own facts, which must be taken; and
// with none, where it must answer what is missing, and nothing else. The tools that the file of calls knows have more to
// say to arguments than that they are well formed, and are called there.
func compareSampledCalls(t *testing.T, module, file string, theirs facts) {
	var calls []realCall
	required := map[string][]string{}
	for _, tool := range theirs.tools() {
		of := theirs.of(tool)
		required[tool] = of.required(tool)
		sample, err := json.Marshal(of.sample(t, tool, "."))
		require.NoError(t, err)
		calls = append(calls, newRealCall(tool, string(sample)))
		if len(required[tool]) > 0 {
			calls = append(calls, newRealCall(tool, "{}"))
		}
	}
	written := map[string]bool{}
	for _, c := range readCalls(t, file) {
		written[c.name()] = true
	}
	for _, c := range makeCalls(t, module, calls) {
		switch {
		case c.Args == "{}" && len(required[c.name()]) > 0:
			require.Equal(t, required[c.name()], missing(t, c), c.name())
		case !written[c.name()]:
			require.Equal(t, ">", c.Answer[:1], "%s %s\n%s", c.name(), c.Args, c.Answer)
		}
	}
}

// required returns the names of the properties that a tool must be given, sorted.
func (f facts) required(tool string) []string {
	var out []string
	for key := range f {
		place, ok := strings.CutSuffix(strings.TrimPrefix(key, tool+" "), " required")
		if ok && !strings.ContainsAny(place, ".[(") {
			out = append(out, place)
		}
	}
	slices.Sort(out)
	return out
}

// missing returns the names that an answer says are missing, sorted. It must not say anything else.
func missing(t *testing.T, c realCall) []string {
	list, ok := strings.CutPrefix(c.Answer, "! arguments: missing required ")
	require.True(t, ok, "%s %s\n%s", c.name(), c.Args, c.Answer)
	require.Equal(t, 1, strings.Count(c.Answer, "\n"), c.Answer)
	var out []string
	for name := range strings.SplitSeq(strings.TrimSpace(list), ", ") {
		out = append(out, strings.Trim(name, `"`))
	}
	slices.Sort(out)
	return out
}

// sample makes a value that the facts of a place allow: the first of the values and forms that there are to choose from,
// every property of an object, one item of a list.
func (f facts) sample(t *testing.T, tool, place string) any {
	fact := func(keyword string) any {
		text, ok := f[tool+" "+place+" "+keyword]
		if !ok {
			return nil
		}
		return decodeNumbers[any](t, []byte(text))
	}
	if values, ok := fact("enum").([]any); ok {
		return values[0]
	}
	kind := fact("type")
	if kinds, ok := kind.([]any); ok {
		kind = kinds[0]
	}
	switch kind {
	case "string":
		return "sample"
	case "number", "integer":
		if least := fact("minimum"); least != nil {
			return least
		}
		return 7
	case "boolean":
		return true
	case "array":
		return []any{f.sample(t, tool, place+"[]")}
	}
	for _, choice := range []string{"(anyOf.0)", "(oneOf.0)"} {
		if f.has(tool, place+choice) {
			return f.sample(t, tool, place+choice)
		}
	}
	object := map[string]any{}
	for _, name := range f.properties(tool, place) {
		object[name] = f.sample(t, tool, strings.TrimPrefix(place+"."+name, ".."))
	}
	return object
}

// has reports whether there is something at a place, or within it.
func (f facts) has(tool, place string) bool {
	for key := range f {
		if strings.HasPrefix(key, tool+" "+place) {
			return true
		}
	}
	return false
}

// properties returns the names of the properties of the object at a place.
func (f facts) properties(tool, place string) []string {
	within := tool + " " + strings.TrimPrefix(place+".", "..")
	var out []string
	for key := range f {
		rest, ok := strings.CutPrefix(key, within)
		name, _, _ := strings.Cut(rest, " ")
		if ok && name != "." && !strings.ContainsAny(name, ".[(") {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
