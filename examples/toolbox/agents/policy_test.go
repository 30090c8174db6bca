package agents_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/toolbox/agents"
	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/policy"
	"github.com/toolgen/toolgen/runtime/provider"
)

// What a sub-agent may call is the intersection of what everybody on its line may: the user, the agent above it, itself. The tool is
// write, which is trusted; ann, who is trusted and has the scope pen, asks boss, who has lead hand it to worker, who calls it.
func TestPolicy(t *testing.T) {
	layer := func(agents string, l policy.Layer) policy.Config {
		l.Name, l.For.Agents = "layer", strings.Fields(agents)
		return policy.Config{Layers: []policy.Layer{l}}
	}
	deny, ask := policy.Layer{Deny: []string{"write"}}, policy.Layer{Ask: []string{"write"}}
	const handing = agents.ToolDelegateToAgent
	ann := runtime.Principal{ID: "ann", Role: runtime.Trusted, Scopes: []string{"pen"}}
	for name, row := range map[string]struct {
		policy                  policy.Config
		caller                  runtime.Principal
		boss, lead, worker      []string          // Config.Tools
		own                     runtime.Principal // of the worker
		want                    string            // of write: allowed, denied or asked
		workerAlone, bossWrites string            // the same, of a worker that ann calls herself, and of boss
	}{
		"nobody denies":                     {caller: ann, want: "allowed", workerAlone: "allowed", bossWrites: "allowed"},
		"the parent denies, child allows":   {policy: layer("lead", deny), caller: ann, want: "denied", workerAlone: "allowed", bossWrites: "allowed"},
		"the first denies, the rest allow":  {policy: layer("boss", deny), caller: ann, want: "denied", workerAlone: "allowed", bossWrites: "denied"},
		"the child denies, parents allow":   {policy: layer("worker", deny), caller: ann, want: "denied", workerAlone: "denied", bossWrites: "allowed"},
		"all deny":                          {policy: layer("boss lead worker", deny), caller: ann, want: "denied", workerAlone: "denied", bossWrites: "denied"},
		"another agent is denied":           {policy: layer("elsewhere", deny), caller: ann, want: "allowed", workerAlone: "allowed", bossWrites: "allowed"},
		"the parent's allow list lacks it":  {policy: layer("lead", policy.Layer{Allow: []string{handing}}), caller: ann, want: "denied", workerAlone: "allowed", bossWrites: "allowed"},
		"the child's allow list lacks it":   {policy: layer("worker", policy.Layer{Allow: []string{"read"}}), caller: ann, want: "denied", workerAlone: "denied", bossWrites: "allowed"},
		"the user is denied":                {policy: policy.Config{Layers: []policy.Layer{{Name: "layer", For: policy.For{IDs: []string{"ann"}}, Deny: []string{"write"}}}}, caller: ann, want: "denied", workerAlone: "denied", bossWrites: "denied"},
		"the first asks":                    {policy: layer("boss", ask), caller: ann, want: "asked", workerAlone: "allowed", bossWrites: "asked"},
		"the parent asks":                   {policy: layer("lead", ask), caller: ann, want: "asked", workerAlone: "allowed", bossWrites: "allowed"},
		"the child asks":                    {policy: layer("worker", ask), caller: ann, want: "asked", workerAlone: "asked", bossWrites: "allowed"},
		"the parent asks, the child denies": {policy: policy.Config{Layers: []policy.Layer{{Name: "a", For: policy.For{Agents: []string{"lead"}}, Ask: []string{"write"}}, {Name: "b", For: policy.For{Agents: []string{"worker"}}, Deny: []string{"write"}}}}, caller: ann, want: "denied", workerAlone: "denied", bossWrites: "allowed"},
		"the first's tools lack it":         {caller: ann, boss: []string{handing}, want: "denied", workerAlone: "allowed", bossWrites: "denied"},
		"the parent's tools lack it":        {caller: ann, lead: []string{handing, "read"}, want: "denied", workerAlone: "allowed", bossWrites: "allowed"},
		"the child's tools lack it":         {caller: ann, worker: []string{"read"}, want: "denied", workerAlone: "denied", bossWrites: "allowed"},
		"all have it in their tools":        {caller: ann, boss: []string{handing, "write"}, lead: []string{handing, "write"}, worker: []string{"write"}, want: "allowed", workerAlone: "allowed", bossWrites: "allowed"},
		"the child's level is lower":        {caller: ann, own: runtime.Principal{Role: runtime.Public}, want: "denied", workerAlone: "denied", bossWrites: "allowed"},
		"the child's level is higher":       {policy: policy.Config{Levels: map[string]runtime.Access{"write": runtime.Admin}}, caller: ann, own: runtime.Principal{Role: runtime.System}, want: "denied", workerAlone: "denied", bossWrites: "denied"},
		"an admin's child is lower":         {policy: policy.Config{Levels: map[string]runtime.Access{"write": runtime.Admin}}, caller: runtime.Principal{ID: "root", Role: runtime.Admin}, own: runtime.Principal{Role: runtime.Trusted}, want: "denied", workerAlone: "denied", bossWrites: "allowed"},
		"all have the scope":                {policy: policy.Config{Permissions: map[string][]string{"write": {"pen"}}}, caller: ann, want: "allowed", workerAlone: "allowed", bossWrites: "allowed"},
		"the child's scopes lack it":        {policy: policy.Config{Permissions: map[string][]string{"write": {"pen"}}}, caller: ann, own: runtime.Principal{Scopes: []string{}}, want: "denied", workerAlone: "denied", bossWrites: "allowed"},
		"the child's scopes have more":      {policy: policy.Config{Permissions: map[string][]string{"write": {"ink"}}}, caller: ann, own: runtime.Principal{Scopes: []string{"ink", "pen"}}, want: "denied", workerAlone: "denied", bossWrites: "denied"},
	} {
		t.Run(name, func(t *testing.T) {
			var j journal
			tools := runtime.Set{j.tool(runtime.Spec{Name: "write", Access: runtime.Trusted}), j.tool(runtime.Spec{Name: "read", Access: runtime.Trusted})}
			known := append(runtime.Set{j.tool(runtime.Spec{Name: handing, Access: runtime.Trusted}), j.tool(runtime.Spec{Name: agents.ToolParallelAgents, Access: runtime.Trusted})}, tools...)
			rules, err := policy.New(row.policy, known)
			Try(t, err)
			reg := registry(t, tools, runtime.Authorize(rules))
			told := false // the worker, of the tool
			worker := agent.Config{Name: "worker", Registry: reg, Tools: row.worker, Own: row.own, Model: agent.ModelFunc(func(ctx context.Context, c []agent.Message, d []provider.Definition) (agent.Turn, error) {
				told = false
				for _, definition := range d {
					told = told || definition.Name == "write"
				}
				return script{calls(call("write", Object{})), says("tried")}.Next(ctx, c, d)
			})}
			crew(t, reg, agents.Options{}, worker, agent.Config{Name: "lead", Tools: row.lead, Model: script{calls(delegate("worker", "write")), says("x")}})
			ctx := runtime.WithPrincipal(t.Context(), row.caller)
			refusal, hidden := "unknown_tool", row.want == "denied"
			if row.policy.Permissions != nil { // a missing scope hides nothing
				refusal, hidden = "permission_denied", false
			}
			outcome := func(first agent.Config) string {
				j.done = nil
				switch o := build(t, first).Run(ctx, "go"); {
				case o.Reason == agent.Paused && len(j.done) == 0:
					equal(t, o.Requests[0].Tool, "write")
					return "asked"
				case o.Reason != agent.Done:
					return string(o.Reason)
				case len(j.done) == 1:
					return "allowed"
				case first.Name == "worker" && !strings.HasPrefix(said(results(o.State)[0]), refusal):
					return said(results(o.State)[0])
				}
				return "denied"
			}
			boss := agent.Config{Name: "boss", Registry: reg, Tools: row.boss}
			boss.Model = script{calls(delegate("lead", "write")), says("x")}
			equal(t, outcome(boss), row.want)
			if told == hidden {
				t.Errorf("the worker's model is told of the tool: %v", told)
			}
			boss.Model = script{calls(call("write", Object{})), says("x")}
			equal(t, outcome(boss), row.bossWrites)
			equal(t, outcome(worker), row.workerAlone)
		})
	}
}
