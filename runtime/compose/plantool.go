package compose

import (
	"context"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// NewPlan makes a tool that runs the plan. The nodes refer to the tool's own arguments as $input.path.
//
// output is JSON with references, as Args of a node: what the tool returns. One reference alone, such as "$join", returns
// the result of that node as it is; "" means the last node.
//
// Everything else is as for [NewChain]: what spec says, what follows from the tools, what is checked now and what when the
// tool is called. The tool fails where a node fails that no tolerant node needs, with the class of the first such node;
// notes show what the others returned.
func NewPlan(on Caller, spec runtime.Spec, p Plan, output string) (runtime.Tool, error) {
	b := &builder{on: on, kind: "plan", unit: "node", name: spec.Name}
	t := &planTool{on: on, plan: p, whole: -1}
	t.plan.Nodes = append([]Node(nil), p.Nodes...)
	in := b.given(spec.Input)
	t.steps, t.graph = b.plan(p, func(s *step) {
		if tool, found := on.Lookup(s.tool); found {
			s.spec = tool.Spec()
		} else {
			b.problem(s.id, "no tool "+strconv.Quote(s.tool)+" is registered")
		}
	}, func(reference) (*schema, string) { return in, "" })
	result := b.output(t, output)
	t.spec, t.in = b.derive(spec, t.steps)
	t.spec.Output = result
	if err := b.err(); err != nil {
		return nil, err
	}
	t.plan.link(t.graph, t.steps)
	return t, nil
}

type planTool struct {
	spec   runtime.Spec
	on     Caller
	plan   Plan
	steps  []step
	graph  *graph
	in     *schema
	whole  int      // the node whose result is returned as it is; -1 for none
	output template // else what is returned
}

// output reads what the tool returns, and returns its schema.
func (b *builder) output(t *planTool, text string) string {
	if len(t.steps) == 0 {
		return "" // reported already
	}
	if text == "" {
		t.whole = len(t.steps) - 1
	} else {
		value := b.json("output", text)
		if value == nil {
			return ""
		}
		t.output = parseTemplate(value, func(message string) { b.problem("output", message) })
		if ref := t.output.ref; ref != nil && len(ref.path) == 0 {
			t.whole = t.index(ref.id)
		}
	}
	if t.whole >= 0 {
		if spec := t.steps[t.whole].spec; spec != nil {
			return spec.Output
		}
		return ""
	}
	definitions := map[string]string{}
	return withDefinitions(b.outputFrom(t, &t.output, definitions), definitions)
}

// outputFrom writes the schema of a part of the output.
func (b *builder) outputFrom(t *planTool, part *template, definitions map[string]string) string {
	switch {
	case part.ref != nil && part.ref.id == input:
		return "{}" // it fits the schema of that argument, which may not be known yet
	case part.ref != nil:
		i := t.index(part.ref.id)
		if i < 0 {
			b.problem("output", noNode(*part.ref))
			return "{}"
		}
		t.steps[i].read = true
		if t.steps[i].out == nil {
			return "{}"
		}
		p, err := t.steps[i].out.at(part.ref.path, "$"+part.ref.id)
		if err != nil {
			b.problem("output", part.ref.String()+": "+err.Error())
			return "{}"
		}
		return wantedUse{p.schema, t.steps[i].tool}.property(new(wanted), definitions)
	case part.object:
		text, required := `{"type":"object","properties":{`, ""
		for i, name := range part.names {
			if i > 0 {
				text, required = text+",", required+","
			}
			text += quote(name) + ":" + b.outputFrom(t, &part.parts[i], definitions)
			required += quote(name)
		}
		return text + `},"required":[` + required + `],"additionalProperties":false}`
	case part.literal == nil || part.literal[0] == '[':
		return `{"type":"array"}`
	}
	return `{"enum":[` + string(part.literal) + `]}`
}

// index returns which of the steps has that ID, -1 for none.
func (t *planTool) index(id string) int {
	for i := range t.steps {
		if t.steps[i].id == id {
			return i
		}
	}
	return -1
}

func (t *planTool) Spec() *runtime.Spec { return &t.spec }

func (t *planTool) Execute(ctx context.Context, args []byte) runtime.Result {
	ctx, refused := enter(ctx, t)
	if refused != nil {
		return runtime.Result{Err: refused}
	}
	arguments, err := t.in.arguments(args)
	if err != nil {
		return runtime.Invalid(err)
	}
	if refused := reachable(ctx, t.on, t.steps); refused != nil {
		return runtime.Result{Err: refused}
	}
	values := map[string]value{input: {json: arguments}}
	answers := t.plan.run(ctx, t.on, t.steps, t.graph, values)
	if i := t.failure(answers); i >= 0 {
		return t.steps[i].failed(nameless(answers[i].Result), answers)
	}
	if t.whole >= 0 {
		if result := answers[t.whole].Result; result.Err != nil {
			return t.steps[t.whole].failed(result, answers)
		}
		return answers[t.whole].Result
	}
	out, err := t.output.fill(nil, func(id string) value { return values[id] }, maxOutput)
	if err != nil {
		return runtime.Result{Err: runtime.NewError(runtime.ClassFailed, "the result: "+err.Error()), Notes: partial(answers)}
	}
	return runtime.Result{JSON: out}
}

// maxOutput is how many bytes a plan puts together for its result. One result that is handed on as it is may have more.
const maxOutput = 16 << 20

// failure returns the node whose failure is that of the whole: the first that was run and that nobody tolerates; -1 for none.
func (t *planTool) failure(answers []Answer) int {
	tolerated := make([]bool, len(answers))
	for i, needs := range t.graph.needs {
		for _, need := range needs {
			tolerated[need] = tolerated[need] || t.plan.Nodes[i].Tolerant
		}
	}
	skipped := -1
	for i := range answers {
		switch err := answers[i].Err; {
		case err == nil || tolerated[i]:
		case err.Class != runtime.ClassSkipped:
			return i
		case skipped < 0:
			skipped = i
		}
	}
	return skipped
}
