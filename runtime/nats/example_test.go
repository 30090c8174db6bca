package natstools_test

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
	"github.com/toolgen/toolgen/runtime/policy"
)

// must is for examples, which have nobody to give an error to.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// A worker offers its tools, and a caller has them in its registry. NATS is embedded here; ordinarily both connect to a server that is there.
func Example() {
	bus := must(server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true}))
	bus.Start()
	defer bus.Shutdown()
	bus.ReadyForConnections(10 * time.Second)

	// The worker.
	tools := runtime.NewRegistry()
	_ = tools.Register(runtime.Set{runtime.Func(
		runtime.Spec{Name: "weigh", Description: "Weighs what is on the scales.", Access: runtime.Public},
		func(context.Context, []byte) runtime.Result { return runtime.Text("25 g") },
	)})
	there := must(nats.Connect(bus.ClientURL()))
	defer there.Close()
	worker := must(natstools.Start(there, tools, natstools.Options{Name: "scales"}))

	// The caller.
	here := must(nats.Connect(bus.ClientURL()))
	defer here.Close()
	ctx := context.Background()
	for _, found := range must(natstools.Discover(ctx, here, "", 0)) {
		fmt.Println(found.Service, "has", found.Tools)
	}
	rules := must(policy.New(policy.Config{Levels: map[string]runtime.Access{"weigh": runtime.Public}, Absent: []string{"weigh"}}, nil))
	reg := runtime.NewRegistry(runtime.Authorize(rules))
	client := must(natstools.Dial(ctx, here, natstools.Remote{Service: "scales"}))
	defer client.Close()
	if err := client.Register(ctx, reg); err != nil {
		panic(err)
	}
	ctx = runtime.WithPrincipal(ctx, runtime.Principal{ID: "ann", Role: runtime.Public})
	fmt.Println(reg.Call(ctx, "weigh", nil).Output())

	_ = worker.Stop()
	fmt.Println(reg.Call(ctx, "weigh", nil).Err)
	// Output:
	// scales has [weigh]
	// 25 g
	// no worker of the tool's service is there; the call was not made
}
