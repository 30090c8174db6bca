package compose

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Predicate decides which branch of a conditional runs, by the arguments: a JSON object that fits the conditional's Input,
// compact. It is called concurrently and neither keeps nor changes args.
type Predicate func(ctx context.Context, args []byte) (bool, error)

// When makes a Predicate of a function of a Go value and of what decodes the arguments to it. It panics if one of them is
// nil.
func When[In any](decode func(args []byte) (In, error), test func(ctx context.Context, in In) (bool, error)) Predicate {
	if decode == nil || test == nil {
		panic("compose.When: a function is nil")
	}
	return func(ctx context.Context, args []byte) (bool, error) {
		in, err := decode(args)
		if err != nil {
			return false, err
		}
		return test(ctx, in)
	}
}

// NewConditional makes a tool that calls the tool named then where the predicate says true of the arguments, and the one
// named otherwise where it says false. Both get the arguments as they are.
//
// Of spec the caller gives Name, which is that of neither branch, and Description. Input, if it is "", is the narrower one
// of the branches', every value of which the other takes too; it is an error if there is none, or if a branch takes no
// value that a given Input allows. Output is that of the branches, or a choice of the two. Hints, level and the rest are
// derived as for [NewChain]; Idempotent means that the predicate looks at nothing but the arguments.
//
// An error or a panic of the predicate is a failure of the conditional, and no branch runs. A caller who may not call the
// branch that was chosen is refused.
func NewConditional(on Caller, spec runtime.Spec, when Predicate, then, otherwise string) (runtime.Tool, error) {
	b := &builder{on: on, kind: "conditional", unit: "branch", name: spec.Name}
	if when == nil {
		b.problem("when", "the predicate is nil")
	}
	c := &conditional{on: on, when: when, then: step{id: "then", tool: then}, otherwise: step{id: "otherwise", tool: otherwise}}
	b.find(&c.then)
	b.find(&c.otherwise)
	c.spec = b.declare(spec, []*runtime.Spec{c.then.spec, c.otherwise.spec})
	for _, branch := range []*step{&c.then, &c.otherwise} {
		if branch.spec != nil {
			c.spec.Secrets = distinct(append(c.spec.Secrets[:len(c.spec.Secrets):len(c.spec.Secrets)], branch.spec.Secrets...))
		}
	}
	if c.then.spec != nil && c.otherwise.spec != nil {
		b.join(c)
	}
	if len(b.problems) == 0 {
		b.examples(c.spec.Examples, c.in)
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	return c, nil
}

// join finds the schemas that hold for both branches.
func (b *builder) join(c *conditional) {
	switch {
	case c.spec.Input != "":
		c.in = b.input(c.spec.Input)
		for _, branch := range []*step{&c.then, &c.otherwise} {
			if reason := clash(c.in, branch.in); reason != "" {
				b.problem("Input", "it does not fit "+branch.tool+": "+strings.TrimLeft(reason, ". "))
			}
			for _, name := range branch.in.required {
				if c.in.member(name) != nil && c.in.index(name) >= 0 && !slices.Contains(c.in.required, name) {
					b.problem("Input", branch.tool+" requires "+name+", which may be absent here")
				}
			}
		}
	case within(c.then.in, c.otherwise.in):
		c.spec.Input, c.in = orNone(c.then.spec.Input), c.then.in
	case within(c.otherwise.in, c.then.in):
		c.spec.Input, c.in = orNone(c.otherwise.spec.Input), c.otherwise.in
	default:
		b.problem("Input", c.then.tool+" and "+c.otherwise.tool+" take different arguments, and neither takes all that the other does; give an Input that fits both")
	}
	switch then, otherwise := c.then.spec.Output, c.otherwise.spec.Output; {
	case then == otherwise:
		c.spec.Output = then
	case then == "" || otherwise == "":
		c.spec.Output = ""
	default:
		c.spec.Output = eitherOf(c.then, c.otherwise)
	}
}

type conditional struct {
	spec            runtime.Spec
	on              Caller
	when            Predicate
	then, otherwise step
	in              *schema
}

func (c *conditional) Spec() *runtime.Spec { return &c.spec }

func (c *conditional) Execute(ctx context.Context, args []byte) runtime.Result {
	ctx, refused := enter(ctx, c)
	if refused != nil {
		return runtime.Result{Err: refused}
	}
	arguments, err := c.in.arguments(args)
	if err != nil {
		return runtime.Invalid(err)
	}
	if err := over(ctx); err != nil {
		return runtime.Result{Err: err}
	}
	yes, err := c.decide(ctx, arguments)
	if err != nil {
		return undecided(ctx, err)
	}
	branch := &c.otherwise
	if yes {
		branch = &c.then
	}
	if _, may := c.on.Visible(ctx, branch.tool); !may {
		return runtime.Result{Err: unreachable(branch.id)}
	}
	result := nameless(c.on.Call(inner(ctx, branch.id), branch.tool, arguments))
	if result.Err == nil || result.Err.Class == runtime.ClassInvalidArguments {
		return result // the arguments of the branch are those of the conditional
	}
	return branch.failed(result, nil)
}

// decide asks the predicate. A panic is an error; one that ends its goroutine ends that of the caller, as a tool would.
func (c *conditional) decide(ctx context.Context, args []byte) (yes bool, err error) {
	defer func() {
		if v := recover(); v != nil {
			yes, err = false, panicked(v)
		}
	}()
	return c.when(ctx, args)
}

// undecided is the result of a conditional whose predicate failed. A panic's text is not for a model.
func undecided(ctx context.Context, err error) runtime.Result {
	if _, panicked := errors.AsType[*runtime.PanicError](err); panicked {
		return runtime.Result{Err: runtime.NewError(runtime.ClassFailed, "the condition could not be decided; nothing was run").WithCause(err)}
	}
	result := runtime.Failed(ctx, err)
	e := *result.Err
	e.Message = "the condition could not be decided, and nothing was run: " + e.Message
	result.Err = &e
	return result
}
