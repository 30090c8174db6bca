package agent

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/compose"
)

// Team is agents that others hand work to, by its methods: what tools such as delegate_to_agent and parallel_agents are made of.
//
// Called from a tool of an agent, they begin sub-agents of it. A sub-agent acts for the agent's principal (runtime.Principal.Sub), so
// that every authorizer is asked for the whole line; it may call only what the agent might have called; its time ends with the
// agent's; and what it uses counts for the agent too. How many there may be, beside and below each other, is in Limits: one too many is an
// error of ClassResourceExhausted, which tells the model to do the work itself.
//
// Where people must agree to a call of a sub-agent, the agent pauses, and with it all above it. When it goes on the tool is
// run again from its beginning, and the sub-agents go on from where they were, or give their answers again. Such a tool therefore has
// no other effects.
//
// Called from anywhere else, the agents are the first of their line.
type Team struct {
	agents []*Agent
}

// NewTeam returns a team. It is an error if an agent is nil or if two have one name.
func NewTeam(agents ...*Agent) (*Team, error) {
	for i, a := range agents {
		if a == nil {
			return nil, errors.New("agent: agent " + strconv.Itoa(i) + " of the team is nil")
		}
		if slices.ContainsFunc(agents[:i], func(other *Agent) bool { return other.Name() == a.Name() }) {
			return nil, errors.New("agent: two agents of the team are called " + a.Name())
		}
	}
	return &Team{slices.Clone(agents)}, nil
}

// Describe lists the agents and what they are good for, one a line: for the description of a tool, or for a prompt.
func (t *Team) Describe() string {
	var b strings.Builder
	for _, a := range t.agents {
		b.WriteString("- " + a.Name())
		if a.config.Does != "" {
			b.WriteString(": " + a.config.Does)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Task is work for one agent of a team.
type Task struct {
	Agent string // its name
	Text  string // what to do, with all that it has to know: it sees nothing of the conversation it was made in
}

// Reply is what became of a Task.
type Reply struct {
	Agent string
	Text  string // what the agent said last, where it has failed too
	Err   *runtime.Error
}

// Delegate has one agent do a task, and returns what it says. The error, for models, is an *runtime.Error.
func (t *Team) Delegate(ctx context.Context, task Task) (string, error) {
	reply := t.begin(ctx, keys(ctx, 1), task)
	if reply.Err != nil {
		return reply.Text, reply.Err
	}
	return reply.Text, nil
}

// Parallel has agents do several tasks at the same time, at most Limits.Concurrent of them (outside of an agent compose.DefaultLimit),
// and returns one reply for each, in their order, when all are over. A task that fails holds up no other. The error is one for all of them: that people must agree to
// something first, which is not for the model to read.
func (t *Team) Parallel(ctx context.Context, tasks ...Task) ([]Reply, error) {
	replies := make([]Reply, len(tasks))
	calls := make([]compose.Call, len(tasks))
	for i, task := range tasks {
		replies[i].Agent = task.Agent
		calls[i] = compose.Call{ID: strconv.Itoa(i), Tool: task.Agent, Parallel: true}
	}
	on := &tasksOf{team: t, tasks: tasks, replies: replies, first: keys(ctx, len(tasks)), outer: runtime.CallFrom(ctx)}
	for i, answer := range compose.Parallel(ctx, on, atOnce(ctx), calls...) {
		if answer.Err != nil { // canceled before it began, or a panic
			replies[i].Err = answer.Err
		}
	}
	for _, reply := range replies {
		if reply.Err != nil && reply.Err.Class == runtime.ClassApprovalRequired {
			return nil, reply.Err
		}
	}
	return replies, nil
}

// tasksOf is the tasks of one Parallel as calls.
type tasksOf struct {
	team    *Team
	tasks   []Task
	replies []Reply
	first   int // the key of the first
	outer   runtime.Call
}

func (on *tasksOf) Call(ctx context.Context, _ string, _ []byte) runtime.Result {
	i, err := strconv.Atoi(runtime.CallFrom(ctx).ID)
	if err != nil {
		return failed(runtime.ClassInternal, "a task without a number")
	}
	on.replies[i] = on.team.begin(runtime.WithCall(ctx, on.outer), on.first+i, on.tasks[i])
	return runtime.Result{Err: on.replies[i].Err}
}

func (on *tasksOf) Visible(context.Context, string) (*runtime.Spec, bool) { return nil, false }

func (on *tasksOf) Lookup(string) (runtime.Tool, bool) { return nil, false }

// keys takes the next n keys of the call in ctx, and returns the first.
func keys(ctx context.Context, n int) int {
	if at, _ := ctx.Value(linkKey{}).(*link); at != nil {
		return int(at.next.Add(int32(n))) - n
	}
	return 0
}

// atOnce is how many sub-agents of the call in ctx run at the same time: more are not begun, so that they begin in order.
func atOnce(ctx context.Context) int {
	if at, _ := ctx.Value(linkKey{}).(*link); at != nil {
		return at.run.limits.Concurrent
	}
	return compose.DefaultLimit
}

// begin runs the sub-agent with that key of the call in ctx, or goes on with it.
func (t *Team) begin(ctx context.Context, key int, task Task) Reply {
	i := slices.IndexFunc(t.agents, func(a *Agent) bool { return a.Name() == task.Agent })
	if i < 0 {
		names := make([]string, len(t.agents))
		for i, a := range t.agents {
			names[i] = a.Name()
		}
		return Reply{Agent: task.Agent, Err: runtime.NewError(runtime.ClassInvalidArguments,
			"agent: there is no agent "+quoted(task.Agent)+"; the agents are "+strings.Join(names, ", "))}
	}
	if strings.TrimSpace(task.Text) == "" {
		return Reply{Agent: task.Agent, Err: runtime.NewError(runtime.ClassInvalidArguments, "task: must say what to do, and is empty")}
	}
	a := t.agents[i]
	above, _ := ctx.Value(linkKey{}).(*link)
	if above == nil {
		return a.reply(a.Run(ctx, task.Text))
	}
	at := &link{run: above.run, turn: above.turn, call: above.call, key: strconv.Itoa(key)}
	state, decisions, refusal := at.run.admit(at, a.Name())
	if refusal != nil {
		return Reply{Agent: task.Agent, Err: refusal}
	}
	if state != nil && state.reason.final() {
		return a.reply(&Outcome{Reason: state.reason, Text: state.text(), Err: errors.New(state.why)})
	}
	select {
	case at.run.slots <- struct{}{}:
		defer func() { <-at.run.slots }()
	case <-ctx.Done():
		return Reply{Agent: task.Agent, Err: runtime.Failed(ctx, ctx.Err()).Err}
	}
	in := Input{Decisions: decisions}
	if state == nil {
		in.Text = task.Text
	}
	return a.reply(a.run(ctx, at, state, in))
}

// admit returns the state and the decisions with which a sub-agent goes on, nil for one that is new, and refuses one too many.
func (r *run) admit(at *link, name string) (*State, []Decision, *runtime.Error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.calls(at) {
		return nil, nil, runtime.NewError(runtime.ClassCanceled, errCallOver.Error())
	}
	if state := r.state.pending[at.call].find(at.key); state != nil {
		return state, r.below(at.call, at.key), nil
	}
	refuse := func(why string) (*State, []Decision, *runtime.Error) {
		if line := r.line(); slices.Contains(line, name) {
			why += "; " + name + " is at work above already: " + strings.Join(append(line, name), " > ")
		}
		return nil, nil, runtime.NewError(runtime.ClassResourceExhausted, why+"; do this part of the work yourself").AsNotStarted()
	}
	switch {
	case r.depth <= 0:
		return refuse("agents hand work on no deeper than this")
	case r.state.children >= r.limits.Children:
		return refuse("the limit of " + strconv.Itoa(r.limits.Children) + " sub-agents is reached")
	case !r.budget.spawn():
		return refuse("the limit of sub-agents of the whole task is reached")
	}
	r.state.children++
	return nil, nil, nil
}

// line is the names of the agents from the first down to this one.
func (r *run) line() []string {
	var above []string
	if r.above != nil {
		above = r.above.run.line()
	}
	return append(above, r.agent.Name())
}

// reply is the outcome of a sub-agent for those who wait for it.
func (a *Agent) reply(o *Outcome) Reply {
	reply := Reply{Agent: a.Name(), Text: o.Text}
	if o.State != nil {
		reply.Text = o.State.text() // without secrets, which the state of who waits has not
	}
	if o.Reason == Done {
		return reply
	}
	why := "agent " + a.Name() + " did not finish: " + string(o.Reason)
	if o.Reason == Paused {
		why = "people must agree to a call of agent " + a.Name() + " first"
	}
	err := runtime.NewError(o.Reason.class(), why)
	if o.Err != nil {
		err = err.WithCause(o.Err)
	}
	reply.Err = err
	return reply
}
