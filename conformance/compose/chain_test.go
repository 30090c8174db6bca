package compose

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/compose"
)

// Random chains hand random values on: every step gets the arguments that a reference interpreter, which works on the values
// of encoding/json, gives it, and a chain ends where that one ends.
func TestChainsAgainstReference(t *testing.T) {
	const chains = 2000
	ended := map[string]int{}
	for seed := range uint64(chains) {
		rng := rand.New(rand.NewPCG(seed, 7))
		c := randomChain(rng)
		want, end := interpret(c)
		var got []string
		reg := runtime.NewRegistry()
		for i, s := range c.steps {
			require.NoError(t, reg.Register(runtime.Set{runtime.Func(runtime.Spec{Name: "tool" + strconv.Itoa(i), Input: `{"type":"object"}`}, func(_ context.Context, args []byte) runtime.Result {
				got = append(got, canonical(t, string(args)))
				if s.fails {
					return runtime.Result{Err: runtime.NewError(runtime.ClassFailed, "as it was told to")}
				}
				return runtime.Result{JSON: []byte(text(s.returns))}
			})}))
		}
		var steps []compose.Step
		for i, s := range c.steps {
			step := compose.Step{ID: "s" + strconv.Itoa(i), Tool: "tool" + strconv.Itoa(i)}
			for j, m := range s.args {
				a := compose.From("p"+strconv.Itoa(j), "$"+m.from+m.spelled())
				if m.or != nil {
					a = a.Or(text(m.or))
				} else if m.optional {
					a = a.Optional()
				}
				step.Args = append(step.Args, a)
			}
			steps = append(steps, step)
		}
		made, err := compose.NewChain(reg, runtime.Spec{Name: "made", Input: `{"type":"object","required":["in"]}`}, steps...)
		require.NoError(t, err, "seed %d", seed)
		result := made.Execute(t.Context(), []byte(text(map[string]any{"in": c.in})))
		require.Equal(t, want, got, "seed %d", seed)
		if end == "" {
			require.Nil(t, result.Err, "seed %d", seed)
			require.Equal(t, text(c.steps[len(c.steps)-1].returns), string(result.JSON))
		} else {
			require.NotNil(t, result.Err, "seed %d: %s", seed, end)
			step, ok := errors.AsType[*compose.StepError](result.Err)
			require.True(t, ok)
			require.Equal(t, end, step.ID, "seed %d", seed)
		}
		if end != "" {
			end = "early"
		}
		ended[end]++
	}
	require.Greater(t, ended[""], chains/10)
	require.Greater(t, ended["early"], chains/10)
	t.Log(ended)
}

type chain struct {
	in    any
	steps []chainStep
}

type chainStep struct {
	args    []mapping
	fails   bool
	returns any
}

type mapping struct {
	from     string
	path     []any // string or int
	or       any
	optional bool
}

func (m mapping) spelled() (s string) {
	for _, e := range m.path {
		if name, ok := e.(string); ok {
			s += "[" + strconv.Quote(name) + "]"
		} else {
			s += "[" + strconv.Itoa(e.(int)) + "]"
		}
	}
	return s
}

// interpret returns the arguments of every call that is made, and the step that ends the chain; "" for none.
func interpret(c chain) (calls []string, end string) {
	have := map[string]any{"input": map[string]any{"in": c.in}}
	for i, s := range c.steps {
		id := "s" + strconv.Itoa(i)
		args := map[string]any{}
		for j, m := range s.args {
			v, there, wrong := walk(have[m.from], m.path)
			switch name := "p" + strconv.Itoa(j); {
			case wrong:
				return calls, id
			case there && (v != nil || m.or == nil && !m.optional):
				args[name] = v
			case m.or != nil:
				args[name] = m.or
			case !m.optional:
				return calls, id
			}
		}
		calls = append(calls, text(args))
		if s.fails {
			return calls, id
		}
		have[id] = s.returns
	}
	return calls, ""
}

// walk goes down a path. wrong means that it leads through a value that has nothing in it.
func walk(v any, path []any) (found any, there, wrong bool) {
	for _, e := range path {
		switch in := v.(type) {
		case nil:
			return nil, false, false
		case map[string]any:
			name, ok := e.(string)
			if !ok {
				return nil, false, true
			}
			if v, ok = in[name]; !ok {
				return nil, false, false
			}
		case []any:
			i, ok := e.(int)
			if !ok {
				return nil, false, true
			}
			if i >= len(in) {
				return nil, false, false
			}
			v = in[i]
		default:
			return nil, false, true
		}
	}
	return v, true, false
}

func randomChain(rng *rand.Rand) chain {
	c := chain{in: randomValue(rng, 3), steps: make([]chainStep, 1+rng.IntN(5))}
	for i := range c.steps {
		s := &c.steps[i]
		s.returns, s.fails = randomValue(rng, 3), rng.IntN(12) == 0
		for range rng.IntN(4) {
			m := mapping{from: "input", path: []any{"in"}}
			v := c.in
			if i > 0 && rng.IntN(2) == 0 {
				from := rng.IntN(i)
				m, v = mapping{from: "s" + strconv.Itoa(from)}, c.steps[from].returns
			}
			m.path = append(m.path, randomPath(rng, v)...)
			switch rng.IntN(3) {
			case 0:
				m.or = randomValue(rng, 1)
			case 1:
				m.optional = true
			}
			if m.from == "input" && m.or == nil && !m.optional && len(m.path) > 1 {
				m.optional = true // of the arguments it is known when the chain is built that they may be absent
			}
			s.args = append(s.args, m)
		}
	}
	return c
}

// randomPath goes down into v, most of the time where there is something.
func randomPath(rng *rand.Rand, v any) (path []any) {
	for rng.IntN(4) > 0 {
		if rng.IntN(12) == 0 {
			return append(path, []any{"absent", 7}[rng.IntN(2)])
		}
		switch in := v.(type) {
		case map[string]any:
			name := names[rng.IntN(len(names))]
			path, v = append(path, name), in[name]
		case []any:
			i := rng.IntN(len(in) + 1)
			path = append(path, i)
			if i == len(in) {
				return path
			}
			v = in[i]
		default:
			return path
		}
	}
	return path
}

var names = []string{"a", "b c", "", `q"\`, "ü", "$x"}

func randomValue(rng *rand.Rand, depth int) any {
	switch n := rng.IntN(8); {
	case n < 3 && depth > 0:
		object := map[string]any{}
		for range rng.IntN(4) {
			object[names[rng.IntN(len(names))]] = randomValue(rng, depth-1)
		}
		return object
	case n < 5 && depth > 0:
		list := []any{}
		for range rng.IntN(4) {
			list = append(list, randomValue(rng, depth-1))
		}
		return list
	case n == 5:
		return nil
	case n == 6:
		return json.Number(strconv.FormatInt(rng.Int64()-1<<62, 10))
	}
	return []any{"", "x]}", `"quoted\`, "ünïcode", true, false}[rng.IntN(6)]
}

// canonical is the text of a value as encoding/json writes it.
func canonical(t *testing.T, s string) string {
	var v map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(s), &v), s)
	out := map[string]any{}
	for name, raw := range v {
		out[name] = raw
	}
	return text(out)
}
