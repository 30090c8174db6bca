package command_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"time"

	"github.com/toolgen/toolgen/examples/toolbox/command"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
	"github.com/toolgen/toolgen/runtime/sandbox"
)

func ExampleNewBash() {
	bash, err := command.NewBash(command.Options{Limits: sandbox.Limits{Wall: 20 * time.Second, Disk: 16 << 20}})
	if err != nil {
		fmt.Println(err) // what this machine cannot hold programs to, and why
		return
	}
	p, err := policy.New(policy.Careful(), bash.Tools())
	if err != nil {
		log.Fatal(err)
	}
	person := runtime.ApproverFunc(func(_ context.Context, request *runtime.ApprovalRequest) (*runtime.Approval, error) {
		fmt.Printf("may it run %s?\n", request.Args) // and here a person says yes
		return request.Approve("a person", time.Now().Add(time.Minute)), nil
	})
	reg := runtime.NewRegistry(runtime.Authorize(p), runtime.Ask(person, time.Minute))
	if err := reg.Register(bash.Tools()); err != nil {
		log.Fatal(err)
	}
	ctx := runtime.WithPrincipal(context.Background(), runtime.Principal{Role: runtime.Admin, ID: "operator"})
	result := reg.Call(ctx, command.ToolBashExec, []byte(`{"argv":["printf","%s|","$(id)","a b"],"max_bytes":1000}`))
	var outcome command.Outcome
	if err := json.Unmarshal(result.JSON, &outcome); err != nil {
		log.Fatal(err)
	}
	fmt.Println(outcome.Stdout, outcome.Ended, *outcome.ExitCode)
	// On Linux with user namespaces this prints:
	//
	//	may it run {"argv":["printf","%s|","$(id)","a b"],"max_bytes":1000}?
	//	$(id)|a b| exit 0
}

func ExampleNewPython() {
	python, err := command.NewPython(command.Options{})
	if err != nil {
		fmt.Println(err) // also where there is no python3
		return
	}
	reg := runtime.NewRegistry()
	if err := reg.Register(python.Tools()); err != nil {
		log.Fatal(err)
	}
	fmt.Println(reg.Call(context.Background(), command.ToolPythonExec, []byte(`{"code":"print(6 * 7)"}`)).Output())
	// On Linux with user namespaces and Python this prints:
	//
	//	{"stdout":"42\n","ended":"exit","exit_code":0}
}
