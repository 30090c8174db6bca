// Command register measures what it costs to register a package of tools. Its argument says whether to take the time that
// a judgement needs.
package main

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"startup.test/measure"
	"startup.test/ten"
	"startup.test/tools"
	"startup.test/twohundred"

	"github.com/toolgen/toolgen/runtime"
)

type cost struct {
	Tools       int
	Allocations int
	PerTool     float64 // CPU time of registering one tool, as a multiple of an S call
}

func main() {
	plan := measure.Plan{Rounds: 1, Slice: time.Millisecond}
	if os.Args[1] == "true" {
		plan = measure.Plan{Rounds: 31, Slice: 25 * time.Millisecond}
	}
	var costs []cost
	for _, set := range []func() runtime.Set{ten.Tools, twohundred.Tools} {
		n := len(set())
		var reg runtime.Registry
		register := func() {
			reg = runtime.Registry{}
			if err := reg.Register(set()); err != nil {
				panic(err)
			}
		}
		allocs, _ := measure.Allocations(register)
		ratios := plan.Ratios(callS(), register)
		costs = append(costs, cost{n, allocs, ratios[1] / float64(n)})
	}
	if err := json.NewEncoder(os.Stdout).Encode(costs); err != nil {
		panic(err)
	}
}

// callS returns a call of workload S.
func callS() func() {
	for _, tool := range tools.Tools() {
		if tool.Spec().Name == tools.ToolGetWeather {
			args := []byte(`{"city":"Athens, Greece","unit":"metric"}`)
			return func() {
				if tool.Execute(context.Background(), args).IsError() {
					panic("the call failed")
				}
			}
		}
	}
	panic("there is no such tool")
}
