// Package agent lets a language model work with tools until its task is done.
//
// An [Agent] is a [Model], a registry of tools, and limits. [Agent.Run] gives it a task and returns an [Outcome]: what the model
// said last, and why the loop ended. Every call of the model is answered exactly once and in order, whatever the tool does; budgets
// are kept; what fails again and again ends the run.
//
// Where a person must agree to a call, the run pauses: the [State] of the outcome is plain data that [State.Encode] writes and
// [Decode] reads, in another process if need be, and [Agent.Resume] goes on from it. It runs what was not run, and nothing twice.
// The same holds after a crash, where a host keeps the states that Config.Checkpoint is given.
//
// A [Team] is agents that hand work to each other: what is handed on gets no more rights, time or budget than who hands it on. A
// [Skill] is instructions that name the tools they need, and narrows a run to these.
//
// The loop knows no API. [API] makes a Model of any of those that package provider speaks and a function that sends bytes.
package agent

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// Config describes an agent. Name, Model and Registry are needed.
type Config struct {
	Name     string            // ^[a-zA-Z0-9_-]{1,64}$; it is Principal.Agent of the agent's calls
	Does     string            // what it is good for, one sentence: what a [Team] says of it
	Model    Model             // what thinks
	Registry *runtime.Registry // where its tools are, and who may call them
	System   string            // instructions before every conversation; "" for none

	// Tools are the names that this agent, and those it hands work to, may call, besides all that the registry decides. Nil: all that
	// the caller may. An empty list that is not nil: none.
	Tools []string

	// Own is the agent's own level and scopes: of what the caller has, the agent gets no more than this (runtime.Principal.Sub). No
	// level and no name of a role is the caller's; nil Scopes are the caller's. Its other fields are not used.
	Own runtime.Principal

	Skills []Skill // that a run may turn on; see Input
	Limits Limits

	// Schedule says what package compose has to know to run calls of one turn beside each other: the keys of what a call uses, and
	// whether it may run beside others although its tool changes things. Nil: tools that are ReadOnly, and not Remote, run side by
	// side, others alone. It is called concurrently; if it panics the call runs alone.
	Schedule func(call provider.Call, spec *runtime.Spec) (keys []string, parallel bool)

	// Compact is asked before every turn of the model for the conversation to go on with: a shorter one, or the same. It gets a
	// slice of its own and does not modify what the messages hold. The messages it returns are complete: behind calls come their
	// results. An error or a panic ends the run. Nil: conversations are not shortened.
	Compact func(ctx context.Context, conversation []Message) ([]Message, error)

	// Checkpoint is given the state of the run before every call of a tool and after it, and after every turn of the model: what a
	// host stores to go on after a crash. What it has not returned nil for does not happen: an error or a panic ends the run. It is not
	// called concurrently for one run. Of agents of a team the first is asked alone: its state has those of the others in it.
	Checkpoint func(ctx context.Context, state *State) error
}

// Agent runs tasks. It is safe for concurrent use, every run for itself.
type Agent struct {
	config Config
	limits Limits
}

// New returns an agent. Everything that is wrong with the Config comes in one error: what is missing, limits below zero, and every
// tool that Tools or a skill names and the registry does not have.
func New(c Config) (*Agent, error) {
	var problems []string
	if !validName(c.Name) {
		problems = append(problems, "the name "+quoted(c.Name)+" is not ^[a-zA-Z0-9_-]{1,64}$")
	}
	if c.Model == nil {
		problems = append(problems, "there is no Model")
	}
	problems = append(problems, c.Limits.problems()...)
	if c.Registry == nil {
		problems = append(problems, "there is no Registry")
	} else if err := c.Registry.Require(c.Tools...); err != nil {
		problems = append(problems, "Tools: "+withoutPrefix(err))
	}
	for i := range c.Skills {
		problems = append(problems, c.Skills[i].problems(&c, c.Skills[:i])...)
	}
	if len(problems) > 0 {
		return nil, errors.New("agent: " + quoted(c.Name) + " cannot be built:\n\t" + strings.Join(problems, "\n\t"))
	}
	c.Tools, c.Skills, c.Own.Scopes = slices.Clone(c.Tools), slices.Clone(c.Skills), slices.Clone(c.Own.Scopes)
	return &Agent{config: c, limits: c.Limits.filled()}, nil
}

// Name returns the agent's name.
func (a *Agent) Name() string { return a.config.Name }

// Run gives the agent a task, on behalf of the principal in ctx, and returns what became of it.
func (a *Agent) Run(ctx context.Context, task string) *Outcome {
	return a.Resume(ctx, nil, Input{Text: task})
}

// Resume goes on from a state of this agent, for the same principal ID; nil is a new conversation. It runs the calls that have not
// been run, and no other. The state stays as it is, so that nobody takes an old one for the newest by mistake: go on from the
// outcome's.
//
// A call that was running when the process ended is run again where its tool is ReadOnly or Idempotent and not Remote; else nobody
// knows what it did, and that is its answer. A state that has come to its end, and Input that asks for nothing, return the same end.
func (a *Agent) Resume(ctx context.Context, state *State, in Input) *Outcome {
	return a.run(ctx, nil, state, in)
}

// Input is what a run goes on with.
type Input struct {
	// Text is what the user says; "" where there is nothing new. It begins new budgets. Calls that wait are not run then, and those
	// that a person was asked for count as rejected.
	Text string

	Skills    []string   // the names of the skills that are on from now on; nil: those of the state
	Decisions []Decision // what people said to the requests of a paused run
}

// Decision is what a person said to a [Request].
type Decision struct {
	Request  string // its ID; one that no request has is an error, and so are two decisions for one
	Approved bool
	By       string // who said so, for the record
}

func validName(name string) bool {
	return len(name) > 0 && len(name) <= 64 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}

// quoted shows a name that may be any text of any length.
func quoted(name string) string {
	const most = 64
	if len(name) <= most {
		return strconv.Quote(name)
	}
	return strconv.Quote(strings.ToValidUTF8(name[:most], "")) + "…"
}

// withoutPrefix is the text of an error of package runtime inside one of this package.
func withoutPrefix(err error) string { return strings.TrimPrefix(err.Error(), "runtime: ") }
