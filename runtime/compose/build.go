package compose

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// builder collects everything that is wrong with a composite, so that one error has it all.
type builder struct {
	on       Caller
	kind     string // chain, conditional or plan
	unit     string // what it consists of: step or node
	name     string
	problems []runtime.Problem
}

func (b *builder) problem(place, message string) {
	b.problems = append(b.problems, runtime.Problem{Path: place, Message: message})
}

// err returns the one error, nil where nothing was wrong.
func (b *builder) err() error {
	if len(b.problems) == 0 {
		return nil
	}
	text := "compose: the " + b.kind + " " + strconv.Quote(b.name) + " was not built, because of " + count(len(b.problems), "problem") + ":"
	for _, p := range b.problems {
		text += "\n\t" + p.String()
	}
	return errors.New(text)
}

// step is one call of a composite, ready to be made.
type step struct {
	id    string
	tool  string
	spec  *runtime.Spec
	in    *schema // of the arguments; anything where it is not known
	out   *schema // of the result; nil where it is not known
	args  template
	wants []use // the references in args
	read  bool  // references of others lead into its result
}

// find fills in what the step's tool says of itself.
func (b *builder) find(s *step) {
	s.in = anything
	tool, found := b.on.Lookup(s.tool)
	if !found {
		b.problem(s.id, "no tool "+strconv.Quote(s.tool)+" is registered")
		return
	}
	s.spec = tool.Spec()
	s.in, s.out = b.schemas(s.id, s.spec)
}

// schemas reads both schemas of a tool.
func (b *builder) schemas(place string, spec *runtime.Spec) (in, out *schema) {
	in = b.read(place, "input", orNone(spec.Input))
	if spec.Output != "" {
		out = b.read(place, "output", spec.Output)
	}
	return in, out
}

func (b *builder) read(place, which, text string) *schema {
	s, err := readSchema(text)
	if err != nil {
		b.problem(place, which+": "+err.Error())
		return anything
	}
	return s
}

// orNone returns the schema of a tool's arguments as text.
func orNone(schema string) string {
	if schema == "" {
		return noArguments
	}
	return schema
}

// ids gives a step that has no ID the name of its tool, and reports IDs that cannot be used.
func (b *builder) ids(steps []step) {
	seen := map[string]int{}
	for i := range steps {
		s := &steps[i]
		if s.id == "" {
			s.id = s.tool
		}
		place := b.unit + " " + strconv.Itoa(i+1)
		switch first, twice := seen[s.id]; {
		case s.id == input:
			b.problem(place, `the ID "input" stands for the arguments; choose another`)
		case !validID(s.id):
			b.problem(place, "the ID "+strconv.Quote(s.id)+" is not ^[a-zA-Z0-9_-]{1,64}$")
		case twice:
			b.problem(place, "the ID "+strconv.Quote(s.id)+" is that of "+b.unit+" "+strconv.Itoa(first)+" too; give one of them another ID")
		default:
			seen[s.id] = i + 1
		}
	}
}

// declare checks what the author says of the composite, and returns the Spec that follows from its tools: of those the
// worst of all hints and the highest level, and everything that any of them needs.
func (b *builder) declare(own runtime.Spec, tools []*runtime.Spec) runtime.Spec {
	if !validName(own.Name) {
		b.problem("Name", strconv.Quote(own.Name)+" is not ^[a-zA-Z0-9_-]{1,64}$; every composite has a name of its own")
	}
	if own.Output != "" {
		b.problem("Output", "it follows from the tools; leave it empty")
	}
	if own.Limits != (runtime.Limits{}) {
		b.problem("Limits", "a composite enforces none of its own; put a wrapper around it, such as wrap.Timeout")
	}
	claims := own
	own.ReadOnly, own.Additive, own.Idempotent, own.ClosedWorld = true, true, true, true
	own.Permissions = slices.Clone(own.Permissions)
	own.Limitations = slices.Clone(own.Limitations)
	own.Dependencies = slices.Clone(own.Dependencies)
	if own.Access == runtime.Undeclared {
		own.Access = runtime.Public
	}
	for _, tool := range tools {
		if tool == nil {
			continue // reported already
		}
		if tool.Name == own.Name {
			b.problem("Name", "it is the name of a tool inside")
		}
		own.Access = higher(own.Access, tool.Access)
		own.ReadOnly = own.ReadOnly && tool.OnlyReads()
		own.Additive = own.Additive && (tool.Additive || tool.ReadOnly) && !tool.Remote
		own.Idempotent = own.Idempotent && tool.Repeatable()
		own.ClosedWorld = own.ClosedWorld && tool.ClosedWorld && !tool.Remote
		own.Permissions = append(own.Permissions, tool.Permissions...)
		own.Limitations = append(own.Limitations, tool.Limitations...)
		own.Dependencies = append(own.Dependencies, tool.Dependencies...)
	}
	own.Permissions = distinct(own.Permissions)
	own.Limitations = distinct(own.Limitations)
	own.Dependencies = distinct(own.Dependencies)
	for _, hint := range []struct {
		name          string
		claimed, true bool
	}{
		{"ReadOnly", claims.ReadOnly, own.ReadOnly}, {"Additive", claims.Additive, own.Additive},
		{"Idempotent", claims.Idempotent, own.Idempotent}, {"ClosedWorld", claims.ClosedWorld, own.ClosedWorld},
	} {
		if hint.claimed && !hint.true {
			b.problem(hint.name, "not every tool inside is; leave it out")
		}
	}
	return own
}

// higher returns the level that covers both; a tool that declares none leaves the composite without one.
func higher(a, b runtime.Access) runtime.Access {
	if a == runtime.Undeclared || b == runtime.Undeclared {
		return runtime.Undeclared
	}
	return max(a, b)
}

// distinct returns the texts in order of their first appearance; nil for none.
func distinct(texts []string) (once []string) {
	for _, text := range texts {
		if !slices.Contains(once, text) {
			once = append(once, text)
		}
	}
	return once
}

// validName reports whether a registry takes the name.
func validName(name string) bool { return validID(name) }

// check reports what is wrong with the arguments of a step.
func (b *builder) check(s *step, source func(reference) (*schema, string)) {
	s.args.check(nil, s.in, source, func(where []element, message string) {
		b.problem(join(s.id, reference{path: where}.upTo(len(where))), message)
	})
}

// derive returns the Spec of a composite of steps, and the schema of its arguments.
func (b *builder) derive(own runtime.Spec, steps []step) (runtime.Spec, *schema) {
	tools := make([]*runtime.Spec, len(steps))
	handedOn := false // from one step to another that changes things
	for i := range steps {
		tools[i] = steps[i].spec
		for _, u := range steps[i].wants {
			handedOn = handedOn || u.ref.id != input && steps[i].spec != nil && !steps[i].spec.OnlyReads()
		}
	}
	spec := b.declare(own, tools)
	spec.Idempotent = spec.Idempotent && !handedOn // what is handed on may differ the next time
	spec.Secrets = distinct(append(spec.Secrets[:len(spec.Secrets):len(spec.Secrets)], secrets(steps)...))
	in := anything
	if len(b.problems) == 0 && spec.Input == "" {
		spec.Input = b.inputFrom(steps)
	}
	if len(b.problems) == 0 {
		in = b.input(spec.Input)
		b.examples(spec.Examples, in)
	}
	return spec, in
}

// given reads the schema that the author gives; nil where the schema is to follow from the steps.
func (b *builder) given(text string) *schema {
	if text == "" {
		return nil
	}
	return b.input(text)
}

// input reads the schema of the composite's own arguments.
func (b *builder) input(text string) *schema {
	in := b.read("Input", "the schema", text)
	if in.resolve().types != objectType {
		b.problem("Input", `the schema must say "type":"object"`)
	}
	return in
}

// examples checks that the composite takes its own examples.
func (b *builder) examples(examples []string, in *schema) {
	for _, example := range examples {
		if _, err := in.arguments([]byte(example)); err != nil {
			b.problem("Examples", example+": "+strings.ReplaceAll(err.Error(), "\n", "; "))
		}
	}
}
