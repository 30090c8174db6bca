package compose_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/compose"
)

// Everything that can be known is an error when the chain is built. The rows that begin with "seed" are what the Python
// design that this package follows did instead.
func TestChainBuild(t *testing.T) {
	reg := registry(t,
		constant("page", `{"type":"object","properties":{"title":{"type":"string"},"links":{"type":"array","items":{"type":"string"}},"author":{"type":["object","null"],"properties":{"name":{"type":"string"}},"additionalProperties":false},"size":{"type":"integer","enum":[1,2]}},"required":["title","links"],"additionalProperties":false}`, `{}`),
		tool("say", `{"type":"object","properties":{"text":{"type":"string","maxLength":5},"times":{"type":"integer","minimum":1},"mood":{"type":"string","enum":["glad","sad"]},"all":{"type":"array","items":{"type":"string"}}},"required":["text"],"additionalProperties":false}`, "", nil),
		echo("echo"),
		tool("broken", `{"type":`, "", nil),
	)
	type args = []compose.Arg
	page := compose.Step{ID: "page", Tool: "page"}
	say := func(a ...compose.Arg) compose.Step { return compose.Step{ID: "say", Tool: "say", Args: a} }
	for _, row := range []struct {
		name  string
		spec  runtime.Spec
		steps []compose.Step
		want  []string
	}{
		{"seed: a reference to nothing became {}", runtime.Spec{}, []compose.Step{page, say(compose.From("text", "$pages.title"))},
			[]string{`say.text: $pages.title: there is no step "pages"`}},
		{"seed: a field that does not exist became {}", runtime.Spec{}, []compose.Step{page, say(compose.From("text", "$page.titel"))},
			[]string{`say.text: $page.titel: $page has no member "titel"; known are "title", "links", "author", "size"`}},
		{"seed: the last of several values for a field won", runtime.Spec{}, []compose.Step{page, say(compose.From("text", "$page.title"), compose.From("text", "$input.text"))},
			[]string{`say.text: is given twice`}},
		{"seed: a path through a text was an exception", runtime.Spec{}, []compose.Step{page, say(compose.From("text", "$page.title.text"))},
			[]string{`say.text: $page.title.text: $page.title is not an object but a string`}},
		{"seed: a tool without a mapping got {}", runtime.Spec{}, []compose.Step{say()},
			[]string{`say.text: is required and nothing is given for it`}},
		{"seed: a tool could not stand twice", runtime.Spec{}, []compose.Step{{Tool: "echo"}, {Tool: "echo"}},
			[]string{`step 2: the ID "echo" is that of step 1 too; give one of them another ID`}},

		{"no steps", runtime.Spec{}, nil, []string{"steps: a chain has at least one"}},
		{"an unknown tool", runtime.Spec{}, []compose.Step{{Tool: "ecko"}}, []string{`ecko: no tool "ecko" is registered`}},
		{"a forward reference", runtime.Spec{}, []compose.Step{say(compose.From("text", "$page.title")), page},
			[]string{`say.text: $page.title comes from a step that has not run yet`}},
		{"a reference to itself", runtime.Spec{}, []compose.Step{say(compose.From("text", "$say"))},
			[]string{`say.text: $say comes from a step that has not run yet`}},
		{"an unknown parameter", runtime.Spec{}, []compose.Step{say(compose.Const("text", `"hi"`), compose.Const("txt", `1`))},
			[]string{`say.txt: is not known; known are "text", "times", "mood", "all"`}},
		{"an index into an object", runtime.Spec{}, []compose.Step{page, say(compose.From("text", "$page[0]"))},
			[]string{`say.text: $page[0]: $page is not an array but an object`}},
		{"types that never fit", runtime.Spec{}, []compose.Step{page, say(compose.From("text", "$page.links"), compose.From("times", "$page.title"), compose.From("all", "$page.links[0]"))},
			[]string{`say.text: $page.links is an array, wanted is a string`, `say.times: $page.title is a string, wanted is an integer`, `say.all: $page.links[0] is a string, wanted is an array`}},
		{"values that never fit", runtime.Spec{}, []compose.Step{page, say(compose.From("text", "$page.size"), compose.Const("mood", `"gald"`), compose.Const("times", "0"))},
			[]string{`say.text: $page.size is an integer, wanted is a string`, `say.mood: "gald" is not one of glad, sad; did you mean glad?`, `say.times: must be at least 1, got 0`}},
		{"a default that does not fit", runtime.Spec{}, []compose.Step{page, say(compose.From("text", "$page.author.name").Or(`"nobody"`))},
			[]string{`say.text: must be at most 5 characters, has 6`}},
		{"a constant that is no JSON", runtime.Spec{}, []compose.Step{say(compose.Const("text", `hi`))},
			[]string{`say.text: "hi" is not JSON; a text is written with quotes, "\"text\""`}},
		{"a constant with a default", runtime.Spec{}, []compose.Step{say(compose.Const("text", `"hi"`).Or(`"ho"`))},
			[]string{`say.text: a constant is never absent; take Or or Optional away`}},
		{"both Or and Optional", runtime.Spec{}, []compose.Step{say(compose.Const("text", `"hi"`), compose.From("mood", "$input.mood").Or(`"sad"`).Optional())},
			[]string{`say.mood: Or and Optional exclude each other`}},
		{"a required parameter left out", runtime.Spec{}, []compose.Step{say(compose.From("text", "$input.text").Optional())},
			[]string{`say.text: is required and cannot be left out; give a default with Or`}},
		{"references that are none", runtime.Spec{}, []compose.Step{say(compose.From("text", "input.text"), compose.From("mood", "$input..mood"))},
			[]string{`say.text: "input.text" is no reference; write $input.name or $ID.name`, `say.mood: "$input..mood" has no path that can be read from "..mood" on; write .name, [0] or ["a name"]`}},
		{"IDs that are none", runtime.Spec{}, []compose.Step{{ID: "a b", Tool: "echo"}, {ID: "input", Tool: "echo"}},
			[]string{`step 1: the ID "a b" is not ^[a-zA-Z0-9_-]{1,64}$`, `step 2: the ID "input" stands for the arguments; choose another`}},
		{"a tool whose schema cannot be read", runtime.Spec{}, []compose.Step{{Tool: "broken"}},
			[]string{`broken: input: the schema is not one JSON value`}},

		{"an input that has no such member", runtime.Spec{Input: textArg}, []compose.Step{say(compose.From("text", "$input.title"))},
			[]string{`say.text: $input.title: $input has no member "title"; known are "text"`}},
		{"an input that may be absent", runtime.Spec{Input: `{"type":"object","properties":{"text":{"type":"string"}}}`}, []compose.Step{say(compose.From("text", "$input.text"))},
			[]string{`say.text: $input.text may be absent; give a default with Or, say Optional, or require it in Input`}},
		{"an input of another type", runtime.Spec{Input: `{"type":"object","properties":{"text":{"type":"integer"}},"required":["text"]}`}, []compose.Step{say(compose.From("text", "$input.text"))},
			[]string{`say.text: $input.text is an integer, wanted is a string`}},
		{"an input that is no object", runtime.Spec{Input: `{"type":"string"}`}, []compose.Step{{Tool: "echo"}},
			[]string{`Input: the schema must say "type":"object"`}},
		{"an input that cannot be derived", runtime.Spec{}, []compose.Step{{Tool: "echo", Args: args{compose.From("a", "$input")}}, say(compose.From("text", "$input.list[0]"))},
			[]string{`echo: $input as a whole has no schema to follow from; give one in Input`, `say: $input.list[0] is an item of an array that has no schema to follow from; give one in Input`}},
		{"an input wanted in two ways", runtime.Spec{}, []compose.Step{say(compose.From("text", "$input.x"), compose.From("times", "$input.x"))},
			[]string{`$input.x: say and say want different values for it, and neither takes all that the other does; give the schema in Input`}},
		{"an input wanted whole and in parts", runtime.Spec{}, []compose.Step{say(compose.From("text", "$input.x"), compose.From("mood", "$input.x.mood"))},
			[]string{`$input.x: it is used as a whole and by its members; give the schema in Input`}},

		{"no name", runtime.Spec{Name: "-"}, []compose.Step{{Tool: "echo"}}, []string{`Name: "" is not ^[a-zA-Z0-9_-]{1,64}$; every composite has a name of its own`}},
		{"the name of a tool inside", runtime.Spec{Name: "echo"}, []compose.Step{{Tool: "echo"}}, []string{`Name: it is the name of a tool inside`}},
		{"claims that do not hold", runtime.Spec{ReadOnly: true, ClosedWorld: true, Output: anything, Limits: runtime.Limits{Timeout: 1}}, []compose.Step{{Tool: "echo"}},
			[]string{`Output: it follows from the tools; leave it empty`, `Limits: a composite enforces none of its own; put a wrapper around it, such as wrap.Timeout`, `ClosedWorld: not every tool inside is; leave it out`}},
		{"examples that are refused", runtime.Spec{Examples: []string{`{"text":"hi"}`, `{"txt":"hi"}`}}, []compose.Step{say(compose.From("text", "$input.text"))},
			[]string{`Examples: {"txt":"hi"}: arguments: unknown key "txt"; did you mean "text"?; arguments: missing required "text"`}},
	} {
		t.Run(row.name, func(t *testing.T) {
			switch row.spec.Name {
			case "":
				row.spec.Name = "made"
			case "-":
				row.spec.Name = ""
			}
			made, err := compose.NewChain(reg, row.spec, row.steps...)
			require.Equal(t, row.want, problems(t, err))
			require.Nil(t, made)
		})
	}
}

// What a chain says of itself follows from the tools inside: of everything the worst.
func TestChainSpec(t *testing.T) {
	reg := registry(t,
		specTool(runtime.Spec{Name: "a", Access: runtime.Public, ReadOnly: true, Idempotent: true, ClosedWorld: true, Permissions: []string{"read"}, Limitations: []string{"slow"},
			Input:   `{"type":"object","properties":{"tree":{"$ref":"#/$defs/Node","description":"a tree"},"token":{"type":"string"}},"required":["tree","token"],"additionalProperties":false,"$defs":{"Node":{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"additionalProperties":false}}}`,
			Secrets: []string{"token"}}, nil),
		specTool(runtime.Spec{Name: "b", Access: runtime.Admin, Additive: true, Idempotent: true, Permissions: []string{"write", "read"}, Dependencies: []string{"git"}, Secrets: []string{"auth.key"},
			Input:  `{"type":"object","properties":{"auth":{"type":"object","properties":{"key":{"type":"string"}},"required":["key"]},"n":{"type":"integer","minimum":1},"m":{"type":"number"}},"additionalProperties":false}`,
			Output: `{"type":"integer"}`}, nil),
		specTool(runtime.Spec{Name: "undeclared", ReadOnly: true}, nil),
	)
	a := compose.Step{Tool: "a", Args: []compose.Arg{compose.From("tree", "$input.tree"), compose.From("token", "$input.secret")}}
	b := compose.Step{Tool: "b", Args: []compose.Arg{compose.From("auth", "$input.login.b"), compose.From("n", "$input.n").Or("3"), compose.From("m", "$input.n").Or("3")}}
	spec := chain(t, reg, runtime.Spec{Name: "made", Description: "What it does.", Permissions: []string{"own"}}, a, b).Spec()
	require.Equal(t, &runtime.Spec{
		Name: "made", Description: "What it does.", Access: runtime.Admin, Permissions: []string{"own", "read", "write"},
		Additive: true, Idempotent: true, Limitations: []string{"slow"}, Dependencies: []string{"git"}, Secrets: []string{"secret", "login.b.key"},
		Input: `{"type":"object","properties":{"tree":{"$ref":"#/$defs/a_Node","description":"a tree"},"secret":{"type":"string"},` +
			`"login":{"type":"object","properties":{"b":{"type":"object","properties":{"key":{"type":"string"}},"required":["key"]}},"required":["b"],"additionalProperties":false},` +
			`"n":{"type":"integer","minimum":1,"default":3}},"required":["tree","secret","login"],"additionalProperties":false,` +
			`"$defs":{"a_Node":{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#/$defs/a_Node"}}},"additionalProperties":false}}}`,
		Output: `{"type":"integer"}`,
	}, spec)

	t.Run("no level where a tool declares none", func(t *testing.T) {
		made := chain(t, reg, runtime.Spec{Name: "made", Access: runtime.Trusted}, compose.Step{Tool: "undeclared"})
		require.Equal(t, runtime.Undeclared, made.Spec().Access)
	})
	t.Run("what another process says of its tool is not passed on", func(t *testing.T) {
		remote := registry(t, specTool(runtime.Spec{Name: "there", Access: runtime.Public, ReadOnly: true, Additive: true, Idempotent: true, ClosedWorld: true, Remote: true}, nil))
		made := chain(t, remote, runtime.Spec{Name: "made"}, compose.Step{Tool: "there"}).Spec()
		require.False(t, made.ReadOnly || made.Additive || made.Idempotent || made.ClosedWorld)
	})
	t.Run("a level may be raised", func(t *testing.T) {
		made := chain(t, reg, runtime.Spec{Name: "made", Access: runtime.System}, b)
		require.Equal(t, runtime.System, made.Spec().Access)
	})
	t.Run("not idempotent where a result is handed to a tool that changes things", func(t *testing.T) {
		made := chain(t, reg, runtime.Spec{Name: "made"}, a, compose.Step{Tool: "b", Args: []compose.Arg{compose.From("n", "$a")}})
		require.False(t, made.Spec().Idempotent)
	})
}

func TestChainRun(t *testing.T) {
	reg := registry(t, echo("echo"), failing("breaks", runtime.ClassUnavailable),
		constant("page", "", `{ "title":"Hé\"llo", "n":9007199254740993, "list":[{"x":1.10},null], "a b":{"":7}, "none":null }`),
		constant("no_json", "", `{"a":`),
		tool("text", anything, "", func(context.Context, map[string]any) runtime.Result {
			return runtime.Result{Text: "plain \xff", Notes: []runtime.Note{{Kind: "replaced_utf8", Path: "result", Text: "1 byte"}}}
		}),
	)
	run := func(t *testing.T, args string, steps ...compose.Step) runtime.Result {
		return chain(t, reg, runtime.Spec{Name: "made", Input: anything}, steps...).Execute(t.Context(), []byte(args))
	}
	page := compose.Step{Tool: "page"}

	for _, row := range []struct{ name, ref, want string }{
		{"the whole result", "$page", `{"title":"Hé\"llo","n":9007199254740993,"list":[{"x":1.10},null],"a b":{"":7},"none":null}`},
		{"a text, as JSON", "$page.title", `"Hé\"llo"`},
		{"a number, digit by digit", "$page.n", `9007199254740993`},
		{"an item", "$page.list[0].x", `1.10`},
		{"a null", "$page.list[1]", `null`},
		{"names in quotes", `$page["a b"][""]`, `7`},
		{"the arguments", "$input", `{"in":[1,2]}`},
		{"a part of the arguments", "$input.in[1]", `2`},
	} {
		t.Run(row.name, func(t *testing.T) {
			var got string
			recorder := registry(t, constant("page", "", `{ "title":"Hé\"llo", "n":9007199254740993, "list":[{"x":1.10},null], "a b":{"":7}, "none":null }`),
				runtime.Func(runtime.Spec{Name: "record", Input: anything}, func(_ context.Context, args []byte) runtime.Result {
					got = string(args)
					return runtime.Done()
				}))
			made := chain(t, recorder, runtime.Spec{Name: "made", Input: anything}, page, compose.Step{Tool: "record", Args: []compose.Arg{compose.From("v", row.ref).Or(`"default"`)}})
			require.Nil(t, made.Execute(t.Context(), []byte(` {"in" : [1, 2]} `)).Err)
			if row.want == "null" {
				row.want = `"default"`
			}
			require.Equal(t, `{"v":`+row.want+`}`, got)
		})
	}
	for _, row := range []struct{ name, ref, want string }{
		{"a member that is not there", "$page.absent", `step "echo": $page.absent: $page has no member "absent"`},
		{"an item that is not there", "$page.list[2]", `step "echo": $page.list[2]: $page.list has only 2 items`},
		{"a null on the way", "$page.none.x", `step "echo": $page.none.x: $page.none is null`},
		{"a text on the way", "$page.title.x", `step "echo": $page.title.x: $page.title is not an object but a string`},
		{"a number on the way", "$page.n[0]", `step "echo": $page.n[0]: $page.n is not an array but a number`},
		{"arguments that are not there", "$input.absent", `step "echo": $input.absent: $input has no member "absent"`},
	} {
		t.Run(row.name, func(t *testing.T) {
			reg := registry(t, echo("echo"), constant("page", "", `{"title":"x","n":1,"list":[1,2],"none":null}`))
			in := `{"type":"object","additionalProperties":true}`
			made, err := compose.NewChain(reg, runtime.Spec{Name: "made", Input: in}, page, compose.Step{Tool: "echo", Args: []compose.Arg{compose.From("v", row.ref)}})
			if err != nil {
				require.Contains(t, err.Error(), "may be absent") // of arguments it is known before
				return
			}
			result := made.Execute(t.Context(), nil)
			require.Equal(t, runtime.ClassFailed, result.Err.Class)
			require.Equal(t, row.want, result.Err.Message)
		})
	}

	t.Run("an absent value is left out", func(t *testing.T) {
		r := run(t, `{}`, page, compose.Step{Tool: "echo", Args: []compose.Arg{compose.From("a", "$page.absent").Optional(), compose.From("b", "$page.none").Optional(), compose.Const("c", "1"), compose.From("d", "$page.absent.x").Optional()}})
		require.Equal(t, `{"c":1}`, string(r.JSON))
	})
	t.Run("a default stands for an absent value, not for a wrong path", func(t *testing.T) {
		r := run(t, `{}`, page, compose.Step{Tool: "echo", Args: []compose.Arg{compose.From("a", "$page.title.x").Or("1")}})
		require.ErrorContains(t, r.Err, "$page.title is not an object but a string")
	})
	t.Run("a text is a string, and notes come along", func(t *testing.T) {
		r := run(t, `{}`, compose.Step{Tool: "text"}, compose.Step{Tool: "echo", Args: []compose.Arg{compose.From("a", "$text")}})
		require.Equal(t, `{"a":"plain �"}`, string(r.JSON))
		require.Equal(t, []runtime.Note{{Kind: "replaced_utf8", Path: "$text result", Text: "1 byte"}}, r.Notes)
	})
	t.Run("the first failure ends it, by name", func(t *testing.T) {
		r := run(t, `{}`, page, compose.Step{ID: "second", Tool: "breaks"}, compose.Step{ID: "third", Tool: "breaks"})
		require.Equal(t, runtime.ClassUnavailable, r.Err.Class)
		require.Equal(t, `step "second": it broke`, r.Err.Message)
		require.Len(t, r.Notes, 1)
		require.Equal(t, "partial", r.Notes[0].Kind)
		require.Equal(t, "$page", r.Notes[0].Path)
		step, ok := errors.AsType[*compose.StepError](r.Err)
		require.True(t, ok)
		require.Equal(t, "second", step.ID)
		require.Equal(t, "breaks", step.Tool)
		require.Equal(t, "page", step.Done[0].ID)
		require.Equal(t, "step second (breaks): it broke", step.Error())
	})
	t.Run("what is not JSON is a defect of its tool", func(t *testing.T) {
		r := run(t, `{}`, compose.Step{Tool: "no_json"}, compose.Step{Tool: "echo"})
		require.Equal(t, runtime.ClassInternal, r.Err.Class)
		require.Equal(t, `step "no_json": the tool returned what is not JSON`, r.Err.Message)
	})
	t.Run("a long partial result is cut between characters", func(t *testing.T) {
		reg := registry(t, tool("long", anything, "", func(context.Context, map[string]any) runtime.Result {
			return runtime.Text("x" + strings.Repeat("é", 1000))
		}), failing("breaks", runtime.ClassFailed))
		r := chain(t, reg, runtime.Spec{Name: "made"}, compose.Step{Tool: "long"}, compose.Step{Tool: "breaks"}).Execute(t.Context(), nil)
		require.Equal(t, "x"+strings.Repeat("é", 511)+"…", r.Notes[0].Text)
	})
}

// Arguments are judged before the first step, in the words of every tool; what only the tool itself knows comes back under
// the names of the chain.
func TestChainArguments(t *testing.T) {
	ran := 0
	reg := registry(t,
		tool("first", `{"type":"object","properties":{"n":{"type":"integer","minimum":1}},"required":["n"],"additionalProperties":false}`, "", func(context.Context, map[string]any) runtime.Result {
			ran++
			return runtime.Result{JSON: []byte(`"x"`)}
		}),
		tool("second", `{"type":"object","properties":{"who":{"type":"object","properties":{"email":{"type":"string"}},"required":["email"]},"other":{"type":"string"}},"additionalProperties":false}`, "", func(_ context.Context, args map[string]any) runtime.Result {
			path := "other"
			if args["other"] == nil {
				path = "who.email"
			}
			return runtime.Result{Err: &runtime.Error{Class: runtime.ClassInvalidArguments, Message: "x", Problems: []runtime.Problem{{Path: path, Message: "expected email address"}}}}
		}),
	)
	first := compose.Step{Tool: "first", Args: []compose.Arg{compose.From("n", "$input.count")}}
	made := chain(t, reg, runtime.Spec{Name: "made"}, first, compose.Step{Tool: "second", Args: []compose.Arg{compose.From("who", "$input.user.contact")}})

	for _, row := range []struct{ args, want string }{
		{``, "arguments: missing required \"count\", \"user\""},
		{`{"count":0,"user":{"contact":{"email":1}},"x":1}`, "count: must be at least 1, got 0\nuser.contact.email: expected string, got number 1; put quotes around it\narguments: unknown key \"x\"; known are \"count\", \"user\""},
		{`{"count":1,"count":2,"user":{"contact":{"email":"x"}}}`, `arguments: duplicate key "count"; send it once`},
		{`[1]`, "arguments: must be a JSON object, got array"},
		{`{"count":1,"user":null}`, "user: expected object, got null"},
	} {
		result := made.Execute(t.Context(), []byte(row.args))
		require.Equal(t, runtime.ClassInvalidArguments, result.Err.Class, row.args)
		require.Equal(t, row.want, result.Err.Message, row.args)
	}
	require.Zero(t, ran, "nothing runs with arguments that are refused")

	result := made.Execute(t.Context(), []byte(`{"count":1,"user":{"contact":{"email":"x"}}}`))
	require.Equal(t, runtime.ClassInvalidArguments, result.Err.Class)
	require.Equal(t, []runtime.Problem{{Path: "user.contact.email", Message: "expected email address"}}, result.Err.Problems)
	require.Equal(t, "user.contact.email: expected email address", result.Err.Message)

	t.Run("what the caller did not send is not the caller's to put right", func(t *testing.T) {
		made := chain(t, reg, runtime.Spec{Name: "made"}, first, compose.Step{Tool: "second", Args: []compose.Arg{compose.From("other", "$first")}})
		result := made.Execute(t.Context(), []byte(`{"count":1}`))
		require.Equal(t, runtime.ClassFailed, result.Err.Class)
		require.Equal(t, `step "second": x`, result.Err.Message)
		require.Nil(t, result.Err.Problems)
	})
}

// The deadline is shared, and nothing is started after it.
func TestChainDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := registry(t, tool("sleep", anything, "", sleep), echo("echo"))
		made := chain(t, reg, runtime.Spec{Name: "made"},
			compose.Step{ID: "one", Tool: "sleep", Args: []compose.Arg{compose.Const("for", `"2s"`)}},
			compose.Step{ID: "two", Tool: "sleep", Args: []compose.Arg{compose.Const("for", `"2s"`)}})
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		begin := time.Now()
		result := made.Execute(ctx, nil)
		require.Equal(t, 3*time.Second, time.Since(begin))
		require.Equal(t, runtime.ClassTimeout, result.Err.Class)
		require.Contains(t, result.Err.Message, `step "two"`)

		canceled, stop := context.WithCancel(t.Context())
		stop()
		result = made.Execute(canceled, nil)
		require.Equal(t, runtime.ClassCanceled, result.Err.Class)
		require.Equal(t, `step "one": not run: the call was canceled before it began`, result.Err.Message)
	})
}

// A composite stands in a composite; one that comes back to itself, or that is nested beyond reason, ends.
func TestNesting(t *testing.T) {
	reg := registry(t, echo("level0"))
	for i := 1; i <= compose.MaxNesting+1; i++ {
		inner := "level" + strconv.Itoa(i-1)
		made := chain(t, reg, runtime.Spec{Name: "level" + strconv.Itoa(i), Input: anything}, compose.Step{Tool: inner, Args: []compose.Arg{compose.From("v", "$input.v").Optional()}})
		require.NoError(t, reg.Register(runtime.Set{made}))
	}
	result := reg.Call(t.Context(), "level"+strconv.Itoa(compose.MaxNesting), []byte(`{"v":1}`))
	require.Equal(t, `{"v":1}`, string(result.JSON))
	result = reg.Call(t.Context(), "level"+strconv.Itoa(compose.MaxNesting+1), []byte(`{"v":1}`))
	require.Equal(t, runtime.ClassResourceExhausted, result.Err.Class)
	require.Contains(t, result.Err.Message, "more than 16 deep")

	require.NoError(t, reg.Register(runtime.Set{echo("a")}))
	require.NoError(t, reg.Register(runtime.Set{chain(t, reg, runtime.Spec{Name: "b"}, compose.Step{Tool: "a"})}))
	require.NoError(t, reg.Replace(chain(t, reg, runtime.Spec{Name: "a"}, compose.Step{Tool: "b"})))
	result = reg.Call(t.Context(), "a", nil)
	require.Equal(t, runtime.ClassResourceExhausted, result.Err.Class)
	require.Equal(t, `step "b": step "a": the tool calls itself through the tools inside it`, result.Err.Message)
}

// Steps know where they belong, and report no progress of their own.
func TestChainCalls(t *testing.T) {
	var calls []runtime.Call
	reg := registry(t, tool("record", anything, "", func(ctx context.Context, _ map[string]any) runtime.Result {
		calls = append(calls, runtime.CallFrom(ctx))
		runtime.ProgressFrom(ctx).Report(50, 100, "inside")
		return runtime.Done()
	}))
	made := chain(t, reg, runtime.Spec{Name: "made"}, compose.Step{ID: "one", Tool: "record"}, compose.Step{ID: "two", Tool: "record"})
	ann := runtime.Principal{Role: runtime.Public, ID: "ann"}
	ctx := runtime.WithCall(t.Context(), runtime.Call{ID: "c7", Principal: ann, Attempt: 3})
	var steps []runtime.Step
	ctx = runtime.WithProgress(ctx, func(s runtime.Step) { steps = append(steps, s) })
	require.Nil(t, made.Execute(ctx, nil).Err)
	require.Equal(t, []runtime.Call{{ID: "c7/one", Principal: ann, Attempt: 1}, {ID: "c7/two", Principal: ann, Attempt: 1}}, calls)
	require.Equal(t, []runtime.Step{{Total: 2, Message: "one"}, {Done: 1, Total: 2, Message: "two"}, {Done: 2, Total: 2}}, steps)
}
