package natstools_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/toolgen/toolgen/runtime"
	natstools "github.com/toolgen/toolgen/runtime/nats"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(workerEnv); url != "" {
		workUntilKilled(url)
	}
	_ = flag.Set("test.parallel", "4") // they wait more than they work
	code := m.Run()
	if left := leaked(5 * time.Second); code == 0 && left != "" {
		fmt.Fprintln(os.Stderr, "goroutines are left:\n"+left)
		code = 1
	}
	os.Exit(code)
}

// leaked returns the stacks of goroutines of this package that do not end within a while.
func leaked(most time.Duration) string {
	for end := time.Now().Add(most); ; {
		stacks := make([]byte, 1<<20)
		stacks = stacks[:goruntime.Stack(stacks, true)]
		var left []string
		for _, stack := range strings.Split(string(stacks), "\n\n")[1:] {
			if strings.Contains(stack, "toolgen/runtime/nats.") || strings.Contains(stack, "nats.go/micro.") {
				left = append(left, stack)
			}
		}
		if len(left) == 0 || time.Now().After(end) {
			return strings.Join(left, "\n\n")
		}
		goruntime.Gosched()
	}
}

// bus is a NATS server for one test.
func bus(t *testing.T, change ...func(*server.Options)) *server.Server {
	t.Helper()
	options := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true}
	for _, c := range change {
		c(options)
	}
	s, err := server.NewServer(options)
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s
}

func connect(t *testing.T, s *server.Server, options ...nats.Option) *nats.Conn {
	t.Helper()
	quietly := nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})
	conn, err := nats.Connect(s.ClientURL(), append([]nats.Option{quietly}, options...)...)
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	return conn
}

// host is the options of a service that every test may call all of.
func host() natstools.Options {
	return natstools.Options{Name: "desk", Caller: runtime.Principal{Role: runtime.System}, Logger: silent}
}

var silent = slog.New(slog.NewTextHandler(io.Discard, nil))

// serve starts one more instance on a connection of its own.
func serve(t *testing.T, s *server.Server, o natstools.Options, tools ...runtime.Tool) *natstools.Server {
	t.Helper()
	worker, err := natstools.Start(connect(t, s), registry(t, tools...), o)
	require.NoError(t, err)
	t.Cleanup(func() { _ = worker.Stop() })
	return worker
}

func registry(t *testing.T, tools ...runtime.Tool) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry()
	require.NoError(t, reg.Register(tools))
	return reg
}

// from is where most tests call from.
func from() natstools.Remote {
	return natstools.Remote{Service: "desk", Lost: time.Minute, Wait: time.Second, Logger: silent}
}

// impatient is the same for one who soon takes a worker for lost, if not so soon that a busy machine makes it one.
func impatient() natstools.Remote {
	r := from()
	r.Lost = time.Second
	return r
}

func dial(t *testing.T, s *server.Server, r natstools.Remote) *natstools.Client {
	t.Helper()
	client, err := natstools.Dial(t.Context(), connect(t, s), r)
	require.NoError(t, err)
	return client
}

// tool returns the tool of that name that a client has.
func tool(t *testing.T, c *natstools.Client, name string) runtime.Tool {
	t.Helper()
	for _, tool := range c.Tools() {
		if tool.Spec().Name == name {
			return tool
		}
	}
	require.Fail(t, "the client has no tool "+name, "refused: %v", c.Refused())
	return nil
}

// does is a tool that does what a function does.
func does(name string, fn func(ctx context.Context, args []byte) runtime.Result) runtime.Tool {
	return runtime.Func(runtime.Spec{Name: name, Description: "Does " + name + ".", Access: runtime.Public}, fn)
}

func answers(name string, r runtime.Result) runtime.Tool {
	return does(name, func(context.Context, []byte) runtime.Result { return r })
}

// lines is a log that tests read.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func logTo(l *lines) *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	require.Eventually(t, is, 10*time.Second, 5*time.Millisecond, what)
}
