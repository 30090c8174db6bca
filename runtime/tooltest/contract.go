package tooltest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	goruntime "runtime"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// Runs is how many calls one Contract makes with changed arguments.
const Runs = 10_000

// Contract holds a tool to what the runtime and models rely on, and reports every kind of breach once:
//
//   - Spec is the same at every call, and what it says can be said to a model: its name, both schemas, its examples.
//   - Execute returns one result, whatever the arguments: no panic, no end of the goroutine. It neither changes the arguments
//     nor returns parts of them that change when the caller writes to them.
//   - Results are as documented: errors have a class and a message that can be shown, JSON is JSON and of the type that Output
//     says, texts are UTF-8.
//   - What is no JSON object, what lacks a required argument, and what has an argument of a wrong type is refused as
//     invalid_arguments, unless a note says that it was put right; what an example says is not.
//
// Contract calls the tool, with arguments that it takes as well: tools that change things stand on fakes in such a test. The
// calls begin with the examples of the Spec, with inputs, JSON arguments that the tool takes, and with what fits the schema;
// [Runs] more are made of those by changes of bytes and of values, the same ones every time.
func Contract(tb testing.TB, tool runtime.Tool, inputs ...string) {
	tb.Helper()
	hold(tb, tool, Runs, inputs)
}

// hold is Contract with another number of changed calls.
func hold(tb testing.TB, tool runtime.Tool, runs int, inputs []string) {
	tb.Helper()
	c := &contract{tb: tb, tool: tool, reported: map[string]bool{}}
	if tool == nil {
		c.breach("tool", "the tool is nil")
		return
	}
	if !c.readSpec() || !c.checkSpec() {
		return
	}
	ctx := tb.Context()
	rng := rand.New(rand.NewPCG(1, 2))

	var good []string
	for _, example := range c.spec.Examples {
		c.accepted(ctx, "example", example)
		good = append(good, example)
	}
	for _, in := range inputs {
		c.accepted(ctx, "input", in)
		good = append(good, in)
	}
	for range 20 {
		good = append(good, text(c.input.sample(rng, 4)))
	}
	for _, in := range good[len(good)-20:] {
		c.try(ctx, []byte(in))
	}
	for _, args := range noObjects {
		c.refused(ctx, "what is no JSON object", args)
	}
	c.refusals(ctx, good)

	over, cancel := context.WithCancel(ctx)
	cancel()
	c.try(over, []byte(good[0]))
	for range runs {
		c.try(ctx, mutate(rng, good[rng.IntN(len(good))]))
	}
}

// noObjects are arguments that no tool takes.
var noObjects = []string{`{`, `[]`, `"x"`, `1`, `true`, `{"a":}`, `{} {}`, `{"a":1,}`, `{'a':1}`, "\xff", "{\"a\":\"\xff\"}", `{"a":01}`, "nul"}

// contract is the state of one Contract.
type contract struct {
	tb       testing.TB
	tool     runtime.Tool
	spec     *runtime.Spec
	input    schema
	output   schema // nil where there is none
	reported map[string]bool
	worker   chan job
}

// breach reports a kind of breach the first time that it is seen.
func (c *contract) breach(kind, format string, args ...any) {
	c.tb.Helper()
	if c.reported[kind] {
		return
	}
	c.reported[kind] = true
	name := "the tool"
	if c.spec != nil {
		name = c.spec.Name
	}
	c.tb.Errorf("%s: %s", name, fmt.Sprintf(format, args...))
}

// accepted makes a call that the tool should take.
func (c *contract) accepted(ctx context.Context, what, args string) {
	c.tb.Helper()
	if r, ok := c.try(ctx, []byte(args)); ok && r.Err != nil && r.Err.Class == runtime.ClassInvalidArguments {
		c.breach("accepted "+args, "the %s %s is refused: %s", what, args, r.Err.Message)
	}
}

// refused makes a call that the tool should not take.
func (c *contract) refused(ctx context.Context, why, args string) {
	c.tb.Helper()
	r, ok := c.try(ctx, []byte(args))
	if !ok || len(r.Notes) > 0 || r.Err != nil && r.Err.Class == runtime.ClassInvalidArguments {
		return
	}
	got := "was taken"
	if r.Err != nil {
		got = "is an error of class " + string(r.Err.Class)
	}
	c.breach("refused "+why, "%s %s, want class invalid_arguments: %.200s", why, got, args)
}

// refusals makes calls that differ from good ones in what the schema does not allow.
func (c *contract) refusals(ctx context.Context, good []string) {
	for _, in := range good {
		object, ok := parse(in).(map[string]any)
		if !ok {
			continue
		}
		for _, name := range c.input.required() {
			without := clone(object)
			delete(without, name)
			c.refused(ctx, fmt.Sprintf("a call without the required %q", name), text(without))
		}
		for name, property := range c.input.properties() {
			if wrong, ok := property.resolve(c.input).wrong(); ok {
				with := clone(object)
				with[name] = wrong
				c.refused(ctx, fmt.Sprintf("a value of a wrong type for %q", name), text(with))
			}
		}
	}
}

// try makes one call and checks its result. ok is false where there is none.
func (c *contract) try(ctx context.Context, args []byte) (result runtime.Result, ok bool) {
	c.tb.Helper()
	sent := bytes.Clone(args)
	result, err := c.call(ctx, sent)
	if err != nil {
		kind := "panic"
		if err == errGoexit {
			kind = "goexit"
		}
		c.breach(kind, "Execute %v; the arguments were %.200q", err, args)
		return runtime.Result{}, false
	}
	if !bytes.Equal(sent, args) {
		c.breach("changed", "Execute changed its arguments %.200q", args)
	}
	json, text := bytes.Clone(result.JSON), bytes.Clone([]byte(result.Text))
	for i := range sent {
		sent[i] = '#'
	}
	if !bytes.Equal(json, result.JSON) || string(text) != result.Text {
		c.breach("kept", "the result changes with the arguments of the call, which belong to the caller: %.200q", args)
	}
	c.checkResult(result, args)
	return result, true
}

type job struct {
	ctx    context.Context
	args   []byte
	answer chan<- answer
}

type answer struct {
	result runtime.Result
	err    error
}

var errGoexit = errors.New("ended its goroutine (runtime.Goexit)")

// call runs the tool in a goroutine of its own, which it may end. The next call gets a new one then.
func (c *contract) call(ctx context.Context, args []byte) (runtime.Result, error) {
	if c.worker == nil {
		worker := make(chan job)
		c.worker = worker
		go func() {
			for j := range worker {
				serve(c.tool, j)
			}
		}()
		c.tb.Cleanup(func() { close(worker) })
	}
	answers := make(chan answer, 1)
	c.worker <- job{ctx, args, answers}
	a := <-answers
	if a.err == errGoexit {
		c.worker = nil
	}
	return a.result, a.err
}

// serve makes one call.
func serve(tool runtime.Tool, j job) {
	a := answer{err: errGoexit}
	defer func() {
		if a.err == errGoexit {
			if v := recover(); v != nil {
				stack := make([]byte, 4<<10)
				a.err = fmt.Errorf("panicked: %v\n%s", v, stack[:goruntime.Stack(stack, false)])
			}
		}
		j.answer <- a
	}()
	a.result = tool.Execute(j.ctx, j.args)
	a.err = nil
}
