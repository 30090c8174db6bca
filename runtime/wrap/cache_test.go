package wrap_test

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

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wrap"
)

// counting is a tool that answers with how often it was called.
func counting(calls *int) runtime.Tool {
	return tool(reads(), func(context.Context, []byte) runtime.Result {
		*calls++
		return runtime.Result{JSON: []byte(`{"n":` + strconv.Itoa(*calls) + `}`), Notes: []runtime.Note{{Text: "note"}}, Parts: []runtime.Part{{Data: []byte("part")}}}
	})
}

func TestCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		wrapped := wrap.Tool(counting(&calls), wrap.Cache(time.Minute))
		as := func(p runtime.Principal) context.Context { return runtime.WithPrincipal(context.Background(), p) }
		call := func(ctx context.Context, args string) string { return wrapped.Execute(ctx, []byte(args)).Output() }
		ann := as(runtime.Principal{ID: "ann", Role: runtime.Trusted, Scopes: []string{"a", "b"}})

		require.Equal(t, `{"n":1}`, call(ann, `{"x":1,"y":"é"}`))
		require.Equal(t, `{"n":1}`, call(ann, ` {"y":"\u00e9", "x":1.0} `), "the same arguments")
		require.Equal(t, `{"n":1}`, call(as(runtime.Principal{ID: "ann", Role: runtime.Trusted, Scopes: []string{"b", "a"}}), `{"x":1,"y":"é"}`))
		require.Equal(t, `{"n":2}`, call(ann, `{"x":2,"y":"é"}`))
		n := 2
		for _, p := range []runtime.Principal{{}, {ID: "bob", Role: runtime.Trusted, Scopes: []string{"a", "b"}}, {ID: "ann", Role: runtime.Admin, Scopes: []string{"a", "b"}},
			{ID: "ann", Role: runtime.Trusted, Scopes: []string{"a"}}, {ID: "ann", Role: runtime.Trusted, Scopes: []string{"ab"}}, {ID: "ann", Role: runtime.Trusted},
			{ID: "ann", RoleName: "nurse", Role: runtime.Trusted, Scopes: []string{"a", "b"}},
			{ID: "ann", Role: runtime.Trusted, Scopes: []string{"a", "b"}, Parent: &runtime.Principal{ID: "ann"}},
			{ID: "ann", Role: runtime.Trusted, Scopes: []string{"a", "b"}, Parent: &runtime.Principal{ID: "bob"}},
			{ID: "ann", Agent: "x", Role: runtime.Trusted, Scopes: []string{"a", "b"}}, {Agent: "ann", Role: runtime.Trusted, Scopes: []string{"a", "b"}}} {
			n++
			require.Equal(t, `{"n":`+strconv.Itoa(n)+`}`, call(as(p), `{"x":1,"y":"é"}`), "another principal: %v", p)
		}
		time.Sleep(time.Minute - 1)
		require.Equal(t, `{"n":1}`, call(ann, `{"x":1,"y":"é"}`))
		time.Sleep(1 * time.Nanosecond)
		require.Equal(t, `{"n":14}`, call(ann, `{"x":1,"y":"é"}`), "its time is over")

		calls = 0
		for range 2 {
			call(ann, `{"x":1,"x":1}`) // no key: the tool says what is wrong
		}
		require.Equal(t, 2, calls)
	})
}

// What a caller does to its result does not reach the next one.
// Where nobody can say who acts for whom, nothing is kept.
func TestCacheOfEndlessLines(t *testing.T) {
	calls := 0
	wrapped := wrap.Tool(counting(&calls), wrap.Cache(time.Minute))
	circle := runtime.Principal{ID: "ann"}
	circle.Parent = &circle
	for range 2 {
		wrapped.Execute(runtime.WithPrincipal(t.Context(), circle), nil)
	}
	require.Equal(t, 2, calls)
}

func TestCacheCopies(t *testing.T) {
	calls := 0
	wrapped := wrap.Tool(counting(&calls), wrap.Cache(time.Minute))
	want := runtime.Result{JSON: []byte(`{"n":1}`), Notes: []runtime.Note{{Text: "note"}}, Parts: []runtime.Part{{Data: []byte("part")}}}
	for range 3 {
		got := wrapped.Execute(context.Background(), nil)
		require.Equal(t, want, got)
		got.JSON[1], got.Notes[0].Text, got.Parts[0].Data[0] = 'X', "X", 'X'
		got.Parts[0].Text = "X"
	}
	require.Equal(t, 1, calls)
}

func TestCacheKeepsNoErrors(t *testing.T) {
	a := answers{err: errors.New("not today")}
	wrapped := wrap.Tool(a.tool(), wrap.Cache(time.Minute))
	for range 2 {
		require.True(t, wrapped.Execute(context.Background(), nil).IsError())
	}
	a.err = nil
	for range 2 {
		require.False(t, wrapped.Execute(context.Background(), nil).IsError())
	}
	require.Equal(t, 3, a.calls)
}

// As a middleware it acts on read-only tools alone.
func TestCacheMiddleware(t *testing.T) {
	calls := 0
	write := tool(writes(), func(context.Context, []byte) runtime.Result { calls++; return runtime.Done() })
	look := 0
	reg := runtime.NewRegistry(runtime.Use(wrap.Cache(time.Minute).Middleware()))
	require.NoError(t, reg.Register(runtime.Set{write, counting(&look)}))
	for range 2 {
		reg.Call(context.Background(), "pay", nil)
		reg.Call(context.Background(), "look", nil)
	}
	require.Equal(t, 2, calls)
	require.Equal(t, 1, look)
}

// The byte bound holds; what was used longest ago goes first.
func TestCacheBytes(t *testing.T) {
	calls := map[string]int{}
	large := tool(reads(), func(_ context.Context, args []byte) runtime.Result {
		calls[string(args)]++
		if string(args) == `{"k":"huge"}` {
			return runtime.Text(strings.Repeat("x", 20_000))
		}
		return runtime.Text(strings.Repeat("x", 3000))
	})
	wrapped := wrap.Tool(large, wrap.Cache(time.Minute, wrap.CacheBytes(12_000)))
	call := func(k string) int {
		args := `{"k":"` + k + `"}`
		wrapped.Execute(context.Background(), []byte(args))
		return calls[args]
	}
	for _, k := range []string{"a", "b", "c"} {
		require.Equal(t, 1, call(k))
	}
	require.Equal(t, 1, call("a"), "kept, and now the last used")
	require.Equal(t, 1, call("d"))
	require.Equal(t, 1, call("a"))
	require.Equal(t, 2, call("b"), "it had to go for d")
	require.Equal(t, 1, call("huge"))
	require.Equal(t, 2, call("huge"), "larger than all there is")
	require.Equal(t, 1, call("a"), "and nothing went for it")

	none := wrap.Tool(large, wrap.Cache(time.Minute, wrap.CacheBytes(0)))
	none.Execute(context.Background(), []byte(`{"k":"z"}`))
	none.Execute(context.Background(), []byte(`{"k":"z"}`))
	require.Equal(t, 2, calls[`{"k":"z"}`])
}

// Calls at the same time are one; an error that is no fault of the caller is shared too.
func TestCacheTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, err := range []error{nil, errors.New("not today")} {
			calls := 0
			slow := tool(reads(), func(ctx context.Context, _ []byte) runtime.Result {
				calls++
				time.Sleep(time.Second)
				if err != nil {
					return runtime.Failed(ctx, err)
				}
				return runtime.JSON([]byte(`{}`))
			})
			wrapped := wrap.Tool(slow, wrap.Cache(time.Minute))
			start := time.Now()
			var wg sync.WaitGroup
			for range 20 {
				wg.Go(func() {
					got := wrapped.Execute(context.Background(), nil)
					require.Equal(t, err != nil, got.IsError())
					if got.JSON != nil {
						got.JSON[0] = 'x' // the race detector sees it where it is shared
					}
				})
			}
			wg.Wait()
			require.Equal(t, 1, calls)
			require.Equal(t, time.Second, time.Since(start))
		}
	})
}

// The cancel, the deadline and the end of the goroutine of one caller are not those of the others.
func TestCacheLeaksNoCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, end := range map[string]func(context.Context) (context.Context, context.CancelFunc){
			"cancel": func(ctx context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(ctx)
				time.AfterFunc(500*time.Millisecond, cancel)
				return ctx, cancel
			},
			"deadline": func(ctx context.Context) (context.Context, context.CancelFunc) {
				return context.WithTimeout(ctx, 500*time.Millisecond)
			},
			"goexit": func(ctx context.Context) (context.Context, context.CancelFunc) {
				return context.WithValue(ctx, leader{}, true), func() {}
			},
		} {
			calls := 0
			slow := tool(reads(), func(ctx context.Context, _ []byte) runtime.Result {
				calls++
				select {
				case <-ctx.Done():
					return runtime.Failed(ctx, ctx.Err())
				case <-time.After(600 * time.Millisecond):
				}
				if ctx.Value(leader{}) != nil {
					goruntime.Goexit()
				}
				time.Sleep(400 * time.Millisecond)
				return runtime.Text("done")
			})
			wrapped := wrap.Tool(slow, wrap.Cache(time.Minute))
			first, cancel := end(context.Background())
			start := time.Now()
			go wrapped.Execute(first, nil)
			synctest.Wait()
			var wg sync.WaitGroup
			for range 5 {
				wg.Go(func() { require.Equal(t, "done", wrapped.Execute(context.Background(), nil).Output(), name) })
			}
			wg.Wait()
			cancel()
			require.Equal(t, 2, calls, "%s: one of the others ran, for all of them", name)
			want := 1500 * time.Millisecond
			if name == "goexit" {
				want = 1600 * time.Millisecond
			}
			require.Equal(t, want, time.Since(start), name)
		}

		slow := wrap.Tool(takes(reads(), time.Hour), wrap.Cache(time.Minute))
		go slow.Execute(context.Background(), nil)
		synctest.Wait()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		start := time.Now()
		got := slow.Execute(ctx, nil)
		require.Equal(t, time.Second, time.Since(start), "one who waits for another has its own deadline")
		require.Equal(t, runtime.ClassTimeout, got.Err.Class)
		time.Sleep(2 * time.Hour)
	})
}

type leader struct{}

// Two tools of one name never answer for each other, whatever they share.
func TestCacheTellsToolsApart(t *testing.T) {
	saying := func(text string) runtime.Tool {
		return runtime.Func(runtime.Spec{Name: "search", ReadOnly: true}, func(context.Context, []byte) runtime.Result { return runtime.Text(text) })
	}
	shared := wrap.Cache(time.Hour)
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(runtime.Prefix("a_", runtime.Set{wrap.Tool(saying("A"), shared)}), runtime.Prefix("b_", runtime.Set{wrap.Tool(saying("B"), shared)})))
	require.Equal(t, "A", reg.Call(t.Context(), "a_search", nil).Text)
	require.Equal(t, "B", reg.Call(t.Context(), "b_search", nil).Text)

	one, other := &sameSpec{text: "one"}, &sameSpec{text: "other"}
	first, second := wrap.Tool(one, shared), wrap.Tool(other, shared)
	require.Equal(t, "one", first.Execute(t.Context(), nil).Text)
	require.Equal(t, "other", second.Execute(t.Context(), nil).Text, "as methods of two receivers have one Spec")

	reg = runtime.NewRegistry(runtime.Use(wrap.Cache(time.Hour).Middleware()))
	require.NoError(t, reg.Register(runtime.Set{saying("old")}))
	require.Equal(t, "old", reg.Call(t.Context(), "search", nil).Text)
	require.NoError(t, reg.Replace(saying("new")))
	require.Equal(t, "new", reg.Call(t.Context(), "search", nil).Text)
}

type sameSpec struct{ text string }

var theSpec = runtime.Spec{Name: "search", ReadOnly: true}

func (s *sameSpec) Spec() *runtime.Spec                            { return &theSpec }
func (s *sameSpec) Execute(context.Context, []byte) runtime.Result { return runtime.Text(s.text) }
