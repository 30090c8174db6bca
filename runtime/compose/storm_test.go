package compose_test

import (
	"context"
	"math/rand/v2"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/compose"
)

// Ten thousand calls from 64 goroutines, among them tools that panic, end their goroutine, take no notice of the end of the
// call, return what is no JSON, or return very much: each is answered once, with what is its own.
func TestStorm(t *testing.T) {
	reg := registry(t,
		tool("own", anything, "", func(_ context.Context, args map[string]any) runtime.Result {
			return runtime.JSON([]byte(`{"own":` + strconv.Quote(args["id"].(string)) + `}`))
		}),
		tool("panics", anything, "", func(_ context.Context, args map[string]any) runtime.Result { panic(args["id"]) }),
		tool("exits", anything, "", func(context.Context, map[string]any) runtime.Result { goruntime.Goexit(); return runtime.Result{} }),
		tool("deaf", anything, "", func(ctx context.Context, args map[string]any) runtime.Result {
			ctx.Value(cancelKey{}).(context.CancelFunc)()
			<-ctx.Done()
			return runtime.Text(args["id"].(string))
		}),
		constant("no_json", "", `{"a":`),
		tool("much", anything, "", func(_ context.Context, args map[string]any) runtime.Result {
			return runtime.Text(args["id"].(string) + strings.Repeat("x", 64<<10))
		}),
		specTool(runtime.Spec{Name: "write", Input: anything}, func(_ context.Context, args map[string]any) runtime.Result { return runtime.Text(args["id"].(string)) }),
	)
	require.NoError(t, reg.Register(runtime.Set{chain(t, reg, runtime.Spec{Name: "composite"},
		compose.Step{ID: "a", Tool: "own", Args: []compose.Arg{compose.From("id", "$input.id")}},
		compose.Step{ID: "b", Tool: "own", Args: []compose.Arg{compose.From("id", "$a.own")}})}))
	names := []string{"own", "panics", "exits", "deaf", "no_json", "much", "write", "composite", "nobody"}
	want := map[string]runtime.Class{"panics": runtime.ClassInternal, "exits": runtime.ClassInternal, "nobody": runtime.ClassUnknownTool}

	const goroutines, turns, each = 64, 10, 16
	var wg sync.WaitGroup
	var canceled atomic.Int32
	for g := range goroutines {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 1))
			for turn := range turns {
				ctx, cancel := context.WithCancel(t.Context())
				calls := make([]compose.Call, each)
				for i := range calls {
					id := strconv.Itoa(g) + "." + strconv.Itoa(turn) + "." + strconv.Itoa(i)
					calls[i] = compose.Call{ID: id, Tool: names[rng.IntN(len(names))], Args: []byte(`{"id":"` + id + `"}`), Parallel: true}
				}
				ctx = context.WithValue(ctx, cancelKey{}, cancel)
				answers := compose.Parallel(ctx, reg, 1+rng.IntN(each), calls...)
				cancel()
				if len(answers) != each {
					t.Errorf("%d answers to %d calls", len(answers), each)
				}
				for i, a := range answers {
					c := calls[i]
					switch {
					case a.ID != c.ID:
						t.Errorf("call %s is answered as %s", c.ID, a.ID)
					case a.Err != nil && a.Err.Class == runtime.ClassCanceled:
						canceled.Add(1) // it had not begun when a deaf one ended the turn
					case want[c.Tool] != "" && (a.Err == nil || a.Err.Class != want[c.Tool]), want[c.Tool] == "" && a.Err != nil:
						t.Errorf("%s: %v", c.Tool, a.Err)
					case a.Err == nil && c.Tool != "no_json" && !strings.Contains(a.Output(), c.ID):
						t.Errorf("%s %s is answered with another one's result: %.40s", c.Tool, c.ID, a.Output())
					}
				}
			}
		})
	}
	wg.Wait()
	require.NotZero(t, canceled.Load())
	require.Less(t, canceled.Load(), int32(goroutines*turns*each*9/10), "most of it was not run")
}

type cancelKey struct{}
