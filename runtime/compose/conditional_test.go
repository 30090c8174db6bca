package compose_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/compose"
)

func always(yes bool) compose.Predicate {
	return func(context.Context, []byte) (bool, error) { return yes, nil }
}

func TestConditionalBuild(t *testing.T) {
	in := func(members, required string) string {
		return `{"type":"object","properties":{` + members + `},"required":[` + required + `],"additionalProperties":false}`
	}
	reg := registry(t,
		tool("text", in(`"text":{"type":"string","description":"this one"}`, `"text"`), `{"type":"string"}`, nil),
		tool("same", in(`"text":{"type":"string","description":"that one"}`, `"text"`), `{"type":"string"}`, nil),
		tool("short", in(`"text":{"type":"string","maxLength":5}`, `"text"`), `{"type":"integer"}`, nil),
		tool("more", in(`"text":{"type":"string"},"n":{"type":"integer"}`, `"text"`), "", nil),
		tool("number", in(`"text":{"type":"number"}`, `"text"`), "", nil),
		tool("other", in(`"query":{"type":"string"}`, `"query"`), "", nil),
	)
	for _, row := range []struct {
		name, given, then, otherwise string
		input, output                string // wanted, where problems is nil
		problems                     []string
	}{
		{name: "equal but for words", then: "text", otherwise: "same", input: in(`"text":{"type":"string","description":"this one"}`, `"text"`), output: `{"type":"string"}`},
		{name: "the narrower one", then: "text", otherwise: "short", input: in(`"text":{"type":"string","maxLength":5}`, `"text"`), output: `{"anyOf":[{"type":"string"},{"type":"integer"}]}`},
		{name: "the one with fewer parameters", then: "more", otherwise: "text", input: in(`"text":{"type":"string","description":"this one"}`, `"text"`)},
		{name: "one that is given", given: in(`"text":{"type":"string","enum":["a"]}`, `"text"`), then: "text", otherwise: "short", input: in(`"text":{"type":"string","enum":["a"]}`, `"text"`), output: `{"anyOf":[{"type":"string"},{"type":"integer"}]}`},

		{name: "unknown branches", then: "a", otherwise: "b", problems: []string{`then: no tool "a" is registered`, `otherwise: no tool "b" is registered`}},
		{name: "arguments that do not go together", then: "text", otherwise: "other", problems: []string{"Input: text and other take different arguments, and neither takes all that the other does; give an Input that fits both"}},
		{name: "types that do not go together", given: in(`"text":{"type":"string"}`, `"text"`), then: "text", otherwise: "number", problems: []string{"Input: it does not fit number: text is a string, wanted is a number"}},
		{name: "a given input that one branch does not know", given: in(`"text":{"type":"string"},"n":{"type":"integer"}`, `"text","n"`), then: "text", otherwise: "more", problems: []string{`Input: it does not fit text: has a member "n", which is not wanted; known are "text"`}},
		{name: "a given input that lets out what a branch requires", given: in(`"text":{"type":"string"}`, ``), then: "text", otherwise: "more", problems: []string{"Input: text requires text, which may be absent here", "Input: more requires text, which may be absent here"}},
		{name: "the name of a branch", then: "made", otherwise: "text", problems: []string{`then: no tool "made" is registered`}},
	} {
		t.Run(row.name, func(t *testing.T) {
			made, err := compose.NewConditional(reg, runtime.Spec{Name: "made", Input: row.given}, always(true), row.then, row.otherwise)
			if row.problems != nil {
				require.Equal(t, row.problems, problems(t, err))
				return
			}
			require.NoError(t, err)
			require.Equal(t, row.input, made.Spec().Input)
			require.Equal(t, row.output, made.Spec().Output)
		})
	}
	_, err := compose.NewConditional(reg, runtime.Spec{Name: "text"}, nil, "text", "same")
	require.Equal(t, []string{"when: the predicate is nil", "Name: it is the name of a tool inside"}, problems(t, err))

	// The seed called every conditional "conditional_tool", so that the second took the place of the first.
	t.Run("seed: all had one name", func(t *testing.T) {
		_, err := compose.NewConditional(reg, runtime.Spec{}, always(true), "text", "same")
		require.Equal(t, []string{`Name: "" is not ^[a-zA-Z0-9_-]{1,64}$; every composite has a name of its own`}, problems(t, err))
		first, err := compose.NewConditional(reg, runtime.Spec{Name: "conditional_tool"}, always(true), "text", "same")
		require.NoError(t, err)
		second, err := compose.NewConditional(reg, runtime.Spec{Name: "conditional_tool"}, always(true), "same", "text")
		require.NoError(t, err)
		require.ErrorContains(t, reg.Register(runtime.Set{first, second}), `the name "conditional_tool" is taken more than once`)
	})
}

// A predicate that cannot decide runs no branch.
func TestConditionalRun(t *testing.T) {
	var ran []string
	branch := func(name string) runtime.Tool {
		return runtime.Func(runtime.Spec{Name: name, Input: textArg, ReadOnly: true}, func(ctx context.Context, args []byte) runtime.Result {
			ran = append(ran, name+" "+string(args)+" "+runtime.CallFrom(ctx).ID)
			if strings.Contains(string(args), "bad") {
				return runtime.Result{Err: runtime.NewError(runtime.ClassUnavailable, "it broke")}
			}
			return runtime.Text(name)
		})
	}
	reg := registry(t, branch("yes"), branch("no"))
	for _, row := range []struct {
		name string
		when compose.Predicate
		args string
		ran  []string
		text string
		err  *runtime.Error
	}{
		{"true", always(true), ` {"text" : "x"}`, []string{`yes {"text":"x"} c/then`}, "yes", nil},
		{"false", always(false), `{"text":"x"}`, []string{`no {"text":"x"} c/otherwise`}, "no", nil},
		{"arguments that are refused", always(true), `{"text":1}`, nil, "", &runtime.Error{Class: runtime.ClassInvalidArguments, Message: "text: expected string, got number 1; put quotes around it"}},
		{"an error", func(context.Context, []byte) (bool, error) { return true, errors.New("no idea") }, `{"text":"x"}`, nil, "",
			&runtime.Error{Class: runtime.ClassFailed, Message: "the condition could not be decided, and nothing was run: no idea"}},
		{"a panic", func(context.Context, []byte) (bool, error) { panic("secret") }, `{"text":"x"}`, nil, "",
			&runtime.Error{Class: runtime.ClassFailed, Message: "the condition could not be decided; nothing was run"}},
		{"a branch that fails", always(true), `{"text":"bad"}`, []string{`yes {"text":"bad"} c/then`}, "",
			&runtime.Error{Class: runtime.ClassUnavailable, Message: `step "then": it broke`}},
	} {
		t.Run(row.name, func(t *testing.T) {
			ran = nil
			made, err := compose.NewConditional(reg, runtime.Spec{Name: "made"}, row.when, "yes", "no")
			require.NoError(t, err)
			result := made.Execute(runtime.WithCall(t.Context(), runtime.Call{ID: "c"}), []byte(row.args))
			require.Equal(t, row.ran, ran)
			require.Equal(t, row.text, result.Text)
			if row.err == nil {
				require.Nil(t, result.Err)
				return
			}
			require.Equal(t, row.err.Class, result.Err.Class)
			require.Equal(t, row.err.Message, result.Err.Message)
		})
	}
}

func TestWhenRefusesNil(t *testing.T) {
	require.PanicsWithValue(t, "compose.When: a function is nil", func() { compose.When[int](nil, nil) })
}
