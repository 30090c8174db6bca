// Package agents has the tools delegate_to_agent and parallel_agents: they hand work to agents that the host declares.
//
//	rules, err := policy.Load(text, files.BoxTools(box), agents.Declared()) // where there is a policy
//	reg := runtime.NewRegistry(runtime.Authorize(rules))
//	crew, err := agents.New(reg, agents.Options{}, agent.Config{Name: "scout", Does: "Looks things up.", Model: model, Tools: []string{"file_read"}})
//
// What a model chooses is an agent, by its name, and what it is told. All else is the host's: the [agent.Config] of each, and the policy,
// which may have a layer for each by its name (Principal.Agent).
//
// Package agent keeps the rules, by its [agent.Team], and these tools add none: a sub-agent gets no more rights, calls, tokens, steps or
// time than the agents above it have left; how deep and how many they are is in their Limits; where a call of one waits for a person,
// all above pause, and go on without a call that is made twice.
//
//tool:defaults category=agent access=trusted names=snake
package agents

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
)

//go:generate go tool toolgen

// Options are the limits of a [Crew]. A zero is the default that stands beside it.
type Options struct {
	Tasks int // of one call of parallel_agents; 5, at most 16. Limits.Children of who calls counts besides
	Reply int // bytes that the words of all agents of one call may have in its result, as JSON; 32 KiB, at least 1 KiB
}

// Crew is agents that models hand work to. It is safe for concurrent use.
type Crew struct {
	o    Options
	set  runtime.Set
	team atomic.Pointer[agent.Team] // nil while New makes the agents
}

// New registers both tools in reg and makes the agents, in this order, so that the Tools of an agent may name the tools: then it
// hands work on itself. A Config without a Registry has reg. The names of the agents, and what they are for, stand in the descriptions
// of the tools. It is an error if reg is nil or has one of the names already, if there is no agent, and what agent.New and
// agent.NewTeam refuse; reg is as it was then.
func New(reg *runtime.Registry, o Options, agents ...agent.Config) (*Crew, error) {
	if reg == nil {
		return nil, errors.New("agents.New: the registry is nil")
	}
	if len(agents) == 0 {
		return nil, errors.New("agents.New: there is no agent")
	}
	o.Tasks, o.Reply = or(o.Tasks, 5), or(o.Reply, 32<<10)
	if o.Tasks < 1 || o.Tasks > maxTasks || o.Reply < 1<<10 {
		return nil, errors.New("agents.New: Tasks is not between 1 and " + strconv.Itoa(maxTasks) + ", or Reply is less than 1024")
	}
	c := &Crew{o: o}
	plain := CrewTools(c)
	if err := reg.Register(plain); err != nil {
		return nil, err
	}
	team, err := build(reg, agents)
	if err == nil {
		c.team.Store(team)
		c.set = runtime.Describe("Agents:\n"+team.Describe(), plain)
		err = reg.Exchange([]string{ToolDelegateToAgent, ToolParallelAgents}, c.set)
	}
	if err != nil {
		return nil, errors.Join(err, reg.Exchange([]string{ToolDelegateToAgent, ToolParallelAgents}))
	}
	return c, nil
}

func or(n, standard int) int {
	if n == 0 {
		return standard
	}
	return n
}

// build makes the agents, and says of all that are wrong what is.
func build(reg *runtime.Registry, configs []agent.Config) (*agent.Team, error) {
	var team []*agent.Agent
	var all []error
	for _, config := range configs {
		if config.Registry == nil {
			config.Registry = reg
		}
		a, err := agent.New(config)
		team, all = append(team, a), append(all, err)
	}
	if err := errors.Join(all...); err != nil {
		return nil, err
	}
	return agent.NewTeam(team...)
}

// Declared returns the two tools as a policy wants to know them before there is a crew. They can be named, and not called.
func Declared() runtime.Set { return CrewTools(new(Crew)) }

// Tools returns the two tools as they are registered, with the agents in their descriptions: for another registry, whose agents
// have this crew below them.
func (c *Crew) Tools() runtime.Set { return slices.Clone(c.set) }

// Delegate hands a task to another agent, waits for it, and returns what it says. It sees nothing of this conversation: tell it all that
// it has to know, and what to answer.
//
//tool:name=delegate_to_agent timeout=30m
//tool:result keep-partial
//tool:example {"agent":"scout","task":"Find out which CSV files are below data, and say for each how many lines it has."}
func (c *Crew) Delegate(ctx context.Context,
	//tool:min=1 max=64
	agent string, // the name of the agent
	//tool:min=1 max=65536
	task string, // what to do
) (string, error) {
	text, err := c.hand(ctx, Task{Agent: agent, Task: task})
	return fit([]string{text}, c.o.Reply)[0], err
}

func (c *Crew) hand(ctx context.Context, t Task) (string, error) {
	team, err := c.ready()
	if err != nil {
		return "", err
	}
	return team.Delegate(ctx, t.work())
}

// ready returns the team. An agent is not made yet where New has not returned.
func (c *Crew) ready() (*agent.Team, error) {
	if team := c.team.Load(); team != nil {
		return team, nil
	}
	return nil, runtime.NewError(runtime.ClassUnavailable, "the agents are being set up; call again").AsTransient(0).AsNotStarted()
}
