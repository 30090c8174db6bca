package sandbox_test

import (
	"context"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/sandbox"
	"github.com/toolgen/toolgen/runtime/wrap"
)

func ExampleCommand_Run() {
	word := &sandbox.Command{
		Path:   "echo",
		Args:   []string{"$(id); rm -rf /"},
		Limits: sandbox.Limits{Wall: 10 * time.Second, Output: 4096},
	}
	outcome, err := word.Run(context.Background())
	if err != nil {
		fmt.Println(err) // a *Refusal where this machine cannot hold it to one of its limits
		return
	}
	fmt.Print(outcome.Text())
}

func ExampleEnforce() {
	sandboxed := func(tool *runtime.Spec) bool { return tool.Name == "bash_exec" }
	registry := runtime.NewRegistry(runtime.Enforce(sandbox.Enforce(wrap.Enforce(64), sandboxed)))
	fmt.Println(len(registry.Specs(context.Background())))
	// Output: 0
}

func ExampleProbe() {
	for _, support := range sandbox.Probe() {
		if support.Strength == sandbox.Unsupported {
			fmt.Println(support.Limit, "cannot be enforced here:", support.Reason)
		}
	}
}
