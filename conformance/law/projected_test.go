package law

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/provider"
)

// A projection that loses something and does not say so is found, and one that says so is not.
func TestCheckProjectionsFinds(t *testing.T) {
	const schema = `{"type":"object","properties":{"list":{"type":"array","items":{"type":"integer","exclusiveMinimum":3}}},"required":["list"],"additionalProperties":false}`
	spec := runtime.Spec{Name: "t", Input: schema}
	judge, err := newJudge(schema)
	require.NoError(t, err)
	tool := runtime.Func(spec, func(_ context.Context, args []byte) runtime.Result { // refuses what the schema does
		v, err := read(args)
		if err == nil && judge.valid(v) {
			return runtime.Result{}
		}
		refusal := runtime.NewError(runtime.ClassInvalidArguments, "no")
		refusal.Problems = []runtime.Problem{{Path: "arguments", Message: "no"}}
		if list := v.get("list"); list != nil && list.kind == array {
			refusal.Problems = nil
			for i, item := range list.items {
				if one := (&node{kind: object, keys: []string{"list"}, items: []*node{{kind: array, items: []*node{item}}}}); !judge.valid(one) && len(refusal.Problems) < 10 {
					refusal.Problems = append(refusal.Problems, runtime.Problem{Path: "list[" + strconv.Itoa(i) + "]", Message: "no"})
				}
			}
		}
		return runtime.Result{Err: refusal}
	})
	e := newEngine(Subject{Tool: tool})
	p, err := provider.Project(schema, provider.Gemini, false)
	require.NoError(t, err)
	require.Len(t, p.Lost, 1)
	said, silent := &Report{Tool: "t", Explained: map[X]int{}}, &Report{Tool: "t", Explained: map[X]int{}}
	e.within(said, "gemini", p, 1, 200)
	require.Empty(t, said.Disagreements)
	require.Greater(t, said.Valid, said.Accepted, "some cases are below the bound")
	p.Lost[0].Path = "list"
	e.within(silent, "gemini", p, 1, 200)
	require.NotEmpty(t, silent.Disagreements, "the loss is not where the fault is")
	silent.Disagreements, p.Lost = nil, nil
	e.within(silent, "gemini", p, 1, 200)
	require.NotEmpty(t, silent.Disagreements)
}
