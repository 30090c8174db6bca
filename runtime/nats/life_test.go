package natstools_test

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
)

// A worker that has all that it can do says so at once, and takes more when it has less.
func TestBusy(t *testing.T) {
	t.Parallel()
	s := bus(t)
	free, began := make(chan struct{}), make(chan struct{}, 8)
	o := host()
	o.MaxCalls = 2
	serve(t, s, o, does("wait", func(context.Context, []byte) runtime.Result {
		began <- struct{}{}
		<-free
		return runtime.Done()
	}))
	wait := tool(t, dial(t, s, from()), "wait")
	results := make(chan runtime.Result, 2)
	for range 2 {
		go func() { results <- wait.Execute(t.Context(), nil) }()
		<-began
	}
	start := time.Now()
	r := wait.Execute(t.Context(), nil)
	require.Less(t, time.Since(start), time.Second)
	require.Equal(t, runtime.ClassResourceExhausted, r.Err.Class)
	require.True(t, r.Err.Transient)
	close(free)
	for range 2 {
		require.Nil(t, (<-results).Err)
	}
	require.Nil(t, wait.Execute(t.Context(), nil).Err)
}

// A tool that takes no notice of its time is answered for, and keeps its place.
func TestLateTool(t *testing.T) {
	t.Parallel()
	s := bus(t)
	free := make(chan struct{})
	o := host()
	o.MaxCalls = 1
	worker := serve(t, s, o, does("deaf", func(context.Context, []byte) runtime.Result {
		<-free
		return runtime.Done()
	}))
	r := from()
	r.Timeout = -1
	deaf := tool(t, dial(t, s, r), "deaf")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	require.Equal(t, runtime.ClassTimeout, deaf.Execute(ctx, nil).Err.Class)
	require.Equal(t, runtime.ClassResourceExhausted, deaf.Execute(t.Context(), nil).Err.Class)
	require.ErrorContains(t, worker.Stop(), "1 tools go on")
	close(free)
}

// A worker that stops finishes what it has and gets nothing new; the other one does the rest.
func TestDrain(t *testing.T) {
	t.Parallel()
	s := bus(t)
	began, free := make(chan struct{}), make(chan struct{})
	slow := does("act", func(ctx context.Context, _ []byte) runtime.Result {
		close(began)
		select {
		case <-free:
			return runtime.Text("the first")
		case <-ctx.Done():
			return runtime.Failed(ctx, ctx.Err())
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	conn := connect(t, s)
	reg := registry(t, slow)
	go func() { ended <- natstools.Serve(ctx, conn, reg, host()) }()
	var client *natstools.Client
	eventually(t, "it is there", func() (is bool) {
		c, err := natstools.Dial(t.Context(), connect(t, s), from())
		client = c
		return err == nil
	})
	act := tool(t, client, "act")
	first := make(chan runtime.Result, 1)
	go func() { first <- act.Execute(t.Context(), nil) }()
	<-began
	cancel()
	eventually(t, "it takes no more", func() bool {
		r := act.Execute(t.Context(), nil)
		return r.Err != nil && r.Err.Class == runtime.ClassUnavailable && r.Err.NotStarted
	})
	serve(t, s, host(), answers("act", runtime.Text("the second")))
	require.Equal(t, "the second", act.Execute(t.Context(), nil).Text)
	close(free)
	require.Equal(t, "the first", (<-first).Text)
	require.NoError(t, <-ended)
}

// What is not finished in time is ended, and answered.
func TestDrainIsBounded(t *testing.T) {
	t.Parallel()
	s := bus(t)
	began := make(chan struct{})
	o := host()
	o.Drain = 50 * time.Millisecond
	worker := serve(t, s, o, does("act", func(ctx context.Context, _ []byte) runtime.Result {
		close(began)
		<-ctx.Done()
		return runtime.Failed(ctx, ctx.Err())
	}))
	act := tool(t, dial(t, s, from()), "act")
	got := make(chan runtime.Result, 1)
	go func() { got <- act.Execute(t.Context(), nil) }()
	<-began
	start := time.Now()
	require.NoError(t, worker.Stop())
	require.Less(t, time.Since(start), 5*time.Second)
	r := <-got
	require.Equal(t, runtime.ClassUnavailable, r.Err.Class)
	require.ErrorContains(t, r.Err, "stopped during the call")
}

// A client that is closed, or whose connection is, lets nobody wait.
func TestClose(t *testing.T) {
	t.Parallel()
	s := bus(t)
	began := make(chan struct{})
	o := host()
	o.Drain = 50 * time.Millisecond // one of the calls is told of nothing
	serve(t, s, o, does("wait", func(ctx context.Context, _ []byte) runtime.Result {
		began <- struct{}{}
		<-ctx.Done()
		return runtime.Failed(ctx, ctx.Err())
	}))
	for _, end := range []func(*natstools.Client, *nats.Conn){
		func(c *natstools.Client, _ *nats.Conn) { require.NoError(t, c.Close()) },
		func(_ *natstools.Client, conn *nats.Conn) { conn.Close() },
	} {
		conn := connect(t, s)
		r := from()
		r.Lost = time.Hour
		client, err := natstools.Dial(t.Context(), conn, r)
		require.NoError(t, err)
		got := make(chan runtime.Result, 1)
		wait := tool(t, client, "wait")
		go func() { got <- wait.Execute(t.Context(), nil) }()
		<-began
		end(client, conn)
		select {
		case r := <-got:
			require.Equal(t, runtime.ClassUnavailable, r.Err.Class)
			require.False(t, r.Err.NotStarted)
		case <-time.After(5 * time.Second):
			require.Fail(t, "it waits still")
		}
		require.True(t, wait.Execute(t.Context(), nil).Err.NotStarted)
		require.NoError(t, client.Close())
		conn.Close()
		require.NoError(t, client.Close())
	}
}

// Serve says that its connection is gone.
func TestConnectionIsClosed(t *testing.T) {
	t.Parallel()
	s := bus(t)
	conn := connect(t, s)
	ended := make(chan error, 1)
	go func() {
		ended <- natstools.Serve(t.Context(), conn, registry(t, answers("act", runtime.Done())), host())
	}()
	eventually(t, "it is there", func() bool {
		found, err := natstools.Discover(t.Context(), connect(t, s), "", 0)
		return err == nil && len(found) == 1
	})
	conn.Close()
	require.ErrorContains(t, <-ended, "connection was closed")
}
