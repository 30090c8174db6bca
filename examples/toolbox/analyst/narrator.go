package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
	"github.com/toolgen/toolgen/runtime/policy"
	"github.com/toolgen/toolgen/runtime/provider"
)

// narrator prints what models say and what they are told.
type narrator struct {
	mu    sync.Mutex
	out   io.Writer
	reg   *runtime.Registry
	rules *policy.Policy
}

// tells has the narrator tell the story of an agent, further to the right the deeper it stands.
func (n *narrator) tells(name string, depth int, model agent.Model) agent.Model {
	indent := strings.Repeat("    ", depth)
	return agent.ModelFunc(func(ctx context.Context, conversation []agent.Message, tools []provider.Definition) (agent.Turn, error) {
		n.results(ctx, indent, conversation)
		turn, err := model.Next(ctx, conversation, tools)
		for _, call := range turn.Calls {
			n.print(indent, name+" calls "+call.Name+" "+string(call.Args))
		}
		if turn.Text != "" {
			n.print(indent, name+" says: "+turn.Text)
		}
		return turn, err
	})
}

// results prints those of the last turn, and, for who reads the story, why a call was denied: the model is told only that nobody knows such
// a tool.
func (n *narrator) results(ctx context.Context, indent string, conversation []agent.Message) {
	last := conversation[len(conversation)-1]
	for i, result := range last.Results {
		name := conversation[len(conversation)-2].Calls[i].Name
		n.print(indent, "  "+name+" answers: "+result.Output())
		if tool, known := n.reg.Lookup(name); known && result.IsError() {
			decision := n.rules.Decide(ctx, runtime.PrincipalFrom(ctx), runtime.Call{Tool: tool.Spec()})
			n.print(indent, "    (not told to the model: "+decision.String()+")")
		}
	}
}

// print prints a text as lines that a terminal has room for.
func (n *narrator) print(indent, text string) {
	const most = 330
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + " …"
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	fmt.Fprintln(n.out, indent+strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+indent+"  "))
}
