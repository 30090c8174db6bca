package natstools_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
)

// Every kind of result arrives as it left, apart from errors whose class is no worker's to give.
func TestResults(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	note := runtime.Note{Kind: "truncated", Path: "result", Text: "the text has 9 bytes"}
	later := runtime.NewError(runtime.ClassUnavailable, "The till is closed.").AsTransient(90 * time.Second)
	for _, row := range []struct {
		name string
		is   runtime.Result
		want *runtime.Result // nil: the same
	}{
		{name: "nothing", is: runtime.Result{}},
		{name: "done", is: runtime.Done()},
		{name: "text", is: runtime.Text("Ä line.\n\tAnother \"one\" <&>.")},
		{name: "no UTF-8", is: runtime.Result{Text: "a\xffb"}, want: &runtime.Result{Text: "a\uFFFDb"}},
		{name: "value", is: runtime.Result{JSON: []byte(`{"z":1,"a":[12345678901234567890.10,1E5,-0,null,true],"":{}}`)}},
		{name: "null", is: runtime.Result{JSON: []byte(`null`)}},
		{name: "value and text", is: runtime.Structured("both")},
		{name: "a value with what nobody sees", is: runtime.Result{JSON: []byte("\"a\u200bb\"")}, want: &runtime.Result{JSON: []byte(`"a\u200bb"`)}},
		{name: "picture", is: runtime.Bytes([]byte("\x89PNG\r\n\x1a\n\x00\x01"), "")},
		{name: "sound", is: runtime.Bytes([]byte("ID3\x00"), "audio/mpeg")},
		{name: "bytes", is: runtime.Bytes([]byte{0, 1, 2, 255}, "")},
		{name: "resources", is: runtime.Result{Text: "Two.", Parts: []runtime.Part{
			{Kind: runtime.ResourcePart, MIME: "text/plain", URI: "file:///a", Text: "a text"},
			{Kind: runtime.ResourcePart, URI: "https://example.com/b"},
		}}},
		{name: "notes", is: runtime.Result{Text: "a", Notes: []runtime.Note{note, {Kind: "coerced", Path: "n", Text: `"1" was taken as 1`}}}},
		{name: "failed", is: runtime.Failed(ctx, errors.New("no such file"))},
		{name: "an error that passes", is: runtime.Result{Err: later}},
		{name: "internal", is: runtime.Result{Err: runtime.NewError(runtime.ClassInternal, "a defect")}},
		{name: "a limit", is: runtime.Result{Err: runtime.NewError(runtime.ClassResourceExhausted, "too much").AsTransient(0)}},
		{name: "problems", is: runtime.Result{Err: &runtime.Error{
			Class: runtime.ClassInvalidArguments, Message: "n: expected 1", Problems: []runtime.Problem{{Path: "n", Message: "expected 1"}},
		}}},
		{name: "partial", is: runtime.Partial(ctx, runtime.Result{JSON: []byte(`[1,2]`)}, errors.New("the third is missing"))},
		{
			name: "approval", is: runtime.Result{Err: runtime.NewError(runtime.ClassApprovalRequired, "a person must agree")},
			want: &runtime.Result{Err: runtime.NewError(runtime.ClassFailed, "a person must agree")},
		},
		{
			name: "not started", is: runtime.Result{Err: runtime.NewError(runtime.ClassUnavailable, "no line").AsNotStarted()},
			want: &runtime.Result{Err: runtime.NewError(runtime.ClassUnavailable, "no line")},
		},
		{
			name: "no JSON", is: runtime.Result{JSON: []byte(`{"a":`)},
			want: &runtime.Result{Err: runtime.NewError(runtime.ClassInternal, "internal error in tool act: its value is no JSON")},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s := bus(t)
			serve(t, s, host(), answers("act", row.is))
			want := row.is
			if row.want != nil {
				want = *row.want
			}
			got := tool(t, dial(t, s, from()), "act").Execute(t.Context(), nil)
			if want.Err != nil {
				require.NotNil(t, got.Err)
				require.Equal(t, want.Err.Class, got.Err.Class)
				require.Equal(t, want.Err.Message, got.Err.Message)
				require.Equal(t, want.Err.Problems, got.Err.Problems)
				require.Equal(t, want.Err.Transient, got.Err.Transient)
				require.Equal(t, want.Err.RetryAfter, got.Err.RetryAfter)
				require.Equal(t, want.Err.NotStarted, got.Err.NotStarted)
				got.Err, want.Err = nil, nil
			}
			require.Equal(t, want, got)
		})
	}
}

// What a message cannot hold is cut, and says so; what cannot be cut is an error that says how much it is.
func TestLargeResults(t *testing.T) {
	t.Parallel()
	s := bus(t)
	long := strings.Repeat("a line of text\n", 200_000)
	serve(t, s, host(),
		answers("text", runtime.Text(long)),
		answers("value", runtime.Result{JSON: []byte(`"` + strings.Repeat("v", 2<<20) + `"`)}),
		answers("pictures", runtime.Result{Text: "Three.", Parts: []runtime.Part{
			{Kind: runtime.ImagePart, MIME: "image/png", Data: make([]byte, 400<<10)},
			{Kind: runtime.ImagePart, MIME: "image/png", Data: make([]byte, 400<<10)},
		}}))
	client := dial(t, s, from())

	text := tool(t, client, "text").Execute(t.Context(), nil)
	require.Nil(t, text.Err)
	require.Less(t, len(text.Text), 1<<20)
	require.Greater(t, len(text.Text), 1<<19)
	require.Contains(t, text.Text, "[cut: 3000000 bytes in all]")
	require.Equal(t, "truncated", text.Notes[0].Kind)

	value := tool(t, client, "value").Execute(t.Context(), nil)
	require.Equal(t, runtime.ClassResourceExhausted, value.Err.Class)
	require.ErrorContains(t, value.Err, "2097154 bytes")

	pictures := tool(t, client, "pictures").Execute(t.Context(), nil)
	require.Nil(t, pictures.Err)
	require.Len(t, pictures.Parts, 1)
	require.Equal(t, "truncated", pictures.Notes[0].Kind)
}

// Names that mean something in subjects of the protocol, or look as if, are names of tools like any other.
func TestNames(t *testing.T) {
	t.Parallel()
	s := bus(t)
	names := []string{"-", "_", "0", "call", "cancel", "define", "desk", "toolgen", "SRV", strings.Repeat("n", 64)}
	var tools []runtime.Tool
	for _, name := range names {
		tools = append(tools, answers(name, runtime.Text("I am "+name)))
	}
	serve(t, s, host(), tools...)
	client := dial(t, s, from())
	require.Len(t, client.Tools(), len(names))
	for _, name := range names {
		require.Equal(t, "I am "+name, tool(t, client, name).Execute(t.Context(), nil).Text)
	}

	r := from()
	r.Prefix = "far_"
	require.Equal(t, "I am call", tool(t, dial(t, s, r), "far_call").Execute(t.Context(), nil).Text)

	for _, o := range []natstools.Options{{}, {Name: "a.b"}, {Name: "a b"}, {Name: ">"}, {Name: "a", Subject: "$SYS"}, {Name: "a", Subject: "a..b"}, {Name: "a", Subject: "*"}} {
		_, err := natstools.Start(connect(t, s), registry(t), o)
		require.Error(t, err, "%+v", o)
	}
	for _, r := range []natstools.Remote{{}, {Service: "a.b"}, {Service: ">"}, {Service: "a", Subject: "$SYS"}, {Service: "a", Prefix: "ä"}, {Service: "a", Include: []string{""}}} {
		_, err := natstools.Dial(t.Context(), connect(t, s), r)
		require.Error(t, err, "%+v", r)
	}
}

// Where nobody is, the answer is there at once, and so it is where nobody can be asked.
func TestNoWorkers(t *testing.T) {
	t.Parallel()
	s := bus(t)
	start := time.Now()
	_, err := natstools.Dial(t.Context(), connect(t, s), from())
	require.ErrorContains(t, err, "no instance of it is there")
	class, _ := errors.AsType[*runtime.Error](err)
	require.Equal(t, runtime.ClassUnavailable, class.Class)

	worker := serve(t, s, host(), answers("act", runtime.Done()))
	conn := connect(t, s)
	client, err := natstools.Dial(t.Context(), conn, from())
	require.NoError(t, err)
	act := tool(t, client, "act")
	require.Nil(t, act.Execute(t.Context(), nil).Err)
	require.NoError(t, worker.Stop())
	over, cancel := context.WithCancel(t.Context())
	cancel()
	canceled := act.Execute(over, nil)
	require.Equal(t, runtime.ClassCanceled, canceled.Err.Class)
	require.True(t, canceled.Err.NotStarted)
	for _, why := range []string{"no worker", "cannot be reached"} {
		call := time.Now()
		r := act.Execute(t.Context(), nil)
		require.Less(t, time.Since(call), time.Second)
		require.Equal(t, runtime.ClassUnavailable, r.Err.Class)
		require.True(t, r.Err.NotStarted)
		require.True(t, r.Err.Transient)
		require.ErrorContains(t, r.Err, why)
		conn.Close()
	}
	require.Less(t, time.Since(start), 5*time.Second)
}

// The time that a caller has reaches the worker, and so does its end.
func TestDeadlineAndCancel(t *testing.T) {
	t.Parallel()
	s := bus(t)
	ends := make(chan error, 1)
	began := make(chan time.Duration, 1)
	worker := serve(t, s, host(), does("wait", func(ctx context.Context, _ []byte) runtime.Result {
		end, _ := ctx.Deadline()
		began <- time.Until(end)
		<-ctx.Done()
		ends <- ctx.Err()
		return runtime.Failed(ctx, ctx.Err())
	}))
	client := dial(t, s, from())
	wait := tool(t, client, "wait")

	ctx, cancel := context.WithTimeout(t.Context(), 400*time.Millisecond)
	defer cancel()
	start := time.Now()
	r := wait.Execute(ctx, nil)
	require.Equal(t, runtime.ClassTimeout, r.Err.Class)
	require.Less(t, time.Since(start), 2*time.Second)
	left := <-began
	require.LessOrEqual(t, left, 400*time.Millisecond)
	require.Greater(t, left, time.Duration(0))
	// The caller's own word that nobody waits is a little later or earlier than the worker's clock.
	require.Contains(t, []error{context.DeadlineExceeded, context.Canceled}, <-ends)

	ctx, cancel = context.WithCancel(t.Context())
	answered := make(chan runtime.Result, 1)
	go func() { answered <- wait.Execute(ctx, nil) }()
	require.Greater(t, <-began, 50*time.Second, "without a deadline the client's own counts, a minute")
	cancel()
	require.Equal(t, runtime.ClassCanceled, (<-answered).Err.Class)
	select {
	case end := <-ends:
		require.Equal(t, context.Canceled, end)
	case <-time.After(5 * time.Second):
		require.Fail(t, "the worker was not told")
	}
	require.Zero(t, natstools.Waiting(client))
	eventually(t, "nothing is left of the calls", func() bool {
		calls, places := natstools.Running(worker)
		return calls == 0 && places == 0
	})
}

// A call that takes longer than a worker may be silent is answered all the same: the worker says that it is alive.
func TestLongCall(t *testing.T) {
	t.Parallel()
	s := bus(t)
	serve(t, s, host(), does("slow", func(context.Context, []byte) runtime.Result {
		time.Sleep(3 * impatient().Lost)
		return runtime.Text("at last")
	}))
	require.Equal(t, "at last", tool(t, dial(t, s, impatient()), "slow").Execute(t.Context(), nil).Text)
}

// What a tool's code does is one result, and the worker goes on.
func TestContained(t *testing.T) {
	t.Parallel()
	s := bus(t)
	var log lines
	o := host()
	o.Logger = logTo(&log)
	serve(t, s, o,
		does("panics", func(context.Context, []byte) runtime.Result { panic("the secret") }),
		does("exits", func(context.Context, []byte) runtime.Result { goruntime.Goexit(); return runtime.Done() }),
		answers("works", runtime.Done()))
	client := dial(t, s, from())
	for _, name := range []string{"panics", "exits", "panics"} {
		r := tool(t, client, name).Execute(t.Context(), nil)
		require.Equal(t, runtime.ClassInternal, r.Err.Class)
		require.NotContains(t, r.Err.Error(), "secret")
	}
	require.Equal(t, "ok", tool(t, client, "works").Execute(t.Context(), nil).Text)
	require.Contains(t, log.String(), "the secret")
}

// Progress travels to who asked for it, not too often, and grows.
func TestProgress(t *testing.T) {
	t.Parallel()
	s := bus(t)
	serve(t, s, host(), does("count", func(ctx context.Context, _ []byte) runtime.Result {
		p := runtime.ProgressFrom(ctx)
		if !p.Heard() {
			return runtime.Text("nobody listens")
		}
		for i := range 100_000 {
			p.Report(i, 100_000, "counting")
		}
		time.Sleep(60 * time.Millisecond)
		p.Report(100_000, 100_000, "counted")
		return runtime.Text("somebody listens")
	}))
	count := tool(t, dial(t, s, from()), "count")
	require.Equal(t, "nobody listens", count.Execute(t.Context(), nil).Text)
	var steps []runtime.Step
	r := count.Execute(runtime.WithProgress(t.Context(), func(s runtime.Step) { steps = append(steps, s) }), nil)
	require.Equal(t, "somebody listens", r.Text)
	require.NotEmpty(t, steps)
	require.Less(t, len(steps), 1000)
	require.Equal(t, runtime.Step{Done: 100_000, Total: 100_000, Message: "counted"}, steps[len(steps)-1])
}

// Arguments that are none never leave; what leaves is one spelling of them, numbers as they were written.
func TestArguments(t *testing.T) {
	t.Parallel()
	s := bus(t)
	serve(t, s, host(), does("echo", func(_ context.Context, args []byte) runtime.Result { return runtime.Text(string(args)) }))
	echo := tool(t, dial(t, s, from()), "echo")
	require.Equal(t, `{"n":12345678901234567890}`, echo.Execute(t.Context(), []byte(` { "n" : 12345678901234567890 } `)).Text)
	require.Equal(t, `{}`, echo.Execute(t.Context(), nil).Text)
	require.Equal(t, runtime.ClassInvalidArguments, echo.Execute(t.Context(), []byte(`{"a":1,"a":2}`)).Err.Class)
	require.Equal(t, runtime.ClassInvalidArguments, echo.Execute(t.Context(), []byte(`[]`)).Err.Class)
}

// A bus that comes back is used again; while it is away the answer comes at once.
func TestReconnect(t *testing.T) {
	t.Parallel()
	s := bus(t)
	again := nats.ReconnectWait(10 * time.Millisecond)
	worker := connect(t, s, again, nats.MaxReconnects(-1))
	instance, err := natstools.Start(worker, registry(t, answers("act", runtime.Done())), host())
	require.NoError(t, err)
	t.Cleanup(func() { _ = instance.Stop() })
	caller := connect(t, s, again, nats.MaxReconnects(-1))
	client, err := natstools.Dial(t.Context(), caller, from())
	require.NoError(t, err)
	act := tool(t, client, "act")
	require.Nil(t, act.Execute(t.Context(), nil).Err)

	port := s.Addr().String()
	s.Shutdown()
	s.WaitForShutdown()
	eventually(t, "the end of the bus is noticed", func() bool { return !caller.IsConnected() && !worker.IsConnected() })
	start := time.Now()
	r := act.Execute(t.Context(), nil)
	require.Equal(t, runtime.ClassUnavailable, r.Err.Class)
	require.True(t, r.Err.NotStarted)
	require.Less(t, time.Since(start), 2*time.Second)

	_, number, _ := strings.Cut(port, ":")
	bus(t, at(number))
	eventually(t, "the tool is there again", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second) // it may reach the bus while the caller's own address is not known there yet
		defer cancel()
		return act.Execute(ctx, nil).Err == nil
	})
}
