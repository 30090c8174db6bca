package agent_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/policy"
	"github.com/toolgen/toolgen/runtime/provider"
)

// forecast is a tool as the generator makes them of a function; here it is written by hand.
var forecast = runtime.Func(runtime.Spec{Name: "forecast", Description: "Says tomorrow's weather.", Access: runtime.Public, ReadOnly: true},
	func(context.Context, []byte) runtime.Result { return runtime.Text("sun") })

// pay is a tool that a person should have a say in.
var pay = runtime.Func(runtime.Spec{Name: "pay", Description: "Pays a bill.", Access: runtime.Public},
	func(_ context.Context, args []byte) runtime.Result {
		fmt.Println("paid", string(args))
		return runtime.Done()
	})

// scripted is a model whose turns are known, in place of one behind an API.
func scripted(turns ...agent.Turn) agent.Model {
	return agent.ModelFunc(func(_ context.Context, conversation []agent.Message, _ []provider.Definition) (agent.Turn, error) {
		said := 0
		for _, message := range conversation {
			if message.Role == agent.Assistant {
				said++
			}
		}
		return turns[said], nil
	})
}

func call(name, args string) agent.Turn {
	return agent.Turn{Calls: []provider.Call{{ID: "c1", Name: name, Args: []byte(args)}}}
}

// An agent is a model, a registry of tools, and limits.
func Example() {
	reg := runtime.NewRegistry()
	if err := reg.Register(runtime.Set{forecast}); err != nil {
		fmt.Println(err)
		return
	}
	a, err := agent.New(agent.Config{
		Name:     "guide",
		Model:    scripted(call("forecast", `{"city":"Oslo"}`), agent.Turn{Text: "Take sunglasses."}),
		Registry: reg,
		System:   "You help travellers.",
		Limits:   agent.Limits{Steps: 8, Calls: 20},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome := a.Run(context.Background(), "What do I need in Oslo tomorrow?")
	fmt.Println(outcome.Reason, outcome.Err)
	fmt.Println(outcome.Text)
	// Output:
	// done <nil>
	// Take sunglasses.
}

// A Model of an API is its format and a function that sends bytes.
func ExampleNewAPI() {
	model, err := agent.NewAPI(agent.API{
		Format:  provider.Anthropic,
		Request: []byte(`{"model":"some-model","max_tokens":500}`),
		Send: func(_ context.Context, request []byte) ([]byte, error) { // in earnest: an HTTP POST with a key
			fmt.Println(string(request))
			return []byte(`{"role":"assistant","content":[{"type":"text","text":"Hello."}],"usage":{"input_tokens":9,"output_tokens":2}}`), nil
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := agent.New(agent.Config{Name: "guide", Model: model, Registry: runtime.NewRegistry(), System: "Be brief."})
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome := a.Run(context.Background(), "Hi")
	fmt.Println(outcome.Text, outcome.Usage)
	// Output:
	// {"model":"some-model","max_tokens":500,"system":"Be brief.","messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}
	// Hello. {9 2}
}

// Where a person must agree the run pauses. Its state is bytes until there is an answer, in another process if need be.
func ExampleAgent_Resume() {
	rules, err := policy.New(policy.Config{Layers: []policy.Layer{{Name: "money", Ask: []string{"pay"}}}}, runtime.Set{forecast, pay})
	if err != nil {
		fmt.Println(err)
		return
	}
	reg := runtime.NewRegistry(runtime.Authorize(rules))
	if err := reg.Register(runtime.Set{forecast, pay}); err != nil {
		fmt.Println(err)
		return
	}
	a, err := agent.New(agent.Config{Name: "clerk", Registry: reg,
		Model: scripted(call("pay", `{"sum":12}`), agent.Turn{Text: "It is paid."})})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := runtime.WithPrincipal(context.Background(), runtime.Principal{ID: "ann", Role: runtime.Trusted})
	outcome := a.Run(ctx, "Pay the bill.")
	kept := outcome.State.Encode()
	for _, request := range outcome.Requests {
		fmt.Println(outcome.Reason, request.ID, request.Tool, string(request.Args))
	}

	state, err := agent.Decode(kept)
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome = a.Resume(ctx, state, agent.Input{Decisions: []agent.Decision{{Request: "1.0", Approved: true, By: "bob"}}})
	fmt.Println(outcome.Reason, outcome.Text)
	// Output:
	// paused 1.0 pay {"sum":12}
	// paid {"sum":12}
	// done It is paid.
}

// A crash loses nothing where the host keeps what Checkpoint is given: before every call, and after it.
func ExampleConfig_checkpoint() {
	reg := runtime.NewRegistry()
	if err := reg.Register(runtime.Set{pay}); err != nil {
		fmt.Println(err)
		return
	}
	var kept []byte
	a, err := agent.New(agent.Config{Name: "clerk", Registry: reg,
		Model: scripted(call("pay", `{"sum":12}`), agent.Turn{Text: "It is paid."}),
		Checkpoint: func(_ context.Context, state *agent.State) error {
			kept = state.Encode() // in earnest: to a file or a database, in one step
			return nil
		}})
	if err != nil {
		fmt.Println(err)
		return
	}
	a.Run(context.Background(), "Pay the bill.")

	state, err := agent.Decode(kept)
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome := a.Resume(context.Background(), state, agent.Input{})
	fmt.Println(outcome.Reason, outcome.Text)
	// Output:
	// paid {"sum":12}
	// done It is paid.
}

// A tool that hands work on: its body is one call of the team.
func ExampleTeam_Delegate() {
	reg := runtime.NewRegistry()
	scout, err := agent.New(agent.Config{Name: "scout", Does: "Looks things up.", Registry: reg,
		Model: scripted(call("forecast", `{}`), agent.Turn{Text: "There will be sun."})})
	if err != nil {
		fmt.Println(err)
		return
	}
	team, err := agent.NewTeam(scout)
	if err != nil {
		fmt.Println(err)
		return
	}
	ask := runtime.Func(runtime.Spec{Name: "ask_scout", Description: "Hands work on:\n" + team.Describe()}, func(ctx context.Context, args []byte) runtime.Result {
		text, err := team.Delegate(ctx, agent.Task{Agent: "scout", Text: string(args)})
		return runtime.Partial(ctx, runtime.Text(text), err)
	})
	if err := reg.Register(runtime.Set{forecast, ask}); err != nil {
		fmt.Println(err)
		return
	}
	guide, err := agent.New(agent.Config{Name: "guide", Registry: reg,
		Model: scripted(call("ask_scout", `{"what":"the weather"}`), agent.Turn{Text: "Take sunglasses."})})
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome := guide.Run(context.Background(), "What do I need?")
	fmt.Println(outcome.State.Messages()[2].Results[0].Text)
	fmt.Println(outcome.Text)
	// Output:
	// There will be sun.
	// Take sunglasses.
}

// Skills are files. New refuses an agent that lacks a tool which one of them needs.
func ExampleLoadSkills() {
	skills, err := agent.LoadSkills(fstest.MapFS{"csv-report/SKILL.md": {Data: []byte(`---
name: csv-report
description: Turns a CSV file into a report.
tools: file_read, plot_data
---
Read the file first.
`)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(skills[0].Name, skills[0].Tools)
	_, err = agent.New(agent.Config{Name: "analyst", Model: scripted(), Registry: runtime.NewRegistry(), Skills: skills})
	fmt.Println(err)
	// Output:
	// csv-report [file_read plot_data]
	// agent: "analyst" cannot be built:
	// 	skill "csv-report": 2 required tools not registered: "file_read", "plot_data"
}
