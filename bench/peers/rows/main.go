// Command rows measures all contenders of the benchmarks in one process and prints what they cost as JSON.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"time"

	"github.com/toolgen/toolgen/bench"
	"github.com/toolgen/toolgen/bench/measure"
	"github.com/toolgen/toolgen/bench/peers"
)

// A measurement is what the program prints.
type measurement struct {
	Rows          []bench.Row
	Registrations []registration
}

// A registration is what a library's tools cost before the first call, on average over those of the three workloads.
type registration struct {
	Name        string
	PerTool     float64 // CPU time, in calls of S
	Allocations int
}

func main() {
	rounds := flag.Int("rounds", 21, "how often each function takes its turn")
	slice := flag.Duration("slice", 40*time.Millisecond, "CPU time of a turn")
	sdk := flag.String("sdk", "", "measure only the go-sdk, under this name: the program is built with an edited one")
	flag.Parse()
	plan := measure.Plan{Rounds: *rounds, Slice: *slice}

	var out measurement
	for _, w := range bench.Workloads() {
		if *sdk != "" {
			out.Rows = append(out.Rows, bench.Versus(plan, w, peers.SDK(*sdk, peers.SmallBuffers))...)
		} else {
			out.Rows = append(out.Rows, bench.Rows(plan, w, peers.Contenders()...)...)
		}
	}
	if *sdk == "" {
		out.Registrations = registrations(plan)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		panic(err)
	}
}

func registrations(plan measure.Plan) (costs []registration) {
	s := bench.Workloads()[0]
	answer := s.Of(bench.Generated())
	functions := []func(){func() {
		if _, err := answer(context.Background(), s.Args); err != nil {
			panic(err)
		}
	}}
	const tools = 3 // that each of the functions registers
	for name, register := range peers.Registrations() {
		allocs, _ := measure.Allocations(register)
		costs = append(costs, registration{Name: name, Allocations: allocs / tools})
		functions = append(functions, register)
	}
	for i, ratio := range plan.Ratios(functions...)[1:] {
		costs[i].PerTool = ratio / tools
	}
	slices.SortFunc(costs, func(a, b registration) int { return int(a.PerTool - b.PerTool) })
	return costs
}
