package compose_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/compose"
)

// journal notes when calls begin and end.
type journal struct {
	mu     sync.Mutex
	began  time.Time
	events []string
	now    int
	most   int
}

func (j *journal) event(what string, more int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.events = append(j.events, time.Since(j.began).String()+" "+what)
	j.now += more
	j.most = max(j.most, j.now)
}

// tool makes a tool that takes as long as its argument "for" says, in the journal under its argument "id".
func (j *journal) tool(name string, readOnly bool) runtime.Tool {
	return specTool(runtime.Spec{Name: name, ReadOnly: readOnly, Input: anything, Access: runtime.Public}, func(ctx context.Context, args map[string]any) runtime.Result {
		id, _ := args["id"].(string)
		j.event("+"+id, 1)
		defer j.event("-"+id, -1)
		return sleep(ctx, args)
	})
}

func node(id, tool, duration string, needs ...string) compose.Node {
	return compose.Node{ID: id, Tool: tool, Args: []byte(`{"id":"` + id + `","for":"` + duration + `"}`), Needs: needs}
}

// run runs a plan in a bubble of its own time.
func (j *journal) run(t *testing.T, plan compose.Plan, tools ...runtime.Tool) (answers []compose.Answer, took time.Duration) {
	reg := registry(t, append(tools, j.tool("read", true), j.tool("write", false), failing("breaks", runtime.ClassFailed))...)
	j.began = time.Now()
	answers, err := plan.Run(t.Context(), reg)
	require.NoError(t, err)
	took = time.Since(j.began)
	require.Len(t, answers, len(plan.Nodes))
	for i, n := range plan.Nodes {
		require.Equal(t, n.ID, answers[i].ID, "in the order of the input")
	}
	return answers, took
}

func classes(answers []compose.Answer) string {
	var all []string
	for _, a := range answers {
		class := "ok"
		if a.Err != nil {
			class = string(a.Err.Class)
		}
		all = append(all, a.ID+":"+class)
	}
	return strings.Join(all, " ")
}

func TestPlanTakesItsLongestWay(t *testing.T) {
	diamond := []compose.Node{node("d", "read", "1s", "b", "c"), node("a", "read", "1s"), node("b", "read", "2s", "a"), node("c", "read", "3s", "a")}
	for _, row := range []struct {
		limit int
		took  time.Duration
		most  int
	}{{0, 5 * time.Second, 2}, {1, 7 * time.Second, 1}, {2, 5 * time.Second, 2}} {
		synctest.Test(t, func(t *testing.T) {
			j := &journal{}
			answers, took := j.run(t, compose.Plan{Nodes: diamond, Limit: row.limit})
			require.Equal(t, "d:ok a:ok b:ok c:ok", classes(answers))
			require.Equal(t, row.took, took)
			require.Equal(t, row.most, j.most)
		})
	}
}

// P03: calls that change things run alone and in request order, whatever each of them takes; a common key does the same to two
// calls that may run beside others.
func TestP03_InRequestOrder(t *testing.T) {
	parallel := func(n compose.Node, keys ...string) compose.Node {
		n.Parallel, n.Keys = true, keys
		return n
	}
	for _, row := range []struct {
		name  string
		nodes []compose.Node
		want  string
		took  time.Duration
	}{
		{"two writes", []compose.Node{node("a", "write", "3s"), node("b", "write", "1s")}, "0s +a, 3s -a, 3s +b, 4s -b", 4 * time.Second},
		{"a write between reads", []compose.Node{node("a", "read", "2s"), node("w", "write", "1s"), node("b", "read", "1s")}, "0s +a, 2s -a, 2s +w, 3s -w, 3s +b, 4s -b", 4 * time.Second},
		{"a read with two keys, and one with each", []compose.Node{{ID: "both", Tool: "read", Args: node("both", "", "1s").Args, Keys: []string{"x", "y"}},
			{ID: "x", Tool: "read", Args: node("x", "", "2s").Args, Keys: []string{"x"}}, {ID: "y", Tool: "read", Args: node("y", "", "3s").Args, Keys: []string{"y", "y"}}},
			"0s +both, 1s -both, 1s +x, 1s +y, 3s -x, 4s -y", 4 * time.Second},
		{"writes to two files", []compose.Node{parallel(node("a", "write", "2s"), "f"), parallel(node("b", "write", "1s"), "g"), parallel(node("c", "write", "1s"), "f")}, "0s +a, 0s +b, 1s -b, 2s -a, 2s +c, 3s -c", 3 * time.Second},
		{"a skipped one does not let its follower overtake", []compose.Node{parallel(node("a", "write", "3s"), "f"), {ID: "bad", Tool: "breaks"}, parallel(node("b", "write", "1s", "bad"), "f"), parallel(node("c", "write", "1s"), "f")},
			"0s +a, 3s -a, 3s +c, 4s -c", 4 * time.Second},
		{"a need that stands behind moves in front", []compose.Node{node("a", "write", "1s", "c"), node("b", "write", "1s"), node("c", "write", "1s")}, "0s +c, 1s -c, 1s +a, 2s -a, 2s +b, 3s -b", 3 * time.Second},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				j := &journal{}
				_, took := j.run(t, compose.Plan{Nodes: row.nodes})
				got := strings.Join(j.events, ", ")
				// What happens at the same moment has no order of its own.
				swap := strings.NewReplacer("1s +y, 1s +x", "1s +x, 1s +y", "0s +b, 0s +a", "0s +a, 0s +b")
				require.Equal(t, row.want, swap.Replace(got))
				require.Equal(t, row.took, took)
			})
		})
	}
}

// P01: answers stand in the order of the calls under the IDs of the calls, whichever ends first; the same tool twice is two calls.
func TestP01_AnswersInCallOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var seen []string
		reg := registry(t, tool("sleep", anything, "", func(ctx context.Context, args map[string]any) runtime.Result {
			r := sleep(ctx, args)
			mu.Lock()
			defer mu.Unlock()
			call := runtime.CallFrom(ctx)
			seen = append(seen, call.ID+" by "+call.Principal.ID)
			return r
		}))
		ctx := runtime.WithCall(t.Context(), runtime.Call{ID: "turn", Principal: runtime.Principal{Role: runtime.Public, ID: "ann"}, Attempt: 2})
		begin := time.Now()
		answers := compose.Parallel(ctx, reg, 0,
			compose.Call{ID: "slow", Tool: "sleep", Args: []byte(`{"for":"2s"}`)},
			compose.Call{ID: "fast", Tool: "sleep", Args: []byte(`{"for":"1s"}`)},
			compose.Call{ID: "none", Tool: "slep"},
			compose.Call{ID: "last", Tool: "sleep", Args: []byte(`{"for":"$slow"}`)},
		)
		require.Equal(t, 2*time.Second, time.Since(begin))
		require.Equal(t, "slow:ok fast:ok none:unknown_tool last:ok", classes(answers))
		require.Equal(t, "slept 2s", answers[0].Text)
		require.Equal(t, "slept 1s", answers[1].Text)
		require.Equal(t, "slept 0s", answers[3].Text, "what a model sends is no reference")
		require.Equal(t, []string{"fast by ann", "slow by ann", "last by ann"}, seen, "a call that nobody knows is taken for one that changes things")
		require.Empty(t, compose.Parallel(ctx, reg, 0))
	})
}

// P05: what is wrong with a plan is found before anything runs, all of it.
func TestP05_PlanIsCheckedFirst(t *testing.T) {
	ran := 0
	reg := registry(t,
		tool("read", `{"type":"object","properties":{"n":{"type":"integer"},"text":{"type":"string"},"list":{"type":"array","items":{"type":"integer"}},"any":{}},"additionalProperties":false}`, `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`,
			func(context.Context, map[string]any) runtime.Result { ran++; return runtime.JSON([]byte(`{"n":1}`)) }),
		specTool(runtime.Spec{Name: "secret", Access: runtime.Admin}, nil),
	)
	guarded := runtime.NewRegistry(runtime.Authorize(levels))
	for tool := range reg.All() {
		require.NoError(t, guarded.Register(runtime.Set{tool}))
	}
	n := func(id, args string, needs ...string) compose.Node {
		return compose.Node{ID: id, Tool: "read", Args: []byte(args), Needs: needs}
	}
	for _, row := range []struct {
		name  string
		nodes []compose.Node
		want  string
	}{
		{"no nodes", nil, "nodes: a plan has at least one"},
		{"a cycle", []compose.Node{n("a", `{}`, "c"), n("b", `{}`, "a"), n("c", `{}`, "b")}, "a: it needs itself: a -> c -> b -> a"},
		{"a cycle of one", []compose.Node{n("a", `{"any":"$a"}`)}, "a: it needs itself: a -> a"},
		{"a cycle by references, beside another", []compose.Node{n("x", `{}`), n("a", `{"n":"$b.n"}`, "x"), n("b", `{"any":["$a"]}`), n("d", `{}`, "e"), n("e", `{}`, "d")}, "a: it needs itself: a -> b -> a\nd: it needs itself: d -> e -> d"},
		{"a need that is no node", []compose.Node{n("a", `{}`, "b", "c")}, "a: it needs \"b\", which is no node of the plan\na: it needs \"c\", which is no node of the plan"},
		{"a reference to no node", []compose.Node{n("a", `{"text":"$b.text"}`)}, `a.text: $b.text: there is no node "b"; for the text itself write "$$b.text"`},
		{"a text that looks like a reference", []compose.Node{n("a", `{"text":"$5.00 each"}`)}, `a: "$5.00 each" has no path that can be read from " each" on; write .name, [0] or ["a name"]; for the text itself write "$$5.00 each"`},
		{"input where there is none", []compose.Node{n("a", `{"text":"$input.text"}`)}, `a.text: $input.text: there is no node "input"; for the text itself write "$$input.text"`},
		{"a duplicate ID", []compose.Node{n("a", `{}`), n("a", `{}`)}, `node 2: the ID "a" is that of node 1 too; give one of them another ID`},
		{"arguments that are none", []compose.Node{n("a", `[]`), n("b", `{"n":1,}`)}, "a: the arguments are not a JSON object\nb: the arguments are not a JSON object"},
		{"arguments that a tool would refuse", []compose.Node{n("a", `{"n":1,"n":2}`), n("b", `{"text":"\ud800"}`), n("c", "{\"any\":[\"\xff\"]}")},
			"a: duplicate key \"n\"; send it once\nb.text: not valid Unicode text (at offset 9)\nc.any[0]: not valid Unicode text (at offset 9)"},
		{"types that never fit", []compose.Node{n("a", `{}`), n("b", `{"text":"$a.n","list":["$a.n","$a"],"n":"1"}`)}, "b.text: $a.n is an integer, wanted is a string\nb.list[1]: $a is an object, wanted is an integer\nb.n: expected whole number, got string \"1\"; send the bare value"},
		{"unknown parameters and members", []compose.Node{n("a", `{"m":1}`), n("b", `{"any":"$a.m"}`)}, "a.m: is not known; known are \"n\", \"text\", \"list\", \"any\"\nb.any: $a.m: $a has no member \"m\"; known are \"n\""},
		{"an object for a number", []compose.Node{n("a", `{}`), n("b", `{"n":{"v":"$a"}}`)}, "b.n: is an object, wanted is an integer"},
		{"tools that are not there, or not for this caller", []compose.Node{{ID: "a", Tool: "secrets"}, {ID: "b", Tool: "secret"}}, "a: unknown tool \"secrets\"\nb: unknown tool \"secret\""},
	} {
		t.Run(row.name, func(t *testing.T) {
			ctx := runtime.WithPrincipal(t.Context(), runtime.Principal{Role: runtime.Public})
			answers, err := compose.Plan{Nodes: row.nodes}.Run(ctx, guarded)
			require.Nil(t, answers)
			require.EqualError(t, err, row.want)
			refusal, ok := errors.AsType[*runtime.Error](err)
			require.True(t, ok)
			require.Equal(t, runtime.ClassInvalidArguments, refusal.Class)
			require.NotEmpty(t, refusal.Problems)
		})
	}
	require.Zero(t, ran)
}

// P05: ten thousand nodes in a row neither recurse nor take long to check.
func TestP05_LongChain(t *testing.T) {
	const n = 10_000
	reg := registry(t, tool("next", anything, "", func(_ context.Context, args map[string]any) runtime.Result {
		v, _ := args["v"].(float64)
		return runtime.JSON([]byte(strconv.Itoa(int(v) + 1)))
	}))
	nodes := make([]compose.Node, n)
	for i := range nodes {
		// The last comes first, so that the search goes all the way down.
		nodes[n-1-i] = compose.Node{ID: "n" + strconv.Itoa(i), Tool: "next"}
		if i > 0 {
			nodes[n-1-i].Args = []byte(`{"v":"$n` + strconv.Itoa(i-1) + `"}`)
		}
	}
	answers, err := compose.Plan{Nodes: nodes}.Run(t.Context(), reg)
	require.NoError(t, err)
	require.Equal(t, strconv.Itoa(n), string(answers[0].JSON))

	nodes[n-1].Needs = []string{"n" + strconv.Itoa(n-1)}
	_, err = compose.Plan{Nodes: nodes}.Run(t.Context(), reg)
	require.ErrorContains(t, err, "needs itself")
}

// P05: a failure takes its dependents with it and nobody else.
func TestP05_FailureSkipsDependents(t *testing.T) {
	nodes := func() []compose.Node {
		return []compose.Node{
			{ID: "bad", Tool: "breaks"}, node("a", "read", "2s"), node("b", "read", "1s", "bad", "a"), node("c", "read", "1s", "b"), node("d", "read", "1s", "a"),
		}
	}
	synctest.Test(t, func(t *testing.T) {
		j := &journal{}
		answers, took := j.run(t, compose.Plan{Nodes: nodes()})
		require.Equal(t, "bad:failed a:ok b:skipped c:skipped d:ok", classes(answers))
		require.Equal(t, `not run, because "bad" failed`, answers[2].Err.Message)
		require.Equal(t, `not run, because "b" was skipped`, answers[3].Err.Message)
		require.Equal(t, 3*time.Second, took)
	})
	t.Run("tolerant", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var got any
			tolerant := append(nodes(), compose.Node{ID: "join", Tool: "join", Args: []byte(`{"bad":"$bad.x[0]","skipped":"$c","a":"$a"}`), Tolerant: true})
			answers, _ := (&journal{}).run(t, compose.Plan{Nodes: tolerant}, tool("join", anything, "", func(_ context.Context, args map[string]any) runtime.Result {
				got = args
				return runtime.Done()
			}))
			require.Equal(t, "bad:failed a:ok b:skipped c:skipped d:ok join:ok", classes(answers))
			require.Equal(t, map[string]any{
				"bad":     map[string]any{"error": map[string]any{"class": "failed", "message": "it broke"}},
				"skipped": map[string]any{"error": map[string]any{"class": "skipped", "message": `not run, because "b" was skipped`}},
				"a":       "slept 2s",
			}, got)
		})
	})
	t.Run("fail fast", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			answers, took := (&journal{}).run(t, compose.Plan{Nodes: nodes(), FailFast: true})
			require.Equal(t, "bad:failed a:canceled b:skipped c:skipped d:skipped", classes(answers))
			require.Equal(t, `not run, because "bad" failed`, answers[4].Err.Message)
			require.Zero(t, took, "what runs is canceled")
		})
	})
}

// A plan that is canceled returns when what runs has ended, which may take no notice.
func TestPlanCanceled(t *testing.T) {
	deaf := specTool(runtime.Spec{Name: "deaf", ReadOnly: true, Input: anything}, func(_ context.Context, args map[string]any) runtime.Result {
		return sleep(context.Background(), args)
	})
	plan := compose.Plan{Limit: 2, Nodes: []compose.Node{node("deaf", "deaf", "10s"), node("a", "sleep", "5s"), node("b", "sleep", "1s"), node("c", "sleep", "1s", "a"), node("d", "sleep", "1s", "deaf")}}
	for _, row := range []struct {
		name string
		end  func(context.Context) (context.Context, context.CancelFunc)
		want string
	}{
		{"canceled", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(3*time.Second, cancel)
			return ctx, cancel
		}, "deaf:ok a:canceled b:canceled c:canceled d:canceled"},
		{"deadline", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 3*time.Second)
		}, "deaf:ok a:timeout b:timeout c:timeout d:timeout"},
		{"before it began", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			cancel()
			return ctx, cancel
		}, "deaf:canceled a:canceled b:canceled c:canceled d:canceled"},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				reg := registry(t, deaf, tool("sleep", anything, "", sleep))
				ctx, cancel := row.end(t.Context())
				defer cancel()
				begin := time.Now()
				answers, err := plan.Run(ctx, reg)
				require.NoError(t, err)
				require.Equal(t, row.want, classes(answers))
				if row.name != "before it began" {
					require.Equal(t, 10*time.Second, time.Since(begin), "the one that takes no notice is awaited")
				}
			})
		})
	}
}

// Nothing that a tool does keeps a plan from answering for every node.
func TestPlanSurvivesItsTools(t *testing.T) {
	reg := registry(t,
		tool("panics", anything, "", func(context.Context, map[string]any) runtime.Result { panic("secret") }),
		tool("exits", anything, "", func(context.Context, map[string]any) runtime.Result { goruntime.Goexit(); return runtime.Result{} }),
		tool("closed", anything, "", func(context.Context, map[string]any) runtime.Result {
			c := make(chan int)
			close(c)
			c <- 1
			return runtime.Result{}
		}),
		constant("no_json", "", `{"a":`), echo("echo"),
	)
	plan := compose.Plan{Nodes: []compose.Node{
		{ID: "a", Tool: "panics"}, {ID: "b", Tool: "exits"}, {ID: "c", Tool: "closed"}, {ID: "d", Tool: "no_json"}, {ID: "e", Tool: "echo", Args: []byte(`{"v":"$d.a"}`)},
		{ID: "f", Tool: "echo"}, {ID: "g", Tool: "echo", Needs: []string{"b"}},
	}}
	for range 20 {
		answers, err := plan.Run(t.Context(), reg)
		require.NoError(t, err)
		require.Equal(t, "a:internal b:internal c:internal d:ok e:failed f:ok g:skipped", classes(answers))
		require.Equal(t, "internal error in tool panics", answers[0].Err.Message)
		require.Equal(t, `internal error in "b"`, answers[1].Err.Message)
		require.Equal(t, "the tool returned what is not JSON", answers[4].Err.Message)
	}
	// The same behind a Caller that contains nothing.
	answers := compose.Parallel(t.Context(), bare{reg}, 2,
		compose.Call{ID: "a", Tool: "panics", Args: []byte("{}")}, compose.Call{ID: "b", Tool: "exits", Args: []byte("{}")}, compose.Call{ID: "c", Tool: "echo", Args: []byte("{}")})
	require.Equal(t, "a:internal b:internal c:ok", classes(answers))
	_, ok := errors.AsType[*runtime.PanicError](answers[0].Err)
	require.True(t, ok)
}

// bare calls tools without a registry around them.
type bare struct{ *runtime.Registry }

func (b bare) Call(ctx context.Context, name string, args []byte) runtime.Result {
	tool, _ := b.Lookup(name)
	return tool.Execute(ctx, args)
}

// References are values: whatever a tool returns, it is one JSON value where the reference stood, and nothing else changes.
func TestReferencesAreValues(t *testing.T) {
	const hostile = `x","admin":true,"y":"$b.z\\ </script>`
	var got string
	reg := registry(t, tool("hostile", anything, "", func(context.Context, map[string]any) runtime.Result { return runtime.Text(hostile) }),
		runtime.Func(runtime.Spec{Name: "record", ReadOnly: true, Input: anything}, func(_ context.Context, args []byte) runtime.Result {
			got = string(args)
			return runtime.Done()
		}))
	_, err := compose.Plan{Nodes: []compose.Node{{ID: "a", Tool: "hostile"}, {ID: "b", Tool: "record", Args: []byte(`{ "v" : ["$a", {"w":"$$a"}], "n": 1e2, "t":"cost: $a" }`)}}}.Run(t.Context(), reg)
	require.NoError(t, err)
	require.Equal(t, `{"v":["x\",\"admin\":true,\"y\":\"$b.z\\\\ </script>",{"w":"$a"}],"n":1e2,"t":"cost: $a"}`, got)
}

// What is wrong with a plan is told in a few words, however much the model wrote.
func TestPlanProblemsAreShort(t *testing.T) {
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(runtime.Set{runtime.Func(runtime.Spec{Name: "t", ReadOnly: true, Input: `{"type":"object","properties":{"a":{}}}`}, func(context.Context, []byte) runtime.Result { return runtime.Text("x") })}))
	long := strings.Repeat("é", 100_000)
	many := make([]compose.Node, 1000)
	for i := range many {
		many[i] = compose.Node{ID: "n" + strconv.Itoa(i), Tool: "t", Needs: []string{"n" + strconv.Itoa((i+1)%len(many))}}
	}
	for what, nodes := range map[string][]compose.Node{
		"a name":      {{ID: "a", Tool: long}},
		"an ID":       {{ID: long, Tool: long}},
		"a need":      {{ID: "a", Tool: "t", Needs: []string{long}}},
		"a reference": {{ID: "a", Tool: "t", Args: []byte(`{"a":"$` + long + `"}`)}},
		"a cycle":     many,
	} {
		_, err := compose.Plan{Nodes: nodes}.Run(t.Context(), reg)
		require.Error(t, err, what)
		require.Less(t, len(err.Error()), 3000, what)
		require.True(t, utf8.ValidString(err.Error()), what)
	}
	_, err := compose.Plan{Nodes: many}.Run(t.Context(), reg)
	require.EqualError(t, err, "n0: it needs itself: n0 -> n1 -> n2 -> n3 -> n4 -> … -> n996 -> n997 -> n998 -> n999 -> n0")

	answers, err := compose.Plan{Nodes: []compose.Node{{ID: "a", Tool: "t"}, {ID: "b", Tool: "t", Args: []byte(`{"a":"$a[\"` + long + `\"]"}`)}}}.Run(t.Context(), reg)
	require.NoError(t, err)
	require.NotNil(t, answers[1].Err)
	require.Less(t, len(answers[1].Err.Message), 3000)
}
