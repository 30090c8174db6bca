package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
	"github.com/toolgen/toolgen/runtime/policy"
)

// rules name the tools of the workers, which are denied otherwise, whatever the workers say of them.
var rules = policy.Config{
	Levels: map[string]runtime.Access{"weigh": runtime.Public, "take_stock": runtime.Public},
	Absent: []string{"weigh", "take_stock"}, // they come when a worker is there
}

// caller is a program that has the tools of the workers in its registry.
type caller struct{ reg *runtime.Registry }

func newCaller(ctx context.Context, conn *nats.Conn) (*caller, error) {
	p, err := policy.New(rules, nil)
	if err != nil {
		return nil, err
	}
	reg := runtime.NewRegistry(runtime.Authorize(p))
	client, err := natstools.Dial(ctx, conn, natstools.Remote{Service: "scales", Lost: time.Second})
	if err != nil {
		return nil, err
	}
	return &caller{reg}, client.Register(ctx, reg)
}

// weighAll makes so many calls, six at a time, and says who answered how many, and what became of the others. half is called in the middle.
func (c *caller) weighAll(ctx context.Context, many int, half func()) string {
	var mu sync.Mutex
	by := map[string]int{}
	var next, done atomic.Int32
	var callers sync.WaitGroup
	for range 6 {
		callers.Go(func() {
			for i := int(next.Add(1)); i <= many; i = int(next.Add(1)) {
				r := c.reg.Call(as(ctx), "weigh", fmt.Appendf(nil, `{"pieces":%d}`, i))
				mu.Lock()
				by[answeredBy(r)]++
				mu.Unlock()
				if int(done.Add(1)) == many/2 {
					half()
				}
			}
		})
	}
	callers.Wait()
	var all []string
	for _, who := range slices.Sorted(maps.Keys(by)) {
		all = append(all, fmt.Sprintf("%s %d", who, by[who]))
	}
	return strings.Join(all, ", ")
}

// as is the context of who calls here.
func as(ctx context.Context) context.Context {
	return runtime.WithPrincipal(ctx, runtime.Principal{ID: "ann", Role: runtime.Public})
}

// answeredBy is the worker that answered, or the class of the error.
func answeredBy(r runtime.Result) string {
	if r.Err != nil {
		return string(r.Err.Class)
	}
	var w struct{ Worker string }
	if err := json.Unmarshal(r.JSON, &w); err != nil {
		return "nobody"
	}
	return w.Worker
}

// outcome is a result in a line.
func outcome(r runtime.Result) string {
	if r.Err == nil {
		return r.Output()
	}
	return string(r.Err.Class) + ": " + r.Err.Error()
}
