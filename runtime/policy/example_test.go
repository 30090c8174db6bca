package policy_test

import (
	"context"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/policy"
)

// fileTools are two tools as generated code would return them.
func fileTools() runtime.Set {
	say := func(text string) func(context.Context, []byte) runtime.Result {
		return func(_ context.Context, args []byte) runtime.Result { return runtime.Text(text + " " + string(args)) }
	}
	return runtime.Set{
		runtime.Func(runtime.Spec{Name: "file_read", Access: runtime.Trusted, ReadOnly: true}, say("read")),
		runtime.Func(runtime.Spec{Name: "file_write", Access: runtime.Trusted}, say("wrote")),
	}
}

// A policy file, a registry that keeps to it, and three callers.
func Example() {
	p, err := policy.Load([]byte(`{
	  "roles": {"support": "trusted"},
	  "layers": [
	    {"name": "visitors", "for": {"roles": ["public", "support"]}, "allow": ["file_read"]},
	    {"name": "places", "args": [
	      {"name": "notes only", "tools": ["file_*"], "path": "path", "prefix": ["notes/"]}
	    ]}
	  ]
	}`), fileTools())
	if err != nil {
		fmt.Println(err)
		return
	}
	reg := runtime.NewRegistry(runtime.Authorize(p))
	if err := reg.Register(fileTools()); err != nil {
		fmt.Println(err)
		return
	}
	for _, who := range []runtime.Principal{{Role: runtime.Public}, {RoleName: "support"}, {Role: runtime.Admin}} {
		ctx := runtime.WithPrincipal(context.Background(), who)
		fmt.Println(len(reg.Specs(ctx)), "tools")
		fmt.Println(" ", reg.Call(ctx, "file_write", []byte(`{"path":"notes/a"}`)).Output())
		fmt.Println(" ", reg.Call(ctx, "file_read", []byte(`{"path":"/etc/passwd"}`)).Output())
	}
	// Output:
	// 0 tools
	//   unknown tool "file_write"
	//   unknown tool "file_read"
	// 1 tools
	//   unknown tool "file_write"
	//   path: must be a string that begins with "notes/"
	// 2 tools
	//   wrote {"path":"notes/a"}
	//   path: must be a string that begins with "notes/"
}

func ExampleNew() {
	_, err := policy.New(policy.Config{Layers: []policy.Layer{{Name: "company", Deny: []string{"file_wirte"}}}}, fileTools())
	fmt.Println(err)
	// Output:
	// policy: nothing was changed, because of 1 problem:
	// 	layers[0].deny[0]: unknown tool "file_wirte"; did you mean "file_write"?
}

func ExampleLoad() {
	_, err := policy.Load([]byte(`{
  "levels": {"file_write": "root"},
  "limits": {"file_read": {"memory": "64MiB"}}
}`), fileTools())
	fmt.Println(err)
	// Output:
	// policy: nothing was changed, because of 2 problems:
	// 	2:28: levels.file_write: "root" is not one of public, trusted, admin, system
	// 	3:38: limits.file_read.memory: a tool that is a function of this process cannot be held to an amount of memory; only one that runs in a sandbox, as a process of its own or as WebAssembly, can: limit it there
}

func ExamplePolicy_Decide() {
	p, _ := policy.New(policy.Config{Layers: []policy.Layer{
		{Name: "company", Ask: []string{"file_write"}},
		{Name: "bots", For: policy.For{Agents: []string{"*-bot"}}, Deny: []string{"file_*"}},
	}}, fileTools())
	write := runtime.Call{Tool: fileTools()[1].Spec()}
	ann := runtime.Principal{Role: runtime.Admin, ID: "ann"}
	fmt.Println(p.Decide(context.Background(), ann, write))
	// Whatever its own role, a bot that ann sends out is held down by the layer for bots, and so is a helper of the bot.
	helper := ann.Sub(runtime.Principal{Role: runtime.System, Agent: "mail-bot"}).Sub(runtime.Principal{Role: runtime.System, Agent: "helper"})
	fmt.Println(p.Decide(context.Background(), helper, write))
	// Output:
	// ask: ask file_write in layer company
	// deny: deny file_* in layer bots
}

func ExamplePolicy_Swap() {
	p := policy.BuiltIn()
	ann := runtime.Principal{Role: runtime.Trusted}
	read := fileTools()[0].Spec()
	fmt.Println(p.Decide(context.Background(), ann, runtime.Call{Tool: read}))
	if err := p.Swap(policy.Config{Levels: map[string]runtime.Access{"file_*": runtime.Admin}}, fileTools()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(p.Decide(context.Background(), ann, runtime.Call{Tool: read}))
	// Output:
	// allow: level trusted
	// deny: level admin
}

func ExampleCareful() {
	p, _ := policy.New(policy.Careful(), fileTools())
	admin := runtime.Principal{Role: runtime.Admin}
	for _, tool := range fileTools() {
		fmt.Println(tool.Spec().Name, p.Decide(context.Background(), admin, runtime.Call{Tool: tool.Spec()}))
	}
	// Output:
	// file_read allow: level trusted
	// file_write ask: careful
}

func ExampleSeedCompatible() {
	p, _ := policy.New(policy.SeedCompatible(), fileTools())
	fmt.Println(p.CanExecute("anything", "anyone"), p.CanExecute("file_read", "anyone"))
	// Output: true false
}

func ExamplePolicy_CanExecute() {
	p, _ := policy.New(policy.Config{}, fileTools())
	if err := p.SetAccessLevel("file_write", runtime.Admin); err != nil {
		fmt.Println(err)
	}
	fmt.Println(p.CanExecute("file_write", "trusted"), p.CanExecute("file_write", "admin"), p.CanExecute("file_write", "nobody"))
	// Output: false true false
}

func ExamplePolicy_SetResourceLimit() {
	p, _ := policy.New(policy.Config{}, fileTools())
	if err := p.SetResourceLimit("file_read", runtime.Limits{Timeout: 5 * time.Second}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(p.Limits(fileTools()[0].Spec()).Timeout, p.Limits(fileTools()[1].Spec()).Timeout)
	fmt.Println(p.SetResourceLimit("file_reed", runtime.Limits{Timeout: time.Second}))
	// Output:
	// 5s 0s
	// policy: unknown tool "file_reed"; did you mean "file_read"?
}
