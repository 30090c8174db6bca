package agents

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/codec"
)

// maxTasks is how many tasks the schema of parallel_agents lets a call have.
const maxTasks = 16

// Task is work for one agent.
type Task struct {
	//tool:min=1 max=64
	Agent string `json:"agent"` // the name of the agent
	//tool:min=1 max=65536
	Task string `json:"task"` // what to do, with all that the agent has to know
}

func (t Task) work() agent.Task { return agent.Task{Agent: t.Agent, Text: t.Task} }

// Replies is what parallel_agents returns.
type Replies struct {
	Replies []Reply `json:"replies"` // one for each task, in the order of the tasks
	Failed  int     `json:"failed"`  // how many of them have an error
}

// Reply is what became of one task.
type Reply struct {
	Agent string   `json:"agent"`           // whose task it was
	Text  string   `json:"text,omitempty"`  // what it said last, where it has failed too
	Error *Failure `json:"error,omitempty"` // why it did not do the task; left out where it did
}

// Failure is why a task was not done.
type Failure struct {
	Class   string `json:"class"`   // the kind of failure, such as resource_exhausted
	Message string `json:"message"` // what happened, and what to do
}

// Parallel hands several tasks to agents that work at the same time, waits for all, and returns what each says. The agents see nothing of
// this conversation and nothing of each other. A task that fails holds up no other.
//
//tool:name=parallel_agents timeout=30m
//tool:example {"tasks":[{"agent":"scout","task":"Sum up notes/a.txt in one sentence."},{"agent":"scout","task":"Sum up notes/b.txt in one sentence."}]}
func (c *Crew) Parallel(ctx context.Context,
	//tool:min=1 max=16
	tasks []Task, // the work, one agent each; the same agent may have several
) (Replies, error) {
	if len(tasks) > c.o.Tasks {
		return Replies{}, runtime.NewError(runtime.ClassInvalidArguments, "tasks: expected at most "+strconv.Itoa(c.o.Tasks)+
			", got "+strconv.Itoa(len(tasks))+"; call again with the others")
	}
	team, err := c.ready()
	if err != nil {
		return Replies{}, err
	}
	work := make([]agent.Task, len(tasks))
	for i, t := range tasks {
		work[i] = t.work()
	}
	replies, err := team.Parallel(ctx, work...)
	if err != nil {
		return Replies{}, err
	}
	texts := make([]string, len(replies))
	for i, r := range replies {
		texts[i] = r.Text
	}
	texts = fit(texts, c.o.Reply)
	out := Replies{Replies: make([]Reply, len(replies))}
	for i, r := range replies {
		out.Replies[i] = Reply{Agent: r.Agent, Text: texts[i]}
		if r.Err != nil {
			out.Replies[i].Error = &Failure{Class: string(r.Err.Class), Message: r.Err.Error()}
			out.Failed++
		}
	}
	return out, nil
}

// fit cuts texts so that they have at most room bytes together as JSON. What the short ones leave of their share is for the long ones.
func fit(texts []string, room int) []string {
	fitted := slices.Clone(texts)
	byLength := make([]int, len(texts))
	for i := range byLength {
		byLength[i] = i
	}
	slices.SortFunc(byLength, func(i, j int) int {
		return cmp.Or(cmp.Compare(encoded(texts[i]), encoded(texts[j])), cmp.Compare(i, j))
	})
	for n, i := range byLength {
		fitted[i] = cut(texts[i], room/(len(texts)-n))
		room -= encoded(fitted[i])
	}
	return fitted
}

// cut returns text, or the beginning of it and a remark that says how long it is, with at most room bytes as JSON.
func cut(text string, room int) string {
	short := text
	for limit := room; encoded(short) > room && limit > 0; limit -= max(1, (encoded(short)-room)/6) { // a byte becomes six at most
		short = runtime.Bound(runtime.Text(text), int64(max(limit, 0))).Text
	}
	return short
}

// encoded is how many bytes a text has as JSON.
func encoded(text string) int { return len(codec.AppendString(nil, text)) }
