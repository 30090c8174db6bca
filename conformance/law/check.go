package law

import (
	"context"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// Check makes n cases for a subject from the seed and compares the judges with the tool. It stops early after a few
// disagreements. It panics where the schemas of the tool do not compile. It keeps no state: several may run at once.
func Check(s Subject, seed uint64, n int) *Report {
	e := newEngine(s)
	r := &Report{Tool: s.Tool.Spec().Name, Seed: seed, Explained: map[X]int{}}
	for i := range n {
		arguments := e.arguments(newSource(seed, i))
		o := e.hold(arguments)
		r.Cases++
		if o.valid {
			r.Valid++
		}
		if o.accepted {
			r.Accepted++
		}
		for _, x := range o.exceptions {
			r.Explained[x]++
		}
		if o.why == "" {
			continue
		}
		r.Disagreements = append(r.Disagreements, Disagreement{
			Tool: r.Tool, Seed: seed, Case: i, Arguments: string(arguments), Judge: o.judge, Decoder: o.decoder, Why: o.why,
		})
		if len(r.Disagreements) == maxDisagreements {
			break
		}
	}
	return r
}

// engine is what holding one subject to the law needs.
type engine struct {
	subject Subject
	input   *judge
	output  *judge // nil where the tool has no output schema
	allowed map[X]bool
}

func newEngine(s Subject) *engine {
	spec := s.Tool.Spec()
	e := &engine{subject: s, allowed: map[X]bool{}}
	for _, x := range slices.Concat(always, s.Allowed) {
		e.allowed[x] = true
	}
	var err error
	if e.input, err = newJudge(spec.Input); err != nil {
		panic(fmt.Sprintf("%s: input schema: %v", spec.Name, err))
	}
	if spec.Output != "" {
		if e.output, err = newJudge(spec.Output); err != nil {
			panic(fmt.Sprintf("%s: output schema: %v", spec.Name, err))
		}
	}
	return e
}

// outcome is what came of one case.
type outcome struct {
	valid, accepted bool
	exceptions      []X
	judge, decoder  string
	why             string // "" where the law holds
}

// arguments makes one case.
func (e *engine) arguments(r source) []byte {
	v := r.any(3)
	if v.kind != object {
		v = &node{kind: object}
	}
	return v.append(nil, plain{})
}

// hold compares the judges with the tool on one case.
func (e *engine) hold(arguments []byte) outcome {
	var o outcome
	result := e.subject.Tool.Execute(context.Background(), slices.Clone(arguments))
	o.accepted = result.Err == nil || result.Err.Class != runtime.ClassInvalidArguments
	if o.decoder = "accepted"; !o.accepted {
		o.decoder = result.Err.Message
	}
	v, err := read(arguments)
	if err != nil {
		o.judge = "no JSON: " + err.Error()
		if o.accepted {
			o.why = "the decoder takes what is no JSON"
		}
		return o
	}
	faults := e.input.faults(v)
	o.valid, o.judge = len(faults) == 0, fmt.Sprint(faults)
	if o.valid != o.accepted {
		o.why = "the schema and the decoder disagree"
	}
	return o
}
