package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
)

// Promise 6: who owns the goroutine has an answer whatever the tool does, and exactly one.
func TestSettle(t *testing.T) {
	for name, row := range map[string]struct {
		body func() runtime.Result
		want string
	}{
		"a result":                 {func() runtime.Result { return runtime.Text("hello") }, "hello"},
		"a panic":                  {func() runtime.Result { panic("secret detail") }, "internal error in tool dig"},
		"panic(nil)":               {func() runtime.Result { panic(nil) }, "internal error in tool dig"},
		"the end of the goroutine": {func() runtime.Result { goruntime.Goexit(); return runtime.Done() }, "internal error in tool dig"},
	} {
		answers := make(chan runtime.Result, 2)
		over := make(chan struct{})
		go func() {
			defer close(over)
			runtime.Settle("dig", row.body, func(r runtime.Result) { answers <- r })
		}()
		<-over
		require.Len(t, answers, 1, name)
		require.Equal(t, row.want, (<-answers).Output(), name)
	}
}

func TestRun(t *testing.T) {
	require.Equal(t, "ping", runtime.Run(context.Background(), tool("ping"), nil).Text)
	got := runtime.Run(context.Background(), runtime.Func(runtime.Spec{Name: "dig"},
		func(context.Context, []byte) runtime.Result { panic("secret detail") }), nil)
	require.Equal(t, "internal error in tool dig", got.Output())
	_, is := errors.AsType[*runtime.PanicError](got.Err)
	require.True(t, is)
}

// errors=opaque hides the words of plain errors, and nothing of what a tool says on purpose.
func TestOpaque(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	plain := errors.New("password hunter2 was refused")
	own := runtime.NewError(runtime.ClassUnavailable, "closed until monday")
	var none *illegible
	require.NoError(t, runtime.Opaque(nil))

	got := runtime.Failed(ctx, runtime.Opaque(plain))
	require.Equal(t, runtime.ClassFailed, got.Err.Class)
	require.Equal(t, "the tool failed", got.Output())
	require.ErrorIs(t, got.Err, plain, "the host can see it")
	require.Equal(t, "closed until monday", runtime.Failed(ctx, runtime.Opaque(errors.Join(plain, own))).Output())
	require.Equal(t, "the tool failed", runtime.Failed(ctx, runtime.Opaque(none)).Output(), "whose methods panic")

	cancel()
	require.Equal(t, runtime.ClassCanceled, runtime.Failed(ctx, runtime.Opaque(errors.Join(plain, ctx.Err()))).Err.Class)
}

func TestNotStarted(t *testing.T) {
	busy := runtime.NewError(runtime.ClassUnavailable, "busy")
	require.False(t, busy.NotStarted)
	require.True(t, busy.AsNotStarted().NotStarted)
	require.False(t, busy.NotStarted, "a copy says it")
}

// Observers learn how often a tool was tried; a call that is denied was not tried at all.
func TestAttempted(t *testing.T) {
	var got []int
	watch := func() runtime.Option {
		return runtime.Observe(outcomes(func(o *runtime.Outcome) { got = append(got, o.Attempts) }))
	}
	again := runtime.Func(runtime.Spec{Name: "again"}, func(ctx context.Context, _ []byte) runtime.Result {
		runtime.Attempted(ctx, 3)
		runtime.Attempted(ctx, 2) // late, as from a body that was abandoned
		return runtime.Done()
	})
	reg := registryOf(t, runtime.Set{tool("ping"), again}, watch())
	reg.Call(context.Background(), "ping", nil)
	reg.Call(context.Background(), "again", nil)
	reg.Call(context.Background(), "nothing", nil)
	require.Equal(t, []int{1, 3, 0}, got)
	runtime.Attempted(context.Background(), 2) // nobody listens
}

// outcomes is an Observer of what became of calls.
type outcomes func(*runtime.Outcome)

func (outcomes) Begin(ctx context.Context, _ string, _ []byte) context.Context { return nil }
func (f outcomes) End(_ context.Context, o *runtime.Outcome)                   { f(o) }

// illegible is an error that panics when it is read.
type illegible struct{ text string }

func (u *illegible) Error() string { return u.text }
func (u *illegible) Unwrap() error { panic(u.text) }
