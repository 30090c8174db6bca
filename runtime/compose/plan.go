package compose

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/codec"
)

// Plan is a set of calls of which some need others: a graph. What need not wait runs at the same time.
//
// Nodes that change things run alone, in the order of the plan: what stands before them is over, what stands behind them
// waits. A node whose tool is ReadOnly, or that says Parallel, runs beside others, except that nodes with a common key run
// one after the other, in the order of the plan. That is the order of Nodes; only where a node stands before one that it
// needs, that one moves in front of it.
type Plan struct {
	Nodes    []Node
	Limit    int  // how many calls run at the same time; 0 means DefaultLimit
	FailFast bool // the first failure ends the plan: what runs is canceled, nothing more is started
}

// Node is one call of a plan.
type Node struct {
	ID   string // ^[a-zA-Z0-9_-]{1,64}$; "" means the name of the tool
	Tool string // name of a tool in the Caller

	// Args is the arguments object. A string in it that begins with $ is a reference such as $ID.path, which stands for the
	// value there and makes the node need that one; $$ begins a string that begins with $. Nil means {}.
	Args []byte

	Needs    []string // IDs of nodes that must have succeeded before, besides those that Args refer to
	Tolerant bool     // runs although a need has failed; a reference to one is {"error":{"class":…,"message":…}} then
	Keys     []string // what the call uses that must not be used twice at the same time, such as a file
	Parallel bool     // may run beside others although its tool changes things
}

// Run runs the plan for the caller in ctx and returns one answer for each node, in the order of Nodes, when all are over.
//
// The whole plan is checked before anything runs, and one error of [runtime.ClassInvalidArguments] has all that is wrong:
// IDs, needs and references that do not exist, cycles, tools that this caller may not call, arguments that do not fit
// their schemas. The answers are nil then.
//
// A node whose need has failed is not run: its class is skipped. A node that waits when ctx ends is canceled, or a timeout;
// those that run are awaited. A tool that panics or ends its goroutine is answered as internal.
//
// Call IDs are those of the nodes, behind the ID of the call in ctx, if it has one: c1/weather.
func (p Plan) Run(ctx context.Context, on Caller) ([]Answer, error) {
	b := &builder{on: on, kind: "plan", unit: "node"}
	steps, g := b.plan(p, func(s *step) {
		spec, may := on.Visible(ctx, s.tool)
		if !may {
			b.problem(s.id, "unknown tool "+strconv.Quote(s.tool))
		}
		s.spec = spec
	}, func(r reference) (*schema, string) { return nil, noNode(r) })
	if len(b.problems) > 0 {
		return nil, b.invalid()
	}
	p.link(g, steps)
	return p.run(ctx, on, steps, g, map[string]value{}), nil
}

// invalid makes an error for a model of the problems: of very many the first, and of very long ones the beginning, because they
// repeat what the model wrote.
func (b *builder) invalid() *runtime.Error {
	list := slices.Clone(b.problems[:min(len(b.problems), 10)])
	for i := range list {
		list[i].Path, list[i].Message = begin(list[i].Path, 128), begin(list[i].Message, maxProblem)
	}
	return runtime.Invalid(&codec.Problems{List: list}).Err
}

// maxProblem is how many bytes a model is told about one problem of its plan.
const maxProblem = 1000

// begin returns the beginning of a text that is longer than n bytes.
func begin(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + "…"
}

// plan checks a plan and makes it ready to run. find finds the Spec of a step's tool; in says what $input leads into.
func (b *builder) plan(p Plan, find func(*step), in func(reference) (*schema, string)) ([]step, *graph) {
	if len(p.Nodes) == 0 {
		b.problem("nodes", "a plan has at least one")
	}
	steps := make([]step, len(p.Nodes))
	for i, n := range p.Nodes {
		steps[i] = step{id: n.ID, tool: n.Tool}
	}
	b.ids(steps)
	index := make(map[string]int32, len(steps))
	for i := range steps {
		index[steps[i].id] = int32(i)
	}
	schemas := map[*runtime.Spec][2]*schema{}
	g := &graph{needs: make([][]int32, len(steps))}
	for i := range steps {
		s := &steps[i]
		find(s)
		s.in = anything
		if s.spec != nil {
			known, read := schemas[s.spec]
			if !read {
				known[0], known[1] = b.schemas(s.id, s.spec)
				schemas[s.spec] = known
			}
			s.in, s.out = known[0], known[1]
		}
		s.args = b.template(s.id, p.Nodes[i].Args)
		s.wants = s.args.uses(nil, nil, s.in)
		g.needs[i] = b.needs(s, p.Nodes[i].Needs, index)
	}
	for i := range steps {
		b.check(&steps[i], func(r reference) (*schema, string) {
			from, found := index[r.id]
			switch {
			case r.id == input:
				return in(r)
			case !found:
				return nil, noNode(r)
			}
			steps[from].read = true
			return steps[from].out, ""
		})
	}
	for _, cycle := range g.sort() {
		b.problem(steps[cycle[0]].id, "it needs itself: "+cycleText(cycle, func(i int32) string { return steps[i].id }))
	}
	return steps, g
}

// template reads the arguments of a node.
func (b *builder) template(id string, args []byte) template {
	if args == nil {
		args = []byte("{}")
	}
	text, err := compact(args)
	if err != nil || text[0] != '{' {
		b.problem(id, "the arguments are not a JSON object")
		return template{object: true}
	}
	// The tool would refuse a key that stands twice and what is no Unicode, but for us it would not see them.
	if text, err = codec.Canonical(args); err != nil {
		for _, p := range err.(*codec.Problems).List {
			place := id
			if p.Path != "arguments" {
				place = id + "." + p.Path
			}
			b.problem(place, p.Message)
		}
		return template{object: true}
	}
	return parseTemplate(text, func(message string) { b.problem(id, message) })
}

// needs returns what a node needs, by name and by reference, each once.
func (b *builder) needs(s *step, names []string, index map[string]int32) (needs []int32) {
	seen := map[int32]bool{}
	add := func(i int32) {
		if !seen[i] {
			seen[i] = true
			needs = append(needs, i)
		}
	}
	for _, name := range names {
		if i, found := index[name]; found {
			add(i)
		} else {
			b.problem(s.id, "it needs "+strconv.Quote(name)+", which is no node of the plan")
		}
	}
	for _, u := range s.wants {
		if i, found := index[u.ref.id]; found && u.ref.id != input {
			add(i)
		}
	}
	return needs
}

func noNode(r reference) string {
	return r.String() + ": there is no node " + strconv.Quote(r.id) + "; for the text itself write " + strconv.Quote("$"+r.String())
}

// link says who waits for whom, besides needs.
func (p Plan) link(g *graph, steps []step) {
	g.link(func(i int32) []string { return p.Nodes[i].Keys }, func(i int32) bool { return !steps[i].spec.OnlyReads() && !p.Nodes[i].Parallel })
}

// run runs the steps of a plan that was checked and linked. The arguments of the composite, if it is one, are in values.
func (p Plan) run(ctx context.Context, on Caller, steps []step, g *graph, values map[string]value) []Answer {
	run := *g
	run.waits = slices.Clone(g.waits) // which are counted down
	progress, settled := runtime.ProgressFrom(ctx), 0
	s := schedule{
		graph:    run,
		limit:    p.Limit,
		failFast: p.FailFast,
		tolerant: func(i int32) bool { return p.Nodes[i].Tolerant },
		name:     func(i int32) string { return steps[i].id },
		start: func(i int32) func(context.Context) runtime.Result {
			args, err := steps[i].args.fill(nil, func(id string) value { return values[id] }, codec.MaxSize)
			if err != nil {
				return func(context.Context) runtime.Result {
					return runtime.Result{Err: runtime.NewError(runtime.ClassFailed, begin(err.Error(), maxProblem))}
				}
			}
			return func(ctx context.Context) runtime.Result { return on.Call(inner(ctx, steps[i].id), steps[i].tool, args) }
		},
		settled: func(i int32, r runtime.Result) {
			if steps[i].read {
				values[steps[i].id] = outcome(r)
			}
			settled++
			progress.Report(settled, len(steps), steps[i].id)
		},
	}
	results := s.run(ctx)
	answers := make([]Answer, len(steps))
	for i, r := range results {
		answers[i] = Answer{steps[i].id, r}
	}
	return answers
}

// outcome is what references to a node lead into.
func outcome(r runtime.Result) value {
	if r.Err != nil {
		return value{failed: []byte(`{"error":{"class":` + quote(string(r.Err.Class)) + `,"message":` + quote(r.Err.Error()) + "}}")}
	}
	v, err := valueOf(r)
	return value{json: v, err: err}
}
