package bench

import (
	"context"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/bench/measure"
	"github.com/toolgen/toolgen/bench/tools"
	"github.com/toolgen/toolgen/runtime"
)

// A Row is one line of the table: what a call of a workload costs one contender.
type Row struct {
	Workload, Name string

	Ratio              float64 // CPU time, as a multiple of the baseline's
	Allocations, Bytes int
	Slower             float64 // how many times slower than the generated code it has to be; 0: for information

	Refused            float64 // CPU time of a refused call, as a multiple of the baseline's accepted one; 0: it takes the mistake
	RefusedAllocations int
}

// The rows that are no contenders: the generated code behind a registry, and a refusal that proposes a word.
const (
	Guessed    = "generated, refused, did you mean"
	Registered = "generated, registry of 100"
	Authorized = "generated, registry of 100, authorizer"
	Judged     = "generated, registry of 100, policy of 10 layers"
)

// Rows measures the contenders of this module, and more, on a workload. Each is asked what is right and, where it notices,
// what is wrong; in S the generated code is there more often: behind a registry, and in each wrapper.
func Rows(plan measure.Plan, w Workload, more ...Contender) []Row {
	m := measurement{workload: w.Name}
	m.contenders(w, append(Contenders(), more...))
	if w.Name == "S" {
		m.around(w)
	}
	return m.rows(plan)
}

// Versus measures one contender. Its ratio is against the baseline as well.
func Versus(plan measure.Plan, w Workload, c Contender) []Row {
	m := measurement{workload: w.Name}
	m.contenders(w, []Contender{Baseline(), c})
	return m.rows(plan)[1:]
}

// A measurement collects what is to be run, so that all of it takes its turns with all.
type measurement struct {
	workload string
	done     []Row
	calls    []func()
	into     []func(ratio float64) // where the ratio of the call with that index belongs
}

func (m *measurement) contenders(w Workload, contenders []Contender) {
	ctx := context.Background()
	for _, c := range contenders {
		answer := w.Of(c)
		if answer == nil {
			continue
		}
		m.accepted(ctx, c.Name, c.Slower[w.Name], answer, w.Args)
		if _, err := answer(ctx, w.Wrong); err != nil {
			m.refused(ctx, answer, w.Wrong)
		}
	}
}

// around adds the generated code with what can stand around it, and with a mistake that gets a proposal.
func (m *measurement) around(w Workload) {
	ctx := context.Background()
	m.accepted(ctx, Guessed, 0, refusing(w.Of(Generated())), w.Misspelt)
	m.accepted(ctx, Registered, 0, through(registry(), tools.ToolGetWeather), w.Args)
	caller := runtime.WithPrincipal(ctx, runtime.Principal{Role: runtime.Trusted})
	m.accepted(caller, Authorized, 0, through(registry(runtime.Authorize(levels{})), tools.ToolGetWeather), w.Args)
	m.accepted(caller, Judged, 0, through(registry(runtime.Authorize(layered())), tools.ToolGetWeather), w.Args)
	for _, wrapped := range wrappers() {
		m.accepted(ctx, "generated, "+wrapped.name, 0, execute(wrapped.around(tool(tools.ToolGetWeather))), w.Args)
	}
}

// accepted adds a row.
func (m *measurement) accepted(ctx context.Context, name string, slower float64, answer Call, args []byte) {
	i := len(m.done)
	m.done = append(m.done, Row{Workload: m.workload, Name: name, Slower: slower})
	m.done[i].Allocations, m.done[i].Bytes = m.add(ctx, name, answer, args, func(ratio float64) { m.done[i].Ratio = ratio })
}

// refused adds to the last row what a refusal costs.
func (m *measurement) refused(ctx context.Context, answer Call, args []byte) {
	i := len(m.done) - 1
	m.done[i].RefusedAllocations, _ = m.add(ctx, m.done[i].Name, refusing(answer), args, func(ratio float64) { m.done[i].Refused = ratio })
}

func (m *measurement) add(ctx context.Context, name string, answer Call, args []byte, into func(float64)) (allocs, bytes int) {
	f := func() {
		if _, err := answer(ctx, args); err != nil {
			panic(fmt.Sprintf("%s: error %v", name, err))
		}
	}
	m.calls, m.into = append(m.calls, f), append(m.into, into)
	return measure.Allocations(f)
}

func (m *measurement) rows(plan measure.Plan) []Row {
	for i, ratio := range plan.Ratios(m.calls...) {
		m.into[i](ratio)
	}
	return m.done
}

// refusing answers a refusal with success, and success with an error.
func refusing(answer Call) Call {
	return func(ctx context.Context, args []byte) ([]byte, error) {
		if _, err := answer(ctx, args); err == nil {
			return nil, errAccepted
		}
		return nil, nil
	}
}

var errAccepted = errors.New("the wrong arguments were accepted")
