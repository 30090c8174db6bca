package compose

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/compose"
)

// One thousand random graphs: every node has the fate, the value and the times that the reference foretells. The times say
// it all at once: nothing starts before its needs, nothing runs beside what it must not, never more than the limit runs, and
// nothing waits longer than it must.
func TestPlansAgainstReference(t *testing.T) {
	const graphs = 1000
	seen := map[string]int{}
	for seed := range uint64(graphs) {
		g := randomGraph(rand.New(rand.NewPCG(seed, 5)))
		synctest.Test(t, func(t *testing.T) {
			want := simulate(g)
			got := run(t, g)
			for i := range want {
				seen["class "+want[i].Class]++
				if want[i].Ran {
					seen["ran"]++
				} else {
					want[i].Finis = 0
				}
				require.Equal(t, text(want[i]), text(got[i]), "seed %d, node %s of %s", seed, g.Nodes[i].ID, text(g))
			}
		})
	}
	// A generator that never gets anywhere would agree with everything.
	for _, what := range []string{"ran", "class ", "class failed", "class skipped", "class timeout", "class canceled"} {
		require.Greater(t, seen[what], graphs/20, what)
	}
	t.Log(seen)
}

func randomGraph(rng *rand.Rand) graph {
	n := 1 + rng.IntN(14)
	g := graph{Nodes: make([]vertex, n), Limit: rng.IntN(5), FailFast: rng.IntN(8) == 0}
	if rng.IntN(5) == 0 {
		g.Deadline = time.Duration(1 + rng.Int64N(int64(6*time.Second)))
	}
	rank := rng.Perm(n) // needs go down in it, so that there is no cycle, and a need may stand before or behind
	if rng.IntN(2) == 0 {
		slices.Sort(rank)
	}
	writes := rng.IntN(3) // of four nodes
	for i := range g.Nodes {
		v := vertex{
			ID: "n" + strconv.Itoa(i), Took: time.Duration(1 + rng.Int64N(int64(3*time.Second))),
			Fails: rng.IntN(7) == 0, ReadOnly: rng.IntN(4) >= writes, Parallel: rng.IntN(2) == 0, Tolerant: rng.IntN(5) == 0,
		}
		for j := range g.Nodes {
			if rank[j] < rank[i] && rng.IntN(n) < 2 {
				if rng.IntN(2) == 0 {
					v.Needs = append(v.Needs, j)
				} else {
					v.Refs = append(v.Refs, j)
				}
			}
		}
		for _, key := range []string{"x", "y", "z"} {
			if rng.IntN(6) == 0 {
				v.Keys = append(v.Keys, key)
			}
		}
		g.Nodes[i] = v
	}
	return g
}

// run runs the graph with runtime/compose, in a bubble of its own time.
func run(t *testing.T, g graph) []fate {
	fates := make([]fate, len(g.Nodes))
	var mu sync.Mutex
	began := time.Now()
	work := func(ctx context.Context, args []byte) runtime.Result {
		var in struct {
			Node  int
			Given []any
		}
		if err := json.Unmarshal(args, &in); err != nil {
			return runtime.Result{Err: runtime.NewError(runtime.ClassInvalidArguments, err.Error())}
		}
		v := g.Nodes[in.Node]
		mu.Lock()
		fates[in.Node].Ran, fates[in.Node].Start = true, time.Since(began)
		mu.Unlock()
		defer func() {
			mu.Lock()
			fates[in.Node].Finis = time.Since(began)
			mu.Unlock()
		}()
		timer := time.NewTimer(v.Took)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return runtime.Failed(ctx, ctx.Err())
		}
		if v.Fails {
			return runtime.Result{Err: runtime.NewError(runtime.ClassFailed, "as it was told to")}
		}
		for i, given := range in.Given { // a failed one is seen as its class
			if object, ok := given.(map[string]any); ok && object["error"] != nil {
				in.Given[i] = object["error"].(map[string]any)["class"]
			}
		}
		if in.Given == nil {
			in.Given = []any{}
		}
		return runtime.JSON([]byte(text(map[string]any{"id": v.ID, "given": in.Given})))
	}
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(runtime.Set{
		runtime.Func(runtime.Spec{Name: "read", ReadOnly: true, Input: `{"type":"object"}`}, work),
		runtime.Func(runtime.Spec{Name: "write", Input: `{"type":"object"}`}, work),
	}))
	p := compose.Plan{Limit: g.Limit, FailFast: g.FailFast}
	for i, v := range g.Nodes {
		n := compose.Node{ID: v.ID, Tool: "write", Tolerant: v.Tolerant, Keys: v.Keys, Parallel: v.Parallel}
		if v.ReadOnly {
			n.Tool = "read"
		}
		for _, need := range v.Needs {
			n.Needs = append(n.Needs, g.Nodes[need].ID)
		}
		given := []string{}
		for _, ref := range v.Refs {
			given = append(given, "$"+g.Nodes[ref].ID)
		}
		n.Args = []byte(text(map[string]any{"node": i, "given": given}))
		p.Nodes = append(p.Nodes, n)
	}
	ctx := t.Context()
	if g.Deadline > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, g.Deadline)
		defer cancel()
	}
	answers, err := p.Run(ctx, reg)
	require.NoError(t, err)
	for i, a := range answers {
		if a.Err != nil {
			fates[i].Class = string(a.Err.Class)
		} else {
			require.NoError(t, json.Unmarshal(a.JSON, &fates[i].Value))
		}
	}
	return fates
}
