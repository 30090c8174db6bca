package agents_test

import (
	"context"
	"fmt"
	"log"

	"github.com/toolgen/toolgen/examples/toolbox/agents"
	. "github.com/toolgen/toolgen/examples/toolbox/internal/kit"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/agent"
)

// One agent hands two tasks to another, which may call one tool, and nothing else. The models are scripts here.
func ExampleNew() {
	reg := runtime.NewRegistry()
	forecast := runtime.Func(runtime.Spec{Name: "forecast", Access: runtime.Public, ReadOnly: true},
		func(context.Context, []byte) runtime.Result { return runtime.Text("sun") })
	if err := reg.Register(runtime.Set{forecast}); err != nil {
		log.Fatal(err)
	}
	_, err := agents.New(reg, agents.Options{}, agent.Config{
		Name: "scout", Does: "Knows the weather of every city.",
		Model:  script{calls(call("forecast", Object{})), says("There will be sun.")},
		Tools:  []string{"forecast"},
		Limits: agent.Limits{Steps: 5, Calls: 10},
	})
	if err != nil {
		log.Fatal(err)
	}
	boss, err := agent.New(agent.Config{Name: "boss", Registry: reg,
		Model: script{calls(parallel("scout Oslo?", "scout Rome?")), says("Sun in both.")}})
	if err != nil {
		log.Fatal(err)
	}
	outcome := boss.Run(context.Background(), "Where will there be sun?")
	fmt.Println(outcome.State.Messages()[2].Results[0].Output())
	fmt.Println(outcome.Text)
	// Output:
	// {"replies":[{"agent":"scout","text":"There will be sun."},{"agent":"scout","text":"There will be sun."}],"failed":0}
	// Sun in both.
}
