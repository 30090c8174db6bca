package tooltest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
	"github.com/toolgen/toolgen/runtime/compose"
	"github.com/toolgen/toolgen/runtime/tooltest"
)

// reporter is a test that notes what is reported instead of failing.
type reporter struct {
	testing.TB
	lines []string
}

func (r *reporter) Helper() {}

func (r *reporter) Errorf(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

const (
	greetInput  = `{"type":"object","properties":{"name":{"type":"string","minLength":1},"times":{"type":"integer","minimum":1,"maximum":3,"default":1}},"required":["name"],"additionalProperties":false}`
	greetOutput = `{"type":"object","properties":{"text":{"type":"string"},"times":{"type":"integer"}},"required":["text","times"],"additionalProperties":false}`
)

var greetSpec = runtime.Spec{Name: "greet", Description: "Greets.", Input: greetInput, Output: greetOutput, ReadOnly: true, Examples: []string{`{"name":"Ann","times":2}`}}

// greet is a tool as the generator would write it.
func greet(_ context.Context, args []byte) runtime.Result {
	var (
		name  string
		times = 1
		seen  uint64
	)
	c := codec.Open(args)
	for c.Object(); c.Field(); {
		switch string(c.Key) {
		case "name":
			seen = c.Once(seen, 1<<0)
			name = c.String()
			c.Length(1, -1)
		case "times":
			seen = c.Once(seen, 1<<1)
			if !c.Null() {
				times = c.IntIn(1, 3)
			}
		default:
			c.Unknown("name", "times")
		}
	}
	c.Need(seen, 1<<0, "name", "times")
	if err := c.Close(); err != nil {
		return runtime.Invalid(err)
	}
	b := codec.AppendString([]byte(`{"text":`), strings.Repeat("Hello "+name+". ", times))
	b = codec.AppendInt(append(b, `,"times":`...), int64(times))
	return runtime.JSON(append(b, '}'))
}

func TestContractHolds(t *testing.T) {
	tooltest.Contract(t, runtime.Func(greetSpec, greet), `{"name":"Bo"}`)

	t.Run("a tool without arguments", func(t *testing.T) {
		tooltest.Contract(t, runtime.Func(runtime.Spec{Name: "now"}, func(_ context.Context, args []byte) runtime.Result {
			c := codec.Open(args)
			for c.Object(); c.Field(); {
				c.Unknown()
			}
			if err := c.Close(); err != nil {
				return runtime.Invalid(err)
			}
			return runtime.Done()
		}))
	})
	t.Run("schemas without end", func(t *testing.T) {
		tooltest.Contract(t, runtime.Func(runtime.Spec{Name: "never", Input: `{"type":"object","properties":{"a":{"$ref":"#"},"b":{"$ref":"#/$defs/A"},"c":{"$ref":"#"},"d":{"$ref":"#/$defs/B"}},` +
			`"required":["a","b","c","d"],"$defs":{"A":{"anyOf":[{"$ref":"#/$defs/A"}]},"B":{"type":"array","items":{"$ref":"#/$defs/B"},"minItems":50}}}`,
		}, func(context.Context, []byte) runtime.Result {
			return runtime.Result{Err: runtime.NewError(runtime.ClassInvalidArguments, "nothing fits")}
		}))
	})
	t.Run("composites", func(t *testing.T) {
		reg := runtime.NewRegistry()
		require.NoError(t, reg.Register(runtime.Set{runtime.Func(greetSpec, greet)}))
		chain, err := compose.NewChain(reg, runtime.Spec{Name: "twice", Examples: []string{`{"who":"Ann"}`}},
			compose.Step{ID: "one", Tool: "greet", Args: []compose.Arg{compose.From("name", "$input.who"), compose.From("times", "$input.often").Or("2")}},
			compose.Step{ID: "two", Tool: "greet", Args: []compose.Arg{compose.From("name", "$one.text")}})
		require.NoError(t, err)
		tooltest.Contract(t, chain)
		conditional, err := compose.NewConditional(reg, runtime.Spec{Name: "either"}, func(_ context.Context, args []byte) (bool, error) { return len(args)%2 == 0, nil }, "greet", "greet")
		require.NoError(t, err)
		tooltest.Contract(t, conditional)
		plan, err := compose.NewPlan(reg, runtime.Spec{Name: "both"}, compose.Plan{Nodes: []compose.Node{
			{ID: "a", Tool: "greet", Args: []byte(`{"name":"$input.a"}`)}, {ID: "b", Tool: "greet", Args: []byte(`{"name":"$a.text"}`)},
		}}, `{"a":"$a.text","b":"$b"}`)
		require.NoError(t, err)
		tooltest.Contract(t, plan)
	})
}

// badTool breaks the contract outside of Execute.
type badTool struct {
	runtime.Tool
	spec func() *runtime.Spec
}

func (b badTool) Spec() *runtime.Spec { return b.spec() }

// A tool that breaks the contract fails it, in each way, with words that say how.
func TestContractFails(t *testing.T) {
	returning := func(r runtime.Result) func(context.Context, []byte) runtime.Result {
		return func(ctx context.Context, args []byte) runtime.Result {
			if good := greet(ctx, args); good.Err != nil {
				return good
			}
			return r
		}
	}
	failing := func(e *runtime.Error) func(context.Context, []byte) runtime.Result {
		return returning(runtime.Result{Err: e})
	}
	with := func(change func(*runtime.Spec)) runtime.Spec {
		s := greetSpec
		change(&s)
		return s
	}
	input := func(text string) runtime.Spec { return with(func(s *runtime.Spec) { s.Input, s.Examples = text, nil }) }
	for _, row := range []struct {
		name string
		spec runtime.Spec
		fn   func(context.Context, []byte) runtime.Result
		want []string // each a part of a line
	}{
		{"a bad name", with(func(s *runtime.Spec) { s.Name = "say hello" }), greet, []string{`the name "say hello" is not ^[a-zA-Z0-9_-]{1,64}$`}},
		{"an unknown category and level", with(func(s *runtime.Spec) { s.Category, s.Access = "fun", 9 }), greet, []string{`there is no category "fun"`, "there is no level 9"}},
		{"negative limits", with(func(s *runtime.Spec) { s.Limits.Memory = -1 }), greet, []string{"a limit or an estimate is negative"}},
		{"words that are not UTF-8", with(func(s *runtime.Spec) { s.Description = "\xff" }), greet, []string{"what it says of itself is not UTF-8"}},
		{"an example that is refused", with(func(s *runtime.Spec) { s.Examples = []string{`{"nam":"x"}`} }), greet, []string{`the example {"nam":"x"} is refused`}},
		{"an input that is refused", greetSpec, nil, []string{`the input {"name":1} is refused`}},

		{"an input that is no JSON", input(`{"type":"object"`), greet, []string{"Input is not one JSON value"}},
		{"an input with a key twice", input(`{"type":"object","type":"object"}`), greet, []string{`Input is not one JSON value: schema: duplicate key "type"`}},
		{"an input that is no schema", input(`[]`), greet, []string{"Input is not a JSON object"}},
		{"an input that is no object", input(`{"type":"string"}`), greet, []string{`Input does not say "type":"object" at its top`}},
		{"an unknown type", input(`{"type":"object","properties":{"name":{"type":"text"}}}`), greet, []string{`Input.properties.name.type: there is no type "text"`}},
		{"a required name that is not allowed", input(`{"type":"object","required":["x"],"additionalProperties":false}`), greet, []string{`Input.required: "x" is required and not allowed`}},
		{"names that stand twice", input(`{"type":"object","properties":{"name":{}},"required":["name","name"]}`), greet, []string{"Input.required: it is a list of different names"}},
		{"an empty enum", input(`{"type":"object","properties":{"name":{"enum":[]}}}`), greet, []string{"Input.properties.name.enum: it is a list of different values that is not empty"}},
		{"bounds that are none", input(`{"type":"object","properties":{"name":{"minLength":-1,"minimum":"1","multipleOf":0}}}`), greet,
			[]string{"minLength: it is a whole number that is not negative", "minimum: it is a number", "multipleOf: it is a number"}},
		{"a pattern that is none", input(`{"type":"object","properties":{"name":{"pattern":"("}}}`), greet, []string{"pattern: it is no regular expression"}},
		{"a reference to nowhere", input(`{"type":"object","properties":{"name":{"$ref":"#/$defs/X"}}}`), greet, []string{"$ref: it leads nowhere"}},
		{"a default that does not fit", input(`{"type":"object","properties":{"name":{"type":"string","default":1}}}`), greet, []string{"default: the default is of type integer, the schema says string"}},
		{"members that are no schemas", input(`{"type":"object","properties":[],"additionalProperties":1}`), greet, []string{"properties: it is an object of schemas", "additionalProperties: a schema is an object, true or false"}},
		{"an output that is no schema", with(func(s *runtime.Spec) { s.Output = `{"type":["string","string"]}` }), greet, []string{"Output.type: it is the name of a type, or several different ones"}},

		{"a panic", greetSpec, func(ctx context.Context, args []byte) runtime.Result {
			if len(args) > 40 {
				panic("too long")
			}
			return greet(ctx, args)
		}, []string{"Execute panicked: too long"}},
		{"an end of the goroutine", greetSpec, func(ctx context.Context, args []byte) runtime.Result {
			if len(args) > 40 {
				goruntime.Goexit()
			}
			return greet(ctx, args)
		}, []string{"Execute ended its goroutine"}},
		{"changed arguments", greetSpec, func(ctx context.Context, args []byte) runtime.Result {
			r := greet(ctx, args)
			if len(args) > 0 {
				args[0] = ' '
			}
			return r
		}, []string{"Execute changed its arguments"}},
		{"kept arguments", with(func(s *runtime.Spec) { s.Output = "" }), func(ctx context.Context, args []byte) runtime.Result {
			if r := greet(ctx, args); r.Err != nil {
				return r
			}
			return runtime.Result{JSON: args}
		}, []string{"the result changes with the arguments of the call"}},
		{"everything is taken", greetSpec, func(context.Context, []byte) runtime.Result {
			return greet(context.Background(), []byte(`{"name":"x"}`))
		},
			[]string{"what is no JSON object was taken", `a call without the required "name" was taken`, `a value of a wrong type for "name" was taken`, `a value of a wrong type for "times" was taken`}},
		{"refusals of another class", greetSpec, func(ctx context.Context, args []byte) runtime.Result {
			r := greet(ctx, args)
			if r.Err != nil {
				r.Err = runtime.NewError(runtime.ClassFailed, "no")
			}
			return r
		}, []string{"what is no JSON object is an error of class failed, want class invalid_arguments"}},

		{"an unknown class", greetSpec, failing(&runtime.Error{Class: "bad", Message: "x"}), []string{`there is no class "bad"`}},
		{"an error without words", greetSpec, failing(&runtime.Error{Class: runtime.ClassFailed, Message: " "}), []string{"an error of class failed says nothing"}},
		{"an error that is not UTF-8", greetSpec, failing(&runtime.Error{Class: runtime.ClassFailed, Message: "\xff"}), []string{"an error's message is not UTF-8"}},
		{"an error without end", greetSpec, failing(&runtime.Error{Class: runtime.ClassFailed, Message: strings.Repeat("x", 1<<17)}), []string{"an error's message has 131072 bytes"}},
		{"problems of what are no arguments", greetSpec, failing(&runtime.Error{Class: runtime.ClassFailed, Message: "x", Problems: []runtime.Problem{{}}}),
			[]string{"an error of class failed has problems of arguments", "a problem has no path or no message"}},
		{"a time to wait for what stays wrong", greetSpec, failing(&runtime.Error{Class: runtime.ClassFailed, Message: "x", RetryAfter: 1}), []string{"RetryAfter is 1ns, and Transient false"}},

		{"a text that is not UTF-8", with(func(s *runtime.Spec) { s.Output = "" }), returning(runtime.Result{Text: "\xff"}), []string{"the result's text is not UTF-8"}},
		{"JSON that is none", with(func(s *runtime.Spec) { s.Output = "" }), returning(runtime.Result{JSON: []byte(`{`)}), []string{"the result's JSON is none"}},
		{"no value where one is promised", greetSpec, returning(runtime.Text("x")), []string{"Output promises a value, and a result has none"}},
		{"a value of another type", greetSpec, returning(runtime.JSON([]byte(`[]`))), []string{"the result is of type array, the schema says object"}},
		{"a value without a member", greetSpec, returning(runtime.JSON([]byte(`{"text":"x"}`))), []string{"the result lacks the required times"}},
		{"a value with another member", greetSpec, returning(runtime.JSON([]byte(`{"text":"x","times":1,"x":1}`))), []string{"the result has an unknown member x"}},
		{"a member of another type", greetSpec, returning(runtime.JSON([]byte(`{"text":1,"times":1}`))), []string{"the result.text is of type integer, the schema says string"}},
		{"parts that are none", greetSpec, returning(runtime.Result{JSON: []byte(`{"text":"","times":1}`), Parts: []runtime.Part{{Kind: "film"}}}), []string{`there is no kind of part "film"`, `a part of kind "film" is empty`}},
		{"a note that says nothing", greetSpec, returning(runtime.Result{JSON: []byte(`{"text":"","times":1}`), Notes: []runtime.Note{{Path: "x"}}}), []string{"a note has no kind or no text"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := &reporter{TB: t}
			if row.fn == nil {
				tooltest.Breaches(r, runtime.Func(row.spec, greet), `{"name":1}`)
			} else {
				tooltest.Breaches(r, runtime.Func(row.spec, row.fn))
			}
			for _, want := range row.want {
				require.Contains(t, strings.Join(r.lines, "\n"), want)
			}
			require.LessOrEqual(t, len(r.lines), len(row.want)+6, "each kind of breach once: %s", r.lines)
		})
	}
	for name, spec := range map[string]func() *runtime.Spec{
		"Spec returned nil": func() *runtime.Spec { return nil },
		"Spec panicked: no": func() *runtime.Spec { panic("no") },
		"Spec returned another pointer at the second call": func() *runtime.Spec { s := greetSpec; return &s },
	} {
		t.Run(name, func(t *testing.T) {
			r := &reporter{TB: t}
			tooltest.Breaches(r, badTool{runtime.Func(greetSpec, greet), spec})
			require.Contains(t, strings.Join(r.lines, "\n"), name)
		})
	}
	t.Run("no tool", func(t *testing.T) {
		r := &reporter{TB: t}
		tooltest.Breaches(r, nil)
		require.Equal(t, []string{"the tool: the tool is nil"}, r.lines)
	})
}

func TestFakeAndRecorder(t *testing.T) {
	fake := tooltest.Fake(runtime.Spec{Name: "search"}, runtime.Text("one"), runtime.Result{Err: runtime.NewError(runtime.ClassUnavailable, "down")})
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(runtime.Set{fake}))
	ann := runtime.Principal{ID: "ann"}
	ctx := runtime.WithCall(t.Context(), runtime.Call{ID: "c1", Principal: ann})
	args := []byte(`{"q":1}`)
	require.Equal(t, "one", reg.Call(ctx, "search", args).Text)
	args[0] = '#'
	require.Equal(t, runtime.ClassUnavailable, reg.Call(t.Context(), "search", nil).Err.Class)
	require.Equal(t, runtime.ClassUnavailable, reg.Call(t.Context(), "search", nil).Err.Class, "the last one stays")
	calls := fake.Calls()
	require.Len(t, calls, 3)
	require.Equal(t, tooltest.Call{ID: "c1", Principal: ann, Attempt: 1, Args: []byte(`{"q":1}`), Result: runtime.Text("one")}, calls[0])
	require.Nil(t, calls[1].Args)

	require.Equal(t, "ok", tooltest.Fake(runtime.Spec{Name: "x"}).Execute(t.Context(), nil).Text)

	panics := tooltest.Record(runtime.Func(runtime.Spec{Name: "panics"}, func(context.Context, []byte) runtime.Result { panic("x") }))
	require.Panics(t, func() { panics.Execute(t.Context(), []byte("{}")) })
	require.Len(t, panics.Calls(), 1)
	require.PanicsWithValue(t, "tooltest.Record: the tool is nil", func() { tooltest.Record(nil) })
}

func TestGolden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "testdata", "tools.json")
	set := runtime.Set{runtime.Func(greetSpec, greet), tooltest.Fake(runtime.Spec{Name: "a"})}

	r := &reporter{TB: t}
	tooltest.Golden(r, path, false, set)
	require.Len(t, r.lines, 1)
	require.Contains(t, r.lines[0], "run the test with its update flag to write the file")

	tooltest.Golden(t, path, true, set)
	tooltest.Golden(t, path, false, set[1:], set[:1])
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(string(written), "\n", "\r\n")), 0o666))
	tooltest.Golden(t, path, false, set)

	changed := greetSpec
	changed.Input = strings.Replace(greetInput, `"maximum":3`, `"maximum":5`, 1)
	r = &reporter{TB: t}
	tooltest.Golden(r, path, false, runtime.Set{runtime.Func(changed, greet), set[1]})
	require.Len(t, r.lines, 1)
	require.Contains(t, r.lines[0], "- ")
	require.Regexp(t, `(?s)line \d+:\n-  +"maximum": 3,?\n\+  +"maximum": 5,?\nif they`, r.lines[0])

	r = &reporter{TB: t}
	tooltest.Golden(r, path, false, runtime.Set{tooltest.Fake(runtime.Spec{Name: "x", Input: "{"})})
	require.Contains(t, r.lines[0], "a tool's schema or example is no JSON")
}

type color int

func (c *color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "red":
		*c = 1
	case "green":
		*c = 2
	default:
		return errors.New("no color")
	}
	return nil
}

func (c color) MarshalText() ([]byte, error) {
	if c == 3 {
		return nil, errors.New("no text")
	}
	return []byte([]string{"none", "red", "grün"}[c]), nil
}

// T73: the texts that directives say and the methods of the type are one, or the test says so.
func TestT73_Texts(t *testing.T) {
	tooltest.Texts(t, map[color]string{1: "red"})
	for want, texts := range map[string]map[color]string{
		"there are no texts":                       nil,
		`UnmarshalText("blue"): no color, want 1`:  {1: "blue"},
		`UnmarshalText("green") is 2, want 1`:      {1: "green"},
		`MarshalText of 2 is "grün", want "green"`: {2: "green"},
		`MarshalText of 3: no text, want "red"`:    {3: "red"},
	} {
		r := &reporter{TB: t}
		tooltest.Texts(r, texts)
		require.Contains(t, strings.Join(r.lines, "\n"), strings.ReplaceAll(want, "want 1", "want"))
	}
}
