package natstools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
)

// This file is what the package is for: calls over several workers of which some die, and no call is lost or made twice.

// runs counts how often each call was made, and by whom.
type runs struct {
	mu   sync.Mutex
	made map[int][]string
}

func (r *runs) add(call int, worker string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.made == nil {
		r.made = map[int][]string{}
	}
	r.made[call] = append(r.made[call], worker)
}

func (r *runs) of(call int) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.made[call]
}

func (r *runs) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made = nil
}

// counted is a tool that says which worker has made which call. It takes a moment, so that some calls run whenever a worker dies.
func counted(worker string, add func(call int, worker string)) runtime.Tool {
	return does("count", func(ctx context.Context, args []byte) runtime.Result {
		var in struct{ Call int }
		if err := json.Unmarshal(args, &in); err != nil {
			return runtime.Invalid(err)
		}
		add(in.Call, worker)
		select {
		case <-time.After(5 * time.Millisecond):
		case <-ctx.Done():
		}
		return runtime.Text(worker + " " + strconv.Itoa(in.Call))
	})
}

const manyCalls = 200

// callAll makes all calls, eight at a time, and kills a worker when half of them are answered.
func callAll(t *testing.T, tool runtime.Tool, kill func()) []runtime.Result {
	t.Helper()
	results := make([]runtime.Result, manyCalls)
	var next, answered atomic.Int32
	var once sync.Once
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for i := int(next.Add(1)) - 1; i < manyCalls; i = int(next.Add(1)) - 1 {
				results[i] = tool.Execute(t.Context(), fmt.Appendf(nil, `{"Call":%d}`, i))
				if answered.Add(1) == manyCalls/2 {
					once.Do(kill)
				}
			}
		})
	}
	callers.Wait()
	return results
}

// judge holds the results against what the workers say they did.
func judge(t *testing.T, results []runtime.Result, made map[int][]string) {
	t.Helper()
	done, lost := map[string]int{}, 0
	for i, r := range results {
		require.LessOrEqual(t, len(made[i]), 1, "call %d ran in %v", i, made[i])
		if r.Err != nil {
			require.Equal(t, runtime.ClassUnavailable, r.Err.Class, "call %d: %v", i, r.Err)
			if r.Err.NotStarted {
				require.Empty(t, made[i], "call %d", i)
			}
			lost++
			continue
		}
		worker, call, _ := strings.Cut(r.Text, " ")
		require.Equal(t, strconv.Itoa(i), call)
		require.Equal(t, []string{worker}, made[i])
		done[worker]++
	}
	t.Logf("answered by worker: %v; refused as unavailable: %d", done, lost)
	require.Len(t, done, 2, "both have worked")
	require.LessOrEqual(t, lost, 16, "only what was on its way to the dead one is lost")
}

// 200 calls over two workers, one of which is cut off half-way, without a goodbye: every call is answered once, or refused as unavailable, and none
// runs twice.
func TestWorkerIsCutOff(t *testing.T) {
	t.Parallel()
	s := bus(t)
	var made runs
	serve(t, s, host(), counted("good", made.add))

	wire := &cutter{}
	conn := connect(t, s, nats.SetCustomDialer(wire), nats.NoReconnect())
	doomed, err := natstools.Start(conn, registry(t, counted("doomed", made.add)), host())
	require.NoError(t, err)
	t.Cleanup(func() { _ = doomed.Stop() })

	client := dial(t, s, impatient())
	results := callAll(t, tool(t, client, "count"), wire.cut)
	eventually(t, "the cut is noticed", conn.IsClosed)
	_ = doomed.Stop() // what it still did is counted
	judge(t, results, made.made)
}

// cutter dials and cuts what it has dialed.
type cutter struct {
	mu   sync.Mutex
	wire []net.Conn
}

func (c *cutter) Dial(network, address string) (net.Conn, error) {
	conn, err := net.Dial(network, address)
	if err == nil {
		c.mu.Lock()
		c.wire = append(c.wire, conn)
		c.mu.Unlock()
	}
	return conn, err
}

func (c *cutter) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.wire {
		_ = conn.(*net.TCPConn).SetLinger(0) // no goodbye
		_ = conn.Close()
	}
}

// What a child process is told: where the bus is, what it is called, and where it notes what it does.
const (
	workerEnv = "NATSTOOLS_TEST_BUS"
	nameEnv   = "NATSTOOLS_TEST_NAME"
	notesEnv  = "NATSTOOLS_TEST_NOTES"
)

// workUntilKilled is a worker in a process of its own.
func workUntilKilled(url string) {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	notes, err := os.OpenFile(os.Getenv(notesEnv), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	fail(err)
	conn, err := nats.Connect(url)
	fail(err)
	reg := runtime.NewRegistry()
	fail(reg.Register(runtime.Set{counted(os.Getenv(nameEnv), func(call int, worker string) {
		fmt.Fprintf(notes, "%d %s\n", call, worker)
	})}))
	fail(natstools.Serve(context.Background(), conn, reg, host()))
	os.Exit(0)
}

// child starts a worker in a process of its own and returns when it is there.
func child(t *testing.T, s *server.Server, name, notes string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), workerEnv+"="+s.ClientURL(), nameEnv+"="+name, notesEnv+"="+notes)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd
}

// The same with processes, one of which gets SIGKILL.
func TestWorkerProcessIsKilled(t *testing.T) {
	t.Parallel()
	s := bus(t)
	notes := filepath.Join(t.TempDir(), "notes")
	child(t, s, "good", notes)
	doomed := child(t, s, "doomed", notes)
	conn := connect(t, s)
	eventually(t, "both are there", func() bool {
		found, err := natstools.Discover(t.Context(), conn, "", 0)
		return err == nil && len(found) == 1 && found[0].Instances == 2
	})
	client := dial(t, s, impatient())
	results := callAll(t, tool(t, client, "count"), func() { require.NoError(t, doomed.Process.Kill()) })

	text, err := os.ReadFile(notes)
	require.NoError(t, err)
	var made runs
	for line := range bytes.Lines(text) {
		var call int
		var worker string
		_, err := fmt.Sscanf(string(line), "%d %s", &call, &worker)
		require.NoError(t, err)
		made.add(call, worker)
	}
	judge(t, results, made.made)
}

// Workers that stop in good order, one after the other while new ones come, lose no call: each is answered, or was not begun.
func TestRollingRestart(t *testing.T) {
	t.Parallel()
	s := bus(t)
	var made runs
	instance := func() *natstools.Server { return serve(t, s, host(), counted("worker", made.add)) }
	old := instance()
	client := dial(t, s, from())
	ctx, done := context.WithCancel(t.Context())
	restarts := 0
	var rolling sync.WaitGroup
	rolling.Go(func() {
		for ctx.Err() == nil {
			next := instance()
			if err := old.Stop(); err != nil {
				t.Error(err)
			}
			old = next
			restarts++
		}
	})
	for range 3 {
		for i, r := range callAll(t, tool(t, client, "count"), func() {}) {
			switch {
			case r.Err == nil:
				require.Len(t, made.of(i), 1)
			default:
				require.Equal(t, runtime.ClassUnavailable, r.Err.Class, r.Err.Error())
				require.Empty(t, made.of(i), r.Err.Error())
			}
		}
		made.forget()
	}
	done()
	rolling.Wait()
	require.Positive(t, restarts)
}

// A worker that dies with the call is noticed long before the time of the call is over.
func TestLostWorkerIsNoticed(t *testing.T) {
	t.Parallel()
	s := bus(t)
	wire := &cutter{}
	began := make(chan struct{})
	conn := connect(t, s, nats.SetCustomDialer(wire), nats.NoReconnect())
	worker, err := natstools.Start(conn, registry(t, does("wait", func(ctx context.Context, _ []byte) runtime.Result {
		close(began)
		<-ctx.Done()
		return runtime.Failed(ctx, ctx.Err())
	})), host())
	require.NoError(t, err)
	client := dial(t, s, impatient())
	go func() {
		<-began
		wire.cut()
	}()
	start := time.Now()
	r := tool(t, client, "wait").Execute(t.Context(), nil)
	require.Less(t, time.Since(start), 5*time.Second)
	require.Equal(t, runtime.ClassUnavailable, r.Err.Class)
	require.True(t, r.Err.Transient)
	require.False(t, r.Err.NotStarted)
	require.ErrorContains(t, r.Err, "may have been carried out")
	start = time.Now()
	require.NoError(t, worker.Stop())
	require.Less(t, time.Since(start), 5*time.Second, "the tool's context has ended with the connection")

	start = time.Now()
	r = tool(t, client, "wait").Execute(t.Context(), nil)
	require.Less(t, time.Since(start), 5*time.Second, "nobody is there, which is known at once")
	require.True(t, r.Err.NotStarted)
	require.Equal(t, runtime.ClassUnavailable, r.Err.Class)
}

// A caller that dies with its call unanswered lets no worker go on for long: NATS tells the worker that nobody is there.
func TestLostCallerIsNoticed(t *testing.T) {
	t.Parallel()
	s := bus(t)
	began, ended := make(chan struct{}), make(chan error, 1)
	serve(t, s, host(), does("wait", func(ctx context.Context, _ []byte) runtime.Result {
		close(began)
		<-ctx.Done()
		ended <- ctx.Err()
		return runtime.Failed(ctx, ctx.Err())
	}))
	wire := &cutter{}
	conn := connect(t, s, nats.SetCustomDialer(wire), nats.NoReconnect())
	client, err := natstools.Dial(t.Context(), conn, impatient())
	require.NoError(t, err)
	wait := tool(t, client, "wait")
	go wait.Execute(t.Context(), nil)
	<-began
	wire.cut()
	select {
	case err := <-ended:
		require.Equal(t, context.Canceled, err)
	case <-time.After(10 * time.Second):
		require.Fail(t, "the worker goes on")
	}
}

// What the host calls repeatable is made once more, and nothing else.
func TestRepeatable(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		repeatable []string
		want       string
	}{{nil, "made once"}, {[]string{"co*"}, "made twice"}} {
		t.Run(row.want, func(t *testing.T) {
			s := bus(t)
			w := impostor(t, s)
			var calls atomic.Int32
			w.offers(`{"name":"count","inputSchema":{"type":"object"}}`, func(m *nats.Msg, say func(kind, body string)) {
				say("ack", "")
				if calls.Add(1) > 1 {
					say("result", `{"text":"done"}`)
				}
			})
			r := impatient()
			r.Repeatable = row.repeatable
			result := tool(t, dial(t, s, r), "count").Execute(t.Context(), nil)
			if row.repeatable == nil {
				require.Equal(t, runtime.ClassUnavailable, result.Err.Class)
				require.EqualValues(t, 1, calls.Load())
				return
			}
			require.Nil(t, result.Err)
			require.Equal(t, "done", result.Text)
			require.EqualValues(t, 2, calls.Load())
		})
	}
}
