package compose

import (
	"context"
	"errors"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// Step is one call of a chain.
type Step struct {
	ID   string // by which later steps refer to its result; "" means the name of the tool. The same tool may stand in several steps
	Tool string // name of a tool in the Caller
	Args []Arg  // one for each parameter that the step gives; the tool's own defaults hold for the others
}

// Arg gives one parameter of a step its value. From and Const make one.
type Arg struct {
	param    string
	ref      string // "" for a constant
	constant string
	or       string
	hasOr    bool
	optional bool
}

// From takes the value of a parameter from a reference: $input.path of the chain's arguments, or $ID.path of what an earlier
// step returned, which is its JSON, or else its text. Where there is no such value when the chain runs, the step fails.
func From(param, reference string) Arg { return Arg{param: param, ref: reference} }

// Const gives a parameter the same JSON value at every call, such as "\"de\"" or "3".
func Const(param, json string) Arg { return Arg{param: param, constant: json} }

// Or returns a with a JSON value for the case that the reference leads to nothing, or to null.
func (a Arg) Or(json string) Arg {
	a.or, a.hasOr = json, true
	return a
}

// Optional returns a with the parameter left out where the reference leads to nothing, or to null.
func (a Arg) Optional() Arg {
	a.optional = true
	return a
}

// NewChain makes a tool that runs the steps one after the other and returns what the last one does.
//
// Of spec the caller gives Name and Description, and whatever else is to be said. The rest follows from the steps: Input, if
// it is "", from the parameters that take their values from $input; Output from the last step; the hints are the worst of
// the tools inside, Access is the highest level (none, where a tool declares none), Permissions, Limitations, Dependencies
// and Secrets are those of all. What spec says of them is added; a claim that does not hold for the tools is an error.
//
// Everything that can be known now is checked: steps, references, parameters and, where both schemas say so, types. All
// that is wrong is in the one error. The tools must be in on by now, and are looked up again at every call.
//
// When the chain runs, its arguments are checked first, then that the caller may call every tool, and nothing is run if not.
// The first step that fails ends the chain with its class; the message names the step, notes of kind "partial" show what
// the steps before it returned, and a [*StepError] in the error has all of it for the host. The deadline is shared.
// Parts of results, such as pictures, are those of the last step.
func NewChain(on Caller, spec runtime.Spec, steps ...Step) (runtime.Tool, error) {
	b := &builder{on: on, kind: "chain", unit: "step", name: spec.Name}
	c := &chain{on: on, steps: make([]step, len(steps))}
	if len(steps) == 0 {
		b.problem("steps", "a chain has at least one")
	}
	for i, s := range steps {
		c.steps[i] = step{id: s.ID, tool: s.Tool}
	}
	b.ids(c.steps)
	for i := range c.steps {
		b.find(&c.steps[i])
		c.steps[i].args = b.args(c.steps[i].id, steps[i].Args)
		c.steps[i].wants = c.steps[i].args.uses(nil, nil, c.steps[i].in)
	}
	in := b.given(spec.Input)
	for i := range c.steps {
		b.check(&c.steps[i], func(r reference) (*schema, string) { return source(c.steps, i, in, r) })
	}
	c.spec, c.in = b.derive(spec, c.steps)
	if n := len(c.steps); n > 0 && c.steps[n-1].spec != nil {
		c.spec.Output = c.steps[n-1].spec.Output
	}
	if err := b.err(); err != nil {
		return nil, err
	}
	return c, nil
}

// args makes a template of the arguments of one step.
func (b *builder) args(id string, args []Arg) template {
	t := template{object: true}
	for _, a := range args {
		place := id + "." + a.param
		for _, name := range t.names {
			if name == a.param {
				b.problem(place, "is given twice")
			}
		}
		part := template{leave: a.optional}
		if a.ref == "" {
			part.literal = b.json(place, a.constant)
			if a.hasOr || a.optional {
				b.problem(place, "a constant is never absent; take Or or Optional away")
			}
		} else {
			ref, err := parseReference(a.ref)
			if err != nil {
				b.problem(place, err.Error())
			}
			part.ref, part.bad = &ref, err != nil
			if a.hasOr {
				part.or = b.json(place, a.or)
				part.bad = part.bad || part.or == nil
			}
			if a.hasOr && a.optional {
				b.problem(place, "Or and Optional exclude each other")
			}
		}
		part.bad = part.bad || part.ref == nil && part.literal == nil
		t.names, t.parts = append(t.names, a.param), append(t.parts, part)
	}
	return t
}

// json reads a value; it is nil after a problem.
func (b *builder) json(place, text string) []byte {
	value, err := compact([]byte(text))
	if err != nil {
		b.problem(place, strconv.Quote(text)+" is not JSON; a text is written with quotes, "+strconv.Quote(quote("text")))
		return nil
	}
	return value
}

// source is the schema of what a reference of step i leads into.
func source(steps []step, i int, in *schema, r reference) (*schema, string) {
	if r.id == input {
		return in, ""
	}
	for j := range steps {
		switch {
		case steps[j].id != r.id:
		case j >= i:
			return nil, r.String() + " comes from a step that has not run yet"
		default:
			return steps[j].out, ""
		}
	}
	return nil, r.String() + ": there is no step " + strconv.Quote(r.id)
}

type chain struct {
	spec  runtime.Spec
	on    Caller
	steps []step
	in    *schema
}

func (c *chain) Spec() *runtime.Spec { return &c.spec }

func (c *chain) Execute(ctx context.Context, args []byte) runtime.Result {
	ctx, refused := enter(ctx, c)
	if refused != nil {
		return runtime.Result{Err: refused}
	}
	arguments, err := c.in.arguments(args)
	if err != nil {
		return runtime.Invalid(err)
	}
	if refused := reachable(ctx, c.on, c.steps); refused != nil {
		return runtime.Result{Err: refused}
	}
	var (
		progress = runtime.ProgressFrom(ctx)
		done     = make([]Answer, 0, len(c.steps))
		values   = map[string]value{input: {json: arguments}}
		notes    []runtime.Note
	)
	for i := range c.steps {
		s := &c.steps[i]
		progress.Report(i, len(c.steps), s.id)
		result := s.run(ctx, c.on, values)
		if result.Err != nil {
			return s.failed(result, done)
		}
		if i == len(c.steps)-1 {
			progress.Report(len(c.steps), len(c.steps), "")
			return result.Noted(notes)
		}
		done = append(done, Answer{s.id, result})
		v, err := valueOf(result)
		if err != nil {
			return s.failed(runtime.Result{Err: runtime.NewError(runtime.ClassInternal, err.Error())}, done)
		}
		values[s.id] = value{json: v}
		for _, n := range result.Notes {
			notes = append(notes, runtime.Note{Kind: n.Kind, Path: "$" + s.id + " " + n.Path, Text: n.Text})
		}
	}
	return runtime.Result{} // not reached: a chain has steps
}

// run calls the step's tool with the values there are.
func (s *step) run(ctx context.Context, on Caller, values map[string]value) runtime.Result {
	if err := over(ctx); err != nil {
		return runtime.Result{Err: err}
	}
	args, err := s.args.fill(nil, func(id string) value { return values[id] }, codec.MaxSize)
	if err != nil {
		return runtime.Result{Err: runtime.NewError(runtime.ClassFailed, err.Error())}
	}
	return nameless(on.Call(inner(ctx, s.id), s.tool, args))
}

// valueOf returns what references lead into: the JSON of a result, or its text as a string.
func valueOf(r runtime.Result) ([]byte, error) {
	if r.JSON == nil {
		return []byte(quote(r.Text)), nil
	}
	v, err := compact(r.JSON)
	if err != nil {
		return nil, errors.New("the tool returned what is not JSON")
	}
	return v, nil
}

// failed is the result of a composite whose step s failed.
func (s *step) failed(result runtime.Result, done []Answer) runtime.Result {
	e := &runtime.Error{
		Class: result.Err.Class, Message: "step " + strconv.Quote(s.id) + ": " + result.Err.Error(),
		Transient: result.Err.Transient, RetryAfter: result.Err.RetryAfter, NotStarted: result.Err.NotStarted && len(done) == 0,
	}
	if result.Err.Class == runtime.ClassInvalidArguments {
		if problems, all := s.translate(result.Err.Problems); all {
			e = runtime.Invalid(&codec.Problems{List: problems}).Err
		} else {
			e.Class = runtime.ClassFailed // the caller of the composite can do nothing about it
		}
	}
	return runtime.Result{
		Err:   e.WithCause(&StepError{ID: s.id, Tool: s.tool, Result: result, Done: done}),
		Notes: partial(done),
	}
}

// maxPartial is how many bytes of each result a note shows.
const maxPartial = 1 << 10

// partial shows what there was before a composite failed.
func partial(done []Answer) (notes []runtime.Note) {
	for _, a := range done {
		if a.Err != nil {
			continue
		}
		text := a.Output()
		if len(text) > maxPartial {
			cut := maxPartial
			for cut > 0 && text[cut]&0xC0 == 0x80 { // in the middle of a character
				cut--
			}
			text = text[:cut] + "…"
		}
		notes = append(notes, runtime.Note{Kind: "partial", Path: "$" + a.ID, Text: text})
	}
	return notes
}
