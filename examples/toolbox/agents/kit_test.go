package agents_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/examples/toolbox/agents"
	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/provider"
)

// What the tests of this package have in common: models that follow a script, and tools that write down what they did.

// call makes one call of a turn.
func call(name string, args any) provider.Call {
	data, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return provider.Call{Name: name, Args: data}
}

// delegate is a call of delegate_to_agent.
func delegate(name, task string) provider.Call {
	return call(agents.ToolDelegateToAgent, Object{"agent": name, "task": task})
}

// parallel is a call of parallel_agents, of tasks in words: the agent, and what to do.
func parallel(tasks ...string) provider.Call {
	var list []Object
	for _, words := range tasks {
		name, task, _ := strings.Cut(words, " ")
		list = append(list, Object{"agent": name, "task": task})
	}
	return call(agents.ToolParallelAgents, Object{"tasks": list})
}

func calls(calls ...provider.Call) agent.Turn { return agent.Turn{Calls: calls} }

func says(text string) agent.Turn { return agent.Turn{Text: text} }

// script is a model that takes its turns by how many it has had in a conversation, so that one that is resumed goes on where it was.
type script []agent.Turn

func (s script) Next(_ context.Context, conversation []agent.Message, _ []provider.Definition) (agent.Turn, error) {
	n := 0
	for _, m := range conversation {
		if m.Role == agent.Assistant {
			n++
		}
	}
	return s[n], nil
}

// answers is a model that answers its task by a function, and says what its tools have answered where it has called some.
func answers(do func(ctx context.Context, task string) (agent.Turn, error)) agent.Model {
	return agent.ModelFunc(func(ctx context.Context, conversation []agent.Message, _ []provider.Definition) (agent.Turn, error) {
		if m := conversation[len(conversation)-1]; m.Role == agent.Tool {
			var texts []string
			for _, r := range m.Results {
				texts = append(texts, said(r))
			}
			return says(strings.Join(texts, "|")), nil
		}
		return do(ctx, conversation[len(conversation)-1].Text)
	})
}

func echo(_ context.Context, task string) (agent.Turn, error) { return says("did " + task), nil }

// said is a result in words.
func said(r runtime.Result) string {
	if r.Err != nil {
		return string(r.Err.Class) + ": " + r.Output()
	}
	return r.Output()
}

// journal is what tools have done, in order.
type journal struct {
	mu   sync.Mutex
	done []string
}

func (j *journal) count(what string) (n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, done := range j.done {
		if done == what {
			n++
		}
	}
	return n
}

func (j *journal) tool(spec runtime.Spec) runtime.Tool {
	return runtime.Func(spec, func(_ context.Context, args []byte) runtime.Result {
		j.mu.Lock()
		defer j.mu.Unlock()
		what := spec.Name + " " + string(args)
		j.done = append(j.done, what)
		return runtime.Text("did " + what)
	})
}

// crew makes agents over reg.
func crew(t testing.TB, reg *runtime.Registry, o agents.Options, members ...agent.Config) *agents.Crew {
	t.Helper()
	c, err := agents.New(reg, o, members...)
	Try(t, err)
	return c
}

func registry(t testing.TB, set runtime.Set, options ...runtime.Option) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry(options...)
	Try(t, reg.Register(set))
	return reg
}

func build(t testing.TB, c agent.Config) *agent.Agent {
	t.Helper()
	if c.Name == "" {
		c.Name = "boss"
	}
	a, err := agent.New(c)
	Try(t, err)
	return a
}

// results are the results of all calls of a conversation, in order.
func results(s *agent.State) (all []runtime.Result) {
	for _, m := range s.Messages() {
		all = append(all, m.Results...)
	}
	return all
}

// replies is the value of a result of parallel_agents.
func replies(t testing.TB, r runtime.Result) (out agents.Replies) {
	t.Helper()
	if r.Err != nil {
		t.Fatalf("%s: %s", r.Err.Class, r.Err.Message)
	}
	Try(t, json.Unmarshal(r.JSON, &out))
	return out
}

// lines are replies in words.
func lines(r agents.Replies) (lines []string) {
	for _, reply := range r.Replies {
		line := reply.Agent + ": " + reply.Text
		if reply.Error != nil {
			line = reply.Agent + "! " + reply.Error.Class + ": " + reply.Error.Message
			if reply.Text != "" {
				line += " (" + reply.Text + ")"
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func equal[T any](t testing.TB, got, want T) {
	t.Helper()
	a, _ := json.MarshalIndent(got, "", " ")
	b, _ := json.MarshalIndent(want, "", " ")
	if string(a) != string(b) {
		t.Errorf("got  %s\nwant %s", a, b)
	}
}

// reread is a state as another process has it.
func reread(t testing.TB, s *agent.State) *agent.State {
	t.Helper()
	read, err := agent.Decode(s.Encode())
	Try(t, err)
	return read
}
