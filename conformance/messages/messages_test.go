package messages

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

var update = flag.Bool("update", false, "write docs/messages.md")

const page = "../../docs/messages.md"

const intro = `# What a model is told

A tool that is called wrongly answers with everything that is wrong, one problem a line: first the place, then what was
expected, what came, and what to do where that is not plain. These are the mistakes that models are most likely to make,
as they are sent, and the exact answers. The tools stand in ` + "`conformance/messages/tools.go`" + `; a test of that package
writes this page, checks its answers, and sends what a model would send next. ` + "`cd conformance && go test ./messages -update`" + `
writes it anew.
`

func answer(t *testing.T, tool, args string) runtime.Result {
	t.Helper()
	for _, one := range Tools() {
		if one.Spec().Name == tool {
			return one.Execute(context.Background(), []byte(args))
		}
	}
	t.Fatalf("no tool is called %s", tool)
	return runtime.Result{}
}

// The page shows what the tools say today.
func TestPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(intro)
	cases := 0
	for _, g := range Groups {
		b.WriteString("\n## " + g.Title + "\n\nRows " + g.Rows + ".\n")
		for _, c := range g.Cases {
			cases++
			b.WriteString("\n" + strings.ToUpper(c.Title[:1]) + c.Title[1:] + ":\n\n```text\n" + c.Tool + " " + shown(c.Args) + "\n")
			b.WriteString("  " + strings.ReplaceAll(answer(t, c.Tool, c.Args).Err.Message, "\n", "\n  ") + "\n```\n")
		}
	}
	require.GreaterOrEqual(t, cases, 60)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "go test ./messages -update writes the page anew; review the difference")
}

// shown is a text in one line of a fenced block.
func shown(args string) string {
	if args == "" {
		return "(nothing)"
	}
	return strings.NewReplacer("\n", "⏎", "\ufeff", "(BOM)", "```", "'''").Replace(args)
}

const (
	longestLine = 300  // bytes
	longestText = 1500 // bytes
)

// expects and came are the words by which a problem says what was expected and what came. Some words say both.
var (
	expects = regexp.MustCompile(`expected |must |must be |give |missing |is not one of |unknown key |duplicate key |does not fit|is too large|write |needs |send |not valid `)
	came    = regexp.MustCompile(`[,;] got |, has |missing |"[^"]*" is not one of |^[0-9]+ is not one of |unknown key |duplicate key |must have at least 1 |must not repeat an item; items|^-?[0-9.e]+ (does not fit|is too large)|must not be empty|not valid Unicode|raw control character|unknown escape|key "`)
	goWords = regexp.MustCompile(`\b(u?int(8|16|32|64)?|float(32|64)|bool|\[\]|map\[|struct|interface|slice|rune|nil|time\.Time|time\.Duration|RawMessage|netip|url\.URL|regexp\.|big\.Int|unmarshal|json:|Go|panic|runtime|codec)\b|\*[A-Z]|\[\][a-z]`)
)

func TestAnswers(t *testing.T) {
	for _, g := range Groups {
		for _, c := range g.Cases {
			t.Run(g.Title+"/"+c.Title, func(t *testing.T) {
				r := answer(t, c.Tool, c.Args)
				require.NotNil(t, r.Err, "the tool took %s", c.Args)
				require.Equal(t, runtime.ClassInvalidArguments, r.Err.Class)
				require.NotEmpty(t, r.Err.Problems)
				require.LessOrEqual(t, len(r.Err.Problems), 10)
				require.True(t, utf8.ValidString(r.Err.Message))
				require.LessOrEqual(t, len(r.Err.Message), longestText)
				for _, p := range r.Err.Problems {
					require.LessOrEqual(t, len(p.String()), longestLine)
					require.NotContains(t, p.String(), "\n")
					require.True(t, exists(c.Args, p.Path), "%s has no %s", c.Args, p.Path)
					require.Regexp(t, expects, p.Message, "says what was expected")
					require.Regexp(t, came, p.Message, "says what came")
					require.NotRegexp(t, goWords, p.Message, "has a name of Go")
				}
				fixed := answer(t, c.Tool, c.Fixed)
				require.Nil(t, fixed.Err, "what is sent next: %v", fixed.Err)
			})
		}
	}
}

// exists reports whether a path leads to a value of the arguments, or to the arguments themselves.
func exists(args, path string) bool {
	if path == "arguments" {
		return true
	}
	v, err := parsed(args)
	if err != nil { // what is wrong with a text or a number is found later than what is wrong with the syntax around it
		if v, err = parsed(mended.ReplaceAllString(args, "$1")); err != nil {
			return false
		}
	}
	if inner, wrapped := v.(map[string]any)["arguments"]; wrapped && len(v.(map[string]any)) == 1 {
		v = inner // L12: what was meant
	}
	for _, step := range steps.FindAllStringSubmatch(path, -1) {
		if text, isText := v.(string); isText { // L4: what it holds
			if v, err = parsed(text); err != nil {
				return false
			}
		}
		switch {
		case step[1] != "":
			object, _ := v.(map[string]any)
			inner, found := object[step[1]]
			if v = inner; !found {
				return false
			}
		case step[2] != "":
			list, _ := v.([]any)
			i, _ := strconv.Atoi(step[2])
			if i >= len(list) {
				return false
			}
			v = list[i]
		default:
			object, _ := v.(map[string]any)
			inner, found := object[step[3]]
			if v = inner; !found {
				return false
			}
		}
	}
	return true
}

// mended are the parts of texts that encoding/json does not read.
var mended = regexp.MustCompile(`\n|\\(U)`)

func parsed(text string) (v any, err error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

var steps = regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_-]*)|\[([0-9]+)\]|\["([^"]*)"\]`)

// A checker that finds nothing would pass every answer.
func TestCheckers(t *testing.T) {
	require.True(t, exists(`{"a":{"b":[1,{"c d":null}]}}`, `a.b[1]["c d"]`))
	for _, path := range []string{"b", "a.c", "a.b[2]", `a.b[1]["c"]`} {
		require.False(t, exists(`{"a":{"b":[1,{"c d":null}]}}`, path), path)
	}
	for _, bad := range []string{"wrong", "cannot unmarshal string into Go value of type float64", "300 does not fit in int64"} {
		require.False(t, expects.MatchString(bad) && came.MatchString(bad) && !goWords.MatchString(bad), bad)
	}
}
